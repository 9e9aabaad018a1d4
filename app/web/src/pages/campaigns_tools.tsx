/* The filter builder and the choice of columns. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../api/types.ts';
import type { Table } from '../model/table.ts';
import { column_choices, OPERATORS, type Filter, type Operator } from '../model/view.ts';
import { Popover } from '../ui/bits.tsx';
import { NUMERIC, type Field } from '../ui/fields.ts';
import { format_words, platform_name } from '../ui/format.ts';
import { OPERATOR_NAMES, SYNC_NAMES, TEXTS } from '../ui/texts.ts';

const CHOICES: ReadonlySet<Field['kind']> = new Set(['status', 'sync', 'platform', 'enum', 'review', 'parent']);

function operators_of(field: Field): Operator[] {
	if (NUMERIC.has(field.kind))
		return ['above', 'below', 'is', 'empty', 'filled'];
	if (CHOICES.has(field.kind))
		return ['is', 'not', 'empty', 'filled'];
	return OPERATORS.filter((one) => one !== 'above' && one !== 'below');
}

type Parent = (field: string, id: Json) => string;

function choice_label(field: Field, value: string, parent: Parent): string {
	if (field.kind === 'platform')
		return platform_name(value);
	if (field.kind === 'sync')
		return SYNC_NAMES[value] ?? format_words(value);
	return field.kind === 'parent' ? parent(field.name, value) : format_words(value);
}

function FilterRow({ table, fields, filter, parent, onChange, onRemove }: {
	table: Table; fields: Field[]; filter: Filter; parent: Parent; onChange: (filter: Filter) => void; onRemove: () => void;
}): JSX.Element {
	const field = fields.find(({ name }) => name === filter.field) ?? fields[0]!;
	const needsValue = filter.op !== 'empty' && filter.op !== 'filled';
	const hasChoices = CHOICES.has(field.kind) && (filter.op === 'is' || filter.op === 'not');
	return (
		<div class="wb-filter" role="group" aria-label={`Filter by ${field.label}`}>
			<select aria-label="Field" value={field.name} onChange={(event) => {
				const next = fields.find(({ name }) => name === (event.target as HTMLSelectElement).value)!;
				onChange({ field: next.name, op: operators_of(next)[0]!, value: CHOICES.has(next.kind) ? column_choices(table, next.name)[0] ?? '' : '' });
			}}>
				{fields.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
			</select>
			<select aria-label="Condition" value={filter.op} onChange={(event) => onChange({ ...filter, op: (event.target as HTMLSelectElement).value as Operator })}>
				{operators_of(field).map((one) => <option key={one} value={one}>{OPERATOR_NAMES[one]}</option>)}
			</select>
			{needsValue && (hasChoices
				? <select aria-label="Value" value={filter.value} onChange={(event) => onChange({ ...filter, value: (event.target as HTMLSelectElement).value })}>
					{column_choices(table, field.name).map((value) => <option key={value} value={value}>{choice_label(field, value, parent)}</option>)}
				</select>
				: <input type="text" aria-label="Value" value={filter.value} inputMode={NUMERIC.has(field.kind) ? 'decimal' : undefined} onInput={(event) => onChange({ ...filter, value: (event.target as HTMLInputElement).value })} />)}
			<button type="button" class="wb-icon" aria-label={`Remove the filter by ${field.label}`} onClick={onRemove}>×</button>
		</div>
	);
}

export function FilterBuilder({ table, fields, filters, parent, onChange }: {
	table: Table; fields: Field[]; filters: Filter[]; parent: Parent; onChange: (filters: Filter[]) => void;
}): JSX.Element {
	const [isOpen, setOpen] = useState(false);
	const add = () => {
		const field = fields.find(({ name }) => name === 'syncState') ?? fields[0]!;
		onChange([...filters, { field: field.name, op: 'is', value: column_choices(table, field.name)[0] ?? '' }]);
	};
	return (
		<Popover label={TEXTS.filter} isOpen={isOpen} onOpen={setOpen} badge={filters.length}>
			{filters.length === 0 && <p class="wb-hint">A row must match all filters.</p>}
			{filters.map((filter, i) => (
				<FilterRow
					key={i} table={table} fields={fields} filter={filter} parent={parent}
					onChange={(next) => onChange(filters.map((one, k) => (k === i ? next : one)))} onRemove={() => onChange(filters.filter((_, k) => k !== i))}
				/>
			))}
			<div class="wb-two">
				<button type="button" class="wb-button" onClick={add}>Add a filter</button>
				{filters.length > 0 && <button type="button" class="wb-button" onClick={() => onChange([])}>Remove all</button>}
			</div>
		</Popover>
	);
}

export function ColumnChoice({ all, chosen, onChange }: { all: Field[]; chosen: Field[]; onChange: (names: string[]) => void }): JSX.Element {
	const [isOpen, setOpen] = useState(false);
	const names = chosen.map(({ name }) => name);
	const shown = [...chosen, ...all.filter((field) => !names.includes(field.name))];
	const move = (name: string, by: number) => {
		const next = [...names];
		const from = next.indexOf(name);
		next.splice(from, 1);
		next.splice(from + by, 0, name);
		onChange(next.slice(1));
	};
	return (
		<Popover label={TEXTS.columns} isOpen={isOpen} onOpen={setOpen}>
			<ul class="wb-columns">
				{shown.slice(1).map((field) => {
					const at = names.indexOf(field.name);
					return (
						<li key={field.name}>
							<label><input type="checkbox" checked={at >= 0} onChange={() => onChange((at >= 0 ? names.filter((name) => name !== field.name) : [...names, field.name]).slice(1))} />{field.label}</label>
							{at > 1 && <button type="button" class="wb-icon" aria-label={`Move ${field.label} to the left`} onClick={() => move(field.name, -1)}>↑</button>}
							{at >= 1 && at < names.length - 1 && <button type="button" class="wb-icon" aria-label={`Move ${field.label} to the right`} onClick={() => move(field.name, 1)}>↓</button>}
						</li>
					);
				})}
			</ul>
		</Popover>
	);
}
