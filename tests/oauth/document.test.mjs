/*
 * Clients whose client_id is the URL of a metadata document
 * (draft-ietf-oauth-client-id-metadata-document): refusals before sign-in, the fetch after it,
 * and the stored, shown and enforced values.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { request, until } from '../clients/lib/net.mjs';
import { UserAgent, formsOf, unescapeHtml } from '../clients/lib/user_agent.mjs';
import { startDocuments } from './documents.mjs';
import { assertLocalPage, assertOAuthError, pkce, startWorld } from './world.mjs';

const REDIRECT = 'http://127.0.0.1:52001/callback';
let documents;
let world;

before(async () => {
	documents = await startDocuments();
	world = await startWorld({ args: documents.args });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await documents?.close();
});

/* The page after sign-in. */
async function consent(clientId, changes = {}, agent = new UserAgent(world.url)) {
	let at = await agent.open(world.authorizeUrl({ client_id: clientId, redirect_uri: REDIRECT, ...changes }));
	if (at.url.pathname === '/signin')
		at = await agent.signIn(at, world.account);
	return { ...at, agent };
}

function words(answer) {
	return unescapeHtml(answer.text.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

/* --- before sign-in ------------------------------------------------------------------------- */

const BAD_URLS = [
	['http', 'http://app.example/client.json'],
	['upper-case scheme', 'HTTPS://app.example/client.json'],
	['another scheme', 'ftp://app.example/client.json'],
	['no path', 'https://app.example'],
	['a root path', 'https://app.example/'],
	['only a query', 'https://app.example?x=/y'],
	['a fragment', 'https://app.example/client.json#x'],
	['a user name', 'https://user@app.example/client.json'],
	['a user name and password', 'https://u:p@app.example/client.json'],
	['a dot segment', 'https://app.example/./client.json'],
	['a double dot segment', 'https://app.example/a/../client.json'],
	['a trailing double dot', 'https://app.example/a/..'],
	['an escaped dot segment', 'https://app.example/%2e/client.json'],
	['an escaped double dot', 'https://app.example/a/%2E%2e/client.json'],
	['a half escaped double dot', 'https://app.example/a/.%2e/client.json'],
	['an escaped slash', 'https://app.example/a%2f..%2fclient.json'],
	['an escaped backslash', 'https://app.example/a%5cclient.json'],
	['an escaped NUL', 'https://app.example/a%00client.json'],
	['a broken escape', 'https://app.example/a%2'],
	['a backslash', 'https://app.example\\@evil.example/client.json'],
	['a space', 'https://app.example/cli ent.json'],
	['a control character', 'https://app.example/cli\tent.json'],
	['a letter beyond ASCII', 'https://münchen.example/client.json'],
	['an IPv4 address', 'https://192.0.2.1/client.json'],
	['a short IPv4 address', 'https://127.1/client.json'],
	['a decimal IPv4 address', 'https://2130706433/client.json'],
	['a hexadecimal IPv4 address', 'https://0x7f.0x1/client.json'],
	['an IPv6 address', 'https://[::1]/client.json'],
	['a single label', 'https://localhost/client.json'],
	['a trailing dot', 'https://app.example./client.json'],
	['an empty label', 'https://app..example/client.json'],
	['a port that is none', 'https://app.example:0/client.json'],
	['a port too large', 'https://app.example:65536/client.json'],
	['too many characters', `https://app.example/${'x'.repeat(2048)}`],
];

for (const [name, url] of BAD_URLS) {
	test(`a client_id that is no document's address is refused before sign-in: ${name}`, async () => {
		assertLocalPage(await request(world.authorizeUrl({ client_id: url })));
	});
}

const BAD_REQUESTS = [
	['no redirect URI', { redirect_uri: undefined }],
	['an http redirect URI of elsewhere', { redirect_uri: 'http://app.example/callback' }],
	['a private scheme', { redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback' }],
	['a redirect URI with a fragment', { redirect_uri: `${REDIRECT}#x` }],
	['no code_challenge', { code_challenge: undefined }],
	['a plain challenge', { code_challenge_method: 'plain' }],
	['a foreign resource', { resource: 'https://other.example/mcp' }],
	['no known scope', { scope: 'everything' }],
	['response_type token', { response_type: 'token' }],
	['client_id twice', { client_id: ['https://a.example/x', 'https://a.example/x'] }],
];

for (const [name, changes] of BAD_REQUESTS) {
	test(`an invalid request is refused before sign-in, and nothing is fetched: ${name}`, async () => {
		const url = documents.publish();
		assertLocalPage(await request(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT, ...changes })));
		assert.equal(documents.times(url), 0);
	});
}

test('nobody who has not signed in makes this server fetch', async () => {
	const url = documents.publish();
	const at = await new UserAgent(world.url).open(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT }));
	assert.equal(at.url.pathname, '/signin');
	assertOAuthError(await world.form('/token', { grant_type: 'authorization_code', client_id: url, code: 'x',
		code_verifier: 'x'.repeat(43) }), 400, 'invalid_grant');
	assertOAuthError(await world.form('/token', { grant_type: 'refresh_token', client_id: url, refresh_token: 'x' }), 400,
		'invalid_grant');
	assert.equal((await world.form('/revoke', { token: 'x', client_id: url })).status, 200);
	assertOAuthError(await world.form('/introspect', { token: 'x', client_id: url }), 401, 'invalid_client');
	assert.equal((await world.form('/par', { client_id: url, redirect_uri: REDIRECT, response_type: 'code',
		code_challenge: pkce().challenge, code_challenge_method: 'S256' })).status, 201);
	assert.equal((await world.form('/device_authorization', { client_id: url })).status, 200);
	assert.equal(documents.times(url), 0);
});

