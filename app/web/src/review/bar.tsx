/* The sums of a plan, its violations and warnings, and what would become live. */
import type { JSX } from 'preact';
import { boot, place_url, server_url } from '../model/app.ts';
import { format_money, format_number, format_whole } from '../ui/format.ts';
import { KIND_NAMES, REVIEW_TEXTS } from '../ui/texts.ts';
import { text_marked } from '../ui/shown.ts';
import { plan_enables, plan_matters, type Matter, type Operation, type Plan, type Sum, type Totals, type Violation } from './plan.ts';
import { Counts, Link, money_change, operation_name } from './tree.tsx';
import { names_find } from './names.ts';

function Amount({ label, before, after }: { label: string; before: number; after: number }): JSX.Element {
	return <div><dt>{label}</dt><dd>{before === after ? format_money(after) : <>{format_money(before)} → <b>{format_money(after)}</b></>}</dd></div>;
}

/* `isPast`: the run has begun, so these sums are what its preview said and not what came of it. */
export function Sums({ totals, isPast }: { totals: Totals; isPast?: boolean }): JSX.Element {
	return (
		<dl class="rv-sums">
			{isPast && <div><dt>{REVIEW_TEXTS.sums}</dt><dd>{REVIEW_TEXTS.asPreviewed}</dd></div>}
			<div><dt>Operations</dt><dd>{format_whole(totals.operations)} <Counts {...totals} /></dd></div>
			<Amount label="Daily budgets" before={totals.dailyBudgetBefore} after={totals.dailyBudgetAfter} />
			<Amount label="Running campaigns" before={totals.activeDailyBudgetBefore} after={totals.activeDailyBudgetAfter} />
			<div><dt>Change per month</dt><dd>{money_change(totals.monthlyDelta)}</dd></div>
		</dl>
	);
}

/* A limit or what it would be, in the unit of its guardrail. */
function limit_words(rule: string, value: number): string {
	if (rule.includes('Percent'))
		return `${format_number(value)} %`;
	return /Budget|Bid|Cpa/.test(rule) ? format_money(value) : format_number(value);
}

/* The page on which a violation is cleared. */
function Way({ violation, find }: { violation: Violation; find: (id: string) => Operation | undefined }): JSX.Element | null {
	if (violation.id) {
		const one = find(violation.id);
		return one ? <Link one={one}>{operation_name(one)}</Link> : <a href={place_url('campaigns', { open: violation.id })}>{text_marked(names_find(violation.id)) || violation.id}</a>;
	}
	if (violation.rule.startsWith('CONNECTION') || violation.rule === 'DECLARATION_REQUIRED')
		return <a href={server_url(`connections/${boot.space.id}`)}>Connections</a>;
	return <a href={server_url(`spaces/${boot.space.id}`)}>Settings of the Space</a>;
}

/* Of those that are not in the list, the server did not name some. */
const more_words = (count: number, unnamed = 0) => `${format_whole(count)} more ${count === 1 ? 'is' : 'are'} not listed. ${unnamed > 0 ? `${format_whole(unnamed)} of them ${unnamed === 1 ? 'is' : 'are'} also not marked at their objects: push fewer campaigns to see all.` : 'Each is marked at its object.'}`;

export function Violations({ list, count = list.length, find }: { list: Violation[]; count?: number; find: (id: string) => Operation | undefined }): JSX.Element | null {
	if (list.length === 0)
		return null;
	return (
		<section class="fault rv-remarks" aria-labelledby="rv-violations">
			<h2 id="rv-violations">{REVIEW_TEXTS.violations}: {count === 1 ? '1 violation' : `${format_whole(count)} violations`}</h2>
			<ul>{list.slice(0, 100).map((one, i) => <li key={i}>{one.message} {typeof one.limit === 'number' && <span>Limit: {limit_words(one.rule, one.limit)}{typeof one.actual === 'number' ? `, this would be ${limit_words(one.rule, one.actual)}` : ''}. </span>}<Way violation={one} find={find} /></li>)}{count > 100 && <li>{more_words(count - Math.min(100, list.length))}</li>}</ul>
		</section>
	);
}

export function Warnings({ plan, find }: { plan: Plan; find: (id: string) => Operation | undefined }): JSX.Element | null {
	if (plan.warnings.length === 0)
		return null;
	const count = Math.max(plan.warnings.length, plan.totals.warnings ?? 0);
	return (
		<section class="note rv-remarks" aria-labelledby="rv-warnings">
			<details open={plan.warnings.length <= 3}>
				<summary id="rv-warnings">{count === 1 ? '1 warning' : `${format_whole(count)} warnings`}</summary>
				<ul>{plan.warnings.slice(0, 200).map((one, i) => {
					const operation = find(one.id);
					return <li key={i}>{one.message} {operation ? <Link one={operation}>{operation_name(operation)}</Link> : <span class="wb-hint">{text_marked(names_find(one.id)) || one.id}</span>}</li>;
				})}{count > Math.min(200, plan.warnings.length) && <li>{more_words(count - Math.min(200, plan.warnings.length), count - plan.warnings.length)}</li>}</ul>
			</details>
		</section>
	);
}

