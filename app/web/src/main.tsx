/* The workbench: its pages in the shell page that the server made. */
import { useEffect } from 'preact/hooks';
import { render, type JSX } from 'preact';
import './style.css';
import './review/review.css';
import type { Change } from './api/types.ts';
import { boot, news, news_show, notice, notice_show, offline, overlay, PAGES, place, place_url, place_watch, page_of, session_ended, type Page } from './model/app.ts';
import { attention_follow } from './model/attention.ts';
import { edit_again, stack } from './model/edits.ts';
import { changes_follow, fresh } from './model/store.ts';
import { view_lazy } from './ui/lazy.tsx';
import { Lazy, type Load } from './pages/campaigns_acts.tsx';
import { Campaigns } from './pages/campaigns.tsx';
import { History } from './pages/history.tsx';
import { Home } from './pages/home.tsx';
import { Reports } from './pages/reports.tsx';
import { PAGE_NAMES, TEXTS } from './ui/texts.ts';

const VIEWS: { [page in Page]: () => JSX.Element } = {
	home: Home, campaigns: Campaigns, review: view_lazy('review', () => import('./pages/review.tsx')), runs: view_lazy('runs', () => import('./pages/runs.tsx')), reports: Reports, disapprovals: view_lazy('disapprovals', () => import('./pages/disapprovals.tsx')), drift: view_lazy('drift', () => import('./pages/drift.tsx')), assets: view_lazy('assets', () => import('./pages/assets.tsx')), businesses: view_lazy('businesses', () => import('./pages/businesses.tsx')), history: History,
};

/* On a phone the entries are one line that scrolls sideways: the page's own is brought into it. */
function entry_show(link: HTMLAnchorElement): void {
	const list = link.closest('ul');
	if (!list || list.scrollWidth <= list.clientWidth)
		return;
	const by = link.getBoundingClientRect().left - list.getBoundingClientRect().left;
	list.scrollLeft += by - (list.clientWidth - link.offsetWidth) / 2;
}

/* The title, aria-current and the addresses of the navigation, which the server made. */
function frame_update(page: Page): void {
	document.title = `${PAGE_NAMES[page]} · ${boot.environment === 'test' ? 'Test · ' : ''}${boot.space.name} · adcore`;
	for (const link of document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Main"] a')) {
		const own = page_of(new URL(link.href).pathname);
		if (own === page)
			link.setAttribute('aria-current', place.value.id ? 'true' : 'page');
		else
			link.removeAttribute('aria-current');
		if (own === page)
			entry_show(link);
		if (own && PAGES.includes(own))
			link.href = place_url(own);
	}
}

async function again(isUndo: boolean): Promise<void> {
	const done = await edit_again(isUndo);
	if (!done)
		return;
	const { what } = done;
	if (done.fault)
		notice_show(`${isUndo ? 'Not undone' : 'Not redone'}: ${what}. ${done.fault}`, true);
	else
		notice_show(isUndo ? TEXTS.undone(what) : TEXTS.redone(what));
}

function keys_watch(): void {
	addEventListener('keydown', (event) => {
		const target = event.target as Element;
		const key = event.key.toLowerCase();
		const isOpen = document.querySelector('dialog[open]') !== null;
		if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && !isOpen) {
			event.preventDefault();
			overlay.value = 'palette';
			return;
		}
		if (event.key === '?' && !isOpen && !/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
			event.preventDefault();
			overlay.value = 'shortcuts';
			return;
		}
		if (!(event.ctrlKey || event.metaKey) || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || (key !== 'z' && key !== 'y'))
			return;
		event.preventDefault();
		void again(key === 'z' && !event.shiftKey);
	});
}

function Undo(): JSX.Element | null {
	const { done, undone } = stack.value;
	if (done.length === 0 && undone.length === 0)
		return null;
	return (
		<div class="wb-undo" role="group" aria-label="Edits of this visit">
			<button type="button" class="wb-button" disabled={done.length === 0} onClick={() => void again(true)}>Undo</button>
			<button type="button" class="wb-button" disabled={undone.length === 0} onClick={() => void again(false)}>Redo</button>
		</div>
	);
}

function Banners(): JSX.Element {
	return (
		<>
			{session_ended.value && (
				<div class="fault wb-banner" role="alert">
					<p>{TEXTS.sessionEnded}</p>
					<a class="wb-button" href="/signin" target="_blank" rel="noopener">{TEXTS.signIn}</a>
					<button type="button" class="wb-button" onClick={() => {
						session_ended.value = false;
					}}>{TEXTS.signedIn}</button>
				</div>
			)}
			{offline.value && <div class="note wb-banner" role="alert"><p>{TEXTS.offline}</p></div>}
		</>
	);
}

const overlay_load: Load<{ which: 'palette' | 'shortcuts'; onClose: () => void }> = async () => (await import('./ui/palette.tsx')).Overlay;

function overlay_close(): void {
	overlay.value = null;
}

function App(): JSX.Element {
	const { page, id } = place.value;
	const View = VIEWS[page];
	useEffect(() => frame_update(page), [page, id]);
	return (
		<>
			<Banners />
			{overlay.value && <Lazy key={overlay.value} load={overlay_load} props={{ which: overlay.value, onClose: overlay_close }} />}
			<View key={`${page} ${id ?? ''}`} />
			<div class="wb-corner">
				<div class="wb-notices" role="status" aria-live="polite">
					{news.value && <p class="wb-notice news">{news.value}</p>}
					{notice.value && <p class={`wb-notice${notice.value.isFault ? ' bad' : ''}`}>{notice.value.text}</p>}
				</div>
				<Undo />
			</div>
		</>
	);
}

/* Changes of others are told; one's own are known. */
function changes_tell(list: Change[]): void {
	const others = list.filter(({ front }) => front !== 'APP');
	const last = others.at(-1);
	if (last)
		news_show(`${last.app ?? last.by?.name ?? 'Somebody'} changed ${others.length === 1 ? 'one object' : `${others.length} objects`}.`);
	setTimeout(() => {
		fresh.value = new Set();
	}, 4000);
}

const root = document.getElementById('workbench');
if (root) {
	place_watch();
	keys_watch();
	root.textContent = '';
	render(<App />, root);
	attention_follow();
	void changes_follow(changes_tell);
}
