/* The kill switch on the page of a Space: who can see it, and who can allow pushes again. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { movableClock } from './clock.mjs';
import { startWorld } from './world.mjs';

const MINUTE = 60;
const BLOCKED = /Pushes are blocked/;
const NOTICE = /The kill switch was used in <a href="\/app\/spaces\/[^"]*#blocked">Bakery<\/a>/;
const LIFT = /value="lift"/;

let world;
let clock;

before(async () => {
	clock = movableClock();
	world = await startWorld({ env: clock.env });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

const csrfOf = (answer) => formsOf(answer.text).flatMap((form) => form.fields).find((field) => field.name === 'csrf').value;

async function signedIn(account) {
	const agent = new UserAgent(world.url);
	await agent.signIn(await agent.open('/signin'), account);
	return agent;
}

async function send(agent, path, fields) {
	return agent.post(path, { csrf: csrfOf(await agent.get(path)), ...fields });
}

/* A Space whose kill switch is set, with its owner and a viewer. */
async function blocked() {
	const [boss, clerk] = [world.server.addAccount(), world.server.addAccount()];
	const agent = await signedIn(boss);
	const made = await send(agent, '/app/spaces', { name: 'Bakery', currency: 'USD', timezone: 'UTC' });
	const path = new URL(made.headers.location).pathname;
	assert.equal((await send(agent, path, { do: 'invite', email: clerk.email, role: 'VIEWER' })).status, 303);
	const accepted = await send(await signedIn(clerk), '/app/invitations', { do: 'accept', space: path.split('/').pop() });
	assert.equal(accepted.status, 303);
	assert.doesNotMatch((await agent.get(path)).text, BLOCKED);
	const token = world.server.mintToken(boss);
	const space = path.split('/').pop();
	const call = (where, options = {}) => request(`${world.server.api}${where}`, {
		...options,
		headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': space, 'Content-Type': 'application/json' },
	});
	assert.equal((await call('/sync/pause-all', { method: 'POST' })).status, 202);
	const push = async () => (await call('/sync', { method: 'POST', body: '{}' })).status;
	assert.equal(await push(), 409);
	return { agent, clerk, path, space, call, push };
}

test('an owner allows pushes again, once, in the environment that the form names', async () => {
	const { agent, path, call, push } = await blocked();
	const page = await agent.get(path);
	assert.match(page.text, BLOCKED);
	assert.match(page.text, LIFT);
	assert.equal((await send(agent, path, { do: 'lift', environment: 'live' })).status, 303);
	assert.equal(await push(), 409, 'the other environment is as it was');
	assert.equal((await send(agent, path, { do: 'lift', environment: 'test' })).status, 303);
	assert.equal(await push(), 202);
	assert.doesNotMatch((await agent.get(path)).text, BLOCKED);
	assert.equal((await send(agent, path, { do: 'lift', environment: 'test' })).status, 303, 'lifted already');
	const rows = (await call('/history')).json.data.filter((row) => row.verb === 'UPDATE' && row.after?.pushesBlocked === false);
	assert.deepEqual(rows.map((row) => `${row.door} ${row.verb} ${row.before.pushesBlocked}`), ['APP UPDATE true']);
});

test('a form without an environment, or without its token, lifts nothing', async () => {
	const { agent, path, push } = await blocked();
	for (const fields of [{ do: 'lift' }, { do: 'lift', environment: 'all' }])
		assert.equal((await send(agent, path, fields)).status, 400);
	assert.equal((await agent.post(path, { do: 'lift', environment: 'test' })).status, 403);
	assert.equal((await agent.get(`${path}?do=lift&environment=test`)).status, 200);
	assert.equal(await push(), 409);
});

test('who is no owner is told of it and cannot, and a stranger finds no Space', async () => {
	const { clerk, path, push } = await blocked();
	const other = await signedIn(clerk);
	const page = await other.get(path);
	assert.match(page.text, BLOCKED);
	assert.doesNotMatch(page.text, LIFT);
	assert.equal((await send(other, path, { do: 'lift', environment: 'test' })).status, 403);
	const stranger = await signedIn(world.server.addAccount());
	const csrf = csrfOf(await stranger.get('/app'));
	assert.equal((await stranger.post(path, { csrf, do: 'lift', environment: 'test' })).status, 404);
	assert.equal(await push(), 409);
});

test('after ten minutes an owner signs in again first', async () => {
	const { agent, path, push } = await blocked();
	clock.advance(11 * MINUTE);
	const page = await agent.get(path);
	assert.match(page.text, BLOCKED);
	assert.doesNotMatch(page.text, LIFT);
	const answer = await send(agent, path, { do: 'lift', environment: 'test' });
	assert.equal(answer.status, 403);
	assert.match(answer.text, /sign in again/i);
	assert.equal(await push(), 409);
});

test('every page says that the kill switch is on, and who can lift it', async () => {
	const { agent, clerk, path, space } = await blocked();
	const viewer = await signedIn(clerk);
	const pages = ['/app', '/app/spaces', path, '/app/runs', `/app/review?space=${space}`, '/app/connections', '/app/tokens', '/app/account', '/app/drift', '/app/connected'];
	let shown = 0;
	for (const where of pages) {
		const answer = await agent.get(where);
		if (answer.status !== 200) continue;
		shown++;
		assert.match(answer.text, NOTICE, where);
		assert.match(answer.text, /until you allow them again on that page/, where);
		const theirs = await viewer.get(where);
		if (theirs.status === 200)
			assert.match(theirs.text, /until an owner of the Space allows them again/, where);
	}
	assert.ok(shown >= 6, `${shown} pages`);
	assert.equal((await send(agent, path, { do: 'lift', environment: 'test' })).status, 303);
	for (const where of pages) assert.doesNotMatch((await agent.get(where)).text, NOTICE, where);
});
