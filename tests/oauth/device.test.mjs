/* The device grant (RFC 8628): the code, the page, the polls. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { request } from '../clients/lib/net.mjs';
import { assertOAuthError, startWorld } from './world.mjs';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const USER_CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;
const DEVICE = { client_name: 'Command line', grant_types: [GRANT, 'refresh_token'], redirect_uris: undefined,
	response_types: undefined };
let world;
let client;

before(async () => {
	world = await startWorld({ args: ['--trusted-proxy', '127.0.0.1/32'] });
	const answer = await world.register(DEVICE);
	assert.equal(answer.status, 201, answer.text);
	client = answer.json;
});

after(() => world?.stop());

function begin(changes = {}) {
	return world.form('/device_authorization', { client_id: client.client_id, scope: 'campaigns:read sync:write',
		...changes });
}

async function begun(changes) {
	const answer = await begin(changes);
	assert.equal(answer.status, 200, answer.text);
	world.secrets.push(answer.json.device_code);
	return answer.json;
}

function poll(device, changes = {}) {
	return world.form('/token', { grant_type: GRANT, device_code: device.device_code, client_id: client.client_id,
		...changes });
}

/* The page of the code, filled in by this browser. */
async function enter(agent, code, headers = {}) {
	const page = await agent.get('/device');
	const [form] = formsOf(page.text);
	const fields = form.fields.filter((one) => one.name !== 'user_code').map((one) => [one.name, one.value]);
	return agent.post(form.action, [...fields, ['user_code', code]], headers);
}

/* Enters the code, signs in if required, and decides. Returns the last page. */
async function decide(device, decision, typed = device.user_code) {
	const agent = new UserAgent(world.url);
	let at = await agent.follow(await enter(agent, typed), '/device');
	if (at.url.pathname === '/signin') {
		const [form] = formsOf(at.answer.text);
		const fields = Object.fromEntries(form.fields.map((one) => [one.name, one.value]));
		at = await agent.follow(await agent.post(form.action, { ...fields, email: world.account.email,
			password: world.account.password }), '/signin');
	}
	assert.equal(at.url.pathname, '/authorize/consent', at.answer.text.slice(0, 400));
	const consent = at.answer;
	const [form] = formsOf(consent.text);
	const fields = form.fields.filter((one) => one.type !== 'button' &&
		(!['checkbox', 'radio'].includes(one.type) || one.checked)).map((one) => [one.name, one.value]);
	const last = await agent.post(form.action, [...fields, ['decision', decision]]);
	return { consent, last };
}

test('a client of devices alone needs no redirect URI', () => {
	assert.deepEqual(client.grant_types, ['refresh_token', GRANT]);
	assert.deepEqual(client.response_types, []);
});

test('the answer to the device', async () => {
	const answer = await begin();
	assert.equal(answer.status, 200, answer.text);
	assert.match(answer.headers['cache-control'], /no-store/);
	const device = answer.json;
	assert.ok(device.device_code.length >= 43);
	assert.match(device.user_code, USER_CODE);
	assert.equal(device.verification_uri, `${world.url}/device`);
	assert.equal(device.verification_uri_complete, `${world.url}/device?user_code=${device.user_code}`);
	assert.equal(device.expires_in, 900);
	assert.equal(device.interval, 5);
});

test('pending, then allowed: tokens once, without the scope that was not ticked', async () => {
	const device = await begun();
	assertOAuthError(await poll(device), 400, 'authorization_pending');
	const { consent, last } = await decide(device, 'allow', ` ${device.user_code.toLowerCase().replace('-', ' ')} `);
	assert.ok(consent.text.includes(device.user_code), 'the page shows the code to compare');
	assert.match(consent.text, /Command line/);
	assert.equal(last.status, 200, last.text);
	assert.match(last.text, /device is connected/);
	const tokens = await poll(device);
	assert.equal(tokens.status, 200, tokens.text);
	world.secrets.push(tokens.json.access_token, tokens.json.refresh_token);
	assert.equal(tokens.json.scope, 'campaigns:read');
	assert.equal(await world.mcpStatus(tokens.json.access_token), 200);
	const again = await world.refresh(tokens.json.refresh_token, { client_id: client.client_id });
	assert.equal(again.status, 200, again.text);
	assertOAuthError(await poll(device), 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(again.json.access_token), 200);
});

test('denied', async () => {
	const device = await begun();
	const { last } = await decide(device, 'deny');
	assert.match(last.text, /Denied/);
	assertOAuthError(await poll(device), 400, 'access_denied');
	assertOAuthError(await poll(device), 400, 'access_denied');
});

test('polls that come too fast have to slow down', async () => {
	const device = await begun();
	assertOAuthError(await poll(device), 400, 'authorization_pending');
	assertOAuthError(await poll(device), 400, 'slow_down');
	assertOAuthError(await poll(device), 400, 'slow_down');
	await decide(device, 'allow');
	const tokens = await poll(device);
	assert.equal(tokens.status, 200, 'what was decided is not held back');
});

test('two polls at once give one grant', async () => {
	const device = await begun();
	await decide(device, 'allow');
	const answers = await Promise.all(Array.from({ length: 20 }, () => poll(device)));
	assert.equal(answers.filter((one) => one.status === 200).length, 1);
	for (const one of answers.filter((other) => other.status !== 200))
		assertOAuthError(one, 400, 'invalid_grant');
});

test('a code works for one decision only', async () => {
	const device = await begun();
	await decide(device, 'deny');
	const agent = new UserAgent(world.url);
	const page = await enter(agent, device.user_code);
	assert.equal(page.status, 400);
	assert.match(page.text, /code is wrong or has expired/);
});

