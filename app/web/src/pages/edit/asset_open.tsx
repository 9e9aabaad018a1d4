/* One asset: its values, where it is used, attaching it, and the sizes that the platforms take. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fault_words } from '../../api/client.ts';
import type { Resource, Row } from '../../api/types.ts';
import { can_edit, client, notice_show, place_url } from '../../model/app.ts';
import { media_crop, media_misfit, media_of, media_rows, ROLES, type MediaRow, type Media } from '../../model/media_rows.ts';
import { object_name } from '../../model/object_name.ts';
import { store_put, store_table } from '../../model/store.ts';
import { table_get } from '../../model/table.ts';
import { value_text } from '../../model/view.ts';
import { Fault, Platform, SyncState } from '../../ui/bits.tsx';
import { ChoiceField, Dialog, TextField } from '../../ui/dialog.tsx';
import { NAME_FIELD } from '../../ui/fields.ts';
import { format_whole, platform_name } from '../../ui/format.ts';
import { ASSET, FORM } from '../../ui/texts.ts';
import { Value } from '../../ui/value.tsx';
import { list_of } from '../lists.tsx';
import { ASSET_FIELDS, AssetFields } from './asset_new.tsx';
import { ClashBox, use_merge } from './merge_form.tsx';
import { use_work } from './work.ts';

const TABLES: { [kind: string]: Resource } = { campaign: 'campaigns', adGroup: 'ad-groups', ad: 'ads', business: 'businesses' };
const SHOWN = 100;

/* --- values --- */

const form_values = (asset: Row, fields: string[]): { [field: string]: string } => Object.fromEntries(fields.map((field) => [field, String(asset[field] ?? '')]));

function Edit({ asset, onSaved }: { asset: Row; onSaved: () => void }): JSX.Element {
	const type = String(asset['type']);
	const fields = ASSET_FIELDS[type] ?? ['name'];
	const [values, setValues] = useState(() => form_values(asset, fields));
	const work = use_work();
	const merge = use_merge('assets', asset, ASSET.deed, ASSET.saved);
	const body = (): Row => Object.fromEntries(fields.map((field) => [field, (values[field] ?? '').trim() || (field === 'name' ? '' : null)]));
	const run = (save: () => Promise<boolean>) => work.run(async () => {
		if (await save())
			onSaved();
	}, fields);
	return (
		<form onSubmit={(event) => {
			event.preventDefault();
			void run(() => merge.save(body()));
		}}>
			<ClashBox clash={merge.clash} labels={ASSET.labels} onTheirs={() => setValues(form_values(merge.keep_theirs(), fields))} onMine={() => void run(merge.use_mine)} />
			<AssetFields fields={fields} type={type} values={values} fault={work.at} onChange={(field, value) => setValues({ ...values, [field]: value })} />
			{work.fault && <Fault text={work.fault} />}
			<div class="wb-foot-row"><button type="submit" aria-busy={work.isBusy}>{FORM.save}</button></div>
		</form>
	);
}

/* --- where it is used --- */

function place_of(kind: string, id: string): string {
	return kind === 'business' ? place_url('businesses') : place_url('campaigns', { resource: kind === 'campaign' ? null : TABLES[kind] ?? null, open: id });
}

function Uses({ asset, isOpen, onChanged }: { asset: Row; isOpen: boolean; onChanged: () => void }): JSX.Element {
	const work = use_work();
	const list = list_of(asset['attachments']);
	const detach = (one: Row, name: string) => work.run(async () => {
		await client.send<Row>('DELETE', `assets/${String(asset['id'])}/attach`, { query: { resource: String(one['resource']), id: String(one['id']), role: String(one['role']) } });
		notice_show(ASSET.detached(String(asset['name']), name));
		onChanged();
	});
	if (list.length === 0)
		return <p class="wb-hint">{asset['type'] === 'TEXT' ? ASSET.textNowhere : ASSET.nowhere}</p>;
	return (
		<>
			{work.fault && <Fault text={work.fault} />}
			<ul class="wb-uses">{list.map((one) => {
				const [kind, id] = [String(one['resource']), String(one['id'])];
				const name = object_name(kind, id) || id;
				return (
					<li key={`${id} ${String(one['role'])}`}>
						<span>{ASSET.kinds[kind]}: <a href={place_of(kind, id)}>{name}</a> <span class="wb-hint">{ASSET.as(ASSET.roles[String(one['role'])] ?? String(one['role']))}</span></span>
						{isOpen && <button type="button" class="wb-button" aria-busy={work.isBusy} onClick={() => void detach(one, name)}>{ASSET.detach}<span class="hide"> {name}</span></button>}
					</li>
				);
			})}</ul>
		</>
	);
}

