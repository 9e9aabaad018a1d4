/* The editor in a cell: Enter and Tab store, Escape leaves, a refusal stays at the cell. */
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../api/types.ts';
import { amount_read } from '../model/amount.ts';
import type { Field } from '../ui/fields.ts';

export interface Editing {
	id: string;
	field: Field;
	value: Json;
	fault?: string | null;
	/* The value that somebody else stored meanwhile. */
	theirs?: { value: Json; text: string; version: number } | null;
	isBusy?: boolean;
}

export interface EditorProps {
	editing: Editing;
	label: string;
	onStore: (value: Json, version?: number) => void;
	onLeave: () => void;
}

/* The typed text as the value of the field; undefined where it is no number. */
export function editor_value(field: Field, text: string): Json | undefined {
	if (field.edit !== 'money')
		return text.trim() || (field.name === 'name' ? '' : null);
	return text.trim() === '' ? null : amount_read(text);
}

export function Editor({ editing, label, onStore, onLeave }: EditorProps): JSX.Element {
	const { field, fault, theirs } = editing;
	const [text, setText] = useState(String(editing.value ?? ''));
	const [wrong, setWrong] = useState<string | null>(null);
	const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
	const id = useId();
	/* Before the next key: a digit that goes astray would be a wrong budget. */
	useLayoutEffect(() => {
		input.current?.focus();
		if (field.edit !== 'status')
			input.current?.select();
	}, []);
	const store = (version?: number) => {
		if (editing.isBusy)
			return;
		const value = editor_value(field, text);
		if (value === undefined)
			setWrong('Type a number, for example 20.50.');
		else
			onStore(value, version);
	};
	const said = theirs ? null : wrong ?? fault;
	const common = {
		ref: input, 'aria-label': label, 'aria-invalid': said ? true : undefined, 'aria-describedby': said || theirs ? id : undefined, 'aria-busy': editing.isBusy ?? false,
		onInput: (event: Event) => {
			setText((event.target as HTMLInputElement).value);
			setWrong(null);
		},
	};
	return (
		<div class="wb-editor" onKeyDown={(event) => {
			event.stopPropagation();
			if (event.key === 'Escape') {
				event.preventDefault();
				onLeave();
			}
			if (event.key === 'Enter' && (event.target as Element).tagName !== 'BUTTON') {
				event.preventDefault();
				store();
			}
		}}>
			{field.edit === 'status'
				? <select {...common} value={text}><option value="ENABLED">Enabled</option><option value="PAUSED">Paused</option></select>
				: <input {...common} type="text" class={field.edit === 'money' ? 'wb-number' : ''} inputMode={field.edit === 'money' ? 'decimal' : undefined} value={text} autocomplete="off" />}
			{said && <p class="wb-said" id={id} role="alert">{said}</p>}
			{theirs && (
				<div class="wb-said" id={id} role="alert">
					<p>Somebody else changed this field.</p>
					<p>Theirs: <b>{theirs.text || 'empty'}</b><br />Yours: <b>{text || 'empty'}</b></p>
					<div class="wb-two">
						<button type="button" class="wb-button" onClick={onLeave}>Keep theirs</button>
						<button type="button" class="wb-button" onClick={() => store(theirs.version)}>Use mine</button>
					</div>
				</div>
			)}
		</div>
	);
}
