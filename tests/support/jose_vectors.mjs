/*
 * Makes tests/unit/core/auth/jose_vectors.h: keys and tokens by npm's jose, which the unit tests of
 * core/auth/jose/jws.c and jwk.c read. Usage, from the root, with jose installed below tests/:
 *   node tests/support/jose_vectors.mjs >tests/unit/core/auth/jose_vectors.h
 * New keys each time.
 */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

const claims = { iss: 'cli_1', sub: 'cli_1', jti: 'one', iat: 1795262400, exp: 1795262700 };

async function pair(alg, options = {}) {
	const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, ...options });
	const jwk = await exportJWK(publicKey);
	return { jwk, privateKey, publicKey, thumbprint: await calculateJwkThumbprint(jwk) };
}

const sign = (alg, key, header = {}) =>
	new SignJWT(claims).setProtectedHeader({ alg, kid: 'k1', typ: 'JWT', ...header }).sign(key);

/* A key that jose refuses to sign with: RSA of 1024 bits. */
function weak() {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
	const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const data = `${part({ alg: 'RS256', kid: 'k1' })}.${part(claims)}`;
	const signature = createSign('sha256').update(data).sign(privateKey).toString('base64url');
	return { jwk: publicKey.export({ format: 'jwk' }), token: `${data}.${signature}` };
}

function define(name, value) {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const lines = text.match(/.{1,76}/g).map((line) => `\t"${line.replace(/["\\]/g, '\\$&')}"`);
	return `#define ${name} \\\n${lines.join(' \\\n')}\n`;
}

const es = await pair('ES256');
const rs = await pair('RS256');
const ed = await pair('EdDSA');
const es384 = await pair('ES384');
const spki = Buffer.from(JSON.stringify(es.jwk));

const vectors = {
	JOSE_EC: es.jwk,
	JOSE_EC_PRIVATE: await exportJWK(es.privateKey),
	JOSE_EC_THUMBPRINT: es.thumbprint,
	JOSE_RSA: rs.jwk,
	JOSE_RSA_PRIVATE: await exportJWK(rs.privateKey),
	JOSE_RSA_THUMBPRINT: rs.thumbprint,
	JOSE_ED: ed.jwk,
	JOSE_P384: es384.jwk,
	JOSE_RSA_1024: weak().jwk,
	JOSE_ES256: await sign('ES256', es.privateKey),
	JOSE_RS256: await sign('RS256', rs.privateKey),
	JOSE_HS256: await sign('HS256', spki),
	JOSE_EDDSA: await sign('EdDSA', ed.privateKey),
	JOSE_ES384: await sign('ES384', es384.privateKey),
	JOSE_PROOF: await sign('ES256', es.privateKey, { typ: 'dpop+jwt', jwk: es.jwk, kid: undefined }),
};

console.log(`/* Made by tests/support/jose_vectors.mjs; the keys are for nothing else. */
#ifndef TESTS_JOSE_VECTORS_H
#define TESTS_JOSE_VECTORS_H

/* clang-format off */
${Object.entries(vectors).map(([name, value]) => define(name, value)).join('')}/* clang-format on */

#endif`);
