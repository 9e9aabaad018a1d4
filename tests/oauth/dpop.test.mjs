/*
 * Tokens bound to a key (RFC 9449): every check of a proof, at adcore's endpoints and at the
 * resources.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import * as DPoP from 'dpop';
import * as oauth from 'oauth4webapi';
import { SignJWT, decodeJwt } from 'jose';
import { request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { REDIRECT, assertLocalPage, assertOAuthError, pkce, startWorld } from './world.mjs';
import { ask, ath, makeKey, proof } from './proofs.mjs';

let world;
let key;
let tokenUrl;

before(async () => {
	world = await startWorld();
	key = await makeKey();
	tokenUrl = `${world.url}/token`;
});
after(async () => {
	world.assertQuietLog();
	await world.stop();
});

const withProof = async (bend = {}, by = key) => ({ DPoP: await proof(by, 'POST', tokenUrl, bend) });

/* Bound tokens of a public client for a resource. */
async function bound({ by = key, resource = world.server.mcp, client = world.client } = {}) {
	const grant = await world.code({ client, changes: { resource } });
	const answer = await world.exchange(grant, { resource }, await withProof({}, by));
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.json.token_type, 'DPoP');
	world.secrets.push(answer.json.access_token, answer.json.refresh_token);
	return answer.json;
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const MCP = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
const mcp = (token, options = {}) =>
	ask(world.server.mcp, options.by ?? key, token, { method: 'POST', body: LIST, ...options, headers: { ...MCP, ...options.headers } });
const me = () => `${world.server.api}/me`;

test('metadata says so, of the server and of both resources', async () => {
	for (const path of ['oauth-authorization-server', 'oauth-protected-resource/mcp', 'oauth-protected-resource/api/v1']) {
		const document = (await request(`${world.url}/.well-known/${path}`)).json;
		assert.deepEqual(document.dpop_signing_alg_values_supported, ['ES256', 'RS256'], path);
	}
});

test('a script of another origin may send proofs and read the nonce', async () => {
	const preflight = await request(tokenUrl, { method: 'OPTIONS', headers: { Origin: 'https://app.example' } });
	assert.match(preflight.headers['access-control-allow-headers'], /\bDPoP\b/);
	const answer = await world.form('/token', {}, { Origin: 'https://app.example' });
	assert.match(answer.headers['access-control-expose-headers'], /\bDPoP-Nonce\b/);
});

test('a token is bound to the key of the proof, at both resources', async () => {
	const { access_token: token } = await bound();
	assert.equal(decodeJwt(token).cnf.jkt, key.jkt);
	assert.equal((await mcp(token)).status, 200);
	const { access_token: api } = await bound({ resource: world.server.api });
	assert.equal((await ask(me(), key, api)).status, 200);
	assert.equal((await ask(`${world.server.api}/campaigns?limit=1`, key, api)).status, 200, 'htu has no query');
	const head = await ask(me(), key, api, { method: 'HEAD' });
	assert.equal(head.status, 200, 'htm is the method that was sent');
});

test('RS256 keys will do', async () => {
	const by = await makeKey('RS256');
	const { access_token: token } = await bound({ by });
	assert.equal((await mcp(token, { by })).status, 200);
});

