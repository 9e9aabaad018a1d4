/*
 * A marketer's jobs on the real server with the four platforms' simulators, each by mouse and
 * again by keyboard alone. drift.test.mjs resolves the 40 drifted fields.
 */
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { after, before, test as nodeTest } from 'node:test';
import { bakery } from '../clients/lib/bakery.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { Sandbox } from '../clients/lib/google.mjs';
import { by_keyboard, by_mouse } from '../clients/lib/hands.mjs';
import { modern, send } from '../clients/lib/mcp_raw.mjs';
import { until } from '../clients/lib/net.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const REASON = 'Half the budget, please: <b>20</b> is too much';

let sandbox;
let server;
let browser;
let page;
let token;
let isBuilt = true;
const complaints = [];

async function rest(method, path, body) {
	const answer = await server.rest(token, method, path, body);
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json;
}

/* A tool that the assistant calls. */
async function tool(name, args) {
	const { result } = JSON.parse((await send(server, token, modern('tools/call', { name, arguments: args }))).text);
	assert.ok(!result.isError, JSON.stringify(result.content));
	return result.structuredContent;
}

const read = async (path) => (await rest('GET', path)).data;
const campaigns = (query) => read(`/campaigns?limit=200&${query}`);

async function run(body) {
	const { id } = (await rest('POST', '/sync', body)).data;
	for (;;) {
		const now = await read(`/sync/${id}?wait=20`);
		assert.notEqual(now.status, 'AWAITING_APPROVAL');
		if (!now.finishedAt)
			continue;
		assert.equal(now.status, 'SUCCEEDED', JSON.stringify(now));
		return now;
	}
}

async function push(body = {}) {
	const { planHash } = (await rest('POST', '/sync/preview', body)).data;
	return run({ planHash, ...body });
}

async function open(path) {
	await page.goto(`${server.url}/app${path}`);
	await page.locator('#workbench h1').waitFor();
}

/* The heading of a campaign on Review, which opens it. */
const fold = (name) => page.getByRole('region', { name, exact: true }).getByRole('button', { name, exact: true });
const button = (name, on = page) => on.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const grid = (name) => page.getByRole('grid', { name, exact: true });
const said = (text) => page.getByText(text).first().waitFor();
const panel = () => page.getByRole('complementary', { name: 'Details' });

/* Enter in the dialog checks; the button that applies has the focus then. */
async function check_and_apply(hand) {
	await hand.press(button('Check', dialog()));
	const apply = dialog().getByRole('button', { name: /^Apply to/ });
	await apply.waitFor();
	await hand.press(apply);
	await dialog().waitFor({ state: 'detached' });
}

