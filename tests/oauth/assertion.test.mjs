/*
 * private_key_jwt (RFC 7523, draft-ietf-oauth-rfc7523bis): clients that sign with keys in their
 * registration, in their metadata document, or at a jwks_uri, at every endpoint that
 * authenticates clients.
 */
import { strict as assert } from 'node:assert';
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import * as jose from 'jose';
import * as oauth from 'oauth4webapi';
import { startDocuments } from './documents.mjs';
import { assertOAuthError, pkce, startWorld } from './world.mjs';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const REDIRECT = 'http://127.0.0.1:52001/callback';
const JSON_TYPE = { 'Content-Type': 'application/json' };

let documents;
let world;
let es256;
let rs256;
let client; /* registered, with both keys */

const now = () => Math.floor(Date.now() / 1000);

async function makeKey(alg, kid) {
	const pair = await jose.generateKeyPair(alg, { extractable: true });
	return { ...pair, alg, kid, jwk: { ...await jose.exportJWK(pair.publicKey), kid, alg, use: 'sig' } };
}

/* A signed assertion. Claims and header can be overridden; undefined leaves one out. */
function assertion(id, { key = es256, claims = {}, header = {} } = {}) {
	const all = { iss: id, sub: id, aud: world.url, jti: randomUUID(), iat: now(), exp: now() + 60, ...claims };
	for (const [name, value] of Object.entries(all))
		if (value === undefined)
			delete all[name];
	return new jose.SignJWT(all).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);
}

const shown = (text) => ({ client_assertion_type: TYPE, client_assertion: text });

before(async () => {
	documents = await startDocuments();
	world = await startWorld({ args: documents.args });
	es256 = await makeKey('ES256', 'e1');
	rs256 = await makeKey('RS256', 'r1');
	client = (await world.confidential('private_key_jwt', { jwks: { keys: [es256.jwk, rs256.jwk] } }));
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await documents?.close();
});

/*
 * A token request that fails with invalid_grant if the client was authenticated, and with
 * invalid_client otherwise.
 */
async function asks(id, text, fields = {}) {
	return world.form('/token', { grant_type: 'authorization_code', code: 'nothing', code_verifier: 'x'.repeat(43),
		...shown(text), ...fields });
}

async function isProven(id, text, fields) {
	assertOAuthError(await asks(id, text, fields), 400, 'invalid_grant');
}

async function isRefused(id, text, word, fields) {
	const answer = await asks(id, text, fields);
	assertOAuthError(answer, 401, 'invalid_client');
	assert.match(answer.json.error_description, word);
}

test('the metadata names the method and its algorithms', async () => {
	const { json } = await world.form('/.well-known/none', {}).then(() => fetch(`${world.url}/.well-known/oauth-authorization-server`))
		.then(async (answer) => ({ json: await answer.json() }));
	for (const endpoint of ['token', 'revocation', 'introspection']) {
		assert.ok(json[`${endpoint}_endpoint_auth_methods_supported`].includes('private_key_jwt'), endpoint);
		assert.deepEqual(json[`${endpoint}_endpoint_auth_signing_alg_values_supported`], ['RS256', 'ES256']);
	}
});

test('a registration answers its keys and no secret', () => {
	assert.equal(client.token_endpoint_auth_method, 'private_key_jwt');
	assert.deepEqual(client.jwks.keys.map((key) => key.kid), ['e1', 'r1']);
	assert.equal(client.client_secret, undefined);
});

test('both algorithms, with kid, and without it where one key fits', async () => {
	for (const key of [es256, rs256]) {
		await isProven(client.client_id, await assertion(client.client_id, { key }));
		await isProven(client.client_id, await assertion(client.client_id, { key, header: { kid: undefined } }));
	}
});

