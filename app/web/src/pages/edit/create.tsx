/* New campaign, ad group and keywords, and copies of campaigns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Resource, Row } from '../../api/types.ts';
import { amount_read } from '../../model/amount.ts';
import { boot, client, notice_show, place_set } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { keyword_lines, type KeywordLine } from '../../model/keyword_lines.ts';
import { batch_send, fault_text, results_show, type Done } from '../../model/many.ts';
import { store_put, store_reload, store_table } from '../../model/store.ts';
import { table_get, type Table } from '../../model/table.ts';
import { Fault } from '../../ui/bits.tsx';
import { ChoiceField, Dialog, TextField } from '../../ui/dialog.tsx';
import { format_whole, format_words, platform_name } from '../../ui/format.ts';
import { EDIT, MAKE } from '../../ui/texts.ts';
import type { DialogProps } from '../campaigns_acts.tsx';
import { list_read } from './bulk.tsx';
import { Preview, type Line } from './preview.tsx';
import { use_work } from './work.ts';

const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];
const TYPES: { [platform: string]: string } = { google: 'SEARCH', microsoft: 'SEARCH', reddit: 'SOCIAL', meta: 'SOCIAL' };
const OBJECTIVES = ['TRAFFIC', 'LEADS', 'SALES', 'AWARENESS', 'APP_INSTALLS', 'ENGAGEMENT'];
const MATCHES: [string, string][] = [['BROAD', 'Broad'], ['PHRASE', 'Phrase'], ['EXACT', 'Exact']];

const number_or_text = (text: string) => (text.trim() === '' ? null : amount_read(text) ?? text);

/* An object was made: it is shown, opened and can be taken back. */
function made_show(resource: Resource, object: Row, body: Row | null): void {
	store_put(resource, object);
	deed_keep({ resource, ids: [String(object['id'])], bodies: body ? [body] : [], name: MAKE.draftOf(String(object['name'] ?? '')) });
	notice_show(MAKE.made(String(object['name'] ?? '')));
}

export function NewCampaign({ at, onClose }: DialogProps): JSX.Element {
	const [form, setForm] = useState({
		platform: PLATFORMS.includes(at ?? '') ? at! : 'google', name: '', budget: '', locations: '', languages: '', startDate: '', endDate: '', objective: 'TRAFFIC', status: 'PAUSED',
	});
	const work = use_work();
	const put = (name: keyof typeof form) => (value: string) => setForm((now) => ({ ...now, [name]: value }));
	const type = TYPES[form.platform]!;
	const save = () => work.run(async () => {
		const body: Row = {
			platform: form.platform, type, name: form.name.trim(), budget: number_or_text(form.budget), status: form.status,
			locations: list_read(form.locations).map((code) => ({ code: code.toUpperCase() })), languages: list_read(form.languages),
			...(form.startDate ? { startDate: form.startDate } : {}), ...(form.endDate ? { endDate: form.endDate } : {}), ...(type === 'SOCIAL' ? { objective: form.objective } : {}),
		};
		const { data } = await client.post<Row>('campaigns', body);
		made_show('campaigns', data, body);
		onClose();
		place_set({ open: String(data['id']), resource: null });
	}, ['platform', 'type', 'name', 'budget', 'locations', 'languages', 'startDate', 'endDate', 'objective', 'status']);
	const text = (name: keyof typeof form, label: string, more: { hint?: string; type?: 'number' | 'date' } = {}) =>
		<TextField label={label} value={form[name]} onChange={put(name)} fault={work.at(name)} {...more} />;
	return (
		<Dialog title={MAKE.campaign} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}>
				<div class="wb-form">
					<ChoiceField label={MAKE.platform} value={form.platform} isFirst fault={work.at('platform')} options={PLATFORMS.map((one) => [one, platform_name(one)])} onChange={put('platform')} />
					<ChoiceField label={MAKE.type} value={type} fault={work.at('type')} options={[[type, format_words(type)]]} onChange={() => {}} hint={MAKE.typeHint[type]} />
					{text('name', MAKE.name)}
					{text('budget', MAKE.budget(boot.space.currency), { type: 'number' })}
					{type === 'SOCIAL' && <ChoiceField label={MAKE.objective} value={form.objective} fault={work.at('objective')} options={OBJECTIVES.map((one) => [one, format_words(one)])} onChange={put('objective')} />}
					{text('locations', MAKE.places, { hint: MAKE.placesHint })}
					{text('languages', MAKE.languages, { hint: MAKE.languagesHint })}
					{text('startDate', MAKE.start, { type: 'date' })}
					{text('endDate', MAKE.end, { type: 'date' })}
					<ChoiceField label={MAKE.status} value={form.status} fault={work.at('status')} options={[['PAUSED', 'Paused'], ['ENABLED', 'Enabled']]} onChange={put('status')} hint={MAKE.statusHint} />
				</div>
				{form.locations.trim() === '' && <p class="note">{MAKE.everywhere}</p>}
				{work.fault && <Fault text={work.fault} />}
				<div class="wb-foot-row"><button type="submit" aria-busy={work.isBusy}>{MAKE.create}</button><span class="wb-hint">{EDIT.draftsOnly}</span></div>
			</form>
		</Dialog>
	);
}

