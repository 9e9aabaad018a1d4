/* Drift: last synced, ours and live of each drifted field, and decisions about many in one go. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { can_push, notice_show, place, place_set, place_url } from '../model/app.ts';
import { decisions_send, drift_digest, drift_group, drift_groups, drift_is_open, drift_read, GONE, type Decision, type Drift, type Failure, type Side } from '../model/drift.ts';
import { names_find } from '../review/names.ts';
import { Busy, Empty, Fault, Platform, Title } from '../ui/bits.tsx';
import { format_whole, format_words, platform_name } from '../ui/format.ts';
import { PlaceChoice } from '../ui/choice.tsx';
import { use_load } from '../ui/load.ts';
import { DRIFT, KIND_NAMES, TEXTS } from '../ui/texts.ts';
import { text_marked } from '../ui/shown.ts';
import { Value } from '../ui/value.tsx';
import { Decide, Forget } from './drift_dialogs.tsx';
import { list_all } from './lists.tsx';

const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];
const STEP = 200;
/* Fields that are read at once. */
const ROOM = 1000;
const COLLECTIONS: { [kind: string]: string | null } = { campaign: null, adGroup: 'ad-groups', ad: 'ads', keyword: 'keywords' };

export const group_name = (group: string): string => (group === GONE ? DRIFT.gone : format_words(group));
export const drift_name = (one: Drift): string => (one.name ? text_marked(one.name) : DRIFT.unnamed);

/* --- one row --- */

function Live({ one }: { one: Drift }): JSX.Element {
	const words = one.isGone ? DRIFT.removedThere : one.notShown !== null ? DRIFT.notShown : one.isIncomplete ? DRIFT.unknown : null;
	return words ? <span class="wb-none">{words}</span> : <Value name={one.field} value={one.live} />;
}

function Owners({ one }: { one: Drift }): JSX.Element | null {
	const above = [one.kind !== 'campaign' && one.campaignId ? names_find(one.campaignId) : '', one.kind !== 'adGroup' && one.adGroupId ? names_find(one.adGroupId) : ''].filter(Boolean);
	return above.length > 0 ? <span class="wb-hint dr-line">{DRIFT.below(above)}</span> : null;
}

interface Acts {
	onToggle: (one: Drift, isRange: boolean) => void;
	onDecide: (one: Drift, keep: Side) => void;
	onForget: (one: Drift) => void;
}

function Buttons({ one, acts }: { one: Drift; acts: Acts }): JSX.Element {
	const about = <span class="hide"> {format_words(one.field)} of {drift_name(one)}</span>;
	if (one.isIncomplete)
		return <span class="wb-hint">{DRIFT.nothingToDecide}</span>;
	if (one.notShown !== null)
		return <button type="button" class="wb-button" onClick={() => acts.onForget(one)}>{DRIFT.forget}<span class="hide"> {drift_name(one)}</span></button>;
	return (
		<span class="dr-acts">
			<button type="button" class="wb-button" onClick={() => acts.onDecide(one, 'STAGED')}>{DRIFT.keepOurs}{about}</button>
			<button type="button" class="wb-button" onClick={() => acts.onDecide(one, 'LIVE')}>{DRIFT.takeTheirs}{about}</button>
		</span>
	);
}

function DriftRow({ one, isOn, note, acts }: { one: Drift; isOn: boolean; note: string | undefined; acts: Acts | null }): JSX.Element {
	return (
		<tr class={isOn ? 'dr-on' : ''} data-key={one.key}>
			{acts && <td class="wb-cardpick">{drift_is_open(one) && <input type="checkbox" checked={isOn} aria-label={DRIFT.select(format_words(one.field), drift_name(one))} onClick={(event) => {
				event.preventDefault();
				acts.onToggle(one, event.shiftKey);
			}} />}</td>}
			<th scope="row">
				<a href={place_url('campaigns', { resource: COLLECTIONS[one.kind] ?? null, open: one.id })}>{drift_name(one)}</a>
				<span class="wb-hint dr-line">{format_words(KIND_NAMES[one.kind] ?? one.kind)}, <Platform name={one.platform} /></span>
				<Owners one={one} />
			</th>
			<td class="dr-field" data-label={DRIFT.field}>{group_name(drift_group(one))}</td>
			<td data-label={DRIFT.synced}><Value name={one.field} value={one.synced} /></td>
			<td class="dr-ours" data-label={DRIFT.ours}><Value name={one.field} value={one.staged} /></td>
			<td class="dr-live" data-label={DRIFT.live}><Live one={one} /></td>
			{acts && <td><Buttons one={one} acts={acts} />{note && <p class="wrong">{note}</p>}</td>}
		</tr>
	);
}

/* --- the list --- */

