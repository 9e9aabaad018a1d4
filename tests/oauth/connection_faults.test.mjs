/*
 * Connecting ad accounts while the platform answers in rare ways: more accounts than a page
 * shows, no token for now, another client's credentials, an answer that never arrives.
 */
import { strict as assert } from 'node:assert';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { request, until } from '../clients/lib/net.mjs';
import { startSandbox } from '../clients/lib/server.mjs';
import { formsOf } from '../clients/lib/user_agent.mjs';
import { Desk, number, offered, PAGE, said } from './desk.mjs';
import { startWorld } from './world.mjs';

let between;
let sandbox;
let world;

/* A proxy before the sandbox that replaces chosen answers. */
class Between {
	constructor(to) {
		this.to = new URL(to);
		this.server = http.createServer((req, res) => this.#serve(req, res));
		this.clear();
	}

	async listen() {
		await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
		this.url = `http://127.0.0.1:${this.server.address().port}`;
		return this;
	}

	stop() {
		this.server.closeAllConnections();
		return new Promise((done) => this.server.close(done));
	}

	/*
	 * Answers requests whose path contains `part`: { status, json }, 'break' for no answer,
	 * or a function that returns one of them.
	 */
	answer(part, what) {
		this.answers.set(part, what);
	}

	clear() {
		this.answers = new Map();
	}

	#serve(req, res) {
		const [, wanted] = [...this.answers].find(([part]) => req.url.includes(part)) ?? [];
		const what = typeof wanted === 'function' ? wanted() : wanted;
		if (what === 'break') {
			req.socket.destroy();
		} else if (what) {
			req.resume();
			res.writeHead(what.status, { 'Content-Type': 'application/json' });
			res.end(JSON.stringify(what.json));
		} else {
			const on = http.request({ host: this.to.hostname, port: this.to.port, method: req.method, path: req.url, headers: req.headers },
				(answer) => {
					res.writeHead(answer.statusCode, answer.headers);
					answer.pipe(res);
				});
			on.once('error', () => res.destroy());
			req.pipe(on);
		}
	}
}

before(async () => {
	sandbox = await startSandbox();
	between = await new Between(sandbox.url).listen();
	world = await startWorld({ sandbox: { url: between.url, secret: sandbox.secret } });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await between?.stop();
	await sandbox?.stop();
});

async function newDesk() {
	between.clear();
	return new Desk(world, between).open();
}

async function statusOf(desk, platform) {
	return (await desk.connection(platform)).status;
}

async function revoke(desk, platform) {
	const { accountId } = await desk.connection(platform);
	const answer = await request(`${sandbox.url}/_control/revoke`, { method: 'POST',
		headers: { 'X-Sandbox-Control': sandbox.secret, 'Content-Type': 'application/json' }, body: JSON.stringify({ customerId: accountId }) });
	assert.equal(answer.status, 200, answer.text);
}

/* Restores the access on the platform, without a request to the server. */
async function allow(desk, platform) {
	const { accountId } = await desk.connection(platform);
	const { back } = await desk.consent(platform, { account: accountId, code_challenge: '' });
	const form = new URLSearchParams({ grant_type: 'authorization_code', code: back.searchParams.get('code'),
		redirect_uri: back.origin + back.pathname, client_id: 'sandbox', client_secret: 'sandbox' });
	const answer = await request(`${sandbox.url}/google-oauth/token`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: form.toString() });
	assert.equal(answer.status, 200, answer.text);
}

async function changes(desk) {
	const { data } = (await desk.rest('GET', '/history?resource=connection')).json;
	return data.map((one) => [one.verb, one.changes?.status ?? one.after?.status ?? JSON.stringify(one)]);
}

const client = (id, name) => ({ customerClient: { id, descriptiveName: name, currencyCode: 'USD', timeZone: 'UTC', status: 'ENABLED' } });

