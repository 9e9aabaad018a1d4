/*
 * Shared by all OAuth tables: a server, a person, clients, and the steps of the code grant as
 * plain requests, each of which a row can modify.
 */
import { strict as assert } from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { UserAgent } from '../clients/lib/user_agent.mjs';

export const FORM = 'application/x-www-form-urlencoded';
export const REDIRECT = 'http://127.0.0.1:52001/callback';

export function pkce(length = 64) {
	const verifier = randomBytes(96).toString('base64url').slice(0, length);
	return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export async function startWorld(options) {
	const server = await startServer(options);
	const world = new World(server);
	await world.prepare();
	return world;
}

class World {
	constructor(server) {
		this.server = server;
		this.url = server.url;
		this.account = server.addAccount();
		this.agent = new UserAgent(server.url);
		this.secrets = [this.account.password];
	}

	async prepare() {
		this.client = (await this.register()).json;
	}

	stop() {
		return this.server.stop();
	}

	/* POST /register with these members over a public loopback client; undefined leaves one out. */
	register(members = {}) {
		return request(`${this.url}/register`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({
				client_name: 'Table client',
				redirect_uris: [REDIRECT],
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				token_endpoint_auth_method: 'none',
				...members,
			}),
		});
	}

	async confidential(method = 'client_secret_basic', members = {}) {
		const answer = await this.register({ token_endpoint_auth_method: method, ...members });
		assert.equal(answer.status, 201, answer.text);
		return answer.json;
	}

	/* An authorize URL; changes: values, undefined to leave out, arrays to repeat. */
	authorizeUrl(changes = {}) {
		const { challenge } = pkce();
		const params = {
			response_type: 'code',
			client_id: this.client.client_id,
			redirect_uri: REDIRECT,
			scope: 'campaigns:read campaigns:write',
			state: 'state-1',
			code_challenge: challenge,
			code_challenge_method: 'S256',
			resource: this.server.mcp,
			...changes,
		};
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(params))
			for (const one of Array.isArray(value) ? value : [value])
				if (one !== undefined)
					query.append(name, one);
		return `${this.url}/authorize?${query}`;
	}

	/* The complete flow to a code: { code, verifier, client, redirectUri }. */
	async code({ client = this.client, redirectUri = REDIRECT, changes = {} } = {}) {
		const { verifier, challenge } = pkce();
		const url = this.authorizeUrl({ client_id: client.client_id, redirect_uri: redirectUri,
			code_challenge: challenge, ...changes });
		const away = await this.agent.authorize(url, this.account);
		const code = away.searchParams.get('code');
		assert.ok(code, `a code: ${away}`);
		this.secrets.push(code);
		return { code, verifier, client, redirectUri };
	}

	/* POST to an endpoint with a form; fields as authorizeUrl's changes. */
	form(path, fields, headers = {}) {
		const body = new URLSearchParams();
		for (const [name, value] of Object.entries(fields))
			for (const one of Array.isArray(value) ? value : [value])
				if (one !== undefined)
					body.append(name, one);
		return request(this.url + path, {
			method: 'POST',
			headers: { 'Content-Type': FORM, ...headers },
			body: body.toString(),
		});
	}

	codeFields(grant, changes = {}) {
		return {
			grant_type: 'authorization_code',
			code: grant.code,
			client_id: grant.client.client_id,
			redirect_uri: grant.redirectUri,
			code_verifier: grant.verifier,
			resource: this.server.mcp,
			...changes,
		};
	}

	exchange(grant, changes = {}, headers = {}) {
		return this.form('/token', this.codeFields(grant, changes), headers);
	}

	/* A fresh grant's tokens. */
	async tokens(options) {
		const grant = await this.code(options);
		const answer = await this.exchange(grant);
		assert.equal(answer.status, 200, answer.text);
		this.secrets.push(answer.json.access_token, answer.json.refresh_token);
		return answer.json;
	}

	refresh(token, changes = {}, headers = {}) {
		return this.form('/token', {
			grant_type: 'refresh_token',
			refresh_token: token,
			client_id: this.client.client_id,
			...changes,
		}, headers);
	}

	revoke(token, changes = {}) {
		return this.form('/revoke', { token, client_id: this.client.client_id, ...changes });
	}

	/* The connector's status for this access token: 200 or 401. */
	async mcpStatus(accessToken) {
		const answer = await request(this.server.mcp, {
			method: 'POST',
			headers: {
				Authorization: `Bearer ${accessToken}`,
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
				'MCP-Protocol-Version': '2025-11-25',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
		});
		return answer.status;
	}

	/* At the end of a table: the log contains no secret. */
	assertQuietLog() {
		const log = this.server.log();
		for (const secret of this.secrets)
			assert.ok(!log.includes(secret), 'the log holds no code, token or password');
	}
}

/*
 * An OAuth error in JSON: exact status and code, no-store, a description with allowed characters
 * only.
 */
export function assertOAuthError(answer, status, error) {
	assert.equal(answer.status, status, answer.text);
	assert.equal(answer.type, 'application/json', 'JSON');
	const wanted = Array.isArray(error) ? error : [error];
	assert.ok(wanted.includes(answer.json.error), `${answer.json.error}: ${answer.text}`);
	assert.match(answer.json.error_description ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
	assert.match(answer.headers['cache-control'] ?? '', /no-store/);
}

/* A refusal at /authorize before sign-in: a page of the server, and no redirect to the client. */
export function assertLocalPage(answer, status = 400) {
	assert.equal(answer.status, status, `${answer.headers.location ?? ''} ${answer.text.slice(0, 300)}`);
	assert.equal(answer.type, 'text/html');
	assert.equal(answer.headers.location, undefined);
	assert.doesNotMatch(answer.text, /<form\b/i, 'no form on an error page');
	assert.match(answer.headers['cache-control'] ?? '', /no-store/);
	assert.match(answer.headers['content-security-policy'] ?? '', /frame-ancestors 'none'/);
}
