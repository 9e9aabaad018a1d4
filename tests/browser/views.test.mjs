/*
 * The views of MCP Apps in a sandboxed frame, as a host shows them. The official AppBridge is
 * the host's side, and the running server makes the results.
 */
import { strict as assert } from 'node:assert';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import axe from 'axe-core';
import { bakery } from '../clients/lib/bakery.mjs';
import { launchBrowser } from '../clients/lib/chromium.mjs';
import { META, modern, send } from '../clients/lib/mcp_raw.mjs';
import { until } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';

const HOSTILE = '<img src=x onerror="parent.hit=1"><script>parent.hit=1</script>';
const VIEWS = { ...META, 'io.modelcontextprotocol/clientCapabilities': {
	extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } } };
const WIDTHS = [360, 1000];

let server;
let token;
let context;
let host;
const plans = {};
const reports = {};

async function ask(method, params) {
	const answer = await send(server, token, modern(method, params, { meta: VIEWS }));
	assert.ok(answer.rpc?.result ?? JSON.parse(answer.text).result, answer.text);
	return JSON.parse(answer.text).result;
}

const call = (name, args) => ask('tools/call', { name, arguments: args });

/* The policy that a host derives from a view's metadata in resources/read. */
function policyOf({ csp }) {
	const from = (domains) => ['data:', ...domains].join(' ');
	return [`default-src 'none'`, `script-src 'unsafe-inline'`, `style-src 'unsafe-inline'`, `img-src ${from(csp.resourceDomains)}`,
		`connect-src ${csp.connectDomains.join(' ') || "'none'"}`, `frame-src ${csp.frameDomains.join(' ') || "'none'"}`].join('; ');
}

/* A page with one sandboxed frame, which forwards messages to the test and back. */
const HOST = `<!doctype html><html lang="en"><title>Host</title><body style="margin:0">
<iframe title="view" sandbox="allow-scripts" style="border:0;width:100%;height:800px"></iframe><script>
	const frame = document.querySelector('iframe');
	addEventListener('message', (event) => event.source === frame.contentWindow && fromView(event.data));
	window.toView = (message) => frame.contentWindow.postMessage(message, '*');
	frame.src = location.pathname.replace('/host', '/view');
</script></body></html>`;

before(async () => {
	server = await startServer({ sandbox: 'auto' });
	const account = server.addAccount();
	token = server.mintToken(account);
	server.cli(['seed-demo', '--email', account.email]);
	reports.campaigns = await call('get_performance', { level: 'CAMPAIGN' });
	reports.days = await call('get_performance', { level: 'ACCOUNT', groupBy: ['date'], limit: 50 });
	/* A day without a conversion has no cost of one. */
	delete reports.days.structuredContent.rows[0].costPerConversion;
	reports.nothing = await call('get_performance', { level: 'CAMPAIGN', from: '2020-01-01', to: '2020-01-02' });
	plans.whole = await call('preview_sync', { all: true });
	const made = await call('create_campaign', bakery(`Rosa ${HOSTILE}`));
	assert.ok(!made.isError, made.content[0].text);
	const { campaign } = made.structuredContent;
	plans.id = campaign.id;
	plans.hostile = await call('preview_sync', { campaignIds: [campaign.id] });
	const run = await call('push_sync', { campaignIds: [campaign.id], planHash: plans.hostile.structuredContent.plan.planHash });
	assert.ok(!run.isError, run.content[0].text);
	const done = await call('get_sync', { id: run.structuredContent.run.id, wait: 30 });
	assert.equal(done.structuredContent.run.status, 'SUCCEEDED', done.content[0].text);
	await call('update_objects', { updates: [{ id: campaign.id, changes: { budget: 95, status: 'ENABLED' } }] });
	plans.change = await call('preview_sync', { campaignIds: [campaign.id] });
	await call('delete_objects', { ids: [campaign.id] });
	plans.removal = await call('preview_sync', { campaignIds: [campaign.id] });
	context = await launchBrowser();
	const files = {};
	for (const name of ['preview', 'report']) {
		const { contents: [one] } = await ask('resources/read', { uri: `ui://adcore/${name}` });
		files[`/view/${name}`] = one;
	}
	host = http.createServer((req, res) => {
		const view = files[req.url];
		if (view)
			res.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policyOf(view._meta.ui) });
		else
			res.writeHead(200, { 'Content-Type': 'text/html' });
		res.end(view?.text ?? HOST);
	});
	await new Promise((done) => { host.listen(0, '127.0.0.1', done); });
});

