/*
 * The widely used clients, each from its first anonymous call to a token and a call at the
 * connector, in their order of requests and with their quirks. Each client is a file under quirks/;
 * documents are served from the same host names under .localhost. The files follow the clients'
 * own documentation and reports about them, and are not recordings. Members of a file:
 *   document | registration  the published document or the registration
 *   redirects                its redirect URIs, each used once
 *   scope                    the requested scope: "none"; "supported", every scope of the server's
 *                            metadata; "leading-space", the same after a space; "offline_access",
 *                            the challenge's scopes with offline_access
 *   signs                    the algorithm of its assertions; without one the client is public
 *   probes                   documents that it requests first, which need not exist
 *   origin                   the origin of its page: every call needs CORS
 *   refreshAtOnce            processes that share one refresh token
 */
import { strict as assert } from 'node:assert';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import * as jose from 'jose';
import { initialize, legacy, send } from '../clients/lib/mcp_raw.mjs';
import { request } from '../clients/lib/net.mjs';
import { UserAgent } from '../clients/lib/user_agent.mjs';
import { startDocuments } from './documents.mjs';
import { FORM, pkce, startWorld } from './world.mjs';

const FOLDER = new URL('quirks/', import.meta.url);
const FIXTURES = readdirSync(FOLDER).sort().map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) }));

let documents;
let world;
let agent; /* one browser, signed in once, as a person has it */

before(async () => {
	documents = await startDocuments();
	world = await startWorld({ args: documents.args });
	agent = new UserAgent(world.url);
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await documents?.close();
});

/* The real client's URL on the same host name under .localhost. */
function here(url) {
	const { host, pathname } = new URL(url);
	return documents.url(pathname, `${host}.localhost`);
}

class Client {
	constructor(fixture) {
		this.fixture = fixture;
	}

	/* One call as the client sends it; from a page with CORS, as its browser would check it. */
	async call(url, { method = 'GET', headers = {}, body } = {}) {
		const { origin, userAgent } = this.fixture;
		const all = { 'User-Agent': userAgent, Accept: 'application/json', ...headers };
		if (origin) {
			Object.assign(all, { Origin: origin, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'cross-site' });
			await this.preflight(url, method, headers);
		}
		const answer = await request(url, { method, headers: all, body });
		if (origin)
			assert.ok(['*', origin].includes(answer.headers['access-control-allow-origin']), `CORS of ${method} ${url}`);
		return answer;
	}

	async preflight(url, method, headers) {
		const names = Object.keys(headers).map((name) => name.toLowerCase()).filter((name) => name !== 'accept');
		if (method === 'GET' && !names.length)
			return;
		const answer = await request(url, { method: 'OPTIONS', headers: { Origin: this.fixture.origin,
			'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': names.join(',') } });
		assert.equal(answer.status, 204, `preflight of ${url}`);
		const allowed = (answer.headers['access-control-allow-headers'] ?? '').toLowerCase().split(/,\s*/);
		for (const name of names)
			assert.ok(allowed.includes(name) || allowed.includes('*'), `${name} at ${url}: ${allowed}`);
	}

	/* One message to the connector; from a page with CORS, as its browser would check it. */
	async knock(accessToken, message) {
		const { origin, userAgent } = this.fixture;
		if (origin)
			await this.preflight(world.server.mcp, 'POST', { Authorization: '', 'Content-Type': '', ...message.headers });
		const answer = await send({ mcp: world.server.mcp }, accessToken, message, { 'User-Agent': userAgent, Origin: origin });
		if (!origin)
			return answer;
		assert.equal(answer.headers['access-control-allow-origin'], origin, 'CORS of the connector');
		const readable = (answer.headers['access-control-expose-headers'] ?? '').toLowerCase().split(/,\s*/);
		assert.ok(readable.includes('www-authenticate'), 'a script may read the challenge');
		return answer;
	}

