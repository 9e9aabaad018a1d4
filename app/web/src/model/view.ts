/* The rows that a view shows, in its order: filters, search and sort over a table. */
import type { Json } from '../api/types.ts';
import { table_get, type Column, type Key, type Table } from './table.ts';

export type Operator = 'is' | 'not' | 'contains' | 'lacks' | 'above' | 'below' | 'empty' | 'filled';

export interface Filter {
	field: string;
	op: Operator;
	value: string;
}

export interface Sort {
	field: string;
	down: boolean;
}

export interface View {
	filters: Filter[];
	search: string;
	sort: Sort | null;
}

export const OPERATORS: Operator[] = ['is', 'not', 'contains', 'lacks', 'above', 'below', 'empty', 'filled'];
const SEARCHED = ['name', 'text', 'finalUrl', 'headlines'];

export function value_text(value: Json): string {
	if (value === null)
		return '';
	if (Array.isArray(value))
		return value.map(value_text).join(' · ');
	if (typeof value === 'object')
		return 'text' in value ? value_text(value['text'] ?? null) : JSON.stringify(value);
	return String(value);
}

function filter_test(filter: Filter): (value: Json) => boolean {
	const wanted = filter.value.toLowerCase();
	const number = Number(filter.value);
	const list = wanted.split(',').map((one) => one.trim());
	switch (filter.op) {
	case 'is':
		return (value) => list.includes(value_text(value).toLowerCase());
	case 'not':
		return (value) => !list.includes(value_text(value).toLowerCase());
	case 'contains':
		return (value) => value_text(value).toLowerCase().includes(wanted);
	case 'lacks':
		return (value) => !value_text(value).toLowerCase().includes(wanted);
	case 'above':
		return (value) => typeof value === 'number' && value > number;
	case 'below':
		return (value) => typeof value === 'number' && value < number;
	case 'empty':
		return (value) => value === null || value_text(value) === '';
	default:
		return (value) => value !== null && value_text(value) !== '';
	}
}

/* A test of a row by `values`, one a row or one a value of the dictionary; of a dictionary each is tested once. */
function column_test<T>(column: Column, values: (T | null)[], test: (value: T | null) => boolean): (row: number) => boolean {
	const codes = column.codes;
	if (!codes)
		return (row) => test(values[row] ?? null);
	const passes = values.map(test);
	return (row) => passes[codes[row] ?? -1] ?? false;
}

function row_test(table: Table, field: string, test: (value: Json) => boolean): (row: number) => boolean {
	const column = table.columns.get(field);
	return column ? column_test(column, column.values, test) : () => test(null);
}

function value_key(value: Json): Key {
	return value === null ? null : typeof value === 'number' ? value : value_text(value).toLowerCase();
}

/* The keys of `column.values`: one a row, or one a value of the dictionary. */
function column_keys(column: Column): Key[] {
	if (column.keys?.edition !== column.edition)
		column.keys = { edition: column.edition, keys: column.values.map(value_key) };
	return column.keys.keys;
}

/* Empty values come last in either direction; 0 for equal ones. */
function keys_compare(x: Key, y: Key, way: number): number {
	if (x === y)
		return 0;
	if (x === null || y === null)
		return x === null ? 1 : -1;
	return x < y ? -way : x > y ? way : 0;
}

/* By the ranks of a dictionary: each row goes straight to its place. */
function rows_ranked(codes: number[], rows: number[], keys: Key[], way: number): Uint32Array {
	const order = [...keys.keys()].sort((a, b) => keys_compare(keys[a]!, keys[b]!, way));
	const ranks = new Uint32Array(keys.length);
	order.forEach((code, i) => {
		ranks[code] = i > 0 && keys_compare(keys[order[i - 1]!]!, keys[code]!, way) === 0 ? ranks[order[i - 1]!]! : i;
	});
	const empty = keys.length;
	const rank = (row: number) => {
		const code = codes[row] ?? -1;
		return keys[code] == null ? empty : ranks[code]!;
	};
	const starts = new Uint32Array(empty + 2);
	for (const row of rows)
		starts[rank(row) + 1]!++;
	for (let i = 1; i < starts.length; i++)
		starts[i]! += starts[i - 1]!;
	const out = new Uint32Array(rows.length);
	for (const row of rows)
		out[starts[rank(row)]!++] = row;
	return out;
}

