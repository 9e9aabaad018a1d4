/* Reports: period and comparison, level, breakdown; a chart and a table with totals; CSV. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fault_words } from '../api/client.ts';
import type { Row } from '../api/types.ts';
import { boot, client, notice_show, place, place_set } from '../model/app.ts';
import { period_of, type Days, type Period } from '../model/period.ts';
import { row_key, rows_join } from '../model/report_rows.ts';
import { csv_download, csv_lines } from '../model/sheet.ts';
import { Busy, Empty, Fault, Platform, Title } from '../ui/bits.tsx';
import { days_before, format_money, format_number, format_percent, format_time, format_whole, platform_name } from '../ui/format.ts';
import { use_load } from '../ui/load.ts';
import { SavedViews } from '../ui/saved.tsx';
import { REPORTS, TEXTS, VIEWS } from '../ui/texts.ts';
import { list_all } from './lists.tsx';

const LEVELS: [string, string][] = [['ACCOUNT', 'Platform'], ['CAMPAIGN', 'Campaign'], ['AD_GROUP', 'Ad group'], ['AD', 'Ad'], ['KEYWORD', 'Keyword']];
const BREAKDOWNS: [string, string][] = [['', 'No breakdown'], ['date', 'By day'], ['week', 'By week'], ['month', 'By month']];
const PERIODS: [string, string][] = [['7', 'Last 7 days'], ['14', 'Last 14 days'], ['30', 'Last 30 days'], ['90', 'Last 90 days'], ['this-month', 'This month'], ['last-month', 'Last month']];
type Write = (value: number) => string;
const FIGURES: [string, string, Write][] = [
	['impressions', 'Impressions', format_whole], ['clicks', 'Clicks', format_whole], ['ctr', 'CTR', format_percent], ['cost', 'Cost', format_money], ['averageCpc', 'Avg. CPC', format_money],
	['conversions', 'Conversions', format_number], ['costPerConversion', 'Cost / conv.', format_money], ['conversionValue', 'Value', format_money], ['roas', 'ROAS', format_number],
];
const CHARTED = ['cost', 'clicks', 'impressions', 'conversions', 'conversionValue'];

interface Report {
	rows: Row[];
	total: number;
	totals: Row;
	before: Row | null;
	/* The rows of the earlier period by what they are of. */
	earlier: Map<string, Row>;
	days: Row[];
	dataAsOf: string | null;
}

interface Choice {
	days: string;
	level: string;
	breakdown: string;
	platform: string | null;
	compares: boolean;
}

const choice_period = (choice: Choice): Period => period_of(choice.days, days_before(0));

const query_of = (choice: Choice, { from, to }: Days) => ({
	from, to, level: choice.level, platform: choice.platform,
	groupBy: [choice.breakdown, choice.level === 'ACCOUNT' ? 'platform' : ''].filter(Boolean).join(',') || null,
});

/* Rows of days, weeks and months have no earlier ones of their own; the total has. */
async function earlier_read(choice: Choice): Promise<{ rows: Row[]; totals: Row | null }> {
	if (!choice.compares)
		return { rows: [], totals: null };
	const query = query_of(choice, choice_period(choice).before);
	const { rows, meta } = choice.breakdown
		? { ...await client.get<Row[]>('reports/performance', { ...query, level: 'ACCOUNT', groupBy: null }), rows: [] }
		: await list_all('reports/performance', query);
	return { rows, totals: meta.totals ?? null };
}

async function report_read(choice: Choice): Promise<Report> {
	const period = choice_period(choice);
	const [list, before, days] = await Promise.all([
		list_all('reports/performance', query_of(choice, period)),
		earlier_read(choice),
		list_all('reports/performance', { from: period.from, to: period.to, level: 'ACCOUNT', groupBy: 'date', platform: choice.platform }),
	]);
	const earlier = new Map(before.rows.map((row) => [row_key(row), row]));
	/* Of a cut list nobody can say which rows are missing. */
	const isWhole = list.rows.length === list.total;
	const rows = isWhole ? rows_join(list.rows, earlier) : list.rows;
	return {
		rows, total: isWhole ? rows.length : list.total, totals: list.meta.totals ?? {}, before: before.totals, earlier, days: days.rows, dataAsOf: list.meta.dataAsOf ?? null,
	};
}