function options_of(table: Table | null, passes: (row: number) => boolean = () => true): [string, string][] {
	const out: [string, string][] = [];
	for (let row = 0; table && row < table.count; row++)
		if (passes(row))
			out.push([String(table_get(table, 'id', row)), String(table_get(table, 'name', row) ?? '')]);
	return out.sort((a, b) => a[1].localeCompare(b[1]));
}

/* Campaigns with their platform, since names may be alike. */
function campaign_options(table: Table | null, passes?: (row: number) => boolean): [string, string][] {
	return options_of(table, passes).map(([id, name]) => [id, `${name} (${platform_name(table_get(table!, 'platform', table!.index.get(id)!))})`]);
}

/* The campaign of what is chosen in the tree. */
function campaign_of(at: string | null, groups: Table | null): string | null {
	if (at?.startsWith('cmp_'))
		return at;
	const row = at?.startsWith('agr_') ? groups?.index.get(at) : undefined;
	return groups && row !== undefined ? String(table_get(groups, 'campaignId', row)) : null;
}

export function NewAdGroup({ at, onClose }: DialogProps): JSX.Element {
	const campaigns = store_table('campaigns', 'LAST_30_DAYS').value.table;
	const groups = store_table('ad-groups').value.table;
	const options = campaign_options(campaigns);
	const [campaignId, setCampaign] = useState(campaign_of(at, groups) ?? options[0]?.[0] ?? '');
	const [name, setName] = useState('');
	const [bid, setBid] = useState('');
	const work = use_work();
	const save = () => work.run(async () => {
		const body: Row = { campaignId, name: name.trim(), ...(bid.trim() ? { cpcBid: number_or_text(bid) } : {}) };
		const { data } = await client.post<Row>('ad-groups', body);
		made_show('ad-groups', data, body);
		onClose();
	}, ['campaignId', 'name', 'cpcBid']);
	return (
		<Dialog title={MAKE.adGroup} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}>
				<div class="wb-form">
					<ChoiceField label={MAKE.inCampaign} value={campaignId} options={options} onChange={setCampaign} fault={work.at('campaignId')} />
					<TextField label={MAKE.name} value={name} onChange={setName} isFirst fault={work.at('name')} />
					<TextField label={MAKE.bid} value={bid} onChange={setBid} type="number" fault={work.at('cpcBid')} hint={MAKE.optional} />
				</div>
				{work.fault && <Fault text={work.fault} />}
				<div class="wb-foot-row"><button type="submit" aria-busy={work.isBusy}>{MAKE.create}</button><span class="wb-hint">{EDIT.draftsOnly}</span></div>
			</form>
		</Dialog>
	);
}

const MARKS: { [match in KeywordLine['matchType']]: (text: string) => string } = { EXACT: (text) => `[${text}]`, PHRASE: (text) => `"${text}"`, BROAD: (text) => text };

/* The lines that were not made: they stay in the field, to be mended and sent again. */
function lines_left(keywords: KeywordLine[], results: Done[]): string {
	return keywords.filter((_, i) => results[i] === undefined || results[i].fault).map(({ text, matchType }) => MARKS[matchType](text)).join('\n');
}

