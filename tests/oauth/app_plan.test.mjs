/*
 * Push, pull and revert in the application: the content of the pages, permissions, and the same
 * rules as the API.
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

const pageOf = (office, more = '') => `/app/plain/review?space=${office.space}&environment=test${more}`;
const idOf = (answer) => new URL(answer.headers.location).pathname.split('/').pop();

/* The texts of the plan table's rows, without tags and ids. */
const rows = (text) => [...text.matchAll(/<tr role="row"><td[^>]*data-label="Operation">.*?<\/tr>/gs)]
	.map(([row]) => row.replace(/<[^>]*>/g, ' ').replace(/\b[a-z]{2,4}_[0-9A-Z]{26}\b/g, '').replace(/\s+/g, ' ').trim());

/* The page's form with that action, as an object, or undefined if the page offers none. */
const formOf = (answer, what) => formsOf(answer.text).map((form) => Object.fromEntries(form.fields.map((one) => [one.name, one.value])))
	.find((fields) => fields.do === what);

async function opened({ role } = {}) {
	const office = new Drifts(world, sandbox);
	return { office, agent: await signedIn(world, role ? office.colleague(role) : office.boss) };
}

const send = (agent, office, form, headers) => agent.post(`/app/plain/review?space=${office.space}`, form, headers);
const runs = async (office) => (await office.rest('GET', '/sync')).json.meta.total;

/* --- push --- */

test('a plan stands there with its money, and exactly it is pushed, once, paused', async () => {
	const { office, agent } = await opened();
	const made = await office.campaign({ status: 'ENABLED' });
	const page = await agent.get(pageOf(office));
	assert.equal(page.status, 200);
	assert.match(rows(page.text)[0], /^Create campaign Google Ads Rolls name: Rolls .*budget: 20\.5 USD .*\+20\.5 USD$/);
	for (const words of ['1 object enabled in the drafts is not set live', 'sets nothing live', 'Bakery</a>'])
		assert.ok(page.text.includes(words), words);
	const form = formOf(page, 'push');
	const answers = await Promise.all([send(agent, office, form), send(agent, office, form)]);
	assert.deepEqual(answers.map((one) => one.status), [303, 303]);
	assert.equal(answers[0].headers.location, answers[1].headers.location, 'a second click is the same push');
	const run = await office.ended(idOf(answers[0]));
	assert.deepEqual([run.status, run.source, run.activate, run.planHash], ['SUCCEEDED', 'APP', false, form.planHash]);
	assert.equal(await runs(office), 1);
	assert.equal((await office.drafted(made)).remote.status, 'PAUSED');
	assert.match((await agent.get(answers[0].headers.location)).text, /The push was requested/);
	const after = await agent.get(pageOf(office));
	assert.match(after.text, /Nothing to send by a push that sets nothing live[\s\S]*1 object enabled in the drafts/);
	assert.equal(formOf(after, 'push'), undefined);
});

test('to set something live is another plan, and asked once more', async () => {
	const { office, agent } = await opened();
	await office.campaign({ status: 'ENABLED' });
	const page = await agent.get(pageOf(office, '&activate=true'));
	assert.match(page.text, /<summary>Push and set live<\/summary>/);
	assert.match(page.text, /Running campaigns, per day<\/dt><dd>0 USD .*20\.5 USD/);
	const form = formOf(page, 'push');
	assert.equal(form.activate, 'true');
	const paused = await send(agent, office, { ...form, activate: undefined, once: undefined });
	assert.equal(paused.status, 409, 'the hash of one is not that of the other');
	assert.equal(await runs(office), 0);
	const run = await office.ended(idOf(await send(agent, office, form)));
	assert.deepEqual([run.status, run.activate], ['SUCCEEDED', true]);
});

test('a plan that has changed, that nobody previewed or that breaks a guardrail is refused, with the plan as it is now', async () => {
	const { office, agent } = await opened();
	const made = await office.campaign();
	const form = formOf(await agent.get(pageOf(office)), 'push');
	await office.rest('PATCH', `/campaigns/${made.id}`, { budget: 90 });
	const late = await send(agent, office, form);
	assert.equal(late.status, 409);
	assert.match(late.text, /role="alert">The plan changed after the preview. Edited objects:/);
	assert.match(rows(late.text)[0], /budget: 90 USD/);
	assert.equal((await send(agent, office, { ...form, planHash: 'f'.repeat(64), once: undefined })).status, 409);
	assert.equal((await send(agent, office, { ...form, planHash: 'short', once: undefined })).status, 409);
	const good = formOf(late, 'push');
	world.server.cli(['space', 'set', office.space, '--max-campaign-daily-budget', '50']);
	const broken = await agent.get(pageOf(office));
	assert.match(broken.text, /This plan cannot be pushed/);
	assert.equal(formOf(broken, 'push'), undefined);
	assert.equal((await send(agent, office, good)).status, 422);
	assert.equal(await runs(office), 0);
});

