/* /par: refused as by /authorize, in JSON, and nothing is stored (1.13). */
import { strict as assert } from 'node:assert';
import { REDIRECT } from '../world.mjs';
import { basic } from './bench.mjs';

const HEADERS = { 'cache-control': /no-store/, 'access-control-allow-origin': /^\*$/, location: null };

async function good(bench) {
	const answer = await bench.world.form('/par', bench.parameters());
	assert.equal(answer.status, 201, answer.text);
	assert.match(answer.json.request_uri, /^urn:ietf:params:oauth:request_uri:/);
}

const raw = (name, status, error, send, headers = {}) =>
	({ box: '1.13', name, status, error, type: status === 405 ? undefined : 'application/json', headers: { ...HEADERS, ...headers }, send, good });
const bent = (name, status, error, changes, headers, more) => raw(name, status, error, (bench) => bench.world.form('/par',
	bench.parameters(typeof changes === 'function' ? changes(bench) : changes), headers?.(bench)), more);

/* A pushed request used wrongly at /authorize: a local page, and the valid use still succeeds. */
function used(name, error, query, push = (bench) => bench.parameters()) {
	return {
		box: '1.13',
		name,
		status: 400,
		error,
		type: 'text/html',
		headers: { location: null, 'cache-control': /no-store/ },
		async prepare(bench) {
			const answer = await bench.world.form('/par', push(bench));
			assert.equal(answer.status, 201, answer.text);
			return { uri: answer.json.request_uri };
		},
		send: (bench, { uri }) => bench.raw(`/authorize?${new URLSearchParams(query(bench, uri))}`),
		async good(bench, { uri }) {
			const answer = await bench.raw(`/authorize?${new URLSearchParams({ client_id: push(bench).client_id, request_uri: uri })}`);
			assert.equal(answer.status, 303, answer.text);
		},
	};
}

export default [
	raw('the method GET', 405, 'invalid_request', (b) => b.raw('/par'), { allow: /^POST, OPTIONS$/ }),
	raw('a body of JSON', 400, 'invalid_request', (b) => b.json('/par', b.parameters())),
	raw('a body above 32 KB', 413, 'invalid_request', (b) => b.text('/par', `state=${'x'.repeat(40000)}`)),
	raw('a secret in the address', 400, 'invalid_request', (b) => b.text('/par?client_secret=x', new URLSearchParams(b.parameters()).toString())),
	bent('a request_uri within', 400, 'invalid_request', { request_uri: `urn:ietf:params:oauth:request_uri:${'x'.repeat(43)}` }),
	bent('a request object', 400, 'request_not_supported', { request: 'eyJhbGciOiJub25lIn0.e30.' }),
	bent('no client', 400, 'invalid_request', { client_id: undefined }),
	bent('an unknown client', 401, 'invalid_client', { client_id: 'cli_00000000000000000000000000' }),
	bent('client_id twice', 400, 'invalid_request', (b) => ({ client_id: [b.client.client_id, b.client.client_id] })),
	bent('no secret of a client that has one', 401, 'invalid_client', (b) => ({ client_id: b.post.client_id })),
	bent('a wrong secret by Basic', 401, 'invalid_client', { client_id: undefined }, (b) => basic(b.basic.client_id, 'x'),
		{ 'www-authenticate': /^Basic realm=/ }),
	bent('a client that may not use codes', 400, 'unauthorized_client', (b) => ({ client_id: b.deviceWithRedirect.client_id })),
	bent('another redirect_uri', 400, 'invalid_request', { redirect_uri: 'https://evil.example/' }),
	bent('redirect_uri twice', 400, 'invalid_request', { redirect_uri: [REDIRECT, 'https://evil.example/'] }),
	bent('response_type token', 400, 'unsupported_response_type', { response_type: 'token' }),
	bent('no code_challenge', 400, 'invalid_request', { code_challenge: undefined }),
	bent('code_challenge_method plain', 400, 'invalid_request', { code_challenge_method: 'plain' }),
	bent('scopes of which none exists', 400, 'invalid_scope', { scope: 'everything' }),
	bent('a resource of elsewhere', 400, 'invalid_target', { resource: 'https://other.example/' }),
	bent('two resources', 400, 'invalid_target', (b) => ({ resource: [b.server.mcp, b.server.api] })),
	bent('a state above 4 KB', 400, 'invalid_request', { state: 's'.repeat(4097) }),
	used('a pushed request named by another client', 'invalid_request_uri', (b, uri) => ({ client_id: b.other.client_id, request_uri: uri })),
	used('a pushed request named without a client', 'invalid_request_uri', (b, uri) => ({ request_uri: uri })),
	used('a pushed request named with a letter more', 'invalid_request_uri', (b, uri) => ({ client_id: b.client.client_id, request_uri: `${uri}A` })),
];
