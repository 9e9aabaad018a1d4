/*
 * A hundred texts that a careless page would run, in names, labels, ads, businesses, comments, reasons and
 * cells: on every page, in charts, titles, previews and files they stay text.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { after, before, test as nodeTest } from 'node:test';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const RUN = 'window.hostile=1';
const TAGS = [
	`<script>${RUN}</script>`, `<img src=x onerror=${RUN}>`, `<svg onload=${RUN}>`, `<body onload=${RUN}>`, `<iframe srcdoc="<script>parent.hostile=1</script>">`,
	`<details open ontoggle=${RUN}>`, `<input autofocus onfocus=${RUN}>`, `<video><source onerror=${RUN}>`, `<a href="javascript:${RUN}">x</a>`, `<math href="javascript:${RUN}">x`,
	`<object data="javascript:${RUN}">`, `<embed src="javascript:${RUN}">`, `<form action="javascript:${RUN}"><button>x`, `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
	`<base href="https://evil.example/">`, `<link rel=stylesheet href="https://evil.example/x.css">`, `<style>@import "https://evil.example/x.css"</style>`, `<marquee onstart=${RUN}>`,
	`<template><script>${RUN}</script></template>`, `<noscript><img src=x onerror=${RUN}></noscript>`,
];
const OTHERS = [
	`{{constructor.constructor('${RUN}')()}}`, `\${${RUN}}`, `#{${RUN}}`, `<%= ${RUN} %>`, `javascript:${RUN}`, `data:text/html,<script>${RUN}</script>`, `&lt;script&gt;${RUN}&lt;/script&gt;`,
	`&#60;script&#62;${RUN}`, `%3Cscript%3E${RUN}`, `\\u003cscript\\u003e${RUN}`, `</title><script>${RUN}</script>`, `--><script>${RUN}</script>`, `]]><script>${RUN}</script>`,
	`=HYPERLINK("https://evil.example","x")`, `+1+1`, `-1+1`, `@SUM(A1)`, `__proto__`, `constructor`, `hasOwnProperty`,
];
/* Out of an attribute, out of a script's text, and out of an element's text, beside the plain forms. */
const HOSTILE = [...TAGS, ...OTHERS, ...TAGS.map((one) => `">${one}`), ...TAGS.map((one) => `'-alert(1)-'${one}`), ...TAGS.map((one) => `</textarea></select>${one}`)];
const SHORT = ['<b onclick=hostile=1>x</b>', '"><script>hostile=1</script>', '<svg onload=hostile=1>', '&lt;b&gt;x', '{{1+1}}'].filter((one) => one.length <= 30);

let sandbox;
let server;
let browser;
let page;
let token;
let isBuilt = true;
const complaints = [];

function test(name, run) {
	nodeTest(name, async (t) => (isBuilt ? run(t) : t.skip('the server was built without the workbench')));
}

async function rest(method, path, body) {
	const answer = await server.rest(token, method, path, body);
	assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
	return answer.json.data;
}

/* Nothing that a text brought with it: no element, no attribute that runs, no script that ran. */
async function is_text(where) {
	const found = await page.evaluate(() => [...document.querySelectorAll('*')].flatMap((one) => {
		const runs = [...one.attributes].filter(({ name, value }) => /^on|^srcdoc$/i.test(name) || (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) && /^\s*(javascript|data:text)/i.test(value))).map(({ name }) => `${one.tagName}[${name}]`);
		const isForeign = ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MARQUEE', 'MATH', 'VIDEO', 'TEMPLATE'].includes(one.tagName) || (one.tagName === 'IMG' && one.getAttribute('src') === 'x') || /evil\.example/.test(one.getAttribute('href') ?? '');
		return isForeign ? [...runs, one.outerHTML.slice(0, 120)] : runs;
	}));
	assert.deepEqual([found, await page.evaluate(() => window.hostile), complaints], [[], undefined, []], where);
}

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
	const account = server.addAccount({ extra: ['--name', HOSTILE[1]] });
	server.cli(['seed-demo', '--email', account.email]);
	token = server.mintToken(account);
	assert.equal(new Set(HOSTILE).size, 100);
	/* Objects with figures and findings have such names too; the rest is new. */
	const demo = await rest('GET', '/campaigns?limit=200');
	for (const [i, { id }] of demo.entries())
		await rest('PATCH', `/campaigns/${id}`, { name: HOSTILE[i], labels: [SHORT[i % SHORT.length]] });
	const operations = HOSTILE.slice(demo.length).map((name) => ({ method: 'POST', body: { name, type: 'SEARCH', budget: 1, labels: [SHORT[0]] } }));
	await rest('POST', '/campaigns/batch', { operations });
	const campaign = (await rest('GET', '/campaigns?limit=200')).find(({ name }) => name === HOSTILE.at(-1));
	const group = await rest('POST', '/ad-groups', { campaignId: campaign.id, name: HOSTILE[2] });
	await rest('POST', '/ads', { adGroupId: group.id, type: 'RESPONSIVE_SEARCH', headlines: SHORT.slice(0, 3), descriptions: [`${SHORT[1]} ${SHORT[2]}`, HOSTILE[22].slice(0, 90)], finalUrl: 'https://example.com/?q=%3Cscript%3E' });
	await rest('POST', '/businesses', { name: HOSTILE[0], description: HOSTILE[4], website: 'https://example.com' });
	const { planHash } = await rest('POST', '/sync/preview', { campaignIds: demo.map(({ id }) => id) });
	const run = await rest('POST', '/sync', { planHash, campaignIds: demo.map(({ id }) => id) });
	await rest('GET', `/sync/${run.id}?wait=60`);
	await rest('POST', `/sync/${run.id}/comments`, { text: HOSTILE.join(' ').slice(0, 1000) });
	browser = await launchBrowser();
	const context = await browser.browser().newContext({ viewport: { width: 1440, height: 900 } });
	page = await context.newPage();
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (one) => /Content Security Policy|Refused to|TrustedHTML/i.test(one.text()) && complaints.push(one.text()));
	page.on('dialog', (dialog) => { complaints.push(dialog.message()); void dialog.dismiss(); });
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	await page.goto(`${server.url}/app/campaigns`);
	isBuilt = await page.locator('script[src^="/app/files/main."]').count() > 0;
});