test('a bound token without a proof, or as Bearer, is nothing', async () => {
	const { access_token: token } = await bound({ resource: world.server.api });
	for (const [what, answer] of [
		['Bearer', await ask(me(), key, token, { scheme: 'Bearer', shown: null })],
		['Bearer with a proof', await ask(me(), key, token, { scheme: 'Bearer' })],
		['no proof', await ask(me(), key, token, { shown: null })],
	]) {
		assert.equal(answer.status, 401, what);
		assert.match(answer.headers['www-authenticate'], /^DPoP error="(invalid_token|invalid_dpop_proof)"/, what);
		assert.match(answer.headers['www-authenticate'], /algs="ES256 RS256"/, what);
		assert.match(answer.headers['www-authenticate'], /resource_metadata="http/, what);
	}
	const { access_token: connector } = await bound();
	assert.equal(await world.mcpStatus(connector), 401);
});

test('a token that is not bound is no DPoP token', async () => {
	const { access_token: token } = await world.tokens();
	const answer = await mcp(token);
	assert.equal(answer.status, 401);
	assert.match(answer.headers['www-authenticate'], /^DPoP error="invalid_token"/);
	const minted = world.server.mintToken(world.account);
	assert.equal((await ask(me(), key, minted)).status, 401);
	assert.equal((await request(me(), { headers: { Authorization: `bearer ${minted}` } })).status, 200);
});

/* Invalid proofs for every verifier: url is the target, by POST. */
async function bentProofs(url, token) {
	const other = await makeKey();
	const now = Math.floor(Date.now() / 1000);
	const make = (bend) => proof(key, 'POST', url, { token, ...bend });
	const good = await make();
	const { d } = key.secret;
	return {
		'no typ': await make({ header: { typ: undefined } }),
		'typ JWT': await make({ header: { typ: 'JWT' } }),
		'typ at+jwt': await make({ header: { typ: 'at+jwt' } }),
		'no jwk': await make({ header: { jwk: undefined } }),
		'jwk is private': await make({ header: { jwk: { ...key.jwk, d } } }),
		'jwk of another key': await make({ header: { jwk: other.jwk } }),
		'kid instead of jwk': await make({ header: { jwk: undefined, kid: key.jkt } }),
		'jwk symmetric': await make({ header: { jwk: { kty: 'oct', k: 'AAAA' } } }),
		'HS256': await new SignJWT({ jti: 'a', htm: 'POST', htu: url, iat: now })
			.setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: key.jwk }).sign(Buffer.from(JSON.stringify(key.jwk))),
		'no jti': await make({ claims: { jti: undefined } }),
		'jti empty': await make({ claims: { jti: '' } }),
		'jti a number': await make({ claims: { jti: 7 } }),
		'jti of a kilobyte': await make({ claims: { jti: 'x'.repeat(1024) } }),
		'no htm': await make({ claims: { htm: undefined } }),
		'htm GET': await make({ claims: { htm: 'GET' } }),
		'htm post': await make({ claims: { htm: 'post' } }),
		'no htu': await make({ claims: { htu: undefined } }),
		'htu elsewhere': await make({ claims: { htu: url.replace('127.0.0.1', 'localhost') } }),
		'htu of another port': await make({ claims: { htu: url.replace(/:\d+/, ':1') } }),
		'htu of another scheme': await make({ claims: { htu: url.replace('http:', 'https:') } }),
		'htu of another path': await make({ claims: { htu: `${url}/x` } }),
		'htu with a slash': await make({ claims: { htu: `${url}/` } }),
		'htu without a scheme': await make({ claims: { htu: url.replace('http:', '') } }),
		'htu with a user': await make({ claims: { htu: url.replace('//', '//a@') } }),
		'htu a number': await make({ claims: { htu: 1 } }),
		'no iat': await make({ claims: { iat: undefined } }),
		'iat a string': await make({ claims: { iat: String(now) } }),
		'iat too old': await make({ claims: { iat: now - 310 } }),
		'iat ahead': await make({ claims: { iat: now + 330 } }),
		'iat huge': await make({ claims: { iat: 1e300 } }),
		'not a token': 'nonsense',
		'empty': '',
		'cut': good.slice(0, -2),
		'padded': `${good}=`,
		'none': `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk })).toString('base64url')}.${good.split('.')[1]}.`,
		'crit': await make({ header: { crit: ['b64'], b64: true } }),
	};
}

test('what is wrong with a proof is refused at /token, and the code stays good', async () => {
	const grant = await world.code();
	for (const [what, text] of Object.entries(await bentProofs(tokenUrl))) {
		if (what === 'empty')
			continue; /* most parsers treat an empty header as absent; the next test sends one */
		const answer = await world.exchange(grant, {}, { DPoP: text });
		assert.equal(answer.status, 400, `${what}: ${answer.text}`);
		assertOAuthError(answer, 400, 'invalid_dpop_proof');
	}
	assert.equal((await world.exchange(grant, {}, await withProof())).status, 200);
});

test('what is wrong with a proof is refused at the resources', async () => {
	const { access_token: token } = await bound();
	const { access_token: api } = await bound({ resource: world.server.api });
	const table = {
		...await bentProofs(world.server.mcp, token),
		'no ath': await proof(key, 'POST', world.server.mcp),
		'ath of another token': await proof(key, 'POST', world.server.mcp, { token: api }),
		'ath in hex': await proof(key, 'POST', world.server.mcp, { claims: { ath: Buffer.from(ath(token), 'base64url').toString('hex') } }),
	};
	for (const [what, shown] of Object.entries(table)) {
		const answer = await mcp(token, { shown });
		assert.equal(answer.status, 401, `${what}: ${answer.text}`);
		assert.match(answer.headers['www-authenticate'], /^DPoP error="invalid_dpop_proof"/, what);
	}
	assert.equal((await mcp(token)).status, 200);
	for (const [what, bend] of Object.entries({ htm: { claims: { htm: 'POST' } }, htu: { claims: { htu: world.server.mcp } }, ath: { claims: { ath: ath(token) } } }))
		assert.equal((await ask(me(), key, api, { shown: bend })).status, 401, what);
});

