/*
 * The official client's handling of push_sync's input requests: it asks the person in its own
 * way, and calls again.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { until } from './lib/net.mjs';
import { startSandbox, startServer } from './lib/server.mjs';
import { formsOf, UserAgent } from './lib/user_agent.mjs';

const REVISION = '2026-07-28';

let sandbox;
let server;

before(async () => {
	sandbox = await startSandbox();
	server = await startServer({ sandbox });
});

after(async () => {
	await server?.stop();
	await sandbox?.stop();
});

/* A person at a client: the received questions, and the answers. */
async function personAt(token, elicitation, answer) {
	const asked = [];
	const client = new Client({ name: 'adcore-tests-v2', version: '1.0.0' },
		{ capabilities: elicitation ? { elicitation } : {}, versionNegotiation: { mode: { pin: REVISION } } });
	if (elicitation)
		client.setRequestHandler('elicitation/create', async (request) => {
			asked.push(request.params);
			return answer(request.params);
		});
	await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp),
		{ requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
	return { client, asked };
}

async function planOf(token, client, activate) {
	const made = await server.rest(token, 'POST', '/campaigns', { name: 'Rolls', type: 'SEARCH', budget: 20, status: 'ENABLED' });
	assert.equal(made.status, 201, made.text);
	const preview = await client.callTool({ name: 'preview_sync', arguments: { all: true, activate } });
	return { all: true, activate, planHash: preview.structuredContent.plan.planHash };
}

async function runsOf(token) {
	return (await server.rest(token, 'GET', '/sync')).json.data;
}

function newToken() {
	return server.mintToken(server.addAccount());
}

test('a person who confirms has it pushed, once', async () => {
	const token = newToken();
	const { client, asked } = await personAt(token, { form: {} }, () => ({ action: 'accept', content: { confirm: true } }));
	const answer = await client.callTool({ name: 'push_sync', arguments: await planOf(token, client, true) });
	assert.ok(!answer.isError, JSON.stringify(answer));
	assert.equal(asked.length, 1);
	assert.match(asked[0].message, /0 -> 20(\.00)? USD/);
	const { id } = answer.structuredContent.run;
	await until('it is live', async () => (await runsOf(token))[0].status === 'SUCCEEDED');
	assert.deepEqual((await runsOf(token)).map((run) => run.id), [id]);
	await client.close();
});

for (const action of ['decline', 'cancel'])
	test(`a person who answers ${action} has nothing pushed`, async () => {
		const token = newToken();
		const { client, asked } = await personAt(token, { form: {} }, () => ({ action }));
		const answer = await client.callTool({ name: 'push_sync', arguments: await planOf(token, client, true) });
		assert.equal(answer.isError, true);
		assert.equal(asked.length, 1);
		assert.deepEqual(await runsOf(token), []);
		await client.close();
	});

test('nobody is asked about what stays paused', async () => {
	const token = newToken();
	const { client, asked } = await personAt(token, { form: {} }, () => ({ action: 'cancel' }));
	const answer = await client.callTool({ name: 'push_sync', arguments: await planOf(token, client, false) });
	assert.ok(!answer.isError, JSON.stringify(answer));
	assert.deepEqual(asked, []);
	await client.close();
});

test('a client that cannot ask pushes what was agreed to in the conversation', async () => {
	const token = newToken();
	const { client } = await personAt(token);
	const answer = await client.callTool({ name: 'push_sync', arguments: await planOf(token, client, true) });
	assert.ok(answer.structuredContent.run.id);
	await client.close();
});

test('the page where a run is approved is opened by the client', async () => {
	const account = server.addAccount();
	const token = server.mintToken(account);
	const other = server.mintToken(account);
	const space = (await server.rest(other, 'GET', '/me')).json.data.space.id;
	const rule = await server.rest(other, 'PATCH', `/spaces/${space}`, { guardrails: { requireApproval: { test: 'CONNECTOR' } } });
	assert.equal(rule.status, 200, rule.text);
	const { client, asked } = await personAt(token, { url: {} }, async (params) => {
		const browser = new UserAgent(server.url);
		const page = await browser.signIn(await browser.open(params.url), account);
		assert.equal(page.answer.status, 200, page.answer.text);
		assert.equal(page.url.href, params.url, 'signing in leads to the page');
		/* The page without script offers the same as forms. */
		const plain = await browser.open(params.url.replace('/app/runs/', '/app/plain/runs/'));
		const form = formsOf(plain.answer.text).find((one) => one.fields.some((field) => field.value === 'approve'));
		const approved = await browser.post(form.action, form.fields.map((field) => [field.name, field.value]));
		assert.equal(approved.status, 303, approved.text);
		return { action: 'accept' };
	});
	const answer = await client.callTool({ name: 'push_sync', arguments: await planOf(token, client, true) });
	assert.equal(asked.length, 1);
	assert.equal(asked[0].mode, 'url');
	assert.equal(asked[0].url, `${server.url}/app/runs/${answer.structuredContent.run.id}`);
	assert.notEqual(answer.structuredContent.run.status, 'AWAITING_APPROVAL');
	await client.close();
});
