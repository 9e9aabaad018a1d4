/*
 * The drift page: access, resolutions, the values of each side, the same rules as the API, and
 * no request to a platform.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { startSandbox } from '../clients/lib/server.mjs';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { Drifts } from './drifts.mjs';
import { csrfOf, signedIn } from './office.mjs';
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

const pageOf = (office, more = '') => `/app/plain/drift?space=${office.space}&environment=test${more}`;

/* The texts of the table's rows, without tags. */
const rows = (text) => [...text.matchAll(/<tr role="row"><td[^>]*data-label="Object">.*?<\/tr>/gs)]
	.map(([row]) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').replace(/ ([.,;:])/g, '$1').trim());

/* The forms of the decisions: the fields of each as an object, without the buttons. */
const forms = (text) => formsOf(text).map((form) => Object.fromEntries(form.fields.filter((one) => one.type !== 'button').map((one) => [one.name, one.value])))
	.filter((fields) => fields.field);

/* A campaign with drift, its Space, and a signed-in browser at its page. */
async function drifted({ role, fields } = {}) {
	const office = new Drifts(world, sandbox);
	const made = await office.budget(fields);
	assert.equal((await office.pulled()).drifted, 1);
	return { office, made, agent: await signedIn(world, role ? office.colleague(role) : office.boss) };
}

/* Sends the nth form of a page with one of its buttons. */
async function decide(agent, office, keep, { more = '', nth = 0, headers, ...changes } = {}) {
	const page = await agent.get(pageOf(office, more));
	return agent.post(`/app/plain/drift?space=${office.space}`, { ...forms(page.text)[nth], keep, ...changes }, headers);
}

const undecided = async (office, total = 1) => assert.equal((await office.drift()).meta.total, total);
const plan = async (office) => (await office.rest('POST', '/sync/preview', {})).json.data.operations;

test('each side stands there with its money, and what each button does', async () => {
	const { office, made, agent } = await drifted();
	const page = await agent.get(pageOf(office));
	assert.equal(page.status, 200);
	assert.deepEqual(rows(page.text).map((row) => row.replace(made.id, 'ID')), [
		'Rolls campaign, Google Ads ID budget 20 USD 25 USD 30 USD Keep staged budget of Rolls The next push sends 25 USD. Keep live budget of Rolls The draft then says 30 USD.',
	]);
	for (const words of ['Bakery</a>', 'class="tag">test', '1 field.', 'A decision sends nothing'])
		assert.ok(page.text.includes(words), words);
	assert.match((await agent.get(`/app/plain/drift?space=${office.space}&environment=live`)).text, /class="tag warn">live[\s\S]*No drift to decide/);
	assert.match((await agent.get(`/app/spaces/${office.space}`)).text, new RegExp(`href="/app/drift\\?space=${office.space}&amp;environment=`));
});

test('staged is kept: the next push sends it, and until then nothing is there', async () => {
	const { office, made, agent } = await drifted();
	const answer = await decide(agent, office, 'STAGED');
	assert.equal(answer.status, 200, answer.text);
	assert.match(answer.text, /role="status">Decided\. The next push sends budget 25 USD\. Nothing was sent to the platform\./);
	assert.match(answer.text, /No drift to decide/);
	await undecided(office, 0);
	const [operation] = await plan(office);
	assert.deepEqual(operation.changes, [{ field: 'budget', from: 30, to: 25 }]);
	assert.equal((await office.there('Rolls')).row.campaignBudget.amountMicros, '30000000');
	await office.pushed();
	assert.equal((await office.there('Rolls')).row.campaignBudget.amountMicros, '25000000');
	assert.equal((await office.drafted(made)).syncState, 'SYNCED');
	const { data: history } = (await office.rest('GET', `/history?objectId=${made.id}`)).json;
	assert.deepEqual(history.filter((one) => one.verb === 'RESOLVE').map((one) => one.door), ['APP']);
});

test('live is kept: the draft now says it, and there is nothing to send', async () => {
	const { office, made, agent } = await drifted();
	const answer = await decide(agent, office, 'LIVE');
	assert.match(answer.text, /Decided\. The draft now says budget 30 USD\. Nothing was sent/);
	const now = await office.drafted(made);
	assert.deepEqual([now.budget, now.syncState], [30, 'SYNCED']);
	assert.deepEqual(await plan(office), []);
	assert.equal((await office.there('Rolls')).row.campaignBudget.amountMicros, '30000000');
});

test('what was removed there is made anew by the next push, or removed here too', async () => {
	for (const [keep, says, state] of [['STAGED', /The object is a draft again, and the next push creates it again/, 'STAGED'], ['LIVE', /The object is removed here too/, 'REMOVED']]) {
		const office = new Drifts(world, sandbox);
		const made = await office.campaign();
		await office.pushed();
		await office.edit('Rolls', {}, true);
		await office.pulled();
		const agent = await signedIn(world, office.boss);
		const page = await agent.get(pageOf(office));
		assert.match(rows(page.text)[0], /status ENABLED|status PAUSED/);
		assert.match(rows(page.text)[0], /removed on the platform.*The next push creates it again.*everything below it is removed here too/);
		const answer = await decide(agent, office, keep);
		assert.match(answer.text, says);
		assert.equal((await office.drafted(made)).syncState, state);
		assert.equal((await plan(office)).length, keep === 'STAGED' ? 1 : 0);
	}
});

test('several fields of an object are decided one by one, and it says how many are left', async () => {
	const { office, made, agent } = await drifted();
	await office.edit('Rolls', { name: 'Rolls there' });
	await office.rest('PATCH', `/campaigns/${made.id}`, { name: '<b>Rolls</b> here' });
	await office.pulled();
	const page = await agent.get(pageOf(office));
	assert.ok(!page.text.includes('<b>Rolls</b> here') && page.text.includes('&lt;b&gt;Rolls&lt;/b&gt; here'));
	assert.deepEqual(forms(page.text).map((one) => one.field), ['name', 'budget']);
	const answer = await decide(agent, office, 'LIVE');
	assert.match(answer.text, /The draft now says name Rolls there\. [^<]*1 field of this object is still undecided/);
	assert.deepEqual(forms(answer.text).map((one) => one.field), ['budget']);
	assert.equal((await office.drafted(made)).budget, 25, 'the other is as it was');
});

test('a long list goes over pages, and a decision stays on its page', async () => {
	const office = new Drifts(world, sandbox);
	const names = Array.from({ length: 23 }, (_, i) => `Rolls ${String(i).padStart(2, '0')}`);
	const made = [];
	for (const name of names)
		made.push(await office.campaign({ name, budget: 1 }));
	await office.pushed();
	await Promise.all(names.map((name) => office.edit(name, { name: `${name} there` })));
	for (const one of made)
		await office.rest('PATCH', `/campaigns/${one.id}`, { name: `${one.name} here` });
	assert.equal((await office.pulled()).drifted, 23);
	const agent = await signedIn(world, office.boss);
	const first = await agent.get(pageOf(office));
	assert.match(first.text, /23 fields\./);
	const next = first.text.match(/href="([^"]*)">Next fields/)[1].replaceAll('&amp;', '&');
	const second = await agent.get(next);
	const seen = [...forms(first.text), ...forms(second.text)].map((one) => one.id);
	assert.deepEqual(seen, made.map((one) => one.id).reverse());
	assert.ok(!second.text.includes('Next fields') && second.text.includes('All fields'));
	const more = `&cursor=${new URL(next, world.url).searchParams.get('cursor')}`;
	const answer = await decide(agent, office, 'LIVE', { more });
	assert.match(answer.text, /The draft now says name Rolls 02 there/);
	assert.deepEqual(forms(answer.text).map((one) => one.id), [made[1].id, made[0].id]);
	await undecided(office, 22);
	assert.deepEqual(forms((await agent.get(pageOf(office, `&id=${made[9].id}`))).text).map((one) => one.id), [made[9].id]);
	for (const cursor of ['x', more.slice(8, -2), `${more.slice(8)}A`])
		assert.equal((await agent.get(pageOf(office, `&cursor=${cursor}`))).status, 400, cursor);
	assert.equal((await agent.get(`/app/plain/drift?space=${office.space}&environment=live${more}`)).status, 400, 'a cursor of the other environment');
});

