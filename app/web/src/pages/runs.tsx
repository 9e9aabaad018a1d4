/* Runs: what waits for approval, all pushes and pulls of the Space, and the page of one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Client, fault_words } from '../api/client.ts';
import type { Row } from '../api/types.ts';
import { boot, can_push, client, place, place_go, place_url } from '../model/app.ts';
import { Refused, use_act } from '../review/act.tsx';
import { people_read, type Run } from '../review/read.ts';
import { RunPage } from '../review/run.tsx';
import { RunStatus } from '../review/run_parts.tsx';
import { Busy, Empty, Fault, Title } from '../ui/bits.tsx';
import { format_ago, format_time, format_whole, front_name, platform_name } from '../ui/format.ts';
import { PlaceChoice } from '../ui/choice.tsx';
import { use_load } from '../ui/load.ts';
import { REVIEW_TEXTS, RUN_COLUMNS, RUN_STATUS_NAMES } from '../ui/texts.ts';

const PAGE = 50;
/* Other Spaces that are asked for what waits there. */
const SPACES_MAX = 10;
const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];

interface Elsewhere {
	space: string;
	spaceName: string;
	environment: string;
	run: Run;
}

/* Runs that wait for approval in the other environment and in other Spaces. */
async function elsewhere_read(): Promise<Elsewhere[]> {
	const places = boot.spaces.slice(0, SPACES_MAX).flatMap((space) => ['test', 'live'].map((environment) => ({ space, environment }))).filter(({ space, environment }) => space.id !== boot.space.id || environment !== boot.environment);
	const lists = await Promise.all(places.map(async ({ space, environment }) => {
		const there = new Client({ base: boot.api, space: space.id, environment });
		const { data } = await there.get<Run[]>('sync', { status: 'AWAITING_APPROVAL', limit: 5 }, { once: true }).catch(() => ({ data: [] as Run[] }));
		return data.map((run) => ({ space: space.id, spaceName: space.name, environment, run }));
	}));
	return lists.flat();
}

interface Listed {
	runs: Run[];
	cursor: string | null;
	total: number;
}

async function list_read(query: { mode: string | null; status: string | null }, cursor: string | null): Promise<Listed> {
	const { data, meta } = await client.get<Run[]>('sync', { ...query, limit: PAGE, cursor });
	return { runs: data, cursor: meta.nextCursor ?? null, total: meta.total ?? data.length };
}

function RunRow({ run, person }: { run: Run; person: (id: string | null) => string }): JSX.Element {
	return (
		<tr>
			<th scope="row"><a href={place_url('runs', {}, run.id)}>{run.mode === 'PULL' ? 'Pull' : 'Push'}, <time dateTime={run.createdAt}>{format_time(run.createdAt)}</time></a></th>
			<td data-label={RUN_COLUMNS[1]}><RunStatus status={run.status} />{run.cancelReason && <span class="wb-hint rv-why">{run.cancelReason}</span>}{run.error && <span class="wb-hint rv-why">{run.error.message}</span>}</td>
			<td class="wb-right" data-label={RUN_COLUMNS[2]}>{format_whole(run.progress.done)} of {format_whole(run.progress.total)}</td>
			<td data-label={RUN_COLUMNS[3]}>{person(run.createdBy)}, {front_name(run.source)}</td>
			<td data-label={RUN_COLUMNS[4]}>{run.approvedBy ? person(run.approvedBy) : ''}</td>
			<td data-label={RUN_COLUMNS[5]}>{run.revertedBy ? 'revert drafted' : run.retryOf ? <a href={place_url('runs', {}, run.retryOf)}>retry of a run</a> : ''}</td>
		</tr>
	);
}

