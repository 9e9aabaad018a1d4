/* Pasted keywords: one a line, [exact], "phrase", broad; a second column may name the match type. */

export interface KeywordLine {
	text: string;
	matchType: 'EXACT' | 'PHRASE' | 'BROAD';
}

const NAMES: { [name: string]: KeywordLine['matchType'] } = {
	exact: 'EXACT', phrase: 'PHRASE', broad: 'BROAD', 'exact match': 'EXACT', 'phrase match': 'PHRASE', 'broad match': 'BROAD',
};

function line_read(line: string, otherwise: KeywordLine['matchType']): KeywordLine | null {
	const cells = line.split('\t').map((cell) => cell.trim());
	const named = cells.slice(1).map((cell) => NAMES[cell.toLowerCase()]).find(Boolean);
	const text = (cells[0] ?? '').replace(/\s+/g, ' ');
	const exact = /^\[(.+)\]$/.exec(text);
	/* A sheet writes quotes around a cell, and doubles those that are in it. */
	const phrase = /^"{1,3}([^"]+)"{1,3}$/.exec(text) ?? /^[“„«](.+)[”“»]$/.exec(text);
	const bare = (exact?.[1] ?? phrase?.[1] ?? text).trim();
	if (!bare)
		return null;
	return { text: bare, matchType: named ?? (exact ? 'EXACT' : phrase ? 'PHRASE' : otherwise) };
}

/* The keywords of a text, each once, and how many lines were the same as another. */
export function keyword_lines(text: string, otherwise: KeywordLine['matchType']): { keywords: KeywordLine[]; doubles: number } {
	const seen = new Map<string, KeywordLine>();
	let doubles = 0;
	for (const line of text.split(/\r\n|\n|\r/)) {
		const one = line_read(line, otherwise);
		const key = one && `${one.matchType} ${one.text.toLowerCase()}`;
		if (!one || !key)
			continue;
		if (seen.has(key))
			doubles++;
		else
			seen.set(key, one);
	}
	return { keywords: [...seen.values()], doubles };
}
