/* Home: what waits, what assistants did, spend and results, first steps. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '../api/types.ts';
import { boot, place_url, server_url, stored_read, stored_write } from '../model/app.ts';
import { deeds_group, home_read, type Home as HomeData, type Period } from '../model/home.ts';
import { store_table } from '../model/store.ts';
import { table_get } from '../model/table.ts';
import { Busy, Fault, Platform, Title } from '../ui/bits.tsx';
import { format_ago, format_money, format_number, format_percent, format_whole, platform_name } from '../ui/format.ts';
import { use_load } from '../ui/load.ts';
import { Steps } from './home_steps.tsx';

interface Waiting {
	count: number | null;
	title: string;
	words: string;
	url: string;
	tone: string;
}

function waiting_list(home: HomeData): Waiting[] {
	const out: Waiting[] = [];
	const add = (count: number | null, title: string, words: string, url: string, tone: string) => out.push({ count, title, words, url, tone });
	if (home.isBlocked)
		add(null, 'Pushes are blocked', 'The kill switch is on. An owner can allow pushes again in the Space settings.', `/app/spaces/${boot.space.id}`, 'bad');
	if (home.approvalsTotal > 0)
		add(home.approvalsTotal, home.approvalsTotal === 1 ? 'push waits for approval' : 'pushes wait for approval', 'Check the plan, then approve or deny it.', home.approvalsTotal === 1 ? server_url(`runs/${String(home.approvals[0]?.['id'])}`) : server_url('runs'), 'go');
	const expired = home.connections.filter(({ status }) => status !== 'CONNECTED');
	for (const one of expired)
		add(null, `${platform_name(one['platform'])}: the connection ${one['status'] === 'EXPIRED' ? 'expired' : 'was revoked'}`, 'Connect the ad account again to push and pull.', server_url(`connections/${boot.space.id}`), 'bad');
	if (home.disapproved > 0)
		add(home.disapproved, home.disapproved === 1 ? 'object has a policy finding' : 'objects have policy findings', 'See the reason and the evidence of each.', place_url('disapprovals'), 'bad');
	if (home.drift > 0)
		add(home.drift, home.drift === 1 ? 'field drifted' : 'fields drifted', 'Changed on the platform. Decide which value to keep.', place_url('drift'), 'warn');
	const staged = Object.values(home.staged).reduce((sum, count) => sum + count, 0);
	if (staged > 0)
		add(staged, staged === 1 ? 'campaign has changes that were not pushed' : 'campaigns have changes that were not pushed', Object.entries(home.staged).filter(([, count]) => count > 0).map(([platform, count]) => `${platform_name(platform)} ${count}`).join(', '), server_url('review'), 'go');
	return out;
}

function Waits({ home }: { home: HomeData }): JSX.Element {
	const list = waiting_list(home);
	return (
		<section aria-labelledby="waits" class="wb-card">
			<h2 id="waits">Waiting for you</h2>
			{list.length === 0 && <p class="wb-calm">Nothing to do. Approvals, drift, disapprovals and expired connections appear here.</p>}
			<ul class="wb-waits">
				{list.map((one) => (
					<li key={one.title}><a href={one.url} class={one.tone}>
						<b class="wb-big">{one.count === null ? '!' : format_whole(one.count)}</b>
						<span><strong>{one.title}</strong><small>{one.words}</small></span>
					</a></li>
				))}
			</ul>
		</section>
	);
}

function count_words(created: number, edited: number, removed: number): string {
	return [created ? `${created} created` : '', edited ? `${edited} edited` : '', removed ? `${removed} removed` : ''].filter(Boolean).join(', ');
}

function Deeds({ home }: { home: HomeData }): JSX.Element {
	/* The mark of the last look is read once; looking sets it to now. */
	const [since] = useState(() => stored_read<string>(`looked.${boot.space.id}.${boot.environment}`, ''));
	useEffect(() => stored_write(`looked.${boot.space.id}.${boot.environment}`, new Date().toISOString()), []);
	const campaigns = store_table('campaigns', 'LAST_30_DAYS').value.table;
	const groups = deeds_group(home.assistant, since);
	const name = (id: string | null) => {
		const row = id ? campaigns?.index.get(id) : undefined;
		return id && campaigns && row !== undefined ? String(table_get(campaigns, 'name', row)) : id ? 'A removed campaign' : 'Businesses, assets and runs';
	};
	return (
		<section aria-labelledby="deeds" class="wb-card">
			<div class="wb-cardhead"><h2 id="deeds">Assistants since your last visit</h2><a href={place_url('history', { front: 'MCP' })}>All their changes</a></div>
			{groups.length === 0 && <p class="wb-calm">{home.assistant.length > 0 ? 'No changes by assistants since your last visit.' : 'No changes by assistants in this Space yet.'}</p>}
			<ul class="wb-deeds">
				{groups.slice(0, 12).map((deed) => (
					<li key={deed.campaignId ?? ''}>
						{deed.campaignId ? <a href={place_url('campaigns', { at: deed.campaignId })}>{name(deed.campaignId)}</a> : <span>{name(null)}</span>}
						<span class="wb-hint">{count_words(deed.created, deed.edited, deed.removed)}</span>
						<time class="wb-hint" dateTime={deed.at}>{format_ago(deed.at)}</time>
					</li>
				))}
			</ul>
		</section>
	);
}

