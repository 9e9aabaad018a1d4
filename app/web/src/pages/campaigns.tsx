/* Campaigns: the tree, the grid of the chosen resource, filters, columns, figures, a side panel. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Json, Resource } from '../api/types.ts';
import type { Editing } from '../grid/editor.tsx';
import { Grid } from '../grid/grid.tsx';
import { Tree } from '../grid/tree.tsx';
import { can_edit, notice_show, place, place_set, stored_read, stored_write } from '../model/app.ts';
import { edit_store } from '../model/edits.ts';
import { SELECTION_NONE, type Selection } from '../model/selection.ts';
import { tsv_read, tsv_write } from '../model/sheet.ts';
import { fresh, store_reload, store_table } from '../model/store.ts';
import { table_get, type Table } from '../model/table.ts';
import { tree_nodes, type Node } from '../model/tree.ts';
import { filters_read, filters_write, value_text, view_edition, view_rows, type Filter, type Sort } from '../model/view.ts';
import { cell_text } from '../grid/cell.tsx';
import { Busy, Empty, Fault, Title } from '../ui/bits.tsx';
import { FIELDS, FIGURES, NAME_FIELD, type Field } from '../ui/fields.ts';
import { format_whole } from '../ui/format.ts';
import { SavedViews } from '../ui/saved.tsx';
import { FILL, PASTE, PERIOD_NAMES, RESOURCE_NAMES, TEXTS, VIEWS } from '../ui/texts.ts';
import { Acts, cells_of } from './campaigns_acts.tsx';
import { ColumnChoice, FilterBuilder } from './campaigns_tools.tsx';
import { RowPanel } from './campaigns_panel.tsx';
import type { Pasted } from './edit/paste.tsx';

const RESOURCES: Resource[] = ['campaigns', 'ad-groups', 'ads', 'keywords', 'negative-keywords'];
const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];

function sort_read(text: string | null): Sort | null {
	return text ? { field: text.replace(/^-/, ''), down: text.startsWith('-') } : null;
}

/* The filters that the choice in the tree means for a resource. */
function scope_filters(at: string | null, resource: Resource): Filter[] {
	if (!at)
		return [];
	if (PLATFORMS.includes(at))
		return [{ field: 'platform', op: 'is', value: at }];
	const isGroup = at.startsWith('agr_');
	if (resource === 'campaigns')
		return isGroup ? [] : [{ field: 'id', op: 'is', value: at }];
	if (resource === 'ad-groups')
		return [{ field: isGroup ? 'id' : 'campaignId', op: 'is', value: at }];
	return [{ field: isGroup ? 'adGroupId' : 'campaignId', op: 'is', value: at }];
}

/* The figures stand after the sync state, where they are in sight. */
function fields_with(resource: Resource, figures: string | null): Field[] {
	const fields = FIELDS[resource];
	const at = fields.findIndex(({ name }) => name === 'syncState') + 1;
	return figures ? [...fields.slice(0, at), ...FIGURES, ...fields.slice(at)] : fields;
}

/* A figure that was taken out is remembered as such: others come with the period. */
function columns_kept(names: string[], figures: string | null): string[] {
	return [...names, ...(figures ? FIGURES.filter(({ name }) => !names.includes(name)).map(({ name }) => `-${name}`) : [])];
}

/* `turn` rises when a saved view has stored other columns. */
function use_columns(resource: Resource, figures: string | null, turn: number): [Field[], Field[], (names: string[]) => void] {
	const all = useMemo(() => fields_with(resource, figures), [resource, figures]);
	const key = `columns.${resource}`;
	const [stored, setStored] = useState<string[] | null>(() => stored_read<string[] | null>(key, null));
	useEffect(() => setStored(stored_read<string[] | null>(key, null)), [key, turn]);
	const first = all[0]!;
	const chosen = useMemo(() => stored
		? [first, ...stored.map((name) => all.find((field) => field.name === name)).filter((field) => field !== undefined && field !== first) as Field[],
			...(figures ? FIGURES.filter(({ name }) => !stored.includes(name) && !stored.includes(`-${name}`)) : [])]
		: all.filter((field) => !field.isSpare), [all, stored]);
	return [all, chosen, (names) => {
		const kept = columns_kept(names, figures);
		setStored(kept);
		stored_write(key, kept);
	}];
}

