/*
 * The MCP Inspector's command line: a person's consent, the credentials stored for the next run,
 * the three protocol eras, and its own check of the tools' schemas.
 */
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { movableClock } from './lib/clock.mjs';
import { freePort, request, until } from './lib/net.mjs';
import { Person } from './lib/person.mjs';
import { startServer, temporaryFolder } from './lib/server.mjs';

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const COMMAND = join(dirname(PACKAGE), 'clients/launcher/build/index.js');
/* The exit statuses in its help. */
const AUTH_REQUIRED = 3;
const TOOL_FAILED = 5;

let clock;
let server;
let account;
let token;

before(async () => {
	clock = movableClock();
	server = await startServer({ env: clock.env });
	account = server.addAccount();
	token = server.mintToken(account);
});

after(() => server?.stop());

/* One run: { status, told (its JSON), stderr }. person receives the URL to open. */
async function inspect(words, { home = temporaryFolder(), env = {}, person } = {}) {
	const child = spawn(process.execPath, [COMMAND, '--cli', server.mcp, '--transport', 'http', '--format', 'json', ...words], {
		env: { ...process.env, ...clock.env, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file', BROWSER: '/bin/true', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stdout = '';
	let stderr = '';
	let asked;
	child.stdout.on('data', (chunk) => {
		stdout += chunk;
	});
	child.stderr.on('data', (chunk) => {
		stderr += chunk;
		const url = stderr.match(/navigate to: (http\S+)\s/)?.[1];
		if (url && person)
			asked ??= person(new URL(url)).catch((error) => {
				child.kill();
				throw error;
			});
	});
	const status = await new Promise((done) => child.once('close', done));
	await asked;
	const line = stdout || stderr.split('\n').findLast((one) => one.startsWith('{'));
	return { status, told: line ? JSON.parse(line) : null, stderr };
}

const withToken = (words, secret = token) => inspect(['--stored-auth-only', '--header', `Authorization: Bearer ${secret}`, ...words]);

for (const era of ['legacy', 'auto', 'modern'])
	test(`lists the tools, ${era}, and finds no error in their schemas`, async () => {
		const { status, told, stderr } = await withToken(['--protocol-era', era, '--method', 'tools/list', '--strict']);
		assert.equal(status, 0, stderr);
		assert.ok(told.result.tools.some((tool) => tool.name === 'push_sync'));
	});

test('calls a tool, and says a refusal as what it is', async () => {
	const words = ['--method', 'tools/call', '--tool-name', 'create_campaign', '--tool-args-json'];
	const made = await withToken([...words, '{"name":"Rolls","type":"SEARCH","budget":5}']);
	assert.equal(made.status, 0, made.stderr);
	assert.equal(made.told.result.structuredContent.campaign.name, 'Rolls');
	const refused = await withToken([...words, '{"name":""}']);
	assert.equal(refused.status, TOOL_FAILED, refused.stderr);
	assert.match(refused.told.result.content[0].text, /name .*\n.*type .*\n.*budget /);
	const narrow = server.mintToken(account, { name: 'narrow', scopes: 'campaigns:read' });
	const beyond = await withToken([...words, '{"name":"Rolls","type":"SEARCH","budget":5}'], narrow);
	assert.equal(beyond.told.error.code, 'tool_not_found', 'what the scopes do not allow is not listed');
});

test('a token that is none', async () => {
	const { status, told } = await withToken(['--method', 'tools/list'], `${token}x`);
	assert.equal(status, AUTH_REQUIRED);
	assert.match(told.error.message, /Sign in: the access token is missing, expired or revoked/);
});

test("goes by a person's consent, keeps it, lives on after its hour, and says when it was ended", async () => {
	const home = temporaryFolder();
	const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
	const person = new Person(server);
	const open = async (url) => {
		const back = await person.allow(url);
		await until('the Inspector listens', async () => (await request(back)).status === 200);
	};
	const first = await inspect(['--callback-url', callback, '--method', 'tools/list'], { home, person: open, env: { MCP_AUTO_OPEN_ENABLED: 'true' } });
	assert.equal(first.status, 0, first.stderr);
	assert.equal(person.asked.length, 1);
	assert.ok(!person.scopes.includes('sync:write'), 'only what the first challenge names');
	const names = first.told.result.tools.map((tool) => tool.name);
	assert.ok(names.includes('create_campaign') && !names.includes('push_sync'), names.join(' '));

	const again = ['--stored-auth-only', '--method', 'tools/call', '--tool-name', 'get_context'];
	assert.equal((await inspect(again, { home })).status, 0);
	clock.advance(3700);
	const later = await inspect(again, { home });
	assert.equal(later.status, 0, later.stderr);

	await person.disconnect();
	const ended = await inspect(again, { home });
	assert.equal(ended.status, AUTH_REQUIRED);
	assert.equal(ended.told.error.code, 'auth_required');
});
