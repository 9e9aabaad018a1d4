/*
 * Every page of the application, of sign-in and of consent. axe-core finds no fault in light and
 * dark schemes, from phone to desktop width; no page needs script or a mouse, and none violates
 * its own Content-Security-Policy.
 */
import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { authorizeInBrowser, launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { callbackListener, request } from '../clients/lib/net.mjs';
import { startSandbox } from '../clients/lib/server.mjs';
import { Drifts } from '../oauth/drifts.mjs';
import { Office } from '../oauth/office.mjs';
import { startWorld } from '../oauth/world.mjs';

const WIDTHS = [360, 768, 1280];
const SECRET = /adcore_(test|live)_[a-z0-9]{16}_[A-Za-z0-9_-]{43}/;

let sandbox;
let world;
let listener;
let browser;

before(async () => {
	sandbox = await startSandbox();
	world = await startWorld({ sandbox });
	listener = await callbackListener();
	browser = await launchBrowser();
});

after(async () => {
	world?.assertQuietLog();
	await browser?.close();
	await listener?.close();
	await world?.stop();
	await sandbox?.stop();
});

const authorizeUrl = (changes) => world.authorizeUrl({ redirect_uri: listener.url, scope: 'campaigns:read campaigns:write sync:write', ...changes });

/* A separate window, with its console messages. `account` is signed in, if given. */
async function visit(run, { account, path = '/app', ...options } = {}) {
	const context = await browser.browser().newContext(options);
	const page = await context.newPage();
	const refused = [];
	page.on('console', (one) => /Content Security Policy|Refused to/i.test(one.text()) && refused.push(one.text()));
	page.on('request', (one) => new URL(one.url()).origin !== world.url && !one.url().startsWith('data:') && !one.url().startsWith(listener.url) && refused.push(one.url()));
	try {
		if (account) {
			await page.goto(world.url + path);
			await signIn(page, account);
		}
		await run(page, context);
		assert.deepEqual(refused, [], 'nothing is refused by a policy, nothing comes from elsewhere');
	} finally {
		await context.close();
	}
}

const person = () => world.server.addAccount({ extra: ['--name', 'Ada Lovelace'] });

/* --- by mouse, without script --- */

test('without script: to the page one came for, a token is made, works, and is revoked', async () => {
	await visit(async (page) => {
		assert.equal(new URL(page.url()).pathname, '/app/tools/api');
		await page.getByLabel('Name', { exact: true }).fill('nightly report');
		await page.getByLabel('Draft ads').check();
		await page.getByRole('button', { name: 'Create the token' }).click();
		const [secret] = (await page.locator('main').innerText()).match(SECRET);
		world.secrets.push(secret);
		const status = async () => (await request(`${world.server.api}/me`, { headers: { Authorization: `Bearer ${secret}` } })).status;
		assert.equal(await status(), 200);
		await page.getByRole('link', { name: 'I have copied it' }).click();
		const row = page.getByRole('row', { name: /nightly report/ });
		assert.match(await row.innerText(), /8 of 14 scopes/);
		assert.ok(!(await page.content()).includes(secret));
		await row.getByText('Revoke', { exact: true }).click();
		assert.equal(await status(), 200, 'a first click only asks');
		await row.getByRole('button', { name: 'Yes, revoke it' }).click();
		assert.match(await page.getByRole('status').innerText(), /Revoked/);
		assert.equal(await status(), 401);
	}, { account: person(), path: '/app/tools/api', javaScriptEnabled: false });
});

test('without script: an app that was allowed is listed and disconnected; one that was denied is not there', async () => {
	const account = person();
	await visit(async (page, context) => {
		const denied = await authorizeInBrowser(context, authorizeUrl(), { account, listener, decision: 'deny' });
		assert.equal(denied.params.get('error'), 'access_denied');
		await page.goto(`${world.url}/app/connected-apps`);
		assert.match(await page.locator('main').innerText(), /No app is connected/);

		assert.ok((await world.tokens()).access_token);
		await page.reload();
		assert.match(await page.locator('main').innerText(), /No app is connected/, "another person's is not here");
	}, { account, javaScriptEnabled: false });
	await visit(async (page) => {
		const { access_token: access } = await world.tokens();
		await page.goto(`${world.url}/app/connected-apps`);
		const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Table client' }) });
		assert.match(await card.innerText(), /unverified[\s\S]*Personal[\s\S]*test[\s\S]*127\.0\.0\.1:52001[\s\S]*Draft campaigns and ad groups/);
		assert.equal(await world.mcpStatus(access), 200);
		await card.getByText('Disconnect', { exact: true }).first().click();
		await card.getByRole('button', { name: 'Yes, disconnect' }).first().click();
		assert.match(await page.getByRole('status').innerText(), /Disconnected/);
		assert.equal(await world.mcpStatus(access), 401);
	}, { account: world.account, javaScriptEnabled: false });
});

test('without script: a Space is made, somebody invited who accepts, its limits set, and one signs out', async () => {
	const [boss, clerk] = [person(), person()];
	await visit(async (page) => {
		await page.getByLabel('Name', { exact: true }).fill('Bakery');
		await page.getByLabel('Currency').fill('EUR');
		await page.getByRole('button', { name: 'Create the Space' }).click();
		assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Bakery');
		await page.getByLabel('Email').fill(clerk.email);
		await page.getByLabel('Publisher').check();
		await page.getByRole('button', { name: 'Invite', exact: true }).click();
		assert.match(await page.getByRole('status').innerText(), /Invited/);
		assert.equal(await page.getByRole('row', { name: new RegExp(clerk.email) }).getByRole('combobox').count(), 0);
		await visit(async (other) => {
			await other.getByRole('link', { name: 'Accept or decline' }).click();
			assert.match(await other.locator('main').innerText(), new RegExp(`Bakery[^]*${boss.email}[^]*Publisher`));
			await other.getByRole('button', { name: 'Accept' }).click();
			assert.equal(await other.getByRole('heading', { level: 1 }).innerText(), 'Bakery');
		}, { account: clerk, javaScriptEnabled: false });
		await page.reload();
		const row = page.getByRole('row', { name: new RegExp(clerk.email) });
		assert.equal(await row.getByRole('combobox').inputValue(), 'PUBLISHER');
		await row.getByRole('combobox').selectOption('VIEWER');
		await row.getByRole('button', { name: 'Change' }).click();
		assert.equal(await page.getByRole('row', { name: new RegExp(clerk.email) }).getByRole('combobox').inputValue(), 'VIEWER');
		await page.getByLabel('Maximum daily budget of a campaign').fill('20,5');
		await page.getByRole('button', { name: 'Save' }).click();
		const field = page.getByLabel('Maximum daily budget of a campaign');
		assert.equal(await field.inputValue(), '20,5', 'what was typed is kept');
		assert.equal(await field.getAttribute('aria-invalid'), 'true');
		await field.fill('20.5');
		await page.getByRole('button', { name: 'Save' }).click();
		assert.match(await page.getByRole('status').innerText(), /Saved/);
		assert.equal(await page.getByLabel('Maximum daily budget of a campaign').inputValue(), '20.5');
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.waitForURL(`${world.url}/signin`);
		await page.goto(`${world.url}/app/spaces`);
		assert.equal(new URL(page.url()).pathname, '/signin');
	}, { account: boss, path: '/app/spaces', javaScriptEnabled: false });
});

test('without script: the link of a push that waits leads to its page, where it is approved', async () => {
	const office = new Office(world, 'ALWAYS');
	await office.campaign();
	const run = await office.push();
	await visit(async (page) => {
		assert.equal(new URL(page.url()).pathname, `/app/plain/runs/${run}`);
		assert.match(await page.getByRole('row', { name: /Rolls/ }).innerText(), /Create campaign[\s\S]*budget: 20\.5[\s\S]*\+20\.5 USD/);
		await page.getByRole('button', { name: 'Approve' }).click();
		assert.match(await page.getByRole('status').innerText(), /Approved\. Reload the page/);
		assert.equal((await office.ended(run)).status, 'SUCCEEDED');
		await page.reload();
		assert.match(await page.locator('dl').innerText(), /Approved by\s+Ada Lovelace[\s\S]*1 of 1 done/);
	}, { account: office.boss, path: `/app/plain/runs/${run}`, javaScriptEnabled: false });
});

test('without script: from the page of the Space to what was changed on both sides, and it is decided', async () => {
	const office = new Drifts(world, sandbox);
	const made = await office.budget();
	await office.pulled();
	await visit(async (page) => {
		await page.getByRole('link', { name: 'Drift' }).click();
		await page.locator('main').getByRole('link', { name: 'Drift', exact: true }).click();
		assert.match(await page.getByRole('banner').innerText(), /Test/);
		const row = page.getByRole('row', { name: /Rolls/ });
		assert.match(await row.innerText(), /Google Ads[\s\S]*budget[\s\S]*20 USD[\s\S]*25 USD[\s\S]*30 USD/);
		await row.getByRole('button', { name: 'Keep live budget of Rolls' }).click();
		assert.match(await page.getByRole('status').innerText(), /The draft now says budget 30 USD\. Nothing was sent/);
		assert.equal((await office.drafted(made)).budget, 30);
	}, { account: office.boss, path: `/app/spaces/${office.space}`, javaScriptEnabled: false });
});

test('without script: pushed, edited, pushed again, taken back and that pushed, and a pull', async () => {
	const office = new Drifts(world, sandbox);
	const made = await office.campaign({ budget: 20 });
	const at = `/app/plain/review?space=${office.space}&environment=test`;
	await visit(async (page) => {
		await page.getByRole('link', { name: 'Review' }).click();
		await page.locator('main').getByRole('link', { name: 'Review', exact: true }).click();
		await page.getByRole('link', { name: 'Live', exact: true }).click();
		assert.match(await page.title(), /Live/);
		await page.getByRole('link', { name: 'Test', exact: true }).click();
		assert.match(await page.title(), /Test/);
		const push = async () => {
			await page.getByRole('button', { name: 'Push it' }).click();
			await page.getByRole('heading', { name: 'Push', level: 1 }).waitFor();
			const run = await office.ended(new URL(page.url()).pathname.split('/').pop());
			assert.equal(run.status, 'SUCCEEDED');
			await page.reload();
		};
		await push();
		await office.rest('PATCH', `/campaigns/${made.id}`, { budget: 25 });
		await page.goto(world.url + at);
		assert.match(await page.getByRole('row', { name: /Rolls/ }).innerText(), /budget: 20 USD \S 25 USD[\s\S]*\+5 USD/);
		await push();
		await page.getByRole('link', { name: 'Undo this push' }).click();
		assert.match(await page.getByRole('row', { name: /Rolls/ }).innerText(), /budget: 25 USD \S 20 USD[\s\S]*full/);
		await page.getByRole('button', { name: 'Draft the revert' }).click();
		assert.match(await page.getByRole('status').innerText(), /The revert is drafted\. Nothing was sent/);
		await push();
		assert.equal((await office.there('Rolls')).row.campaignBudget.amountMicros, '20000000');
		await page.goto(world.url + at);
		await page.getByLabel('Platforms').selectOption('google');
		await page.getByRole('button', { name: 'Pull', exact: true }).click();
		await page.getByRole('heading', { name: 'Pull', level: 1 }).waitFor();
		await office.ended(new URL(page.url()).pathname.split('/').pop());
		await page.reload();
		assert.match(await page.locator('main').innerText(), /Result of the pull[\s\S]*Unchanged\s+1/);
	}, { account: office.boss, path: `/app/spaces/${office.space}`, javaScriptEnabled: false });
});

/* --- by keyboard --- */

const focused = (page) => page.evaluate(() => {
	const one = document.activeElement;
	return `${one.tagName} ${one.getAttribute('name') ?? ''} ${one.value ?? ''} ${one.innerText ?? ''}`.replace(/\s+/g, ' ').trim();
});

/* Presses Tab until the focused element matches. */
async function tabTo(page, pattern) {
	const seen = [];
	for (let i = 0; i < 80; i++) {
		await page.keyboard.press('Tab');
		seen.push(await focused(page));
		if (pattern.test(seen.at(-1)))
			return;
	}
	assert.fail(`${pattern} is not reached by Tab: ${seen.join(' | ')}`);
}

test('by keyboard alone: sign in, over the navigation to a token, made and revoked', async () => {
	const account = person();
	await visit(async (page) => {
		await page.goto(`${world.url}/app`);
		await tabTo(page, /^INPUT email/);
		await page.keyboard.type(account.email);
		await tabTo(page, /^INPUT password/);
		await page.keyboard.type(account.password);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Home' }).waitFor();
		await page.keyboard.press('Tab');
		assert.match(await focused(page), /Skip to the content/);
		await page.keyboard.press('Enter');
		await page.waitForURL(/#main$/);
		await page.goto(`${world.url}/app`);
		await tabTo(page, /^A .*Tools/);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'New token' }).waitFor();
		await tabTo(page, /^INPUT name/);
		await page.keyboard.type('by keyboard');
		await tabTo(page, /^INPUT scope ads:write/);
		await page.keyboard.press('Space');
		await tabTo(page, /^BUTTON .*Create the token/);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Copy your token now' }).waitFor();
		await tabTo(page, /I have copied it/);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Your tokens' }).waitFor();
		await tabTo(page, /^SUMMARY .*Revoke/);
		await page.keyboard.press('Enter');
		await tabTo(page, /^BUTTON .*Yes, revoke it/);
		await page.keyboard.press('Enter');
		await page.getByRole('status').waitFor();
	});
});

