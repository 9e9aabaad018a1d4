/*
 * Connecting ad accounts on the Connections page through the simulated platforms' consent:
 * permissions, transferred settings, refusals, and the effects of a test, another consent and a
 * disconnect.
 */
import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { startSandbox } from '../clients/lib/server.mjs';
import { formsOf, unescapeHtml } from '../clients/lib/user_agent.mjs';
import { Desk, number, offered, PAGE, said } from './desk.mjs';
import { csrfOf, signedIn } from './office.mjs';
import { filled } from './person.mjs';
import { startWorld } from './world.mjs';

const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];

const APPS = Object.fromEntries(PLATFORMS.slice(0, 3).map((platform) => [platform,
	{ clientId: `${platform} & client`, clientSecret: 'never shown', developerToken: 'nor this' }]));

let folder;
let sandbox;
let world;

before(async () => {
	sandbox = await startSandbox();
	folder = mkdtempSync(join(tmpdir(), 'adcore-apps-'));
	writeFileSync(join(folder, 'apps.json'), JSON.stringify(APPS), { mode: 0o600 });
	world = await startWorld({ sandbox, args: ['--platform-apps', join(folder, 'apps.json')] });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await sandbox?.stop();
	rmSync(folder, { recursive: true, force: true });
});

const newDesk = () => new Desk(world, sandbox).open();

for (const platform of PLATFORMS)
	test(`${platform}: disconnected, connected by its consent, tested`, async () => {
		const desk = await newDesk();
		const before = await desk.connection(platform);
		assert.match(said(await desk.act('test', platform)), /The connection works: the platform responds/);
		await desk.disconnect(platform);
		assert.equal((await desk.connection(platform)).status, 'REVOKED');
		assert.match(said(await desk.act('test', platform)), /no credentials to test/);

		const { asked, back } = await desk.consent(platform);
		assert.equal(asked.get('redirect_uri'), `${world.url}${PAGE}/callback`);
		assert.equal(asked.get('response_type'), 'code');
		assert.equal(asked.get('code_challenge_method'), ['google', 'microsoft'].includes(platform) ? 'S256' : null);
		const page = await desk.agent.get(back.href);
		assert.equal(page.status, 200, page.text);
		for (const secret of ['1//sandbox', 'EAAB', asked.get('state')])
			assert.ok(!page.text.includes(secret), secret);
		const [chosen] = offered(page);
		assert.ok(chosen.endsWith(desk.accounts[platform]), chosen);
		const done = await desk.choose(page, chosen);
		assert.equal(done.status, 303, done.text);
		assert.match((await desk.agent.get(done.headers.location)).text, /The ad account is connected/);

		const after = await desk.connection(platform);
		assert.equal(after.id, before.id);
		assert.equal(after.status, 'CONNECTED');
		assert.equal(after.accountId, chosen);
		assert.ok(!JSON.stringify(after).includes('sandbox.'));
		assert.match(said(await desk.act('test', platform)), /The connection works/);
		const { data: history } = (await desk.rest('GET', '/history?resource=connection')).json;
		assert.deepEqual(history.map((one) => one.verb), ['CONNECT', 'DISCONNECT']);
		assert.ok(!JSON.stringify(history).includes('1//'));
	});

test('what is connected works: a campaign is drafted and pushed to the account that was chosen', async () => {
	const desk = await newDesk();
	await desk.disconnect('google');
	await desk.campaign();
	const preview = await desk.rest('POST', '/sync/preview', {});
	assert.deepEqual(preview.json.data.violations.map((one) => one.rule), ['CONNECTION_REQUIRED']);
	assert.equal((await desk.connect('google')).status, 303);
	const run = await desk.ended((await desk.rest('POST', '/sync', {})).json.data.id);
	assert.equal(run.status, 'SUCCEEDED', JSON.stringify(run));

	/* From now on the Space uses that account. */
	await desk.disconnect('google');
	const refused = await desk.connect('google', { account: number(10) });
	assert.equal(refused.status, 409);
	assert.match(refused.text, /uses the Google Ads account /);
	assert.equal((await desk.connection('google')).status, 'REVOKED');
	assert.equal((await desk.connect('google')).status, 303);
	assert.equal((await desk.connection('google')).status, 'CONNECTED');
});

