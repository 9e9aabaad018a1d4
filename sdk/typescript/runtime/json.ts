/*
 * JSON in which no amount of money passes through a binary fraction. The table of money types says
 * where amounts are; in an answer they become decimal strings, in a request the digits of the
 * string are written as they are.
 */
import { MONEY } from './money.js';

/** An amount as decimal digits: "131072.01". */
export type Decimal = string;

type Marks = { readonly [field: string]: string };

const AMOUNT = /^-?\d+(\.\d+)?$/;
/* A number of fewer than 16 characters is the same number after a trip through a double. */
const LONG = /[\d.]{16,}/;

/** A number whose digits a double cannot hold; only until typed() has seen it. */
class Exact {
	constructor(readonly text: string) {}
}

class Parser {
	private at = 0;

	constructor(private readonly text: string) {}

	document(): unknown {
		const value = this.value();
		this.space();
		if (this.at < this.text.length)
			throw new SyntaxError(`Unexpected text at ${this.at} of the JSON`);
		return value;
	}

	private space(): void {
		while (' \t\n\r'.includes(this.text[this.at] ?? 'x'))
			this.at++;
	}

	private take(sign: string): boolean {
		this.space();
		if (this.text[this.at] !== sign)
			return false;
		this.at++;
		return true;
	}

	private need(sign: string): void {
		if (!this.take(sign))
			throw new SyntaxError(`Expected ${sign} at ${this.at} of the JSON`);
	}

	private scalar(pattern: RegExp): string {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text);
		if (!found)
			throw new SyntaxError(`Unexpected text at ${this.at} of the JSON`);
		this.at = pattern.lastIndex;
		return found[0];
	}

	private string(): string {
		this.space();
		return JSON.parse(this.scalar(/"(?:[^"\\]|\\.)*"/ys)) as string;
	}

	private value(): unknown {
		if (this.take('{'))
			return this.object();
		if (this.take('['))
			return this.array();
		if (this.text[this.at] === '"')
			return this.string();
		const word = this.scalar(/true|false|null|-?\d[\d.eE+-]*/y);
		const value: unknown = JSON.parse(word);
		return typeof value === 'number' && String(value) !== word && LONG.test(word) ? new Exact(word) : value;
	}

	private object(): unknown {
		const made: Record<string, unknown> = {};
		if (this.take('}'))
			return made;
		do {
			const name = this.string();
			this.need(':');
			Object.defineProperty(made, name,
				{ value: this.value(), enumerable: true, writable: true, configurable: true });
		} while (this.take(','));
		this.need('}');
		return made;
	}

	private array(): unknown[] {
		const made: unknown[] = [];
		if (this.take(']'))
			return made;
		do
			made.push(this.value());
		while (this.take(','));
		this.need(']');
		return made;
	}
}

/** 1e-7 and the like, which String() writes for small numbers, without the exponent. */
function plainDigits(value: number): string {
	const text = String(value);
	return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}

function decodeAmount(value: unknown): unknown {
	if (value instanceof Exact)
		return value.text;
	return typeof value === 'number' ? plainDigits(value) : value;
}

function decodeMarked(value: unknown, mark: string | undefined): unknown {
	if (Array.isArray(value))
		return value.map((each) => decodeMarked(each, mark));
	if (mark === '$')
		return decodeAmount(value);
	if (value instanceof Exact)
		return Number(value.text);
	if (typeof value !== 'object' || value === null)
		return value;
	const marks: Marks = (mark && MONEY[mark]) || {};
	const object = value as Record<string, unknown>;
	for (const name of Object.keys(object))
		object[name] = decodeMarked(object[name], marks[name]);
	return object;
}

/** The value of a JSON text, before typed(). */
export function parse(text: string): unknown {
	return LONG.test(text) ? new Parser(text).document() : (JSON.parse(text) as unknown);
}

/** A parsed value as one of the named type (an array: of such), changed in place. */
export function typed(value: unknown, type?: string): unknown {
	return decodeMarked(value, type);
}

function base64(bytes: Uint8Array): string {
	let text = '';
	for (let i = 0; i < bytes.length; i += 0x8000)
		text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
	return btoa(text);
}

function encodeAmount(value: unknown): string {
	const text = typeof value === 'number' ? plainDigits(value) : String(value);
	if (!AMOUNT.test(text))
		throw new TypeError(`${JSON.stringify(value)} is not an amount: give decimal digits such as "131072.01"`);
	return text.replace(/^(-?)0+(?=\d)/, '$1');
}

/** The JSON text of a value of the named type. Members that are undefined are left out. */
export function encode(value: unknown, mark?: string): string {
	if (value === null || value === undefined)
		return 'null';
	if (value instanceof Uint8Array)
		return JSON.stringify(base64(value));
	if (Array.isArray(value))
		return `[${value.map((each) => encode(each, mark)).join(',')}]`;
	if (mark === '$')
		return encodeAmount(value);
	if (typeof value === 'bigint')
		return String(value);
	if (typeof value !== 'object')
		return JSON.stringify(value);
	if (value instanceof Date)
		return JSON.stringify(value);
	const marks: Marks = (mark && MONEY[mark]) || {};
	const members = Object.entries(value)
		.filter(([, each]) => each !== undefined)
		.map(([name, each]) => `${JSON.stringify(name)}:${encode(each, marks[name])}`);
	return `{${members.join(',')}}`;
}
