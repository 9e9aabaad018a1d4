/* Acts that the server can refuse, for example until the person signs in again: the refusal is shown, and typed text stays. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ApiError, api_key, fault_words } from '../api/client.ts';
import { place_url } from '../model/app.ts';
import { REVIEW_TEXTS } from '../ui/texts.ts';

export interface Refusal {
	text: string;
	reason: string | null;
	confirmUrl: string | null;
	setUpUrl: string | null;
	runId: string | null;
}

export function refusal_of(error: unknown): Refusal {
	const details = error instanceof ApiError ? error.fault.details : undefined;
	return {
		text: fault_words(error), reason: details?.reason ?? null, confirmUrl: details?.confirmUrl ?? null, setUpUrl: details?.setUpUrl ?? null, runId: details?.runId ?? null,
	};
}

/* Only an address of this server is followed. */
function own_url(url: string): string {
	const { pathname, search } = new URL(url, location.href);
	return `/${pathname.replace(/^\/+/, '')}${search}`;
}

export function Refused({ refusal, onAgain }: { refusal: Refusal; onAgain?: () => void }): JSX.Element {
	return (
		<div class="fault" role="alert">
			<p>{refusal.text}</p>
			{refusal.confirmUrl && <a class="wb-button" href={own_url(refusal.confirmUrl)} target="_blank" rel="noopener">{REVIEW_TEXTS.signInAgain}</a>}
			{refusal.confirmUrl && onAgain && <button type="button" class="wb-button" onClick={onAgain}>{REVIEW_TEXTS.signedInGoOn}</button>}
			{refusal.setUpUrl && <a class="wb-button" href={own_url(refusal.setUpUrl)} target="_blank" rel="noopener">{REVIEW_TEXTS.setUpFactor}</a>}
			{refusal.runId && <a class="wb-button" href={place_url('runs', {}, refusal.runId)}>{REVIEW_TEXTS.seeRun}</a>}
		</div>
	);
}

export interface Act {
	isBusy: boolean;
	refusal: Refusal | null;
	/* Runs it unless one is under way. A refusal gets a new key, so that the next try is asked anew. */
	start: (run: (key: string) => Promise<void>) => void;
	again: () => void;
	clear: () => void;
}

export function use_act(): Act {
	const [isBusy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<Refusal | null>(null);
	const state = useRef({ isBusy: false, key: api_key(), last: null as ((key: string) => Promise<void>) | null });
	const start = (run: (key: string) => Promise<void>) => {
		const now = state.current;
		if (now.isBusy)
			return;
		now.isBusy = true;
		now.last = run;
		setBusy(true);
		setRefusal(null);
		void run(now.key).catch((error: unknown) => setRefusal(refusal_of(error))).then(() => {
			now.key = api_key();
			now.isBusy = false;
			setBusy(false);
		});
	};
	return { isBusy, refusal, start, again: () => state.current.last && start(state.current.last), clear: () => setRefusal(null) };
}