after(async () => {
	await context?.close();
	host?.close();
	await server?.stop();
});

/* AppBridge's messages, through the page. */
class Relay {
	constructor(page) {
		this.page = page;
	}
	async start() {}
	async close() {}
	async send(message) {
		await this.page.evaluate((one) => window.toView(one), message);
	}
}

/* Shows a view with a result and calls run(frame, { page, bridge, sizes }). */
async function show(name, result, run, hostContext = { theme: 'light', locale: 'en-US' }) {
	const page = await context.newPage();
	const troubles = [];
	page.on('console', (one) => troubles.push(one.text()));
	page.on('pageerror', (one) => troubles.push(String(one)));
	page.on('request', (one) => new URL(one.url()).pathname.match(/^\/(host|view)\//) ?? troubles.push(one.url()));
	const bridge = new AppBridge(null, { name: 'Test host', version: '1' }, {}, { hostContext });
	const relay = new Relay(page);
	const sizes = [];
	const asked = [];
	try {
		await page.exposeFunction('fromView', (message) => {
			asked.push(message.method);
			relay.onmessage(message);
		});
		bridge.onsizechange = (size) => sizes.push(size);
		const initialized = new Promise((done) => { bridge.oninitialized = done; });
		await bridge.connect(relay);
		await page.goto(`http://127.0.0.1:${host.address().port}/host/${name}`);
		await initialized;
		await bridge.sendToolInput({ arguments: {} });
		await bridge.sendToolResult(result);
		const frame = page.frames().at(-1);
		await frame.locator('#view > *').first().waitFor();
		await run(frame, { page, bridge, sizes });
		assert.deepEqual(troubles, [], 'no request, no error, nothing refused by a policy');
		assert.deepEqual([...new Set(asked)].filter(Boolean).sort(),
			['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed'], 'a view asks its host for nothing');
	} finally {
		await page.close();
	}
}

async function examine(frame, page, bridge, name) {
	await frame.evaluate(axe.source);
	await frame.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
	for (const theme of ['light', 'dark'])
		for (const width of WIDTHS) {
			await bridge.sendHostContextChange({ theme });
			await page.setViewportSize({ width, height: 900 });
			await frame.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
			const { violations } = await frame.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
			assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`), [], `${name} ${theme} ${width}`);
			/* The width reaches a view with the next frame that is drawn. */
			const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
			await frame.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, null, { timeout: 30000 }).catch(() => {});
			const over = await frame.evaluate(wide);
			assert.ok(over <= 0, `${name} at ${width}: ${over} px run off the side`);
			if (process.env.ADCORE_SCREENSHOTS)
				await page.screenshot({ path: `${process.env.ADCORE_SCREENSHOTS}/${name}-${theme}-${width}.png` });
		}
}

describe('the plan', () => {
	test('a new campaign: its operations under its name, the spend, and hostile text as text', async () => {
		await show('preview', plans.hostile, async (frame, { page, sizes }) => {
			assert.equal(await frame.locator('h2', { hasText: `Rosa ${HOSTILE}` }).count(), 1);
			assert.equal(await frame.locator('.plan tbody tr').count(), 25);
			assert.equal(await frame.locator('.plan').count(), 1, 'one campaign, one group');
			assert.equal(await frame.locator('img, #view script, iframe, button, a, form, input').count(), 0);
			assert.equal(await page.evaluate(() => window.hit), undefined);
			const spend = (await frame.locator('.spend').innerText()).replace(/\u00a0/g, ' ');
			assert.match(spend, /in USD[\s\S]*A day\t0\.00\t20\.00\t\+20\.00/);
			assert.match(spend, /A month \(30\.4 days\)\t0\.00\t608\.00\t\+608\.00/);
			assert.match(await frame.locator('#status').innerText(), /^25 operations: 25 new\. Nothing was sent\.$/);
			await until('the size is told', async () => sizes.at(-1)?.height > 500);
		});
	});

	test('a change: from and to, what is held back', async () => {
		await show('preview', plans.change, async (frame) => {
			const row = (await frame.locator('.plan tbody tr').first().innerText()).replace(/\s+/g, ' ');
			assert.match(row, /^Change Rosa .* Campaign Budget: from USD 20\.00 to \u2192 USD 95\.00 \+USD 75\.00$/);
			assert.equal((await frame.locator('.plan del').innerText()).replace(/\u00a0/g, ' '), 'USD 20.00');
			const [held, known] = await frame.locator('.note.warn').allInnerTexts();
			assert.match(held, /Held back[\s\S]*Campaign Rosa/);
			assert.match(known, /To know[\s\S]*Campaign Rosa[\s\S]*would show no ads/);
			const refused = await frame.locator('.note.bad').innerText();
			assert.match(refused, /A push would be refused/);
			assert.match(refused, /Rosa/);
		});
	});

	test('a value is shown as it is, however it looks, and false is a value', async () => {
		const odd = structuredClone(plans.change);
		const changes = [{ field: 'name', from: '2026-01-01T win real money', to: 'FREE_MONEY' }, { field: 'platformOptions', from: null, to: { euPolitical: false } }, { field: 'path1', from: '', to: null }];
		odd.structuredContent.plan.operations[0].changes = changes;
		if (odd._meta?.['adcore/view']?.operations)
			odd._meta['adcore/view'].operations[0].changes = changes;
		await show('preview', odd, async (frame) => {
			const row = (await frame.locator('.plan tbody tr').first().innerText()).replace(/\s+/g, ' ');
			assert.match(row, /Name: from 2026-01-01T win real money to \u2192 FREE_MONEY/);
			assert.match(row, /Platform options: from nothing to \u2192 Eu political: no/);
			assert.match(row, /Path1: from an empty text to \u2192 nothing/);
		});
	});

	test('a removal', async () => {
		await show('preview', plans.removal, async (frame) => {
			assert.match(await frame.locator('.plan tbody tr').last().innerText(), /Remove[\s\S]*Rosa/);
			assert.equal(await frame.locator('h2', { hasText: 'Rosa' }).count() > 0, true);
		});
	});

	test('a plan that was cut for the model is whole for the person, in groups by campaign', async () => {
		const { plan } = plans.whole.structuredContent;
		assert.ok(plan.truncated && plan.operationsNotShown > 0);
		await show('preview', plans.whole, async (frame) => {
			assert.equal(await frame.locator('.plan tbody tr').count(), plan.operations.length + plan.operationsNotShown);
			assert.ok(await frame.locator('.plan').count() > 3);
			assert.equal(await frame.locator('h2', { hasText: 'Not of one campaign' }).count(), 0);
		});
	});

	test('without what only views get it still shows the plan', async () => {
		const { _meta, ...bare } = plans.change;
		await show('preview', bare, async (frame) => {
			assert.equal(await frame.locator('.plan tbody tr').count(), 1);
			assert.match(await frame.locator('.plan').innerText(), new RegExp(plans.id));
		});
	});

	test('an error, a cancellation and nonsense are said', async () => {
		const refused = await call('preview_sync', {});
		assert.equal(refused.isError, true);
		await show('preview', refused, async (frame, { bridge }) => {
			assert.match(await frame.locator('.note.bad').innerText(), /VALIDATION_ERROR/);
			await bridge.sendToolResult({ content: [{ type: 'text', text: 'plain' }], structuredContent: { plan: { operations: [{ changes: 5, op: {} }], totals: { currency: 'no' } } } });
			await frame.locator('.spend').waitFor();
			await bridge.sendToolResult({ content: [{ type: 'text', text: 'plain <b>text</b>' }], structuredContent: { plan: { operations: 7 } } });
			await frame.locator('.note.bad', { hasText: 'plain <b>text</b>' }).waitFor();
			assert.deepEqual(await bridge.teardownResource({}), {});
		});
	});

	test('axe finds nothing, in both themes and at both widths', async () => {
		await show('preview', plans.hostile, (frame, { page, bridge }) => examine(frame, page, bridge, 'plan'));
		await show('preview', plans.change, (frame, { page, bridge }) => examine(frame, page, bridge, 'change'));
	});
});

describe('the report', () => {
	test('campaigns: a bar and a row each, totals, and another figure by keyboard', async () => {
		const { rows } = reports.campaigns.structuredContent;
		await show('report', reports.campaigns, async (frame) => {
			assert.equal(await frame.locator('tbody tr').count(), rows.length);
			assert.equal(await frame.locator('.chart .block').count(), rows.length);
			assert.match(await frame.locator('.chart').getAttribute('aria-label'), /^Cost of \d+ rows; the highest is .* with USD/);
			assert.match(await frame.locator('tfoot').innerText(), /All rows/);
			await frame.getByLabel('Figure', { exact: true }).focus();
			await frame.getByLabel('Figure', { exact: true }).press('ArrowDown');
			assert.match(await frame.locator('.chart').getAttribute('aria-label'), /^Impressions of/);
		});
	});

	test('days: a line through all of them', async () => {
		const { rows } = reports.days.structuredContent;
		await show('report', reports.days, async (frame) => {
			assert.equal(await frame.locator('.chart .dot').count(), rows.length);
			assert.match(await frame.locator('.chart').getAttribute('aria-label'), new RegExp(`from ${rows[0].date} to ${rows.at(-1).date}`));
		});
	});

	test('nothing, figures that were not collected, and hostile names', async () => {
		await show('report', reports.nothing, async (frame, { bridge, page }) => {
			assert.match(await frame.locator('#view').innerText(), /There are no figures/);
			await bridge.sendToolResult({ content: [], structuredContent: { rows: [{ name: HOSTILE, campaignId: HOSTILE, cost: 2 }, { name: 'b', clicks: 3 }], total: 9, currency: 'EUR' } });
			await frame.locator('tbody tr').first().waitFor();
			assert.ok((await frame.locator('tbody').innerText()).includes(HOSTILE));
			assert.match(await frame.locator('tbody tr').last().innerText(), /not collected/);
			assert.match(await frame.locator('#view').innerText(), /7 rows are not shown/);
			assert.equal(await frame.locator('img').count(), 0);
			assert.equal(await page.evaluate(() => window.hit), undefined);
		});
	});

	test('axe finds nothing, in both themes and at both widths', async () => {
		await show('report', reports.campaigns, (frame, { page, bridge }) => examine(frame, page, bridge, 'campaigns'));
		await show('report', reports.days, (frame, { page, bridge }) => examine(frame, page, bridge, 'days'));
	});
});

test('a message of another window, of another form or of an inherited name changes nothing', async () => {
	const params = { isError: true, content: [{ type: 'text', text: 'forged' }] };
	const result = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params };
	await show('report', reports.campaigns, async (frame, { page }) => {
		const shown = await frame.locator('#view').innerText();
		/* The window of the view is not its parent; the event is awaited. */
		await frame.evaluate((message) => new Promise((done) => {
			addEventListener('message', done, { once: true });
			window.postMessage(message, '*');
		}), result);
		for (const message of [{ ...result, jsonrpc: undefined }, 'ui/notifications/tool-result', null, { jsonrpc: '2.0', method: '__proto__', params },
			{ jsonrpc: '2.0', method: 'constructor', params }, JSON.parse('{"jsonrpc":"2.0","method":"toString","params":{"__proto__":{"isError":true}}}')])
			await page.evaluate((one) => window.toView(one), message);
		assert.equal(await frame.locator('#view').innerText(), shown);
		await page.evaluate((one) => window.toView(one), result);
		await frame.locator('.note.bad', { hasText: 'forged' }).waitFor();
	});
});

test('the host decides on theme, colors, locale and insets, and nothing else', async () => {
	await show('report', reports.campaigns, async (frame, { bridge }) => {
		const read = () => frame.evaluate(() => ({
			theme: document.documentElement.dataset.theme,
			back: getComputedStyle(document.body).backgroundColor,
			image: getComputedStyle(document.body).backgroundImage,
			top: document.body.style.paddingTop,
			total: document.querySelector('tfoot td').innerText.replace(/\u00a0/g, ' '),
		}));
		const first = await read();
		assert.match(first.total, /^USD [\d,]+\.\d\d$/);
		await bridge.sendHostContextChange({ theme: 'dark', locale: 'de-DE', safeAreaInsets: { top: 11, right: 0, bottom: 0, left: 0 },
			styles: { variables: { '--color-background-primary': 'rgb(1, 2, 3)', '--color-text-primary': 'url(https://elsewhere.example/x)' } } });
		await frame.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
		const second = await read();
		assert.deepEqual([second.theme, second.back, second.image, second.top], ['dark', 'rgb(1, 2, 3)', 'none', '11px']);
		assert.match(second.total, /^[\d.]+,\d\d USD$/);
	});
});
