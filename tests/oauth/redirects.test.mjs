/*
 * Redirect URIs (OAuth 2.1 section 2.3, RFC 8252 section 7.3), alike for registered clients and
 * for those with a document: URIs that must match a registered one, and URIs that must not.
 * Compared as text, except the port of a loopback address.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { requestPath } from '../clients/lib/net.mjs';
import { UserAgent } from '../clients/lib/user_agent.mjs';
import { startDocuments } from './documents.mjs';
import { assertLocalPage, startWorld } from './world.mjs';

let documents;
let world;
let agent;

before(async () => {
	documents = await startDocuments();
	world = await startWorld({ args: documents.args });
	agent = new UserAgent(world.url);
	await agent.authorize(world.authorizeUrl(), world.account);
});

after(async () => {
	await world?.stop();
	await documents?.close();
});

/* One client for each list: registrations are counted. */
function once(make) {
	const made = new Map();
	return (redirects) => {
		const key = JSON.stringify(redirects);
		if (!made.has(key))
			made.set(key, make(redirects));
		return made.get(key);
	};
}

const registered = once(async (redirects) => {
	const answer = await world.register({ redirect_uris: redirects });
	assert.equal(answer.status, 201, answer.text);
	return answer.json.client_id;
});

const KINDS = [
	['registered', registered],
	['by its document', once(async (redirects) => documents.publish({ redirect_uris: redirects }))],
];

/* Registered URIs, and a presented one that matches. */
const KNOWN = [
	['https://claude.ai/api/mcp/auth_callback'],
	['https://claude.com/api/mcp/auth_callback'],
	['https://chatgpt.com/connector_platform_oauth_redirect'],
	['https://chatgpt.com/connector/oauth/7Kq2vXwZpT'],
	['https://vscode.dev/redirect'],
	['https://www.cursor.com/agents/mcp/oauth/callback'],
	['http://127.0.0.1:33418/'],
	['http://localhost:8787/callback'],
	['http://localhost/callback', 'http://localhost:49152/callback'],
	['http://localhost:1/callback', 'http://localhost:65535/callback'],
	['http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback'],
	['http://127.0.0.1:3000/callback', 'http://127.0.0.1/callback'],
	['http://[::1]/callback', 'http://[::1]:49152/callback'],
	['http://localhost:6274/oauth/callback'],
	['http://localhost:6274/oauth/callback/debug'],
	['https://a.example/cb?tenant=7'],
	['https://a.example:8443/cb'],
];

for (const [kind, make] of KINDS)
	for (const [uri, shown = uri] of KNOWN)
		test(`${kind}: ${shown} for ${uri}`, async () => {
			const away = await agent.authorize(world.authorizeUrl({ client_id: await make([uri]), redirect_uri: shown }), world.account);
			assert.ok(away.href.startsWith(shown), `${away}`);
			assert.ok(away.searchParams.get('code'));
		});

const CB = 'https://a.example/cb';
const LOOP = 'http://127.0.0.1:3000/cb';

