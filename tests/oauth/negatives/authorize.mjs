/* /authorize: every fault is shown on a page of the server before sign-in (1.3, 1.4, 1.7, 1.16). */
import { strict as assert } from 'node:assert';
import { requestPath } from '../../clients/lib/net.mjs';
import { REDIRECT, pkce } from '../world.mjs';
import { OTHER_REDIRECT } from './bench.mjs';

const CHALLENGE = pkce().challenge;

const PAGE = {
	location: null,
	'access-control-allow-origin': null,
	'cache-control': /no-store/,
	'content-security-policy': /frame-ancestors 'none'/,
	'x-frame-options': /^DENY$/,
	'x-content-type-options': /^nosniff$/,
	'referrer-policy': /./,
};

async function good(bench) {
	const answer = await bench.raw(bench.world.authorizeUrl().slice(bench.url.length));
	assert.equal(answer.status, 303, answer.text);
	assert.match(answer.headers.location, /\/signin\?request=/);
}

function page(box, name, error, bend, check) {
	return {
		box,
		name,
		status: 400,
		error,
		type: 'text/html',
		headers: PAGE,
		check(answer) {
			assert.doesNotMatch(answer.text, /<form\b|<script\b/i);
			check?.(answer);
		},
		send: (bench) => bench.raw(bench.world.authorizeUrl(typeof bend === 'function' ? bend(bench) : bend).slice(bench.url.length),
			{ headers: { Origin: 'https://evil.example' } }),
		good,
	};
}

