/*
 * /revoke and /introspect: allowed callers, and no effect on or answer about other clients'
 * tokens (1.6, 1.17).
 */
import { strict as assert } from 'node:assert';
import { basic } from './bench.mjs';

function row(name, path, status, error, send, { headers = {}, check } = {}) {
	const open = path === '/revoke' ? { 'access-control-allow-origin': /^\*$/ } : { 'access-control-allow-origin': null };
	return {
		box: '1.17',
		name: `${path}: ${name}`,
		status,
		error,
		type: status === 405 ? undefined : 'application/json',
		headers: { 'cache-control': /no-store/, ...open, ...headers },
		check,
		send,
		async good(bench) {
			assert.equal(await bench.world.mcpStatus(bench.tokens.access_token), 200);
			assert.equal(await bench.world.mcpStatus(bench.owned.access_token), 200);
			const told = await bench.world.form('/introspect', { token: bench.owned.refresh_token, client_id: bench.post.client_id,
				client_secret: bench.post.client_secret });
			assert.equal(told.json.active, true);
		},
	};
}

const revoke = (name, status, error, fields, headers, more) => row(name, '/revoke', status, error, (bench) => bench.world.form('/revoke',
	{ token: bench.tokens.refresh_token, client_id: bench.client.client_id, ...(typeof fields === 'function' ? fields(bench) : fields) },
	headers?.(bench)), more);
const introspect = (name, status, error, fields, headers, more) => row(name, '/introspect', status, error, (bench) => bench.world.form('/introspect',
	{ token: bench.owned.access_token, client_id: bench.post.client_id, client_secret: bench.post.client_secret,
		...(typeof fields === 'function' ? fields(bench) : fields) }, headers?.(bench)), more);

const quiet = { check: (answer) => assert.deepEqual(answer.json, {}) };
const dead = { check: (answer) => assert.deepEqual(answer.json, { active: false }) };
const challenged = { headers: { 'www-authenticate': /^Basic realm=/ } };

export default [
	row('the method GET', '/revoke', 405, 'invalid_request', (b) => b.raw('/revoke'), { headers: { allow: /^POST, OPTIONS$/ } }),
	row('a body of JSON', '/revoke', 400, 'invalid_request', (b) => b.json('/revoke', { token: b.tokens.refresh_token, client_id: b.client.client_id })),
	row('the token in the address', '/revoke', 400, 'invalid_request',
		(b) => b.text(`/revoke?token=${b.tokens.refresh_token}`, `client_id=${b.client.client_id}`)),
	row('a body above 32 KB', '/revoke', 413, 'invalid_request', (b) => b.text('/revoke', `token=${'x'.repeat(40000)}`)),
	revoke('no token', 400, 'invalid_request', { token: undefined }),
	revoke('an empty token', 400, 'invalid_request', { token: '' }),
	revoke('the token twice', 400, 'invalid_request', (b) => ({ token: [b.tokens.refresh_token, b.tokens.refresh_token] })),
	revoke('no client', 400, 'invalid_request', { client_id: undefined }),
	revoke('an unknown client', 401, 'invalid_client', { client_id: 'cli_00000000000000000000000000' }),
	revoke('a secret of a client that has none', 401, 'invalid_client', { client_secret: 'x' }),
	revoke('no secret of a client that has one', 401, 'invalid_client', (b) => ({ token: b.owned.refresh_token, client_id: b.post.client_id })),
	revoke('a wrong secret', 401, 'invalid_client', (b) => ({ token: b.owned.refresh_token, client_id: b.post.client_id, client_secret: 'x' })),
	revoke('a wrong secret by Basic', 401, 'invalid_client', { client_id: undefined }, (b) => basic(b.basic.client_id, 'x'), challenged),
	revoke("another client's refresh token", 200, undefined, (b) => ({ client_id: b.other.client_id }), undefined, quiet),
	revoke("another client's access token", 200, undefined, (b) => ({ client_id: b.other.client_id, token: b.tokens.access_token }), undefined, quiet),
	revoke("a confidential client's token by a public one", 200, undefined, (b) => ({ token: b.owned.refresh_token }), undefined, quiet),
	revoke('an unknown token', 200, undefined, { token: 'nothing' }, undefined, quiet),
	revoke('an API token', 200, undefined, (b) => ({ token: b.api }), undefined, quiet),
	revoke('a refresh token with a changed MAC', 200, undefined, (b) => ({ token: `${b.tokens.refresh_token.slice(0, -2)}xx` }), undefined, quiet),
	revoke('an access token with a changed signature', 200, undefined, (b) => ({ token: `${b.tokens.access_token.slice(0, -8)}AAAAAAAA` }), undefined, quiet),

	row('the method GET', '/introspect', 405, 'invalid_request', (b) => b.raw('/introspect?token=x'), { headers: { allow: /^POST$/ } }),
	row('a preflight', '/introspect', 405, 'invalid_request', (b) => b.raw('/introspect', { method: 'OPTIONS',
		headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' } }), { headers: { 'access-control-allow-methods': null } }),
	row('a body of JSON', '/introspect', 400, 'invalid_request', (b) => b.json('/introspect', { token: 'x' })),
	row('the token in the address', '/introspect', 400, 'invalid_request', (b) => b.text(`/introspect?token=${b.owned.access_token}`,
		`client_id=${b.post.client_id}&client_secret=${b.post.client_secret}`)),
	introspect('no token', 400, 'invalid_request', { token: undefined }),
	introspect('the token twice', 400, 'invalid_request', { token: ['a', 'b'] }),
	introspect('a public client', 401, 'invalid_client', (b) => ({ client_id: b.client.client_id, client_secret: undefined })),
	introspect('no client', 400, 'invalid_request', { client_id: undefined, client_secret: undefined }),
	introspect('a wrong secret', 401, 'invalid_client', { client_secret: 'wrong' }),
	introspect('no secret', 401, 'invalid_client', { client_secret: undefined }),
	introspect('an unknown client', 401, 'invalid_client', { client_id: 'cli_00000000000000000000000000' }),
	introspect('a bearer token instead', 401, 'invalid_client', { client_id: undefined, client_secret: undefined },
		(b) => ({ Authorization: `Bearer ${b.owned.access_token}` }), challenged),
	introspect("another client's access token", 200, undefined, (b) => ({ token: b.tokens.access_token }), undefined, dead),
	introspect("another client's refresh token", 200, undefined, (b) => ({ token: b.tokens.refresh_token }), undefined, dead),
	introspect('an API token', 200, undefined, (b) => ({ token: b.api }), undefined, dead),
	introspect('an unknown token', 200, undefined, { token: 'nothing' }, undefined, dead),
	introspect('a changed token', 200, undefined, (b) => ({ token: `${b.owned.access_token.slice(0, -8)}AAAAAAAA` }), undefined, dead),
	introspect('a token without its signature', 200, undefined, (b) => ({ token: b.owned.access_token.replace(/[^.]*$/, '') }), undefined, dead),
];