/* --- from all campaigns --- */

const LISTED = 12;

/* Short lists are shown whole; of long ones the rest opens. */
function Some({ items }: { items: JSX.Element[] }): JSX.Element {
	const list = (part: JSX.Element[]) => <ul class="rv-some">{part.map((one, i) => <li key={i}>{one}</li>)}</ul>;
	return (
		<>
			{list(items.slice(0, LISTED))}
			{items.length > LISTED && <details><summary>{format_whole(items.length - LISTED)} more</summary>{list(items.slice(LISTED))}</details>}
		</>
	);
}

const matter_words = ({ name, operations: list }: Matter) => <><b>{text_marked(name)}</b> ({list.length === 1 ? <Link one={list[0]!}>{operation_name(list[0]!)}</Link> : `${format_whole(list.length)} operations`})</>;

/* The hosts, places, removals and raised budgets of all campaigns, also of folded ones. */
export function Matters({ operations, sums, total }: { operations: Operation[]; sums: Sum[]; total: number }): JSX.Element | null {
	const { hosts, countries, removes, raises } = plan_matters(operations, sums);
	const parts: [string, JSX.Element[]][] = [
		['Links to', hosts.map(matter_words)],
		['Locations added', countries.map(matter_words)],
		['Removed', removes.map((one) => <>{KIND_NAMES[one.resource] ?? one.resource} <Link one={one}>{operation_name(one)}</Link></>)],
		['Daily budgets raised', raises.map(({ name, before, after }) => <>{text_marked(name)} {format_money(before)} → <b>{format_money(after)}</b></>)],
	];
	const filled = parts.filter(([, items]) => items.length > 0);
	if (filled.length === 0 && operations.length >= total)
		return null;
	return (
		<section class="rv-matters" aria-labelledby="rv-matters">
			<h2 id="rv-matters">{REVIEW_TEXTS.inAll}</h2>
			<dl class="rv-sums">{filled.map(([label, items]) => <div key={label}><dt>{label}</dt><dd><Some items={items} /></dd></div>)}</dl>
			{operations.length < total && <p class="wb-hint">{REVIEW_TEXTS.partLoaded(format_whole(operations.length), format_whole(total))}</p>}
		</section>
	);
}

const some_words = (list: string[]) => `${list.slice(0, 5).join(', ')}${list.length > 5 ? ` and ${list.length - 5} more` : ''}`;

function count_words(list: { resource: string }[]): string {
	const counts = new Map<string, number>();
	for (const { resource } of list)
		counts.set(resource, (counts.get(resource) ?? 0) + 1);
	return [...counts].map(([resource, count]) => `${format_whole(count)} ${KIND_NAMES[resource] ?? resource}${count === 1 ? '' : 's'}`).join(', ');
}

interface LiveProps {
	plan: Pick<Plan, 'activate' | 'heldBack' | 'totals'>;
	/* All operations of the plan; null where not all are here. */
	operations: Operation[] | null;
}

/* Says in words what a push sets live, or what waits for that. */
export function Live({ plan, operations }: LiveProps): JSX.Element {
	const spend = `running campaigns can spend ${format_money(plan.totals.activeDailyBudgetAfter)} per day in total`;
	if (plan.activate && !operations)
		return <p class="rv-live bad"><strong>Set live:</strong> everything that these drafts enable. After the push, {spend} (now {format_money(plan.totals.activeDailyBudgetBefore)}).</p>;
	const enables = plan_enables(operations ?? []);
	const campaigns = enables.filter(({ resource }) => resource === 'campaign');
	if (plan.activate && enables.length > 0)
		return <p class="rv-live bad"><strong>Set live:</strong> {count_words(enables)}{campaigns.length > 0 ? `: ${some_words(campaigns.map(operation_name))}` : ''}. {campaigns.length > 0 ? `They can spend money immediately: ${spend}.` : 'Live campaigns show them immediately.'}</p>;
	const held = plan.heldBack;
	const names = held.filter(({ resource }) => resource === 'campaign').map(({ id }) => text_marked(names_find(id))).filter(Boolean);
	return <p class="rv-live">{plan.activate ? 'This plan sets nothing live.' : REVIEW_TEXTS.noneLive}{!plan.activate && held.length > 0 ? ` ${count_words(held)} enabled in the drafts ${held.length === 1 ? 'is' : 'are'} not set live${names.length > 0 ? `: ${some_words(names)}` : ''}.` : ''}</p>;
}
