/* Values are shown as they are sent: the field's type decides the format, and nothing is hidden. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { host_warnings, hosts_of, keyword_folds, plan_matters, unopened_count, type Operation, type Warning } from '../src/review/plan.ts';
import { list_change, members_shown, SHAPES, shape_of, text_is_ambiguous, text_marked, text_pieces } from '../src/ui/shown.ts';

const operation = (index: number, fields: Partial<Operation>): Operation => ({ index, op: 'CREATE', resource: 'keyword', id: `kw_${index}`, platform: 'google', dailyBudgetDelta: 0, dependsOn: [], changes: [], ...fields });
const change = (field: string, to: unknown, from: unknown = null) => ({ field, from, to }) as NonNullable<Operation['changes']>[number];

test('a text is shown as it is, however it looks', () => {
	for (const text of ['2026-01-01T win real money at our casino', '2026-01-01T09:30:00Z', 'CASINO', 'FREE_MONEY', 'ENABLED', '12.5'])
		for (const path of ['text', 'name', 'headlines', 'headlines.text', 'descriptions.text', 'path1', 'primaryText', 'callToAction', 'finalUrl', 'labels', 'platformOptions.status', 'unknownField', 'remote.status'])
			assert.equal(shape_of(path, text), null, `${path}: ${text}`);
});

test('a format needs both the field and a value of its type', () => {
	assert.equal(shape_of('budget', 12.5), 'money');
	assert.equal(shape_of('budget', '12.5'), null);
	assert.equal(shape_of('platformOptions.budget', 12.5), null);
	assert.equal(shape_of('status', 'ENABLED'), 'enum');
	assert.equal(shape_of('status', 'Enabled now'), null);
	assert.equal(shape_of('createdAt', '2026-01-01T09:30:00.000Z'), 'time');
	for (const text of ['2026-01-01T', '2026-01-01T09:30:00Z and more', '2026-13-01T09:30:00Z', ''])
		assert.equal(shape_of('createdAt', text), null, text);
});

/* The types of a field in the resources of the API's description, by path. */
function types_of(): Map<string, Set<string>> {
	type Schema = { [key: string]: any };
	const { schemas } = JSON.parse(readFileSync(new URL('../../../tests/golden/openapi.json', import.meta.url), 'utf8')).components;
	const out = new Map<string, Set<string>>();
	const walk = (schema: Schema, path: string, depth: number) => {
		const one: Schema = schema['$ref'] ? schemas[schema['$ref'].split('/').at(-1)] : schema;
		const types = [one['type']].flat();
		for (const other of [...one['anyOf'] ?? [], ...one['oneOf'] ?? [], ...one['allOf'] ?? []])
			walk(other, path, depth);
		const kind = one['enum'] ? 'enum' : one['format'] === 'date-time' ? 'time' : types.includes('number') ? 'money' : types.includes('string') ? 'text' : null;
		if (kind)
			out.set(path, (out.get(path) ?? new Set()).add(kind));
		if (depth < 6)
			for (const [name, member] of Object.entries(one['properties'] ?? {}))
				walk(member as Schema, path ? `${path}.${name}` : name, depth + 1);
		if (one['items'])
			walk(one['items'], path, depth + 1);
	};
	for (const name of ['Campaign', 'AdGroup', 'Ad', 'Keyword', 'Asset', 'AssetLink', 'Conversion', 'Business'])
		walk(schemas[name], '', 0);
	return out;
}

test('each field with a format has that type in all resources that have the field', () => {
	const types = types_of();
	for (const [path, shape] of SHAPES)
		assert.deepEqual([...types.get(path) ?? []], [shape], path);
});

test('characters that cannot be seen are marked, and what can be seen is not', () => {
	assert.equal(text_marked('Fresh bread, 50 % off – été, שלום'), 'Fresh bread, 50 % off – été, שלום');
	assert.equal(text_marked('👩‍🍳 ❤️ 👍🏽'), '👩‍🍳 ❤️ 👍🏽');
	assert.equal(text_marked('a\u200bb'), 'a⟨U+200B⟩b');
	assert.equal(text_marked('a\u202eb\u00adc\ufe0f'), 'a⟨U+202E⟩b⟨U+00AD⟩c⟨U+FE0F⟩');
	assert.equal(text_marked('  a b '), '␣␣a b␣');
	assert.equal(text_marked('a\u00a0b\u3164'), 'a⟨U+00A0⟩b⟨U+3164⟩');
	assert.equal(text_marked('one\ntwo\r\t'), 'one↵two⟨U+000D⟩⟨U+0009⟩');
	assert.equal(text_marked('\u{e0041}'), '⟨U+E0041⟩');
	for (const text of ['  a\u200b', '', 'x'.repeat(5000)])
		assert.equal(text_pieces(text).map((piece) => piece.text).join(''), text);
});

