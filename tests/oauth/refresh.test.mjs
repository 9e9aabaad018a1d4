/*
 * Refresh tokens: rotation, the grace period of the previous one, reuse; and revocation (RFC
 * 7009).
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { request } from '../clients/lib/net.mjs';
import { assertOAuthError, startWorld } from './world.mjs';

let world;
let other;

before(async () => {
	world = await startWorld();
	other = (await world.register({ client_name: 'Another client' })).json;
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

async function refreshed(token, changes) {
	const answer = await world.refresh(token, changes);
	assert.equal(answer.status, 200, answer.text);
	world.secrets.push(answer.json.access_token, answer.json.refresh_token);
	return answer.json;
}

test('a refresh gives a new pair, the same scope and a token that works', async () => {
	const first = await world.tokens();
	const answer = await world.refresh(first.refresh_token);
	assert.equal(answer.status, 200, answer.text);
	assert.match(answer.headers['cache-control'], /no-store/);
	const second = answer.json;
	assert.notEqual(second.refresh_token, first.refresh_token);
	assert.notEqual(second.access_token, first.access_token);
	assert.equal(second.token_type, 'Bearer');
	assert.equal(second.expires_in, 3600);
	assert.equal(second.scope, first.scope);
	assert.equal(await world.mcpStatus(second.access_token), 200);
	assert.equal(await world.mcpStatus(first.access_token), 200, 'the first access token lives out its hour');
	assert.equal(decodeJwt(second.access_token).sub, decodeJwt(first.access_token).sub);
});

test('the token before, within the grace: the same successor', async () => {
	const first = await world.tokens();
	const second = await refreshed(first.refresh_token);
	const again = await refreshed(first.refresh_token);
	assert.equal(again.refresh_token, second.refresh_token);
	assert.equal(await world.mcpStatus(again.access_token), 200);
	const third = await refreshed(second.refresh_token);
	assert.notEqual(third.refresh_token, second.refresh_token);
});

test('the token before, after its successor was used: refused, and the grant is dead', async () => {
	const first = await world.tokens();
	const second = await refreshed(first.refresh_token);
	const third = await refreshed(second.refresh_token);
	assertOAuthError(await world.refresh(first.refresh_token), 400, 'invalid_grant');
	assertOAuthError(await world.refresh(third.refresh_token), 400, 'invalid_grant');
	for (const tokens of [first, second, third])
		assert.equal(await world.mcpStatus(tokens.access_token), 401);
});

test('a token of another client is refused and burns nothing', async () => {
	const tokens = await world.tokens();
	for (let i = 0; i < 3; i++)
		assertOAuthError(await world.refresh(tokens.refresh_token, { client_id: other.client_id }), 400, 'invalid_grant');
	await refreshed(tokens.refresh_token);
});

test('scope may narrow the access token; the refresh token keeps its own', async () => {
	const first = await world.tokens();
	const narrow = await refreshed(first.refresh_token, { scope: 'campaigns:read' });
	assert.equal(narrow.scope, 'campaigns:read');
	assert.equal(decodeJwt(narrow.access_token).scope, 'campaigns:read');
	const wide = await refreshed(narrow.refresh_token);
	assert.equal(wide.scope, first.scope);
});

for (const [name, changes, error] of [
	['a scope never granted', { scope: 'campaigns:read sync:write' }, 'invalid_scope'],
	['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
	['another resource', { resource: 'https://other.example/' }, 'invalid_target'],
	['a resource with a fragment', { resource: 'https://other.example/#x' }, 'invalid_target'],
	['refresh_token twice', { refresh_token: ['a', 'b'] }, 'invalid_request'],
]) {
	test(`refused, nothing rotated: ${name}`, async () => {
		const tokens = await world.tokens();
		assertOAuthError(await world.refresh(tokens.refresh_token, changes), 400, error);
		const next = await refreshed(tokens.refresh_token);
		await refreshed(next.refresh_token);
	});
}

test('another resource of this server is refused', async () => {
	const tokens = await world.tokens();
	assertOAuthError(await world.refresh(tokens.refresh_token, { resource: world.server.api }), 400, 'invalid_target');
	await refreshed(tokens.refresh_token, { resource: world.server.mcp });
});

test('an access token is no refresh token', async () => {
	const tokens = await world.tokens();
	assertOAuthError(await world.refresh(tokens.access_token), 400, 'invalid_grant');
});

test('a refresh token is no access token', async () => {
	const tokens = await world.tokens();
	assert.equal(await world.mcpStatus(tokens.refresh_token), 401);
});

test('two grants of one client are apart', async () => {
	const one = await world.tokens();
	const two = await world.tokens();
	await world.revoke(one.refresh_token);
	assert.equal(await world.mcpStatus(one.access_token), 401);
	assert.equal(await world.mcpStatus(two.access_token), 200);
	await refreshed(two.refresh_token);
});

/* --- revocation --------------------------------------------------------------------------- */