test('another key, or two proofs', async () => {
	const { access_token: token } = await bound();
	const other = await makeKey();
	const answer = await mcp(token, { by: other });
	assert.equal(answer.status, 401);
	assert.match(answer.headers['www-authenticate'], /error="invalid_token"/);
	const shown = [await proof(key, 'POST', world.server.mcp, { token }), await proof(key, 'POST', world.server.mcp, { token })];
	const twice = await request(world.server.mcp, { method: 'POST', body: LIST,
		headers: [...Object.entries(MCP).flat(), 'Authorization', `DPoP ${token}`, 'DPoP', shown[0], 'DPoP', shown[1]] });
	assert.equal(twice.status, 401);
	const grant = await world.code();
	const form = new URLSearchParams(world.codeFields(grant)).toString();
	const proofs = [(await withProof()).DPoP, (await withProof()).DPoP];
	const atToken = await request(tokenUrl, { method: 'POST', body: form,
		headers: ['Content-Type', 'application/x-www-form-urlencoded', 'DPoP', proofs[0], 'DPoP', proofs[1]] });
	assertOAuthError(atToken, 400, 'invalid_dpop_proof');
});

test('the URL of a proof may be written otherwise', async () => {
	const { access_token: token } = await bound();
	const url = world.server.mcp;
	for (const htu of [`${url}?a=b`, `${url}#x`, url.replace('http', 'HTTP'), url.replace('/mcp', '/%6dcp'), url.replace('/mcp', '/%6Dcp')])
		assert.equal((await mcp(token, { shown: { claims: { htu } } })).status, 200, htu);
});

test('a proof is good once, at each place and of many at once', async () => {
	const { access_token: token } = await bound();
	const shown = await proof(key, 'POST', world.server.mcp, { token });
	assert.equal((await mcp(token, { shown })).status, 200);
	const again = await mcp(token, { shown });
	assert.equal(again.status, 401);
	assert.match(again.headers['www-authenticate'], /error="invalid_dpop_proof".*already used/);
	const fresh = await proof(key, 'POST', world.server.mcp, { token });
	const answers = await Promise.all(Array.from({ length: 20 }, () => mcp(token, { shown: fresh })));
	assert.equal(answers.filter((one) => one.status === 200).length, 1);
	assert.equal(answers.filter((one) => one.status === 401).length, 19);
	const atToken = await withProof();
	const first = await world.exchange(await world.code(), {}, atToken);
	assert.equal(first.status, 200);
	assertOAuthError(await world.exchange(await world.code(), {}, atToken), 400, 'invalid_dpop_proof');
	assertOAuthError(await world.refresh(first.json.refresh_token, {}, atToken), 400, 'invalid_dpop_proof');
	/* The same jti of another key is another proof. */
	const jti = 'the-same';
	const one = await makeKey();
	assert.equal((await world.exchange(await world.code(), {}, await withProof({ claims: { jti } }))).status, 200);
	assert.equal((await world.exchange(await world.code(), {}, await withProof({ claims: { jti } }, one))).status, 200);
});

test('a proof used at one server is used at the other', async (t) => {
	if (!process.env.ADCORE_TEST_DATABASE?.startsWith('postgres'))
		return t.skip('needs a database of two servers');
	const other = await startServer({ beside: world.server });
	t.after(() => other.stop());
	const { access_token: token } = await bound();
	const shown = await proof(key, 'POST', world.server.mcp, { token });
	const there = (text) => request(`${other.url}/mcp`, { method: 'POST', body: LIST,
		headers: { ...MCP, Host: new URL(world.url).host, Authorization: `DPoP ${token}`, DPoP: text } });
	assert.equal((await there(shown)).status, 200);
	assert.equal((await mcp(token, { shown })).status, 401);
	const both = await proof(key, 'POST', world.server.mcp, { token });
	const answers = await Promise.all([there(both), mcp(token, { shown: both }), there(both), mcp(token, { shown: both })]);
	assert.equal(answers.filter((one) => one.status === 200).length, 1);
});

test('a public client\'s refresh token is bound; nothing is used up by a wrong key', async () => {
	const { refresh_token: held } = await bound();
	assertOAuthError(await world.refresh(held), 400, 'invalid_dpop_proof');
	assertOAuthError(await world.refresh(held, {}, await withProof({}, await makeKey())), 400, 'invalid_grant');
	const answer = await world.refresh(held, {}, await withProof());
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.json.token_type, 'DPoP');
	assert.equal((await mcp(answer.json.access_token)).status, 200);
	const retry = await world.refresh(held, {}, await withProof());
	assert.equal(retry.json.refresh_token, answer.json.refresh_token, 'the grace holds with a new proof');
});

