/*
 * Metadata documents and key sets over time: the lifetime of a copy, the effect of a changed
 * document on the next consent, and unchanged earlier grants. The server's clock is moved.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import * as jose from 'jose';
import { movableClock } from '../clients/lib/clock.mjs';
import { unescapeHtml } from '../clients/lib/user_agent.mjs';
import { startDocuments } from './documents.mjs';
import { assertLocalPage, assertOAuthError, startWorld } from './world.mjs';

const REDIRECT = 'http://127.0.0.1:52001/callback';
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

let clock;
let documents;
let world;

before(async () => {
	clock = movableClock();
	documents = await startDocuments();
	world = await startWorld({ args: documents.args, env: clock.env });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await documents?.close();
});

async function consent(clientId, changes = {}) {
	let at = await world.agent.open(world.authorizeUrl({ client_id: clientId, redirect_uri: REDIRECT, ...changes }));
	if (at.url.pathname === '/signin')
		at = await world.agent.signIn(at, world.account);
	return at;
}

function words(at) {
	return unescapeHtml(at.answer.text.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

/*
 * Headers, the seconds after which the copy is still used, and those after which it is fetched
 * again.
 */
const AGES = [
	['an hour, as it says', { 'Cache-Control': 'public, max-age=3600' }, 3500, 3700],
	['five minutes, where it says nothing', {}, 280, 330],
	['a minute at least', { 'Cache-Control': 'no-store' }, 50, 70],
	['a day at most', { 'Cache-Control': 'max-age=31536000' }, 86000, 86500],
];

for (const [name, headers, kept, over] of AGES) {
	test(`a copy serves for ${name}`, async () => {
		const url = documents.publish({}, { headers });
		assert.equal((await consent(url)).answer.status, 200);
		clock.advance(kept);
		assert.equal((await consent(url)).answer.status, 200);
		assert.equal(documents.times(url), 1);
		clock.advance(over - kept);
		assert.equal((await consent(url)).answer.status, 200);
		assert.equal(documents.times(url), 2);
	});
}

test('Expires counts from Date', async () => {
	const url = documents.publish({}, { headers: { Date: 'Tue, 01 Sep 2026 10:00:00 GMT', Expires: 'Tue, 01 Sep 2026 11:00:00 GMT' } });
	await consent(url);
	clock.advance(3500);
	await consent(url);
	assert.equal(documents.times(url), 1);
	clock.advance(200);
	await consent(url);
	assert.equal(documents.times(url), 2);
});

test('a failure is tried again after half a minute', async () => {
	const url = documents.fresh();
	assertLocalPage((await consent(url)).answer, 502);
	documents.publish({}, { url });
	assertLocalPage((await consent(url)).answer, 502);
	clock.advance(31);
	assert.equal((await consent(url)).answer.status, 200);
	assert.equal(documents.times(url), 2);
});

test('a copy is not used beyond its time for a new consent, but what was allowed goes on', async () => {
	const url = documents.publish();
	const tokens = await world.tokens({ client: { client_id: url } });
	documents.page(url, { status: 500 });
	clock.advance(400);
	assertLocalPage((await consent(url)).answer, 502);
	const refreshed = await world.refresh(tokens.refresh_token, { client_id: url });
	assert.equal(refreshed.status, 200, refreshed.text);
	assert.equal(await world.mcpStatus(refreshed.json.access_token), 200);
	clock.advance(86400 * 3);
	assert.equal((await world.refresh(refreshed.json.refresh_token, { client_id: url })).status, 200);
});

for (const [name, changes] of [
	['name', { client_name: 'Somebody else' }],
	['redirect URIs', { redirect_uris: ['http://127.0.0.1/callback', 'https://evil.example/callback'] }],
	['method', { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
		jwks_uri: 'https://app.example/keys' }],
]) {
	test(`a changed ${name} is said at the next consent, and the grant before stands`, async () => {
		const url = documents.publish();
		const tokens = await world.tokens({ client: { client_id: url } });
		documents.publish(changes, { url });
		clock.advance(400);
		const at = await consent(url);
		assert.equal(at.answer.status, 200);
		assert.match(words(at), /This app changed its name, addresses or keys since you last allowed it/);
		assert.equal((await world.refresh(tokens.refresh_token, { client_id: url })).status, 200);
		await world.tokens({ client: { client_id: url } });
		assert.doesNotMatch(words(await consent(url)), /app changed its name/);
	});
}

test('a redirect URI that was taken away', async () => {
	const url = documents.publish();
	const tokens = await world.tokens({ client: { client_id: url } });
	documents.publish({ redirect_uris: ['https://client.example/callback'] }, { url });
	clock.advance(400);
	const at = await consent(url);
	assertLocalPage(at.answer, 400);
	assert.match(words(at), /does not list the redirect URI/);
	assert.equal((await world.refresh(tokens.refresh_token, { client_id: url })).status, 200);
});

