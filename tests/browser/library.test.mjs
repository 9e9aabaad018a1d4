/*
 * Assets and Businesses: add, edit, attach, remove, by mouse and by keyboard, with refusals at the
 * field concerned, conflicts that show both values, and what a viewer sees. Phone layouts.
 */
import { strict as assert } from 'node:assert';
import { after, before, test as nodeTest } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { axe_none } from '../clients/lib/axe.mjs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { Sandbox } from '../clients/lib/google.mjs';
import { request } from '../clients/lib/net.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const HOSTILE = '"><img src=x onerror="window.hostile=1">';

let sandbox;
let server;
let browser;
let context;
let page;
let token;
let space;
let isBuilt = true;
const complaints = [];

/* Skips the test if the server was built without the workbench. */
function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

/* A grey picture of this size. */
function png(width, height) {
	const chunk = (type, data) => {
		const body = Buffer.concat([Buffer.from(type), data]);
		const out = Buffer.alloc(body.length + 8);
		out.writeUInt32BE(data.length);
		body.copy(out, 4);
		out.writeUInt32BE(crc32(body), body.length + 4);
		return out;
	};
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width);
	head.writeUInt32BE(height, 4);
	head[8] = 8;
	/* Each line begins with its filter, which is none. */
	const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, 128)]);
	return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))), chunk('IEND', Buffer.alloc(0))]);
}

