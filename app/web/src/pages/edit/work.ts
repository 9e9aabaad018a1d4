/* Shared by the dialogs: one request at a time, and the faults of the server by field. */
import { useRef, useState } from 'preact/hooks';
import { ApiError, fault_words } from '../../api/client.ts';

export interface Work {
	isBusy: boolean;
	fault: string | null;
	/* The fault of a field or of a member of it. */
	at: (field: string) => string | null;
	run: (work: () => Promise<void>, fields?: string[]) => Promise<void>;
}

const root_of = (path: string) => path.split(/[.[]/)[0] ?? path;

/* Which field of the form a guardrail speaks of. */
const RULE_FIELDS: { [rule: string]: string } = { maxCampaignDailyBudget: 'budget', maxTotalDailyBudget: 'budget', maxBudgetIncreasePercent: 'budget', maxBid: 'cpcBid', allowedPlatforms: 'platform', blockedTerms: 'name' };

function faults_read(error: unknown, fields: string[]): { all: string | null; by: { [field: string]: string } } {
	const by: { [field: string]: string } = {};
	const details = error instanceof ApiError ? error.fault.details : undefined;
	for (const { path } of details?.fields ?? [])
		by[root_of(path)] ??= fault_words(error, path);
	for (const { rule } of details?.violations?.slice(0, 1) ?? [])
		by[RULE_FIELDS[rule] ?? rule] ??= fault_words(error);
	const isAtFields = Object.keys(by).length > 0 && Object.keys(by).every((field) => fields.includes(field));
	return { all: isAtFields ? null : fault_words(error), by };
}

export function use_work(): Work {
	const [state, setState] = useState<{ isBusy: boolean; all: string | null; by: { [field: string]: string } }>({ isBusy: false, all: null, by: {} });
	const busy = useRef(false);
	return {
		isBusy: state.isBusy,
		fault: state.all,
		at: (field) => state.by[field] ?? null,
		run: async (work, fields = []) => {
			if (busy.current)
				return;
			busy.current = true;
			setState({ isBusy: true, all: null, by: {} });
			try {
				await work();
				setState({ isBusy: false, all: null, by: {} });
			} catch (error) {
				setState({ isBusy: false, ...faults_read(error, fields) });
				requestAnimationFrame(() => document.querySelector<HTMLElement>('.wb-dialog [aria-invalid=true]')?.focus());
			} finally {
				busy.current = false;
			}
		},
	};
}