test('while one is connected another account is refused, and the same one is connected anew', async () => {
	const desk = await newDesk();
	const refused = await desk.connect('microsoft');
	assert.equal(refused.status, 409, refused.text);
	assert.match(refused.text, /Connect that account again/);
	const { accountId } = await desk.connection('microsoft');
	assert.equal((await desk.connect('microsoft', { account: accountId })).status, 303);
});

test('an account in another currency is named and refused; the choice is open still', async () => {
	const desk = await newDesk();
	await desk.disconnect('google');
	const euros = number(10);
	const { back } = await desk.consent('google', { account: euros, currency: 'EUR' });
	const page = await desk.agent.get(back.href);
	assert.match(page.text, /EUR\. This Space uses USD/);
	const refused = await desk.choose(page, euros);
	assert.equal(refused.status, 409);
	assert.match(refused.text, /uses the currency EUR and this Space uses USD/);
	assert.equal((await desk.connection('google')).status, 'REVOKED');
	assert.equal((await desk.choose(page, '1111111111')).status, 400, 'not one of them');
	assert.equal((await desk.choose(page, euros)).status, 409);
});

test('who did not allow it is told so, and the way is used up', async () => {
	const desk = await newDesk();
	const { back } = await desk.consent('reddit', { sandbox: 'deny' });
	assert.equal(back.searchParams.get('error'), 'access_denied');
	assert.match((await desk.agent.get(back.href)).text, /access was not allowed/);
	assert.equal((await desk.agent.get(back.href)).status, 409);
	assert.equal((await desk.connection('reddit')).status, 'CONNECTED');
});

test('a state is one session’s, once, unchanged; a code of elsewhere connects nothing', async () => {
	const desk = await newDesk();
	await desk.disconnect('google');
	const { back } = await desk.consent('google');
	const state = back.searchParams.get('state');
	const other = await signedIn(world, desk.boss);
	const stranger = await signedIn(world, world.server.addAccount());
	for (const agent of [other, stranger])
		assert.equal((await agent.get(back.href)).status, 400);
	for (const wrong of ['', 'v1.', `${state.slice(0, -2)}AA`, state.replace('v1.', 'v2.')]) {
		const url = new URL(back);
		url.searchParams.set('state', wrong);
		assert.equal((await desk.agent.get(url.href)).status, 400, wrong);
	}
	const bent = new URL(back);
	bent.searchParams.set('code', `${back.searchParams.get('code')}x`.replace('.', 'y.'));
	assert.equal((await desk.agent.get(bent.href)).status, 502, 'the platform knows no such code');
	assert.equal((await desk.agent.get(back.href)).status, 409, 'its state was used');

	/* The page's state is bound to the session too, and is valid once. */
	const { back: again } = await desk.consent('google');
	const page = await desk.agent.get(again.href);
	const form = filled(page.text, `${PAGE}/choose`, { account: desk.accounts.google });
	const foreign = { ...form, csrf: csrfOf(await stranger.get('/app')) };
	assert.equal((await stranger.post(`${PAGE}/choose`, foreign)).status, 400);
	assert.equal((await desk.agent.post(`${PAGE}/choose`, { ...form, held: state })).status, 400);
	assert.equal((await desk.connection('google')).status, 'REVOKED');
	assert.equal((await desk.agent.post(`${PAGE}/choose`, form)).status, 303);
	assert.equal((await desk.agent.post(`${PAGE}/choose`, form)).status, 409);
});

test('a code that was redeemed, or begun with another verifier, is worth nothing', async () => {
	const desk = await newDesk();
	await desk.disconnect('microsoft');
	const first = await desk.consent('microsoft');
	const second = await desk.consent('microsoft');
	const mixed = new URL(second.back);
	mixed.searchParams.set('code', first.back.searchParams.get('code'));
	assert.equal((await desk.agent.get(mixed.href)).status, 502);
	const page = await desk.agent.get(first.back.href);
	assert.equal(page.status, 502, 'the code was used up above');
	assert.match(page.text, /The platform refused/);
});