for (const [name, made] of [
	['the issuer', () => ({ claims: { aud: world.url } })],
	['the token endpoint', () => ({ claims: { aud: `${world.url}/token` } })],
	['a list with the issuer', () => ({ claims: { aud: ['https://other.example', world.url] } })],
	['the issuer alone, as the newer kind', () => ({ header: { typ: 'client-authentication+jwt' } })],
	['a typ of JWT', () => ({ header: { typ: 'JWT' } })],
	['an expiry an hour ahead', () => ({ claims: { exp: now() + 3600 } })],
	['an expiry half a minute ago', () => ({ claims: { exp: now() - 30 } })],
	['no iat', () => ({ claims: { iat: undefined } })],
	['a jti of 256 characters', () => ({ claims: { jti: randomUUID().padEnd(256, 'x') } })],
	['claims of nobody', () => ({ claims: { colour: 'blue' } })],
])
	test(`an assertion holds with ${name}`, async () => {
		await isProven(client.client_id, await assertion(client.client_id, made()));
	});

for (const [name, made, word] of [
	['another iss', () => ({ claims: { iss: 'other' } }), /iss and sub/],
	['no iss', () => ({ claims: { iss: undefined } }), /iss and sub/],
	['no sub', () => ({ claims: { sub: undefined } }), /sub/],
	['no aud', () => ({ claims: { aud: undefined } }), /aud/],
	['the aud of another server', () => ({ claims: { aud: 'https://other.example' } }), /aud/],
	['an aud that begins as ours', () => ({ claims: { aud: `${world.url}.evil.example` } }), /aud/],
	['an aud with a slash more', () => ({ claims: { aud: `${world.url}/` } }), /aud/],
	['the connector as aud', () => ({ claims: { aud: world.server.mcp } }), /aud/],
	['an aud that is a number', () => ({ claims: { aud: 7 } }), /aud/],
	['the newer kind with the token endpoint', () => ({ header: { typ: 'client-authentication+jwt' }, claims: { aud: `${world.url}/token` } }), /aud/],
	['the newer kind with a list', () => ({ header: { typ: 'client-authentication+jwt' }, claims: { aud: [world.url] } }), /aud/],
	['the typ of an access token', () => ({ header: { typ: 'at+jwt' } }), /typ/],
	['the typ of a proof', () => ({ header: { typ: 'dpop+jwt' } }), /typ/],
	['no exp', () => ({ claims: { exp: undefined } }), /exp/],
	['an exp that is a text', () => ({ claims: { exp: '9999999999' } }), /exp|valid/i],
	['an exp two minutes ago', () => ({ claims: { exp: now() - 120 } }), /expired/],
	['an exp two hours ahead', () => ({ claims: { exp: now() + 7200 } }), /1 hour/],
	['an nbf in ten minutes', () => ({ claims: { nbf: now() + 600 } }), /not valid yet/],
	['an iat in ten minutes', () => ({ claims: { iat: now() + 600 } }), /not valid yet/],
	['an iat that is no number', () => ({ claims: { iat: 'now' } }), /valid/i],
	['no jti', () => ({ claims: { jti: undefined } }), /jti/],
	['an empty jti', () => ({ claims: { jti: '' } }), /jti/],
	['a jti that is a number', () => ({ claims: { jti: 7 } }), /jti/],
	['a jti of 257 characters', () => ({ claims: { jti: 'x'.repeat(257) } }), /jti/],
	['an unknown kid', () => ({ header: { kid: 'e2' } }), /exactly one key/],
	['the kid of another algorithm', () => ({ header: { kid: 'r1' } }), /exactly one key/],
])
	test(`an assertion is refused with ${name}`, async () => {
		await isRefused(client.client_id, await assertion(client.client_id, made()), word);
	});

test('a signature of another key, a changed claim, no signature and a shared secret are refused', async () => {
	const stranger = await makeKey('ES256', 'e1');
	await isRefused(client.client_id, await assertion(client.client_id, { key: stranger }), /signature/);
	const text = await assertion(client.client_id);
	const [header, payload, signature] = text.split('.');
	const bent = JSON.parse(Buffer.from(payload, 'base64url'));
	const other = Buffer.from(JSON.stringify({ ...bent, exp: bent.exp + 1 })).toString('base64url');
	await isRefused(client.client_id, `${header}.${other}.${signature}`, /signature/);
	for (const alg of ['none', 'HS256', 'PS256', 'ES384']) {
		const head = Buffer.from(JSON.stringify({ alg, kid: 'e1' })).toString('base64url');
		const mac = alg === 'HS256'
			? createHmac('sha256', JSON.stringify(es256.jwk)).update(`${head}.${payload}`).digest('base64url') : signature;
		await isRefused(client.client_id, `${head}.${payload}.${alg === 'none' ? '' : mac}`, /./);
	}
	for (const broken of ['x', 'a.b', `${text}.`, `${text}.x`, ` ${text}`, `${header}..${signature}`, text.slice(0, -4)])
		await isRefused(client.client_id, broken, /./);
	await isProven(client.client_id, text);
});