test('the link with the code in it still asks', async () => {
	const device = await begun();
	const agent = new UserAgent(world.url);
	const page = await agent.get(device.verification_uri_complete);
	assert.equal(page.status, 200);
	assert.ok(formsOf(page.text)[0].fields.some((one) => one.value === device.user_code));
	assertOAuthError(await poll(device), 400, 'authorization_pending');
});

test('what is asked for is shown only after sign-in', async () => {
	const device = await begun();
	const agent = new UserAgent(world.url);
	const at = await agent.follow(await enter(agent, device.user_code), '/device');
	assert.equal(at.url.pathname, '/signin');
	assert.doesNotMatch(at.answer.text, /Command line/);
});

test('a form from elsewhere is refused', async () => {
	const device = await begun();
	const agent = new UserAgent(world.url);
	const page = await enter(agent, device.user_code, { 'Sec-Fetch-Site': 'cross-site',
		Origin: 'https://evil.example' });
	assert.equal(page.status, 403);
	assert.equal(page.headers.location, undefined);
});

test('the page cannot be framed, and a typed text is only text', async () => {
	const agent = new UserAgent(world.url);
	const page = await agent.get('/device?user_code=%22%3E%3Cscript%3E1');
	assert.match(page.headers['content-security-policy'], /frame-ancestors 'none'/);
	assert.ok(!page.text.includes('<script>'));
});

test('another client gets nothing by the device code', async () => {
	const other = (await world.register({ ...DEVICE, client_name: 'Other device' })).json;
	const device = await begun();
	await decide(device, 'allow');
	assertOAuthError(await poll(device, { client_id: other.client_id }), 400, 'invalid_grant');
	assert.equal((await poll(device)).status, 200);
});

test('a client has the grants that it registered', async () => {
	assertOAuthError(await begin({ client_id: world.client.client_id }), 400, 'unauthorized_client');
	assertOAuthError(await poll({ device_code: 'x' }, { client_id: world.client.client_id }), 400,
		'unauthorized_client');
	assertOAuthError(await world.form('/token', { grant_type: 'authorization_code', code: 'x', code_verifier: 'y',
		client_id: client.client_id }), 400, 'unauthorized_client');
	const both = await world.register({ grant_types: ['authorization_code', GRANT] });
	assert.deepEqual(both.json.grant_types, ['authorization_code', 'refresh_token', GRANT]);
	assertOAuthError(await world.register({ grant_types: ['refresh_token'] }), 400, 'invalid_client_metadata');
	assertOAuthError(await world.register({ grant_types: ['authorization_code', GRANT], redirect_uris: [] }), 400,
		'invalid_redirect_uri');
});

for (const [what, changes, status, error] of [
	['no client', { client_id: undefined }, 400, 'invalid_request'],
	['an unknown client', { client_id: 'cli_nobody' }, 401, 'invalid_client'],
	['a scope that does not exist', { scope: 'everything' }, 400, 'invalid_scope'],
	['a foreign resource', { resource: 'https://other.example/' }, 400, 'invalid_target'],
	['a parameter twice', { scope: ['a', 'b'] }, 400, 'invalid_request'],
	['a document on an address', { client_id: 'https://127.0.0.1/client.json' }, 400, 'invalid_client'],
	['a document over http', { client_id: 'http://app.example/client.json' }, 400, 'invalid_client'],
	['a document without a path', { client_id: 'https://app.example' }, 400, 'invalid_client'],
	['a document of over 2048 characters', { client_id: `https://app.example/${'x'.repeat(2048)}` }, 400, 'invalid_client'],
])
	test(`/device_authorization refuses ${what}`, async () => {
		assertOAuthError(await begin(changes), status, error);
	});

test('/token without a device code, or with one that never was', async () => {
	assertOAuthError(await poll({}), 400, 'invalid_request');
	assertOAuthError(await poll({ device_code: 'adcore_dc_x' }), 400, 'invalid_grant');
	const device = await begun();
	assertOAuthError(await poll(device, { resource: `${world.url}/api/v1` }), 400, 'invalid_target');
});

test('GET is not for the endpoint', async () => {
	const get = await request(`${world.url}/device_authorization`);
	assert.equal(get.status, 405);
});

test('wrong codes are counted, and stopped after ten', async () => {
	const agent = new UserAgent(world.url);
	for (let i = 0; i < 10; i++) {
		const page = await enter(agent, 'BCDF-GHJK');
		if (page.status === 429)
			break;
		assert.equal(page.status, 400);
	}
	const stopped = await enter(agent, 'BCDF-GHJK');
	assert.equal(stopped.status, 429);
	assert.ok(Number(stopped.headers['retry-after']) > 0);
});

test('a right code of the guesser\'s own lets the count stand', async () => {
	const agent = new UserAgent(world.url);
	const from = { 'X-Forwarded-For': '198.51.100.7' };
	for (let i = 0; i < 9; i++)
		assert.equal((await enter(agent, 'BCDF-GHJK', from)).status, 400);
	const own = await begun();
	for (let i = 0; i < 2; i++)
		assert.equal((await enter(agent, own.user_code, from)).status, 303, 'right ones do not count');
	assert.equal((await enter(agent, 'BCDF-GHJK', from)).status, 400);
	assert.equal((await enter(agent, 'BCDF-GHJK', from)).status, 429);
	assert.equal((await enter(agent, own.user_code, from)).status, 429);
});

test('nothing secret is in the log', () => world.assertQuietLog());
