/* Businesses: what is advertised, with the dialogs that create, edit and remove one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Row } from '../api/types.ts';
import { can_edit } from '../model/app.ts';
import { object_name } from '../model/object_name.ts';
import { store_table } from '../model/store.ts';
import { Busy, Empty, Fault, Title } from '../ui/bits.tsx';
import { use_load } from '../ui/load.ts';
import { BUSINESS, GO, PAGE_NAMES, TEXTS } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';
import { EditBusiness, NewBusiness } from './edit/business_form.tsx';
import { RemoveOne } from './edit/remove_one.tsx';
import { Counted, is_web, list_all, list_of } from './lists.tsx';

const SHOWN = ['category', 'phone', 'address', 'logoAssetId', 'languages', 'locations', 'brandColors'];
const is_filled = (value: unknown) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

function Color({ color }: { color: string }): JSX.Element {
	return <span class="wb-color">{/^#[0-9a-f]{3,8}$/i.test(color) && <i style={{ backgroundColor: color }} aria-hidden="true" />}{color}</span>;
}

function Shown({ field, row }: { field: string; row: Row }): JSX.Element {
	if (field === 'brandColors')
		return <>{list_of(row[field]).map((color, i) => <Color key={i} color={String(color)} />)}</>;
	if (field === 'logoAssetId')
		return <>{object_name('asset', String(row[field])) || String(row[field])}</>;
	return <Value name={field} value={row[field] ?? null} />;
}

type Opened = { what: 'new' } | { what: 'edit' | 'remove'; business: Row };

export function Page(): JSX.Element {
	const [opened, setOpened] = useState<Opened | null>(null);
	const { edition } = store_table('businesses').value;
	const { data, fault, again } = use_load(() => list_all('businesses'), 'businesses', edition);
	const [title, words] = TEXTS.emptyRows.businesses;
	const close = () => setOpened(null);
	return (
		<>
			<Title text={PAGE_NAMES.businesses}>{data && <Counted list={data} one="business" many="businesses" />}</Title>
			<div class="wb-tools">{can_edit ? <button type="button" class="wb-button" onClick={() => setOpened({ what: 'new' })}>{BUSINESS.add}</button> : <p class="wb-hint">{BUSINESS.roleLooks}</p>}</div>
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data?.rows.length === 0 && <Empty title={title}>{can_edit && <p>{words}</p>}</Empty>}
			<ul class="wb-list wide">{data?.rows.map((row) => {
				const name = String(row['name']);
				return (
					<li class="wb-card" key={String(row['id'])}>
						<h2>{name}</h2>
						{is_web(row['website']) ? <p><a href={row['website']} rel="noreferrer noopener" target="_blank">{row['website']}</a></p> : <p>{String(row['website'] ?? '')}</p>}
						{row['description'] && <p>{String(row['description'])}</p>}
						<dl class="wb-fields">{SHOWN.filter((field) => is_filled(row[field])).map((field) => <div key={field}><dt>{BUSINESS.labels[field]}</dt><dd><Shown field={field} row={row} /></dd></div>)}</dl>
						{can_edit && <p class="wb-cardfoot">
							<button type="button" class="wb-button" onClick={() => setOpened({ what: 'edit', business: row })}>{BUSINESS.edit}<span class="hide">{BUSINESS.editOf(name)}</span></button>
							<button type="button" class="wb-button" onClick={() => setOpened({ what: 'remove', business: row })}>{GO.remove}<span class="hide">{BUSINESS.editOf(name)}</span></button>
						</p>}
					</li>
				);
			})}</ul>
			{opened?.what === 'new' && <NewBusiness onClose={close} />}
			{opened?.what === 'edit' && <EditBusiness business={opened.business} onClose={close} />}
			{opened?.what === 'remove' && <RemoveOne resource="businesses" object={opened.business} onClose={close} onDone={close} />}
		</>
	);
}
