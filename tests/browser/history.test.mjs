/*
 * History in a real browser: an object is restored to an earlier state. The page lists the
 * changes first. A restore is a draft and sends nothing. Concurrent changes, guardrail
 * violations and removed objects are reported.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { Sandbox } from '../clients/lib/google.mjs';
import { request, until } from '../clients/lib/net.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const HOSTILE = 'Rye <img src=x onerror="window.hostile=1">';

let sandbox;
let server;
let browser;
let page;
let token;
let space;
let box;
let isBuilt = true;
let made;
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

const now = async () => (await rest('GET', `/campaigns/${made.id}`)).data;
const patch = (body) => rest('PATCH', `/campaigns/${made.id}`, body);
const mutates = async () => (await box.log()).filter(({ path }) => /:mutate$/.test(path)).length;
const entries = () => page.locator('.wb-history > li');
const dialog = () => page.getByRole('dialog');

async function open(to = page) {
	await to.goto(`${server.url}/app/history?space=${space.id}&environment=test&object=${made.id}`);
	await to.locator('.wb-history > li').first().waitFor();
}

/* The entry that made the object is the last of the list. */
async function choose_first() {
	await entries().last().getByRole('button', { name: /^Restore/ }).focus();
	await page.keyboard.press('Enter');
	await dialog().getByRole('heading', { level: 2 }).waitFor();
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	box = new Sandbox(sandbox);
	const account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	token = server.mintToken(account);
	space = server.cli(['space', 'add', '--email', account.email, '--name', 'Bakery']);
	server.cli(['space', 'set', space.id, '--require-approval-test', 'NEVER']);
	made = (await rest('POST', '/campaigns', { name: HOSTILE, type: 'SEARCH', budget: 20, locations: [{ code: 'DE' }], labels: ['spring'] })).data;
	await rest('POST', '/sync', {});
	await until('it is pushed', async () => (await now()).syncState === 'SYNCED');
	browser = await launchBrowser();
	const context = await browser.browser().newContext({ viewport: { width: 1280, height: 900 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app/history?space=${space.id}&environment=test`);
	await signIn(page, account);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
	const session = await context.newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

test('a restore says what it changes, drafts it, sends nothing, and is undone', async () => {
	await patch({ budget: 25 });
	await patch({ budget: 30, name: 'Rye', labels: ['spring', 'sale'], locations: [{ code: 'AT' }] });
	const before = { requests: await mutates(), version: (await now()).version };
	await open();
	await choose_first();
	await dialog().getByText('4 fields change in the draft:').waitFor();
	assert.match(await dialog().getByRole('row', { name: /^Budget/ }).innerText(), /Budget\s+\$30\.00\s+\$20\.00/);
	assert.match(await dialog().getByRole('row', { name: /^Name/ }).innerText(), /Rye\s+Rye <img src=x/);
	assert.match(await dialog().getByRole('row', { name: /^Locations/ }).innerText(), /AT[\s\S]*DE/);
	assert.equal((await now()).version, before.version, 'looking changes nothing');
	await axe_none(page, 'the restore');
	await dialog().getByRole('button', { name: 'Restore as a draft' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText(/^Restored as a draft: Rye/).waitFor();
	const restored = await now();
	assert.deepEqual([restored.name, restored.budget, restored.labels, restored.locations.map(({ code }) => code)], [HOSTILE, 20, ['spring'], ['DE']]);
	assert.equal(await mutates(), before.requests);
	const [{ door, verb }] = (await rest('GET', `/history?objectId=${made.id}`)).data;
	assert.deepEqual([door, verb], ['APP', 'UPDATE']);
	await page.keyboard.press('Control+z');
	await page.getByText(/^Undone: the restore of Rye/).waitFor();
	assert.deepEqual([(await now()).name, (await now()).budget], ['Rye', 30]);
	await axe_none(page, 'History');
});

test('entries of a push name the object and the run, not their ids; verbs are words', async () => {
	await page.goto(`${server.url}/app/history?space=${space.id}&environment=test`);
	const synced = entries().filter({ hasText: 'pushed campaign' }).first();
	await synced.getByRole('link', { name: 'Rye', exact: true }).waitFor();
	await entries().filter({ hasText: 'finished the run of' }).getByRole('link', { name: /^the run of \d+ \w+ 20\d\d/ }).click();
	await page.getByRole('heading', { level: 1, name: 'Push' }).waitFor();
	await page.goBack();
	await entries().first().waitFor();
	for (const line of await entries().locator('p').allInnerTexts())
		assert.doesNotMatch(line, /\b(cmp|syn|ses)_/, line);
});

test('what somebody changed meanwhile is shown anew, and nothing is restored before', async () => {
	await open();
	await choose_first();
	await dialog().getByRole('row', { name: /^Budget/ }).waitFor();
	await patch({ budget: 33 });
	await dialog().getByRole('button', { name: 'Restore as a draft' }).click();
	await dialog().getByText(/Somebody changed the object meanwhile\. Nothing was restored/).waitFor();
	assert.match(await dialog().getByRole('row', { name: /^Budget/ }).innerText(), /\$33\.00\s+\$20\.00/);
	assert.equal((await now()).budget, 33);
	await dialog().getByRole('button', { name: 'Restore as a draft' }).click();
	await page.getByText(/^Restored as a draft/).waitFor();
	assert.equal((await now()).budget, 20);
	await open();
	await choose_first();
	await dialog().getByText('There is nothing to restore.').waitFor();
	assert.ok(await dialog().getByRole('button', { name: 'Restore as a draft' }).isDisabled());
});

test('a guardrail that forbids the old value refuses the restore before it is tried', async () => {
	await patch({ budget: 10 });
	server.cli(['space', 'set', space.id, '--max-campaign-daily-budget', '15']);
	await open();
	await choose_first();
	await dialog().getByText(/Maximum daily budget of a campaign.*15/).waitFor();
	assert.ok(await dialog().getByRole('button', { name: 'Restore as a draft' }).isDisabled());
	assert.equal((await now()).budget, 10);
	server.cli(['space', 'set', space.id, '--max-campaign-daily-budget', '100']);
});

test('a staged removal is taken back first', async () => {
	await rest('DELETE', `/campaigns/${made.id}`);
	await open();
	assert.equal(await entries().first().getByRole('button', { name: /^Restore/ }).count(), 0, 'nothing stands after a removal');
	await choose_first();
	await dialog().getByText(/removal of the object is staged/).waitFor();
	await dialog().getByRole('button', { name: 'Cancel the removal' }).click();
	await dialog().getByRole('row', { name: /^Budget/ }).waitFor();
	assert.deepEqual([(await now()).syncState, (await now()).budget], ['MODIFIED', 10]);
	await dialog().getByRole('button', { name: 'Restore as a draft' }).click();
	await page.getByText(/^Restored as a draft/).waitFor();
	assert.equal((await now()).budget, 20);
});

test('a viewer reads the history and restores nothing; what is deleted is told', async () => {
	const viewer = server.addAccount();
	server.cli(['space', 'member', 'add', space.id, '--email', viewer.email, '--role', 'VIEWER']);
	const theirs = await browser.browser().newContext();
	const other = await theirs.newPage();
	await other.goto(`${server.url}/app/history?space=${space.id}&environment=test&object=${made.id}`);
	await signIn(other, viewer);
	await other.locator('.wb-history > li').first().waitFor();
	assert.equal(await other.getByRole('button', { name: /^Restore/ }).count(), 0);
	await theirs.close();
	made = (await rest('POST', '/campaigns', { name: 'Buns', type: 'SEARCH', budget: 5 })).data;
	await rest('DELETE', `/campaigns/${made.id}`);
	await open();
	await choose_first();
	await dialog().getByText('A deleted object cannot be restored.').waitFor();
	assert.deepEqual([await page.evaluate(() => window.hostile), complaints], [undefined, []]);
});
