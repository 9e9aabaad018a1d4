/* Performance as a chart of one figure and a table of all. What was not collected is no zero. */

const SVG = 'http://www.w3.org/2000/svg';
const MONEY = ['cost', 'conversionValue', 'averageCpc', 'costPerConversion'];
const FIGURES = ['cost', 'impressions', 'clicks', 'conversions', 'conversionValue', 'ctr', 'averageCpc', 'costPerConversion', 'roas'];
/* A rate of several rows is that of their sums. */
const RATES = { ctr: ['clicks', 'impressions'], averageCpc: ['cost', 'clicks'], costPerConversion: ['cost', 'conversions'], roas: ['conversionValue', 'cost'] };
const NAMES = { ctr: 'Click rate', roas: 'Return on ad spend', averageCpc: 'Average cost of a click' };
const BARS_MAX = 12;

let figure = 'cost';
let draw = () => {};

const figureName = (name) => NAMES[name] ?? words(name);

function figureText(name, value, currency) {
	if (!isNumber(value))
		return '\u2013';
	if (MONEY.includes(name))
		return money(value, currency);
	return format(value, name === 'ctr' ? { style: 'percent', maximumFractionDigits: 2 } : { maximumFractionDigits: 2 });
}

function sumOf(rows, name) {
	const known = rows.map((row) => row[name]).filter(isNumber);
	return known.length ? known.reduce((sum, value) => sum + value, 0) : undefined;
}

function figureOf(rows, name) {
	if (rows.length === 1 || !RATES[name])
		return rows.length === 1 ? rows[0][name] : sumOf(rows, name);
	const [over, under] = RATES[name].map((part) => sumOf(rows, part));
	return isNumber(over) && isNumber(under) && under !== 0 ? over / under : undefined;
}

const idOf = (row) => row.keywordId ?? row.adId ?? row.adGroupId ?? row.campaignId;
const labelOf = (row) => String(row.name ?? idOf(row) ?? (row.platform ? words(row.platform) : 'All campaigns'));

/* --- the chart --- */

function svg(name, props, ...children) {
	const one = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(props))
		one.setAttribute(key, value);
	one.append(...children);
	return one;
}

/* A unit is a pixel, so that words are as large as elsewhere; drawn anew where the width changes. */
const widthNow = () => Math.max(240, view.clientWidth);

/* The points of the chart: periods in their order, or the highest rows. */
function pointsOf(rows, name) {
	const byDate = rows.some((row) => row.date);
	const groups = new Map();
	for (const [index, row] of rows.entries()) {
		const key = byDate ? String(row.date) : String(index);
		groups.set(key, [...groups.get(key) ?? [], row]);
	}
	const points = [...groups].map(([key, members]) => ({ label: byDate ? key : labelOf(members[0]), value: figureOf(members, name) }))
		.filter((point) => isNumber(point.value));
	if (byDate)
		return { byDate, points: points.sort((a, b) => (a.label < b.label ? -1 : 1)) };
	return { byDate, points: points.sort((a, b) => b.value - a.value).slice(0, BARS_MAX) };
}

function lineChart(points, top, text) {
	const [width, height, side, foot] = [widthNow(), 220, 8, 24];
	const x = (i) => side + (points.length === 1 ? (width - 2 * side) / 2 : i * (width - 2 * side) / (points.length - 1));
	const y = (value) => height - foot - (height - foot - 24) * value / top;
	const chart = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img' });
	for (const part of [0, 0.5, 1])
		chart.append(svg('line', { class: 'grid', x1: 0, x2: width, y1: y(top * part), y2: y(top * part) }));
	chart.append(svg('text', { x: 0, y: y(top) - 6 }, text(top)),
		svg('polyline', { class: 'line', points: points.map((point, i) => `${x(i).toFixed(1)},${y(point.value).toFixed(1)}`).join(' ') }),
		...points.map((point, i) => svg('circle', { class: 'dot', cx: x(i).toFixed(1), cy: y(point.value).toFixed(1), r: 3 }, svg('title', {}, `${point.label}: ${text(point.value)}`))),
		svg('text', { x: 0, y: height - 6 }, points[0].label),
		svg('text', { x: width, y: height - 6, 'text-anchor': 'end' }, points.length > 1 ? points.at(-1).label : ''));
	return chart;
}

