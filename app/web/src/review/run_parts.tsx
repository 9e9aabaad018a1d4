/* Parts of a run's page: who and when, the dialog with a reason, failures, the revert. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../api/types.ts';
import { client, place_url } from '../model/app.ts';
import { format_ago, format_time, format_words, front_name, platform_name } from '../ui/format.ts';
import { COVERAGE_NAMES, KIND_NAMES, OP_NAMES, REVIEW_TEXTS, RUN_STATUS_NAMES, UNDO_REASONS, WAYS_OUT } from '../ui/texts.ts';
import { Refused, use_act, type Act } from './act.tsx';
import type { Operation } from './plan.ts';
import { run_is_ended, type Run } from './read.ts';
import { Link, operation_name, OpStatus } from './tree.tsx';

export function RunStatus({ status }: { status: string }): JSX.Element {
	return <span class={`rv-status ${status}`}>{RUN_STATUS_NAMES[status] ?? format_words(status)}</span>;
}

export function Facts({ run, person, drafters }: { run: Run; person: (id: string | null) => string; drafters: string }): JSX.Element {
	return (
		<dl class="rv-sums rv-facts">
			<div><dt>Status</dt><dd><RunStatus status={run.status} /></dd></div>
			{run.mode === 'PUSH' && drafters && <div><dt>Drafted by</dt><dd>{drafters}</dd></div>}
			<div><dt>{run.mode === 'PUSH' ? 'Pushed by' : 'Pulled by'}</dt><dd>{person(run.createdBy)}, {front_name(run.source)}</dd></div>
			{run.approvedBy && <div><dt>Approved by</dt><dd>{person(run.approvedBy)}</dd></div>}
			<div><dt>Requested</dt><dd><time dateTime={run.createdAt}>{format_time(run.createdAt)}</time></dd></div>
			{run.finishedAt && <div><dt>Ended</dt><dd><time dateTime={run.finishedAt}>{format_time(run.finishedAt)}</time></dd></div>}
			{run.retryOf && <div><dt>Retry of</dt><dd><a href={place_url('runs', {}, run.retryOf)}>an earlier run</a></dd></div>}
			{run.mode === 'PUSH' && run.status === 'AWAITING_APPROVAL' && <div><dt>Sets live</dt><dd>{run.activate ? <b class="bad">yes, all enabled drafts</b> : 'nothing'}</dd></div>}
		</dl>
	);
}

export function Progress({ run }: { run: Run }): JSX.Element {
	const { done, total } = run.progress;
	const counts = run.counts;
	const parts: [string, number][] = counts ? [['done', counts.succeeded], ['failed', counts.failed], ['in doubt', counts.unknown], ['skipped', counts.skipped], ['sent', counts.sent], ['not sent yet', counts.pending]] : [];
	const said = parts.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`).join(', ');
	return (
		<div class="rv-progress">
			<progress aria-label="Progress of the run" max={Math.max(1, total)} value={done} />
			<p class="wb-sum" role="status">{done} of {total}{said && run.mode === 'PUSH' ? `: ${said}` : ''}</p>
		</div>
	);
}

/* The reasons why the run waits at its ad accounts. */
export function Waits({ run }: { run: Run }): JSX.Element | null {
	if (!run.waits || run.waits.length === 0 || run_is_ended(run))
		return null;
	return <div class="note rv-remarks"><ul>{run.waits.map((one) => <li key={one.platform}>{platform_name(one.platform)}: {one.message} {one.until ? `The run continues ${format_ago(one.until)}.` : ''}</li>)}</ul></div>;
}

/* --- the dialog with a reason --- */

export type Asking = 'deny' | 'request' | 'cancel';

const ASKS: { [what in Asking]: { title: string; button: string; mark: string; isNeeded: boolean; hint: string } } = {
	deny: { title: REVIEW_TEXTS.deny, button: 'Deny', mark: '', isNeeded: false, hint: REVIEW_TEXTS.reasonHint },
	request: { title: 'Request changes to this push', button: REVIEW_TEXTS.request, mark: REVIEW_TEXTS.requestMark, isNeeded: true, hint: REVIEW_TEXTS.reasonHint },
	cancel: { title: REVIEW_TEXTS.cancelRun, button: REVIEW_TEXTS.cancelRun, mark: '', isNeeded: false, hint: REVIEW_TEXTS.cancelHint },
};
const REASON_MAX = 500;

