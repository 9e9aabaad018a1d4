/* Texts of ads: their limits by platform, as GET limits tells them, and their length as it counts. */
import type { Json, Row } from '../api/types.ts';
import { client } from './app.ts';

export interface Limit {
	platform: string;
	resource: string;
	type: string | null;
	field: string;
	/* 0: no list, or not bounded */
	minItems: number;
	maxItems: number;
	maxWidth: number;
	maxLength: number;
}

export interface Limits {
	limits: Limit[];
	buttons: { [platform: string]: string[] };
}

let loaded: Promise<Limits> | null = null;

export function limits_read(): Promise<Limits> {
	loaded ??= client.get<Limits>('limits').then(({ data }) => data, (error: unknown) => {
		loaded = null;
		throw error;
	});
	return loaded;
}

export function limit_of(limits: Limits | null, platform: string, type: string, field: string): Limit | null {
	return limits?.limits.find((one) => one.resource === 'ad' && one.platform === platform && one.field === field && (one.type === null || one.type === type)) ?? null;
}

/* East-Asian wide characters and emoji count twice on the search platforms. */
const WIDE = /[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{17000}-\u{18cff}\u{20000}-\u{3fffd}]/u;

/* {KeyWord:default} shows, and counts as, its default. */
export function text_shown(text: string): string {
	return text.replace(/\{keyword:([^}]*)\}/gi, '$1');
}

export function text_width(text: string, platform: string): number {
	if (platform !== 'google' && platform !== 'microsoft')
		return [...text].length;
	return [...text_shown(text)].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
}

/* A headline or description: a text, or a text that always stands at a place. */
export interface Piece {
	text: string;
	pin: string | null;
}

export function pieces_read(value: Json | undefined): Piece[] {
	return (Array.isArray(value) ? value : []).map((one) => {
		const row = one && typeof one === 'object' && !Array.isArray(one) ? one : null;
		return row ? { text: String(row['text'] ?? ''), pin: row['pin'] ? String(row['pin']) : null } : { text: String(one ?? ''), pin: null };
	});
}

export function pieces_write(pieces: Piece[]): Json[] {
	return pieces.filter(({ text }) => text.trim() !== '').map(({ text, pin }): Row | string => (pin ? { text: text.trim(), pin } : text.trim()));
}
