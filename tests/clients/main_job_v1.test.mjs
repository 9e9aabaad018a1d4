/* The main job with the maintained v1 client line, protocol revision 2025-11-25. */
import { strict as assert } from 'node:assert';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { mainJob } from './lib/main_job.mjs';
import { MemoryProvider, recordingFetch } from './lib/provider.mjs';

class V1Driver {
	constructor(server, listener) {
		this.url = new URL(server.mcp);
		this.log = [];
		this.fetch = recordingFetch(this.log);
		this.provider = new MemoryProvider(listener.url, 'Bakery assistant v1');
	}

	#transport() {
		return new StreamableHTTPClientTransport(this.url, { authProvider: this.provider, fetch: this.fetch });
	}

	async connectUntilRedirect() {
		this.transport = this.#transport();
		const client = new Client({ name: 'adcore-tests-v1', version: '1.0.0' });
		await assert.rejects(client.connect(this.transport), UnauthorizedError);
		return this.provider.opened.at(-1);
	}

	/* Exchanges the code, then connects again with the tokens, as a host application does. */
	async finish(params) {
		await this.transport.finishAuth(params.get('code'));
		this.provider.grantedAtFirst ??= this.provider.saved.scope.split(' ');
		await this.client?.close();
		this.transport = this.#transport();
		this.client = new Client({ name: 'adcore-tests-v1', version: '1.0.0' });
		await this.client.connect(this.transport);
		assert.equal(this.transport.protocolVersion, '2025-11-25');
		assert.equal(this.transport.sessionId, undefined, 'no session ids');
	}

	async listTools() {
		const answer = await this.client.listTools();
		assert.equal(answer.nextCursor, undefined);
		const bytes = Buffer.byteLength(JSON.stringify(answer.tools));
		assert.ok(bytes <= 24000, `${bytes} bytes of tools`);
		return answer.tools;
	}

	callTool(name, args) {
		return this.client.callTool({ name, arguments: args });
	}

	/*
	 * This line answers a 403 with a refresh and one more try. The scopes are the same, so
	 * it gives up and leaves the step-up to the application.
	 */
	async pushRefused(args) {
		const before = this.provider.refreshes;
		await assert.rejects(this.callTool('push_sync', args), (error) => {
			assert.equal(error.code, 403, String(error));
			return true;
		});
		assert.equal(this.provider.refreshes, before + 1, 'the refresh token worked on the way');
	}

	async reauthorize(challenge) {
		this.provider.invalidateCredentials('tokens');
		const result = await auth(this.provider, {
			serverUrl: this.url,
			scope: challenge.scope,
			resourceMetadataUrl: new URL(challenge.resource_metadata),
			fetchFn: this.fetch,
		});
		assert.equal(result, 'REDIRECT');
		return this.provider.opened.at(-1);
	}

	async close() {
		await this.client?.close();
	}
}

mainJob((server, listener) => new V1Driver(server, listener), '@modelcontextprotocol/sdk, 2025-11-25');
