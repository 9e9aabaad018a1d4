/*
 * One job with every client line that a test can run: connects with a person's consent, lists,
 * drafts, pages, refreshes after its hour, is refused a push and requests the scope, and
 * connects again after a disconnect.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { movableClock } from './lib/clock.mjs';
import { LEGACY, MODERN } from './lib/mcp_raw.mjs';
import { Person } from './lib/person.mjs';
import { Program } from './lib/program.mjs';
import { startServer } from './lib/server.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const TOOLS = join(HERE, '../../build-tools');
const PROGRAMS = join(HERE, 'programs');
const REDIRECT = 'http://127.0.0.1:52002/callback';
const python = (line, program, ...args) => [join(TOOLS, `clients-${line}/bin/python`), join(PROGRAMS, program), ...args];

/*
 * [name, the program's words with the URL before its own arguments, the negotiated revision,
 * whether it requests further scopes by itself].
 */
const CLIENTS = [
	['TypeScript SDK v1', (url) => [process.execPath, join(PROGRAMS, 'node_client.mjs'), url, REDIRECT, 'v1'], LEGACY, false],
	['TypeScript SDK v2', (url) => [process.execPath, join(PROGRAMS, 'node_client.mjs'), url, REDIRECT, 'v2'], MODERN, true],
	['Python SDK v1', (url) => python('v1', 'python_v1.py', url, REDIRECT), LEGACY, true],
	['Python SDK v2', (url) => python('v2', 'python_v2.py', url, REDIRECT, 'auto'), MODERN, true],
	['Python SDK v2 with the handshake', (url) => python('v2', 'python_v2.py', url, REDIRECT, 'legacy'), LEGACY, true],
	['FastMCP', (url) => python('v2', 'fastmcp_client.py', url), MODERN, true],
	['Go SDK', (url) => [join(TOOLS, 'clients-go/client'), url, REDIRECT, MODERN], MODERN, true],
	['Go SDK with the handshake', (url) => [join(TOOLS, 'clients-go/client'), url, REDIRECT, LEGACY], LEGACY, true],
];

/* The installed version of a client line. */
const VERSIONS = {
	TypeScript: (line) => packages[line === 'v1' ? '@modelcontextprotocol/sdk' : '@modelcontextprotocol/client'],
	Python: (line) => required(`requirements-${line}.txt`, /^mcp==(.+)$/m),
	FastMCP: () => required('requirements-v2.txt', /^fastmcp==(.+)$/m),
	Go: () => required('go/go.mod', /go-sdk v(.+)$/m),
	MCP: () => packages['@modelcontextprotocol/inspector'],
};
const packages = JSON.parse(readFileSync(join(HERE, '../package.json'), 'utf8')).dependencies;
const required = (file, pattern) => readFileSync(join(PROGRAMS, file), 'utf8').match(pattern)[1];

let clock;
let server;

before(async () => {
	clock = movableClock();
	server = await startServer({ env: clock.env });
});

after(async () => {
	await server?.stop();
});

const textOf = (result) => result.content.map((part) => part.text ?? '').join('\n');

function succeeded({ ok, error }) {
	assert.equal(error, undefined);
	assert.ok(!ok.isError, textOf(ok));
	return ok;
}

async function draftsAndPages(program) {
	const wanted = ['Rolls', 'Cakes', 'Bread', 'Pies', 'Tarts'];
	for (const name of wanted) {
		const made = succeeded(await program.call('create_campaign', { name, type: 'SEARCH', budget: 5 }));
		assert.match(textOf(made).split('\n')[0], /drafted, not live/);
		assert.equal(made.structuredContent.campaign.name, name);
		assert.equal(made.structuredContent.campaign.budget, 5);
	}
	const seen = [];
	let cursor;
	let pages = 0;
	do {
		const page = succeeded(await program.call('find_objects', { resource: 'campaign', limit: 2, ...(cursor ? { cursor } : {}) }));
		seen.push(...page.structuredContent.objects.map((one) => one.name));
		cursor = page.structuredContent.nextCursor;
		assert.ok(++pages <= 3);
	} while (cursor);
	assert.deepEqual(seen, wanted.toReversed());
}

async function hearsEveryFault(program) {
	const { ok } = await program.call('create_campaign', { name: '', type: 'SEARCH', budget: -1 });
	assert.equal(ok.isError, true);
	assert.match(textOf(ok), /name/);
	assert.match(textOf(ok), /budget/);
}

/* A push without the scope: the client requests the scope by itself, or its error names it. */
async function isRefusedThePush(program, person, asks) {
	const push = { all: true, planHash: '0'.repeat(64) };
	person.ticks = { 'sync:write': true };
	const before = person.asked.length;
	const { ok, error } = await program.call('push_sync', push);
	if (!asks) {
		assert.match(error, /403|insufficient_scope/, 'the refusal is told as what it is');
		assert.equal(person.asked.length, before);
		return;
	}
	assert.equal(person.asked.length, before + 1, `the person is asked once: ${error}`);
	assert.ok(person.scopes.includes('sync:write'), 'for what was missing');
	assert.ok(person.scopes.includes('campaigns:write'), 'and for what there was');
	assert.equal(error, undefined);
	assert.equal(ok.isError, true);
	assert.match(textOf(ok), /PLAN_CHANGED|PLAN_EXPIRED|sync:write/);
}

for (const [name, words, revision, asks] of CLIENTS)
	test(name, { timeout: 60000 }, async () => {
		const person = new Person(server);
		const program = new Program(words(server.mcp), { env: clock.env, person: (url) => person.allow(url) });
		try {
			const { ok: connected, error } = await program.answer();
			assert.equal(connected?.protocol, revision, error);
			assert.equal(person.asked.length, 1);

			const { ok: list } = await program.tell({ do: 'tools' });
			const tools = list.tools.map((tool) => tool.name);
			assert.ok(tools.includes('create_campaign') && !tools.includes('push_sync'), tools.join(' '));

			await draftsAndPages(program);
			await hearsEveryFault(program);

			clock.advance(3700);
			succeeded(await program.call('get_context'));
			assert.equal(person.asked.length, 1, 'its hour is over, and nobody had to be asked');

			await isRefusedThePush(program, person, asks);

			const before = person.asked.length;
			await person.disconnect();
			succeeded(await program.call('get_context'));
			assert.equal(person.asked.length, before + 1, 'who was disconnected asks the person');
		} finally {
			await program.end();
		}
	});

test('docs/clients.md tells of these lines, in their versions', () => {
	const page = readFileSync(join(HERE, '../../docs/clients.md'), 'utf8');
	const rows = [...page.matchAll(/^\| ([^|]+) \| (\d+\.\d+\.\d+) \| ([^|]+) \| refreshes \| ([^|]+) \|/gm)];
	const told = rows.map(([, name, , revision, asks]) => [name, revision, asks === 'asks the person']);
	assert.deepEqual(told, [...CLIENTS.map(([name, , revision, asks]) => [name, revision, asks]), ['MCP Inspector', 'both', false]]);
	for (const [, name, version] of rows) {
		const [, language, line] = name.match(/^(\S+)(?:.* (v\d))?/);
		assert.equal(version, VERSIONS[language](line), name);
	}
});
