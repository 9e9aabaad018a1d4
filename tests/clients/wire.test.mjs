/*
 * The connector on the wire: status, JSON-RPC code and headers of every kind of message in both
 * eras. One row is one exchange. `expect` names the checked members, and no others are checked.
 */
import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import { LEGACY, META, MODERN, initialize, legacy, modern, send } from './lib/mcp_raw.mjs';
import { rawExchange, request, requestPath } from './lib/net.mjs';
import { challengeOf } from './lib/provider.mjs';
import { startServer } from './lib/server.mjs';

let server;
let account;
let token;
let narrow;
let space;

before(async () => {
	server = await startServer();
	account = server.addAccount();
	token = server.mintToken(account);
	narrow = server.mintToken(account, { name: 'narrow', scopes: 'campaigns:read' });
	const me = await server.rest(token, 'GET', '/me');
	assert.equal(me.status, 200, me.text);
	space = me.json.data.space.id ?? me.json.data.space;
});

after(async () => {
	assert.ok(!server?.log().includes(token.split('_').at(-1)), 'no secret in the log');
	await server?.stop();
});

const TOOL = { name: 'get_context', arguments: {} };

function without(message, name) {
	const headers = { ...message.headers };
	delete headers[name];
	return { ...message, headers };
}

function withHeader(message, name, value) {
	return { ...message, headers: { ...message.headers, [name]: value } };
}

/*
 * [name, message, expect]: expect.status; expect.error is the JSON-RPC code; expect.result is a
 * function over the result; expect.headers are patterns; expect.check sees the whole answer.
 */
