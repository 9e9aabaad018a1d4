/* Edits that were acknowledged, and how each is taken back: by the inverse draft. */
import type { Json, Resource, Row } from '../api/types.ts';

export interface Edit {
	resource: Resource;
	id: string;
	field: string;
	from: Json;
	to: Json;
	/* For the sentence: "the budget of Wedding cakes". */
	name: string;
}

export interface Part {
	id: string;
	from: Row;
	to: Row;
}

/* Many objects changed in one step. */
export interface Many {
	resource: Resource;
	parts: Part[];
	name: string;
}

/* Objects made in one step; without bodies they cannot be made again. */
export interface Made {
	resource: Resource;
	ids: string[];
	bodies: Row[];
	name: string;
}

/* Objects whose removal was staged in one step. */
export interface Removed {
	resource: Resource;
	removed: string[];
	name: string;
}

export type Deed = Edit | Many | Made | Removed;

export interface Stack {
	done: readonly Deed[];
	undone: readonly Deed[];
}

export const STACK_NONE: Stack = { done: [], undone: [] };
const DEEP = 500;

export function stack_push(stack: Stack, deed: Deed): Stack {
	return { done: [...stack.done.slice(1 - DEEP), deed], undone: [] };
}

export function edit_inverse(edit: Edit): Edit {
	return { ...edit, from: edit.to, to: edit.from };
}

/* Once the inverse of the last deed is stored. `now` stands for it from then on; null forgets it. */
export function stack_undo(stack: Stack, now: Deed | null | undefined = stack.done.at(-1)): Stack {
	return stack.done.length > 0 ? { done: stack.done.slice(0, -1), undone: now ? [...stack.undone, now] : stack.undone } : stack;
}

export function stack_redo(stack: Stack, now: Deed | null | undefined = stack.undone.at(-1)): Stack {
	return stack.undone.length > 0 ? { done: now ? [...stack.done, now] : stack.done, undone: stack.undone.slice(0, -1) } : stack;
}
