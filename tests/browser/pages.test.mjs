/* The sign-in and consent pages: without script, by keyboard, on a phone. */
import { strict as assert } from 'node:assert';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { authorizeInBrowser, launchBrowser, readConsent, signIn } from '../clients/lib/chromium.mjs';
import { callbackListener } from '../clients/lib/net.mjs';
import { startWorld } from '../oauth/world.mjs';

let world;
let listener;
let browser;

before(async () => {
	world = await startWorld();
	listener = await callbackListener();
	browser = await launchBrowser();
});

after(async () => {
	await browser?.close();
	await listener?.close();
	await world?.stop();
});

const url = (changes) => world.authorizeUrl({ redirect_uri: listener.url, scope: 'campaigns:read campaigns:write sync:write', ...changes });

/* A window without a session, for one test. */
async function fresh(run, options) {
	const context = await browser.browser().newContext(options);
	try {
		return await run(context);
	} finally {
		await context.close();
	}
}

/* A page at /signin, with its requests and its console messages. */
async function watchedPage(context) {
	const page = await context.newPage();
	const seen = { requests: [], console: [] };
	page.on('request', (one) => seen.requests.push(new URL(one.url())));
	page.on('console', (one) => seen.console.push(one.text()));
	page.on('pageerror', (one) => seen.console.push(String(one)));
	await page.goto(url());
	return { page, seen };
}

test('without script: sign in, consent, back to the client', async () => {
	await fresh(async (context) => {
		const { params } = await authorizeInBrowser(context, url(), { account: world.account, listener });
		assert.ok(params.get('code'));
		assert.equal(params.get('iss'), world.url);
	}, { javaScriptEnabled: false });
});

test('deny goes back with access_denied', async () => {
	await fresh(async (context) => {
		const { params } = await authorizeInBrowser(context, url(), { account: world.account, listener, decision: 'deny' });
		assert.equal(params.get('error'), 'access_denied');
		assert.equal(params.get('code'), null);
	});
});

test('by keyboard alone', async () => {
	await fresh(async (context) => {
		const { page } = await watchedPage(context);
		await page.locator('[name=email]').focus();
		await page.keyboard.type(world.account.email);
		await page.keyboard.press('Tab');
		await page.keyboard.type(world.account.password);
		await page.keyboard.press('Enter');
		await page.waitForURL((at) => at.pathname !== '/signin');
		const reached = [];
		for (let i = 0; i < 30; i++) {
			await page.keyboard.press('Tab');
			reached.push(await page.evaluate(() => {
				const element = document.activeElement;
				return `${element.getAttribute('name') ?? element.tagName}=${element.getAttribute('value') ?? ''}`;
			}));
		}
		for (const stop of ['scope=campaigns:read', 'scope=sync:write', 'decision=allow', 'decision=deny'])
			assert.ok(reached.includes(stop), `${stop} is reached by Tab: ${reached.join(' ')}`);
		while (await page.evaluate(() => document.activeElement.getAttribute('value')) !== 'allow')
			await page.keyboard.press('Tab');
		const arrived = listener.next();
		await page.keyboard.press('Enter');
		assert.ok((await arrived).get('code'));
	});
});

test('every field has a name that a screen reader can say, and the page a language and a title', async () => {
	await fresh(async (context) => {
		const { page } = await watchedPage(context);
		const nameless = () => page.locator('input:not([type=hidden]), select, button').evaluateAll((list) => list
			.filter((one) => !(one.labels?.length || one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.textContent.trim() || one.type === 'submit' && one.value))
			.map((one) => one.outerHTML));
		for (const step of ['/signin', 'consent']) {
			assert.deepEqual(await nameless(), [], step);
			assert.ok(await page.locator('html').getAttribute('lang'), `${step}: a language`);
			assert.ok(await page.title(), `${step}: a title`);
			assert.ok(await page.locator('h1').count() === 1, `${step}: one heading`);
			if (step === '/signin')
				await signIn(page, world.account);
		}
	});
});

test('nothing is fetched from elsewhere, nothing runs, nothing is refused by the page\'s own policy', async () => {
	await fresh(async (context) => {
		const { page, seen } = await watchedPage(context);
		await signIn(page, world.account);
		await readConsent(page);
		for (const one of seen.requests)
			assert.equal(one.origin, world.url, one.href);
		assert.equal(await page.locator('script').count(), 0);
		assert.deepEqual(seen.console.filter((line) => /Content Security Policy|Refused/i.test(line)), []);
	});
});

