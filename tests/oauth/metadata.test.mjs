/* Discovery: RFC 8414, RFC 9728, JWKS (RFC 7517), and the origins that may read them. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { calculateJwkThumbprint } from 'jose';
import { rawExchange, request } from '../clients/lib/net.mjs';
import { challengeOf } from '../clients/lib/provider.mjs';
import { startWorld } from './world.mjs';

const AS = '/.well-known/oauth-authorization-server';
const OIDC = '/.well-known/openid-configuration';
const PRM = '/.well-known/oauth-protected-resource';
const SCOPES = ['campaigns:read', 'campaigns:write', 'ads:read', 'ads:write', 'keywords:read', 'keywords:write',
	'assets:read', 'assets:write', 'businesses:read', 'businesses:write', 'reports:read', 'sync:read', 'sync:write'];

let world;
let document;

before(async () => {
	world = await startWorld();
	document = (await request(world.url + AS)).json;
});

after(() => world?.stop());

test('the metadata document is JSON, cacheable for a short time and open to any origin', async () => {
	const answer = await request(world.url + AS);
	assert.equal(answer.status, 200);
	assert.equal(answer.type, 'application/json');
	const age = Number(answer.headers['cache-control'].match(/max-age=(\d+)/)[1]);
	assert.ok(age >= 60 && age <= 3600, answer.headers['cache-control']);
	assert.equal(answer.headers['access-control-allow-origin'], '*');
	assert.equal(answer.headers['access-control-allow-credentials'], undefined);
});

test('issuer is the public URL, byte for byte', () => {
	assert.equal(document.issuer, world.url);
});

test('every endpoint stands where clients guess it', () => {
	assert.equal(document.authorization_endpoint, `${world.url}/authorize`);
	assert.equal(document.token_endpoint, `${world.url}/token`);
	assert.equal(document.registration_endpoint, `${world.url}/register`);
	assert.equal(document.revocation_endpoint, `${world.url}/revoke`);
	assert.equal(document.introspection_endpoint, `${world.url}/introspect`);
	assert.equal(document.pushed_authorization_request_endpoint, `${world.url}/par`);
	assert.equal(document.require_pushed_authorization_requests, false);
	assert.ok(document.jwks_uri.startsWith(`${world.url}/`));
});

test('S256 alone, code alone, and both grants', () => {
	assert.deepEqual(document.code_challenge_methods_supported, ['S256']);
	assert.deepEqual(document.response_types_supported, ['code']);
	assert.ok(document.grant_types_supported.includes('authorization_code'));
	assert.ok(document.grant_types_supported.includes('refresh_token'));
	assert.ok(!document.grant_types_supported.includes('implicit'));
	assert.ok(!document.grant_types_supported.includes('password'));
});

test('public clients and secrets are accepted at the token endpoint', () => {
	for (const method of ['none', 'client_secret_basic', 'client_secret_post'])
		assert.ok(document.token_endpoint_auth_methods_supported.includes(method), method);
	assert.deepEqual(document.introspection_endpoint_auth_methods_supported.includes('none'), false);
	if (document.token_endpoint_auth_methods_supported.includes('private_key_jwt'))
		assert.ok(document.token_endpoint_auth_signing_alg_values_supported.includes('ES256'));
});

test('iss is announced', () => {
	assert.equal(document.authorization_response_iss_parameter_supported, true);
});

test('the scopes are the thirteen of the API, and perhaps offline_access', () => {
	for (const scope of document.scopes_supported)
		assert.ok([...SCOPES, 'offline_access'].includes(scope), scope);
	for (const scope of SCOPES)
		assert.ok(document.scopes_supported.includes(scope), scope);
});

test('no member of any document is null or empty', async () => {
	for (const path of [AS, PRM, `${PRM}/mcp`, `${PRM}/api/v1`])
		for (const [name, value] of Object.entries((await request(world.url + path)).json)) {
			assert.notEqual(value, null, name);
			assert.notEqual(value, '', name);
			assert.notDeepEqual(value, [], name);
		}
});

test('it says this, and no more', () => {
	const at = (path) => world.url + path;
	const methods = ['none', 'private_key_jwt', 'client_secret_post', 'client_secret_basic'];
	const algorithms = ['RS256', 'ES256'];
	assert.deepEqual(document, {
		issuer: world.url,
		authorization_endpoint: at('/authorize'),
		token_endpoint: at('/token'),
		registration_endpoint: at('/register'),
		revocation_endpoint: at('/revoke'),
		device_authorization_endpoint: at('/device_authorization'),
		introspection_endpoint: at('/introspect'),
		pushed_authorization_request_endpoint: at('/par'),
		require_pushed_authorization_requests: false,
		jwks_uri: at('/.well-known/jwks.json'),
		scopes_supported: SCOPES,
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code', 'client_credentials'],
		code_challenge_methods_supported: ['S256'],
		token_endpoint_auth_methods_supported: methods,
		token_endpoint_auth_signing_alg_values_supported: algorithms,
		revocation_endpoint_auth_methods_supported: methods,
		revocation_endpoint_auth_signing_alg_values_supported: algorithms,
		introspection_endpoint_auth_methods_supported: methods.slice(1),
		introspection_endpoint_auth_signing_alg_values_supported: algorithms,
		authorization_response_iss_parameter_supported: true,
		client_id_metadata_document_supported: true,
		dpop_signing_alg_values_supported: ['ES256', 'RS256'],
		protected_resources: [world.server.mcp, world.server.api],
		service_documentation: at('/docs'),
		ui_locales_supported: ['en'],
	});
});

test('what is announced answers', async () => {
	for (const name of ['introspection_endpoint', 'pushed_authorization_request_endpoint', 'device_authorization_endpoint']) {
		if (!(name in document))
			continue;
		const answer = await request(document[name], { method: 'POST',
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' });
		assert.ok(answer.status === 400 || answer.status === 401, `${name}: ${answer.status}`);
	}
});

test('the OpenID alias is the same document', async () => {
	const [one, other] = await Promise.all([request(world.url + AS), request(world.url + OIDC)]);
	assert.equal(other.status, 200);
	assert.equal(other.text, one.text);
});

test('a foreign Host never reaches the document', async () => {
	for (const path of [AS, OIDC, PRM, `${PRM}/mcp`]) {
		const answer = await rawExchange(world.url, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
		assert.doesNotMatch(answer, /evil\.example/, path);
	}
});

test('X-Forwarded headers of an untrusted peer never reach the document', async () => {
	const answer = await request(world.url + AS, { headers: { 'X-Forwarded-Host': 'evil.example',
		'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example;proto=https' } });
	assert.equal(answer.status, 200);
	assert.equal(answer.json.issuer, world.url);
});

test('HEAD answers as GET without a body', async () => {
	const answer = await request(world.url + AS, { method: 'HEAD' });
	assert.equal(answer.status, 200);
	assert.equal(answer.type, 'application/json');
	assert.equal(answer.bytes.length, 0);
});

test('another method is 405 with Allow', async () => {
	const answer = await request(world.url + AS, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
	assert.equal(answer.status, 405);
	assert.match(answer.headers.allow, /\bGET\b/);
});

test('a preflight is answered', async () => {
	for (const path of [AS, `${PRM}/mcp`, '/token', '/register', '/revoke']) {
		const answer = await request(world.url + path, { method: 'OPTIONS', headers: {
			Origin: 'https://inspector.example', 'Access-Control-Request-Method': 'POST',
			'Access-Control-Request-Headers': 'content-type, authorization, mcp-protocol-version' } });
		assert.equal(answer.status, 204, path);
		assert.equal(answer.headers['access-control-allow-origin'], '*', path);
		for (const name of ['authorization', 'content-type', 'mcp-protocol-version'])
			assert.ok(answer.headers['access-control-allow-headers'].toLowerCase().includes(name), `${path}: ${name}`);
	}
});

test('an unknown well-known name is 404 and not a page', async () => {
	for (const path of ['/.well-known/nothing-here', `${AS}/other`, `${PRM}/other`]) {
		const answer = await request(world.url + path);
		assert.equal(answer.status, 404, path);
		assert.notEqual(answer.type, 'text/html', path);
	}
});

test('the resource metadata stands at the root and under the path of the connector', async () => {
	const [root, mcp] = await Promise.all([request(world.url + PRM), request(`${world.url}${PRM}/mcp`)]);
	for (const answer of [root, mcp]) {
		assert.equal(answer.status, 200);
		assert.equal(answer.type, 'application/json');
		assert.equal(answer.headers['access-control-allow-origin'], '*');
		assert.equal(answer.json.resource, world.server.mcp);
		assert.deepEqual(answer.json.authorization_servers, [world.url]);
		assert.deepEqual(answer.json.bearer_methods_supported, ['header']);
	}
});

test('both resources ask for what a first connection needs, nothing that spends, never for offline_access', async () => {
	const baseline = ['campaigns:read', 'campaigns:write', 'ads:read', 'ads:write', 'keywords:read', 'keywords:write',
		'assets:read', 'assets:write', 'businesses:read', 'businesses:write', 'reports:read', 'sync:read'];
	for (const [path, resource] of [[PRM, world.server.mcp], [`${PRM}/mcp`, world.server.mcp], [`${PRM}/api/v1`, `${world.server.api}/me`]]) {
		assert.deepEqual((await request(world.url + path)).json.scopes_supported, baseline, path);
		const challenge = challengeOf((await request(resource, { method: resource === world.server.mcp ? 'POST' : 'GET' })).headers['www-authenticate']);
		assert.deepEqual(challenge.scope.split(' '), baseline, 'the challenge says the same');
	}
});

test('the key set holds public ES256 keys named by their thumbprint', async () => {
	const answer = await request(document.jwks_uri);
	assert.equal(answer.status, 200);
	assert.match(answer.type, /^application\/(jwk-set\+)?json$/);
	assert.equal(answer.headers['access-control-allow-origin'], '*');
	const age = Number(answer.headers['cache-control'].match(/max-age=(\d+)/)[1]);
	assert.ok(age >= 300 && age <= 3600, `${age} s`);
	const { keys } = answer.json;
	assert.ok(keys.length >= 1);
	assert.equal(new Set(keys.map((key) => key.kid)).size, keys.length);
	for (const key of keys) {
		assert.equal(key.kty, 'EC');
		assert.equal(key.crv, 'P-256');
		assert.equal(key.alg, 'ES256');
		assert.equal(key.use, 'sig');
		assert.equal(key.kid, await calculateJwkThumbprint(key));
		for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
			assert.ok(!(secret in key), secret);
	}
});
