/* Assets: the library, uploads by drop or by a button, and the dialog of each asset. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Row } from '../api/types.ts';
import { can_edit, place, place_set } from '../model/app.ts';
import { store_table } from '../model/store.ts';
import { Busy, Empty, Fault, SyncState, Title } from '../ui/bits.tsx';
import { format_whole } from '../ui/format.ts';
import { use_load } from '../ui/load.ts';
import { ASSET, PAGE_NAMES, TEXTS } from '../ui/texts.ts';
import { NewAsset, UploadFiles } from './edit/asset_new.tsx';
import { OpenAsset } from './edit/asset_open.tsx';
import { RemoveOne } from './edit/remove_one.tsx';
import { Counted, image_read, list_all, list_of } from './lists.tsx';

/* The bytes come over /app/api, which needs a header that an <img> cannot send. */
function Thumbnail({ row }: { row: Row }): JSX.Element {
	const isImage = String(row['mimeType'] ?? '').startsWith('image/');
	const { data } = use_load(() => (isImage ? image_read(String(row['id'])) : Promise.resolve(null)), `thumbnail ${String(row['id'])}`);
	return <div class="wb-thumb">{data ? <img src={data} alt="" loading="lazy" /> : <span aria-hidden="true">{ASSET.types[String(row['type'])]}</span>}</div>;
}

function Card({ row, onOpen }: { row: Row; onOpen: () => void }): JSX.Element {
	const uses = list_of(row['attachments']).length;
	return (
		<li class={`wb-card${row['syncState'] === 'PENDING_REMOVAL' ? ' leaving' : ''}`}>
			<Thumbnail row={row} />
			<h2>{String(row['name'])}</h2>
			<p class="wb-line"><span class="wb-hint">{ASSET.types[String(row['type'])]}{typeof row['width'] === 'number' ? ` ${row['width']} × ${String(row['height'])}` : ''}{typeof row['bytes'] === 'number' ? `, ${format_whole(Math.ceil(row['bytes'] / 1024))} KB` : ''}</span><SyncState state={row['syncState']} /></p>
			{row['text'] && <p>{String(row['text'])}</p>}
			<p class="wb-cardfoot"><button type="button" class="wb-button" onClick={onOpen}>{ASSET.open}<span class="hide">{ASSET.openOf(String(row['name']))}</span></button>{uses > 0 && <span class="wb-hint">{ASSET.attachedTo(format_whole(uses))}</span>}</p>
		</li>
	);
}

type Opened = { what: 'upload'; files: File[] } | { what: 'new' } | { what: 'asset'; id: string } | { what: 'remove'; asset: Row };

export function Page(): JSX.Element {
	const type = place.value.parameters.get('type');
	const [search, setSearch] = useState('');
	const [opened, setOpened] = useState<Opened | null>(null);
	const [isOver, setOver] = useState(false);
	/* The table of the store rises with each edit here: the list is read again. */
	const { edition } = store_table('assets').value;
	const { data, fault, again } = use_load(() => list_all('assets', { type }), `assets ${type}`, edition);
	const [title, words] = TEXTS.emptyRows.assets;
	const rows = data?.rows.filter((row) => String(row['name']).toLowerCase().includes(search.toLowerCase())) ?? [];
	const hasFiles = (event: DragEvent) => can_edit && (event.dataTransfer?.types.includes('Files') ?? false);
	return (
		<div class={`wb-drop${isOver ? ' over' : ''}`} onDragOver={(event) => {
			if (!hasFiles(event))
				return;
			event.preventDefault();
			setOver(true);
		}} onDragLeave={(event) => !(event.currentTarget as Element).contains(event.relatedTarget as globalThis.Node | null) && setOver(false)} onDrop={(event) => {
			setOver(false);
			const files = [...(event.dataTransfer?.files ?? [])];
			if (!hasFiles(event) || files.length === 0 || opened)
				return;
			event.preventDefault();
			setOpened({ what: 'upload', files });
		}}>
			<Title text={PAGE_NAMES.assets}>{data && <Counted list={data} one={ASSET.one} many={ASSET.many} />}</Title>
			<div class="wb-tools">
				<input type="search" class="wb-search" aria-label="Search assets" placeholder="Search assets" value={search} onInput={(event) => setSearch((event.target as HTMLInputElement).value)} />
				<select class="wb-select" aria-label="Type" value={type ?? ''} onChange={(event) => place_set({ type: (event.target as HTMLSelectElement).value || null })}>
					<option value="">All types</option>
					{Object.entries(ASSET.types).map(([one, label]) => <option key={one} value={one}>{label}</option>)}
				</select>
				{can_edit && <>
					<button type="button" class="wb-button" onClick={() => setOpened({ what: 'upload', files: [] })}>{ASSET.upload}</button>
					<button type="button" class="wb-button" onClick={() => setOpened({ what: 'new' })}>{ASSET.add}</button>
					<span class="wb-hint wb-drophint">{ASSET.dropHere}</span>
				</>}
				{!can_edit && <p class="wb-hint">{ASSET.roleLooks}</p>}
			</div>
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data && data.rows.length === 0 && <Empty title={title}>{can_edit && <p>{words}</p>}</Empty>}
			{data && data.rows.length > 0 && rows.length === 0 && <Empty title={TEXTS.noMatch} />}
			<ul class="wb-gallery">{rows.map((row) => <Card key={String(row['id'])} row={row} onOpen={() => setOpened({ what: 'asset', id: String(row['id']) })} />)}</ul>
			{opened?.what === 'upload' && <UploadFiles dropped={opened.files} onClose={() => setOpened(null)} />}
			{opened?.what === 'new' && <NewAsset onClose={() => setOpened(null)} />}
			{opened?.what === 'asset' && <OpenAsset key={opened.id} id={opened.id} onClose={() => setOpened(null)} onRemove={(asset) => setOpened({ what: 'remove', asset })} />}
			{opened?.what === 'remove' && <RemoveOne resource="assets" object={opened.asset} onClose={() => setOpened({ what: 'asset', id: String(opened.asset['id']) })} onDone={() => setOpened(null)} />}
		</div>
	);
}