export function NewKeywords({ target, at, onClose }: DialogProps): JSX.Element {
	const campaigns = store_table('campaigns', 'LAST_30_DAYS').value.table;
	const groups = store_table('ad-groups').value.table;
	const isNegative = target.resource === 'negative-keywords';
	const takes = (row: number) => table_get(campaigns!, 'platform', row) !== 'meta';
	const campaignOptions = campaign_options(campaigns, takes);
	const [campaignId, setCampaign] = useState(campaign_of(at, groups) ?? campaignOptions[0]?.[0] ?? '');
	const groupOptions = options_of(groups, (row) => table_get(groups!, 'campaignId', row) === campaignId);
	const [group, setGroup] = useState(at?.startsWith('agr_') ? at : '');
	const groupId = group === 'campaign' && isNegative ? '' : groupOptions.some(([id]) => id === group) ? group : groupOptions[0]?.[0] ?? '';
	const [text, setText] = useState('');
	const [otherwise, setOtherwise] = useState<KeywordLine['matchType']>(isNegative ? 'PHRASE' : 'BROAD');
	const [bid, setBid] = useState('');
	const [lines, setLines] = useState<{ key: string; lines: Line[] } | null>(null);
	const work = use_work();
	const { keywords, doubles } = keyword_lines(text, otherwise);
	const bodies = keywords.map(({ text: words, matchType }): Row => ({
		...(groupId ? { adGroupId: groupId } : { campaignId }), text: words, matchType, ...(isNegative ? { negative: true } : {}), ...(bid.trim() && !isNegative ? { cpcBid: number_or_text(bid) } : {}),
	}));
	const key = JSON.stringify([groupId, campaignId, keywords, bid]);
	const operations = bodies.map((body) => ({ method: 'POST' as const, body }));
	const refusals = (results: Done[]): Line[] => keywords.map((one, i) => ({
		id: String(i), name: MARKS[one.matchType](one.text), fault: results[i]?.fault ? fault_text(results[i].fault) : null,
		changes: [{ field: 'text', label: MAKE.newKeyword, from: null, to: MARKS[one.matchType](one.text) }],
	}));
	const check = () => work.run(async () => setLines({ key, lines: refusals(await batch_send('keywords', operations, undefined, true)) }));
	const save = () => work.run(async () => {
		const results: Done[] = [];
		const made: Row[] = [];
		/* Each block that was answered leaves the field: what stays there is not made. */
		const keep = (block: Done[], from: number) => {
			results.push(...block);
			results_show('keywords', block);
			block.forEach(({ data }, i) => data && made.push({ id: data['id'] ?? null, body: bodies[from + i]! }));
		};
		try {
			await batch_send('keywords', operations, keep);
		} finally {
			if (made.length > 0)
				deed_keep({ resource: 'keywords', ids: made.map(({ id }) => String(id)), bodies: made.map(({ body }) => body as Row), name: MAKE.keywordsMade(format_whole(made.length)) });
			setText(lines_left(keywords, results));
		}
		const refused = refusals(results).filter(({ fault }) => fault);
		notice_show(MAKE.saved(MAKE.keywordsMade(format_whole(made.length)), refused.length ? format_whole(refused.length) : ''), refused.length > 0);
		if (refused.length === 0)
			return onClose();
		setLines({ key: '', lines: refused });
	});
	const shown = lines && (lines.key === key || lines.key === '') ? lines.lines : null;
	return (
		<Dialog title={isNegative ? MAKE.negatives : MAKE.keywords} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void check();
			}}>
				<div class="wb-form">
					<ChoiceField label={MAKE.inCampaign} value={campaignId} options={campaignOptions} onChange={setCampaign} />
					<ChoiceField label={MAKE.inGroup} value={groupId || 'campaign'} options={[...(isNegative ? [['campaign', MAKE.wholeCampaign] as [string, string]] : []), ...groupOptions]} onChange={setGroup} hint={groupOptions.length === 0 ? MAKE.noGroup : undefined} />
					<div class="wb-wide"><TextField label={MAKE.lines} value={text} onChange={setText} rows={8} isFirst hint={MAKE.linesHint} /></div>
					<ChoiceField label={MAKE.otherwise} value={otherwise} options={MATCHES} onChange={(value) => setOtherwise(value as KeywordLine['matchType'])} />
					{!isNegative && <TextField label={MAKE.bid} value={bid} onChange={setBid} type="number" hint={MAKE.optional} />}
				</div>
				<p class="wb-hint" role="status">{MAKE.counted(format_whole(keywords.length), doubles ? format_whole(doubles) : '')}</p>
				{work.fault && <Fault text={work.fault} />}
				{shown && <Preview lines={shown} />}
				<div class="wb-foot-row">
					<button type="button" class="wb-apply" disabled={keywords.length === 0 || (!groupId && !isNegative)} aria-busy={work.isBusy} onClick={() => void save()}>{MAKE.addKeywords(format_whole(keywords.length))}</button>
					<button type="submit" class="quiet" disabled={keywords.length === 0}>{EDIT.check}</button>
					<span class="wb-hint">{EDIT.draftsOnly}</span>
				</div>
			</form>
		</Dialog>
	);
}

interface Copied {
	campaign: Row;
	copied: { adGroups: number; ads: number; keywords: number };
	report: { resource: string; id: string; path: string; code: string; message: string }[];
	notCarried: number;
}

