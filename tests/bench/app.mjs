/*
 * The workbench in Chromium with 100,000 keywords in 500 campaigns: each row of the speed table with
 * the bar that it must hold and the one that it aims at, and the sizes of the files.
 *
 *     ./dev bench app [KEYWORDS]     100,000 unless said; less measures, and holds no bar of 100,000
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { BIN, startSandbox, startServer, temporaryFolder } from '../clients/lib/server.mjs';

const DIST = fileURLToPath(new URL('../../app/web/dist/', import.meta.url));
const KEYWORDS = Number(process.argv[2] ?? 100000);
const IN_GROUP = 200;
/* Keywords of an ad group that find and replace changes: 10,000 in total. */
const REPLACED = 20;
/* 100 campaigns, ad groups and ads each, and the keywords that make 20,000 operations of them. */
const PLAN = { groups: 100, words: 197 };
/* Rounds of sort, filter, scroll and pages that stand for an hour of use. */
const ROUNDS = 60;
const FRAMES = 240;
const KB = 1024;

let held = 0;
let missed = 0;

function row(what, value, must, aim, unit) {
	/* As it is printed: two frames of a screen with 60 in a second are 33 ms. */
	const isHeld = (value >= 10 ? Math.round(value) : value) <= must;
	held += isHeld ? 1 : 0;
	missed += isHeld ? 0 : 1;
	const text = (number) => `${number >= 10 ? Math.round(number) : number.toFixed(1)} ${unit}`;
	console.log(`${what.padEnd(52)} ${text(value).padStart(10)}   must ${text(must).padStart(9)}   aim ${text(aim).padStart(9)}   ${isHeld ? (value <= aim ? 'at its aim' : 'held') : 'MISSED'}`);
}

/* --- the data --- */

function csv_of(groups, words) {
	const lines = ['Campaign,Campaign Type,Budget,Location,Ad Group,Keyword,Criterion Type,Ad type,Headline 1,Headline 2,Headline 3,Description 1,Description 2,Final URL'];
	for (let g = 0; g < groups; g++) {
		lines.push(`Bakery ${g},Search,4.00,Germany,,,,,,,,,,`);
		lines.push(`Bakery ${g},,,,Bread,,,,,,,,,`);
		lines.push(`Bakery ${g},,,,Bread,,,Responsive search ad,Fresh bread,Baked daily,Order online,From our own oven.,Open from six.,https://bakery.example/bread`);
		for (let n = 0; n < words; n++)
			lines.push(`Bakery ${g},,,,Bread,${n < REPLACED ? 'flour' : 'bread'} ${n},Phrase,,,,,,,`);
	}
	return `${lines.join('\n')}\n`;
}

function import_into(server, account, groups, words) {
	const path = join(temporaryFolder(), 'editor.csv');
	writeFileSync(path, csv_of(groups, words));
	const run = spawnSync(BIN, ['import', path, '--email', account.email, '--platform', 'google', '--json'], { env: server.environment, encoding: 'utf8', maxBuffer: 1 << 28 });
	const report = JSON.parse(run.stdout);
	if (run.status !== 0 || report.keywords.created !== groups * words)
		throw new Error(`the import made ${report.keywords?.created} keywords: ${run.stderr}`);
}

/* --- the measurements; each in milliseconds --- */

async function timed(run) {
	const begun = performance.now();
	await run();
	return performance.now() - begun;
}

/* The time from an act in the page until the page holds a condition and has painted. */
const acted = (page, act, holds) => page.evaluate(async ([actText, holdsText]) => {
	const [run, done] = [new Function(`return (${actText})()`), new Function(`return (${holdsText})()`)];
	const frame = () => new Promise((next) => requestAnimationFrame(next));
	const begun = performance.now();
	run();
	while (!done())
		await frame();
	await frame();
	return performance.now() - begun;
}, [act.toString(), holds.toString()]);

