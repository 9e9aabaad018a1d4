/* Races that real clients run: a code sent twice, a refresh token shared by many processes. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { assertOAuthError, pkce, startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});

after(() => world?.stop());

const twenty = (make) => Promise.all(Array.from({ length: 20 }, (_, i) => make(i)));

test('twenty exchanges of one code: exactly one wins, and the replays end its grant', async () => {
	const grant = await world.code();
	const answers = await twenty(() => world.exchange(grant));
	const won = answers.filter((answer) => answer.status === 200);
	assert.equal(won.length, 1);
	for (const answer of answers.filter((one) => one.status !== 200))
		assertOAuthError(answer, 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(won[0].json.access_token), 401, 'a replayed code revokes what it gave');
});

test('twenty exchanges with wrong verifiers and one right: at most one wins', async () => {
	const grant = await world.code();
	const answers = await twenty((i) => world.exchange(grant, i === 10 ? {} : { code_verifier: pkce().verifier }));
	assert.ok(answers.filter((answer) => answer.status === 200).length <= 1);
	for (const answer of answers.filter((one) => one.status !== 200))
		assertOAuthError(answer, 400, 'invalid_grant');
});

test('twenty refreshes with one token within the grace: all succeed, with one successor', async () => {
	const tokens = await world.tokens();
	const answers = await twenty(() => world.refresh(tokens.refresh_token));
	for (const answer of answers)
		assert.equal(answer.status, 200, answer.text);
	const successors = new Set(answers.map((answer) => answer.json.refresh_token));
	assert.equal(successors.size, 1);
	const statuses = await Promise.all(answers.map((answer) => world.mcpStatus(answer.json.access_token)));
	assert.deepEqual(new Set(statuses), new Set([200]));
	assert.equal((await world.refresh([...successors][0])).status, 200);
});

test('twenty refreshes beside one revocation: afterwards the grant is dead', async () => {
	const tokens = await world.tokens();
	const answers = await twenty((i) => (i === 10 ? world.revoke(tokens.refresh_token) : world.refresh(tokens.refresh_token)));
	for (const [i, answer] of answers.entries())
		if (i !== 10 && answer.status !== 200)
			assertOAuthError(answer, 400, 'invalid_grant');
	assert.equal(answers[10].status, 200);
	assertOAuthError(await world.refresh(tokens.refresh_token), 400, 'invalid_grant');
	for (const answer of answers)
		if (answer.type === 'application/json' && answer.text && answer.json.access_token)
			assert.equal(await world.mcpStatus(answer.json.access_token), 401);
});

test('twenty registrations at once are twenty answers', async () => {
	const answers = await twenty((i) => world.register({ client_name: `Parallel ${i}` }));
	for (const answer of answers)
		assert.equal(answer.status, 201, answer.text);
	assert.equal(new Set(answers.map((answer) => answer.json.client_id)).size, 20);
});
