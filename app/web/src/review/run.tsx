/* One run: its plan while it waits, its progress while it runs, what became of it, and the undo. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, fault_words } from '../api/client.ts';
import type { Row } from '../api/types.ts';
import { boot, can_push, client, place_go, place_url, server_url } from '../model/app.ts';
import { stirred } from '../model/store.ts';
import { Busy, Empty, Fault, Title } from '../ui/bits.tsx';
import { format_words, front_name, platform_name } from '../ui/format.ts';
import { use_load, type Load } from '../ui/load.ts';
import { text_marked } from '../ui/shown.ts';
import { REVIEW_TEXTS } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';
import { Refused, refusal_of, use_act, type Refusal } from './act.tsx';
import { Live, Matters, Sums, Violations, Warnings } from './bar.tsx';
import { Comments, TalkContext } from './comments.tsx';
import { names_find } from './names.ts';
import { ConsentBox, use_consent, use_opened, type Consent } from './opened.tsx';
import { host_warnings, plan_tree, remarks_of, unopened_count, type Operation, type Violation, type Warning } from './plan.ts';
import { people_read, review_read, run_is_ended, run_read, type Drafter, type Run, type WaitingReview } from './read.ts';
import { Facts, Failures, Progress, ReasonDialog, Undo, Waits, type Asking } from './run_parts.tsx';
import { PlanView } from './view.tsx';

const EVERY = 1000;
const EVERY_MAX = 5000;
/* While it runs, operations of larger runs are read again only at the end. */
const FOLLOWED = 1000;

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

async function all_read(id: string): Promise<{ run: Run; operations: Operation[] }> {
	let { run, cursor } = await run_read(id);
	const operations = [...(run.operations ?? [])];
	while (cursor) {
		const next = await run_read(id, { cursor });
		operations.push(...(next.run.operations ?? []));
		cursor = next.cursor;
		run = next.run;
	}
	return { run, operations };
}

/* The run alone; null where the server asks to be left alone for a while. */
async function head_read(id: string): Promise<Run | null> {
	try {
		return (await run_read(id, { limit: 1 })).run;
	} catch (error) {
		if (error instanceof ApiError && error.status === 429)
			return null;
		throw error;
	}
}

interface State {
	run: Run | null;
	operations: Operation[];
	fault: string | null;
	isMissing: boolean;
}

/* Reads the run, and again while it goes on or when something of the Space changes. */
function use_run(id: string) {
	const [state, setState] = useState<State>({ run: null, operations: [], fault: null, isMissing: false });
	const [turn, setTurn] = useState(0);
	const edition = stirred.value;
	const known = useRef<State>(state);
	known.current = state;
	useEffect(() => {
		let isCurrent = true;
		const put = (next: Partial<State>) => isCurrent && setState((now) => ({ ...now, fault: null, ...next }));
		const same = (run: Run) => {
			const old = known.current.run;
			return old !== null && old.status === run.status && old.progress.done === run.progress.done;
		};
		const follow = async () => {
			let pause = EVERY;
			/* Pages that are loaded are read again only after the run has moved on. */
			const head = known.current.run ? (await run_read(id, { limit: 1 })).run : null;
			put(head && same(head) ? { run: head } : await all_read(id));
			while (isCurrent && known.current.run && !run_is_ended(known.current.run) && known.current.run.status !== 'AWAITING_APPROVAL') {
				await wait(pause);
				if (!isCurrent || document.hidden)
					continue;
				const run = await head_read(id);
				pause = run && !same(run) ? EVERY : Math.min(pause * 1.5, EVERY_MAX);
				if (!run)
					continue;
				if (run_is_ended(run) || (!same(run) && run.progress.total <= FOLLOWED))
					put(await all_read(id));
				else
					put({ run });
			}
		};
		follow().catch((error: unknown) => isCurrent && setState((now) => ({ ...now, fault: fault_words(error), isMissing: error instanceof ApiError && error.status === 404 })));
		return () => {
			isCurrent = false;
		};
	}, [id, turn, edition]);
	return { ...state, again: () => setTurn((now) => now + 1) };
}

/* Why the person may not approve; null where they may, or where a new sign-in is all it needs. */
async function approval_check(run: Run): Promise<Refusal | null> {
	if (run.status !== 'AWAITING_APPROVAL' || !can_push)
		return null;
	try {
		await client.send<Row>('POST', `sync/${run.id}/approve`, { query: { validateOnly: true } });
		return null;
	} catch (error) {
		const refusal = refusal_of(error);
		return refusal.confirmUrl ? null : refusal;
	}
}

const drafter_words = ({ accountId, door, app }: Drafter, person: (id: string | null) => string) => `${person(accountId)}, ${front_name(door)}${app ? ` (${text_marked(app)})` : ''}`;

