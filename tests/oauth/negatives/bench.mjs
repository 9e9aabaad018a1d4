/* The initial state of the rows: one server with clients, codes, tokens and pages of every kind. */
import { strict as assert } from 'node:assert';
import { request } from '../../clients/lib/net.mjs';
import { UserAgent, formsOf } from '../../clients/lib/user_agent.mjs';
import { FORM, REDIRECT, pkce, startWorld } from '../world.mjs';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const OTHER_REDIRECT = 'https://client.example/cb';
export const JSON_TYPE = { 'Content-Type': 'application/json' };

export function basic(id, secret) {
	return { Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}` };
}

export class Bench {
	static async start() {
		const bench = new Bench();
		bench.world = await startWorld();
		await bench.prepare();
		return bench;
	}

	get server() {
		return this.world.server;
	}

	get url() {
		return this.world.url;
	}

	async prepare() {
		const { world } = this;
		this.client = world.client;
		this.other = (await world.register({ client_name: 'Another' })).json;
		this.two = (await world.register({ client_name: 'Two', redirect_uris: [REDIRECT, OTHER_REDIRECT] })).json;
		this.basic = await world.confidential('client_secret_basic', { client_name: 'Basic' });
		this.post = await world.confidential('client_secret_post', { client_name: 'Post' });
		this.device = (await world.register({ client_name: 'Device', grant_types: [DEVICE_GRANT, 'refresh_token'],
			redirect_uris: undefined, response_types: undefined })).json;
		this.deviceWithRedirect = (await world.register({ client_name: 'Device with a page',
			grant_types: [DEVICE_GRANT, 'refresh_token'], response_types: [] })).json;
		world.secrets.push(this.basic.client_secret, this.post.client_secret);
		this.tokens = await world.tokens();
		const owned = await world.code({ client: this.post });
		this.owned = (await world.exchange(owned, { client_secret: this.post.client_secret })).json;
		const rest = await world.code({ changes: { resource: this.server.api, scope: 'campaigns:read' } });
		this.rest = (await world.exchange(rest, { resource: this.server.api })).json;
		this.api = this.server.mintToken(world.account);
		const stranger = this.server.addAccount();
		const strangerToken = this.server.mintToken(stranger);
		const me = await this.server.rest(strangerToken, 'GET', '/me');
		this.strangerSpace = me.json.data.space.id ?? me.json.data.space;
		world.secrets.push(stranger.password, this.api, strangerToken, this.owned.access_token, this.owned.refresh_token,
			this.rest.access_token, this.rest.refresh_token);
		for (const client of [this.other, this.two, this.device, this.deviceWithRedirect])
			assert.ok(client.client_id, JSON.stringify(client));
	}

	assertQuietLog() {
		this.world.assertQuietLog();
	}

	stop() {
		return this.world.stop();
	}

	/* A request with exactly this. */
	raw(path, options) {
		return request(this.url + path, options);
	}

	/* A JSON body that is sent unchanged. */
	json(path, body, headers = {}) {
		return this.raw(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers },
			body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) });
	}

	/* A form body that is sent unchanged. */
	text(path, body, headers = {}) {
		return this.raw(path, { method: 'POST', headers: { 'Content-Type': FORM, ...headers }, body });
	}

	/* The parameters of a good authorization request. */
	parameters(changes = {}) {
		return { response_type: 'code', client_id: this.client.client_id, redirect_uri: REDIRECT, scope: 'campaigns:read',
			state: 'state-1', code_challenge: pkce().challenge, code_challenge_method: 'S256', resource: this.server.mcp,
			...changes };
	}

	/* A browser at the consent page: { agent, at, fields }. */
	async consent(changes = {}) {
		const agent = new UserAgent(this.url);
		let at = await agent.open(this.world.authorizeUrl(changes));
		at = await agent.signIn(at, this.world.account);
		assert.equal(at.url.pathname, '/authorize/consent', at.answer.text.slice(0, 300));
		const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
		const fields = form.fields.filter((one) => !['button', 'submit'].includes(one.type))
			.filter((one) => !['checkbox', 'radio'].includes(one.type) || one.checked).map((one) => [one.name, one.value]);
		return { agent, at, fields };
	}

	/* A browser at the sign-in page, with its form's hidden fields. */
	async signin() {
		const agent = new UserAgent(this.url);
		const at = await agent.open(this.world.authorizeUrl());
		assert.equal(at.url.pathname, '/signin');
		const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
		const hidden = form.fields.filter((one) => one.type === 'hidden').map((one) => [one.name, one.value]);
		return { agent, at, hidden };
	}

	async deviceCode() {
		const answer = await this.world.form('/device_authorization', { client_id: this.device.client_id });
		assert.equal(answer.status, 200, answer.text);
		this.world.secrets.push(answer.json.device_code);
		return answer.json;
	}

	/* A request of the connector, and its answer. */
	mcp(headers, body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }, path = '/mcp') {
		return this.raw(path, { method: 'POST', headers: { 'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25', ...headers },
		body: JSON.stringify(body) });
	}
}
