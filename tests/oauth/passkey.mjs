/*
 * An authenticator in software: creates a passkey of ES256 and answers challenges in the form of
 * a browser (WebAuthn level 2, sections 5.8.1, 6.1 and 6.5).
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data) => createHash('sha256').update(data).digest();

/* CBOR (RFC 8949): only heads, byte strings, text and maps. */
function head(major, n) {
	if (n < 24)
		return Buffer.from([(major << 5) | n]);
	return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}

function cbor(value) {
	if (typeof value === 'number')
		return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === 'string')
		return Buffer.concat([head(3, value.length), Buffer.from(value)]);
	if (value instanceof Map)
		return Buffer.concat([head(5, value.size), ...[...value].flatMap(([k, v]) => [cbor(k), cbor(v)])]);
	return Buffer.concat([head(2, value.length), value]);
}

const PRESENT = 1, VERIFIED = 4, WITH_KEY = 64;

export class Passkey {
	constructor(origin) {
		this.origin = origin;
		this.rp = sha256(new URL(origin).hostname);
		this.id = randomBytes(16);
		this.count = 0;
		const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		this.key = pair.privateKey;
		const jwk = pair.publicKey.export({ format: 'jwk' });
		const [x, y] = [jwk.x, jwk.y].map((part) => Buffer.from(part, 'base64url'));
		this.cose = cbor(new Map([[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]]));
	}

	#client(type, challenge) {
		return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
	}

	#authenticator(flags, rest = Buffer.alloc(0)) {
		const count = Buffer.alloc(4);
		count.writeUInt32BE(++this.count);
		return Buffer.concat([this.rp, Buffer.from([flags]), count, rest]);
	}

	/* The fields that add it; data: the attributes of the page's offer. */
	made(data) {
		this.user = data.user;
		const length = Buffer.alloc(2);
		length.writeUInt16BE(this.id.length);
		const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.cose]);
		const whole = new Map([['fmt', 'none'], ['attStmt', new Map()],
			['authData', this.#authenticator(PRESENT | VERIFIED | WITH_KEY, credential)]]);
		return {
			csrf: data.csrf,
			name: 'Software',
			client_data: this.#client('webauthn.create', data.challenge).toString('base64url'),
			attestation: cbor(whole).toString('base64url'),
		};
	}

	/* The fields that sign in with it. */
	shown(data) {
		const client = this.#client('webauthn.get', data.challenge);
		const authenticator = this.#authenticator(PRESENT | VERIFIED);
		return {
			csrf: data.csrf,
			id: this.id.toString('base64url'),
			user_handle: this.user,
			client_data: client.toString('base64url'),
			authenticator_data: authenticator.toString('base64url'),
			signature: sign('sha256', Buffer.concat([authenticator, sha256(client)]), this.key).toString('base64url'),
		};
	}
}

/* The data that a page passes to its script: { passkey, action, challenge, csrf, user, … }. */
export function offerOf(html) {
	const tag = html.match(/<div data-passkey=[^>]*>/)[0];
	return Object.fromEntries([...tag.matchAll(/data-([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}
