/* The form of an ad, with the length of each text against its platform's limit, and its preview. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Json, Row } from '../../api/types.ts';
import { limit_of, limits_read, pieces_read, pieces_write, text_width, type Limits, type Piece } from '../../model/ad_text.ts';
import { store_table } from '../../model/store.ts';
import { table_get } from '../../model/table.ts';
import { ChoiceField, TextField } from '../../ui/dialog.tsx';
import { format_words } from '../../ui/format.ts';
import { AD } from '../../ui/texts.ts';
import { AdPreview } from './ad_preview.tsx';

export interface AdState {
	headlines: Piece[];
	descriptions: Piece[];
	finalUrl: string;
	path1: string;
	path2: string;
	primaryText: string;
	callToAction: string;
	name: string;
	asset: string;
}

const TEXTS = ['finalUrl', 'path1', 'path2', 'primaryText', 'callToAction', 'name'] as const;

export function ad_state(ad: Row | null): AdState {
	const text = (name: string) => String(ad?.[name] ?? '');
	const assets = Array.isArray(ad?.['assetIds']) ? ad['assetIds'] : [];
	return {
		headlines: pieces_read(ad?.['headlines']), descriptions: pieces_read(ad?.['descriptions']), finalUrl: text('finalUrl'), path1: text('path1'), path2: text('path2'),
		primaryText: text('primaryText'), callToAction: text('callToAction'), name: text('name'), asset: assets.length === 1 ? String(assets[0]) : '',
	};
}

/* The fields of the state as the API takes them. */
export function ad_body(state: AdState): Row {
	const body: Row = { headlines: pieces_write(state.headlines), descriptions: pieces_write(state.descriptions) };
	for (const name of TEXTS)
		body[name] = state[name].trim() || null;
	body['assetIds'] = state.asset ? [state.asset] : [];
	return body;
}

/* Which item of the form an item of the request is: empty ones are not sent. */
export function piece_path(field: 'headlines' | 'descriptions', pieces: Piece[], at: number): string {
	return `${field}[${pieces.slice(0, at).filter(({ text }) => text.trim() !== '').length}]`;
}

export interface AdFormProps {
	platform: string;
	type: string;
	state: AdState;
	/* The fault at a path, and of the field itself. */
	fault: (path: string) => string | null;
	onChange: (state: AdState) => void;
}

function Pieces({ field, label, max, platform, type, limits, state, fault, onChange }: AdFormProps & { field: 'headlines' | 'descriptions'; label: string; max: number; limits: Limits | null }): JSX.Element {
	const limit = limit_of(limits, platform, type, field);
	const pieces = state[field].length > 0 ? state[field] : [{ text: '', pin: null }];
	const put = (next: Piece[]) => onChange({ ...state, [field]: next });
	return (
		<fieldset>
			<legend>{label}{max > 1 ? ` (${AD.ofMost(pieces.length, max)})` : ''}</legend>
			{fault(field) && <p class="wrong" role="alert">{fault(field)}</p>}
			{pieces.map((piece, i) => (
				<div class="wb-piece" key={i}>
					<TextField
						label={AD.piece(label, max > 1 ? i + 1 : null)} value={piece.text} limit={limit?.maxWidth || null} used={text_width(piece.text, platform)} fault={piece.text.trim() ? fault(piece_path(field, pieces, i)) : null}
						hint={piece.pin ? AD.pinned(format_words(piece.pin)) : undefined} onChange={(text) => put(pieces.map((one, k) => (k === i ? { ...one, text } : one)))}
					/>
					{pieces.length > 1 && <button type="button" class="wb-icon" aria-label={AD.remove(AD.piece(label, i + 1))} onClick={() => put(pieces.filter((_, k) => k !== i))}>×</button>}
				</div>
			))}
			{pieces.length < max && <button type="button" class="wb-button" onClick={() => put([...pieces, { text: '', pin: null }])}>{AD.add(label)}</button>}
		</fieldset>
	);
}

function asset_options(type: string): [string, string][] {
	const { table } = store_table('assets').value;
	const out: [string, string][] = [['', AD.none]];
	for (let row = 0; table && row < table.count; row++)
		if (table_get(table, 'type', row) === type)
			out.push([String(table_get(table, 'id', row)), String(table_get(table, 'name', row) ?? '')]);
	return out;
}

export function AdForm(props: AdFormProps): JSX.Element {
	const { platform, type, state, fault, onChange } = props;
	const [limits, setLimits] = useState<Limits | null>(null);
	/* Without them the form works; the server's refusals name the limits. */
	useEffect(() => void limits_read().then(setLimits, () => {}), []);
	const isSearch = type === 'RESPONSIVE_SEARCH';
	const most = (field: string, otherwise: number) => limit_of(limits, platform, type, field)?.maxItems || otherwise;
	const buttons = limits?.buttons[platform] ?? [];
	const text = (name: (typeof TEXTS)[number], label: string, rows?: number) => {
		const limit = limit_of(limits, platform, type, name);
		return <TextField label={label} value={state[name]} onChange={(value) => onChange({ ...state, [name]: value })} fault={fault(name)} {...(rows ? { rows } : {})} limit={limit?.maxWidth || limit?.maxLength || null} used={text_width(state[name], platform)} />;
	};
	return (
		<div class="wb-editad">
			{!isSearch && text('primaryText', AD.primaryText, 4)}
			<Pieces {...props} field="headlines" label={AD.headline} max={most('headlines', isSearch ? 15 : 1)} limits={limits} />
			{platform !== 'reddit' && <Pieces {...props} field="descriptions" label={AD.description} max={most('descriptions', isSearch ? 4 : 1)} limits={limits} />}
			{text('finalUrl', AD.finalUrl)}
			{isSearch && <div class="wb-form">{text('path1', AD.path1)}{text('path2', AD.path2)}</div>}
			{buttons.length > 0 && <ChoiceField label={AD.button} value={state.callToAction} fault={fault('callToAction')} options={[['', AD.none], ...[...new Set([...buttons, ...(state.callToAction ? [state.callToAction] : [])])].map((one) => [one, format_words(one)] as [string, string])]} onChange={(value) => onChange({ ...state, callToAction: value })} />}
			{(type === 'IMAGE' || type === 'VIDEO') && <ChoiceField label={type === 'IMAGE' ? AD.image : AD.video} value={state.asset} fault={fault('assetIds')} options={asset_options(type)} onChange={(value) => onChange({ ...state, asset: value })} />}
			<AdPreview platform={platform} type={type} state={state} />
		</div>
	);
}

/* The fields of two ads that differ, each with both values. */
export function ad_changes(before: Row, after: Row): { from: Row; to: Row } {
	const from: Row = {};
	const to: Row = {};
	for (const [name, value] of Object.entries(after))
		if (JSON.stringify(before[name] ?? (Array.isArray(value) ? [] : null)) !== JSON.stringify(value)) {
			from[name] = (before[name] ?? null) as Json;
			to[name] = value;
		}
	return { from, to };
}
