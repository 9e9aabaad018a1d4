/* The form of a business: a new one, or all fields of one that others may edit too. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json, Row } from '../../api/types.ts';
import { client, notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { list_read, list_write, places_read, places_write } from '../../model/merge.ts';
import { store_put, store_table } from '../../model/store.ts';
import { table_get } from '../../model/table.ts';
import { Fault } from '../../ui/bits.tsx';
import { ChoiceField, Dialog, TextField } from '../../ui/dialog.tsx';
import { BUSINESS, FORM } from '../../ui/texts.ts';
import { ClashBox, use_merge } from './merge_form.tsx';
import { use_work } from './work.ts';

const FIELDS = ['name', 'website', 'description', 'category', 'phone', 'address', 'logoAssetId', 'languages', 'locations', 'brandColors'];
const HINTS: { [field: string]: string } = { website: BUSINESS.websiteHint, description: BUSINESS.descriptionHint, languages: BUSINESS.languagesHint, locations: BUSINESS.locationsHint, brandColors: BUSINESS.colorsHint };
const ROWS: { [field: string]: number } = { description: 4, address: 2 };

type Values = { [field: string]: string };

function field_write(field: string, value: Json | undefined): string {
	return field === 'locations' ? places_write(value) : Array.isArray(value) ? list_write(value) : String(value ?? '');
}

function field_read(field: string, text: string): Json {
	if (field === 'languages' || field === 'brandColors')
		return list_read(text);
	if (field === 'locations')
		return places_read(text);
	return text.trim() || (field === 'name' || field === 'website' ? '' : null);
}

const form_values = (row: Row | null): Values => Object.fromEntries(FIELDS.map((field) => [field, field_write(field, row?.[field])]));
const form_body = (values: Values): Row => Object.fromEntries(FIELDS.map((field) => [field, field_read(field, values[field] ?? '')]));

function logo_options(now: string): [string, string][] {
	const { table } = store_table('assets').value;
	const out: [string, string][] = [];
	for (let row = 0; table && row < table.count; row++)
		if (['LOGO', 'IMAGE'].includes(String(table_get(table, 'type', row))))
			out.push([String(table_get(table, 'id', row)), String(table_get(table, 'name', row) ?? '')]);
	if (now && !out.some(([id]) => id === now))
		out.push([now, now]);
	return [['', BUSINESS.noLogo], ...out.sort((a, b) => a[1].localeCompare(b[1]))];
}

function Fields({ values, fault, onChange }: { values: Values; fault: (field: string) => string | null; onChange: (values: Values) => void }): JSX.Element {
	const put = (field: string) => (value: string) => onChange({ ...values, [field]: value });
	return (
		<>{FIELDS.map((field) => (field === 'logoAssetId'
			? <ChoiceField key={field} label={BUSINESS.labels[field]!} value={values[field] ?? ''} fault={fault(field)} options={logo_options(values[field] ?? '')} onChange={put(field)} />
			: <TextField key={field} label={BUSINESS.labels[field]!} value={values[field] ?? ''} isFirst={field === 'name'} fault={fault(field)} onChange={put(field)} {...(ROWS[field] ? { rows: ROWS[field]! } : {})} {...(HINTS[field] ? { hint: HINTS[field]! } : {})} />))}
		</>
	);
}

export function NewBusiness({ onClose }: { onClose: () => void }): JSX.Element {
	const [values, setValues] = useState(() => form_values(null));
	const work = use_work();
	const save = () => work.run(async () => {
		const body: Row = Object.fromEntries(Object.entries(form_body(values)).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));
		const { data } = await client.post<Row>('businesses', body);
		store_put('businesses', data);
		deed_keep({ resource: 'businesses', ids: [String(data['id'])], bodies: [body], name: BUSINESS.deedMade(String(data['name'])) });
		notice_show(BUSINESS.made(String(data['name'])));
		onClose();
	}, FIELDS);
	return (
		<Dialog title={BUSINESS.add} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}>
				{work.fault && <Fault text={work.fault} />}
				<Fields values={values} fault={work.at} onChange={setValues} />
				<div class="wb-foot-row"><button type="submit" aria-busy={work.isBusy}>{BUSINESS.create}</button><button type="button" class="quiet" onClick={onClose}>{FORM.cancel}</button><span class="wb-hint">{BUSINESS.local}</span></div>
			</form>
		</Dialog>
	);
}

export function EditBusiness({ business, onClose }: { business: Row; onClose: () => void }): JSX.Element {
	const [values, setValues] = useState(() => form_values(business));
	const work = use_work();
	const merge = use_merge('businesses', business, BUSINESS.deed, BUSINESS.saved);
	const run = (save: () => Promise<boolean>) => work.run(async () => {
		if (await save())
			onClose();
	}, FIELDS);
	return (
		<Dialog title={BUSINESS.title(String(business['name']))} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void run(() => merge.save(form_body(values)));
			}}>
				<ClashBox clash={merge.clash} labels={BUSINESS.labels} onTheirs={() => setValues(form_values(merge.keep_theirs()))} onMine={() => void run(merge.use_mine)} />
				{work.fault && <Fault text={work.fault} />}
				<Fields values={values} fault={work.at} onChange={setValues} />
				<div class="wb-foot-row"><button type="submit" aria-busy={work.isBusy}>{FORM.saveNow}</button><button type="button" class="quiet" onClick={onClose}>{FORM.cancel}</button><span class="wb-hint">{BUSINESS.local}</span></div>
			</form>
		</Dialog>
	);
}
