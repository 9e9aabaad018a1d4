/* Signatures of webhooks (Standard Webhooks): HMAC-SHA-256 over "id.timestamp.body". */
import { webCrypto } from './crypto.js';
import { SignatureError } from './errors.js';
import { parse, typed } from './json.js';

type Head = Headers | { readonly [name: string]: string | string[] | undefined };

function headerOf(headers: Head, name: string): string {
	if (headers instanceof Headers)
		return headers.get(name) ?? '';
	for (const [each, value] of Object.entries(headers))
		if (each.toLowerCase() === name)
			return (Array.isArray(value) ? value[0] : value) ?? '';
	return '';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
	try {
		return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
	} catch {
		return new Uint8Array();
	}
}

/**
 * Verifies the signature of a webhook and returns its event. `body` is the body as it was received,
 * before any JSON parser. Throws SignatureError where the signature is wrong or older than
 * `tolerance` seconds (300).
 */
export async function verifyWebhook<T = unknown>(body: string | Uint8Array, headers: Head, secret: string,
	tolerance = 300): Promise<T> {
	const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body;
	const id = headerOf(headers, 'webhook-id');
	const sent = headerOf(headers, 'webhook-timestamp');
	if (!/^\d+$/.test(sent) || Math.abs(Date.now() / 1000 - Number(sent)) > tolerance)
		throw new SignatureError('The webhook has no timestamp, or one that is too old or in the future');
	const head = new TextEncoder().encode(`${id}.${sent}.`);
	const text = new Uint8Array(head.length + raw.length);
	text.set(head);
	text.set(raw, head.length);
	const name = { name: 'HMAC', hash: 'SHA-256' };
	const bits = bytesOf(secret.replace(/^whsec_/, ''));
	if (bits.length === 0)
		throw new SignatureError('The secret must be whsec_ and base64');
	const { subtle } = await webCrypto();
	const key = await subtle.importKey('raw', bits, name, false, ['verify']);
	for (const each of headerOf(headers, 'webhook-signature').split(' '))
		if (each.startsWith('v1,') && await subtle.verify(name, key, bytesOf(each.slice(3)), text))
			return typed(parse(new TextDecoder().decode(raw))) as T;
	throw new SignatureError('The signature of the webhook does not verify');
}
