/* Expiry over time: the server's clock is moved. lifetimes.test.mjs tests the first minute. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { movableClock } from '../clients/lib/clock.mjs';
import { challengeOf } from '../clients/lib/provider.mjs';
import { request } from '../clients/lib/net.mjs';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';
import { assertLocalPage, assertOAuthError, startWorld } from './world.mjs';

const DAY = 24 * 3600;
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
let clock;
let world;
let device;

before(async () => {
	clock = movableClock();
	world = await startWorld({ env: clock.env });
	device = (await world.register({ client_name: 'Device', grant_types: [DEVICE], redirect_uris: undefined, response_types: [] })).json;
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

async function begun() {
	const answer = await world.form('/device_authorization', { client_id: device.client_id });
	assert.equal(answer.status, 200, answer.text);
	world.secrets.push(answer.json.device_code);
	return answer.json;
}

const poll = (one) => world.form('/token', { grant_type: DEVICE, device_code: one.device_code, client_id: device.client_id });

test('an access token is good for an hour, and then invalid_token at both resources; its refresh token goes on', async () => {
	const tokens = await world.tokens();
	const grant = await world.code({ changes: { resource: world.server.api, scope: 'campaigns:read' } });
	const api = (await world.exchange(grant, { resource: world.server.api })).json;
	world.secrets.push(api.access_token, api.refresh_token);
	clock.advance(3590);
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	assert.equal((await world.server.rest(api.access_token, 'GET', '/campaigns')).status, 200);
	clock.advance(20);
	const mcp = await request(world.server.mcp, { method: 'POST', headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' }, body: '{}' });
	for (const answer of [mcp, await world.server.rest(api.access_token, 'GET', '/campaigns')]) {
		assert.equal(answer.status, 401, 'never a result that says so');
		const challenge = challengeOf(answer.headers['www-authenticate']);
		assert.equal(challenge.error, 'invalid_token');
		assert.ok(challenge.resource_metadata.startsWith(`${world.url}/.well-known/oauth-protected-resource/`));
	}
	const refreshed = await world.refresh(tokens.refresh_token);
	assert.equal(refreshed.status, 200, refreshed.text);
	world.secrets.push(refreshed.json.access_token, refreshed.json.refresh_token);
	assert.equal(await world.mcpStatus(refreshed.json.access_token), 200);
});

test('a pushed request is good for 90 seconds', async () => {
	const fields = Object.fromEntries(new URL(world.authorizeUrl()).searchParams);
	const pushed = [(await world.form('/par', fields)).json, (await world.form('/par', fields)).json];
	const ask = ({ request_uri: uri }) => request(`${world.url}/authorize?${new URLSearchParams({ client_id: world.client.client_id, request_uri: uri })}`);
	clock.advance(80);
	assert.equal((await ask(pushed[0])).status, 303);
	clock.advance(20);
	const late = await ask(pushed[1]);
	assertLocalPage(late);
	assert.match(late.text, /invalid_request_uri/);
});

test('an authorization that nobody decided ends with a page that says to start again', async () => {
	const agent = new UserAgent(world.url);
	const at = await agent.signIn(await agent.open(world.authorizeUrl()), world.account);
	assert.equal(at.url.pathname, '/authorize/consent');
	const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
	clock.advance(3600);
	const late = await agent.get(at.url);
	assertLocalPage(late);
	assert.match(late.text, /start again/i);
	const fields = form.fields.filter((one) => one.type === 'hidden' || one.checked).map((one) => [one.name, one.value]);
	const sent = await agent.post('/authorize/consent', [...fields, ['decision', 'allow']]);
	assert.ok(sent.status >= 400, `${sent.status}`);
	assert.equal(sent.headers.location, undefined, 'nothing is sent to the app');
});

test('a device code is good for 15 minutes, then expired_token, and its user code is none', async () => {
	const one = await begun();
	clock.advance(890);
	assertOAuthError(await poll(one), 400, 'authorization_pending');
	clock.advance(20);
	assertOAuthError(await poll(one), 400, 'expired_token');
	const agent = new UserAgent(world.url);
	const page = await agent.open('/device');
	const typed = await agent.submit(page, { set: { user_code: one.user_code } });
	assert.equal(typed.answer.status, 400);
	assert.match(typed.answer.text, /code is wrong or has expired/);
});

test('who polls too fast waits five seconds longer each time, and for good', async () => {
	const one = await begun();
	assertOAuthError(await poll(one), 400, 'authorization_pending');
	assertOAuthError(await poll(one), 400, 'slow_down');
	clock.advance(7);
	assertOAuthError(await poll(one), 400, 'slow_down');
	clock.advance(12);
	assertOAuthError(await poll(one), 400, 'slow_down');
	clock.advance(21);
	assertOAuthError(await poll(one), 400, 'authorization_pending');
	clock.advance(7);
	assertOAuthError(await poll(one), 400, 'slow_down');
});

/* Refreshes a grant every `days` days, `times` times. Returns its last refresh token. */
async function kept(token, days, times) {
	let last = token;
	for (let i = 0; i < times; i++) {
		clock.advance(days * DAY);
		const answer = await world.refresh(last);
		assert.equal(answer.status, 200, `after ${(i + 1) * days} days: ${answer.text}`);
		last = answer.json.refresh_token;
		world.secrets.push(answer.json.access_token, last);
	}
	return last;
}

test('a grant that is not refreshed ends after 90 days; one that is, after a year', async () => {
	const unused = await world.tokens();
	const used = await world.tokens();
	let last = await kept(used.refresh_token, 89, 1);
	clock.advance(2 * DAY);
	assertOAuthError(await world.refresh(unused.refresh_token), 400, 'invalid_grant');
	last = await kept(last, 80, 3);
	clock.advance(40 * DAY);
	assertOAuthError(await world.refresh(last), 400, 'invalid_grant');
});