test('the page of a push that met it leads there, to that object', async () => {
	const office = new Drifts(world, sandbox);
	const made = await office.budget();
	const { data: run } = (await office.rest('POST', '/sync', {})).json;
	assert.notEqual((await office.ended(run.id)).status, 'SUCCEEDED');
	const agent = await signedIn(world, office.boss);
	const page = await agent.get(`/app/plain/runs/${run.id}`);
	const href = page.text.match(/<a href="([^"]*)">Decide the drift/)[1].replaceAll('&amp;', '&');
	assert.equal(href, pageOf(office, `&id=${made.id}`));
	const there = await agent.get(href);
	assert.match(there.text, /1 field of this object/);
	assert.equal(rows(there.text).length, 1);
});

/* --- roles --- */

for (const role of ['VIEWER', 'EDITOR'])
	test(`a ${role} sees it and decides nothing`, async () => {
		const { office, made, agent } = await drifted({ role });
		const page = await agent.get(pageOf(office));
		assert.equal(page.status, 200);
		assert.match(rows(page.text)[0], /20 USD 25 USD 30 USD undecided$/);
		assert.deepEqual(forms(page.text), []);
		assert.match(page.text, /Only publishers and owners of the Space can decide/);
		for (const keep of ['STAGED', 'LIVE']) {
			const answer = await agent.post(`/app/plain/drift?space=${office.space}`, { csrf: csrfOf(page), environment: 'test', id: made.id, field: 'budget', staged: '25', live: '30', keep });
			assert.equal(answer.status, 403);
			assert.match(answer.text, /Only publishers and owners of the Space can decide\. Nothing was changed/);
		}
		await undecided(office);
	});

