/*
 * Step-up: the refusal of a call names all missing scopes at once, and the next authorization
 * keeps the scopes granted before (MCP 2026-07-28, RFC 6750 section 3.1).
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { request } from '../clients/lib/net.mjs';
import { MemoryProvider, challengeOf, recordingFetch } from '../clients/lib/provider.mjs';
import { REDIRECT, startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});
after(() => world?.stop());

const words = (text) => text.split(' ').sort();

async function grant(scope, resource = world.server.mcp) {
	const code = await world.code({ changes: { scope, resource } });
	return (await world.exchange(code, { resource })).json;
}

const campaign = { name: 'Bakery', platform: 'google', budget: 20 };
const whole = { ...campaign, adGroups: [{ name: 'Bread', ads: [{ type: 'RESPONSIVE_SEARCH' }], keywords: [{ text: 'bread', matchType: 'EXACT' }] }] };

function call(token, name, args) {
	return request(world.server.mcp, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
			'MCP-Protocol-Version': '2025-11-25' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
	});
}

test('the connector names what is granted and all that the call needs', async () => {
	const { access_token: token } = await grant('campaigns:read ads:read');
	for (const [args, needed] of [
		[campaign, 'campaigns:write'],
		[whole, 'campaigns:write ads:write keywords:write'],
		[{ ...campaign, adGroups: [{ name: 'Bread' }] }, 'campaigns:write'],
		[{ adGroups: 'nonsense', ads: 7 }, 'campaigns:write'],
	]) {
		const answer = await call(token, 'create_campaign', args);
		assert.equal(answer.status, 403, answer.text);
		const challenge = challengeOf(answer.headers['www-authenticate']);
		assert.equal(challenge.scheme, 'Bearer');
		assert.equal(challenge.error, 'insufficient_scope');
		assert.deepEqual(words(challenge.scope), words(`campaigns:read ads:read ${needed}`));
		assert.equal(challenge.resource_metadata, `${world.url}/.well-known/oauth-protected-resource/mcp`);
		assert.deepEqual([...answer.json.error.data.details.required].sort(), words(needed));
	}
});

test('the API does the same, with its own metadata', async () => {
	const { access_token: token } = await grant('campaigns:read', world.server.api);
	const answer = await world.server.rest(token, 'POST', '/campaigns', campaign);
	assert.equal(answer.status, 403, answer.text);
	const challenge = challengeOf(answer.headers['www-authenticate']);
	assert.equal(challenge.error, 'insufficient_scope');
	assert.deepEqual(words(challenge.scope), words('campaigns:read campaigns:write'));
	assert.equal(challenge.resource_metadata, `${world.url}/.well-known/oauth-protected-resource/api/v1`);
	const copied = await world.server.rest(token, 'GET', '/ads');
	assert.deepEqual(words(challengeOf(copied.headers['www-authenticate']).scope), words('campaigns:read ads:read'));
});

test('what the API says to nobody, and to a bad token, leads to its metadata', async () => {
	const nobody = challengeOf((await request(`${world.server.api}/me`)).headers['www-authenticate']);
	assert.equal(nobody.scheme, 'Bearer');
	assert.equal(nobody.error, undefined, 'no credential, no error');
	assert.equal(nobody.resource_metadata, `${world.url}/.well-known/oauth-protected-resource/api/v1`);
	const bad = challengeOf((await world.server.rest('x.y.z', 'GET', '/me')).headers['www-authenticate']);
	assert.equal(bad.error, 'invalid_token');
});

test('where the role is what is missing, nobody is sent to authorize again', async () => {
	const owner = world.server.addAccount();
	const space = world.server.cli(['space', 'add', '--email', owner.email, '--name', 'Shared']);
	world.server.cli(['space', 'member', 'add', space.id, '--email', world.account.email, '--role', 'VIEWER']);
	const machine = world.server.cli(['client', 'add', '--email', owner.email, '--name', 'n', '--env', 'test', '--scopes', 'campaigns:read,campaigns:write', '--space', space.id]);
	const basic = `Basic ${Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64')}`;
	const { access_token: token } = (await world.form('/token', { grant_type: 'client_credentials' }, { Authorization: basic })).json;
	const second = world.server.addAccount();
	world.server.cli(['space', 'member', 'add', space.id, '--email', second.email, '--role', 'OWNER']);
	world.server.cli(['space', 'member', 'set', space.id, '--email', owner.email, '--role', 'VIEWER']);
	const answer = await world.server.rest(token, 'POST', '/campaigns', campaign);
	assert.equal(answer.status, 403, answer.text);
	assert.equal(answer.headers['www-authenticate'], undefined);
});

test('the v2 client steps up by itself, once, and keeps what it had', async () => {
	const log = [];
	const provider = new MemoryProvider(REDIRECT, 'Step-up client');
	Object.defineProperty(provider, 'clientMetadata', { value: { ...provider.clientMetadata, scope: 'campaigns:read sync:read' } });
	const transport = () => new StreamableHTTPClientTransport(new URL(world.server.mcp), { authProvider: provider, fetch: recordingFetch(log) });
	const make = () => new Client({ name: 'step-up', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
	const consent = async (by) => {
		const away = await world.agent.authorize(provider.opened.at(-1).href, world.account);
		await by.finishAuth(away.searchParams);
	};
	/* The first grant, of two scopes only: the test narrows the URL that the client opens. */
	let line = transport();
	await assert.rejects(make().connect(line), UnauthorizedError);
	provider.opened.at(-1).searchParams.set('scope', 'campaigns:read sync:read');
	await consent(line);
	assert.deepEqual(words(provider.saved.scope), words('campaigns:read sync:read'));
	line = transport();
	const client = make();
	await client.connect(line);
	const opened = provider.opened.length;
	await assert.rejects(client.callTool({ name: 'create_campaign', arguments: whole }), UnauthorizedError);
	assert.equal(provider.opened.length, opened + 1, 'the person is asked again');
	assert.deepEqual(words(provider.opened.at(-1).searchParams.get('scope')),
		words('ads:write campaigns:read campaigns:write keywords:write sync:read'));
	await consent(line);
	assert.deepEqual(words(provider.saved.scope), words('ads:write campaigns:read campaigns:write keywords:write sync:read'));
	await client.close();
	line = transport();
	const again = make();
	await again.connect(line);
	await again.callTool({ name: 'create_campaign', arguments: whole });
	assert.equal(provider.opened.length, opened + 1, 'and not a third time');
	const tools = (await again.listTools(undefined, { cacheMode: 'refresh' })).tools.map((tool) => tool.name);
	for (const name of ['create_campaign', 'create_ad', 'create_keyword', 'preview_sync'])
		assert.ok(tools.includes(name), name);
	await again.close();
});
