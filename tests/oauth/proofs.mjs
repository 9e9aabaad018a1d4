/* DPoP (RFC 9449) in tests: keys, proofs with any member overridden, and requests with them. */
import { createHash, randomUUID } from 'node:crypto';
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { request } from '../clients/lib/net.mjs';

export const ath = (token) => createHash('sha256').update(token).digest('base64url');

export async function makeKey(alg = 'ES256') {
	const pair = await generateKeyPair(alg, { extractable: true });
	const jwk = await exportJWK(pair.publicKey);
	return { alg, jwk, privateKey: pair.privateKey, secret: await exportJWK(pair.privateKey),
		jkt: await calculateJwkThumbprint(jwk) };
}

/* A proof; claims and header: changes, undefined to leave one out. */
export function proof(key, htm, htu, { claims = {}, header = {}, token, signer = key } = {}) {
	const payload = {
		jti: randomUUID(),
		htm,
		htu,
		iat: Math.floor(Date.now() / 1000),
		...(token ? { ath: ath(token) } : {}),
		...claims,
	};
	for (const [name, value] of Object.entries(payload))
		if (value === undefined)
			delete payload[name];
	const head = { alg: key.alg, typ: 'dpop+jwt', jwk: key.jwk, ...header };
	for (const [name, value] of Object.entries(head))
		if (value === undefined)
			delete head[name];
	return new SignJWT(payload).setProtectedHeader(head).sign(signer.privateKey);
}

/* Requests a resource with a bound token. shown: the proof as text, or the members to override. */
export async function ask(url, key, token, { method = 'GET', body, shown = {}, scheme = 'DPoP', headers = {} } = {}) {
	const text = typeof shown === 'string' || shown === null ? shown : await proof(key, method, url, { token, ...shown });
	return request(url, {
		method,
		headers: { Authorization: `${scheme} ${token}`, ...(text === null ? {} : { DPoP: text }), ...headers },
		body,
	});
}
