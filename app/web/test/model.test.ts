/* The model of the workbench: columns, views, selection, tree, undo, the window of the grid. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { Grid } from '../src/api/types.ts';
import { place_after, rows_shown, scroll_to, window_of } from '../src/grid/window.ts';
import { selection_all, selection_range, selection_toggle, SELECTION_NONE } from '../src/model/selection.ts';
import { table_append, table_get, table_new, table_put, table_remove, table_sum } from '../src/model/table.ts';
import { tree_nodes } from '../src/model/tree.ts';
import { edit_inverse, stack_push, stack_redo, stack_undo, STACK_NONE } from '../src/model/undo.ts';
import { filters_read, filters_write, view_edition, view_rows, type Filter } from '../src/model/view.ts';

const page = (columns: Grid['columns'], count: number): Grid => ({ resource: 'keywords', count, total: count, columns });

function table_made() {
	const table = table_new('keywords');
	table_append(table, page({
		id: ['kw_a', 'kw_b', 'kw_c', 'kw_d'], text: ['Rye bread', 'cake', null, 'apple'], status: { values: ['ENABLED', 'PAUSED'], codes: [0, 1, 0, 1] },
		campaignId: { values: ['cmp_1', 'cmp_2'], codes: [0, 0, 1, 1] }, cost: [5, null, 2.5, 0], cpcBid: { values: [null, 0.5], codes: [0, 1, 1, 0] },
	}, 4));
	return table;
}

const shown = (rows: Uint32Array, table = table_made()) => [...rows].map((row) => table_get(table, 'id', row));
const view = (filters: Filter[] = [], search = '', sort: { field: string; down: boolean } | null = null) => shown(view_rows(table_made(), { filters, search, sort }));

test('a dictionary column is decoded, and a second page with another dictionary is joined to it', () => {
	const table = table_made();
	table_append(table, page({ id: ['kw_e'], text: ['new'], status: { values: ['REMOVED', 'PAUSED'], codes: [1] }, campaignId: ['cmp_3'], cost: [1], cpcBid: { values: [2], codes: [0] } }, 1));
	assert.equal(table.count, 5);
	assert.deepEqual(['status', 'campaignId', 'cpcBid'].map((field) => table_get(table, field, 4)), ['PAUSED', 'cmp_3', 2]);
	assert.equal(table_get(table, 'status', 1), 'PAUSED');
	assert.equal(table.index.get('kw_e'), 4);
	assert.equal(table_get(table, 'absent', 0), null);
});

test('an object that changed replaces its row, a new one is added, a removed one leaves', () => {
	const table = table_made();
	table_put(table, { id: 'kw_b', text: 'tart', status: 'ENABLED' });
	table_put(table, { id: 'kw_z', text: 'zest', status: 'FAILED', campaignId: 'cmp_2' });
	assert.deepEqual([table.count, table_get(table, 'text', 1), table_get(table, 'status', 4), table_get(table, 'cost', 4)], [5, 'tart', 'FAILED', null]);
	table_remove(table, ['kw_a', 'kw_unknown']);
	assert.equal(table.count, 4);
	assert.equal(table_get(table, 'text', table.index.get('kw_b')!), 'tart');
	assert.equal(table_get(table, 'status', table.index.get('kw_z')!), 'FAILED');
});

test('sort: empty values come last either way, text without regard to case', () => {
	assert.deepEqual(view([], '', { field: 'text', down: false }), ['kw_d', 'kw_b', 'kw_a', 'kw_c']);
	assert.deepEqual(view([], '', { field: 'text', down: true }), ['kw_a', 'kw_b', 'kw_d', 'kw_c']);
	assert.deepEqual(view([], '', { field: 'cost', down: true }), ['kw_a', 'kw_c', 'kw_d', 'kw_b']);
});

test('a search finds words anywhere in a text, and an id from its beginning only', () => {
	assert.deepEqual(view([], ' BREAD '), ['kw_a']);
	assert.deepEqual(view([], 'a'), ['kw_a', 'kw_b', 'kw_d']);
	assert.deepEqual(view([], 'KW_B'), ['kw_b']);
	assert.deepEqual(view([], 'w_b'), []);
	assert.deepEqual(view([], 'c'), ['kw_b']);
});

test('a sort after a change uses the new values', () => {
	const table = table_made();
	const sorted = () => shown(view_rows(table, { filters: [], search: '', sort: { field: 'text', down: false } }), table);
	assert.equal(sorted()[0], 'kw_d');
	table_put(table, { id: 'kw_d', text: 'zwieback' });
	assert.equal(sorted()[0], 'kw_b');
});

test('a column with a dictionary is sorted as one without: empty values last, equal ones as the table has them', () => {
	const values = ['b', null, 'A', 'a', 'B', 'c', null, 'a', 'b'];
	const dictionary = [...new Set(values)];
	const coded = { values: dictionary, codes: values.map((value) => dictionary.indexOf(value)) };
	const table = table_new('keywords');
	table_append(table, page({ id: values.map((_, i) => `kw_${i}`), plain: values, coded }, values.length));
	for (const down of [false, true]) {
		const [plain, ranked] = ['plain', 'coded'].map((field) => [...view_rows(table, { filters: [], search: '', sort: { field, down } })]);
		assert.deepEqual(ranked, plain);
		const key = (row: number) => values[row]?.toLowerCase() ?? null;
		const compare = (x: string | null, y: string | null) => (x === y ? 0 : x === null ? 1 : y === null ? -1 : (x < y) !== down ? -1 : 1);
		assert.deepEqual(ranked, values.map((_, row) => row).sort((a, b) => compare(key(a), key(b)) || a - b));
	}
	assert.deepEqual([...view_rows(table, { filters: [], search: '', sort: { field: 'coded', down: false } })], [2, 3, 7, 0, 4, 8, 5, 1, 6]);
});

test('a new row without a value of a dictionary counts as empty', () => {
	const table = table_made();
	table_put(table, { id: 'kw_z', text: 'zest', status: null });
	table_put(table, { id: 'kw_y', text: 'yeast' });
	assert.deepEqual(shown(view_rows(table, { filters: [{ field: 'status', op: 'empty', value: '' }], search: '', sort: null }), table), ['kw_z', 'kw_y']);
});

test('the rows of a view are found again for a column that it looks at, and for rows that come or go', () => {
	const table = table_made();
	const edition = (filters: Filter[] = [], search = '', sort: { field: string; down: boolean } | null = null) => view_edition(table, { filters, search, sort });
	const all = () => [edition(), edition([{ field: 'status', op: 'is', value: 'ENABLED' }]), edition([], 'x'), edition([], '', { field: 'cpcBid', down: true })];
	const changed = (act: () => void) => {
		const before = all();
		act();
		return all().map((now, i) => now !== before[i]);
	};
	assert.deepEqual(changed(() => table_put(table, { id: 'kw_a', cpcBid: 2 })), [false, false, false, true]);
	assert.deepEqual(changed(() => table_put(table, { id: 'kw_a', cpcBid: 2, text: 'Rye bread', status: 'ENABLED' })), [false, false, false, false]);
	assert.deepEqual(changed(() => table_put(table, { id: 'kw_a', status: 'PAUSED' })), [false, true, false, false]);
	assert.deepEqual(changed(() => table_put(table, { id: 'kw_a', text: 'oat bread' })), [false, false, true, false]);
	assert.deepEqual(changed(() => table_put(table, { id: 'kw_new', text: 'new' })), [true, true, true, true]);
	assert.deepEqual(changed(() => table_remove(table, ['kw_new'])), [true, true, true, true]);
});

test('the elements of rows keep their order during a scroll, and each has one row', () => {
	assert.deepEqual(rows_shown(4, 9, 6, 4), [4, 5, 6, 7, 8]);
	assert.deepEqual(rows_shown(6, 11, 6, 4), [10, 6, 7, 8, 9]);
	assert.deepEqual(new Set(rows_shown(95, 100, 6, 3).map((row) => row % 6)).size, 5);
});

test('filters: blank is not 0, "is" takes several values, an unknown column holds nothing', () => {
	assert.deepEqual(view([{ field: 'cost', op: 'below', value: '1' }]), ['kw_d']);
	assert.deepEqual(view([{ field: 'cost', op: 'empty', value: '' }]), ['kw_b']);
	assert.deepEqual(view([{ field: 'status', op: 'is', value: 'enabled, REMOVED' }]), ['kw_a', 'kw_c']);
	assert.deepEqual(view([{ field: 'status', op: 'not', value: 'ENABLED' }, { field: 'text', op: 'contains', value: 'CAKE' }]), ['kw_b']);
	assert.deepEqual(view([{ field: 'absent', op: 'is', value: 'x' }]), []);
	assert.deepEqual(view([], ' BREAD '), ['kw_a']);
});

test('filters in an address come back as they were, whatever they hold', () => {
	const filters: Filter[] = [{ field: 'text', op: 'contains', value: 'a.b~c%&="><img src=x>' }, { field: 'cost', op: 'empty', value: '' }];
	assert.deepEqual(filters_read(new URLSearchParams({ f: filters_write(filters) }).get('f')!), filters);
	assert.deepEqual(filters_read('text.explode.x~.is.x~text.is.%zz~'), []);
});

test('a sum is of what was collected, and null where nothing was', () => {
	const table = table_made();
	assert.equal(table_sum(table, 'cost', [0, 1, 2]), 7.5);
	assert.equal(table_sum(table, 'cost', [1]), null);
});

test('a selection: toggle, range in the order shown, all', () => {
	const order = (at: number) => ['c', 'a', 'b', 'd'][at]!;
	const one = selection_toggle(SELECTION_NONE, 'a');
	assert.deepEqual([...selection_range(one, 'd', order, 4).ids], ['a', 'b', 'd']);
	assert.deepEqual([...selection_range(one, 'c', order, 4).ids].sort(), ['a', 'c']);
	assert.equal(selection_toggle(one, 'a').ids.size, 0);
	assert.equal(selection_all(order, 4).ids.size, 4);
	assert.deepEqual([...selection_range(one, 'absent', order, 4).ids], ['a', 'absent']);
});

test('the tree: platforms in their order, closed campaigns hide their ad groups, what waits is counted', () => {
	const campaigns = table_new('campaigns');
	table_append(campaigns, page({ id: ['cmp_1', 'cmp_2'], name: ['b', 'A'], platform: ['meta', 'google'], status: ['PAUSED', 'ENABLED'], syncState: ['SYNCED', 'STAGED'] }, 2));
	const groups = table_new('ad-groups');
	table_append(groups, page({ id: ['agr_1', 'agr_2'], name: ['x', 'y'], campaignId: ['cmp_2', 'cmp_2'], status: ['PAUSED', 'PAUSED'], syncState: ['SYNCED', 'FAILED'] }, 2));
	const keys = (open: string[]) => tree_nodes(campaigns, groups, new Set(open)).map(({ key }) => key);
	assert.deepEqual(keys([]), ['google', 'cmp_2', 'meta', 'cmp_1']);
	assert.deepEqual(keys(['cmp_2', '-meta']), ['google', 'cmp_2', 'agr_1', 'agr_2', 'meta']);
	const [google, campaign] = tree_nodes(campaigns, groups, new Set());
	assert.deepEqual([google!.pending, campaign!.pending, campaign!.count], [2, 2, 2]);
	assert.deepEqual(tree_nodes(null, null, new Set()), []);
});

test('undo and redo walk the edits; a new edit ends what was undone', () => {
	const edit = (to: number) => ({ resource: 'campaigns' as const, id: 'cmp_1', field: 'budget', from: to - 1, to, name: 'x' });
	let stack = stack_push(stack_push(STACK_NONE, edit(1)), edit(2));
	stack = stack_undo(stack);
	assert.deepEqual([stack.done.length, stack.undone.length], [1, 1]);
	assert.deepEqual(stack_redo(stack).done.at(-1)!.to, 2);
	assert.equal(stack_push(stack, edit(3)).undone.length, 0);
	assert.deepEqual([edit_inverse(edit(5)).from, edit_inverse(edit(5)).to], [5, 4]);
	assert.equal(stack_undo(STACK_NONE), STACK_NONE);
});

test('the window: few rows of many are made, none beyond either end', () => {
	assert.deepEqual(window_of(0, 360, 36, 100000), { first: 0, last: 18 });
	assert.deepEqual(window_of(36 * 99990, 360, 36, 100000), { first: 99982, last: 100000 });
	assert.deepEqual(window_of(5000, 360, 36, 0), { first: 0, last: 0 });
});

test('keys move the active cell and stop at the edges', () => {
	const size = { rows: 100, columns: 5, page: 10 };
	const key = (name: string, control = false, place = { row: 50, column: 2 }) => place_after(place, name, control, size);
	assert.deepEqual(key('ArrowDown'), { row: 51, column: 2 });
	assert.deepEqual(key('PageDown', false, { row: 95, column: 0 }), { row: 99, column: 0 });
	assert.deepEqual(key('ArrowUp', false, { row: 0, column: 1 }), { row: -1, column: 1 });
	assert.deepEqual(key('ArrowUp', false, { row: -1, column: 1 }), { row: -1, column: 1 });
	assert.deepEqual(key('End', true), { row: 99, column: 4 });
	assert.deepEqual(key('Home'), { row: 50, column: 0 });
	assert.equal(key('x'), null);
	assert.deepEqual([scroll_to(10, 36, 0, 360), scroll_to(5, 36, 0, 360), scroll_to(1, 36, 200, 360)], [36, 0, 36]);
});
