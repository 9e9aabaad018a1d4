/*
 * The description passes the usual linters without an error or warning, and the rulesets detect
 * faults.
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';

const HERE = dirname(fileURLToPath(import.meta.url));
const MODULES = resolve(HERE, '../node_modules');
const BIN = resolve(process.env.ADCORE_BIN ?? resolve(HERE, '../../build/adcore'));

let folder;
let text;

before(() => {
	folder = mkdtempSync(join(tmpdir(), 'adcore-openapi-'));
	const run = spawnSync(BIN, ['describe', 'openapi'], { encoding: 'utf8', maxBuffer: 1 << 26 });
	assert.equal(run.status, 0, run.stderr);
	text = run.stdout;
});

after(() => rmSync(folder, { recursive: true, force: true }));

function file(doc) {
	const path = join(folder, 'openapi.json');
	writeFileSync(path, JSON.stringify(doc, null, 1));
	return path;
}

function run(words, env = {}) {
	const done = spawnSync(process.execPath, words, {
		cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, timeout: 600000,
		env: { ...process.env, NO_COLOR: '1', ...env },
	});
	assert.equal(done.error, undefined);
	return done;
}

/* Each linter returns the codes of its findings, including warnings and hints. */
function spectral(doc) {
	const out = join(folder, 'spectral.json');
	const done = run([join(MODULES, '@stoplight/spectral-cli/dist/index.js'), 'lint', '-q', '-f', 'json', '-o', out,
		'-r', join(HERE, 'spectral.yaml'), '--fail-severity', 'hint', file(doc)]);
	const found = JSON.parse(run(['-e', 'process.stdout.write(require("fs").readFileSync(process.argv[1]))', out]).stdout);
	assert.equal(done.status, found.length ? 1 : 0, done.stdout + done.stderr);
	return found.map((each) => `${each.code} at ${each.path.join('.')}: ${each.message}`);
}

function redocly(doc) {
	const done = run([join(MODULES, '@redocly/cli/bin/cli.js'), 'lint', '--config', join(HERE, 'redocly.yaml'),
		'--format', 'json', '--max-problems', '1000', file(doc)],
	{ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });
	const found = JSON.parse(done.stdout);
	assert.equal(done.status, found.totals.errors ? 1 : 0, done.stderr);
	return found.problems.map((each) => `${each.ruleId} at ${each.location?.[0]?.pointer}: ${each.message}`);
}

/* The document after a change that every linter must report. */
function spoilt(change) {
	const doc = JSON.parse(text);
	change(doc);
	return doc;
}

test('Spectral finds nothing', () => assert.deepEqual(spectral(JSON.parse(text)), []));

test('Redocly finds nothing', () => assert.deepEqual(redocly(JSON.parse(text)), []));

test('the meta schema of OpenAPI 3.1 takes it', async () => {
	const validator = new Validator();
	const result = await validator.validate(JSON.parse(text));
	assert.equal(validator.version, '3.1');
	assert.deepEqual(result, { valid: true });
	const bad = await new Validator().validate(spoilt((doc) => { doc.paths['/me'].get.responses = 1; }));
	assert.equal(bad.valid, false);
});

test('the rulesets bite', () => {
	const bad = spoilt((doc) => {
		const operation = doc.paths['/campaigns'].post;
		delete operation['x-required-scopes'];
		delete operation.responses['201'].content['application/json'].examples;
		delete operation.responses['201'].headers['X-Request-Id'];
		delete doc.components.responses.RateLimitedError.headers['Retry-After'];
		operation.operationId = 'Create_Campaign';
		operation.summary += '.';
		doc.components.schemas.CampaignCreate.additionalProperties = true;
		doc.components.schemas.Campaign.properties.version.type = ['integer', 'null'];
		delete doc.components.schemas.Campaign.properties.budget.description;
		doc.components.examples.CampaignResponse.value.data.version = 'one';
		doc.paths['/me'].get.tags = ['Nowhere'];
	});
	const found = spectral(bad).join('\n');
	for (const rule of ['adcore-operation-id', 'adcore-words', 'adcore-examples', 'adcore-field-words', 'adcore-one-type',
		'adcore-answer-headers', 'adcore-retry-after', 'adcore-requests-are-strict', 'operation-tag-defined'])
		assert.match(found, new RegExp(`^${rule} `, 'm'), found);
	assert.match(redocly(bad).join('\n'), /^no-invalid-media-type-examples /m);
});
