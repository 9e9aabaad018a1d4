/*
 * Two people in one Space, each in a browser of their own: what one changes appears with the other without
 * a reload, a conflict shows both values, and who may no longer edit keeps what was typed.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';

let server;
let browser;
let space;
let token;
let ada;
let bo;
let isBuilt = true;
const complaints = [];

function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

async function rest(method, path, body) {
	const answer = await request(server.api + path, {
		method, headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': space, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body),
	});
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json?.data;
}

/* A person in a browser of their own, on the campaigns of the Space. */
async function enter(account) {
	const context = await browser.browser().newContext({ viewport: { width: 1280, height: 800 } });
	const page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	await page.goto(`${server.url}/app/campaigns?space=${space}&environment=test`);
	await page.getByRole('heading', { level: 1 }).waitFor();
	const grid = page.getByRole('grid', { name: 'Campaigns', exact: true });
	return {
		page, account, grid,
		row: (name) => grid.getByRole('row').filter({ hasText: name }),
		/* Opens the editor of the daily budget of a campaign, and types. */
		type: async (name, was, now) => {
			await grid.getByRole('row').filter({ hasText: name }).getByText(was).dblclick();
			await page.keyboard.type(now);
		},
	};
}

before(async () => {
	server = await startServer();
	const owner = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	const editor = server.addAccount({ extra: ['--name', 'Bo Diddley'] });
	space = server.cli(['space', 'add', '--email', owner.email, '--name', 'Harbour Bakery', '--currency', 'USD']).id;
	server.cli(['space', 'member', 'add', space, '--email', editor.email, '--role', 'EDITOR']);
	token = server.mintToken(owner);
	for (const name of ['Bread', 'Cakes'])
		await rest('POST', '/campaigns', { name, type: 'SEARCH', budget: 10 });
	browser = await launchBrowser();
	ada = await enter(owner);
	isBuilt = await ada.page.locator('script[src^="/app/files/main."]').count() > 0;
	bo = await enter(editor);
	if (isBuilt)
		await Promise.all([ada, bo].map(({ row }) => row('Bread').waitFor()));
});

after(async () => {
	await browser?.close();
	await server?.stop();
});

test('a change, a new campaign and a removal of one appear with the other', async () => {
	await bo.type('Bread', '$10.00', '12');
	await bo.page.keyboard.press('Enter');
	await ada.row('Bread').getByText('$12.00').waitFor();
	await rest('POST', '/campaigns', { name: 'Tarts', type: 'SEARCH', budget: 3 });
	await Promise.all([ada, bo].map(({ row }) => row('Tarts').waitFor()));
	const { id } = (await rest('GET', '/campaigns?q=Tarts'))[0];
	await rest('DELETE', `/campaigns/${id}`);
	await Promise.all([ada, bo].map(({ row }) => row('Tarts').waitFor({ state: 'detached' })));
});

test('both edit one cell: the second sees both values, and overwrites only when told', async () => {
	await ada.type('Cakes', '$10.00', '20');
	await bo.type('Cakes', '$10.00', '30');
	await bo.page.keyboard.press('Enter');
	await bo.row('Cakes').getByText('$30.00').waitFor();
	await ada.page.keyboard.press('Enter');
	const alert = ada.grid.getByRole('alert');
	await alert.waitFor();
	assert.match(await alert.innerText(), /Theirs: \$30\.00[\s\S]*Yours: 20/);
	assert.equal((await rest('GET', '/campaigns?q=Cakes'))[0].budget, 30);
	await ada.page.getByRole('button', { name: 'Use mine' }).click();
	await bo.row('Cakes').getByText('$20.00').waitFor();
});

test('undo of one takes back their own edit, and leaves the other\'s', async () => {
	await ada.type('Bread', '$12.00', '15');
	await ada.page.keyboard.press('Enter');
	await bo.row('Bread').getByText('$15.00').waitFor();
	await bo.type('Cakes', '$20.00', '21');
	await bo.page.keyboard.press('Enter');
	await ada.row('Cakes').getByText('$21.00').waitFor();
	await ada.grid.focus();
	await ada.page.keyboard.press('Control+z');
	await bo.row('Bread').getByText('$12.00').waitFor();
	assert.deepEqual((await rest('GET', '/campaigns')).map(({ budget }) => budget).sort(), [12, 21]);
});

test('a session that ended keeps what was typed; after a new sign-in in another tab it is stored', async () => {
	await bo.type('Bread', '$12.00', '66');
	await bo.page.context().clearCookies({ name: 'adcore_session' });
	await bo.page.keyboard.press('Enter');
	await bo.page.getByText(/[Ss]ign in/).first().waitFor();
	assert.equal(await bo.grid.locator('input').inputValue(), '66');
	assert.equal((await rest('GET', '/campaigns?q=Bread'))[0].budget, 12);
	const tab = await bo.page.context().newPage();
	await tab.goto(`${server.url}/app`);
	await signIn(tab, bo.account);
	await tab.close();
	await bo.grid.locator('input').press('Enter');
	await ada.row('Bread').getByText('$66.00').waitFor();
	await rest('PATCH', `/campaigns/${(await rest('GET', '/campaigns?q=Bread'))[0].id}`, { budget: 12 });
	await bo.row('Bread').getByText('$12.00').waitFor();
});

test('who may only read from now on is told so at the cell, and what was typed stays', async () => {
	await bo.type('Bread', '$12.00', '77');
	server.cli(['space', 'member', 'set', space, '--email', bo.account.email, '--role', 'VIEWER']);
	await bo.page.keyboard.press('Enter');
	const alert = bo.grid.getByRole('alert');
	await alert.waitFor();
	assert.equal(await bo.grid.locator('input').inputValue(), '77');
	assert.equal((await rest('GET', '/campaigns?q=Bread'))[0].budget, 12);
});

test('no page complained', () => assert.deepEqual(complaints, []));
