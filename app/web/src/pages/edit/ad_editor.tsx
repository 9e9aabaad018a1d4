/* The ad editor in the side panel, and the dialog of a new ad. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, fault_words } from '../../api/client.ts';
import type { Row } from '../../api/types.ts';
import { client, notice_show, place_set } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { is_same } from '../../model/many.ts';
import { store_put, store_table } from '../../model/store.ts';
import { table_get, type Table } from '../../model/table.ts';
import { Fault } from '../../ui/bits.tsx';
import { ChoiceField, Dialog } from '../../ui/dialog.tsx';
import { format_words, platform_name } from '../../ui/format.ts';
import { AD, EDIT, MAKE, TEXTS } from '../../ui/texts.ts';
import type { DialogProps } from '../campaigns_acts.tsx';
import { AdForm, ad_body, ad_changes, ad_state } from './ad_form.tsx';

/* Faults by path; what stands at no field of the form is told above it. */
function faults_of(error: unknown): { all: string; at: { [path: string]: string } } {
	const fields = error instanceof ApiError ? error.fault.details?.fields ?? [] : [];
	const at = Object.fromEntries(fields.map(({ path }) => [path.replace(/\.text$/, ''), fault_words(error, path)]));
	return { all: fields.length > 0 ? fields.map(({ path }) => fault_words(error, path)).join(' ') : fault_words(error), at };
}

type Faults = ReturnType<typeof faults_of>;

export function AdEditor({ ad, onClose }: { ad: Row; onClose: () => void }): JSX.Element {
	const [base, setBase] = useState(ad);
	const [state, setState] = useState(() => ad_state(ad));
	const [faults, setFaults] = useState<Faults | null>(null);
	const [theirs, setTheirs] = useState<Row | null>(null);
	const [isBusy, setBusy] = useState(false);
	const keepsAssets = Array.isArray(ad['assetIds']) && ad['assetIds'].length > 1;
	/* The fields that were edited here, whatever others did to the rest. */
	const edited = () => {
		const body = ad_body(state);
		if (keepsAssets)
			delete body['assetIds'];
		return ad_changes(base, body).to;
	};
	const send = async (against: Row): Promise<void> => {
		const id = String(ad['id']);
		const to = edited();
		const names = Object.keys(to);
		if (names.length === 0)
			return onClose();
		try {
			store_put('ads', (await client.patch<Row>(`ads/${id}`, to, Number(against['version']))).data);
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 412)
				throw error;
			const { data } = await client.get<Row>(`ads/${id}`);
			return names.every((name) => is_same(data[name], base[name])) ? send(data) : setTheirs(data);
		}
		deed_keep({ resource: 'ads', parts: [{ id, from: Object.fromEntries(names.map((name) => [name, against[name] ?? null])), to }], name: AD.edit });
		notice_show(TEXTS.saved(AD.edit));
		onClose();
	};
	const save = async (against: Row) => {
		if (isBusy)
			return;
		setBusy(true);
		setFaults(null);
		setTheirs(null);
		try {
			await send(against);
		} catch (error) {
			setFaults(faults_of(error));
		} finally {
			setBusy(false);
		}
	};
	return (
		<form onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()} onSubmit={(event) => {
			event.preventDefault();
			void save(base);
		}}>
			{theirs && (
				<div class="fault" role="alert">
					<p>{AD.conflict}</p>
					<button type="button" class="quiet" onClick={() => {
						setBase(theirs);
						setState(ad_state(theirs));
						setTheirs(null);
					}}>{AD.theirs}</button>
					<button type="button" class="quiet" onClick={() => void save(theirs)}>{AD.mine}</button>
				</div>
			)}
			{faults && <Fault text={faults.all} />}
			<AdForm platform={String(ad['platform'])} type={String(ad['type'])} state={state} fault={(path) => faults?.at[path] ?? null} onChange={setState} />
			<div class="wb-foot-row">
				<button type="submit" aria-busy={isBusy}>{AD.save}</button>
				<button type="button" class="quiet" onClick={onClose}>{AD.cancel}</button>
			</div>
		</form>
	);
}

const AD_TYPES: { [platform: string]: string[] } = { google: ['RESPONSIVE_SEARCH'], microsoft: ['RESPONSIVE_SEARCH'], reddit: ['POST', 'IMAGE', 'VIDEO'], meta: ['IMAGE', 'VIDEO'] };

function group_options(groups: Table | null, at: string | null): [string, string][] {
	const out: [string, string][] = [];
	for (let row = 0; groups && row < groups.count; row++)
		if (!at || [table_get(groups, 'id', row), table_get(groups, 'campaignId', row), table_get(groups, 'platform', row)].includes(at))
			out.push([String(table_get(groups, 'id', row)), `${String(table_get(groups, 'name', row) ?? '')} (${platform_name(table_get(groups, 'platform', row))})`]);
	return out.sort((a, b) => a[1].localeCompare(b[1]));
}

export function NewAd({ at, onClose }: DialogProps): JSX.Element {
	const groups = store_table('ad-groups').value.table;
	const options = group_options(groups, at);
	const [chosen, setGroup] = useState('');
	const group = chosen || (options[0]?.[0] ?? '');
	const platform = String(table_get(groups!, 'platform', groups?.index.get(group) ?? -1) ?? 'google');
	const types = AD_TYPES[platform] ?? [];
	const [wanted, setType] = useState('');
	const type = types.includes(wanted) ? wanted : types[0] ?? '';
	const [state, setState] = useState(() => ad_state(null));
	const [faults, setFaults] = useState<Faults | null>(null);
	const [isBusy, setBusy] = useState(false);
	const save = async () => {
		if (isBusy)
			return;
		setBusy(true);
		setFaults(null);
		try {
			const filled = Object.entries(ad_body(state)).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
			const body: Row = { adGroupId: group, type, ...Object.fromEntries(filled) };
			const { data } = await client.post<Row>('ads', body);
			store_put('ads', data);
			deed_keep({ resource: 'ads', ids: [String(data['id'])], bodies: [body], name: MAKE.draftOf(AD.theAd) });
			notice_show(MAKE.made(AD.theAd));
			onClose();
			place_set({ open: String(data['id']) });
		} catch (error) {
			setFaults(faults_of(error));
		} finally {
			setBusy(false);
		}
	};
	return (
		<Dialog title={MAKE.ad} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}>
				{faults && <Fault text={faults.all} />}
				<div class="wb-form">
					<ChoiceField label={MAKE.inGroup} value={group} isFirst options={options} fault={faults?.at['adGroupId']} onChange={setGroup} />
					<ChoiceField label={MAKE.type} value={type} options={types.map((one) => [one, format_words(one)])} fault={faults?.at['type']} onChange={setType} />
				</div>
				<AdForm platform={platform} type={type} state={state} fault={(path) => faults?.at[path] ?? null} onChange={setState} />
				<div class="wb-foot-row"><button type="submit" aria-busy={isBusy} disabled={!group}>{MAKE.create}</button><span class="wb-hint">{EDIT.draftsOnly}</span></div>
			</form>
		</Dialog>
	);
}