function barChart(points, top, text) {
	const [width, each] = [widthNow(), 40];
	const chart = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${points.length * each}`, role: 'img' });
	for (const [i, point] of points.entries()) {
		const fits = Math.floor(width / 9) - 14;
		const shown = point.label.length > fits ? `${[...point.label].slice(0, fits - 1).join('')}\u2026` : point.label;
		chart.append(svg('text', { class: 'label', x: 0, y: i * each + 14 }, shown),
			svg('text', { x: width, y: i * each + 14, 'text-anchor': 'end' }, text(point.value)),
			svg('rect', { class: 'block', x: 0, y: i * each + 20, width: Math.max(1, width * Math.max(0, point.value) / top).toFixed(1), height: 10, rx: 3 }));
	}
	return chart;
}

function chartOf(rows, currency) {
	const { byDate, points } = pointsOf(rows, figure);
	const text = (value) => figureText(figure, value, currency);
	const top = Math.max(...points.map((point) => point.value), 0);
	if (!points.length || top <= 0)
		return el('p', { class: 'soft' }, points.length ? `${figureName(figure)} is 0 in all of these rows.` : `${figureName(figure)} was not collected.`);
	const chart = (byDate ? lineChart : barChart)(points, top, text);
	const highest = points.reduce((best, point) => (point.value > best.value ? point : best));
	chart.setAttribute('aria-label', `${figureName(figure)} of ${byDate ? `${points.length} periods from ${points[0].label} to ${points.at(-1).label}` : `${points.length} rows`}; `
		+ `the highest is ${highest.label} with ${text(highest.value)}. The table below has all figures.`);
	return chart;
}

/* --- the table --- */

function tableOf(rows, report) {
	const { currency, totals } = report;
	const dated = rows.some((row) => row.date);
	const named = rows.some((row) => idOf(row) || row.platform);
	const shown = FIGURES.filter((name) => isNumber(totals?.[name]) || rows.some((row) => isNumber(row[name])));
	const cells = (row) => shown.map((name) => el('td', { class: 'num' }, ...(isNumber(row?.[name]) ? [figureText(name, row[name], currency)]
		: [el('span', { 'aria-hidden': 'true' }, '\u2013'), el('span', { class: 'hide' }, 'not collected')])));
	const head = (row) => [
		named ? el('th', { scope: 'row' }, labelOf(row), el('span', { class: 'kind' }, row.platform && row.name ? words(row.platform) : '')) : null,
		dated ? el(named ? 'td' : 'th', named ? null : { scope: 'row' }, String(row.date ?? '')) : null,
		named || dated ? null : el('th', { scope: 'row' }, labelOf(row)),
	];
	return el('div', { class: 'wide', role: 'region', 'aria-label': 'Figures', tabindex: '0' }, el('table', null,
		el('caption', null, `${report.from ?? ''} to ${report.to ?? ''}`),
		el('thead', null, el('tr', null, named ? el('th', { scope: 'col' }, 'Of') : null, dated ? el('th', { scope: 'col' }, 'From') : null,
			named || dated ? null : el('th', { scope: 'col' }, 'Of'),
			...shown.map((name) => el('th', { scope: 'col', class: 'num' }, figureName(name))))),
		el('tbody', null, ...rows.map((row) => el('tr', null, ...head(row), ...cells(row)))),
		totals ? el('tfoot', null, el('tr', null, el('th', { scope: 'row', colspan: String((named && dated) ? 2 : 1) }, 'All rows'), ...cells(totals))) : null));
}

function chooser(rows, currency, place) {
	const available = FIGURES.filter((name) => rows.some((row) => isNumber(row[name])));
	if (!available.includes(figure))
		figure = available[0] ?? 'cost';
	const select = el('select', { id: 'figure' }, ...available.map((name) => el('option', { value: name }, figureName(name))));
	select.value = figure;
	draw = () => place.replaceChildren(chartOf(rows, currency));
	select.addEventListener('change', () => {
		figure = select.value;
		draw();
	});
	return el('div', { class: 'bar' }, el('label', { for: 'figure' }, 'Figure'), select);
}

function show(report) {
	const rows = report?.rows;
	if (!Array.isArray(rows))
		return false;
	const place = el('div');
	const more = (report.total ?? rows.length) - rows.length;
	if (rows.length) {
		const bar = chooser(rows, report.currency, place);
		draw();
		view.replaceChildren(...[bar, place, tableOf(rows, report),
			more > 0 ? el('p', { class: 'soft' }, `${many(more, 'row is', 'rows are')} not shown here: narrow the report, or ask for the next page.`) : null].filter(Boolean));
	} else {
		draw = () => {};
		view.replaceChildren(el('p', null, 'There are no figures for this.'));
	}
	say(`${many(rows.length, 'row', 'rows')}${report.currency ? `, money in ${report.currency}` : ''}; ${report.dataAsOf ? `collected up to ${String(report.dataAsOf).slice(0, 16).replace('T', ' ')} UTC` : 'nothing was collected yet'}.`);
	return true;
}

let drawnAt = 0;
new ResizeObserver(() => {
	if (view.clientWidth !== drawnAt)
		draw();
	drawnAt = view.clientWidth;
}).observe(view);
