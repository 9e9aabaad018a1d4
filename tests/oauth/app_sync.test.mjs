/* The page of an approval link: access, content, who can decide, and the same rules as the API. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { startSandbox } from '../clients/lib/server.mjs';
import { UserAgent } from '../clients/lib/user_agent.mjs';
import { csrfOf, decide, offers, Office, signedIn } from './office.mjs';
import { startWorld } from './world.mjs';

let sandbox;
let world;

before(async () => {
	sandbox = await startSandbox();
	world = await startWorld({ sandbox });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await sandbox?.stop();
});

const pageOf = (agent, id) => agent.get(`/app/plain/runs/${id}`);

/* An office with a push that awaits approval, and an owner who did not request it. */
async function waiting({ rule = 'ALWAYS', role = 'OWNER', activate = false, campaign = {} } = {}) {
	const office = new Office(world, rule);
	const made = await office.campaign(campaign);
	const run = await office.push({ activate });
	const account = office.colleague(role);
	return { office, made, run, account, agent: await signedIn(world, account) };
}

const assertWaits = async (office, run) => assert.equal((await office.run(run)).status, 'AWAITING_APPROVAL');

test('the link leads over /signin to the run, which an owner approves; it is sent, and the page says by whom', async () => {
	const { office, made, run, account } = await waiting();
	const agent = new UserAgent(world.url);
	const at = await agent.open(`/app/plain/runs/${run}`);
	assert.equal(at.url.searchParams.get('back'), `/app/plain/runs/${run}`);
	const there = await agent.signIn(at, account);
	assert.equal(there.url.pathname, `/app/plain/runs/${run}`);
	assert.equal(there.answer.status, 200);
	for (const words of ['waits for approval', 'Ada Lovelace', office.boss.email, 'The API token <q>nightly</q>', 'Bakery', 'test', 'Create', 'Rolls', made.id,
		'20.5 USD', 'This push sets nothing live', '0 of 1 done'])
		assert.ok(there.answer.text.includes(words), words);
	assert.deepEqual(offers(there.answer), ['approve', 'cancel']);

	const answer = await decide(agent, run, 'approve');
	assert.equal(answer.status, 303, answer.text);
	assert.equal(answer.headers.location, `${world.url}/app/plain/runs/${run}?done=approved`);
	const done = await office.ended(run);
	assert.equal(done.status, 'SUCCEEDED', JSON.stringify(done));
	assert.equal(done.approvedBy, account.uid);
	const page = await agent.get(answer.headers.location);
	for (const words of ['Approved\. Reload the page', 'Approved by', account.email, '1 of 1 done', 'class="tag good">done'])
		assert.ok(page.text.includes(words), words);
	assert.deepEqual(offers(page), []);

	const again = await agent.post(`/app/plain/runs/${run}`, { csrf: csrfOf(page), do: 'approve' });
	assert.equal(again.status, 409);
	assert.match(again.text, /is not awaiting approval/);
	const { data: history } = (await office.rest('GET', '/history?resource=sync')).json;
	assert.deepEqual(history.filter((one) => one.verb === 'APPROVE').map((one) => one.door), ['APP']);
});

test('what an app pushed names the app, and its text can write nothing into the page', async () => {
	const office = new Office(world, 'CONNECTOR');
	const name = '<img src=x>" onclick="x';
	const turned = await office.rest('POST', '/campaigns', { name: `${name}\u202e`, type: 'SEARCH', budget: 20.5 });
	assert.equal(turned.status, 400, 'a name holds no character that turns round what follows');
	await office.campaign({ name });
	const run = await office.push({}, await office.app('<b>Bank</b>'));
	const agent = await signedIn(world, office.boss);
	const { text } = await pageOf(agent, run);
	assert.ok(!text.includes('<img src') && !text.includes('<b>Bank'));
	for (const words of ['The app <q>&lt;b&gt;Bank&lt;/b&gt;</q>', 'unverified', 'through the MCP connector', '&lt;img src=x&gt;&quot; onclick=&quot;x'])
		assert.ok(text.includes(words), words);
	assert.equal((await decide(agent, run, 'approve')).status, 303, 'a person approves what their own app asked for');
	assert.equal((await office.ended(run)).status, 'SUCCEEDED');
});

