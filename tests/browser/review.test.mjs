/*
 * Review and Runs in a real browser: a plan is reviewed, marked, pushed as a whole or in part,
 * denied with a reason that the assistant reads, followed while it runs, and reverted.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { bakery } from '../clients/lib/bakery.mjs';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { Sandbox } from '../clients/lib/google.mjs';
import { modern, send } from '../clients/lib/mcp_raw.mjs';
import { request, until } from '../clients/lib/net.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const HOSTILE = 'Rye <img src=x onerror="window.hostile=1">';
const REASON = 'Not before Monday: the "Buns" <b>budget</b> is too high';

let sandbox;
let server;
let browser;
let context;
let page;
let account;
let token;
let space;
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

/* A tool call of an assistant. */
async function tool(name, args) {
	const { result } = JSON.parse((await send(server, token, modern('tools/call', { name, arguments: args }))).text);
	assert.ok(!result.isError, JSON.stringify(result.content));
	return result.structuredContent;
}

const draft = async (fields) => (await rest('POST', '/campaigns', { type: 'SEARCH', budget: 20, ...fields })).data;
const state = async ({ id }) => (await rest('GET', `/campaigns/${id}`)).data.syncState;
const runs = async () => (await rest('GET', '/sync?mode=PUSH')).meta.total;
const ended = (id) => until('the run has ended', async () => {
	const run = (await rest('GET', `/sync/${id}`)).data;
	return run.finishedAt && run;
});

async function open(path) {
	await page.goto(`${server.url}/app${path}`);
	await page.locator('#workbench .rv-tree, #workbench .wb-empty, #workbench .rv-runs').first().waitFor();
}

const bar = () => page.getByRole('region', { name: 'Totals and decision' });
const campaign = (name) => page.getByRole('region', { name, exact: true });
const fold = (name) => campaign(name).getByRole('button', { name, exact: true });
const runId = () => new URL(page.url()).pathname.split('/').pop();

/*
 * A campaign that an assistant drafted and asked to push. Returns the id of the run that awaits
 * approval.
 */