test('revoking a refresh token ends the grant, at once', async () => {
	const first = await world.tokens();
	const second = await refreshed(first.refresh_token);
	const answer = await world.revoke(second.refresh_token);
	assert.equal(answer.status, 200, answer.text);
	assertOAuthError(await world.refresh(second.refresh_token), 400, 'invalid_grant');
	assertOAuthError(await world.refresh(first.refresh_token), 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(first.access_token), 401);
	assert.equal(await world.mcpStatus(second.access_token), 401);
});

test('revoking an access token ends that one and keeps the refresh token', async () => {
	const tokens = await world.tokens();
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	assert.equal((await world.revoke(tokens.access_token)).status, 200);
	assert.equal(await world.mcpStatus(tokens.access_token), 401);
	const next = await refreshed(tokens.refresh_token);
	assert.equal(await world.mcpStatus(next.access_token), 200);
});

for (const hint of ['access_token', 'refresh_token', 'something_else']) {
	test(`token_type_hint ${hint} is only a hint`, async () => {
		const one = await world.tokens();
		assert.equal((await world.revoke(one.refresh_token, { token_type_hint: hint })).status, 200);
		assertOAuthError(await world.refresh(one.refresh_token), 400, 'invalid_grant');
	});
}

for (const [name, token] of [['an unknown token', 'nothing'], ['a token of 4 KB', 'x'.repeat(4096)],
	['a thing like a JWT', 'eyJhbGciOiJub25lIn0.e30.']]) {
	test(`revoking ${name} is 200`, async () => {
		assert.equal((await world.revoke(token)).status, 200);
	});
}

test('a dead token can be revoked again', async () => {
	const tokens = await world.tokens();
	for (let i = 0; i < 2; i++)
		assert.equal((await world.revoke(tokens.refresh_token)).status, 200);
});

test('a token of another client is left alone, with 200', async () => {
	const tokens = await world.tokens();
	for (const token of [tokens.refresh_token, tokens.access_token])
		assert.equal((await world.revoke(token, { client_id: other.client_id })).status, 200);
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	await refreshed(tokens.refresh_token);
});

test('revocation without a token is invalid_request', async () => {
	assertOAuthError(await world.revoke(undefined), 400, 'invalid_request');
	assertOAuthError(await world.revoke(''), 400, 'invalid_request');
});

test('revocation by an unknown client is invalid_client', async () => {
	const tokens = await world.tokens();
	assertOAuthError(await world.revoke(tokens.refresh_token, { client_id: 'nobody' }), 401, 'invalid_client');
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
});

test('GET of /revoke is 405 with Allow', async () => {
	const answer = await request(`${world.url}/revoke`);
	assert.equal(answer.status, 405);
	assert.match(answer.headers.allow, /\bPOST\b/);
});

test('a revocation that is no form is refused', async () => {
	const answer = await request(`${world.url}/revoke`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ token: 'x', client_id: world.client.client_id }) });
	assertOAuthError(answer, 400, 'invalid_request');
});
