/* Comments of people on a run and on its operations. */
import { createContext, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../api/types.ts';
import { can_push, client } from '../model/app.ts';
import { format_time, front_name } from '../ui/format.ts';
import { Text } from '../ui/value.tsx';
import { Refused, use_act } from './act.tsx';

export interface Comment {
	id: string;
	/* The index of the operation; null: the whole run. */
	operation: number | null;
	text: string;
	createdBy: string;
	source: string;
	createdAt: string;
}

const TEXT_MAX = 1000;

/* The comments of the run on the page; null where no run is shown, as on Review. */
export interface Talk {
	runId: string;
	comments: Comment[];
	person: (id: string | null) => string;
	onDone: () => void;
}
export const TalkContext = createContext<Talk | null>(null);

/* Oldest first, as a conversation is read; the API has the newest first. */
export const comments_on = (talk: Talk | null, operation: number | null) => talk?.comments.filter((one) => one.operation === operation).reverse() ?? [];

function CommentForm({ talk, operation, label }: { talk: Talk; operation: number | null; label: string }): JSX.Element {
	const [isOpen, setOpen] = useState(false);
	const [text, setText] = useState('');
	const act = use_act();
	const box = useRef<HTMLTextAreaElement>(null);
	const opener = useRef<HTMLButtonElement>(null);
	const id = `rv-comment-${operation ?? 'run'}`;
	useEffect(() => {
		if (isOpen)
			box.current?.focus();
	}, [isOpen]);
	const close = () => {
		setOpen(false);
		requestAnimationFrame(() => opener.current?.focus());
	};
	const send = () => act.start(async (key) => {
		await client.send<Row>('POST', `sync/${talk.runId}/comments`, { body: { text: text.trim(), ...(operation === null ? {} : { operation }) }, key });
		setText('');
		close();
		talk.onDone();
	});
	if (!isOpen)
		return <button type="button" class="wb-button rv-comment-open" ref={opener} aria-label={`Comment on ${label}`} onClick={() => setOpen(true)}>Comment</button>;
	return (
		<div class="rv-dialog" role="group" aria-label={`Comment on ${label}`} onKeyDown={(event) => {
			event.stopPropagation();
			if (event.key === 'Escape')
				close();
		}}>
			<label class="rv-label" for={id}>Comment</label>
			<p class="wb-hint" id={`${id}-hint`}>Everyone who can read this run can read it, and so can their assistants.</p>
			<textarea id={id} ref={box} rows={3} maxLength={TEXT_MAX} value={text} aria-describedby={`${id}-hint`} onInput={(event) => setText((event.target as HTMLTextAreaElement).value)} />
			{act.refusal && <Refused refusal={act.refusal} onAgain={act.again} />}
			<div class="wb-two">
				<button type="button" class="rv-main" disabled={act.isBusy || !text.trim()} onClick={send}>Add comment</button>
				<button type="button" class="wb-button" disabled={act.isBusy} onClick={close}>Back</button>
			</div>
		</div>
	);
}

/* The comments on one operation or on the whole run (null), and a form for one more. */
export function Comments({ operation, label }: { operation: number | null; label: string }): JSX.Element | null {
	const talk = useContext(TalkContext);
	if (!talk)
		return null;
	const list = comments_on(talk, operation);
	return (
		<>
			{list.length > 0 && (
				<ul class="rv-comments" aria-label={`Comments on ${label}`}>
					{list.map((one) => (
						<li key={one.id}>
							<p class="wb-hint">{talk.person(one.createdBy)}{one.source === 'APP' ? '' : `, ${front_name(one.source)}`}, <time dateTime={one.createdAt}>{format_time(one.createdAt)}</time></p>
							<p><Text text={one.text} /></p>
						</li>
					))}
				</ul>
			)}
			{can_push && <CommentForm talk={talk} operation={operation} label={label} />}
		</>
	);
}