async function waiting(name) {
	const made = await tool('create_campaign', bakery(name));
	const ids = [made.campaign.id];
	const { plan } = await tool('preview_sync', { campaignIds: ids });
	const { run } = await tool('push_sync', { campaignIds: ids, planHash: plan.planHash });
	assert.equal(run.status, 'AWAITING_APPROVAL');
	return run.id;
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	token = server.mintToken(account);
	[space] = (await rest('GET', '/spaces')).data;
	server.cli(['space', 'set', space.id, '--require-approval-test', 'CONNECTOR']);
	browser = await launchBrowser();
	context = await browser.browser().newContext({ viewport: { width: 1280, height: 900 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app/review`);
	await signIn(page, account);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

test('a push of one of two campaigns leaves the other staged, and two clicks make one run', async () => {
	const rolls = await draft({ name: 'Rolls', budget: 20.5 });
	const buns = await draft({ name: HOSTILE, budget: 10 });
	await open('/review');
	assert.match(await bar().innerText(), /Operations\s+2 \+2[\s\S]*\$0\.00 →\s+\$30\.50[\s\S]*Nothing is set live/);
	assert.ok(await bar().getByRole('button', { name: 'Push selected' }).isDisabled());
	assert.match(await campaign('Rolls').innerText(), /Google Ads\s+\+1[\s\S]*\$0\.00 → \$20\.50 per day/);
	assert.equal(await page.locator('#workbench img').count(), 0);
	await page.getByRole('checkbox', { name: 'Select Rolls' }).check();
	await bar().getByText(/Selected: 1 operation/).waitFor();
	assert.ok(await bar().getByRole('button', { name: 'Push selected' }).isDisabled(), 'it was not opened');
	await fold('Rolls').click();
	await bar().getByRole('button', { name: 'Push selected' }).dblclick();
	await page.waitForURL(/\/app\/runs\/syn_/);
	await page.getByText('Succeeded', { exact: true }).waitFor();
	await page.getByText('1 of 1: 1 done').waitFor();
	assert.deepEqual([await state(rolls), await state(buns), await runs()], ['SYNCED', 'STAGED', 1]);
});

test('a plan that changed between view and push is shown again and not pushed', async () => {
	const [{ id, version }] = (await rest('GET', '/campaigns?q=Rye')).data;
	await open('/review');
	assert.match(await campaign(HOSTILE).innerText(), /\$10\.00 per day/);
	await rest('PATCH', `/campaigns/${id}`, { budget: 7 });
	await page.getByText('The drafts changed after this preview.').waitFor();
	await bar().getByRole('button', { name: 'Push', exact: true }).click();
	await page.getByText(/The plan changed after the preview\. Nothing was pushed/).waitFor();
	assert.match(await campaign(HOSTILE).innerText(), /\$0\.00 → \$7\.00 per day/);
	await rest('PATCH', `/campaigns/${id}`, { budget: 8 });
	await page.getByRole('checkbox', { name: `Select ${HOSTILE}` }).check();
	await bar().getByText(/Selected: 1 operation/).waitFor();
	assert.match(await campaign(HOSTILE).innerText(), /\$7\.00 per day/);
	await bar().getByRole('button', { name: 'Push selected' }).click();
	await campaign(HOSTILE).getByText('$8.00').first().waitFor();
	assert.equal(await runs(), 1);
	assert.equal((await rest('GET', `/campaigns/${id}`)).data.version, version + 2);
	assert.equal(await page.evaluate(() => window.hostile), undefined);
});

test('by keyboard alone: looked at, marked as viewed, chosen, pushed, and undone', async () => {
	const [rolls] = (await rest('GET', '/campaigns?q=Rolls')).data;
	await rest('PATCH', `/campaigns/${rolls.id}`, { budget: 25 });
	await open('/review');
	await page.getByText('0 of 2 viewed').waitFor();
	for (const key of ['j', 'Enter', 'j'])
		await page.keyboard.press(key);
	assert.match(await page.evaluate(() => document.activeElement.innerText), /Change campaign Rolls\s+\+\$4\.50 per day\s+Field\s+From\s+To\s+Budget\s+\$20\.50\s+\$25\.00/);
	await page.keyboard.press('v');
	await page.getByText('1 of 2 viewed').waitFor();
	await page.reload();
	await page.getByText('1 of 2 viewed').waitFor();
	assert.ok(await page.getByRole('checkbox', { name: 'Viewed Rolls' }).isChecked());
	for (const key of ['j', 'x'])
		await page.keyboard.press(key);
	await bar().getByText(/Selected: 1 operation/).waitFor();
	await bar().getByRole('button', { name: 'Push selected' }).focus();
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/app\/runs\/syn_/);
	const undo = page.getByRole('button', { name: 'Undo this push' });
	await undo.focus();
	await page.keyboard.press('Enter');
	await page.getByText('Coverage: full.').waitFor();
	await page.getByRole('link', { name: 'Review the revert' }).focus();
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor();
	assert.ok(await page.getByRole('checkbox', { name: 'Select Rolls' }).isChecked());
	assert.match(await campaign('Rolls').innerText(), /\$25\.00 → \$20\.50 per day/);
	assert.ok(!(await page.getByRole('checkbox', { name: 'Viewed Rolls' }).isChecked()), 'what changed was not viewed');
});

test('an approver denies with a reason, and get_sync tells the assistant', async () => {
	const id = await waiting('Cakes');
	await open(`/runs/${id}`);
	await bar().getByText('Drafted by').waitFor();
	assert.match(await bar().innerText(), /Waits for approval[\s\S]*Drafted by\s+Ada Lovelace, Assistant[\s\S]*Pushed by\s+Ada Lovelace, Assistant/);
	await bar().getByText(/Daily budgets/).waitFor();
	await bar().getByRole('button', { name: 'Deny' }).click();
	await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill(REASON);
	await page.keyboard.press('Escape');
	await bar().getByRole('button', { name: 'Deny' }).click();
	assert.equal(await page.getByRole('textbox', { name: 'Reason' }).inputValue(), REASON, 'what was typed is kept');
	await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
	await page.getByText(`Reason: ${REASON}`, { exact: true }).waitFor();
	const { run } = await tool('get_sync', { id });
	assert.deepEqual([run.status, run.cancelReason], ['CANCELLED', REASON]);
});

test('changes are requested with a mark that the assistant reads, never without words', async () => {
	const id = await waiting('Breakfast');
	await open(`/runs/${id}`);
	await bar().getByRole('button', { name: 'Request changes' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click();
	await page.getByText('Enter the requested changes.').waitFor();
	assert.equal((await rest('GET', `/sync/${id}`)).data.status, 'AWAITING_APPROVAL');
	await page.getByRole('textbox', { name: 'Reason' }).fill('Shorter headlines');
	await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click();
	await page.getByText('Cancelled', { exact: true }).waitFor();
	assert.equal((await tool('get_sync', { id })).run.cancelReason, 'Changes requested: Shorter headlines');
});

test('people comment on a run and on an operation; it stays text, and the assistant reads it', async () => {
	const id = await waiting('Supper');
	await open(`/runs/${id}`);
	await page.getByRole('button', { name: 'Comment on this run' }).click();
	const add = page.getByRole('button', { name: 'Add comment' });
	assert.ok(await add.isDisabled(), 'no empty comment');
	await page.getByRole('textbox', { name: 'Comment' }).fill('<b>For</b> December?');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Comment on this run' }).click();
	assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), '<b>For</b> December?');
	await add.click();
	await page.getByRole('list', { name: 'Comments on this run' }).getByText('<b>For</b> December?').waitFor();
	if (await page.getByRole('button', { name: 'Expand all' }).count() > 0)
		await page.getByRole('button', { name: 'Expand all' }).click();
	await page.getByRole('button', { name: 'Comment on Supper' }).click();
	await page.getByRole('textbox', { name: 'Comment' }).fill('Please lower it.');
	await add.click();
	await page.getByRole('list', { name: 'Comments on Supper' }).getByText('Please lower it.').waitFor();
	const { run } = await tool('get_sync', { id });
	assert.deepEqual(run.comments.map((one) => one.text), ['Please lower it.', '<b>For</b> December?']);
	assert.equal(run.status, 'AWAITING_APPROVAL');
	await rest('POST', `/sync/${id}/comments`, { text: 'From another window' });
	await page.getByText('From another window').waitFor();
});

test('a sign-in that the server asks for keeps the page, and the approved run is followed to its end', async () => {
	const id = await waiting('Lunch');
	await open(`/runs/${id}`);
	const details = { reason: 'CONFIRMATION_REQUIRED', act: 'APPROVE_LIVE', confirmUrl: `${server.url}/signin?switch=1` };
	await page.route(/\/approve\?environment=test$/, (route) => route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'Approving needs a confirmation.', details } } }), { times: 1 });
	await bar().getByRole('button', { name: 'Approve' }).click();
	await bar().getByText('Approving needs a confirmation.').waitFor();
	assert.equal(await bar().getByRole('link', { name: 'Sign in again in a new tab' }).getAttribute('href'), '/signin?switch=1');
	await bar().getByRole('button', { name: 'I have signed in. Continue' }).click();
	await page.getByText('Succeeded', { exact: true }).waitFor();
	assert.match(await bar().innerText(), /Approved by\s+Ada Lovelace/);
	assert.equal((await ended(id)).status, 'SUCCEEDED');
});

test("a failure has the platform's words and the way out; what only depended on it comes after it", async () => {
	const box = new Sandbox(sandbox);
	const broken = await draft({ name: 'Broken', budget: 5 });
	await rest('POST', '/ad-groups', { campaignId: broken.id, name: 'Below' });
	await box.control('POST', 'faults', { platform: 'google', match: { operation: 'campaign.create' }, skip: 0, times: 1, action: { type: 'status', status: 400 } });
	await open(`/review?chosen=${broken.id}`);
	await bar().getByText(/Selected: 2 operations/).waitFor();
	await bar().getByRole('checkbox', { name: 'I push 2 operations that I did not open' }).check();
	await bar().getByRole('button', { name: 'Push selected' }).click();
	await page.waitForURL(/\/app\/runs\/syn_/);
	const failures = page.getByRole('region', { name: '2 operations were not done' });
	await failures.waitFor();
	const run = await ended(runId());
	const [first, second] = (await failures.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
	assert.ok(first.startsWith('Failed Create campaign Broken, Google Ads') && first.includes(run.operations[0].error.message), first);
	assert.match(second, /Skipped Create ad group Below[\s\S]*Correct the other operation\. A retry then sends both/);
	await bar().getByRole('button', { name: 'Retry' }).click();
	await page.getByText('Succeeded', { exact: true }).waitFor();
	assert.equal(await state(broken), 'SYNCED');
});

test('what becomes live is said in words before the push', async () => {
	const made = await draft({ name: 'Open now', budget: 6, status: 'ENABLED', locations: [{ code: 'DE', excluded: false }] });
	await open('/review');
	await bar().getByText(/1 campaign enabled in the drafts is not set live: Open now/).waitFor();
	await bar().getByRole('checkbox', { name: 'Set enabled drafts live' }).check();
	await bar().getByText(/Set live: 1 campaign: Open now\. They can spend money immediately: running campaigns can spend \$6\.00 per day in total/).waitFor();
	await rest('DELETE', `/campaigns/${made.id}`);
});

test('a violation stands first with its limit, and what breaks it is not pushed', async () => {
	await draft({ name: 'Dear', budget: 30 });
	server.cli(['space', 'set', space.id, '--max-total-daily-budget', '25']);
	await open('/review');
	const list = page.getByRole('region', { name: /^This plan cannot be pushed/ });
	assert.match(await list.innerText(), /1 violation[\s\S]*Limit: \$25\.00, this would be \$\d+\.\d\d\.[\s\S]*Settings of the Space/);
	assert.ok(await bar().getByRole('button', { name: 'Push', exact: true }).isDisabled());
	server.cli(['space', 'set', space.id, '--max-total-daily-budget', '500']);
});

test('a viewer reads the plan and a run that waits, and is offered no decision; a stranger finds no run', async () => {
	const shared = server.cli(['space', 'add', '--email', account.email, '--name', 'Bakery']).id;
	server.cli(['space', 'set', shared, '--require-approval-test', 'ALWAYS']);
	const ask = async (path, body) => (await request(server.api + path, { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': shared, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json.data;
	await ask('/campaigns', { name: 'Night', type: 'SEARCH', budget: 5 });
	const { planHash } = await ask('/sync/preview', {});
	const { id } = await ask('/sync', { planHash });
	const viewer = server.addAccount();
	server.cli(['space', 'member', 'add', shared, '--email', viewer.email, '--role', 'VIEWER']);
	const other = await browser.browser().newContext();
	const theirs = await other.newPage();
	await theirs.goto(`${server.url}/app/review?space=${shared}&environment=test`);
	await signIn(theirs, viewer);
	for (const path of ['review', `runs/${id}`]) {
		await theirs.goto(`${server.url}/app/${path}?space=${shared}&environment=test`);
		await theirs.locator('.rv-campaign').first().waitFor();
		await theirs.getByText(/Only publishers and owners of the Space/).waitFor();
		assert.equal(await theirs.getByRole('button', { name: /^(Push|Push selected|Approve|Deny|Request changes)$/ }).count(), 0, path);
	}
	const stranger = server.addAccount();
	await other.clearCookies();
	await theirs.goto(`${server.url}/app/runs`);
	await signIn(theirs, stranger);
	assert.equal((await theirs.goto(`${server.url}/app/runs/${id}`)).status(), 404);
	await other.close();
});

test('without script the page leads to the one that works without', async () => {
	const id = await waiting('Evening');
	const other = await browser.browser().newContext({ javaScriptEnabled: false });
	const plain = await other.newPage();
	await plain.goto(`${server.url}/app/runs/${id}`);
	await signIn(plain, account);
	await plain.getByRole('link', { name: 'This run without JavaScript' }).click();
	await plain.getByRole('button', { name: 'Approve' }).waitFor();
	await plain.getByRole('link', { name: 'Review', exact: true }).first().click();
	await plain.locator('main').getByRole('link', { name: 'Review', exact: true }).click();
	await plain.getByRole('button', { name: 'Push it' }).waitFor();
	await other.close();
});

test('axe finds nothing, light and dark, desktop and phone; none is wider than 320 px', async () => {
	const [{ id }] = (await rest('GET', '/sync?status=AWAITING_APPROVAL')).data;
	const done = (await rest('GET', '/sync?status=SUCCEEDED')).data[0].id;
	const unfold = async () => {
		if (await page.getByRole('button', { name: 'Expand all' }).count() > 0)
			await page.getByRole('button', { name: 'Expand all' }).click();
	};
	const session = await context.newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
	for (const path of ['/review?activate=true', '/runs', `/runs/${done}`, `/runs/${id}`]) {
		await open(path);
		await unfold();
		await axe_none(page, path);
	}
	for (const name of ['Deny', 'Request changes']) {
		await bar().getByRole('button', { name, exact: true }).click();
		/* Without a reason it is refused at its field; a denial needs none. */
		if (name === 'Request changes')
			await page.getByRole('dialog').getByRole('button', { name }).click();
		await axe_none(page, `the dialog ${name}`);
		await page.keyboard.press('Escape');
	}
	await page.setViewportSize({ width: 320, height: 700 });
	for (const path of ['/review', '/runs', `/runs/${id}`]) {
		await open(path);
		await unfold();
		const wide = await page.evaluate(() => [...document.querySelectorAll('#workbench *')].filter((one) => (one.getBoundingClientRect().right > 320 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0) && !one.closest('.wb-scroll')).slice(0, 3).map((one) => one.outerHTML.slice(0, 120)));
		assert.deepEqual([await page.evaluate(() => document.documentElement.scrollWidth), wide], [320, []], path);
	}
	assert.deepEqual(complaints, []);
});
