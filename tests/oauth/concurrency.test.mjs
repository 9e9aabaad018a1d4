/* Races of real clients: a code sent twice, a refresh token shared by many processes. */
import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import { comeFrom, request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { assertOAuthError, pkce, startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});

after(() => world?.stop());

const fifty = (make) => Promise.all(Array.from({ length: 50 }, (_, i) => make(i)));

test('fifty exchanges of one code: exactly one wins, and the replays end its grant', async () => {
	const grant = await world.code();
	const answers = await fifty(() => world.exchange(grant));
	const won = answers.filter((answer) => answer.status === 200);
	assert.equal(won.length, 1);
	for (const answer of answers.filter((one) => one.status !== 200))
		assertOAuthError(answer, 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(won[0].json.access_token), 401, 'a replayed code revokes what it gave');
});

test('fifty exchanges with wrong verifiers and one right: at most one wins', async () => {
	const grant = await world.code();
	const answers = await fifty((i) => world.exchange(grant, i === 25 ? {} : { code_verifier: pkce().verifier }));
	assert.ok(answers.filter((answer) => answer.status === 200).length <= 1);
	for (const answer of answers.filter((one) => one.status !== 200))
		assertOAuthError(answer, 400, 'invalid_grant');
});

test('fifty refreshes with one token within the grace: all succeed, with one successor', async () => {
	const tokens = await world.tokens();
	const answers = await fifty(() => world.refresh(tokens.refresh_token));
	for (const answer of answers)
		assert.equal(answer.status, 200, answer.text);
	const successors = new Set(answers.map((answer) => answer.json.refresh_token));
	assert.equal(successors.size, 1);
	const statuses = await Promise.all(answers.map((answer) => world.mcpStatus(answer.json.access_token)));
	assert.deepEqual(new Set(statuses), new Set([200]));
	assert.equal((await world.refresh([...successors][0])).status, 200);
});

test('fifty refreshes beside one revocation: afterwards the grant is dead', async () => {
	const tokens = await world.tokens();
	const answers = await fifty((i) => (i === 25 ? world.revoke(tokens.refresh_token) : world.refresh(tokens.refresh_token)));
	for (const [i, answer] of answers.entries())
		if (i !== 25 && answer.status !== 200)
			assertOAuthError(answer, 400, 'invalid_grant');
	assert.equal(answers[25].status, 200);
	assertOAuthError(await world.refresh(tokens.refresh_token), 400, 'invalid_grant');
	for (const answer of answers)
		if (answer.type === 'application/json' && answer.text && answer.json.access_token)
			assert.equal(await world.mcpStatus(answer.json.access_token), 401);
});

test('fifty registrations at once are fifty answers', async () => {
	const answers = await fifty((i) => world.register({ client_name: `Parallel ${i}` }));
	for (const answer of answers)
		assert.equal(answer.status, 201, answer.text);
	assert.equal(new Set(answers.map((answer) => answer.json.client_id)).size, 50);
});

test('fifty identical public registrations at once are one client', async () => {
	comeFrom('127.0.0.2');
	const answers = await fifty(() => world.register({ client_name: 'All the same' }));
	for (const answer of answers)
		assert.equal(answer.status, 201, answer.text);
	assert.equal(new Set(answers.map((answer) => answer.json.client_id)).size, 1);
	assert.equal(answers.filter((answer) => 'registration_access_token' in answer.json).length, 1, 'one can read it');
});

/* Two servers on one database, each with half of a race. A SQLite file has one server at a time. */
describe('over two servers', { skip: !process.env.ADCORE_TEST_DATABASE?.startsWith('postgres') && 'needs PostgreSQL' }, () => {
	let both;
	let beside;

	before(async () => {
		both = await startWorld();
		beside = await startServer({ beside: both.server });
	});

	after(async () => {
		await beside?.stop();
		await both?.stop();
	});

	const urls = (i) => (i % 2 ? beside.url : both.url);

	function token(i, fields) {
		return request(`${urls(i)}/token`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams(fields).toString() });
	}

	async function status(i, accessToken) {
		const answer = await request(`${urls(i)}/api/v1/me`, { headers: { Authorization: `Bearer ${accessToken}` } });
		return answer.status;
	}

	async function restCode() {
		const api = both.server.api;
		const grant = await both.code({ changes: { resource: api, scope: 'campaigns:read' } });
		return both.codeFields(grant, { resource: api });
	}

	test('fifty exchanges of one code: exactly one wins, and the replays end its grant everywhere', async () => {
		const fields = await restCode();
		const answers = await fifty((i) => token(i, fields));
		const won = answers.filter((answer) => answer.status === 200);
		assert.equal(won.length, 1);
		for (const answer of answers.filter((one) => one.status !== 200))
			assertOAuthError(answer, 400, 'invalid_grant');
		for (const i of [0, 1])
			assert.equal(await status(i, won[0].json.access_token), 401);
	});

	test('fifty refreshes with one token within the grace: all succeed, with one successor', async () => {
		const first = (await token(0, await restCode())).json;
		const fields = { grant_type: 'refresh_token', refresh_token: first.refresh_token, client_id: both.client.client_id };
		const answers = await fifty((i) => token(i, fields));
		for (const answer of answers)
			assert.equal(answer.status, 200, answer.text);
		const successors = new Set(answers.map((answer) => answer.json.refresh_token));
		assert.equal(successors.size, 1);
		for (const i of [0, 1])
			assert.equal(await status(i, answers[i].json.access_token), 200);
		assert.equal((await token(1, { ...fields, refresh_token: [...successors][0] })).status, 200);
		assertOAuthError(await token(0, fields), 400, 'invalid_grant');
		for (const i of [0, 1])
			assert.equal(await status(i, answers[0].json.access_token), 401, 'reuse ends the grant everywhere');
	});

	test('a revocation at one is known to the other at once', async () => {
		const first = (await token(0, await restCode())).json;
		assert.equal(await status(1, first.access_token), 200);
		await both.revoke(first.refresh_token);
		assert.equal(await status(1, first.access_token), 401);
	});

	test('identical registrations at both are at most one a server, and each works at the other', async () => {
		const answers = await fifty((i) => request(`${urls(i)}/register`, { method: 'POST', headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ client_name: 'Everywhere the same', redirect_uris: ['https://same.example/cb'], token_endpoint_auth_method: 'none' }) }));
		const ids = new Set(answers.map((answer) => answer.json.client_id));
		assert.ok(ids.size <= 2, `${ids.size}`);
		for (const id of ids)
			for (const i of [0, 1]) {
				const answer = await token(i, { grant_type: 'authorization_code', client_id: id, code: 'x', code_verifier: 'y' });
				assert.equal(answer.json.error, 'invalid_grant', 'the client is known');
			}
	});
});