test('by keyboard alone: what was changed on both sides is decided', async () => {
	const office = new Drifts(world, sandbox);
	const made = await office.budget();
	await office.pulled();
	await visit(async (page) => {
		await tabTo(page, /^A +Test$/);
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Keep staged budget of Rolls' }).waitFor();
		await tabTo(page, /^BUTTON keep STAGED/);
		await page.keyboard.press('Tab');
		assert.match(await focused(page), /^BUTTON keep LIVE/);
		await page.keyboard.press('Shift+Tab');
		await page.keyboard.press('Enter');
		assert.match(await page.getByRole('status').innerText(), /The next push sends budget 25 USD/);
		assert.equal((await office.drafted(made)).syncState, 'MODIFIED');
	}, { account: office.boss, path: `/app/plain/drift?space=${office.space}` });
});

/* --- axe --- */

/* Checks the current page in both schemes and at all widths. */
async function examine(page, name) {
	await page.evaluate(axe.source);
	for (const colorScheme of ['light', 'dark'])
		for (const width of WIDTHS) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 800 });
			const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
			assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`), [], `${name} ${colorScheme} ${width}`);
			const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
			assert.ok(over <= 0, `${name} at ${width}: ${over} px run off the side`);
		}
}

const openAll = (page) => page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));

describe('axe-core finds nothing', () => {
	test('on the pages of signing in and allowing', async () => {
		const account = person();
		await visit(async (page) => {
			await page.goto(`${world.url}/authorize?client_id=nobody`);
			await examine(page, 'a request that is refused');
			await page.goto(authorizeUrl());
			await examine(page, '/signin');
			await page.getByLabel('Email').fill(account.email);
			await page.getByLabel('Password').fill('wrong');
			await page.getByRole('button', { name: 'Sign in', exact: true }).click();
			await page.getByRole('alert').waitFor();
			await examine(page, '/signin with a wrong password');
			await page.goto(authorizeUrl());
			await signIn(page, account);
			await examine(page, 'consent');
			await page.locator('input[name=scope]').evaluateAll((list) => list.forEach((one) => { one.checked = false; }));
			await page.getByRole('button', { name: 'Allow' }).click();
			await page.getByRole('alert').waitFor();
			await examine(page, 'consent to nothing');
			await page.goto(`${world.url}/device`);
			await examine(page, '/device');
			const { link } = world.server.cli(['account', 'invite', '--email', account.email]);
			const at = new URL(link);
			await page.goto(world.url + at.pathname + at.search);
			await examine(page, 'an invitation');
		});
	});

	test('on the application', async () => {
		const account = person();
		await visit(async (page) => {
			await examine(page, '/app');
			for (const path of ['/app/connected-apps', '/app/tools/api', '/app/spaces', '/app/nothing-here']) {
				await page.goto(world.url + path);
				await examine(page, path);
			}
			for (const link of await page.goto(`${world.url}/app`).then(() => page.locator('nav a').evaluateAll((list) => list.map((one) => one.href)))) {
				await page.goto(link);
				await openAll(page);
				await examine(page, `${new URL(link).pathname} with all open`);
			}
		}, { account });
	});

	test('on the application with something in it, and with faults', async () => {
		world.server.mintToken(world.account, { name: 'one' });
		world.server.mintToken(world.account, { name: 'two', environment: 'live' });
		const [token] = world.server.cli(['token', 'list', '--email', world.account.email]);
		world.server.cli(['token', 'revoke', token.tokenId]);
		await world.tokens();
		await world.tokens();
		await visit(async (page) => {
			for (const path of ['/app/connected-apps', '/app/tools/api']) {
				await page.goto(world.url + path);
				await openAll(page);
				await examine(page, `${path} with something in it`);
			}
			await page.locator('form').evaluateAll((list) => list.forEach((one) => { one.noValidate = true; }));
			await page.locator('input[name=scope]').evaluateAll((list) => list.forEach((one) => { one.checked = false; }));
			await page.getByRole('button', { name: 'Create the token' }).click();
			await page.getByRole('alert').waitFor();
			await examine(page, 'a token with faults');
			await page.getByLabel('Name', { exact: true }).fill('three');
			await page.getByLabel('See ads').check();
			await page.getByLabel('Valid for, in days').fill('1');
			await page.getByRole('button', { name: 'Create the token' }).click();
			await page.getByRole('heading', { name: 'Copy your token now' }).waitFor();
			await examine(page, 'a new token');
			await page.goto(`${world.url}/app/spaces`);
			await page.getByLabel('Name', { exact: true }).fill('Bakery');
			await page.getByRole('button', { name: 'Create the Space' }).click();
			const viewer = person();
			await page.getByLabel('Email').fill(viewer.email);
			await page.getByLabel('Viewer').check();
			await page.getByRole('button', { name: 'Invite', exact: true }).click();
			await page.getByText(viewer.email).first().waitFor();
			await openAll(page);
			await examine(page, 'a Space with an invitation');
			await visit(async (other) => {
				await other.goto(`${world.url}/app/invitations`);
				await examine(other, '/app/invitations');
				await other.getByRole('button', { name: 'Accept' }).click();
				await other.goto(new URL(page.url()).origin + new URL(page.url()).pathname);
				await examine(other, 'a Space as a viewer sees it');
			}, { account: viewer });
			await openAll(page);
			await examine(page, 'a Space with members');
			await page.getByLabel('Currency').fill('QQQ');
			await page.getByLabel('Maximum sum of daily budgets').fill('much');
			await page.getByRole('button', { name: 'Save' }).click();
			await page.getByRole('alert').waitFor();
			await examine(page, 'a Space with faults');
		}, { account: world.account });
	});

	test('on what was changed on both sides, decided, stale and removed, and as a viewer sees it', async () => {
		const office = new Drifts(world, sandbox);
		const viewer = office.colleague('VIEWER');
		const gone = await office.campaign({ name: 'Buns' });
		const made = await office.budget({ name: 'Rolls and '.repeat(12) });
		await office.edit(made.name, { name: 'x'.repeat(128) });
		await office.rest('PATCH', `/campaigns/${made.id}`, { name: 'y'.repeat(128) });
		await office.edit(gone.name, {}, true);
		await office.pulled();
		const path = `/app/plain/drift?space=${office.space}&environment=test`;
		await visit(async (page) => {
			await page.goto(world.url + path);
			assert.equal(await page.getByRole('button', { name: /^Keep / }).count(), 6);
			await examine(page, 'drift');
			await page.getByRole('button', { name: /^Keep staged budget/ }).click();
			await page.getByRole('status').waitFor();
			await examine(page, 'a decision');
			await office.rest('PATCH', `/campaigns/${made.id}`, { name: 'z'.repeat(128) });
			await page.getByRole('button', { name: /^Keep staged name/ }).click();
			await page.getByRole('alert').waitFor();
			await examine(page, 'a decision that came too late');
			await visit(async (other) => {
				await other.goto(world.url + path);
				await examine(other, 'drift as a viewer sees it');
			}, { account: viewer, path: `/app/plain/drift?space=${office.space}` });
			await page.goto(world.url + `/app/plain/drift?space=${office.space}`);
			await examine(page, 'no drift');
		}, { account: office.boss, path: `/app/plain/drift?space=${office.space}` });
	});

	test('on a plan, a push taken back and what a pull brought in', async () => {
		const office = new Drifts(world, sandbox);
		const viewer = office.colleague('VIEWER');
		await office.campaign({ name: 'Rolls and '.repeat(12), status: 'ENABLED', locations: [{ code: 'DE', excluded: false }] });
		const at = `${world.url}/app/plain/review?space=${office.space}&environment=test`;
		await visit(async (page) => {
			await examine(page, 'a plan of nothing');
			await page.goto(at);
			await examine(page, 'a plan');
			await page.goto(`${at}&activate=true`);
			await openAll(page);
			await examine(page, 'a plan that sets things live');
			await office.campaign({ name: 'Buns and '.repeat(12), platform: 'microsoft' });
			await page.goto(at);
			await examine(page, 'a plan of several campaigns');
			await page.getByRole('checkbox', { name: /Buns/ }).check();
			await page.getByRole('button', { name: 'Preview only these' }).click();
			await page.getByText('This preview covers a part of the drafts').waitFor();
			await examine(page, 'a plan of a part');
			const run = await office.pushed();
			await page.goto(at);
			await examine(page, 'a plan of what is held back');
			await page.goto(`${world.url}/app/plain/runs/${run.id}`);
			await examine(page, 'a push that can be taken back');
			await page.getByRole('link', { name: 'Undo this push' }).click();
			await examine(page, 'how much of it can be taken back');
			await page.getByRole('button', { name: 'Draft the revert' }).click();
			await page.getByRole('status').waitFor();
			await examine(page, 'a push taken back');
			await office.budget({ name: 'Buns' });
			const pull = await office.rest('POST', '/sync', { mode: 'PULL' });
			await office.ended(pull.json.data.id);
			await page.goto(`${world.url}/app/plain/runs/${pull.json.data.id}`);
			await examine(page, 'what a pull brought in');
			await page.goto(`${world.url}/app/revert/${pull.json.data.id}`);
			await examine(page, 'what cannot be taken back');
			await visit(async (other) => {
				await other.goto(at);
				await examine(other, 'a plan as a viewer sees it');
			}, { account: viewer });
		}, { account: office.boss, path: `/app/plain/review?space=${office.space}` });
	});

	test('on pushes that wait, and on one that is done', async () => {
		const office = new Office(world, 'ALWAYS');
		await office.campaign({ name: 'Rolls and '.repeat(12), status: 'ENABLED', locations: [{ code: 'DE', excluded: false }] });
		const done = await office.push({ activate: true });
		await visit(async (page) => {
			await openAll(page);
			await examine(page, 'a push that waits');
			await page.getByRole('button', { name: 'Approve' }).click();
			await page.getByRole('status').waitFor();
			await office.ended(done);
			await page.reload();
			await examine(page, 'a push that is done');
			await office.campaign({ name: 'x'.repeat(128), budget: 90 });
			const broken = await office.push();
			world.server.cli(['space', 'set', office.space, '--max-campaign-daily-budget', '50']);
			await page.goto(`${world.url}/app/plain/runs/${broken}`);
			await examine(page, 'a push that breaks a guardrail');
			await page.goto(`${world.url}/app/plain/runs?space=${office.space}`);
			await examine(page, 'the list of runs');
			await page.goto(`${world.url}/app/spaces/${office.space}`);
			await page.getByText('Pause all in the sandbox').click();
			await page.locator('details[open]').getByRole('button', { name: 'Yes, pause all of them' }).click();
			await page.getByRole('heading', { name: 'Kill switch', level: 1 }).waitFor();
			await office.ended(new URL(page.url()).pathname.split('/').pop());
			await page.reload();
			await examine(page, 'the kill switch');
			await page.goto(`${world.url}/app/spaces/${office.space}`);
			await openAll(page);
			await examine(page, 'a Space whose kill switch was used');
		}, { account: office.boss, path: `/app/plain/runs/${done}` });
	});
});
