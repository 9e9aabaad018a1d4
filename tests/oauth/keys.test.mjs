/*
 * Signing keys (RFC 7517, RFC 9068): published before they sign, kept until the last token has
 * expired, loaded by every process; and tokens that are refused although the server's own key
 * signed them.
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { createDecipheriv, createHmac, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SignJWT, calculateJwkThumbprint, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { request } from '../clients/lib/net.mjs';
import { BIN, startServer } from '../clients/lib/server.mjs';
import { startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});
after(async () => {
	world.assertQuietLog();
	await world.stop();
});

const keySet = (url = world.url) => request(`${url}/.well-known/jwks.json`);
const kids = async (url) => (await keySet(url)).json.keys.map((key) => key.kid);
const cli = (...args) => world.server.cli(['keys', ...args]);
const kidOf = (token) => decodeProtectedHeader(token).kid;

function verify(token) {
	return jwtVerify(token, createRemoteJWKSet(new URL(`${world.url}/.well-known/jwks.json`)), { audience: world.server.mcp, issuer: world.url });
}

test('the set is public, named by thumbprints, and may be kept for a while', async () => {
	const answer = await keySet();
	assert.match(answer.type, /^application\/(jwk-set\+)?json$/);
	assert.match(answer.headers['cache-control'], /max-age=(3\d\d|[1-9]\d\d\d?)\b/);
	assert.equal(answer.headers['access-control-allow-origin'], '*');
	for (const key of answer.json.keys) {
		assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
		assert.equal(key.kid, await calculateJwkThumbprint(key));
	}
});

test('the next key is published two hours before it signs', async () => {
	const before = (await world.tokens()).access_token;
	const listed = cli('rotate');
	assert.deepEqual(listed.map((key) => key.state), ['next', 'signing']);
	assert.ok(new Date(listed[0].signsFrom) - Date.now() > 7100 * 1000);
	assert.deepEqual(await kids(), listed.map((key) => key.kid), 'a running server shows it at once');
	const { access_token: token } = await world.tokens();
	assert.equal(kidOf(token), kidOf(before), 'it does not sign yet');
	assert.equal(kidOf(token), listed[1].kid);
});

test('tokens survive a rotation, and so does everybody who verifies them', async () => {
	const held = await world.tokens();
	const listed = cli('rotate', '--now');
	const signing = listed.find((key) => key.state === 'signing').kid;
	assert.notEqual(signing, kidOf(held.access_token));
	assert.equal(await world.mcpStatus(held.access_token), 200);
	await verify(held.access_token);
	const refreshed = (await world.refresh(held.refresh_token)).json;
	assert.equal(kidOf(refreshed.access_token), signing);
	assert.equal(await world.mcpStatus(refreshed.access_token), 200);
	await verify(refreshed.access_token);
});

test('another process signs and verifies with it at once', async (t) => {
	if (!process.env.ADCORE_TEST_DATABASE?.startsWith('postgres'))
		return t.skip('needs a database of two servers');
	const other = await startServer({ beside: world.server });
	t.after(() => other.stop());
	const listed = cli('rotate', '--now');
	assert.deepEqual(await kids(other.url), listed.map((key) => key.kid));
	const { access_token: token } = await world.tokens();
	const answer = await request(`${other.url}/mcp`, {
		method: 'POST',
		headers: { Host: new URL(world.url).host, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
	});
	assert.equal(answer.status, 200, answer.text);
});

test('dropped, the older keys and their tokens end at once; a refresh goes on', async () => {
	const held = await world.tokens();
	const listed = cli('rotate', '--drop');
	assert.equal(listed.length, 1);
	assert.equal(await world.mcpStatus(held.access_token), 401);
	assert.deepEqual(await kids(), [listed[0].kid]);
	const refreshed = (await world.refresh(held.refresh_token)).json;
	assert.equal(kidOf(refreshed.access_token), listed[0].kid);
	assert.equal(await world.mcpStatus(refreshed.access_token), 200);
});

test('keys are not piled up', async () => {
	const held = (await world.tokens()).access_token;
	for (let n = cli('list').length; n < 8; n++)
		cli('rotate', '--now');
	const run = spawnSync(BIN, ['keys', 'rotate'], { env: world.server.environment, encoding: 'utf8' });
	assert.equal(run.status, 1);
	assert.match(run.stderr, /there are 8 keys.*--drop/);
	assert.equal(await world.mcpStatus(held), 200, 'the oldest of them still verifies');
});

/* --- signed by the server's own key, and still refused ---------------------------------------- */

