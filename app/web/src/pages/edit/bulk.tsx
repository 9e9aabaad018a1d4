/* Bulk edit, and find and replace: a rule over many rows, tried first, then applied in one step. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fault_words } from '../../api/client.ts';
import type { Json, Resource } from '../../api/types.ts';
import { amount_read } from '../../model/amount.ts';
import { notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { bulk_send, bulk_show, is_same, type Bulk, type Rule } from '../../model/many.ts';
import { table_get, type Table } from '../../model/table.ts';
import type { Part } from '../../model/undo.ts';
import { value_text } from '../../model/view.ts';
import { CheckField, ChoiceField, Dialog, TextField } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/bits.tsx';
import { FIELDS, NAME_FIELD } from '../../ui/fields.ts';
import { format_whole, format_words } from '../../ui/format.ts';
import { EDIT, RESOURCE_NAMES } from '../../ui/texts.ts';
import { Preview, type Line } from './preview.tsx';

export interface Target {
	resource: Resource;
	table: Table;
	selected: string[];
	shown: string[];
}

type Kind = 'text' | 'money' | 'date' | 'status' | 'match';

const SET: { [resource: string]: [string, Kind][] } = {
	campaigns: [['status', 'status'], ['budget', 'money'], ['startDate', 'date'], ['endDate', 'date'], ['trackingTemplate', 'text'], ['finalUrlSuffix', 'text']],
	'ad-groups': [['status', 'status'], ['cpcBid', 'money']],
	ads: [['status', 'status'], ['finalUrl', 'text'], ['path1', 'text'], ['path2', 'text']],
	keywords: [['status', 'status'], ['cpcBid', 'money'], ['matchType', 'match'], ['finalUrl', 'text']],
	'negative-keywords': [['matchType', 'match']],
};
const ADJUST: { [resource: string]: string[] } = { campaigns: ['budget'], 'ad-groups': ['cpcBid'], keywords: ['cpcBid'] };
const REPLACE: { [resource: string]: string[] } = {
	campaigns: ['name', 'trackingTemplate', 'finalUrlSuffix'], 'ad-groups': ['name'], ads: ['headlines', 'descriptions', 'primaryText', 'finalUrl', 'path1', 'path2', 'name'],
	keywords: ['text', 'finalUrl'], 'negative-keywords': ['text'],
};
const STATUSES: [string, string][] = [['PAUSED', 'Paused'], ['ENABLED', 'Enabled']];
const MATCHES: [string, string][] = [['EXACT', 'Exact'], ['PHRASE', 'Phrase'], ['BROAD', 'Broad']];

export function label_of(resource: Resource, name: string): string {
	return FIELDS[resource].find((field) => field.name === name)?.label ?? format_words(name);
}

export const list_read = (text: string) => text.split(',').map((one) => one.trim()).filter(Boolean);

export function lines_of(bulk: Bulk, { resource, table }: Target): Line[] {
	return bulk.results.map(({ id, from, to, fault }) => {
		const row = table.index.get(id);
		return {
			id, fault, name: row === undefined ? id : value_text(table_get(table, NAME_FIELD[resource], row)) || id,
			changes: Object.keys(to).filter((field) => !is_same(from[field], to[field])).map((field) => ({ field, label: label_of(resource, field), from: from[field] ?? null, to: to[field] ?? null })),
		};
	});
}

/* The rows, the rule, Check, what it does, Apply. A changed rule must be checked again. */
function BulkFrame({ title, target, rule, children, onClose }: {
	title: string; target: Target; rule: () => Rule | string; children: JSX.Element; onClose: () => void;
}): JSX.Element {
	const [scope, setScope] = useState(target.selected.length > 0 ? 'selected' : 'shown');
	const [checked, setChecked] = useState<{ key: string; bulk: Bulk } | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const [isBusy, setBusy] = useState(false);
	const ids = scope === 'selected' ? target.selected : target.shown;
	const now = rule();
	const key = JSON.stringify([scope, now]);
	const bulk = checked?.key === key ? checked.bulk : null;
	const run = async (dryRun: boolean) => {
		if (typeof now === 'string')
			return setFault(now);
		if (isBusy)
			return;
		setBusy(true);
		setFault(null);
		try {
			if (dryRun) {
				setChecked({ key, bulk: await bulk_send(target.resource, ids, now, true) });
				/* Enter checks, Enter again applies. */
				requestAnimationFrame(() => document.querySelector<HTMLElement>('.wb-dialog .wb-apply:not(:disabled)')?.focus());
				return;
			}
			const parts: Part[] = [];
			let answer: Bulk;
			try {
				answer = await bulk_send(target.resource, ids, now, false, (results) => parts.push(...bulk_show(target.resource, results)));
			} finally {
				/* Also where a later block failed: what is done can be undone. */
				setChecked(null);
				if (parts.length > 0)
					deed_keep({ resource: target.resource, parts, name: EDIT.many(format_whole(parts.length), RESOURCE_NAMES[target.resource].toLowerCase()) });
			}
			const refused = answer.results.filter((one) => one.fault).length;
			notice_show(EDIT.applied(format_whole(answer.changed), refused ? format_whole(refused) : ''), refused > 0);
			onClose();
		} catch (error) {
			setFault(fault_words(error));
		} finally {
			setBusy(false);
		}
	};
	const count = bulk?.changed ?? 0;
	const notes = [...new Set(bulk?.results.flatMap(({ note }) => note ?? []))].slice(0, 3);
	return (
		<Dialog title={title} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void run(true);
			}}>
				<ChoiceField label={EDIT.rows} value={scope} onChange={setScope} options={[
					...(target.selected.length > 0 ? [['selected', EDIT.selected(format_whole(target.selected.length))] as [string, string]] : []),
					['shown', EDIT.shown(format_whole(target.shown.length))],
				]} />
				{children}
				{fault && <Fault text={fault} />}
				{bulk && <Preview lines={lines_of(bulk, target)} />}
				{notes.map((note) => <p key={note} class="wb-hint">{note}</p>)}
				<div class="wb-foot-row">
					<button type="button" class="wb-apply" disabled={count === 0 || isBusy} onClick={() => void run(false)}>{count > 0 ? EDIT.applyTo(format_whole(count)) : EDIT.apply}</button>
					<button type="submit" class="quiet" aria-busy={isBusy}>{EDIT.check}</button>
					<span class="wb-hint">{EDIT.draftsOnly}</span>
				</div>
			</form>
		</Dialog>
	);
}

