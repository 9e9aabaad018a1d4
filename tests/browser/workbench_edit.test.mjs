/*
 * Changes of many objects in the workbench: new campaigns, pasted keywords, copies, bulk edit,
 * find and replace, pasted cells, export. By keyboard unless noted otherwise; axe on each
 * dialog.
 */
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { after, before, test as nodeTest } from 'node:test';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { startServer } from '../clients/lib/server.mjs';

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
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
	return answer.json;
}

const campaign = async (name) => (await rest('GET', `/campaigns?q=${encodeURIComponent(name)}`)).data[0];

async function open(path) {
	await page.goto(`${server.url}/app${path}`);
	await page.locator('#workbench [role=row]').nth(1).waitFor();
}

const grid = (name = 'Campaigns') => page.getByRole('grid', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const press = async (...keys) => {
	for (const key of keys)
		await page.keyboard.press(key);
};

/* Moves to a button by its name as the keyboard does: focus, then Enter. */
async function choose(name) {
	await page.getByRole('button', { name, exact: true }).focus();
	await page.keyboard.press('Enter');
	await dialog().getByRole('heading', { level: 2 }).waitFor();
}

async function check() {
	await dialog().getByRole('button', { name: 'Check' }).focus();
	await press('Enter');
}

before(async () => {
	server = await startServer();
	const account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	server.cli(['seed-demo', '--email', account.email]);
	token = server.mintToken(account);
	browser = await launchBrowser();
	context = await browser.browser().newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	await page.goto(`${server.url}/app/campaigns`);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
	const session = await context.newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
});

after(async () => {
	await browser?.close();
	await server?.stop();
});

test('a new campaign: faults stand at their fields, the draft is paused, undo removes it', async () => {
	await open('/campaigns');
	await choose('New campaign');
	await axe_none(page, 'new campaign');
	await dialog().getByLabel('Daily budget (USD)').focus();
	await page.keyboard.type('900');
	await page.keyboard.press('Enter');
	await dialog().getByLabel('Name').and(page.locator('[aria-invalid=true]')).waitFor();
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-invalid')), 'true');
	await dialog().getByLabel('Name').fill('Rye | Search');
	await page.keyboard.press('Enter');
	await dialog().getByRole('alert').filter({ hasText: '100' }).waitFor();
	assert.equal(await dialog().getByLabel('Name').inputValue(), 'Rye | Search');
	await dialog().getByLabel('Daily budget (USD)').fill('12.50');
	await dialog().getByLabel('Countries').fill('de, at');
	await dialog().getByLabel('Languages').fill('de');
	await page.keyboard.press('Enter');
	await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: 'Rye | Search' }).waitFor();
	const made = await campaign('Rye | Search');
	assert.deepEqual([made.budget, made.status, made.type, made.platform, made.locations.map(({ code }) => code), made.languages], [12.5, 'PAUSED', 'SEARCH', 'google', ['DE', 'AT'], ['de']]);
	await page.keyboard.press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.equal(await campaign('Rye | Search'), undefined);
});

test('a paste of 300 keywords outlives a killed server: none is lost, none is doubled', async () => {
	const parent = await campaign('Bread box | Google') ?? (await rest('GET', '/campaigns?platform=google&limit=1')).data[0];
	const group = (await rest('POST', '/ad-groups', { campaignId: parent.id, name: 'Pasted' })).data;
	const lines = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? `[oven ${i}]` : i % 3 === 1 ? `"oven ${i}"` : `oven ${i}`));
	await open(`/campaigns?resource=keywords&at=${parent.id}`);
	await choose('New keywords');
	await dialog().getByLabel('Ad group').selectOption(group.id);
	await dialog().getByLabel('Keywords, one per line').fill([...lines, '[Oven 0]', ''].join('\n'));
	await dialog().getByText('300 keywords, 1 duplicate line is skipped.').waitFor();
	await axe_none(page, 'new keywords');
	let times = 0;
	await page.route('**/app/api/keywords/batch*', async (route) => {
		if (++times > 1)
			return route.continue();
		/* The server has stored the rows and dies before the page receives the answer. */
		await route.fetch();
		await server.kill();
		await route.abort();
		await dialog().getByText('The server does not respond.').waitFor();
		await server.again();
	});
	await dialog().getByRole('button', { name: 'Add 300' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText('Saved as drafts: 300 new keywords.').waitFor({ timeout: 60000 });
	await page.unroute('**/app/api/keywords/batch*');
	assert.ok(times >= 2);
	const { meta, data } = await rest('GET', `/keywords?adGroupId=${group.id}&limit=200`);
	assert.equal(meta.total, 300);
	assert.deepEqual(new Set(data.map(({ matchType }) => matchType)), new Set(['EXACT', 'PHRASE', 'BROAD']));
	await dialog().waitFor({ state: 'detached' });
	await press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.equal((await rest('GET', `/keywords?adGroupId=${group.id}`)).meta.total, 0);
});

