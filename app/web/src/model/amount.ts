/* Numbers as people type and paste them. A wrong reading is a wrong budget, so doubt is refused. */

const SIGN = /^(?:[A-Za-z]{3}\s?)?[$€£¥₹]?\s?/;
const GROUPED = /^[+-]?\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+(?:\.\d+)?$/;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/* "$1,250.50" and "20.5" are numbers; "7,50" and "1.250,00" are not. Undefined where it is none. */
export function amount_read(text: string): number | undefined {
	const bare = text.trim().replace(SIGN, '').replace(/\s?[%€]$/, '').trim();
	return PLAIN.test(bare) || GROUPED.test(bare) ? Number(bare.replace(/[,'’ \u00a0\u202f]/g, '')) : undefined;
}