export function BulkEdit({ target, onClose }: { target: Target; onClose: () => void }): JSX.Element {
	const { resource } = target;
	const sets = SET[resource] ?? [];
	const adjusts = ADJUST[resource] ?? [];
	const [act, setAct] = useState(adjusts.length > 0 ? 'percent' : 'set');
	const [setField, chooseSet] = useState(sets[0]?.[0] ?? '');
	const [adjustField, chooseAdjust] = useState(adjusts[0] ?? '');
	const [value, setValue] = useState('');
	const [round, setRound] = useState('0.01');
	const kind = sets.find(([name]) => name === setField)?.[1] ?? 'text';
	const set_rule = (): Rule | string => {
		if (kind === 'status')
			return { set: { [setField]: value === 'ENABLED' ? 'ENABLED' : 'PAUSED' } };
		if (kind === 'match')
			return { set: { [setField]: value || 'EXACT' } };
		const number = amount_read(value);
		if (kind === 'money' && number === undefined && value.trim() !== '')
			return EDIT.numberWanted;
		return { set: { [setField]: (value.trim() === '' ? null : kind === 'money' ? number : value.trim()) as Json } };
	};
	const rule = (): Rule | string => {
		if (act === 'set')
			return set_rule();
		if (act === 'addLabels' || act === 'removeLabels') {
			const labels = list_read(value);
			return labels.length === 0 ? EDIT.labelWanted : { labels: { add: act === 'addLabels' ? labels : [], remove: act === 'addLabels' ? [] : labels } };
		}
		const number = amount_read(value);
		if (!number)
			return EDIT.numberWanted;
		return { adjust: { field: adjustField, ...(act === 'percent' ? { percent: number } : { amount: number }), round: Number(round) } };
	};
	const acts: [string, string][] = [
		...(adjusts.length > 0 ? [['percent', EDIT.byPercent], ['amount', EDIT.byAmount]] as [string, string][] : []), ['set', EDIT.set],
		...(resource === 'campaigns' ? [['addLabels', EDIT.addLabels], ['removeLabels', EDIT.removeLabels]] as [string, string][] : []),
	];
	const isAdjust = act === 'percent' || act === 'amount';
	return (
		<BulkFrame title={EDIT.bulk} target={target} rule={rule} onClose={onClose}>
			<div class="wb-form">
				<ChoiceField label={EDIT.change} value={act} isFirst options={acts} onChange={(next) => {
					setAct(next);
					setValue('');
				}} />
				{act === 'set' && <ChoiceField label={EDIT.field} value={setField} options={sets.map(([name]) => [name, label_of(resource, name)])} onChange={(next) => {
					chooseSet(next);
					setValue('');
				}} />}
				{isAdjust && <ChoiceField label={EDIT.field} value={adjustField} options={adjusts.map((name) => [name, label_of(resource, name)])} onChange={chooseAdjust} />}
				{act === 'set' && (kind === 'status' || kind === 'match')
					? <ChoiceField label={EDIT.value} value={value} options={kind === 'status' ? STATUSES : MATCHES} onChange={setValue} />
					: <TextField
						label={act === 'percent' ? EDIT.percent : act === 'amount' ? EDIT.amount : act === 'set' ? EDIT.value : EDIT.labels} value={value} onChange={setValue}
						type={kind === 'date' && act === 'set' ? 'date' : isAdjust || (act === 'set' && kind === 'money') ? 'number' : 'text'} hint={isAdjust ? EDIT.adjustHint : act === 'set' ? EDIT.emptyHint : EDIT.labelsHint}
					/>}
				{isAdjust && <ChoiceField label={EDIT.round} value={round} options={[['0.01', '0.01'], ['0.05', '0.05'], ['0.5', '0.50'], ['1', '1.00'], ['5', '5.00']]} onChange={setRound} />}
			</div>
		</BulkFrame>
	);
}

