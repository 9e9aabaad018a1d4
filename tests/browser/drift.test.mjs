/*
 * Drift in the workbench in a real browser: 40 drifted fields resolved at once, by mouse and by
 * keyboard alone, conflicts reported row by row, filters, roles, and axe in both themes and
 * widths.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { Sandbox } from '../clients/lib/google.mjs';
import { request, until } from '../clients/lib/net.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const HOSTILE = 'Rye <img src=x onerror="window.hostile=1">';
const CAMPAIGNS = 20;

let sandbox;
let server;
let browser;
let context;
let page;
let account;
let token;
let space;
let box;
let isBuilt = true;
let made = [];
const complaints = [];

/* Skips the test if the server was built without the workbench. */
function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

async function rest(method, path, body) {
	const answer = await request(server.api + path, {
		method, headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': space.id, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body),
	});
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json;
}

async function run(body) {
	const { id } = (await rest('POST', '/sync', body)).data;
	const ended = await until('the run has ended', async () => {
		const now = (await rest('GET', `/sync/${id}`)).data;
		return now.finishedAt && now;
	});
	assert.equal(ended.status, 'SUCCEEDED', JSON.stringify(ended));
	return ended;
}

/*
 * One turn: each campaign is changed by another user on the platform, and in the draft to
 * another value.
 */
async function drift(turn, names = (i) => `Rolls ${i} there ${turn}`) {
	const customer = (await rest('GET', '/connections')).data.find(({ platform }) => platform === 'google').accountId;
	const rows = (await Promise.all(made.map(({ id }) => rest('GET', `/campaigns/${id}`)))).map(({ data }) => data);
	await Promise.all(rows.map(async ({ remote }, i) => {
		const resourceName = `customers/${customer}/campaigns/${remote.id}`;
		await box.control('POST', 'edit', { customerId: customer, resourceName, set: { name: names(i) } });
		const budget = budgets.get(remote.id);
		await box.control('POST', 'edit', { customerId: customer, resourceName: budget, set: { amountMicros: String((40 + turn) * 1e6) } });
	}));
	await rest('POST', '/campaigns/batch', { operations: rows.map(({ id }, i) => ({ method: 'PATCH', id, body: { name: i === 0 ? `${HOSTILE} ${turn}` : `Rolls ${i} here ${turn}`, budget: 30 + turn } })) });
	await run({ mode: 'PULL' });
	assert.equal((await rest('GET', '/sync/drift?limit=1')).meta.total, 2 * CAMPAIGNS);
}

