/*
 * Expiry within a minute: the grace period of a rotated refresh token, and the lifetime of a
 * code. The waits run in parallel, because they are the subject of the test.
 */
import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import { assertOAuthError, startWorld } from './world.mjs';

const MINUTE = 61000;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

describe('after a minute', { concurrency: true }, () => {
	let world;
	let grants;

	before(async () => {
		world = await startWorld();
		const rotated = await world.tokens();
		grants = { code: await world.code(), rotated, successor: (await world.refresh(rotated.refresh_token)).json };
		assert.ok(grants.successor.refresh_token);
		await wait(MINUTE);
	});

	after(() => world?.stop());

	test('a code is dead', async () => {
		assertOAuthError(await world.exchange(grants.code), 400, 'invalid_grant');
	});

	test('the refresh token before is reuse, and the grant is dead', async () => {
		assertOAuthError(await world.refresh(grants.rotated.refresh_token), 400, 'invalid_grant');
		assertOAuthError(await world.refresh(grants.successor.refresh_token), 400, 'invalid_grant');
		assert.equal(await world.mcpStatus(grants.successor.access_token), 401);
	});
});
