/* Review: what a push would do now, looked at campaign by campaign, and pushed as a whole or in part. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, api_key, fault_words } from '../api/client.ts';
import type { Row } from '../api/types.ts';
import { can_push, client, place, place_go, place_set, place_url } from '../model/app.ts';
import { changes } from '../model/store.ts';
import { Refused, use_act } from '../review/act.tsx';
import { Live, Matters, Sums, Violations, Warnings } from '../review/bar.tsx';
import { names_find } from '../review/names.ts';
import { ConsentBox, use_consent, use_opened, type Consent } from '../review/opened.tsx';
import {
	campaign_new, host_warnings, plan_tree, remarks_of, selection_body, selection_campaign, selection_extra, selection_group, selection_of, selection_size, unopened_count,
	type Body, type Operation, type Plan, type Selection, type Violation,
} from '../review/plan.ts';
import { plan_read, type PlanPage } from '../review/read.ts';
import { Counts, operation_name, Spend, type Choice } from '../review/tree.tsx';
import { PlanView, type Lazy } from '../review/view.tsx';
import { Busy, Empty, Fault, Title } from '../ui/bits.tsx';
import { format_whole } from '../ui/format.ts';
import { KIND_NAMES, REVIEW_TEXTS } from '../ui/texts.ts';

const DRAFTS = new Set(['campaign', 'adGroup', 'ad', 'keyword', 'asset', 'assetLink', 'conversion', 'connection', 'space']);

interface Shown {
	plan: Plan;
	/* Those that are here; of a plan in pages they come campaign by campaign. */
	operations: Operation[];
	isComplete: boolean;
	loaded: Lazy['loaded'];
	/* The last change that was known when the plan was made. */
	since: unknown;
}

/* The plan of a choice, with its own hash. */
interface Part {
	key: string;
	page: PlanPage | null;
	fault: string | null;
}

const reason_of = (error: unknown) => (error instanceof ApiError ? error.fault.details?.reason : undefined);

function shown_make({ plan, cursor }: PlanPage, since: unknown): Shown {
	return { plan, operations: cursor ? [] : plan.operations, isComplete: !cursor, loaded: new Map(), since };
}

/* Operations of a plan in pages that are in no campaign. */
const OUTSIDE = 'asset,conversion';

function use_plan(activate: boolean) {
	const [shown, setShown] = useState<Shown | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const [hasChanged, setChanged] = useState(false);
	const turn = useRef(0);
	const read = async () => {
		const mine = ++turn.current;
		const since = changes.peek().at(-1);
		try {
			const next = shown_make(await plan_read({ activate }), since);
			if (mine === turn.current) {
				setShown(next);
				setFault(null);
			}
			return next;
		} catch (error) {
			if (mine === turn.current)
				setFault(fault_words(error));
			return null;
		}
	};
	useEffect(() => void read(), [activate]);
	const load = async (id: string) => {
		if (!shown)
			return;
		const { planHash } = shown.plan;
		const before = shown.loaded.get(id);
		try {
			const { data, meta } = await client.get<Plan>('sync/preview', { activate, limit: 1000, cursor: before?.cursor, ...(id ? { campaignId: id } : { resource: OUTSIDE }) });
			if (data.planHash !== planHash) {
				await read();
				setChanged(true);
				return;
			}
			setShown((now) => now?.plan.planHash !== planHash ? now : {
				...now, operations: [...now.operations, ...data.operations.filter(({ index }) => !now.operations.some((one) => one.index === index))], loaded: new Map(now.loaded).set(id, { cursor: meta.nextCursor ?? null, fault: null }),
			});
		} catch (error) {
			if (reason_of(error) === 'PLAN_CHANGED') {
				await read();
				setChanged(true);
				return;
			}
			setShown((now) => now && { ...now, loaded: new Map(now.loaded).set(id, { cursor: before?.cursor ?? null, fault: fault_words(error) }) });
		}
	};
	return { shown, fault, hasChanged, setChanged, read, load };
}

/* The plan of what is chosen follows the choice. */
function use_part(body: Body | null, activate: boolean, planHash: string) {
	const key = body ? JSON.stringify([body, activate, planHash]) : '';
	const [part, setPart] = useState<Part>({ key: '', page: null, fault: null });
	const current = useRef(key);
	current.current = key;
	const read = async (): Promise<PlanPage> => {
		const page = await plan_read({ ...body, activate });
		if (current.current === key)
			setPart({ key, page, fault: null });
		return page;
	};
	useEffect(() => {
		if (!body)
			return;
		const timer = setTimeout(() => void read().catch((error: unknown) => current.current === key && setPart({ key, page: null, fault: fault_words(error) })), 150);
		return () => clearTimeout(timer);
	}, [key]);
	return part.key === key && key ? part : null;
}