function Report({ answers }: { answers: { name: string; answer: Copied }[] }): JSX.Element {
	return (
		<div class="wb-preview">
			{answers.map(({ name, answer: { copied, report, notCarried } }, i) => (
				<section key={i}>
					<p role="status"><b>{name}</b>: {MAKE.copied(format_whole(copied.adGroups), format_whole(copied.ads), format_whole(copied.keywords))} {notCarried === 0 ? MAKE.allCarried : MAKE.notCarried(format_whole(notCarried))}</p>
					{report.length > 0 && (
						<div class="wb-scroll" role="region" aria-label={MAKE.lost(name)} tabIndex={0}>
							<table class="wb-table">
								<thead><tr><th scope="col">{EDIT.object}</th><th scope="col">{EDIT.field}</th><th scope="col">{MAKE.why}</th></tr></thead>
								<tbody>{report.slice(0, 200).map(({ resource, id, path, message }, k) => <tr key={k}><th scope="row">{format_words(resource)} <code>{id}</code></th><td>{path}</td><td>{message}</td></tr>)}</tbody>
							</table>
						</div>
					)}
				</section>
			))}
		</div>
	);
}

/* The other platform that has campaigns of the same type. */
const TWINS: { [platform: string]: string } = { google: 'microsoft', microsoft: 'google', reddit: 'meta', meta: 'reddit' };

/* Where it goes: "" is the platform of each campaign itself. */
function CopyDialog({ target, onClose, title, first }: DialogProps & { title: string; first: string }): JSX.Element {
	const ids = target.selected.length > 0 ? target.selected : target.shown.slice(0, 1);
	const name_of = (id: string) => String(table_get(target.table, 'name', target.table.index.get(id) ?? -1) ?? id);
	const own = table_get(target.table, 'platform', target.table.index.get(ids[0] ?? '') ?? -1);
	const [platform, setPlatform] = useState(first === '' ? '' : TWINS[String(own)] ?? 'microsoft');
	const [name, setName] = useState('');
	const [answers, setAnswers] = useState<{ key: string; list: { name: string; answer: Copied }[] } | null>(null);
	const [isDone, setDone] = useState(false);
	const work = use_work();
	const key = `${platform} ${name}`;
	const copy = (validateOnly: boolean) => work.run(async () => {
		const list: { name: string; answer: Copied }[] = [];
		try {
			for (const id of ids) {
				const body: Row = { ...(platform ? { platform } : {}), ...(name.trim() && ids.length === 1 ? { name: name.trim() } : {}) };
				const { data } = await client.post<Copied>(`campaigns/${id}/copy`, body, validateOnly ? { validateOnly: true } : {});
				list.push({ name: name_of(id), answer: data });
				if (!validateOnly)
					made_show('campaigns', data.campaign, null);
			}
		} finally {
			if (list.length > 0)
				setAnswers({ key, list });
			if (!validateOnly && list.length > 0) {
				setDone(true);
				for (const resource of ['ad-groups', 'ads', 'keywords', 'negative-keywords'] as Resource[])
					store_reload(resource);
			}
		}
		if (!validateOnly && list.every(({ answer }) => answer.notCarried === 0))
			onClose();
	}, ['platform', 'name']);
	return (
		<Dialog title={title} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void copy(true);
			}}>
				<p class="wb-hint">{ids.length === 1 ? name_of(ids[0]!) : MAKE.campaigns(format_whole(ids.length))}</p>
				{!isDone && <div class="wb-form">
					<ChoiceField label={MAKE.to} value={platform} isFirst fault={work.at('platform')} options={[['', MAKE.samePlatform], ...PLATFORMS.map((one) => [one, platform_name(one)] as [string, string])]} onChange={setPlatform} />
					{ids.length === 1 && <TextField label={MAKE.name} value={name} onChange={setName} fault={work.at('name')} hint={MAKE.copyNameHint} />}
				</div>}
				{work.fault && <Fault text={work.fault} />}
				{answers && (isDone || answers.key === key) && <Report answers={answers.list} />}
				<div class="wb-foot-row">
					{isDone ? <button type="button" onClick={onClose}>{MAKE.finish}</button> : <>
						<button type="button" class="wb-apply" aria-busy={work.isBusy} onClick={() => void copy(false)}>{MAKE.copy}</button>
						<button type="submit" class="quiet">{EDIT.check}</button>
						<span class="wb-hint">{MAKE.copyPaused}</span>
					</>}
				</div>
			</form>
		</Dialog>
	);
}

export const Duplicate = (props: DialogProps): JSX.Element => <CopyDialog {...props} title={MAKE.duplicate} first="" />;
export const CopyAcross = (props: DialogProps): JSX.Element => <CopyDialog {...props} title={MAKE.across} first="other" />;
