/* Import of a bulk file: a dry run with its report, then drafts. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api_key } from '../../api/client.ts';
import type { Resource } from '../../api/types.ts';
import { client, notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { store_reload } from '../../model/store.ts';
import { Busy, Fault } from '../../ui/bits.tsx';
import { ChoiceField, Dialog } from '../../ui/dialog.tsx';
import { format_whole, platform_name } from '../../ui/format.ts';
import { EDIT, IMPORT } from '../../ui/texts.ts';
import { use_work } from './work.ts';

const PAGE = 100;
const BYTES_MOST = 4 * 1024 * 1024;
const PLATFORMS = ['google', 'microsoft', 'meta'];
const KINDS: [kind: 'campaigns' | 'adGroups' | 'ads' | 'keywords', resource: Resource][] = [['campaigns', 'campaigns'], ['adGroups', 'ad-groups'], ['ads', 'ads'], ['keywords', 'keywords']];

interface Counts {
	created: number;
	existing: number;
	updated: number;
	removed: number;
}

type Fields = { [field: string]: unknown };

interface Report {
	applied: boolean;
	platform: string;
	campaigns: Counts;
	adGroups: Counts;
	ads: Counts;
	keywords: Counts;
	rows: number;
	skippedRows: number;
	ignoredColumns: string[];
	objects: { line: number; resource: Resource; outcome: 'CREATED' | 'EXISTING' | 'PART' | 'UPDATED' | 'REMOVED'; before?: Fields; after?: Fields; id: string | null; name: string | null; campaign: string | null }[];
	skipped: { line: number; column: string | null; value: string | null; reason: string; suggestion: string | null }[];
	warnings: { line: number; code: string; message: string }[];
	isCut: boolean;
}

/* The key is the same for each attempt to send the file, until the server refuses it. */
interface Chosen {
	file: File;
	key: string;
}

const sum = (report: Report, what: keyof Counts) => KINDS.reduce((total, [kind]) => total + report[kind][what], 0);

function kinds_words(report: Report): string {
	return KINDS.filter(([kind]) => report[kind].created > 0).map(([kind, resource]) => IMPORT.kinds(resource, report[kind].created, format_whole(report[kind].created))).join(', ');
}

/* The outcome of a row; for a change, each field before and after it. */
function outcome_words({ outcome, before, after }: Report['objects'][number]): string {
	const word = IMPORT.outcomes[outcome] ?? outcome;
	const fields = Object.keys(after ?? {}).map((field) => IMPORT.change(field, JSON.stringify(before?.[field] ?? null), JSON.stringify(after![field])));
	return fields.length > 0 ? `${word}: ${fields.join(', ')}` : word;
}

/* A table of a part of the report, page by page. */
function Pages({ name, head, rows }: { name: string; head: string[]; rows: (string | null)[][] }): JSX.Element | null {
	const [from, setFrom] = useState(0);
	if (rows.length === 0)
		return null;
	const to = Math.min(from + PAGE, rows.length);
	return (
		<div class="wb-preview">
			<h3>{name}</h3>
			<div class="wb-scroll" role="region" aria-label={name} tabIndex={0}>
				<table class="wb-table">
					<thead><tr>{head.map((title) => <th key={title} scope="col">{title}</th>)}</tr></thead>
					<tbody>{rows.slice(from, to).map((cells, i) => <tr key={from + i}>{cells.map((cell, k) => (k === 0 ? <th key={k} scope="row">{cell}</th> : <td key={k}>{cell}</td>))}</tr>)}</tbody>
				</table>
			</div>
			{rows.length > PAGE && (
				<div class="wb-foot-row">
					<button type="button" class="quiet" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>{IMPORT.previous}</button>
					<span class="wb-hint" role="status">{IMPORT.range(format_whole(from + 1), format_whole(to), format_whole(rows.length))}</span>
					<button type="button" class="quiet" disabled={to === rows.length} onClick={() => setFrom(from + PAGE)}>{IMPORT.next}</button>
				</div>
			)}
		</div>
	);
}

