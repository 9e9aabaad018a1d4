/* An object as it stood at a moment of its history, and the draft that brings that back. */
import { ApiError, fault_words } from '../api/client.ts';
import type { Json, Meta, Resource, Row } from '../api/types.ts';
import { client } from './app.ts';

/* The collection of each resource that the history names and that can be restored. */
export const COLLECTION_OF: { [resource: string]: Resource } = { campaign: 'campaigns', adGroup: 'ad-groups', ad: 'ads', keyword: 'keywords', asset: 'assets', business: 'businesses' };

/* Fields that the server derives; no draft sets them. */
const DERIVED = new Set(['id', 'spaceId', 'environment', 'syncState', 'remote', 'source', 'createdBy', 'createdAt', 'updatedAt', 'version', 'incomplete', 'lastSynced']);
/* Entries of one object that are read back. */
const ENTRIES_MAX = 5000;
const TRIES_MAX = 8;

export interface Line {
	field: string;
	now: Json;
	then: Json;
}

export interface Moment {
	object: Row;
	/* The fields that the restore changes. */
	lines: Line[];
	/* Fields that differ and stay as they are, each with the reason. */
	fixed: { field: string; reason: string }[];
	/* Why nothing of it can be restored. */
	refusal: string | null;
}

const as_row = (value: Json | undefined): Row => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});
const is_same = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/* The values of the fields that changed after a moment, as they were at it; entries newest first. */
export function moment_fields(newer: Row[]): Row {
	const out: Row = {};
	for (const entry of newer) {
		const before = as_row(entry['before']);
		for (const field of new Set([...Object.keys(before), ...Object.keys(as_row(entry['after']))]))
			if (!DERIVED.has(field))
				out[field] = before[field] ?? null;
	}
	return out;
}

/* The entries after one, newest first; null where it is not found among them. */
async function newer_read(objectId: string, entryId: string): Promise<Row[] | null> {
	const newer: Row[] = [];
	let cursor: string | null = null;
	do {
		const { data, meta }: { data: Row[]; meta: Meta } = await client.get<Row[]>('history', { objectId, limit: 200, cursor });
		for (const entry of data) {
			if (entry['id'] === entryId)
				return newer;
			newer.push(entry);
		}
		cursor = meta.nextCursor ?? null;
	} while (cursor && newer.length < ENTRIES_MAX);
	return null;
}

const root_of = (path: string) => path.split(/[.[]/)[0] ?? path;
const body_of = (lines: Line[]): Row => Object.fromEntries(lines.map(({ field, then }) => [field, then]));

function moment_send(collection: Resource, moment: Moment, validateOnly: boolean) {
	return client.send<Row>('PATCH', `${collection}/${String(moment.object['id'])}`, { body: body_of(moment.lines), version: Number(moment.object['version']), query: validateOnly ? { validateOnly: true } : {} });
}

/* Takes out of the lines what the server refuses field by field. False: the refusal is of the whole. */
function faults_take(moment: Moment, error: unknown): boolean {
	const faults = error instanceof ApiError ? error.fault.details?.fields ?? [] : [];
	const reasons = new Map(faults.map(({ path }) => [root_of(path), fault_words(error, path)]));
	const fixed = moment.lines.filter(({ field }) => reasons.has(field));
	moment.fixed.push(...fixed.map(({ field }) => ({ field, reason: reasons.get(field) ?? '' })));
	moment.lines = moment.lines.filter(({ field }) => !reasons.has(field));
	return fixed.length > 0;
}

/* The changes of a restore as of now, checked by the server; nothing is stored. */
export async function moment_read(collection: Resource, objectId: string, entryId: string): Promise<Moment | null> {
	const [{ data: object }, newer] = await Promise.all([client.get<Row>(`${collection}/${objectId}`), newer_read(objectId, entryId)]);
	if (!newer)
		return null;
	const then = moment_fields(newer);
	const moment: Moment = { object, fixed: [], refusal: null, lines: Object.keys(then).filter((field) => field in object && !is_same(object[field], then[field])).map((field) => ({ field, now: object[field] ?? null, then: then[field] ?? null })) };
	for (let i = 0; i < TRIES_MAX && moment.lines.length > 0; i++)
		try {
			await moment_send(collection, moment, true);
			return moment;
		} catch (error) {
			if (!faults_take(moment, error)) {
				moment.refusal = fault_words(error);
				return moment;
			}
		}
	return moment;
}

/* Stores the draft; refused where the object changed since the moment was read. */
export async function moment_restore(collection: Resource, moment: Moment): Promise<Row> {
	return (await moment_send(collection, moment, false)).data;
}
