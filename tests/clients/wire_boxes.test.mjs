/*
 * The protocol's requirements for every answer of a kind, method by method: caching, results,
 * notifications, streams.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { LEGACY, META, MODERN, legacy, modern, send } from './lib/mcp_raw.mjs';
import { request } from './lib/net.mjs';
import { startServer } from './lib/server.mjs';

const INFO = 'io.modelcontextprotocol/serverInfo';

let server;
let token;
let campaign;

before(async () => {
	server = await startServer();
	token = server.mintToken(server.addAccount());
	const made = await server.rest(token, 'POST', '/campaigns', { name: 'Rolls', type: 'SEARCH', budget: 20 });
	assert.equal(made.status, 201, made.text);
	campaign = made.json.data.id;
});

after(async () => {
	await server?.stop();
});

const CACHED = [
	['server/discover', {}, 'public'],
	['tools/list', {}, 'private'],
	['prompts/list', {}, 'public'],
	['resources/list', {}, 'public'],
	['resources/templates/list', {}, 'public'],
	['resources/read', () => ({ uri: `adcore://campaign/${campaign}` }), 'private'],
];

const OTHERS = [
	['tools/call', { name: 'get_context', arguments: {} }],
	['prompts/get', { name: 'weekly_review' }],
	['completion/complete', { ref: { type: 'ref/prompt', name: 'weekly_review' }, argument: { name: 'platform', value: 'g' } }],
];

const of = (params) => (typeof params === 'function' ? params() : params);

for (const [method, params, scope] of CACHED)
	test(`${method} says how long and for whom it may be kept`, async () => {
		const { result } = (await send(server, token, modern(method, of(params)))).rpc;
		assert.equal(result.resultType, 'complete');
		assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0);
		assert.equal(result.cacheScope, scope);
		assert.equal(result._meta[INFO].name, 'adcore');
	});

for (const [method, params] of OTHERS)
	test(`${method} may not be kept, and says what kind of result it is`, async () => {
		const { result } = (await send(server, token, modern(method, params))).rpc;
		assert.equal(result.resultType, 'complete');
		assert.equal(result.ttlMs, undefined);
		assert.equal(result.cacheScope, undefined);
		assert.equal(result._meta[INFO].name, 'adcore');
	});

test('the handshake era knows none of it', async () => {
	for (const [method, params] of [...CACHED.slice(1), ...OTHERS]) {
		const { result } = (await send(server, token, legacy(method, of(params)))).rpc;
		assert.ok(result, method);
		for (const key of ['resultType', 'ttlMs', 'cacheScope'])
			assert.equal(result[key], undefined, `${method} ${key}`);
	}
});

test('what is written does not change with the client that is said to ask', async () => {
	const as = (name) => send(server, token, modern('tools/call', OTHERS[0][1],
		{ meta: { ...META, 'io.modelcontextprotocol/clientInfo': { name, version: '1' } } }));
	const [one, other] = await Promise.all([as('claude'), as('something')]);
	assert.deepEqual(one.rpc.result.content, other.rpc.result.content);
});

test('nothing is remembered between requests: capabilities are those of each', async () => {
	const declared = { ...META, 'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
	const listen = (meta) => send(server, token, modern('tasks/get', { taskId: 'x' }, { meta }),
		{ 'Mcp-Name': 'x' });
	assert.equal((await listen(declared)).rpc.error.code, -32602);
	const after = await listen(META);
	assert.equal(after.status, 400);
	assert.equal(after.rpc.error.code, -32021);
});

test('a log level asked for brings no log, and is no fault', async () => {
	const meta = { ...META, 'io.modelcontextprotocol/logLevel': 'debug' };
	const answer = await send(server, token, modern('tools/call', OTHERS[0][1], { meta }));
	assert.equal(answer.type, 'application/json');
	assert.ok(answer.rpc.result);
});

test('trace keys are taken as they come', async () => {
	const meta = { ...META, traceparent: 'nonsense', tracestate: 'x', baggage: 'y' };
	assert.ok((await send(server, token, modern('tools/list', {}, { meta }))).rpc.result);
});

for (const version of [undefined, LEGACY, MODERN])
	test(`OPTIONS that is no preflight is 405 (${version ?? 'no version'})`, async () => {
		const answer = await request(server.mcp, { method: 'OPTIONS', headers: { Authorization: `Bearer ${token}`,
			'MCP-Protocol-Version': version } });
		assert.equal(answer.status, 405);
		assert.equal(answer.headers.allow, 'POST');
	});

test('no code of the reserved range but the three that are defined', async () => {
	const codes = new Set();
	const messages = [
		modern('tools/list', {}, { meta: null }), modern('foo/bar'), modern('prompts/get', { name: 'nope' }),
		modern('resources/read', { uri: 'adcore://campaign/cmp_nowhere' }), modern('tools/call', { name: 'nope' }),
		modern('tasks/get', { taskId: 'x' }), { ...modern('tools/list'), headers: {} }, { raw: '{' },
	];
	for (const message of messages)
		codes.add((await send(server, token, message, message.body?.method === 'tasks/get' ? { 'Mcp-Name': 'x' } : {})).rpc?.error?.code);
	for (const code of codes)
		assert.ok(code === undefined || code > -32000 || code <= -32600 || [-32020, -32021, -32022, -32000].includes(code), `${code}`);
});