/* It stands where the buttons were, so each button's name is there once. */
export function ReasonDialog({ what, run, reason, onReason, onEnd, onBack }: {
	what: Asking; run: Run; reason: string; onReason: (text: string) => void; onEnd: () => void; onBack: () => void;
}): JSX.Element {
	const { title, button, mark, isNeeded, hint } = ASKS[what];
	const act = use_act();
	const box = useRef<HTMLTextAreaElement>(null);
	const [isMissing, setMissing] = useState(false);
	useEffect(() => box.current?.focus(), []);
	const send = () => {
		setMissing(isNeeded && !reason.trim());
		if (isNeeded && !reason.trim()) {
			box.current?.focus();
			return;
		}
		act.start(async (key) => {
			await client.send<Row>('POST', `sync/${run.id}/cancel`, { body: reason.trim() ? { reason: `${mark}${reason.trim()}` } : {}, key });
			onEnd();
		});
	};
	return (
		<div class="rv-dialog" role="dialog" aria-label={title} onKeyDown={(event) => {
			event.stopPropagation();
			if (event.key === 'Escape')
				onBack();
		}}>
			<label class="rv-label" for="rv-reason">Reason</label>
			<p class="wb-hint" id="rv-reason-hint">{hint}</p>
			<textarea id="rv-reason" ref={box} rows={3} maxLength={REASON_MAX - mark.length} value={reason} aria-describedby={isMissing ? 'rv-reason-hint rv-reason-fault' : 'rv-reason-hint'} aria-invalid={isMissing} onInput={(event) => onReason((event.target as HTMLTextAreaElement).value)} />
			{isMissing && <p id="rv-reason-fault" class="bad">{REVIEW_TEXTS.reasonNeeded}</p>}
			{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
			<div class="wb-two">
				<button type="button" class="rv-main bad" disabled={act.isBusy} onClick={send}>{button}</button>
				<button type="button" class="wb-button" disabled={act.isBusy} onClick={onBack}>Back</button>
			</div>
		</div>
	);
}

/* --- failures --- */

function way_out(one: Operation): string {
	const code = one.error?.code ?? '';
	return WAYS_OUT[code] ?? (one.error?.retryable ? REVIEW_TEXTS.wayRetry : REVIEW_TEXTS.wayDefault);
}

function WayLink({ code }: { code: string }): JSX.Element | null {
	if (code === 'DRIFTED')
		return <a href={place_url('drift')}>Drift</a>;
	if (code === 'CREDENTIAL_REVOKED' || code === 'CANCELLED')
		return <a href={place_url('review')}>Review</a>;
	return null;
}

/* Operations that failed, with the platform's words and the way out; those that were only skipped come last. */
export function Failures({ operations, total }: { operations: Operation[]; total: number }): JSX.Element | null {
	const order = (one: Operation) => (one.status === 'SKIPPED' ? 1 : 0);
	const list = operations.filter(({ status }) => status === 'FAILED' || status === 'UNKNOWN' || status === 'SKIPPED').sort((a, b) => order(a) - order(b) || a.index - b.index);
	if (list.length === 0)
		return null;
	return (
		<section class="fault rv-remarks" aria-labelledby="rv-failures">
			<h2 id="rv-failures">{total === 1 ? '1 operation was not done' : `${total} operations were not done`}</h2>
			<ul>{list.slice(0, 100).map((one) => (
				<li key={one.index}>
					<p><OpStatus status={one.status} /> {OP_NAMES[one.op]} {KIND_NAMES[one.resource] ?? one.resource} <Link one={one}>{operation_name(one)}</Link>{one.platform ? `, ${platform_name(one.platform)}` : ''}</p>
					{one.error && <p>{one.error.message}{one.error.platformCode ? <> <code>{one.error.platformCode}</code></> : null}</p>}
					<p class="rv-way">{way_out(one)} <WayLink code={one.error?.code ?? ''} /></p>
				</li>
			))}</ul>
		</section>
	);
}

/* --- the revert --- */

interface Revert {
	id: string | null;
	coverage: string;
	operations: { resource: string; id: string; op: string; coverage: string; reason: string | null }[];
	planHash: string | null;
}

export function Undo({ run, act, names, onDone }: { run: Run; act: Act; names: Map<string, Operation>; onDone: () => void }): JSX.Element {
	const [revert, setRevert] = useState<Revert | null>(null);
	const draft = () => act.start(async (key) => {
		setRevert((await client.send<Revert>('POST', `sync/${run.id}/revert`, { key })).data);
		onDone();
	});
	if (!revert && run.revertedBy)
		return <p class="note" role="status">A revert of this push was drafted {format_ago(run.revertedBy.at)}. {COVERAGE_NAMES[run.revertedBy.coverage] ?? ''}. <a href={place_url('review')}>{REVIEW_TEXTS.undoReview}</a></p>;
	if (!revert)
		return <button type="button" class="wb-button" disabled={act.isBusy} onClick={draft}>Undo this push</button>;
	const campaigns = [...new Set(revert.operations.map(({ id }) => names.get(id)?.campaignId).filter((one): one is string => Boolean(one)))];
	const partly = revert.operations.filter(({ coverage }) => coverage !== 'FULL');
	return (
		<section class="note rv-remarks" role="status" aria-label="The revert">
			<p><strong>{COVERAGE_NAMES[revert.coverage] ?? revert.coverage}.</strong> {revert.coverage !== 'NONE' && REVIEW_TEXTS.undone}</p>
			{partly.length > 0 && <ul>{partly.slice(0, 50).map((one) => {
				const known = names.get(one.id);
				return <li key={one.id}>{KIND_NAMES[one.resource] ?? one.resource} {known ? operation_name(known) : one.id}: {UNDO_REASONS[one.reason ?? ''] ?? format_words(one.reason ?? one.coverage)}</li>;
			})}</ul>}
			{revert.coverage !== 'NONE' && <p><a class="wb-button" href={place_url('review', { chosen: campaigns.length <= 50 ? campaigns.join(',') : null })}>{REVIEW_TEXTS.undoReview}</a></p>}
		</section>
	);
}
