/* The selected objects of a grid, by id, so that sorting and filtering keep them. */

export interface Selection {
	ids: ReadonlySet<string>;
	/* Where a range begins. */
	anchor: string | null;
}

export const SELECTION_NONE: Selection = { ids: new Set(), anchor: null };

export function selection_toggle(selection: Selection, id: string): Selection {
	const ids = new Set(selection.ids);
	if (!ids.delete(id))
		ids.add(id);
	return { ids, anchor: id };
}

/* Everything from the anchor to this id, in the order that is shown. */
export function selection_range(selection: Selection, id: string, order: (at: number) => string, count: number): Selection {
	if (selection.anchor === null)
		return selection_toggle(selection, id);
	let from = -1;
	let to = -1;
	for (let at = 0; at < count && (from < 0 || to < 0); at++) {
		const one = order(at);
		if (one === selection.anchor)
			from = at;
		if (one === id)
			to = at;
	}
	if (from < 0 || to < 0)
		return selection_toggle(selection, id);
	const ids = new Set(selection.ids);
	for (let at = Math.min(from, to); at <= Math.max(from, to); at++)
		ids.add(order(at));
	return { ids, anchor: selection.anchor };
}

export function selection_all(order: (at: number) => string, count: number): Selection {
	const ids = new Set<string>();
	for (let at = 0; at < count; at++)
		ids.add(order(at));
	return { ids, anchor: null };
}
