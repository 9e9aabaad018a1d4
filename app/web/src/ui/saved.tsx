/* Saved views and reports: the choices in the address under a name, kept in this browser. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { boot, notice_show, place, place_go, stored_read, stored_write } from '../model/app.ts';
import { saved_add, saved_read, type Saved } from '../model/saved.ts';
import { Popover } from './bits.tsx';
import { VIEWS } from './texts.ts';

/* Of one object, not of a view. */
const APART = new Set(['space', 'environment', 'open']);

const list_key = (what: string): string => `saved.${boot.account.email ?? ''}.${boot.space.id}.${what}`;

export function SavedViews({ what, label, save, extra = {}, onOpen }: {
	/* The page and the key of its list. */
	what: 'campaigns' | 'reports';
	label: string;
	save: string;
	/* Kept beside the address, and given back. */
	extra?: { [name: string]: string };
	onOpen?: (view: Saved) => void;
}): JSX.Element {
	const [isOpen, setOpen] = useState(false);
	const [list, setList] = useState<Saved[]>(() => saved_read(stored_read<unknown>(list_key(what), [])));
	const [name, setName] = useState('');
	const put = (next: Saved[]) => {
		setList(next);
		stored_write(list_key(what), next);
	};
	const add = () => {
		const trimmed = name.trim();
		if (!trimmed)
			return;
		const parameters = Object.fromEntries([...place.value.parameters].filter(([key]) => !APART.has(key)));
		put(saved_add(list, { name: trimmed, parameters, extra }));
		setName('');
		setOpen(false);
		notice_show(VIEWS.saved(trimmed));
	};
	return (
		<Popover label={label} isOpen={isOpen} onOpen={setOpen} badge={list.length}>
			<ul class="wb-columns">{list.map((one) => (
				<li key={one.name}>
					<button type="button" class="wb-button wb-grow" onClick={() => {
						setOpen(false);
						onOpen?.(one);
						place_go(what, one.parameters);
					}}>{one.name}</button>
					<button type="button" class="wb-icon" aria-label={VIEWS.remove(one.name)} onClick={() => put(list.filter(({ name: other }) => other !== one.name))}>×</button>
				</li>
			))}</ul>
			{list.length === 0 && <p class="wb-hint">{VIEWS.none}</p>}
			<form class="wb-two" onSubmit={(event) => {
				event.preventDefault();
				add();
			}}>
				<input type="text" class="wb-search" aria-label={VIEWS.name} placeholder={VIEWS.name} maxLength={80} value={name} onInput={(event) => setName((event.target as HTMLInputElement).value)} />
				<button type="submit" class="wb-button" disabled={!name.trim()}>{save}</button>
			</form>
			<p class="wb-hint">{VIEWS.kept}</p>
		</Popover>
	);
}
