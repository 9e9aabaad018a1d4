/* Restoring an object to a moment of its history: what changes is shown first, then stored as a draft. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, fault_words } from '../api/client.ts';
import type { Resource, Row } from '../api/types.ts';
import { client, notice_show } from '../model/app.ts';
import { deed_keep } from '../model/edits.ts';
import { moment_read, moment_restore, type Line, type Moment } from '../model/moment.ts';
import { store_put } from '../model/store.ts';
import { Busy, Fault } from '../ui/bits.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { format_time, format_words } from '../ui/format.ts';
import { RESTORE } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';

function Changes({ lines }: { lines: Line[] }): JSX.Element {
	return (
		<div class="wb-scroll" role="region" aria-label={RESTORE.changes} tabIndex={0}>
			<table class="wb-table">
				<thead><tr><th scope="col">{RESTORE.field}</th><th scope="col">{RESTORE.now}</th><th scope="col">{RESTORE.then}</th></tr></thead>
				<tbody>{lines.map(({ field, now, then }) => <tr key={field}><th scope="row">{format_words(field)}</th><td><Value name={field} value={now} /></td><td><Value name={field} value={then} /></td></tr>)}</tbody>
			</table>
		</div>
	);
}

/* Words for an object that cannot be changed as it stands; null where it can. */
function blocked_words(object: Row): string | null {
	if (object['syncState'] === 'REMOVED')
		return RESTORE.removed;
	return object['syncState'] === 'PENDING_REMOVAL' ? RESTORE.pendingRemoval : null;
}

function Plan({ moment }: { moment: Moment }): JSX.Element {
	if (moment.lines.length === 0 && moment.fixed.length === 0)
		return <p role="status">{RESTORE.same}</p>;
	return (
		<>
			{moment.lines.length > 0 && <><p role="status">{RESTORE.willChange(moment.lines.length)}</p><Changes lines={moment.lines} /></>}
			{moment.fixed.length > 0 && <><p>{RESTORE.stay}</p><ul>{moment.fixed.map(({ field, reason }) => <li key={field}><strong>{format_words(field)}</strong>: {reason}</li>)}</ul></>}
			{moment.refusal && <Fault text={moment.refusal} />}
		</>
	);
}

/* The history has only what changed, which may be without the name. */
function name_now(object: Row | undefined, otherwise: string): string {
	const [headline] = Array.isArray(object?.['headlines']) ? object['headlines'] : [];
	const text = headline && typeof headline === 'object' && !Array.isArray(headline) ? headline['text'] : headline;
	return String(object?.['name'] ?? object?.['text'] ?? text ?? otherwise);
}

export interface RestoreProps {
	collection: Resource;
	id: string;
	name: string;
	entry: string;
	at: string;
	onClose: () => void;
}

export function Restore({ collection, id, name: known, entry, at, onClose }: RestoreProps): JSX.Element {
	const [moment, setMoment] = useState<Moment | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const [isBusy, setBusy] = useState(false);
	const load = async (): Promise<Moment | null> => {
		try {
			const read = await moment_read(collection, id, entry);
			setMoment(read);
			setFault(read ? null : RESTORE.notFound);
			return read;
		} catch (error) {
			setMoment(null);
			setFault(error instanceof ApiError && error.status === 404 ? RESTORE.gone : fault_words(error));
			return null;
		}
	};
	useEffect(() => void load(), []);
	const act = async (work: () => Promise<void>) => {
		if (isBusy)
			return;
		setBusy(true);
		try {
			await work();
		} catch (error) {
			if (error instanceof ApiError && error.status === 412) {
				/* No line is left if a first attempt, whose answer was lost, restored the values. */
				const read = await load();
				if (read && read.lines.length > 0)
					setFault(RESTORE.changed);
			} else {
				setFault(fault_words(error));
			}
		}
		setBusy(false);
	};
	const restore = (shown: Moment) => act(async () => {
		store_put(collection, await moment_restore(collection, shown));
		const side = (which: 'now' | 'then'): Row => Object.fromEntries(shown.lines.map((line) => [line.field, line[which]]));
		deed_keep({ resource: collection, parts: [{ id, from: side('now'), to: side('then') }], name: RESTORE.deed(name) });
		notice_show(RESTORE.done(name));
		onClose();
	});
	const take_back = () => act(async () => {
		store_put(collection, (await client.post<Row>(`${collection}/${id}/restore`, {})).data);
		await load();
	});
	const name = name_now(moment?.object, known);
	const blocked = moment && blocked_words(moment.object);
	const canRestore = moment !== null && !blocked && moment.lines.length > 0 && !moment.refusal;
	return (
		<Dialog title={RESTORE.title(name, format_time(at))} onClose={onClose}>
			{fault && <Fault text={fault} />}
			{!moment && !fault && <Busy />}
			{blocked && <p class="note">{blocked}</p>}
			{moment && !blocked && <Plan moment={moment} />}
			<div class="wb-foot-row">
				{moment?.object['syncState'] === 'PENDING_REMOVAL'
					? <button type="button" aria-busy={isBusy} onClick={() => void take_back()}>{RESTORE.takeBack}</button>
					: <button type="button" disabled={!canRestore} aria-busy={isBusy} onClick={() => moment && void restore(moment)}>{RESTORE.restore}</button>}
				<button type="button" class="quiet" onClick={onClose}>{RESTORE.cancel}</button>
				<span class="wb-hint">{RESTORE.draftOnly}</span>
			</div>
		</Dialog>
	);
}