test('where the Space asks for it the push waits for a person', async () => {
	const { office, agent } = await opened();
	await office.campaign();
	office.colleague('PUBLISHER');
	world.server.cli(['space', 'set', office.space, '--require-approval-test', 'ALWAYS']);
	const answer = await send(agent, office, formOf(await agent.get(pageOf(office)), 'push'));
	assert.equal((await office.run(idOf(answer))).status, 'AWAITING_APPROVAL');
	assert.match((await agent.get(answer.headers.location)).text, /someone other than the requester/);
});

/* --- parts of the plan --- */

/* The summaries of a plan's groups, and the rows of each. */
const groups = (text) => [...text.matchAll(/<details( open)?><summary><b>(.*?)<\/b>.*?<\/details>/gs)]
	.map(([whole, open, name]) => ({ name: name.replace(/<[^>]*>/g, ''), open: Boolean(open), rows: rows(whole) }));

const hrefOf = (text, label) => text.match(new RegExp(`<a href="([^"]*)">${label}</a>`))?.[1].replaceAll('&amp;', '&');

async function withGroups(office, names, keywords) {
	const made = [];
	for (const name of names) {
		const campaign = await office.campaign({ name, budget: 5 });
		const group = (await office.rest('POST', '/ad-groups', { campaignId: campaign.id, name: `${name} group` })).json.data;
		const operations = Array.from({ length: keywords }, (_, i) => ({ method: 'POST', body: { adGroupId: group.id, text: `${name} ${i}`, matchType: 'EXACT' } }));
		const answer = await office.rest('POST', '/keywords/batch', { operations, atomic: true });
		assert.equal(answer.status, 200, answer.text);
		made.push(campaign);
	}
	return made;
}

test('operations stand by campaign, each with the ad group that it is in, behind what they come to', async () => {
	const { office, agent } = await opened();
	await withGroups(office, ['Rye', 'Oats'], 2);
	const page = await agent.get(pageOf(office));
	const shown = groups(page.text);
	assert.deepEqual(shown.map((one) => [one.name, one.open, one.rows.length]), [['Rye', true, 4], ['Oats', true, 4]]);
	assert.match(shown[0].rows.find((row) => row.includes('Rye 1')), /^Create keyword Google Ads Rye 1 in Rye group text: Rye 1/);
	assert.match(page.text, /<dt>Operations<\/dt><dd>8: 8 to create<\/dd>/);
	assert.match(page.text, /<dt>Change per month<\/dt><dd>\+304 USD/);
	assert.ok(page.text.indexOf('<dt>Operations') < page.text.indexOf('data-label="Operation"'));
	assert.match(page.text, /Campaigns<\/h2>[\s\S]*4 to create[\s\S]*0 USD .*5 USD/);
});

test('every operation of a long plan can be read before it is pushed', async () => {
	const { office, agent } = await opened();
	await withGroups(office, ['Rye', 'Oats', 'Spelt'], 90);
	const first = await agent.get(pageOf(office));
	assert.ok(groups(first.text).every((one) => !one.open), 'folded');
	assert.match(first.text, /276 operations of the plan, in the order of sending\. Shown: 200/);
	const second = await agent.get(hrefOf(first.text, 'Next operations'));
	const seen = [first, second].flatMap((page) => groups(page.text).flatMap((one) => one.rows));
	assert.equal(seen.length, 276);
	assert.equal(new Set(seen).size, 276);
	assert.equal(hrefOf(second.text, 'Next operations'), undefined);
	assert.equal(formOf(second, 'push').planHash, formOf(first, 'push').planHash, 'one plan');
	const alone = await agent.get(hrefOf(first.text, 'Show only these'));
	assert.equal(rows(alone.text).length, 92, 'one campaign, its ad group and 90 keywords');
	assert.equal(formOf(alone, 'push').planHash, formOf(first, 'push').planHash, 'what is shown changes nothing of it');
	await office.campaign({ name: 'Late' });
	const late = await agent.get(hrefOf(first.text, 'Next operations'));
	assert.equal(late.status, 409);
	assert.match(late.text, /role="alert">The plan changed after the previous page/);
});

