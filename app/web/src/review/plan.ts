/* A plan or a run as a tree: campaign, ad group, operation; its filters, marks and selection. */
import type { Json } from '../api/types.ts';
import { text_sha256 } from './sha256.ts';

export interface Change {
	field: string;
	from: Json;
	to: Json;
	inherited?: boolean;
	unknown?: boolean;
}

export interface Operation {
	index: number;
	op: 'CREATE' | 'UPDATE' | 'REMOVE' | 'UPLOAD';
	resource: string;
	id?: string;
	name?: string | null;
	campaignId?: string | null;
	adGroupId?: string | null;
	platform?: string;
	remoteId?: string | null;
	changes?: Change[];
	dailyBudgetDelta: number;
	dependsOn: number[];
	/* Of a run. */
	status?: string;
	error?: { platformCode?: string | null; code: string; message: string; retryable: boolean; details?: { operation?: number; resource?: string; id?: string | null } | null } | null;
}

export interface Sum {
	id: string;
	name: string;
	platform: string;
	creates: number;
	updates: number;
	removes: number;
	dailyBudgetBefore: number;
	dailyBudgetAfter: number;
}

export interface Totals {
	operations: number;
	creates: number;
	updates: number;
	removes: number;
	heldBack?: number;
	warnings?: number;
	dailyBudgetBefore: number;
	dailyBudgetAfter: number;
	activeDailyBudgetBefore: number;
	activeDailyBudgetAfter: number;
	monthlyDelta: number;
	currency: string;
	/* All of them; the plan lists at most 1,000. */
	violations?: number;
}

export interface Violation {
	rule: string;
	limit: Json;
	actual: Json;
	id: string | null;
	message: string;
}

export interface Warning {
	code: string;
	resource: string;
	id: string;
	field?: string;
	message: string;
}

export interface Plan {
	operations: Operation[];
	heldBack: { resource: string; id: string }[];
	totals: Totals;
	violations: Violation[];
	warnings: Warning[];
	activate: boolean;
	campaigns: Sum[];
	planHash: string;
	expiresAt: string;
}

export interface Group {
	id: string;
	name: string;
	operations: Operation[];
}

export interface Campaign {
	/* Empty: operations that are in no campaign, or in one that may not be read. */
	id: string;
	name: string;
	platform: string | null;
	creates: number;
	updates: number;
	removes: number;
	/* Budgets a day; null where nobody can tell. */
	before: number | null;
	after: number | null;
	delta: number;
	/* Those of the campaign itself, its negative keywords and attachments. */
	own: Operation[];
	groups: Group[];
	operations: Operation[];
}

export interface Filter {
	platform: string;
	op: string;
	resource: string;
}

export const FILTER_NONE: Filter = { platform: '', op: '', resource: '' };

export const filter_is_set = (filter: Filter) => Boolean(filter.platform || filter.op || filter.resource);

export function filter_takes(filter: Filter, one: Operation): boolean {
	return (!filter.platform || one.platform === filter.platform) && (!filter.op || one.op === filter.op) && (!filter.resource || one.resource === filter.resource);
}

const COUNTED: { [op: string]: 'creates' | 'updates' | 'removes' } = { CREATE: 'creates', UPDATE: 'updates', REMOVE: 'removes' };

export function campaign_new(id: string): Campaign {
	return { id, name: '', platform: null, creates: 0, updates: 0, removes: 0, before: null, after: null, delta: 0, own: [], groups: [], operations: [] };
}

function campaign_add(campaign: Campaign, one: Operation, groups: Map<string, Group>): void {
	const counted = COUNTED[one.op];
	campaign.operations.push(one);
	campaign.platform ??= one.platform ?? null;
	campaign.delta += one.dailyBudgetDelta;
	if (counted)
		campaign[counted]++;
	if (one.resource === 'campaign' && one.name)
		campaign.name ||= one.name;
	if (!one.adGroupId) {
		campaign.own.push(one);
		return;
	}
	let group = groups.get(one.adGroupId);
	if (!group) {
		group = { id: one.adGroupId, name: '', operations: [] };
		groups.set(one.adGroupId, group);
		campaign.groups.push(group);
	}
	if (one.resource === 'adGroup') {
		group.name = one.name ?? '';
		group.operations.unshift(one);
	} else {
		group.operations.push(one);
	}
}