test('on a phone nothing runs off the side', async () => {
	await fresh(async (context) => {
		const { page } = await watchedPage(context);
		const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
		assert.ok(await overflow() <= 0, 'sign-in');
		await signIn(page, world.account);
		assert.ok(await overflow() <= 0, 'consent');
		assert.ok(await page.locator('button[name=decision][value=deny]').isVisible());
	}, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
});

test('another site cannot frame the pages', async () => {
	const evil = http.createServer((req, res) => res.writeHead(200, { 'content-type': 'text/html' })
		.end(`<iframe src="${req.url.slice(1) && decodeURIComponent(req.url.slice(1))}" width="600" height="600"></iframe>`));
	await new Promise((done) => evil.listen(0, '127.0.0.1', done));
	try {
		await fresh(async (context) => {
			for (const path of ['/signin', `/authorize${new URL(url()).search}`]) {
				const page = await context.newPage();
				await page.goto(`http://127.0.0.1:${evil.address().port}/${encodeURIComponent(world.url + path)}`);
				await page.waitForLoadState('networkidle');
				const [, inside] = page.frames();
				assert.ok(inside, 'the frame is there');
				assert.equal(await inside.locator('input').count(), 0, `${path} shows nothing in a frame`);
				await page.close();
			}
		});
	} finally {
		evil.closeAllConnections();
		evil.close();
	}
});

/* Clicks allow and returns the result. A page that asks to check again is clicked once more. */
async function allow(page, clicks = 1) {
	const arrived = listener.next();
	for (let i = 0; i < clicks && new URL(page.url()).origin === world.url; i++) {
		const { form } = await readConsent(page);
		await form.locator('button[name=decision][value=allow]').click();
		await page.waitForLoadState();
	}
	assert.notEqual(new URL(page.url()).origin, world.url, `back at the client: ${await page.locator('body').innerText()}`);
	return arrived;
}

test('an app whose callback leads on to a page elsewhere is not stopped there', async () => {
	const listen = async (answer) => {
		const server = http.createServer(answer);
		await new Promise((done) => server.listen(0, '127.0.0.1', done));
		return server;
	};
	const end = await listen((req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<title>done</title>'));
	const codes = [];
	const callback = await listen((req, res) => {
		codes.push(new URL(req.url, 'http://x').searchParams.get('code'));
		res.writeHead(302, { location: `http://localhost:${end.address().port}/done` }).end();
	});
	try {
		const redirect = `http://127.0.0.1:${callback.address().port}/callback`;
		const app = (await world.register({ client_name: 'Leads on', redirect_uris: [redirect] })).json;
		await fresh(async (context) => {
			const page = await context.newPage();
			await page.goto(url({ client_id: app.client_id, redirect_uri: redirect }));
			await signIn(page, world.account);
			const { form } = await readConsent(page);
			await form.locator('button[name=decision][value=allow]').click();
			await page.waitForURL(`http://localhost:${end.address().port}/done`);
			assert.equal(codes.length, 1);
			assert.ok(codes[0]);
		});
	} finally {
		for (const server of [end, callback]) {
			server.closeAllConnections();
			server.close();
		}
	}
});

test('two tabs, two requests: each is answered with its own state', async () => {
	await fresh(async (context) => {
		const one = await context.newPage();
		const two = await context.newPage();
		await one.goto(url({ state: 'first-tab' }));
		await two.goto(url({ state: 'second-tab' }));
		await signIn(one, world.account);
		await two.reload();
		assert.equal((await allow(two)).get('state'), 'second-tab');
		assert.equal((await allow(one)).get('state'), 'first-tab');
	});
});

test('signed in twice, in two tabs: the older page may ask to look again, and then goes on', async () => {
	await fresh(async (context) => {
		const one = await context.newPage();
		const two = await context.newPage();
		await one.goto(url({ state: 'first-tab' }));
		await two.goto(url({ state: 'second-tab' }));
		await signIn(one, world.account);
		await signIn(two, world.account);
		assert.equal((await allow(two)).get('state'), 'second-tab');
		assert.equal((await allow(one, 2)).get('state'), 'first-tab');
	});
});

test('the password field is one, is not echoed, and a wrong one can be corrected', async () => {
	await fresh(async (context) => {
		const { page } = await watchedPage(context);
		assert.equal(await page.locator('[name=password]').getAttribute('type'), 'password');
		assert.equal(await page.locator('[name=password]').getAttribute('autocomplete'), 'current-password');
		await page.locator('[name=email]').fill(world.account.email);
		await page.locator('[name=password]').fill('not the password');
		await page.locator('form button, form input[type=submit]').first().click();
		await page.waitForLoadState();
		assert.equal(new URL(page.url()).pathname, '/signin');
		assert.ok(!(await page.content()).includes('not the password'));
		await signIn(page, world.account);
		assert.ok((await readConsent(page)).decisions.includes('allow'));
	});
});

test('a signed-in person is not asked again, and can switch account by a link', async () => {
	await fresh(async (context) => {
		await authorizeInBrowser(context, url(), { account: world.account, listener });
		const page = await context.newPage();
		await page.goto(url());
		const { text } = await readConsent(page);
		assert.ok(text.includes(world.account.email));
		const links = await page.locator('a').allInnerTexts();
		assert.ok(links.some((link) => /switch|another account|not you/i.test(link)), links.join(', '));
	});
});