test('nobody but an owner connects, tests or ends anything; a stranger sees nothing', async () => {
	const desk = await newDesk();
	for (const role of ['PUBLISHER', 'VIEWER']) {
		const other = await desk.as(desk.colleague(role));
		const page = await other.page();
		assert.equal(page.status, 200);
		assert.deepEqual(formsOf(page.text).filter((form) => form.action === PAGE), []);
		for (const what of ['connect', 'test', 'disconnect', 'settings'])
			assert.equal((await other.act(what, 'google')).status, 403, what);
	}
	const stranger = await desk.as(world.server.addAccount());
	assert.equal((await stranger.page()).status, 404);
	for (const what of ['connect', 'test', 'disconnect', 'settings'])
		assert.equal((await stranger.act(what, 'google')).status, 404, what);
	assert.equal((await desk.connection('google')).status, 'CONNECTED');

	/* An id of another Space is not found here. */
	const elsewhere = await newDesk();
	const { id } = await desk.connection('google');
	for (const what of ['test', 'disconnect', 'settings'])
		assert.equal((await elsewhere.act(what, 'google', { connection: id })).status, 404, what);
	assert.equal((await desk.connection('google')).status, 'CONNECTED');
	assert.equal((await desk.agent.post(PAGE, { do: 'disconnect', space: desk.space, environment: 'test', connection: id })).status, 403, 'no csrf token');
});

/* The form of a connection's settings on the page. */
function settingsOf(page, platform) {
	const form = formsOf(page.text).map((one) => Object.fromEntries(one.fields.map((field) => [field.name, field.value])))
		.find((fields) => fields.do === 'settings' && fields.platform === platform && fields.environment === 'test');
	const area = (name) => unescapeHtml(page.text.match(new RegExp(`<textarea id="${name}"[^>]*>([^<]*)<`))[1]);
	const map = `conversionActions-${platform}-test`;
	return { ...form, [map]: area(map) };
}

test('an owner declares what a platform asks for and names what conversions go to', async () => {
	const desk = await newDesk();
	const store = (platform, form, changes) => desk.agent.post(PAGE, { ...form, ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`${name}-${platform}-test`, value])) });
	const form = settingsOf(await desk.page(), 'google');
	const done = await store('google', form, { euPolitical: 'true', loginCustomerId: ' 1234567890 ', conversionActions: 'Order = 7000000001\r\n\r\nSign-up=7000000002\n' });
	assert.equal(done.status, 303, done.text);
	assert.match(said(await desk.agent.get(done.headers.location)), /The settings are saved/);
	assert.deepEqual((await desk.connection('google')).settings, { euPolitical: true, loginCustomerId: '1234567890', conversionActions: { Order: '7000000001', 'Sign-up': '7000000002' } });
	const now = settingsOf(await desk.page(), 'google');
	assert.deepEqual([now['euPolitical-google-test'], now['conversionActions-google-test']], ['true', 'Order = 7000000001\nSign-up = 7000000002\n']);
	assert.equal((await store('google', now, { euPolitical: '', loginCustomerId: '', conversionActions: '' })).status, 303);
	assert.deepEqual((await desk.connection('google')).settings, {});

	const meta = settingsOf(await desk.page(), 'meta');
	assert.equal((await store('meta', meta, { specialAdCategories: 'none', pageId: '42' })).status, 303);
	assert.deepEqual((await desk.connection('meta')).settings.specialAdCategories, []);
	assert.equal(settingsOf(await desk.page(), 'meta')['specialAdCategories-meta-test'], 'none');
	assert.equal((await store('meta', meta, { specialAdCategories: 'HOUSING, CREDIT' })).status, 303);
	assert.deepEqual((await desk.connection('meta')).settings.specialAdCategories, ['HOUSING', 'CREDIT']);
	const long = await store('meta', meta, { pageId: 'x'.repeat(129) });
	assert.equal(long.status, 400);
	assert.match(said(long), /Page must be a string of 1 to 128 characters/);
	const { data: history } = (await desk.rest('GET', '/history?resource=connection')).json;
	assert.equal(history.filter((one) => one.verb === 'UPDATE').length, 4);
});