/* The sums of the whole plan win over what is counted from the operations that are here. */
function campaign_sum(campaign: Campaign, sum: Sum): void {
	campaign.name = sum.name;
	campaign.platform = sum.platform;
	campaign.creates = sum.creates;
	campaign.updates = sum.updates;
	campaign.removes = sum.removes;
	campaign.before = sum.dailyBudgetBefore;
	campaign.after = sum.dailyBudgetAfter;
	campaign.delta = sum.dailyBudgetAfter - sum.dailyBudgetBefore;
}

const RANK = ['google', 'microsoft', 'reddit', 'meta'];
const rank = (one: Campaign) => (one.id ? RANK.indexOf(one.platform ?? '') + 1 : 9);

export function plan_tree(operations: Operation[], sums: Sum[], names: (id: string) => string = () => ''): Campaign[] {
	const campaigns = new Map<string, Campaign>();
	const groups = new Map<string, Group>();
	for (const sum of sums)
		campaigns.set(sum.id, campaign_new(sum.id));
	for (const one of operations) {
		const id = one.campaignId ?? '';
		let campaign = campaigns.get(id);
		if (!campaign) {
			campaign = campaign_new(id);
			campaigns.set(id, campaign);
		}
		campaign_add(campaign, one, groups);
	}
	for (const sum of sums)
		campaign_sum(campaigns.get(sum.id)!, sum);
	for (const one of campaigns.values())
		one.name ||= one.id ? names(one.id) : '';
	for (const one of groups.values())
		one.name ||= names(one.id);
	return [...campaigns.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/* --- what was viewed --- */

/* A check sum in two halves of 32 bits, for names in the browser's store; it keeps no secret and can be forged. */
export function text_digest(text: string): string {
	let [low, high] = [0x811c9dc5, 0x01000193];
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		low = Math.imul(low ^ code, 0x01000193);
		high = Math.imul(high ^ (code + i), 0x85ebca6b);
	}
	return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
}

/* The last digest of each campaign: the text is compared, so that it is hashed once and not at every paint. */
const digests = new Map<string, { text: string; digest: string }>();

/* Differs when what a campaign shows differs. Push relies on it, so no draft can be made to have the digest of another. */
export function campaign_digest(campaign: Campaign): string {
	const shown = campaign.operations.map(({ op, id, changes, dailyBudgetDelta }) => [op, id, changes, dailyBudgetDelta]);
	const text = JSON.stringify([campaign.before, campaign.after, shown]);
	const last = digests.get(campaign.id);
	if (last?.text === text)
		return last.digest;
	const digest = text_sha256(text);
	digests.set(campaign.id, { text, digest });
	return digest;
}

/* --- the selection --- */

export interface Selection {
	campaigns: ReadonlySet<string>;
	groups: ReadonlySet<string>;
}

export const SELECTION_EMPTY: Selection = { campaigns: new Set(), groups: new Set() };

/* The campaigns and ad groups of these ids. */
export function selection_of(ids: string[]): Selection {
	return { campaigns: new Set(ids.filter((id) => id.startsWith('cmp_'))), groups: new Set(ids.filter((id) => id.startsWith('agr_'))) };
}

export const selection_size = (selection: Selection) => selection.campaigns.size + selection.groups.size;

function set_with(set: ReadonlySet<string>, id: string, isIn: boolean): Set<string> {
	const out = new Set(set);
	if (isIn)
		out.add(id);
	else
		out.delete(id);
	return out;
}

export function selection_campaign(selection: Selection, campaign: Campaign, isIn: boolean): Selection {
	const groups = new Set(selection.groups);
	for (const { id } of campaign.groups)
		groups.delete(id);
	return { campaigns: set_with(selection.campaigns, campaign.id, isIn), groups };
}

/* An ad group taken out of a chosen campaign leaves the campaign's other ad groups chosen. */
export function selection_group(selection: Selection, campaign: Campaign, id: string, isIn: boolean): Selection {
	if (!selection.campaigns.has(campaign.id))
		return { campaigns: selection.campaigns, groups: set_with(selection.groups, id, isIn) };
	const others = campaign.groups.filter((group) => group.id !== id).map((group) => group.id);
	return { campaigns: set_with(selection.campaigns, campaign.id, false), groups: new Set([...selection.groups, ...others]) };
}

export type Body = { campaignIds?: string[]; adGroupIds?: string[] };

export const SELECTION_MAX = 200;

/*
 * The parameters of a push of the selection. If a request names campaigns and ad groups, the API
 * takes the campaigns' own operations, and below them only the named ad groups. So a whole campaign
 * brings all its ad groups by name. An ad group of another campaign brings that campaign, which must
 * then have no operation of its own.
 * MIXED: the choice cannot be said so, or not all operations are here to tell; TOO_MANY: more than one request names.
 */
export function selection_body(tree: Campaign[], selection: Selection, isComplete = true): Body | 'MIXED' | 'TOO_MANY' | null {
	const whole = tree.filter(({ id }) => selection.campaigns.has(id));
	const parts = tree.filter(({ id, groups }) => !selection.campaigns.has(id) && groups.some((group) => selection.groups.has(group.id)));
	const seen = new Set(tree.flatMap(({ groups: all }) => all.map(({ id }) => id)));
	const unseen = isComplete ? [] : [...selection.groups].filter((id) => !seen.has(id));
	const groups = [...parts.flatMap((campaign) => campaign.groups.filter(({ id }) => selection.groups.has(id)).map(({ id }) => id)), ...unseen];
	let body: Body | null = null;
	if (whole.length > 0 && unseen.length > 0)
		return 'MIXED';
	if (whole.length > 0 && parts.length === 0)
		body = { campaignIds: whole.map(({ id }) => id) };
	else if (whole.length === 0 && groups.length > 0)
		body = { adGroupIds: groups };
	else if (parts.length > 0)
		body = {
			campaignIds: [...whole, ...parts].map(({ id }) => id),
			adGroupIds: [...groups, ...whole.flatMap((campaign) => campaign.groups.map(({ id }) => id))],
		};
	if (!body)
		return null;
	if (whole.length > 0 && parts.length > 0 && !isComplete)
		return 'MIXED';
	if (whole.length > 0 && (parts.some(({ own }) => own.length > 0) || (parts.length > 0 && whole.some(({ own }) => own.some(({ op, resource }) => op === 'REMOVE' && resource === 'campaign')))))
		return 'MIXED';
	return (body.campaignIds?.length ?? 0) > SELECTION_MAX || (body.adGroupIds?.length ?? 0) > SELECTION_MAX ? 'TOO_MANY' : body;
}

/* Operations of a part's plan that were not chosen: what was chosen needs them. */
export function selection_extra(operations: Operation[], selection: Selection): Operation[] {
	return operations.filter(({ campaignId, adGroupId }) => !selection.campaigns.has(campaignId ?? '') && !(adGroupId && selection.groups.has(adGroupId)));
}

/* --- what was opened --- */

/* Names an operation within a plan, also in the plan of a part. */
export const operation_key = (one: Operation) => (one.id ? `${one.op} ${one.id}` : `#${one.index}`);

/* The number of the `total` operations that were neither shown nor are in a campaign that is marked as viewed. Operations that are not here count as not opened. */
export function unopened_count(total: number, operations: Operation[], opened: ReadonlySet<string>, viewed: ReadonlySet<string>): number {
	return total - operations.filter((one) => viewed.has(one.campaignId ?? '') || opened.has(operation_key(one))).length;
}

/* --- what matters most --- */

export interface Matter {
	name: string;
	operations: Operation[];
}

export interface Matters {
	hosts: Matter[];
	countries: Matter[];
	enables: Operation[];
	removes: Operation[];
	raises: { id: string; name: string; before: number; after: number }[];
}

function texts_of(value: Json, take: (text: string) => void): void {
	if (typeof value === 'string')
		take(value);
	else if (value && typeof value === 'object')
		for (const one of Object.values(value))
			texts_of(one as Json, take);
}

/* The host as it is sent: in ASCII, so that look-alike letters show. */
export function host_of(text: string): string | null {
	if (!/^https?:\/\//i.test(text))
		return null;
	try {
		return new URL(text.replace(/[{}]/g, '')).host;
	} catch {
		return text;
	}
}

/* Hosts that an operation links to. */
export function hosts_of(one: Operation): string[] {
	const out = new Set<string>();
	for (const { to } of one.changes ?? [])
		texts_of(to, (text) => {
			const host = host_of(text);
			if (host)
				out.add(host);
		});
	return [...out];
}

/* Places that an operation targets anew. */
function places_of(one: Operation): string[] {
	const codes = (value: Json | undefined) => (Array.isArray(value) ? value.map((item) => (item && typeof item === 'object' && !Array.isArray(item) && item['excluded'] !== true ? String(item['code'] ?? '') : '')).filter(Boolean) : []);
	const locations = one.changes?.find(({ field }) => field === 'locations');
	const old = new Set(codes(locations?.from));
	return codes(locations?.to).filter((code) => !old.has(code));
}

function matters_by(operations: Operation[], names: (one: Operation) => string[]): Matter[] {
	const out = new Map<string, Operation[]>();
	for (const one of operations)
		for (const name of names(one))
			out.set(name, [...(out.get(name) ?? []), one]);
	return [...out].map(([name, list]) => ({ name, operations: list })).sort((a, b) => a.operations.length - b.operations.length || (a.name < b.name ? -1 : 1));
}

/* From all campaigns, what an approver must not miss. The rarest host comes first: it is the odd one. */
export function plan_matters(operations: Operation[], sums: Sum[]): Matters {
	const raises = sums.filter((one) => one.dailyBudgetAfter > one.dailyBudgetBefore).sort((a, b) => b.dailyBudgetAfter - b.dailyBudgetBefore - (a.dailyBudgetAfter - a.dailyBudgetBefore));
	return {
		hosts: matters_by(operations, hosts_of),
		countries: matters_by(operations, places_of),
		enables: plan_enables(operations),
		removes: operations.filter(({ op }) => op === 'REMOVE'),
		raises: raises.map(({ id, name, dailyBudgetBefore: before, dailyBudgetAfter: after }) => ({ id, name, before, after })),
	};
}

/* The server names at most 100 objects that link to an unusual host: a warning for each of the others. */
export function host_warnings(operations: Operation[], warnings: Warning[]): Warning[] {
	const told = warnings.filter(({ code }) => code.endsWith('_HOST'));
	if (told.length === 0)
		return [];
	const has = new Set(told.map(({ code, id }) => `${code} ${id}`));
	const byId = new Map(operations.map((one) => [one.id, one]));
	const byHost = new Map<string, Map<string, Warning>>();
	for (const one of told) {
		const change = byId.get(one.id)?.changes?.find(({ field }) => field === one.field);
		texts_of(change?.to ?? null, (text) => {
			const host = host_of(text)?.replace(/:\d+$/, '');
			if (host && one.message.includes(` ${host},`))
				byHost.set(host, (byHost.get(host) ?? new Map<string, Warning>()).set(one.code, one));
		});
	}
	return operations.flatMap((one) => hosts_of(one).flatMap((host) => [...byHost.get(host.replace(/:\d+$/, ''))?.values() ?? []]
		.filter(({ code }) => one.id && !has.has(`${code} ${one.id}`)).map((warning) => ({ ...warning, id: one.id!, resource: one.resource }))));
}

/* --- new keywords --- */

const FOLDED = new Set(['text', 'matchType', 'negative', 'cpcBid']);

/* A new keyword fits in one line only if that line has all that is sent. */
export function keyword_folds(one: Operation): boolean {
	return one.resource === 'keyword' && one.op === 'CREATE' && one.changes !== undefined
		&& one.changes.every(({ field, to, inherited }) => !inherited && (FOLDED.has(field) || (field === 'status' && to === 'PAUSED')));
}

/* --- what becomes live --- */

/* Operations that enable something; with `activate` these can spend from then on. */
export function plan_enables(operations: Operation[]): Operation[] {
	return operations.filter(({ changes }) => changes?.some(({ field, to }) => field === 'status' && to === 'ENABLED'));
}

/* Remarks by the object that they are about. */
export function remarks_of<T extends { id: string | null }>(list: T[]): Map<string, T[]> {
	const out = new Map<string, T[]>();
	for (const one of list)
		if (one.id)
			out.set(one.id, [...(out.get(one.id) ?? []), one]);
	return out;
}