test('what becomes live, and what it spends a day and a month, stands there', async () => {
	const { agent, run } = await waiting({ activate: true, campaign: { status: 'ENABLED' } });
	const { text } = await pageOf(agent, run);
	for (const words of ['This push sets campaigns live', '+20.5 USD', '+623.2 USD'])
		assert.ok(text.includes(words), words);
});

test('an update is shown field by field, from and to', async () => {
	const office = new Office(world, 'NEVER');
	const made = await office.campaign();
	const first = (await office.rest('POST', '/sync', {})).json.data.id;
	assert.equal((await office.ended(first)).status, 'SUCCEEDED');
	world.server.cli(['space', 'set', office.space, '--require-approval-test', 'ALWAYS']);
	await office.rest('PATCH', `/campaigns/${made.id}`, { budget: 25 });
	const run = await office.push();
	const { text } = await pageOf(await signedIn(world, office.boss), run);
	assert.match(text, /Change campaign<br>[\s\S]*<b>Rolls<\/b>[\s\S]*budget:<\/span> 20.5 <span[^>]*>→<\/span> 25<\/li>/);
	assert.ok(text.includes('+4.5 USD'));
});

test('a stranger, a run that is not there and one of another Space look the same', async () => {
	const { office, run } = await waiting();
	const agent = await signedIn(world, world.server.addAccount());
	const there = [];
	for (const id of [run, 'syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3', 'x%22%3E', office.space]) {
		const answer = await pageOf(agent, id);
		assert.equal(answer.status, 404, id);
		there.push(answer.text.replaceAll(answer.headers['x-request-id'], ''));
	}
	assert.equal(new Set(there).size, 1);
	const csrf = csrfOf(await agent.get('/app'));
	for (const what of ['approve', 'cancel']) {
		const answer = await agent.post(`/app/plain/runs/${run}`, { csrf, do: what });
		assert.equal(answer.status, 404);
		assert.equal(answer.text.replaceAll(answer.headers['x-request-id'], ''), there[0]);
	}
	await assertWaits(office, run);
	assert.equal((await agent.get(`/app/plain/runs?space=${office.space}`)).status, 404);
	assert.ok(!(await agent.get('/app/plain/runs')).text.includes(run));
});

for (const role of ['VIEWER', 'EDITOR'])
	test(`a ${role} sees it and decides nothing`, async () => {
		const { office, agent, run } = await waiting({ role });
		const page = await pageOf(agent, run);
		assert.equal(page.status, 200);
		assert.deepEqual(offers(page), []);
		assert.match(page.text, /Only publishers and owners of the Space can decide/);
		for (const what of ['approve', 'cancel'])
			assert.equal((await decide(agent, run, what)).status, 403);
		await assertWaits(office, run);
	});

test('a role that was taken away decides nothing any more', async () => {
	const { office, agent, run, account } = await waiting({ role: 'PUBLISHER' });
	const csrf = csrfOf(await pageOf(agent, run));
	const boss = await signedIn(world, office.boss);
	const space = `/app/spaces/${office.space}`;
	const change = (fields) => boss.get(space).then((page) => boss.post(space, { csrf: csrfOf(page), account: account.uid, ...fields }));
	assert.equal((await change({ do: 'role', role: 'VIEWER' })).status, 303);
	assert.equal((await agent.post(`/app/plain/runs/${run}`, { csrf, do: 'approve' })).status, 403);
	assert.equal((await change({ do: 'remove' })).status, 303);
	assert.equal((await agent.post(`/app/plain/runs/${run}`, { csrf, do: 'approve' })).status, 404);
	await assertWaits(office, run);
});