/* Operations that a push of a selection sends although they were not chosen. */
function Extra({ list }: { list: Operation[] }): JSX.Element | null {
	if (list.length === 0)
		return null;
	return <p class="rv-extra"><strong>{list.length === 1 ? '1 additional operation' : `${format_whole(list.length)} additional operations`}:</strong> {list.slice(0, 5).map((one) => `${KIND_NAMES[one.resource] ?? one.resource} ${operation_name(one)}`).join(', ')}{list.length > 5 ? ` and ${list.length - 5} more` : ''}. The selection requires {list.length === 1 ? 'it' : 'them'}.</p>;
}

function Chosen({ part, extra, consent, whole }: { part: Part | null; extra: Operation[]; consent: Consent; whole: Plan }): JSX.Element {
	const totals = part?.page?.plan.totals;
	const known = new Set(whole.warnings.map(({ code, id }) => `${code} ${id}`));
	const warnings = part?.page?.plan.warnings.filter(({ code, id }) => !known.has(`${code} ${id}`)) ?? [];
	return (
		<div class="rv-chosen" role="status" aria-live="polite">
			{part?.fault && <p>{part.fault}</p>}
			{totals ? <p>Selected: {totals.operations === 1 ? '1 operation' : `${format_whole(totals.operations)} operations`} <Counts {...totals} /> <Spend before={totals.dailyBudgetBefore} after={totals.dailyBudgetAfter} delta={totals.dailyBudgetAfter - totals.dailyBudgetBefore} /> in all campaigns.</p> : !part?.fault && <p>Selected: the plan is being computed…</p>}
			{part?.page?.plan.activate && <Live plan={part.page.plan} operations={part.page.cursor ? null : part.page.plan.operations} />}
			<Extra list={extra} />
			{warnings.length > 0 && <ul>{warnings.map((one, i) => <li key={i} class="warn">{one.message}</li>)}</ul>}
			{totals && can_push && <ConsentBox consent={consent} verb="push" id="rv-consent-part" />}
			{part?.page?.cursor && <p>{REVIEW_TEXTS.firstOnly}</p>}
			{part?.page && part.page.plan.violations.length > 0 && <p class="bad">The selection cannot be pushed: {part.page.plan.violations.map(({ message }) => message).slice(0, 3).join(' ')}</p>}
		</div>
	);
}