function ReportView({ report }: { report: Report }): JSX.Element {
	const existing = sum(report, 'existing');
	const changed = sum(report, 'updated') + sum(report, 'removed');
	return (
		<>
			<p role="status">{IMPORT.outcome(kinds_words(report), existing ? format_whole(existing) : '', report.skippedRows ? format_whole(report.skippedRows) : '')}</p>
			{changed > 0 && <p class="wb-hint">{IMPORT.changed(format_whole(changed))}</p>}
			{existing > 0 && <p class="wb-hint">{IMPORT.existingStay}</p>}
			{report.ignoredColumns.length > 0 && <p class="note">{IMPORT.ignored(report.ignoredColumns.join(', '))}</p>}
			{report.isCut && <p class="note">{IMPORT.cut}</p>}
			<Pages name={IMPORT.refusedRows} head={[IMPORT.line, IMPORT.column, IMPORT.value, IMPORT.reason]} rows={report.skipped.map((one) => [String(one.line), one.column ?? '', one.value ?? '', [one.reason, one.suggestion].filter(Boolean).join('. ')])} />
			<Pages name={IMPORT.warnings} head={[IMPORT.line, IMPORT.warning]} rows={report.warnings.map((one) => [String(one.line), one.message])} />
			<Pages name={IMPORT.takenRows} head={[IMPORT.line, IMPORT.kind, EDIT.object, IMPORT.becomes]} rows={report.objects.map((one) => [String(one.line), IMPORT.kind_of[one.resource] ?? one.resource, one.name ?? '', outcome_words(one)])} />
		</>
	);
}

/* New objects are taken back kind by kind: keywords first, campaigns last. */
function import_show(report: Report, name: string): void {
	for (const [kind, resource] of KINDS) {
		const ids = report.objects.filter((one) => one.outcome === 'CREATED' && one.resource === resource && one.id).map(({ id }) => id!);
		if (ids.length > 0)
			deed_keep({ resource, ids, bodies: [], name: IMPORT.deed(IMPORT.kinds(resource, ids.length, format_whole(ids.length)), name) });
		if (report[kind].created + report[kind].updated + report[kind].removed > 0)
			store_reload(resource);
	}
	if (report.keywords.created + report.keywords.updated + report.keywords.removed > 0)
		store_reload('negative-keywords');
	notice_show(IMPORT.stored(kinds_words(report), report.skippedRows ? format_whole(report.skippedRows) : ''));
}

export function ImportFile({ dropped, onClose }: { dropped: File | null; onClose: () => void }): JSX.Element {
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [platform, setPlatform] = useState('');
	const [report, setReport] = useState<Report | null>(null);
	const work = use_work();
	const latest = useRef(0);
	const send = async (one: Chosen, on: string, apply: boolean) => {
		const { data } = await client.send<Report>('POST', 'import', { file: one.file, key: apply ? one.key : api_key(), query: { name: one.file.name.slice(0, 200), platform: on || null, apply: apply ? 'true' : null } });
		return data;
	};
	const check = (one: Chosen, on: string) => work.run(async () => {
		const turn = ++latest.current;
		setReport(null);
		if (one.file.size > BYTES_MOST)
			throw new Error(IMPORT.tooLarge);
		const told = await send(one, on, false);
		if (turn !== latest.current)
			return;
		setPlatform(told.platform);
		setReport(told);
	}, ['platform']);
	const choose = (file: File | null | undefined) => {
		if (!file)
			return;
		const one = { file, key: api_key() };
		setChosen(one);
		setPlatform('');
		void check(one, '');
	};
	useEffect(() => choose(dropped), []);
	const store = () => work.run(async () => {
		try {
			const stored = await send(chosen!, platform, true);
			import_show(stored, chosen!.file.name);
		} catch (error) {
			/* The server keeps a refusal for its key. */
			setChosen({ ...chosen!, key: api_key() });
			throw error;
		}
		onClose();
	});
	const count = report ? sum(report, 'created') + sum(report, 'updated') + sum(report, 'removed') : 0;
	return (
		<Dialog title={IMPORT.title} onClose={onClose}>
			<div class="wb-form">
				<div class="wb-labeled">
					<label for="wb-import-file">{IMPORT.file}</label>
					<input id="wb-import-file" type="file" accept=".csv,.tsv,.txt,text/csv" aria-describedby="wb-import-hint" disabled={work.isBusy} onChange={(event) => choose((event.target as HTMLInputElement).files?.[0])} />
					<p class="wb-hint" id="wb-import-hint">{IMPORT.hint}</p>
				</div>
				<ChoiceField label={IMPORT.platform} value={platform} fault={work.at('platform')} options={[['', IMPORT.ofFile], ...PLATFORMS.map((one): [string, string] => [one, platform_name(one)])]} onChange={(value) => {
					setPlatform(value);
					if (chosen && !work.isBusy)
						void check(chosen, value);
				}} />
			</div>
			{chosen && <p>{IMPORT.named(chosen.file.name)}</p>}
			{work.isBusy && !report && <Busy />}
			{work.fault && <Fault text={work.fault} />}
			{report && <ReportView report={report} />}
			<div class="wb-foot-row">
				<button type="button" disabled={count === 0} aria-busy={work.isBusy} onClick={() => void store()}>{count > 0 ? IMPORT.store(format_whole(count)) : IMPORT.storeNone}</button>
				<span class="wb-hint">{EDIT.draftsOnly}</span>
			</div>
		</Dialog>
	);
}