test('some campaigns and platforms are pushed alone', async () => {
	const { office, agent } = await opened();
	const [rye, oats] = [await office.campaign({ name: 'Rye' }), await office.campaign({ name: 'Oats' })];
	await office.campaign({ name: 'Spelt', platform: 'microsoft' });
	const page = await agent.get(`${pageOf(office)}&pick=${rye.id}&pick=${oats.id}`);
	assert.match(page.text, /This preview covers a part of the drafts/);
	assert.deepEqual(groups(page.text).map((one) => one.name), ['Rye', 'Oats']);
	const form = formOf(page, 'push');
	assert.equal(form.campaignIds, `${rye.id},${oats.id}`);
	const other = await agent.get(`${pageOf(office)}&platform=microsoft`);
	assert.match(rows(other.text)[0], /^Create campaign Microsoft/);
	assert.equal(rows(other.text).length, 1);
	assert.equal((await send(agent, office, { ...form, campaignIds: rye.id })).status, 409, 'another plan');
	const run = await office.ended(idOf(await send(agent, office, { ...form, once: undefined })));
	assert.deepEqual([run.status, run.operations.map((one) => one.id)], ['SUCCEEDED', [rye.id, oats.id]]);
	const rest = await agent.get(hrefOf(other.text, 'Preview all drafts'));
	assert.equal(rows(rest.text).length, 1);
	for (const wrong of ['pick=cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'platform=altavista', 'pick=x', 'in=x', 'cursor=x', 'skip=-1'])
		assert.ok([200, 400, 404].includes((await agent.get(`${pageOf(office)}&${wrong}`)).status), wrong);
});

test('the environment that was looked at last is the one of pages that name none, and is marked', async () => {
	const { office, agent } = await opened();
	const bare = `/app/plain/review?space=${office.space}`;
	const marked = (page) => page.text.match(/<p class="environment \w+"><strong>([^<]*)/)[1];
	assert.equal(marked(await agent.get(bare)), 'Test', 'a Space without a live ad account');
	assert.equal(marked(await agent.get(`${bare}&environment=live`)), 'Live');
	assert.match((await agent.get(bare)).text, /<title>Review · Live · /);
	assert.equal(marked(await agent.get(pageOf(office))), 'Test');
	assert.equal(marked(await agent.get(bare)), 'Test');
	assert.equal(marked(await agent.get(`/app/drift?space=${office.space}`)), 'Test');
	assert.equal(marked(await agent.get(`${bare}&environment=live`)), 'Live');
	assert.equal(marked(await agent.get(bare)), 'Live');
});

/* --- pull --- */

test('a pull brings in what is there, and its page tells the story', async () => {
	const { office, agent } = await opened();
	await office.budget();
	await office.campaign({ name: 'Buns' });
	const form = formOf(await agent.get(pageOf(office)), 'pull');
	const answers = await Promise.all([send(agent, office, form), send(agent, office, form)]);
	assert.equal(answers[0].headers.location, answers[1].headers.location);
	const run = await office.ended(idOf(answers[0]));
	assert.deepEqual([run.mode, run.status, run.source, run.pulled.drifted], ['PULL', 'SUCCEEDED', 'APP', 1]);
	const page = await agent.get(answers[0].headers.location);
	assert.match(page.text, /The pull was started/);
	assert.match(page.text, /Result of the pull[\s\S]*Changed on both sides: undecided<\/dt><dd>1<\/dd>/);
	assert.match(page.text, /<dt>Steps<\/dt><dd>\d+ of \d+ done/);
	assert.ok(page.text.includes(`href="/app/drift?space=${office.space}&amp;environment=test"`));
	assert.ok(!page.text.includes('Undo this push'));
	assert.match((await agent.get(`/app/plain/runs?space=${office.space}`)).text, new RegExp(`href="/app/plain/review\\?space=${office.space}`));
	assert.match((await agent.get(`/app/spaces/${office.space}`)).text, new RegExp(`href="/app/review\\?space=${office.space}`));
});

test('one platform is pulled by itself; one that is not connected, or none at all, is refused', async () => {
	const { office, agent } = await opened();
	const form = formOf(await agent.get(pageOf(office)), 'pull');
	const run = await office.ended(idOf(await send(agent, office, { ...form, platform: 'reddit' })));
	assert.equal(run.progress.total, 15, 'the steps of one platform');
	const none = await send(agent, office, { ...form, once: undefined, platform: 'altavista' });
	assert.equal(none.status, 400);
	assert.equal(await runs(office), 1);
	const live = await send(agent, office, { ...form, once: undefined, environment: 'live', platform: 'google' });
	assert.equal(live.status, 409);
	assert.match(live.text, /has no usable ad account/);
});

/* --- revert --- */

test('a push is taken back: what of it, before; the drafts and their plan; and that plan is pushed', async () => {
	const { office, agent } = await opened();
	const [rolls, buns] = [await office.campaign({ budget: 20 }), await office.campaign({ name: 'Buns', budget: 10 })];
	await office.pushed();
	await office.rest('PATCH', `/campaigns/${rolls.id}`, { budget: 25, name: 'Rolls!' });
	await office.rest('PATCH', `/campaigns/${buns.id}`, { budget: 12 });
	const run = await office.pushed();
	await office.rest('PATCH', `/campaigns/${rolls.id}`, { name: 'Rolls again' });
	await office.rest('PATCH', `/campaigns/${buns.id}`, { budget: 13 });
	const href = (await agent.get(`/app/plain/runs/${run.id}`)).text.match(/href="([^"]*)">Undo this push/)[1];
	const page = await agent.get(href);
	assert.equal(page.status, 200);
	assert.match(page.text, /Coverage of the whole push: <span class="tag warn">partial/);
	assert.deepEqual(rows(page.text).sort(), [
		'Change campaign Buns none The object was edited after the push. That edit stays.',
		'Change campaign Rolls again budget: 25 USD → 20 USD partial The object was edited after the push. That edit stays.',
	]);
	assert.equal((await office.drafted(rolls)).budget, 25, 'to look drafts nothing');

	const form = formOf(page, 'draft');
	const drafted = await agent.post(href, form);
	assert.equal(drafted.status, 200, drafted.text);
	assert.match(drafted.text, /role="status">The revert is drafted\. Nothing was sent/);
	assert.equal((await office.drafted(rolls)).budget, 20);
	assert.equal((await office.there('Rolls!')).row.campaignBudget.amountMicros, '25000000');
	const again = await agent.post(href, form);
	assert.equal(formOf(again, 'push').planHash, formOf(drafted, 'push').planHash, 'a second click is the same');

	const pushed = await office.ended(idOf(await send(agent, office, formOf(drafted, 'push'))));
	assert.equal(pushed.status, 'SUCCEEDED');
	assert.deepEqual(pushed.operations.map((one) => one.id), [rolls.id], 'these drafts alone');
	assert.equal((await office.drafted(buns)).budget, 13);
});

test('what a push made is removed again, all of it', async () => {
	const { office, agent } = await opened();
	const made = await office.campaign();
	const run = await office.pushed();
	const page = await agent.get(`/app/revert/${run.id}`);
	assert.match(rows(page.text)[0], /^Remove campaign Rolls status: .* → REMOVED full$/);
	const drafted = await agent.post(`/app/revert/${run.id}`, formOf(page, 'draft'));
	assert.equal((await office.drafted(made)).syncState, 'PENDING_REMOVAL');
	const pushed = await office.ended(idOf(await send(agent, office, formOf(drafted, 'push'))));
	assert.equal(pushed.status, 'SUCCEEDED');
	assert.equal((await office.drafted(made)).syncState, 'REMOVED');
	const again = await agent.get(`/app/revert/${run.id}`);
	assert.equal(again.status, 409);
	const first = /A revert of this push was drafted on <time [^>]*>[^<]*<\/time> by [^<]*\. Coverage: <span class="tag good">full<\/span>/;
	assert.match(again.text, /This run was already reverted/);
	assert.match(again.text, first);
	assert.equal(formOf(again, 'draft'), undefined);
	assert.match((await agent.get(`/app/plain/runs/${run.id}`)).text, first);
	assert.equal((await agent.post(`/app/revert/${run.id}`, { csrf: csrfOf(again), do: 'draft', once: 'another' })).status, 409);
});

test('of two people who take one push back one drafts', async () => {
	const { office, agent } = await opened();
	const made = await office.campaign();
	await office.pushed();
	await office.rest('DELETE', `/campaigns/${made.id}`);
	const run = await office.pushed();
	const forms = [];
	for (let i = 0; i < 2; i++)
		forms.push(formOf(await agent.get(`/app/revert/${run.id}`), 'draft'));
	const answers = await Promise.all(forms.map((form) => agent.post(`/app/revert/${run.id}`, form)));
	assert.deepEqual(answers.map((one) => one.status).sort(), [200, 409]);
	const listed = await office.rest('GET', '/campaigns');
	assert.equal(listed.json.meta.total, 1);
});

test('a pull, and a push that has not ended, are not taken back', async () => {
	const { office, agent } = await opened();
	const pull = await office.pushed({ mode: 'PULL' });
	await office.campaign();
	world.server.cli(['space', 'set', office.space, '--require-approval-test', 'ALWAYS']);
	for (const [id, says] of [[pull.id, /A pull sends nothing/], [await office.push(), /has not ended yet/]]) {
		const page = await agent.get(`/app/revert/${id}`);
		assert.equal(page.status, 409);
		assert.match(page.text, says);
		assert.equal(formOf(page, 'draft'), undefined);
		assert.equal((await agent.post(`/app/revert/${id}`, { csrf: csrfOf(page), do: 'draft' })).status, 409);
	}
});

/* --- roles --- */

for (const role of ['VIEWER', 'EDITOR'])
	test(`a ${role} sees the plan and does nothing with it`, async () => {
		const { office, agent } = await opened({ role });
		await office.campaign();
		const page = await agent.get(pageOf(office));
		assert.equal(page.status, 200);
		assert.match(rows(page.text)[0], /Create campaign/);
		assert.match(page.text, /Only publishers and owners of the Space can push and pull/);
		const boss = await signedIn(world, office.boss);
		const { planHash } = formOf(await boss.get(pageOf(office)), 'push');
		for (const what of ['push', 'pull']) {
			assert.equal(formOf(page, what), undefined);
			const answer = await send(agent, office, { csrf: csrfOf(page), do: what, environment: 'test', planHash });
			assert.equal(answer.status, 403);
			assert.match(answer.text, /Nothing was changed/);
		}
		assert.equal(await runs(office), 0);
		const run = await office.pushed();
		assert.ok(!(await agent.get(`/app/plain/runs/${run.id}`)).text.includes('Undo this push'));
		const back = await agent.get(`/app/revert/${run.id}`);
		assert.equal(back.status, 403);
		assert.equal((await agent.post(`/app/revert/${run.id}`, { csrf: csrfOf(back), do: 'draft' })).status, 403);
		assert.deepEqual((await office.rest('POST', '/sync/preview', {})).json.data.operations, []);
	});

const FOREIGN = [
	['without a token', { csrf: '' }, {}],
	['from another site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
	['from another origin', {}, { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
];

test('forms of others push, pull and draft nothing, nor does a GET, a bearer token or a form that says nothing', async () => {
	const { office, agent } = await opened();
	await office.campaign();
	const run = await office.pushed();
	await office.campaign({ name: 'Buns' });
	const page = await agent.get(pageOf(office));
	const back = `/app/revert/${run.id}`;
	const draft = formOf(await agent.get(back), 'draft');
	for (const [name, fields, headers] of FOREIGN) {
		for (const what of ['push', 'pull'])
			assert.equal((await send(agent, office, { ...formOf(page, what), ...fields }, headers)).status, 403, name);
		assert.equal((await agent.post(back, { ...draft, ...fields }, headers)).status, 403, name);
	}
	const push = formOf(page, 'push');
	for (const changes of [{ do: 'explode' }, { do: '' }, { planHash: '' }, { environment: 'elsewhere' }])
		assert.equal((await send(agent, office, { ...push, ...changes })).status, 400, JSON.stringify(changes));
	assert.equal((await agent.post(back, { ...draft, do: 'explode' })).status, 400);
	assert.equal((await agent.get(pageOf(office, `&do=pull&csrf=${push.csrf}`))).status, 200);
	const bare = new UserAgent(world.url);
	assert.equal((await bare.post(`/app/plain/review?space=${office.space}`, push, { Authorization: `Bearer ${office.token}` })).status, 303, 'to /signin');
	assert.equal(await runs(office), 1);
	const stranger = await signedIn(world, world.server.addAccount());
	const csrf = csrfOf(await stranger.get('/app'));
	for (const [path, form] of [[`/app/plain/review?space=${office.space}`, push], [`/app/plain/review?space=${office.space}`, formOf(page, 'pull')], [back, draft]]) {
		assert.equal((await stranger.get(path)).status, 404);
		assert.equal((await stranger.post(path, { ...form, csrf })).status, 404);
	}
	assert.equal(await runs(office), 1);
});
