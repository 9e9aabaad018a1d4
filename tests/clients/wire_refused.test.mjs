/*
 * Requests at /mcp that are refused before their body is read: the answer is still one that a
 * JSON-RPC client can parse.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { modern, send } from './lib/mcp_raw.mjs';
import { rawExchange } from './lib/net.mjs';
import { startServer } from './lib/server.mjs';

let server;
let token;
let host;

before(async () => {
	server = await startServer();
	token = server.mintToken(server.addAccount());
	host = new URL(server.url).host;
});

after(async () => {
	await server?.stop();
});

/* { status, headers, rpc } of a raw answer. */
function read(raw) {
	const split = raw.indexOf('\r\n\r\n');
	const [first, ...lines] = raw.slice(0, split).split('\r\n');
	const headers = Object.fromEntries(lines.map((line) => {
		const [name, ...value] = line.split(':');
		return [name.toLowerCase(), value.join(':').trim()];
	}));
	const body = raw.slice(split + 4);
	const json = /^application\/json/.test(headers['content-type']);
	return { status: Number(first.split(' ')[1]), headers, rpc: json ? JSON.parse(body) : undefined, raw };
}

async function ask(lines, body = '{}') {
	return read(await rawExchange(server.url, [...lines, 'Connection: close', '', body].join('\r\n')));
}

function isRpc(answer, status, code) {
	assert.equal(answer.status, status, JSON.stringify(answer));
	assert.match(answer.headers['content-type'], /^application\/json/);
	assert.equal(answer.rpc.jsonrpc, '2.0');
	assert.equal(answer.rpc.id, null, 'no id was read');
	assert.equal(answer.rpc.error.code, code);
	assert.ok(answer.rpc.error.message.length > 10);
	assert.ok(answer.headers['x-request-id']);
}

const HEAD = () => ['POST /mcp HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${token}`, 'Content-Type: application/json'];

/*
 * libmicrohttpd from 1.0 on answers some of them itself, with its own text and without adcore's
 * headers.
 */
function refusedBelow(answer) {
	assert.equal(answer.status, 400);
	assert.match(answer.raw, /<html>/);
	assert.equal(answer.headers.connection, 'close');
	assert.ok(!answer.raw.includes(token));
}

for (const [name, lines, below] of [
	['two Host headers', () => [...HEAD(), 'Host: evil.example', 'Content-Length: 2']],
	['two lengths', () => [...HEAD(), 'Content-Length: 2', 'Content-Length: 3']],
	['a length and chunks', () => [...HEAD(), 'Content-Length: 2', 'Transfer-Encoding: chunked'], true],
	['two tokens', () => [...HEAD(), `Authorization: Bearer ${token}`, 'Content-Length: 2']],
	['a header name with a blank', () => [...HEAD(), 'Bad Name: 1', 'Content-Length: 2'], true],
	['no Host', () => HEAD().filter((line) => !line.startsWith('Host')).concat('Content-Length: 2'), true],
]) {
	test(`${name}: 400`, async () => {
		const answer = await ask(lines());
		if (below && !answer.rpc)
			refusedBelow(answer);
		else
			isRpc(answer, 400, -32600);
	});
}

test('a body that nobody would read to its end: 413', async () => {
	isRpc(await ask([...HEAD(), `Content-Length: ${64 * 1024 * 1024}`], ''), 413, -32600);
	assert.equal((await send(server, token, modern('tools/list'))).status, 200);
});

test('too much from one address: 429 with Retry-After', async () => {
	let answer;
	for (let i = 0; i < 650 && answer?.status !== 429; i++)
		answer = await ask([...HEAD(), 'Content-Length: 2', 'Content-Length: 3']);
	isRpc(answer, 429, -31029);
	assert.ok(Number(answer.headers['retry-after']) >= 1);
	assert.equal((await send(server, token, modern('tools/list'))).status, 200, 'who has a token is unaffected');
});

test('elsewhere it stays the envelope of the API', async () => {
	const raw = await rawExchange(server.url, `GET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\nHost: x\r\nConnection: close\r\n\r\n`);
	const answer = read(raw);
	assert.ok([400, 429].includes(answer.status));
	assert.equal(answer.rpc.jsonrpc, undefined);
});
