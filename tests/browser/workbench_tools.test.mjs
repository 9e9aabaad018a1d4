/*
 * The command palette, the shortcuts, saved views and reports, fill down and removal. By
 * keyboard unless noted otherwise; axe on each dialog, hostile names as text.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const HOSTILE = 'Rye <img src=x onerror="window.hostile=1">';

let sandbox;
let server;
let browser;
let page;
let token;
let isBuilt = true;
const complaints = [];

/* Skips the test if the server was built without the workbench. */
function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

async function rest(method, path, body) {
	const answer = await server.rest(token, method, path, body);
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json;
}

const names = async () => (await rest('GET', '/campaigns?limit=100')).data.map(({ name }) => name).sort();
const budgets = async () => Object.fromEntries((await rest('GET', '/campaigns?limit=100')).data.map(({ name, budget }) => [name, budget]));
const grid = (name = 'Campaigns') => page.getByRole('grid', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const press = async (...keys) => {
	for (const key of keys)
		await page.keyboard.press(key);
};

async function open(path) {
	await page.goto(`${server.url}/app${path}`);
	await page.locator('#workbench h1').waitFor();
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	const account = server.addAccount();
	token = server.mintToken(account);
	server.cli(['space', 'set', (await rest('GET', '/spaces')).data[0].id, '--require-approval-test', 'NEVER']);
	await rest('POST', '/campaigns', { name: 'Apple', type: 'SEARCH', budget: 5, locations: [{ code: 'DE' }] });
	const { planHash } = (await rest('POST', '/sync/preview', {})).data;
	const { id } = (await rest('POST', '/sync', { planHash })).data;
	assert.equal((await rest('GET', `/sync/${id}?wait=60`)).data.status, 'SUCCEEDED');
	for (const [i, name] of ['Bun', 'Cake', HOSTILE].entries())
		await rest('POST', '/campaigns', { name, type: 'SEARCH', budget: 6 + i });
	browser = await launchBrowser();
	const context = await browser.browser().newContext({ viewport: { width: 1280, height: 800 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error.stack)));
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
	await sandbox?.stop();
});

test('the palette leads to a page, an action of the page, and an object by its name, which is text', async () => {
	await open('');
	await press('Control+k');
	const box = dialog().getByRole('combobox');
	await box.waitFor();
	await axe_none(page, 'the palette');
	await page.keyboard.type('camp');
	assert.equal(await box.evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant')).firstChild.textContent), 'Campaigns');
	await press('Enter');
	await grid().getByRole('row').nth(1).waitFor();
	assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
	await press('Control+k');
	await box.waitFor();
	await page.keyboard.type('new campaign');
	await press('Enter');
	await dialog().getByRole('heading', { name: 'New campaign' }).waitFor();
	/* Over another dialog there is no palette. */
	await press('Control+k');
	assert.equal(await page.getByRole('dialog').count(), 1);
	await press('Escape');
	await dialog().waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Commands' }).click();
	await box.fill('img src');
	await dialog().getByRole('option', { name: HOSTILE }).waitFor();
	assert.equal(await dialog().locator('img').count(), 0);
	await press('ArrowDown', 'ArrowUp', 'Enter');
	await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: HOSTILE }).waitFor();
	assert.equal(await page.evaluate(() => window.hostile), undefined);
});

test('the question mark lists the shortcuts, and is a letter in a field', async () => {
	await open('/campaigns');
	await page.getByRole('searchbox').focus();
	await press('?');
	assert.equal(await page.getByRole('searchbox').inputValue(), '?');
	await page.locator('h1').focus();
	await press('?');
	await dialog().getByText('Fill down').waitFor();
	const lines = await dialog().locator('dt').evaluateAll((list) => list.map((dt) => [dt.getBoundingClientRect(), dt.nextElementSibling.getBoundingClientRect()].map(({ left, top }) => [Math.round(left), Math.round(top)])));
	assert.ok(lines.length > 10);
	for (const [[left, top], [right, beside]] of lines) {
		assert.deepEqual([left, right], [lines[0][0][0], lines[0][1][0]], 'keys and meanings are two columns');
		assert.ok(Math.abs(top - beside) < 6, 'a meaning stands beside its keys');
	}
	await axe_none(page, 'the shortcuts');
	await press('Escape');
	await dialog().waitFor({ state: 'detached' });
});