test('a role that was taken away decides nothing any more', async () => {
	const { office, agent } = await drifted({ role: 'PUBLISHER' });
	const [form] = forms((await agent.get(pageOf(office))).text);
	const account = (await office.rest('GET', `/spaces/${office.space}/members`)).json.data.find((one) => one.role === 'PUBLISHER').accountId;
	const boss = await signedIn(world, office.boss);
	const space = `/app/spaces/${office.space}`;
	const change = async (fields) => boss.post(space, { csrf: csrfOf(await boss.get(space)), account, ...fields });
	assert.equal((await change({ do: 'role', role: 'EDITOR' })).status, 303);
	assert.equal((await agent.post(`/app/plain/drift?space=${office.space}`, { ...form, keep: 'LIVE' })).status, 403);
	assert.equal((await change({ do: 'remove' })).status, 303);
	assert.equal((await agent.post(`/app/plain/drift?space=${office.space}`, { ...form, keep: 'LIVE' })).status, 404);
	await undecided(office);
});

test('a stranger, a Space that is not there and an id that is none look the same', async () => {
	const { office, agent } = await drifted();
	const [form] = forms((await agent.get(pageOf(office))).text);
	const stranger = await signedIn(world, world.server.addAccount());
	const csrf = csrfOf(await stranger.get('/app'));
	const seen = new Set();
	for (const id of [office.space, 'spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3', 'x%22%3E', form.id])
		for (const answer of [await stranger.get(`/app/plain/drift?space=${id}&environment=test`), await stranger.post(`/app/plain/drift?space=${id}`, { ...form, csrf, keep: 'LIVE' })]) {
			assert.equal(answer.status, 404, id);
			seen.add(answer.text.replaceAll(answer.headers['x-request-id'], ''));
		}
	assert.equal(seen.size, 1);
	await undecided(office);
});