/* --- attach --- */

function objects_find(kind: string, search: string): { options: [string, string][]; total: number } {
	const resource = TABLES[kind]!;
	const { table } = store_table(resource).value;
	const wanted = search.trim().toLowerCase();
	const options: [string, string][] = [];
	let total = 0;
	for (let row = 0; table && row < table.count; row++) {
		const id = String(table_get(table, 'id', row));
		const value = table_get(table, NAME_FIELD[resource], row);
		const name = value_text((Array.isArray(value) ? value[0] ?? null : value) || table_get(table, 'name', row)) || id;
		if ((wanted && !name.toLowerCase().includes(wanted)) || table_get(table, 'syncState', row) === 'PENDING_REMOVAL')
			continue;
		total++;
		if (options.length < SHOWN)
			options.push([id, kind === 'business' ? name : `${name} (${platform_name(table_get(table, 'platform', row))})`]);
	}
	return { options: options.sort((a, b) => a[1].localeCompare(b[1])), total };
}

function Attach({ asset, onChanged }: { asset: Row; onChanged: () => void }): JSX.Element | null {
	const roles = ROLES[String(asset['type'])] ?? [];
	const [kind, setKind] = useState('campaign');
	const [role, setRole] = useState(roles[0] ?? '');
	const [search, setSearch] = useState('');
	const [chosen, setChosen] = useState('');
	const [wanted, setWanted] = useState<string | null>(null);
	const work = use_work();
	if (roles.length === 0)
		return null;
	const kinds = ['campaign', 'adGroup', ...(roles.includes('IMAGE') || roles.includes('VIDEO') ? ['ad'] : []), ...(roles.includes('LOGO') ? ['business'] : [])];
	const { options, total } = objects_find(kind, search);
	const object = options.some(([id]) => id === chosen) ? chosen : '';
	const attach = () => {
		if (!object)
			return setWanted(ASSET.objectWanted);
		setWanted(null);
		return void work.run(async () => {
			await client.post<Row>(`assets/${String(asset['id'])}/attach`, { resource: kind, id: object, role });
			notice_show(ASSET.attached(String(asset['name']), object_name(kind, object) || object));
			setChosen('');
			onChanged();
		}, ['resource', 'id', 'role']);
	};
	const hint = total === 0 ? ASSET.noObject : total > options.length ? ASSET.firstOnly(format_whole(options.length), format_whole(total)) : undefined;
	return (
		<form onSubmit={(event) => {
			event.preventDefault();
			attach();
		}}>
			<div class="wb-form">
				<ChoiceField label={ASSET.attachTo} value={kind} options={kinds.map((one) => [one, ASSET.kinds[one]!])} fault={work.at('resource')} onChange={(value) => {
					setKind(value);
					setChosen('');
					if (value === 'business')
						setRole('LOGO');
				}} />
				<ChoiceField label={ASSET.role} value={role} options={roles.map((one) => [one, ASSET.roles[one]!])} fault={work.at('role')} onChange={setRole} />
				<TextField label={ASSET.search} value={search} onChange={setSearch} />
				<ChoiceField label={ASSET.object} value={object} options={[['', ASSET.choose], ...options]} fault={wanted ?? work.at('id')} hint={hint} onChange={(value) => {
					setChosen(value);
					setWanted(null);
				}} />
			</div>
			{work.fault && <Fault text={work.fault} />}
			<div class="wb-foot-row"><button type="submit" class="quiet" aria-busy={work.isBusy}>{ASSET.attach}</button></div>
		</form>
	);
}

/* --- sizes --- */

const MISFITS: { [why: string]: string } = { format: ASSET.wrongFormat, small: ASSET.tooSmall, large: ASSET.tooHeavy, long: ASSET.tooLong };

function size_text(bytes: number): string {
	return bytes >= 1024 * 1024 ? `${format_whole(bytes / 1024 / 1024)} MiB` : `${format_whole(bytes / 1024)} KiB`;
}

