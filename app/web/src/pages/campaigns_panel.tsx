/* The side panel of one object: its fields, sync state, what the platform last took, its history. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fault_words } from '../api/client.ts';
import type { Json, Resource, Row } from '../api/types.ts';
import { can_edit, client, place_url } from '../model/app.ts';
import { object_name, object_title } from '../model/object_name.ts';
import { collection_path } from '../model/store.ts';
import { Busy, Fault, Platform, Review, Status, SyncState } from '../ui/bits.tsx';
import { FIELDS } from '../ui/fields.ts';
import { format_ago, format_time, format_words, front_name } from '../ui/format.ts';
import { AD, SYNC_MEANINGS, TEXTS } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';
import { Lazy, type Load } from './campaigns_acts.tsx';

const APART = new Set(['id', 'spaceId', 'environment', 'remote', 'version', 'syncState', 'source', 'createdBy', 'createdAt', 'updatedAt', 'status', 'platform', 'lastSynced', 'incomplete']);

function as_row(value: Json | undefined): Row | null {
	return value && typeof value === 'object' && !Array.isArray(value) ? value : null;
}

function label_of(resource: Resource, name: string): string {
	return FIELDS[resource].find((field) => field.name === name)?.label ?? format_words(name);
}

function Synced({ object, resource }: { object: Row; resource: Resource }): JSX.Element | null {
	const last = as_row(object['lastSynced']);
	if (!last)
		return null;
	const differ = Object.keys(last).filter((name) => JSON.stringify(last[name]) !== JSON.stringify(object[name] ?? null));
	if (differ.length === 0)
		return null;
	return (
		<table class="wb-diff">
			<thead><tr><th scope="col">Field</th><th scope="col">Last synced</th><th scope="col">Draft</th></tr></thead>
			<tbody>{differ.map((name) => (
				<tr key={name}><th scope="row">{label_of(resource, name)}</th><td data-label="Last synced"><Value name={name} value={last[name] ?? null} /></td><td data-label="Draft"><Value name={name} value={object[name] ?? null} /></td></tr>
			))}</tbody>
		</table>
	);
}

const editor: Load<{ ad: Row; onClose: () => void }> = async () => (await import('./edit/ad_editor.tsx')).AdEditor;
/* Marks of a copy that lost something; where nothing was lost they say nothing. */
const LOST = new Set(['targetingLost', 'languagesLost']);
/* The ads whose texts we can write. */
const AD_TYPES = new Set<unknown>(['RESPONSIVE_SEARCH', 'POST', 'IMAGE', 'VIDEO']);

/* Fields that hold ids of what has a name. */
const NAMED: { [field: string]: string } = { assetIds: 'asset', businessId: 'business' };

/* The names that ids stand for; an id whose object is not loaded or is gone stays. */
function named(kind: string, value: Json): Json {
	return Array.isArray(value) ? value.map((id) => named(kind, id)) : object_name(kind, String(value)) || value;
}

export function RowPanel({ id, resource, edition, parent, onClose }: {
	id: string; resource: Resource; edition: number; parent: (field: string, id: Json) => string; onClose: () => void;
}): JSX.Element {
	const [object, setObject] = useState<Row | null>(null);
	const [isEditing, setEditing] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const box = useRef<HTMLElement>(null);
	const load = async () => {
		try {
			setObject((await client.get<Row>(`${collection_path(resource)}/${id}`)).data);
			setFault(null);
		} catch (error) {
			setFault(fault_words(error));
		}
	};
	useEffect(() => void load(), [id, edition]);
	useEffect(() => box.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true }), []);
	const remote = as_row(object?.['remote']);
	const canEdit = can_edit && resource === 'ads' && AD_TYPES.has(object?.['type']) && object?.['syncState'] !== 'PENDING_REMOVAL';
	const name = object ? object_title(resource, object) || format_words(String(object['type'] ?? resource)) : '';
	const fields = object ? Object.entries(object).filter(([key, value]) => !APART.has(key) && value !== null && !(value === false && LOST.has(key)) && !(Array.isArray(value) && value.length === 0)) : [];
	return (
		<aside class="wb-panel" aria-label="Details" ref={box} onKeyDown={(event) => {
			if (event.key === 'Escape') {
				onClose();
				document.querySelector<HTMLElement>('[role=grid]')?.focus();
			}
		}}>
			<header>
				<h2 tabIndex={-1}>{name || TEXTS.loading}</h2>
				<button type="button" class="wb-icon" aria-label={TEXTS.close} onClick={onClose}>×</button>
			</header>
			{fault && <Fault text={fault} onRetry={() => void load()} />}
			{!object && !fault && <Busy />}
			{object && (
				<>
					<p class="wb-line"><SyncState state={object['syncState']} /><Status status={object['status']} /><Review status={remote?.['reviewStatus']} />{object['platform'] ? <Platform name={object['platform']} /> : null}</p>
					{object['syncState'] && <p class="wb-hint">{SYNC_MEANINGS[String(object['syncState'])]}</p>}
					{remote?.['lastError'] && <p class="fault"><Value name="lastError" value={remote['lastError']} /></p>}
					{canEdit && !isEditing && <button type="button" class="wb-button" onClick={() => setEditing(true)}>{AD.editAd}</button>}
					{isEditing && <Lazy load={editor} props={{ ad: object, onClose: () => {
						setEditing(false);
						box.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
					} }} />}
					<Synced object={object} resource={resource} />
					{!isEditing && <dl class="wb-fields">
						{fields.map(([key, value]) => <div key={key}><dt>{label_of(resource, key)}</dt><dd>{key === 'campaignId' || key === 'adGroupId' ? parent(key, value) : <Value name={key} value={NAMED[key] ? named(NAMED[key]!, value) : value} />}</dd></div>)}
					</dl>}
					<h3>Sync</h3>
					<dl class="wb-fields">
						<div><dt>Last synced</dt><dd>{remote?.['lastSyncedAt'] ? format_time(remote['lastSyncedAt']) : 'never'}</dd></div>
						<div><dt>Platform id</dt><dd>{remote?.['id'] ? String(remote['id']) : 'none yet'}</dd></div>
						{remote?.['status'] && <div><dt>On the platform</dt><dd>{format_words(String(remote['status']))}</dd></div>}
					</dl>
					<h3>Origin</h3>
					<dl class="wb-fields">
						<div><dt>Drafted by</dt><dd>{front_name(object['source'])}</dd></div>
						<div><dt>Created</dt><dd>{format_time(object['createdAt'])}</dd></div>
						<div><dt>Updated</dt><dd>{format_time(object['updatedAt'])} ({format_ago(object['updatedAt'])})</dd></div>
						<div><dt>Id</dt><dd><code>{id}</code></dd></div>
					</dl>
					<p><a href={place_url('history', { object: id })}>History of this object</a></p>
				</>
			)}
		</aside>
	);
}
