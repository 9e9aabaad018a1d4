/* A modal dialog and the labelled controls in it. Escape closes; the focus returns where it was. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { offline, session_ended } from '../model/app.ts';
import { TEXTS } from './texts.ts';

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
	const box = useRef<HTMLDialogElement>(null);
	const id = useId();
	useLayoutEffect(() => {
		const before = document.activeElement as HTMLElement | null;
		const dialog = box.current;
		dialog?.showModal();
		return () => {
			dialog?.close();
			const back = before?.isConnected && before !== document.body ? before : document.querySelector<HTMLElement>('[role=grid]');
			back?.focus({ preventScroll: true });
		};
	}, []);
	return (
		<dialog class="wb-dialog" aria-labelledby={id} ref={box} onKeyDown={(event) => event.stopPropagation()} onCancel={(event) => {
			event.preventDefault();
			onClose();
		}}>
			<header><h2 id={id}>{title}</h2><button type="button" class="wb-icon" aria-label={TEXTS.close} onClick={onClose}>×</button></header>
			{/* The banners of the page are out of reach while a dialog is open. */}
			{session_ended.value && <div class="fault"><p>{TEXTS.sessionEnded}</p><a href="/signin" target="_blank" rel="noopener">{TEXTS.signIn}</a> <button type="button" class="quiet" onClick={() => {
				session_ended.value = false;
			}}>{TEXTS.signedIn}</button></div>}
			{offline.value && <p class="note">{TEXTS.offline}</p>}
			{children}
		</dialog>
	);
}

interface Common {
	label: string;
	value: string;
	onChange: (value: string) => void;
	fault?: string | null | undefined;
	hint?: string | undefined;
	isFirst?: boolean;
}

function Labeled({ id, label, fault, hint, note, children }: { id: string; label: string; fault?: string | null | undefined; hint?: string | undefined; note?: ComponentChildren; children: ComponentChildren }): JSX.Element {
	return (
		<div class="wb-labeled">
			<label for={id}>{label}</label>{note}
			{children}
			{hint && <p class="wb-hint" id={`${id}-hint`}>{hint}</p>}
			{fault && <p class="wrong" id={`${id}-fault`} role="alert">{fault}</p>}
		</div>
	);
}

const described = (id: string, fault: unknown, hint: unknown) => [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

export function TextField({ type = 'text', rows, limit, used, ...one }: Common & { type?: 'text' | 'number' | 'date'; rows?: number; limit?: number | null; used?: number }): JSX.Element {
	const id = useId();
	const over = limit !== undefined && limit !== null && (used ?? 0) > limit;
	const common = {
		id, value: one.value, autofocus: one.isFirst ?? false, autocomplete: 'off', 'aria-invalid': one.fault || over ? true : undefined, 'aria-describedby': described(id, one.fault, one.hint),
		onInput: (event: Event) => one.onChange((event.target as HTMLInputElement).value),
	} as const;
	return (
		<Labeled id={id} label={one.label} fault={one.fault} hint={one.hint} note={limit ? <span class={`wb-used${over ? ' bad' : ''}`}>{used ?? 0}/{limit}</span> : null}>
			{rows ? <textarea {...common} rows={rows} /> : type === 'date' ? <input {...common} type="date" /> : <input {...common} type="text" inputMode={type === 'number' ? 'decimal' : undefined} />}
		</Labeled>
	);
}

export function ChoiceField({ options, ...one }: Common & { options: [string, string][] }): JSX.Element {
	const id = useId();
	return (
		<Labeled id={id} label={one.label} fault={one.fault} hint={one.hint}>
			<select id={id} value={one.value} autofocus={one.isFirst ?? false} aria-invalid={one.fault ? true : undefined} aria-describedby={described(id, one.fault, one.hint)} onChange={(event) => one.onChange((event.target as HTMLSelectElement).value)}>
				{options.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
			</select>
		</Labeled>
	);
}

export function CheckField({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }): JSX.Element {
	return <label class="wb-check"><input type="checkbox" checked={isOn} onChange={(event) => onChange((event.target as HTMLInputElement).checked)} />{label}</label>;
}
