/* A plain picture of an ad on its platform: the platform chooses among the texts of a search ad. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text_shown, type Piece } from '../../model/ad_text.ts';
import { format_words, platform_name } from '../../ui/format.ts';
import { image_read } from '../lists.tsx';
import { AD } from '../../ui/texts.ts';
import type { AdState } from './ad_form.tsx';

function host_of(url: string): string {
	try {
		return new URL(url).host.replace(/^www\./, '');
	} catch {
		return url;
	}
}

/* Pinned texts stand at their place, the others fill the rest in their order. */
export function pieces_place(pieces: Piece[], kind: 'HEADLINE' | 'DESCRIPTION', places: number): string[] {
	const filled = pieces.filter(({ text }) => text.trim() !== '');
	const free = filled.filter(({ pin }) => !pin);
	const out: string[] = [];
	for (let at = 1; at <= places; at++) {
		const pinned = filled.find(({ pin }) => pin === `${kind}_${at}`);
		const one = pinned ?? free.shift();
		if (one)
			out.push(text_shown(one.text));
	}
	return out;
}

function SearchAd({ state }: { state: AdState }): JSX.Element {
	const path = [host_of(state.finalUrl), state.path1, state.path2].filter((part) => part.trim()).join('/');
	return (
		<div class="wb-ad">
			<p class="wb-ad-small"><b>{AD.sponsored}</b> {path}</p>
			<p class="wb-ad-title">{pieces_place(state.headlines, 'HEADLINE', 3).join(' | ') || AD.headline}</p>
			<p>{pieces_place(state.descriptions, 'DESCRIPTION', 2).join(' ')}</p>
		</div>
	);
}

function Media({ asset, type }: { asset: string; type: string }): JSX.Element | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		let isCurrent = true;
		setUrl(null);
		if (asset && type === 'IMAGE')
			image_read(asset).then((found) => isCurrent && setUrl(found), () => {});
		return () => {
			isCurrent = false;
		};
	}, [asset, type]);
	return type === 'POST' ? null : <div class="wb-ad-media">{url ? <img src={url} alt="" /> : <span>{type === 'VIDEO' ? AD.video : AD.image}</span>}</div>;
}

function FeedAd({ platform, type, state }: { platform: string; type: string; state: AdState }): JSX.Element {
	const headline = text_shown(state.headlines[0]?.text ?? '') || AD.headline;
	const button = state.callToAction ? <span class="wb-ad-button">{format_words(state.callToAction)}</span> : null;
	if (platform === 'reddit')
		return (
			<div class="wb-ad">
				<p class="wb-ad-small"><b>{AD.promoted}</b></p>
				<p class="wb-ad-title">{headline}</p>
				{state.primaryText && <p>{state.primaryText}</p>}
				<Media asset={state.asset} type={type} />
				<p class="wb-ad-bar"><span>{host_of(state.finalUrl)}</span>{button}</p>
			</div>
		);
	return (
		<div class="wb-ad">
			<p class="wb-ad-small"><b>{AD.sponsored}</b></p>
			<p>{state.primaryText}</p>
			<Media asset={state.asset} type={type} />
			<p class="wb-ad-bar"><span>{host_of(state.finalUrl)}<b>{headline}</b>{state.descriptions[0]?.text}</span>{button}</p>
		</div>
	);
}

export function AdPreview({ platform, type, state }: { platform: string; type: string; state: AdState }): JSX.Element {
	return (
		<figure class="wb-figure">
			<figcaption>{AD.preview(platform_name(platform))}</figcaption>
			{type === 'RESPONSIVE_SEARCH' ? <SearchAd state={state} /> : <FeedAd platform={platform} type={type} state={state} />}
		</figure>
	);
}
