/* History: who changed what through which front end, with the values before and after. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fault_words } from '../api/client.ts';
import type { Json, Meta, Row } from '../api/types.ts';
import { boot, can_edit, client, place, place_set, place_url } from '../model/app.ts';
import { COLLECTION_OF } from '../model/moment.ts';
import { id_time, object_name } from '../model/object_name.ts';
import { Busy, Empty, Fault, Title } from '../ui/bits.tsx';
import { format_time, format_whole, format_words, front_name, zone_name } from '../ui/format.ts';
import { use_load } from '../ui/load.ts';
import { HISTORY, RESTORE } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';
import { Lazy, type Load } from './campaigns_acts.tsx';
import type { RestoreProps } from './restore.tsx';

const FRONTS = ['APP', 'API', 'MCP', 'CLI', 'PULL', 'IMPORT', 'SYNC'];
const SHOWN: { [name: string]: string } = { campaign: 'campaigns', adGroup: 'ad-groups', ad: 'ads', keyword: 'keywords' };
const APART = new Set(['campaignId', 'adGroupId', 'platform', 'budgetPeriod', 'budgetLevel', 'version']);

const as_row = (value: Json | undefined): Row => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});

function Differences({ row }: { row: Row }): JSX.Element | null {
	const before = as_row(row['before']);
	const after = as_row(row['after']);
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !APART.has(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null));
	if (names.length === 0)
		return null;
	const isNew = Object.keys(before).length === 0;
	return (
		<details>
			<summary>{isNew ? `${names.length} fields` : names.slice(0, 3).map(format_words).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')}</summary>
			<table class="wb-diff">
				<thead><tr><th scope="col">Field</th>{!isNew && <th scope="col">Before</th>}<th scope="col">{isNew ? 'Value' : 'After'}</th></tr></thead>
				<tbody>{names.map((name) => (
					<tr key={name}><th scope="row">{format_words(name)}</th>{!isNew && <td data-label="Before"><Value name={name} value={before[name] ?? null} /></td>}<td data-label={isNew ? 'Value' : 'After'}><Value name={name} value={after[name] ?? null} /></td></tr>
				))}</tbody>
			</table>
		</details>
	);
}

const restore: Load<RestoreProps> = async () => (await import('./restore.tsx')).Restore;
/* After these an object stands no more. */
const ENDS = new Set(['DELETE', 'FORGET']);

interface Pages {
	rows: Row[];
	cursor: string | null;
	total: number;
}

const query_of = (parameters: URLSearchParams) => ({
	door: parameters.get('front'), resource: parameters.get('resource'), accountId: parameters.get('who'), objectId: parameters.get('object'), limit: 100,
});

async function page_read(parameters: URLSearchParams, cursor: string | null): Promise<Pages> {
	const { data, meta }: { data: Row[]; meta: Meta } = await client.get<Row[]>('history', { ...query_of(parameters), cursor });
	return { rows: data, cursor: meta.nextCursor ?? null, total: meta.total ?? data.length };
}

async function members_read(): Promise<Map<string, string>> {
	const out = new Map<string, string>();
	try {
		const { data } = await client.get<Row[]>(`spaces/${boot.space.id}/members`);
		for (const one of data)
			out.set(String(one['accountId'] ?? one['uid'] ?? one['id']), String(one['name'] || one['email'] || ''));
	} catch {
		/* Not every role reads the members: the id stands in for the name. */
	}
	return out;
}

function name_of(row: Row): string {
	const object = { ...as_row(row['before']), ...as_row(row['after']) };
	return String(object['name'] ?? object['text'] ?? (Array.isArray(object['headlines']) ? (as_row(object['headlines'][0])['text'] ?? object['headlines'][0]) : null) ?? '');
}

/* An object's name, or the time of a run; otherwise its id. */
function object_label(id: string, rows: Row[]): string {
	const row = rows.find((one) => one['objectId'] === id);
	const resource = String(row?.['resource'] ?? '');
	const time = resource === 'sync' ? id_time(id) : null;
	return time ? HISTORY.runOf(format_time(time)) : rows.map(name_of).find(Boolean) || object_name(resource, id) || id;
}

/* The object as far as it can be told: a link with its name; a run by its time; an id only where nothing else is known. */
function Thing({ resource, id, name }: { resource: string; id: string; name: string }): JSX.Element | null {
	const shown = SHOWN[resource];
	if (resource === 'session')
		return null;
	if (resource === 'sync')
		return <a href={place_url('runs', {}, id)}>{HISTORY.runOf(format_time(id_time(id)) || id)}</a>;
	return <>{HISTORY.kinds[resource] ?? format_words(resource).toLowerCase()} {shown ? <a href={place_url('campaigns', { resource: shown === 'campaigns' ? null : shown, open: id })}>{name}</a> : <span>{name}</span>}</>;
}