test('keywords that are refused stay in the field with their reason', async () => {
	const group = (await rest('GET', '/ad-groups?q=Pasted')).data[0];
	await open(`/campaigns?resource=keywords&at=${group.campaignId}`);
	await choose('New keywords');
	await dialog().getByLabel('Ad group').selectOption(group.id);
	await dialog().getByLabel('Keywords, one per line').fill(`good one\n${'word '.repeat(11)}`);
	await dialog().getByRole('button', { name: 'Check' }).click();
	await dialog().getByText('1 to change, 1 refused.').waitFor();
	assert.equal((await rest('GET', `/keywords?adGroupId=${group.id}`)).meta.total, 0);
	await dialog().getByRole('button', { name: 'Add 2' }).click();
	/* The check already shows the reason. The field changes once the valid keyword is saved. */
	const left = async () => (await dialog().getByLabel('Keywords, one per line').inputValue()).trim();
	for (let i = 0; i < 200 && (await left()).includes('good one'); i++)
		await page.waitForTimeout(50);
	assert.equal(await left(), 'word '.repeat(11).trim());
	assert.equal((await rest('GET', `/keywords?adGroupId=${group.id}`)).meta.total, 1);
	await page.keyboard.press('Escape');
	await dialog().waitFor({ state: 'detached' });
});

test('a copy to another platform shows what does not carry over before it is made', async () => {
	await open(`/campaigns?search=${encodeURIComponent('Wedding cakes | Meta')}`);
	await choose('Copy to another platform');
	await dialog().getByLabel('Copy to').selectOption('google');
	await check();
	await dialog().getByLabel('Copy to').and(page.locator('[aria-invalid=true]')).waitFor();
	await dialog().getByLabel('Copy to').selectOption('reddit');
	await dialog().getByLabel('Name').fill('Copied over');
	await check();
	await dialog().getByText(/(is|are) not copied/).waitFor();
	assert.ok(await dialog().getByRole('row').count() > 1);
	assert.equal(await campaign('Copied over'), undefined);
	await axe_none(page, 'copy');
	await dialog().getByRole('button', { name: 'Copy', exact: true }).focus();
	await press('Enter');
	await dialog().getByRole('button', { name: 'Done' }).waitFor();
	const made = await campaign('Copied over');
	assert.deepEqual([made.platform, made.status], ['reddit', 'PAUSED']);
	await press('Escape', 'Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.equal(await campaign('Copied over'), undefined);
});

test('cells pasted from a sheet are checked, applied as drafts, and undone in one step', async () => {
	const names = ['Pasted A', 'Pasted B', 'Pasted C'];
	for (const name of names)
		await rest('POST', '/campaigns', { name, type: 'SEARCH', budget: 5 });
	await open('/campaigns?search=Pasted&sort=name');
	await grid().getByRole('row').nth(3).waitFor();
	await grid().focus();
	await press('ArrowRight');
	await page.evaluate(() => navigator.clipboard.writeText('Enabled\t7.50\nPaused\t900\nPaused\tmuch\nPaused\t8\n'));
	await press('Control+v');
	await dialog().getByText('1 to change, 2 refused.').waitFor();
	await dialog().getByText('1 pasted line has no row and is skipped.').waitFor();
	await dialog().getByText('Daily budget cannot be “much”.').waitFor();
	await axe_none(page, 'paste');
	assert.equal((await campaign('Pasted A')).budget, 5);
	await dialog().getByRole('button', { name: 'Apply to 1' }).waitFor();
	assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Apply to 1');
	await press('Enter');
	await page.getByText('Saved as drafts: 1 changed.').waitFor();
	const [a, b] = [await campaign('Pasted A'), await campaign('Pasted B')];
	assert.deepEqual([a.status, a.budget, b.budget], ['ENABLED', 7.5, 5]);
	await press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.deepEqual([(await campaign('Pasted A')).status, (await campaign('Pasted A')).budget], ['PAUSED', 5]);
	/* One cell goes into each selected row. */
	await page.evaluate(() => navigator.clipboard.writeText('6.25'));
	await grid().focus();
	await press('Control+a', 'ArrowRight', 'Control+v');
	await dialog().getByRole('button', { name: 'Apply to 3' }).waitFor();
	await press('Enter');
	await page.getByText('Saved as drafts: 3 changed.').waitFor();
	assert.deepEqual((await rest('GET', '/campaigns?q=Pasted')).data.map(({ budget }) => budget), [6.25, 6.25, 6.25]);
});

test('copied rows and the exported file hold what is shown, with formulas made harmless', async () => {
	await rest('POST', '/campaigns', { name: '=HYPERLINK("http://x")', type: 'SEARCH', budget: 5 });
	await open('/campaigns?search=HYPERLINK');
	const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).press('Enter')]);
	assert.match(download.suggestedFilename(), /^adcore-campaigns-\d{4}-\d\d-\d\d\.csv$/);
	const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
	assert.match(lines[0], /^Campaign,Status,Daily budget/);
	assert.match(lines[1], /^"'=HYPERLINK\(""http:\/\/x""\)",PAUSED,5,/);
	assert.equal(lines.length, 3);
	await grid().focus();
	await press('Space', 'Control+c');
	assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^'=HYPERLINK\("http:\/\/x"\)\tPAUSED\t5\t/);
});

