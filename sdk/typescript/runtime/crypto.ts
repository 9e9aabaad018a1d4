/* Web Crypto. Node.js 18 has it in a module only; the name in a variable keeps it out of bundles. */
const MODULE = 'node:crypto';

export async function webCrypto(): Promise<Crypto> {
	return globalThis.crypto ?? ((await import(MODULE)) as { webcrypto: Crypto }).webcrypto;
}
