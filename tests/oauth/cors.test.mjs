/*
 * Cross-origin requests (1.20): any origin for public documents and for endpoints with a
 * credential in the request, the operator's origins at the connector, and none elsewhere.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { initialize, legacy, send } from '../clients/lib/mcp_raw.mjs';
import { request } from '../clients/lib/net.mjs';
import { startWorld } from './world.mjs';

const INSPECTOR = 'https://inspector.example';
const HERE = 'http://localhost:6274'; /* loopback may call a server that listens there */
let world;
let tokens;

before(async () => {
	world = await startWorld({ args: ['--allow-origin', `${INSPECTOR}, https://other.example:8443`] });
	tokens = await world.tokens();
});

after(() => world?.stop());

const preflight = (path, origin, headers = 'authorization,content-type,mcp-protocol-version', method = 'POST') =>
	request(world.url + path, { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': method,
		'Access-Control-Request-Headers': headers } });
const call = (origin, token, message = legacy('tools/list', {})) => send(world.server, token, message, { Origin: origin });
const list = (text) => (text ?? '').toLowerCase().split(/,\s*/);

function assertOpen(answer, origin) {
	assert.equal(answer.headers['access-control-allow-origin'], origin);
	assert.equal(answer.headers['access-control-allow-credentials'], undefined);
	assert.ok(list(answer.headers.vary).includes('origin'), answer.headers.vary);
	for (const name of ['www-authenticate', 'dpop-nonce', 'retry-after', 'x-request-id'])
		assert.ok(list(answer.headers['access-control-expose-headers']).includes(name), name);
}

for (const origin of [INSPECTOR, 'https://other.example:8443', HERE, 'http://127.0.0.1:1234', 'http://[::1]:9']) {
	test(`the connector answers a script of ${origin}`, async () => {
		const before = await preflight('/mcp', origin, 'authorization,content-type,mcp-protocol-version,mcp-method,mcp-name,dpop,x-space-id');
		assert.equal(before.status, 204, before.text);
		assertOpen(before, origin);
		assert.deepEqual(list(before.headers['access-control-allow-methods']), ['post']);
		for (const name of ['authorization', 'content-type', 'accept', 'dpop', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'x-space-id'])
			assert.ok(list(before.headers['access-control-allow-headers']).includes(name), name);
		assert.ok(Number(before.headers['access-control-max-age']) > 0);
		const refused = await call(origin);
		assert.equal(refused.status, 401);
		assertOpen(refused, origin);
		assert.match(refused.headers['www-authenticate'], /resource_metadata=/, 'which the script may read');
		for (const message of [initialize(), legacy('tools/list', {})]) {
			const answer = await call(origin, tokens.access_token, message);
			assert.equal(answer.status, 200, answer.text);
			assertOpen(answer, origin);
		}
		const beyond = await call(origin, tokens.access_token, legacy('tools/call', { name: 'push_sync', arguments: { all: true, planHash: 'a'.repeat(64) } }));
		assert.equal(beyond.status, 403);
		assert.match(beyond.headers['www-authenticate'], /insufficient_scope/);
		assertOpen(beyond, origin);
	});
}

for (const origin of ['https://evil.example', 'null', 'https://inspector.example.evil.example', 'https://inspector.example:8443', 'http://inspector.example',
	'https://evilinspector.example', 'https://other.example', 'http://localhost.evil.example', 'https://inspector.example/', 'inspector.example', 'file://']) {
	test(`the connector refuses a script of ${origin}`, async () => {
		for (const answer of [await preflight('/mcp', origin), await call(origin, tokens.access_token), await call(origin)]) {
			assert.equal(answer.status, 403);
			for (const name of ['allow-origin', 'allow-methods', 'allow-headers', 'expose-headers'])
				assert.equal(answer.headers[`access-control-${name}`], undefined, name);
		}
	});
}

test('an allowed Origin does not help a name that was rebound to this server', async () => {
	for (const method of ['OPTIONS', 'POST']) {
		const answer = await request(world.server.mcp, { method, headers: { Host: 'rebound.example', Origin: INSPECTOR,
			'Access-Control-Request-Method': 'POST', 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.access_token}` }, body: '{}' });
		assert.equal(answer.status, 403);
		assert.equal(answer.headers['access-control-allow-origin'], undefined);
	}
});

test('without an Origin there is no CORS, and OPTIONS alone is no preflight', async () => {
	const plain = await call(undefined, tokens.access_token);
	assert.equal(plain.status, 200);
	assert.equal(plain.headers['access-control-allow-origin'], undefined);
	assert.equal((await request(world.server.mcp, { method: 'OPTIONS' })).status, 401);
	const known = await request(world.server.mcp, { method: 'OPTIONS', headers: { Authorization: `Bearer ${tokens.access_token}`, Origin: INSPECTOR } });
	assert.equal(known.status, 405);
	assert.equal(known.headers.allow, 'POST');
	assertOpen(known, INSPECTOR);
});

const OPEN = [['/.well-known/oauth-authorization-server', 'GET'], ['/.well-known/openid-configuration', 'GET'],
	['/.well-known/oauth-protected-resource', 'GET'], ['/.well-known/oauth-protected-resource/mcp', 'GET'],
	['/.well-known/oauth-protected-resource/api/v1', 'GET'], ['/.well-known/jwks.json', 'GET'], ['/token', 'POST'], ['/revoke', 'POST'],
	['/register', 'POST'], ['/par', 'POST'], ['/device_authorization', 'POST']];

for (const [path, method] of OPEN) {
	test(`${path}: any page may ask and read, without cookies`, async () => {
		const before = await preflight(path, 'https://anybody.example', 'authorization,content-type,dpop,mcp-protocol-version', method);
		assert.equal(before.status, 204);
		assert.ok(list(before.headers['access-control-allow-methods']).includes(method.toLowerCase()));
		assert.equal(before.headers['access-control-max-age'], '86400');
		for (const name of ['authorization', 'content-type', 'dpop', 'mcp-protocol-version'])
			assert.ok(list(before.headers['access-control-allow-headers']).includes(name), name);
		const answer = await request(world.url + path, { method, headers: { Origin: 'https://anybody.example' }, body: method === 'POST' ? '' : undefined });
		for (const one of [before, answer]) {
			assert.equal(one.headers['access-control-allow-origin'], '*');
			assert.equal(one.headers['access-control-allow-credentials'], undefined);
		}
		for (const name of ['www-authenticate', 'dpop-nonce', 'retry-after'])
			assert.ok(list(answer.headers['access-control-expose-headers']).includes(name), name);
	});
}

for (const path of ['/authorize', '/authorize/consent', '/signin', '/signin/link', '/device', '/introspect', '/app', '/app/account', '/api/v1/me']) {
	test(`${path}: no page elsewhere may read`, async () => {
		for (const origin of ['https://anybody.example', INSPECTOR, HERE])
			for (const answer of [await preflight(path, origin), await request(world.url + path, { headers: { Origin: origin } }),
				await request(world.url + path, { method: 'POST', headers: { Origin: origin }, body: '' })])
				for (const name of ['allow-origin', 'allow-methods', 'allow-credentials', 'expose-headers'])
					assert.equal(answer.headers[`access-control-${name}`], undefined, `${answer.status} ${name}`);
	});
}
