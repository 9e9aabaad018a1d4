/* Periods of a report, saved choices, commands by name, ROAS as a column, ids in an address as a selection. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { id_time } from '../src/model/object_name.ts';
import { commands_find, type Command } from '../src/model/palette.ts';
import { period_of } from '../src/model/period.ts';
import { row_key, rows_join } from '../src/model/report_rows.ts';
import { saved_add, saved_read } from '../src/model/saved.ts';
import { table_append, table_get, table_new } from '../src/model/table.ts';
import { selection_of } from '../src/review/plan.ts';
import { HISTORY } from '../src/ui/texts.ts';

const days = (text: string, today: string) => {
	const { from, to, before } = period_of(text, today);
	return [from, to, before.from, before.to];
};

test('the last days are compared with as many days before them', () => {
	assert.deepEqual(days('7', '2026-03-03'), ['2026-02-25', '2026-03-03', '2026-02-18', '2026-02-24']);
	assert.deepEqual(days('nonsense', '2026-03-31'), ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01']);
});

test('a month is compared with the month before, also over the end of a year and in a leap year', () => {
	assert.deepEqual(days('last-month', '2026-01-15'), ['2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30']);
	assert.deepEqual(days('last-month', '2028-03-31'), ['2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31']);
	assert.deepEqual(days('this-month', '2026-11-27'), ['2026-11-01', '2026-11-27', '2026-10-01', '2026-10-27']);
});

test('this month, further on than the month before was long, is compared with all of that month', () => {
	assert.deepEqual(days('this-month', '2026-03-30'), ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28']);
	assert.deepEqual(days('this-month', '2026-03-01'), ['2026-03-01', '2026-03-01', '2026-02-01', '2026-02-01']);
});

test('a saved choice replaces one of its name; a full list loses the oldest', () => {
	let list = saved_read([]);
	for (let i = 0; i < 52; i++)
		list = saved_add(list, { name: `view ${i}`, parameters: { search: String(i) }, extra: {} });
	assert.deepEqual([list.length, list[0]?.name], [50, 'view 2']);
	list = saved_add(list, { name: 'view 9', parameters: { search: 'new' }, extra: {} });
	assert.deepEqual([list.length, list.at(-1)], [50, { name: 'view 9', parameters: { search: 'new' }, extra: {} }]);
});

test('what a storage holds beside saved choices is left out', () => {
	assert.deepEqual(saved_read({ name: 'no list' }), []);
	assert.deepEqual(saved_read([null, 5, 'text', { name: '' }, { name: 5 }]), []);
	assert.deepEqual(saved_read([{ name: '<b>', parameters: { at: 'cmp_1', bad: { x: 1 } }, extra: null }]), [{ name: '<b>', parameters: { at: 'cmp_1' }, extra: {} }]);
});

test('commands hold every word that was typed; names that begin with it come first', () => {
	const list = ['Campaigns', 'New campaign', 'Drift', 'Copy to another platform'].map((name): Command => ({ name, kind: 'Action', run: () => {} }));
	const names = (typed: string) => commands_find(list, typed).map(({ name }) => name);
	assert.deepEqual(names(''), list.map(({ name }) => name));
	assert.deepEqual(names('new camp'), ['New campaign']);
	assert.deepEqual(names('c'), ['Campaigns', 'Copy to another platform', 'New campaign', 'Drift']);
	assert.deepEqual(names('zzz'), []);
});

test('ROAS is the value by the cost, and nothing without a cost', () => {
	const table = table_new('campaigns');
	table_append(table, { resource: 'campaigns', count: 4, total: 4, columns: { id: ['a', 'b', 'c', 'd'], cost: [5, 0, null, 2], conversionValue: { values: [20, null], codes: [0, 0, 0, 1] } } });
	assert.deepEqual([0, 1, 2, 3].map((row) => table_get(table, 'roas', row)), [4, null, null, null]);
	const plain = table_new('campaigns');
	table_append(plain, { resource: 'campaigns', count: 1, total: 1, columns: { id: ['a'] } });
	assert.equal(plain.columns.has('roas'), false);
});

test('ids of campaigns and ad groups are chosen, others are not', () => {
	const { campaigns, groups } = selection_of(['cmp_1', 'agr_2', '', 'ad_3', '<b>']);
	assert.deepEqual([[...campaigns], [...groups]], [['cmp_1'], ['agr_2']]);
});

test('a report lists what had figures in the period before alone, without figures of its own', () => {
	const row = (campaignId: string, cost: number, more = {}) => ({ platform: 'google', campaignId, name: campaignId, cost, ...more });
	const earlier = new Map([row('cmp_1', 5), row('cmp_2', 7, { roas: 2 })].map((one) => [row_key(one), one]));
	assert.deepEqual(rows_join([row('cmp_1', 6)], earlier), [row('cmp_1', 6), { platform: 'google', campaignId: 'cmp_2', name: 'cmp_2' }]);
	assert.deepEqual(rows_join([row('cmp_3', 1)], new Map()), [row('cmp_3', 1)]);
});

test('the id of a run tells its time; what is no id of ours tells none', () => {
	assert.equal(id_time('syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3'), '2025-11-20T16:51:28.195Z');
	for (const id of ['', 'syn_', 'syn_short', 'y9svc0sa65kfrhib', 'syn_01KAH2V5T3Q8Z6J4N9W7X1Y2Bu', 'syn_81KAH2V5T3Q8Z6J4N9W7X1Y2B3'])
		assert.equal(id_time(id), null, id);
});

test('an entry of the history says what was done in words, for each kind and verb', () => {
	assert.equal(HISTORY.verb('campaign', 'PULL', 'PULL'), 'pulled');
	assert.equal(HISTORY.verb('keyword', 'PULL', 'SYNC'), 'synced');
	assert.equal(HISTORY.verb('session', 'CREATE', 'APP'), 'signed in');
	assert.equal(HISTORY.verb('session', 'REVOKE', 'APP'), 'signed out');
	assert.equal(HISTORY.verb('sync', 'PUSH', 'API'), 'started');
	const { properties } = JSON.parse(readFileSync(new URL('../../../tests/golden/openapi.json', import.meta.url), 'utf8')).components.schemas.HistoryEntry;
	for (const verb of properties.verb.enum)
		for (const resource of properties.resource.enum) {
			assert.match(HISTORY.verb(resource, verb, 'API') ?? '', /^[a-z]/, `${verb} ${resource}`);
			assert.ok(HISTORY.kinds[resource], resource);
		}
});
