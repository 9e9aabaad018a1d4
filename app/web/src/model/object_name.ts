/* Names of objects of which an entry has only the id: from the tables of the grid, each loaded only where a name is missing. */
import type { Resource, Row } from '../api/types.ts';
import { NAME_FIELD } from '../ui/fields.ts';
import { store_table } from './store.ts';
import { table_get } from './table.ts';
import { value_text } from './view.ts';

const TABLES: { [kind: string]: Resource[] } = {
	campaign: ['campaigns'], adGroup: ['ad-groups'], ad: ['ads'], keyword: ['keywords', 'negative-keywords'], asset: ['assets'], business: ['businesses'],
};

const TITLE_MOST = 120;

/* Empty while the table is loaded, and for an object that is gone. */
export function object_name(kind: string, id: string): string {
	for (const resource of TABLES[kind] ?? []) {
		const table = store_table(resource).value.table;
		const row = table?.index.get(id);
		if (!table || row === undefined)
			continue;
		const named = table_get(table, NAME_FIELD[resource], row);
		return value_text((Array.isArray(named) ? named[0] ?? null : named) || table_get(table, 'name', row));
	}
	return '';
}

/* The title of an object that was read: of an ad its first headline, else its name or the beginning of its text. */
export function object_title(resource: Resource, object: Row): string {
	const named = object[NAME_FIELD[resource]] ?? null;
	const text = value_text((Array.isArray(named) ? named[0] ?? null : named) || (object['name'] ?? null) || (object['primaryText'] ?? null));
	return text.length > TITLE_MOST ? `${text.slice(0, TITLE_MOST)}…` : text;
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/* The time in an id of ours, as RFC 3339; null: it is none. */
export function id_time(id: string): string | null {
	const stamp = /^[a-z]+_([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}$/.exec(id)?.[1];
	return stamp ? new Date([...stamp].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0)).toISOString() : null;
}