after(async () => {
	await browser?.close();
	await server?.stop();
	await sandbox?.stop();
});

/* Each page, and a text of somebody that stands on it when it is complete; null where there is none. */
const PAGES = [
	['', null], ['/campaigns', '<script>'], ['/campaigns?resource=ad-groups', HOSTILE[2]], ['/campaigns?resource=ads', SHORT[0]], ['/review', '<script>'], ['/runs', null], ['/reports', '<'],
	['/disapprovals', '<'], ['/drift', null], ['/assets', null], ['/businesses', HOSTILE[0]], ['/history', HOSTILE[1]], ['/spaces', null], ['/connections', null], ['/account', null],
	['/plain/review', '<script>'], ['/plain/runs', null],
];

test('on every page', async () => {
	for (const [path, text] of PAGES) {
		await page.goto(`${server.url}/app${path}`);
		await page.getByRole('heading', { level: 1 }).waitFor();
		if (text)
			await page.getByText(text).first().waitFor({ state: 'attached' });
		await is_text(path);
	}
});

test('each name in the grid is the name', async () => {
	await page.goto(`${server.url}/app/campaigns?sort=name`);
	const grid = page.getByRole('grid', { name: 'Campaigns', exact: true });
	await grid.getByRole('row').nth(1).waitFor();
	const names = await grid.evaluate(async (box) => {
		const found = new Set();
		for (let top = 0; top <= box.scrollHeight; top += 300) {
			box.scrollTop = top;
			await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
			for (const cell of box.querySelectorAll('[role=row] > [role=gridcell][aria-colindex="2"]'))
				found.add(cell.textContent);
		}
		return [...found];
	});
	assert.deepEqual(HOSTILE.filter((name) => !names.includes(name)), []);
	for (const name of [HOSTILE[0], HOSTILE[20], HOSTILE[45], HOSTILE[99]]) {
		await page.getByRole('searchbox').fill(name);
		await grid.getByText(name).first().waitFor();
	}
	await is_text('search');
});

test('in a panel with the preview of an ad, in the title, and in the plan', async () => {
	await page.goto(`${server.url}/app/campaigns?resource=ads`);
	const grid = page.getByRole('grid', { name: 'Ads', exact: true });
	await grid.getByText(SHORT[0]).first().click();
	await page.getByRole('complementary').getByText(SHORT[0]).first().waitFor();
	await is_text('panel');
	await page.goto(`${server.url}/app/review`);
	await page.getByRole('button', { name: 'Expand all' }).click();
	await page.getByText(HOSTILE.at(-1)).first().waitFor({ state: 'attached' });
	await is_text('plan');
});

test('in the run with its comment, and on its page without script', async () => {
	const [run] = await rest('GET', '/sync?limit=1');
	for (const path of [`/app/runs/${run.id}`, `/app/plain/runs/${run.id}`]) {
		await page.goto(server.url + path);
		await page.getByText('<script>window.hostile=1</script>').first().waitFor();
		await is_text(path);
	}
});

test('in the palette, and in a file that a spreadsheet opens', async () => {
	await page.goto(`${server.url}/app/campaigns`);
	await page.getByRole('grid', { name: 'Campaigns', exact: true }).getByRole('row').nth(1).waitFor();
	await page.keyboard.press('Control+k');
	await page.keyboard.type('<script>');
	await page.getByRole('dialog').getByText('<script>window.hostile=1</script>').first().waitFor();
	await is_text('palette');
	await page.keyboard.press('Escape');
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export' }).click();
	const text = readFileSync(await (await download).path(), 'utf8');
	assert.ok(text.includes('<svg onload=window.hostile=1>'));
	for (const cell of text.split(/[\n,;\t]/).map((one) => one.replace(/^"/, '')))
		assert.doesNotMatch(cell, /^[=+@]|^-\D/);
});