test('who asked for it approves nothing where another may push', async () => {
	const { office, run } = await waiting({ role: 'PUBLISHER' });
	const boss = await signedIn(world, office.boss);
	const page = await pageOf(boss, run);
	assert.deepEqual(offers(page), ['cancel']);
	assert.match(page.text, /someone other than the requester/);
	const answer = await decide(boss, run, 'approve');
	assert.equal(answer.status, 409);
	assert.match(answer.text, /someone other than the requester/);
	await assertWaits(office, run);
});

test('where nobody else may push, who asked approves here', async () => {
	const { office, run } = await waiting({ role: 'EDITOR' });
	assert.equal((await decide(await signedIn(world, office.boss), run, 'approve')).status, 303);
	assert.equal((await office.ended(run)).status, 'SUCCEEDED');
});

test('a guardrail that was tightened since and a plan that has changed refuse with the reason, before and after the click', async () => {
	const { office, made, run, agent } = await waiting({ campaign: { budget: 90 } });
	world.server.cli(['space', 'set', office.space, '--max-campaign-daily-budget', '50']);
	const broken = await pageOf(agent, run);
	assert.deepEqual(offers(broken), ['cancel']);
	assert.match(broken.text, /This plan cannot be pushed/);
	assert.equal((await decide(agent, run, 'approve')).status, 422);
	await assertWaits(office, run);

	world.server.cli(['space', 'set', office.space, '--max-campaign-daily-budget', '100']);
	assert.equal((await office.rest('PATCH', `/campaigns/${made.id}`, { budget: 30 })).status, 200);
	const changed = await pageOf(agent, run);
	assert.deepEqual(offers(changed), ['cancel']);
	assert.match(changed.text, /The plan changed after the request/);
	assert.equal((await decide(agent, run, 'approve')).status, 409);
	await assertWaits(office, run);
});

test('comments on a run are on its page, word by word', async () => {
	const { office, run, agent } = await waiting();
	const add = (body) => office.rest('POST', `/sync/${run}/comments`, body);
	assert.equal((await add({ text: 'Why <b>now</b>?' })).status, 201);
	assert.equal((await add({ text: 'Lower it.', operation: 0 })).status, 201);
	const { text } = await agent.get(`/app/plain/runs/${run}`);
	assert.match(text, /Comment: Why &lt;b&gt;now&lt;\/b&gt;\?/);
	assert.match(text, /Comment on operation 1: Lower it\./);
});

test('a denial with a reason is told to who asked, word by word', async () => {
	const { office, run, agent } = await waiting();
	const page = await agent.get(`/app/plain/runs/${run}`);
	assert.match(page.text, /<textarea id="reason" name="reason"/);
	const send = (reason) => agent.post(`/app/plain/runs/${run}`, { csrf: csrfOf(page), do: 'cancel', reason });
	assert.equal((await send('x'.repeat(501))).status, 400);
	const reason = 'Not before <b>Monday</b>: the "offer" ends.';
	assert.equal((await send(reason)).status, 303);
	assert.equal((await office.run(run)).cancelReason, reason);
	assert.match((await agent.get(`/app/plain/runs/${run}`)).text, /Reason: Not before &lt;b&gt;Monday/);
});

test('cancelling ends it, nothing is sent, and it says so', async () => {
	const { office, run, agent } = await waiting();
	const answer = await decide(agent, run, 'cancel');
	assert.equal(answer.headers.location, `${world.url}/app/plain/runs/${run}?done=cancelled`);
	const ended = await office.run(run);
	assert.equal(ended.status, 'CANCELLED');
	assert.deepEqual(ended.operations.map((one) => one.status), ['SKIPPED']);
	const page = await agent.get(answer.headers.location);
	assert.match(page.text, /Cancelled\. Operations that were not sent/);
	assert.deepEqual(offers(page), []);
	assert.equal((await agent.post(`/app/plain/runs/${run}`, { csrf: csrfOf(page), do: 'cancel' })).status, 409);
});

test('two who approve at once send it once', async () => {
	const { office, run, agent } = await waiting();
	const other = await signedIn(world, office.colleague('PUBLISHER'));
	const answers = await Promise.all([decide(agent, run, 'approve'), decide(other, run, 'approve')]);
	assert.deepEqual(answers.map((one) => one.status).sort(), [303, 409]);
	assert.equal((await office.ended(run)).status, 'SUCCEEDED');
});

