/* New assets: files that are chosen or dropped, and texts, sitelinks, callouts or addresses of files. */
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ApiError, fault_words } from '../../api/client.ts';
import type { Row } from '../../api/types.ts';
import { limits_read, text_width, type Limits } from '../../model/ad_text.ts';
import { client, notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { FILE_MAX } from '../../model/media_rows.ts';
import { store_put } from '../../model/store.ts';
import { Fault } from '../../ui/bits.tsx';
import { ChoiceField, Dialog, TextField } from '../../ui/dialog.tsx';
import { format_number, format_whole } from '../../ui/format.ts';
import { ASSET, EDIT, FORM, MAKE } from '../../ui/texts.ts';
import { use_work } from './work.ts';

const MIB = 1024 * 1024;
const NAME_MAX = 128;

/* --- files --- */

interface Chosen {
	key: number;
	file: File;
	name: string;
	type: string;
	fault: string | null;
	/* The fault is of the name, not of the file. */
	isOfName: boolean;
}

let made = 0;

/* The faults of a file, found before it is sent: a body that is too large is cut off, and an answer would be lost with it. */
function file_fault(file: File): string | null {
	if (file.size > FILE_MAX)
		return ASSET.tooLarge(file.name, format_number(file.size / MIB));
	if (file.size === 0)
		return ASSET.emptyFile(file.name);
	return /^(image|video)\//.test(file.type) || file.type === '' ? null : ASSET.notMedia(file.name);
}

function file_chosen(file: File): Chosen {
	const name = file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(0, NAME_MAX) || file.name.slice(0, NAME_MAX);
	return { key: ++made, file, name, type: file.type.startsWith('video/') ? 'VIDEO' : 'IMAGE', fault: file_fault(file), isOfName: false };
}

function bytes_read(file: File): Promise<string> {
	return new Promise((done, failed) => {
		const reader = new FileReader();
		reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
		reader.onerror = () => failed(new Error(ASSET.notRead(file.name)));
		reader.readAsDataURL(file);
	});
}

function FileRow({ one, isBusy, onChange, onLeave }: { one: Chosen; isBusy: boolean; onChange: (one: Chosen) => void; onLeave: () => void }): JSX.Element {
	const id = useId();
	const isVideo = one.type === 'VIDEO';
	const described = one.fault ? `${id}-fault` : undefined;
	return (
		<li class="wb-file">
			<input type="text" aria-label={ASSET.nameOf(one.file.name)} value={one.name} disabled={isBusy} aria-invalid={one.fault ? true : undefined} aria-describedby={described} autocomplete="off" onInput={(event) => onChange({ ...one, name: (event.target as HTMLInputElement).value, ...(one.isOfName ? { fault: null } : {}) })} />
			<select aria-label={ASSET.typeOf(one.file.name)} value={one.type} disabled={isBusy || isVideo} onChange={(event) => onChange({ ...one, type: (event.target as HTMLSelectElement).value })}>
				{(isVideo ? ['VIDEO'] : ['IMAGE', 'LOGO']).map((type) => <option key={type} value={type}>{ASSET.types[type]}</option>)}
			</select>
			<button type="button" class="wb-icon" aria-label={ASSET.leave(one.file.name)} disabled={isBusy} onClick={onLeave}>×</button>
			{one.fault && <p class="wrong" id={described} role="alert">{one.fault}</p>}
		</li>
	);
}

export function UploadFiles({ dropped, onClose }: { dropped: File[]; onClose: () => void }): JSX.Element {
	const [list, setList] = useState<Chosen[]>([]);
	const work = use_work();
	const input = useRef<HTMLInputElement>(null);
	const id = useId();
	const add = (files: Iterable<File>) => setList((now) => [...now, ...[...files].map(file_chosen)]);
	useEffect(() => add(dropped), []);
	const ready = list.filter(({ fault, isOfName }) => !fault || isOfName);
	const send = () => work.run(async () => {
		const done: string[] = [];
		const left = new Map<number, Chosen>(list.map((one) => [one.key, one]));
		for (const one of ready)
			try {
				const { data } = await client.post<Row>('assets', { type: one.type, name: one.name.trim(), data: await bytes_read(one.file) });
				store_put('assets', data);
				done.push(String(data['id']));
				left.delete(one.key);
			} catch (error) {
				const isOfName = error instanceof ApiError && (error.fault.details?.fields?.every(({ path }) => path === 'name') ?? false);
				left.set(one.key, { ...one, fault: fault_words(error).replace(/^The file in data\b/, one.file.name), isOfName });
			}
		setList([...left.values()]);
		if (done.length > 0) {
			/* The bytes are not kept for a second time: what is undone is chosen again. */
			deed_keep({ resource: 'assets', ids: done, bodies: [], name: ASSET.deedMade(format_whole(done.length)) });
			notice_show(ASSET.uploaded(format_whole(done.length), left.size > 0 ? format_whole(left.size) : ''), left.size > 0);
		}
		if (left.size === 0)
			onClose();
		else
			requestAnimationFrame(() => document.querySelector<HTMLElement>('.wb-dialog .wb-file [aria-invalid=true]')?.focus());
	});
	return (
		<Dialog title={ASSET.uploadTitle} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void send();
			}} onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()} onDrop={(event) => {
				event.preventDefault();
				event.stopPropagation();
				add(event.dataTransfer?.files ?? []);
			}}>
				<div class="wb-labeled">
					<label for={id}>{ASSET.files}</label>
					<input id={id} ref={input} type="file" multiple autofocus accept="image/*,video/*" aria-describedby={`${id}-hint`} disabled={work.isBusy} onChange={() => {
						add(input.current?.files ?? []);
						input.current!.value = '';
					}} />
					<p class="wb-hint" id={`${id}-hint`}>{ASSET.filesHint}</p>
				</div>
				<ul class="wb-files">{list.map((one) => <FileRow key={one.key} one={one} isBusy={work.isBusy} onChange={(next) => setList(list.map((other) => (other.key === one.key ? next : other)))} onLeave={() => {
					setList(list.filter((other) => other.key !== one.key));
					input.current?.focus();
				}} />)}</ul>
				{work.fault && <Fault text={work.fault} />}
				<div class="wb-foot-row">
					<button type="submit" disabled={ready.length === 0} aria-busy={work.isBusy}>{ready.length > 0 ? ASSET.uploadCount(format_whole(ready.length)) : ASSET.uploadNone}</button>
					<span class="wb-hint">{EDIT.draftsOnly}</span>
				</div>
			</form>
		</Dialog>
	);
}