function Pull(): JSX.Element {
	const act = use_act();
	const [platform, setPlatform] = useState('');
	return (
		<>
			<select class="wb-select" aria-label="Platforms to pull" value={platform} onChange={(event) => setPlatform((event.target as HTMLSelectElement).value)}>
				<option value="">All platforms</option>
				{PLATFORMS.map((one) => <option key={one} value={one}>{platform_name(one)}</option>)}
			</select>
			<button type="button" class="wb-button" disabled={act.isBusy} onClick={() => act.start(async (key) => {
				const { data } = await client.send<Row>('POST', 'sync', { body: { mode: 'PULL', ...(platform ? { platforms: [platform] } : {}) }, key });
				place_go('runs', {}, String(data['id']));
			})}>Pull</button>
			{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
		</>
	);
}

function Elsewheres(): JSX.Element | null {
	const { data } = use_load(elsewhere_read, 'elsewhere');
	if (!data || data.length === 0)
		return null;
	return (
		<section class="note rv-remarks" aria-labelledby="rv-elsewhere">
			<h2 id="rv-elsewhere">Waiting for approval elsewhere</h2>
			<ul>{data.map(({ space, spaceName, environment, run }) => <li key={run.id}><a href={`/app/runs/${run.id}?${new URLSearchParams({ space, environment })}`}>Push of {format_whole(run.progress.total)} operations</a>, {spaceName}, {environment === 'live' ? 'Live' : 'Test'}, {format_ago(run.createdAt)}</li>)}</ul>
		</section>
	);
}

function RunList(): JSX.Element {
	const query = { mode: place.value.parameters.get('mode'), status: place.value.parameters.get('status') };
	const key = JSON.stringify(query);
	const { data, fault, again } = use_load(() => list_read(query, null), key);
	const people = use_load(() => people_read(boot.space.id), 'members').data;
	const [more, setMore] = useState<{ key: string; runs: Run[]; cursor: string | null; fault: string | null } | null>(null);
	const later = more?.key === key ? more : null;
	const runs = [...(data?.runs ?? []), ...(later?.runs ?? [])];
	const cursor = later ? later.cursor : data?.cursor ?? null;
	const person = (id: string | null) => (id ? people?.get(id) || id : 'The server');
	const load = async () => {
		try {
			const next = await list_read(query, cursor);
			setMore({ key, runs: [...(later?.runs ?? []), ...next.runs], cursor: next.cursor, fault: null });
		} catch (error) {
			setMore({ key, runs: later?.runs ?? [], cursor, fault: fault_words(error) });
		}
	};
	return (
		<>
			<Title text="Runs">{data && <p class="wb-sum" role="status">{format_whole(data.total)} {data.total === 1 ? 'run' : 'runs'}</p>}</Title>
			<div class="wb-tools">
				<PlaceChoice label="Push or pull" name="mode" all="Pushes and pulls" options={[['PUSH', 'Pushes'], ['PULL', 'Pulls']]} />
				<PlaceChoice label="Status" name="status" all="All statuses" options={Object.entries(RUN_STATUS_NAMES)} />
				{can_push && <Pull />}
			</div>
			<Elsewheres />
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data && runs.length === 0 && <Empty title={REVIEW_TEXTS.noRuns}><p>{REVIEW_TEXTS.noRunsWords}</p></Empty>}
			{runs.length > 0 && (
				<div class="wb-card wb-scroll" role="region" aria-label="Runs" tabIndex={0}>
					<table class="wb-table wb-cards rv-runs">
						<thead><tr>{RUN_COLUMNS.map((name, i) => <th key={name} scope="col" class={i === 2 ? 'wb-right' : ''}>{name}</th>)}</tr></thead>
						<tbody>{runs.map((run) => <RunRow key={run.id} run={run} person={person} />)}</tbody>
					</table>
				</div>
			)}
			{later?.fault && <Fault text={later.fault} onRetry={() => void load()} />}
			{cursor && <p><button type="button" class="wb-button" onClick={() => void load()}>Load more</button></p>}
		</>
	);
}

export function Page(): JSX.Element {
	const { id } = place.value;
	return id ? <RunPage key={id} id={id} /> : <RunList />;
}