const ROWS = [
	/* --- the stateless era ------------------------------------------------------------------ */
	['modern: server/discover', () => modern('server/discover'), { status: 200, result: (r) => {
		assert.ok(r.supportedVersions.includes(MODERN));
		assert.equal(r.resultType, 'complete');
		assert.ok(Number.isInteger(r.ttlMs) && r.ttlMs >= 0);
		assert.ok(['public', 'private'].includes(r.cacheScope));
		assert.ok(r.capabilities.tools);
		assert.ok(!r.capabilities.tools.listChanged);
		assert.ok(r.instructions.length <= 512, 'what ChatGPT and Codex read of them');
		assert.equal(r._meta['io.modelcontextprotocol/serverInfo'].name, 'adcore');
	} }],
	['modern: tools/list', () => modern('tools/list'), { status: 200, result: (r) => {
		assert.equal(r.resultType, 'complete');
		assert.equal(r.cacheScope, 'private', 'the list depends on the scopes');
		assert.ok(Number.isInteger(r.ttlMs) && r.ttlMs >= 0);
		assert.ok(r.tools.some((tool) => tool.name === 'create_campaign'));
		assert.ok(r._meta['io.modelcontextprotocol/serverInfo']);
	} }],
	['modern: the list is at most 24,000 bytes', () => modern('tools/list'), { status: 200, result: (r) => {
		const bytes = Buffer.byteLength(JSON.stringify(r.tools));
		assert.ok(bytes <= 24000, `${bytes}`);
		assert.ok(r.tools.length <= 24);
	} }],
	['modern: a string id comes back as a string', () => modern('tools/list', {}, { id: 'a-1' }),
		{ status: 200, check: (a) => assert.equal(a.rpc.id, 'a-1') }],
	['modern: id 0 comes back', () => modern('tools/list', {}, { id: 0 }), { status: 200, check: (a) => assert.equal(a.rpc.id, 0) }],
	['modern: a tool call', () => modern('tools/call', TOOL), { status: 200, result: (r) => {
		assert.equal(r.resultType, 'complete');
		assert.ok(!r.isError);
		assert.ok(r.structuredContent);
		assert.equal(r.content[0].type, 'text');
	} }],
	['modern: an unknown tool', () => modern('tools/call', { name: 'nope', arguments: {} }), { status: 200, error: -32602 }],
	['modern: a call without a name', () => modern('tools/call', { arguments: {} }), { status: 400 }],
	['modern: arguments of a wrong type are a tool error', () => modern('tools/call', { name: 'create_campaign', arguments: { name: 5, type: 'SEARCH', budget: 'x' } }),
		{ status: 200, result: (r) => {
			assert.equal(r.isError, true);
			assert.match(r.content[0].text, /name/);
			assert.match(r.content[0].text, /budget/, 'every fault is named');
		} }],
	['modern: an unknown argument is named', () => modern('tools/call', { name: 'create_campaign', arguments: { name: 'a', type: 'SEARCH', budget: 1, colour: 'blue' } }),
		{ status: 200, result: (r) => {
			assert.equal(r.isError, true);
			assert.match(r.content[0].text, /colour/);
		} }],
	['modern: arguments that are no object', () => modern('tools/call', { name: 'get_context', arguments: [] }),
		{ check: (a) => assert.ok(a.rpc.error?.code === -32602 || a.rpc.result?.isError === true, a.text) }],
	['modern: a bad cursor', () => modern('tools/list', { cursor: 'zzz' }),
		{ check: (a) => assert.ok(a.rpc.error?.code === -32602 || a.rpc.result, a.text) }],
	['modern: an unknown prompt', () => modern('prompts/get', { name: 'nope' }), { check: (a) => {
		assert.ok(a.status === 200 && a.rpc.error.code === -32602 || a.status === 404 && a.rpc.error.code === -32601, a.text);
	} }],
	['modern: an unknown resource', () => modern('resources/read', { uri: 'adcore://nope' }), { check: (a) => {
		assert.ok(a.status === 200 && a.rpc.error.code === -32602 || a.status === 404 && a.rpc.error.code === -32601, a.text);
		if (a.status === 200)
			assert.equal(a.rpc.error.data.uri, 'adcore://nope');
	} }],
	['modern: an unknown method', () => modern('foo/bar'), { status: 404, error: -32601 }],
	['modern: initialize', () => modern('initialize'), { status: 404, error: -32601 }],
	['modern: ping', () => modern('ping'), { status: 404, error: -32601 }],
	['modern: logging/setLevel', () => modern('logging/setLevel', { level: 'info' }), { status: 404, error: -32601 }],
	['modern: resources/subscribe', () => modern('resources/subscribe', { uri: 'adcore://x' }), { status: 404, error: -32601 }],
	['modern: resources/unsubscribe', () => modern('resources/unsubscribe', { uri: 'adcore://x' }), { status: 404, error: -32601 }],
	['modern: the header without the envelope', () => modern('tools/list', {}, { meta: null }), { status: 400, error: -32602 }],
	['modern: an envelope without capabilities', () => modern('tools/list', {}, { meta: { 'io.modelcontextprotocol/protocolVersion': MODERN } }),
		{ status: 400, error: -32602 }],
	['modern: capabilities of a wrong type', () => modern('tools/list', {}, { meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': 'x' } }),
		{ status: 400, error: -32602 }],
	['modern: clientInfo may be there', () => modern('tools/list', {}, { meta: { ...META, 'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' } } }),
		{ status: 200 }],
	['modern: the envelope without the version header', () => without(modern('tools/list'), 'MCP-Protocol-Version'), { status: 400, error: -32020 }],
	['modern: another version in the header', () => withHeader(modern('tools/list'), 'MCP-Protocol-Version', LEGACY), { status: 400, error: -32020 }],
	['modern: no Mcp-Method', () => without(modern('tools/list'), 'Mcp-Method'), { status: 400, error: -32020 }],
	['modern: another Mcp-Method', () => withHeader(modern('tools/list'), 'Mcp-Method', 'tools/call'), { status: 400, error: -32020 }],
	['modern: Mcp-Method in another case', () => withHeader(modern('tools/list'), 'Mcp-Method', 'Tools/List'), { status: 400, error: -32020 }],
	['modern: blanks around Mcp-Method', () => withHeader(modern('tools/list'), 'Mcp-Method', '  tools/list '), { status: 200 }],
	['modern: no Mcp-Name', () => without(modern('tools/call', TOOL), 'Mcp-Name'), { status: 400, error: -32020 }],
	['modern: another Mcp-Name', () => withHeader(modern('tools/call', TOOL), 'Mcp-Name', 'create_campaign'), { status: 400, error: -32020 }],
	['modern: Mcp-Name in base64', () => withHeader(modern('tools/call', TOOL), 'Mcp-Name', `=?base64?${Buffer.from('get_context').toString('base64')}?=`), { status: 200 }],
	['modern: Mcp-Name in broken base64', () => withHeader(modern('tools/call', TOOL), 'Mcp-Name', '=?base64?%%%?='), { status: 400, error: -32020 }],
	['modern: an unknown version, header and envelope agreeing', () => withHeader(
		modern('tools/list', {}, { meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }), 'MCP-Protocol-Version', '2099-01-01'),
		{ status: 400, error: -32022, check: (a) => {
			assert.ok(a.rpc.error.data.supported.includes(MODERN));
			assert.equal(a.rpc.error.data.requested, '2099-01-01');
		} }],
	['modern: a legacy version in the envelope', () => withHeader(
		modern('tools/list', {}, { meta: { ...META, 'io.modelcontextprotocol/protocolVersion': LEGACY } }), 'MCP-Protocol-Version', LEGACY),
		{ status: 400, error: -32022 }],
	['modern: a notification', () => {
		const message = modern('notifications/cancelled', { requestId: 1 }, { id: undefined });
		return message;
	}, { status: 202, check: (a) => assert.equal(a.bytes.length, 0) }],
	['modern: a response posted', () => ({ body: { jsonrpc: '2.0', id: 1, result: {} }, headers: { 'MCP-Protocol-Version': MODERN } }), { status: 400 }],
	['modern: a batch', () => { const m = modern('tools/list'); return { ...m, body: [m.body] }; }, { status: 400, error: -32600 }],
	['modern: id null', () => modern('tools/list', {}, { id: null }), { status: 400, error: -32600 }],
	['modern: an id that is an object', () => modern('tools/list', {}, { id: {} }), { status: 400, error: -32600 }],
	['modern: no jsonrpc', () => { const m = modern('tools/list'); delete m.body.jsonrpc; return m; }, { status: 400, error: -32600 }],
	['modern: jsonrpc 1.0', () => { const m = modern('tools/list'); m.body.jsonrpc = '1.0'; return m; }, { status: 400, error: -32600 }],
	['modern: a method that is a number', () => { const m = modern('tools/list'); m.body.method = 7; return m; }, { status: 400 }],
	['modern: params that are a list', () => { const m = modern('tools/list'); m.body.params = []; return m; }, { status: 400 }],
	['modern: no JSON', () => ({ ...modern('tools/list'), raw: '{bad' }), { status: 400, error: -32700, check: (a) => assert.equal(a.rpc.id ?? null, null) }],
	['modern: an empty body', () => ({ ...modern('tools/list'), raw: '' }), { status: 400 }],
	['modern: bytes that are no UTF-8', () => ({ ...modern('tools/list'), raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }), { status: 400 }],
	['modern: a duplicate member', () => ({ ...modern('tools/list'), raw: '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}' }), { status: 400 }],
	['modern: nesting without end', () => ({ ...modern('tools/list'), raw: '['.repeat(100000) }), { status: 400 }],
	['modern: the wrong content type', () => modern('tools/list'), { headers: { 'Content-Type': 'text/plain' }, status: 415 }],
	['modern: no content type', () => modern('tools/list'), { headers: { 'Content-Type': undefined }, status: 415 }],
	['modern: a charset in the content type', () => modern('tools/list'), { headers: { 'Content-Type': 'application/json; charset=utf-8' }, status: 200 }],
	['modern: Accept of JSON alone', () => modern('tools/list'), { headers: { Accept: 'application/json' }, status: 200 }],
	['modern: Accept */*', () => modern('tools/list'), { headers: { Accept: '*/*' }, status: 200 }],
	['modern: no Accept', () => modern('tools/list'), { headers: { Accept: undefined }, status: 200 }],
	['modern: a plain answer is JSON', () => modern('tools/list'), { status: 200, check: (a) => assert.equal(a.type, 'application/json') }],
	['modern: no session id is minted', () => modern('server/discover'), { status: 200, check: (a) => assert.equal(a.headers['mcp-session-id'], undefined) }],
	['modern: a session id sent is ignored', () => modern('tools/list'), { headers: { 'Mcp-Session-Id': 'x', 'Last-Event-ID': '1' }, status: 200 }],

	/* --- the handshake era --------------------------------------------------------------------- */
	['legacy: initialize 2025-11-25', () => initialize(LEGACY), { status: 200, result: (r) => {
		assert.equal(r.protocolVersion, LEGACY);
		assert.equal(r.serverInfo.name, 'adcore');
		assert.ok(r.capabilities.tools);
	}, check: (a) => assert.equal(a.headers['mcp-session-id'], undefined) }],
	['legacy: initialize 2025-06-18', () => initialize('2025-06-18'), { status: 200, result: (r) => assert.equal(r.protocolVersion, '2025-06-18') }],
	['legacy: initialize with an old version', () => initialize('1999-01-01'), { status: 200, result: (r) => assert.equal(r.protocolVersion, LEGACY) }],
	['legacy: initialize with the stateless version', () => initialize(MODERN), { status: 200, result: (r) => assert.equal(r.protocolVersion, LEGACY) }],
	['legacy: initialize with Accept */*', () => initialize(LEGACY), { headers: { Accept: '*/*' }, status: 200 }],
	['legacy: initialized', () => legacy('notifications/initialized', undefined, { id: undefined }), { status: 202, check: (a) => assert.equal(a.bytes.length, 0) }],
	['legacy: ping', () => legacy('ping'), { status: 200, result: (r) => assert.deepEqual(Object.keys(r).filter((key) => key !== '_meta'), []) }],
	['legacy: tools/list', () => legacy('tools/list'), { status: 200, result: (r) => assert.ok(r.tools.length > 0) }],
	['legacy: tools/list at 2025-06-18', () => legacy('tools/list', {}, { version: '2025-06-18' }), { status: 200 }],
	['legacy: tools/list without the version header', () => legacy('tools/list', {}, { version: null }), { status: 200 }],
	['legacy: an unknown version in the header', () => legacy('tools/list', {}, { version: '1999-01-01' }), { status: 400 }],
	['legacy: a tool call', () => legacy('tools/call', TOOL), { status: 200, result: (r) => {
		assert.ok(!r.isError);
		assert.equal(typeof r.structuredContent, 'object');
	} }],
	['legacy: an unknown tool', () => legacy('tools/call', { name: 'nope', arguments: {} }), { status: 200, error: -32602 }],
	['legacy: arguments missing are a tool error', () => legacy('tools/call', { name: 'create_campaign', arguments: {} }), { status: 200, result: (r) => {
		assert.equal(r.isError, true);
		for (const field of ['name', 'type', 'budget'])
			assert.match(r.content[0].text, new RegExp(`\\b${field}\\b`));
	} }],
	['legacy: an unknown method', () => legacy('foo/bar'), { status: 200, error: -32601 }],
	['legacy: server/discover without the envelope', () => legacy('server/discover', undefined, { version: null }), { status: 200, error: -32601 }],
	['legacy: no JSON', () => ({ ...legacy('ping'), raw: '{bad' }), { status: 400, error: -32700 }],
	['legacy: id null', () => legacy('ping', undefined, { id: null }), { status: 400, error: -32600 }],
	['legacy: a batch', () => { const m = legacy('ping'); return { ...m, body: [m.body, { ...m.body, id: 2 }] }; }, { status: 400, error: -32600 }],
	['legacy: the wrong content type', () => legacy('ping'), { headers: { 'Content-Type': 'text/plain' }, status: 415 }],
	['legacy: Accept */*', () => legacy('tools/list'), { headers: { Accept: '*/*' }, status: 200 }],
	['legacy: Accept of an event stream alone', () => legacy('ping'), { headers: { Accept: 'text/event-stream' },
		check: (a) => assert.ok(a.status === 406 || a.status === 200 && a.type === 'text/event-stream' || a.status === 200, `${a.status}`) }],
	['legacy: cancelled', () => legacy('notifications/cancelled', { requestId: 99 }, { id: undefined }), { status: 202 }],
	['legacy: an unknown notification', () => legacy('notifications/nothing', {}, { id: undefined }), { status: 202 }],

	/*
	 * --- both: allowed origins and hosts
	 * ----------------------------------------------------------
	 */
	['a foreign Origin', () => modern('tools/list'), { headers: { Origin: 'https://evil.example' }, status: 403 }],
	['a foreign Origin, legacy', () => legacy('tools/list'), { headers: { Origin: 'http://evil.example.com' }, status: 403 }],
	['Origin null', () => modern('tools/list'), { headers: { Origin: 'null' }, status: 403 }],
	['an Origin that begins as ours', () => modern('tools/list'), { headers: { Origin: 'http://127.0.0.1.evil.example' }, status: 403 }],
	['our own Origin', () => modern('tools/list'), { headers: () => ({ Origin: server.url }), status: 200 }],
	['a loopback Origin of another port', () => modern('tools/list'), { headers: { Origin: 'http://localhost:6274' }, status: 200 }],
	['a foreign Host', () => modern('tools/list'), { headers: { Host: 'evil.example' }, status: 403 }],
	['a loopback Host by name', () => modern('tools/list'), { headers: { Host: 'localhost:1234' }, status: 200 }],
	['a loopback Host in IPv6', () => modern('tools/list'), { headers: { Host: '[::1]:1234' }, status: 200 }],
	['X-Space-Id of the own Space', () => modern('tools/call', TOOL), { headers: () => ({ 'X-Space-Id': space }), status: 200 }],
	['X-Space-Id of nobody', () => modern('tools/call', TOOL), { headers: { 'X-Space-Id': 'spc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, status: 404 }],
	['X-Space-Id of nobody, legacy', () => legacy('tools/call', TOOL), { headers: { 'X-Space-Id': 'spc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, status: 404 }],
	['X-Space-Id that is no id', () => modern('tools/call', TOOL), { headers: { 'X-Space-Id': '../x' }, status: 404 }],
];

describe('one exchange each', () => {
	for (const [name, make, expect] of ROWS) {
		test(name, async () => {
			const headers = typeof expect.headers === 'function' ? expect.headers() : expect.headers;
			const answer = await send(server, token, make(), headers);
			if (expect.status !== undefined)
				assert.equal(answer.status, expect.status, answer.text.slice(0, 500));
			if (expect.error !== undefined)
				assert.equal(answer.rpc.error?.code, expect.error, answer.text.slice(0, 500));
			if (expect.result) {
				assert.ok(answer.rpc.result, answer.text.slice(0, 500));
				expect.result(answer.rpc.result);
			}
			expect.check?.(answer);
			assert.equal(answer.headers['mcp-session-id'], undefined);
			const code = answer.type === 'application/json' && answer.text ? answer.json.error?.code : undefined;
			assert.ok(![-32002, -32042].includes(code), 'retired codes are never sent');
		});
	}
});

for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
	for (const version of [undefined, LEGACY, MODERN]) {
		test(`${method} with ${version ?? 'no version'} is 405 and says POST`, async () => {
			const answer = await request(server.mcp, { method, headers: { Authorization: `Bearer ${token}`,
				Accept: 'text/event-stream', 'MCP-Protocol-Version': version } });
			assert.equal(answer.status, 405);
			assert.match(answer.headers.allow, /\bPOST\b/);
			assert.doesNotMatch(answer.headers.allow, /\bGET\b|\bDELETE\b/);
		});
	}
}

test('/mcp/ is no redirect', async () => {
	const answer = await requestPath(server.url, '/mcp/', { method: 'POST', headers: { Authorization: `Bearer ${token}`,
		'Content-Type': 'application/json' }, body: '{}' });
	assert.ok(answer.status < 300 || answer.status >= 400, `${answer.status}`);
});

test('a body over the limit is 413 and the server lives', async () => {
	const message = modern('tools/call', { name: 'get_context', arguments: { x: 'y'.repeat(9 * 1024 * 1024) } });
	const answer = await send(server, token, message);
	assert.equal(answer.status, 413);
	assert.equal((await send(server, token, modern('tools/list'))).status, 200);
});

test('two Host headers are refused', async () => {
	const answer = await rawExchange(server.url, `POST /mcp HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nHost: evil.example\r\n` +
		`Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
	assert.match(answer, /^HTTP\/1\.1 400 /);
});

test('subscriptions/listen acknowledges an empty filter and ends, on an event stream', async () => {
	const answer = await send(server, token, modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, { id: 'sub-1' }));
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.type, 'text/event-stream');
	assert.equal(answer.headers['x-accel-buffering'], 'no');
	const messages = answer.text.split('\n').filter((line) => line.startsWith('data:')).map((line) => JSON.parse(line.slice(5)));
	assert.equal(messages[0].method, 'notifications/subscriptions/acknowledged');
	assert.equal(messages[0].params._meta['io.modelcontextprotocol/subscriptionId'], 'sub-1');
	assert.deepEqual(messages[0].params.notifications, {});
	assert.equal(messages.at(-1).id, 'sub-1');
	assert.equal(messages.at(-1).result.resultType, 'complete');
});

/*
 * --- requests without a token
 * ------------------------------------------------------------------
 */

for (const [name, make] of [['modern', () => modern('server/discover')], ['legacy', () => initialize()],
	['no JSON at all', () => ({ raw: '{bad' })], ['a GET', () => ({ method: 'GET' })]]) {
	test(`without a token, before anything else: 401 and where to go (${name})`, async () => {
		const answer = await send(server, undefined, make());
		assert.equal(answer.status, 401);
		const challenge = challengeOf(answer.headers['www-authenticate']);
		assert.equal(challenge.scheme, 'Bearer');
		assert.equal(challenge.error, undefined);
		assert.equal(challenge.resource_metadata, `${server.url}/.well-known/oauth-protected-resource/mcp`);
		assert.ok(challenge.scope.split(' ').includes('campaigns:read'));
		assert.ok(!challenge.scope.includes('offline_access'));
	});
}

for (const [name, bad] of [
	['an unknown token', () => 'adcore_test_aaaaaaaaaaaaaaaa_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
	['a wrong secret', () => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')],
	['another environment', () => token.replace('_test_', '_live_')],
	['something else', () => 'x'],
	['a long one', () => 'x'.repeat(6000)],
]) {
	test(`${name}: 401 invalid_token`, async () => {
		const answer = await send(server, bad(), modern('tools/list'));
		assert.equal(answer.status, 401);
		assert.equal(challengeOf(answer.headers['www-authenticate']).error, 'invalid_token');
	});
}

test('the scheme is read in any case; another scheme is not', async () => {
	assert.equal((await send(server, undefined, modern('tools/list'), { Authorization: `bearer ${token}` })).status, 200);
	assert.equal((await send(server, undefined, modern('tools/list'), { Authorization: `Basic ${token}` })).status, 401);
});

test('a token in the query or in a cookie is not taken', async () => {
	for (const name of ['access_token', 'token']) {
		const answer = await requestPath(server.url, `/mcp?${name}=${token}`, { method: 'POST', headers: { 'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream', ...modern('tools/list').headers }, body: JSON.stringify(modern('tools/list').body) });
		assert.ok([400, 401].includes(answer.status), `${answer.status}`);
	}
	assert.equal((await send(server, undefined, modern('tools/list'), { Cookie: `token=${token}` })).status, 401);
});

test('authenticated answers are not stored by caches', async () => {
	const answer = await send(server, token, modern('tools/list'));
	assert.ok(/no-store/.test(answer.headers['cache-control'] ?? '') || /authorization/i.test(answer.headers.vary ?? ''),
		`${answer.headers['cache-control']} ${answer.headers.vary}`);
});

for (const [era, make] of [['modern', modern], ['legacy', legacy]]) {
	test(`${era}: a tool beyond the scopes is 403 with the scopes granted and needed`, async () => {
		const answer = await send(server, narrow, make('tools/call', { name: 'create_campaign', arguments: { name: 'a', type: 'SEARCH', budget: 1 } }));
		assert.equal(answer.status, 403);
		const challenge = challengeOf(answer.headers['www-authenticate']);
		assert.equal(challenge.scheme, 'Bearer');
		assert.equal(challenge.error, 'insufficient_scope');
		const scopes = challenge.scope.split(' ');
		assert.ok(scopes.includes('campaigns:write') && scopes.includes('campaigns:read'), challenge.scope);
		assert.equal(challenge.resource_metadata, `${server.url}/.well-known/oauth-protected-resource/mcp`);
	});

	test(`${era}: only the tools of the scopes are listed, always in one order`, async () => {
		const lists = await Promise.all([1, 2, 3].map(() => send(server, narrow, make('tools/list'))));
		const names = lists.map((answer) => answer.rpc.result.tools.map((tool) => tool.name));
		assert.deepEqual(names[1], names[0]);
		assert.deepEqual(names[2], names[0]);
		assert.ok(names[0].includes('get_context'));
		for (const hidden of ['create_campaign', 'push_sync', 'preview_sync', 'delete_objects', 'update_objects'])
			assert.ok(!names[0].includes(hidden), hidden);
	});
}

test('the two eras list the same tools', async () => {
	const [one, other] = await Promise.all([send(server, token, modern('tools/list')), send(server, token, legacy('tools/list'))]);
	assert.deepEqual(other.rpc.result.tools, one.rpc.result.tools);
});

/* --- drafting, by hand --------------------------------------------------------------------------- */

test('a draft over the connector is STAGED, PAUSED and marked as its own', async () => {
	const answer = await send(server, token, modern('tools/call', { name: 'create_campaign',
		arguments: { name: 'By hand', type: 'SEARCH', budget: 12.5 } }));
	const { result } = answer.rpc;
	assert.ok(!result.isError, answer.text);
	assert.match(result.content[0].text.split('\n')[0], /drafted, not live/);
	const rest = await server.rest(token, 'GET', `/campaigns/${result.structuredContent.campaign.id}`);
	assert.equal(rest.status, 200, rest.text);
	assert.equal(rest.json.data.status, 'PAUSED');
	assert.equal(rest.json.data.syncState, 'STAGED');
	assert.equal(rest.json.data.source, 'MCP');
	assert.equal(rest.json.data.budget, 12.5);
});

test('an idempotencyKey makes a draft once; another body under it is a conflict', async () => {
	const call = (args) => send(server, token, modern('tools/call', { name: 'create_campaign', arguments: args }));
	const args = { name: 'Only once', type: 'SEARCH', budget: 3, idempotencyKey: 'key-1' };
	const [first, second] = [(await call(args)).rpc.result, (await call(args)).rpc.result];
	assert.equal(second.structuredContent.campaign.id, first.structuredContent.campaign.id);
	const third = (await call({ ...args, budget: 4 })).rpc.result;
	assert.equal(third.isError, true);
	assert.match(JSON.stringify(third), /IDEMPOTENCY_CONFLICT/);
	const list = await server.rest(token, 'GET', '/campaigns?q=Only%20once');
	assert.equal(list.json.meta.total, 1);
});

test('a nested draft with one fault keeps nothing and names its place', async () => {
	const answer = await send(server, token, modern('tools/call', { name: 'create_campaign', arguments: {
		name: 'Half done', type: 'SEARCH', budget: 3,
		adGroups: [{ name: 'Fine' }, { name: 'Bad', keywords: [{ text: 'x'.repeat(81), matchType: 'EXACT' }] }],
	} }));
	const { result } = answer.rpc;
	assert.equal(result.isError, true);
	assert.match(JSON.stringify(result), /adGroups\[1\]\.keywords\[0\]\.text/);
	const list = await server.rest(token, 'GET', '/campaigns?q=Half%20done');
	assert.equal(list.json.meta.total, 0);
});

test('preview_sync wants campaignIds or all', async () => {
	const answer = await send(server, token, modern('tools/call', { name: 'preview_sync', arguments: {} }));
	assert.equal(answer.rpc.result.isError, true);
	assert.match(answer.rpc.result.content[0].text, /campaignIds/);
});

test('push_sync without planHash is refused', async () => {
	const answer = await send(server, token, modern('tools/call', { name: 'push_sync', arguments: { all: true } }));
	assert.equal(answer.rpc.result.isError, true);
	assert.match(answer.rpc.result.content[0].text, /planHash/);
});

test('the minute limit: 429 with Retry-After, and other tokens are unaffected', async () => {
	const slow = server.addAccount({ plan: 'self-hosted' });
	const bearer = server.mintToken(slow);
	const statuses = [];
	let refused;
	for (let i = 0; i < 61; i++) {
		const answer = await send(server, bearer, i % 2 ? modern('tools/list') : legacy('ping'));
		statuses.push(answer.status);
		if (answer.status === 429)
			refused = answer;
	}
	assert.deepEqual(statuses.slice(0, 60), Array(60).fill(200));
	assert.equal(statuses[60], 429);
	assert.ok(Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60);
	assert.equal((await send(server, token, modern('tools/list'))).status, 200);
});
