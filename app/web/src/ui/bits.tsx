/* Small parts that pages share. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Json } from '../api/types.ts';
import { arriving, overlay } from '../model/app.ts';
import { format_words, platform_name } from './format.ts';
import { SYNC_MEANINGS, SYNC_NAMES, TEXTS } from './texts.ts';

export function Title({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element {
	const heading = useRef<HTMLHeadingElement>(null);
	useLayoutEffect(() => {
		if (arriving)
			heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<div class="wb-title">
			<h1 tabIndex={-1} ref={heading}>{text}</h1>{children}
			<button type="button" class="wb-button wb-find" aria-keyshortcuts="Control+K Meta+K" title={TEXTS.paletteHint} onClick={() => {
				overlay.value = 'palette';
			}}>{TEXTS.palette}</button>
		</div>
	);
}

export function Platform({ name }: { name: Json | undefined }): JSX.Element {
	return <span class="wb-platform"><i class={`wb-dot ${String(name)}`} aria-hidden="true" />{platform_name(name)}</span>;
}

export function SyncState({ state }: { state: Json | undefined }): JSX.Element | null {
	if (!state)
		return null;
	const name = String(state);
	return <span class={`wb-state ${name}`} title={SYNC_MEANINGS[name]}>{SYNC_NAMES[name] ?? format_words(name)}</span>;
}

export function Status({ status }: { status: Json | undefined }): JSX.Element | null {
	if (!status)
		return null;
	return <span class={`wb-status ${String(status)}`}>{format_words(String(status))}</span>;
}

export function Review({ status }: { status: Json | undefined }): JSX.Element | null {
	if (!status)
		return null;
	const name = String(status);
	const tone = name.startsWith('DISAPPROVED') ? 'bad' : name === 'APPROVED' ? 'good' : name === 'APPROVED_LIMITED' ? 'warn' : '';
	return <span class={`wb-review ${tone}`}>{format_words(name)}</span>;
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
	return <div class="wb-empty"><h2>{title}</h2><div>{children}</div></div>;
}

export function Busy(): JSX.Element {
	return <p class="wb-busy" role="status">{TEXTS.loading}</p>;
}

export function Fault({ text, onRetry }: { text: string; onRetry?: () => void }): JSX.Element {
	return <div class="fault" role="alert"><p>{text}</p>{onRetry && <button type="button" class="quiet" onClick={onRetry}>Try again</button>}</div>;
}

/* A button that opens a small panel below it; Escape and a click elsewhere close it. */
export function Popover({ label, isOpen, onOpen, children, badge }: {
	label: string; isOpen: boolean; onOpen: (isOpen: boolean) => void; children: ComponentChildren; badge?: number;
}): JSX.Element {
	const box = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (!isOpen)
			return;
		box.current?.querySelector<HTMLElement>('.wb-pop input, .wb-pop select, .wb-pop button')?.focus();
		const leave = (event: Event) => {
			if (!box.current?.contains(event.target as globalThis.Node))
				onOpen(false);
		};
		addEventListener('pointerdown', leave);
		return () => removeEventListener('pointerdown', leave);
	}, [isOpen]);
	/* It hangs at its button, and moves to the left as far as it would run off the page. */
	useLayoutEffect(() => {
		const pop = box.current?.querySelector<HTMLElement>('.wb-pop');
		if (!pop)
			return;
		const keep_inside = () => {
			pop.style.translate = '';
			const over = pop.getBoundingClientRect().right - document.documentElement.clientWidth + 8;
			pop.style.translate = over > 0 ? `${-over}px` : '';
		};
		keep_inside();
		const watch = new ResizeObserver(keep_inside);
		watch.observe(pop);
		addEventListener('resize', keep_inside);
		return () => {
			watch.disconnect();
			removeEventListener('resize', keep_inside);
		};
	}, [isOpen]);
	return (
		<div class="wb-popover" ref={box} onKeyDown={(event) => {
			if (event.key === 'Escape' && isOpen) {
				event.stopPropagation();
				onOpen(false);
				button.current?.focus();
			}
		}}>
			<button type="button" class="wb-button" ref={button} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
				{label}{badge ? <b class="wb-count">{badge}</b> : null}
			</button>
			{isOpen && <div class="wb-pop" role="group" aria-label={label}>{children}</div>}
		</div>
	);
}