test('an assertion counts once, at whatever endpoint', async () => {
	const text = await assertion(client.client_id);
	await isProven(client.client_id, text);
	await isRefused(client.client_id, text, /already used/);
	assertOAuthError(await world.form('/revoke', { token: 'x', ...shown(text) }), 401, 'invalid_client');
	const jti = randomUUID();
	const twenty = await Promise.all(Array.from({ length: 20 }, async () =>
		asks(client.client_id, await assertion(client.client_id, { claims: { jti } }))));
	assert.equal(twenty.filter((answer) => answer.status === 400).length, 1);
	assert.equal(twenty.filter((answer) => answer.status === 401).length, 19);
});

test('the same jti of another client is another assertion', async () => {
	const other = await world.confidential('private_key_jwt', { jwks: { keys: [es256.jwk] } });
	const jti = randomUUID();
	await isProven(client.client_id, await assertion(client.client_id, { claims: { jti } }));
	await isProven(other.client_id, await assertion(other.client_id, { claims: { jti } }));
});

test('what is refused for its signature uses up no jti', async () => {
	const jti = randomUUID();
	const stranger = await makeKey('ES256', 'e1');
	await isRefused(client.client_id, await assertion(client.client_id, { key: stranger, claims: { jti } }), /signature/);
	await isProven(client.client_id, await assertion(client.client_id, { claims: { jti } }));
});

test('one way at a time, and never a weaker one', async () => {
	const id = client.client_id;
	const both = await asks(id, await assertion(id), { client_secret: 'x' });
	assertOAuthError(both, 400, 'invalid_request');
	const basic = await world.form('/token', { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43),
		...shown(await assertion(id)) }, { Authorization: `Basic ${Buffer.from(`${id}:x`).toString('base64')}` });
	assertOAuthError(basic, 400, 'invalid_request');
	await isProven(id, await assertion(id), { client_id: id });
	await isRefused(id, await assertion(id), /client_id/, { client_id: world.client.client_id });
	await isRefused(id, await assertion(id), /client_assertion_type/, { client_assertion_type: 'jwt-bearer' });
	await isRefused(id, await assertion(id), /client_assertion_type/, { client_assertion_type: undefined });
	await isRefused(id, await assertion(id), /missing/, { client_assertion: undefined, client_id: id });
	assertOAuthError(await world.form('/token', { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43),
		client_id: id }), 401, 'invalid_client');
	/* A client registered with another method cannot sign. */
	for (const method of ['none', 'client_secret_basic']) {
		const other = method === 'none' ? world.client : await world.confidential(method, { jwks: { keys: [es256.jwk] } });
		await isRefused(other.client_id, await assertion(other.client_id), /private_key_jwt/);
	}
	await isRefused('nobody', await assertion('nobody'), /client does not exist/);
});

for (const [name, members] of [
	['no keys', {}],
	['both jwks and jwks_uri', { jwks: true, jwks_uri: 'https://app.example/keys' }],
	['an empty set', { jwks: { keys: [] } }],
	['a private key', { jwks: 'private' }],
	['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }],
	['keys of other curves alone', { jwks: 'ed25519' }],
	['a set that is a list', { jwks: [] }],
	['an http jwks_uri', { jwks_uri: 'http://app.example/keys' }],
	['an address for a jwks_uri', { jwks_uri: 'https://127.0.0.1/keys' }],
])
	test(`a registration for private_key_jwt is refused with ${name}`, async () => {
		const all = { ...members };
		if (all.jwks === true)
			all.jwks = { keys: [es256.jwk] };
		if (all.jwks === 'private')
			all.jwks = { keys: [{ ...es256.jwk, ...await jose.exportJWK(es256.privateKey) }] };
		if (all.jwks === 'ed25519')
			all.jwks = { keys: [generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })] };
		const answer = await world.register({ token_endpoint_auth_method: 'private_key_jwt', ...all });
		assertOAuthError(answer, 400, 'invalid_client_metadata');
	});