/* --- the complete flow ----------------------------------------------------------------------- */

test('the metadata says so, twice', async () => {
	const { json } = await request(`${world.url}/.well-known/oauth-authorization-server`);
	assert.equal(json.client_id_metadata_document_supported, true);
	assert.ok(json.token_endpoint_auth_methods_supported.includes('none'));
});

test('a public client lives its whole life by its document', async () => {
	const url = documents.publish();
	const client = { client_id: url };
	const tokens = await world.tokens({ client });
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	const refreshed = await world.refresh(tokens.refresh_token, { client_id: url });
	assert.equal(refreshed.status, 200, refreshed.text);
	assert.equal(await world.mcpStatus(refreshed.json.access_token), 200);
	assert.equal(documents.times(url), 1, 'fetched once; the token endpoint goes by what was kept');
	const [ask] = documents.seen.filter((one) => url.endsWith(one.at));
	assert.equal(ask.method, 'GET');
	assert.match(ask.headers.accept, /application\/json/);
	for (const header of ['cookie', 'authorization', 'referer', 'accept-encoding'])
		assert.equal(ask.headers[header], undefined, header);
	assertOAuthError(await world.refresh(refreshed.json.refresh_token, { client_id: documents.publish() }), 400, 'invalid_grant');
	assert.equal((await world.revoke(refreshed.json.refresh_token, { client_id: url })).status, 200);
	assert.equal(await world.mcpStatus(refreshed.json.access_token), 401);
	assertOAuthError(await world.refresh(refreshed.json.refresh_token, { client_id: url }), 400, 'invalid_grant');
});

test('an address of 2,048 characters is good for all of it', async () => {
	const start = documents.url('/');
	const url = documents.publish({}, { url: start + 'x'.repeat(2048 - start.length) });
	assert.equal(url.length, 2048);
	const tokens = await world.tokens({ client: { client_id: url } });
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	const refreshed = await world.refresh(tokens.refresh_token, { client_id: url });
	assert.equal(refreshed.status, 200, refreshed.text);
	assert.equal(JSON.parse(Buffer.from(refreshed.json.access_token.split('.')[1], 'base64url')).client_id, url);
	assert.equal((await world.revoke(refreshed.json.refresh_token, { client_id: url })).status, 200);
	assert.equal(await world.mcpStatus(refreshed.json.access_token), 401);
});