test('settings stand while a push that was previewed with them is at work', async () => {
	const desk = await newDesk();
	await desk.campaign();
	const preview = (await desk.rest('POST', '/sync/preview', {})).json.data;
	const form = settingsOf(await desk.page(), 'google');
	assert.equal((await desk.agent.post(PAGE, { ...form, 'euPolitical-google-test': 'false' })).status, 303);
	const answer = await desk.rest('POST', '/sync', { planHash: preview.planHash });
	assert.equal(answer.status, 409);
	assert.equal(answer.json.error.details.reason, 'PLAN_CHANGED');
});

test('who was an owner when it began and is none when it ends connects nothing', async () => {
	const desk = await newDesk();
	const account = desk.colleague('OWNER');
	const partner = await desk.as(account);
	await desk.disconnect('reddit');
	const { back } = await partner.consent('reddit');
	world.server.cli(['space', 'member', 'set', desk.space, '--email', account.email, '--role', 'VIEWER']);
	assert.equal((await partner.agent.get(back.href)).status, 404);
	assert.equal((await desk.connection('reddit')).status, 'REVOKED');
});

test('access that was taken away at the platform shows as such, and another consent brings it back', async () => {
	const desk = await newDesk();
	const { accountId } = await desk.connection('reddit');
	await desk.act('test', 'reddit');
	const taken = await request(`${sandbox.url}/_control/revoke`, { method: 'POST',
		headers: { 'X-Sandbox-Control': sandbox.secret, 'Content-Type': 'application/json' }, body: JSON.stringify({ customerId: accountId }) });
	assert.equal(taken.status, 200, taken.text);
	const broken = await desk.act('test', 'reddit');
	assert.match(broken.text, /The platform rejected the stored credentials/);
	assert.equal((await desk.connection('reddit')).status, 'EXPIRED');
	assert.match((await desk.page()).text, /expired: connect it again/);
	assert.equal((await desk.connect('reddit', { account: accountId })).status, 303);
	assert.equal((await desk.connection('reddit')).status, 'CONNECTED');
	assert.match(said(await desk.act('test', 'reddit')), /The connection works/);
});

test('a version of the API that has ended is said as long as the platform does not answer it', async () => {
	const desk = await newDesk();
	const { accountId } = await desk.connection('google');
	const control = (path, method, body) => request(`${sandbox.url}/_control/${path}`, { method,
		headers: { 'X-Sandbox-Control': sandbox.secret, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
	const pull = async () => {
		const { data } = (await desk.rest('POST', '/sync', { mode: 'PULL', platforms: ['google'] })).json;
		return (await desk.ended(data.id)).status;
	};
	const ends = /no longer supports version v\d+ of its API/;
	assert.doesNotMatch((await desk.page()).text, ends);
	const planted = await control('faults', 'POST', { platform: 'google', match: { customerId: accountId }, times: 100, action: { type: 'sunset' } });
	assert.ok(planted.status < 300, planted.text);
	assert.equal(await pull(), 'FAILED');
	const { text } = await desk.page();
	assert.equal(text.match(new RegExp(ends, 'g')).length, 1, text);
	assert.match(text, /Google Ads no longer supports/);
	await control('faults', 'DELETE');
	assert.equal(await pull(), 'SUCCEEDED');
	assert.doesNotMatch((await desk.page()).text, ends);
});

test('live goes to the platform itself with what the operator registered, and where nothing is, it says so', async () => {
	const desk = await newDesk();
	const ends = { google: 'https://accounts.google.com/o/oauth2/v2/auth', microsoft: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize', reddit: 'https://www.reddit.com/api/v1/authorize' };
	for (const [platform, end] of Object.entries(ends)) {
		const off = await desk.act('connect', platform, { environment: 'live' });
		assert.equal(off.status, 303, off.text);
		const url = new URL(off.headers.location);
		assert.equal(url.origin + url.pathname, end);
		assert.equal(url.searchParams.get('client_id'), `${platform} & client`);
		for (const secret of ['never', 'nor this'])
			assert.ok(!off.headers.location.includes(secret), secret);
	}
	const refused = await desk.act('connect', 'meta', { environment: 'live' });
	assert.equal(refused.status, 409);
	assert.match(refused.text, /has not registered this server at this platform/);
	const page = await desk.page();
	for (const secret of ['never shown', 'nor this'])
		assert.ok(!page.text.includes(secret), secret);
});
