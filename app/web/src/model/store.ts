/* The tables that pages show: loaded once, kept right by what /app/api/changes says. */
import { signal, type Signal } from '@preact/signals';
import { ApiError, fault_words } from '../api/client.ts';
import type { Change, Grid, Resource, Row } from '../api/types.ts';
import { client } from './app.ts';
import { table_append, table_new, table_put, table_remove, type Table } from './table.ts';

export interface Loaded {
	table: Table | null;
	/* Rises with each change of the table. */
	edition: number;
	isLoading: boolean;
	fault: string | null;
}

interface Entry {
	state: Signal<Loaded>;
	resource: Resource;
	figures: string | null;
	load: number;
}

/* A change names the resource as the history does. */
const COLLECTIONS: { [name: string]: Resource[] } = {
	campaign: ['campaigns'], adGroup: ['ad-groups'], ad: ['ads'], keyword: ['keywords', 'negative-keywords'], asset: ['assets'], business: ['businesses'],
};
const ONE_BY_ONE = 40;

const entries = new Map<string, Entry>();
export const changes = signal<Change[]>([]);
/* Rises when something changed that no table holds: pages of lists load again. */
export const stirred = signal(0);
/* Rows that changed while the page was open, for a moment's mark. */
export const fresh = signal<ReadonlySet<string>>(new Set());

function collections_of(name: string): Resource[] {
	return COLLECTIONS[name] ?? (Object.values(COLLECTIONS).flat().includes(name as Resource) ? [name as Resource] : []);
}

async function entry_load(entry: Entry): Promise<void> {
	const mine = ++entry.load;
	entry.state.value = { ...entry.state.value, isLoading: true, fault: null };
	const table = table_new(entry.resource);
	try {
		let cursor: string | null | undefined = null;
		do {
			const answer: { data: Grid; meta: { nextCursor?: string | null } } = await client.get<Grid>('grid', { resource: entry.resource, figures: entry.figures, cursor });
			if (mine !== entry.load)
				return;
			table_append(table, answer.data);
			cursor = answer.meta.nextCursor;
			/* The first page is shown while the next ones come. */
			entry.state.value = { table, edition: entry.state.value.edition + 1, isLoading: Boolean(cursor), fault: null };
		} while (cursor);
	} catch (error) {
		if (mine === entry.load)
			entry.state.value = { ...entry.state.value, isLoading: false, fault: fault_words(error) };
	}
}

export function store_table(resource: Resource, figures: string | null = null): Signal<Loaded> {
	const key = `${resource} ${figures ?? ''}`;
	let entry = entries.get(key);
	if (!entry) {
		entry = { state: signal<Loaded>({ table: null, edition: 0, isLoading: true, fault: null }), resource, figures, load: 0 };
		entries.set(key, entry);
		void entry_load(entry);
	}
	return entry.state;
}

export function store_reload(resource: Resource): void {
	for (const entry of entries.values())
		if (entry.resource === resource)
			void entry_load(entry);
}

function entry_touch(entry: Entry): void {
	entry.state.value = { ...entry.state.value, edition: entry.state.value.edition + 1 };
}

/* Stores an object as the server now has it in every table of its resource. */
export function store_put(resource: Resource, object: Row): void {
	const state = object['syncState'];
	for (const entry of entries.values()) {
		const { table } = entry.state.value;
		if (!table || !collections_match(entry.resource, resource, object))
			continue;
		if (state === 'REMOVED')
			table_remove(table, [String(object['id'])]);
		else
			table_put(table, object);
		entry_touch(entry);
	}
}

function collections_match(shown: Resource, changed: Resource, object: Row): boolean {
	if (changed === 'keywords' || changed === 'negative-keywords')
		return shown === (object['negative'] ? 'negative-keywords' : 'keywords');
	return shown === changed;
}