test('a second installation leaves the first alone', async () => {
	const client = { client_id: documents.publish() };
	const first = await world.tokens({ client });
	const second = await world.tokens({ client });
	assert.equal((await world.revoke(second.refresh_token, client)).status, 200);
	assert.equal(await world.mcpStatus(second.access_token), 401);
	assert.equal(await world.mcpStatus(first.access_token), 200);
});

test('any port of a loopback address, by name too', async () => {
	const url = documents.publish({ redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'] });
	for (const redirectUri of ['http://localhost:61000/callback', 'http://127.0.0.1:61001/callback']) {
		const tokens = await world.tokens({ client: { client_id: url }, redirectUri });
		assert.ok(tokens.access_token);
	}
});

test('a code of one document is no use to another', async () => {
	const grant = await world.code({ client: { client_id: documents.publish() } });
	assertOAuthError(await world.exchange(grant, { client_id: documents.publish() }), 400, 'invalid_grant');
	assertOAuthError(await world.exchange(grant, { client_id: world.client.client_id }), 400, 'invalid_grant');
	assert.equal((await world.exchange(grant)).status, 200);
});

test('a secret is no way to prove it', async () => {
	const grant = await world.code({ client: { client_id: documents.publish() } });
	assertOAuthError(await world.exchange(grant, { client_secret: 'x' }), 401, 'invalid_client');
	assert.equal((await world.exchange(grant)).status, 200);
});

test('pushed ahead, and shown by a device', async () => {
	const url = documents.publish({ grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] });
	const { verifier, challenge } = pkce();
	const pushed = await world.form('/par', { client_id: url, redirect_uri: REDIRECT, response_type: 'code',
		code_challenge: challenge, code_challenge_method: 'S256', scope: 'ads:read' });
	assert.equal(pushed.status, 201, pushed.text);
	const away = await world.agent.authorize(`${world.url}/authorize?${new URLSearchParams({ client_id: url,
		request_uri: pushed.json.request_uri })}`, world.account);
	const answer = await world.form('/token', { grant_type: 'authorization_code', client_id: url, redirect_uri: REDIRECT,
		code: away.searchParams.get('code'), code_verifier: verifier });
	assert.equal(answer.status, 200, answer.text);

	const device = (await world.form('/device_authorization', { client_id: url, scope: 'ads:read' })).json;
	const poll = () => world.form('/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
		device_code: device.device_code, client_id: url });
	assertOAuthError(await poll(), 400, 'authorization_pending');
	const typed = await world.agent.submit(await world.agent.open(device.verification_uri_complete));
	assert.match(words(typed.answer), /app\.localhost/);
	await world.agent.submit(typed, { button: ['decision', 'allow'] });
	const tokens = await poll();
	assert.equal(tokens.status, 200, tokens.text);
});

test('a device may not, where the document does not list its grant', async () => {
	const url = documents.publish();
	const device = (await world.form('/device_authorization', { client_id: url })).json;
	const typed = await world.agent.submit(await world.agent.open(device.verification_uri_complete));
	assert.equal(typed.answer.status, 400);
	assert.match(words(typed.answer), /app\.localhost:\d+.*device grant type/);
});

/* --- requirements of the response ------------------------------------------------------------- */

