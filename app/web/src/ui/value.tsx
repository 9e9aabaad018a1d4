/* A value of a field, shown so that nothing of it is hidden. */
import type { JSX } from 'preact';
import type { Json } from '../api/types.ts';
import { format_money, format_time, format_words } from './format.ts';
import { members_shown, shape_of, text_is_ambiguous, text_pieces } from './shown.ts';

/* A text with marks for characters that cannot be seen. */
export function Text({ text }: { text: string }): JSX.Element {
	const pieces = text_pieces(text);
	return <span class="wb-text">{pieces.length === 1 && pieces[0]!.mark === null ? text : pieces.map(({ text: plain, mark }, i) => (mark === null ? plain : <span key={i} class="wb-mark" title={plain.startsWith(' ') ? 'Spaces' : 'A character that cannot be seen'}>{mark}{plain === '\n' ? '\n' : ''}</span>))}</span>;
}

function Single({ path, value }: { path: string; value: string | number | boolean }): JSX.Element {
	const shape = shape_of(path, value);
	if (shape === 'money')
		return <>{format_money(value as number)}</>;
	if (shape === 'time')
		return <>{format_time(value as string)}</>;
	if (shape === 'enum')
		return <>{format_words(value as string)}</>;
	if (typeof value === 'boolean')
		return <>{value ? 'yes' : 'no'}</>;
	return typeof value === 'string' ? <Text text={text_is_ambiguous(value) ? JSON.stringify(value) : value} /> : <>{String(value)}</>;
}

const label_of = (key: string) => (/^[a-z][A-Za-z0-9]*$/.test(key) ? format_words(key) : key);

/* A value in words: lists one below the other, nested fields as "name: value". `path`: the field and the names of the members down to the value. */
export function Value({ name, value, path = name }: { name: string; value: Json; path?: string }): JSX.Element {
	if (value === null || (Array.isArray(value) && value.length === 0))
		return <span class="wb-none">empty</span>;
	if (value === '')
		return <span class="wb-none">empty text</span>;
	if (Array.isArray(value))
		return <ul class="wb-values">{value.map((one, i) => <li key={i}><Value name={name} value={one} path={path} /></li>)}</ul>;
	if (typeof value === 'object') {
		const filled = members_shown(path, value);
		if (filled.length === 0)
			return <span class="wb-none">empty</span>;
		return <>{filled.map(([key, one], i) => <span key={key} class="wb-part">{i > 0 ? ' ' : ''}{filled.length > 1 || !['code', 'text'].includes(key) ? `${label_of(key)}: ` : ''}<Value name={key} value={one} path={`${path}.${key}`} /></span>)}</>;
	}
	return <Single path={path} value={value} />;
}