test('what changed while the page was looked at is not allowed unseen', async () => {
	const url = documents.publish({ client_name: 'Seen' });
	const at = await consent(url);
	documents.publish({ client_name: 'Unseen' }, { url });
	clock.advance(400);
	const other = await consent(url);
	assert.match(words(other), /Unseen/);
	const again = await world.agent.submit(at, { button: ['decision', 'allow'] });
	assert.equal(again.away, undefined);
	assert.equal(again.answer.status, 400);
	assert.match(words(again), /changed its name, addresses or keys meanwhile/);
	assert.match(words(again), /Unseen/);
	const end = await world.agent.submit(again, { button: ['decision', 'allow'] });
	assert.ok(end.away.searchParams.get('code'));
});

test('a decision is taken also where the copy has become old meanwhile', async () => {
	const url = documents.publish();
	const at = await consent(url);
	documents.page(url, { status: 500 });
	clock.advance(400);
	const end = await world.agent.submit(at, { button: ['decision', 'allow'] });
	assert.ok(end.away.searchParams.get('code'));
});

/* --- keys ---------------------------------------------------------------------------------------- */

async function makeKey(kid) {
	const pair = await jose.generateKeyPair('ES256', { extractable: true });
	return { ...pair, kid, jwk: { ...await jose.exportJWK(pair.publicKey), kid, alg: 'ES256' } };
}

async function shown(id, key) {
	const at = Math.floor(Date.now() / 1000) + clock.ahead;
	const text = await new jose.SignJWT({ iss: id, sub: id, aud: world.url, jti: randomUUID(), exp: at + 60 })
		.setProtectedHeader({ alg: 'ES256', kid: key.kid }).sign(key.privateKey);
	return { client_assertion_type: TYPE, client_assertion: text };
}

function keysAt(url, ...keys) {
	return documents.page(url, { status: 200, headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ keys: keys.map((key) => key.jwk) }) });
}

/* A client with its keys at a URL, and a grant by a person. */
async function allowed(uri) {
	const client = await world.confidential('private_key_jwt', { jwks_uri: uri });
	await world.code({ client });
	return client;
}

test('what is no set of keys does not take the place of one', async () => {
	const [kept, other] = [await makeKey('kept'), await makeKey('other')];
	const uri = documents.url(`/keys/${randomUUID()}`);
	const page = { status: 200, headers: { 'Content-Type': 'application/json' } };
	documents.page(uri, { ...page, body: JSON.stringify({ keys: [kept.jwk] }) });
	const { client_id: id } = await allowed(uri);
	const ask = async (key) => world.form('/token', { grant_type: 'refresh_token', refresh_token: 'x', ...await shown(id, key) });
	assertOAuthError(await ask(kept), 400, 'invalid_grant');
	for (const [n, body] of ['{}', '<html>', '{"keys":[],"x":"\0"}'].entries()) {
		clock.advance(31);
		documents.page(uri, { ...page, body });
		assertOAuthError(await ask(other), 401, 'invalid_client');
		assert.equal(documents.times(uri), n + 2);
		assertOAuthError(await ask(kept), 400, 'invalid_grant');
	}
});

test('keys at a jwks_uri may be rotated: a new kid is fetched for, an old one is dropped', async () => {
	const [one, two] = [await makeKey('1'), await makeKey('2')];
	const uri = keysAt(documents.url(`/keys/${randomUUID()}`), one);
	const { client_id: id } = await allowed(uri);
	const ask = async (key) => (await world.form('/token', { grant_type: 'refresh_token', refresh_token: 'x', ...await shown(id, key) })).status;
	assert.equal(await ask(one), 400);
	keysAt(uri, two);
	assert.equal(await ask(two), 401, 'too soon after the last fetch');
	clock.advance(31);
	assert.equal(await ask(two), 400);
	assert.equal(documents.times(uri), 2);
	assert.equal(await ask(one), 401);
	documents.page(uri, { status: 500 });
	clock.advance(120);
	assert.equal(await ask(two), 400, 'the copy serves for five minutes');
	clock.advance(200);
	assert.equal(await ask(two), 503, 'and then no more');
});

test('keys in a document: the grant keeps to those that were allowed', async () => {
	const [one, two] = [await makeKey('1'), await makeKey('2')];
	const members = (key) => ({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } });
	const url = documents.publish(members(one));
	const grant = await world.code({ client: { client_id: url } });
	const tokens = await world.exchange(grant, await shown(url, one));
	assert.equal(tokens.status, 200, tokens.text);
	documents.publish(members(two), { url });
	clock.advance(400);
	assert.match(words(await consent(url)), /app changed its name/);
	const refresh = async (token, key) => world.refresh(token, { client_id: url, ...await shown(url, key) });
	assertOAuthError(await refresh(tokens.json.refresh_token, two), 401, 'invalid_client');
	assert.equal((await refresh(tokens.json.refresh_token, one)).status, 200);
	const next = await world.exchange(await world.code({ client: { client_id: url } }), await shown(url, two));
	assert.equal(next.status, 200, next.text);
});