async function home(browser, server, account) {
	const context = await browser.browser().newContext({ viewport: { width: 1440, height: 900 } });
	const page = await context.newPage();
	/* The console's policy refuses new Function; what is measured is the same. */
	await (await context.newCDPSession(page)).send('Page.setBypassCSP', { enabled: true });
	await page.goto(`${server.url}/app`);
	const took = await timed(async () => {
		await signIn(page, account);
		await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
	});
	return { page, context, took };
}

async function open_keywords(page, server, keywords) {
	return timed(async () => {
		await page.goto(`${server.url}/app/campaigns?resource=keywords&figures=NONE`, { waitUntil: 'commit' });
		await page.locator(`[role=grid][aria-rowcount="${keywords + 1}"] [role=row]`).nth(1).waitFor({ timeout: 120000 });
	});
}

/* The 95th part of a hundred of the times between frames while the grid scrolls. */
const scrolled = (page) => page.evaluate(async (frames) => {
	const grid = document.querySelector('[role=grid]');
	const frame = () => new Promise((next) => requestAnimationFrame(next));
	const times = [];
	let before = await frame();
	for (let i = 0; i < frames; i++) {
		grid.scrollTop += i % 60 === 59 ? 100000 : 400;
		const now = await frame();
		times.push(now - before);
		before = now;
	}
	return times.sort((a, b) => a - b)[Math.floor(frames * 0.95)];
}, FRAMES);

const sorted = (page) => acted(page, () => [...document.querySelectorAll('[role=columnheader]')].find((one) => one.textContent === 'Keyword').click(), () => document.querySelector('[role=columnheader][aria-sort=ascending], [role=columnheader][aria-sort=descending]'));

async function filtered(page, text) {
	await page.evaluate((value) => {
		window.wanted = value;
		window.said = document.querySelector('.wb-sum').textContent;
	}, text);
	return acted(page, () => {
		const input = document.querySelector('input[type=search]');
		input.value = window.wanted;
		input.dispatchEvent(new Event('input', { bubbles: true }));
	}, () => document.querySelector('.wb-sum').textContent !== window.said);
}

/* From an event of a person to the paint of a text, by the page's own clock. */
async function acknowledged(page, event, text, act) {
	await page.evaluate(([type, said]) => {
		window.acknowledged = new Promise((done) => {
			let begun = 0;
			addEventListener(type, () => { begun = performance.now(); }, { capture: true, once: true });
			new MutationObserver((_, watch) => {
				if (![...document.querySelectorAll('[role=status], [role=alert]')].some((one) => one.textContent.includes(said)))
					return;
				watch.disconnect();
				requestAnimationFrame(() => done(performance.now() - begun));
			}).observe(document.body, { subtree: true, childList: true, characterData: true });
		});
	}, [event, text]);
	await act();
	return page.evaluate(() => window.acknowledged);
}

async function edited(page) {
	const header = page.getByRole('columnheader', { name: 'Bid', exact: true });
	const column = await header.getAttribute('aria-colindex');
	await page.locator(`[role=grid] [role=gridcell][aria-colindex="${column}"]`).first().click();
	await page.keyboard.press('Enter');
	await page.keyboard.type('0.75');
	return acknowledged(page, 'keydown', 'Saved as a draft: bid', () => page.keyboard.press('Enter'));
}

async function replaced(page, wanted) {
	await page.getByRole('searchbox').fill('flour');
	await page.getByText(new RegExp(`^${wanted.toLocaleString('en')} of`)).waitFor();
	await page.getByRole('button', { name: 'Find and replace' }).click();
	await page.getByLabel('Find', { exact: true }).fill('flour');
	await page.getByLabel('Replace with').fill('oat');
	await page.getByRole('button', { name: 'Check' }).click();
	const apply = page.getByRole('button', { name: `Apply to ${wanted.toLocaleString('en')}` });
	await apply.waitFor({ timeout: 120000 });
	return acknowledged(page, 'click', `Saved as drafts: ${wanted.toLocaleString('en')} changed.`, () => apply.click());
}

