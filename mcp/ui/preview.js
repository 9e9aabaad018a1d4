/* The plan of a push as a table of differences. It shows; pushing is asked for in the conversation. */

const OPS = { CREATE: 'Create', UPDATE: 'Change', REMOVE: 'Remove', UPLOAD: 'Upload' };
const MONEY_FIELDS = ['budget', 'cpcBid'];
const FIELDS_SHOWN = 4; /* of a new object; the others are behind a click */

function valueText(value) {
	if (value === null || value === undefined)
		return 'nothing';
	if (value === '')
		return 'an empty text';
	if (typeof value === 'boolean')
		return value ? 'yes' : 'no';
	if (isNumber(value))
		return format(value, { maximumFractionDigits: 6 });
	if (Array.isArray(value))
		return value.length ? value.map(valueText).join(' | ') : 'nothing';
	if (typeof value === 'object')
		return Object.entries(value).filter(([key, part]) => part !== null && !(part === false && key === 'excluded'))
			.map(([key, part]) => (typeof part === 'string' && ['text', 'code', 'strategy'].includes(key) ? part : `${words(key)}: ${valueText(part)}`))
			.join(', ') || 'nothing';
	return String(value);
}

/* One field from -> to; what is made has no before. */
function changeItem(change, isNew, currency) {
	const text = (value) => (MONEY_FIELDS.includes(change.field) && isNumber(value) ? money(value, currency) : valueText(value));
	const item = el('li', null, el('b', null, words(change.field)), ': ');
	if (!isNew)
		item.append(el('span', { class: 'hide' }, 'from '), el('del', null, text(change.from)),
			el('span', { class: 'hide' }, ' to '), el('span', { 'aria-hidden': 'true' }, ' \u2192 '));
	item.append(el('ins', null, text(change.to)));
	return item;
}

function changesOf(operation, currency) {
	const all = Array.isArray(operation.changes) ? operation.changes : [];
	const isNew = operation.op === 'CREATE' || operation.op === 'UPLOAD';
	const items = all.map((change) => changeItem(change, isNew, currency));
	if (!isNew || items.length <= FIELDS_SHOWN)
		return [el('ul', { class: 'changes' }, ...items)];
	return [el('ul', { class: 'changes' }, ...items.slice(0, FIELDS_SHOWN - 1)),
		el('details', null, el('summary', null, `${items.length - FIELDS_SHOWN + 1} more fields`),
			el('ul', { class: 'changes' }, ...items.slice(FIELDS_SHOWN - 1)))];
}

/* What it is called: as the server says, or as it is about to be made. */
function nameOf(operation, objects) {
	const made = (field) => (Array.isArray(operation.changes) ? operation.changes : []).find((change) => change?.field === field)?.to;
	const name = objects[operation.id]?.name ?? made('name') ?? made('text') ?? made('finalUrl');
	return typeof name === 'string' && name ? name : null;
}

function deltaCell(value, currency) {
	const cell = el('td', { class: `num${value > 0 ? ' up' : value < 0 ? ' down' : ''}`, 'data-label': 'A day' });
	if (isNumber(value) && value !== 0)
		cell.append(money(value, currency, true));
	return cell;
}

function operationRow(operation, plan, objects) {
	const name = nameOf(operation, objects);
	return el('tr', null,
		el('td', null, el('span', { class: `tag ${Object.hasOwn(OPS, operation.op) ? operation.op : ''}` }, OPS[operation.op] ?? words(operation.op))),
		el('th', { scope: 'row' }, name ?? words(operation.resource ?? 'object'),
			el('span', { class: 'kind' }, name ? words(operation.resource) : operation.id ?? 'not visible to you')),
		el('td', null, ...changesOf(operation, plan.totals?.currency)),
		deltaCell(operation.dailyBudgetDelta, plan.totals?.currency));
}

/* --- groups: a campaign with what is below it; what belongs to none comes last --- */

function groupsOf(operations, objects) {
	const groups = new Map();
	for (const operation of operations) {
		const key = operation.resource === 'campaign' ? operation.id : objects[operation.id]?.campaignId;
		if (!groups.has(key ?? ''))
			groups.set(key ?? '', []);
		groups.get(key ?? '').push(operation);
	}
	return [...groups].sort(([a], [b]) => (a === '') - (b === ''));
}

function groupSection([id, operations], plan, about) {
	const own = operations.find((operation) => operation.id === id);
	const title = id ? about.campaigns?.[id] ?? (own && nameOf(own, about.objects)) ?? 'Campaign' : 'Not of one campaign';
	const platform = operations.find((operation) => operation.platform)?.platform;
	return el('section', null,
		el('h2', null, title),
		el('table', { class: 'plan' },
			el('caption', null, [platform && words(platform), many(operations.length, 'operation', 'operations'), id].filter(Boolean).join(', ')),
			el('thead', null, el('tr', null,
				el('th', { scope: 'col', class: 'what' }, 'Does'), el('th', { scope: 'col', class: 'which' }, 'To'),
				el('th', { scope: 'col' }, 'From \u2192 to'), el('th', { scope: 'col', class: 'day num' }, 'A day'))),
			el('tbody', null, ...operations.map((operation) => operationRow(operation, plan, about.objects)))));
}