const number_of = (row: Row | null | undefined, name: string) => (typeof row?.[name] === 'number' ? (row[name] as number) : null);

function name_of(row: Row): JSX.Element {
	const name = row['name'] ?? row['text'];
	return name ? <>{String(name)}</> : row['platform'] && !row['campaignId'] ? <Platform name={row['platform']} /> : <>{String(row['keywordId'] ?? row['adId'] ?? row['adGroupId'] ?? row['campaignId'] ?? 'All')}</>;
}

function Figure({ value, write, before }: { value: number | null; write: Write; before?: number | null }): JSX.Element {
	return (
		<>
			{value === null ? <span class="wb-none" title={TEXTS.notCollected}><span aria-hidden="true"> </span><span class="hide">not collected</span></span> : write(value)}
			{before !== undefined && value === null && before !== null && <span class="wb-change">{REPORTS.earlier(write(before))}</span>}
			{before !== undefined && value !== null && before !== null && before !== 0 && <span class="wb-change">{value === before ? 'unchanged' : `${value > before ? '▲' : '▼'} ${format_percent(Math.abs(value - before) / before)}`}</span>}
		</>
	);
}

function Chart({ days, figure, label }: { days: Row[]; figure: string; label: string }): JSX.Element {
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		let isCurrent = true;
		let stop = () => {};
		void import('../charts/chart.ts').then(({ chart_draw }) => {
			if (isCurrent && box.current)
				stop = chart_draw(box.current, days.map((row) => Date.parse(`${String(row['date'])}T00:00:00Z`) / 1000), days.map((row) => number_of(row, figure)), label);
		});
		return () => {
			isCurrent = false;
			stop();
		};
	}, [days, figure]);
	return <div class="wb-chart" ref={box} role="img" aria-label={`${label} by day; the same figures are in the table by day`} />;
}

export function csv_write(rows: Row[], fields: string[]): string {
	return csv_lines([fields, ...rows.map((row) => fields.map((name) => row[name]))]);
}

/* The figures of the earlier period stand beside those of the period. */
function csv_save(choice: Choice, rows: Row[], earlier: Map<string, Row>): void {
	const { from, to } = choice_period(choice);
	const keys = ['date', 'week', 'month', 'platform', 'campaignId', 'adGroupId', 'adId', 'keywordId', 'name'].filter((name) => rows.some((row) => row[name] !== undefined));
	const all = rows.map((row): Row => ({ ...row, ...Object.fromEntries(FIGURES.map(([name]) => [`${name}Before`, earlier.get(row_key(row))?.[name] ?? null])) }));
	const figures = FIGURES.flatMap(([name]) => (earlier.size > 0 ? [name, `${name}Before`] : [name]));
	csv_download(`adcore-${choice.level.toLowerCase()}-${from}-${to}.csv`, csv_write(all, [...keys, ...figures]));
	notice_show(`${format_whole(rows.length)} rows saved as CSV in ${boot.space.currency}.`);
}

function Select({ label, name, options, value }: { label: string; name: string; options: [string, string][]; value: string }): JSX.Element {
	return <select class="wb-select" aria-label={label} value={value} onChange={(event) => place_set({ [name]: (event.target as HTMLSelectElement).value || null })}>{options.map(([one, text]) => <option key={one} value={one}>{text}</option>)}</select>;
}

function Table({ report, choice }: { report: Report; choice: Choice }): JSX.Element {
	const when = choice.breakdown;
	const label = LEVELS.find(([level]) => level === choice.level)?.[1] ?? '';
	return (
		<div class="wb-scroll" role="region" aria-label="Report" tabIndex={0}>
			<table class="wb-table wb-report">
				<thead><tr><th scope="col">{label}</th>{when && <th scope="col">{when === 'date' ? 'Day' : when === 'week' ? 'Week' : 'Month'}</th>}{FIGURES.map(([name, text]) => <th scope="col" key={name} class="wb-right">{text}</th>)}</tr></thead>
				<tbody>{report.rows.map((row, i) => (
					<tr key={i}><th scope="row">{name_of(row)}</th>{when && <td>{String(row[when] ?? row['date'] ?? '')}</td>}{FIGURES.map(([name, , write]) => <td key={name} class="wb-right"><Figure value={number_of(row, name)} write={write} {...(report.earlier.size > 0 ? { before: number_of(report.earlier.get(row_key(row)), name) } : {})} /></td>)}</tr>
				))}</tbody>
				<tfoot><tr><th scope="row">Total</th>{when && <td />}{FIGURES.map(([name, , write]) => <td key={name} class="wb-right"><Figure value={number_of(report.totals, name)} write={write} {...(report.before ? { before: number_of(report.before, name) } : {})} /></td>)}</tr></tfoot>
			</table>
		</div>
	);
}