/* Registered URIs, and a presented one that must not match. */
const CONFUSED = [
	[CB, 'https://a.example/cb/../x'],
	[CB, 'https://a.example/x/../cb'],
	[CB, 'https://a.example/./cb'],
	[CB, 'https://a.example/cb%2f..'],
	[CB, 'https://a.example/%63b'],
	[CB, 'https://a.example/cb%00'],
	[CB, 'https://a.example/cb\0'],
	[CB, 'https://a.example/cb/'],
	[CB, 'https://a.example//cb'],
	[CB, 'https://a.example/CB'],
	[CB, 'https://a.example/cb?'],
	[CB, 'https://a.example/cb?x=1'],
	[CB, 'https://a.example/cb;x'],
	[CB, 'https://a.example/cb#'],
	[CB, 'https://a.example/cb#x'],
	[CB, 'https://a.example/cb '],
	[CB, ' https://a.example/cb'],
	[CB, 'https://a.example/cb\n'],
	[CB, 'https://a.example/cbx'],
	[CB, 'https://a.example/c'],
	[CB, 'https://a.example'],
	[CB, 'https://a.example/*'],
	[CB, 'https://*.example/cb'],
	[CB, 'https://a.example:443/cb'],
	[CB, 'https://a.example:444/cb'],
	[CB, 'https://a.example.:443/cb'],
	[CB, 'https://a.example./cb'],
	[CB, 'https://A.example/cb'],
	[CB, 'HTTPS://a.example/cb'],
	[CB, 'https://a.example.evil.example/cb'],
	[CB, 'https://evil.example/https://a.example/cb'],
	[CB, 'https://xa.example/cb'],
	[CB, 'https://x.a.example/cb'],
	[CB, 'https://a.example@evil.example/cb'],
	[CB, 'https://u@a.example/cb'],
	[CB, 'https://a.example\\@evil.example/cb'],
	[CB, 'https:\\\\a.example\\cb'],
	[CB, 'https:/a.example/cb'],
	[CB, 'https:a.example/cb'],
	[CB, '//a.example/cb'],
	[CB, '/cb'],
	[CB, 'http://a.example/cb'],
	[CB, 'https://а.example/cb'],
	[CB, 'https://a。example/cb'],
	[CB, 'https://xn--80a.example/cb'],
	[CB, 'https://a%2eexample/cb'],
	[CB, 'javascript:alert(1)//https://a.example/cb'],
	[CB, 'data:text/html,https://a.example/cb'],
	['https://a.example/cb?a=1&b=2', 'https://a.example/cb?b=2&a=1'],
	['https://a.example/cb?a=1', 'https://a.example/cb'],
	['https://a.example/%2E', 'https://a.example/%2e'],
	[LOOP, 'http://localhost:3000/cb'],
	[LOOP, 'http://127.0.0.2:3000/cb'],
	[LOOP, 'http://127.1:3000/cb'],
	[LOOP, 'http://2130706433:3000/cb'],
	[LOOP, 'http://0x7f000001:3000/cb'],
	[LOOP, 'http://[::1]:3000/cb'],
	[LOOP, 'http://[::ffff:127.0.0.1]:3000/cb'],
	[LOOP, 'http://0.0.0.0:3000/cb'],
	[LOOP, 'https://127.0.0.1:3000/cb'],
	[LOOP, 'http://127.0.0.1:3000/cb/'],
	[LOOP, 'http://127.0.0.1:3000/cb?x'],
	[LOOP, 'http://127.0.0.1:3000/x/../cb'],
	[LOOP, 'http://127.0.0.1:0/cb'],
	[LOOP, 'http://127.0.0.1:/cb'],
	[LOOP, 'http://127.0.0.1:65536/cb'],
	[LOOP, 'http://127.0.0.1:3000@evil.example/cb'],
	[LOOP, 'http://127.0.0.1.evil.example:3000/cb'],
	['http://localhost/cb', 'http://LOCALHOST:1/cb'],
	['http://localhost/cb', 'http://localhost.:1/cb'],
	['http://localhost/cb', 'http://localhost.evil.example/cb'],
	['http://localhost/cb', 'http://evil.localhost:1/cb'],
	['http://localhost/cb', 'http://127.0.0.1:1/cb'],
];

for (const [kind, make] of KINDS)
	for (const [uri, shown] of CONFUSED)
		test(`${kind}: ${JSON.stringify(shown)} is not ${uri}`, async () => {
			const answer = (await agent.open(world.authorizeUrl({ client_id: await make([uri]), redirect_uri: shown }))).answer;
			assertLocalPage(answer, 400);
			assert.doesNotMatch(answer.text, /href="https?:\/\/(?!127\.0\.0\.1)[^"]*evil/);
		});

for (const [kind, make] of KINDS) {
	test(`${kind}: a redirect URI given twice, and one of two left out`, async () => {
		const id = await make([CB, LOOP]);
		for (const redirect of [[CB, CB], [CB, LOOP], undefined])
			assertLocalPage((await agent.open(world.authorizeUrl({ client_id: id, redirect_uri: redirect }))).answer);
		assertLocalPage((await agent.open(world.authorizeUrl({ client_id: id, redirect_uri: [CB, 'https://evil.example/'] }))).answer);
	});

	test(`${kind}: bytes that are no UTF-8`, async () => {
		const id = await make([CB]);
		const path = new URL(world.authorizeUrl({ client_id: id, redirect_uri: 'REDIRECT' }));
		const answer = await requestPath(world.url, `${path.pathname}${path.search}`.replace('REDIRECT', 'https://a.example/cb%ff'));
		assert.equal(answer.status, 400);
		assert.equal(answer.headers.location, undefined);
	});
}

test('a private scheme is taken from who registers it and is known, exactly; never by a document', async () => {
	const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback';
	const id = await registered([cursor, CB]);
	const away = await agent.authorize(world.authorizeUrl({ client_id: id, redirect_uri: cursor }), world.account);
	assert.ok(away.href.startsWith(cursor));
	for (const other of ['cursor://anysphere.cursor-mcp/oauth/callback/', 'cursor://evil/oauth/callback', 'Cursor://anysphere.cursor-mcp/oauth/callback',
		'cursor:anysphere', 'evil://anysphere.cursor-mcp/oauth/callback'])
		assertLocalPage((await agent.open(world.authorizeUrl({ client_id: id, redirect_uri: other }))).answer);
	const url = documents.publish({ redirect_uris: [cursor, CB] });
	assertLocalPage((await agent.open(world.authorizeUrl({ client_id: url, redirect_uri: cursor }))).answer);
});
