/*
 * A person without script: allows the scopes that a client requests, and sync:write only if the
 * test says so.
 */
import { strict as assert } from 'node:assert';
import { formsOf, UserAgent } from './user_agent.mjs';

export class Person {
	constructor(server) {
		this.server = server;
		this.account = server.addAccount();
		this.agent = new UserAgent(server.url);
		this.asked = [];
		this.ticks = { 'sync:write': false };
	}

	/* Opens an authorize URL. Returns the URL of the client's callback. */
	async allow(url) {
		this.asked.push(url);
		assert.equal(url.searchParams.get('resource'), this.server.mcp);
		assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
		return this.agent.authorize(url, this.account, { check: { ...this.ticks } });
	}

	/* The scopes of the last request. */
	get scopes() {
		return this.asked.at(-1).searchParams.get('scope').split(' ');
	}

	/* Ends the newest connection in the application. */
	async disconnect() {
		const page = await this.agent.get('/app/connected-apps');
		const form = formsOf(page.text).find((one) => one.fields.some((field) => field.name === 'grant'));
		assert.ok(form, page.text.slice(0, 300));
		const pairs = form.fields.filter((field) => field.name).map((field) => [field.name, field.value]);
		const answer = await this.agent.post('/app/connected-apps', pairs);
		assert.equal(answer.headers.location, `${this.server.url}/app/connected-apps?done=disconnected`);
	}
}
