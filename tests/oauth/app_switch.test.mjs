/*
 * The kill switch in the application: who can set it, the state of each ad account on the pages
 * of its run and of the Space, and the retry of failed pauses from those pages.
 */
import { strict as assert } from 'node:assert';
import { after, afterEach, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { startSandbox } from '../clients/lib/server.mjs';
import { csrfOf, decide, Office, offers, signedIn } from './office.mjs';
import { startWorld } from './world.mjs';

let sandbox;
let world;

before(async () => {
	sandbox = await startSandbox();
	world = await startWorld({ sandbox });
});

afterEach(() => control('DELETE', 'faults'));

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await sandbox?.stop();
});

async function control(method, path, body) {
	const answer = await request(`${sandbox.url}/_control/${path}`, { method, body: body && JSON.stringify(body),
		headers: { 'X-Sandbox-Control': sandbox.secret, 'Content-Type': 'application/json' } });
	assert.equal(Math.floor(answer.status / 100), 2, answer.text);
}

/* Google refuses everything that is sent to its campaigns. */
const googleAway = () => control('POST', 'faults', { platform: 'google', match: { path: 'googleAds' }, skip: 0, times: 100,
	action: { type: 'status', status: 503 } });

/* A Space with a campaign enabled on two platforms, its page, and the owner at the page. */
async function live() {
	const office = new Office(world, 'NEVER');
	for (const platform of ['google', 'microsoft'])
		await office.campaign({ name: `Rolls ${platform}`, platform, status: 'ENABLED' });
	const { data: run } = (await office.rest('POST', '/sync', { activate: true })).json;
	assert.equal((await office.ended(run.id)).status, 'SUCCEEDED');
	return { office, agent: await signedIn(world, office.boss), path: `/app/spaces/${office.space}` };
}

async function send(agent, path, fields) {
	return agent.post(path, { csrf: csrfOf(await agent.get(path)), ...fields });
}

/* Sets it with the form of the Space's page. Returns the run's address. */
async function pull(agent, path) {
	const answer = await send(agent, path, { do: 'pause', environment: 'test' });
	assert.equal(answer.status, 303, answer.text);
	return new URL(answer.headers.location);
}

const idOf = (url) => url.pathname.split('/').pop();
/* The texts of the table's rows, without tags. */
const rows = (text) => [...text.matchAll(/<tr role="row"><td[^>]*data-label="Ad account">.*?<\/tr>/gs)]
	.map(([row]) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim());

test('it is pulled on the page of the Space, and the page of its run says what was stopped', async () => {
	const { office, agent, path } = await live();
	const at = await pull(agent, path);
	const run = await office.ended(idOf(at));
	assert.equal(run.status, 'SUCCEEDED');
	assert.equal(run.source, 'APP');
	const page = await agent.get(at.pathname + at.search);
	assert.match(page.text, /<h1>Kill switch<\/h1>/);
	assert.match(page.text, /The kill switch is on/);
	assert.deepEqual(rows(page.text).map((row) => row.replace(/\d{6,}/, 'ID')), ['Google Ads ID 1 stopped stopped', 'Microsoft Advertising ID 1 stopped stopped']);
	assert.deepEqual(offers(page), [], 'nothing is left to try');
	const space = await agent.get(path);
	assert.match(space.text, /Pushes are blocked/);
	assert.ok(space.text.includes(`/app/runs/${idOf(at)}`), 'the page of the Space leads to the run');
	assert.equal(rows(space.text).length, 2);
	assert.equal(offers(space).filter((what) => what === 'pause').length, 2, 'and offers it for both environments');
	assert.equal(space.text.split('Pause all in the sandbox again').length > 1, true);
	assert.equal(space.text.includes('Pause all live campaigns again'), false);
	assert.match((await agent.get('/app/plain/runs')).text, /The kill switch was used in <a href="\/app\/spaces\/[^"]*#blocked">Bakery<\/a>/);
	assert.match((await agent.get(`/app/plain/runs?space=${office.space}`)).text, new RegExp(`${idOf(at)}">Kill switch,`));
	const paused = (await office.rest('GET', '/campaigns')).json.data;
	assert.deepEqual(paused.map((one) => one.remote.status), ['PAUSED', 'PAUSED']);
});