const panel = () => page.getByRole('complementary', { name: 'Details' });

async function edit_ad(ad) {
	await open(`/campaigns?resource=ads&open=${ad.id}`);
	await panel().getByRole('button', { name: 'Edit ad' }).focus();
	await press('Enter');
	await panel().getByLabel('Headline 1', { exact: true }).waitFor();
}

test('the ad editor counts against the limit of the platform, shows the ad, and keeps what others changed', async () => {
	const ad = (await rest('GET', '/ads?platform=google&limit=1')).data[0];
	await edit_ad(ad);
	const first = panel().getByLabel('Headline 1', { exact: true });
	await first.focus();
	await press('Control+a');
	await page.keyboard.type('x'.repeat(31));
	await panel().getByText('31/30').waitFor();
	assert.equal(await first.getAttribute('aria-invalid'), 'true');
	await press('Enter');
	await panel().getByRole('alert').filter({ hasText: '30' }).first().waitFor();
	await axe_none(page, 'ad editor', '.wb-panel');
	await first.fill('Fresh bread daily');
	await panel().getByText('17/30').waitFor();
	await panel().getByRole('figure').getByText(/Fresh bread daily \|/).waitFor();
	/* Another field: both edits are kept. */
	await rest('PATCH', `/ads/${ad.id}`, { path1: 'oven' });
	await first.press('Enter');
	await page.getByText('Saved as a draft: the ad').waitFor();
	let now = (await rest('GET', `/ads/${ad.id}`)).data;
	assert.deepEqual([now.headlines[0].text ?? now.headlines[0], now.path1], ['Fresh bread daily', 'oven']);
	/* The same field: nothing is overwritten before the user confirms. */
	await edit_ad(ad);
	await rest('PATCH', `/ads/${ad.id}`, { path1: 'rye' });
	await panel().getByLabel('Path 1').fill('cake');
	await panel().getByLabel('Path 1').press('Enter');
	await panel().getByText('Somebody else changed this ad.').waitFor();
	assert.equal((await rest('GET', `/ads/${ad.id}`)).data.path1, 'rye');
	await panel().getByRole('button', { name: 'Save mine' }).press('Enter');
	await page.getByText('Saved as a draft: the ad').waitFor();
	now = (await rest('GET', `/ads/${ad.id}`)).data;
	assert.deepEqual([now.path1, now.headlines[0].text ?? now.headlines[0]], ['cake', 'Fresh bread daily']);
	await page.locator('h1').focus();
	await press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.equal((await rest('GET', `/ads/${ad.id}`)).data.path1, 'rye');
});

test('a new ad: faults stand at their texts; the preview is of its platform', async () => {
	const meta = (await rest('GET', '/ad-groups?platform=meta&limit=1')).data[0];
	await open(`/campaigns?resource=ads&at=${meta.id}`);
	await choose('New ad');
	await dialog().getByText('Preview on Meta Ads').waitFor();
	await dialog().getByLabel('Text', { exact: true }).fill('<img src=x onerror="window.hostile=1">');
	await dialog().getByRole('button', { name: 'Create draft' }).press('Enter');
	await dialog().getByLabel('Final URL').and(page.locator('[aria-invalid=true]')).waitFor();
	assert.equal(await dialog().locator('figure img').count(), 0);
	await axe_none(page, 'new ad');
	await press('Escape');
	await dialog().waitFor({ state: 'detached' });
});

