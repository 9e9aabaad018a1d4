/*
 * The grid: a windowed table by the ARIA grid pattern. It makes only the rows in sight; the focus
 * stays on the grid and aria-activedescendant names the active cell, so that scrolling loses nothing.
 */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Json } from '../api/types.ts';
import { selection_all, selection_range, selection_toggle, SELECTION_NONE, type Selection } from '../model/selection.ts';
import { table_get, table_sum, type Table } from '../model/table.ts';
import type { Sort } from '../model/view.ts';
import { NUMERIC, type Field } from '../ui/fields.ts';
import { Cell, number_text } from './cell.tsx';
import { Editor, type Editing } from './editor.tsx';
import { BEYOND, place_after, rows_shown, scroll_to, window_of, type Place } from './window.ts';

const MARK = 44;
/* Milliseconds without a scroll until the elements are put in order. */
const SETTLES = 150;

export interface GridProps {
	name: string;
	table: Table;
	edition: number;
	rows: Uint32Array;
	fields: Field[];
	sort: Sort | null;
	selection: Selection;
	openId: string | null;
	editing: Editing | null;
	fresh: ReadonlySet<string>;
	parent: (field: string, id: Json) => string;
	onSort: (field: string) => void;
	onSelect: (selection: Selection) => void;
	onOpen: (id: string) => void;
	onEdit: (row: number, field: Field) => void;
	onStore: (value: Json, version?: number) => void;
	onLeave: () => void;
	/* Text from the clipboard, at a row of `rows` and a field. */
	onPaste: (text: string, row: number, field: number) => void;
	onCopy: (clipboard: DataTransfer, row: number, field: number) => void;
	/* Fill down from the active cell; without one of a field, -1. */
	onFill: (row: number, field: number) => void;
	onRemove: () => void;
	/* Holds the active cell, for the buttons beside the grid. */
	active: { current: { row: number; field: number } };
	canEdit: boolean;
}

function use_height(ref: { current: HTMLElement | null }): number {
	const [height, setHeight] = useState(480);
	useLayoutEffect(() => {
		const box = ref.current;
		if (!box)
			return;
		const watch = new ResizeObserver(() => setHeight(box.clientHeight));
		watch.observe(box);
		return () => watch.disconnect();
	}, []);
	return height;
}

