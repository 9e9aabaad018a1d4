/* Changes of many objects: bulk rules, batches in blocks, and their undo as one step. */
import { fault_words, ApiError } from '../api/client.ts';
import type { Fault, Grid, Json, Resource, Row } from '../api/types.ts';
import { client } from './app.ts';
import { changes_after, collection_path, store_change, store_drop, store_put } from './store.ts';
import { table_append, table_get, table_new, type Table } from './table.ts';
import type { Deed, Made, Many, Part, Removed } from './undo.ts';

export type Rule =
	| { set: Row }
	| { adjust: { field: string; percent?: number; amount?: number; round?: number } }
	| { replace: { fields: string[]; find: string; with: string; matchCase: boolean } }
	| { labels: { add: string[]; remove: string[] } };

export interface Result {
	id: string;
	/* The fields that the rule changes; empty where nothing changes. */
	from: Row;
	to: Row;
	version: number | null;
	fault: string | null;
	/* Why nothing changes, where that is not plain. */
	note: string | null;
}

export interface Bulk {
	matched: number;
	changed: number;
	results: Result[];
}

interface Operation {
	method: 'POST' | 'PATCH' | 'DELETE';
	id?: string;
	body?: Row;
	ifMatch?: string;
}

export interface Done {
	status: number;
	data: Row | null;
	fault: Fault | null;
}

/* The server takes 10,000; the answer to fewer has room for each value before and after. */
const bulk_most = (resource: Resource) => (resource === 'ads' ? 1000 : 2000);
/* Small enough that a block is answered soon, and little is typed again where the server refuses. */
const BLOCK = 500;

export const is_same = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/* The sentence of a fault that stands in an answer beside others. */
export function fault_text(fault: Fault, field?: string): string {
	return fault_words(new ApiError(400, fault), field);
}

interface Change {
	field: string;
	from: Json;
	to: Json;
}

interface BulkRow {
	id: string;
	/* null where the answer would have been too long */
	changes?: Change[] | null;
	version?: number;
	note?: string;
	error?: Fault;
}

const fields_of = (list: Change[], side: 'from' | 'to'): Row => Object.fromEntries(list.map((change) => [change.field, change[side]]));

function result_read({ id, changes, version, note, error }: BulkRow): Result {
	const list = changes ?? [];
	return { id, from: fields_of(list, 'from'), to: fields_of(list, 'to'), version: version ?? null, note: note ?? null, fault: error ? fault_text(error) : null };
}

/* Runs a rule over the objects of these ids, in blocks; onBlock hears of each as it is answered. */
export function bulk_send(resource: Resource, ids: string[], rule: Rule, dryRun: boolean, onBlock?: (results: Result[]) => void): Promise<Bulk> {
	return changes_after(() => bulk_run(resource, ids, rule, dryRun, onBlock));
}

async function bulk_run(resource: Resource, ids: string[], rule: Rule, dryRun: boolean, onBlock?: (results: Result[]) => void): Promise<Bulk> {
	const out: Bulk = { matched: 0, changed: 0, results: [] };
	const most = bulk_most(resource);
	/* Objects that were made together lie together in the database: in the order of a sorted view the server works 2.5 times as long. */
	const queue = [...ids].sort();
	const send = (at: number) => client.post<{ matched: number; changed: number; results: BulkRow[] }>(`${collection_path(resource)}/bulk`, { filter: { ids: queue.slice(at, at + most) }, rule: rule as unknown as Json, dryRun });
	const take = async (block: ReturnType<typeof send>) => {
		const { data } = await block;
		const results = data.results.map(result_read);
		out.matched += data.matched;
		out.changed += data.changed;
		for (const result of results)
			out.results.push(result);
		onBlock?.(results);
	};
	/* The server works on a block while the one before is shown. A block that was sent is taken, also after a failure. */
	let next = queue.length > 0 ? send(0) : null;
	for (let at = 0; next; at += most) {
		const block = next;
		next = at + most < queue.length ? send(at + most) : null;
		next?.catch(() => {});
		try {
			await take(block);
		} catch (error) {
			if (next)
				await take(next).catch(() => {});
			throw error;
		}
	}
	const places = new Map(ids.map((id, i) => [id, i]));
	out.results.sort((a, b) => places.get(a.id)! - places.get(b.id)!);
	return out;
}

/* Shows what a block of a bulk change did, and answers its parts for the undo. */
export function bulk_show(resource: Resource, results: Result[]): Part[] {
	const changed = results.filter(({ fault, from, to }) => !fault && !is_same(from, to));
	store_change(resource, changed.map(({ id, to, version }) => ({ id, fields: version ? { ...to, version } : to })));
	return changed.map(({ id, from, to }) => ({ id, from, to }));
}

/* Sends operations in blocks; onBlock hears of each block as it is answered. */
export function batch_send(resource: Resource, operations: Operation[], onBlock?: (results: Done[], at: number) => void, validateOnly = false): Promise<Done[]> {
	return changes_after(() => batch_run(resource, operations, onBlock, validateOnly));
}

