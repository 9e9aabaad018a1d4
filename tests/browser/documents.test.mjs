/* Clients that are identified by a metadata document, used by a person with a browser. */
import { strict as assert } from 'node:assert';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { authorizeInBrowser, launchBrowser, readConsent, signIn } from '../clients/lib/chromium.mjs';
import { callbackListener } from '../clients/lib/net.mjs';
import { startDocuments } from '../oauth/documents.mjs';
import { pkce, startWorld } from '../oauth/world.mjs';

const HOST = 'claude.ai.localhost';
let documents;
let world;
let listener;
let browser;

before(async () => {
	documents = await startDocuments();
	world = await startWorld({ args: documents.args });
	listener = await callbackListener();
	browser = await launchBrowser();
});

after(async () => {
	await browser?.close();
	await listener?.close();
	world?.assertQuietLog();
	await world?.stop();
	await documents?.close();
});

/* A window without a session. */
async function fresh(run, options) {
	const context = await browser.browser().newContext(options);
	try {
		return await run(context);
	} finally {
		await context.close();
	}
}

const publish = (members = {}) => documents.publish({ client_name: 'Claude', redirect_uris: [listener.url], ...members },
	{ url: documents.fresh(HOST) });

function wanted(id, changes = {}) {
	const { verifier, challenge } = pkce();
	return { verifier, url: world.authorizeUrl({ client_id: id, redirect_uri: listener.url, scope: 'campaigns:read sync:write',
		code_challenge: challenge, ...changes }) };
}

test('without script: sign in, the host is shown before the name, allow, and the code is good for tokens', async () => {
	const id = publish();
	const { verifier, url } = wanted(id);
	await fresh(async (context) => {
		const { consent, params } = await authorizeInBrowser(context, url, { account: world.account, listener });
		const [heading] = consent.text.split('\n').filter((line) => /to use adcore for you/.test(line));
		assert.match(heading, new RegExp(`^Allow .?${HOST.replaceAll('.', '\\.')}:\\d+.? to use adcore`), 'the heading names the host');
		assert.ok(consent.text.indexOf(HOST) < consent.text.indexOf('Claude'), 'the name stands behind it');
		assert.match(consent.text, /, named /);
		assert.doesNotMatch(consent.text, /unverified/i);
		assert.match(consent.text, /this computer \(127\.0\.0\.1:\d+\)/, 'where it leads');
		assert.match(consent.text, /Any program on this computer can use the name of this app/);
		assert.ok(consent.text.includes(world.account.email) && consent.text.includes(world.server.mcp));
		assert.deepEqual(consent.scopes, { 'campaigns:read': true, 'sync:write': false });
		assert.equal(params.get('iss'), world.url);
		const answer = await world.form('/token', { grant_type: 'authorization_code', code: params.get('code'), client_id: id,
			redirect_uri: listener.url, code_verifier: verifier });
		assert.equal(answer.status, 200, answer.text);
		world.secrets.push(params.get('code'), answer.json.access_token, answer.json.refresh_token);
		assert.equal(answer.json.scope, 'campaigns:read');
		assert.equal(await world.mcpStatus(answer.json.access_token), 200);
	}, { javaScriptEnabled: false });
	assert.equal(documents.times(id), 1, 'fetched by the server alone, once');
	assert.ok(documents.seen.every((one) => !/Chrom/.test(one.headers['user-agent'] ?? '')), 'never by the browser');
});

test('deny goes back, and gives nothing', async () => {
	await fresh(async (context) => {
		const { params } = await authorizeInBrowser(context, wanted(publish()).url, { account: world.account, listener, decision: 'deny' });
		assert.equal(params.get('error'), 'access_denied');
		assert.equal(params.get('iss'), world.url);
		assert.equal(params.get('code'), null);
	});
});

