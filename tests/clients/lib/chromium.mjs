/*
 * A person with a real browser: signs in, reads the consent page, ticks, and clicks. The pages
 * need no script, and each has exactly one POST form.
 */
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { temporaryFolder } from './server.mjs';

const PATHS = [process.env.ADCORE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
	'--disable-component-update', '--disable-sync'];

/* Milliseconds: a page is slow on a machine that also runs other tests. */
const PATIENCE = 90000;

export async function launchBrowser({ javaScriptEnabled = true } = {}) {
	const executablePath = PATHS.find((path) => path && existsSync(path));
	if (!executablePath)
		throw new Error('no Chromium found: install it, or set ADCORE_CHROMIUM');
	const context = await chromium.launchPersistentContext(temporaryFolder('adcore-chromium-'), {
		executablePath,
		headless: true,
		args: ARGS,
		javaScriptEnabled,
		timeout: 60000,
	});
	context.setDefaultTimeout(PATIENCE);
	const browser = context.browser();
	const create = browser.newContext.bind(browser);
	browser.newContext = async (options) => {
		const made = await create(options);
		made.setDefaultTimeout(PATIENCE);
		return made;
	};
	return context;
}

async function onlyForm(page) {
	const forms = page.locator('form[method="post" i]');
	assert.equal(await forms.count(), 1, `exactly one POST form at ${new URL(page.url()).pathname}`);
	return forms.first();
}

/* Fills /signin and sends it. */
export async function signIn(page, { email, password }) {
	assert.equal(new URL(page.url()).pathname, '/signin');
	const form = await onlyForm(page);
	await form.locator('[name=email]').fill(email);
	await form.locator('[name=password]').fill(password);
	await Promise.all([
		page.waitForURL((url) => url.pathname !== '/signin', { timeout: 90000 }),
		form.locator('button, input[type=submit]').first().click(),
	]);
}

/* The content of the consent page before any input. */
export async function readConsent(page) {
	const form = await onlyForm(page);
	const boxes = form.locator('input[type=checkbox][name=scope]');
	const scopes = {};
	for (let i = 0; i < await boxes.count(); i++)
		scopes[await boxes.nth(i).getAttribute('value')] = await boxes.nth(i).isChecked();
	return {
		form,
		scopes,
		text: await page.locator('body').innerText(),
		environment: await chosen(form, 'environment'),
		space: await chosen(form, 'space'),
		decisions: await form.locator('button[name=decision]').evaluateAll((list) => list.map((button) => button.value)),
	};
}

/* The value that a select, a radio group or a hidden field would send. */
async function chosen(form, name) {
	return form.evaluate((element, field) => new FormData(element).get(field), name);
}

/*
 * Opens an authorize URL and completes the flow. scopes: { name: wanted } overrides the page's
 * ticks. Returns the content of the page and the query of the client's callback.
 */
export async function authorizeInBrowser(context, authorizeUrl, { account, listener, scopes = {}, decision = 'allow' }) {
	const page = await context.newPage();
	try {
		await page.goto(String(authorizeUrl));
		if (new URL(page.url()).pathname === '/signin')
			await signIn(page, account);
		const consent = await readConsent(page);
		for (const [scope, wanted] of Object.entries(scopes)) {
			const box = consent.form.locator(`input[type=checkbox][name=scope][value="${scope}"]`);
			if (wanted || await box.count() > 0)
				await box.setChecked(wanted);
		}
		const arrived = listener.next();
		await consent.form.locator(`button[name=decision][value=${decision}]`).click();
		const patience = new Promise((_, failed) => {
			setTimeout(() => failed(new Error(`no callback after ${decision}; the browser is at ${page.url()}`)), PATIENCE).unref();
		});
		const params = await Promise.race([arrived, patience]);
		delete consent.form;
		return { consent, params };
	} finally {
		await page.close();
	}
}