/* Each campaign's budget on the platform, by its id there. */
const budgets = new Map();
async function budgets_read() {
	const { googleReader } = await import('../clients/lib/google.mjs');
	const connection = (await rest('GET', '/connections')).data.find(({ platform }) => platform === 'google');
	const version = (await box.log()).map(({ path }) => path.match(/\/(v\d+)\/customers\//)?.[1]).find(Boolean);
	const { search } = await googleReader(box, connection.accountId, { version, currency: connection.currency });
	for (const row of await search('SELECT campaign.id, campaign.campaign_budget FROM campaign'))
		budgets.set(String(row.campaign.id), row.campaign.campaignBudget);
}

async function open(more = '', to = page) {
	await to.goto(`${server.url}/app/drift?space=${space.id}&environment=test${more}`);
	await to.locator('#workbench .dr-table, #workbench .wb-empty').first().waitFor();
}

const rows = (on = page) => on.locator('.dr-table tbody tr');
const dialog = () => page.getByRole('dialog');
const drafts = async () => (await Promise.all(made.map(({ id }) => rest('GET', `/campaigns/${id}`)))).map(({ data }) => data);
const undecided = async () => (await rest('GET', '/sync/drift?limit=1')).meta.total;
const mutates = async () => (await box.log()).filter(({ path }) => /:mutate$/.test(path)).length;

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	box = new Sandbox(sandbox);
	account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	token = server.mintToken(account);
	space = server.cli(['space', 'add', '--email', account.email, '--name', 'Bakery']);
	server.cli(['space', 'set', space.id, '--require-approval-test', 'NEVER']);
	browser = await launchBrowser();
	context = await browser.browser().newContext({ viewport: { width: 1280, height: 900 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app/drift`);
	await signIn(page, account);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
	if (!isBuilt)
		return;
	const session = await context.newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
	await rest('POST', '/campaigns/batch', { operations: Array.from({ length: CAMPAIGNS }, (_, i) => ({ method: 'POST', body: { name: `Rolls ${i}`, type: 'SEARCH', budget: 20, locations: [{ code: 'DE' }] } })) });
	made = (await rest('GET', '/campaigns?limit=100&order=asc')).data;
	assert.equal(made.length, CAMPAIGNS);
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

test('without drift the page teaches what drift is', async () => {
	await open();
	await page.getByRole('heading', { name: 'No drift' }).waitFor();
	assert.match(await page.locator('.wb-empty').innerText(), /A pull finds drift[\s\S]*A decision sends nothing/);
	assert.equal(await page.title().then((title) => title.startsWith('Drift · Test')), true);
	assert.equal(await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drift' }).getAttribute('aria-current'), 'page');
	await axe_none(page, 'no drift');
	await page.goto(`${server.url}/app/plain/drift?space=${space.id}&environment=test`);
	await page.getByText('No drift to decide').waitFor();
});

test('an object that the platform does not show is forgotten, after the sign-in that this asks for', async () => {
	const { id } = (await rest('POST', '/campaigns', { name: 'Gone', type: 'SEARCH', budget: 1 })).data;
	const only = async () => ({ mode: 'PUSH', campaignIds: [id], planHash: (await rest('POST', '/sync/preview', { campaignIds: [id] })).data.planHash });
	await run(await only());
	const { remote } = (await rest('GET', `/campaigns/${id}`)).data;
	await rest('DELETE', `/campaigns/${id}`);
	await box.control('POST', 'faults', { platform: 'google', match: { path: 'googleAds:search' }, skip: 0, times: 50, action: { type: 'answer', status: 200, body: { results: [] } } });
	const push = (await rest('POST', '/sync', await only())).data;
	assert.equal((await rest('GET', `/sync/${push.id}?wait=60`)).data.status, 'FAILED');
	await box.control('DELETE', 'faults');
	await open();
	await page.getByRole('button', { name: 'Forget it here Gone' }).click();
	await dialog().getByText('the platform neither shows the object nor confirms its removal').waitFor();
	await axe_none(page, 'forget');
	assert.ok(await dialog().getByRole('button', { name: 'Forget it here' }).isDisabled());
	await dialog().getByRole('checkbox', { name: new RegExp(remote.id) }).check();
	const details = { reason: 'CONFIRMATION_REQUIRED', act: 'FORGET', confirmUrl: `${server.url}/signin?switch=1` };
	await page.route(/\/drift\/resolve\?/, (route) => route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'Forgetting an object needs a confirmation.', details } } }), { times: 1 });
	await dialog().getByRole('button', { name: 'Forget it here' }).click();
	await dialog().getByText('Forgetting an object needs a confirmation.').waitFor();
	assert.equal(await dialog().getByRole('link', { name: 'Sign in again in a new tab' }).getAttribute('href'), '/signin?switch=1');
	await dialog().getByRole('button', { name: 'I have signed in. Continue' }).click();
	await page.getByRole('button', { name: 'Forget it here Gone' }).waitFor({ state: 'detached' });
	await assert.rejects(rest('GET', `/campaigns/${id}`), /404/);
});

test('40 drifted fields are decided in one go by mouse, each field its own way, and nothing is sent', async () => {
	await run({ mode: 'PUSH' });
	await budgets_read();
	await drift(1);
	const before = await mutates();
	await open();
	await page.getByText('40 fields', { exact: true }).waitFor();
	assert.equal(await rows().count(), 40);
	assert.equal(await page.locator('#workbench img').count(), 0);
	assert.match(await rows().filter({ hasText: 'Budget' }).first().innerText(), /\$20\.00\s+\$31\.00\s+\$41\.00/);
	await axe_none(page, 'drift');
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	await page.getByText('40 selected', { exact: true }).waitFor();
	await page.getByRole('button', { name: 'Decide by field' }).click();
	await dialog().getByRole('heading', { name: 'Decide 40 fields' }).waitFor();
	assert.ok(await dialog().getByRole('button', { name: 'Decide 0' }).isDisabled());
	await dialog().getByLabel('Budget (20)').selectOption('STAGED');
	await dialog().getByLabel('Name (20)').selectOption('LIVE');
	await axe_none(page, 'the dialog');
	await dialog().getByRole('button', { name: 'Decide 40' }).click();
	await page.getByText('Decided: 40 fields. Nothing was sent.').waitFor();
	await page.getByRole('heading', { name: 'No drift' }).waitFor();
	assert.deepEqual((await drafts()).map(({ name, budget, syncState }) => [name, budget, syncState]), made.map((_, i) => [`Rolls ${i} there 1`, 31, 'MODIFIED']));
	assert.deepEqual([await undecided(), await mutates()], [0, before]);
	const history = (await rest('GET', `/history?objectId=${made[3].id}`)).data.filter(({ verb }) => verb === 'RESOLVE');
	assert.deepEqual(history.map(({ door }) => door), ['APP', 'APP']);
});

test('40 drifted fields are decided in one go by keyboard alone', async () => {
	await run({ mode: 'PUSH' });
	await drift(2);
	await open();
	await page.getByText('40 fields', { exact: true }).waitFor();
	const tab_to = async (name) => {
		for (let i = 0; i < 60; i++) {
			if (await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === name)
				return;
			await page.keyboard.press('Tab');
		}
		assert.fail(`no Tab leads to ${name}`);
	};
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
	await tab_to('Select all shown');
	await page.keyboard.press('Space');
	await page.keyboard.press('Tab');
	for (let i = 0; i < 3 && !/^Select (Name|Budget) of/.test(await focused()); i++)
		await page.keyboard.press('Tab');
	/* One row is resolved by its own key, and the focus moves to the next one. */
	const first = await focused();
	await page.keyboard.press('t');
	await page.getByText('39 selected', { exact: true }).waitFor();
	await page.waitForFunction((was) => /^Select/.test(document.activeElement?.getAttribute('aria-label') ?? '') && document.activeElement.getAttribute('aria-label') !== was, first);
	const second = await focused();
	await page.keyboard.press('ArrowDown');
	assert.notEqual(await focused(), second);
	await page.keyboard.press('ArrowUp');
	assert.equal(await focused(), second);
	for (let i = 0; i < 12 && !/Keep live$/.test(await page.evaluate(() => document.activeElement.textContent)); i++)
		await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Enter');
	await dialog().getByRole('heading', { name: 'Decide 39 fields' }).waitFor();
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'No drift' }).waitFor();
	await page.waitForFunction(() => document.activeElement.tagName === 'H1');
	assert.deepEqual((await drafts()).map(({ name, budget, syncState }) => [name, budget, syncState]), made.map((_, i) => [`Rolls ${i} there 2`, 42, 'SYNCED']));
});

test('filters narrow the list, and only what is shown is selected', async () => {
	await drift(3);
	await open();
	await page.getByLabel('Field', { exact: true }).selectOption('budget');
	await page.getByText('20 fields', { exact: true }).waitFor();
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	await page.getByText('20 selected', { exact: true }).waitFor();
	await page.getByLabel('Platform', { exact: true }).selectOption('meta');
	await page.getByText('Nothing matches the search and the filters.').waitFor();
	await page.getByRole('button', { name: 'Clear search and filters' }).click();
	await page.getByText('40 fields', { exact: true }).waitFor();
	await page.getByLabel('Platform', { exact: true }).selectOption('google');
	await page.getByText('40 fields', { exact: true }).waitFor();
	await open(`&id=${made[0].id}`);
	await page.getByText('2 fields', { exact: true }).waitFor();
	assert.match(await rows().first().innerText(), /Rye <img src=x/);
	await axe_none(page, 'one object');
	assert.equal(await page.evaluate(() => window.hostile), undefined);
});

test('what changed since it was looked at is told row by row, and the rest is decided', async () => {
	await open();
	await page.getByText('40 fields', { exact: true }).waitFor();
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	await page.getByRole('button', { name: 'Keep staged', exact: true }).click();
	await dialog().getByRole('heading', { name: 'Decide 40 fields' }).waitFor();
	await rest('PATCH', `/campaigns/${made[4].id}`, { budget: 7 });
	const { name } = (await rest('GET', `/campaigns/${made[5].id}`)).data;
	await rest('POST', '/sync/drift/resolve', { id: made[5].id, field: 'name', keep: 'LIVE' });
	await dialog().getByRole('button', { name: 'Decide 40' }).click();
	const alert = page.getByRole('alert', { name: '2 fields were not decided' });
	await alert.waitFor();
	assert.match(await alert.innerText(), /Budget, Rolls 4 here 3: The values changed meanwhile/);
	assert.ok((await alert.innerText()).includes(`Name, ${name}: This drift no longer exists`));
	await page.getByText('1 field', { exact: true }).waitFor();
	assert.match(await rows().innerText(), /\$7\.00\s+\$43\.00[\s\S]*The values changed meanwhile/);
	assert.equal(await undecided(), 1);
	const now = await drafts();
	assert.deepEqual([now[4].budget, now[5].name, now[6].budget, now[6].name], [7, 'Rolls 5 there 3', 33, 'Rolls 6 here 3']);
	await axe_none(page, 'a conflict');
	await rows().getByRole('button', { name: /^Keep live/ }).click();
	await page.getByRole('heading', { name: 'No drift' }).waitFor();
	assert.equal((await drafts())[4].budget, 43);
});

test('what was removed there is a group of its own, and goes or comes back with what is below it', async () => {
	const customer = (await rest('GET', '/connections')).data.find(({ platform }) => platform === 'google').accountId;
	const group = (await rest('POST', '/ad-groups', { campaignId: made[7].id, name: 'Plain rolls' })).data;
	await run({ mode: 'PUSH' });
	const { remote } = (await rest('GET', `/campaigns/${made[7].id}`)).data;
	await box.control('POST', 'edit', { customerId: customer, resourceName: `customers/${customer}/campaigns/${remote.id}`, set: null });
	await run({ mode: 'PULL' });
	await open();
	await rows().first().waitFor();
	assert.match(await rows().first().innerText(), /Removed on the platform[\s\S]*removed on the platform/);
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	await page.getByRole('button', { name: 'Keep live', exact: true }).click();
	await dialog().getByText(/Keep staged: the object and everything below it becomes a draft again/).waitFor();
	await dialog().getByRole('button', { name: /^Decide / }).click();
	await page.getByRole('heading', { name: 'No drift' }).waitFor();
	assert.equal((await rest('GET', `/campaigns/${made[7].id}`)).data.syncState, 'REMOVED');
	assert.equal((await rest('GET', `/ad-groups/${group.id}`)).data.syncState, 'REMOVED');
});

test('a viewer sees the three values and decides nothing', async () => {
	made = made.filter((_, i) => i !== 7);
	await rest('PATCH', `/campaigns/${made[0].id}`, { budget: 11 });
	const customer = (await rest('GET', '/connections')).data.find(({ platform }) => platform === 'google').accountId;
	const { remote } = (await rest('GET', `/campaigns/${made[0].id}`)).data;
	await box.control('POST', 'edit', { customerId: customer, resourceName: budgets.get(remote.id), set: { amountMicros: '12000000' } });
	await run({ mode: 'PULL' });
	const viewer = server.addAccount();
	server.cli(['space', 'member', 'add', space.id, '--email', viewer.email, '--role', 'VIEWER']);
	const theirs = await browser.browser().newContext({ viewport: { width: 1280, height: 900 } });
	const other = await theirs.newPage();
	await other.goto(`${server.url}/app/drift?space=${space.id}&environment=test`);
	await signIn(other, viewer);
	await rows(other).first().waitFor();
	assert.match(await rows(other).first().innerText(), /\$11\.00\s+\$12\.00/);
	await other.getByText('Only publishers and owners of the Space can decide.').waitFor();
	assert.deepEqual([await other.locator('.dr-table button').count(), await other.locator('.dr-table input').count()], [0, 0]);
	await theirs.close();
});

test('beyond 1,000 fields the rest is listed on demand, and what is selected stays', async () => {
	const total = 1250;
	await page.route(/\/app\/api\/sync\/drift\?/, (route) => {
		const query = new URL(route.request().url()).searchParams;
		const from = Number(query.get('cursor') ?? 0);
		const data = Array.from({ length: Math.min(Number(query.get('limit')), total - from) }, (_, i) => ({ resource: 'campaign', id: `cmp_${from + i}`, name: `Loaf ${from + i}`, platform: 'google', field: 'budget', synced: 1, staged: 2, live: 3 }));
		const next = from + data.length;
		return route.fulfill({ json: { data, meta: { total, nextCursor: next < total ? String(next) : null } } });
	});
	await open();
	await page.getByText('The first 1,000 of 1,250 fields are listed.').waitFor();
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	await page.getByRole('button', { name: 'List 250 more' }).press('Enter');
	await page.getByText('1,250 fields', { exact: true }).waitFor();
	await page.getByText('1,000 selected', { exact: true }).waitFor();
	assert.equal(await page.getByText(/^The first/).count(), 0);
	await page.unroute(/\/app\/api\/sync\/drift\?/);
});

test('no script of a value ran, and no policy was broken', () => {
	assert.deepEqual(complaints, []);
});
