/*
 * The account page in a real browser: a second step by the code on the page, passkeys by
 * Chromium's virtual authenticator (CDP), sign-in without a password, and the refusal of
 * modified responses.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import { authorizeInBrowser, launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { callbackListener } from '../clients/lib/net.mjs';
import { Person, totp } from '../oauth/person.mjs';
import { startWorld } from '../oauth/world.mjs';

let world;
let listener;
let browser;

before(async () => {
	world = await startWorld({ host: 'localhost' });
	listener = await callbackListener();
	browser = await launchBrowser();
});

after(async () => {
	await browser?.close();
	await listener?.close();
	await world?.stop();
});

const ACCOUNT = '/app/account';

/*
 * A separate window with an authenticator. A console message about the page's policy fails the
 * test.
 */
async function fresh(run, { authenticator = {}, ...options } = {}) {
	const context = await browser.browser().newContext(options);
	const page = await context.newPage();
	const refused = [];
	page.on('console', (one) => /Content Security Policy|Refused to/i.test(one.text()) && refused.push(one.text()));
	page.on('pageerror', (one) => refused.push(String(one)));
	const cdp = await context.newCDPSession(page);
	await cdp.send('WebAuthn.enable', { enableUI: false });
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: {
		protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true,
		isUserVerified: true, automaticPresenceSimulation: true, ...authenticator,
	} });
	try {
		await run({ context, page, cdp, authenticatorId });
		assert.deepEqual(refused, []);
	} finally {
		await context.close();
	}
}

async function openAccount(page, account) {
	await page.goto(`${world.url}/signin?back=${ACCOUNT}`);
	await signIn(page, account);
	assert.equal(new URL(page.url()).pathname, ACCOUNT);
}

async function addPasskey(page, name) {
	await page.locator('#passkey-name').fill(name);
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	await page.waitForURL((url) => /^\?done=(first-)?passkey$/.test(url.search));
	assert.ok(await page.getByText('The passkey is added').isVisible());
}

/*
 * Clicks the button until `waited` resolves: the list of the e-mail field may offer the passkey
 * by itself, and then the page with the button is gone.
 */
async function clickUnless(page, name, waited) {
	page.getByRole('button', { name }).click().catch(() => {});
	return waited;
}

/* Removes the session cookie: the sign-in page would use the passkey by itself. */
const forget = (page) => page.context().clearCookies({ name: 'adcore_session' });

test('a passkey is added, signs in without a password, is named and removed', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page, cdp, authenticatorId }) => {
		await openAccount(page, account);
		const elsewhere = new Person(world, account);
		await elsewhere.signIn();
		await addPasskey(page, 'Laptop');
		assert.equal((await elsewhere.agent.open(ACCOUNT)).url.pathname, '/signin', 'the first one ends other browsers');
		const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
		assert.equal(credentials.length, 1);
		assert.equal(credentials[0].rpId, 'localhost');
		assert.equal(Buffer.from(credentials[0].userHandle, 'base64').toString(), account.uid);
		await forget(page);
		await page.goto(`${world.url}/signin?back=${ACCOUNT}&switch=1`);
		/* The list of the e-mail field offers the passkey, or the button requests it. */
		await clickUnless(page, 'Sign in with a passkey', page.waitForURL((url) => url.pathname === ACCOUNT));
		assert.ok(!(await page.locator('td[data-label="Last used"]').first().innerText()).includes('never'));
		await page.locator('summary', { hasText: 'Rename' }).click();
		await page.getByLabel('New name').fill('Old laptop');
		await page.getByRole('button', { name: 'Rename', exact: true }).click();
		await page.waitForURL((url) => url.search === '?done=named');
		assert.ok(await page.getByText('Old laptop').first().isVisible());
		await page.getByRole('button', { name: /^Remove/ }).click();
		await page.waitForURL((url) => url.search === '?done=removed');
		assert.equal(await page.getByText('Old laptop').count(), 0);
	});
});

test('the waiting authorization is reached by a passkey; a second step is not asked of it', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page }) => {
		await openAccount(page, account);
		await page.getByRole('link', { name: 'Add an authenticator app' }).click();
		const secret = (await page.locator('code.secret').innerText()).replaceAll(' ', '');
		assert.ok(await page.locator('svg.qr').isVisible());
		await page.locator('#code').fill(totp(secret));
		await page.getByRole('button', { name: 'Switch on' }).click();
		await page.getByText('The second factor is on').waitFor();
		assert.equal(await page.locator('code.secret').count(), 10);
		await page.getByRole('link', { name: 'I have stored the codes' }).click();
		await addPasskey(page, 'Key');
		await forget(page);
		await page.goto(world.authorizeUrl({ redirect_uri: listener.url }));
		await clickUnless(page, 'Sign in with a passkey', page.waitForURL((url) => url.pathname === '/authorize/consent'));
		const arrived = listener.next();
		await page.locator('button[name=decision][value=allow]').click();
		assert.ok((await arrived).get('code'));
	});
});