test('a registration cannot turn from signing to another way, or back', async () => {
	for (const [method, next] of [['private_key_jwt', 'none'], ['private_key_jwt', 'client_secret_basic'], ['client_secret_basic', 'private_key_jwt']]) {
		const made = await world.confidential(method, { jwks: { keys: [es256.jwk] } });
		const answer = await fetch(made.registration_client_uri, {
			method: 'PUT',
			headers: { ...JSON_TYPE, Authorization: `Bearer ${made.registration_access_token}` },
			body: JSON.stringify({ client_id: made.client_id, redirect_uris: made.redirect_uris, jwks: { keys: [es256.jwk] },
				token_endpoint_auth_method: next }),
		});
		assert.equal(answer.status, 400, `${method} to ${next}`);
	}
});

test('a strict client library lives its whole life by it', async () => {
	const insecure = { [oauth.allowInsecureRequests]: true };
	const as = await oauth.processDiscoveryResponse(new URL(world.url),
		await oauth.discoveryRequest(new URL(world.url), { algorithm: 'oauth2', ...insecure }));
	for (const key of [es256, rs256]) {
		const auth = oauth.PrivateKeyJwt({ key: key.privateKey, kid: key.kid });
		const own = { client_id: client.client_id };
		const { verifier, challenge } = pkce();
		const pushed = await oauth.processPushedAuthorizationResponse(as, own, await oauth.pushedAuthorizationRequest(as, own, auth, {
			redirect_uri: REDIRECT, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256', state: 's' }, insecure));
		const away = await world.agent.authorize(`${world.url}/authorize?${new URLSearchParams({ client_id: own.client_id,
			request_uri: pushed.request_uri })}`, world.account);
		const params = oauth.validateAuthResponse(as, own, away, 's');
		const tokens = await oauth.processAuthorizationCodeResponse(as, own,
			await oauth.authorizationCodeGrantRequest(as, own, auth, params, REDIRECT, verifier, insecure));
		assert.equal(await world.mcpStatus(tokens.access_token), 200);
		const refreshed = await oauth.processRefreshTokenResponse(as, own,
			await oauth.refreshTokenGrantRequest(as, own, auth, tokens.refresh_token, insecure));
		const told = await oauth.processIntrospectionResponse(as, own,
			await oauth.introspectionRequest(as, own, auth, refreshed.access_token, insecure));
		assert.equal(told.active, true);
		await oauth.processRevocationResponse(await oauth.revocationRequest(as, own, auth, refreshed.refresh_token, insecure));
		assert.equal(await world.mcpStatus(refreshed.access_token), 401);
	}
});

test('a device proves itself at each poll', async () => {
	const grant = 'urn:ietf:params:oauth:grant-type:device_code';
	const signing = await world.confidential('private_key_jwt', { grant_types: [grant], redirect_uris: undefined, jwks: { keys: [es256.jwk] } });
	const id = signing.client_id;
	assertOAuthError(await world.form('/device_authorization', { client_id: id }), 401, 'invalid_client');
	const device = await world.form('/device_authorization', { scope: 'ads:read',
		...shown(await assertion(id, { claims: { aud: `${world.url}/device_authorization` } })) });
	assert.equal(device.status, 200, device.text);
	const poll = async (fields) => world.form('/token', { grant_type: grant, device_code: device.json.device_code, ...fields });
	assertOAuthError(await poll({ client_id: id }), 401, 'invalid_client');
	assertOAuthError(await poll(shown(await assertion(id))), 400, 'authorization_pending');
});

/* --- by a document ------------------------------------------------------------------------------ */

test('a document with its keys inside: signing is held to once it was done', async () => {
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt',
		token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'], jwks: { keys: [rs256.jwk] } });
	const grant = await world.code({ client: { client_id: url } });
	const stranger = await makeKey('RS256', 'r1');
	assertOAuthError(await world.exchange(grant, shown(await assertion(url, { key: stranger }))), 401, 'invalid_client');
	const tokens = await world.exchange(grant, shown(await assertion(url, { key: rs256 })));
	assert.equal(tokens.status, 200, tokens.text);
	assertOAuthError(await world.refresh(tokens.json.refresh_token, { client_id: url }), 401, 'invalid_client');
	const refreshed = await world.refresh(tokens.json.refresh_token, { client_id: url, ...shown(await assertion(url, { key: rs256 })) });
	assert.equal(refreshed.status, 200, refreshed.text);
	assert.equal((await world.revoke(refreshed.json.refresh_token, { client_id: url, ...shown(await assertion(url, { key: rs256 })) })).status, 200);
	/*
	 * An invalid token is reported as the token's fault, not the client's: otherwise clients
	 * would discard their registration.
	 */
	assertOAuthError(await world.refresh('adcore_rt_nothing', { client_id: url, ...shown(await assertion(url, { key: rs256 })) }), 400, 'invalid_grant');
});

test('a document that allows none beside: none goes on as none', async () => {
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt',
		token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'], jwks: { keys: [rs256.jwk] } });
	const tokens = await world.tokens({ client: { client_id: url } });
	const refreshed = await world.refresh(tokens.refresh_token, { client_id: url });
	assert.equal(refreshed.status, 200, refreshed.text);
});

test('a document that wants private_key_jwt alone is held to it', async () => {
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [es256.jwk] } });
	const grant = await world.code({ client: { client_id: url } });
	assertOAuthError(await world.exchange(grant), 401, 'invalid_client');
	assert.equal((await world.exchange(grant, shown(await assertion(url)))).status, 200);
	/* Its document is known now, so a pushed request must be signed too. */
	const fields = { client_id: url, redirect_uri: REDIRECT, response_type: 'code', code_challenge: pkce().challenge,
		code_challenge_method: 'S256' };
	assertOAuthError(await world.form('/par', fields), 401, 'invalid_client');
	assert.equal((await world.form('/par', { ...fields, ...shown(await assertion(url, { claims: { aud: `${world.url}/par` } })) })).status, 201);
});

