/* preview -> push -> wait, as methods of client.sync. */
import { TimeoutError } from './errors.js';
import type { Http, RequestOptions } from './http.js';
import type { SyncPlan, SyncPreview, SyncRun, SyncRunCreate } from './types.js';

export interface WaitOptions extends RequestOptions {
	/** Milliseconds to wait in all, 15 minutes unless set. */
	waitAtMost?: number;
}

const LONGEST_POLL = 30;

export abstract class SyncMethods {
	constructor(protected readonly http: Http) {}

	abstract create(body: SyncRunCreate, options?: RequestOptions): Promise<SyncRun>;
	abstract get(id: string, options?: RequestOptions & { wait?: number; limit?: number }): Promise<SyncRun>;

	/**
	 * Starts the push of a plan that preview() returned, with the selection that it was made for. A plan
	 * that was stored meanwhile needs its selection as `selection`.
	 */
	push(plan: Pick<SyncPlan, 'planHash'>, options: RequestOptions & { selection?: SyncPreview } = {}): Promise<SyncRun> {
		const { selection, ...rest } = options;
		const made = selection ?? this.http.selections.get(plan) ?? {};
		return this.create({ ...made, mode: 'PUSH', planHash: plan.planHash }, rest);
	}

	/** Starts a pull of all connected ad accounts, or of the selection. */
	pull(selection: Pick<SyncRunCreate, 'platforms' | 'campaignIds'> = {}, options?: RequestOptions): Promise<SyncRun> {
		return this.create({ ...selection, mode: 'PULL' }, options);
	}

	/**
	 * Waits for a run to end and returns it, whatever its status is. Also returns a run that waits
	 * for the approval of a person (AWAITING_APPROVAL).
	 */
	async wait(run: string | Pick<SyncRun, 'id'>, options: WaitOptions = {}): Promise<SyncRun> {
		const { waitAtMost = 900000, ...rest } = options;
		const id = typeof run === 'string' ? run : run.id;
		const end = Date.now() + waitAtMost;
		for (;;) {
			const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
			const wait = Math.min(LONGEST_POLL, left);
			const timeout = rest.timeout ?? (wait + 30) * 1000;
			const now = await this.get(id, { ...rest, timeout, wait });
			if (now.finishedAt !== null || now.status === 'AWAITING_APPROVAL')
				return now;
			if (Date.now() >= end)
				throw new TimeoutError({ status: 0, code: 'WAIT_TIMEOUT', requestId: null, details: {}, attempts: 1,
					retryAfter: null, message: `The run ${id} did not end in ${waitAtMost} ms` });
		}
	}
}
