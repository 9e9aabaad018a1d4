/* The tree of a plan or a run: campaigns with their sums, folded; in them ad groups and operations. */
import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Json } from '../api/types.ts';
import { place_url } from '../model/app.ts';
import { Busy, Fault, Platform } from '../ui/bits.tsx';
import { format_money, format_whole, format_words } from '../ui/format.ts';
import { KIND_NAMES, OP_NAMES, OP_SIGNS, OP_STATUS_NAMES, REVIEW_TEXTS } from '../ui/texts.ts';
import { list_change, text_marked } from '../ui/shown.ts';
import { Text, Value } from '../ui/value.tsx';
import { Comments, comments_on, TalkContext } from './comments.tsx';
import { keyword_folds, operation_key, type Campaign, type Change, type Group, type Operation, type Selection, type Violation, type Warning } from './plan.ts';

const SHOWN = 300;
const COLLECTIONS: { [kind: string]: string | null } = { campaign: null, adGroup: 'ad-groups', ad: 'ads', keyword: 'keywords' };

export interface Remarks {
	violations: Map<string, Violation[]>;
	warnings: Map<string, Warning[]>;
}

export function Counts({ creates, updates, removes }: { creates: number; updates: number; removes: number }): JSX.Element {
	const parts: [string, string, number, string][] = [['create', '+', creates, 'to create'], ['update', '~', updates, 'to change'], ['remove', '−', removes, 'to remove']];
	return <span class="rv-counts">{parts.filter(([, , count]) => count > 0).map(([kind, sign, count, words]) => <span key={kind} class={`rv-${kind}`} role="img" aria-label={`${format_whole(count)} ${words}`}>{sign}{format_whole(count)}</span>)}</span>;
}

