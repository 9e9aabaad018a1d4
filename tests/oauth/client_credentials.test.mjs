/*
 * Machine clients of an account: `adcore client add|list|rotate|remove` and the client
 * credentials grant (OAuth 2.1 section 4.2, RFC 9068 section 2.2).
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { decodeJwt } from 'jose';
import { request } from '../clients/lib/net.mjs';
import { BIN } from '../clients/lib/server.mjs';
import { assertOAuthError, startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});
after(async () => {
	world.assertQuietLog();
	await world.stop();
});

function add(scopes, { account = world.account, ...options } = {}) {
	const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
	const machine = world.server.cli(['client', 'add', '--email', account.email, '--name', 'nightly',
		'--env', 'test', '--scopes', scopes, ...flags]);
	world.secrets.push(machine.clientSecret);
	return machine;
}

const basic = ({ clientId, clientSecret }) => ({
	Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
});

const ask = (machine, fields = {}, headers = basic(machine)) =>
	world.form('/token', { grant_type: 'client_credentials', ...fields }, headers);

async function token(machine, fields) {
	const answer = await ask(machine, fields);
	assert.equal(answer.status, 200, answer.text);
	world.secrets.push(answer.json.access_token);
	return answer.json;
}

const rest = (accessToken, method = 'GET', path = '/me', body) => world.server.rest(accessToken, method, path, body);

test('a machine works for its account with what was fixed, and gets no refresh token', async () => {
	const machine = add('campaigns:read,campaigns:write');
	assert.equal(machine.environment, 'test');
	assert.deepEqual(machine.scopes, ['campaigns:read', 'campaigns:write']);
	const answer = await token(machine);
	assert.equal(answer.token_type, 'Bearer');
	assert.equal(answer.refresh_token, undefined);
	assert.equal(answer.scope, 'campaigns:read campaigns:write');
	const claims = decodeJwt(answer.access_token);
	assert.equal(claims.sub, machine.clientId, 'no resource owner: the subject is the client');
	assert.equal(claims.client_id, machine.clientId);
	assert.equal(claims.aud, world.server.api);
	const me = await rest(answer.access_token);
	assert.equal(me.status, 200, me.text);
	assert.equal(me.json.data.environment, 'test');
	assert.equal((await rest(answer.access_token, 'GET', '/ads')).status, 403, 'a scope it has not');
	assert.equal(await world.mcpStatus(answer.access_token), 401, 'another resource');
});

test('oauth4webapi takes it', async () => {
	const machine = add('campaigns:read');
	const issuer = new URL(world.url);
	const insecure = { [oauth.allowInsecureRequests]: true };
	const as = await oauth.processDiscoveryResponse(issuer,
		await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
	assert.ok(as.grant_types_supported.includes('client_credentials'));
	const client = { client_id: machine.clientId };
	const response = await oauth.clientCredentialsGrantRequest(as, client,
		oauth.ClientSecretBasic(machine.clientSecret), { scope: 'campaigns:read' }, insecure);
	const result = await oauth.processClientCredentialsResponse(as, client, response);
	assert.equal((await rest(result.access_token)).status, 200);
});

test('scope narrows, never widens', async () => {
	const machine = add('campaigns:read,ads:read');
	assert.equal((await token(machine, { scope: 'ads:read' })).scope, 'ads:read');
	assertOAuthError(await ask(machine, { scope: 'ads:read ads:write' }), 400, 'invalid_scope');
	assertOAuthError(await ask(machine, { scope: 'sync:write' }), 400, 'invalid_scope');
	assertOAuthError(await ask(machine, { scope: 'nonsense' }), 400, 'invalid_scope');
	assertOAuthError(await ask(machine, { scope: 'ads:read "' }), 400, 'invalid_scope');
});

test('sync:write is had only by asking for it, twice', async () => {
	assert.ok(!add('all').scopes.includes('sync:write'), 'all leaves it out');
	const machine = add('sync:read,sync:write');
	assert.equal((await token(machine)).scope, 'sync:read');
	assert.equal((await token(machine, { scope: 'sync:write sync:read' })).scope, 'sync:read sync:write');
	const only = add('sync:write');
	assertOAuthError(await ask(only), 400, 'invalid_scope');
	assert.equal((await token(only, { scope: 'sync:write' })).scope, 'sync:write');
});

test('resource is the one it was registered for', async () => {
	const machine = add('campaigns:read', { resource: 'mcp' });
	const answer = await token(machine, { resource: world.server.mcp });
	assert.equal(decodeJwt(answer.access_token).aud, world.server.mcp);
	assert.equal(await world.mcpStatus(answer.access_token), 200);
	assert.equal((await rest(answer.access_token)).status, 401);
	assertOAuthError(await ask(machine, { resource: world.server.api }), 400, 'invalid_target');
	assertOAuthError(await ask(machine, { resource: 'https://elsewhere.example/' }), 400, 'invalid_target');
});

test('only the client itself, with its secret', async () => {
	const machine = add('campaigns:read');
	const other = add('campaigns:read');
	assertOAuthError(await ask(machine, {}, basic({ ...machine, clientSecret: other.clientSecret })), 401, 'invalid_client');
	assertOAuthError(await ask(machine, { client_id: machine.clientId }, {}), 401, 'invalid_client');
	assert.equal((await ask(machine, { client_id: machine.clientId, client_secret: machine.clientSecret }, {})).status, 200);
});

test('no other client has the grant, and a machine no other', async () => {
	const machine = add('campaigns:read');
	assertOAuthError(await world.form('/token', { grant_type: 'client_credentials', client_id: world.client.client_id }),
		400, 'unauthorized_client');
	const confidential = await world.confidential('client_secret_basic', { grant_types: ['authorization_code', 'client_credentials'] });
	assert.ok(!confidential.grant_types.includes('client_credentials'), 'nobody registers for it over the network');
	assertOAuthError(await ask({ clientId: confidential.client_id, clientSecret: confidential.client_secret }),
		400, 'unauthorized_client');
	assertOAuthError(await world.form('/token', { grant_type: 'authorization_code', code: 'x', code_verifier: 'y'.repeat(43) },
		basic(machine)), 400, 'unauthorized_client');
	assertOAuthError(await world.form('/token', { grant_type: 'refresh_token', refresh_token: 'x' }, basic(machine)),
		400, 'invalid_grant');
	const page = await request(world.authorizeUrl({ client_id: machine.clientId }));
	assert.equal(page.status, 400, 'it cannot ask a person');
});

test('removed is over at once, for the client and for its tokens', async () => {
	const machine = add('campaigns:read');
	const { access_token: held } = await token(machine);
	assert.equal((await rest(held)).status, 200);
	world.server.cli(['client', 'remove', machine.clientId]);
	assert.equal((await rest(held)).status, 401);
	assertOAuthError(await ask(machine), 401, 'invalid_client');
	const list = world.server.cli(['client', 'list', '--email', world.account.email]);
	assert.ok(!list.some((one) => one.clientId === machine.clientId));
	const again = spawnSync(BIN, ['client', 'remove', machine.clientId], { env: world.server.environment, encoding: 'utf8' });
	assert.equal(again.status, 1);
	assert.match(again.stderr, /there is no client/);
});

test('rotated, the old secret and the old tokens end, and the new secret works at once', async () => {
	const machine = add('campaigns:read');
	const { access_token: held } = await token(machine);
	const next = world.server.cli(['client', 'rotate', machine.clientId]);
	world.secrets.push(next.clientSecret);
	assert.equal(next.clientId, machine.clientId);
	assert.equal((await rest(held)).status, 401);
	assertOAuthError(await ask(machine), 401, 'invalid_client');
	const fresh = await token(next);
	assert.equal((await rest(fresh.access_token)).status, 200);
});

test('a revoked access token is one token; the machine goes on', async () => {
	const machine = add('campaigns:read');
	const { access_token: held } = await token(machine);
	assert.equal((await world.form('/revoke', { token: held }, basic(machine))).status, 200);
	assert.equal((await rest(held)).status, 401);
	assert.equal((await rest((await token(machine)).access_token)).status, 200);
});

test('introspection says whose it is', async () => {
	const machine = add('campaigns:read');
	const { access_token: held } = await token(machine);
	const told = (await world.form('/introspect', { token: held }, basic(machine))).json;
	assert.equal(told.active, true);
	assert.equal(told.sub, machine.clientId);
	assert.equal(told.username, undefined);
});

test('the role of the account bounds its machines, when they are made and after', async () => {
	const owner = world.account;
	const member = world.server.addAccount();
	const space = world.server.cli(['space', 'add', '--email', owner.email, '--name', 'Shared']);
	const id = space.id;
	world.server.cli(['space', 'member', 'add', id, '--email', member.email, '--role', 'EDITOR']);
	const machine = add('campaigns:read,campaigns:write', { account: member, space: id });
	const beyond = spawnSync(BIN, ['client', 'add', '--email', member.email, '--name', 'x', '--env', 'test',
		'--scopes', 'sync:write', '--space', id], { env: world.server.environment, encoding: 'utf8' });
	assert.equal(beyond.status, 1);
	assert.match(beyond.stderr, /EDITOR does not give sync:write/);
	const { access_token: held } = await token(machine);
	const draft = { name: 'A', platform: 'google', budget: 10 };
	assert.notEqual((await rest(held, 'POST', '/campaigns?validateOnly=true', draft)).status, 403);
	world.server.cli(['space', 'member', 'set', id, '--email', member.email, '--role', 'VIEWER']);
	assert.equal((await rest(held, 'POST', '/campaigns?validateOnly=true', draft)).status, 403, 'a viewer writes nothing');
	assert.equal((await rest(held, 'GET', '/campaigns')).status, 200);
	world.server.cli(['space', 'member', 'remove', id, '--email', member.email]);
	assert.equal((await rest(held, 'GET', '/campaigns')).status, 404, 'no member any more');
});

test('another account\'s Space does not exist', () => {
	const stranger = world.server.addAccount();
	const space = world.server.cli(['space', 'add', '--email', stranger.email, '--name', 'Theirs']);
	const run = spawnSync(BIN, ['client', 'add', '--email', world.account.email, '--name', 'x', '--env', 'test',
		'--scopes', 'all', '--space', space.id, '--json'], { env: world.server.environment, encoding: 'utf8' });
	assert.equal(run.status, 1);
	assert.equal(JSON.parse(run.stderr).error.code, 'NOT_FOUND');
});

test('the command names every fault', () => {
	const run = spawnSync(BIN, ['client', 'add', '--email', world.account.email, '--name', '', '--env', 'prod',
		'--scopes', 'x', '--resource', 'all'], { env: world.server.environment, encoding: 'utf8' });
	assert.equal(run.status, 2);
	for (const flag of ['--name', '--env', '--scopes', '--resource'])
		assert.ok(run.stderr.includes(flag), `${flag}: ${run.stderr}`);
});
