/* Pushed authorization requests (RFC 9126). */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { column } from './overtaken.mjs';
import { assertLocalPage, assertOAuthError, pkce, REDIRECT, startWorld } from './world.mjs';

const URN = /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/;
let world;

before(async () => {
	world = await startWorld();
});

after(() => world?.stop());

function fields(changes = {}) {
	return Object.fromEntries(Object.entries({
		response_type: 'code',
		client_id: world.client.client_id,
		redirect_uri: REDIRECT,
		scope: 'campaigns:read',
		state: 'pushed state ü&=',
		code_challenge: pkce().challenge,
		code_challenge_method: 'S256',
		resource: world.server.mcp,
		...changes,
	}).filter(([, value]) => value !== undefined));
}

function push(changes, headers) {
	return world.form('/par', fields(changes), headers);
}

function authorize(uri, clientId = world.client.client_id, more = '') {
	return `${world.url}/authorize?client_id=${clientId}&request_uri=${encodeURIComponent(uri)}${more}`;
}

async function pushed(changes) {
	const answer = await push(changes);
	assert.equal(answer.status, 201, answer.text);
	return answer.json.request_uri;
}

test('a pushed request gets a name, and the whole way to tokens by it', async () => {
	const { verifier, challenge } = pkce();
	const answer = await push({ code_challenge: challenge });
	assert.equal(answer.status, 201, answer.text);
	assert.match(answer.json.request_uri, URN);
	assert.equal(answer.json.expires_in, 90);
	assert.match(answer.headers['cache-control'], /no-store/);
	assert.equal(answer.headers['access-control-allow-origin'], '*');
	const away = await world.agent.authorize(authorize(answer.json.request_uri), world.account);
	assert.equal(away.searchParams.get('state'), 'pushed state ü&=');
	assert.equal(away.searchParams.get('iss'), world.url);
	const tokens = await world.exchange({ code: away.searchParams.get('code'), verifier, client: world.client,
		redirectUri: REDIRECT });
	assert.equal(tokens.status, 200, tokens.text);
	assert.equal(tokens.json.scope, 'campaigns:read');
	assertLocalPage(await request(authorize(answer.json.request_uri)));
});

test('until the person has decided the browser may come again', async () => {
	const uri = await pushed();
	for (let i = 0; i < 3; i++)
		assert.equal((await request(authorize(uri))).status, 303);
});

test('parameters beside the request_uri change nothing', async () => {
	const uri = await pushed();
	const away = await world.agent.authorize(
		authorize(uri, undefined, '&scope=sync%3Awrite&state=other&redirect_uri=https%3A%2F%2Fevil.example%2F'),
		world.account);
	assert.equal(`${away.origin}${away.pathname}`, REDIRECT);
	assert.equal(away.searchParams.get('state'), 'pushed state ü&=');
});

test('what /authorize does not look at is not kept', async () => {
	const uri = await pushed({ junk: 'x'.repeat(20000), nonce: 'unused', client_assertion_: 'x', prompt: 'login', max_age: '3600',
		login_hint: 'someone@example.com', dpop_jkt: pkce().challenge, response_mode: 'query' });
	const hash = createHash('sha256').update(uri).digest('hex');
	const [form] = await column(world.server, `SELECT params FROM oauth_pushed WHERE uri_hash = '${hash}'`);
	assert.deepEqual([...new URLSearchParams(form).keys()].sort(), ['client_id', 'code_challenge', 'code_challenge_method', 'dpop_jkt',
		'login_hint', 'max_age', 'prompt', 'redirect_uri', 'resource', 'response_mode', 'response_type', 'scope', 'state']);
});

test('a confidential client proves itself, by header or form; its secret is not kept', async () => {
	const client = await world.confidential();
	const basic = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`;
	const byHeader = await push({ client_id: undefined }, { Authorization: basic });
	assert.equal(byHeader.status, 201, byHeader.text);
	assert.equal((await request(authorize(byHeader.json.request_uri, client.client_id))).status, 303);
	assertOAuthError(await push({ client_id: client.client_id, client_secret: client.client_secret }), 401, 'invalid_client');
	const posting = await world.confidential('client_secret_post');
	assert.equal((await push({ client_id: posting.client_id, client_secret: posting.client_secret })).status, 201);
	assertOAuthError(await push({ client_id: client.client_id }), 401, 'invalid_client');
	assertOAuthError(await push({ client_id: client.client_id, client_secret: 'no' }), 401, 'invalid_client');
});

test('another client cannot use it', async () => {
	const other = (await world.register({ client_name: 'Other' })).json;
	assertLocalPage(await request(authorize(await pushed(), other.client_id)));
});

test('a name that was never given', async () => {
	const page = await request(authorize('urn:ietf:params:oauth:request_uri:nothing'));
	assertLocalPage(page);
	assert.match(page.text, /invalid_request_uri/);
	const foreign = await request(authorize('https://app.example/request.jwt'));
	assertLocalPage(foreign);
	assert.doesNotMatch(foreign.text, /invalid_request_uri</);
});

for (const [what, changes, status, error] of [
	['no client', { client_id: undefined }, 400, 'invalid_request'],
	['an unknown client', { client_id: 'cli_nobody' }, 401, 'invalid_client'],
	['a redirect URI that is not registered', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
	['no response_type', { response_type: undefined }, 400, 'unsupported_response_type'],
	['an implicit response_type', { response_type: 'token' }, 400, 'unsupported_response_type'],
	['a response_mode in the fragment', { response_mode: 'fragment' }, 400, 'invalid_request'],
	['a document of over 2048 characters', { client_id: `https://app.example/${'x'.repeat(2048)}` }, 400, 'invalid_client'],
	['no PKCE', { code_challenge: undefined }, 400, 'invalid_request'],
	['plain PKCE', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
	['a short challenge', { code_challenge: 'abc' }, 400, 'invalid_request'],
	['a scope that does not exist', { scope: 'everything' }, 400, 'invalid_scope'],
	['a scope with a quote', { scope: 'a"b' }, 400, 'invalid_scope'],
	['a foreign resource', { resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
	['two resources', { resource: ['MCP', 'API'] }, 400, 'invalid_target'],
	['a parameter twice', { state: ['a', 'b'] }, 400, 'invalid_request'],
	['a request_uri inside', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 400, 'invalid_request'],
	['a request object', { request: 'e30.e30.' }, 400, 'request_not_supported'],
	['a state beyond all measure', { state: 's'.repeat(5000) }, 400, 'invalid_request'],
])
	test(`refused: ${what}`, async () => {
		const named = { ...changes };
		if (Array.isArray(named.resource))
			named.resource = [world.server.mcp, world.server.base ?? `${world.url}/api/v1`];
		assertOAuthError(await push(named), status, error);
	});

test('POST and a form alone', async () => {
	const get = await request(`${world.url}/par`);
	assert.equal(get.status, 405);
	const json = await request(`${world.url}/par`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(fields()) });
	assertOAuthError(json, 400, 'invalid_request');
	const large = await push({ state: 's'.repeat(40000) });
	assertOAuthError(large, 413, 'invalid_request');
});

test('nothing secret is in the log', () => world.assertQuietLog());