test('nothing of the document is fetched or run by the page: no logo, no link, no script', async () => {
	await fresh(async (context) => {
		const page = await context.newPage();
		const seen = [];
		page.on('request', (one) => seen.push(new URL(one.url())));
		const id = publish({ client_name: '<img src=x onerror=alert(1)><script>alert(2)</script>\u202eevil', logo_uri: `https://${HOST}/logo.png`,
			client_uri: 'https://evil.example/', policy_uri: 'https://evil.example/p' });
		await page.goto(wanted(id).url);
		await signIn(page, world.account);
		const { text } = await readConsent(page);
		assert.ok(text.includes('<img src=x'), 'the name is text');
		assert.ok(!text.includes('\u202e'), 'which does not turn round what follows');
		assert.equal(await page.locator('main img, script').count(), 0);
		assert.ok(seen.filter((one) => one.protocol !== 'data:').every((one) => one.origin === world.url), seen.join(' '));
		assert.ok((await page.locator('a').evaluateAll((list) => list.map((one) => one.href))).every((href) => href.startsWith(world.url)));
	});
});

test('a name of the right words does not make a host: the one that published it is shown', async () => {
	await fresh(async (context) => {
		const page = await context.newPage();
		const id = documents.publish({ client_name: 'claude.ai', redirect_uris: [listener.url] }, { url: documents.fresh('evilclaude.ai.localhost') });
		await page.goto(wanted(id).url);
		await signIn(page, world.account);
		assert.match(await page.locator('h1').innerText(), /evilclaude\.ai\.localhost/);
	});
});

test('what was allowed before is asked for again, and says so where the document has changed', async () => {
	const id = publish();
	await fresh(async (context) => {
		const first = await authorizeInBrowser(context, wanted(id).url, { account: world.account, listener });
		world.secrets.push(first.params.get('code'));
		const again = await authorizeInBrowser(context, wanted(id).url, { account: world.account, listener, decision: 'deny' });
		assert.doesNotMatch(again.consent.text, /changed its name/);
	});
});

test('a document that cannot be had is told on a page with its host, and the app hears nothing', async () => {
	await fresh(async (context) => {
		const page = await context.newPage();
		await page.goto(wanted(documents.page(documents.fresh(HOST), { status: 404 })).url);
		await signIn(page, world.account);
		const text = await page.locator('body').innerText();
		assert.match(text, /cannot be verified/);
		assert.ok(text.includes(HOST) && text.includes('404'));
		assert.equal(new URL(page.url()).origin, world.url);
		assert.equal(await page.locator('form').count(), 0);
	});
});

/* A page of another origin, whose script calls the connector as the browser allows. */
async function scriptOf(host, run) {
	const elsewhere = http.createServer((req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<title>elsewhere</title>'));
	await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
	try {
		await fresh(async (context) => {
			const page = await context.newPage();
			await page.goto(`http://${host}:${elsewhere.address().port}/`);
			await run(page);
		});
	} finally {
		elsewhere.closeAllConnections();
		elsewhere.close();
	}
}

function callFrom(page, token) {
	return page.evaluate(async ([url, bearer]) => {
		const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25',
			...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) };
		try {
			const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }) });
			return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: await answer.json() };
		} catch (error) {
			return { error: String(error) };
		}
	}, [world.server.mcp, token]);
}

test('a script on this computer finds its way from the connector to the metadata and to its tools', async () => {
	const { access_token: token } = await world.tokens();
	await scriptOf('localhost', async (page) => {
		const refused = await callFrom(page);
		assert.equal(refused.status, 401, refused.error);
		const metadata = refused.challenge.match(/resource_metadata="([^"]+)"/)[1];
		const found = await page.evaluate(async (url) => {
			const resource = await (await fetch(url, { headers: { 'MCP-Protocol-Version': '2025-11-25' } })).json();
			return (await fetch(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`)).json();
		}, metadata);
		assert.equal(found.issuer, world.url);
		const answer = await callFrom(page, token);
		assert.equal(answer.status, 200, answer.error);
		assert.ok(answer.body.result.tools.length > 0);
	});
});

test('a script of a page elsewhere calls nothing and reads nothing', async () => {
	const { access_token: token } = await world.tokens();
	await scriptOf('evil.localhost', async (page) => {
		assert.match((await callFrom(page, token)).error, /TypeError/);
		assert.match((await callFrom(page)).error, /TypeError/);
	});
});
