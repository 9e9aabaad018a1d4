/*
 * Both lines of the TypeScript SDK, controlled as told.py describes. Usage: node_client.mjs URL
 * REDIRECT v1|v2.
 */
import readline from 'node:readline';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2, UnauthorizedError as UnauthorizedV2 } from '@modelcontextprotocol/client';
import { MemoryProvider } from '../lib/provider.mjs';

const [url, redirect, line] = process.argv.slice(2);
const v1 = line === 'v1';
const provider = new MemoryProvider(redirect, `TypeScript SDK ${line}`);
const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => (await lines.next()).value;
const say = (members) => console.log(JSON.stringify(members));
let client;
let transport;

/*
 * These SDKs leave it to the host to wait for the person, to connect again and to repeat the
 * request.
 */
async function person(error) {
	if (!(error instanceof (v1 ? UnauthorizedV1 : UnauthorizedV2)))
		throw error;
	say({ open: String(provider.opened.at(-1)) });
	const { searchParams } = new URL(await hear());
	await transport.finishAuth(v1 ? searchParams.get('code') : searchParams);
}

async function connect() {
	for (;;) {
		transport = new (v1 ? TransportV1 : TransportV2)(new URL(url), { authProvider: provider });
		const info = { name: `adcore-tests-${line}`, version: '1.0.0' };
		client = v1 ? new ClientV1(info) : new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
		try {
			return await client.connect(transport);
		} catch (error) {
			await person(error);
		}
	}
}

async function ask({ do: what, name, arguments: args }) {
	const once = () => (what === 'tools' ? client.listTools() : client.callTool({ name, arguments: args }));
	try {
		return await once();
	} catch (error) {
		await person(error);
		await connect();
		return once();
	}
}

await connect();
say({ ok: { protocol: v1 ? transport.protocolVersion : client.getNegotiatedProtocolVersion() } });
for (let command; (command = JSON.parse(await hear())).do !== 'end';)
	await ask(command).then((ok) => say({ ok }), (error) => say({ error: String(error) }));
process.exit(0);