test('an object of another Space is not decided here, by whoever owns both', async () => {
	const { office, agent } = await drifted();
	const [form] = forms((await agent.get(pageOf(office))).text);
	const other = world.server.cli(['space', 'add', '--email', office.boss.email, '--name', 'Brewery']).id;
	const answer = await agent.post(`/app/drift?space=${other}`, { ...form, keep: 'LIVE' });
	assert.equal(answer.status, 400);
	assert.match(answer.text, /This drift no longer exists\. Nothing was changed/);
	const live = await agent.post(`/app/plain/drift?space=${office.space}`, { ...form, environment: 'live', keep: 'LIVE' });
	assert.equal(live.status, 400, 'nor is a test object in live');
	await undecided(office);
});

/* --- refusals --- */

test('nobody decides for a value that they have not seen', async () => {
	const { office, made, agent } = await drifted();
	const [form] = forms((await agent.get(pageOf(office))).text);
	await office.edit('Rolls', { budget: 300 });
	await office.pulled();
	const send = (keep) => agent.post(`/app/plain/drift?space=${office.space}`, { ...form, keep });
	const late = await send('LIVE');
	assert.equal(late.status, 409);
	assert.match(late.text, /role="alert">The values changed after they were shown[^<]*Nothing was changed/);
	assert.match(rows(late.text)[0], /20 USD 25 USD 300 USD/);
	await office.rest('PATCH', `/campaigns/${made.id}`, { budget: 26 });
	assert.equal((await send('STAGED')).status, 409);
	assert.equal((await office.drafted(made)).budget, 26);
	await undecided(office);
	assert.equal((await decide(agent, office, 'LIVE')).status, 200, 'what is seen now is decided');
	assert.equal((await office.drafted(made)).budget, 300);
});

test('what is decided, or was never drift, is refused, and decided once', async () => {
	const { office, agent } = await drifted();
	const [form] = forms((await agent.get(pageOf(office))).text);
	const answers = await Promise.all(['STAGED', 'STAGED', 'LIVE', 'LIVE'].map((keep) => agent.post(`/app/plain/drift?space=${office.space}`, { ...form, keep })));
	assert.deepEqual(answers.map((one) => one.status).sort(), [200, 409, 409, 409]);
	assert.match(answers.find((one) => one.status === 409).text, /has no drift to resolve/);
	await undecided(office, 0);
	for (const field of ['name', 'colour', 'x'.repeat(70)]) {
		const answer = await agent.post(`/app/plain/drift?space=${office.space}`, { ...form, field, keep: 'LIVE' });
		assert.ok([400, 409].includes(answer.status), `${field}: ${answer.status}`);
	}
});

const FOREIGN = [
	['without a token', { csrf: '' }, {}],
	['with a token made up', { csrf: 'A'.repeat(43) }, {}],
	['from another site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
	['typed into the address bar', {}, { 'Sec-Fetch-Site': 'none' }],
	['from another origin', {}, { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
];

test('forms of others decide nothing, nor does a GET, a bearer token or a form that says nothing', async () => {
	const { office, agent } = await drifted();
	const path = `/app/plain/drift?space=${office.space}`;
	const [form] = forms((await agent.get(pageOf(office))).text);
	for (const [name, fields, headers] of FOREIGN)
		for (const keep of ['STAGED', 'LIVE'])
			assert.equal((await agent.post(path, { ...form, keep, ...fields }, headers)).status, 403, name);
	const other = await signedIn(world, office.boss);
	assert.equal((await agent.post(path, { ...form, csrf: csrfOf(await other.get(pageOf(office))), keep: 'LIVE' })).status, 403, "another's token");
	assert.equal((await agent.get(pageOf(office, `&id=${form.id}&field=budget&keep=LIVE&csrf=${form.csrf}`))).status, 200);
	for (const changes of [{ keep: 'BOTH' }, { keep: '' }, { keep: 'LIVE', id: '' }, { keep: 'LIVE', environment: 'elsewhere' }])
		assert.equal((await agent.post(path, { ...form, ...changes })).status, 400, JSON.stringify(changes));
	const bare = new UserAgent(world.url);
	assert.equal((await bare.get(pageOf(office))).status, 303, 'to /signin');
	assert.equal((await bare.post(path, { ...form, keep: 'LIVE' }, { Authorization: `Bearer ${office.token}` })).status, 303, 'to /signin');
	await undecided(office);
});
