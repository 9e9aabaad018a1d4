/* Sign-ins and refusals as entries of the history: the account, the Space, and the filters. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { comeFrom, until } from '../clients/lib/net.mjs';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';
import { assertOAuthError, startWorld } from './world.mjs';

let world;
let tokens;

before(async () => {
	world = await startWorld();
	const scopes = 'all,people:read';
	tokens = { test: world.server.mintToken(world.account, { scopes }), live: world.server.mintToken(world.account, { name: 'live', environment: 'live', scopes }) };
	world.secrets.push(tokens.test, tokens.live);
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

async function history(filters, environment = 'test') {
	const answer = await world.server.rest(tokens[environment], 'GET', `/history?${new URLSearchParams(filters)}`);
	assert.equal(answer.status, 200, answer.text);
	for (const secret of world.secrets)
		assert.ok(!answer.text.includes(secret), 'no secret in the history');
	return answer.json.data;
}

test('a consent stands in the chosen Space: by whom, for which client, with what', async () => {
	const { json: client } = await world.register({ client_name: 'Consented' });
	const grant = await world.code({ client, changes: { scope: 'campaigns:read ads:read' } });
	const [entry, ...more] = await history({ resource: 'grant', verb: 'APPROVE', objectId: client.client_id });
	assert.equal(more.length, 0);
	assert.equal(entry.door, 'OAUTH');
	assert.equal(entry.accountId, world.account.uid);
	assert.match(entry.credentialId, /^ses_/);
	assert.match(entry.requestId, /^req_/);
	assert.deepEqual(entry.after, { clientId: client.client_id, scopes: ['campaigns:read', 'ads:read'] });
	assert.deepEqual(await history({ resource: 'grant', verb: 'APPROVE', objectId: client.client_id }, 'live'), [], 'test data was chosen');
	assert.equal((await world.exchange(grant)).status, 200);
	const [made] = await history({ resource: 'grant', verb: 'CREATE' });
	assert.equal(made.after.clientId, client.client_id);
});

test('a consent that was denied stands in both environments of the Personal Space', async () => {
	const { json: client } = await world.register({ client_name: 'Denied' });
	await world.agent.authorize(world.authorizeUrl({ client_id: client.client_id }), world.account, { decision: 'deny' });
	for (const environment of ['test', 'live']) {
		const [entry, ...more] = await history({ resource: 'grant', verb: 'REFUSE' }, environment);
		assert.equal(more.length, 0);
		assert.equal(entry.objectId, client.client_id);
		assert.equal(entry.accountId, world.account.uid);
		assert.deepEqual(entry.after, { clientId: client.client_id });
	}
});

test('a grant ends with its reason: by the client, by reuse, by a code shown twice', async () => {
	const byClient = await world.tokens();
	await world.revoke(byClient.refresh_token);
	const reused = await world.tokens();
	const second = (await world.refresh(reused.refresh_token)).json;
	world.secrets.push(second.access_token, second.refresh_token);
	await world.refresh(second.refresh_token);
	assertOAuthError(await world.refresh(reused.refresh_token), 400, 'invalid_grant');
	const grant = await world.code();
	await world.exchange(grant);
	await world.exchange(grant);
	const entries = await history({ resource: 'grant', verb: 'REVOKE' });
	assert.deepEqual(entries.map((entry) => entry.after.reason), ['code_reuse', 'reuse', 'client']);
});

test('API tokens: minted, rotated, revoked', async () => {
	const minted = world.server.cli(['token', 'mint', '--email', world.account.email, '--name', 'audited', '--env', 'test', '--scopes', 'all']);
	const rotated = world.server.cli(['token', 'rotate', minted.tokenId]);
	world.secrets.push(minted.token, rotated.token);
	world.server.cli(['token', 'revoke', minted.tokenId]);
	const entries = await history({ resource: 'token', objectId: minted.tokenId });
	assert.deepEqual(entries.map((entry) => [entry.verb, entry.door]), [['REVOKE', 'CLI'], ['ROTATE', 'CLI'], ['CREATE', 'CLI']]);
});

test('refreshes and registrations are lines of the log, with client and request', async () => {
	const first = await world.tokens();
	const answer = await world.refresh(first.refresh_token);
	world.secrets.push(answer.json.access_token, answer.json.refresh_token);
	const registered = await world.register({ client_name: 'Logged' });
	const line = (event, reply) => until(event, () => world.server.log().split('\n').filter((text) => text.includes(`"${event}"`))
		.map((text) => JSON.parse(text)).find((one) => one.request === reply.headers['x-request-id']));
	const issued = await line('token_issued', answer);
	assert.equal(issued.client, world.client.client_id);
	assert.match(issued.grant, /^grt_/);
	assert.equal((await line('client_registered', registered)).client, registered.json.client_id);
});

test('a failed sign-in and a good one are lines of the log, with account and address', async () => {
	const account = world.server.addAccount();
	world.secrets.push(account.password);
	const agent = new UserAgent(world.url);
	for (const password of ['a wrong password, and long', account.password])
		await agent.submit(await agent.open('/signin'), { set: { email: account.email, password } });
	const lines = () => world.server.log().split('\n').filter((text) => text.includes(account.uid)).map((text) => JSON.parse(text))
		.filter((one) => /^(signin_failed|signed_in)$/.test(one.event));
	await until('both lines', () => lines().length === 2);
	assert.deepEqual(lines().map((one) => one.event), ['signin_failed', 'signed_in']);
	for (const line of lines())
		assert.ok(line.address === '127.0.0.1' && line.account === account.uid, JSON.stringify(line));
	assert.ok(!world.server.log().includes('a wrong password'));
});

test('signing in and out, tries beyond the limit and a new password stand in both environments of the Personal Space', async () => {
	const account = world.server.addAccount();
	const scopes = 'all,people:read';
	const readers = { test: world.server.mintToken(account, { scopes }), live: world.server.mintToken(account, { name: 'live', environment: 'live', scopes }) };
	world.secrets.push(account.password, readers.test, readers.live);
	const of = async (environment, filters) => {
		const answer = await world.server.rest(readers[environment], 'GET', `/history?${new URLSearchParams(filters)}`);
		assert.equal(answer.status, 200, answer.text);
		return answer.json.data;
	};
	const agent = new UserAgent(world.url);
	const tried = async (password) => {
		const at = await agent.open('/signin');
		const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
		const hidden = form.fields.filter((one) => one.type === 'hidden').map((one) => [one.name, one.value]);
		return agent.post('/signin', [...hidden, ['email', account.email], ['password', password]]);
	};
	const signedIn = await tried(account.password);
	assert.equal(signedIn.status, 303);
	agent.cookies.clear();
	comeFrom('127.3.0.1');
	for (let i = 0; i < 10; i++)
		assert.equal((await tried('wrong')).status, 403);
	for (let i = 0; i < 5; i++)
		assert.equal((await tried('wrong')).status, 429);
	comeFrom(undefined);
	const { link } = world.server.cli(['account', 'invite', '--email', account.email]);
	const page = await agent.open(new URL(link).pathname + new URL(link).search);
	const password = `${account.password}-and-longer`;
	world.secrets.push(password);
	await agent.submit(page, { set: { password } });
	for (const environment of ['test', 'live']) {
		const sessions = await of(environment, { resource: 'session' });
		assert.deepEqual(sessions.map((one) => one.verb), ['CREATE', 'CREATE']);
		assert.equal(sessions[1].requestId, signedIn.headers['x-request-id']);
		assert.equal(sessions[1].accountId, account.uid);
		assert.equal(sessions[1].credentialId, sessions[1].objectId);
		const refused = await of(environment, { resource: 'account', verb: 'REFUSE' });
		assert.equal(refused.length, 1, 'once, however often it is tried');
		assert.equal(refused[0].accountId, null, 'nobody who is known');
		assert.equal(refused[0].objectId, account.uid);
		assert.deepEqual(refused[0].after, { reason: 'SIGN_IN_LIMIT' });
		const changed = await of(environment, { resource: 'account', verb: 'UPDATE', door: 'APP' });
		assert.deepEqual(changed.map((one) => one.after), [{ password: true }]);
	}
	const narrow = world.server.mintToken(world.account, { name: 'narrow', scopes: 'campaigns:read' });
	world.secrets.push(narrow);
	assert.equal((await world.server.rest(narrow, 'GET', '/history?resource=session')).status, 200);
});