test('a device that has one is not given another', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page, cdp, authenticatorId }) => {
		await openAccount(page, account);
		await addPasskey(page, 'One');
		await page.getByRole('button', { name: 'Add a passkey' }).click();
		await page.getByText('already has a passkey for this account').waitFor();
		const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
		assert.equal(credentials.length, 1);
	});
});

test('without verification of its user nothing is added', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page }) => {
		await openAccount(page, account);
		await page.getByRole('button', { name: 'Add a passkey' }).click();
		await page.getByText('No passkey was created').waitFor();
	}, { authenticator: { isUserVerified: false } });
});

/* The fields that the page at this path would send. The form is not sent. */
async function answerOf(page, path, button) {
	await page.addInitScript(() => {
		HTMLFormElement.prototype.submit = function submit() {
			window.sent = Object.fromEntries(new FormData(this));
		};
	});
	await page.goto(world.url + path);
	const sent = await clickUnless(page, button, page.waitForFunction(() => window.sent));
	return sent.jsonValue();
}

/* Sends fields as a form of the application's own page. */
async function post(page, path, fields) {
	return page.evaluate(async ([to, form]) => {
		const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(form), redirect: 'follow' });
		return { status: answer.status, path: new URL(answer.url).pathname, text: await answer.text() };
	}, [path, fields]);
}

const unpack = (text) => Buffer.from(text, 'base64url');

/* The authenticator data's flags and the client's data, modified one by one. */
function bends(sent, data) {
	const flag = (bits) => {
		const bytes = unpack(sent[data]);
		const at = data === 'attestation' ? bytes.indexOf('authData') + 10 + 32 : 32;
		bytes[at] ^= bits;
		return { ...sent, [data]: bytes.toString('base64url') };
	};
	const client = (change) => {
		const json = { ...JSON.parse(unpack(sent.client_data)), ...change };
		return { ...sent, client_data: Buffer.from(JSON.stringify(json)).toString('base64url') };
	};
	return {
		'user not present': flag(0x01),
		'user not verified': flag(0x04),
		'of the other ceremony': client({ type: sent.attestation ? 'webauthn.get' : 'webauthn.create' }),
		'of another origin': client({ origin: 'http://localhost.evil.example' }),
		'in a frame of another site': client({ crossOrigin: true }),
		'of a challenge of nobody': client({ challenge: 'A'.repeat(43) }),
		'of a challenge bent': client({ challenge: `B${JSON.parse(unpack(sent.client_data)).challenge.slice(1)}` }),
		'no client data': { ...sent, client_data: '' },
		'padded base64': { ...sent, client_data: `${sent.client_data}=` },
		'without a token': { ...sent, csrf: '' },
	};
}

test('an answer to "add" bent in any part adds nothing; the same answer twice adds one', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page }) => {
		await openAccount(page, account);
		const sent = await answerOf(page, ACCOUNT, 'Add a passkey');
		for (const [what, fields] of Object.entries({
			...bends(sent, 'attestation'),
			'cut short': { ...sent, attestation: sent.attestation.slice(0, -4) },
			'without a name': { ...sent, name: '' },
			'a name of two lines': { ...sent, name: 'a\nb' },
		})) {
			const answer = await post(page, `${ACCOUNT}/passkeys`, fields);
			assert.ok([400, 403].includes(answer.status), `${what}: ${answer.status}`);
		}
		assert.equal((await post(page, `${ACCOUNT}/passkeys`, sent)).path, ACCOUNT);
		assert.equal((await post(page, `${ACCOUNT}/passkeys`, sent)).status, 400, 'a second time');
		await page.goto(world.url + ACCOUNT);
		assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 1);
	});
});

test('an answer to "sign in" bent in any part signs nobody in; nor does the same one twice', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page, context }) => {
		await openAccount(page, account);
		await addPasskey(page, 'Key');
		await forget(page);
		const sent = await answerOf(page, `/signin?back=${ACCOUNT}&switch=1`, 'Sign in with a passkey');
		const signature = unpack(sent.signature);
		signature[signature.length - 1] ^= 1;
		for (const [what, fields] of Object.entries({
			...bends(sent, 'authenticator_data'),
			'another signature': { ...sent, signature: signature.toString('base64url') },
			'another user': { ...sent, user_handle: Buffer.from(world.account.uid).toString('base64url') },
			'no user': { ...sent, user_handle: '' },
			'another credential': { ...sent, id: 'AAAA' },
			'cut short': { ...sent, authenticator_data: sent.authenticator_data.slice(0, -4) },
		})) {
			const answer = await post(page, '/signin/passkey', fields);
			assert.equal(answer.status, 403, what);
			assert.equal((await context.cookies()).some((one) => one.name === 'adcore_session' && one.value), false, what);
		}
		assert.equal((await post(page, '/signin/passkey', sent)).path, ACCOUNT);
		await context.clearCookies({ name: 'adcore_session' });
		assert.equal((await post(page, '/signin/passkey', sent)).status, 403, 'a second time');
	});
});

