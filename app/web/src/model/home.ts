/* The contents of Home, in one answer. */
import type { Row } from '../api/types.ts';
import { boot, client } from './app.ts';

/* The order of platforms in every list. */
const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];

export interface Period {
	rows: Row[];
	totals: Row;
}

export interface Home {
	approvals: Row[];
	approvalsTotal: number;
	drift: number;
	disapproved: number;
	connections: Row[];
	isBlocked: boolean;
	staged: { [platform: string]: number };
	assistant: Row[];
	campaigns: number;
	week: Period;
	weekBefore: Period;
	month: Period;
	monthBefore: Period;
}

interface Figures {
	rows: Row[] | null;
	totals: Row | null;
}

/* GET summary; a part that the role may not read is null. */
interface Summary {
	pushesBlocked: boolean;
	campaigns: number | null;
	drift: number | null;
	disapproved: number | null;
	staged: { [platform: string]: number | null };
	approvals: Row[] | null;
	approvalsTotal: number | null;
	connections: Row[] | null;
	assistant: Row[] | null;
	figures: { week: Figures; weekBefore: Figures; month: Figures; monthBefore: Figures };
}

const period_of = ({ rows, totals }: Figures): Period => ({ rows: rows ?? [], totals: totals ?? {} });

export async function home_read(): Promise<Home> {
	const { data } = await client.get<Summary>('summary');
	return {
		approvals: data.approvals ?? [], approvalsTotal: data.approvalsTotal ?? 0, drift: data.drift ?? 0, disapproved: data.disapproved ?? 0,
		connections: (data.connections ?? []).filter(({ environment }) => environment === undefined || environment === boot.environment).sort((a, b) => PLATFORMS.indexOf(String(a['platform'])) - PLATFORMS.indexOf(String(b['platform']))),
		isBlocked: data.pushesBlocked, staged: Object.fromEntries(Object.entries(data.staged).map(([platform, count]) => [platform, count ?? 0])),
		assistant: data.assistant ?? [], campaigns: data.campaigns ?? 0,
		week: period_of(data.figures.week), weekBefore: period_of(data.figures.weekBefore), month: period_of(data.figures.month), monthBefore: period_of(data.figures.monthBefore),
	};
}

export interface Deed {
	campaignId: string | null;
	at: string;
	created: number;
	edited: number;
	removed: number;
}

/* The changes by assistants after a moment, grouped by campaign, newest first. */
export function deeds_group(rows: Row[], since: string): Deed[] {
	const groups = new Map<string, Deed>();
	for (const row of rows) {
		if (String(row['at']) <= since)
			continue;
		const of = (row['after'] ?? row['before'] ?? {}) as Row;
		const campaignId = row['resource'] === 'campaign' ? String(row['objectId']) : typeof of['campaignId'] === 'string' ? of['campaignId'] : null;
		const key = campaignId ?? '';
		const deed = groups.get(key) ?? { campaignId, at: String(row['at']), created: 0, edited: 0, removed: 0 };
		const verb = String(row['verb']);
		if (verb === 'CREATE')
			deed.created++;
		else if (verb === 'DELETE' || verb === 'REMOVE')
			deed.removed++;
		else
			deed.edited++;
		groups.set(key, deed);
	}
	return [...groups.values()];
}
