/* Disapprovals: the reason and evidence of each finding, the ad edited in place, and a review of what was edited. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fault_words } from '../api/client.ts';
import type { Row } from '../api/types.ts';
import { can_edit, client, place, place_set, place_url } from '../model/app.ts';
import { store_table } from '../model/store.ts';
import { table_get } from '../model/table.ts';
import { Busy, Empty, Fault, Platform, Review, SyncState, Title } from '../ui/bits.tsx';
import { format_ago, format_time, format_whole, format_words, platform_name } from '../ui/format.ts';
import { use_load } from '../ui/load.ts';
import { FINDINGS, TEXTS } from '../ui/texts.ts';
import { Value } from '../ui/value.tsx';
import { Lazy, type Load } from './campaigns_acts.tsx';
import { Counted, is_web, list_all, list_of } from './lists.tsx';

const RESOURCE_OF: { [name: string]: string | null } = { campaign: null, adGroup: 'ad-groups', ad: 'ads', keyword: 'keywords' };
/* More do not fit into the address of Review. */
const CHOSEN_MAX = 50;

const editor: Load<{ ad: Row; onClose: () => void }> = async () => (await import('./edit/ad_editor.tsx')).AdEditor;

/* Edited ads that were not pushed since: their ad groups by their ids. */
async function edited_read(): Promise<Map<string, string>> {
	const { rows } = await list_all('ads', { syncState: 'MODIFIED' });
	return new Map(rows.map((row) => [String(row['id']), String(row['adGroupId'])]));
}

function Reasons({ row }: { row: Row }): JSX.Element {
	return (
		<>{list_of(row['reasons']).map((reason, i) => (
			<div key={i} class="wb-reason">
				<p><strong>{String(reason['message'] ?? format_words(String(reason['code'])))}</strong></p>
				{reason['evidence'] && <p>Evidence: <q>{typeof reason['evidence'] === 'string' ? reason['evidence'] : <Value name="evidence" value={reason['evidence']} />}</q></p>}
				<p class="wb-hint"><code>{String(reason['code'])}</code>{is_web(reason['policyUrl']) && <> · <a href={reason['policyUrl']} rel="noreferrer noopener" target="_blank">{platform_name(row['platform'])} policy</a></>}</p>
			</div>
		))}</>
	);
}

function Finding({ row, campaign, isEdited, onClose }: { row: Row; campaign: string; isEdited: boolean; onClose: () => void }): JSX.Element {
	const resource = String(row['resource']);
	const [ad, setAd] = useState<Row | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const button = useRef<HTMLButtonElement>(null);
	const name = `${format_words(resource)}${campaign ? ` in ${campaign}` : ''}`;
	const open = async () => {
		try {
			setAd((await client.get<Row>(`ads/${String(row['id'])}`)).data);
			setFault(null);
		} catch (error) {
			setFault(fault_words(error));
		}
	};
	return (
		<li class="wb-card">
			<div class="wb-cardhead">
				<h2><a href={place_url('campaigns', { resource: RESOURCE_OF[resource] ?? null, open: String(row['id']), at: row['campaignId'] ? String(row['campaignId']) : null })}>{name}</a></h2>
				<span class="wb-line">{isEdited && <SyncState state="MODIFIED" />}<Review status={row['reviewStatus']} /></span>
			</div>
			<p class="wb-line"><Platform name={row['platform']} /><span class="wb-hint">since {format_time(row['since'])} ({format_ago(row['since'])})</span></p>
			<Reasons row={row} />
			{fault && <Fault text={fault} onRetry={() => void open()} />}
			{can_edit && resource === 'ad' && !ad && <p><button type="button" class="wb-button" ref={button} onClick={() => void open()}>{isEdited ? FINDINGS.editAgain : FINDINGS.edit}<span class="hide"> {name}</span></button></p>}
			{ad && <Lazy load={editor} props={{ ad, onClose: () => {
				setAd(null);
				onClose();
				requestAnimationFrame(() => button.current?.focus());
			} }} />}
		</li>
	);
}

/* The ad groups of the ads that were edited, as a choice in Review. */
function Edited({ groups }: { groups: string[] }): JSX.Element | null {
	const chosen = [...new Set(groups)];
	if (chosen.length === 0)
		return null;
	return (
		<div class="note" role="status">
			<p>{FINDINGS.edited(format_whole(groups.length))}</p>
			{chosen.length <= CHOSEN_MAX ? <a class="wb-button" href={place_url('review', { chosen: chosen.join(',') })}>{FINDINGS.pushThese}</a> : <a class="wb-button" href={place_url('review')}>{FINDINGS.review}</a>}
		</div>
	);
}

export function Page(): JSX.Element {
	const platform = place.value.parameters.get('platform');
	const { data, fault, again } = use_load(() => list_all('reports/disapprovals', { platform }), `disapprovals ${platform}`);
	const edited = use_load(edited_read, 'edited ads');
	const campaigns = store_table('campaigns', 'LAST_30_DAYS').value.table;
	const name = (id: unknown) => {
		const row = campaigns?.index.get(String(id));
		return campaigns && row !== undefined ? String(table_get(campaigns, 'name', row)) : '';
	};
	const groups = data?.rows.flatMap((row) => edited.data?.get(String(row['id'])) ?? []) ?? [];
	return (
		<>
			<Title text="Disapprovals">{data && <Counted list={data} one="finding" many="findings" />}</Title>
			<div class="wb-tools">
				<select class="wb-select" aria-label="Platform" value={platform ?? ''} onChange={(event) => place_set({ platform: (event.target as HTMLSelectElement).value || null })}>
					<option value="">{TEXTS.everything}</option>
					{['google', 'microsoft', 'reddit', 'meta'].map((one) => <option key={one} value={one}>{platform_name(one)}</option>)}
				</select>
			</div>
			<Edited groups={groups} />
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data?.rows.length === 0 && <Empty title="No policy finding"><p>If a platform disapproves or limits an object, this page shows the reason, the evidence and the policy. A pull fetches the review states.</p></Empty>}
			<ul class="wb-list">{data?.rows.map((row) => <Finding key={String(row['id'])} row={row} campaign={name(row['campaignId'])} isEdited={edited.data?.has(String(row['id'])) ?? false} onClose={edited.again} />)}</ul>
		</>
	);
}
