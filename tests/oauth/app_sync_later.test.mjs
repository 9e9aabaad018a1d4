/*
 * A push of the person's own under ALWAYS, some time after sign-in: its approval requires a
 * fresh sign-in.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { startSandbox } from '../clients/lib/server.mjs';
import { movableClock } from './clock.mjs';
import { decide, offers, Office, signedIn } from './office.mjs';
import { startWorld } from './world.mjs';

let sandbox;
let world;
let clock;

before(async () => {
	clock = movableClock();
	sandbox = await startSandbox();
	world = await startWorld({ sandbox, env: clock.env });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await sandbox?.stop();
});

test("after ten minutes one's own push is approved only once one has signed in again, which leads back", async () => {
	const office = new Office(world, 'ALWAYS');
	await office.campaign();
	const run = await office.push();
	const agent = await signedIn(world, office.boss);
	const other = await signedIn(world, office.colleague('PUBLISHER'));
	clock.advance(11 * 60);
	assert.deepEqual(offers(await agent.get(`/app/plain/runs/${run}`)), ['cancel'], 'another person is there');
	assert.deepEqual(offers(await other.get(`/app/plain/runs/${run}`)), ['approve', 'cancel'], "of another's push nothing is confirmed");

	const alone = new Office(world, 'ALWAYS');
	await alone.campaign();
	const own = await alone.push();
	const person = await signedIn(world, alone.boss);
	assert.deepEqual(offers(await person.get(`/app/plain/runs/${own}`)), ['approve', 'cancel']);
	clock.advance(11 * 60);
	const page = await person.get(`/app/plain/runs/${own}`);
	assert.deepEqual(offers(page), ['cancel']);
	const answer = await decide(person, own, 'approve');
	assert.equal(answer.status, 403);
	assert.match(answer.text, /sign in again/i);
	assert.equal((await alone.run(own)).status, 'AWAITING_APPROVAL');

	const [, link] = page.text.match(/href="(\/signin\?[^"]*)"/);
	const at = await person.signIn(await person.open(link.replaceAll('&amp;', '&')), alone.boss);
	assert.equal(at.url.pathname, `/app/plain/runs/${own}`);
	assert.equal((await decide(person, own, 'approve')).status, 303);
	assert.equal((await alone.ended(own)).status, 'SUCCEEDED');
});