export const money_change = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${format_money(Math.abs(value))}`;

export function Spend({ before, after, delta }: { before: number | null; after: number | null; delta: number }): JSX.Element | null {
	if (before === null || after === null)
		return delta === 0 ? null : <span class="rv-spend">{money_change(delta)} per day</span>;
	if (before === after)
		return <span class="rv-spend same">{format_money(after)} per day</span>;
	return <span class="rv-spend">{format_money(before)} → <b>{format_money(after)}</b> per day</span>;
}

/* --- the diff of one operation --- */

const is_plain_list = (value: Json): value is (string | number)[] => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' || typeof one === 'number');

/* Two lists of texts as one: what leaves, what comes, and how many stay. */
function Lists({ field, from, to }: { field: string; from: (string | number)[]; to: (string | number)[] }): JSX.Element {
	const { gone, come, stay, isMoved } = list_change(from, to);
	return (
		<ul class="wb-values">
			{gone.map((one, i) => <li key={`-${i}`}><del><Value name={field} value={one} /></del></li>)}
			{come.map((one, i) => <li key={`+${i}`}><ins><Value name={field} value={one} /></ins></li>)}
			{stay > 0 && <li class="wb-hint">{[gone.length + come.length > 0 || !isMoved ? `${stay} unchanged` : '', isMoved ? 'the order changes' : ''].filter(Boolean).join(', ')}</li>}
			{isMoved && to.map((one, i) => <li key={`=${i}`}>{i + 1}. <Value name={field} value={one} /></li>)}
		</ul>
	);
}

function FieldName({ change }: { change: Change }): JSX.Element {
	return <th scope="row">{format_words(change.field)}{change.inherited && <span class="tag" title="The value of the campaign. The request that creates the ad group contains it.">from the campaign</span>}</th>;
}

export function Diff({ op, changes }: { op: string; changes: Change[] }): JSX.Element {
	if (op === 'CREATE' || op === 'UPLOAD')
		return <table class="wb-diff rv-diff"><tbody>{changes.map((change) => <tr key={change.field}><FieldName change={change} /><td><Value name={change.field} value={change.to} /></td></tr>)}</tbody></table>;
	return (
		<table class="wb-diff rv-diff">
			<thead><tr><th scope="col">Field</th><th scope="col">From</th><th scope="col">To</th></tr></thead>
			<tbody>{changes.map((change) => (
				<tr key={change.field}>
					<FieldName change={change} />
					{is_plain_list(change.from) && is_plain_list(change.to) ? <td colSpan={2}><Lists field={change.field} from={change.from} to={change.to} /></td> : (
						<>
							<td data-label="From" class="rv-from">{change.unknown ? <span class="wb-none">unknown</span> : <Value name={change.field} value={change.from} />}</td>
							<td data-label="To" class="rv-to"><Value name={change.field} value={change.to} /></td>
						</>
					)}
				</tr>
			))}</tbody>
		</table>
	);
}

/* --- one operation --- */

const value_in = (one: Operation, field: string): Json => one.changes?.find((change) => change.field === field)?.to ?? null;

/* The text by which people know the object, with marks for characters that cannot be seen. */
export function operation_name(one: Operation): string {
	if (one.name)
		return text_marked(one.name);
	const headlines = value_in(one, 'headlines');
	const first = Array.isArray(headlines) ? headlines[0] : value_in(one, 'headline');
	const text = first && typeof first === 'object' && !Array.isArray(first) ? first['text'] : first;
	return typeof text === 'string' && text ? text_marked(text) : one.id ?? 'not shown to your role';
}

export function Link({ one, children }: { one: Operation; children: ComponentChildren }): JSX.Element {
	const collection = COLLECTIONS[one.resource];
	if (!one.id || collection === undefined)
		return <span>{children}</span>;
	return <a href={place_url('campaigns', { resource: one.resource === 'keyword' && value_in(one, 'negative') === true ? 'negative-keywords' : collection, open: one.id })}>{children}</a>;
}

export function OpStatus({ status }: { status: string | undefined }): JSX.Element | null {
	return status ? <span class={`rv-status ${status}`}>{OP_STATUS_NAMES[status] ?? format_words(status)}</span> : null;
}

function Notes({ one, remarks }: { one: Operation; remarks: Remarks }): JSX.Element | null {
	const violations = remarks.violations.get(one.id ?? '') ?? [];
	const warnings = remarks.warnings.get(one.id ?? '') ?? [];
	if (violations.length + warnings.length === 0 && !one.error)
		return null;
	return (
		<ul class="rv-notes">
			{violations.map((note, i) => <li key={`v${i}`} class="bad">{note.message}</li>)}
			{warnings.map((note, i) => <li key={`w${i}`} class="warn">{note.field ? `${format_words(note.field)}: ` : ''}{note.message}</li>)}
			{one.error && <li class="bad">{one.error.message}</li>}
		</ul>
	);
}

function OperationRow({ one, remarks }: { one: Operation; remarks: Remarks }): JSX.Element {
	return (
		<li class="rv-op" data-stop tabIndex={-1}>
			<p class="rv-ophead">
				<span class={`rv-sign ${one.op}`} aria-hidden="true">{OP_SIGNS[one.op] ?? ''}</span>
				<span>{OP_NAMES[one.op] ?? one.op} {KIND_NAMES[one.resource] ?? one.resource} <Link one={one}>{operation_name(one)}</Link></span>
				{one.dailyBudgetDelta !== 0 && <span class="rv-spend">{money_change(one.dailyBudgetDelta)} per day</span>}
				<OpStatus status={one.status} />
			</p>
			<Notes one={one} remarks={remarks} />
			{one.changes && one.changes.length > 0 && <Diff op={one.op} changes={one.changes} />}
			<Comments operation={one.index} label={operation_name(one)} />
		</li>
	);
}

/* New keywords say little each: one line of words. */
function is_compact(one: Operation, remarks: Remarks): boolean {
	return keyword_folds(one) && !one.error && !remarks.violations.has(one.id ?? '') && !remarks.warnings.has(one.id ?? '') && (one.status === undefined || one.status === 'SUCCEEDED' || one.status === 'PENDING');
}

function Keyword({ one }: { one: Operation }): JSX.Element {
	const match = value_in(one, 'matchType');
	const bid = value_in(one, 'cpcBid');
	return (
		<li class={`rv-keyword ${one.status ?? ''}`}>
			<span class="rv-sign CREATE" aria-hidden="true">+</span><Link one={one}>{operation_name(one)}</Link>
			<span class="wb-hint">{[value_in(one, 'negative') === true ? 'negative' : '', match ? format_words(String(match)).toLowerCase() : '', typeof bid === 'number' ? format_money(bid) : ''].filter(Boolean).join(', ')}</span>
			{one.status === 'SUCCEEDED' && <span class="unseen">, done</span>}
		</li>
	);
}

function Operations({ list, remarks, onShown }: { list: Operation[]; remarks: Remarks; onShown: (keys: string[]) => void }): JSX.Element {
	const [shown, setShown] = useState(SHOWN);
	const part = list.slice(0, shown);
	const keys = part.map(operation_key);
	useEffect(() => onShown(keys), [keys.join(), onShown]);
	const talk = useContext(TalkContext);
	const folds = (one: Operation) => is_compact(one, remarks) && comments_on(talk, one.index).length === 0;
	const keywords = part.filter(folds);
	return (
		<>
			{part.length > keywords.length && <ul class="rv-ops">{part.filter((one) => !folds(one)).map((one) => <OperationRow key={one.index} one={one} remarks={remarks} />)}</ul>}
			{keywords.length > 0 && (
				<div class="rv-op" data-stop tabIndex={-1}>
					<p class="rv-ophead">Create {keywords.length === 1 ? 'one keyword' : `${format_whole(keywords.length)} keywords`}</p>
					<ul class="rv-keywords">{keywords.map((one) => <Keyword key={one.index} one={one} />)}</ul>
				</div>
			)}
			{list.length > shown && <button type="button" class="wb-button" onClick={() => setShown(shown + SHOWN)}>Show {format_whole(Math.min(SHOWN, list.length - shown))} more of {format_whole(list.length - shown)}</button>}
		</>
	);
}

/* --- campaigns --- */

export interface Choice {
	selection: Selection;
	onCampaign: (campaign: Campaign, isIn: boolean) => void;
	onGroup: (campaign: Campaign, id: string, isIn: boolean) => void;
}

export interface CampaignProps {
	campaign: Campaign;
	/* The campaign's operations that the filter lets through; null while they are loaded. */
	own: Operation[] | null;
	groups: Group[] | null;
	remarks: Remarks;
	isOpen: boolean;
	fault: string | null;
	viewed: boolean | null;
	note?: string | undefined;
	choice: Choice | null;
	onOpen: (isOpen: boolean) => void;
	onViewed: (isViewed: boolean) => void;
	/* Operations of it are on screen. */
	onShown: (keys: string[]) => void;
	onMore?: (() => void) | null;
}

function GroupPart({ props, group }: { props: CampaignProps; group: Group }): JSX.Element {
	const { campaign, choice, remarks } = props;
	const isChosen = choice ? choice.selection.campaigns.has(campaign.id) || choice.selection.groups.has(group.id) : false;
	return (
		<div class="rv-group">
			<h3>{choice && !props.onMore && <input type="checkbox" aria-label={`Select ad group ${group.name || group.id}`} checked={isChosen} onChange={(event) => choice.onGroup(campaign, group.id, (event.target as HTMLInputElement).checked)} />}<Text text={group.name || group.id} /></h3>
			<Operations list={group.operations} remarks={remarks} onShown={props.onShown} />
		</div>
	);
}

function problems_of(campaign: Campaign, remarks: Remarks): { bad: number; warn: number } {
	const ids = new Set(campaign.operations.map(({ id }) => id ?? ''));
	ids.add(campaign.id);
	const count = (map: Map<string, unknown[]>) => [...ids].reduce((sum, id) => sum + (map.get(id)?.length ?? 0), 0);
	return { bad: count(remarks.violations), warn: count(remarks.warnings) };
}

function Problems({ campaign, remarks }: { campaign: Campaign; remarks: Remarks }): JSX.Element | null {
	const { bad, warn } = problems_of(campaign, remarks);
	const failed = campaign.operations.filter(({ status }) => status === 'FAILED' || status === 'UNKNOWN').length;
	if (bad + warn + failed === 0)
		return null;
	return <span class="rv-problems">{bad > 0 && <span class="bad">{bad === 1 ? '1 violation' : `${bad} violations`}</span>}{warn > 0 && <span class="warn">{warn === 1 ? '1 warning' : `${warn} warnings`}</span>}{failed > 0 && <span class="bad">{failed} not done</span>}</span>;
}

export function CampaignPart(props: CampaignProps): JSX.Element {
	const { campaign, choice, isOpen, viewed, remarks } = props;
	const name = text_marked(campaign.name || (campaign.id ? campaign.id : 'In no campaign'));
	const partly = choice ? campaign.groups.some(({ id }) => choice.selection.groups.has(id)) : false;
	const body = `rv-body-${campaign.id || 'none'}`;
	return (
		<section class={`rv-campaign${viewed ? ' viewed' : ''}`} data-campaign={campaign.id} aria-label={name}>
			<div class="rv-head">
				{choice && campaign.id && <input type="checkbox" class="rv-select" aria-label={`Select ${name}`} checked={choice.selection.campaigns.has(campaign.id)} ref={(box) => {
					if (box)
						box.indeterminate = partly;
				}} onChange={(event) => choice.onCampaign(campaign, (event.target as HTMLInputElement).checked)} />}
				<h2><button type="button" class="rv-fold" data-stop aria-expanded={isOpen} aria-controls={isOpen ? body : undefined} onClick={() => props.onOpen(!isOpen)}><span class={`wb-twist ${isOpen ? 'open' : 'shut'}`} aria-hidden="true" /><span>{name}</span></button></h2>
				{campaign.platform && <Platform name={campaign.platform} />}
				<Counts {...campaign} />
				<Spend {...campaign} />
				<Problems campaign={campaign} remarks={remarks} />
				{props.note && <span class="wb-hint">{props.note}</span>}
				{viewed !== null && <label class="wb-check rv-viewed"><input type="checkbox" aria-label={`${REVIEW_TEXTS.viewed} ${name}`} checked={viewed} onChange={(event) => props.onViewed((event.target as HTMLInputElement).checked)} /><span>{REVIEW_TEXTS.viewed}</span></label>}
			</div>
			{isOpen && (
				<div id={body} class="rv-body">
					{props.fault && <Fault text={props.fault} />}
					{!props.groups && !props.fault && <Busy />}
					{props.own && props.own.length > 0 && <Operations list={props.own} remarks={remarks} onShown={props.onShown} />}
					{props.groups?.map((group) => <GroupPart key={group.id} props={props} group={group} />)}
					{props.own?.length === 0 && props.groups?.length === 0 && <p class="wb-calm">No operation of the campaign matches the filter.</p>}
					{props.onMore && <button type="button" class="wb-button" onClick={props.onMore}>Load more operations</button>}
				</div>
			)}
		</section>
	);
}

/* --- keys --- */

const is_typing = (target: Element) => target.matches('textarea, select, input:not([type=checkbox])');

/* j and k move over campaigns and operations; Enter on an operation opens its object; v and x act on the campaign. */
export function tree_keys(event: KeyboardEvent, box: HTMLElement | null, act: { view: (id: string) => void; select: (id: string) => void }): void {
	const target = event.target as Element;
	if (!box || event.ctrlKey || event.metaKey || event.altKey || is_typing(target))
		return;
	const stops = [...box.querySelectorAll<HTMLElement>('[data-stop]')];
	const at = stops.findIndex((stop) => stop === target || (stop.contains(target) && stop !== target));
	const campaign = target.closest<HTMLElement>('[data-campaign]')?.dataset['campaign'];
	if (event.key === 'j' || event.key === 'k') {
		const next = stops[at < 0 ? 0 : Math.max(0, Math.min(stops.length - 1, at + (event.key === 'j' ? 1 : -1)))];
		next?.focus();
		next?.scrollIntoView({ block: 'nearest' });
	} else if (event.key === 'v' && campaign !== undefined) {
		act.view(campaign);
	} else if (event.key === 'x' && campaign) {
		act.select(campaign);
	} else if (event.key === 'Enter' && target.matches('li[data-stop]')) {
		target.querySelector('a')?.click();
	} else {
		return;
	}
	event.preventDefault();
}