test('of many accounts the Space’s own comes first; another is named by hand, and asked about', async () => {
	const desk = await newDesk();
	const { accountId } = await desk.connection('google');
	const many = Array.from({ length: 150 }, (_, i) => client(String(2000000000 + i), `${i} ${'ü'.repeat(300)}`));
	between.answer('googleAds:search', { status: 200, json: { results: [...many, client(accountId, 'Own')] } });
	const { back } = await desk.consent('google');
	const page = await desk.agent.get(back.href);
	assert.equal(page.status, 200, page.text.slice(0, 500));
	assert.equal(offered(page).length, 101);
	assert.equal(offered(page)[0], accountId);
	assert.match(page.text, /The list may be incomplete/);

	/* The page's form is within the limits of forms. */
	const bytes = new URLSearchParams(Object.fromEntries(formsOf(page.text).find((form) => form.action === `${PAGE}/choose`).fields.map((one) => [one.name, one.value]))).toString().length;
	assert.ok(bytes < 60000, String(bytes));
	const none = await desk.choose(page, offered(page)[0], { other: '999-999-9999' });
	assert.equal(none.status, 400);
	assert.match(said(none), /Your user at the platform has no access to an ad account with this ID/);
	await desk.disconnect('google');
	const done = await desk.choose(none, offered(none)[0], { other: '200-000-0149' });
	assert.equal(done.status, 303, done.text.slice(0, 500));
	assert.equal((await desk.connection('google')).accountId, '2000000149');
	assert.match(said(await desk.act('test', 'google')), /The connection works/, 'though it is not among the first hundred');
});

test('a platform that gives no token just now says nothing of the connection', async () => {
	const desk = await newDesk();
	const before = await desk.connection('google');
	between.answer('/google-oauth/token', { status: 503, json: {} });
	assert.match(said(await desk.act('test', 'google')), /returned an unexpected response/);
	assert.deepEqual(await desk.connection('google'), before);
	between.answer('/google-oauth/token', { status: 401, json: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } });
	assert.match(said(await desk.act('test', 'google')), /unexpected response \(.*client was not found/);
	assert.deepEqual(await desk.connection('google'), before, 'the server’s own registration is at fault');
	assert.deepEqual(await changes(desk), []);
});

test('history tells when access was lost, and when it was back', async () => {
	const desk = await newDesk();
	await desk.act('test', 'google');
	await revoke(desk, 'google');
	await desk.act('test', 'google');
	await desk.act('test', 'google');
	assert.equal(await statusOf(desk, 'google'), 'EXPIRED');
	await allow(desk, 'google');
	assert.match(said(await desk.act('test', 'google')), /The connection works/);
	assert.equal(await statusOf(desk, 'google'), 'CONNECTED');
	assert.deepEqual(await changes(desk), [['UPDATE', 'CONNECTED'], ['UPDATE', 'EXPIRED']]);
});

test('the kill switch tries an account whose access was lost: it may be back', async () => {
	const desk = await newDesk();
	await desk.campaign({ status: 'ENABLED' });
	const run = await desk.ended((await desk.rest('POST', '/sync', { activate: true })).json.data.id);
	assert.equal(run.status, 'SUCCEEDED', JSON.stringify(run));
	await revoke(desk, 'google');
	await desk.act('test', 'google');
	assert.equal(await statusOf(desk, 'google'), 'EXPIRED');
	await allow(desk, 'google');
	const paused = await desk.rest('POST', '/sync/pause-all', {});
	assert.equal(paused.status, 202, paused.text);
	assert.equal((await desk.ended(paused.json.data.id)).status, 'SUCCEEDED');
});

