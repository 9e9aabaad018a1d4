/*
 * adcore's access tokens from outside: jose verifies them (RFC 9068, RFC 8725), and forgeries
 * are refused.
 */
import { strict as assert } from 'node:assert';
import { createHmac, createPublicKey } from 'node:crypto';
import { after, before, test } from 'node:test';
import { SignJWT, createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { request } from '../clients/lib/net.mjs';
import { challengeOf } from '../clients/lib/provider.mjs';
import { startWorld } from './world.mjs';

let world;
let tokens;
let metadata;

before(async () => {
	world = await startWorld();
	tokens = await world.tokens();
	metadata = (await request(`${world.url}/.well-known/oauth-authorization-server`)).json;
});

after(() => world?.stop());

function verify(token, audience) {
	return jwtVerify(token, createRemoteJWKSet(new URL(metadata.jwks_uri)), {
		algorithms: ['ES256'],
		issuer: world.url,
		audience,
		requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'client_id', 'scope', 'jti'],
	});
}

test('jose verifies the token against the published keys', async () => {
	const { payload, protectedHeader } = await verify(tokens.access_token, world.server.mcp);
	assert.equal(protectedHeader.alg, 'ES256');
	assert.ok(['at+jwt', 'JWT'].includes(protectedHeader.typ), protectedHeader.typ);
	const { keys } = (await request(metadata.jwks_uri)).json;
	assert.ok(keys.some((key) => key.kid === protectedHeader.kid), 'the kid is published');
	assert.equal(payload.aud, world.server.mcp);
	assert.equal(payload.sub, world.account.uid);
	assert.equal(payload.client_id, world.client.client_id);
	assert.notEqual(payload.sub, payload.client_id);
	assert.equal(payload.scope, tokens.scope);
	assert.equal(payload.exp - payload.iat, 3600);
	assert.ok(Math.abs(payload.iat - Date.now() / 1000) < 60);
	assert.ok(payload.jti.length >= 16);
});

test('a token for the REST API has that audience', async () => {
	const grant = await world.code({ changes: { resource: world.server.api, scope: 'campaigns:read' } });
	const rest = (await world.exchange(grant, { resource: world.server.api })).json;
	const { payload } = await verify(rest.access_token, world.server.api);
	assert.equal(payload.aud, world.server.api);
});

test('no two tokens share a jti', async () => {
	const answers = await Promise.all(Array.from({ length: 5 }, () => world.refresh(tokens.refresh_token)));
	const ids = new Set();
	for (const answer of answers)
		ids.add((await verify(answer.json.access_token, world.server.mcp)).payload.jti);
	assert.equal(ids.size, 5);
});

test('the token tells nothing private', async () => {
	const text = Buffer.from(tokens.access_token.split('.')[1], 'base64url').toString();
	assert.ok(!text.includes(world.account.email));
});

/*
 * --- tokens that the connector must refuse
 * -----------------------------------------------------
 */

const encode = (object) => Buffer.from(JSON.stringify(object)).toString('base64url');
const parts = () => tokens.access_token.split('.');
const header = () => JSON.parse(Buffer.from(parts()[0], 'base64url'));
const payload = () => JSON.parse(Buffer.from(parts()[1], 'base64url'));

async function publicPem() {
	const { keys } = (await request(metadata.jwks_uri)).json;
	return createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' });
}

async function signedBy(key, more = {}) {
	return new SignJWT(payload()).setProtectedHeader({ ...header(), ...more }).sign(key);
}

const FORGERIES = {
	'alg none': () => `${encode({ ...header(), alg: 'none' })}.${parts()[1]}.`,
	'alg none with the old signature': () => `${encode({ ...header(), alg: 'none' })}.${parts()[1]}.${parts()[2]}`,
	'alg None': () => `${encode({ ...header(), alg: 'None' })}.${parts()[1]}.`,
	'HS256 with the public key as the secret': async () => {
		const input = `${encode({ ...header(), alg: 'HS256' })}.${parts()[1]}`;
		return `${input}.${createHmac('sha256', await publicPem()).update(input).digest('base64url')}`;
	},
	'a changed scope': () => `${parts()[0]}.${encode({ ...payload(), scope: 'sync:write' })}.${parts()[2]}`,
	'a later exp': () => `${parts()[0]}.${encode({ ...payload(), exp: payload().exp + 3600 })}.${parts()[2]}`,
	'another key under our kid': async () => signedBy((await generateKeyPair('ES256')).privateKey),
	'another key sent along as jwk': async () => {
		const pair = await generateKeyPair('ES256');
		return signedBy(pair.privateKey, { jwk: await exportJWK(pair.publicKey), kid: undefined });
	},
	'a kid that is a path': async () => signedBy((await generateKeyPair('ES256')).privateKey, { kid: '../../dev/null' }),
	'a jku of elsewhere': async () => signedBy((await generateKeyPair('ES256')).privateKey, { jku: 'http://127.0.0.1:1/jwks' }),
	'a changed signature': () => {
		const bytes = Buffer.from(parts()[2], 'base64url');
		bytes[10] ^= 1;
		return `${parts()[0]}.${parts()[1]}.${bytes.toString('base64url')}`;
	},
	'no signature': () => `${parts()[0]}.${parts()[1]}.`,
	'two parts': () => `${parts()[0]}.${parts()[1]}`,
	'a fourth part': () => `${tokens.access_token}.x`,
	'padding at the end': () => `${tokens.access_token}=`,
	'more bytes in the signature': () => `${tokens.access_token}AAAA`,
	'a header that is no JSON': () => `${Buffer.from('{').toString('base64url')}.${parts()[1]}.${parts()[2]}`,
	'a token with a letter more': () => `x${tokens.access_token}`,
};

for (const [name, make] of Object.entries(FORGERIES)) {
	test(`refused as invalid_token: ${name}`, async () => {
		const answer = await request(world.server.mcp, {
			method: 'POST',
			headers: { Authorization: `Bearer ${await make()}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
		});
		assert.equal(answer.status, 401, answer.text);
		assert.equal(challengeOf(answer.headers['www-authenticate']).error, 'invalid_token');
	});
}

test('the true token still works after all these', async () => {
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
});