function wants_text(row: MediaRow): string {
	return [
		row.ratio && ASSET.ratio(...row.ratio), row.least && ASSET.least(format_whole(row.least[0]), format_whole(row.least[1])), row.maxBytes !== null && ASSET.most(size_text(row.maxBytes)), row.maxSeconds !== null && ASSET.seconds(format_whole(row.maxSeconds)),
	].filter(Boolean).join(', ') || ASSET.anySize;
}

function verdict_text(row: MediaRow, media: Media): string {
	const why = media_misfit(row, media);
	if (!why)
		return ASSET.fit;
	if (why !== 'ratio')
		return MISFITS[why]!;
	const crop = media_crop(row, media.width ?? 0, media.height ?? 0);
	return crop ? ASSET.crop(format_whole(crop[0]), format_whole(crop[1])) : ASSET.tooSmallToCrop;
}

function Sizes({ asset }: { asset: Row }): JSX.Element | null {
	const rows = asset['mimeType'] ? media_rows(String(asset['type'])) : [];
	if (rows.length === 0)
		return null;
	const media = media_of(asset);
	return (
		<>
			<h3 id="wb-sizes">{ASSET.fits}</h3>
			<div class="wb-scroll" role="region" aria-labelledby="wb-sizes" tabIndex={0}>
				<table class="wb-table wb-cards">
					<thead><tr>{[ASSET.platform, ASSET.role, ASSET.wants, ASSET.verdict].map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
					<tbody>{rows.map((row, i) => {
						const isFit = media_misfit(row, media) === null;
						return <tr key={i}><th scope="row"><Platform name={row.platform} /></th><td data-label={ASSET.role}>{ASSET.roles[row.role]}</td><td data-label={ASSET.wants}>{wants_text(row)}</td><td data-label={ASSET.verdict} class={isFit ? 'wb-fits' : 'wb-fits not'}>{isFit ? '✓ ' : ''}{verdict_text(row, media)}</td></tr>;
					})}</tbody>
				</table>
			</div>
		</>
	);
}

/* --- the dialog --- */

export function OpenAsset({ id, onRemove, onClose }: { id: string; onRemove: (asset: Row) => void; onClose: () => void }): JSX.Element {
	const [asset, setAsset] = useState<Row | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const work = use_work();
	const load = () => client.get<Row>(`assets/${id}`).then(({ data }) => {
		store_put('assets', data);
		setAsset(data);
	}, (error: unknown) => setFault(fault_words(error)));
	useEffect(() => void load(), [id]);
	const isLeaving = asset?.['syncState'] === 'PENDING_REMOVAL';
	const isOpen = can_edit && !isLeaving;
	const restore = () => work.run(async () => {
		const { data } = await client.post<Row>(`assets/${id}/restore`, {});
		store_put('assets', data);
		setAsset(data);
		notice_show(FORM.restored(String(data['name'])));
	});
	return (
		<Dialog title={String(asset?.['name'] ?? ASSET.open)} onClose={onClose}>
			{fault && <Fault text={fault} onRetry={() => {
				setFault(null);
				void load();
			}} />}
			{asset && (
				<>
					<p class="wb-line"><span class="wb-hint">{ASSET.types[String(asset['type'])]}{typeof asset['width'] === 'number' ? `, ${format_whole(asset['width'])} × ${format_whole(Number(asset['height']))}` : ''}</span><SyncState state={asset['syncState']} /></p>
					{isLeaving && <p class="note">{ASSET.pending}{can_edit && <button type="button" class="wb-button" aria-busy={work.isBusy} onClick={() => void restore()}>{FORM.restore}</button>}</p>}
					{work.fault && <Fault text={work.fault} />}
					{isOpen && <Edit asset={asset} onSaved={onClose} />}
					{!isOpen && <dl class="wb-fields">{(ASSET_FIELDS[String(asset['type'])] ?? []).slice(1).filter((field) => asset[field]).map((field) => <div key={field}><dt>{ASSET.labels[field]}</dt><dd><Value name={field} value={asset[field] ?? null} /></dd></div>)}</dl>}
					<h3>{ASSET.whereUsed}</h3>
					<Uses asset={asset} isOpen={isOpen} onChanged={() => void load()} />
					{isOpen && <Attach asset={asset} onChanged={() => void load()} />}
					<Sizes asset={asset} />
					{isOpen && <div class="wb-foot-row"><button type="button" class="quiet danger" onClick={() => onRemove(asset)}>{ASSET.remove}</button></div>}
				</>
			)}
		</Dialog>
	);
}
