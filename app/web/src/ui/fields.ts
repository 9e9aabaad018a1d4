/* The columns of each grid: label, kind, width, what can be edited. */
import type { Resource } from '../api/types.ts';

export type Kind = 'text' | 'money' | 'count' | 'number' | 'percent' | 'status' | 'sync' | 'platform' | 'enum' | 'time' | 'parent' | 'list' | 'url' | 'review';

export interface Field {
	name: string;
	label: string;
	kind: Kind;
	width: number;
	edit?: 'text' | 'money' | 'status';
	/* Not among the columns at first. */
	isSpare?: boolean;
	sums?: boolean;
}

const text = (name: string, label: string, width = 200, more: Partial<Field> = {}): Field => ({ name, label, kind: 'text', width, ...more });
const status: Field = { name: 'status', label: 'Status', kind: 'status', width: 112, edit: 'status' };
const sync: Field = { name: 'syncState', label: 'Sync state', kind: 'sync', width: 136 };
const platform: Field = { name: 'platform', label: 'Platform', kind: 'platform', width: 172 };
const updated: Field = { name: 'updatedAt', label: 'Updated', kind: 'time', width: 148, isSpare: true };
const created: Field = { name: 'createdAt', label: 'Created', kind: 'time', width: 148, isSpare: true };
const source: Field = { name: 'source', label: 'Drafted by', kind: 'enum', width: 112, isSpare: true };
const id = text('id', 'Id', 260, { isSpare: true });
const review: Field = { name: 'reviewStatus', label: 'Review', kind: 'review', width: 140 };
const campaign: Field = { name: 'campaignId', label: 'Campaign', kind: 'parent', width: 220 };
const group: Field = { name: 'adGroupId', label: 'Ad group', kind: 'parent', width: 200 };
const bid: Field = { name: 'cpcBid', label: 'Bid', kind: 'money', width: 96, edit: 'money' };
const rest = [updated, created, source, id];

export const FIGURES: Field[] = [
	{ name: 'impressions', label: 'Impressions', kind: 'count', width: 112, sums: true },
	{ name: 'clicks', label: 'Clicks', kind: 'count', width: 88, sums: true },
	{ name: 'cost', label: 'Cost', kind: 'money', width: 112, sums: true },
	{ name: 'conversions', label: 'Conversions', kind: 'number', width: 116, sums: true },
	{ name: 'conversionValue', label: 'Value', kind: 'money', width: 112, sums: true },
	{ name: 'roas', label: 'ROAS', kind: 'number', width: 88 },
];

const NAME_EDIT = { edit: 'text' } as const;

export const FIELDS: { [resource in Resource]: Field[] } = {
	campaigns: [
		text('name', 'Campaign', 280, NAME_EDIT), status, { name: 'budget', label: 'Daily budget', kind: 'money', width: 124, edit: 'money', sums: true }, sync, platform,
		{ name: 'type', label: 'Type', kind: 'enum', width: 120 }, { name: 'objective', label: 'Objective', kind: 'enum', width: 120, isSpare: true }, review,
		text('startDate', 'Start', 108, { isSpare: true, ...NAME_EDIT }), text('endDate', 'End', 108, { isSpare: true, ...NAME_EDIT }), { name: 'labels', label: 'Labels', kind: 'list', width: 160, isSpare: true }, ...rest,
	],
	'ad-groups': [text('name', 'Ad group', 260, NAME_EDIT), status, bid, sync, campaign, platform, ...rest],
	ads: [
		{ name: 'headlines', label: 'Headlines', kind: 'list', width: 340 }, status, sync, review, { name: 'type', label: 'Type', kind: 'enum', width: 160 }, group, campaign,
		{ name: 'finalUrl', label: 'Final URL', kind: 'url', width: 260, edit: 'text' }, platform, text('name', 'Name', 180, { isSpare: true, ...NAME_EDIT }),
		{ name: 'descriptions', label: 'Descriptions', kind: 'list', width: 300, isSpare: true }, ...rest,
	],
	keywords: [
		text('text', 'Keyword', 260), { name: 'matchType', label: 'Match', kind: 'enum', width: 96 }, status, bid, sync, group, campaign, platform,
		{ name: 'finalUrl', label: 'Final URL', kind: 'url', width: 260, isSpare: true, edit: 'text' }, review, ...rest,
	],
	'negative-keywords': [text('text', 'Negative keyword', 260), { name: 'matchType', label: 'Match', kind: 'enum', width: 96 }, sync, group, campaign, platform, ...rest],
	assets: [text('name', 'Asset', 260), { name: 'type', label: 'Type', kind: 'enum', width: 120 }, sync, ...rest],
	businesses: [text('name', 'Business', 260), text('website', 'Website', 260), text('category', 'Category', 160), ...rest],
};

export const NUMERIC: ReadonlySet<Kind> = new Set(['money', 'count', 'number', 'percent']);

/* The field that names an object. */
export const NAME_FIELD: { [resource in Resource]: string } = {
	campaigns: 'name', 'ad-groups': 'name', ads: 'headlines', keywords: 'text', 'negative-keywords': 'text', assets: 'name', businesses: 'name',
};
