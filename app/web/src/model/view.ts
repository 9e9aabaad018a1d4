/* The rows that a view shows, in its order: filters, search and sort over a table. */
import type { Json } from '../api/types.ts';
import { table_get, type Table } from './table.ts';

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

/* A test of a row; of a coded column each value of the dictionary is tested once. */
function row_test(table: Table, field: string, test: (value: Json) => boolean): (row: number) => boolean {
	const column = table.columns.get(field);
	if (!column)
		return () => test(null);
	if (!column.codes)
		return (row) => test(column.values[row] ?? null);
	const passes = column.values.map(test);
	const codes = column.codes;
	return (row) => passes[codes[row] ?? -1] ?? false;
}

function column_keys(table: Table, field: string): (string | number | null)[] {
	const kept = table.keys.get(field);
	if (kept && kept.edition === table.edition)
		return kept.keys;
	const key = (value: Json): string | number | null =>
		value === null ? null : typeof value === 'number' ? value : value_text(value).toLowerCase();
	const column = table.columns.get(field);
	let keys: (string | number | null)[];
	if (column?.codes) {
		const of = column.values.map(key);
		keys = column.codes.map((code) => of[code] ?? null);
	} else {
		keys = (column?.values ?? []).map(key);
	}
	table.keys.set(field, { edition: table.edition, keys });
	return keys;
}

/* Empty values come last in either direction; equal ones keep the order of the table. */
function rows_sort(table: Table, rows: number[], sort: Sort): number[] {
	const keys = column_keys(table, sort.field);
	const way = sort.down ? -1 : 1;
	return rows.sort((a, b) => {
		const x = keys[a] ?? null;
		const y = keys[b] ?? null;
		if (x === y)
			return a - b;
		if (x === null || y === null)
			return x === null ? 1 : -1;
		return x < y ? -way : x > y ? way : a - b;
	});
}

/* Words are found anywhere in a text. Ids are random letters, so one is found from its beginning. */
function search_test(table: Table, search: string): (row: number) => boolean {
	const texts = SEARCHED.filter((field) => table.columns.has(field)).map((field) => column_keys(table, field));
	const ids = /^[a-z]+_/.test(search) ? column_keys(table, 'id') : [];
	return (row) => texts.some((keys) => String(keys[row] ?? '').includes(search)) || String(ids[row] ?? '').startsWith(search);
}

export function view_rows(table: Table, view: View): Uint32Array {
	const tests = view.filters.filter(({ field }) => field).map((one) => row_test(table, one.field, filter_test(one)));
	const search = view.search.trim().toLowerCase();
	if (search)
		tests.push(search_test(table, search));
	const rows: number[] = [];
	for (let row = 0; row < table.count; row++)
		if (tests.every((test) => test(row)))
			rows.push(row);
	return Uint32Array.from(view.sort ? rows_sort(table, rows, view.sort) : rows);
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
