/*
 * Common properties of answers: headers, limits, TLS by a proxy, and values that are never
 * stored or sent.
 */
import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { legacy, send } from '../clients/lib/mcp_raw.mjs';
import { comeFrom, request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { formsOf } from '../clients/lib/user_agent.mjs';
import { FORM, pkce, startWorld } from './world.mjs';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
let world;
let tokens;
let api;

before(async () => {
	world = await startWorld();
	tokens = await world.tokens();
	const grant = await world.code({ changes: { resource: world.server.api, scope: 'campaigns:read' } });
	api = (await world.exchange(grant, { resource: world.server.api })).json;
	world.secrets.push(api.access_token, api.refresh_token);
});

after(() => world?.stop());

for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
	test(`the scheme may be written ${scheme}, at both resources`, async () => {
		const answer = await send(world.server, undefined, legacy('tools/list', {}), { Authorization: `${scheme} ${tokens.access_token}` });
		assert.equal(answer.status, 200, answer.text);
		const rest = await request(`${world.server.api}/campaigns`, { headers: { Authorization: `${scheme} ${api.access_token}` } });
		assert.equal(rest.status, 200, rest.text);
	});

for (const scheme of ['Basic', 'Token', 'Bearer:', 'Bearers', ''])
	test(`"${scheme}" is no scheme of a token`, async () => {
		const value = `${scheme} ${tokens.access_token}`.trim();
		assert.equal((await send(world.server, undefined, legacy('tools/list', {}), { Authorization: value })).status, 401);
		assert.equal((await request(`${world.server.api}/campaigns`, { headers: { Authorization: value } })).status, 401);
	});

test('what is told to one caller is kept by no cache', async () => {
	const answers = {
		connector: await send(world.server, tokens.access_token, legacy('tools/list', {})),
		'connector, refused': await send(world.server, 'x', legacy('tools/list', {})),
		API: await world.server.rest(api.access_token, 'GET', '/campaigns'),
		'API, refused': await world.server.rest('x', 'GET', '/campaigns'),
	};
	for (const [name, answer] of Object.entries(answers))
		assert.match(answer.headers['cache-control'], /no-store/, name);
	assert.match(answers.connector.headers.vary, /Authorization/);
	const device = (await world.register({ client_name: 'Device', grant_types: [DEVICE], redirect_uris: undefined, response_types: [] })).json;
	for (const [path, fields] of [['/token', {}], ['/par', Object.fromEntries(new URL(world.authorizeUrl()).searchParams)],
		['/device_authorization', { client_id: device.client_id }], ['/revoke', {}], ['/introspect', {}], ['/register', {}]])
		assert.match((await world.form(path, fields)).headers['cache-control'], /no-store/, path);
	for (const path of ['/authorize', '/authorize/consent', '/signin', '/signin/link', '/device', '/app'])
		assert.match((await request(world.url + path)).headers['cache-control'], /no-store/, path);
	const asked = await request(world.authorizeUrl());
	assert.equal(asked.status, 303);
	assert.match(asked.headers['cache-control'], /no-store/);
});

test('a redirect that carries a code is kept by no cache, tells no referrer, and repeats no form', async () => {
	const at = await world.agent.open(world.authorizeUrl());
	const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
	const fields = form.fields.filter((one) => one.type === 'hidden' || one.checked || one.name === 'space').map((one) => [one.name, one.value]);
	const answer = await world.agent.post('/authorize/consent', [...fields, ['decision', 'allow']]);
	assert.equal(answer.status, 303, answer.text);
	const to = new URL(answer.headers.location);
	world.secrets.push(to.searchParams.get('code'));
	assert.ok(to.searchParams.get('code').length >= 43);
	assert.match(answer.headers['cache-control'], /no-store/);
	assert.equal(answer.headers['referrer-policy'], 'no-referrer');
	assert.equal(to.hash, '');
});

/* --- behind a proxy that ends TLS ------------------------------------------------------------- */

test('with an https public URL: issuer and documents by it, Secure __Host- cookies, HSTS, and no answer to another Host', async () => {
	const server = await startServer({ publicUrl: 'https://ads.example' });
	try {
		const foreign = await request(`${server.url}/.well-known/oauth-authorization-server`, { headers: { Host: 'evil.example' } });
		assert.equal(foreign.status, 400);
		assert.ok(!foreign.text.includes('evil.example'));
		for (const host of ['ads.example', new URL(server.url).host]) {
			const document = (await request(`${server.url}/.well-known/oauth-authorization-server`, { headers: { Host: host } })).json;
			assert.equal(document.issuer, 'https://ads.example');
			for (const [name, value] of Object.entries(document))
				if (/_endpoint$|_uri$/.test(name))
					assert.ok(value.startsWith('https://ads.example/'), name);
		}
		const refused = await request(`${server.url}/mcp`, { method: 'POST', headers: { Host: 'ads.example' } });
		assert.match(refused.headers['www-authenticate'], /resource_metadata="https:\/\/ads\.example\/\.well-known\/oauth-protected-resource\/mcp"/);
		const page = await request(`${server.url}/signin`, { headers: { Host: 'ads.example' } });
		assert.equal(page.status, 200, page.text);
		assert.match(page.headers['strict-transport-security'], /^max-age=\d{8,}/);
		const cookies = page.headers['set-cookie'] ?? [];
		assert.ok(cookies.length > 0);
		for (const cookie of cookies)
			assert.match(cookie, /^__Host-[^;]+;(?=.*\bSecure\b)(?=.*\bHttpOnly\b)(?=.*\bSameSite=Lax\b)(?=.*\bPath=\/(;|$))(?!.*\bDomain\b)/, cookie);
		for (const path of ['/api/v1/me', '/mcp', '/healthz', '/nothing', '/.well-known/oauth-authorization-server', '/app', '/docs']) {
			const { headers } = await request(`${server.url}${path}`, { headers: { Host: 'ads.example' } });
			assert.match(headers['strict-transport-security'] ?? '', /^max-age=\d{8,}$/, path);
		}
	} finally {
		await server.stop();
	}
});

test('no answer can be framed or load anything but what its page names', async () => {
	const paths = ['/api/v1/me', '/api/v1/openapi.json', '/mcp', '/healthz', '/nothing', '/.well-known/jwks.json', '/signin', '/app', '/docs'];
	for (const path of paths) {
		const policy = (await request(world.url + path)).headers['content-security-policy'] ?? '';
		assert.match(policy, /^default-src 'none'(;|$)/, path);
		assert.match(policy, /; frame-ancestors 'none'(;|$)/, path);
		assert.match(policy, /; base-uri 'none'(;|$)/, path);
	}
});

test('on plain http no page promises TLS', async () => {
	assert.equal((await request(`${world.url}/signin`)).headers['strict-transport-security'], undefined);
});

/* --- stored values ---------------------------------------------------------------------------- */

test('the database holds no secret as it was given', { skip: !!process.env.ADCORE_TEST_DATABASE?.startsWith('postgres') && 'read as a file' }, async () => {
	const client = await world.confidential('client_secret_post');
	const device = (await world.register({ client_name: 'Secret device', grant_types: [DEVICE], redirect_uris: undefined, response_types: [] })).json;
	const asked = (await world.form('/device_authorization', { client_id: device.client_id })).json;
	const pushed = (await world.form('/par', Object.fromEntries(new URL(world.authorizeUrl()).searchParams))).json;
	const { code, verifier } = await world.code();
	const minted = world.server.mintToken(world.account);
	const secrets = { secret: client.client_secret, management: client.registration_access_token, device: asked.device_code,
		pushed: pushed.request_uri, code, verifier, access: tokens.access_token, refresh: tokens.refresh_token, minted,
		password: world.account.password, ...Object.fromEntries([...world.agent.cookies].filter(([, value]) => value.length > 20)) };
	const files = readdirSync(world.server.dataDir).filter((name) => /^adcore\.db/.test(name));
	const kept = Buffer.concat(files.map((name) => readFileSync(join(world.server.dataDir, name))));
	assert.ok(kept.includes(client.client_id), 'it is the database that is read');
	for (const [name, value] of Object.entries(secrets)) {
		assert.ok(value.length >= 16, name);
		assert.ok(!kept.includes(value.replace(/^urn:ietf:params:oauth:request_uri:/, '')), name);
	}
});

/* --- rate limits ------------------------------------------------------------------------------ */

test('an address that asks too often is told so in the shape of each endpoint, with Retry-After', async () => {
	comeFrom('127.3.0.1');
	for (let sent = 0; sent < 600; sent += 50)
		await Promise.all(Array.from({ length: 50 }, () => request(`${world.url}/.well-known/jwks.json`)));
	const body = new URLSearchParams({ code_challenge: pkce().challenge }).toString();
	for (const path of ['/token', '/revoke', '/par', '/device_authorization', '/introspect']) {
		const answer = await request(world.url + path, { method: 'POST', headers: { 'Content-Type': FORM }, body });
		assert.equal(answer.status, 429, path);
		assert.equal(answer.json.error, 'temporarily_unavailable');
		assert.ok(Number(answer.headers['retry-after']) > 0, path);
		assert.equal(answer.headers['access-control-allow-origin'], path === '/introspect' ? undefined : '*');
	}
	for (const path of ['/.well-known/oauth-authorization-server', '/register/cli_00000000000000000000000000']) {
		const answer = await request(world.url + path);
		assert.equal(answer.status, 429, path);
		assert.equal(answer.json.error, 'temporarily_unavailable');
		assert.ok(Number(answer.headers['retry-after']) > 0, path);
	}
	for (const path of ['/authorize', '/signin', '/device', '/authorize/consent']) {
		const answer = await request(world.url + path);
		assert.equal(answer.status, 429, path);
		assert.equal(answer.type, 'text/html', path);
		assert.ok(Number(answer.headers['retry-after']) > 0, path);
	}
	comeFrom('127.3.0.2');
	assert.equal((await request(`${world.url}/.well-known/jwks.json`)).status, 200, 'others are not meant');
});

test('nothing secret is in the log', () => world.assertQuietLog());
