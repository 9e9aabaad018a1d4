/* A choice that is kept in the address. */
import type { JSX } from 'preact';
import { place, place_set } from '../model/app.ts';

export function PlaceChoice({ label, name, all, options }: { label: string; name: string; all: string; options: [string, string][] }): JSX.Element {
	return (
		<select class="wb-select" aria-label={label} value={place.value.parameters.get(name) ?? ''} onChange={(event) => place_set({ [name]: (event.target as HTMLSelectElement).value || null }, true)}>
			<option value="">{all}</option>
			{options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
		</select>
	);
}
