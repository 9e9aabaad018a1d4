/* Reads plans and runs from the API. */
import { client } from '../model/app.ts';
import type { Row } from '../api/types.ts';
import type { Comment } from './comments.tsx';
import type { Body, Operation, Plan } from './plan.ts';

const PAGE = 1000;
/* Longer queries go as the body of a POST. */
const QUERY_MAX = 4000;

export interface PlanPage {
	plan: Plan;
	cursor: string | null;
	total: number;
}

/* A page of the plan; its sums, remarks and hash are of the whole. */
export async function plan_read(body: Body & { activate?: boolean }, query: { limit?: number } = {}): Promise<PlanPage> {
	const { campaignIds, adGroupIds, activate } = body;
	const lists = { campaignIds: campaignIds?.join(',') ?? null, adGroupIds: adGroupIds?.join(',') ?? null };
	const isLong = (lists.campaignIds?.length ?? 0) + (lists.adGroupIds?.length ?? 0) > QUERY_MAX;
	const page = { limit: PAGE, ...query };
	const answer = isLong
		? await client.send<Plan>('POST', 'sync/preview', { query: page, body: { ...(campaignIds ? { campaignIds } : {}), ...(adGroupIds ? { adGroupIds } : {}), activate: activate ?? false } })
		: await client.get<Plan>('sync/preview', { ...lists, activate: activate ?? false, ...page });
	return { plan: answer.data, cursor: answer.meta.nextCursor ?? null, total: answer.meta.total ?? answer.data.operations.length };
}

export interface Run {
	id: string;
	mode: 'PUSH' | 'PULL';
	status: string;
	planHash: string | null;
	activate: boolean;
	source: string;
	createdBy: string | null;
	approvedBy: string | null;
	retryOf: string | null;
	revertedBy: { at: string; coverage: string; by: string | null } | null;
	progress: { done: number; total: number };
	totals: Plan['totals'] | null;
	createdAt: string;
	startedAt: string | null;
	finishedAt: string | null;
	error: { code: string; message: string } | null;
	cancelReason: string | null;
	pulled: Row | null;
	waits: { platform: string; until: string | null; code: string; message: string }[] | null;
	stops: Row[] | null;
	comments: Comment[] | null;
	counts: { pending: number; sent: number; succeeded: number; failed: number; skipped: number; unknown: number } | null;
	operations: Operation[] | null;
}

export interface Drafter {
	accountId: string | null;
	door: string;
	/* The name of the connected app or API token. */
	app: string | null;
}

/* The answer of the server that a person decides on: the plan by the run's own filters, without operations, and all who drafted it. */
export interface WaitingReview {
	isCurrent: boolean | null;
	plan: Plan | null;
	drafters: Drafter[] | null;
}

export const review_read = async (id: string): Promise<WaitingReview> => (await client.get<WaitingReview>('review', { id })).data;

const ENDED = new Set(['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED']);

export const run_is_ended = (run: Run) => ENDED.has(run.status);

export async function run_read(id: string, query: { limit?: number; cursor?: string | null; status?: string } = {}): Promise<{ run: Run; cursor: string | null; total: number }> {
	const { data, meta } = await client.get<Run>(`sync/${id}`, { limit: PAGE, ...query });
	return { run: data, cursor: meta.nextCursor ?? null, total: meta.total ?? data.operations?.length ?? 0 };
}

/* Names of the people of the Space, as far as the role may read them. */
export async function people_read(space: string): Promise<Map<string, string>> {
	const out = new Map<string, string>();
	try {
		const { data } = await client.get<Row[]>(`spaces/${space}/members`);
		for (const one of data)
			out.set(String(one['accountId'] ?? one['uid'] ?? one['id']), String(one['name'] || one['email'] || ''));
	} catch {
		/* The ids stand in for the names. */
	}
	return out;
}