test('values that look alike are told apart', () => {
	for (const text of ['365', '-1.5', 'true', 'null', 'empty', 'unknown'])
		assert.ok(text_is_ambiguous(text), text);
	for (const text of ['365 days', 'Empty shelves', ''])
		assert.ok(!text_is_ambiguous(text), text);
	assert.deepEqual(members_shown('locations', { code: 'DE', excluded: false, note: null }), [['code', 'DE']]);
	assert.deepEqual(members_shown('platformOptions', { euPolitical: false, pixelId: '' }), [['euPolitical', false], ['pixelId', '']]);
});

test('the difference of lists counts repeated values and tells a new order', () => {
	assert.deepEqual(list_change(['a', 'a'], ['a']), { gone: ['a'], come: [], stay: 1, isMoved: false });
	assert.deepEqual(list_change(['a', 'b'], ['b', 'a', 'c']), { gone: [], come: ['c'], stay: 2, isMoved: true });
	assert.deepEqual(list_change(['a', 'b'], ['a', 'c']), { gone: ['b'], come: ['c'], stay: 1, isMoved: false });
});

const KEYWORD = [change('text', 'rye'), change('matchType', 'EXACT'), change('negative', false), change('cpcBid', 1), change('status', 'PAUSED')];

test('a keyword with more than its line says is not folded', () => {
	assert.ok(keyword_folds(operation(0, { changes: KEYWORD })));
	assert.ok(!keyword_folds(operation(0, { changes: [...KEYWORD, change('finalUrl', 'https://evil.test/')] })));
	assert.ok(!keyword_folds(operation(0, { changes: [...KEYWORD.slice(0, 4), change('status', 'ENABLED')] })));
	assert.ok(!keyword_folds(operation(0, { op: 'UPDATE', changes: KEYWORD })));
	const { changes: _, ...hidden } = operation(0, {});
	assert.ok(!keyword_folds(hidden));
});

const LINKED = [
	operation(0, { changes: [change('finalUrl', 'HTTPS://EVIL.test:8443/a')] }),
	operation(1, { changes: [change('finalUrl', 'https://bakery.example/a'), change('platformOptions', { link: 'https://раypal.example/' })] }),
	operation(2, { changes: [change('finalUrl', 'https://bakery.example/b')], op: 'UPDATE' }),
	operation(3, { changes: [change('locations', [{ code: 'DE', excluded: false }, { code: 'FR', excluded: true }, { code: 'AT', excluded: false }], [{ code: 'AT', excluded: false }])], op: 'UPDATE' }),
	operation(4, { op: 'REMOVE', changes: [change('status', 'REMOVED', 'ENABLED')] }),
];

test('hosts, places, removals and raises are taken from all operations, the rarest host first', () => {
	const sum = { id: 'cmp_a', name: 'A', platform: 'google', creates: 0, updates: 0, removes: 0, dailyBudgetBefore: 10, dailyBudgetAfter: 15 };
	const { hosts, countries, removes, raises } = plan_matters(LINKED, [sum, { ...sum, name: 'B', dailyBudgetAfter: 500 }, { ...sum, dailyBudgetAfter: 5 }]);
	assert.deepEqual(hosts.map(({ name, operations }) => [name, operations.length]), [['evil.test:8443', 1], ['xn--ypal-43d9g.example', 1], ['bakery.example', 2]]);
	assert.deepEqual(countries.map(({ name }) => name), ['DE']);
	assert.deepEqual([removes.length, raises.map(({ name }) => name)], [1, ['B', 'A']]);
});

test('each operation that links to a warned host is marked, also one that the server did not name', () => {
	const linked = [0, 1, 2].map((index) => operation(index, { changes: [change('finalUrl', index === 2 ? 'https://bakery.example/' : `https://evil.test:${8000 + index}/`)] }));
	const warning: Warning = { code: 'OTHER_HOST', resource: 'keyword', id: 'kw_0', field: 'finalUrl', message: 'finalUrl links to evil.test, which is not the website of a business of this Space.' };
	assert.deepEqual(host_warnings(linked, [warning]).map(({ id, code }) => [id, code]), [['kw_1', 'OTHER_HOST']]);
	assert.deepEqual(host_warnings(linked, []), []);
	assert.deepEqual(hosts_of(linked[2]!), ['bakery.example']);
});

test('operations count as opened when they were shown or their campaign is marked; others do not', () => {
	const list = [operation(0, { campaignId: 'cmp_a' }), operation(1, { campaignId: 'cmp_b' }), operation(2, { campaignId: 'cmp_b' })];
	assert.equal(unopened_count(3, list, new Set(), new Set()), 3);
	assert.equal(unopened_count(3, list, new Set(['CREATE kw_1']), new Set(['cmp_a'])), 1);
	assert.equal(unopened_count(5, list, new Set(), new Set(['cmp_a', 'cmp_b'])), 2, 'operations that are not loaded');
});
