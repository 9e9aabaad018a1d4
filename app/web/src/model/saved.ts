/* Named choices of a page; the list is read from a storage that anything may have written to. */

export interface Saved {
	name: string;
	parameters: { [name: string]: string };
	extra: { [name: string]: string };
}

const SAVED_MAX = 50;

function texts_of(value: unknown): { [name: string]: string } {
	const out: { [name: string]: string } = {};
	if (value && typeof value === 'object')
		for (const [name, text] of Object.entries(value))
			if (typeof text === 'string')
				out[name] = text;
	return out;
}

/* Stored entries that are not saved choices are left out. */
export function saved_read(stored: unknown): Saved[] {
	if (!Array.isArray(stored))
		return [];
	return stored.flatMap((one: { name?: unknown; parameters?: unknown; extra?: unknown } | null): Saved[] =>
		(one && typeof one.name === 'string' && one.name ? [{ name: one.name, parameters: texts_of(one.parameters), extra: texts_of(one.extra) }] : [])).slice(0, SAVED_MAX);
}

/* One of the same name is replaced; the oldest one leaves a full list. */
export function saved_add(list: Saved[], one: Saved): Saved[] {
	return [...list.filter(({ name }) => name !== one.name), one].slice(-SAVED_MAX);
}
