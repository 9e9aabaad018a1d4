/*
 * A database that cannot be written: requests that write get 503 with Retry-After and nothing
 * else, so that no client discards a valid credential. Afterwards the same request succeeds.
 */
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertOAuthError, startWorld } from './world.mjs';

const skip = process.env.ADCORE_TEST_DATABASE?.startsWith('postgres') && 'holds a SQLite file';
let world;

before(async () => {
	world = await startWorld();
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

/* Another process would hold the lock as this connection does. */
async function whileLocked(send) {
	const { DatabaseSync } = await import('node:sqlite');
	const db = new DatabaseSync(join(world.server.dataDir, 'adcore.db'));
	db.exec('BEGIN IMMEDIATE');
	try {
		return await send();
	} finally {
		db.exec('ROLLBACK');
		db.close();
	}
}

const REQUESTS = [
	['a refresh', () => world.tokens(), (tokens) => world.refresh(tokens.refresh_token)],
	['an exchange', () => world.code(), (grant) => world.exchange(grant)],
	['a revocation', () => world.tokens(), (tokens) => world.revoke(tokens.refresh_token)],
	['a registration', () => `Locked ${Math.random()}`, (clientName) => world.register({ client_name: clientName })],
];

test('503 while it lasts, and afterwards as if nothing had been', { skip }, async () => {
	const states = [];
	for (const [, prepare] of REQUESTS)
		states.push(await prepare());
	const answers = await whileLocked(() => Promise.all(REQUESTS.map(([, , send], i) => send(states[i]))));
	for (const [i, [name, , send]] of REQUESTS.entries()) {
		assertOAuthError(answers[i], 503, 'temporarily_unavailable');
		assert.ok(Number(answers[i].headers['retry-after']) > 0, name);
		const again = await send(states[i]);
		assert.ok([200, 201].includes(again.status), `${name}: ${again.text}`);
	}
});
