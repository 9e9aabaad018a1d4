/* Businesses and Assets: pages to read. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Meta, Row } from '../api/types.ts';
import { boot, client, place, place_set } from '../model/app.ts';
import { Busy, Empty, Fault, SyncState, Title } from '../ui/bits.tsx';
import { format_whole, format_words } from '../ui/format.ts';
import { use_load } from '../ui/load.ts';
import { TEXTS } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';

interface List {
	rows: Row[];
	total: number;
	meta: Meta;
}

/* All pages of a list, up to so many rows. */
export async function list_all(path: string, query: { [name: string]: string | number | null } = {}, most = 1000): Promise<List> {
	const rows: Row[] = [];
	let cursor: string | null = null;
	for (;;) {
		const { data, meta }: { data: Row[]; meta: Meta } = await client.get<Row[]>(path, { limit: 200, ...query, cursor });
		rows.push(...data);
		cursor = meta.nextCursor ?? null;
		if (!cursor || rows.length >= most)
			return { rows, total: meta.total ?? rows.length, meta };
	}
}

export function Counted({ list, one, many }: { list: List; one: string; many: string }): JSX.Element {
	return <p class="wb-sum" role="status">{list.rows.length < list.total ? `${format_whole(list.rows.length)} of ${format_whole(list.total)} ${many}` : `${format_whole(list.total)} ${list.total === 1 ? one : many}`}</p>;
}

export const is_web = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//.test(url);
export const list_of = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);
export function Businesses(): JSX.Element {
	const { data, fault, again } = use_load(() => list_all('businesses'), 'businesses');
	const [title, words] = TEXTS.emptyRows.businesses;
	return (
		<>
			<Title text="Businesses">{data && <Counted list={data} one="business" many="businesses" />}</Title>
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data?.rows.length === 0 && <Empty title={title}><p>{words}</p></Empty>}
			<ul class="wb-list wide">{data?.rows.map((row) => (
				<li class="wb-card" key={String(row['id'])}>
					<h2>{String(row['name'])}</h2>
					{is_web(row['website']) ? <p><a href={row['website']} rel="noreferrer noopener" target="_blank">{row['website']}</a></p> : <p>{String(row['website'] ?? '')}</p>}
					{row['description'] && <p>{String(row['description'])}</p>}
					<dl class="wb-fields">{['category', 'phone', 'address', 'languages', 'locations', 'brandColors'].filter((key) => row[key] !== null && row[key] !== undefined).map((key) => (
						<div key={key}><dt>{format_words(key)}</dt><dd>{key === 'brandColors' ? list_of(row[key]).map((color, i) => <Color key={i} color={String(color)} />) : <Value name={key} value={row[key] ?? null} />}</dd></div>
					))}</dl>
				</li>
			))}</ul>
		</>
	);
}

function Color({ color }: { color: string }): JSX.Element {
	return <span class="wb-color">{/^#[0-9a-f]{3,8}$/i.test(color) && <i style={{ backgroundColor: color }} aria-hidden="true" />}{color}</span>;
}

/* The bytes come over /app/api, which needs a header that an <img> cannot send. */
function Thumbnail({ row }: { row: Row }): JSX.Element {
	const isImage = String(row['mimeType'] ?? '').startsWith('image/');
	const { data } = use_load(() => (isImage ? image_read(String(row['id'])) : Promise.resolve(null)), `thumbnail ${String(row['id'])}`);
	return <div class="wb-thumb">{data ? <img src={data} alt="" loading="lazy" /> : <span aria-hidden="true">{format_words(String(row['type']))}</span>}</div>;
}

const images = new Map<string, Promise<string | null>>();

export function image_read(id: string): Promise<string | null> {
	let image = images.get(id);
	if (!image) {
		image = image_fetch(id);
		images.set(id, image);
	}
	return image;
}

async function image_fetch(id: string): Promise<string | null> {
	const answer = await client.fetch(client.url(`assets/${id}/content`), { headers: { 'X-Adcore-App': '1', 'X-Space-Id': boot.space.id }, credentials: 'same-origin' }, { once: true });
	return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
}

export function Assets(): JSX.Element {
	const type = place.value.parameters.get('type');
	const [search, setSearch] = useState('');
	const { data, fault, again } = use_load(() => list_all('assets', { type }), `assets ${type}`);
	const [title, words] = TEXTS.emptyRows.assets;
	const rows = data?.rows.filter((row) => String(row['name']).toLowerCase().includes(search.toLowerCase())) ?? [];
	return (
		<>
			<Title text="Assets">{data && <Counted list={data} one="asset" many="assets" />}</Title>
			<div class="wb-tools">
				<input type="search" class="wb-search" aria-label="Search assets" placeholder="Search assets" value={search} onInput={(event) => setSearch((event.target as HTMLInputElement).value)} />
				<select class="wb-select" aria-label="Type" value={type ?? ''} onChange={(event) => place_set({ type: (event.target as HTMLSelectElement).value || null })}>
					<option value="">All types</option>
					{['IMAGE', 'VIDEO', 'LOGO', 'TEXT', 'SITELINK', 'CALLOUT'].map((one) => <option key={one} value={one}>{format_words(one)}</option>)}
				</select>
			</div>
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data && data.rows.length === 0 && <Empty title={title}><p>{words}</p></Empty>}
			{data && data.rows.length > 0 && rows.length === 0 && <Empty title={TEXTS.noMatch} />}
			<ul class="wb-gallery">{rows.map((row) => (
				<li class="wb-card" key={String(row['id'])}>
					<Thumbnail row={row} />
					<h2>{String(row['name'])}</h2>
					<p class="wb-line"><span class="wb-hint">{format_words(String(row['type']))}{typeof row['width'] === 'number' ? ` ${row['width']} × ${String(row['height'])}` : ''}{typeof row['bytes'] === 'number' ? `, ${format_whole(Math.ceil(row['bytes'] / 1024))} KB` : ''}</span><SyncState state={row['syncState']} /></p>
					{row['text'] && <p>{String(row['text'])}</p>}
					{list_of(row['attachments']).length > 0 && <p class="wb-hint">Attached to {list_of(row['attachments']).length}</p>}
				</li>
			))}</ul>
		</>
	);
}
