/*
 * An approver sees all that is approved: every value of a waiting run is on its page, with the sums and
 * warnings of the server, and Approve waits until each campaign was opened or the rest accepted.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { request } from '../clients/lib/net.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

let sandbox;
let server;
let browser;
let context;
let page;
let account;
let token;
let space;
let isBuilt = true;

/* Skips the test if the server was built without the workbench. Each test has a Space of its own. */
function test(name, run) {
	nodeTest(name, async (t) => {
		if (!isBuilt)
			return t.skip('the server was built without the workbench');
		space = server.cli(['space', 'add', '--email', account.email, '--name', 'Bakery']).id;
		server.cli(['space', 'set', space, '--require-approval-test', 'ALWAYS']);
		return run(t);
	});
}

async function rest(method, path, body, by = token) {
	const answer = await request(server.api + path, {
		method, headers: { Authorization: `Bearer ${by}`, 'X-Space-Id': space, ...(body ? { 'Content-Type': 'application/json' } : {}) }, body: body && JSON.stringify(body),
	});
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json;
}

const make = async (path, fields) => (await rest('POST', path, fields)).data;
const bar = () => page.getByRole('region', { name: 'Totals and decision' });
const campaign = (name) => page.getByRole('region', { name, exact: true });
const approve = () => bar().getByRole('button', { name: 'Approve' });

async function draft(name, fields = {}) {
	const made = await make('/campaigns', { name, type: 'SEARCH', budget: 10, ...fields });
	const group = await make('/ad-groups', { campaignId: made.id, name: `Group of ${name}` });
	return { id: made.id, group: group.id };
}

/* A run that awaits approval, requested with these filters. */
async function waiting(filters = {}) {
	const { planHash } = (await rest('POST', '/sync/preview', filters)).data;
	const { data } = await rest('POST', '/sync', { ...filters, planHash });
	assert.equal(data.status, 'AWAITING_APPROVAL');
	return data;
}

const address = (run, pages = 'runs') => `${server.url}/app/${pages}/${run.id}?space=${space}&environment=test`;

async function open(run, isReady = true) {
	await page.goto(address(run));
	await page.locator('#workbench .rv-tree').waitFor();
	if (isReady)
		await bar().getByText('Daily budgets').waitFor();
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	token = server.mintToken(account);
	browser = await launchBrowser();
	context = await browser.browser().newContext({ viewport: { width: 1280, height: 900 } });
	page = await context.newPage();
	await page.goto(`${server.url}/app/review`);
	await signIn(page, account);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

/* All texts that an operation sends, but the words of closed lists. */
function texts_sent(value, out = []) {
	if (typeof value === 'string' && !['SEARCH', 'PAUSED', 'RESPONSIVE_SEARCH', 'EXACT', 'MANUAL_CPC', 'DAILY', 'MAXIMIZE_CLICKS'].includes(value))
		out.push(value);
	else if (value && typeof value === 'object')
		Object.values(value).forEach((one) => texts_sent(one, out));
	return out;
}

test('every text that is sent is on the page, whatever it looks like', async () => {
	const bread = await draft('Bread');
	await make('/ads', {
		adGroupId: bread.group, type: 'RESPONSIVE_SEARCH', finalUrl: 'https://bakery.example/a', path1: 'FREE',
		headlines: ['CASINO', 'FREE_MONEY', '2026-01-01T09:30:00Z'], descriptions: ['2026-01-01T win real money at our casino', 'ENABLED'],
	});
	await make('/keywords', { adGroupId: bread.group, text: 'rye', matchType: 'EXACT' });
	await make('/keywords', { adGroupId: bread.group, text: 'spelt', matchType: 'EXACT', finalUrl: 'https://evil.test/login' });
	const run = await waiting();
	await open(run);
	const shown = await page.locator('.rv-tree').innerText();
	const sent = run.operations.flatMap(({ changes }) => changes.flatMap(({ to }) => texts_sent(to)));
	assert.ok(sent.includes('2026-01-01T win real money at our casino') && sent.includes('https://evil.test/login'));
	assert.deepEqual(sent.filter((text) => !shown.includes(text)), []);
	const plain = await (await context.request.get(address(run, 'plain/runs'))).text();
	assert.deepEqual(sent.filter((text) => !plain.includes(text)), [], 'the page without script shows them as well');
	assert.match(shown, /Create one keyword\s+\+rye/);
	await page.getByRole('region', { name: 'In all campaigns' }).getByText('evil.test').waitFor();
});

for (const [name, filters] of [['platforms', { platforms: ['google'] }], ['include', { include: ['CAMPAIGNS'] }], ['adGroupIds', null]])
	test(`sums and warnings are shown for a push with ${name}, as on the page without script`, async () => {
		const [a, b] = [await draft('Rolls', { budget: 33 }), await draft('Buns')];
		await make('/keywords', { adGroupId: a.group, text: 'rolls', matchType: 'EXACT', finalUrl: 'https://evil.test/1' });
		await make('/keywords', { adGroupId: a.group, text: 'buns', matchType: 'EXACT', finalUrl: 'https://evil.test/2' });
		await make('/keywords', { adGroupId: b.group, text: 'scones', matchType: 'EXACT', finalUrl: 'https://bakery.example/' });
		await make('/businesses', { name: 'Bakery', website: 'https://bakery.example' });
		const run = await waiting(filters ?? { adGroupIds: [a.group] });
		await open(run);
		await page.locator('#rv-warnings').click();
		const shown = await page.locator('#workbench').innerText();
		const plain = await (await context.request.get(address(run, 'plain/runs'))).text();
		const warnings = [...plain.matchAll(/<li>([^<]+) <small><code>/g)].map(([, text]) => text);
		assert.ok(warnings.filter((text) => text.includes('evil.test')).length === 2, plain);
		assert.deepEqual(warnings.filter((text) => !shown.includes(text)), []);
		await page.getByRole('button', { name: /^(Expand|Collapse) all$/ }).click();
		if (await page.getByRole('button', { name: 'Expand all' }).count() > 0)
			await page.getByRole('button', { name: 'Expand all' }).click();
		assert.equal(await page.locator('.rv-notes .warn').filter({ hasText: 'evil.test' }).count(), 2, 'each object is marked');
	});

test('Approve is offered only with the sums and warnings', async () => {
	const one = await draft('Cake');
	const run = await waiting();
	await page.route(/\/app\/api\/review\?/, (route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'Not now.', details: {} } } }));
	await open(run, false);
	await bar().getByText(/not available, so you cannot approve it/).waitFor();
	assert.deepEqual([await approve().count(), await bar().getByRole('button', { name: 'Deny' }).count()], [0, 1]);
	await page.unroute(/\/app\/api\/review\?/);
	await bar().getByRole('button', { name: 'Try again' }).click();
	await bar().getByText('Daily budgets').waitFor();
	assert.ok(await approve().isEnabled());
	await rest('PATCH', `/campaigns/${one.id}`, { budget: 11 });
	await page.getByText(/cannot be approved\. Deny it/).first().waitFor();
	assert.equal(await approve().count(), 0);
});

