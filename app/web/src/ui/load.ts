/* Loading what a page shows, again when something in the Space changed. */
import { useEffect, useState } from 'preact/hooks';
import { fault_words } from '../api/client.ts';
import { stirred } from '../model/store.ts';

export interface Load<T> {
	data: T | null;
	fault: string | null;
	again: () => void;
}

/* `mark`: a value whose change means that the page itself changed something. */
export function use_load<T>(load: () => Promise<T>, key: string, mark = 0): Load<T> {
	const [state, setState] = useState<{ data: T | null; fault: string | null }>({ data: null, fault: null });
	const [turn, setTurn] = useState(0);
	const edition = stirred.value;
	useEffect(() => setState({ data: null, fault: null }), [key]);
	useEffect(() => {
		let isCurrent = true;
		load().then(
			(data) => isCurrent && setState({ data, fault: null }),
			(error: unknown) => isCurrent && setState((now) => ({ ...now, fault: fault_words(error) })),
		);
		return () => {
			isCurrent = false;
		};
	}, [key, edition, turn, mark]);
	return { ...state, again: () => setTurn(turn + 1) };
}
