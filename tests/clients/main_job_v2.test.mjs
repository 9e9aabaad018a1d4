/* The main job with the v2 client, pinned to protocol revision 2026-07-28. */
import { strict as assert } from 'node:assert';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { mainJob } from './lib/main_job.mjs';
import { MemoryProvider, recordingFetch } from './lib/provider.mjs';

const REVISION = '2026-07-28';

class V2Driver {
	constructor(server, listener) {
		this.url = new URL(server.mcp);
		this.log = [];
		this.fetch = recordingFetch(this.log);
		this.provider = new MemoryProvider(listener.url, 'Bakery assistant v2');
	}

	#transport() {
		return new StreamableHTTPClientTransport(this.url, { authProvider: this.provider, fetch: this.fetch });
	}

	#client() {
		return new Client({ name: 'adcore-tests-v2', version: '1.0.0' }, { versionNegotiation: { mode: { pin: REVISION } } });
	}

	async connectUntilRedirect() {
		this.transport = this.#transport();
		await assert.rejects(this.#client().connect(this.transport), UnauthorizedError);
		return this.provider.opened.at(-1);
	}

	/* Receives the whole callback: this line checks iss against the issuer. */
	async finish(params) {
		await this.transport.finishAuth(params);
		this.provider.grantedAtFirst ??= this.provider.saved.scope.split(' ');
		await this.client?.close();
		this.transport = this.#transport();
		this.client = this.#client();
		const seen = this.log.length;
		await this.client.connect(this.transport);
		const methods = this.log.slice(seen).map((one) => JSON.parse(one.requestBody).method);
		assert.deepEqual(methods, ['server/discover'], 'no handshake but the discovery');
	}

	async listTools() {
		const answer = await this.client.listTools(undefined, { cacheMode: 'refresh' });
		assert.equal(answer.nextCursor, undefined);
		const bytes = Buffer.byteLength(JSON.stringify(answer.tools));
		assert.ok(bytes <= 24000, `${bytes} bytes of tools`);
		return answer.tools;
	}

	callTool(name, args) {
		return this.client.callTool({ name, arguments: args });
	}

	/* This line computes the union of scopes itself and starts a new authorization. */
	async pushRefused(args) {
		const opened = this.provider.opened.length;
		await assert.rejects(this.callTool('push_sync', args), UnauthorizedError);
		assert.equal(this.provider.opened.length, opened + 1, 'the client asks the person again');
	}

	async reauthorize() {
		return this.provider.opened.at(-1);
	}

	async close() {
		await this.client?.close();
	}
}

mainJob((server, listener) => new V2Driver(server, listener), `@modelcontextprotocol/client, ${REVISION}`);
