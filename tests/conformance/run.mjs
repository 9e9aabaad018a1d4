/*
 * The MCP conformance suite: both requirement sets of the server, each with its baseline, and the
 * two scenarios of the authorization server. Against the product (ADCORE_BIN), where what needs test
 * fixtures is expected to fail, and with "fixtures" against adcore-conformance, which has them.
 * The suite cannot send a token, so a loopback proxy adds one and leaves all else as it came.
 *
 * usage: node run.mjs OUTPUT-FOLDER [fixtures]; prints "conformance: N passed, N failed" at the end.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { UserAgent } from '../clients/lib/user_agent.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const SUITE = join(HERE, '../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const REVISIONS = ['2026-07-28', '2025-11-25'];
const FIXTURES = process.argv[3] === 'fixtures';
const BASELINE = FIXTURES ? 'fixtures' : 'expected';

/* Adds the token; Host, Origin and everything else pass as they are. */
function startProxy(target, token) {
	const { hostname, port } = new URL(target);
	const proxy = http.createServer((req, res) => {
		const onward = http.request({
			host: hostname,
			port,
			method: req.method,
			path: req.url,
			headers: { ...req.headers, authorization: `Bearer ${token}` },
		}, (answer) => {
			res.writeHead(answer.statusCode, answer.rawHeaders);
			answer.pipe(res);
		});
		onward.on('error', () => res.destroy());
		res.on('close', () => onward.destroy());
		req.pipe(onward);
	});
	return new Promise((done) => proxy.listen(0, '127.0.0.1', () => done({
		url: `http://127.0.0.1:${proxy.address().port}`,
		close: () => {
			proxy.closeAllConnections();
			proxy.close();
		},
	})));
}

/* Runs the suite; onText sees what it prints as it prints it. */
function suite(args, onText = () => {}) {
	return new Promise((done, failed) => {
		const child = spawn(process.execPath, [SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
		let text = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8');
			stream.on('data', (chunk) => {
				text += chunk;
				onText(text);
			});
		}
		child.once('error', failed);
		child.once('exit', (code) => done({ code, text: text.replace(/\x1b\[\d+m/g, '') }));
	});
}

/* The checks of every scenario, from the files that the suite wrote. */
function checksIn(folder) {
	return readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('checks.json'))
		.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/* The lines that the suite lists under "Unexpected failures" and "Stale". */
function complaints(text) {
	return text.split('\n').filter((line) => /^  [✗✓!] [a-z0-9-]+(:[a-z0-9-]+)?( .*)?$/.test(line) && !/passed, \d+ failed/.test(line));
}

async function serverSet(revision, output) {
	const server = await startServer();
	const account = server.addAccount();
	const proxy = await startProxy(server.url, server.mintToken(account));
	const folder = join(output, revision);
	mkdirSync(folder, { recursive: true });
	try {
		const { code, text } = await suite(['server', '--url', `${proxy.url}/mcp`, '--requirements', revision,
			'-o', folder, '--expected-failures', join(HERE, `${BASELINE}-${revision}.yml`)]);
		const passed = checksIn(folder).filter((check) => check.status === 'SUCCESS').length;
		console.log(text.slice(text.indexOf('=== SUMMARY ===')));
		const unexpected = code === 0 ? [] : complaints(text.slice(text.indexOf('=== SUMMARY ===')).split('Not scored')[0]);
		return { passed, failed: code === 0 ? 0 : Math.max(1, unexpected.length) };
	} finally {
		proxy.close();
		await server.stop();
	}
}

/* A person answers the URL that the suite prints. */
async function authorizationServer(output) {
	const server = await startServer();
	const account = server.addAccount();
	const port = await freePort();
	const redirect = `http://127.0.0.1:${port}/callback`;
	const registration = await request(`${server.url}/register`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [redirect], token_endpoint_auth_method: 'none' }),
	});
	const folder = join(output, 'authorization');
	mkdirSync(folder, { recursive: true });
	let answering;
	try {
		const { code, text } = await suite(['authorization', '--url', server.url, '--client-id', registration.json.client_id,
			'--port', String(port), '--spec-version', '2026-07-28', '-o', folder], (seen) => {
			const url = seen.match(/https?:\/\/\S+\/authorize\?\S+/)?.[0];
			if (url && !answering)
				answering = new UserAgent(server.url).authorize(url, account).then((away) => request(away));
		});
		await answering;
		const checks = checksIn(folder);
		console.log(text.slice(-3000));
		const failed = checks.filter((check) => check.status === 'FAILURE').length;
		return { passed: checks.filter((check) => check.status === 'SUCCESS').length,
			failed: Math.max(failed, code === 0 && checks.length > 0 ? 0 : 1) };
	} finally {
		await server.stop();
	}
}

const output = resolve(process.argv[2] ?? join(HERE, '../../build/conformance'));
rmSync(output, { recursive: true, force: true });
const total = { passed: 0, failed: 0 };
const runs = REVISIONS.map((revision) => [revision, () => serverSet(revision, output)]);
if (!FIXTURES)
	runs.push(['authorization', () => authorizationServer(output)]);
for (const [name, run] of runs) {
	const { passed, failed } = await run().catch((error) => {
		console.log(`${name}: ${error.stack}`);
		return { passed: 0, failed: 1 };
	});
	console.log(`--- ${name}: ${passed} checks passed, ${failed} unexpected`);
	total.passed += passed;
	total.failed += failed;
}
console.log(`conformance: ${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