/* A change against the period before; more spend is neither good nor bad. */
function Change({ now, before }: { now: number | null; before: number | null }): JSX.Element {
	if (now === null || before === null || before === 0)
		return <span class="wb-change">{now === null ? '' : 'no earlier figures'}</span>;
	const change = (now - before) / before;
	return <span class="wb-change">{Math.abs(change) < 0.0005 ? 'unchanged' : `${change > 0 ? '▲' : '▼'} ${format_percent(Math.abs(change))}`}</span>;
}

const number_of = (row: Row | undefined, name: string) => (typeof row?.[name] === 'number' ? (row[name] as number) : null);
const FIGURES: [string, string, (value: number) => string][] = [['cost', 'Spend', format_money], ['clicks', 'Clicks', format_whole], ['conversions', 'Conversions', format_number], ['conversionValue', 'Value', format_money]];

function Results({ home }: { home: HomeData }): JSX.Element {
	const [days, setDays] = useState<7 | 30>(7);
	const [now, before]: [Period, Period] = days === 7 ? [home.week, home.weekBefore] : [home.month, home.monthBefore];
	return (
		<section aria-labelledby="results" class="wb-card wb-results">
			<div class="wb-cardhead">
				<h2 id="results">Spend and results</h2>
				<div class="wb-tabs" role="group" aria-label="Period">{([7, 30] as const).map((one) => <button type="button" key={one} aria-pressed={days === one} onClick={() => setDays(one)}>{one} days</button>)}</div>
			</div>
			<dl class="wb-tiles">
				{FIGURES.map(([name, label, write]) => {
					const value = number_of(now.totals, name);
					return <div key={name}><dt>{label}</dt><dd>{value === null ? '–' : write(value)}<Change now={value} before={number_of(before.totals, name)} /></dd></div>;
				})}
			</dl>
			{now.rows.length === 0 ? <p class="wb-calm">No figures were collected for these days. A pull collects them from the ad accounts.</p> : (
				<div class="wb-scroll" role="region" aria-label="Results by platform" tabIndex={0}>
					<table class="wb-table">
						<thead><tr><th scope="col">Platform</th>{FIGURES.map(([name, label]) => <th scope="col" key={name} class="wb-right">{label}</th>)}</tr></thead>
						<tbody>{now.rows.map((row) => {
							const old = before.rows.find(({ platform }) => platform === row['platform']);
							return <tr key={String(row['platform'])}><th scope="row"><Platform name={row['platform']} /></th>{FIGURES.map(([name, , write]) => {
								const value = number_of(row, name);
								return <td key={name} class="wb-right">{value === null ? <span title="Not collected">–</span> : write(value)}<Change now={value} before={number_of(old, name)} /></td>;
							})}</tr>;
						})}</tbody>
					</table>
				</div>
			)}
			<p class="wb-hint">Compared with the {days} days before. <a href={place_url('reports')}>Open the reports</a></p>
		</section>
	);
}

export function Home(): JSX.Element {
	const { data, fault, again } = use_load(home_read, 'home');
	return (
		<>
			<Title text="Home" />
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data && (
				<div class="wb-home">
					<div class="wb-stack">
						<Waits home={data} />
						<Deeds home={data} />
					</div>
					<Results home={data} />
					<Steps home={data} />
				</div>
			)}
		</>
	);
}
