/* A form over an object that others edit too: what was edited here, and where both edited. */
import type { Json, Row } from '../api/types.ts';

/* null, absent and an empty list are one: nothing is set. */
const plain = (value: Json | undefined): string => JSON.stringify(Array.isArray(value) && value.length === 0 ? null : value ?? null);
export const values_equal = (a: Json | undefined, b: Json | undefined): boolean => plain(a) === plain(b);

/* The fields of the form that differ from the object. */
export function changes_of(object: Row, form: Row): Row {
	return Object.fromEntries(Object.entries(form).filter(([name, value]) => !values_equal(object[name], value)));
}

/* The fields that were edited here and, differently, by somebody else since `base`. */
export function clashes_of(base: Row, theirs: Row, edited: Row): string[] {
	return Object.keys(edited).filter((name) => !values_equal(theirs[name], base[name]) && !values_equal(theirs[name], edited[name]));
}

/* One value a line or between commas, without empty ones. */
export function list_read(text: string): string[] {
	return text.split(/[,\n]/).map((one) => one.trim()).filter(Boolean);
}

/* "DE, AT, -CH": places; a minus excludes the place. */
export function places_read(text: string): Json[] {
	return list_read(text).map((one): Json => (one.startsWith('-') ? { code: one.slice(1).trim(), excluded: true } : { code: one, excluded: false }));
}

export function places_write(value: Json | undefined): string {
	return (Array.isArray(value) ? value : []).map((one) => (one && typeof one === 'object' && !Array.isArray(one) ? `${one['excluded'] ? '-' : ''}${String(one['code'])}` : String(one))).join(', ');
}

export function list_write(value: Json | undefined): string {
	return (Array.isArray(value) ? value : []).map(String).join(', ');
}