test('signing cannot be put aside by what the endpoint is not about', async () => {
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt',
		token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'], jwks: { keys: [es256.jwk] } });
	const held = await world.exchange(await world.code({ client: { client_id: url } }), shown(await assertion(url)));
	assert.equal(held.status, 200, held.text);
	world.secrets.push(held.json.access_token, held.json.refresh_token);
	const { code } = await world.code({ client: { client_id: url } });
	for (const beside of [{ code }, { device_code: 'x' }, { token: 'x' }]) {
		assertOAuthError(await world.refresh(held.json.refresh_token, { client_id: url, ...beside }), 401, 'invalid_client');
		for (const token of beside.token ? [] : [held.json.refresh_token, held.json.access_token]) {
			assertOAuthError(await world.revoke(token, { client_id: url, ...beside }), 401, 'invalid_client');
			assertOAuthError(await world.revoke(token, { client_id: url, grant_type: 'authorization_code', ...beside }), 401, 'invalid_client');
		}
	}
	assert.equal(await world.mcpStatus(held.json.access_token), 200);
	const refreshed = await world.refresh(held.json.refresh_token, { client_id: url, code, ...shown(await assertion(url)) });
	assert.equal(refreshed.status, 200, refreshed.text);
	world.secrets.push(refreshed.json.access_token, refreshed.json.refresh_token);
});

test('what begins something is signed, whatever token is beside it', async () => {
	const device = 'urn:ietf:params:oauth:grant-type:device_code';
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [es256.jwk] },
		grant_types: ['authorization_code', 'refresh_token', device] });
	const { code } = await world.code({ client: { client_id: url } });
	const pushed = { client_id: url, redirect_uri: REDIRECT, response_type: 'code', code_challenge: pkce().challenge,
		code_challenge_method: 'S256' };
	for (const beside of [{ code }, { code: 'x' }, { token: 'x' }, { refresh_token: 'x' }, { device_code: 'x' },
		{ code: 'x', grant_type: 'authorization_code' }]) {
		assertOAuthError(await world.form('/par', { ...pushed, ...beside }), 401, 'invalid_client');
		assertOAuthError(await world.form('/device_authorization', { client_id: url, ...beside }), 401, 'invalid_client');
	}
});