export function FindReplace({ target, onClose }: { target: Target; onClose: () => void }): JSX.Element {
	const all = REPLACE[target.resource] ?? [];
	const [fields, setFields] = useState<string[]>(all.slice(0, target.resource === 'ads' ? 4 : 1));
	const [find, setFind] = useState('');
	const [put, setPut] = useState('');
	const [matchCase, setMatchCase] = useState(false);
	const rule = (): Rule | string => {
		if (find === '')
			return EDIT.findWanted;
		return fields.length === 0 ? EDIT.fieldWanted : { replace: { fields: all.filter((name) => fields.includes(name)), find, with: put, matchCase } };
	};
	return (
		<BulkFrame title={EDIT.replace} target={target} rule={rule} onClose={onClose}>
			<div class="wb-form">
				<TextField label={EDIT.find} value={find} onChange={setFind} isFirst />
				<TextField label={EDIT.with} value={put} onChange={setPut} />
				<fieldset>
					<legend>{EDIT.inFields}</legend>
					{all.map((name) => <CheckField key={name} label={label_of(target.resource, name)} isOn={fields.includes(name)} onChange={(isOn) => setFields(isOn ? [...fields, name] : fields.filter((one) => one !== name))} />)}
				</fieldset>
				<CheckField label={EDIT.matchCase} isOn={matchCase} onChange={setMatchCase} />
			</div>
		</BulkFrame>
	);
}
