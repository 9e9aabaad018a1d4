/*
 * A registration can be read, changed and deleted by the client that made it (RFC 7592), and by
 * no other.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { comeFrom, request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { REDIRECT, assertOAuthError, startWorld } from './world.mjs';

const SECRETS = ['registration_access_token', 'registration_client_uri', 'client_secret', 'client_secret_expires_at'];
let world;
let serial = 0;

before(async () => {
	world = await startWorld();
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

async function registered(members = {}) {
	comeFrom(`127.2.0.${1 + (serial >> 4)}`);
	const answer = await world.register({ client_name: `Managed ${serial++}`, ...members });
	assert.equal(answer.status, 201, answer.text);
	const client = answer.json;
	world.secrets.push(client.registration_access_token);
	if (client.client_secret)
		world.secrets.push(client.client_secret);
	return client;
}

function manage(client, method = 'GET', body = undefined, token = client.registration_access_token) {
	return request(client.registration_client_uri, {
		method,
		headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body ? { 'Content-Type': 'application/json' } : {}) },
		body: body && JSON.stringify(body),
	});
}

/* The body of a change: the client's own registration without the members that it may not send. */
function said(client, changes = {}) {
	const body = { ...client, ...changes };
	for (const name of ['registration_access_token', 'registration_client_uri', 'client_id_issued_at', 'client_secret_expires_at'])
		delete body[name];
	return body;
}

function assertNoToken(answer, error = true) {
	assertOAuthError(answer, 401, 'invalid_token');
	assert.match(answer.headers['www-authenticate'], error ? /^Bearer error="invalid_token"$/ : /^Bearer$/);
}

for (const [kind, members] of [['public', {}], ['confidential', { token_endpoint_auth_method: 'client_secret_post' }]]) {
	test(`a ${kind} client reads what it registered`, async () => {
		const client = await registered(members);
		assert.equal(client.registration_client_uri, `${world.url}/register/${client.client_id}`);
		assert.ok(client.registration_access_token.length >= 43);
		const answer = await manage(client);
		assert.equal(answer.status, 200, answer.text);
		assert.match(answer.headers['cache-control'], /no-store/);
		const told = { ...client };
		delete told.client_secret;
		delete told.client_secret_expires_at;
		assert.deepEqual(answer.json, told, 'all of it but the secret, which is told once');
	});
}

test('a change replaces the metadata, and holds at once', async () => {
	const client = await registered({ client_uri: 'https://old.example/' });
	const answer = await manage(client, 'PUT', said(client, { client_name: 'Renamed', redirect_uris: ['https://new.example/cb'],
		client_uri: undefined }));
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.json.client_id, client.client_id);
	assert.equal(answer.json.client_id_issued_at, client.client_id_issued_at);
	assert.equal(answer.json.client_name, 'Renamed');
	assert.deepEqual(answer.json.redirect_uris, ['https://new.example/cb']);
	assert.equal('client_uri' in answer.json, false, 'what is left out is gone');
	assert.equal(answer.json.registration_access_token, client.registration_access_token);
	assert.deepEqual((await manage(client)).json, answer.json);
	const old = await request(world.authorizeUrl({ client_id: client.client_id }));
	assert.equal(old.status, 400);
	const now = await request(world.authorizeUrl({ client_id: client.client_id, redirect_uri: 'https://new.example/cb' }));
	assert.equal(now.status, 303);
});

test('a client with a secret keeps it over a change, whether it says it or not', async () => {
	const client = await registered({ token_endpoint_auth_method: 'client_secret_post' });
	assert.equal((await manage(client, 'PUT', said(client))).status, 200);
	assert.equal((await manage(client, 'PUT', said(client, { client_secret: undefined, client_name: 'Again' }))).status, 200);
	const grant = await world.code({ client });
	const tokens = await world.exchange(grant, { client_secret: client.client_secret });
	assert.equal(tokens.status, 200, tokens.text);
});