const json = { 'Content-Type': 'application/json' };
const BAD_PAGES = [
	[502, /HTTP status 404/, 'nothing there', () => ({ status: 404 })],
	[502, /HTTP status 500/, 'a fault', () => ({ status: 500, headers: json, body: '{}' })],
	[502, /HTTP status 204/, 'no content', () => ({ status: 204 })],
	[502, /HTTP status 302/, 'a redirect', (url) => ({ status: 302, headers: { Location: documents.publish({ client_id: url }) } })],
	[502, /HTTP status 201/, 'another success', (url, body) => ({ status: 201, headers: json, body })],
	[502, /is too large/, 'more than 16 KB', (url, body) => ({ status: 200, headers: json, body: body + ' '.repeat(16 * 1024) })],
	[502, /is too large/, 'more than 16 KB without a length', (url, body) => (req, res) => {
		res.writeHead(200, json);
		res.write(body);
		res.end(' '.repeat(17 * 1024));
	}],
	[502, /cannot be reached/, 'a connection that ends', () => (req) => req.socket.destroy()],
	[400, /application\/json/, 'HTML', (url, body) => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body })],
	[400, /application\/json/, 'no type', (url, body) => ({ status: 200, body })],
	[400, /application\/json/, 'a type that begins alike', (url, body) => ({ status: 200, headers: { 'Content-Type': 'application/jsonx' }, body })],
	[400, /JSON object/, 'no JSON', () => ({ status: 200, headers: json, body: '<html>' })],
	[400, /JSON object/, 'an array', () => ({ status: 200, headers: json, body: '[]' })],
	[400, /JSON object/, 'nothing', () => ({ status: 200, headers: json, body: '' })],
	[400, /JSON object/, 'a compressed body', (url, body) => ({ status: 200, headers: { ...json, 'Content-Encoding': 'gzip' }, body: gzipSync(body) })],
	[400, /JSON object/, 'invalid UTF-8', (url, body) => ({ status: 200, headers: json,
		body: Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')]) })],
	[400, /JSON object/, 'a name twice', (url, body) => ({ status: 200, headers: json, body: body.replace('{', `{"client_id":"${url}",`) })],
	[400, /JSON object/, 'a byte-order mark', (url, body) => ({ status: 200, headers: json, body: `\ufeff${body}` })],
];

for (const [status, word, name, page] of BAD_PAGES) {
	test(`told after sign-in, with the host and the reason: ${name}`, async () => {
		const url = documents.publish();
		const { body } = documents.pages.get(url.slice(8));
		documents.page(url, page(url, body));
		const at = await consent(url);
		assertLocalPage(at.answer, status);
		assert.match(words(at.answer), /app\.localhost:\d+/);
		assert.match(words(at.answer), word);
		assert.equal(at.answer.headers['retry-after'], status === 502 ? '30' : undefined);
	});
}

const BAD_MEMBERS = [
	['another client_id', { client_id: 'https://app.localhost/other' }, /client_id that differs/],
	['no client_id', { client_id: undefined }, /client_id that differs/],
	['a client_id that is no string', { client_id: 7 }, /client_id that differs/],
	['no name', { client_name: undefined }, /client_name/],
	['an empty name', { client_name: '' }, /client_name/],
	['a blank name', { client_name: '   ' }, /client_name/],
	['a name that is no string', { client_name: ['x'] }, /client_name/],
	['a name of a thousand letters', { client_name: 'x'.repeat(1000) }, /client_name/],
	['no redirect URIs', { redirect_uris: undefined }, /redirect_uris/],
	['an empty list of redirect URIs', { redirect_uris: [] }, /redirect_uris/],
	['redirect URIs as a text', { redirect_uris: REDIRECT }, /redirect_uris/],
	['a redirect URI that is no string', { redirect_uris: [REDIRECT, 7] }, /redirect URI/],
	['only malformed redirect URIs', { redirect_uris: ['https://a.example/#x', 'https://*.example/cb'] }, /redirect URI/],
	...['javascript:alert(1)', ' data:text/html,x', 'FILE:///etc/passwd', 'vbscript:x', 'blob:https://a.example/x']
		.map((uri) => [`a redirect URI of the scheme of ${uri}`, { redirect_uris: [REDIRECT, uri] }, /redirect URI/]),
	['only redirect URIs that cannot be used', { redirect_uris: ['http://a.example/cb', 'app.x:/cb'] }, /redirect URI/],
	['a client_secret', { client_secret: 'x' }, /client_secret/],
	['a client_secret that is null', { client_secret: null }, /client_secret/],
	['a client_secret_expires_at', { client_secret_expires_at: 0 }, /client_secret/],
	['client_secret_basic', { token_endpoint_auth_method: 'client_secret_basic' }, /shared secret/],
	['client_secret_post', { token_endpoint_auth_method: 'client_secret_post' }, /shared secret/],
	['client_secret_jwt', { token_endpoint_auth_method: 'client_secret_jwt' }, /shared secret/],
	['client_secret_basic beside none', { token_endpoint_auth_method: 'client_secret_basic', token_endpoint_auth_methods_supported: ['none'] }, /shared secret/],
	['an unknown method', { token_endpoint_auth_method: 'tls_client_auth' }, /token_endpoint_auth_method/],
	['only unknown methods', { token_endpoint_auth_method: undefined, token_endpoint_auth_methods_supported: ['tls_client_auth'] }, /token_endpoint_auth_method/],
	['grant types of which none is ours', { grant_types: ['client_credentials', 'implicit'] }, /grant type/],
	['response types without code', { response_types: ['token'] }, /response_types/],
];

for (const [name, members, word] of BAD_MEMBERS) {
	test(`a document that cannot be taken is told with its host: ${name}`, async () => {
		const at = await consent(documents.publish(members));
		assertLocalPage(at.answer, 400);
		assert.match(words(at.answer), /app\.localhost:\d+/);
		assert.match(words(at.answer), word);
	});
}

const GOOD_MEMBERS = [
	['a grant type of others', { grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'] }],
	['a method of others beside none', { token_endpoint_auth_method: 'tls_client_auth', token_endpoint_auth_methods_supported: ['none'] }],
	['no method, which is none', { token_endpoint_auth_method: undefined }],
	['members of nobody', { colour: 'blue', 'client_name#de': 'Tabelle', nothing: null }],
	['a redirect URI beside that cannot be used', { redirect_uris: ['http://127.0.0.1/callback', 'app.example:/callback'] }],
	...['https://a.example/#x', 'https://user@a.example/cb', 'https://*.example/cb', 'not a uri', '']
		.map((uri) => [`the malformed redirect URI ${uri || 'of no letters'} beside`, { redirect_uris: [REDIRECT, uri] }]),
	['application_type web', { application_type: 'web' }],
	['a logo, which is not shown', { logo_uri: 'https://app.example/logo.png' }],
];

for (const [name, members] of GOOD_MEMBERS) {
	test(`a document is taken with ${name}`, async () => {
		const at = await consent(documents.publish(members));
		assert.equal(at.answer.status, 200, words(at.answer));
		assert.equal(at.url.pathname, '/authorize/consent');
		assert.doesNotMatch(at.answer.text, /<img|logo\.png/);
	});
}

for (const type of ['application/json; charset=utf-8', 'application/oauth-client+json', 'APPLICATION/JSON']) {
	test(`a document of the type ${type} is taken`, async () => {
		const at = await consent(documents.publish({}, { headers: { 'Content-Type': type } }));
		assert.equal(at.answer.status, 200);
	});
}

test('a query and a port belong to the address', async () => {
	const url = documents.publish({}, { url: documents.url('/with/query?tenant=7') });
	assert.equal((await consent(url)).answer.status, 200);
	const at = await consent(documents.publish({ client_id: url }, { url: documents.url('/with/query?tenant=8') }));
	assertLocalPage(at.answer, 400);
});

test('a malformed redirect URI that a document lists is of no use', async () => {
	const bad = 'https://a.example/#x';
	assertLocalPage((await consent(documents.publish({ redirect_uris: [REDIRECT, bad] }), { redirect_uri: bad })).answer);
	const unlike = { redirect_uri: 'https://evil.example/cb' };
	assertLocalPage((await consent(documents.publish({ redirect_uris: [REDIRECT, 'https://*.example/cb'] }), unlike)).answer);
});

test('a redirect URI that the document does not list', async () => {
	const url = documents.publish({ redirect_uris: ['https://client.example/callback'] });
	for (const redirect of [REDIRECT, 'https://client.example/callback/', 'https://client.example:443/callback',
		'https://evil.example/callback', 'https://client.example/callback?x=1']) {
		const at = await consent(url, { redirect_uri: redirect });
		assertLocalPage(at.answer, 400);
		assert.match(words(at.answer), /app\.localhost:\d+.*does not list the redirect URI/);
	}
	assert.equal((await consent(url, { redirect_uri: 'https://client.example/callback' })).answer.status, 200);
});

/*
 * --- the fetch
 * ----------------------------------------------------------------------------------
 */

test('a certificate for another host: nothing is taken', async () => {
	const url = documents.publish({}, { url: documents.url('/client.json', 'unlisted.localhost') });
	const at = await consent(url);
	assertLocalPage(at.answer, 502);
	assert.match(words(at.answer), /unlisted\.localhost:\d+.*cannot be reached/);
	assert.equal(documents.times(url), 0);
});

test('who answers too slowly is given up within seconds', async () => {
	const url = documents.fresh();
	const timers = [];
	documents.page(url, (req, res) => {
		res.writeHead(200, json);
		timers.push(setInterval(() => res.write(' '), 200));
	});
	const began = Date.now();
	const at = await consent(url);
	timers.forEach(clearInterval);
	assertLocalPage(at.answer, 502);
	assert.match(words(at.answer), /in time/);
	assert.ok(Date.now() - began < 20000);
});

test('without leave nothing but the public internet is asked, at port 443', async () => {
	const strict = await startWorld({ args: ['--fetch-ca', documents.ca] });
	const before = documents.connections;
	try {
		for (const [url, word] of [
			[documents.publish(), /port 443/],
			['https://app.localhost/client.json', /cannot be reached/],
			['https://nothing.invalid/client.json', /cannot be reached/],
		]) {
			const agent = new UserAgent(strict.url);
			const signIn = await agent.open(strict.authorizeUrl({ client_id: url, redirect_uri: REDIRECT }));
			const at = await agent.signIn(signIn, strict.account);
			assertLocalPage(at.answer, 502);
			assert.match(words(at.answer), word);
		}
	} finally {
		await strict.stop();
	}
	assert.equal(documents.connections, before);
});

/*
 * --- the lifetime of a copy
 * -----------------------------------------------------------------------
 */

for (const [name, headers] of [
	['no header at all', {}],
	['no-store, for a minute still', { 'Cache-Control': 'no-store' }],
	['an age of nothing, for a minute still', { 'Cache-Control': 'max-age=0' }],
	['an Expires', { Expires: new Date(Date.now() + 3600e3).toUTCString() }],
	['an Expires that is no date', { Expires: '0' }],
]) {
	test(`a document is not fetched for each request: ${name}`, async () => {
		const url = documents.publish({}, { headers });
		for (let i = 0; i < 3; i++)
			assert.equal((await consent(url)).answer.status, 200);
		assert.equal(documents.times(url), 1);
	});
}

test('many at once fetch it once', async () => {
	const url = documents.publish();
	const page = documents.pages.get(url.slice(8));
	documents.page(url, (req, res) => setTimeout(() => res.writeHead(200, page.headers).end(page.body), 700));
	const all = await Promise.all(Array.from({ length: 6 }, () => consent(url)));
	assert.deepEqual(all.map((at) => at.answer.status), [200, 200, 200, 200, 200, 200]);
	assert.equal(documents.times(url), 1);
});

/* Publishes a document whose response is held until it is released. */
function held(host) {
	const url = documents.publish({}, { url: documents.fresh(host) });
	const page = documents.pages.get(url.slice(8));
	let go;
	const free = new Promise((done) => {
		go = done;
	});
	documents.page(url, async (req, res) => {
		await free;
		res.writeHead(page.status, page.headers);
		res.end(page.body);
	});
	return { url, go };
}

test('what this server has no room to ask is not held against the address', async () => {
	const three = [held(), held(), held()];
	const pages = three.map(({ url }) => consent(url));
	await until('three of the host are asked', () => three.every(({ url }) => documents.times(url) === 1));
	const fourth = documents.publish();
	const answer = (await consent(fourth)).answer;
	assertLocalPage(answer, 503);
	assert.match(answer.text, /fetching too many documents/);
	assert.equal(documents.times(fourth), 0);
	three.forEach(({ go }) => go());
	for (const page of await Promise.all(pages))
		assert.equal(page.answer.status, 200);
	assert.equal((await consent(fourth)).answer.status, 200, 'at once');
});

test('four documents are fetched at a time, over all hosts, and a fifth waits', async () => {
	const known = documents.publish();
	await consent(known);
	const four = ['app.localhost', 'app.localhost', 'claude.ai.localhost', 'chatgpt.com.localhost'].map(held);
	const pages = four.map(({ url }) => consent(url));
	await until('four are asked', () => four.every(({ url }) => documents.times(url) === 1));
	const fifth = documents.publish({}, { url: documents.fresh('vscode.dev.localhost') });
	const page = consent(fifth);
	assert.equal((await consent(known)).answer.status, 200);
	assert.equal(documents.times(fifth), 0);
	four.forEach(({ go }) => go());
	for (const one of [...pages, page])
		assert.equal((await one).answer.status, 200);
	assert.equal(documents.times(fifth), 1);
});

test('a failure is not kept as an answer, but holds off the next try', async () => {
	const url = documents.page(documents.fresh(), { status: 500 });
	for (let i = 0; i < 3; i++)
		assertLocalPage((await consent(url)).answer, 502);
	assert.equal(documents.times(url), 1);
});

/*
 * --- the consent page
 * ------------------------------------------------------------------------------
 */

test('the page shows the host first, the name second, where it leads, and warns of this computer', async () => {
	const url = documents.publish({ client_name: 'Claude <b>& friends' }, { url: documents.url('/a.json', 'evilclaude.ai.localhost') });
	const at = await consent(url);
	const text = words(at.answer);
	assert.match(at.answer.text, /<h1>[^/]*evilclaude\.ai\.localhost:\d+/);
	assert.ok(text.indexOf('evilclaude.ai.localhost') < text.indexOf('Claude <b>& friends'), text);
	assert.doesNotMatch(at.answer.text, /Claude <b>/);
	assert.doesNotMatch(text, /unverified/);
	assert.match(text, /this computer \( ?127\.0\.0\.1:52001/);
	assert.match(text, /Any program on this computer can use the name of this app/);
	const web = await consent(url, { redirect_uri: 'https://client.example/callback' });
	assert.match(words(web.answer), /Returns to client\.example /);
	assert.doesNotMatch(words(web.answer), /this computer/);
});

test('a name cannot turn the page round, and is cut', async () => {
	const at = await consent(documents.publish({ client_name: `a\u202eb\u0007c\u200bd${'x'.repeat(300)}` }));
	assert.ok(at.answer.text.includes('abcdxxx'));
	assert.doesNotMatch(at.answer.text, /x{100}|[\u202e\u200b\u0007]/);
});

test('an international host is shown as it goes over the wire', async () => {
	const at = await consent(documents.publish({}, { url: documents.url('/c.json', 'xn--mnchen-3ya.localhost') }));
	assert.match(words(at.answer), /xn--mnchen-3ya\.localhost/);
});

test('the person is asked each time, also for what was allowed before', async () => {
	const url = documents.publish();
	await world.tokens({ client: { client_id: url } });
	for (const prompt of [undefined, 'consent']) {
		const at = await world.agent.open(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT, prompt }));
		assert.equal(at.url.pathname, '/authorize/consent');
		assert.ok(formsOf(at.answer.text)[0].fields.some((field) => field.name === 'decision'));
		assert.doesNotMatch(words(at.answer), /app changed its name/);
	}
	assertLocalPage(await world.agent.get(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT, prompt: 'none' })));
});
