/* Cells to and from spreadsheets: CSV files, and the tab-separated text of the clipboard. */

/* A spreadsheet runs a text that begins with one of these as a formula; the apostrophe keeps it a text. */
const FORMULA = /^[=+\-@\t\r]/;

export function cell_safe(value: unknown): string {
	const text = value === null || value === undefined ? '' : String(value);
	return typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
}

function csv_cell(value: unknown): string {
	const safe = cell_safe(value);
	return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

export function csv_lines(lines: unknown[][]): string {
	return lines.map((cells) => `${cells.map(csv_cell).join(',')}\r\n`).join('');
}

export function csv_download(name: string, text: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function tsv_cell(value: unknown): string {
	const text = cell_safe(value).replace(/[\t\r\n]+/g, ' ');
	return text.startsWith('"') ? `"${text.replace(/"/g, '""')}"` : text;
}

export function tsv_write(lines: unknown[][]): string {
	return lines.map((cells) => cells.map(tsv_cell).join('\t')).join('\n');
}

/* A cell as it stood before cell_safe. */
const cell_plain = (text: string) => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);

/* The cells of a text that a spreadsheet copied; quotes stand around cells with line breaks. */
export function tsv_read(text: string): string[][] {
	const lines: string[][] = [];
	let line: string[] = [];
	for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g)) {
		line.push(cell_plain(quoted === undefined ? bare ?? '' : quoted.replace(/""/g, '"')));
		if (end === '\t')
			continue;
		lines.push(line);
		line = [];
		if (end === '')
			break;
	}
	/* The last line break ends the last line. */
	if (lines.length > 1 && lines.at(-1)!.every((cell) => cell === ''))
		lines.pop();
	return lines;
}
