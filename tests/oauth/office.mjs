/*
 * A shared Space whose pushes await approval: its members, their drafts and pushes over REST,
 * and the page of a run as they see it.
 */
import { strict as assert } from 'node:assert';
import { request, until } from '../clients/lib/net.mjs';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { pkce, REDIRECT } from './world.mjs';

const SCOPES = 'campaigns:read campaigns:write sync:read sync:write';

export async function signedIn(world, account) {
	const agent = new UserAgent(world.url);
	const at = await agent.signIn(await agent.open('/signin'), account);
	assert.equal(at.url.pathname, '/app', at.answer.text.slice(0, 300));
	return agent;
}

export function csrfOf(answer) {
	return formsOf(answer.text).flatMap((form) => form.fields).find((field) => field.name === 'csrf').value;
}

export class Office {
	constructor(world, rule) {
		this.world = world;
		this.boss = world.server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
		this.space = world.server.cli(['space', 'add', '--email', this.boss.email, '--name', 'Bakery']).id;
		world.server.cli(['space', 'set', this.space, '--require-approval-test', rule]);
		this.token = world.server.mintToken(this.boss, { name: 'nightly' });
		world.secrets.push(this.token);
	}

	colleague(role) {
		const account = this.world.server.addAccount();
		this.world.server.cli(['space', 'member', 'add', this.space, '--email', account.email, '--role', role]);
		return account;
	}

	rest(method, path, body, token = this.token) {
		return request(`${this.world.server.api}${path}`, {
			method,
			headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': this.space, 'Content-Type': 'application/json' },
			body: body && JSON.stringify(body),
		});
	}

	async campaign(fields = {}) {
		const answer = await this.rest('POST', '/campaigns', { name: 'Rolls', type: 'SEARCH', budget: 20.5, ...fields });
		assert.equal(answer.status, 201, answer.text);
		return answer.json.data;
	}

	/* A push of all drafts, which awaits approval. */
	async push(body = {}, token = this.token) {
		const { planHash } = (await this.rest('POST', '/sync/preview', body, token)).json.data;
		const answer = await this.rest('POST', '/sync', { ...body, planHash }, token);
		assert.equal(answer.status, 202, answer.text);
		assert.equal(answer.json.data.status, 'AWAITING_APPROVAL');
		return answer.json.data.id;
	}

	/* An access token of an app to which the owner consented. */
	async app(name) {
		const { verifier, challenge } = pkce();
		const client = (await this.world.register({ client_name: name })).json;
		const url = this.world.authorizeUrl({ client_id: client.client_id, code_challenge: challenge, scope: SCOPES, resource: this.world.server.api });
		const away = await new UserAgent(this.world.url).authorize(url, this.boss, { check: { 'sync:write': true }, set: { space: this.space, environment: 'test' } });
		const answer = await this.world.exchange({ code: away.searchParams.get('code'), verifier, client, redirectUri: REDIRECT }, { resource: this.world.server.api });
		assert.equal(answer.status, 200, answer.text);
		this.world.secrets.push(answer.json.access_token);
		return answer.json.access_token;
	}

	async run(id) {
		return (await this.rest('GET', `/sync/${id}`)).json.data;
	}

	ended(id) {
		return until('the run has ended', async () => {
			const run = await this.run(id);
			return run.finishedAt && run;
		});
	}
}

/* Sends a form of a run's page; the token is that page's. */
export async function decide(agent, id, what, headers) {
	const path = `/app/plain/runs/${id}`;
	return agent.post(path, { csrf: csrfOf(await agent.get(path)), do: what }, headers);
}

/* The decisions that a page offers. */
export const offers = (answer) => formsOf(answer.text).flatMap((form) => form.fields)
	.filter((field) => field.name === 'do').map((field) => field.value);
