/* The arithmetic of a windowed list: which rows are made, and where keys lead. */

export interface Window {
	first: number;
	last: number; /* exclusive */
}

/* Rows above and below those in sight. */
export const BEYOND = 8;

export function window_of(scroll: number, height: number, row: number, count: number, beyond = BEYOND): Window {
	const first = Math.max(0, Math.floor(scroll / row) - beyond);
	return { first: Math.min(first, Math.max(0, count - 1)), last: Math.min(count, Math.ceil((scroll + height) / row) + beyond) };
}

/* The rows of a window in the order of their elements: a row has the slot `row % slots`, and `turn` is the slot that comes first. */
export function rows_shown(first: number, last: number, slots: number, turn: number): number[] {
	const shown: number[] = [];
	for (let row = first; row < last; row++)
		shown.push(row);
	const place = (row: number) => (row - turn + slots) % slots;
	return shown.sort((a, b) => place(a) - place(b));
}

export interface Place {
	row: number;
	column: number;
}

export interface Size {
	rows: number;
	columns: number;
	page: number;
}

/* Where a key leads from a cell; null for keys that do not move. Row -1 is the header. */
export function place_after(place: Place, key: string, control: boolean, size: Size): Place | null {
	const row = (to: number) => ({ ...place, row: Math.max(-1, Math.min(size.rows - 1, to)) });
	const column = (to: number) => ({ ...place, column: Math.max(0, Math.min(size.columns - 1, to)) });
	switch (key) {
	case 'ArrowDown': return row(control ? size.rows - 1 : place.row + 1);
	case 'ArrowUp': return row(control ? 0 : place.row - 1);
	case 'ArrowRight': return column(place.column + 1);
	case 'ArrowLeft': return column(place.column - 1);
	case 'PageDown': return row(place.row + size.page);
	case 'PageUp': return row(Math.max(0, place.row - size.page));
	case 'Home': return control ? { row: 0, column: 0 } : column(0);
	case 'End': return control ? { row: size.rows - 1, column: size.columns - 1 } : column(size.columns - 1);
	default: return null;
	}
}

/* The scroll position at which a row is in sight. */
export function scroll_to(at: number, row: number, scroll: number, height: number): number {
	if (at * row < scroll)
		return at * row;
	return (at + 1) * row > scroll + height ? (at + 1) * row - height : scroll;
}
