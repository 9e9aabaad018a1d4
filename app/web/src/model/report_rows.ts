/* Rows of a report beside those of the period before. */
import type { Row } from '../api/types.ts';

const IDS = ['platform', 'campaignId', 'adGroupId', 'adId', 'keywordId'];
const NAMED = [...IDS, 'name', 'text'];

/* The ids of the object of a row, as one key. */
export const row_key = (row: Row): string => IDS.map((name) => String(row[name] ?? '')).join(' ');

/* The rows, and after them what had figures in the period before alone: without its row the total would change for no visible reason. */
export function rows_join(rows: Row[], earlier: ReadonlyMap<string, Row>): Row[] {
	const keys = new Set(rows.map(row_key));
	const gone = [...earlier].filter(([key]) => !keys.has(key)).map(([, row]): Row => Object.fromEntries(Object.entries(row).filter(([name]) => NAMED.includes(name))));
	return [...rows, ...gone];
}
