/*
 * Requests that the authorization server and its resources must refuse, sent raw. Each row has
 * the exact status and error and the required and forbidden headers. The database is unchanged,
 * and the valid request still succeeds afterwards. The rows are in negatives/.
 */
import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import { comeFrom, until } from '../clients/lib/net.mjs';
import { Bench } from './negatives/bench.mjs';
import { reader } from './negatives/snapshot.mjs';
import authorize from './negatives/authorize.mjs';
import bearer from './negatives/bearer.mjs';
import below from './negatives/below.mjs';
import device from './negatives/device.mjs';
import metadata from './negatives/metadata.mjs';
import pages from './negatives/pages.mjs';
import par from './negatives/par.mjs';
import refresh from './negatives/refresh.mjs';
import register from './negatives/register.mjs';
import revoke from './negatives/revoke.mjs';
import token from './negatives/token.mjs';

const SECTIONS = { authorize, token, refresh, register, revoke, par, device, metadata, pages, bearer, below };

let bench;
let read;
let serial = 0;
const refused = [];

before(async () => {
	bench = await Bench.start();
	read = await reader(bench.server);
});

after(async () => {
	bench?.assertQuietLog();
	await bench?.stop();
});

/* The error of each kind of answer: RFC 6749's, a page's, the REST envelope's, a challenge's. */
const ERRORS = {
	'application/json': (answer) => {
		const { error } = answer.json;
		return typeof error === 'object' ? error.code : error;
	},
	'text/html': (answer) => answer.text.match(/Error <code>([a-z_]+)<\/code>/)?.[1],
};

function assertShape(answer, row) {
	assert.equal(answer.status, row.status, answer.text.slice(0, 500));
	if (row.error !== undefined)
		assert.equal(ERRORS[answer.type]?.(answer), row.error, answer.text.slice(0, 500));
	if (row.type)
		assert.equal(answer.type, row.type);
	assert.ok(answer.status < 300 || answer.headers['x-request-id'], 'a request id to ask about');
	for (const [name, pattern] of Object.entries(row.headers ?? {})) {
		if (pattern === null)
			assert.equal(answer.headers[name], undefined, `no ${name}`);
		else
			assert.match(String(answer.headers[name]), pattern, name);
	}
	if (answer.type === 'application/json' && answer.bytes.length > 0 && typeof answer.json.error === 'string')
		assert.match(answer.json.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, 'a description of allowed letters');
}

async function check(row) {
	serial++;
	comeFrom(`127.1.${serial >> 7}.${1 + (serial & 127)}`);
	const state = await row.prepare?.(bench) ?? {};
	const kept = read();
	const answer = await row.send(bench, state);
	const now = read();
	assertShape(answer, row);
	row.check?.(answer, bench, state);
	for (const name of Object.keys(kept))
		if (!row.changes?.includes(name))
			assert.deepEqual(now[name], kept[name], `nothing changed in ${name}`);
	if (answer.status >= 400 && !row.name.startsWith('/mcp') && !row.name.startsWith('/api/v1'))
		refused.push({ id: answer.headers['x-request-id'], status: answer.status, name: row.name });
	for (const secret of bench.world.secrets)
		assert.ok(!answer.text.includes(secret), 'no secret in the answer');
	await row.good(bench, state);
}

for (const [name, rows] of Object.entries(SECTIONS))
	describe(name, () => {
		for (const row of rows)
			test(`${row.box} ${row.name}`, () => check(row));
	});

test('every refusal has a line in the log that says where, why, by whom, and no secret', async () => {
	let lines;
	await until('the lines are written', () => {
		lines = new Map(bench.server.log().split('\n').filter((line) => line.includes('"oauth_refused"'))
			.map((line) => JSON.parse(line)).map((line) => [line.request, line]));
		return refused.every(({ id }) => lines.has(id)) || refused.filter(({ id }) => !lines.has(id)).map(({ name }) => name).join(', ') && null;
	}).catch(() => assert.fail(`no line: ${refused.filter(({ id }) => !lines.has(id)).map(({ name }) => name).join('; ')}`));
	for (const { id, status } of refused) {
		const line = lines.get(id);
		assert.equal(line.status, String(status));
		assert.match(line.endpoint, /^\//);
		assert.match(line.client, /^(cli_[0-9A-Z]{26}|none|unknown)$/);
		assert.ok(line.error && line.reason && line.address && line.method, JSON.stringify(line));
	}
	bench.assertQuietLog();
});

test('a hundred and fifty at least, each named once', () => {
	const names = Object.entries(SECTIONS).flatMap(([section, rows]) => rows.map((row) => `${section}: ${row.name}`));
	assert.equal(new Set(names).size, names.length);
	assert.ok(names.length >= 150, `${names.length} rows`);
});