function parent_names(campaigns: Table | null, groups: Table | null): (field: string, id: Json) => string {
	return (field, id) => {
		const table = field === 'campaignId' ? campaigns : groups;
		const row = table?.index.get(String(id));
		return table && row !== undefined ? String(table_get(table, 'name', row) ?? '') : '…';
	};
}

function Trail({ node, onUp }: { node: Node | undefined; onUp: () => void }): JSX.Element | null {
	return node ? <button type="button" class="wb-chip" onClick={onUp} aria-label={`Show all; now only ${node.label}`}>{node.label}<i aria-hidden="true">×</i></button> : null;
}

/* The page fills the window below the header, whose height depends on its banners. */
function fill(box: HTMLElement | null): void {
	if (box)
		box.style.setProperty('--wb-top', `${Math.round(box.getBoundingClientRect().top + scrollY) + 24}px`);
}

export function Campaigns(): JSX.Element {
	const { parameters } = place.value;
	const resource = (RESOURCES.includes(parameters.get('resource') as Resource) ? parameters.get('resource') : 'campaigns') as Resource;
	const at = parameters.get('at');
	const figures = parameters.get('figures') ?? (resource === 'campaigns' ? 'LAST_30_DAYS' : null);
	const period = figures === 'NONE' ? null : figures;
	const search = parameters.get('search') ?? '';
	const openId = parameters.get('open');
	const filterText = parameters.get('filters') ?? '';
	const sortText = parameters.get('sort');

	const loaded = store_table(resource, resource === 'negative-keywords' ? null : period).value;
	const campaigns = store_table('campaigns', 'LAST_30_DAYS').value;
	const groups = store_table('ad-groups').value;
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const [selection, setSelection] = useState<Selection>(SELECTION_NONE);
	const [editing, setEditing] = useState<(Editing & { version: number }) | null>(null);
	const [pasted, setPasted] = useState<Pasted | null>(null);
	const [imported, setImported] = useState<{ file: File | null } | null>(null);
	const [removes, setRemoves] = useState(false);
	const [turn, setTurn] = useState(0);
	const active = useRef({ row: 0, field: 0 });
	const [showsTree, setShowsTree] = useState(false);
	const [all, chosen, choose] = use_columns(resource, resource === 'negative-keywords' ? null : period, turn);
	const filters = useMemo(() => filters_read(filterText), [filterText]);

	useEffect(() => {
		setSelection(SELECTION_NONE);
		setEditing(null);
	}, [resource]);

	const nodes = useMemo(() => tree_nodes(campaigns.table, groups.table, open), [campaigns.table, campaigns.edition, groups.table, groups.edition, open]);
	const view = useMemo(() => ({ filters: [...scope_filters(at, resource), ...filters], search, sort: sort_read(sortText) }), [at, resource, filters, search, sortText]);
	const viewEdition = loaded.table ? view_edition(loaded.table, view) : '';
	const rows = useMemo(() => loaded.table ? view_rows(loaded.table, view) : new Uint32Array(), [loaded.table, viewEdition, view]);
	const parent = useMemo(() => parent_names(campaigns.table, groups.table), [campaigns.table, campaigns.edition, groups.table, groups.edition]);
	const node = useMemo(() => tree_nodes(campaigns.table, groups.table, new Set((campaigns.table ? [...campaigns.table.index.keys()] : []))).find(({ key }) => key === at), [at, campaigns.table, campaigns.edition, groups.edition]);
	const table = loaded.table;

	const sort_by = (field: string) => {
		const sort = sort_read(sortText);
		place_set({ sort: sort?.field !== field ? field : sort.down ? null : `-${field}` });
	};
	const edit = (row: number, field: Field) => {
		if (!table)
			return;
		setEditing({ id: String(table_get(table, 'id', row)), field, value: table_get(table, field.name, row), version: Number(table_get(table, 'version', row) ?? 1) });
	};
	const store = async (value: Json, version?: number) => {
		if (!editing || !table)
			return;
		if (value === editing.value && version === undefined)
			return setEditing(null);
		const { id, field } = editing;
		const row = table.index.get(id) ?? -1;
		const name = value_text(table_get(table, NAME_FIELD[resource], row));
		const now = { ...editing, fault: null, theirs: null, isBusy: true };
		setEditing(now);
		const from = version === undefined ? editing.value : editing.theirs?.value ?? null;
		const outcome = await edit_store({ resource, id, field: field.name, from, to: value, name }, version ?? editing.version);
		if (outcome.kind === 'stored') {
			setEditing((other) => (other?.id === id && other.field.name === field.name ? null : other));
			notice_show(TEXTS.saved(`${field.label.toLowerCase()} of ${name}`));
		} else if (outcome.kind === 'conflict') {
			setEditing({ ...now, isBusy: false, theirs: { value: outcome.value, text: cell_text(field, outcome.value), version: outcome.version } });
		} else {
			setEditing({ ...now, isBusy: false, fault: outcome.message });
		}
	};
	/* The active cell goes into the other selected rows; without a selection the cell above goes into the active one. */
	const fill_down = (row: number, at: number) => {
		const field = chosen[at];
		const isOne = selection.ids.size === 0;
		const source = isOne ? rows[row - 1] : rows[row];
		const into = isOne ? [...rows.subarray(row, row + 1)] : [...rows].filter((one) => one !== source && selection.ids.has(String(table_get(table!, 'id', one))));
		if (!table || !field?.edit || row < 0 || source === undefined || into.length === 0)
			return notice_show(FILL.none, true);
		const text = value_text(table_get(table, field.name, source));
		setPasted({ resource, table, parent, rows: into, fields: [field], cells: into.map(() => [text]), isFill: true });
	};
	const isScoped = Boolean(search || filters.length > 0);
	const [title, words] = TEXTS.emptyRows[resource];

	return (
		<div class="wb-campaigns" ref={fill}>
			<Title text="Campaigns">
				<button type="button" class="wb-button wb-narrow" aria-expanded={showsTree} onClick={() => setShowsTree(!showsTree)}>Structure</button>
				<Trail node={node} onUp={() => place_set({ at: null })} />
			</Title>
			<div class={`wb-split${openId ? ' with-panel' : ''}`}>
				<aside class={`wb-side${showsTree ? ' shows' : ''}`} aria-label="Structure">
					<Tree nodes={nodes} chosen={at} total={campaigns.table?.count ?? 0} onChoose={(one) => { place_set({ at: one?.key ?? null, open: null }); setShowsTree(false); }} onOpen={(one, isOpen) => {
						const next = new Set(open);
						const key = one.kind === 'platform' ? `-${one.key}` : one.key;
						if ((one.kind === 'platform') !== isOpen)
							next.add(key);
						else
							next.delete(key);
						setOpen(next);
					}} />
				</aside>
				<section class="wb-work" aria-label={RESOURCE_NAMES[resource]} onDragOver={(event) => can_edit && event.dataTransfer?.types.includes('Files') && event.preventDefault()} onDrop={(event) => {
					const file = event.dataTransfer?.files[0];
					if (!can_edit || !file)
						return;
					event.preventDefault();
					setImported({ file });
				}}>
					<div class="wb-tabs" role="group" aria-label="Kind of rows">
						{RESOURCES.map((one) => <button type="button" key={one} aria-pressed={one === resource} onClick={() => place_set({ resource: one === 'campaigns' ? null : one, filters: null, sort: null, open: null, search: null, figures: null })}>{RESOURCE_NAMES[one]}</button>)}
					</div>
					<div class="wb-tools">
						<input type="search" class="wb-search" aria-label={`Search ${RESOURCE_NAMES[resource].toLowerCase()}`} placeholder={`Search ${RESOURCE_NAMES[resource].toLowerCase()}`} value={search} onInput={(event) => place_set({ search: (event.target as HTMLInputElement).value }, true)} />
						{table && <FilterBuilder table={table} fields={all} filters={filters} parent={parent} onChange={(next) => place_set({ filters: filters_write(next) || null })} />}
						<ColumnChoice all={all} chosen={chosen} onChange={choose} />
						<SavedViews what="campaigns" label={VIEWS.button} save={VIEWS.save} extra={{ columns: columns_kept(chosen.slice(1).map(({ name }) => name), period).join(',') }} onOpen={(view) => {
							stored_write(`columns.${view.parameters['resource'] ?? 'campaigns'}`, (view.extra['columns'] ?? '').split(',').filter(Boolean));
							setTurn(turn + 1);
						}} />
						{resource !== 'negative-keywords' && (
							<select class="wb-select" aria-label="Figures" value={period ?? 'NONE'} onChange={(event) => place_set({ figures: (event.target as HTMLSelectElement).value })}>
								<option value="NONE">{TEXTS.noFigures}</option>
								{Object.entries(PERIOD_NAMES).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
							</select>
						)}
						<p class="wb-sum" role="status">{loaded.isLoading && !table ? '' : selection.ids.size > 0 ? `${format_whole(selection.ids.size)} selected` : table && rows.length !== table.count ? `${format_whole(rows.length)} of ${format_whole(table.count)}` : format_whole(rows.length)}</p>
					</div>
					{table && <Acts resource={resource} table={table} rows={rows} fields={chosen} parent={parent} selection={selection} at={at} pasted={pasted} onPasted={() => setPasted(null)} imported={imported} onImport={setImported} onFill={() => fill_down(active.current.row, active.current.field)} removes={removes} onRemoves={setRemoves} />}
					{loaded.fault && <Fault text={loaded.fault} onRetry={() => store_reload(resource)} />}
					{!table && !loaded.fault && <Busy />}
					{table && rows.length === 0 && !loaded.isLoading && (isScoped
						? <Empty title={TEXTS.noMatch}><button type="button" class="wb-button" onClick={() => place_set({ filters: null, search: null })}>{TEXTS.clear}</button></Empty>
						: <Empty title={title}><p>{words}</p></Empty>)}
					{table && (rows.length > 0 || loaded.isLoading) && (
						<Grid
							key={`${resource} ${at ?? ''}`}
							name={resource === 'negative-keywords' ? 'Negative keywords' : RESOURCE_NAMES[resource]} table={table} edition={loaded.edition} rows={rows} fields={chosen} sort={sort_read(sortText)}
							selection={selection} openId={openId} editing={editing} fresh={fresh.value} parent={parent} onSort={sort_by} onSelect={setSelection}
							onOpen={(id) => place_set({ open: id === openId ? null : id })} onEdit={edit} onStore={(value, version) => void store(value, version)} onLeave={() => setEditing(null)} canEdit={can_edit} active={active} onFill={fill_down} onRemove={() => setRemoves(true)}
							onPaste={(text, row, field) => {
								const cells = tsv_read(text);
								/* One line goes into each selected row; several go down from the active row. */
								const fills = cells.length === 1 && selection.ids.size > 1;
								const into = fills ? [...rows].filter((one) => selection.ids.has(String(table_get(table, 'id', one)))) : [...rows.subarray(row)];
								setPasted({ resource, table, parent, rows: into, fields: chosen.slice(field), cells: fills ? into.map(() => cells[0]!) : cells });
							}}
							onCopy={(clipboard, row, field) => {
								const one = field >= 0 && selection.ids.size === 0 ? chosen.slice(field, field + 1) : chosen;
								const copied = selection.ids.size > 0 ? [...rows].filter((at) => selection.ids.has(String(table_get(table, 'id', at)))) : [rows[row]!];
								clipboard.setData('text/plain', tsv_write(cells_of(table, copied, one, parent)));
								notice_show(PASTE.copied(format_whole(copied.length)));
							}}
						/>
					)}
				</section>
				{openId && <RowPanel key={openId} id={openId} resource={resource} edition={loaded.edition} parent={parent} onClose={() => place_set({ open: null })} />}
			</div>
		</div>
	);
}