export function Grid(props: GridProps): JSX.Element {
	const { table, rows, fields, selection, editing } = props;
	const box = useRef<HTMLDivElement>(null);
	const height = use_height(box);
	const [scroll, setScroll] = useState(0);
	const [isScrolling, setScrolling] = useState(false);
	const [isAside, setAside] = useState(false);
	const turn = useRef(0);
	useEffect(() => {
		if (!isScrolling)
			return;
		const timer = setTimeout(() => setScrolling(false), SETTLES);
		return () => clearTimeout(timer);
	}, [isScrolling, scroll]);
	const [place, setPlace] = useState<Place>({ row: 0, column: 1 });
	const rowHeight = useMemo(() => (globalThis.matchMedia?.('(pointer: coarse)').matches ? 44 : 36), []);
	const template = `${MARK}px ${fields.map((field) => `${field.width}px`).join(' ')}`;
	const width = MARK + fields.reduce((sum, field) => sum + field.width, 0);
	const at = { row: Math.min(place.row, rows.length - 1), column: Math.min(place.column, fields.length) };
	const sums = fields.some((field) => field.sums);
	/* A scroll does not add 100,000 values again. */
	const totals = useMemo(() => fields.map((field) => (field.sums ? table_sum(table, field.name, rows) : null)), [table, props.edition, rows, fields]);
	props.active.current = { row: at.row, field: at.column - 1 };
	const inner = height - rowHeight * (sums ? 2 : 1);
	const { first, last } = window_of(scroll, inner, rowHeight, rows.length);
	/* Rows that scroll into sight take the elements of those that left it. */
	const slots = window_of(0, inner, rowHeight, Infinity, BEYOND * 2 + 1).last;
	const id_at = (row: number) => String(table_get(table, 'id', rows[row] ?? -1) ?? '');
	const wasEditing = useRef(false);
	useEffect(() => {
		if (!editing && wasEditing.current)
			box.current?.focus({ preventScroll: true });
		wasEditing.current = Boolean(editing);
	}, [editing]);

	const move = (to: Place) => {
		setPlace(to);
		const view = box.current;
		if (!view)
			return;
		if (to.row >= 0)
			view.scrollTop = scroll_to(to.row, rowHeight, view.scrollTop, inner);
		let left = MARK;
		for (let i = 0; i < to.column - 1; i++)
			left += fields[i]?.width ?? 0;
		const right = left + (fields[to.column - 1]?.width ?? 0);
		const pinned = MARK + (view.clientWidth > 640 ? fields[0]?.width ?? 0 : 0);
		if (to.column > 1 && left < view.scrollLeft + pinned)
			view.scrollLeft = left - pinned;
		else if (right > view.scrollLeft + view.clientWidth)
			view.scrollLeft = right - view.clientWidth;
	};
	const all_selected = rows.length > 0 && selection.ids.size >= rows.length && id_at(0) !== '' && selection.ids.has(id_at(0));
	const toggle_all = () => props.onSelect(all_selected ? SELECTION_NONE : selection_all(id_at, rows.length));
	const toggle = (row: number, isRange: boolean) =>
		props.onSelect(isRange ? selection_range(selection, id_at(row), id_at, rows.length) : selection_toggle(selection, id_at(row)));
	const act = (row: number, column: number) => {
		const field = fields[column - 1];
		if (row < 0)
			field ? props.onSort(field.name) : toggle_all();
		else if (!field)
			toggle(row, false);
		else if (field.edit && props.canEdit)
			props.onEdit(rows[row]!, field);
		else
			props.onOpen(id_at(row));
	};
	const latest = useRef({ props, toggle });
	latest.current = { props, toggle };
	const cache = useRef(new Map<string, { parts: unknown[]; node: JSX.Element }>());
	const keys = (event: KeyboardEvent) => {
		if (editing)
			return;
		const control = event.ctrlKey || event.metaKey;
		const to = event.altKey ? null : place_after(at, event.key, control, { rows: rows.length, columns: fields.length + 1, page: Math.max(1, Math.floor(inner / rowHeight) - 1) });
		if (to) {
			event.preventDefault();
			if (event.shiftKey && to.row !== at.row && to.row >= 0 && at.row >= 0) {
				const begun = selection.anchor ? selection : selection_toggle(selection, id_at(at.row));
				props.onSelect(selection_range(begun, id_at(to.row), id_at, rows.length));
			}
			move(to);
		} else if (event.key === ' ') {
			event.preventDefault();
			at.row < 0 ? toggle_all() : toggle(at.row, event.shiftKey);
		} else if (event.key === 'a' && control) {
			event.preventDefault();
			props.onSelect(selection_all(id_at, rows.length));
		} else if (event.key === 'd' && control && props.canEdit) {
			event.preventDefault();
			props.onFill(at.row, at.column - 1);
		} else if (event.key === 'Delete' && props.canEdit && selection.ids.size > 0) {
			event.preventDefault();
			props.onRemove();
		} else if (event.key === 'Enter' || event.key === 'F2') {
			event.preventDefault();
			event.shiftKey && at.row >= 0 ? props.onOpen(id_at(at.row)) : act(at.row, at.column);
		} else if (event.key === 'Escape' && selection.ids.size > 0) {
			props.onSelect(SELECTION_NONE);
		}
	};

	/* At rest the elements stand in the order of the rows, as a screen reader reads them. During a scroll none is moved: only what differs is laid out. */
	if (!isScrolling)
		turn.current = first % slots;
	const shown = rows_shown(first, last, slots, turn.current);
	const isActive = (row: number, column: number) => at.row === row && at.column === column;
	const cell_id = (row: number, column: number) => `cell-${row}-${column}`;
	const hasCell = at.row < 0 || (at.row >= first && at.row < last);

	return (
		<div
			class={`wb-grid${isAside ? ' aside' : ''}`} role="grid" aria-label={props.name} aria-rowcount={rows.length + 1} aria-colcount={fields.length + 1} aria-multiselectable="true"
			tabIndex={0} ref={box} aria-activedescendant={hasCell && rows.length > 0 ? cell_id(at.row, at.column) : undefined}
			onPaste={(event) => {
				if (editing || !props.canEdit || at.row < 0)
					return;
				event.preventDefault();
				props.onPaste(event.clipboardData?.getData('text/plain') ?? '', at.row, Math.max(0, at.column - 1));
			}}
			onCopy={(event) => {
				if (editing || at.row < 0 || !event.clipboardData)
					return;
				event.preventDefault();
				props.onCopy(event.clipboardData, at.row, at.column - 1);
			}}
			onKeyDown={keys} onScroll={(event) => {
				const { scrollTop, scrollLeft } = event.currentTarget;
				setScroll(Math.floor(scrollTop / rowHeight) * rowHeight);
				setAside(scrollLeft > 0);
				setScrolling(true);
			}}
		>
			<div class="wb-sheet" style={{ width: `${width}px`, height: `${rowHeight * (rows.length + (sums ? 2 : 1))}px` }} role="presentation">
				<div class="wb-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template, height: `${rowHeight}px` }}>
					<div role="columnheader" id={cell_id(-1, 0)} class={`wb-picker${isActive(-1, 0) ? ' active' : ''}`} aria-colindex={1} onClick={() => { setPlace({ row: -1, column: 0 }); toggle_all(); }}>
						<i class={`wb-box${all_selected ? ' on' : ''}`} aria-hidden="true" /><span class="hide">{all_selected ? 'Unselect all rows' : 'Select all rows'}</span>
					</div>
					{fields.map((field, i) => (
						<div
							role="columnheader" key={field.name} id={cell_id(-1, i + 1)} aria-colindex={i + 2} title={field.label}
							aria-sort={props.sort?.field === field.name ? (props.sort.down ? 'descending' : 'ascending') : 'none'}
							class={`${NUMERIC.has(field.kind) ? 'wb-right' : ''}${i === 0 ? ' wb-pin' : ''}${isActive(-1, i + 1) ? ' active' : ''}`}
							onClick={() => { setPlace({ row: -1, column: i + 1 }); props.onSort(field.name); }}
						><span>{field.label}</span></div>
					))}
				</div>
				<div role="rowgroup" class="wb-rows">
					{shown.map((row) => {
						const id = id_at(row);
						const isSelected = selection.ids.has(id);
						const column = at.row === row ? at.column : -1;
						const isOpen = props.openId === id;
						const isFresh = props.fresh.has(id);
						const own = editing?.id === id ? editing : null;
						/* A row whose parts are the same is the same node, which Preact leaves alone. */
						const parts = [row, table, props.edition, fields, isSelected, column, isOpen, isFresh, own, props.canEdit, props.parent];
						const kept = cache.current.get(id);
						if (kept && kept.parts.every((part, i) => part === parts[i]))
							return kept.node;
						const node = (
							<div
								role="row" key={row % slots} aria-rowindex={row + 2} aria-selected={isSelected} style={{ gridTemplateColumns: template, height: `${rowHeight}px`, top: `${row * rowHeight}px` }}
								class={`wb-row${isSelected ? ' selected' : ''}${isOpen ? ' open' : ''}${isFresh ? ' fresh' : ''}${table_get(table, 'syncState', rows[row]!) === 'PENDING_REMOVAL' ? ' leaving' : ''}`}
							>
								<div role="gridcell" id={cell_id(row, 0)} aria-colindex={1} class={`wb-picker${column === 0 ? ' active' : ''}`} onClick={(event) => { setPlace({ row, column: 0 }); latest.current.toggle(row, event.shiftKey); }}>
									<i class={`wb-box${isSelected ? ' on' : ''}`} aria-hidden="true" /><span class="hide">{isSelected ? 'Selected' : 'Not selected'}</span>
								</div>
								{fields.map((field, i) => {
									const value = table_get(table, field.name, rows[row]!);
									const isEdited = own?.field.name === field.name;
									const canEdit = props.canEdit && field.edit !== undefined;
									return (
										<div
											role="gridcell" key={field.name} id={cell_id(row, i + 1)} aria-colindex={i + 2} aria-readonly={canEdit ? undefined : true}
											class={`${NUMERIC.has(field.kind) ? 'wb-right' : ''}${i === 0 ? ' wb-pin' : ''}${column === i + 1 ? ' active' : ''}${canEdit ? ' can' : ''}${isEdited ? ' editing' : ''}`}
											onClick={() => { setPlace({ row, column: i + 1 }); if (!isEdited && i === 0) latest.current.props.onOpen(id); }}
											onDblClick={() => canEdit && !isEdited && latest.current.props.onEdit(latest.current.props.rows[row]!, field)}
										>
											{isEdited
												? <Editor editing={own!} label={field.label} onStore={(value, version) => latest.current.props.onStore(value, version)} onLeave={() => latest.current.props.onLeave()} />
												: <span class="wb-value"><Cell field={field} value={value} parent={props.parent} /></span>}
										</div>
									);
								})}
							</div>
						);
						if (cache.current.size > 400)
							cache.current.clear();
						cache.current.set(id, { parts, node });
						return node;
					})}
				</div>
				{sums && (
					<div class="wb-foot" aria-hidden="true" style={{ gridTemplateColumns: template, height: `${rowHeight}px` }}>
						<div class="wb-picker" />
						{fields.map((field, i) => {
							const sum = totals[i] ?? null;
							return <div key={field.name} class={`${NUMERIC.has(field.kind) ? 'wb-right' : ''}${i === 0 ? ' wb-pin' : ''}`}>{i === 0 ? 'Total' : sum === null ? '' : number_text(field, sum)}</div>;
						})}
					</div>
				)}
			</div>
		</div>
	);
}
