/* Invitations to a Space: an account becomes a member of a Space of others only if it accepts. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { csrfOf, signedIn } from './office.mjs';
import { startWorld } from './world.mjs';

const PAGE = '/app/invitations';
const NOTICE = /You have (\d+) invitations? to a Space/;

let world;

before(async () => {
	world = await startWorld();
});

after(() => world?.stop());

async function send(agent, path, fields) {
	return agent.post(path, { csrf: csrfOf(await agent.get(path)), ...fields });
}

async function newSpace(agent, name = 'Bakery') {
	const made = await send(agent, '/app/spaces', { name, currency: 'USD', timezone: 'UTC' });
	return new URL(made.headers.location).pathname;
}

const idOf = (path) => path.split('/').pop();
const invite = (agent, path, account, role = 'OWNER') => send(agent, path, { do: 'invite', email: account.email, role });
const reply = (agent, path, act) => send(agent, PAGE, { do: act, space: idOf(path) });

async function historyOf(account, space) {
	const token = world.server.mintToken(account, { name: `history ${space}` });
	const answer = await request(`${world.server.api}/history?resource=space`, {
		headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': space },
	});
	assert.equal(answer.status, 200, JSON.stringify(answer.json));
	return answer.json.data.map((entry) => entry.after?.invitation?.state).filter(Boolean);
}

/* An owner with a Space, and another person, both signed in. */
async function two() {
	const [boss, guest] = [world.server.addAccount({ extra: ['--name', 'Mallory <b>'] }), world.server.addAccount()];
	const agent = await signedIn(world, boss);
	return { boss, guest, agent, other: await signedIn(world, guest), path: await newSpace(agent) };
}

test('an invited account has no rights and no duties before it accepts', async () => {
	const { boss, guest, agent, other } = await two();
	const path = await newSpace(agent, 'Personal');
	world.server.cli(['space', 'set', idOf(path), '--require-second-factor', 'on']);
	assert.equal((await invite(agent, path, guest)).status, 403, 'the owner owes the factor itself');
	world.server.cli(['space', 'set', idOf(path), '--require-second-factor', 'off']);
	assert.equal((await invite(agent, path, guest)).status, 303);
	world.server.cli(['space', 'set', idOf(path), '--require-second-factor', 'on']);

	assert.equal((await other.get(path)).status, 404);
	assert.equal((await other.get(`/app?space=${idOf(path)}&environment=live`)).status, 404);
	for (const where of ['/app', '/app/spaces', '/app/account', '/app/connections']) {
		const { text } = await other.get(where);
		assert.ok(!text.includes(idOf(path)), `${where} does not name the Space`);
		assert.doesNotMatch(text, /requires a second factor/, where);
		assert.equal(NOTICE.test(text), where !== '/app/connections', where);
	}
	const consent = await other.open(world.authorizeUrl());
	assert.ok(!consent.answer.text.includes(idOf(path)), 'an app is offered no Space of an invitation');
	assert.deepEqual(await historyOf(boss, idOf(path)), ['PENDING']);
});

test('the page names the Space, its owner with the address, the inviter and the role', async () => {
	const { boss, guest, agent, other, path } = await two();
	await invite(agent, path, guest, 'PUBLISHER');
	const { text } = await other.get(PAGE);
	for (const shown of ['Bakery', 'Mallory &lt;b&gt;', boss.email, 'Publisher', idOf(path)])
		assert.ok(text.includes(shown), shown);
	assert.ok(!text.includes('Mallory <b>'));
	const acts = formsOf(text).filter((form) => form.action.endsWith(PAGE));
	assert.equal(acts.length, 1);
});

test('who accepts is a member in the offered role, and sees whose Space it is', async () => {
	const { boss, guest, agent, other, path } = await two();
	await invite(agent, path, guest, 'EDITOR');
	assert.equal((await reply(other, path, 'accept')).headers.location, `${world.url}${path}?done=joined`);
	assert.match((await other.get(path)).text, /Your role here: Editor/);
	assert.equal((await reply(other, path, 'accept')).status, 404, 'an invitation is answered once');
	for (const where of ['/app/spaces', '/app/connections', `/app/plain/runs?space=${idOf(path)}`])
		assert.ok((await other.get(where)).text.includes(`of ${boss.email}`), where);
	assert.ok(!(await agent.get('/app/spaces')).text.includes(`of ${boss.email}`), 'the own Space needs no name');
	const consent = await other.open(world.authorizeUrl());
	assert.ok(consent.answer.text.includes(`of ${boss.email}`));
	assert.deepEqual((await historyOf(boss, idOf(path))).sort(), ['ACCEPTED', 'PENDING']);
});

test('who declines is no member, and can be invited again', async () => {
	const { boss, guest, agent, other, path } = await two();
	await invite(agent, path, guest);
	assert.equal((await reply(other, path, 'decline')).headers.location, `${world.url}${PAGE}?done=declined`);
	assert.equal((await other.get(path)).status, 404);
	assert.equal((await reply(other, path, 'accept')).status, 404);
	assert.equal((await invite(agent, path, guest)).status, 303);
	assert.deepEqual((await historyOf(boss, idOf(path))).sort(), ['DECLINED', 'PENDING', 'PENDING']);
});