const ENDED = { status: 400, json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } };
const UNAUTHENTICATED = { status: 401, json: { error: { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' } } };

/* The run has ended, and its unsent changes are as before. */
async function assertStopped(desk, run, campaigns) {
	assert.equal(run.status, 'FAILED', JSON.stringify(run));
	assert.equal(run.error.code, 'CONNECTION_EXPIRED');
	assert.match(run.error.message, /connect it again/i);
	assert.equal(await statusOf(desk, 'google'), 'EXPIRED');
	for (const before of campaigns) {
		const now = (await desk.rest('GET', `/campaigns/${before.id}`)).json.data;
		assert.deepEqual([now.syncState, now.status, now.remote], [before.syncState, before.status, before.remote]);
	}
	const preview = await desk.rest('POST', '/sync/preview', {});
	assert.deepEqual(preview.json.data.violations.map((one) => one.rule), ['CONNECTION_REQUIRED']);
}

test('a push whose access was taken away stops, leaves all staged, and connection and run say to connect again', async () => {
	const desk = await newDesk();
	const campaigns = [await desk.campaign(), await desk.campaign({ name: 'Bread' })];
	between.answer('/google-oauth/token', ENDED);
	const run = await desk.ended((await desk.rest('POST', '/sync', {})).json.data.id);
	await assertStopped(desk, run, campaigns);
	assert.deepEqual(await changes(desk), [['UPDATE', 'EXPIRED']]);
	between.clear();
	assert.match(said(await desk.act('test', 'google')), /The connection works/);
	const again = await desk.ended((await desk.rest('POST', '/sync', {})).json.data.id);
	assert.equal(again.status, 'SUCCEEDED', JSON.stringify(again));
});

test('access that is lost in the middle of a push stops it there', async () => {
	const desk = await newDesk();
	const campaigns = [await desk.campaign()];
	let tokens = 0;
	between.answer('/google-oauth/token', () => (tokens++ ? ENDED : undefined));
	between.answer('googleAds:mutate', UNAUTHENTICATED);
	const run = await desk.ended((await desk.rest('POST', '/sync', {})).json.data.id);
	await assertStopped(desk, run, campaigns);
	assert.ok(tokens >= 2);
});

test('a pull finds out, too; another client’s refusal says nothing of the access', async () => {
	const desk = await newDesk();
	between.answer('/google-oauth/token', { status: 401, json: { error: 'invalid_client' } });
	await desk.ended((await desk.rest('POST', '/sync', { mode: 'PULL', platforms: ['google'] })).json.data.id);
	assert.equal(await statusOf(desk, 'google'), 'CONNECTED');
	between.answer('/google-oauth/token', ENDED);
	await desk.ended((await desk.rest('POST', '/sync', { mode: 'PULL', platforms: ['google'] })).json.data.id);
	assert.equal(await statusOf(desk, 'google'), 'EXPIRED');
});

test('while a create is in doubt, no other account is taken: it would be made there again', async () => {
	const desk = await newDesk();
	await desk.campaign();
	/* From then on reads fail too, so that the operation stays in doubt. */
	let broken = false;
	between.answer('googleAds:mutate', () => {
		broken = true;
		return 'break';
	});
	between.answer('googleAds:search', () => (broken ? { status: 503, json: {} } : undefined));
	const { id } = (await desk.rest('POST', '/sync', {})).json.data;
	await until('the create is in doubt', async () => {
		const { data } = (await desk.rest('GET', `/sync/${id}`)).json;
		return data.operations?.some?.((one) => one.status === 'UNKNOWN') ||
			(await desk.rest('GET', `/sync/${id}/operations?status=UNKNOWN`)).json.data?.length;
	});
	assert.equal((await desk.rest('POST', `/sync/${id}/cancel`)).status, 200);
	await desk.ended(id);
	await desk.disconnect('google');
	between.clear();
	const refused = await desk.connect('google');
	assert.equal(refused.status, 409, refused.text.slice(0, 300));
	assert.match(said(refused), /Connect that account again/);
});

test('a sandbox account is one Space’s: its number lets nobody else in', async () => {
	const desk = await newDesk();
	const other = await newDesk();
	await desk.disconnect('google');
	const { accountId } = await other.connection('google');
	const refused = await desk.connect('google', { account: accountId });
	assert.equal(refused.status, 409);
	assert.match(said(refused), /no access to the sandbox account/);
	assert.equal(await statusOf(desk, 'google'), 'REVOKED');
	assert.equal((await desk.connect('google', { account: number(10) })).status, 303);

	/* The consent page proposes the Space's own account, or a new one. */
	const off = await desk.act('connect', 'google');
	assert.equal(new URL(off.headers.location).searchParams.get('account'), (await desk.connection('google')).accountId);
	const fresh = new URL(off.headers.location);
	fresh.searchParams.delete('account');
	const numbers = await Promise.all([1, 2].map(async () => (await request(fresh)).text.match(/name="account" value="(\d+)"/)[1]));
	assert.notEqual(numbers[0], numbers[1]);
});

test('what the platform did not take back is to be removed there, and the page says so', async () => {
	const desk = await newDesk();
	between.answer('/google-oauth/revoke', { status: 503, json: {} });
	const left = await desk.act('disconnect', 'google');
	assert.equal(left.status, 200);
	assert.match(said(left), /remove it there/);
	assert.equal(await statusOf(desk, 'google'), 'REVOKED');
});

test('a test account that could not be connected again is not disconnected', async () => {
	const alone = await startWorld({ sandbox: 'off' });
	try {
		const desk = await new Desk(alone, between).open();
		const page = await desk.page();
		assert.deepEqual(formsOf(page.text).flatMap((form) => form.fields).filter((one) => one.name === 'do' && one.value === 'disconnect'), []);
		const refused = await desk.act('disconnect', 'google');
		assert.equal(refused.status, 409);
		assert.match(said(refused), /without the sandbox/);
		assert.equal(await statusOf(desk, 'google'), 'CONNECTED');
	} finally {
		await alone.stop();
	}
});