/* The private key in the server's storage, encrypted with the server's secret. */
async function ownKey() {
	const { environment, dataDir } = world.server;
	let row;
	if (environment.ADCORE_DATABASE?.startsWith('postgres')) {
		const run = spawnSync('psql', ['-X', '-At', '-F', ' ', '-d', environment.ADCORE_DATABASE, '-c',
			'SELECT kid, sealed FROM signing_keys ORDER BY sign_from DESC LIMIT 1'], { encoding: 'utf8' });
		const [kid, sealed] = run.stdout.trim().split(' ');
		row = { kid, sealed };
	} else {
		const { DatabaseSync } = await import('node:sqlite');
		const db = new DatabaseSync(join(dataDir, 'adcore.db'), { readOnly: true });
		row = db.prepare('SELECT kid, sealed FROM signing_keys ORDER BY sign_from DESC LIMIT 1').get();
		db.close();
	}
	const secret = environment.ADCORE_SECRET_KEY
		? Buffer.from(environment.ADCORE_SECRET_KEY, 'hex')
		: readSecret(readFileSync(join(dataDir, 'secret.key')));
	const box = Buffer.from(row.sealed.slice(3), 'base64url');
	const decipher = createDecipheriv('aes-256-gcm', createHmac('sha256', secret).update('adcore:signing_keys').digest(), box.subarray(0, 12));
	decipher.setAAD(Buffer.from(row.kid));
	decipher.setAuthTag(box.subarray(-16));
	const pem = Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()]);
	return { kid: row.kid, key: createPrivateKey(pem) };
}

const readSecret = (file) => (file.length === 32 ? file : Buffer.from(file.toString('utf8').trim(), 'hex'));

const now = () => Math.floor(Date.now() / 1000);

const WRONG = {
	'typ JWT': { header: { typ: 'JWT' } },
	'no typ': { header: { typ: undefined } },
	'typ dpop+jwt': { header: { typ: 'dpop+jwt' } },
	'no kid': { header: { kid: undefined } },
	'another kid': { header: { kid: 'x' } },
	'crit': { header: { crit: ['exp'], exp: 1 } },
	'expired': { claims: () => ({ exp: now() - 1 }) },
	'exp a string': { claims: () => ({ exp: String(now() + 60) }) },
	'exp a fraction': { claims: () => ({ exp: now() + 60.5 }) },
	'exp negative': { claims: () => ({ exp: -1 }) },
	'exp huge': { claims: () => ({ exp: 1e300 }) },
	'no exp': { claims: () => ({ exp: undefined }) },
	'issued in the future': { claims: () => ({ iat: now() + 3600 }) },
	'another issuer': { claims: () => ({ iss: `${world.url}/` }) },
	'another audience': { claims: () => ({ aud: world.server.api }) },
	'an audience that begins so': { claims: () => ({ aud: `${world.server.mcp}/x` }) },
	'a list of audiences': { claims: (good) => ({ aud: [good.aud, 'https://elsewhere.example'] }) },
	'another subject': { claims: () => ({ sub: 'acc_01M8196D3CCRDAD214ENBQ1G40' }) },
	'another client': { claims: () => ({ client_id: 'cli_01M8196D3CCRDAD214ENBQ1G40' }) },
	'another grant': { claims: () => ({ grant_id: 'grt_01M8196D3CCRDAD214ENBQ1G40' }) },
	'no grant': { claims: () => ({ grant_id: undefined }) },
	'bound to a key': { claims: () => ({ cnf: { jkt: 'x'.repeat(43) } }) },
	'bound by a certificate': { claims: () => ({ cnf: { 'x5t#S256': 'x'.repeat(43) } }) },
};

test('what our own key signed is judged too', async () => {
	const { kid, key } = await ownKey();
	const good = decodeJwt((await world.tokens()).access_token);
	const make = ({ header = {}, claims = () => ({}) } = {}) => {
		const head = { alg: 'ES256', kid, typ: 'at+jwt', ...header };
		const all = { ...good, ...claims(good) };
		for (const object of [head, all])
			for (const name of Object.keys(object))
				if (object[name] === undefined)
					delete object[name];
		return new SignJWT(all).setProtectedHeader(head).sign(key, { crit: { exp: true } });
	};
	assert.equal(await world.mcpStatus(await make()), 200, 'signed as the server does');
	assert.equal(await world.mcpStatus(await make({ header: { typ: 'application/at+jwt' } })), 200);
	for (const [what, bend] of Object.entries(WRONG)) {
		const token = await make(bend);
		assert.equal(await world.mcpStatus(token), 401, what);
		assert.equal((await world.server.rest(token, 'GET', '/me')).status, 401, what);
	}
});