test('a view is saved with its columns under a name, outlives a reload, opens again and is deleted', async () => {
	await open('/campaigns?search=a&sort=-budget');
	await grid().getByRole('row').nth(1).waitFor();
	await page.getByRole('button', { name: 'Columns' }).press('Enter');
	await page.getByRole('checkbox', { name: 'Labels' }).check();
	await press('Escape');
	await page.getByRole('button', { name: 'Views' }).press('Enter');
	await page.getByText('Saved in this browser, for you only.').waitFor();
	await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
	await press('Enter');
	await page.getByText(`Saved: ${HOSTILE}`).waitFor();
	await page.getByRole('button', { name: 'Columns' }).press('Enter');
	await page.getByRole('checkbox', { name: 'Labels' }).uncheck();
	await press('Escape');
	await open('/campaigns');
	await grid().getByRole('row').nth(1).waitFor();
	assert.equal(await grid().getByRole('columnheader', { name: 'Labels' }).count(), 0);
	await page.getByRole('button', { name: /^Views/ }).press('Enter');
	await axe_none(page, 'saved views');
	await page.getByRole('button', { name: HOSTILE, exact: true }).press('Enter');
	await grid().getByRole('columnheader', { name: 'Labels' }).waitFor();
	assert.match(page.url(), /search=a&sort=-budget/);
	assert.equal(await page.getByRole('searchbox').inputValue(), 'a');
	await page.getByRole('button', { name: /^Views/ }).press('Enter');
	await page.getByRole('button', { name: `Delete ${HOSTILE}` }).press('Enter');
	await page.getByText('Nothing is saved yet.').waitFor();
});

test('a report is saved with its period and level', async () => {
	await open('/reports?days=last-month&level=ACCOUNT');
	await page.getByRole('button', { name: 'Saved reports' }).press('Enter');
	await page.getByRole('textbox', { name: 'Name' }).fill('Monthly');
	await press('Enter');
	await open('/reports');
	await page.getByRole('button', { name: /^Saved reports/ }).press('Enter');
	await page.getByRole('button', { name: 'Monthly', exact: true }).press('Enter');
	await page.waitForURL(/days=last-month&level=ACCOUNT/);
	assert.equal(await page.getByLabel('Period', { exact: true }).inputValue(), 'last-month');
});

test('fill down copies the active cell into the selected rows, or the cell above, as one step', async () => {
	await open('/campaigns?sort=name');
	await grid().getByRole('row').nth(4).waitFor();
	await grid().focus();
	/* The name is not filled: the budget of the first row goes into the others. */
	await press('Control+a', 'ArrowRight', 'ArrowRight', 'Control+d');
	await dialog().getByText('Daily budget of 3 rows becomes “5”.').waitFor();
	await dialog().getByRole('button', { name: 'Apply to 3' }).waitFor();
	await axe_none(page, 'fill down');
	await press('Enter');
	await page.getByText('Saved as drafts: 3 changed.').waitFor();
	assert.deepEqual(Object.values(await budgets()), [5, 5, 5, 5]);
	await press('Control+z');
	await page.getByText(/^Undone/).waitFor();
	assert.deepEqual((await budgets()).Cake, 7);
	await press('Escape', 'ArrowDown', 'Control+d');
	await dialog().getByText('Daily budget of 1 row becomes “5”.').waitFor();
	await dialog().getByRole('button', { name: 'Apply to 1' }).click();
	await page.getByText('Saved as drafts: 1 changed.').waitFor();
	assert.deepEqual([(await budgets()).Bun, (await budgets()).Cake], [5, 7]);
	/* A column that cannot be edited is reported. */
	await grid().focus();
	await press('ArrowRight', 'Control+d');
	await page.getByText(/The column must be one that can be edited/).waitFor();
});

test('rows are removed after a question: drafts at once, pushed ones with the next push, which undo takes back', async () => {
	await open('/campaigns?sort=name');
	await grid().getByRole('row').nth(4).waitFor();
	assert.ok(await page.getByRole('button', { name: 'Remove', exact: true }).isDisabled());
	await grid().focus();
	await press('Delete');
	assert.equal(await dialog().count(), 0);
	await press('Space', 'ArrowDown', 'Space', 'Delete');
	await dialog().getByText(/1 draft was never pushed and is deleted immediately/).waitFor();
	await dialog().getByText(/1 object is on a platform/).waitFor();
	await axe_none(page, 'remove');
	await press('Escape');
	await dialog().waitFor({ state: 'detached' });
	assert.equal((await names()).length, 4);
	await page.getByRole('button', { name: 'Remove', exact: true }).click();
	await dialog().getByRole('button', { name: 'Remove 2' }).press('Enter');
	await page.getByText('2 removed as drafts. Nothing was sent.').waitFor();
	assert.deepEqual(await names(), ['Apple', 'Cake', HOSTILE]);
	const state = async () => (await rest('GET', '/campaigns?q=Apple')).data[0].syncState;
	assert.equal(await state(), 'PENDING_REMOVAL');
	await press('Control+z');
	await page.getByText(/^Undone: the removal of campaigns/).waitFor();
	assert.equal(await state(), 'SYNCED');
	await press('Control+Shift+z');
	await page.getByText(/^Redone/).waitFor();
	assert.equal(await state(), 'PENDING_REMOVAL');
	assert.deepEqual([await page.evaluate(() => window.hostile), complaints], [undefined, []]);
});
