/*
 * Official clients with the connector's event streams: listening, and a push's progress, in both
 * eras.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { until } from './lib/net.mjs';
import { startSandbox, startServer } from './lib/server.mjs';

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

function options(token) {
	return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}

async function modernClient(token) {
	const client = new Client({ name: 'adcore-tests-v2', version: '1.0.0' }, { versionNegotiation: { mode: { pin: REVISION } } });
	await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp), options(token)));
	return client;
}

async function legacyClient(token) {
	const client = new LegacyClient({ name: 'adcore-tests-v1', version: '1.0.0' });
	await client.connect(new LegacyTransport(new URL(server.mcp), options(token)));
	return client;
}

async function draft(token, name) {
	const made = await server.rest(token, 'POST', '/campaigns', { name, type: 'SEARCH', budget: 20 });
	assert.equal(made.status, 201, made.text);
	return made.json.data.id;
}

test('a client listens to a campaign, hears of its changes, and ends it', async () => {
	const token = server.mintToken(server.addAccount());
	const id = await draft(token, 'Rolls');
	const uri = `adcore://campaign/${id}`;
	const client = await modernClient(token);
	assert.equal(client.getServerCapabilities().resources.subscribe, true);
	const heard = [];
	client.setNotificationHandler('notifications/resources/updated', (note) => heard.push(note.params.uri));
	const subscription = await client.listen({ resourceSubscriptions: [uri, 'adcore://campaign/cmp_nowhere'] });
	assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [uri] });
	for (const [n, budget] of [[1, 21], [2, 22]]) {
		const changed = await server.rest(token, 'PATCH', `/campaigns/${id}`, { budget });
		assert.equal(changed.status, 200, changed.text);
		await until('the change is told', () => heard.length >= n);
	}
	assert.deepEqual([...new Set(heard)], [uri]);
	await subscription.close();
	assert.equal(await subscription.closed, 'local');
	await client.close();
});

test('a stopping server ends what is listened to gracefully', async () => {
	const other = await startServer();
	const token = other.mintToken(other.addAccount());
	const made = await other.rest(token, 'POST', '/campaigns', { name: 'Rolls', type: 'SEARCH', budget: 20 });
	const client = new Client({ name: 'adcore-tests-v2', version: '1.0.0' }, { versionNegotiation: { mode: { pin: REVISION } } });
	await client.connect(new StreamableHTTPClientTransport(new URL(other.mcp), options(token)));
	const subscription = await client.listen({ resourceSubscriptions: [`adcore://campaign/${made.json.data.id}`] });
	await other.stop();
	assert.equal(await subscription.closed, 'graceful');
	await client.close();
});

for (const [era, connect] of [['modern', modernClient], ['legacy', legacyClient]])
	test(`a push tells a ${era} client how far it is, and answers with its end`, async () => {
		const token = server.mintToken(server.addAccount());
		await draft(token, 'Rolls');
		const client = await connect(token);
		const preview = await client.callTool({ name: 'preview_sync', arguments: { all: true } });
		const { planHash } = preview.structuredContent.plan;
		const heard = [];
		const ask = { onprogress: (progress) => heard.push(progress) };
		const call = { name: 'push_sync', arguments: { all: true, planHash } };
		const answer = era === 'modern' ? await client.callTool(call, ask) : await client.callTool(call, undefined, ask);
		assert.ok(!answer.isError, JSON.stringify(answer));
		assert.equal(answer.structuredContent.run.status, 'SUCCEEDED');
		assert.ok(heard.length >= 1);
		for (const [i, one] of heard.entries()) {
			assert.equal(one.total, 1);
			assert.ok(one.message);
			assert.ok(i === 0 || one.progress > heard[i - 1].progress, 'it rises');
		}
		assert.equal(heard.at(-1).progress, 1);
		await client.close();
	});
