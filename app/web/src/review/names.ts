/* Names of campaigns and ad groups that a plan only has the ids of. */
import { store_table } from '../model/store.ts';
import { table_get } from '../model/table.ts';

/* The tables are loaded only where a name is missing. */
export function names_find(id: string): string {
	const table = store_table(id.startsWith('agr_') ? 'ad-groups' : 'campaigns').value.table;
	const row = table?.index.get(id);
	return table && row !== undefined ? String(table_get(table, 'name', row) ?? '') : '';
}
