/*
 * Import of a bulk file in the workbench: the button and a drop on the grid, the report of the
 * dry run, drafts, undo. By keyboard unless noted otherwise; axe on the dialog.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { startServer } from '../clients/lib/server.mjs';

const HEADER = 'Campaign,Campaign Type,Budget,Location,Ad Group,Max CPC,Keyword,Criterion Type';
const HOSTILE = '<img src=x onerror=alert(1)>';

let server;
let browser;
let page;
let token;
const complaints = [];
let isBuilt = true;

/* Skips the test if the server was built without the workbench. */
function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

const dialog = () => page.getByRole('dialog', { name: 'Import' });
const grid = () => page.getByRole('grid', { name: 'Campaigns', exact: true });
const total = async (path) => (await server.rest(token, 'GET', `/${path}?limit=1`)).json.meta.total;
const file = (lines, name = 'export.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...lines, ''].join('\n')) });

async function until(holds) {
	for (let i = 0; i < 200 && !(await holds()); i++)
		await page.waitForTimeout(50);
	assert.ok(await holds());
}

async function open() {
	await page.goto(`${server.url}/app/campaigns`);
	await page.getByRole('button', { name: 'Import', exact: true }).focus();
	await page.keyboard.press('Enter');
	await dialog().getByRole('heading', { level: 2 }).waitFor();
}

before(async () => {
	server = await startServer();
	const account = server.addAccount();
	token = server.mintToken(account);
	browser = await launchBrowser();
	const context = await browser.browser().newContext({ viewport: { width: 1280, height: 800 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('dialog', (one) => {
		complaints.push(`alert: ${one.message()}`);
		void one.dismiss();
	});
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

test('the button opens a dry run that stores nothing; its drafts appear and undo takes them back', async () => {
	await open();
	await axe_none(page, 'import without a file');
	assert.ok(await dialog().getByRole('button', { name: 'Store drafts' }).isDisabled());
	await dialog().getByLabel('File', { exact: true }).setInputFiles(file([
		'Rye,Search,10,Germany,,,,', 'Rye,,,,Loaves,1,,', 'Rye,,,,Loaves,,rye bread,Exact',
		'Dear,Search,900,Germany,,,,', `"${HOSTILE}",Search,much,Germany,,,,`,
	]));
	await dialog().getByText('1 campaign, 1 ad group, 1 keyword to create; 2 rows refused.').waitFor();
	assert.equal(await dialog().getByLabel('Platform of the file').inputValue(), 'google');
	const refused = dialog().getByRole('region', { name: 'Refused rows' }).getByRole('row');
	assert.deepEqual((await refused.nth(1).getByRole('cell').allTextContents()).slice(0, 1), ['Budget']);
	assert.match(await refused.nth(1).textContent(), /^5.*maxCampaignDailyBudget of the Space allows 100, this is 900/);
	assert.match(await refused.nth(2).textContent(), /^6Budgetmuch/);
	assert.equal(await total('campaigns'), 0);
	await axe_none(page, 'the report');
	await dialog().getByRole('button', { name: 'Store 3 drafts' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText('Saved as drafts: 1 campaign, 1 ad group, 1 keyword; 2 rows refused.').waitFor();
	await grid().getByText('Rye').waitFor();
	assert.deepEqual([await total('campaigns'), await total('ad-groups'), await total('keywords')], [1, 1, 1]);
	for (const path of ['keywords', 'ad-groups', 'campaigns']) {
		await page.keyboard.press('Control+z');
		await until(async () => (await total(path)) === 0);
	}
	assert.deepEqual([await total('campaigns'), await total('ad-groups'), await total('keywords')], [0, 0, 0]);
});

test('a file that is dropped on the grid opens the report; a second import creates nothing', async () => {
	await open();
	await dialog().getByLabel('File', { exact: true }).setInputFiles(file(['Spelt,Search,10,Germany,,,,']));
	await dialog().getByRole('button', { name: 'Store 1 draft' }).press('Enter');
	await grid().getByText('Spelt').waitFor();
	const data = await page.evaluateHandle((text) => {
		const transfer = new DataTransfer();
		transfer.items.add(new File([text], 'again.csv', { type: 'text/csv' }));
		return transfer;
	}, `${HEADER}\nSpelt,Search,12,Germany,,,,\n"${HOSTILE}",Search,5,Germany,,,,\n`);
	await grid().dispatchEvent('drop', { dataTransfer: data });
	await dialog().getByText('File: again.csv').waitFor();
	await dialog().getByText('1 campaign to create; 1 existing.').waitFor();
	await dialog().getByRole('cell', { name: HOSTILE }).waitFor();
	await dialog().getByRole('button', { name: 'Store 1 draft' }).press('Enter');
	await grid().getByText(HOSTILE).waitFor();
	assert.equal(await total('campaigns'), 2);
});

test('a file that is no export, a large report in pages', async () => {
	await open();
	await dialog().getByLabel('File', { exact: true }).setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('no export\nat all\n') });
	await dialog().getByRole('alert').getByText('names the columns of an export').waitFor();
	assert.ok(await dialog().getByRole('button', { name: 'Store drafts' }).isDisabled());
	await dialog().getByLabel('File', { exact: true }).setInputFiles(file(Array.from({ length: 250 }, (_, i) => `C${i},Search,none,Germany,,,,`)));
	await dialog().getByText('Nothing to create; 250 rows refused.').waitFor();
	await dialog().getByText('1 to 100 of 250').waitFor();
	await dialog().getByRole('button', { name: 'Next' }).press('Enter');
	await dialog().getByText('101 to 200 of 250').waitFor();
	assert.equal(await dialog().getByRole('row').count(), 101);
	await page.keyboard.press('Escape');
	await dialog().waitFor({ state: 'detached' });
	assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Import');
});

test('no page complained', () => assert.deepEqual(complaints, []));