/* A redirect URI that is not the registered one. */
const redirect = (name, uri, client) => page('1.16', `redirect_uri ${name}`, 'invalid_request',
	(bench) => ({ redirect_uri: uri, ...(client ? { client_id: bench[client].client_id } : {}) }),
	(answer) => assert.doesNotMatch(answer.text, /<a [^>]*href="(?!\/)[^"]*"/, 'no way to it'));

const challenge = (name, changes) => page('1.4', name, 'invalid_request', changes);
const resource = (name, value) => page('1.7', `resource ${name}`, 'invalid_target',
	(bench) => ({ resource: typeof value === 'function' ? value(bench) : value }));

function plain(box, name, status, error, send, headers = {}) {
	return { box, name, status, error, headers: { location: null, 'access-control-allow-origin': null, ...headers }, send, good };
}

/* Refused before any parameter is read: a page, because a browser requested it. */
const early = (name, status, send, headers = {}) => ({ ...plain('1.3', name, status, undefined, send, { ...PAGE, ...headers }), type: 'text/html' });

export default [
	page('1.3', 'no client_id', 'invalid_request', { client_id: undefined }),
	page('1.3', 'an empty client_id', 'invalid_request', { client_id: '' }),
	page('1.3', 'an unknown client', 'invalid_client', { client_id: 'cli_00000000000000000000000000' }),
	page('1.3', 'client_id twice', 'invalid_request', (b) => ({ client_id: [b.client.client_id, b.client.client_id] })),
	page('1.3', 'two different client_ids', 'invalid_request', (b) => ({ client_id: [b.client.client_id, b.other.client_id] })),
	page('1.3', 'a client that may not use codes', 'unauthorized_client', (b) => ({ client_id: b.deviceWithRedirect.client_id })),
	page('1.3', 'the account for a client', 'invalid_client', (b) => ({ client_id: b.world.account.uid })),

	redirect('of another path', 'http://127.0.0.1:52001/other'),
	redirect('with a slash more', `${REDIRECT}/`),
	redirect('with a query more', `${REDIRECT}?x=1`),
	redirect('with a fragment', `${REDIRECT}#x`),
	redirect('in another case', 'http://127.0.0.1:52001/Callback'),
	redirect('with a user', 'http://evil@127.0.0.1:52001/callback'),
	redirect('with a dot segment', 'http://127.0.0.1:52001/x/../callback'),
	redirect('with an escaped slash', 'http://127.0.0.1:52001/callback%2f..'),
	redirect('with an escaped letter', 'http://127.0.0.1:52001/%63allback'),
	redirect('with a backslash', 'http://127.0.0.1:52001\\@evil.example/callback'),
	redirect('of a host that begins alike', 'http://127.0.0.1.evil.example/callback'),
	redirect('of another loopback name', 'http://localhost:52001/callback'),
	redirect('of another loopback address', 'http://127.0.0.2:52001/callback'),
	redirect('of loopback in IPv6', 'http://[::1]:52001/callback'),
	redirect('of loopback as a number', 'http://2130706433:52001/callback'),
	redirect('of loopback with TLS', 'https://127.0.0.1:52001/callback'),
	redirect('without a scheme', '//127.0.0.1:52001/callback'),
	redirect('of another host', 'https://evil.example/cb', 'two'),
	redirect('with the port written out', 'https://client.example:443/cb', 'two'),
	redirect('with a dot behind the host', 'https://client.example./cb', 'two'),
	redirect('with the host in capitals', 'https://CLIENT.example/cb', 'two'),
	redirect('without TLS', 'http://client.example/cb', 'two'),
	redirect('of a host below', 'https://a.client.example/cb', 'two'),
	redirect('with the host as a user', 'https://client.example@evil.example/cb', 'two'),
	redirect('with letters of elsewhere', 'https://clıent.example/cb', 'two'),
	redirect('with a blank behind', `${OTHER_REDIRECT} `, 'two'),
	redirect('left out where there are two', undefined, 'two'),
	redirect('of script', 'javascript:alert(1)'),
	page('1.16', 'redirect_uri twice', 'invalid_request', { redirect_uri: [REDIRECT, REDIRECT] }),
	page('1.16', 'two different redirect_uris', 'invalid_request', { redirect_uri: [REDIRECT, 'https://evil.example/'] }),

	page('1.3', 'no response_type', 'unsupported_response_type', { response_type: undefined }),
	page('1.3', 'response_type token', 'unsupported_response_type', { response_type: 'token' }),
	page('1.3', 'response_type id_token', 'unsupported_response_type', { response_type: 'id_token' }),
	page('1.3', 'response_type code token', 'unsupported_response_type', { response_type: 'code token' }),
	page('1.3', 'response_type in capitals', 'unsupported_response_type', { response_type: 'CODE' }),
	page('1.3', 'response_type twice', 'invalid_request', { response_type: ['code', 'code'] }),
	page('1.3', 'response_mode fragment', 'invalid_request', { response_mode: 'fragment' }),
	page('1.3', 'response_mode form_post', 'invalid_request', { response_mode: 'form_post' }),
	page('1.18', 'response_mode web_message', 'invalid_request', { response_mode: 'web_message' }),
	page('1.3', 'a state above 4 KB', 'invalid_request', { state: 's'.repeat(4097) },
		(answer) => assert.ok(!answer.text.includes('ssssssss'), 'it is not sent on')),
	page('1.3', 'state twice', 'invalid_request', { state: ['a', 'b'] }),
	page('1.3', 'a request object', 'request_not_supported', { request: 'eyJhbGciOiJub25lIn0.e30.' }),
	page('1.3', 'a request_uri of elsewhere', 'request_uri_not_supported', { request_uri: 'https://evil.example/request' }),
	page('1.13', 'a request_uri that nobody pushed', 'invalid_request_uri',
		{ request_uri: `urn:ietf:params:oauth:request_uri:${'x'.repeat(43)}` }),
	page('1.3', 'prompt=none', 'consent_required', { prompt: 'none' }),
	page('1.3', 'prompt twice', 'invalid_request', { prompt: ['login', 'consent'] }),

	challenge('no code_challenge', { code_challenge: undefined }),
	...['basic', 'post'].flatMap((client) => [
		challenge(`no code_challenge of a client with a secret, ${client}`, (b) => ({ client_id: b[client].client_id, code_challenge: undefined })),
		challenge(`a plain code_challenge of a client with a secret, ${client}`,
			(b) => ({ client_id: b[client].client_id, code_challenge_method: 'plain' })),
	]),
	challenge('an empty code_challenge', { code_challenge: '' }),
	challenge('code_challenge_method plain', { code_challenge_method: 'plain' }),
	challenge('no code_challenge_method, which means plain', { code_challenge_method: undefined }),
	challenge('code_challenge_method in small letters', { code_challenge_method: 's256' }),
	challenge('a code_challenge of 42 letters', { code_challenge: CHALLENGE.slice(0, 42) }),
	challenge('a code_challenge of 44 letters', { code_challenge: `${CHALLENGE}A` }),
	challenge('a code_challenge of plain base64', { code_challenge: `${CHALLENGE.slice(0, 42)}+` }),
	challenge('a code_challenge with padding', { code_challenge: `${CHALLENGE.slice(0, 42)}=` }),
	challenge('code_challenge twice', { code_challenge: [CHALLENGE, CHALLENGE] }),
	challenge('code_challenge_method twice', { code_challenge_method: ['S256', 'plain'] }),

	page('1.3', 'scopes of which none exists', 'invalid_scope', { scope: 'everything admin' }),
	page('1.3', 'a scope with a quote', 'invalid_scope', { scope: 'campaigns:read "' }),
	page('1.3', 'a scope with a backslash', 'invalid_scope', { scope: 'campaigns:read \\' }),
	page('1.3', 'a scope with a tab', 'invalid_scope', { scope: 'campaigns:read\tads:read' }),
	page('1.3', 'a scope beyond ASCII', 'invalid_scope', { scope: 'campaigns:read é' }),
	page('1.3', 'scope twice', 'invalid_request', { scope: ['campaigns:read', 'ads:read'] }),

	resource('of elsewhere', 'https://other.example/mcp'),
	resource('with a fragment', (b) => `${b.server.mcp}#x`),
	resource('with a user', (b) => b.server.mcp.replace('://', '://me@')),
	resource('with a query', (b) => `${b.server.mcp}?x=1`),
	resource('with a slash behind', (b) => `${b.server.mcp}/`),
	resource('that begins as ours', (b) => `${b.server.mcp}-other`),
	resource('with the path in capitals', (b) => b.server.mcp.replace('/mcp', '/MCP')),
	resource('that is relative', '/mcp'),
	resource('twice, two of ours', (b) => [b.server.mcp, b.server.api]),
	resource('twice, one of elsewhere', (b) => [b.server.mcp, 'https://other.example/']),

	early('the method DELETE', 405, (b) => b.raw('/authorize', { method: 'DELETE' }), { allow: /GET.*POST/ }),
	early('the method OPTIONS of a page elsewhere', 405, (b) => b.raw('/authorize',
		{ method: 'OPTIONS', headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' } }),
	{ 'access-control-allow-methods': null }),
	early('a POST of JSON', 400, (b) => b.json('/authorize', b.parameters())),
	early('a query that does not decode', 400, (b) => requestPath(b.url, '/authorize?client_id=%zz')),
	early('a NUL in the query', 400, (b) => requestPath(b.url, '/authorize?client_id=a%00b')),
	early('a POST above 32 KB', 413, (b) => b.text('/authorize', `state=${'x'.repeat(40000)}`)),
];
