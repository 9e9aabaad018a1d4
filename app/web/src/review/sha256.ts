/* SHA-256 (FIPS 180-4) of a text as UTF-8. The browser's own needs TLS and answers later. */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++)
	if (PRIMES.every((prime) => n % prime !== 0))
		PRIMES.push(n);
/* The first 32 bits of the fraction of a root. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function block_mix(state: number[], view: DataView, at: number, words: Int32Array): void {
	for (let i = 0; i < 64; i++) {
		if (i < 16) {
			words[i] = view.getInt32(at + 4 * i);
			continue;
		}
		const [x, y] = [words[i - 15]!, words[i - 2]!];
		words[i] = words[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + words[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
	}
	let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
	for (let i = 0; i < 64; i++) {
		const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
		const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
	}
	[a, b, c, d, e, f, g, h].forEach((word, i) => {
		state[i] = (state[i]! + word) | 0;
	});
}

export function text_sha256(text: string): string {
	const bytes = new TextEncoder().encode(text);
	const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
	padded.set(bytes);
	padded[bytes.length] = 0x80;
	const view = new DataView(padded.buffer);
	view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
	view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
	const state = [...START];
	const words = new Int32Array(64);
	for (let at = 0; at < padded.length; at += 64)
		block_mix(state, view, at, words);
	return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