test('all drafters of the run are told, also behind 200 later changes', async () => {
	const one = await draft('Pie');
	const names = ['One', 'Two', 'Three', 'Four', 'Five'];
	for (const name of names) {
		const other = server.addAccount({ extra: ['--name', `Drafter ${name}`] });
		server.cli(['space', 'member', 'add', space, '--email', other.email, '--role', 'EDITOR']);
		const by = server.mintToken(other);
		await rest('POST', '/campaigns', { name: `Pie ${name}`, type: 'SEARCH', budget: 5 }, by);
	}
	for (let i = 0; i < 205; i++)
		await rest('PATCH', `/campaigns/${one.id}`, { budget: (2000 + i) / 100 });
	const run = await waiting();
	await open(run);
	const text = await bar().innerText();
	for (const name of names)
		assert.ok(text.includes(`Drafter ${name}, REST API`), text);
	assert.match(text, /Ada Lovelace, REST API/);
});

test('Approve waits until each campaign was opened or marked, by keyboard too', async () => {
	const drafts = [await draft('Alpha'), await draft('Beta'), await draft('Gamma')];
	const run = await waiting();
	await open(run);
	await bar().getByText('I approve 6 operations that I did not open').waitFor();
	assert.ok(await approve().isDisabled());
	for (const key of ['j', 'Enter'])
		await page.keyboard.press(key);
	await bar().getByText('I approve 4 operations that I did not open').waitFor();
	await page.keyboard.press('Enter');
	await bar().getByText('I approve 4 operations that I did not open').waitFor();
	for (const key of ['j', 'v'])
		await page.keyboard.press(key);
	await bar().getByText('I approve 2 operations that I did not open').waitFor();
	assert.ok(await approve().isDisabled());
	await page.reload();
	await bar().getByText('I approve 4 operations that I did not open').waitFor();
	await bar().getByRole('checkbox', { name: 'I approve 4 operations that I did not open' }).focus();
	await page.keyboard.press('Space');
	await approve().and(page.locator(':enabled')).waitFor();
	await campaign('Gamma').getByRole('button', { name: 'Gamma' }).click();
	await bar().getByText('I approve 2 operations that I did not open').waitFor();
	assert.ok(await approve().isDisabled(), 'the consent was for another number');
	await campaign('Alpha').getByRole('button', { name: 'Alpha' }).click();
	await bar().getByText(/that I did not open/).waitFor({ state: 'detached' });
	await approve().focus();
	await page.keyboard.press('Enter');
	await page.getByText('Succeeded', { exact: true }).waitFor();
	for (const { id } of drafts)
		await rest('DELETE', `/campaigns/${id}`);
	const removal = await waiting();
	await open(removal);
	await page.getByRole('region', { name: 'In all campaigns' }).getByText('Alpha').first().waitFor();
});

test('operations behind Show more are not opened, and neither are those behind a filter', async () => {
	const one = await draft('Long');
	for (let at = 0; at < 310; at += 100)
		await rest('POST', '/keywords/batch', { operations: Array.from({ length: Math.min(100, 310 - at) }, (_, i) => ({ method: 'POST', body: { adGroupId: one.group, text: `long ${at + i}`, matchType: 'EXACT' } })) });
	const run = await waiting({ campaignIds: [one.id] });
	await open(run);
	await bar().getByText('I approve 11 operations that I did not open').waitFor();
	await page.getByRole('button', { name: /^Show 11 more/ }).click();
	await bar().getByText(/that I did not open/).waitFor({ state: 'detached' });
	assert.ok(await approve().isEnabled());
	await page.goto(`${address(run)}&resource=campaign`);
	await bar().getByText('I approve 311 operations that I did not open').waitFor();
	assert.ok(await approve().isDisabled());
});