/* The words in place of Approve until the server has answered the plan of the run; null: it can be offered. */
function plan_missing(review: Load<WaitingReview>): string | null {
	if (review.data?.isCurrent && review.data.plan)
		return null;
	return review.fault ? REVIEW_TEXTS.planMissing : review.data ? REVIEW_TEXTS.planMoved : REVIEW_TEXTS.planMaking;
}

interface DecideProps {
	run: Run;
	refusal: Refusal | null;
	review: Load<WaitingReview>;
	consent: Consent;
	onDone: () => void;
}

function Decide({ run, refusal, review, consent, onDone }: DecideProps): JSX.Element | null {
	const [asking, setAsking] = useState<Asking | null>(null);
	const [reason, setReason] = useState('');
	const act = use_act();
	const box = useRef<HTMLDivElement>(null);
	const isWaiting = run.status === 'AWAITING_APPROVAL';
	const missing = isWaiting ? plan_missing(review) : null;
	if (!can_push)
		return <p class="wb-hint">{isWaiting ? 'Only publishers and owners of the Space can decide.' : ''}</p>;
	const back = () => {
		const what = asking;
		setAsking(null);
		requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-asks="${what}"]`)?.focus());
	};
	const ask = (what: Asking, text: string) => <button type="button" class="wb-button" data-asks={what} disabled={act.isBusy} onClick={() => setAsking(what)}>{text}</button>;
	if (asking)
		return <ReasonDialog what={asking} run={run} reason={reason} onReason={setReason} onEnd={() => {
			setAsking(null);
			onDone();
		}} onBack={back} />;
	return (
		<div class="rv-decide" ref={box}>
			{isWaiting && !refusal && !missing && <button type="button" class="rv-main" disabled={act.isBusy || !consent.isGiven} aria-describedby={consent.count > 0 ? 'rv-consent' : undefined} onClick={() => act.start(async (key) => {
				await client.send<Row>('POST', `sync/${run.id}/approve`, { key });
				onDone();
			})}>Approve</button>}
			{isWaiting && ask('request', 'Request changes')}
			{isWaiting && ask('deny', 'Deny')}
			{!isWaiting && ask('cancel', REVIEW_TEXTS.cancelRun)}
			{isWaiting && !refusal && !missing && <ConsentBox consent={consent} verb="approve" id="rv-consent" />}
			{!refusal && missing && <p class="note rv-remarks" role="status">{missing}{review.fault && <> <button type="button" class="wb-button" onClick={review.again}>Try again</button></>}</p>}
			{isWaiting && refusal && <p class="note rv-remarks">{refusal.reason === 'PLAN_CHANGED' ? REVIEW_TEXTS.planMoved : refusal.text}{refusal.setUpUrl && <> <a href={server_url('account')}>{REVIEW_TEXTS.setUpFactor}</a></>}</p>}
			{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
		</div>
	);
}

function Ended({ run, operations, onDone }: { run: Run; operations: Operation[]; onDone: () => void }): JSX.Element | null {
	const act = use_act();
	if (run.mode !== 'PUSH' || !can_push)
		return null;
	const left = (run.counts?.failed ?? 0) + (run.counts?.skipped ?? 0) + (run.counts?.unknown ?? 0);
	return (
		<div class="rv-decide">
			{left > 0 && run.status !== 'CANCELLED' && <button type="button" class="wb-button" disabled={act.isBusy} onClick={() => act.start(async (key) => {
				const { data } = await client.send<Row>('POST', `sync/${run.id}/retry`, { key });
				if (data['id'] === run.id)
					onDone();
				else
					place_go('runs', {}, String(data['id']));
			})}>Retry</button>}
			{(run.counts?.succeeded ?? 0) + (run.counts?.unknown ?? 0) > 0 && <Undo run={run} act={act} names={new Map(operations.map((one) => [one.id ?? '', one]))} onDone={onDone} />}
			{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
		</div>
	);
}

/* Counts of the objects that a pull drafted, updated and found removed. */
function Pulled({ pulled }: { pulled: Row }): JSX.Element {
	const words: [string, string][] = [['created', 'New: added as drafts'], ['updated', 'Changed on the platform: drafts updated'], ['drifted', 'Changed on both sides: undecided'], ['removed', 'Removed on the platform: undecided'], ['unchanged', 'Unchanged'], ['leftOut', 'Skipped']];
	const warnings = Array.isArray(pulled['warnings']) ? pulled['warnings'] as Row[] : [];
	return (
		<>
			<dl class="rv-sums">{words.map(([name, label]) => <div key={name}><dt>{label}</dt><dd>{String(pulled[name] ?? 0)}</dd></div>)}</dl>
			{warnings.length > 0 && <div class="note rv-remarks"><ul>{warnings.slice(0, 100).map((one, i) => <li key={i}>{String(one['message'] ?? one['code'])}</li>)}</ul></div>}
			{Number(pulled['drifted'] ?? 0) + Number(pulled['removed'] ?? 0) > 0 && <p><a href={place_url('drift')}>Decide on the Drift page</a></p>}
		</>
	);
}

/* The state of the kill switch at each ad account. */
function Stops({ stops }: { stops: Row[] }): JSX.Element {
	return <div class="note rv-remarks"><ul>{stops.map((one, i) => <li key={i}>{platform_name(one['platform'])} <code>{String(one['accountId'] ?? '')}</code>: {format_words(String(one['state']))}. {String(one['stopped'] ?? 0)} stopped, {String(one['inDoubt'] ?? 0)} in doubt, {String(one['failed'] ?? 0)} not stopped. <Value name="message" value={one['message'] ?? ''} /></li>)}</ul></div>;
}

function Work({ state, run }: { state: ReturnType<typeof use_run>; run: Run }): JSX.Element {
	const { operations, again } = state;
	const isWaiting = run.status === 'AWAITING_APPROVAL';
	const key = `${run.id} ${run.status}`;
	const review = use_load(() => (isWaiting ? review_read(run.id) : Promise.resolve({ isCurrent: null, plan: null, drafters: null })), `review ${key}`);
	const plan = review.data?.plan ?? null;
	const totals = plan?.totals ?? (isWaiting ? null : run.totals);
	const check = use_load(() => approval_check(run), `check ${key}`).data;
	const people = use_load(() => people_read(boot.space.id), 'members').data;
	const person = (id: string | null) => (id ? people?.get(id) || id : 'The server');
	const drafters = people ? (review.data?.drafters ?? []).map((one) => drafter_words(one, person)).join('; ') : '';
	const opened = use_opened(run.planHash ?? run.id);
	const consent = use_consent(run.planHash ?? run.id, unopened_count(run.progress.total, operations, opened.opened, opened.viewed));
	const sums = plan?.campaigns ?? [];
	const warnings = plan?.warnings ?? [];
	const tree = plan_tree(operations, sums, names_find);
	const find = (id: string) => operations.find((one) => one.id === id);
	const failures = (run.counts?.failed ?? 0) + (run.counts?.unknown ?? 0) + (run.counts?.skipped ?? 0);
	return (
		<TalkContext.Provider value={{ runId: run.id, comments: run.comments ?? [], person, onDone: again }}>
			<div class="rv-bar" role="region" aria-label="Totals and decision">
				<Facts run={run} person={person} drafters={drafters} />
				{totals && <Sums totals={totals} isPast={!isWaiting} />}
				{plan && <Live plan={plan} operations={operations} />}
				{!isWaiting && <Progress run={run} />}
				{run_is_ended(run) ? <Ended run={run} operations={operations} onDone={again} /> : <Decide run={run} refusal={check} review={review} consent={consent} onDone={again} />}
			</div>
			{run.cancelReason && <p class="note" role="status">Reason: {run.cancelReason}</p>}
			{run.error && <p class="fault" role="alert">{run.error.message}</p>}
			<section class="rv-talk" aria-label="Comments"><Comments operation={null} label="this run" /></section>
			<Waits run={run} />
			{run.stops && <Stops stops={run.stops} />}
			{plan && <Violations list={plan.violations} count={plan.totals.violations} find={find} />}
			{plan && <Warnings plan={plan} find={find} />}
			{isWaiting && <Matters operations={operations} sums={sums} total={run.progress.total} />}
			{run.status !== 'CANCELLED' && <Failures operations={operations} total={failures} />}
			{run.pulled && <Pulled pulled={run.pulled} />}
			{operations.length > 0 && run.mode === 'PUSH' && <PlanView tree={tree} lazy={null} planHash={run.planHash ?? run.id} choice={null} marked={isWaiting} isFixed hasStatus={!isWaiting} onShown={opened.onShown} onMarks={opened.onMarks}
				remarks={{ violations: remarks_of<Violation>(plan?.violations ?? []), warnings: remarks_of<Warning>([...warnings, ...host_warnings(operations, warnings)]) }} />}
		</TalkContext.Provider>
	);
}

export function RunPage({ id }: { id: string }): JSX.Element {
	const state = use_run(id);
	const { run, fault, isMissing } = state;
	return (
		<>
			<Title text={run?.mode === 'PULL' ? 'Pull' : run?.stops ? 'Kill switch' : run ? 'Push' : 'Run'}><p class="wb-sum"><a href={place_url('runs')}>All runs</a></p></Title>
			{fault && (isMissing ? <Empty title={REVIEW_TEXTS.noRun} /> : <Fault text={fault} onRetry={state.again} />)}
			{!run && !fault && <Busy />}
			{run && <Work state={state} run={run} />}
		</>
	);
}