test('who named no method may go on to post after saying back what it was answered', async () => {
	const client = await registered({ token_endpoint_auth_method: undefined });
	assert.equal((await manage(client, 'PUT', said(client))).status, 200);
	const posted = await world.exchange(await world.code({ client }), { client_secret: client.client_secret });
	assert.equal(posted.status, 200, posted.text);
	const exact = await registered({ token_endpoint_auth_method: 'client_secret_basic' });
	assert.equal((await manage(exact, 'PUT', said(exact))).status, 200);
	const refused = await world.exchange(await world.code({ client: exact }), { client_secret: exact.client_secret });
	assertOAuthError(refused, 401, 'invalid_client');
});

for (const [name, changes, error] of [
	['no client_id', { client_id: undefined }, 'invalid_request'],
	["another's client_id", { client_id: 'cli_00000000000000000000000000' }, 'invalid_request'],
	['the registration_access_token', { registration_access_token: 'x' }, 'invalid_request', true],
	['the registration_client_uri', { registration_client_uri: 'https://x.example/' }, 'invalid_request', true],
	['client_id_issued_at', { client_id_issued_at: 1 }, 'invalid_request', true],
	['client_secret_expires_at', { client_secret_expires_at: 0 }, 'invalid_request', true],
	['a secret of its own choice', { client_secret: 'chosen' }, 'invalid_client_metadata'],
	['a redirect URI of script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
	['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
	['a way to authenticate with a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
	['a logo of script', { logo_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
]) {
	test(`a change is refused whole: ${name}`, async () => {
		const client = await registered();
		const body = { ...said(client, { client_name: 'Changed' }), ...changes };
		assertOAuthError(await manage(client, 'PUT', body), 400, error);
		assert.equal((await manage(client)).json.client_name, client.client_name);
	});
}

test('a deletion ends the client with all that it was granted', async () => {
	const client = await registered();
	const grant = await world.code({ client });
	const tokens = (await world.exchange(grant)).json;
	world.secrets.push(tokens.access_token, tokens.refresh_token);
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	const waiting = await world.code({ client });
	const answer = await manage(client, 'DELETE');
	assert.equal(answer.status, 204, answer.text);
	assert.equal(answer.text, '');
	assert.match(answer.headers['cache-control'], /no-store/);
	assert.equal(await world.mcpStatus(tokens.access_token), 401);
	assertOAuthError(await world.refresh(tokens.refresh_token, { client_id: client.client_id }), 401, 'invalid_client');
	assertOAuthError(await world.exchange(waiting), 401, 'invalid_client');
	assert.equal((await request(world.authorizeUrl({ client_id: client.client_id }))).status, 400);
	for (const method of ['GET', 'DELETE'])
		assertNoToken(await manage(client, method));
	assertNoToken(await manage(client, 'PUT', said(client)));
});

test('without the token, or with another, nothing is told or done', async () => {
	const client = await registered();
	const other = await registered();
	for (const method of ['GET', 'DELETE', 'PUT']) {
		const body = method === 'PUT' ? said(client, { client_name: 'Taken' }) : undefined;
		assertNoToken(await manage(client, method, body, null), false);
		for (const token of ['nothing', other.registration_access_token, `${client.registration_access_token}A`,
			client.registration_access_token.slice(0, -1), client.client_id, world.server.mintToken(world.account, { name: `m${serial++}` })]) {
			assertNoToken(await manage(client, method, body, token));
			if (method !== 'GET')
				break;
		}
	}
	assert.equal((await manage(client)).json.client_name, client.client_name);
	assertNoToken(await manage({ ...client, registration_client_uri: `${world.url}/register/cli_00000000000000000000000000` }));
	assertNoToken(await manage({ ...client, registration_client_uri: `${world.url}/register/` }));
	assertNoToken(await manage({ ...client, registration_client_uri: `${client.registration_client_uri}/x` }));
	const basic = await request(client.registration_client_uri,
		{ headers: { Authorization: `Basic ${Buffer.from(`a:${client.registration_access_token}`).toString('base64')}` } });
	assertNoToken(basic);
	assertNoToken(await request(`${client.registration_client_uri}?access_token=${other.client_id}`), false);
});

test('other methods are 405 with Allow, and a page elsewhere may ask', async () => {
	const client = await registered();
	const answer = await manage(client, 'POST', said(client));
	assert.equal(answer.status, 405);
	assert.equal(answer.headers.allow, 'GET, HEAD, PUT, DELETE, OPTIONS');
	const preflight = await request(client.registration_client_uri, { method: 'OPTIONS',
		headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'PUT' } });
	assert.equal(preflight.status, 204);
	assert.match(preflight.headers['access-control-allow-methods'], /PUT, DELETE/);
});

/* --- one registration of many ------------------------------------------------------------------ */

test('identical public registrations are one client, which then nobody can change', async () => {
	const first = await registered({ client_name: 'Twin' });
	const second = await world.register({ client_name: 'Twin' });
	assert.equal(second.status, 201);
	assert.equal(second.json.client_id, first.client_id);
	for (const name of SECRETS)
		assert.equal(name in second.json, false, name);
	assert.equal((await manage(first)).status, 200);
	assertOAuthError(await manage(first, 'PUT', said(first, { redirect_uris: ['https://evil.example/'] })), 403, 'access_denied');
	assertOAuthError(await manage(first, 'DELETE'), 403, 'access_denied');
	const grant = await world.code({ client: second.json });
	assert.equal((await world.exchange(grant)).status, 200);
});

for (const [name, changes] of [['another name', { client_name: 'Twin 2' }], ['another redirect URI', { redirect_uris: ['https://b.example/'] }],
	['another order of redirect URIs', { redirect_uris: ['https://b.example/', REDIRECT] }], ['a scope', { scope: 'campaigns:read' }],
	['another software_id', { software_id: 'x' }], ['another grant', { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] }]]) {
	test(`${name} is another client`, async () => {
		const one = await registered({ client_name: 'Almost' });
		const two = await registered({ client_name: 'Almost', ...changes });
		assert.notEqual(one.client_id, two.client_id);
	});
}

test('clients with a secret are never one', async () => {
	const make = () => registered({ client_name: 'Confidential twin', token_endpoint_auth_method: 'client_secret_basic' });
	const [one, two] = [await make(), await make()];
	assert.notEqual(one.client_id, two.client_id);
	assert.notEqual(one.client_secret, two.client_secret);
});

/* --- redirect URIs of which some are bad -------------------------------------------------------- */

for (const bad of ['https://client.example/cb#x', 'https://user@client.example/', '/relative', '', 'https://*.example/', 'http://127.0.0.1:99999/',
	'https://cl ient.example/']) {
	test(`a malformed redirect URI does not sink the others: ${bad || 'an empty one'}`, async () => {
		const client = await registered({ redirect_uris: [bad, 'https://good.example/cb'] });
		assert.deepEqual(client.redirect_uris, ['https://good.example/cb'], 'it is not registered, and the answer says so');
	});
}

for (const bad of ['javascript:alert(1)', 'JavaScript://x/%0aalert(1)', ' javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x',
	'blob:https://a.example/b']) {
	test(`what no honest client has is refused whole: ${bad}`, async () => {
		assertOAuthError(await world.register({ redirect_uris: ['https://good.example/cb', bad] }), 400, 'invalid_redirect_uri');
	});
}

/*
 * --- registration disabled
 * -----------------------------------------------------------------------
 */

test('registration can be turned off; the metadata names no endpoint then', async () => {
	const closed = await startServer({ args: ['--client-registration', 'off'] });
	try {
		const document = (await request(`${closed.url}/.well-known/oauth-authorization-server`)).json;
		assert.equal('registration_endpoint' in document, false);
		const answer = await request(`${closed.url}/register`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }) });
		assertOAuthError(answer, 403, 'access_denied');
	} finally {
		await closed.stop();
	}
});
