/* The API reference at /docs: one page without script that loads nothing else. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../clients/lib/chromium.mjs';
import { startServer } from '../clients/lib/server.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server;
let browser;

before(async () => {
	server = await startServer();
	browser = await launchBrowser();
});

after(async () => {
	await browser?.close();
	await server?.stop();
});

/* The page in a separate window, with its requests and its console messages. */
async function read(options, run) {
	const context = await browser.browser().newContext(options);
	try {
		const page = await context.newPage();
		const seen = { requests: [], console: [] };
		page.on('request', (one) => seen.requests.push(one.url()));
		page.on('console', (one) => seen.console.push(one.text()));
		page.on('pageerror', (one) => seen.console.push(String(one)));
		await page.goto(`${server.url}/docs`);
		await run(page, seen);
	} finally {
		await context.close();
	}
}

/* Serious findings only; color contrast is one of them. */
async function findings(page) {
	await page.evaluate(AXE);
	const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
	return violations.filter((each) => ['serious', 'critical'].includes(each.impact))
		.map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

test('it asks for nothing but itself, and the console is silent', async () => {
	await read({}, async (page, seen) => {
		await page.locator('summary').first().click();
		await page.locator('nav a', { hasText: 'Draft a campaign' }).click();
		assert.deepEqual([...new Set(seen.requests.map((url) => url.split('#')[0]))], [`${server.url}/docs`]);
		assert.deepEqual(seen.console, []);
		assert.equal(await page.locator('script, link, img, iframe, [style], [onclick]').count(), 0);
	});
});

test('its policy lets nothing in', async () => {
	const answer = await fetch(`${server.url}/docs`);
	assert.equal(answer.status, 200);
	const policy = answer.headers.get('content-security-policy');
	assert.match(policy, /default-src 'none'; style-src 'sha256-/);
	assert.doesNotMatch(policy, /unsafe|\*|https?:/);
	assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
	const tag = answer.headers.get('etag');
	const again = await fetch(`${server.url}/docs`, { headers: { 'If-None-Match': tag } });
	assert.equal(again.status, 304);
	assert.equal((await fetch(`${server.url}/docs`, { method: 'POST' })).status, 405);
});

test('every operation, field and error code of the description is in it', async () => {
	const doc = await (await fetch(`${server.api}/openapi.json`)).json();
	await read({ javaScriptEnabled: false }, async (page) => {
		const ids = new Set(await page.locator('[id]').evaluateAll((list) => list.map((each) => each.id)));
		const text = await page.locator('main').textContent();
		for (const [path, item] of Object.entries(doc.paths))
			for (const [method, operation] of Object.entries(item)) {
				assert.ok(ids.has(operation.operationId), operation.operationId);
				assert.ok(text.includes(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`), `${method} ${path}`);
			}
		for (const [name, schema] of Object.entries(doc.components.schemas))
			for (const field of Object.keys(schema.properties ?? {}))
				assert.ok(text.includes(field), `${name}.${field}`);
		for (const response of Object.values(doc.components.responses))
			for (const code of Object.keys(response.content?.['application/json']?.examples ?? {}))
				assert.ok(text.includes(code), code);
		const targets = await page.locator('a[href^="#"]').evaluateAll((list) => list.map((each) => each.getAttribute('href').slice(1)));
		assert.deepEqual(targets.filter((each) => !ids.has(each)), []);
		assert.equal(ids.size, (await page.locator('[id]').count()), 'ids are there once');
	});
});

for (const [name, options] of [
	['light', { colorScheme: 'light' }],
	['dark', { colorScheme: 'dark' }],
	['on a phone', { viewport: { width: 390, height: 800 } }],
])
	test(`axe has no serious finding: ${name}`, { timeout: 120000 }, async () => {
		await read(options, async (page) => {
			assert.deepEqual(await findings(page), []);
			const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
			assert.ok(wide <= window, `${wide} > ${window}`);
		});
	});
