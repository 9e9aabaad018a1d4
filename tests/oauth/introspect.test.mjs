/* Introspection (RFC 7662): allowed callers, and the answer for each kind of token. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { assertOAuthError, startWorld } from './world.mjs';

let world;
let owner;
let tokens;

before(async () => {
	world = await startWorld();
	owner = await world.confidential('client_secret_post');
	world.secrets.push(owner.client_secret);
	const grant = await world.code({ client: owner });
	tokens = (await world.exchange(grant, { client_secret: owner.client_secret })).json;
	assert.ok(tokens.access_token, JSON.stringify(tokens));
	world.secrets.push(tokens.access_token, tokens.refresh_token);
});

after(() => world?.stop());

function introspect(token, client = owner, changes = {}) {
	return world.form('/introspect', { token, client_id: client.client_id, client_secret: client.client_secret,
		...changes });
}

test('an access token of the client: what it stands for, and nothing personal', async () => {
	const answer = await introspect(tokens.access_token);
	assert.equal(answer.status, 200, answer.text);
	assert.match(answer.headers['cache-control'], /no-store/);
	assert.equal(answer.headers['access-control-allow-origin'], undefined);
	const told = answer.json;
	assert.equal(told.active, true);
	assert.equal(told.scope, tokens.scope);
	assert.equal(told.client_id, owner.client_id);
	assert.equal(told.token_type, 'Bearer');
	assert.equal(told.aud, world.server.mcp);
	assert.equal(told.iss, world.url);
	assert.match(told.sub, /^acc_/);
	assert.equal(told.exp - told.iat, 3600);
	assert.ok(told.jti);
	assert.ok(!answer.text.includes(world.account.email));
});

test('a refresh token of the client is active until it is rotated', async () => {
	const first = await introspect(tokens.refresh_token);
	assert.equal(first.json.active, true);
	assert.equal(first.json.client_id, owner.client_id);
	assert.equal(first.json.token_type, undefined);
	const next = await world.refresh(tokens.refresh_token, { client_id: owner.client_id,
		client_secret: owner.client_secret });
	assert.equal(next.status, 200, next.text);
	world.secrets.push(next.json.access_token, next.json.refresh_token);
	assert.deepEqual((await introspect(tokens.refresh_token)).json, { active: false });
	assert.equal((await introspect(next.json.refresh_token)).json.active, true);
});

test('of anything else it says no more than that it is not active', async () => {
	const other = await world.tokens();
	const stranger = await world.confidential('client_secret_post', { client_name: 'Stranger' });
	const api = world.server.mintToken?.(world.account) ?? `adcore_test_${'a'.repeat(16)}_${'b'.repeat(43)}`;
	for (const [what, answer] of [
		['unknown', await introspect('nothing')],
		['tampered', await introspect(`${tokens.access_token.slice(0, -3)}AAA`)],
		["another client's access token", await introspect(other.access_token)],
		["another client's refresh token", await introspect(other.refresh_token)],
		['asked by a stranger', await introspect(tokens.access_token, stranger)],
		['an API token', await introspect(api)],
		['the wrong hint changes nothing', await introspect('x', owner, { token_type_hint: 'refresh_token' })],
	]) {
		assert.equal(answer.status, 200, what);
		assert.deepEqual(answer.json, { active: false }, what);
	}
});

test('a revoked token is not active at once', async () => {
	const grant = await world.code({ client: owner });
	const made = (await world.exchange(grant, { client_secret: owner.client_secret })).json;
	world.secrets.push(made.access_token, made.refresh_token);
	assert.equal((await introspect(made.access_token)).json.active, true);
	await world.revoke(made.refresh_token, { client_id: owner.client_id, client_secret: owner.client_secret });
	assert.deepEqual((await introspect(made.access_token)).json, { active: false });
	assert.deepEqual((await introspect(made.refresh_token)).json, { active: false });
});

test('who cannot prove itself may not ask', async () => {
	const publicClient = await introspect(tokens.access_token, { client_id: world.client.client_id });
	assertOAuthError(publicClient, 401, 'invalid_client');
	assertOAuthError(await introspect(tokens.access_token, owner, { client_secret: 'wrong' }), 401, 'invalid_client');
	assertOAuthError(await introspect(tokens.access_token, owner, { client_secret: undefined }), 401,
		'invalid_client');
	assertOAuthError(await introspect(tokens.access_token, owner, { client_id: undefined }), 400, 'invalid_request');
	assertOAuthError(await introspect(tokens.access_token, owner, { client_id: 'cli_unknown' }), 401,
		'invalid_client');
});

test('a form that is wrong', async () => {
	assertOAuthError(await introspect(undefined), 400, 'invalid_request');
	assertOAuthError(await introspect(['a', 'b']), 400, 'invalid_request');
	const get = await request(`${world.url}/introspect?token=x`);
	assert.equal(get.status, 405);
	assert.equal(get.headers.allow, 'POST');
	const preflight = await request(`${world.url}/introspect`, { method: 'OPTIONS',
		headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' } });
	assert.equal(preflight.status, 405);
	assert.equal(preflight.headers['access-control-allow-origin'], undefined);
});

test('nothing secret is in the log', () => world.assertQuietLog());
