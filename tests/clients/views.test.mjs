/*
 * MCP Apps on the wire: only a client that declared the extension receives the views and their
 * cost.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { RESOURCE_MIME_TYPE, getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { META, initialize, legacy, modern, send } from './lib/mcp_raw.mjs';
import { startServer } from './lib/server.mjs';

const UI = 'io.modelcontextprotocol/ui';
const TYPE = 'text/html;profile=mcp-app';
const OF_TOOL = { preview_sync: 'ui://adcore/preview', get_performance: 'ui://adcore/report' };

let server;
let account;
let token;

before(async () => {
	server = await startServer({ sandbox: 'auto' });
	account = server.addAccount();
	token = server.mintToken(account);
});

after(() => server?.stop());

const declaring = (extension) => ({ ...META, 'io.modelcontextprotocol/clientCapabilities': { extensions: { [UI]: extension } } });
const VIEWS = declaring({ mimeTypes: [TYPE] });

async function ask(method, params, { meta = META, as = token } = {}) {
	const answer = await send(server, as, modern(method, params, { meta }));
	return { ...JSON.parse(answer.text), status: answer.status, text: answer.text };
}

const viewsOf = (tools) => Object.fromEntries(tools.filter((tool) => tool._meta).map((tool) => [tool.name, tool._meta]));

test('the list names the views for who declared them, and costs others nothing', async () => {
	const without = await ask('tools/list', {});
	const withThem = await ask('tools/list', {}, { meta: VIEWS });
	assert.deepEqual(viewsOf(without.result.tools), {});
	assert.deepEqual(viewsOf(withThem.result.tools), Object.fromEntries(Object.entries(OF_TOOL).map(([name, uri]) => [name, { ui: { resourceUri: uri } }])));
	assert.deepEqual(withThem.result.tools.map(({ _meta, ...tool }) => tool), without.result.tools, 'nothing else differs');
	assert.ok(Buffer.byteLength(JSON.stringify(withThem.result.tools)) <= 24000);
});

for (const [name, extension] of [['no types', {}], ['other types', { mimeTypes: ['text/html'] }], ['types that are no list', { mimeTypes: TYPE }],
	['types that are no texts', { mimeTypes: [5, null] }], ['null', null]])
	test(`declared with ${name}: not declared`, async () => {
		const { result } = await ask('tools/list', {}, { meta: declaring(extension) });
		assert.deepEqual(viewsOf(result.tools), {});
	});

test('server/discover says that there are views', async () => {
	const { result } = await ask('server/discover', {});
	assert.deepEqual(result.capabilities.extensions[UI], { mimeTypes: [TYPE] });
});

test('resources/list shows them to who declared them', async () => {
	const uris = (answer) => answer.result.resources.map((one) => one.uri).filter((uri) => uri.startsWith('ui://'));
	const withThem = await ask('resources/list', {}, { meta: VIEWS });
	assert.deepEqual(uris(await ask('resources/list', {})), []);
	assert.deepEqual(uris(withThem), Object.values(OF_TOOL));
	for (const one of withThem.result.resources.filter(({ uri }) => uri.startsWith('ui://')))
		assert.equal(one.mimeType, TYPE);
	assert.equal(withThem.result.cacheScope, 'private', 'the list depends on who asks');
});

for (const uri of Object.values(OF_TOOL))
	test(`${uri} is one document that loads nothing and runs only what its policy names`, async () => {
		const { result } = await ask('resources/read', { uri });
		const [one, ...others] = result.contents;
		assert.deepEqual(others, []);
		assert.deepEqual([one.uri, one.mimeType], [uri, TYPE]);
		assert.deepEqual(one._meta, { ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true } });
		assert.match(one.text, /^<!doctype html>\n<html lang="en">/);
		assert.doesNotMatch(one.text, /<(link|img|iframe|base|form|button|object|embed)\b|src=|href=|https?:(?!\/\/www\.w3\.org\/2000\/svg)|\son[a-z]+=|innerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttp/i);
		const policy = one.text.match(/Content-Security-Policy" content="([^"]+)"/)[1];
		const hash = (element) => `'sha256-${createHash('sha256').update(one.text.match(new RegExp(`<${element}>([\\s\\S]*)</${element}>`))[1]).digest('base64')}'`;
		assert.equal(policy, `default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; base-uri 'none'; form-action 'none'`);
		assert.doesNotMatch(one.text, /tools\/call|ui\/message|ui\/open-link|ui\/update-model-context/, 'it cannot act');
	});

test('an unknown view is an unknown resource', async () => {
	for (const uri of ['ui://adcore/', 'ui://adcore/previews', 'ui://other/preview', 'UI://adcore/preview']) {
		const { error } = await ask('resources/read', { uri });
		assert.equal(error.code, -32602, uri);
		assert.equal(error.data.uri, uri);
	}
});

test('what only a view needs comes beside the result, for who declared it, as far as the scopes go', async () => {
	const made = await ask('tools/call', { name: 'create_campaign', arguments: { name: 'Of views', type: 'SEARCH', budget: 7,
		adGroups: [{ name: 'Group', keywords: [{ text: 'rye bread', matchType: 'EXACT' }] }] } });
	const { campaign } = made.result.structuredContent;
	const preview = (options) => ask('tools/call', { name: 'preview_sync', arguments: { campaignIds: [campaign.id] } }, options);
	const plain = await preview();
	const rich = await preview({ meta: VIEWS });
	assert.deepEqual(Object.keys(plain.result._meta), ['io.modelcontextprotocol/serverInfo']);
	assert.deepEqual(rich.result.structuredContent.plan.operations, plain.result.structuredContent.plan.operations);
	const view = rich.result._meta['adcore/view'];
	assert.equal(view.environment, 'test');
	assert.deepEqual(view.campaigns, { [campaign.id]: 'Of views' });
	assert.deepEqual(Object.values(view.objects).map((one) => one.name).sort(), ['Group', 'Of views', 'rye bread']);
	assert.ok(Object.values(view.objects).every((one) => one.campaignId === campaign.id));

	const narrow = server.mintToken(account, { name: 'narrow', scopes: 'sync:read,keywords:read' });
	const little = await preview({ meta: VIEWS, as: narrow });
	assert.doesNotMatch(little.text, /Of views|"Group"|cmp_|agr_/, 'names of what it may not read are not told');
	assert.deepEqual(Object.values(little.result._meta['adcore/view'].objects), [{ name: 'rye bread' }]);

	const stranger = server.mintToken(server.addAccount());
	const foreign = await preview({ meta: VIEWS, as: stranger });
	assert.doesNotMatch(foreign.text, /Of views|rye bread/);
	assert.equal(foreign.result.isError, true);
	assert.equal(foreign.result._meta['adcore/view'], undefined);
});

/* --- the handshake era: declared once, kept by credential --- */