async function reviewed(browser, server, account) {
	const { page, context } = await home(browser, server, account);
	const took = await timed(async () => {
		await page.goto(`${server.url}/app/review`, { waitUntil: 'commit' });
		await page.locator('.rv-tree').waitFor({ timeout: 120000 });
		await page.getByLabel(/^I push 20,000 operations that I did not open$/).check();
		await page.getByRole('button', { name: 'Push', exact: true }).and(page.locator(':enabled')).waitFor({ timeout: 120000 });
	});
	await context.close();
	return took;
}

/* The heap of the tab in MB, collected. */
async function used(page, context, server) {
	for (let i = 0; i < ROUNDS; i++) {
		await sorted(page);
		await filtered(page, i % 2 ? '' : `bread ${20 + i}`);
		await page.evaluate(() => {
			document.querySelector('[role=grid]')?.scrollBy(0, 5000);
		});
	}
	await page.getByRole('searchbox').fill('');
	await page.locator(`a[href^="/app/history"]`).first().click();
	await page.goBack();
	await page.locator('[role=grid] [role=row]').nth(1).waitFor();
	const session = await context.newCDPSession(page);
	await session.send('HeapProfiler.collectGarbage');
	const { usedSize } = await session.send('Runtime.getHeapUsage');
	return usedSize / KB / KB;
}

function sizes(first) {
	const gzip = (name) => gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length / KB;
	const files = readdirSync(DIST).filter((name) => /\.(js|css)$/.test(name));
	row('script and style for first paint, gzip', first.reduce((sum, name) => sum + gzip(name), 0), 80, 60, 'KB');
	row('script and style in all, gzip', files.reduce((sum, name) => sum + gzip(name), 0), 150, 120, 'KB');
}

const sandbox = await startSandbox();
const server = await startServer({ sandbox, env: { ADCORE_PLANS: 'scale:10000000:10000000000:api' } });
const browser = await launchBrowser();
try {
	const [owner, other] = [server.addAccount(), server.addAccount()];
	const groups = Math.max(1, Math.round(KEYWORDS / IN_GROUP));
	import_into(server, owner, groups, IN_GROUP);
	import_into(server, other, PLAN.groups, PLAN.words);
	console.log(`${(groups * IN_GROUP).toLocaleString('en')} keywords in ${groups} campaigns`);
	const { page, context, took } = await home(browser, server, owner);
	row('sign-in to Home usable, cold', took, 1200, 600, 'ms');
	const first = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/app/files/')).map((path) => path.split('/').pop()));
	row(`open Campaigns with ${(groups * IN_GROUP).toLocaleString('en')} keywords`, await open_keywords(page, server, groups * IN_GROUP), 1500, 800, 'ms');
	row('scroll, 95th percentile of a frame', await scrolled(page), 33, 17, 'ms');
	row('sort all rows', await sorted(page), 120, 50, 'ms');
	row('filter all rows', await filtered(page, 'bread 42'), 120, 50, 'ms');
	await filtered(page, '');
	row('cell edit acknowledged', await edited(page), 80, 40, 'ms');
	row(`find and replace over ${(groups * REPLACED).toLocaleString('en')} rows, applied and shown`, await replaced(page, groups * REPLACED), 2000, 1000, 'ms');
	row('review of a plan of 20,000 operations usable', await reviewed(browser, server, other), 2000, 1000, 'ms');
	await filtered(page, '');
	row(`memory of the tab after ${ROUNDS} rounds of use`, await used(page, context, server), 250, 150, 'MB');
	sizes(first);
} finally {
	await browser.close();
	await server.stop();
	await sandbox.stop();
}
console.log(`app: ${held} passed, ${missed} failed`);
process.exitCode = missed > 0 ? 1 : 0;
