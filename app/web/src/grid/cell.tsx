/* One value as a cell shows it. All of it is text. */
import type { JSX } from 'preact';
import type { Json } from '../api/types.ts';
import { value_text } from '../model/view.ts';
import { Platform, Review, Status, SyncState } from '../ui/bits.tsx';
import type { Field } from '../ui/fields.ts';
import { format_money, format_number, format_percent, format_time, format_whole, format_words, front_name } from '../ui/format.ts';

export function number_text(field: Field, value: number): string {
	if (field.kind === 'money')
		return format_money(value);
	if (field.kind === 'percent')
		return format_percent(value);
	return field.kind === 'count' ? format_whole(value) : format_number(value);
}

export function cell_text(field: Field, value: Json): string {
	if (value === null || value === '')
		return '';
	if (typeof value === 'number')
		return number_text(field, value);
	if (field.kind === 'time')
		return format_time(value);
	if (field.kind === 'enum')
		return field.name === 'source' ? front_name(value) : format_words(String(value));
	return value_text(value);
}

export function Cell({ field, value, parent }: { field: Field; value: Json; parent: (field: string, id: Json) => string }): JSX.Element {
	if (value === null || value === '')
		return <span class="wb-none" aria-hidden="true">–</span>;
	switch (field.kind) {
	case 'status': return <Status status={value} />;
	case 'sync': return <SyncState state={value} />;
	case 'platform': return <Platform name={value} />;
	case 'review': return <Review status={value} />;
	case 'parent': return <>{parent(field.name, value)}</>;
	default: return <>{cell_text(field, value)}</>;
	}
}
