/* A page whose script is fetched when it is first opened. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../model/app.ts';
import { Busy, Fault, Title } from './bits.tsx';
import { PAGE_NAMES, TEXTS } from './texts.ts';

type View = () => JSX.Element;

export function view_lazy(page: Page, load: () => Promise<{ Page: View }>): View {
	let loaded: View | null = null;
	return function Lazy() {
		const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading');
		const fetch_it = () => {
			setState('loading');
			load().then(({ Page: View }) => {
				loaded = View;
				setState('loaded');
			}, () => setState('failed'));
		};
		useEffect(() => {
			if (!loaded)
				fetch_it();
		}, []);
		if (loaded) {
			const View = loaded;
			return <View />;
		}
		return <><Title text={PAGE_NAMES[page]} />{state === 'failed' ? <Fault text={TEXTS.notLoaded} onRetry={fetch_it} /> : <Busy />}</>;
	};
}