/* --- what it costs, and what is in its way --- */

function spendTable(totals) {
	const { currency } = totals;
	const month = (day) => (isNumber(day) ? day * 30.4 : undefined);
	const rows = [
		['A day', totals.dailyBudgetBefore, totals.dailyBudgetAfter],
		['A day, enabled campaigns only', totals.activeDailyBudgetBefore, totals.activeDailyBudgetAfter],
		['A month (30.4 days)', month(totals.dailyBudgetBefore), month(totals.dailyBudgetAfter), totals.monthlyDelta],
	];
	return el('table', { class: 'spend' },
		el('caption', null, `Budgets of what is pushed, before and after, in ${currency}`),
		el('thead', null, el('tr', null, el('th', { scope: 'col' }, el('span', { class: 'hide' }, 'Period')),
			...['Before', 'After', 'Change'].map((name) => el('th', { scope: 'col', class: 'num' }, name)))),
		el('tbody', null, ...rows.map(([name, before, after, given]) => {
			const change = given ?? after - before;
			return el('tr', null, el('th', { scope: 'row' }, name),
				el('td', { class: 'num' }, amount(before, currency)), el('td', { class: 'num' }, amount(after, currency)),
				el('td', { class: `num${change > 0 ? ' up' : change < 0 ? ' down' : ''}` }, amount(change, currency, true)));
		})));
}

function note(kind, title, items) {
	return items.length ? el('section', { class: `note ${kind}` }, el('h2', null, title), el('ul', null, ...items.map((item) => el('li', null, item)))) : null;
}

const left = (plan, list) => (plan[`${list}NotShown`] ? [`and ${many(plan[`${list}NotShown`], 'more', 'more')}`] : []);

function show(structured, extra) {
	const plan = structured?.plan;
	if (!plan || typeof plan !== 'object')
		return false;
	const about = { objects: {}, campaigns: {}, ...extra };
	const whole = Array.isArray(about.operations);
	const operations = whole ? about.operations : plan.operations ?? [];
	const missing = whole ? about.operationsNotShown ?? 0 : plan.operationsNotShown ?? 0;
	const called = (one) => [words(one.resource ?? ''), about.objects[one.id]?.name ?? one.id].filter(Boolean).join(' ');
	const violations = (plan.violations ?? []).map((one) =>
		[one.message ?? words(one.rule), one.id ? `(${about.objects[one.id]?.name ?? one.id})` : '',
			one.limit !== undefined && one.limit !== null && one.actual !== null && isNumber(one.limit) ? `Limit ${valueText(one.limit)}, wanted ${valueText(one.actual)}.` : '']
			.filter(Boolean).join(' '));
	const { totals } = plan;
	view.replaceChildren(...[
		about.environment === 'live' ? el('p', null, el('span', { class: 'tag live' }, 'Live: a push can spend real money')) : null,
		note('bad', 'A push would be refused', [...violations, ...left(plan, 'violations')]),
		totals ? spendTable(totals) : null,
		note('warn', 'Held back: stays paused, because the plan does not activate', [...(plan.heldBack ?? []).map(called), ...left(plan, 'heldBack')]),
		note('warn', 'To know', [...(plan.warnings ?? []).map((one) => `${called(one)}: ${one.message ?? words(one.code)}`), ...left(plan, 'warnings')]),
		...groupsOf(operations, about.objects).map((group) => groupSection(group, plan, about)),
		missing ? el('p', { class: 'soft' }, `${many(missing, 'operation is', 'operations are')} not shown here: preview fewer campaigns to see all.`) : null,
		plan.expiresAt ? el('p', { class: 'soft' }, `The plan binds until ${time(plan.expiresAt)}. Nothing was sent; a push is asked for in the conversation.`) : null,
	].filter(Boolean));
	say(operations.length + missing
		? `${many(operations.length + missing, 'operation', 'operations')}${totals ? `: ${[[totals.creates, 'new'], [totals.updates, 'changed'], [totals.removes, 'removed']].filter(([count]) => count).map(([count, word]) => `${format(count)} ${word}`).join(', ')}` : ''}. Nothing was sent.`
		: 'There is nothing to push.');
	return true;
}

function time(text) {
	const at = new Date(text);
	try {
		return Number.isNaN(at.getTime()) ? String(text) : at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
	} catch {
		return String(text);
	}
}