test('an ad account that was not stopped is named with the reason, and tried again from the page', async () => {
	const { office, agent, path } = await live();
	await googleAway();
	const at = await pull(agent, path);
	assert.equal((await office.ended(idOf(at))).status, 'PARTIAL');
	for (const where of [at.pathname, path]) {
		const [google, microsoft] = rows((await agent.get(where)).text);
		assert.match(google, /^Google Ads \d+ 1 not stopped not stopped Some campaigns could not be paused and may still run\. .* A transient internal error/, where);
		assert.match(microsoft, /^Microsoft Advertising \d+ 1 stopped stopped$/, where);
	}
	assert.deepEqual(offers(await agent.get(at.pathname)), ['retry']);
	await control('DELETE', 'faults');
	const answer = await decide(agent, idOf(at), 'retry');
	assert.equal(answer.status, 303, answer.text);
	const again = new URL(answer.headers.location);
	assert.notEqual(idOf(again), idOf(at));
	assert.equal((await office.ended(idOf(again))).status, 'SUCCEEDED');
	assert.match((await agent.get(again.pathname + again.search)).text, /The retry was started/);
	const [google] = rows((await agent.get(path)).text);
	assert.match(google, /1 stopped stopped$/, 'the page of the Space tells of the newest run');
});

test('it is pulled again where its run was cancelled', async () => {
	const { office, agent, path } = await live();
	await googleAway();
	const first = idOf(await pull(agent, path));
	await office.rest('POST', `/sync/${first}/cancel`, {});
	await office.ended(first);
	await control('DELETE', 'faults');
	const page = await agent.get(path);
	assert.match(page.text, /Pushes are blocked/);
	assert.match(page.text, /Pause all in the sandbox again/);
	const again = idOf(await pull(agent, path));
	assert.notEqual(again, first);
	assert.equal((await office.ended(again)).status, 'SUCCEEDED');
});

test('a push that failed is tried again from its page, and one that ended well is not offered it', async () => {
	const office = new Office(world, 'NEVER');
	await office.campaign();
	const agent = await signedIn(world, office.boss);
	await control('POST', 'faults', { platform: 'google', match: { operation: 'campaign.create' }, skip: 0, times: 1,
		action: { type: 'error', errorCode: { policyFindingError: 'POLICY_FINDING' }, message: 'No.' } });
	const { data: failed } = (await office.rest('POST', '/sync', {})).json;
	assert.equal((await office.ended(failed.id)).status, 'FAILED');
	assert.deepEqual(offers(await agent.get(`/app/plain/runs/${failed.id}`)), ['retry']);
	const again = idOf(new URL((await decide(agent, failed.id, 'retry')).headers.location));
	const done = await office.ended(again);
	assert.equal(done.status, 'SUCCEEDED');
	assert.equal(done.retryOf, failed.id);
	assert.deepEqual(offers(await agent.get(`/app/plain/runs/${again}`)), []);
	const third = idOf(new URL((await decide(agent, failed.id, 'retry')).headers.location));
	assert.deepEqual((await office.ended(third)).operations, [], 'it stands there now: nothing is sent again');
});

for (const role of ['VIEWER', 'EDITOR'])
	test(`a ${role} is shown no switch, pulls none and tries nothing again`, async () => {
		const { office, agent: boss, path } = await live();
		const agent = await signedIn(world, office.colleague(role));
		assert.doesNotMatch((await agent.get(path)).text, /value="pause"/);
		assert.equal((await send(agent, path, { do: 'pause', environment: 'test' })).status, 403);
		assert.equal((await office.rest('GET', `/spaces/${office.space}`)).json.data.pushesBlocked, false);
		await googleAway();
		const run = idOf(await pull(boss, path));
		await office.ended(run);
		assert.deepEqual(offers(await agent.get(`/app/plain/runs/${run}`)), []);
		assert.equal((await decide(agent, run, 'retry')).status, 403);
	});

test('a publisher pulls it; a stranger, a form without its token or without an environment do not', async () => {
	const { office, agent, path } = await live();
	const stranger = await signedIn(world, world.server.addAccount());
	const csrf = csrfOf(await stranger.get('/app'));
	assert.equal((await stranger.post(path, { csrf, do: 'pause', environment: 'test' })).status, 404);
	assert.equal((await agent.post(path, { do: 'pause', environment: 'test' })).status, 403);
	for (const fields of [{ do: 'pause' }, { do: 'pause', environment: 'all' }])
		assert.equal((await send(agent, path, fields)).status, 400);
	assert.equal((await agent.get(`${path}?do=pause&environment=test`)).status, 200);
	assert.equal((await office.rest('GET', `/spaces/${office.space}`)).json.data.pushesBlocked, false);
	const publisher = await signedIn(world, office.colleague('PUBLISHER'));
	assert.equal((await office.ended(idOf(await pull(publisher, path)))).status, 'SUCCEEDED');
	assert.equal((await office.rest('GET', `/spaces/${office.space}`)).json.data.pushesBlocked, true);
});

test('where nothing stands on a platform it says that there was nothing to pause', async () => {
	const office = new Office(world, 'NEVER');
	const agent = await signedIn(world, office.boss);
	const at = await pull(agent, `/app/spaces/${office.space}`);
	assert.match((await agent.get(at.pathname)).text, /There was nothing to pause/);
});
