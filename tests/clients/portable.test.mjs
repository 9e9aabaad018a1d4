/*
 * Schema features that some client or model API rejects in a list of tools, for every tool at
 * any depth: such a client drops the list, omits the tool or refuses the call without an error.
 */
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { BIN } from './lib/server.mjs';

const TOOLS = JSON.parse(execFileSync(BIN, ['describe', 'tools'], { encoding: 'utf8' }));

/* Every schema below one, with its path. */
function* schemasOf(schema, path) {
	yield [schema, path];
	for (const [name, one] of Object.entries(schema.properties ?? {}))
		yield* schemasOf(one, `${path}.${name}`);
	if (schema.items)
		yield* schemasOf(schema.items, `${path}[]`);
	if (typeof schema.additionalProperties === 'object')
		yield* schemasOf(schema.additionalProperties, `${path}.*`);
	for (const key of ['oneOf', 'anyOf', 'allOf'])
		for (const [i, one] of (schema[key] ?? []).entries())
			yield* schemasOf(one, `${path}.${key}[${i}]`);
}

const EVERY = TOOLS.flatMap((tool) => [...schemasOf(tool.inputSchema, tool.name), ...schemasOf(tool.outputSchema, `${tool.name} result`)]);

test('names stay short with any prefix: mcp__SERVER__ up to 64 characters, SERVER and name up to 60', () => {
	for (const { name } of TOOLS) {
		assert.match(name, /^[a-z][a-z0-9_]*$/);
		assert.ok(name.length <= 40, name);
	}
	assert.ok(TOOLS.length <= 128);
});

test('descriptions stay below the 1,024 characters that model APIs take', () => {
	for (const { name, title, description } of TOOLS)
		assert.ok(title.length <= 60 && description.length <= 1024, name);
});

test('names of properties are those that model APIs take', () => {
	for (const [schema, path] of EVERY)
		for (const name of Object.keys(schema.properties ?? {}))
			assert.match(name, /^[a-zA-Z0-9_.-]{1,64}$/, `${path}.${name}`);
});

test('every list says what is in it', () => {
	for (const [schema, path] of EVERY)
		if (schema.type === 'array')
			assert.ok(schema.items, path);
});

test('what is required is there, and nothing refers to elsewhere', () => {
	for (const [schema, path] of EVERY) {
		for (const name of schema.required ?? [])
			assert.ok(schema.properties?.[name], `${path}.${name}`);
		assert.ok(!('$ref' in schema) && !('$schema' in schema), path);
	}
});

test('an enum is a list of different strings, and a default one of them', () => {
	for (const [schema, path] of EVERY.filter(([one]) => one.enum)) {
		assert.ok(schema.enum.every((value) => typeof value === 'string' && value !== ''), path);
		assert.equal(new Set(schema.enum).size, schema.enum.length, path);
		if ('default' in schema)
			assert.ok(schema.enum.includes(schema.default), path);
	}
});
