/* The tree platform › campaign › ad group by the ARIA tree pattern, windowed like the grid. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Node } from '../model/tree.ts';
import { platform_name } from '../ui/format.ts';
import { scroll_to, window_of } from './window.ts';

const ROW = 32;

export interface TreeProps {
	nodes: Node[];
	chosen: string | null;
	onChoose: (node: Node | null) => void;
	onOpen: (node: Node, isOpen: boolean) => void;
	total: number;
}

export function Tree({ nodes, chosen, onChoose, onOpen, total }: TreeProps): JSX.Element {
	const box = useRef<HTMLDivElement>(null);
	const [scroll, setScroll] = useState(0);
	const [height, setHeight] = useState(600);
	/* Place 0 is everything; the nodes follow. */
	const [at, setAt] = useState(0);
	const count = nodes.length + 1;
	const place = Math.min(at, count - 1);
	const { first, last } = window_of(scroll, height, ROW, count);
	useEffect(() => {
		setHeight(box.current?.clientHeight ?? 600);
		const row = nodes.findIndex(({ key }) => key === chosen) + 1;
		setAt(row);
		if (box.current)
			box.current.scrollTop = scroll_to(row, ROW, box.current.scrollTop, box.current.clientHeight);
	}, [chosen]);
	const move = (to: number) => {
		const row = Math.max(0, Math.min(count - 1, to));
		setAt(row);
		if (box.current)
			box.current.scrollTop = scroll_to(row, ROW, box.current.scrollTop, box.current.clientHeight);
	};
	const keys = (event: KeyboardEvent) => {
		const node = nodes[place - 1];
		const moves: { [key: string]: () => void } = {
			ArrowDown: () => move(place + 1),
			ArrowUp: () => move(place - 1),
			Home: () => move(0),
			End: () => move(count - 1),
			ArrowRight: () => {
				if (node && node.count > 0)
					node.isOpen ? move(place + 1) : onOpen(node, true);
			},
			ArrowLeft: () => {
				if (node?.isOpen && node.count > 0)
					onOpen(node, false);
				else if (node)
					for (let up = place - 1; up >= 0; up--)
						if ((nodes[up - 1]?.level ?? 0) < node.level)
							return move(up);
			},
			Enter: () => onChoose(node ?? null),
			' ': () => onChoose(node ?? null),
		};
		const act = moves[event.key];
		if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
			event.preventDefault();
			act();
		}
	};
	const rows: JSX.Element[] = [];
	for (let row = first; row < last; row++) {
		const node = nodes[row - 1];
		const key = node?.key ?? '';
		rows.push(
			<div
				role="treeitem" key={key} id={`node-${key}`} aria-level={node ? node.level : 1} aria-posinset={node?.level === 1 || !node ? row + 1 : node.position}
				aria-setsize={node && node.level > 1 ? node.size : -1} aria-expanded={node && node.count > 0 ? node.isOpen : undefined} aria-selected={(chosen ?? '') === key}
				class={`wb-node level${node?.level ?? 0}${row === place ? ' active' : ''}${(chosen ?? '') === key ? ' chosen' : ''}`} style={{ transform: `translateY(${row * ROW}px)` }}
				onClick={() => { setAt(row); onChoose(node ?? null); }}
			>
				<i class={`wb-twist${node && node.count > 0 ? (node.isOpen ? ' open' : ' shut') : ''}`} aria-hidden="true" onClick={(event) => {
					if (node && node.count > 0) {
						event.stopPropagation();
						onOpen(node, !node.isOpen);
					}
				}} />
				{node?.kind === 'platform' ? <i class={`wb-dot ${node.key}`} aria-hidden="true" /> : node?.status ? <i class={`wb-lamp ${node.status}`} aria-hidden="true" /> : null}
				<span class="wb-label" title={node?.label}>{node ? (node.kind === 'platform' ? platform_name(node.key) : node.label) : 'All platforms'}</span>
				{node?.status ? <span class="hide">, {node.status.toLowerCase()}</span> : null}
				{node?.pending ? <span class="wb-pending" title={`${node.pending} not pushed`}><span class="hide">, </span>{node.pending}<span class="hide"> not pushed</span></span> : null}
				<span class="wb-amount"><span class="hide">, </span>{node ? (node.count || '') : total || ''}<span class="hide">{!node || node.kind === 'platform' ? ' campaigns' : node.kind === 'campaign' ? ' ad groups' : ''}</span></span>
			</div>,
		);
	}
	return (
		<div class="wb-tree" role="tree" aria-label="Structure" tabIndex={0} ref={box} onKeyDown={keys} onScroll={(event) => setScroll((event.target as HTMLElement).scrollTop)}
			aria-activedescendant={place >= first && place < last ? `node-${nodes[place - 1]?.key ?? ''}` : undefined}>
			<div role="presentation" style={{ height: `${count * ROW}px` }}>{rows}</div>
		</div>
	);
}
