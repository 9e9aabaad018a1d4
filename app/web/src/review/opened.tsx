/* Operations that a person has opened, and the consent to send others. */
import type { JSX } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { format_whole } from '../ui/format.ts';
import { REVIEW_TEXTS } from '../ui/texts.ts';

export interface Opened {
	/* Keys of operations that were on screen, and the campaigns that are marked as viewed. */
	opened: ReadonlySet<string>;
	viewed: ReadonlySet<string>;
	onShown: (keys: string[]) => void;
	onMarks: (viewed: ReadonlySet<string>) => void;
}

const NONE: ReadonlySet<string> = new Set();

/* Another plan has other operations: those that were opened before do not count. */
export function use_opened(planHash: string): Opened {
	const [state, setState] = useState({ planHash, opened: NONE });
	const [viewed, onMarks] = useState(NONE);
	const onShown = useCallback((keys: string[]) => setState((now) => {
		const old = now.planHash === planHash ? now.opened : NONE;
		return now.planHash === planHash && keys.every((key) => old.has(key)) ? now : { planHash, opened: new Set([...old, ...keys]) };
	}), [planHash]);
	return { opened: state.planHash === planHash ? state.opened : NONE, viewed, onShown, onMarks };
}

export interface Consent {
	/* Operations that were not opened. */
	count: number;
	isGiven: boolean;
	onGive: (isGiven: boolean) => void;
}

/* The consent holds for one plan and one number of operations. */
export function use_consent(planHash: string, count: number): Consent {
	const [given, setGiven] = useState<string | null>(null);
	const key = `${planHash} ${count}`;
	return { count, isGiven: count === 0 || given === key, onGive: (isGiven) => setGiven(isGiven ? key : null) };
}

export function ConsentBox({ consent, verb, id }: { consent: Consent; verb: string; id: string }): JSX.Element | null {
	if (consent.count === 0)
		return null;
	const words = consent.count === 1 ? '1 operation' : `${format_whole(consent.count)} operations`;
	return (
		<div class="rv-consent">
			<label class="wb-check"><input type="checkbox" checked={consent.isGiven} onChange={(event) => consent.onGive((event.target as HTMLInputElement).checked)} /><span>I {verb} {words} that I did not open</span></label>
			<p class="wb-hint" id={id}>{REVIEW_TEXTS.openFirst}</p>
		</div>
	);
}
