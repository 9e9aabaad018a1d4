/* The tree platform › campaign › ad group, flattened to the nodes that are open. */
import { table_get, type Table } from './table.ts';

export interface Node {
	key: string;
	kind: 'platform' | 'campaign' | 'adGroup';
	label: string;
	level: number;
	/* Children, also those that are closed. */
	count: number;
	isOpen: boolean;
	position: number;
	size: number;
	status: string | null;
	syncState: string | null;
	/* Objects below that wait for a push, this one included. */
	pending: number;
}

const PLATFORMS = ['google', 'microsoft', 'reddit', 'meta'];
const is_pending = (state: unknown) => state !== null && state !== 'SYNCED' && state !== 'REMOVED';

function rows_by(table: Table | null, field: string): Map<string, number[]> {
	const out = new Map<string, number[]>();
	for (let row = 0; table && row < table.count; row++) {
		const parent = String(table_get(table, field, row));
		const list = out.get(parent);
		if (list)
			list.push(row);
		else
			out.set(parent, [row]);
	}
	return out;
}

function text_of(table: Table, field: string, row: number): string {
	return String(table_get(table, field, row) ?? '');
}

function by_name(table: Table): (a: number, b: number) => number {
	return (a, b) => {
		const x = text_of(table, 'name', a).toLowerCase();
		const y = text_of(table, 'name', b).toLowerCase();
		return x < y ? -1 : x > y ? 1 : a - b;
	};
}

interface Walk {
	nodes: Node[];
	open: ReadonlySet<string>;
}

function tree_add(walk: Walk, node: Omit<Node, 'isOpen'>): boolean {
	const isOpen = node.count > 0 && walk.open.has(node.key);
	walk.nodes.push({ ...node, isOpen });
	return isOpen;
}

function add_groups(walk: Walk, groups: Table, rows: number[]): void {
	rows.sort(by_name(groups)).forEach((row, at) => tree_add(walk, {
		key: text_of(groups, 'id', row),
		kind: 'adGroup',
		label: text_of(groups, 'name', row),
		level: 3,
		count: 0,
		position: at + 1,
		size: rows.length,
		status: text_of(groups, 'status', row),
		syncState: text_of(groups, 'syncState', row),
		pending: is_pending(table_get(groups, 'syncState', row)) ? 1 : 0,
	}));
}

/* The platforms that have campaigns are open unless `open` holds "-platform". */
export function tree_nodes(campaigns: Table | null, groups: Table | null, open: ReadonlySet<string>): Node[] {
	const walk: Walk = { nodes: [], open };
	if (!campaigns)
		return walk.nodes;
	const platforms = rows_by(campaigns, 'platform');
	const children = rows_by(groups, 'campaignId');
	const names = [...platforms.keys()].sort((a, b) => PLATFORMS.indexOf(a) - PLATFORMS.indexOf(b));
	const pending = (row: number) => (is_pending(table_get(campaigns, 'syncState', row)) ? 1 : 0) +
		(children.get(text_of(campaigns, 'id', row)) ?? []).filter((g) => is_pending(table_get(groups!, 'syncState', g))).length;
	names.forEach((platform, at) => {
		const rows = platforms.get(platform) ?? [];
		const isOpen = !open.has(`-${platform}`);
		walk.nodes.push({
			key: platform, kind: 'platform', label: platform, level: 1, count: rows.length, isOpen, position: at + 1, size: names.length,
			status: null, syncState: null, pending: rows.reduce((sum, row) => sum + pending(row), 0),
		});
		if (!isOpen)
			return;
		rows.sort(by_name(campaigns)).forEach((row, place) => {
			const id = text_of(campaigns, 'id', row);
			const below = children.get(id) ?? [];
			const shows = tree_add(walk, {
				key: id, kind: 'campaign', label: text_of(campaigns, 'name', row), level: 2, count: below.length, position: place + 1,
				size: rows.length, status: text_of(campaigns, 'status', row), syncState: text_of(campaigns, 'syncState', row), pending: pending(row),
			});
			if (shows && groups)
				add_groups(walk, groups, below);
		});
	});
	return walk.nodes;
}
