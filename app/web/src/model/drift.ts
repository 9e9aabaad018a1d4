/* Fields that stand differently on the platform than in the draft, and decisions about many of them. */
import { ApiError, api_key, fault_words } from '../api/client.ts';
import type { Json, Row } from '../api/types.ts';
import { client } from './app.ts';
import { DRIFT } from '../ui/texts.ts';

export interface Drift {
	/* The object and the field: one decision. */
	key: string;
	id: string;
	kind: string;
	name: string;
	platform: string;
	campaignId: string | null;
	adGroupId: string | null;
	field: string;
	synced: Json;
	staged: Json;
	live: Json;
	/* Others removed the object there. */
	isGone: boolean;
	/* A push stopped half-way: there is nothing to decide. */
	isIncomplete: boolean;
	/* The id there of what the platform does not show. */
	notShown: string | null;
}

export type Side = 'STAGED' | 'LIVE';

export interface Decision {
	drift: Drift;
	keep: Side;
}

export interface Failure {
	drift: Drift;
	words: string;
}

const text_or_null = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function drift_read(row: Row): Drift {
	const field = String(row['field']);
	return {
		key: `${String(row['id'])}.${field}`, id: String(row['id']), kind: String(row['resource']), name: String(row['name'] ?? ''), platform: String(row['platform']),
		campaignId: text_or_null(row['campaignId']), adGroupId: text_or_null(row['adGroupId']), field,
		synced: row['synced'] ?? null, staged: row['staged'] ?? null, live: row['live'] ?? null,
		isGone: field === 'status' && row['live'] === 'REMOVED', isIncomplete: row['incomplete'] === true && (row['live'] ?? null) === null,
		notShown: row['notShown'] === true ? String(row['remoteId'] ?? '') : null,
	};
}

export const drift_is_open = (one: Drift): boolean => !one.isIncomplete && one.notShown === null;

/* The values that a person sees; a selection holds for exactly these. */
export const drift_digest = (one: Drift): string => JSON.stringify([one.staged, one.live]);

/* Objects that were removed there are a group of their own: the two sides mean something else. */
export const GONE = '(removed)';
export const drift_group = (one: Drift): string => (one.isGone ? GONE : one.field);

export function drift_groups(list: Drift[]): [string, number][] {
	const counts = new Map<string, number>();
	for (const one of list)
		counts.set(drift_group(one), (counts.get(drift_group(one)) ?? 0) + 1);
	return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/* An object below one that is gone is decided with it: those above come first. */
const DEPTHS = ['campaign', 'adGroup', 'ad', 'keyword'];
export function decisions_order(list: Decision[]): { first: Decision[]; rest: Decision[] } {
	const first = list.filter(({ drift }) => drift.isGone).sort((a, b) => DEPTHS.indexOf(a.drift.kind) - DEPTHS.indexOf(b.drift.kind));
	return { first, rest: list.filter(({ drift }) => !drift.isGone) };
}

const REASONS: { [reason: string]: string } = { CHANGED_SINCE: DRIFT.changedSince, NOT_DRIFTED: DRIFT.notDrifted, UNSETTLED: DRIFT.unsettled };

function failure_words(error: unknown): string {
	if (!(error instanceof ApiError))
		return fault_words(error);
	const { details } = error.fault;
	if (details?.fields?.some(({ path }) => path === 'id'))
		return DRIFT.isGone;
	return REASONS[details?.reason ?? ''] ?? fault_words(error);
}

/* Refusals that every further decision would meet too. */
const STOPS = new Set([401, 402, 403]);
const AT_ONCE = 4;
const PAUSE = 2000;
/* A limit of the day is not waited for. */
const PAUSES_MAX = 40;

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/* One decision, sent again where the server asked to slow down. */
async function decision_send({ drift, keep }: Decision): Promise<void> {
	const body = { id: drift.id, field: drift.field, keep, shown: { staged: drift.staged, live: drift.live } };
	for (let pauses = 0; ; pauses++) {
		try {
			await client.send<Row>('POST', 'sync/drift/resolve', { body, key: api_key() });
			return;
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 429 || pauses === PAUSES_MAX)
				throw error;
			await wait(PAUSE);
		}
	}
}

/* Sends each decision as one request that is done as a whole or not at all. */
export async function decisions_send(list: Decision[], onProgress: (done: number) => void): Promise<Failure[]> {
	const failures: Failure[] = [];
	const { first, rest } = decisions_order(list);
	let isStopped = false;
	let done = 0;
	const run = async (decision: Decision) => {
		try {
			if (isStopped)
				failures.push({ drift: decision.drift, words: DRIFT.stopped });
			else
				await decision_send(decision);
		} catch (error) {
			isStopped ||= error instanceof ApiError && STOPS.has(error.status);
			failures.push({ drift: decision.drift, words: failure_words(error) });
		}
		onProgress(++done);
	};
	for (const decision of first)
		await run(decision);
	const queue = [...rest];
	const work = async () => {
		for (let next = queue.shift(); next; next = queue.shift())
			await run(next);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return failures;
}

export async function drift_forget(one: Drift, key: string): Promise<void> {
	await client.send<Row>('POST', 'sync/drift/resolve', { body: { id: one.id, field: one.field, keep: 'FORGET', remoteId: one.notShown }, key });
}