const hello = (capabilities) => {
	const message = initialize();
	message.body.params.capabilities = capabilities;
	return message;
};

async function askLegacy(as, method, params) {
	const answer = await send(server, as, legacy(method, params));
	return JSON.parse(answer.text).result;
}

async function greet(as, capabilities) {
	const answer = await send(server, as, hello(capabilities));
	assert.equal(answer.status, 200, answer.text);
	assert.equal(JSON.parse(answer.text).result.protocolVersion, '2025-11-25');
}

test('handshake: what initialize declared is remembered of its credential, until it declares otherwise', async () => {
	const [one, other] = [server.mintToken(account, { name: 'one' }), server.mintToken(account, { name: 'other' })];
	const listed = async (as) => Object.keys(viewsOf((await askLegacy(as, 'tools/list', {})).tools)).length;
	const shown = async (as) => (await askLegacy(as, 'resources/list', {})).resources.filter(({ uri }) => uri.startsWith('ui://')).length;
	const UIS = { extensions: { [UI]: { mimeTypes: [TYPE] } } };
	assert.equal(await listed(one), 0, 'nobody said so yet');
	await greet(one, {});
	assert.equal(await listed(one), 0);
	await greet(one, UIS);
	await greet(one, UIS);
	assert.deepEqual([await listed(one), await shown(one)], [2, 2]);
	assert.deepEqual([await listed(other), await shown(other)], [0, 0], 'of this credential alone');
	const plan = await askLegacy(one, 'tools/call', { name: 'preview_sync', arguments: { all: true } });
	assert.deepEqual(Object.keys(plan._meta), ['adcore/view']);
	assert.equal(plan._meta['adcore/view'].environment, 'test');
	assert.equal((await askLegacy(other, 'tools/call', { name: 'preview_sync', arguments: { all: true } }))._meta, undefined);

	await server.stop();
	await server.again();
	assert.equal(await listed(one), 2, 'also after a restart');
	await greet(one, { extensions: {} });
	assert.deepEqual([await listed(one), await shown(one)], [0, 0]);
});

/* --- as hosts find them, with the official clients and the helpers of ext-apps --- */

const INFO = { name: 'views', version: '1' };
const HOSTS = [
	['v1, handshake', ClientV1, TransportV1, {}],
	['v2, handshake', ClientV2, TransportV2, {}],
	['v2, 2026-07-28', ClientV2, TransportV2, { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
];

for (const [name, Client, Transport, options] of HOSTS)
	test(`${name}: a host that declares the extension finds the view of a tool and reads it`, async () => {
		const own = server.mintToken(server.addAccount());
		const transport = new Transport(new URL(server.mcp), { requestInit: { headers: { Authorization: `Bearer ${own}` } } });
		const client = new Client(INFO, { ...options, capabilities: { extensions: { [UI]: { mimeTypes: [RESOURCE_MIME_TYPE] } } } });
		await client.connect(transport);
		try {
			const { tools } = await client.listTools();
			const found = Object.fromEntries(tools.map((tool) => [tool.name, getToolUiResourceUri(tool)]).filter(([, uri]) => uri));
			assert.deepEqual(found, OF_TOOL);
			const { contents: [one] } = await client.readResource({ uri: found.preview_sync });
			assert.deepEqual([one.mimeType, one._meta.ui.csp.connectDomains], [RESOURCE_MIME_TYPE, []]);
			const plan = await client.callTool({ name: 'preview_sync', arguments: { all: true } });
			assert.equal(plan._meta['adcore/view'].environment, 'test');
		} finally {
			await client.close();
		}
	});
