/* /register: a refusal stores no client (1.11, 1.16). */
import { strict as assert } from 'node:assert';
import { REDIRECT } from '../world.mjs';

const HEADERS = { 'cache-control': /no-store/, 'access-control-allow-origin': /^\*$/ };
let serial = 0;

async function good(bench) {
	const answer = await bench.world.register({ client_name: `Good ${serial++}` });
	assert.equal(answer.status, 201, answer.text);
	assert.ok(answer.json.client_id);
}

const raw = (name, status, error, send, headers = {}) =>
	({ box: '1.11', name, status, error, type: status === 405 ? undefined : 'application/json', headers: { ...HEADERS, ...headers }, send, good });
const members = (name, error, changes) => raw(name, 400, error, (bench) => bench.world.register(changes));
const uri = (name, value) => ({ ...members(`the redirect URI ${name} alone`, 'invalid_redirect_uri', { redirect_uris: [value] }), box: '1.16' });
const meta = (name, changes) => members(name, 'invalid_client_metadata', changes);

export default [
	raw('the method GET', 405, 'invalid_request', (b) => b.raw('/register'), { allow: /^POST, OPTIONS$/ }),
	raw('the method PUT', 405, 'invalid_request', (b) => b.raw('/register', { method: 'PUT' }), { allow: /^POST, OPTIONS$/ }),
	raw('a form', 400, 'invalid_client_metadata', (b) => b.text('/register', 'redirect_uris=x')),
	raw('JSON that is none', 400, 'invalid_client_metadata', (b) => b.json('/register', '{"redirect_uris":')),
	raw('an array', 400, 'invalid_client_metadata', (b) => b.json('/register', '[]')),
	raw('a string', 400, 'invalid_client_metadata', (b) => b.json('/register', '"x"')),
	raw('null', 400, 'invalid_client_metadata', (b) => b.json('/register', 'null')),
	raw('an empty body', 400, 'invalid_client_metadata', (b) => b.json('/register', '')),
	raw('a member twice', 400, 'invalid_client_metadata',
		(b) => b.json('/register', `{"redirect_uris":["${REDIRECT}"],"redirect_uris":["https://evil.example/"]}`)),
	raw('text behind the object', 400, 'invalid_client_metadata', (b) => b.json('/register', `{"redirect_uris":["${REDIRECT}"]} x`)),
	raw('arrays a thousand deep', 400, 'invalid_client_metadata', (b) => b.json('/register', `${'['.repeat(1000)}${']'.repeat(1000)}`)),
	raw('bytes that are not UTF-8', 400, 'invalid_client_metadata', (b) => b.json('/register',
		Buffer.concat([Buffer.from('{"client_name":"'), Buffer.from([0xff, 0xfe]), Buffer.from(`","redirect_uris":["${REDIRECT}"]}`)]))),
	raw('a body above 64 KB', 413, 'invalid_request', (b) => b.world.register({ x: 'y'.repeat(70000) })),

	members('no redirect_uris', 'invalid_redirect_uri', { redirect_uris: undefined }),
	members('an empty list of redirect_uris', 'invalid_redirect_uri', { redirect_uris: [] }),
	members('a string for the redirect_uris', 'invalid_redirect_uri', { redirect_uris: REDIRECT }),
	members('a number among the redirect_uris', 'invalid_redirect_uri', { redirect_uris: [7] }),
	members('null among the redirect_uris', 'invalid_redirect_uri', { redirect_uris: [null] }),
	members('21 redirect_uris', 'invalid_redirect_uri', { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a.example/${i}`) }),
	uri('of script', 'javascript:alert(1)'),
	uri('of script in other case', 'JavaScript:alert(1)'),
	uri('of data', 'data:text/html,x'),
	uri('of a file', 'file:///etc/passwd'),
	uri('of vbscript', 'vbscript:x'),
	uri('of a blob', 'blob:https://a.example/b'),
	uri('of http elsewhere', 'http://client.example/callback'),
	uri('with a fragment', 'https://client.example/callback#x'),
	uri('with a user', 'https://user:pw@client.example/cb'),
	uri('that is relative', '/callback'),
	uri('that is empty', ''),
	uri('without a host', 'https://'),
	uri('with a blank', 'https://client.example/a b'),
	uri('with a line end', 'https://client.example/\nX: y'),
	uri('with a backslash', 'https://client.example\\@evil.example/'),
	uri('of port 0', 'http://127.0.0.1:0/cb'),
	uri('of port 65536', 'http://127.0.0.1:65536/cb'),
	uri('of a host that begins as loopback', 'http://127.0.0.1.evil.example/cb'),
	uri('of a host that ends as loopback', 'http://evil.localhost/cb'),
	uri('above 2 KB', `https://client.example/${'x'.repeat(2100)}`),
	uri('of an unknown scheme', 'evil://callback'),
	uri('with letters beyond ASCII', 'https://clıent.example/cb'),
	uri('of a wildcard host', 'https://*.example/cb'),

	meta('the implicit grant alone', { grant_types: ['implicit'] }),
	meta('the password grant alone', { grant_types: ['password'] }),
	meta('a refresh token alone', { grant_types: ['refresh_token'] }),
	meta('response_types token', { response_types: ['token'] }),
	meta('an unknown token_endpoint_auth_method', { token_endpoint_auth_method: 'tls_client_auth' }),
	meta('client_secret_jwt', { token_endpoint_auth_method: 'client_secret_jwt' }),
	meta('a client_name that is an object', { client_name: { en: 'x' } }),
	meta('a client_name of 501 letters', { client_name: 'x'.repeat(501) }),
	meta('a client_uri of script', { client_uri: 'javascript:alert(1)' }),
	meta('a logo_uri of data', { logo_uri: 'data:image/png;base64,x' }),
	meta('a tos_uri that is relative', { tos_uri: '/tos' }),
	meta('a policy_uri of a file', { policy_uri: 'file:///x' }),
	meta('a jwks_uri of gopher', { jwks_uri: 'gopher://x.example/' }),
	meta('a client_uri in another language of script', { 'client_uri#ja': 'javascript:alert(1)' }),
	meta('a client_uri that is a number', { client_uri: 7 }),
	meta('a scope with a quote', { scope: 'campaigns:read "' }),
	meta('grant_types that is a string', { grant_types: 'authorization_code' }),
];
