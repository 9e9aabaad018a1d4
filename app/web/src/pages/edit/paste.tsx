/* Cells pasted into the grid: what each row would become, checked by the server, then applied. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Json, Resource, Row } from '../../api/types.ts';
import { editor_value } from '../../grid/editor.tsx';
import { cell_text } from '../../grid/cell.tsx';
import { notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { batch_send, fault_text, is_same, results_show, type Done } from '../../model/many.ts';
import { table_get, type Table } from '../../model/table.ts';
import { value_text } from '../../model/view.ts';
import { Busy, Fault } from '../../ui/bits.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NAME_FIELD, type Field } from '../../ui/fields.ts';
import { format_whole } from '../../ui/format.ts';
import { EDIT, FILL, PASTE, RESOURCE_NAMES } from '../../ui/texts.ts';
import { Preview, type Line } from './preview.tsx';
import { use_work } from './work.ts';

export interface Pasted {
	resource: Resource;
	table: Table;
	/* The row of each line, in the order that is shown; rows beyond the lines stay as they are. */
	rows: number[];
	/* The columns from the active one on. */
	fields: Field[];
	cells: string[][];
	parent: (field: string, id: Json) => string;
	/* One value that goes into each of the rows. */
	isFill?: boolean;
}

interface Change {
	id: string;
	version: number | null;
	line: Line;
	from: Row;
	to: Row;
}

/* The value that a pasted text stands for; undefined where the column takes no such value. */
function value_of(field: Field, text: string): Json | undefined {
	if (field.edit !== 'status')
		return editor_value(field, text);
	const word = text.trim().toUpperCase();
	return word === 'ENABLED' || word === 'PAUSED' ? word : undefined;
}

/* A column that cannot be edited may be pasted over with what it shows already. */
function is_shown(pasted: Pasted, field: Field, value: Json, text: string): boolean {
	const shown = field.kind === 'parent' ? pasted.parent(field.name, value) : cell_text(field, value);
	return [shown, value_text(value)].some((one) => one.trim().toLowerCase() === text.trim().toLowerCase());
}

function row_read(pasted: Pasted, row: number, cells: string[]): Change {
	const { table, fields } = pasted;
	const id = String(table_get(table, 'id', row));
	const version = table_get(table, 'version', row);
	const change: Change = {
		id, version: typeof version === 'number' ? version : null, from: {}, to: {},
		line: { id, name: value_text(table_get(table, NAME_FIELD[pasted.resource], row)) || id, changes: [], fault: null },
	};
	cells.slice(0, fields.length).forEach((text, i) => {
		const field = fields[i]!;
		const now = table_get(table, field.name, row);
		if (is_shown(pasted, field, now, text))
			return;
		const value = field.edit ? value_of(field, text) : undefined;
		if (value === undefined) {
			change.line.fault ??= field.edit ? PASTE.notValue(field.label, text) : PASTE.fixed(field.label);
		} else if (!is_same(value, now)) {
			change.from[field.name] = now;
			change.to[field.name] = value;
			change.line.changes.push({ field: field.name, label: field.label, from: now, to: value });
		}
	});
	return change;
}

/* Line by line, from the active row on. */
function changes_read(pasted: Pasted): Change[] {
	return pasted.cells.slice(0, pasted.rows.length).map((cells, i) => row_read(pasted, pasted.rows[i]!, cells));
}

const to_send = (changes: Change[]) => changes.filter(({ line }) => !line.fault && line.changes.length > 0);
const operations = (changes: Change[]) => changes.map(({ id, version, to }) => ({ method: 'PATCH' as const, id, body: to, ...(version ? { ifMatch: `"${version}.0"` } : {}) }));

export function PasteCells({ pasted, onClose }: { pasted: Pasted; onClose: () => void }): JSX.Element {
	const [changes, setChanges] = useState<Change[] | null>(null);
	const work = use_work();
	const beyond = pasted.cells.length - pasted.rows.length;
	useEffect(() => void work.run(async () => {
		const read = changes_read(pasted);
		const sent = to_send(read);
		const results = sent.length > 0 ? await batch_send(pasted.resource, operations(sent), undefined, true) : [];
		sent.forEach(({ line }, i) => {
			const fault = results[i]?.fault;
			line.fault = fault ? fault_text(fault) : null;
		});
		setChanges(read);
		requestAnimationFrame(() => document.querySelector<HTMLElement>('.wb-dialog .wb-apply:not(:disabled)')?.focus());
	}), []);
	const sent = changes ? to_send(changes) : [];
	const apply = () => work.run(async () => {
		const done: Change[] = [];
		const keep = (results: Done[], from: number) => {
			results_show(pasted.resource, results);
			results.forEach(({ fault }, i) => {
				const change = sent[from + i]!;
				change.line.fault = fault ? fault_text(fault) : null;
				if (!fault)
					done.push(change);
			});
		};
		try {
			await batch_send(pasted.resource, operations(sent), keep);
		} finally {
			/* Also where a later block failed: what is done can be undone, and is not sent again. */
			if (done.length > 0)
				deed_keep({ resource: pasted.resource, parts: done.map(({ id, from, to }) => ({ id, from, to })), name: EDIT.many(format_whole(done.length), RESOURCE_NAMES[pasted.resource].toLowerCase()) });
			setChanges(sent.filter((change) => !done.includes(change)));
		}
		const refused = sent.length - done.length;
		notice_show(EDIT.applied(format_whole(done.length), refused ? format_whole(refused) : ''), refused > 0);
		if (refused === 0)
			onClose();
	});
	return (
		<Dialog title={pasted.isFill ? FILL.title : PASTE.title} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void apply();
			}}>
				<p class="wb-hint">{pasted.isFill ? FILL.from(pasted.fields[0]?.label ?? '', pasted.cells[0]?.[0] ?? '', format_whole(pasted.cells.length)) : PASTE.from(pasted.fields[0]?.label ?? '', format_whole(pasted.cells.length))}</p>
				{beyond > 0 && <p class="note">{PASTE.beyond(format_whole(beyond))}</p>}
				{work.fault && <Fault text={work.fault} />}
				{!changes && !work.fault && <Busy />}
				{changes && <Preview lines={changes.map(({ line }) => line)} />}
				<div class="wb-foot-row">
					<button type="submit" class="wb-apply" disabled={sent.length === 0} aria-busy={work.isBusy}>{sent.length > 0 ? EDIT.applyTo(format_whole(sent.length)) : EDIT.apply}</button>
					<span class="wb-hint">{EDIT.draftsOnly}</span>
				</div>
			</form>
		</Dialog>
	);
}
