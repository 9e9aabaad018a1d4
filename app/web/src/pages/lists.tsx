/* Lists of REST, read to their end, and pictures of assets. */
import type { JSX } from 'preact';
import type { Meta, Row } from '../api/types.ts';
import { boot, client } from '../model/app.ts';
import { format_whole } from '../ui/format.ts';

interface List {
	rows: Row[];
	total: number;
	meta: Meta;
}

/* All pages of a list, up to so many rows. */
export async function list_all(path: string, query: { [name: string]: string | number | null } = {}, most = 1000): Promise<List> {
	const rows: Row[] = [];
	let cursor: string | null = null;
	for (;;) {
		const { data, meta }: { data: Row[]; meta: Meta } = await client.get<Row[]>(path, { limit: 200, ...query, cursor });
		rows.push(...data);
		cursor = meta.nextCursor ?? null;
		if (!cursor || rows.length >= most)
			return { rows, total: meta.total ?? rows.length, meta };
	}
}

export function Counted({ list, one, many }: { list: List; one: string; many: string }): JSX.Element {
	return <p class="wb-sum" role="status">{list.rows.length < list.total ? `${format_whole(list.rows.length)} of ${format_whole(list.total)} ${many}` : `${format_whole(list.total)} ${list.total === 1 ? one : many}`}</p>;
}

export const is_web = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//.test(url);
export const list_of = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const images = new Map<string, Promise<string | null>>();

export function image_read(id: string): Promise<string | null> {
	let image = images.get(id);
	if (!image) {
		image = image_fetch(id);
		images.set(id, image);
	}
	return image;
}

async function image_fetch(id: string): Promise<string | null> {
	const answer = await client.fetch(client.url(`assets/${id}/content`), { headers: { 'X-Adcore-App': '1', 'X-Space-Id': boot.space.id }, credentials: 'same-origin' }, { once: true });
	return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
}
