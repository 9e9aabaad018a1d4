/* The rows of a resource, kept column by column as /app/api/grid sends them. */
import type { Coded, Grid, Json, Resource, Row } from '../api/types.ts';

export interface Column {
	/* One value a row, or the dictionary that `codes` points into. */
	values: Json[];
	codes: number[] | null;
	/* Rises with each change of the column. */
	edition: number;
	/* `values` are compared and searched by these; of one edition. */
	keys?: { edition: number; keys: Key[]; dictionary?: { codes: number[]; keys: Key[] } };
}

export type Key = string | number | null;

export interface Table {
	resource: Resource;
	count: number;
	columns: Map<string, Column>;
	/* From an id to its row. */
	index: Map<string, number>;
	/* Rises when rows come or go. */
	edition: number;
}

const is_coded = (column: Json[] | Coded): column is Coded => !Array.isArray(column);

export function table_new(resource: Resource): Table {
	return { resource, count: 0, columns: new Map(), index: new Map(), edition: 0 };
}

function column_append(column: Column, more: Json[] | Coded): void {
	column.edition++;
	if (!column.codes) {
		const values = is_coded(more) ? more.codes.map((code) => more.values[code] ?? null) : more;
		for (const value of values)
			column.values.push(value);
		return;
	}
	const places = new Map(column.values.map((value, i) => [value, i]));
	const place = (value: Json) => {
		let at = places.get(value);
		if (at === undefined) {
			at = column.values.push(value) - 1;
			places.set(value, at);
		}
		return at;
	};
	const codes = is_coded(more) ? more.codes.map((code) => place(more.values[code] ?? null)) : more.map(place);
	for (const code of codes)
		column.codes.push(code);
}

const values_of = (column: Json[] | Coded): Json[] => (is_coded(column) ? column.codes.map((code) => column.values[code] ?? null) : column);

/* The value by the cost of each row, where both were collected; the server sends the two. */
function page_roas(page: Grid): { [field: string]: Json[] } {
	const { cost, conversionValue } = page.columns;
	if (!cost || !conversionValue)
		return {};
	const value = values_of(conversionValue);
	return { roas: values_of(cost).map((one, i) => (typeof one === 'number' && one > 0 && typeof value[i] === 'number' ? value[i] / one : null)) };
}

/* Adds a page of rows to the table. */
export function table_append(table: Table, page: Grid): void {
	for (const [field, more] of Object.entries({ ...page.columns, ...page_roas(page) })) {
		const column = table.columns.get(field);
		if (column)
			column_append(column, more);
		else
			table.columns.set(field, is_coded(more) ? { values: [...more.values], codes: [...more.codes], edition: 0 } : { values: [...more], codes: null, edition: 0 });
	}
	for (let row = table.count; row < table.count + page.count; row++)
		table.index.set(String(table_get(table, 'id', row)), row);
	table.count += page.count;
	table.edition++;
}

export function table_get(table: Table, field: string, row: number): Json {
	const column = table.columns.get(field);
	if (!column)
		return null;
	return (column.codes ? column.values[column.codes[row] ?? -1] : column.values[row]) ?? null;
}

export function table_row(table: Table, row: number): Row {
	const out: Row = {};
	for (const field of table.columns.keys())
		out[field] = table_get(table, field, row);
	return out;
}

/* Lists and objects count as different: to compare them is no less work than to show them. */
const is_plain_same = (a: Json, b: Json) => a === b && (a === null || typeof a !== 'object');

/* The place of a value in the dictionary of a column, which gets it if it lacks it. */
function code_of(column: Column, value: Json): number {
	const code = column.values.indexOf(value);
	return code < 0 ? column.values.push(value) - 1 : code;
}

export function table_set(table: Table, field: string, row: number, value: Json): void {
	const column = table.columns.get(field);
	/* The same value keeps the edition: nothing is sorted again for it. */
	if (!column || is_plain_same(table_get(table, field, row), value))
		return;
	if (!column.codes) {
		column.values[row] = value;
	} else {
		column.codes[row] = code_of(column, value);
	}
	column.edition++;
}

/* The value of a grid column in an object as REST writes it. */
export function row_value(object: Row, field: string): Json | undefined {
	if (field in object)
		return object[field];
	const remote = object['remote'];
	if (field === 'reviewStatus' && remote && typeof remote === 'object' && !Array.isArray(remote))
		return remote['reviewStatus'] ?? null;
	return undefined;
}

/* Stores an object as it now stands: its row is changed, or one is added. */
export function table_put(table: Table, object: Row): void {
	const id = String(object['id']);
	let row = table.index.get(id);
	if (row === undefined) {
		row = table.count++;
		table.edition++;
		table.index.set(id, row);
		for (const column of table.columns.values()) {
			if (column.codes)
				column.codes.push(code_of(column, null));
			else
				column.values.push(null);
			column.edition++;
		}
	}
	for (const field of table.columns.keys()) {
		const value = row_value(object, field);
		if (value !== undefined)
			table_set(table, field, row, value);
	}
}

/* Takes the rows of these ids out. */
export function table_remove(table: Table, ids: Iterable<string>): void {
	const gone = new Set<number>();
	for (const id of ids) {
		const row = table.index.get(id);
		if (row !== undefined)
			gone.add(row);
	}
	if (gone.size === 0)
		return;
	const stays = (_: unknown, row: number) => !gone.has(row);
	for (const column of table.columns.values()) {
		if (column.codes)
			column.codes = column.codes.filter(stays);
		else
			column.values = column.values.filter(stays);
		column.edition++;
	}
	table.count -= gone.size;
	table.index.clear();
	for (let row = 0; row < table.count; row++)
		table.index.set(String(table_get(table, 'id', row)), row);
	table.edition++;
}

export function table_sum(table: Table, field: string, rows: ArrayLike<number>): number | null {
	let sum: number | null = null;
	for (let i = 0; i < rows.length; i++) {
		const value = table_get(table, field, rows[i]!);
		if (typeof value === 'number')
			sum = (sum ?? 0) + value;
	}
	return sum;
}
