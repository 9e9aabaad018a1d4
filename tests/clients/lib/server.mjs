/*
 * Starts and stops the server under test: its own data folder, a free port on 127.0.0.1, and,
 * for tests that read the platforms, a sandbox of its own with a known secret.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort, request, until } from './net.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const BIN = resolve(process.env.ADCORE_BIN ?? join(ROOT, 'build/adcore'));
export const SANDBOX_BIN = resolve(process.env.ADCORE_SANDBOX_BIN ?? join(dirname(BIN), 'adcore-sandbox'));

const children = new Set();
const folders = new Set();

function cleanUp() {
	for (const child of children)
		child.kill('SIGKILL');
	if (!process.env.ADCORE_KEEP_DATA)
		for (const folder of folders)
			rmSync(folder, { recursive: true, force: true });
}

process.once('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM'])
	process.once(signal, () => process.exit(1));

export function temporaryFolder(prefix = 'adcore-clients-') {
	const folder = mkdtempSync(join(tmpdir(), prefix));
	folders.add(folder);
	return folder;
}

function ended(child) {
	if (child.exitCode !== null || child.signalCode !== null)
		return Promise.resolve();
	return new Promise((done) => child.once('exit', done));
}

async function stopChild(child, patience = 10000) {
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), patience);
	await ended(child);
	clearTimeout(timer);
	children.delete(child);
	return child.exitCode;
}

export async function startSandbox({ state } = {}) {
	const secret = randomBytes(16).toString('hex');
	const args = ['--port', '0', '--die-with-parent'];
	if (state)
		args.push('--state', state);
	const child = spawn(SANDBOX_BIN, args, {
		env: { ...process.env, ADCORE_SANDBOX_CONTROL_SECRET: secret },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	children.add(child);
	const line = await new Promise((done, failed) => {
		readline.createInterface({ input: child.stdout }).once('line', done);
		child.once('error', failed);
		child.once('exit', (code) => failed(new Error(`the sandbox ended at once with ${code}`)));
	});
	const url = `http://127.0.0.1:${JSON.parse(line).port}`;
	return { url, secret, pid: child.pid, stop: () => stopChild(child) };
}

/* A database of this server's own on the PostgreSQL server that the stage started. */
function ownDatabase(url) {
	const name = `clients_${randomBytes(8).toString('hex')}`;
	const run = spawnSync('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', `CREATE DATABASE ${name}`],
		{ encoding: 'utf8', timeout: 60000 });
	if (run.status !== 0)
		throw new Error(`psql could not create a database: ${run.error ?? run.stderr}`);
	const own = new URL(url);
	own.pathname = `/${name}`;
	return own.href;
}

/* Starts a server's process on its folder and port. Returns once it answers. */
async function serve(server, env = {}) {
	const log = openSync(server.logFile, 'a');
	server.child = spawn(BIN, server.command, { env: { ...server.environment, ...env }, stdio: ['ignore', log, log] });
	closeSync(log);
	children.add(server.child);
	await server.ready();
	return server;
}

/*
 * options: sandbox (an object of startSandbox, 'auto' or 'off'), args (more flags of serve),
 * env, beside (a server whose PostgreSQL database, public URL and secret this one shares), host
 * (of the public URL: browsers store passkeys for host names only), publicUrl (as behind a
 * proxy). Without one the public URL is the listen address, so that issuer and resource are
 * known.
 */
export async function startServer({ sandbox = 'off', args = [], env = {}, beside, host = '127.0.0.1', publicUrl } = {}) {
	if (!existsSync(BIN))
		throw new Error(`no server at ${BIN}: build it, or set ADCORE_BIN`);
	const dataDir = temporaryFolder();
	const port = await freePort();
	const url = `http://${host}:${port}`;
	const announced = publicUrl ?? beside?.url ?? url;
	const environment = { ...process.env, ADCORE_DATA_DIR: dataDir, ...env };
	if (beside) {
		environment.ADCORE_DATABASE = beside.environment.ADCORE_DATABASE;
		environment.ADCORE_SECRET_KEY = beside.environment.ADCORE_SECRET_KEY;
	} else if (process.env.ADCORE_TEST_DATABASE?.startsWith('postgres')) {
		environment.ADCORE_DATABASE = ownDatabase(process.env.ADCORE_TEST_DATABASE);
		environment.ADCORE_SECRET_KEY ??= randomBytes(32).toString('hex');
	}
	const sandboxArg = typeof sandbox === 'string' ? sandbox : sandbox.url;
	if (typeof sandbox !== 'string')
		environment.ADCORE_SANDBOX_CONTROL_SECRET = sandbox.secret;
	return serve(new Server({
		url,
		publicUrl: announced,
		dataDir,
		environment,
		logFile: join(dataDir, 'serve.log'),
		command: ['serve', '--listen', `127.0.0.1:${port}`, '--public-url', announced, '--sandbox', sandboxArg, ...args],
	}));
}

class Server {
	constructor({ url, publicUrl, dataDir, environment, logFile, command }) {
		this.url = url;
		this.api = `${publicUrl}/api/v1`;
		this.mcp = `${publicUrl}/mcp`;
		this.dataDir = dataDir;
		this.environment = environment;
		this.logFile = logFile;
		this.command = command;
	}

	async ready() {
		try {
			await until('the server is ready', async () => {
				if (this.child.exitCode !== null || this.child.signalCode !== null)
					return true;
				return (await request(`${this.url}/readyz`, { timeout: 10000 })).status === 200;
			});
		} catch (error) {
			throw new Error(`${error.message}\n${this.log()}`);
		}
		if (this.child.exitCode !== null || this.child.signalCode !== null)
			throw new Error(`serve ended with ${this.child.exitCode ?? this.child.signalCode}\n${this.log()}`);
	}

	log() {
		return readFileSync(this.logFile, 'utf8');
	}

	stop() {
		return stopChild(this.child);
	}

	/* As kill -9. */
	async kill() {
		this.child.kill('SIGKILL');
		await this.died();
	}

	async died() {
		await ended(this.child);
		children.delete(this.child);
	}

	/* Restarts an ended process on the same data, with additional environment for this time. */
	again(env) {
		return serve(this, env);
	}

	/* Runs an administrative command with --json and gives its object. */
	cli(args, input = '') {
		const run = spawnSync(BIN, [...args, '--json'], { env: this.environment, input, encoding: 'utf8', timeout: 120000 });
		if (run.status !== 0)
			throw new Error(`adcore ${args.join(' ')} exited with ${run.status}: ${run.stderr}`);
		return JSON.parse(run.stdout);
	}

	/* An account that can sign in; plan 'scale' so that a long table does not meet the minute limit. */
	addAccount({ email = `owner-${randomBytes(4).toString('hex')}@example.com`, plan = 'scale', extra = [] } = {}) {
		const password = `pw-${randomBytes(12).toString('base64url')}`;
		const account = this.cli(['account', 'add', '--email', email, '--plan', plan, '--subscription', 'active',
			'--password-stdin', ...extra], `${password}\n`);
		return { email, password, uid: account.uid };
	}

	mintToken(account, { name = 'tests', environment = 'test', scopes = 'all' } = {}) {
		return this.cli(['token', 'mint', '--email', account.email, '--name', name, '--env', environment,
			'--scopes', scopes]).token;
	}

	/* REST with a bearer token; path is under /api/v1. */
	async rest(token, method, path, body) {
		const answer = await request(this.api + path, {
			method,
			headers: {
				Authorization: `Bearer ${token}`,
				...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		return answer;
	}
}
