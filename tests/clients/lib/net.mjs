/*
 * Plain HTTP/1.1 without additions: the wire has exactly the test's bytes. (fetch adds Accept,
 * Sec-Fetch-Mode and more, and refuses to set Host or Origin.)
 */
import http from 'node:http';
import net from 'node:net';

/* One connection per exchange: a reused one could be closed by its peer as idle. */
const agent = new http.Agent({ keepAlive: false });

let source;

/*
 * From now on requests come from this loopback address: a table of hundreds would exceed the
 * limit of one address.
 */
export function comeFrom(address) {
	source = address;
}

/* A port that was free a moment ago. The server's bind may still fail. */
export function freePort() {
	return new Promise((resolve, reject) => {
		const probe = net.createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}

/* One exchange. headers: object or flat [name, value, …] list (for repeated names). */
export function request(url, { method = 'GET', headers = {}, body, timeout = 30000 } = {}) {
	const target = url instanceof URL ? url : new URL(url);
	return requestPath(target, target.pathname + target.search, { method, headers, body, timeout });
}

/* As request(), but with the request target given byte for byte. */
export function requestPath(origin, path, { method = 'GET', headers = {}, body, timeout = 30000 } = {}) {
	const base = new URL(origin);
	const list = withLength(headers, base.host, method, body);
	return new Promise((resolve, reject) => {
		const req = http.request({
			host: base.hostname,
			port: base.port,
			method,
			path,
			agent,
			headers: list,
			setHost: false,
			localAddress: source,
			timeout,
		});
		req.once('timeout', () => req.destroy(new Error(`no answer from ${method} ${path} in ${timeout} ms`)));
		req.once('error', reject);
		req.once('response', (res) => {
			const chunks = [];
			res.on('data', (chunk) => chunks.push(chunk));
			res.once('error', reject);
			res.once('end', () => resolve(new Answer(res, Buffer.concat(chunks))));
		});
		req.end(body);
	});
}

function withLength(headers, host, method, body) {
	const list = Array.isArray(headers) ? [...headers] : Object.entries(headers).flat();
	const names = new Set(list.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()));
	const cleaned = [];
	for (let i = 0; i < list.length; i += 2)
		if (list[i + 1] !== undefined && list[i + 1] !== null)
			cleaned.push(list[i], String(list[i + 1]));
	if (!names.has('host'))
		cleaned.unshift('Host', host);
	if (body !== undefined && !names.has('content-length'))
		cleaned.push('Content-Length', String(Buffer.byteLength(body)));
	else if (body === undefined && method !== 'GET' && method !== 'HEAD' && !names.has('content-length'))
		cleaned.push('Content-Length', '0');
	return cleaned;
}

export class Answer {
	constructor(res, bytes) {
		this.status = res.statusCode;
		this.headers = res.headers;
		this.rawHeaders = res.rawHeaders;
		this.bytes = bytes;
	}

	get text() {
		return this.bytes.toString('utf8');
	}

	get type() {
		return (this.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
	}

	get json() {
		try {
			return JSON.parse(this.text);
		} catch {
			throw new Error(`not JSON: status ${this.status}, ${this.type}: ${this.text.slice(0, 300)}`);
		}
	}

	/* The last JSON-RPC message of a reply that may be plain JSON or an event stream. */
	get rpc() {
		if (this.type !== 'text/event-stream')
			return this.json;
		const data = this.text.split('\n').filter((line) => line.startsWith('data:'));
		return JSON.parse(data.at(-1).slice(5));
	}
}

/* Writes the bytes given on a fresh connection and reads until the peer closes or is silent. */
export function rawExchange(origin, bytes, { idle = 2000 } = {}) {
	const { hostname, port } = new URL(origin);
	return new Promise((resolve, reject) => {
		const socket = net.connect(Number(port), hostname);
		const chunks = [];
		socket.setTimeout(idle, () => socket.destroy());
		socket.once('connect', () => socket.write(bytes));
		socket.on('data', (chunk) => chunks.push(chunk));
		socket.once('error', (error) => (error.code === 'ECONNRESET' ? resolve('') : reject(error)));
		socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
	});
}

/* A loopback listener of an OAuth client: resolves next() with the query of each callback. */
export async function callbackListener(path = '/callback') {
	const waiting = [];
	const arrived = [];
	const server = http.createServer((req, res) => {
		const url = new URL(req.url, 'http://127.0.0.1');
		if (req.method !== 'GET' || url.pathname !== path) {
			res.writeHead(404).end();
			return;
		}
		res.writeHead(200, { 'content-type': 'text/html' }).end('<title>back</title>You may close this page.');
		const next = waiting.shift();
		if (next)
			next(url.searchParams);
		else
			arrived.push(url.searchParams);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}${path}`,
		next: () => (arrived.length ? Promise.resolve(arrived.shift()) : new Promise((resolve) => waiting.push(resolve))),
		close: () => new Promise((resolve) => {
			server.closeAllConnections();
			server.close(resolve);
		}),
	};
}

/* Polls until the answer satisfies the condition. At the deadline it fails with the last answer. */
export async function until(what, ask, { timeout = 60000, every = 50 } = {}) {
	const end = Date.now() + timeout;
	let seen;
	for (;;) {
		try {
			seen = await ask();
			if (seen)
				return seen;
		} catch (error) {
			seen = error.message;
		}
		if (Date.now() > end)
			throw new Error(`${what}: not within ${timeout} ms; last: ${JSON.stringify(seen)}`);
		await new Promise((resolve) => setTimeout(resolve, every));
	}
}