async function rest(method, path, body) {
	const answer = await request(server.api + path, { method, headers: { Authorization: `Bearer ${token}`, 'X-Space-Id': space, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer.json.data;
}

const dialog = () => page.getByRole('dialog');
const card = (name) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const picture = (name, width, height) => ({ name, mimeType: 'image/png', buffer: png(width, height) });
const notice = (text) => page.locator('.wb-notices').getByText(text).waitFor();

async function open(path, on = page) {
	await on.goto(`${server.url}/app${path}${path.includes('?') ? '&' : '?'}space=${space}&environment=test`);
	await on.locator('#workbench h1').waitFor();
	await on.locator('#workbench .wb-busy').waitFor({ state: 'detached' });
}

/* The text that describes the field of this label, which is marked as wrong. */
async function fault_of(label) {
	const field = dialog().getByLabel(label, { exact: true });
	await dialog().locator('[aria-invalid=true]').first().waitFor();
	assert.equal(await field.getAttribute('aria-invalid'), 'true', label);
	return field.evaluate((element) => element.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' '));
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	const account = server.addAccount();
	token = server.mintToken(account);
	space = server.cli(['space', 'add', '--email', account.email, '--name', 'Bakery']).id;
	server.cli(['space', 'set', space, '--require-approval-test', 'NEVER']);
	await rest('POST', '/campaigns', { name: 'Rye', type: 'SEARCH', budget: 5, locations: [{ code: 'DE' }] });
	browser = await launchBrowser();
	context = await browser.browser().newContext({ viewport: { width: 1280, height: 844 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error.stack)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	await page.goto(`${server.url}/app/assets`);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
	const session = await context.newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

test('files are chosen by a button; a large file, another type and a broken picture are refused with what to do; undo', async () => {
	await open('/assets');
	await page.getByRole('button', { name: 'Upload', exact: true }).click();
	await dialog().getByLabel('Files').setInputFiles([
		picture('Loaf.png', 1200, 900), { name: 'Large.png', mimeType: 'image/png', buffer: Buffer.alloc(9437185, 1) },
		{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('rye') }, { name: 'broken.png', mimeType: 'image/png', buffer: png(80, 80).subarray(0, 60) },
	]);
	assert.match(await fault_of('Name of Large.png'), /^Large\.png has 9 MiB\. The limit is 9 MiB\. Reduce the file/);
	assert.match(await fault_of('Name of notes.txt'), /^notes\.txt is not a picture or video\. Choose a PNG/);
	await dialog().getByRole('button', { name: 'Upload 2 files' }).click();
	await dialog().getByText(/^broken\.png .*Export the file again\.$/).waitFor();
	assert.match(await fault_of('Name of broken.png'), /broken\.png/);
	assert.equal(await dialog().getByLabel('Name of Loaf.png').count(), 0);
	assert.deepEqual((await rest('GET', '/assets')).map(({ name, type, width }) => [name, type, width]), [['Loaf', 'IMAGE', 1200]]);
	await axe_none(page, 'the upload');
	for (const name of ['Large.png', 'notes.txt', 'broken.png'])
		await dialog().getByRole('button', { name: `Leave out ${name}` }).click();
	await page.keyboard.press('Escape');
	await card('Loaf').waitFor();
	await page.getByRole('button', { name: 'Undo' }).click();
	await card('Loaf').waitFor({ state: 'detached' });
	assert.deepEqual(await rest('GET', '/assets'), []);
});

test('a file that is dropped on the page is uploaded; an empty name is refused at the field', async () => {
	await open('/assets');
	const dropped = await page.evaluateHandle(({ bytes }) => {
		const data = new DataTransfer();
		data.items.add(new File([new Uint8Array(bytes)], 'Crust.png', { type: 'image/png' }));
		return data;
	}, { bytes: [...png(1200, 900)] });
	for (const type of ['dragover', 'drop'])
		await page.locator('.wb-drop').dispatchEvent(type, { dataTransfer: dropped });
	const name = dialog().getByLabel('Name of Crust.png');
	await name.fill(' ');
	await dialog().getByRole('button', { name: 'Upload 1 file' }).click();
	assert.match(await fault_of('Name of Crust.png'), /name must have at least 1/);
	await name.fill('Crust');
	await page.keyboard.press('Enter');
	await card('Crust').getByText('Picture 1200 × 900').waitFor();
	await page.waitForFunction(() => document.querySelector('.wb-thumb img')?.naturalWidth === 1200);
});

test('by keyboard: a sitelink is refused at its fields, created, edited, and the edit undone', async () => {
	await open('/assets');
	await page.getByRole('button', { name: 'New asset' }).focus();
	await page.keyboard.press('Enter');
	await dialog().getByLabel('Type').waitFor();
	assert.equal(await dialog().getByLabel('Type').evaluate((element) => element === document.activeElement), true);
	await page.keyboard.press('Tab');
	await page.keyboard.type('Opening hours');
	await page.keyboard.press('Tab');
	await page.keyboard.type('When the bakery opens each day');
	await dialog().getByText('30/25').waitFor();
	await page.keyboard.press('Enter');
	assert.match(await fault_of('Text'), /25/);
	assert.match(await fault_of('Final URL'), /finalUrl is required/);
	await axe_none(page, 'the new asset');
	await dialog().getByLabel('Text', { exact: true }).fill('Opening hours');
	await dialog().getByLabel('Final URL').fill('https://bakery.example/hours');
	await page.keyboard.press('Enter');
	await card('Opening hours').waitFor();
	await card('Opening hours').getByRole('button', { name: 'Open Opening hours' }).focus();
	await page.keyboard.press('Enter');
	await dialog().getByLabel('Text', { exact: true }).fill('Hours');
	await page.keyboard.press('Enter');
	await notice('Saved as a draft: Opening hours');
	assert.equal((await rest('GET', '/assets?type=SITELINK'))[0].text, 'Hours');
	await page.locator('h1').focus();
	await page.keyboard.press('Control+z');
	await notice(/Undone/);
	assert.equal((await rest('GET', '/assets?type=SITELINK'))[0].text, 'Opening hours');
});

test('a picture shows how it must be cropped; the platform refuses it at the role, and takes a fitting one; detach', async () => {
	await open('/assets');
	await card('Crust').getByRole('button', { name: 'Open Crust' }).click();
	const sizes = dialog().getByRole('region', { name: 'Sizes that the platforms accept' });
	assert.match(await sizes.getByRole('row', { name: /Google Ads Picture 1\.91:1/ }).innerText(), /crop to 1,200 × 628/);
	assert.match(await sizes.getByRole('row', { name: /Meta Ads Picture/ }).innerText(), /fits/);
	await dialog().getByRole('button', { name: 'Attach', exact: true }).click();
	assert.match(await fault_of('Object'), /Choose an object/);
	await dialog().getByLabel('Object', { exact: true }).selectOption({ label: 'Rye (Google Ads)' });
	await dialog().getByRole('button', { name: 'Attach', exact: true }).click();
	await dialog().getByText(/google requires for IMAGE/).waitFor();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Upload', exact: true }).click();
	await dialog().getByLabel('Files').setInputFiles([picture('Wide.png', 1200, 628)]);
	await dialog().getByRole('button', { name: 'Upload 1 file' }).click();
	await card('Wide').getByRole('button', { name: 'Open Wide' }).click();
	await dialog().getByLabel('Find by name').fill('ry');
	await dialog().getByLabel('Object', { exact: true }).selectOption({ label: 'Rye (Google Ads)' });
	await dialog().getByRole('button', { name: 'Attach', exact: true }).click();
	await dialog().getByRole('link', { name: 'Rye' }).waitFor();
	await axe_none(page, 'the asset');
	await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
	await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
	await dialog().getByText('The asset is used in ads. Detach it').waitFor();
	await dialog().getByRole('link', { name: 'Rye' }).waitFor();
	await dialog().getByRole('button', { name: 'Cancel' }).click();
	await dialog().getByRole('button', { name: 'Detach Rye' }).click();
	await dialog().getByText('The asset is not attached to any object.').waitFor();
	assert.deepEqual((await rest('GET', '/assets?type=IMAGE')).map(({ name, attachments }) => [name, attachments.length]), [['Wide', 0], ['Crust', 0]]);
});

test('an asset that was pushed is removed as a draft; undo and the button take the removal back', async () => {
	const link = (await rest('GET', '/assets?type=SITELINK'))[0];
	const campaign = (await rest('GET', '/campaigns'))[0];
	await rest('POST', `/assets/${link.id}/attach`, { resource: 'campaign', id: campaign.id });
	const { planHash } = await rest('POST', '/sync/preview', {});
	const { id } = await rest('POST', '/sync', { planHash });
	assert.equal((await rest('GET', `/sync/${id}?wait=60`)).status, 'SUCCEEDED');
	await rest('DELETE', `/assets/${link.id}/attach?resource=campaign&id=${campaign.id}`);
	await open('/assets');
	const remove = async () => {
		await card('Opening hours').getByRole('button', { name: 'Open Opening hours' }).click();
		await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
		await dialog().getByText('The next push removes it').waitFor();
		await axe_none(page, 'removing an asset');
		await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
		await card('Opening hours').getByText('To be removed').waitFor();
	};
	await remove();
	await page.getByRole('button', { name: 'Undo' }).click();
	await card('Opening hours').getByText('To be removed').waitFor({ state: 'detached' });
	await remove();
	await card('Opening hours').getByRole('button', { name: 'Open Opening hours' }).click();
	await dialog().getByRole('button', { name: 'Cancel the removal' }).click();
	await dialog().getByLabel('Name', { exact: true }).waitFor();
	assert.notEqual((await rest('GET', `/assets/${link.id}`)).syncState, 'PENDING_REMOVAL');
});

test('a business is created, with faults at its fields, edited in all fields, and undone; its name is text', async () => {
	await open('/businesses');
	await page.getByRole('button', { name: 'New business' }).click();
	await page.keyboard.type(HOSTILE);
	await dialog().getByLabel('Website').fill('bakery');
	await dialog().getByLabel('Phone').fill('none');
	await dialog().getByLabel('Brand colours').fill('#F2A900, red');
	await page.keyboard.press('Enter');
	assert.match(await fault_of('Website'), /website/);
	assert.match(await fault_of('Phone'), /must be a phone number/);
	assert.match(await fault_of('Brand colours'), /must be a colour/);
	await axe_none(page, 'the new business');
	await dialog().getByLabel('Website').fill('https://bakery.example');
	await dialog().getByLabel('Phone').fill('+49 30 901820');
	await dialog().getByLabel('Brand colours').fill('#F2A900');
	await dialog().getByLabel('Languages').fill('de, en');
	await dialog().getByLabel('Places served').fill('DE, -CH');
	await dialog().getByLabel('Logo').selectOption({ label: 'Crust' });
	await page.getByRole('button', { name: 'Create business' }).click();
	await card(HOSTILE).waitFor();
	const [made] = await rest('GET', '/businesses');
	assert.deepEqual([made.name, made.languages, made.locations, made.brandColors], [HOSTILE, ['de', 'en'], [{ code: 'DE', excluded: false }, { code: 'CH', excluded: true }], ['#F2A900']]);
	await card(HOSTILE).getByRole('button', { name: /^Edit/ }).focus();
	await page.keyboard.press('Enter');
	await dialog().getByLabel('Category').fill('Bakery');
	await dialog().getByLabel('Phone').fill('');
	await page.keyboard.press('Enter');
	await card(HOSTILE).getByText('Bakery', { exact: true }).waitFor();
	assert.equal((await rest('GET', '/businesses'))[0].phone, null);
	await page.getByRole('button', { name: 'Undo' }).click();
	await card(HOSTILE).getByText('+49 30 901820').waitFor();
	assert.equal((await rest('GET', '/businesses'))[0].category, null);
	assert.equal(await page.evaluate(() => window.hostile), undefined);
});

test('a stale version: another field merges by itself, the same field shows both values and asks', async () => {
	const [{ id }] = await rest('GET', '/businesses');
	await rest('PATCH', `/businesses/${id}`, { name: 'Rye and Sons' });
	await open('/businesses');
	const edit = async () => {
		await card('Rye and Sons').getByRole('button', { name: /^Edit/ }).click();
		await dialog().getByLabel('Category').waitFor();
	};
	await edit();
	await rest('PATCH', `/businesses/${id}`, { address: 'Mill Lane 1' });
	await dialog().getByLabel('Category').fill('Bakery');
	await page.keyboard.press('Enter');
	await dialog().waitFor({ state: 'detached' });
	assert.deepEqual(await rest('GET', `/businesses/${id}`).then(({ category, address }) => [category, address]), ['Bakery', 'Mill Lane 1']);
	for (const [choice, stored] of [['Keep theirs', 'Café'], ['Use mine', 'Mill']]) {
		await rest('PATCH', `/businesses/${id}`, { category: 'Bakery' });
		await open('/businesses');
		await edit();
		await rest('PATCH', `/businesses/${id}`, { category: 'Café' });
		await dialog().getByLabel('Category').fill('Mill');
		await page.keyboard.press('Enter');
		const row = dialog().getByRole('row', { name: 'Category Café Mill' });
		await row.waitFor();
		if (choice === 'Keep theirs')
			await axe_none(page, 'the conflict');
		await dialog().getByRole('button', { name: choice }).click();
		if (choice === 'Keep theirs') {
			await row.waitFor({ state: 'detached' });
			assert.equal(await dialog().getByLabel('Category').inputValue(), 'Café');
			await page.keyboard.press('Escape');
		}
		await dialog().waitFor({ state: 'detached' });
		assert.equal((await rest('GET', `/businesses/${id}`)).category, stored);
	}
});

test('a business that a campaign names is not removed, and the campaign is linked; then it goes', async () => {
	const [{ id }] = await rest('GET', '/businesses');
	const [campaign] = await rest('GET', '/campaigns');
	await rest('PATCH', `/campaigns/${campaign.id}`, { businessId: id });
	await open('/businesses');
	await card('Rye and Sons').getByRole('button', { name: /^Remove/ }).click();
	await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
	await dialog().getByRole('link', { name: 'Rye' }).waitFor();
	await rest('PATCH', `/campaigns/${campaign.id}`, { businessId: null });
	await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
	await page.getByRole('heading', { name: 'No business yet' }).waitFor();
	assert.deepEqual(await rest('GET', '/businesses'), []);
});

test('a viewer looks at assets and businesses, with a sentence in place of the buttons', async () => {
	await rest('POST', '/businesses', { name: 'Rye', website: 'https://bakery.example' });
	const viewer = server.addAccount();
	server.cli(['space', 'member', 'add', space, '--email', viewer.email, '--role', 'VIEWER']);
	const other = await browser.browser().newContext({ viewport: { width: 1280, height: 844 } });
	const looking = await other.newPage();
	await looking.goto(`${server.url}/app`);
	await signIn(looking, viewer);
	await open('/businesses', looking);
	await looking.getByText('add and change businesses. You can read them.').waitFor();
	assert.equal(await looking.locator('#workbench').getByRole('button', { name: /^(Edit|Remove|New)/ }).count(), 0);
	await open('/assets', looking);
	await looking.getByText('add and change assets. You can read them.').waitFor();
	assert.equal(await looking.locator('#workbench').getByRole('button', { name: /^(Upload|New)/ }).count(), 0);
	await looking.getByRole('button', { name: 'Open Crust' }).click();
	await looking.getByRole('dialog').getByText('Where it is used').waitFor();
	assert.equal(await looking.getByRole('dialog').getByRole('button', { name: /^(Save|Attach|Detach|Remove)/ }).count(), 0);
	await other.close();
});

test('axe finds nothing on these pages; on a phone each run and each drifted field is a card with its names and actions', async () => {
	const [campaign] = await rest('GET', '/campaigns');
	const customer = (await rest('GET', '/connections')).find(({ platform }) => platform === 'google').accountId;
	await new Sandbox(sandbox).control('POST', 'edit', { customerId: customer, resourceName: `customers/${customer}/campaigns/${campaign.remote.id}`, set: { name: 'Rye (autumn)' } });
	await rest('PATCH', `/campaigns/${campaign.id}`, { name: 'Rye 2027' });
	const pull = await rest('POST', '/sync', { mode: 'PULL', platforms: ['google'] });
	await rest('GET', `/sync/${pull.id}?wait=60`);
	for (const path of ['/assets', '/businesses', '/runs', '/campaigns', '/drift']) {
		await open(path);
		await axe_none(page, path);
	}
	await page.setViewportSize({ width: 390, height: 844 });
	await open('/runs');
	const row = page.getByRole('link', { name: /^Push/ }).locator('xpath=ancestor::tr');
	await row.waitFor();
	assert.ok(await page.locator('.wb-scroll').evaluate((box) => box.scrollWidth <= box.clientWidth));
	assert.equal(await row.locator('td').first().evaluate((cell) => getComputedStyle(cell, '::before').content), '"Status"');
	await open('/drift');
	const field = page.getByRole('link', { name: 'Rye 2027' }).locator('xpath=ancestor::tr');
	assert.deepEqual(await field.locator('td[data-label]').evaluateAll((list) => list.map((cell) => [cell.dataset.label, cell.innerText.trim()])), [['Field', 'Name'], ['Last synced', 'Rye'], ['Staged', 'Rye 2027'], ['Live', 'Rye (autumn)']]);
	assert.equal(await page.getByText('Decision', { exact: true }).filter({ visible: true }).count(), 0);
	for (const button of await field.getByRole('button').all()) {
		const { x, width } = await button.boundingBox();
		assert.ok(x >= 0 && x + width <= 390, `an action ends at ${x + width}`);
	}
	await field.getByRole('button', { name: /^Keep staged/ }).click();
	await page.getByRole('heading', { name: 'No drift' }).waitFor();
	assert.equal((await rest('GET', `/campaigns/${campaign.id}`)).name, 'Rye 2027');
	await page.setViewportSize({ width: 1280, height: 844 });
	assert.deepEqual(complaints, []);
});

/* The controls stand in one line, and none covers another. */
async function oneLine(selector) {
	const boxes = await page.locator(selector).evaluateAll((list) => list.map((one) => one.getBoundingClientRect()).map(({ top, bottom, left, right }) => ({ middle: (top + bottom) / 2, left, right })));
	assert.ok(boxes.length > 4);
	assert.ok(boxes.every(({ middle }) => Math.abs(middle - boxes[0].middle) < 8), `${selector} ${JSON.stringify(boxes)}`);
	assert.ok(boxes.every(({ left }, i) => i === 0 || left >= boxes[i - 1].right), selector);
}

test('at 1440 px the tools of Campaigns are one line beside the open panel; an ad has its first headline as title', async () => {
	const [campaign] = await rest('GET', '/campaigns');
	const group = await rest('POST', '/ad-groups', { campaignId: campaign.id, name: 'Loaves' });
	const ad = await rest('POST', '/ads', { adGroupId: group.id, type: 'RESPONSIVE_SEARCH', finalUrl: 'https://bakery.example', headlines: ['Rye bread', 'Baked at five', 'Order today'], descriptions: ['Loaves by post.', 'Fresh each day.'] });
	await page.setViewportSize({ width: 1440, height: 900 });
	await open(`/campaigns?resource=ads&open=${ad.id}`);
	const panel = page.getByRole('complementary', { name: 'Details' });
	await panel.getByRole('heading', { name: 'Rye bread', exact: true }).waitFor();
	await open(`/campaigns?open=${campaign.id}`);
	await panel.getByRole('heading', { name: 'Rye 2027' }).waitFor();
	await oneLine('.wb-work > .wb-tools > *');
	const work = await page.locator('.wb-work').boundingBox();
	assert.ok(work.x + work.width <= (await panel.boundingBox()).x);
	await panel.getByRole('button', { name: 'Close' }).click();
	await panel.waitFor({ state: 'detached' });
	await oneLine('.wb-work > .wb-tools > *');
	await oneLine('.wb-acts > *');
});
