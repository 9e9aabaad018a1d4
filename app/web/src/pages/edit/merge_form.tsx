/* The save of a form over an object that others edit too: a conflict shows both values, as a cell of the grid does. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import type { Json, Resource, Row } from '../../api/types.ts';
import { client, notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { changes_of, clashes_of } from '../../model/merge.ts';
import { store_put } from '../../model/store.ts';
import { FORM } from '../../ui/texts.ts';
import { Value } from '../../ui/value.tsx';

interface Clash {
	theirs: Row;
	names: string[];
	form: Row;
}

export interface Merge {
	clash: Clash | null;
	/* Stores the form; false: a conflict is shown. Throws refusals. */
	save: (form: Row) => Promise<boolean>;
	/* Each answers the values of the clash that the form should show from then on, or null once stored. */
	keep_theirs: () => Row;
	use_mine: () => Promise<boolean>;
}

/* `deed`: the name of the step for the undo; `told`: the notice once it is stored. */
export function use_merge(resource: Resource, object: Row, deed: (name: string) => string, told: (name: string) => string): Merge {
	const [base, setBase] = useState(object);
	const [clash, setClash] = useState<Clash | null>(null);
	const send = async (against: Row, edited: Row, form: Row): Promise<boolean> => {
		const id = String(object['id']);
		try {
			const { data } = await client.patch<Row>(`${resource}/${id}`, edited, Number(against['version']));
			const names = Object.keys(edited);
			store_put(resource, data);
			deed_keep({ resource, parts: [{ id, from: Object.fromEntries(names.map((name) => [name, against[name] ?? null])), to: Object.fromEntries(names.map((name) => [name, data[name] ?? null])) }], name: deed(String(data['name'])) });
			notice_show(told(String(data['name'])));
			return true;
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 412)
				throw error;
		}
		const { data } = await client.get<Row>(`${resource}/${id}`);
		const names = clashes_of(against, data, edited);
		if (names.length === 0)
			return send(data, edited, form);
		setClash({ theirs: data, names, form });
		return false;
	};
	const save = async (form: Row): Promise<boolean> => {
		setClash(null);
		const edited = changes_of(base, form);
		if (Object.keys(edited).length === 0) {
			notice_show(FORM.noChange);
			return true;
		}
		return send(base, edited, form);
	};
	return {
		clash, save,
		keep_theirs: () => {
			const { theirs, names, form } = clash!;
			const edited = changes_of(base, form);
			setBase(theirs);
			setClash(null);
			return { ...theirs, ...Object.fromEntries(Object.entries(edited).filter(([name]) => !names.includes(name))) };
		},
		use_mine: async () => {
			const { theirs, form } = clash!;
			const edited = changes_of(base, form);
			setBase(theirs);
			setClash(null);
			return send(theirs, edited, form);
		},
	};
}

const shown = (name: string, value: Json | undefined): JSX.Element => <Value name={name} value={value ?? null} />;

export function ClashBox({ clash, labels, onTheirs, onMine }: { clash: Clash | null; labels: { [field: string]: string }; onTheirs: () => void; onMine: () => void }): JSX.Element | null {
	if (!clash)
		return null;
	return (
		<div class="fault wb-clash" role="alert">
			<p>{FORM.clash}</p>
			<table class="wb-diff">
				<thead><tr><th scope="col">{FORM.field}</th><th scope="col">{FORM.theirs}</th><th scope="col">{FORM.yours}</th></tr></thead>
				<tbody>{clash.names.map((name) => (
					<tr key={name}><th scope="row">{labels[name] ?? name}</th><td data-label={FORM.theirs}>{shown(name, clash.theirs[name])}</td><td data-label={FORM.yours}>{shown(name, clash.form[name])}</td></tr>
				))}</tbody>
			</table>
			<div class="wb-two">
				<button type="button" class="wb-button" onClick={onTheirs}>{FORM.keepTheirs}</button>
				<button type="button" class="wb-button" onClick={onMine}>{FORM.useMine}</button>
			</div>
		</div>
	);
}
