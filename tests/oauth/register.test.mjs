/* Dynamic registration (RFC 7591), as real clients send it. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { column } from './overtaken.mjs';
import { REDIRECT, startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld({ args: ['--trusted-proxy', '127.0.0.1/32'] });
});

after(() => world?.stop());

function assertRefused(answer, error) {
	assert.equal(answer.status, 400, answer.text);
	assert.equal(answer.type, 'application/json');
	assert.equal(answer.json.error, error, answer.text);
}

test('a public client: 201, all that was registered, no secret, no null', async () => {
	const answer = await world.register({ client_uri: 'https://client.example/', scope: 'campaigns:read' });
	assert.equal(answer.status, 201, answer.text);
	assert.equal(answer.type, 'application/json');
	assert.match(answer.headers['cache-control'], /no-store/);
	assert.equal(answer.headers['access-control-allow-origin'], '*');
	const client = answer.json;
	assert.ok(client.client_id.length >= 16);
	assert.doesNotMatch(client.client_id, /^https:|:/);
	assert.ok(Math.abs(client.client_id_issued_at - Date.now() / 1000) < 60);
	assert.equal('client_secret' in client, false);
	assert.equal(client.client_name, 'Table client');
	assert.deepEqual(client.redirect_uris, [REDIRECT]);
	assert.deepEqual(client.grant_types.sort(), ['authorization_code', 'refresh_token']);
	assert.deepEqual(client.response_types, ['code']);
	assert.equal(client.token_endpoint_auth_method, 'none');
	assert.ok(!Object.values(client).includes(null));
	assert.ok(client.registration_access_token.length >= 43);
	assert.equal(client.registration_client_uri, `${world.url}/register/${client.client_id}`);
});

test('no method named: client_secret_basic, with a secret', async () => {
	const { json: client, status } = await world.register({ token_endpoint_auth_method: undefined });
	assert.equal(status, 201);
	assert.equal(client.token_endpoint_auth_method, 'client_secret_basic');
	assert.ok(client.client_secret.length >= 43);
	assert.equal(client.client_secret_expires_at, 0);
});

test('client_secret_post, as the hosted assistants ask', async () => {
	const { json: client, status } = await world.register({ token_endpoint_auth_method: 'client_secret_post',
		redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] });
	assert.equal(status, 201);
	assert.equal(client.token_endpoint_auth_method, 'client_secret_post');
	assert.ok(client.client_secret);
});

for (const uris of [
	['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
	['https://chatgpt.com/connector_platform_oauth_redirect'],
	['http://localhost/callback', 'http://127.0.0.1/callback'],
	['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
	['http://[::1]:7777/oauth/callback'],
	['http://localhost:6274/oauth/callback'],
]) {
	test(`accepted: ${uris.join(' ')}`, async () => {
		const answer = await world.register({ redirect_uris: uris });
		assert.equal(answer.status, 201, answer.text);
		assert.deepEqual(answer.json.redirect_uris, uris);
	});
}

test('three at once with a private scheme, as one editor sends: not refused as a whole', async () => {
	const answer = await world.register({ redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback',
		'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'], application_type: 'web' });
	assert.equal(answer.status, 201, answer.text);
	assert.ok(answer.json.redirect_uris.includes('https://www.cursor.com/agents/mcp/oauth/callback'));
	assert.ok(answer.json.redirect_uris.includes('http://localhost:8787/callback'));
});

for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x', 'blob:https://a/b',
	'http://client.example/callback', 'https://client.example/callback#x', 'https://user:pw@client.example/cb',
	'/callback', '', 'https://', 'http://127.0.0.1.evil.example/cb']) {
	test(`refused as the only redirect URI: ${uri || 'an empty one'}`, async () => {
		assertRefused(await world.register({ redirect_uris: [uri] }), 'invalid_redirect_uri');
	});
}

for (const [name, members, error] of [
	['no redirect_uris', { redirect_uris: undefined }, 'invalid_redirect_uri'],
	['an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
	['a string for a list', { redirect_uris: REDIRECT }, ['invalid_redirect_uri', 'invalid_client_metadata']],
	['a number in the list', { redirect_uris: [7] }, ['invalid_redirect_uri', 'invalid_client_metadata']],
	['a client_uri of script', { client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
	['a logo_uri of data', { logo_uri: 'data:image/png;base64,x' }, 'invalid_client_metadata'],
	['a name that is no string', { client_name: { en: 'x' } }, 'invalid_client_metadata'],
	['response_types token', { response_types: ['token'] }, 'invalid_client_metadata'],
	['the implicit grant alone', { grant_types: ['implicit'] }, 'invalid_client_metadata'],
]) {
	test(`refused: ${name}`, async () => {
		const answer = await world.register(members);
		assert.equal(answer.status, 400, answer.text);
		assert.ok([error].flat().includes(answer.json.error), answer.text);
	});
}

test('unknown members and translated ones are tolerated', async () => {
	const answer = await world.register({ 'client_name#ja': 'クライアント', resource: 'https://x.example/', software_version: '1', x: { y: [1] } });
	assert.equal(answer.status, 201, answer.text);
});

test('scopes that nobody knows are dropped, not refused', async () => {
	const answer = await world.register({ scope: 'campaigns:read something:else offline_access' });
	assert.equal(answer.status, 201, answer.text);
	assert.doesNotMatch(answer.json.scope ?? '', /something/);
});

test('further grants in the list are tolerated', async () => {
	const answer = await world.register({ grant_types: ['authorization_code', 'refresh_token',
		'urn:ietf:params:oauth:grant-type:jwt-bearer'] });
	assert.equal(answer.status, 201, answer.text);
	assert.ok(answer.json.grant_types.includes('authorization_code'));
});

for (const [name, body] of [['no JSON', 'redirect_uris=x'], ['an array', '[]'], ['an empty body', ''],
	['a duplicate member', `{"redirect_uris":["${REDIRECT}"],"redirect_uris":["https://evil.example/"]}`]]) {
	test(`refused: ${name}`, async () => {
		const answer = await request(`${world.url}/register`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
		assert.equal(answer.status, 400, answer.text);
		assert.ok(['invalid_client_metadata', 'invalid_redirect_uri', 'invalid_request'].includes(answer.json.error), answer.text);
	});
}

test('a body over the limit is refused', async () => {
	const answer = await world.register({ x: 'y'.repeat(200000) });
	assert.ok([400, 413].includes(answer.status), `${answer.status}`);
});

test('GET is 405 with Allow', async () => {
	const answer = await request(`${world.url}/register`);
	assert.equal(answer.status, 405);
	assert.match(answer.headers.allow, /\bPOST\b/);
});

test('an account does not become a client by registering its id', async () => {
	const answer = await world.register({ client_id: world.account.uid, client_secret: 'chosen' });
	assert.equal(answer.status, 201, answer.text);
	assert.notEqual(answer.json.client_id, world.account.uid);
	assert.notEqual(answer.json.client_secret, 'chosen');
});

/* Last, because it uses up this address's registrations of a minute. */
test('a registration that two networks share stands for neither', async () => {
	const from = async (address) => (await request(`${world.url}/register`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
		body: JSON.stringify({ client_name: 'Shared', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
	})).json.client_id;
	const origins = async (id) => column(world.server, `SELECT COUNT(origin) FROM oauth_clients WHERE id = '${id}'`);
	const id = await from('203.0.113.1');
	assert.equal(await from('203.0.113.1'), id);
	assert.deepEqual(await origins(id), ['1'], 'of one network');
	assert.equal(await from('203.0.113.2'), id);
	assert.deepEqual(await origins(id), ['0'], 'of nobody alone');
	assert.equal(await from('203.0.113.2'), id);
	assert.deepEqual(await origins(id), ['0']);
});

test('more than sixty registrations in a minute from one address: 429 with Retry-After', async () => {
	let refused;
	for (let i = 0; i < 61 && !refused; i++) {
		const answer = await world.register({ client_name: `Flood ${i}` });
		if (answer.status === 429)
			refused = answer;
		else
			assert.equal(answer.status, 201, answer.text);
	}
	assert.ok(refused, '429 within 61');
	assert.ok(Number(refused.headers['retry-after']) > 0);
	assert.equal(refused.type, 'application/json');
	assert.equal((await world.mcpStatus('x')), 401, 'other doors are open');
});