test('a confidential client may change its key, and need not have one', async () => {
	const client = await world.confidential('client_secret_post');
	const secret = { client_id: client.client_id, client_secret: client.client_secret };
	const grant = await world.code({ client });
	const first = await world.exchange(grant, secret, await withProof());
	assert.equal(first.json.token_type, 'DPoP', first.text);
	const other = await makeKey();
	const second = await world.refresh(first.json.refresh_token, secret, await withProof({}, other));
	assert.equal(decodeJwt(second.json.access_token).cnf.jkt, other.jkt);
	const third = await world.refresh(second.json.refresh_token, secret);
	assert.equal(third.json.token_type, 'Bearer');
	assert.equal(decodeJwt(third.json.access_token).cnf, undefined);
});

test('dpop_jkt binds the code', async () => {
	const grant = await world.code({ changes: { dpop_jkt: key.jkt } });
	assertOAuthError(await world.exchange(grant), 400, 'invalid_dpop_proof');
	assertOAuthError(await world.exchange(grant, {}, await withProof({}, await makeKey())), 400, 'invalid_grant');
	assert.equal((await world.exchange(grant, {}, await withProof())).status, 200, 'the wrong ones used nothing up');
	for (const wrong of ['', 'short', 'x'.repeat(44), `${key.jkt}=`, key.jkt.slice(1)])
		if (wrong)
			assertLocalPage(await request(world.authorizeUrl({ dpop_jkt: wrong })));
	assertLocalPage(await request(world.authorizeUrl({ dpop_jkt: [key.jkt, key.jkt] })));
});

test('a pushed request may bring the proof instead', async () => {
	const { verifier, challenge } = pkce();
	const fields = { response_type: 'code', client_id: world.client.client_id, redirect_uri: REDIRECT, scope: 'ads:read',
		code_challenge: challenge, code_challenge_method: 'S256', resource: world.server.mcp };
	const par = (bend, more = {}, by = key) => proof(by, 'POST', `${world.url}/par`, bend).then((DPoP) =>
		world.form('/par', { ...fields, ...more }, { DPoP }));
	assertOAuthError(await par({ claims: { htu: tokenUrl } }), 400, 'invalid_dpop_proof');
	assertOAuthError(await par({}, { dpop_jkt: (await makeKey()).jkt }), 400, 'invalid_dpop_proof');
	assert.equal((await par({}, { dpop_jkt: key.jkt })).status, 201);
	const pushed = await par({ claims: { jti: 'pushed' } });
	assert.equal(pushed.status, 201, pushed.text);
	assertOAuthError(await par({ claims: { jti: 'pushed' } }), 400, 'invalid_dpop_proof');
	const url = `${world.url}/authorize?${new URLSearchParams({ client_id: world.client.client_id, request_uri: pushed.json.request_uri })}`;
	const away = await world.agent.authorize(url, world.account);
	const grant = { code: away.searchParams.get('code'), verifier, client: world.client, redirectUri: REDIRECT };
	world.secrets.push(grant.code);
	assertOAuthError(await world.exchange(grant), 400, 'invalid_dpop_proof');
	assert.equal((await world.exchange(grant, {}, await withProof())).status, 200);
});

test('a client that registered dpop_bound_access_tokens gets no other', async () => {
	const client = (await world.register({ dpop_bound_access_tokens: true })).json;
	assert.equal(client.dpop_bound_access_tokens, true);
	const grant = await world.code({ client });
	assertOAuthError(await world.exchange(grant), 400, 'invalid_dpop_proof');
	assert.equal((await world.exchange(grant, {}, await withProof())).json.token_type, 'DPoP');
	assert.equal((await world.register({ dpop_bound_access_tokens: false })).json.dpop_bound_access_tokens, undefined);
});

test('introspection tells the key', async () => {
	const client = await world.confidential('client_secret_post');
	const secret = { client_id: client.client_id, client_secret: client.client_secret };
	const grant = await world.code({ client });
	const { json } = await world.exchange(grant, secret, await withProof());
	const told = (await world.form('/introspect', { token: json.access_token, ...secret })).json;
	assert.equal(told.token_type, 'DPoP');
	assert.equal(told.cnf.jkt, key.jkt);
});