const FOREIGN = [
	['without a token', { csrf: '' }, {}],
	['with a token made up', { csrf: 'A'.repeat(43) }, {}],
	['from another site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
	['typed into the address bar', {}, { 'Sec-Fetch-Site': 'none' }],
	['from another origin', {}, { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
];

test('forms of others change nothing, nor does a GET, a bearer token or a form that says nothing', async () => {
	const { office, run, agent } = await waiting();
	const path = `/app/plain/runs/${run}`;
	const csrf = csrfOf(await pageOf(agent, run));
	for (const [name, fields, headers] of FOREIGN)
		for (const what of ['approve', 'cancel'])
			assert.equal((await agent.post(path, { csrf, do: what, ...fields }, headers)).status, 403, name);
	const other = await signedIn(world, office.boss);
	assert.equal((await agent.post(path, { csrf: csrfOf(await pageOf(other, run)), do: 'approve' })).status, 403, "another's token");
	assert.equal((await agent.get(`${path}?do=approve&csrf=${csrf}`)).status, 200);
	assert.equal((await agent.post(path, { csrf, do: 'explode' })).status, 400);
	const bare = new UserAgent(world.url);
	assert.equal((await bare.post(path, { csrf, do: 'approve' }, { Authorization: `Bearer ${office.token}` })).status, 303, 'to /signin');
	assert.equal((await agent.post('/app/plain/runs', { csrf, do: 'approve' })).status, 405);
	await assertWaits(office, run);
});

test('the list has what waits first, and the last runs of one Space', async () => {
	const { office, run, agent } = await waiting();
	/* Another plan: a second push of the same one would return the waiting run. */
	assert.equal((await office.rest('POST', '/campaigns', { name: 'Later rolls', type: 'SEARCH', budget: 1 })).status, 201);
	const cancelled = await office.push();
	assert.equal((await decide(agent, cancelled, 'cancel')).status, 303);
	const mine = await agent.get('/app/plain/runs');
	assert.match(mine.text, new RegExp(`Waiting for approval[\\s\\S]*${run}[\\s\\S]*Latest runs[\\s\\S]*Nothing was pushed`));
	assert.ok(!mine.text.includes(cancelled));
	const page = await agent.get(`/app/plain/runs?space=${office.space}`);
	assert.equal(page.status, 200);
	assert.match(page.text, new RegExp(`Latest runs[\\s\\S]*${cancelled}[\\s\\S]*cancelled[\\s\\S]*${run}`));
	for (const space of ['', 'x', 'spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3'])
		assert.equal((await agent.get(`/app/plain/runs?space=${space}`)).status, 404, space);
	assert.match((await agent.get('/app')).text, /href="\/app\/runs\?space=[^"]*"/);
});

test('a long plan goes over several pages, on each of which all is decided', async () => {
	const office = new Office(world, 'ALWAYS');
	world.server.cli(['space', 'set', office.space, '--max-total-daily-budget', '100000']);
	const operations = Array.from({ length: 230 }, (_, i) => ({ method: 'POST', body: { name: `Rolls ${i}`, type: 'SEARCH', budget: 1 } }));
	assert.equal((await office.rest('POST', '/campaigns/batch', { operations, atomic: true })).status, 200);
	const run = await office.push();
	const agent = await signedIn(world, office.boss);
	const count = (page) => page.text.match(/data-label="Operation"/g).length;
	const first = await pageOf(agent, run);
	assert.equal(count(first), 200);
	const [, next] = first.text.match(/href="([^"]*\?after=200)">Operations from 201 of 230/);
	const second = await agent.get(next);
	assert.equal(count(second), 30);
	assert.deepEqual(offers(second), ['approve', 'cancel']);
	for (const after of ['x', '-1', '999999999999999999999', ''])
		assert.equal((await agent.get(`/app/plain/runs/${run}?after=${after}`)).status, 200, after);
});