/* Arrow keys move between the rows' boxes; o and t decide the row. */
function keys_handle(event: KeyboardEvent, list: Drift[], acts: Acts): void {
	const box = event.target as HTMLInputElement;
	if (box.type !== 'checkbox' || event.ctrlKey || event.metaKey || event.altKey)
		return;
	const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
	const side: Side | null = event.key === 'o' ? 'STAGED' : event.key === 't' ? 'LIVE' : null;
	if (step === 0 && !side)
		return;
	event.preventDefault();
	const boxes = [...box.closest('tbody')!.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
	const one = list.find(({ key }) => key === box.closest('tr')?.dataset['key']);
	if (step !== 0)
		boxes[boxes.indexOf(box) + step]?.focus();
	else if (one && side)
		acts.onDecide(one, side);
}

function Rows({ list, total, isOn, notes, acts, onAll }: { list: Drift[]; total: number; isOn: (one: Drift) => boolean; notes: Map<string, string>; acts: Acts | null; onAll: (isAll: boolean) => void }): JSX.Element {
	const [room, setRoom] = useState(STEP);
	const shown = list.slice(0, room);
	const open = list.filter(drift_is_open);
	const count = open.filter(isOn).length;
	return (
		<>
			<div class="wb-card wb-scroll dr-scroll" role="region" aria-label="Drift" tabIndex={0}>
				<table class="wb-table wb-cards dr-table" aria-rowcount={total + 1}>
					<thead><tr>
						{acts && <td data-label={DRIFT.selectAll}><input type="checkbox" aria-label={DRIFT.selectAll} disabled={open.length === 0} checked={count > 0 && count === open.length} ref={(box) => {
							if (box)
								box.indeterminate = count > 0 && count < open.length;
						}} onChange={(event) => onAll((event.target as HTMLInputElement).checked)} /></td>}
						{[DRIFT.object, DRIFT.field, DRIFT.synced, DRIFT.ours, DRIFT.live, ...(acts ? [DRIFT.decision] : [])].map((name) => <th key={name} scope="col">{name}</th>)}
					</tr></thead>
					<tbody onKeyDown={(event) => acts && keys_handle(event, list, acts)}>{shown.map((one) => <DriftRow key={one.key} one={one} isOn={isOn(one)} note={notes.get(one.key)} acts={acts} />)}</tbody>
				</table>
			</div>
			{list.length > shown.length && <p><button type="button" class="wb-button" onClick={() => setRoom(room + STEP)}>{DRIFT.more(format_whole(Math.min(STEP, list.length - shown.length)))}</button></p>}
		</>
	);
}

/* The fields that are not read yet. */
function Part({ rows, total, isBusy, onMore }: { rows: number; total: number; isBusy: boolean; onMore: () => void }): JSX.Element | null {
	if (rows >= total)
		return null;
	return <p class="wb-line"><span class="wb-hint">{DRIFT.partOnly(format_whole(rows), format_whole(total))}</span> <button type="button" class="wb-button" aria-busy={isBusy} onClick={() => !isBusy && onMore()}>{DRIFT.loadMore(format_whole(Math.min(ROOM, total - rows)))}</button></p>;
}

function Failures({ list }: { list: Failure[] }): JSX.Element | null {
	if (list.length === 0)
		return null;
	return (
		<section class="fault rv-remarks" role="alert" aria-label={DRIFT.notDecided(format_whole(list.length))}>
			<p><strong>{DRIFT.notDecided(format_whole(list.length))}.</strong> {DRIFT.notDecidedWords}</p>
			<ul>{list.slice(0, STEP).map(({ drift, words }) => <li key={drift.key}>{group_name(drift_group(drift))}, {drift_name(drift)}: {words}</li>)}</ul>
		</section>
	);
}

/* --- what is selected and decided --- */

type Open = { what: 'decide'; list: Drift[]; keep: Side | null } | { what: 'forget'; one: Drift };

/* A selection holds for the values that were seen: a row that changed since is not selected. */
function use_selection(list: Drift[]) {
	const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
	const last = useRef<string | null>(null);
	const isOn = (one: Drift) => chosen.get(one.key) === drift_digest(one);
	const put = (some: Drift[], isAdded: boolean) => {
		const next = new Map(chosen);
		for (const one of some)
			if (isAdded && drift_is_open(one))
				next.set(one.key, drift_digest(one));
			else
				next.delete(one.key);
		setChosen(next);
	};
	const toggle = (one: Drift, isRange: boolean) => {
		const from = isRange ? list.findIndex(({ key }) => key === last.current) : -1;
		const to = list.indexOf(one);
		last.current = one.key;
		put(from < 0 ? [one] : list.slice(Math.min(from, to), Math.max(from, to) + 1), !isOn(one));
	};
	return { isOn, put, toggle, clear: () => setChosen(new Map()), selected: list.filter(isOn) };
}

/* The box of the row that took the place of a decided one. */
function row_focus(at: number): void {
	const boxes = document.querySelectorAll<HTMLElement>('.dr-table tbody input[type=checkbox]');
	(boxes[Math.min(at, boxes.length - 1)] ?? document.querySelector<HTMLElement>('#workbench h1'))?.focus();
}

export function Page(): JSX.Element {
	const { parameters } = place.value;
	const [platform, field, id] = ['platform', 'field', 'id'].map((name) => parameters.get(name));
	const [room, setRoom] = useState(ROOM);
	const [isMore, setMore] = useState(false);
	const { data, fault, again } = use_load(() => list_all('sync/drift', { platform: platform ?? null, id: id ?? null }, room).finally(() => setMore(false)), `drift ${platform} ${id}`);
	const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
	const [failures, setFailures] = useState<Failure[]>([]);
	const [open, setOpen] = useState<Open | null>(null);
	const [busy, setBusy] = useState(false);
	useEffect(() => setDecided(new Set()), [data]);
	const mark = (one: Drift) => `${one.key} ${drift_digest(one)}`;
	const all = (data?.rows ?? []).map(drift_read).filter((one) => !decided.has(mark(one)));
	const list = field ? all.filter((one) => drift_group(one) === field) : all;
	const { isOn, put, toggle, clear, selected } = use_selection(list);
	const notes = new Map(failures.map(({ drift, words }) => [drift.key, words]));

	const settle = (decisions: Decision[], failed: Failure[]) => {
		const left = new Set(failed.map(({ drift }) => drift.key));
		const done = decisions.filter(({ drift }) => !left.has(drift.key));
		setDecided(new Set([...decided, ...done.map(({ drift }) => mark(drift))]));
		setFailures(failed);
		if (done.length > 0)
			notice_show(DRIFT.decided(format_whole(done.length)));
		again();
	};
	const decide_one = async (one: Drift, keep: Side) => {
		if (one.isGone)
			return setOpen({ what: 'decide', list: [one], keep });
		if (busy)
			return;
		setBusy(true);
		const at = list.filter(drift_is_open).indexOf(one);
		const failed = await decisions_send([{ drift: one, keep }], () => undefined);
		setBusy(false);
		settle([{ drift: one, keep }], failed);
		requestAnimationFrame(() => row_focus(at));
	};
	const acts: Acts | null = can_push ? { onToggle: toggle, onDecide: (one, keep) => void decide_one(one, keep), onForget: (one) => setOpen({ what: 'forget', one }) } : null;
	const close = () => {
		setOpen(null);
		requestAnimationFrame(() => document.querySelector<HTMLElement>('#workbench h1')?.focus());
	};

	return (
		<>
			<Title text="Drift">{data && <p class="wb-sum" role="status">{DRIFT.count(format_whole(list.length))}</p>}</Title>
			<div class="wb-tools">
				<PlaceChoice label={DRIFT.platform} name="platform" all={TEXTS.everything} options={PLATFORMS.map((one) => [one, platform_name(one)])} />
				<PlaceChoice label={DRIFT.field} name="field" all={DRIFT.allFields} options={drift_groups(all).map(([group, count]) => [group, `${group_name(group)} (${format_whole(count)})`])} />
				{id && <button type="button" class="wb-chip" onClick={() => place_set({ id: null })}>{DRIFT.onlyObject}<span class="hide">. {DRIFT.showAll}</span><i aria-hidden="true">×</i></button>}
			</div>
			{fault && <Fault text={fault} onRetry={again} />}
			<Failures list={failures} />
			{!data && !fault && <Busy />}
			{data && all.length === 0 && !platform && !id && <Empty title={DRIFT.none}><p>{DRIFT.noneWords}</p><p><a href={place_url('runs')}>{DRIFT.toRuns}</a></p></Empty>}
			{data && list.length === 0 && (all.length > 0 || platform || id) && <Empty title={TEXTS.noMatch}><p><button type="button" class="wb-button" onClick={() => place_set({ platform: null, field: null, id: null })}>{TEXTS.clear}</button></p></Empty>}
			{data && list.length > 0 && (
				<>
					<p class="wb-hint">{DRIFT.intro} {!acts && DRIFT.roleLooks}</p>
					{acts && (
						<div class="dr-bar" role="group" aria-label={DRIFT.decision}>
							<span role="status">{DRIFT.selected(format_whole(selected.length))}</span>
							<button type="button" class="wb-button" disabled={selected.length === 0} onClick={() => setOpen({ what: 'decide', list: selected, keep: 'STAGED' })}>{DRIFT.keepOurs}</button>
							<button type="button" class="wb-button" disabled={selected.length === 0} onClick={() => setOpen({ what: 'decide', list: selected, keep: 'LIVE' })}>{DRIFT.takeTheirs}</button>
							<button type="button" class="wb-button" disabled={selected.length === 0} onClick={() => setOpen({ what: 'decide', list: selected, keep: null })}>{DRIFT.byField}</button>
							<span class="wb-hint dr-keys">{DRIFT.keys}</span>
						</div>
					)}
					<Part rows={data.rows.length} total={data.total} isBusy={isMore} onMore={() => {
						setMore(true);
						setRoom(data.rows.length + ROOM);
						again();
					}} />
					<Rows list={list} total={data.total} isOn={isOn} notes={notes} acts={acts} onAll={(isAll) => put(list, isAll)} />
				</>
			)}
			{open?.what === 'decide' && <Decide list={open.list} keep={open.keep} onClose={close} onDone={(decisions, failed) => {
				clear();
				settle(decisions, failed);
				close();
			}} />}
			{open?.what === 'forget' && <Forget one={open.one} onClose={close} onDone={() => {
				notice_show(DRIFT.forgotten(drift_name(open.one)));
				again();
				close();
			}} />}
		</>
	);
}