async function batch_run(resource: Resource, operations: Operation[], onBlock?: (results: Done[], at: number) => void, validateOnly = false): Promise<Done[]> {
	const out: Done[] = [];
	for (let at = 0; at < operations.length; at += BLOCK) {
		const block = operations.slice(at, at + BLOCK);
		const { data } = await client.post<{ results: Row[] }>(`${collection_path(resource)}/batch`, { operations: block as unknown as Json, atomic: false }, validateOnly ? { validateOnly: true } : {});
		const results = data.results.map((one): Done => ({
			status: Number(one['status']), data: (one['data'] ?? (one['id'] ? { id: one['id'] } : null)) as Row | null, fault: (one['error'] ?? null) as unknown as Fault | null,
		}));
		out.push(...results);
		onBlock?.(results, at);
	}
	return out;
}

export function results_show(resource: Resource, results: Done[]): void {
	for (const { data } of results)
		if (data && data['version'] !== undefined)
			store_put(resource, data);
}

/* The versions and some fields of a collection as the server has them now. */
async function now_read(resource: Resource, fields: string[]): Promise<Table> {
	const table = table_new(resource);
	let cursor: string | null | undefined = null;
	do {
		const answer: { data: Grid; meta: { nextCursor?: string | null } } = await client.get<Grid>('grid', { resource, fields: ['id', 'version', ...fields].join(','), cursor });
		table_append(table, answer.data);
		cursor = answer.meta.nextCursor;
	} while (cursor);
	return table;
}

export interface Again {
	/* The step that the undo stack gets instead; null where nothing is left to take back. */
	deed: Deed | null;
	/* Objects that were left as they are, and why the first of them. */
	left: number;
	fault: string | null;
}

/* Patches each object whose fields are as the deed left them; what others changed since stays. */
async function many_again(deed: Many, isUndo: boolean): Promise<Again> {
	const fields = [...new Set(deed.parts.flatMap(({ from, to }) => [...Object.keys(from), ...Object.keys(to)]))];
	const now = await now_read(deed.resource, fields);
	const ours = deed.parts.filter(({ id, from, to }) => {
		const row = now.index.get(id);
		const expected = isUndo ? to : from;
		return row !== undefined && Object.keys(expected).every((field) => is_same(table_get(now, field, row), expected[field]));
	});
	const results = await batch_send(deed.resource, ours.map(({ id, from, to }) => ({
		method: 'PATCH' as const, id, body: isUndo ? from : to, ifMatch: `"${String(table_get(now, 'version', now.index.get(id)!))}.0"`,
	})));
	results_show(deed.resource, results);
	const refused = results.find(({ fault }) => fault)?.fault;
	const parts = ours.filter((_, i) => !results[i]?.fault);
	const left = deed.parts.length - parts.length;
	const why = refused ? fault_text(refused) : left > 0 ? 'Somebody else changed them meanwhile.' : null;
	return { deed: parts.length > 0 ? { ...deed, parts } : null, left, fault: why };
}

async function made_again(deed: Made, isUndo: boolean): Promise<Again> {
	const operations: Operation[] = isUndo ? deed.ids.map((id) => ({ method: 'DELETE', id })) : deed.bodies.map((body) => ({ method: 'POST', body }));
	const results = await batch_send(deed.resource, operations);
	const refused = results.filter(({ fault, status }) => fault && !(isUndo && status === 404));
	if (isUndo)
		store_drop(deed.resource, deed.ids);
	else
		results_show(deed.resource, results);
	const ids = isUndo ? deed.ids : results.flatMap(({ data }) => (data ? [String(data['id'])] : []));
	const isOver = isUndo && deed.bodies.length === 0;
	return { deed: isOver || refused.length === results.length ? null : { ...deed, ids }, left: refused.length, fault: refused[0]?.fault ? fault_text(refused[0].fault) : null };
}

const AT_ONCE = 4;

/* Takes staged removals back one by one, or stages them again. */
async function removed_again(deed: Removed, isUndo: boolean): Promise<Again> {
	const done: string[] = [];
	let fault: string | null = null;
	const restore = async (id: string) => {
		try {
			store_put(deed.resource, (await client.post<Row>(`${collection_path(deed.resource)}/${id}/restore`, {})).data);
			done.push(id);
		} catch (error) {
			fault ??= fault_words(error);
		}
	};
	if (isUndo) {
		const queue = [...deed.removed];
		await Promise.all(Array.from({ length: AT_ONCE }, async () => {
			for (let id = queue.shift(); id; id = queue.shift())
				await restore(id);
		}));
	} else {
		const results = await batch_send(deed.resource, deed.removed.map((id) => ({ method: 'DELETE', id })));
		results_show(deed.resource, results);
		const refused = results.find((one) => one.fault)?.fault;
		fault = refused ? fault_text(refused) : null;
		done.push(...deed.removed.filter((_, i) => !results[i]?.fault));
	}
	return { deed: done.length > 0 ? { ...deed, removed: done } : null, left: deed.removed.length - done.length, fault };
}

export function deed_again(deed: Many | Made | Removed, isUndo: boolean): Promise<Again> {
	return 'removed' in deed ? removed_again(deed, isUndo) : 'parts' in deed ? many_again(deed, isUndo) : made_again(deed, isUndo);
}
