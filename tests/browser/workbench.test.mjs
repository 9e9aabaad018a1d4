/*
 * The workbench in a real browser on a real server with the demo: Campaigns and Home by mouse
 * and by keyboard, edits with refusals, conflicts and undo, hostile names, and axe on each page.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { startServer } from '../clients/lib/server.mjs';

const HOSTILE = ['"><img src=x onerror="window.hostile=1">', '<script>window.hostile=1</script>', "${'{'}{{constructor.constructor('window.hostile=1')()}}", '</textarea><svg onload=window.hostile=1>'];
const PAGES = ['', '/campaigns', '/campaigns?resource=ads', '/reports', '/disapprovals', '/assets', '/businesses', '/history'];

let server;
let browser;
let context;
let page;
let token;
const complaints = [];

let isBuilt = true;

/* Skips the test if the server was built without the workbench. */
function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

async function rest(method, path, body) {
	const answer = await server.rest(token, method, path, body);
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`);
	return answer.json;
}

async function campaign(name) {
	return (await rest('GET', `/campaigns?q=${encodeURIComponent(name)}`)).data[0];
}

async function open(path) {
	await page.goto(`${server.url}/app${path}`);
	await page.locator('#workbench h1').waitFor();
}

const grid = () => page.getByRole('grid', { name: 'Campaigns', exact: true });
const active = () => grid().evaluate((element) => document.getElementById(element.getAttribute('aria-activedescendant'))?.textContent);

before(async () => {
	server = await startServer();
	const account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	server.cli(['seed-demo', '--email', account.email]);
	token = server.mintToken(account);
	for (const name of HOSTILE)
		await rest('POST', '/campaigns', { name, type: 'SEARCH', budget: 5 });
	await rest('POST', '/businesses', { name: HOSTILE[0], website: 'https://example.com' });
	browser = await launchBrowser();
	context = await browser.browser().newContext({ viewport: { width: 1280, height: 800 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	await page.goto(`${server.url}/app/campaigns`);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
});

after(async () => {
	await browser?.close();
	await server?.stop();
});

test('Campaigns by mouse: search, filter, sort, tree, panel; back undoes each choice', async () => {
	await open('/campaigns');
	const rows = grid().getByRole('row');
	await rows.nth(12).waitFor();
	assert.equal(await grid().getAttribute('aria-rowcount'), '13');
	await page.getByRole('searchbox').fill('bread');
	await page.getByText('3 of 12', { exact: true }).waitFor();
	await grid().getByRole('columnheader', { name: 'Daily budget' }).click();
	assert.equal(await grid().getByRole('columnheader', { name: 'Daily budget' }).getAttribute('aria-sort'), 'ascending');
	assert.match(await rows.nth(1).innerText(), /Bread box \| Reddit/);
	await page.goBack();
	assert.equal(await page.getByRole('searchbox').inputValue(), 'bread');
	await page.getByRole('searchbox').fill('');
	await page.getByRole('button', { name: 'Filter' }).click();
	await page.getByRole('button', { name: 'Add a filter' }).click();
	await page.getByLabel('Field').selectOption('platform');
	await page.getByLabel('Value').selectOption('meta');
	await page.getByText('1 of 12', { exact: true }).waitFor();
	await page.keyboard.press('Escape');
	await grid().getByText('Wedding cakes | Meta').click();
	await page.getByRole('complementary', { name: 'Details' }).getByText('A draft that was never pushed').waitFor();
	await page.reload();
	await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: 'Wedding cakes | Meta' }).waitFor();
	await page.getByRole('button', { name: 'Close' }).click();
	await page.getByRole('treeitem', { name: /^Google Ads/ }).click();
	await page.getByRole('button', { name: 'Keywords', exact: true }).click();
	await page.getByRole('grid', { name: 'Keywords' }).getByRole('row').nth(5).waitFor();
	assert.match(page.url(), /resource=keywords/);
	assert.match(page.url(), /at=google/);
});

test('Campaigns by keyboard: a refusal stands at the cell with the limit, an edit is a draft, undo and redo', async () => {
	await open('/campaigns?search=Celebration%20cakes%20%7C%20Bing');
	await grid().getByRole('row').nth(1).waitFor();
	await grid().focus();
	for (const key of ['ArrowRight', 'ArrowRight'])
		await page.keyboard.press(key);
	assert.equal(await active(), '$20.00');
	await page.keyboard.press('Enter');
	await page.keyboard.type('900');
	await page.keyboard.press('Enter');
	await grid().getByRole('alert').waitFor();
	assert.match(await grid().getByRole('alert').innerText(), /100/);
	await page.keyboard.press('Escape');
	await grid().getByRole('alert').waitFor({ state: 'detached' });
	assert.equal(await active(), '$20.00');
	assert.equal((await campaign('Bing')).budget, 20);
	await page.keyboard.press('Enter');
	await page.keyboard.type('25.50');
	await page.keyboard.press('Enter');
	await page.getByText('Saved as a draft').waitFor();
	assert.equal((await campaign('Bing')).budget, 25.5);
	await page.keyboard.press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.equal((await campaign('Bing')).budget, 20);
	await page.keyboard.press('Control+Shift+z');
	await page.getByText(/^Redone/).waitFor();
	assert.equal((await campaign('Bing')).budget, 25.5);
});

test('an edit of a field that somebody else changed shows both values and overwrites only when told', async () => {
	const name = 'Wedding cakes | Meta';
	await open(`/campaigns?search=${encodeURIComponent(name)}`);
	await grid().getByRole('row').nth(1).waitFor();
	const { id, version } = await campaign(name);
	await grid().getByText('$20.00').first().dblclick();
	await rest('PATCH', `/campaigns/${id}`, { budget: 31 });
	await page.keyboard.type('42');
	await page.keyboard.press('Enter');
	await grid().getByRole('alert').waitFor();
	assert.match(await grid().getByRole('alert').innerText(), /Theirs: \$31\.00[\s\S]*Yours: 42/);
	assert.equal((await campaign(name)).budget, 31);
	await page.getByRole('button', { name: 'Use mine' }).click();
	await page.getByText('Saved as a draft').waitFor().catch(async (error) => {
		throw new Error(`${error.message}\n${await page.locator('#workbench').innerText()}`);
	});
	const now = await campaign(name);
	assert.deepEqual([now.budget, now.version], [42, version + 2]);
});

test('hostile names are text on every page', async () => {
	for (const path of ['', '/campaigns', '/businesses', '/history?resource=campaign']) {
		await open(path);
		if (path !== '')
			await page.getByText(HOSTILE[0], { exact: path !== '/history?resource=campaign' }).first().waitFor();
		assert.equal(await page.locator('#workbench :is(img[src=x], script, svg)').count(), 0, path);
	}
	assert.equal(await page.evaluate(() => window.hostile), undefined);
});

test('Home: what waits, and a link to another page of the workbench that loads nothing anew', async () => {
	await open('');
	await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
	await page.getByText('object has a policy finding').waitFor();
	await page.evaluate(() => {
		window.stays = true;
	});
	await page.getByRole('link', { name: /object has a policy finding/ }).focus();
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Disapprovals' }).waitFor();
	assert.equal(await page.evaluate(() => window.stays), true);
	assert.match(await page.title(), /^Disapprovals/);
	const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Disapprovals 1 policy finding', exact: true });
	assert.equal(await entry.getAttribute('aria-current'), 'page');
	await page.goBack();
	await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('the boxes of a grid have no frame of their own, and details name nothing that was not lost', async () => {
	await open('/campaigns');
	await grid().getByRole('row').nth(12).waitFor();
	for (const role of ['columnheader', 'gridcell'])
		assert.equal(await grid().getByRole(role).first().evaluate((cell) => getComputedStyle(cell).borderTopWidth), '0px', role);
	await grid().getByText('Wedding cakes | Meta').click();
	const details = page.getByRole('complementary', { name: 'Details' });
	await details.getByText('A draft that was never pushed').waitFor();
	assert.doesNotMatch(await details.innerText(), /\blost\b|\bfalse\b/i);
});

test('a page that fits does not scroll; on a phone the navigation shows the entry of the page', async () => {
	await open('/businesses');
	await page.setViewportSize({ width: 1280, height: 1000 });
	assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 1000);
	await page.setViewportSize({ width: 390, height: 844 });
	for (const path of ['/history', '/campaigns']) {
		await open(path);
		const { x, width } = await page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]').boundingBox();
		assert.ok(x >= 0 && x + width <= 390, `${path}: ${x} to ${x + width}`);
	}
	const top = (await page.getByRole('heading', { level: 1 }).boundingBox()).y;
	assert.ok(top < 270, `the page begins at ${top}`);
	await page.setViewportSize({ width: 1280, height: 800 });
});

test('axe finds nothing on any page, light and dark, desktop and phone; none is wider than 320 px', async () => {
	const session = await context.newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
	for (const path of PAGES) {
		await open(path);
		await page.locator('#workbench .wb-busy').waitFor({ state: 'detached' });
		await axe_none(page, path || 'home');
	}
	await page.setViewportSize({ width: 320, height: 700 });
	for (const path of PAGES) {
		await open(path);
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, path);
	}
	assert.deepEqual(complaints, []);
});
