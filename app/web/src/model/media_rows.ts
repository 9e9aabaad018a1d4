/* The pictures and videos that the platforms take, as in docs/reference.md: a test compares the two. One row of the platform and role must match. */
import type { Json } from '../api/types.ts';

export interface MediaRow {
	platform: string;
	role: string;
	/* Width and height; null: any ratio. */
	ratio: [number, number] | null;
	/* Width and height in pixels; null: any. */
	least: [number, number] | null;
	maxBytes: number | null;
	maxSeconds: number | null;
	mimes: string[];
}

const PICTURES = ['image/jpeg', 'image/png', 'image/gif'];
const VIDEOS = ['video/mp4', 'video/quicktime'];

const row = (platform: string, role: string, ratio: [number, number] | null, least: [number, number] | null, maxBytes: number | null, maxSeconds: number | null, mimes: string[]): MediaRow => ({ platform, role, ratio, least, maxBytes, maxSeconds, mimes });

export const MEDIA_ROWS: readonly MediaRow[] = [
	row('google', 'IMAGE', [191, 100], [600, 314], 5242880, null, PICTURES),
	row('google', 'IMAGE', [1, 1], [300, 300], 5242880, null, PICTURES),
	row('google', 'SQUARE_IMAGE', [1, 1], [300, 300], 5242880, null, PICTURES),
	row('google', 'LOGO', [1, 1], [128, 128], 5242880, null, PICTURES),
	row('google', 'LOGO', [4, 1], [512, 128], 5242880, null, PICTURES),
	row('microsoft', 'IMAGE', [191, 100], [703, 368], 76800, null, PICTURES),
	row('microsoft', 'IMAGE', [1, 1], [300, 300], 76800, null, PICTURES),
	row('microsoft', 'SQUARE_IMAGE', [1, 1], [300, 300], 76800, null, PICTURES),
	row('microsoft', 'LOGO', [1, 1], [128, 128], 5242880, null, PICTURES),
	row('reddit', 'IMAGE', null, null, 3145728, null, PICTURES),
	row('reddit', 'SQUARE_IMAGE', [1, 1], null, 3145728, null, PICTURES),
	row('reddit', 'VIDEO', null, null, null, 900, VIDEOS),
	row('meta', 'IMAGE', null, null, 31457280, null, PICTURES.slice(0, 2)),
	row('meta', 'SQUARE_IMAGE', [1, 1], null, 31457280, null, PICTURES.slice(0, 2)),
	row('meta', 'LOGO', [1, 1], null, 31457280, null, PICTURES.slice(0, 2)),
	row('meta', 'VIDEO', null, null, null, null, VIDEOS),
];

/* The roles of each type; the first is its default. A text is attached nowhere. */
export const ROLES: { [type: string]: string[] } = {
	IMAGE: ['IMAGE', 'SQUARE_IMAGE', 'LOGO'], LOGO: ['LOGO'], VIDEO: ['VIDEO'], SITELINK: ['SITELINK'], CALLOUT: ['CALLOUT'],
};

/* The most bytes of a file that the API takes in `data`. */
export const FILE_MAX = 9437184;

export interface Media {
	mime: string;
	width: number | null;
	height: number | null;
	bytes: number | null;
	seconds: number | null;
}

export type Misfit = 'format' | 'ratio' | 'small' | 'large' | 'long';

/* Why a file does not fit a row; null: it fits. The order is that of the server's check. */
export function media_misfit(one: MediaRow, { mime, width, height, bytes, seconds }: Media): Misfit | null {
	const [wide, high] = [width ?? 0, height ?? 0];
	if (!one.mimes.includes(mime))
		return 'format';
	if (one.ratio && Math.abs(wide * one.ratio[1] - high * one.ratio[0]) * 100 > high * one.ratio[0])
		return 'ratio';
	if (one.least && (wide < one.least[0] || high < one.least[1]))
		return 'small';
	if (one.maxBytes !== null && (bytes ?? 0) > one.maxBytes)
		return 'large';
	return one.maxSeconds !== null && (seconds ?? 0) > one.maxSeconds ? 'long' : null;
}

/* The largest piece of a picture with the ratio; null: a row without one, or a piece that is too small for the row. */
export function media_crop(one: MediaRow, width: number, height: number): [number, number] | null {
	if (!one.ratio)
		return null;
	const [wide, high] = one.ratio;
	const crop: [number, number] = width * high > height * wide ? [Math.round(height * wide / high), height] : [width, Math.round(width * high / wide)];
	return one.least && (crop[0] < one.least[0] || crop[1] < one.least[1]) ? null : crop;
}

/* The rows that speak of a type of asset. */
export function media_rows(type: string): MediaRow[] {
	return MEDIA_ROWS.filter(({ role }) => ROLES[type]?.includes(role));
}

export function media_of(asset: { [field: string]: Json }): Media {
	const number = (name: string) => (typeof asset[name] === 'number' ? (asset[name] as number) : null);
	const length = number('durationMs');
	return { mime: String(asset['mimeType'] ?? ''), width: number('width'), height: number('height'), bytes: number('bytes'), seconds: length === null ? null : length / 1000 };
}
