/* The counts in the navigation of what needs a person: drift and policy findings. */
import type { Row } from '../api/types.ts';
import { client, page_of, type Page } from './app.ts';
import { stirred } from './store.ts';

const COUNTED: [Page, string, (count: number) => string][] = [
	['drift', 'sync/drift', (count) => (count === 1 ? 'field drifted' : 'fields drifted')],
	['disapprovals', 'reports/disapprovals', (count) => (count === 1 ? 'policy finding' : 'policy findings')],
];
/* Many changes in a row are counted once. */
const PAUSE = 2000;

function badge_put(page: Page, count: number, words: string): void {
	for (const link of document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Main"] a')) {
		if (page_of(new URL(link.href).pathname) !== page)
			continue;
		link.querySelector('.badge')?.remove();
		if (count === 0)
			continue;
		const badge = document.createElement('span');
		const unseen = document.createElement('span');
		badge.className = 'badge';
		unseen.className = 'unseen';
		unseen.textContent = ` ${words}`;
		badge.append(String(count), unseen);
		link.append(' ', badge);
	}
}

async function attention_read(): Promise<void> {
	for (const [page, path, words] of COUNTED) {
		try {
			const { meta } = await client.get<Row[]>(path, { limit: 1 }, { once: true });
			badge_put(page, meta.total ?? 0, words(meta.total ?? 0));
		} catch {
			/* Not every role reads both; without an answer the last count stays. */
		}
	}
}

export function attention_follow(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isFirst = true;
	stirred.subscribe(() => {
		clearTimeout(timer);
		timer = setTimeout(() => void attention_read(), isFirst ? 0 : PAUSE);
		isFirst = false;
	});
}