function store_remove(resource: Resource, id: string): void {
	for (const entry of entries.values())
		if (entry.resource === resource && entry.state.value.table?.index.has(id)) {
			table_remove(entry.state.value.table, [id]);
			entry_touch(entry);
		}
}

/* Shows fields of many objects as they now stand. */
export function store_change(resource: Resource, list: { id: string; fields: Row }[]): void {
	for (const entry of entries.values()) {
		const { table } = entry.state.value;
		if (!table || entry.resource !== resource)
			continue;
		for (const { id, fields } of list)
			if (table.index.has(id))
				table_put(table, { ...fields, id });
		entry_touch(entry);
	}
}

export function store_drop(resource: Resource, ids: string[]): void {
	for (const entry of entries.values())
		if (entry.state.value.table && collection_path(entry.resource) === collection_path(resource)) {
			table_remove(entry.state.value.table, ids);
			entry_touch(entry);
		}
}

/* The collection of REST in which an object of a grid is found. */
export function collection_path(resource: Resource): string {
	return resource === 'negative-keywords' ? 'keywords' : resource;
}

async function change_apply(resource: Resource, id: string): Promise<void> {
	if (![...entries.values()].some((entry) => entry.resource === resource || collection_path(entry.resource) === collection_path(resource)))
		return;
	try {
		const { data } = await client.get<Row>(`${collection_path(resource)}/${id}`);
		store_put(resource, data);
	} catch (error) {
		if (error instanceof ApiError && (error.status === 404 || error.status === 410))
			for (const one of ['keywords', 'negative-keywords'].includes(resource) ? (['keywords', 'negative-keywords'] as Resource[]) : [resource])
				store_remove(one, id);
	}
}

/* Few changes are fetched one by one; of many the tables are loaded again. */
export async function changes_apply(list: Change[]): Promise<void> {
	const ids = new Map<string, Resource>();
	for (const change of list)
		for (const resource of collections_of(change.resource).slice(0, 1))
			ids.set(change.id, resource);
	if (ids.size > ONE_BY_ONE)
		for (const resource of new Set(list.flatMap((change) => collections_of(change.resource))))
			store_reload(resource);
	else
		for (const [id, resource] of ids)
			await change_apply(resource, id);
	stirred.value++;
	fresh.value = new Set(ids.keys());
}

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

interface Changes {
	mark: string;
	changes?: Change[];
	more?: boolean;
	reset?: boolean;
}

/* Writes of many objects in progress, and their end. */
let writing = 0;
let written: Promise<void> = Promise.resolve();
let end_writing = () => {};

/* Runs a write of many objects. Its changes are followed when it has ended, all at once. */
export async function changes_after<T>(run: () => Promise<T>): Promise<T> {
	if (writing++ === 0)
		written = new Promise((done) => { end_writing = done; });
	try {
		return await run();
	} finally {
		if (--writing === 0)
			end_writing();
	}
}

/* One long poll feeds all views; it rests while the page is hidden. */
export async function changes_follow(onChanges: (list: Change[]) => void): Promise<never> {
	let mark: string | null = null;
	let pending: Change[] = [];
	for (let failures = 0; ; ) {
		try {
			await written;
			const { data }: { data: Changes } = await client.get<Changes>('changes', { since: mark, wait: mark && pending.length === 0 ? 25 : null }, { once: true });
			failures = 0;
			mark = data.mark;
			if (data.reset)
				for (const resource of new Set([...entries.values()].map((entry) => entry.resource)))
					store_reload(resource);
			pending.push(...data.changes ?? []);
			if (pending.length > 0 && !data.more && writing === 0) {
				const list = pending;
				pending = [];
				changes.value = [...changes.value, ...list].slice(-500);
				await changes_apply(list);
				onChanges(list);
			}
		} catch (error) {
			if (error instanceof ApiError && error.status === 401)
				await wait(60000);
			if (error instanceof ApiError && error.status === 404)
				await wait(60000);
			failures++;
			await wait(Math.min(30000, 500 * 2 ** failures));
		}
	}
}