test('an answer for one browser is worth nothing in another', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ page }) => {
		await openAccount(page, account);
		await addPasskey(page, 'Key');
		await forget(page);
		const sent = await answerOf(page, '/signin?switch=1', 'Sign in with a passkey');
		await fresh(async ({ page: other }) => {
			await other.goto(`${world.url}/signin?switch=1`);
			const csrf = await other.locator('[data-passkey]').getAttribute('data-csrf');
			assert.equal((await post(other, '/signin/passkey', { ...sent, csrf })).status, 403);
		});
	});
});

test('the script of passkeys is on two pages alone, and their policy allows it and no other', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ context, page }) => {
		const policy = async (path) => {
			const answer = await page.goto(path.startsWith('http') ? path : world.url + path);
			return [answer.headers()['content-security-policy'], await page.locator('script').count()];
		};
		const scripted = async (path) => {
			const [csp, scripts] = await policy(path);
			assert.match(csp, /script-src 'self'(;|$)/, path);
			assert.doesNotMatch(csp, /unsafe|\*|http/, path);
			assert.equal(scripts, 1, path);
		};
		await scripted('/signin');
		await signIn(page, account);
		await scripted(ACCOUNT);
		for (const path of ['/app/spaces', `${ACCOUNT}/totp`, world.authorizeUrl({ redirect_uri: listener.url })]) {
			const [csp, scripts] = await policy(path);
			assert.doesNotMatch(csp, /script-src/, path);
			assert.equal(scripts, 0, path);
		}
		assert.ok(context);
	});
});

test('without script both pages work by password', async () => {
	await fresh(async ({ context, page }) => {
		const { params } = await authorizeInBrowser(context, world.authorizeUrl({ redirect_uri: listener.url }), { account: world.account, listener });
		assert.ok(params.get('code'));
		await page.goto(world.url + ACCOUNT);
		assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
		assert.match(await page.content(), /<noscript>/);
	}, { javaScriptEnabled: false });
});

/*
 * Every fault that axe finds, in light and dark schemes, on a phone and on a desktop. No page
 * scrolls sideways.
 */
async function examine(page, what) {
	await page.evaluate(axe.source);
	for (const colorScheme of ['light', 'dark'])
		for (const width of [360, 1280]) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 800 });
			const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
			assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes[0].html}`), [], `${what}, ${colorScheme}, ${width}`);
			const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
			assert.ok(over <= 0, `${what} runs ${over} px off the side at ${width}`);
			if (process.env.ADCORE_TEST_PICTURES)
				await page.screenshot({ path: `${process.env.ADCORE_TEST_PICTURES}/${what}-${colorScheme}-${width}.png`, fullPage: true });
		}
}

test('axe-core finds nothing on the account page, what stands below it, and the second step', async () => {
	const account = world.server.addAccount();
	await fresh(async ({ context, page }) => {
		await openAccount(page, account);
		await addPasskey(page, 'Laptop');
		await page.goto(`${world.url}${ACCOUNT}/totp`);
		await examine(page, 'adding an app');
		const secret = (await page.locator('code.secret').innerText()).replaceAll(' ', '');
		await page.locator('#code').fill(totp(secret));
		await page.getByRole('button', { name: 'Switch on' }).click();
		await page.getByText('The second factor is on').waitFor();
		await examine(page, 'recovery codes');
		await page.goto(world.url + ACCOUNT);
		assert.ok(await page.getByText('Chrome on Linux').isVisible(), 'the browser by its name');
		await examine(page, 'account');
		await page.locator('#password').fill('short');
		await page.evaluate(() => document.querySelector('#password').form.setAttribute('novalidate', ''));
		await page.getByRole('button', { name: 'Change password' }).click();
		await page.getByText('at least 12 characters').first().waitFor();
		await examine(page, 'a refused password');
		await forget(page);
		await fresh(async ({ page: other }) => {
			await other.goto(`${world.url}/signin`);
			await examine(other, 'sign-in with passkeys');
			await signIn(other, account);
			assert.equal(new URL(other.url()).pathname, '/signin/second');
			await examine(other, 'second step');
		}, { bypassCSP: true });
		assert.ok(context);
	}, { bypassCSP: true });
});