/* --- the other kinds --- */

/* The fields of each type that a form writes; the first six rows of the reference. */
export const ASSET_FIELDS: { [type: string]: string[] } = {
	TEXT: ['name', 'text'], CALLOUT: ['name', 'text'], SITELINK: ['name', 'text', 'finalUrl', 'description1', 'description2'], IMAGE: ['name'], LOGO: ['name'], VIDEO: ['name'],
};

/* The widest limit of the platforms that take the type. */
export function asset_limit(limits: Limits | null, type: string, field: string): number | null {
	const widths = (limits?.limits ?? []).filter((one) => one.resource === 'asset' && one.type === type && one.field === field).map(({ maxWidth }) => maxWidth);
	return widths.length > 0 ? Math.max(...widths) : null;
}

export function use_limits(): Limits | null {
	const [limits, setLimits] = useState<Limits | null>(null);
	/* Without them the form works; the server's refusals name the limits. */
	useEffect(() => void limits_read().then(setLimits, () => {}), []);
	return limits;
}

const HINTS: { [field: string]: string } = { description1: ASSET.bothHint, sourceUrl: ASSET.sourceHint };

export function AssetFields({ fields, type, values, fault, onChange }: { fields: string[]; type: string; values: { [field: string]: string }; fault: (field: string) => string | null; onChange: (field: string, value: string) => void }): JSX.Element {
	const limits = use_limits();
	return (
		<>{fields.map((field) => (
			<TextField key={field} label={ASSET.labels[field] ?? field} value={values[field] ?? ''} fault={fault(field)} limit={asset_limit(limits, type, field)} used={text_width(values[field] ?? '', 'google')} onChange={(value) => onChange(field, value)} {...(type === 'TEXT' && field === 'text' ? { rows: 4 } : {})} {...(HINTS[field] ? { hint: HINTS[field] } : {})} />
		))}</>
	);
}

const TYPES = ['SITELINK', 'CALLOUT', 'TEXT', 'IMAGE', 'LOGO', 'VIDEO'];

export function NewAsset({ onClose }: { onClose: () => void }): JSX.Element {
	const [type, setType] = useState('SITELINK');
	const [values, setValues] = useState<{ [field: string]: string }>({});
	const work = use_work();
	const isFile = ['IMAGE', 'LOGO', 'VIDEO'].includes(type);
	const fields = [...ASSET_FIELDS[type]!, ...(isFile ? ['sourceUrl'] : [])];
	const save = () => work.run(async () => {
		const body: Row = { type, ...Object.fromEntries(fields.map((field) => [field, (values[field] ?? '').trim()]).filter(([field, value]) => value || field === 'name')) };
		const { data } = await client.post<Row>('assets', body).catch((error: unknown) => {
			/* The form has no field for bytes: the address is what is missing. */
			for (const one of error instanceof ApiError ? error.fault.details?.fields ?? [] : [])
				if (one.path === 'data')
					one.path = 'sourceUrl';
			throw error;
		});
		store_put('assets', data);
		deed_keep({ resource: 'assets', ids: [String(data['id'])], bodies: [body], name: MAKE.draftOf(String(data['name'])) });
		notice_show(MAKE.made(String(data['name'])));
		onClose();
	}, ['type', ...fields]);
	return (
		<Dialog title={ASSET.add} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}>
				<ChoiceField label={ASSET.labels['type']!} value={type} isFirst options={TYPES.map((one) => [one, ASSET.types[one]!])} fault={work.at('type')} onChange={setType} />
				<AssetFields fields={fields} type={type} values={values} fault={work.at} onChange={(field, value) => setValues({ ...values, [field]: value })} />
				{work.fault && <Fault text={work.fault} />}
				<div class="wb-foot-row"><button type="submit" aria-busy={work.isBusy}>{MAKE.create}</button><button type="button" class="quiet" onClick={onClose}>{FORM.cancel}</button></div>
			</form>
		</Dialog>
	);
}
