/* The buttons that change or export rows. Their dialogs are loaded when they are first opened. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Json, Resource } from '../api/types.ts';
import { can_edit, notice_show } from '../model/app.ts';
import { csv_download, csv_lines } from '../model/sheet.ts';
import type { Selection } from '../model/selection.ts';
import { table_get, type Table } from '../model/table.ts';
import { value_text } from '../model/view.ts';
import type { Field } from '../ui/fields.ts';
import { days_before, format_whole } from '../ui/format.ts';
import { EDIT, FILL, IMPORT, MAKE, PASTE, REMOVE } from '../ui/texts.ts';
import type { Target } from './edit/bulk.tsx';
import type { Pasted } from './edit/paste.tsx';

export interface DialogProps {
	target: Target;
	/* The platform, campaign or ad group that is chosen in the tree. */
	at: string | null;
	onClose: () => void;
}

export type Load<Props = DialogProps> = () => Promise<ComponentType<Props>>;

/* A chunk that a newer server no longer has is told, not swallowed. */
export function Lazy<Props extends { onClose: () => void }>({ load, props }: { load: Load<Props>; props: Props }): JSX.Element | null {
	const [View, setView] = useState<ComponentType<Props> | null>(null);
	useEffect(() => {
		let isCurrent = true;
		load().then((view) => isCurrent && setView(() => view), () => {
			notice_show(EDIT.notLoaded, true);
			props.onClose();
		});
		return () => {
			isCurrent = false;
		};
	}, [load]);
	return View && <View {...props} />;
}

const bulk: Load = async () => (await import('./edit/bulk.tsx')).BulkEdit;
const replace: Load = async () => (await import('./edit/bulk.tsx')).FindReplace;
const paste: Load<{ pasted: Pasted; onClose: () => void }> = async () => (await import('./edit/paste.tsx')).PasteCells;
const import_file: Load<{ dropped: File | null; onClose: () => void }> = async () => (await import('./edit/import.tsx')).ImportFile;
const duplicate: Load = async () => (await import('./edit/create.tsx')).Duplicate;
const across: Load = async () => (await import('./edit/create.tsx')).CopyAcross;
const remove: Load = async () => (await import('./edit/remove.tsx')).RemoveRows;
const MAKES: { [resource: string]: { text: string; load: Load } } = {
	campaigns: { text: MAKE.campaign, load: async () => (await import('./edit/create.tsx')).NewCampaign },
	'ad-groups': { text: MAKE.adGroup, load: async () => (await import('./edit/create.tsx')).NewAdGroup },
	ads: { text: MAKE.ad, load: async () => (await import('./edit/ad_editor.tsx')).NewAd },
	keywords: { text: MAKE.keywords, load: async () => (await import('./edit/create.tsx')).NewKeywords },
	'negative-keywords': { text: MAKE.negatives, load: async () => (await import('./edit/create.tsx')).NewKeywords },
};

/* The shown columns of rows, with the names of parents. */
export function cells_of(table: Table, rows: ArrayLike<number>, fields: Field[], parent: Parent): Json[][] {
	return Array.from(rows, (row) => fields.map((field) => {
		const value = table_get(table, field.name, row);
		return value === null ? '' : field.kind === 'parent' ? parent(field.name, value) : typeof value === 'number' ? value : value_text(value);
	}));
}

type Parent = (field: string, id: Json) => string;

export function Acts({ resource, table, rows, fields, parent, selection, at, pasted, onPasted, imported, onImport, onFill, removes, onRemoves }: {
	resource: Resource; table: Table; rows: Uint32Array; fields: Field[]; parent: Parent; selection: Selection; at: string | null; pasted: Pasted | null; onPasted: () => void; onFill: () => void;
	/* True once a key asked for the removal of the selected rows. */
	removes: boolean; onRemoves: (removes: boolean) => void;
	/* Set while the import dialog is open: the file that was dropped, if any. */
	imported: { file: File | null } | null; onImport: (imported: { file: File | null } | null) => void;
}): JSX.Element {
	const [dialog, setDialog] = useState<{ load: Load; target: Target } | null>(null);
	const open = (load: Load) => setDialog({
		load,
		target: {
			resource, table, selected: [...selection.ids].filter((id) => table.index.has(id)), shown: Array.from(rows, (row) => String(table_get(table, 'id', row))),
		},
	});
	useEffect(() => {
		if (removes)
			open(remove);
		onRemoves(false);
	}, [removes]);
	const isEmpty = rows.length === 0;
	const make = MAKES[resource];
	/* A copy is of the selected campaigns, or of the only one that is shown. */
	const hasOne = selection.ids.size > 0 || rows.length === 1;
	return (
		<div class="wb-acts" role="group" aria-label={EDIT.acts}>
			{can_edit && <>
				{make && <button type="button" class="wb-button" onClick={() => open(make.load)}>{make.text}</button>}
				{resource === 'campaigns' && <>
					<button type="button" class="wb-button" disabled={!hasOne} onClick={() => open(duplicate)}>{MAKE.duplicate}</button>
					<button type="button" class="wb-button" disabled={!hasOne} onClick={() => open(across)}>{MAKE.across}</button>
				</>}
				<button type="button" class="wb-button" disabled={isEmpty} onClick={() => open(bulk)}>{EDIT.bulk}</button>
				<button type="button" class="wb-button" disabled={isEmpty} onClick={() => open(replace)}>{EDIT.replace}</button>
				<button type="button" class="wb-button" disabled={isEmpty} aria-keyshortcuts="Control+D" onClick={onFill}>{FILL.button}</button>
				<button type="button" class="wb-button" disabled={selection.ids.size === 0} onClick={() => open(remove)}>{REMOVE.button}</button>
				<button type="button" class="wb-button" onClick={() => onImport({ file: null })}>{IMPORT.button}</button>
			</>}
			<button type="button" class="wb-button" disabled={isEmpty} onClick={() => {
				csv_download(`adcore-${resource}-${days_before(0)}.csv`, csv_lines([fields.map(({ label }) => label), ...cells_of(table, rows, fields, parent)]));
				notice_show(PASTE.exported(format_whole(rows.length)));
			}}>{PASTE.export}</button>
			{imported && <Lazy load={import_file} props={{ dropped: imported.file, onClose: () => onImport(null) }} />}
			{pasted && <Lazy load={paste} props={{ pasted, onClose: onPasted }} />}
			{dialog && <Lazy load={dialog.load} props={{ target: dialog.target, at, onClose: () => setDialog(null) }} />}
		</div>
	);
}
