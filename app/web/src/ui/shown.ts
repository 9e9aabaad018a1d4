/* Values as they are sent: formatted by the type of their field, never by how a value looks. */
import type { Json } from '../api/types.ts';

export type Shape = 'money' | 'time' | 'enum';

/* Fields by their path, in the rows of the API's resources (tests compare them with its description). A field that is not here is shown as it is. */
export const SHAPES: ReadonlyMap<string, Shape> = new Map([
	...['budget', 'cpcBid', 'bidding.targetCpa', 'bidding.maxCpc'].map((path): [string, Shape] => [path, 'money']),
	...['createdAt', 'updatedAt', 'occurredAt', 'expiresAt', 'remote.lastSyncedAt', 'platformResults.at'].map((path): [string, Shape] => [path, 'time']),
	...['status', 'type', 'matchType', 'budgetLevel', 'budgetPeriod', 'bidding.strategy', 'targeting.devices', 'targeting.genders', 'headlines.pin', 'descriptions.pin', 'source', 'syncState', 'actionSource', 'platformOptions.geoMode',
		'platformOptions.network', 'platformOptions.networks', 'platformOptions.optimizationGoal', 'platformOptions.destinationType', 'platformOptions.billingEvent', 'platformOptions.customEventType', 'platformOptions.specialAdCategories'].map((path): [string, Shape] => [path, 'enum']),
]);

/* The format that is certain for the value at the path; null: the value is shown as it is. */
export function shape_of(path: string, value: Json): Shape | null {
	const shape = SHAPES.get(path) ?? null;
	if (shape === 'money')
		return typeof value === 'number' ? shape : null;
	if (typeof value !== 'string')
		return null;
	if (shape === 'time')
		return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)) ? shape : null;
	return shape === 'enum' && /^[A-Z]{4,}(_[A-Z]+)*$|^[A-Z]+(_[A-Z]+)+$/.test(value) ? shape : null;
}

export interface Piece {
	text: string;
	/* The name of a character that cannot be seen; null: plain text. */
	mark: string | null;
}

/* Emoji are one picture each; the joiners and selectors inside them hide nothing. */
const PICTURE = '\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}]?\\ufe0f?(?:\\u200d\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}]?\\ufe0f?)*';
const UNSEEN = '[\\p{C}\\p{Zl}\\p{Zp}\\u00a0\\u034f\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\uffa0\\u{e0100}-\\u{e01ef}]';
const MARKED = new RegExp(`(${PICTURE})|^ +| +$|${UNSEEN}`, 'gu');

function mark_name(unseen: string): string {
	if (unseen.startsWith(' '))
		return '␣'.repeat(unseen.length);
	return unseen === '\n' ? '↵' : `U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/* A text in pieces: characters that cannot be seen, and spaces at its ends, have a mark each. */
export function text_pieces(text: string): Piece[] {
	const out: Piece[] = [];
	let at = 0;
	for (const found of text.matchAll(MARKED)) {
		if (found[1] !== undefined)
			continue;
		if (found.index > at)
			out.push({ text: text.slice(at, found.index), mark: null });
		out.push({ text: found[0], mark: mark_name(found[0]) });
		at = found.index + found[0].length;
	}
	if (at < text.length)
		out.push({ text: text.slice(at), mark: null });
	return out;
}

/* The same as one text, for names and labels. */
export const text_marked = (text: string) => text_pieces(text).map(({ text: plain, mark }) => (mark === null ? plain : mark.startsWith('U+') ? `⟨${mark}⟩` : mark)).join('');

/* Texts that look like a value of another type, or like the words that stand for no value. */
export const text_is_ambiguous = (text: string) => /^(-?\d+(\.\d+)?|true|false|yes|no|null|empty|empty text|unknown)$/.test(text);

/* Members of an object that are shown. A location's `excluded` says something only where it is true. */
export function members_shown(path: string, value: { [name: string]: Json }): [string, Json][] {
	return Object.entries(value).filter(([key, one]) => one !== null && !(one === false && `${path}.${key}` === 'locations.excluded'));
}

export interface ListChange {
	gone: (string | number)[];
	come: (string | number)[];
	stay: number;
	isMoved: boolean;
}

/* The difference of two lists in which a value can occur more than once. */
export function list_change(from: (string | number)[], to: (string | number)[]): ListChange {
	const left = [...to];
	const gone = from.filter((one) => {
		const at = left.indexOf(one);
		if (at >= 0)
			left.splice(at, 1);
		return at < 0;
	});
	const rest = [...from];
	const come = to.filter((one) => {
		const at = rest.indexOf(one);
		if (at >= 0)
			rest.splice(at, 1);
		return at < 0;
	});
	const without = (list: (string | number)[], taken: (string | number)[]) => {
		const open = [...taken];
		return list.filter((one) => {
			const at = open.indexOf(one);
			if (at >= 0)
				open.splice(at, 1);
			return at < 0;
		});
	};
	const before = without(from, gone);
	const after = without(to, come);
	return { gone, come, stay: after.length, isMoved: before.some((one, i) => one !== after[i]) };
}
