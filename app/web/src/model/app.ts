/* Shared by all pages: the boot data, the client, the address, notices. */
import { signal } from '@preact/signals';
import { Client } from '../api/client.ts';
import type { Boot } from '../api/types.ts';

export const PAGES = ['home', 'campaigns', 'review', 'runs', 'reports', 'disapprovals', 'drift', 'assets', 'businesses', 'history'] as const;
export type Page = (typeof PAGES)[number];

export interface Place {
	page: Page;
	/* Of a run's page: the run. */
	id: string | null;
	parameters: URLSearchParams;
}

export const offline = signal(false);
export const session_ended = signal(false);
/* A dialog over any page. */
export const overlay = signal<'palette' | 'shortcuts' | null>(null);
/* The answer to the user's own last action. */
export const notice = signal<{ text: string; isFault: boolean } | null>(null);
/* A change that somebody else made. It has a line of its own: an answer must not be lost under it. */
export const news = signal<string | null>(null);

function boot_read(): Boot {
	const text = globalThis.document?.getElementById('workbench')?.dataset['boot'];
	return text ? (JSON.parse(text) as Boot) : {
		space: { id: '', name: '', role: 'VIEWER', currency: 'USD' }, spaces: [], environment: 'test', account: { name: '' }, page: 'home', api: '/app/api',
	};
}

export const boot = boot_read();

export const client = new Client({
	base: boot.api,
	space: boot.space.id,
	environment: boot.environment,
	onOffline: (isOffline) => {
		offline.value = isOffline;
	},
	onSessionEnd: () => {
		session_ended.value = true;
	},
});

export const can_edit = boot.space.role !== 'VIEWER';
export const can_push = boot.space.role === 'OWNER' || boot.space.role === 'PUBLISHER';

export function page_of(path: string): Page | null {
	const name = path.replace(/^.*\/app\/?/, '').replace(/\/$/, '').replace(/^runs\/syn_\w+$/, 'runs') || 'home';
	return PAGES.includes(name as Page) ? (name as Page) : null;
}

export function page_id(path: string): string | null {
	return /\/runs\/(syn_\w+)\/?$/.exec(path)?.[1] ?? null;
}

function place_read(): Place {
	return { page: page_of(location.pathname) ?? 'home', id: page_id(location.pathname), parameters: new URLSearchParams(location.search) };
}

export const place = signal<Place>(globalThis.location ? place_read() : { page: 'home', id: null, parameters: new URLSearchParams() });

export function place_url(page: Page, parameters: { [name: string]: string | null } = {}, id: string | null = null): string {
	const query = new URLSearchParams({ space: boot.space.id, environment: boot.environment });
	for (const [name, value] of Object.entries(parameters))
		if (value)
			query.set(name, value);
	return `/app${page === 'home' ? '' : `/${page}`}${id ? `/${id}` : ''}?${query}`;
}

/* The address of a page that the server makes. */
export function server_url(path: string): string {
	return `/app/${path}?${new URLSearchParams({ space: boot.space.id, environment: boot.environment })}`;
}

/* True after a move to another page until the person does something: its heading takes the focus, also once the page was loaded. */
export let arriving = false;

export function place_go(page: Page, parameters: { [name: string]: string | null } = {}, id: string | null = null): void {
	const { page: before, id: idBefore } = place.value;
	history.pushState(null, '', place_url(page, parameters, id));
	arriving = true;
	place.value = place_read();
	scrollTo(0, 0);
	if (before === page && idBefore === id)
		document.getElementById('main')?.querySelector<HTMLElement>('h1')?.focus();
}

/* Changes some parameters of the address; typing replaces the entry, a choice adds one. */
export function place_set(changes: { [name: string]: string | null }, replace = false): void {
	const now = place.value;
	const all: { [name: string]: string | null } = {};
	for (const [name, value] of now.parameters)
		if (name !== 'space' && name !== 'environment')
			all[name] = value;
	const url = place_url(now.page, { ...all, ...changes }, now.id);
	if (replace)
		history.replaceState(null, '', url);
	else
		history.pushState(null, '', url);
	place.value = place_read();
}

export function place_watch(): void {
	for (const act of ['keydown', 'pointerdown'])
		addEventListener(act, () => {
			arriving = false;
		}, true);
	addEventListener('popstate', () => {
		place.value = place_read();
	});
	document.addEventListener('click', (event) => {
		const link = (event.target as Element).closest?.('a');
		if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download)
			return;
		const url = new URL(link.href, location.href);
		const page = url.origin === location.origin && /^\/app(\/|$)/.test(url.pathname) ? page_of(url.pathname) : null;
		const space = url.searchParams.get('space') ?? boot.space.id;
		const environment = url.searchParams.get('environment') ?? boot.environment;
		/* Another Space or environment is another page load: nothing of this one may stay. */
		if (!page || space !== boot.space.id || environment !== boot.environment || url.hash)
			return;
		event.preventDefault();
		const parameters: { [name: string]: string | null } = {};
		for (const [name, value] of url.searchParams)
			if (name !== 'space' && name !== 'environment')
				parameters[name] = value;
		place_go(page, parameters, page_id(url.pathname));
	});
}

let timer: ReturnType<typeof setTimeout> | undefined;
let newsTimer: ReturnType<typeof setTimeout> | undefined;

export function notice_show(text: string, isFault = false): void {
	notice.value = { text, isFault };
	clearTimeout(timer);
	timer = setTimeout(() => {
		notice.value = null;
	}, isFault ? 12000 : 6000);
}

export function news_show(text: string): void {
	news.value = text;
	clearTimeout(newsTimer);
	newsTimer = setTimeout(() => {
		news.value = null;
	}, 6000);
}

export function stored_read<T>(name: string, otherwise: T): T {
	try {
		return (JSON.parse(localStorage.getItem(`adcore.${name}`) ?? 'null') as T | null) ?? otherwise;
	} catch {
		return otherwise;
	}
}

export function stored_write(name: string, value: unknown): void {
	try {
		localStorage.setItem(`adcore.${name}`, JSON.stringify(value));
	} catch {
		/* No storage: the choice lasts as long as the page. */
	}
}