function Entry({ row, members, onRestore }: { row: Row; members: Map<string, string>; onRestore: (row: Row, name: string) => void }): JSX.Element {
	const resource = String(row['resource']);
	const verb = String(row['verb']);
	const id = String(row['objectId'] ?? '');
	const name = name_of(row) || object_name(resource, id) || id;
	const who = members.get(String(row['accountId'])) ?? (row['accountId'] ? String(row['accountId']) : 'The server');
	return (
		<li>
			<time dateTime={String(row['at'])}>{format_time(row['at'])}</time>
			<div>
				<p><strong>{who}</strong> {HISTORY.verb(resource, verb, String(row['door'])) ?? format_words(verb).toLowerCase()} <Thing resource={resource} id={id} name={name} /> <span class="tag">{front_name(row['door'])}</span></p>
				<Differences row={row} />
			</div>
			<div class="wb-ways">
				<a class="wb-hint" href={place_url('history', { object: id })}>{HISTORY.thisObject}<span class="hide">{`: ${name}`}</span></a>
				{can_edit && COLLECTION_OF[resource] && !ENDS.has(verb) && <button type="button" class="wb-button" onClick={() => onRestore(row, name)}>{RESTORE.open}<span class="hide">{RESTORE.openOf(name, format_time(row['at']))}</span></button>}
			</div>
		</li>
	);
}

function Choice({ label, name, options, all }: { label: string; name: string; options: [string, string][]; all: string }): JSX.Element {
	return (
		<select class="wb-select" aria-label={label} value={place.value.parameters.get(name) ?? ''} onChange={(event) => place_set({ [name]: (event.target as HTMLSelectElement).value || null })}>
			<option value="">{all}</option>
			{options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
		</select>
	);
}

export function History(): JSX.Element {
	const { parameters } = place.value;
	const key = `history ${JSON.stringify(query_of(parameters))}`;
	const { data, fault, again } = use_load(() => page_read(parameters, null), key);
	const members = use_load(members_read, 'members').data ?? new Map<string, string>();
	const [more, setMore] = useState<{ key: string; pages: Pages; fault: string | null } | null>(null);
	const [restored, setRestored] = useState<{ entry: Row; name: string } | null>(null);
	const later = more?.key === key ? more.pages : null;
	const rows = [...(data?.rows ?? []), ...(later?.rows ?? [])];
	const cursor = later ? later.cursor : data?.cursor;
	const load = async () => {
		try {
			const next = await page_read(parameters, cursor ?? null);
			setMore({ key, pages: { ...next, rows: [...(later?.rows ?? []), ...next.rows] }, fault: null });
		} catch (error) {
			setMore({ key, pages: later ?? { rows: [], cursor: cursor ?? null, total: 0 }, fault: fault_words(error) });
		}
	};
	const object = parameters.get('object');
	return (
		<>
			<Title text="History">{data && <p class="wb-sum" role="status">{format_whole(data.total)} {data.total === 1 ? 'entry' : 'entries'}, times in {zone_name}</p>}</Title>
			<div class="wb-tools">
				<Choice label="Who" name="who" all="Everybody" options={[...members]} />
				<Choice label="Front end" name="front" all="All front ends" options={FRONTS.map((one) => [one, front_name(one)])} />
				<Choice label="Resource" name="resource" all="All resources" options={Object.entries(HISTORY.kinds).map(([one, text]) => [one, format_words(text)])} />
				{object && <button type="button" class="wb-chip" onClick={() => place_set({ object: null })}>Only {object_label(object, rows)}<span class="hide">. Show all objects</span><i aria-hidden="true">×</i></button>}
			</div>
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data && rows.length === 0 && <Empty title="No entry"><p>Each change of a draft, each push, pull and approval is recorded here: who made it, through which front end, and the values before and after.</p></Empty>}
			<ul class="wb-history">{rows.map((row) => <Entry key={String(row['id'])} row={row} members={members} onRestore={(entry, name) => setRestored({ entry, name })} />)}</ul>
			{restored && <Lazy load={restore} props={{ collection: COLLECTION_OF[String(restored.entry['resource'])]!, id: String(restored.entry['objectId']), name: restored.name, entry: String(restored.entry['id']), at: String(restored.entry['at']), onClose: () => setRestored(null) }} />}
			{more?.fault && <Fault text={more.fault} />}
			{cursor && <button type="button" class="wb-button" onClick={() => void load()}>Show earlier entries</button>}
		</>
	);
}