test('an assertion for a document that nobody has read here yet', async () => {
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [es256.jwk] } });
	const answer = await world.form('/par', { client_id: url, redirect_uri: REDIRECT, response_type: 'code',
		code_challenge: pkce().challenge, code_challenge_method: 'S256', ...shown(await assertion(url)) });
	assertOAuthError(answer, 401, 'invalid_client');
	assert.match(answer.json.error_description, /not known yet/);
	assert.equal(documents.times(url), 0);
});

/* --- keys at an address --------------------------------------------------------------------------- */

function keysAt(keys, headers = JSON_TYPE) {
	const url = documents.url(`/keys/${randomUUID()}`);
	return documents.page(url, { status: 200, headers, body: JSON.stringify({ keys }) });
}

/* A client with its keys at a URL, and a grant by a person. */
async function allowed(uri) {
	const client = await world.confidential('private_key_jwt', { jwks_uri: uri });
	await world.code({ client });
	return client;
}

test('keys at a jwks_uri are fetched for the first assertion and kept', async () => {
	const uri = keysAt([es256.jwk, rs256.jwk]);
	const made = await allowed(uri);
	assert.equal(made.jwks_uri, uri);
	assert.equal(documents.times(uri), 0);
	await isRefused(made.client_id, await assertion(made.client_id, { claims: { aud: 'https://other.example' } }), /aud/);
	assert.equal(documents.times(uri), 0, 'what is wrong anyway fetches nothing');
	for (let i = 0; i < 3; i++)
		await isProven(made.client_id, await assertion(made.client_id, { key: i % 2 ? rs256 : es256 }));
	assert.equal(documents.times(uri), 1);
});

test('keys are not fetched for a client that nobody has allowed anything', async () => {
	const device = 'urn:ietf:params:oauth:grant-type:device_code';
	const uri = keysAt([es256.jwk]);
	const made = await world.confidential('private_key_jwt', { jwks_uri: uri,
		grant_types: ['authorization_code', 'refresh_token', device] });
	const id = made.client_id;
	/* No presented credential is valid, so the error is invalid_grant as for any client. */
	for (const fields of [{}, { grant_type: 'refresh_token', refresh_token: 'adcore_rt_nothing' }, { grant_type: device, device_code: 'x' }])
		assertOAuthError(await asks(id, await assertion(id), fields), 400, 'invalid_grant');
	const pushed = { redirect_uri: REDIRECT, response_type: 'code', code_challenge: pkce().challenge, code_challenge_method: 'S256' };
	for (const [path, fields] of [['/par', pushed], ['/device_authorization', {}], ['/token', { grant_type: 'client_credentials' }]]) {
		const answer = await world.form(path, { ...fields, ...shown(await assertion(id)) });
		assertOAuthError(answer, 401, 'invalid_client');
		assert.match(answer.json.error_description, /fetched only after a user has allowed the client/, path);
	}
	assert.equal((await world.form('/introspect', { token: 'x', ...shown(await assertion(id)) })).status, 401);
	assert.equal((await world.form('/revoke', { token: 'x', ...shown(await assertion(id)) })).status, 200);
	/* A denied consent is not a grant. */
	await world.agent.authorize(world.authorizeUrl({ client_id: id }), world.account, { decision: 'deny' });
	assertOAuthError(await asks(id, await assertion(id)), 400, 'invalid_grant');
	assertOAuthError(await world.form('/par', { ...pushed, ...shown(await assertion(id)) }), 401, 'invalid_client');
	assert.equal(documents.times(uri), 0);
	const grant = await world.code({ client: made });
	assert.equal(documents.times(uri), 0);
	const stranger = await makeKey('ES256', 'e1');
	assertOAuthError(await world.exchange(grant, shown(await assertion(id, { key: stranger }))), 401, 'invalid_client');
	const tokens = await world.exchange(grant, shown(await assertion(id)));
	assert.equal(tokens.status, 200, tokens.text);
	assert.equal((await world.form('/par', { ...pushed, ...shown(await assertion(id)) })).status, 201);
	assert.equal(documents.times(uri), 1);
});

