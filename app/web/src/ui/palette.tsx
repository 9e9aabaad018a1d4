/* The command palette: pages, actions of the page, Spaces, and objects by their names; and the list of shortcuts. */
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Resource, Row } from '../api/types.ts';
import { boot, client, overlay, PAGES, place_go, type Page } from '../model/app.ts';
import { commands_find, type Command } from '../model/palette.ts';
import { value_text } from '../model/view.ts';
import { Dialog } from './dialog.tsx';
import { NAME_FIELD } from './fields.ts';
import { platform_name } from './format.ts';
import { PAGE_NAMES, PALETTE, RESOURCE_NAMES, SHORTCUTS } from './texts.ts';

const SEARCHED: Resource[] = ['campaigns', 'ad-groups', 'ads', 'keywords'];
const EACH = 5;
const PAUSE = 200;

/* Buttons of the page behind, by their visible names. */
function actions_read(): Command[] {
	const out: Command[] = [];
	for (const button of document.querySelectorAll<HTMLButtonElement>('#workbench :is(.wb-acts, .wb-tools, .wb-undo, .rv-decide, .dr-bar) button')) {
		const name = button.getAttribute('aria-label') ?? button.textContent ?? '';
		if (!button.disabled && name && !out.some((one) => one.name === name))
			out.push({ name, kind: PALETTE.action, run: () => {
				button.focus();
				button.click();
			} });
	}
	return out;
}

const page_commands = (): Command[] => PAGES.map((page: Page) => ({
	name: PAGE_NAMES[page], kind: PALETTE.page, run: () => place_go(page),
}));

function place_commands(): Command[] {
	const other = boot.environment === 'test' ? 'live' : 'test';
	const go = (space: string, environment: string) => () => location.assign(`/app?${new URLSearchParams({ space, environment })}`);
	return [
		{ name: PALETTE.switchTo(other === 'test' ? 'Test' : 'Live'), kind: PALETTE.environment, run: go(boot.space.id, other) },
		...boot.spaces.filter(({ id }) => id !== boot.space.id).map(({ id, name, owner }) => ({ name: PALETTE.switchTo(owner ? `${name} (${owner})` : name), kind: PALETTE.space, run: go(id, boot.environment) })),
	];
}

async function objects_read(words: string, signal: AbortSignal): Promise<Command[]> {
	const lists = await Promise.all(SEARCHED.map(async (resource) => {
		const { data } = await client.get<Row[]>(resource, { q: words, limit: EACH }, { once: true, signal }).catch(() => ({ data: [] as Row[] }));
		return data.map((row): Command => ({
			name: value_text(row[NAME_FIELD[resource]] ?? row['name'] ?? null) || String(row['id']), kind: `${RESOURCE_NAMES[resource]}, ${platform_name(row['platform'])}`,
			run: () => place_go('campaigns', { resource: resource === 'campaigns' ? null : resource === 'keywords' && row['negative'] === true ? 'negative-keywords' : resource, open: String(row['id']) }),
		}));
	}));
	return lists.flat();
}

function use_objects(words: string): { found: Command[]; isBusy: boolean } {
	const [state, setState] = useState<{ words: string; found: Command[] }>({ words: '', found: [] });
	const wanted = words.trim();
	useEffect(() => {
		if (wanted.length < 2)
			return;
		const stop = new AbortController();
		const timer = setTimeout(() => void objects_read(wanted, stop.signal).then((found) => !stop.signal.aborted && setState({ words: wanted, found })), PAUSE);
		return () => {
			clearTimeout(timer);
			stop.abort();
		};
	}, [wanted]);
	return wanted.length < 2 ? { found: [], isBusy: false } : { found: state.words === wanted ? state.found : [], isBusy: state.words !== wanted };
}

export function Palette({ onClose }: { onClose: () => void }): JSX.Element {
	const [words, setWords] = useState('');
	const [at, setAt] = useState(0);
	const list = useRef<HTMLUListElement>(null);
	const id = useId();
	const fixed = useMemo(() => [...page_commands(), ...actions_read(), { name: PALETTE.shortcuts, kind: PALETTE.action, run: () => {
		overlay.value = 'shortcuts';
	} }, ...place_commands()], []);
	const { found, isBusy } = use_objects(words);
	const shown = [...commands_find(fixed, words), ...found];
	const active = Math.min(at, shown.length - 1);
	useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
	/* The dialog is closed first: what the command focuses or opens stays. */
	const choose = (command: Command | undefined) => {
		if (!command)
			return;
		onClose();
		setTimeout(command.run);
	};
	return (
		<Dialog title={PALETTE.title} onClose={onClose}>
			<input
				type="text" class="wb-palette" role="combobox" autofocus autocomplete="off" aria-label={PALETTE.hint} placeholder={PALETTE.hint} aria-expanded="true" aria-controls={`${id}-list`} aria-autocomplete="list"
				aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined} value={words}
				onInput={(event) => {
					setWords((event.target as HTMLInputElement).value);
					setAt(0);
				}}
				onKeyDown={(event) => {
					const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
					if (by !== 0 && shown.length > 0) {
						event.preventDefault();
						setAt((active + by + shown.length) % shown.length);
					} else if (event.key === 'Enter') {
						event.preventDefault();
						choose(shown[active]);
					}
				}}
			/>
			<p class="hide" role="status">{isBusy ? PALETTE.searching : PALETTE.found(String(shown.length))}</p>
			<ul class="wb-found" role="listbox" id={`${id}-list`} aria-label={PALETTE.results} ref={list}>
				{shown.map((one, i) => <li key={`${i} ${one.name}`} role="option" id={`${id}-${i}`} aria-selected={i === active} class={i === active ? 'active' : ''} onClick={() => choose(one)}><span>{one.name}</span><span class="wb-hint">{one.kind}</span></li>)}
			</ul>
			{shown.length === 0 && <p class="wb-hint">{isBusy ? PALETTE.searching : PALETTE.none}</p>}
		</Dialog>
	);
}

export function Shortcuts({ onClose }: { onClose: () => void }): JSX.Element {
	return (
		<Dialog title={PALETTE.shortcuts} onClose={onClose}>
			{SHORTCUTS.map(([where, keys]) => (
				<section key={where}>
					<h3>{where}</h3>
					<dl class="wb-keys">{keys.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
				</section>
			))}
		</Dialog>
	);
}

export function Overlay({ which, onClose }: { which: 'palette' | 'shortcuts'; onClose: () => void }): JSX.Element {
	return which === 'palette' ? <Palette onClose={onClose} /> : <Shortcuts onClose={onClose} />;
}