function Work({ shown, state }: { shown: Shown; state: ReturnType<typeof use_plan> }): JSX.Element {
	const { plan } = shown;
	const activate = plan.activate;
	const wants = place.value.parameters.get('activate') === 'true';
	const isWaiting = wants !== activate;
	const [selection, setSelection] = useState<Selection>(() => selection_of((place.peek().parameters.get('chosen') ?? '').split(',')));
	const tree = plan_tree(shown.operations, plan.campaigns, names_find);
	if (!shown.isComplete && !tree.some(({ id }) => id === ''))
		tree.push(campaign_new(''));
	const known: Selection = {
		campaigns: new Set(tree.filter(({ id }) => selection.campaigns.has(id)).map(({ id }) => id)),
		/* Of a long plan only a part is loaded: an ad group that a link names may be in the rest. */
		groups: shown.isComplete ? new Set(tree.flatMap(({ groups }) => groups.filter(({ id }) => selection.groups.has(id)).map(({ id }) => id))) : selection.groups,
	};
	const body = selection_body(tree, known, shown.isComplete);
	const isSaid = body !== null && typeof body === 'object';
	const part = use_part(isSaid ? body : null, activate, plan.planHash);
	const act = use_act();
	const extra = part?.page ? selection_extra(part.page.plan.operations, known) : [];
	const opened = use_opened(plan.planHash);
	const unopened = (total: number, list: Operation[]) => unopened_count(total, list, opened.opened, opened.viewed);
	const consent = use_consent(plan.planHash, unopened(plan.totals.operations, shown.operations));
	const chosen = part?.page?.plan;
	const consentPart = use_consent(chosen?.planHash ?? '', chosen ? unopened(chosen.totals.operations, chosen.operations) : 0);
	/* Something changed: nothing was pushed, the plan is shown as it is now. */
	const show_again = async () => {
		await state.read();
		state.setChanged(true);
		scrollTo(0, 0);
	};
	const send = async (hash: string, chosen: Body, key: string) => {
		const { data } = await client.send<Row>('POST', 'sync', { body: { mode: 'PUSH', planHash: hash, activate, ...chosen }, key });
		place_go('runs', {}, String(data['id']));
	};
	/* A preview that is too old is made again: where it is the same plan, that was looked at. */
	const push = async (hash: string, chosen: Body, key: string) => {
		try {
			await send(hash, chosen, key);
		} catch (error) {
			const reason = reason_of(error);
			if (reason === 'PLAN_EXPIRED' && (await plan_read({ ...chosen, activate })).plan.planHash === hash)
				await send(hash, chosen, api_key());
			else if (reason === 'PLAN_EXPIRED' || reason === 'PLAN_CHANGED')
				await show_again();
			else
				throw error;
		}
	};
	const push_all = () => act.start((key) => push(plan.planHash, {}, key));
	const push_part = () => act.start(async (key) => {
		const page = part?.page;
		/* The operations on screen are of the whole plan: where that is another by now, so may its part be. */
		if ((await plan_read({ activate }, { limit: 1 })).plan.planHash !== plan.planHash)
			await show_again();
		else if (isSaid && page)
			await push(page.plan.planHash, body, key);
	});
	const choice: Choice | null = can_push ? {
		selection: known, onCampaign: (campaign, isIn) => setSelection(selection_campaign(known, campaign, isIn)), onGroup: (campaign, id, isIn) => setSelection(selection_group(known, campaign, id, isIn)),
	} : null;
	const find = (id: string) => shown.operations.find((one) => one.id === id);
	const isStale = changes.value.slice(changes.value.indexOf(shown.since as never) + 1).some(({ resource }) => DRAFTS.has(resource));
	const size = selection_size(known);
	return (
		<>
			<div class="rv-bar" role="region" aria-label="Totals and decision">
				<Sums totals={plan.totals} />
				<Live plan={plan} operations={shown.isComplete ? shown.operations : null} />
				{can_push ? (
					<div class="rv-decide">
						<label class="wb-check"><input type="checkbox" checked={wants} disabled={act.isBusy} onChange={(event) => place_set({ activate: (event.target as HTMLInputElement).checked ? 'true' : null }, true)} /><span>{REVIEW_TEXTS.activate}</span></label>
						<button type="button" class="rv-main" disabled={act.isBusy || isWaiting || plan.violations.length > 0 || !consent.isGiven} aria-describedby={consent.count > 0 ? 'rv-consent' : undefined} onClick={push_all}>Push</button>
						<button type="button" class="wb-button" disabled={act.isBusy || isWaiting || !isSaid || !chosen || !consentPart.isGiven} aria-describedby={consentPart.count > 0 ? 'rv-consent-part' : undefined} onClick={push_part}>Push selected</button>
						<span class="wb-hint">{size === 0 ? 'Push sends the whole plan.' : known.groups.size === 0 ? `${known.campaigns.size === 1 ? '1 campaign' : `${known.campaigns.size} campaigns`} selected` : `${size} selected`}</span>
						<ConsentBox consent={consent} verb="push" id="rv-consent" />
					</div>
				) : <p class="wb-hint">{REVIEW_TEXTS.roleLooks}</p>}
				{isSaid && <Chosen part={part} extra={extra} consent={consentPart} whole={plan} />}
				{body === 'MIXED' && <p class="rv-chosen" role="status">{REVIEW_TEXTS.mixed}</p>}
				{body === 'TOO_MANY' && <p class="rv-chosen" role="status">{REVIEW_TEXTS.tooMany}</p>}
				{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
			</div>
			{state.hasChanged && <div class="note" role="alert"><p>{REVIEW_TEXTS.changed}</p><button type="button" class="wb-button" onClick={() => state.setChanged(false)}>OK</button></div>}
			{isStale && <div class="note" role="status"><p>{REVIEW_TEXTS.stirred}</p><button type="button" class="wb-button" onClick={() => void state.read()}>{REVIEW_TEXTS.look}</button></div>}
			<Violations list={plan.violations} count={plan.totals.violations} find={find} />
			<Warnings plan={plan} find={find} />
			<Matters operations={shown.operations} sums={plan.campaigns} total={plan.totals.operations} />
			<PlanView tree={tree} lazy={shown.isComplete ? null : { loaded: shown.loaded, load: (id) => void state.load(id) }} planHash={plan.planHash} choice={choice} marked hasStatus={false} onShown={opened.onShown} onMarks={opened.onMarks}
				remarks={{ violations: remarks_of<Violation>(plan.violations), warnings: remarks_of([...plan.warnings, ...host_warnings(shown.operations, plan.warnings)]) }}
				{...(choice ? { onSelect: (campaign) => choice.onCampaign(campaign, !known.campaigns.has(campaign.id)) } : {})} />
		</>
	);
}

export function Page(): JSX.Element {
	const activate = place.value.parameters.get('activate') === 'true';
	const state = use_plan(activate);
	const { shown, fault } = state;
	return (
		<>
			<Title text="Review"><p class="wb-sum"><a href={place_url('runs')}>Earlier runs</a></p></Title>
			{fault && <Fault text={fault} onRetry={() => void state.read()} />}
			{!shown && !fault && <Busy />}
			{shown && shown.plan.totals.operations === 0 && (
				<>
					{state.hasChanged && <div class="note" role="alert"><p>{REVIEW_TEXTS.changed}</p></div>}
					<Empty title={REVIEW_TEXTS.nothing}><p>{REVIEW_TEXTS.nothingWords}</p>{shown.plan.heldBack.length > 0 && <Live plan={shown.plan} operations={[]} />}{shown.plan.heldBack.length > 0 && !activate && can_push && <p><button type="button" class="wb-button" onClick={() => place_set({ activate: 'true' }, true)}>{REVIEW_TEXTS.activate}</button></p>}</Empty>
					<Warnings plan={shown.plan} find={() => undefined} />
				</>
			)}
			{shown && shown.plan.totals.operations > 0 && <Work shown={shown} state={state} />}
		</>
	);
}