test('an owner sees pending invitations and withdraws them; a member in another role does not', async () => {
	const { boss, guest, agent, other, path } = await two();
	const viewer = world.server.addAccount();
	world.server.cli(['space', 'member', 'add', idOf(path), '--email', viewer.email, '--role', 'VIEWER']);
	await invite(agent, path, guest);
	assert.match((await agent.get(path)).text, new RegExp(`Pending invitations[^]*${guest.email}`));
	const watcher = await signedIn(world, viewer);
	assert.doesNotMatch((await watcher.get(path)).text, /Pending invitations/);
	const withdrawal = { do: 'withdraw', account: guest.uid };
	assert.equal((await send(watcher, path, withdrawal)).status, 403);
	const stranger = await signedIn(world, world.server.addAccount());
	assert.equal((await stranger.post(path, { csrf: csrfOf(await stranger.get('/app')), ...withdrawal })).status, 404);
	assert.equal((await send(agent, path, withdrawal)).headers.location, `${world.url}${path}?done=withdrawn`);
	assert.equal((await send(agent, path, withdrawal)).status, 404);
	assert.equal((await reply(other, path, 'accept')).status, 404);
	assert.doesNotMatch((await other.get('/app')).text, NOTICE);
	assert.deepEqual((await historyOf(boss, idOf(path))).sort(), ['PENDING', 'WITHDRAWN']);
});

test("nobody accepts another's invitation, or one that was never made", async () => {
	const { guest, agent, other, path } = await two();
	await invite(agent, path, guest);
	const stranger = await signedIn(world, world.server.addAccount());
	for (const space of [idOf(path), 'spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3', '', "' OR 1=1 --"])
		assert.equal((await send(stranger, PAGE, { do: 'accept', space })).status, 404, space);
	assert.equal((await send(stranger, PAGE, { do: 'take', space: idOf(path) })).status, 400);
	assert.equal((await other.post(PAGE, { do: 'accept', space: idOf(path) })).status, 403, 'a form of our own only');
	assert.equal((await stranger.get(path)).status, 404);
});

test('an invitation ends when its inviter is no longer an owner', async () => {
	const { boss, guest, agent, other, path } = await two();
	const second = world.server.addAccount();
	world.server.cli(['space', 'member', 'add', idOf(path), '--email', second.email, '--role', 'OWNER']);
	await invite(agent, path, guest);
	world.server.cli(['space', 'member', 'set', idOf(path), '--email', boss.email, '--role', 'EDITOR']);
	assert.equal((await reply(other, path, 'accept')).status, 404);
	world.server.cli(['space', 'member', 'set', idOf(path), '--email', boss.email, '--role', 'OWNER']);
	assert.equal((await reply(other, path, 'accept')).status, 404, 'it does not return with the role');
	assert.deepEqual((await historyOf(boss, idOf(path))).sort(), ['ENDED', 'PENDING']);
});

test('the invitation of a disabled account does not count', async () => {
	const { boss, guest, agent, other, path } = await two();
	await invite(agent, path, guest);
	world.server.cli(['account', 'disable', '--email', boss.email]);
	assert.doesNotMatch((await other.get('/app')).text, NOTICE);
	assert.equal((await reply(other, path, 'accept')).status, 404);
});

test('an account is invited once to a Space, and the operator may still add it at once', async () => {
	const { guest, agent, other, path } = await two();
	await invite(agent, path, guest, 'VIEWER');
	assert.equal((await invite(agent, path, guest, 'OWNER')).status, 409);
	world.server.cli(['space', 'member', 'add', idOf(path), '--email', guest.email, '--role', 'EDITOR']);
	assert.match((await other.get(path)).text, /Your role here: Editor/);
	assert.doesNotMatch((await other.get('/app')).text, NOTICE, 'the membership ended the invitation');
	assert.equal((await reply(other, path, 'accept')).status, 404);
	assert.equal((await invite(agent, path, guest, 'OWNER')).status, 409, 'is a member');
});

test('one inviter has at most three invitations pending at an account', async () => {
	const { guest, agent, other, path } = await two();
	await invite(agent, path, guest);
	for (const name of ['Second', 'Third'])
		assert.equal((await invite(agent, await newSpace(agent, name), guest)).status, 303);
	const fourth = await newSpace(agent, 'Fourth');
	const refused = await invite(agent, fourth, guest);
	assert.equal(refused.status, 409);
	assert.match(refused.text, /too many pending invitations/);
	assert.equal((await other.get('/app')).text.match(NOTICE)[1], '3');
	assert.equal((await reply(other, path, 'decline')).status, 303);
	assert.equal((await invite(agent, fourth, guest)).status, 303);
});

test('a Personal Space invites nobody', async () => {
	const { boss, guest, agent } = await two();
	const personal = (await agent.get('/app/spaces')).text.match(/\/app\/spaces\/(spc_\w+)">Personal/)[1];
	const path = `/app/spaces/${personal}`;
	assert.doesNotMatch((await agent.get(path)).text, /Invite a member/);
	assert.equal((await invite(agent, path, guest)).status, 409);
	assert.ok(boss.email);
});

test('a removed account leaves no invitation', async () => {
	const { boss, guest, agent, other, path } = await two();
	await invite(agent, path, guest);
	world.server.cli(['account', 'remove', '--email', boss.email]);
	assert.doesNotMatch((await other.get('/app')).text, NOTICE);
	assert.equal((await reply(other, path, 'accept')).status, 404);
	assert.ok(new UserAgent(world.url));
});
