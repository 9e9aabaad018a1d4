/* Inline edits: each is a PATCH of one field with the version it was made on, and can be undone. */
import { effect, signal } from '@preact/signals';
import { ApiError, fault_words } from '../api/client.ts';
import type { Json, Resource, Row } from '../api/types.ts';
import { client } from './app.ts';
import { collection_path, store_put } from './store.ts';
import { edit_inverse, STACK_NONE, stack_push, stack_redo, stack_undo, type Deed, type Edit, type Stack } from './undo.ts';

export const stack = signal<Stack>(STACK_NONE);
/* The number of edits that wait for the server. */
export const saving = signal(0);

export type Outcome = { kind: 'stored'; object: Row } | { kind: 'conflict'; value: Json; version: number } | { kind: 'refused'; message: string };

async function edit_send(edit: Edit, version: number): Promise<Outcome> {
	const path = `${collection_path(edit.resource)}/${edit.id}`;
	saving.value++;
	try {
		const { data } = await client.patch<Row>(path, { [edit.field]: edit.to }, version);
		store_put(edit.resource, data);
		return { kind: 'stored', object: data };
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 412)
			return { kind: 'refused', message: fault_words(error, edit.field) };
		const { data } = await client.get<Row>(path);
		store_put(edit.resource, data);
		const value = data[edit.field] ?? null;
		/* The answer to the first attempt was lost: the value is stored. */
		if (value === edit.to)
			return { kind: 'stored', object: data };
		/* Another field was changed: ours is as it was, so the edit still means the same. */
		if (value === edit.from)
			return edit_send(edit, Number(data['version']));
		return { kind: 'conflict', value, version: Number(data['version']) };
	} finally {
		saving.value--;
	}
}

export async function edit_store(edit: Edit, version: number): Promise<Outcome> {
	/* The object may be gone by the time that it is read again: the cell says so and stays usable. */
	const outcome = await edit_send(edit, version).catch((error: unknown): Outcome => ({ kind: 'refused', message: fault_words(error, edit.field) }));
	if (outcome.kind === 'stored')
		stack.value = stack_push(stack.value, edit);
	return outcome;
}

/* The version of an object as the server has it now. */
async function version_now(resource: Resource, id: string): Promise<number> {
	const { data } = await client.get<Row>(`${collection_path(resource)}/${id}`);
	return Number(data['version']);
}

export function deed_keep(deed: Deed): void {
	stack.value = stack_push(stack.value, deed);
}

/* Of a step that changed or made many objects some may be left as they are. */
async function many_again(last: Exclude<Deed, Edit>, isUndo: boolean): Promise<string | null> {
	const { deed_again } = await import('./many.ts');
	const { deed, left, fault } = await deed_again(last, isUndo);
	const isNothing = deed === null && fault !== null;
	if (!isNothing)
		stack.value = isUndo ? stack_undo(stack.value, deed) : stack_redo(stack.value, deed);
	return fault && left > 0 ? `${left} unchanged: ${fault}` : fault;
}

async function edit_resend(last: Edit, isUndo: boolean): Promise<string | null> {
	const edit = isUndo ? edit_inverse(last) : last;
	const outcome = await edit_send(edit, await version_now(edit.resource, edit.id));
	if (outcome.kind !== 'stored')
		return outcome.kind === 'refused' ? outcome.message : 'Somebody else changed this field meanwhile.';
	stack.value = isUndo ? stack_undo(stack.value) : stack_redo(stack.value);
	return null;
}

async function again_now(isUndo: boolean): Promise<{ what: string; fault: string | null } | null> {
	const last = isUndo ? stack.value.done.at(-1) : stack.value.undone.at(-1);
	if (!last)
		return null;
	const what = 'field' in last ? `${last.field} of ${last.name}` : last.name;
	saving.value++;
	try {
		return { what, fault: 'field' in last ? await edit_resend(last, isUndo) : await many_again(last, isUndo) };
	} catch (error) {
		return { what, fault: fault_words(error) };
	} finally {
		saving.value--;
	}
}

/* Resolves when no edit waits for the server. */
function saved(): Promise<void> {
	return new Promise((done) => {
		const stop = effect(() => {
			if (saving.value === 0)
				queueMicrotask(() => {
					stop();
					done();
				});
		});
	});
}

let turn: Promise<unknown> = Promise.resolve();

/*
 * Takes the last deed back, or does it again. Answers its name, and why it could not be done.
 * Each waits for what is being stored and for the ones before it: two fast presses take two
 * deeds back.
 */
export function edit_again(isUndo: boolean): Promise<{ what: string; fault: string | null } | null> {
	const own = turn.then(saved).then(() => again_now(isUndo));
	turn = own.catch(() => undefined);
	return own;
}