/* A column without a dictionary gets one, until it changes: values repeat, and few are faster to compare than all. */
function column_codes(column: Column): { codes: number[]; keys: Key[] } {
	const keys = column_keys(column);
	if (column.codes)
		return { codes: column.codes, keys };
	const kept = column.keys!;
	if (!kept.dictionary) {
		const places = new Map<Key, number>();
		const codes = keys.map((key) => {
			const at = places.get(key) ?? places.size;
			if (at === places.size)
				places.set(key, at);
			return at;
		});
		kept.dictionary = { codes, keys: [...places.keys()] };
	}
	return kept.dictionary;
}

/* Equal values keep the order of the table, which is that of `rows`. */
function rows_sort(table: Table, rows: number[], sort: Sort): Uint32Array {
	const column = table.columns.get(sort.field);
	if (!column)
		return Uint32Array.from(rows);
	const { codes, keys } = column_codes(column);
	return rows_ranked(codes, rows, keys, sort.down ? -1 : 1);
}

const key_test = (column: Column, test: (key: Key) => boolean) => column_test(column, column_keys(column), test);

const columns_of = (table: Table, fields: string[]) => fields.map((field) => table.columns.get(field)).filter((column) => column !== undefined) as Column[];

/* Words are found anywhere in a text. Ids are random letters, so one is found from its beginning. */
function search_test(table: Table, search: string): (row: number) => boolean {
	const tests = columns_of(table, SEARCHED).map((column) => key_test(column, (key) => key !== null && String(key).includes(search)));
	if (/^[a-z]+_/.test(search))
		tests.push(...columns_of(table, ['id']).map((column) => key_test(column, (key) => String(key).startsWith(search))));
	return (row) => tests.some((test) => test(row));
}

const search_text = (view: View) => view.search.trim().toLowerCase();

export function view_rows(table: Table, view: View): Uint32Array {
	const tests = view.filters.filter(({ field }) => field).map((one) => row_test(table, one.field, filter_test(one)));
	const search = search_text(view);
	if (search)
		tests.push(search_test(table, search));
	const rows: number[] = [];
	for (let row = 0; row < table.count; row++)
		if (tests.every((test) => test(row)))
			rows.push(row);
	return view.sort ? rows_sort(table, rows, view.sort) : Uint32Array.from(rows);
}

/* Changes when the rows of a view may: with rows that come or go, and with a column that it looks at. */
export function view_edition(table: Table, view: View): string {
	const fields = [...view.filters.map(({ field }) => field), ...(view.sort ? [view.sort.field] : []), ...(search_text(view) ? SEARCHED : [])];
	return [table, ...columns_of(table, fields)].map(({ edition }) => edition).join(' ');
}

/* The different values of a column, most frequent first, at most 50. */
export function column_choices(table: Table, field: string): string[] {
	const counts = new Map<string, number>();
	for (let row = 0; row < table.count; row++) {
		const text = value_text(table_get(table, field, row));
		if (text)
			counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 50).map(([text]) => text);
}

/* Filters in an address: field.operator.value, joined by ~, each part percent-encoded. */
export function filters_write(filters: Filter[]): string {
	return filters.map(({ field, op, value }) => [field, op, value].map((part) => encodeURIComponent(part).replace(/[.~]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)).join('.')).join('~');
}

export function filters_read(text: string): Filter[] {
	const out: Filter[] = [];
	for (const one of text.split('~')) {
		const [field, op, value] = one.split('.');
		if (field && OPERATORS.includes(op as Operator))
			try {
				out.push({ field: decodeURIComponent(field), op: op as Operator, value: decodeURIComponent(value ?? '') });
			} catch {
				/* An address that somebody cut: this filter is left out. */
			}
	}
	return out;
}