export function Reports(): JSX.Element {
	const { parameters } = place.value;
	const choice: Choice = {
		days: PERIODS.some(([days]) => days === parameters.get('days')) ? parameters.get('days')! : '30', level: LEVELS.some(([level]) => level === parameters.get('level')) ? parameters.get('level')! : 'CAMPAIGN',
		breakdown: parameters.get('by') ?? '', platform: parameters.get('platform'), compares: parameters.get('compare') !== 'no',
	};
	const figure = CHARTED.includes(parameters.get('chart') ?? '') ? parameters.get('chart')! : 'cost';
	const { data, fault, again } = use_load(() => report_read(choice), JSON.stringify(choice));
	const [busy, setBusy] = useState(false);
	const period = choice_period(choice);
	const save = async () => {
		setBusy(true);
		try {
			csv_save(choice, (data && data.rows.length === data.total ? data : await list_all('reports/performance', query_of(choice, period))).rows, data?.earlier ?? new Map());
		} catch (error) {
			notice_show(fault_words(error), true);
		}
		setBusy(false);
	};
	const charted = FIGURES.find(([name]) => name === figure)!;
	return (
		<>
			<Title text="Reports">{data && <p class="wb-sum" role="status">{format_whole(data.total)} {data.total === 1 ? 'row' : 'rows'}{data.dataAsOf ? `, figures as of ${format_time(data.dataAsOf)}` : ''}</p>}</Title>
			<div class="wb-tools">
				<Select label="Period" name="days" options={PERIODS} value={choice.days} />
				<Select label="Level" name="level" options={LEVELS} value={choice.level} />
				<Select label="Breakdown" name="by" options={BREAKDOWNS} value={choice.breakdown} />
				<Select label="Platform" name="platform" options={[['', TEXTS.everything], ...['google', 'microsoft', 'reddit', 'meta'].map((one): [string, string] => [one, platform_name(one)])]} value={choice.platform ?? ''} />
				<label class="wb-check"><input type="checkbox" checked={choice.compares} onChange={() => place_set({ compare: choice.compares ? 'no' : null })} />Compare with the period before</label>
				<SavedViews what="reports" label={VIEWS.reports} save={VIEWS.saveReport} />
				<button type="button" class="wb-button" disabled={busy || !data || data.rows.length === 0} onClick={() => void save()}>Download CSV</button>
			</div>
			{fault && <Fault text={fault} onRetry={again} />}
			{!data && !fault && <Busy />}
			{data && data.rows.length === 0 && <Empty title="No figures of this period"><p>Nothing was collected for these days. A pull fetches the daily figures of each connected ad account. Days without a pull stay blank; they are not 0.</p></Empty>}
			{data && data.rows.length > 0 && (
				<>
					<section class="wb-card" aria-label="Chart">
						<div class="wb-cardhead"><h2>{charted[1]} by day</h2><Select label="Figure of the chart" name="chart" options={FIGURES.filter(([name]) => CHARTED.includes(name)).map(([name, text]): [string, string] => [name, text])} value={figure} /></div>
						<Chart days={data.days} figure={figure} label={charted[1]} />
					</section>
					<Table report={data} choice={choice} />
					{data.rows.length < data.total && <p class="note">The table shows the first {format_whole(data.rows.length)} of {format_whole(data.total)} rows; the total is of all. Choose a platform or a higher level to see the rest.</p>}
					<p class="wb-hint">Money in {boot.space.currency}. A blank cell means that the platform gave no figure or that no pull collected it.{choice.compares && data.before ? ` ${period.from} to ${period.to} is compared with ${period.before.from} to ${period.before.to}.` : ''}</p>
				</>
			)}
		</>
	);
}