test('nor for a document that somebody has only looked at', async () => {
	const uri = keysAt([es256.jwk]);
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: uri });
	const at = await world.agent.open(world.authorizeUrl({ client_id: url }));
	assert.equal(at.url.pathname, '/authorize/consent', at.answer.text.slice(0, 300));
	const pushed = { redirect_uri: REDIRECT, response_type: 'code', code_challenge: pkce().challenge, code_challenge_method: 'S256' };
	assertOAuthError(await world.form('/par', { ...pushed, ...shown(await assertion(url)) }), 401, 'invalid_client');
	assert.equal(documents.times(uri), 0);
	assert.ok((await world.agent.submit(at, { button: ['decision', 'allow'] })).away.searchParams.get('code'));
	assert.equal((await world.form('/par', { ...pushed, ...shown(await assertion(url)) })).status, 201);
	assert.equal(documents.times(uri), 1);
});

test('an unknown kid fetches again, at most once in a while', async () => {
	const uri = keysAt([es256.jwk]);
	const made = await allowed(uri);
	await isProven(made.client_id, await assertion(made.client_id));
	await Promise.all(Array.from({ length: 5 }, async (_, i) =>
		isRefused(made.client_id, await assertion(made.client_id, { header: { kid: `unknown-${i}` } }), /exactly one key/)));
	assert.equal(documents.times(uri), 1, 'the set came seconds ago');
});

for (const [status, error, name, page] of [
	[503, 'temporarily_unavailable', 'nothing there', { status: 404 }],
	[503, 'temporarily_unavailable', 'a redirect', { status: 302, headers: { Location: '/elsewhere' } }],
	[503, 'temporarily_unavailable', 'more than 64 KB', { status: 200, headers: JSON_TYPE, body: `{"keys":[]${' '.repeat(65536)}}` }],
	[401, 'invalid_client', 'HTML', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '{"keys":[]}' }],
	[401, 'invalid_client', 'no JSON', { status: 200, headers: JSON_TYPE, body: '<html>' }],
	[401, 'invalid_client', 'no set', { status: 200, headers: JSON_TYPE, body: '{}' }],
	[401, 'invalid_client', 'a NUL in it', { status: 200, headers: JSON_TYPE, body: '{"keys":[],"x":"\0"}' }],
	[401, 'invalid_client', 'a NUL after it', { status: 200, headers: JSON_TYPE, body: '{"keys":[]}\0' }],
	[401, 'invalid_client', 'no UTF-8', { status: 200, headers: JSON_TYPE, body: Buffer.from('{"keys":[],"x":"\xff"}', 'latin1') }],
	[401, 'invalid_client', 'a set with a secret in it', { status: 200, headers: JSON_TYPE, body: '{"keys":[{"kty":"oct","k":"AAAA"}]}' }],
])
	test(`keys that cannot be had: ${name}`, async () => {
		const uri = documents.page(documents.url(`/keys/${randomUUID()}`), page);
		const made = await allowed(uri);
		const answer = await asks(made.client_id, await assertion(made.client_id));
		assertOAuthError(answer, status, error);
		if (status === 503)
			assert.ok(Number(answer.headers['retry-after']) > 0);
	});

test('a document with its keys elsewhere, as ChatGPT publishes it', async () => {
	const uri = keysAt([rs256.jwk]);
	const url = documents.publish({ token_endpoint_auth_method: 'private_key_jwt',
		token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'], token_endpoint_auth_signing_alg: 'RS256', jwks_uri: uri });
	const grant = await world.code({ client: { client_id: url } });
	assert.equal(documents.times(uri), 0);
	const tokens = await world.exchange(grant, shown(await assertion(url, { key: rs256 })));
	assert.equal(tokens.status, 200, tokens.text);
	assert.equal(await world.mcpStatus(tokens.json.access_token), 200);
	assert.equal(documents.times(uri), 1);
});
