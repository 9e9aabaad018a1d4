/* Commands by what was typed: each word must stand in the name; names that begin with it come first. */

export interface Command {
	name: string;
	kind: string;
	run: () => void;
}

export function commands_find(list: Command[], typed: string): Command[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	const first = words[0] ?? '';
	const rank = ({ name }: Command) => (name.toLowerCase().startsWith(first) ? 0 : 1);
	return list.filter(({ name, kind }) => words.every((word) => `${name} ${kind}`.toLowerCase().includes(word)))
		.map((one, i) => ({ one, i })).sort((a, b) => (first ? rank(a.one) - rank(b.one) : 0) || a.i - b.i).map(({ one }) => one);
}
