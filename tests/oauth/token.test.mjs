/* The token endpoint: the code grant, PKCE (RFC 7636) and client authentication. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { FORM, REDIRECT, assertOAuthError, pkce, startWorld } from './world.mjs';

let world;
let other;

before(async () => {
	world = await startWorld();
	other = (await world.register({ client_name: 'Another client' })).json;
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

/* Rows that need no valid code: the fault is found before the code is read. */
const FIELDS = { grant_type: 'authorization_code', code: 'nothing', redirect_uri: REDIRECT, code_verifier: pkce().verifier };

const REFUSED = [
	['no grant_type', { grant_type: undefined }, 400, 'invalid_request'],
	['an empty grant_type', { grant_type: '' }, 400, 'invalid_request'],
	['an unknown grant_type', { grant_type: 'magic' }, 400, 'unsupported_grant_type'],
	['the password grant', { grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
	['the implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
	['grant_type twice', { grant_type: ['authorization_code', 'authorization_code'] }, 400, 'invalid_request'],
	['no code', { code: undefined }, 400, 'invalid_request'],
	['an empty code', { code: '' }, 400, 'invalid_request'],
	['an unknown code', {}, 400, 'invalid_grant'],
	['a code of 4 KB', { code: 'x'.repeat(4096) }, 400, 'invalid_grant'],
	['the code twice', { code: ['a', 'b'] }, 400, 'invalid_request'],
	['the verifier twice', { code_verifier: [FIELDS.code_verifier, FIELDS.code_verifier] }, 400, 'invalid_request'],
	['no client_id', { client_id: undefined }, [400, 401], ['invalid_request', 'invalid_client']],
	['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
	['client_id twice', { client_id: ['nobody', 'nobody'] }, 400, 'invalid_request'],
	['refresh without a refresh_token', { grant_type: 'refresh_token', code: undefined }, 400, 'invalid_request'],
	['an empty refresh_token', { grant_type: 'refresh_token', refresh_token: '' }, 400, 'invalid_request'],
	['an unknown refresh_token', { grant_type: 'refresh_token', refresh_token: 'nothing' }, 400, 'invalid_grant'],
];

for (const [name, changes, status, error] of REFUSED) {
	test(`refused: ${name}`, async () => {
		const answer = await world.form('/token', { ...FIELDS, client_id: world.client.client_id, ...changes });
		const statuses = [status].flat();
		assert.ok(statuses.includes(answer.status), answer.text);
		assertOAuthError(answer, answer.status, error);
		assert.equal(answer.headers['access-control-allow-origin'], '*', 'clients in a page can read the error');
	});
}

test('GET is 405 with Allow', async () => {
	const answer = await request(`${world.url}/token`);
	assert.equal(answer.status, 405);
	assert.match(answer.headers.allow, /\bPOST\b/);
});

for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencodedx', 'multipart/form-data', undefined]) {
	test(`a body of type ${type} is refused`, async () => {
		const answer = await request(`${world.url}/token`, { method: 'POST', headers: { 'Content-Type': type },
			body: new URLSearchParams({ ...FIELDS, client_id: world.client.client_id }).toString() });
		assertOAuthError(answer, 400, 'invalid_request');
	});
}

test('a form type with a parameter and other case is accepted', async () => {
	const grant = await world.code();
	const answer = await world.exchange(grant, {}, { 'Content-Type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' });
	assert.equal(answer.status, 200, answer.text);
});

test('credentials in the query are refused', async () => {
	const grant = await world.code();
	for (const query of ['client_secret=x', `code=${grant.code}`, 'refresh_token=x']) {
		const answer = await request(`${world.url}/token?${query}`, { method: 'POST', headers: { 'Content-Type': FORM },
			body: new URLSearchParams(world.codeFields(grant)).toString() });
		assertOAuthError(answer, 400, 'invalid_request');
	}
	assert.equal((await world.exchange(grant)).status, 200, 'the code is untouched');
});

test('a body over the limit is refused', async () => {
	const answer = await request(`${world.url}/token`, { method: 'POST', headers: { 'Content-Type': FORM },
		body: `grant_type=authorization_code&code=${'x'.repeat(300000)}` });
	assert.ok([400, 413].includes(answer.status), `${answer.status}`);
});

test('an exchange answers all that a client needs', async () => {
	const grant = await world.code({ changes: { scope: 'campaigns:read ads:read' } });
	const answer = await world.exchange(grant);
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.type, 'application/json');
	assert.match(answer.headers['cache-control'], /no-store/);
	assert.equal(answer.headers.pragma, 'no-cache');
	assert.equal(answer.headers['access-control-allow-origin'], '*');
	const tokens = answer.json;
	assert.equal(tokens.token_type, 'Bearer');
	assert.equal(tokens.expires_in, 3600);
	assert.deepEqual(tokens.scope.split(' ').sort(), ['ads:read', 'campaigns:read']);
	assert.ok(tokens.refresh_token.length >= 43, 'at least 256 bits');
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	assert.ok(!Object.values(tokens).includes(null));
});

test('unknown parameters are ignored, empty ones are absent', async () => {
	const grant = await world.code();
	const answer = await world.exchange(grant, { colour: 'blue', scope: '' });
	assert.equal(answer.status, 200, answer.text);
});

test('no verifier: invalid_request, and the code lives', async () => {
	const grant = await world.code();
	assertOAuthError(await world.exchange(grant, { code_verifier: undefined }), 400, 'invalid_request');
	assert.equal((await world.exchange(grant)).status, 200);
});

for (const [name, bend] of [
	['too short', (v) => v.slice(0, 42)],
	['too long', (v) => v + 'x'.repeat(129 - v.length)],
	['with a letter that is not allowed', (v) => `${v.slice(0, -1)}!`],
]) {
	test(`a verifier ${name} is refused`, async () => {
		const grant = await world.code();
		assertOAuthError(await world.exchange(grant, { code_verifier: bend(grant.verifier) }), 400,
			['invalid_grant', 'invalid_request']);
	});
}

for (const length of [43, 128]) {
	test(`a verifier of ${length} letters is accepted`, async () => {
		const { verifier, challenge } = pkce(length);
		const grant = await world.code({ changes: { code_challenge: challenge } });
		assert.equal((await world.exchange(grant, { code_verifier: verifier })).status, 200);
	});
}

test('four wrong verifiers, then the right one', async () => {
	const grant = await world.code();
	for (let i = 0; i < 4; i++)
		assertOAuthError(await world.exchange(grant, { code_verifier: pkce().verifier }), 400, 'invalid_grant');
	assert.equal((await world.exchange(grant)).status, 200);
});

test('five wrong verifiers kill the code', async () => {
	const grant = await world.code();
	for (let i = 0; i < 5; i++)
		assertOAuthError(await world.exchange(grant, { code_verifier: pkce().verifier }), 400, 'invalid_grant');
	assertOAuthError(await world.exchange(grant), 400, 'invalid_grant');
});

for (const [name, changes, error] of [
	['another redirect_uri', { redirect_uri: 'http://127.0.0.1:52001/other' }, 'invalid_grant'],
	['another port of the redirect_uri', { redirect_uri: 'http://127.0.0.1:52002/callback' }, 'invalid_grant'],
	['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
	['a resource with a fragment', { resource: 'https://other.example/mcp#x' }, 'invalid_target'],
	['two resources', { resource: ['https://a.example/', 'https://b.example/'] }, 'invalid_target'],
]) {
	test(`refused without harm to the code, however often: ${name}`, async () => {
		const grant = await world.code();
		for (let i = 0; i < 6; i++)
			assertOAuthError(await world.exchange(grant, changes), 400, error);
		assert.equal((await world.exchange(grant)).status, 200, 'the code lives');
	});
}

test('another resource of this server than the one authorized is refused', async () => {
	const grant = await world.code();
	assertOAuthError(await world.exchange(grant, { resource: world.server.api }), 400, 'invalid_target');
	assert.equal((await world.exchange(grant)).status, 200);
});

test('resource and redirect_uri may be left out', async () => {
	const grant = await world.code();
	const answer = await world.exchange(grant, { resource: undefined, redirect_uri: undefined });
	assert.equal(answer.status, 200, answer.text);
	assert.equal(await world.mcpStatus(answer.json.access_token), 200, 'the audience is the one authorized');
});

test('a code of another client is refused without harm', async () => {
	const grant = await world.code();
	for (let i = 0; i < 6; i++)
		assertOAuthError(await world.exchange(grant, { client_id: other.client_id }), 400, 'invalid_grant');
	assert.equal((await world.exchange(grant)).status, 200);
});

test('a token for the REST API is not one for the connector, and the other way round', async () => {
	const grant = await world.code({ changes: { resource: world.server.api, scope: 'campaigns:read' } });
	const rest = (await world.exchange(grant, { resource: world.server.api })).json;
	assert.equal(await world.mcpStatus(rest.access_token), 401);
	const me = await world.server.rest(rest.access_token, 'GET', '/me');
	assert.equal(me.status, 200, me.text);
	const mcp = await world.tokens();
	assert.equal((await world.server.rest(mcp.access_token, 'GET', '/me')).status, 401);
});

test('the second use of a code is refused and revokes what the first gave', async () => {
	const grant = await world.code();
	const tokens = (await world.exchange(grant)).json;
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	assertOAuthError(await world.exchange(grant), 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(tokens.access_token), 401);
	assertOAuthError(await world.refresh(tokens.refresh_token), 400, 'invalid_grant');
});

test('a used code with a wrong verifier or client revokes nothing', async () => {
	const grant = await world.code();
	const tokens = (await world.exchange(grant)).json;
	assertOAuthError(await world.exchange(grant, { code_verifier: pkce().verifier }), 400, 'invalid_grant');
	assertOAuthError(await world.exchange(grant, { client_id: other.client_id }), 400, 'invalid_grant');
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
});

/* --- client authentication ---------------------------------------------------------------- */

function basic(id, secret) {
	const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
	return { Authorization: `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}` };
}

for (const method of ['client_secret_basic', 'client_secret_post']) {
	test(`${method}: the right secret, in the right way`, async () => {
		const client = await world.confidential(method);
		assert.ok(client.client_secret.length >= 43);
		const grant = await world.code({ client });
		const asBasic = () => world.exchange(grant, { client_id: undefined }, basic(client.client_id, client.client_secret));
		const asPost = () => world.exchange(grant, { client_secret: client.client_secret });
		assertOAuthError(await world.exchange(grant), 401, 'invalid_client');
		assertOAuthError(await world.exchange(grant, { client_secret: 'wrong' }), 401, 'invalid_client');
		assertOAuthError(await (method === 'client_secret_post' ? asBasic() : asPost()), 401, 'invalid_client');
		const answer = method === 'client_secret_post' ? await asPost() : await asBasic();
		assert.equal(answer.status, 200, answer.text);
		world.secrets.push(client.client_secret);
	});
}

test('who named no method has client_secret_basic by the standard, and may post its secret too', async () => {
	const client = await world.confidential(undefined, { token_endpoint_auth_method: undefined });
	assert.equal(client.token_endpoint_auth_method, 'client_secret_basic');
	world.secrets.push(client.client_secret);
	const posted = await world.exchange(await world.code({ client }), { client_secret: client.client_secret });
	assert.equal(posted.status, 200, posted.text);
	const shown = await world.exchange(await world.code({ client }), { client_id: undefined }, basic(client.client_id, client.client_secret));
	assert.equal(shown.status, 200, shown.text);
	for (const { json } of [posted, shown])
		world.secrets.push(json.access_token, json.refresh_token);
});

test('a wrong secret by Basic is 401 with a Basic challenge', async () => {
	const client = await world.confidential();
	const grant = await world.code({ client });
	const answer = await world.exchange(grant, { client_id: undefined }, basic(client.client_id, 'wrong'));
	assertOAuthError(answer, 401, 'invalid_client');
	assert.match(answer.headers['www-authenticate'] ?? '', /^Basic /);
});

for (const [name, value] of [['not base64', 'Basic !!!'], ['without a colon', `Basic ${Buffer.from('abc').toString('base64')}`],
	['empty', 'Basic ']]) {
	test(`a Basic header ${name} is 401`, async () => {
		const answer = await world.form('/token', FIELDS, { Authorization: value });
		assertOAuthError(answer, 401, 'invalid_client');
	});
}

test('the scheme is read in any case', async () => {
	const client = await world.confidential();
	const grant = await world.code({ client });
	const header = basic(client.client_id, client.client_secret).Authorization.replace('Basic', 'bAsIc');
	assert.equal((await world.exchange(grant, { client_id: undefined }, { Authorization: header })).status, 200);
});

test('two ways of authentication at once are refused', async () => {
	const client = await world.confidential();
	const grant = await world.code({ client });
	const answer = await world.exchange(grant, { client_secret: client.client_secret }, basic(client.client_id, client.client_secret));
	assert.ok([400, 401].includes(answer.status));
	assertOAuthError(answer, answer.status, ['invalid_request', 'invalid_client']);
});

test('a client_id that is not the one authenticated is refused', async () => {
	const client = await world.confidential();
	const grant = await world.code({ client });
	const answer = await world.exchange(grant, { client_id: world.client.client_id }, basic(client.client_id, client.client_secret));
	assert.ok([400, 401].includes(answer.status));
	assertOAuthError(answer, answer.status, ['invalid_request', 'invalid_client']);
});