test('machines may bind their tokens', async () => {
	const machine = world.server.cli(['client', 'add', '--email', world.account.email, '--name', 'bound', '--env', 'test', '--scopes', 'campaigns:read']);
	world.secrets.push(machine.clientSecret);
	const basic = `Basic ${Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64')}`;
	const answer = await world.form('/token', { grant_type: 'client_credentials' }, { Authorization: basic, ...await withProof() });
	assert.equal(answer.json.token_type, 'DPoP', answer.text);
	assert.equal((await ask(me(), key, answer.json.access_token)).status, 200);
	assert.equal((await ask(me(), key, answer.json.access_token, { scheme: 'Bearer', shown: null })).status, 401);
});

test('the packages dpop and oauth4webapi as oracles', async () => {
	const insecure = { [oauth.allowInsecureRequests]: true };
	const issuer = new URL(world.url);
	const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
	const client = { client_id: world.client.client_id };
	const keyPair = await oauth.generateKeyPair('ES256', { extractable: true });
	const handle = oauth.DPoP(client, keyPair);
	const verifier = oauth.generateRandomCodeVerifier();
	const away = await world.agent.authorize(world.authorizeUrl({
		code_challenge: await oauth.calculatePKCECodeChallenge(verifier), resource: world.server.api,
		dpop_jkt: await handle.calculateThumbprint() }), world.account);
	const params = oauth.validateAuthResponse(as, client, away, 'state-1');
	const response = await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), params, REDIRECT, verifier, { DPoP: handle, ...insecure });
	const tokens = await oauth.processAuthorizationCodeResponse(as, client, response);
	assert.equal(tokens.token_type, 'dpop');
	const told = await oauth.protectedResourceRequest(tokens.access_token, 'GET', new URL(me()), undefined, undefined, { DPoP: handle, ...insecure });
	assert.equal(told.status, 200);
	const again = await oauth.processRefreshTokenResponse(as, client,
		await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token, { DPoP: handle, ...insecure }));
	const pair = await DPoP.generateKeyPair('ES256');
	assert.equal((await ask(me(), key, again.access_token, { shown: await DPoP.generateProof(pair, me(), 'GET', undefined, again.access_token) })).status,
		401, 'another key');
	assert.equal((await ask(me(), key, again.access_token, { shown: await DPoP.generateProof(keyPair, me(), 'GET', undefined, again.access_token) })).status, 200);
});

test('with nonces asked for, a proof without one is told which', async (t) => {
	const strict = await startWorld({ args: ['--dpop-nonce', 'on'] });
	t.after(() => strict.stop());
	const url = `${strict.url}/token`;
	const grant = await strict.code();
	const first = await strict.exchange(grant, {}, { DPoP: await proof(key, 'POST', url) });
	assertOAuthError(first, 400, 'use_dpop_nonce');
	const nonce = first.headers['dpop-nonce'];
	assert.match(nonce, /^[\x21\x23-\x5b\x5d-\x7e]{16,}$/);
	assertOAuthError(await strict.exchange(grant, {}, { DPoP: await proof(key, 'POST', url, { claims: { nonce: 'made-up' } }) }), 400, 'use_dpop_nonce');
	const answer = await strict.exchange(grant, {}, { DPoP: await proof(key, 'POST', url, { claims: { nonce } }) });
	assert.equal(answer.status, 200, answer.text);
	assert.ok(answer.headers['dpop-nonce'], 'the next nonce');
	const token = answer.json.access_token;
	const at = (bend) => ask(strict.server.mcp, key, token, { method: 'POST', body: LIST, headers: MCP, shown: bend });
	const asked = await at({});
	assert.equal(asked.status, 401);
	assert.match(asked.headers['www-authenticate'], /^DPoP error="use_dpop_nonce"/);
	assert.equal((await at({ claims: { nonce: asked.headers['dpop-nonce'] } })).status, 200);
	/* The library takes the same two steps itself. */
	const insecure = { [oauth.allowInsecureRequests]: true };
	const handle = oauth.DPoP({ client_id: strict.client.client_id }, await oauth.generateKeyPair('ES256'));
	const issuer = new URL(strict.url);
	const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
	const { code, verifier } = await strict.code();
	const params = oauth.validateAuthResponse(as, { client_id: strict.client.client_id },
		new URL(`${REDIRECT}?code=${encodeURIComponent(code)}&iss=${encodeURIComponent(as.issuer)}`));
	const send = () => oauth.authorizationCodeGrantRequest(as, { client_id: strict.client.client_id }, oauth.None(), params, REDIRECT, verifier, { DPoP: handle, ...insecure });
	const process = async () => oauth.processAuthorizationCodeResponse(as, { client_id: strict.client.client_id }, await send());
	await assert.rejects(process(), (error) => oauth.isDPoPNonceError(error));
	assert.equal((await process()).token_type, 'dpop');
});