	/*
	 * From the connector's refusal to the authorization server, with the announced URLs
	 * only.
	 */
	async discover() {
		const version = { 'MCP-Protocol-Version': this.fixture.revision };
		const refusal = await this.knock(undefined, initialize(this.fixture.revision));
		assert.equal(refusal.status, 401);
		const challenge = refusal.headers['www-authenticate'];
		assert.doesNotMatch(challenge, /error=/, 'nothing was presented');
		const metadata = new URL(challenge.match(/resource_metadata="([^"]+)"/)[1]);
		for (const path of this.fixture.probes ?? [])
			this.expectJson(await this.call(world.url + path, { headers: version }), path);
		this.resource = (await this.call(metadata, { headers: version })).json;
		assert.equal(this.resource.resource, world.server.mcp);
		const issuer = this.resource.authorization_servers[0];
		this.server = (await this.call(`${issuer}/.well-known/oauth-authorization-server`, { headers: version })).json;
		assert.equal(this.server.issuer, issuer);
		for (const [name, value] of Object.entries(this.server))
			assert.ok(value !== null && value !== '', `${name} is something`);
		this.challenged = challenge.match(/scope="([^"]+)"/)?.[1];
	}

	expectJson(answer, path) {
		assert.ok([200, 404].includes(answer.status), `${path}: ${answer.status}`);
		assert.equal(answer.type, 'application/json', path);
		assert.ok(answer.json, path);
	}

	/*
	 * A document if the metadata announces support twice, as these clients require;
	 * otherwise a registration.
	 */
	async identify() {
		const { document, registration, registerTimes = 1, signs } = this.fixture;
		if (document) {
			assert.equal(this.server.client_id_metadata_document_supported, true);
			assert.ok(this.server.token_endpoint_auth_methods_supported.includes('none'));
			this.id = here(document.client_id);
			const published = { ...document, client_id: this.id };
			if (document.jwks_uri)
				published.jwks_uri = here(document.jwks_uri);
			documents.publish(published, { url: this.id });
			if (signs)
				await this.makeKey(signs, published.jwks_uri);
			return;
		}
		for (let i = 0; i < registerTimes; i++) {
			const answer = await this.call(this.server.registration_endpoint, { method: 'POST',
				headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(registration) });
			assert.equal(answer.status, 201, answer.text);
			this.id = answer.json.client_id;
			assert.deepEqual(answer.json.redirect_uris, registration.redirect_uris);
			assert.equal(answer.json.client_secret, undefined);
		}
	}

	async makeKey(alg, uri) {
		assert.ok(this.server.token_endpoint_auth_methods_supported.includes('private_key_jwt'));
		assert.ok(this.server.token_endpoint_auth_signing_alg_values_supported.includes(alg));
		const pair = await jose.generateKeyPair(alg);
		this.key = { alg, kid: randomUUID(), ...pair };
		documents.page(uri, { status: 200, headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ keys: [{ ...await jose.exportJWK(pair.publicKey), alg, kid: this.key.kid, use: 'sig' }] }) });
	}

	scope() {
		switch (this.fixture.scope) {
		case 'supported': return this.server.scopes_supported.join(' ');
		case 'leading-space': return ` ${this.server.scopes_supported.join(' ')}`;
		case 'offline_access': return `${this.challenged ?? this.resource.scopes_supported.join(' ')} offline_access`;
		default: return undefined;
		}
	}

	async authorize(redirect) {
		const { verifier, challenge } = pkce();
		const state = randomBytes(16).toString('base64url');
		const url = new URL(this.server.authorization_endpoint);
		const query = { response_type: 'code', client_id: this.id, redirect_uri: redirect, state, code_challenge: challenge,
			code_challenge_method: 'S256', scope: this.scope(), prompt: this.fixture.prompt, resource: this.resource.resource };
		for (const [name, value] of Object.entries(query))
			if (value !== undefined)
				url.searchParams.set(name, value);
		const away = await agent.authorize(url, world.account);
		assert.ok(away.href.startsWith(redirect), `${away}`);
		assert.equal(away.searchParams.get('state'), state);
		assert.equal(away.searchParams.get('iss'), this.server.issuer);
		const code = away.searchParams.get('code');
		world.secrets.push(code);
		return { code, verifier, redirect };
	}

	async prove() {
		if (!this.key)
			return {};
		const now = Math.floor(Date.now() / 1000);
		return {
			client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
			client_assertion: await new jose.SignJWT({ iss: this.id, sub: this.id, aud: this.server.token_endpoint,
				jti: randomUUID(), iat: now, exp: now + 300 })
				.setProtectedHeader({ alg: this.key.alg, kid: this.key.kid }).sign(this.key.privateKey),
		};
	}

	async token(fields) {
		const body = new URLSearchParams({ client_id: this.id, resource: this.resource.resource, ...fields, ...await this.prove() });
		const answer = await this.call(this.server.token_endpoint, { method: 'POST', headers: { 'Content-Type': FORM },
			body: body.toString() });
		assert.equal(answer.status, 200, answer.text);
		assert.match(answer.headers['cache-control'], /no-store/);
		const tokens = answer.json;
		assert.equal(tokens.token_type, 'Bearer');
		assert.equal(typeof tokens.expires_in, 'number');
		assert.ok(tokens.refresh_token && tokens.scope);
		world.secrets.push(tokens.access_token, tokens.refresh_token);
		return tokens;
	}

	/* The first calls at the connector. */
	async connect(accessToken) {
		const hello = await this.knock(accessToken, initialize(this.fixture.revision));
		assert.equal(hello.status, 200, hello.text);
		assert.equal(hello.rpc.result.protocolVersion, this.fixture.revision);
		const list = await this.knock(accessToken, legacy('tools/list', {}, { version: this.fixture.revision }));
		assert.equal(list.status, 200, list.text);
		assert.ok(list.rpc.result.tools.length > 0);
	}
}

for (const fixture of FIXTURES) {
	describe(fixture.name, () => {
		let client;

		before(async () => {
			client = new Client(fixture);
			await client.discover();
			await client.identify();
		});

		for (const redirect of fixture.redirects)
			test(`to a token and a first call, led back to ${redirect}`, async () => {
				const { code, verifier } = await client.authorize(redirect);
				const tokens = await client.token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect });
				await client.connect(tokens.access_token);
				const shared = Array.from({ length: fixture.refreshAtOnce ?? 1 }, () =>
					client.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }));
				for (const refreshed of await Promise.all(shared))
					await client.connect(refreshed.access_token);
			});

		test('a dead refresh token is invalid_grant, so that it signs in again and keeps its identity', async () => {
			const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: client.id,
				refresh_token: 'adcore_rt_gone', ...await client.prove() });
			const answer = await client.call(client.server.token_endpoint, { method: 'POST', headers: { 'Content-Type': FORM },
				body: body.toString() });
			assert.equal(answer.status, 400);
			assert.equal(answer.json.error, 'invalid_grant');
		});
	});
}

test('who registered and was forgotten is told so, so that it registers again', async () => {
	const answer = await world.form('/token', { grant_type: 'refresh_token', refresh_token: 'x',
		client_id: 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
	assert.equal(answer.status, 401);
	assert.equal(answer.json.error, 'invalid_client');
});
