/*
 * A server that dies while it answers a client. The moment is exact: a preloaded library kills
 * the process when it is about to send a token, so the token was issued and no client received
 * it. The client repeats its request, as real ones do.
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../clients/lib/server.mjs';
import { UserAgent } from '../clients/lib/user_agent.mjs';
import { REDIRECT, assertOAuthError, pkce, startWorld } from './world.mjs';

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), '../support/die_before_send.c');
let world;
let library;

before(async () => {
	library = join(temporaryFolder(), 'die_before_send.so');
	const run = spawnSync('cc', ['-D_GNU_SOURCE', '-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], { encoding: 'utf8' });
	assert.equal(run.status, 0, run.stderr);
	world = await startWorld();
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

/* Sends it to a server that dies before it sends `text`. Afterwards the server runs again. */
async function dyingBefore(text, send) {
	const { server } = world;
	await server.stop();
	await server.again({ LD_PRELOAD: library, TEST_DIE_BEFORE: text });
	await assert.rejects(send(), 'no answer came');
	await server.died();
	assert.equal(server.child.signalCode, 'SIGKILL');
	await server.again();
}

test('a refresh whose answer was lost is asked for again, with the same token, and goes on', async () => {
	const first = await world.tokens();
	for (let i = 0; i < 3; i++)
		await dyingBefore('"refresh_token":"adcore_rt_', () => world.refresh(first.refresh_token));
	const again = await world.refresh(first.refresh_token);
	assert.equal(again.status, 200, again.text);
	world.secrets.push(again.json.access_token, again.json.refresh_token);
	assert.match(again.json.refresh_token, /^adcore_rt_grt_[0-9A-Z]{26}_2_/, 'one step on, whatever was lost');
	assert.equal(await world.mcpStatus(again.json.access_token), 200);
	const next = await world.refresh(again.json.refresh_token);
	assert.equal(next.status, 200, next.text);
	world.secrets.push(next.json.access_token, next.json.refresh_token);
	assertOAuthError(await world.refresh(first.refresh_token), 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(next.json.access_token), 401, 'reuse is seen as ever');
});

test('a code whose answer was lost was used: the client hears invalid_grant, and what it gave is revoked', async () => {
	const grant = await world.code();
	await dyingBefore('"access_token":"', () => world.exchange(grant));
	assertOAuthError(await world.exchange(grant), 400, 'invalid_grant');
	const fresh = await world.tokens();
	assert.equal(await world.mcpStatus(fresh.access_token), 200, 'the way back is a new authorization');
});

test('a consent whose answer was lost gives the same code again', async () => {
	const { verifier, challenge } = pkce();
	const agent = new UserAgent(world.url);
	let at = await agent.open(world.authorizeUrl({ code_challenge: challenge }));
	if (at.url.pathname === '/signin')
		at = await agent.signIn(at, world.account);
	await dyingBefore('code=adcore_ac_', () => agent.submit(at, { button: ['decision', 'allow'] }));
	const again = await agent.submit(at, { button: ['decision', 'allow'] });
	const code = again.away.searchParams.get('code');
	world.secrets.push(code);
	const tokens = await world.exchange({ code, verifier, client: world.client, redirectUri: REDIRECT });
	assert.equal(tokens.status, 200, tokens.text);
});

test('a registration whose answer was lost is asked for again: one client', async () => {
	const make = () => world.register({ client_name: 'Lost and found' });
	await dyingBefore('"client_id":"cli_', make);
	const again = await make();
	assert.equal(again.status, 201, again.text);
	assert.equal((await make()).json.client_id, again.json.client_id);
});

test('kill -9 at any moment of many refreshes loses none of them', async () => {
	const grants = [];
	for (let i = 0; i < 8; i++)
		grants.push(await world.tokens());
	const answers = grants.map((tokens) => world.refresh(tokens.refresh_token).catch(() => null));
	await Promise.race(answers);
	await world.server.kill();
	await Promise.all(answers);
	await world.server.again();
	for (const [i, tokens] of grants.entries()) {
		const heard = (await answers[i])?.json;
		const again = heard ?? (await world.refresh(tokens.refresh_token)).json;
		assert.ok(again.access_token, JSON.stringify(again));
		assert.equal(await world.mcpStatus(again.access_token), 200);
		assert.equal((await world.refresh(again.refresh_token)).status, 200);
	}
});