test('bulk edit: a dry run shows before, after and refusals; applying is one step that undo takes back', async () => {
	const names = ['Bulk A', 'Bulk B', 'Bulk C <img src=x onerror="window.hostile=1">'];
	for (const [i, name] of names.entries())
		await rest('POST', '/campaigns', { name, type: 'SEARCH', budget: [10, 20.33, 95][i] });
	await open('/campaigns?search=Bulk&sort=name');
	await grid().getByRole('row').nth(3).waitFor();
	await choose('Bulk edit');
	await dialog().getByLabel('Percent').focus();
	await page.keyboard.type('10');
	await press('Enter');
	await dialog().getByText('2 to change, 1 refused.').waitFor();
	const rows = await dialog().getByRole('row').allInnerTexts();
	assert.match(rows[1], /Bulk C[\s\S]*100/);
	assert.match(rows.find((row) => row.includes('Bulk A')), /10\.00[\s\S]*11\.00/);
	assert.equal((await campaign('Bulk A')).budget, 10);
	assert.equal(await dialog().locator('img').count(), 0);
	assert.equal(await page.evaluate(() => window.hostile), undefined);
	await axe_none(page, 'bulk');
	await dialog().getByRole('button', { name: 'Apply to 2' }).focus();
	await press('Enter');
	await page.getByText('Saved as drafts: 2 changed, 1 refused.').waitFor();
	assert.deepEqual([(await campaign('Bulk A')).budget, (await campaign('Bulk C')).budget], [11, 95]);
	await grid().getByText('$11.00').waitFor();
	/* Another user's later change is not undone. */
	await rest('PATCH', `/campaigns/${(await campaign('Bulk B')).id}`, { budget: 31 });
	await press('Control+z');
	await page.getByText('1 unchanged: Somebody else changed them meanwhile.').waitFor();
	assert.deepEqual([(await campaign('Bulk A')).budget, (await campaign('Bulk B')).budget], [10, 31]);
	await press('Control+Shift+z');
	await page.getByText(/^Redone/).waitFor();
	assert.deepEqual([(await campaign('Bulk A')).budget, (await campaign('Bulk B')).budget], [11, 31]);
});

test('bulk edit of the selected rows alone: status and labels', async () => {
	await open('/campaigns?search=Bulk&sort=name');
	await grid().getByRole('row').nth(3).waitFor();
	await grid().focus();
	await press('ArrowDown', 'Space');
	await choose('Bulk edit');
	await dialog().getByLabel('Change').selectOption('addLabels');
	await dialog().getByLabel('Labels').fill('spring, sale');
	await press('Enter');
	await dialog().getByText('1 to change.').waitFor();
	await dialog().getByRole('button', { name: 'Apply to 1' }).press('Enter');
	await page.getByText('Saved as drafts: 1 changed.').waitFor();
	assert.deepEqual([(await campaign('Bulk A')).labels, (await campaign('Bulk B')).labels], [[], ['spring', 'sale']]);
});

test('find and replace: a domain in all ads, with what is refused', async () => {
	const ads = (await rest('GET', '/ads?limit=200')).data;
	const total = ads.filter(({ finalUrl }) => finalUrl.includes('harbourbakery')).length;
	assert.ok(total > 5);
	await open('/campaigns?resource=ads');
	await choose('Find and replace');
	await dialog().getByRole('button', { name: 'Check' }).press('Enter');
	await dialog().getByText('Type the text to find.').waitFor();
	await dialog().getByLabel('Find', { exact: true }).fill('HARBOURBAKERY.example');
	await dialog().getByLabel('Replace with').fill('bakery.example');
	await press('Enter');
	await dialog().getByText(new RegExp(`^${total} to change`)).waitFor();
	await axe_none(page, 'find and replace');
	await dialog().getByLabel('Match upper and lower case').focus();
	await press('Space');
	assert.ok(await dialog().getByRole('button', { name: 'Apply', exact: true }).isDisabled());
	await press('Space');
	await dialog().getByRole('button', { name: `Apply to ${total}` }).press('Enter');
	await page.getByText(`Saved as drafts: ${total} changed.`).waitFor();
	const after = (await rest('GET', '/ads?limit=200')).data;
	assert.equal(after.filter(({ finalUrl }) => finalUrl.includes('//bakery.example')).length, total);
	await press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.deepEqual((await rest('GET', '/ads?limit=200')).data.map(({ finalUrl }) => finalUrl), ads.map(({ finalUrl }) => finalUrl));
});

test('no page complained', () => assert.deepEqual(complaints, []));
