/* The preview of a change of many objects: refusals first, then each object before and after. */
import type { JSX } from 'preact';
import type { Json } from '../../api/types.ts';
import { format_whole } from '../../ui/format.ts';
import { EDIT } from '../../ui/texts.ts';
import { Value } from '../../ui/value.tsx';

export interface Line {
	id: string;
	name: string;
	changes: { field: string; label: string; from: Json; to: Json }[];
	fault: string | null;
}

const SHOWN = 200;

export function Preview({ lines }: { lines: Line[] }): JSX.Element {
	const refused = lines.filter(({ fault }) => fault);
	const changed = lines.filter(({ fault, changes }) => !fault && changes.length > 0);
	const same = lines.length - refused.length - changed.length;
	const shown = [...refused, ...changed].slice(0, SHOWN);
	const hidden = refused.length + changed.length - shown.length;
	return (
		<div class="wb-preview">
			<p role="status">{EDIT.outcome(format_whole(changed.length), refused.length ? format_whole(refused.length) : '', same ? format_whole(same) : '')}</p>
			{shown.length > 0 && (
				<div class="wb-scroll" role="region" aria-label={EDIT.preview} tabIndex={0}>
					<table class="wb-table">
						<thead><tr><th scope="col">{EDIT.object}</th><th scope="col">{EDIT.field}</th><th scope="col">{EDIT.before}</th><th scope="col">{EDIT.after}</th></tr></thead>
						<tbody>
							{shown.map(({ id, name, changes, fault }) => fault
								? <tr key={id}><th scope="row">{name}</th><td colSpan={3} class="wb-refused"><b>{EDIT.refused}</b> {fault}</td></tr>
								: changes.map(({ field, label, from, to }, i) => (
									<tr key={`${id} ${field}`}><th scope="row">{i === 0 ? name : <span class="hide">{name}</span>}</th><td>{label}</td><td><Value name={field} value={from} /></td><td><Value name={field} value={to} /></td></tr>
								)))}
						</tbody>
					</table>
				</div>
			)}
			{hidden > 0 && <p class="wb-hint">{EDIT.hidden(format_whole(hidden))}</p>}
		</div>
	);
}