/* Runs each job by mouse and by keyboard. `turn` keeps the objects of the two apart. */
function job(name, run_it) {
	for (const [turn, make] of [by_mouse, by_keyboard].entries())
		nodeTest(`${name}, ${turn === 0 ? 'by mouse' : 'by keyboard alone'}`, async (t) => (isBuilt ? run_it(make(page), turn, t) : t.skip('the server was built without the workbench')));
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	const account = server.addAccount({ extra: ['--name', 'Ada Lovelace'] });
	server.cli(['seed-demo', '--email', account.email]);
	token = server.mintToken(account);
	const [space] = await read('/spaces');
	server.cli(['space', 'set', space.id, '--require-approval-test', 'CONNECTOR']);
	browser = await launchBrowser();
	const context = await browser.browser().newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	await page.goto(`${server.url}/app/campaigns`);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
	if (isBuilt)
		await push();
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

job('1: what the assistant drafted is found, and its headline shortened', async (hand, turn) => {
	const name = `Rolls ${turn}`;
	const draft = bakery(name);
	const [group] = draft.adGroups;
	await tool('create_campaign', { ...draft, adGroups: [{ ...group, ads: [{ ...group.ads[0], headlines: ['Sourdough Bread Baked All Days', ...group.ads[0].headlines.slice(1)] }] }] });
	await open('');
	await hand.press(page.getByRole('region', { name: 'Assistants since your last visit' }).getByRole('link', { name }));
	await hand.press(button('Ads'));
	await hand.row(grid('Ads'), /Sourdough Bread Baked All Days/);
	await hand.press(button('Edit ad', panel()));
	const headline = panel().getByLabel('Headline 1', { exact: true });
	await hand.fill(headline, 'Sourdough Bread Baked Every Day');
	await panel().getByText('31/30').waitFor();
	await hand.fill(headline, 'Sourdough, Baked Every Day');
	await panel().getByText('26/30').waitFor();
	await hand.press(button('Save draft', panel()));
	await said('Saved as a draft: the ad');
	const [{ id }] = await campaigns(`q=${encodeURIComponent(name)}`);
	const [ad] = await read(`/ads?campaignId=${id}`);
	assert.equal(ad.headlines[0].text ?? ad.headlines[0], 'Sourdough, Baked Every Day');
});

job('2: two of five campaigns are pushed', async (hand, turn) => {
	const names = Array.from({ length: 5 }, (_, i) => `Cake ${turn}${i}`);
	for (const name of names)
		await rest('POST', '/campaigns', { name, type: 'SEARCH', budget: 3, locations: [{ code: 'DE' }] });
	await open('/review');
	for (const name of [names[1], names[3]])
		await hand.press(page.getByRole('checkbox', { name: `Select ${name}` }));
	await said(/Selected: 2 operations/);
	for (const name of [names[1], names[3]])
		await hand.press(fold(name));
	await hand.press(button('Push selected'));
	await page.waitForURL(/\/app\/runs\/syn_/);
	await page.getByText('Succeeded', { exact: true }).waitFor();
	const states = Object.fromEntries((await campaigns(`q=${encodeURIComponent(`Cake ${turn}`)}`)).map(({ name, syncState }) => [name, syncState]));
	assert.deepEqual(names.map((name) => states[name]), ['STAGED', 'SYNCED', 'STAGED', 'SYNCED', 'STAGED']);
});

job('3: a push is denied with a reason, and the second attempt appears', async (hand, turn) => {
	const { campaign } = await tool('create_campaign', bakery(`Buns ${turn}`));
	const ask = async () => {
		const { plan } = await tool('preview_sync', { campaignIds: [campaign.id] });
		return (await tool('push_sync', { campaignIds: [campaign.id], planHash: plan.planHash })).run.id;
	};
	const first = await ask();
	await open(`/runs/${first}`);
	await hand.press(button('Deny'));
	await hand.fill(dialog().getByRole('textbox', { name: 'Reason' }), REASON);
	await hand.press(button('Deny', dialog()));
	await page.getByText(`Reason: ${REASON}`, { exact: true }).waitFor();
	const { run: denied } = await tool('get_sync', { id: first });
	assert.equal(denied.cancelReason, REASON);
	/* The list of runs is open while the assistant tries again. */
	await open('/runs?status=AWAITING_APPROVAL');
	await page.locator('.wb-empty').waitFor();
	await rest('PATCH', `/campaigns/${campaign.id}`, { budget: 10 });
	const second = await ask();
	await hand.press(page.locator(`.rv-runs a[href*="${second}"]`));
	await said('Waits for approval');
	await page.getByText('$10.00').first().waitFor();
	await rest('POST', `/sync/${second}/cancel`);
});

job('4: 300 keywords with match types are pasted from a sheet', async (hand, turn) => {
	const [parent] = await campaigns('platform=google&q=Rolls');
	const group = (await rest('POST', '/ad-groups', { campaignId: parent.id, name: `Sheet ${turn}` })).data;
	const types = ['Exact', 'Phrase', 'Broad'];
	await open(`/campaigns?resource=keywords&at=${group.id}`);
	await page.evaluate((text) => navigator.clipboard.writeText(text), Array.from({ length: 300 }, (_, i) => `oven ${turn} ${i}\t${types[i % 3]}`).join('\n'));
	await hand.press(button('New keywords'));
	await hand.press(dialog().getByLabel('Keywords, one per line'));
	await page.keyboard.press('Control+v');
	await hand.press(button('Add 300', dialog()));
	await said('Saved as drafts: 300 new keywords.');
	const { meta } = await rest('GET', `/keywords?adGroupId=${group.id}&matchType=EXACT&limit=1`);
	assert.equal(meta.total, 100);
});

/* The demo has no campaign with a ROAS above 3. */
const ROAS = 1.4;

job('5: the budgets of campaigns with a high ROAS rise by 10 %, within the guardrails', async (hand) => {
	const { data } = await rest('GET', '/reports/performance?level=CAMPAIGN&limit=200');
	const good = new Set(data.filter(({ roas }) => roas > ROAS).map(({ campaignId }) => campaignId));
	const was = new Map((await campaigns('')).map(({ id, budget }) => [id, budget]));
	assert.ok(good.size > 1 && good.size < was.size, `${good.size} of ${was.size}`);
	const highest = Math.max(...[...good].map((id) => was.get(id)));
	server.cli(['space', 'set', (await read('/spaces'))[0].id, '--max-campaign-daily-budget', String(highest)]);
	await open('/campaigns');
	await hand.press(button('Filter'));
	await hand.press(button('Add a filter'));
	await hand.pick(page.getByLabel('Field', { exact: true }), 'ROAS');
	await hand.fill(page.getByLabel('Value', { exact: true }), String(ROAS));
	await page.keyboard.press('Escape');
	await said(`${good.size} of ${was.size}`);
	await hand.all(grid('Campaigns'));
	await hand.press(button('Bulk edit'));
	await hand.fill(dialog().getByLabel('Percent'), '10');
	await check_and_apply(hand);
	await said(/^Saved as drafts: \d+ changed, \d+ refused\.$/);
	const now = new Map((await campaigns('')).map(({ id, budget }) => [id, budget]));
	for (const [id, budget] of was) {
		const raised = Math.round(budget * 110) / 100;
		assert.equal(now.get(id), good.has(id) && raised <= highest ? raised : budget, id);
	}
	server.cli(['space', 'set', (await read('/spaces'))[0].id, '--max-campaign-daily-budget', '100']);
});

job('6: a domain is replaced in all ads', async (hand, turn) => {
	const hosts = async () => (await read('/ads?limit=200')).filter(({ finalUrl }) => finalUrl).map(({ finalUrl }) => new URL(finalUrl).host);
	const [host] = (await hosts()).filter((one) => one !== 'bakery-rosa.example');
	const count = (await hosts()).filter((one) => one === host).length;
	await open('/campaigns?resource=ads');
	await grid('Ads').getByRole('row').nth(1).waitFor();
	await hand.press(button('Find and replace'));
	await hand.fill(dialog().getByLabel('Find', { exact: true }), host);
	await hand.fill(dialog().getByLabel('Replace with'), `shop${turn}.example`);
	await check_and_apply(hand);
	await said(`Saved as drafts: ${count} changed.`);
	const now = await hosts();
	assert.ok(!now.includes(host));
	assert.equal(now.filter((one) => one === `shop${turn}.example`).length, count);
});

job('7: everything of one platform is paused', async (hand) => {
	const list = await campaigns('platform=microsoft');
	assert.ok(list.length > 0);
	for (const { id } of list)
		await rest('PATCH', `/campaigns/${id}`, { status: 'ENABLED' });
	await open('/campaigns');
	await hand.node(page.getByRole('tree'), /^Microsoft Advertising/);
	await said(`${list.length} of ${(await campaigns('')).length}`);
	await hand.press(button('Bulk edit'));
	await hand.pick(dialog().getByLabel('Change'), 'Set a value');
	await check_and_apply(hand);
	await said(`Saved as drafts: ${list.length} changed.`);
	assert.deepEqual([...new Set((await campaigns('platform=microsoft')).map(({ status }) => status))], ['PAUSED']);
});

/* A SEARCH campaign cannot be copied to Reddit, and the dialog reports that. A SOCIAL one can. */
job('8: a campaign is copied from Google to Microsoft, and from Meta to Reddit', async (hand, turn) => {
	const copied = async (from, label, to) => {
		const name = `Copy ${turn} on ${to}`;
		await open(`/campaigns?search=${encodeURIComponent(from)}`);
		await grid('Campaigns').getByRole('row').nth(1).waitFor();
		await hand.press(button('Copy to another platform'));
		if (to === 'microsoft') {
			await hand.pick(dialog().getByLabel('Copy to'), 'Reddit Ads');
			await hand.press(button('Check', dialog()));
			await dialog().getByText(/SEARCH is available on google and microsoft/).first().waitFor();
		}
		await hand.pick(dialog().getByLabel('Copy to'), label);
		await hand.fill(dialog().getByLabel('Name'), name);
		await hand.press(button('Copy', dialog()));
		/* The dialog closes by itself if everything was copied. */
		await said(`Saved as a draft: ${name}`);
		await page.locator('dialog[open] button', { hasText: 'Done' }).or(page.locator('body:not(:has(dialog[open]))')).first().waitFor();
		if (await dialog().count() > 0)
			await hand.press(button('Done', dialog()));
		const [made] = await campaigns(`platform=${to}&q=${encodeURIComponent(name)}`);
		assert.deepEqual([made?.name, made?.status], [name, 'PAUSED']);
	};
	await copied(`Rolls ${turn}`, 'Microsoft Advertising', 'microsoft');
	await copied('Wedding cakes | Meta', 'Reddit Ads', 'reddit');
});

job('11: last month by platform, against the month before, as CSV', async (hand) => {
	await open('/reports');
	await hand.pick(page.getByLabel('Period', { exact: true }), 'Last month');
	await hand.pick(page.getByLabel('Level'), 'Platform');
	const table = page.getByRole('region', { name: 'Report' });
	await table.getByRole('row', { name: /^Meta Ads/ }).waitFor();
	const [download] = await Promise.all([page.waitForEvent('download'), hand.press(button('Download CSV'))]);
	assert.match(download.suggestedFilename(), /^adcore-account-\d{4}-\d\d-01-\d{4}-\d\d-(28|29|30|31)\.csv$/);
	const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').map((line) => line.split(','));
	assert.deepEqual([head[0], head[head.indexOf('cost') + 1]], ['platform', 'costBefore']);
	assert.deepEqual(lines.map(([platform]) => platform).sort(), ['google', 'meta', 'microsoft', 'reddit']);
	for (const line of lines)
		assert.ok(Number(line[head.indexOf('cost')]) > 0 && Number(line[head.indexOf('costBefore')]) > 0, line.join());
});

job('12: a push of yesterday is undone', async (hand, turn) => {
	const [{ id, name, budget }] = await campaigns('platform=google&q=Cake');
	const body = { campaignIds: [id] };
	await push(body);
	await rest('PATCH', `/campaigns/${id}`, { budget: Math.round(budget * (110 + turn)) / 100 });
	const { id: pushed } = await push(body);
	await open('/runs');
	await hand.press(page.locator(`.rv-runs a[href*="${pushed}"]`));
	await hand.press(button('Undo this push'));
	await said('Coverage: full.');
	await hand.press(page.getByRole('link', { name: 'Review the revert' }));
	await said(/Selected: 1 operation/);
	await hand.press(fold(name));
	await hand.press(button('Push selected'));
	await page.waitForURL((url) => /\/app\/runs\/syn_/.test(url.pathname) && !url.pathname.endsWith(pushed));
	await page.getByText('Succeeded', { exact: true }).waitFor();
	const now = await read(`/campaigns/${id}`);
	assert.deepEqual([now.budget, now.syncState], [budget, 'SYNCED']);
});

job('9: three disapproved ads are fixed, and only these are pushed', async (hand, turn) => {
	/* The assistant's drafts are pushed without an approval. */
	server.cli(['space', 'set', (await read('/spaces'))[0].id, '--require-approval-test', 'NEVER']);
	const draft = bakery(`Refused ${turn}`);
	const { campaign } = await tool('create_campaign', {
		...draft, adGroups: draft.adGroups.map((group) => ({ ...group, ads: group.ads.map((ad) => ({ ...ad, finalUrl: 'https://bakery.invalid/' })) })),
	});
	await push({ campaignIds: [campaign.id] });
	const box = new Sandbox(sandbox);
	for (let pulls = 0; pulls < 2; pulls++) {
		await box.control('POST', 'clock', { advanceSeconds: 900 });
		await run({ mode: 'PULL', platforms: ['google'] });
	}
	const staged = (await campaigns('syncState=STAGED')).length;
	assert.ok(staged > 0, 'other drafts wait too');
	await open('/disapprovals');
	await hand.pick(page.getByLabel('Platform', { exact: true }), 'Google Ads');
	const fix = page.getByRole('button', { name: new RegExp(`^Fix this ad Ad in Refused ${turn}`) });
	for (let left = 3; left > 0; left--) {
		/* The list is drawn anew when the platform is chosen, and after each edit. */
		await until(`${left} ads to fix`, async () => (await fix.count()) === left);
		await hand.press(fix.first());
		await hand.fill(page.getByLabel('Final URL'), `https://bakery-rosa.example/${left}`);
		await hand.press(button('Save draft'));
		await said(`${left === 3 ? '1 ad with a finding was' : `${4 - left} ads with findings were`} edited and not pushed since.`);
	}
	await hand.press(page.getByRole('link', { name: 'Review and push only these' }));
	await said(/Selected: 3 operations/);
	await hand.press(fold(campaign.name));
	await hand.press(button('Push selected'));
	await page.waitForURL(/\/app\/runs\/syn_/);
	await page.getByText('Succeeded', { exact: true }).waitFor();
	const ads = await read(`/ads?campaignId=${campaign.id}`);
	assert.deepEqual([ads.length, [...new Set(ads.map(({ syncState }) => syncState))]], [3, ['SYNCED']]);
	assert.equal((await campaigns('syncState=STAGED')).length, staged);
});

nodeTest('no script of a value ran, and no policy was broken', () => assert.deepEqual(complaints, []));
