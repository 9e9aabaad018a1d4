/* The dialogs of Drift: which side holds, field by field; and forgetting what a platform does not show. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { decisions_send, drift_forget, drift_group, drift_groups, GONE, type Decision, type Drift, type Failure, type Side } from '../model/drift.ts';
import { Refused, use_act } from '../review/act.tsx';
import { CheckField, ChoiceField, Dialog } from '../ui/dialog.tsx';
import { format_whole, format_words } from '../ui/format.ts';
import { DRIFT } from '../ui/texts.ts';

const SIDES: [string, string][] = [['STAGED', DRIFT.keepOurs], ['LIVE', DRIFT.takeTheirs], ['', DRIFT.leave]];
const name_of = (one: Drift): string => one.name || DRIFT.unnamed;

export function Decide({ list, keep, onClose, onDone }: { list: Drift[]; keep: Side | null; onClose: () => void; onDone: (decisions: Decision[], failed: Failure[]) => void }): JSX.Element {
	const groups = drift_groups(list);
	const [sides, setSides] = useState<{ [group: string]: string }>(Object.fromEntries(groups.map(([group]) => [group, keep ?? ''])));
	const [done, setDone] = useState<number | null>(null);
	const isBusy = useRef(false);
	const decisions = list.flatMap((drift): Decision[] => {
		const side = sides[drift_group(drift)];
		return side === 'STAGED' || side === 'LIVE' ? [{ drift, keep: side }] : [];
	});
	const send = async () => {
		if (isBusy.current || decisions.length === 0)
			return;
		isBusy.current = true;
		setDone(0);
		onDone(decisions, await decisions_send(decisions, setDone));
	};
	return (
		<Dialog title={DRIFT.dialog(format_whole(list.length))} onClose={() => !isBusy.current && onClose()}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}>
				<p>{DRIFT.dialogWords}</p>
				<div class="wb-form">
					{groups.map(([group, count], i) => (
						<ChoiceField key={group} label={`${group === GONE ? DRIFT.gone : format_words(group)} (${format_whole(count)})`} isFirst={i === 0 && keep === null} value={sides[group] ?? ''} options={SIDES}
							hint={group === GONE ? DRIFT.goneWords : undefined} onChange={(side) => setSides({ ...sides, [group]: side })} />
					))}
				</div>
				<p class="wb-hint">{DRIFT.overwritten}</p>
				<p role="status">{done === null ? '' : DRIFT.progress(format_whole(done), format_whole(decisions.length))}</p>
				<div class="wb-foot-row">
					<button type="submit" autofocus={keep !== null} disabled={decisions.length === 0} aria-busy={done !== null}>{DRIFT.decide(format_whole(decisions.length))}</button>
					<button type="button" class="quiet" disabled={done !== null} onClick={onClose}>{DRIFT.cancel}</button>
				</div>
			</form>
		</Dialog>
	);
}

export function Forget({ one, onClose, onDone }: { one: Drift; onClose: () => void; onDone: () => void }): JSX.Element {
	const [hasLooked, setLooked] = useState(false);
	const act = use_act();
	return (
		<Dialog title={DRIFT.forgetTitle(name_of(one))} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				if (hasLooked)
					act.start(async (key) => {
						await drift_forget(one, key);
						onDone();
					});
			}}>
				<p>{DRIFT.forgetWords}</p>
				<CheckField label={DRIFT.looked(one.notShown ?? '')} isOn={hasLooked} onChange={setLooked} />
				{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
				<div class="wb-foot-row">
					<button type="submit" disabled={!hasLooked} aria-busy={act.isBusy}>{DRIFT.forget}</button>
					<button type="button" class="quiet" onClick={onClose}>{DRIFT.cancel}</button>
				</div>
			</form>
		</Dialog>
	);
}
