/* The resources: the accepted tokens, and the answer to any other one (1.2, 1.7, 1.10). */
import { strict as assert } from 'node:assert';

const ABSOLUTE = /resource_metadata="http:\/\/127\.0\.0\.1:\d+\/\.well-known\/oauth-protected-resource/;

async function good(bench) {
	assert.equal(await bench.world.mcpStatus(bench.tokens.access_token), 200);
	assert.equal((await bench.server.rest(bench.rest.access_token, 'GET', '/campaigns')).status, 200);
	assert.equal((await bench.server.rest(bench.api, 'GET', '/me')).status, 200);
}

const bearer = (token) => ({ Authorization: `Bearer ${token}` });

/* A request without a credential: a challenge without an error. */
const none = (name, send, headers) => ({ box: '1.2', name, status: 401, headers: { 'www-authenticate': /^Bearer(?!.*error=)/, ...headers }, send, good });
/* With an invalid credential: invalid_token. */
const bad = (box, name, send, headers) => ({ box, name, status: 401, headers: { 'www-authenticate': /^Bearer .*error="invalid_token"/,
	'access-control-allow-credentials': null, ...headers }, send, good });

const mcp = (box, name, make) => bad(box, `/mcp: ${name}`, (bench) => bench.mcp(make(bench)), { 'www-authenticate': ABSOLUTE });
const api = (box, name, make) => bad(box, `/api/v1: ${name}`, (bench) => bench.raw('/api/v1/campaigns', { headers: make(bench) }));

const TOKENS = [
	['1.10', 'a token that is none', () => 'nothing'],
	['1.10', 'a token of 8 KB', () => 'x'.repeat(8192)],
	['1.10', 'an access token without its signature', (b) => b.tokens.access_token.replace(/[^.]*$/, '')],
	['1.10', 'an access token of two parts', (b) => b.tokens.access_token.split('.').slice(0, 2).join('.')],
	['1.10', 'an access token with a part more', (b) => `${b.tokens.access_token}.x`],
	['1.10', 'an access token with padding', (b) => `${b.tokens.access_token}=`],
	['1.9', 'a refresh token', (b) => b.tokens.refresh_token],
	['1.6', 'a client secret', (b) => b.post.client_secret],
	['1.6', 'a client_id', (b) => b.client.client_id],
	['1.10', 'an API token with a wrong secret', (b) => `${b.api.slice(0, -4)}AAAA`],
	['1.10', 'an API token of the other environment', (b) => b.api.replace('adcore_test_', 'adcore_live_')],
];

export default [
	none('/mcp: no credential', (b) => b.mcp({}), { 'www-authenticate': ABSOLUTE, 'cache-control': /no-store/ }),
	none('/api/v1: no credential', (b) => b.raw('/api/v1/me'), { 'cache-control': /no-store/ }),
	none('/mcp: the token in the address', (b) => b.mcp({}, undefined, `/mcp?access_token=${b.tokens.access_token}`)),
	none('/api/v1: the token in the address', (b) => b.raw(`/api/v1/me?access_token=${b.api}`)),
	none('/api/v1: the token in the body', (b) => b.text('/api/v1/campaigns', `access_token=${b.api}`)),
	none('/api/v1: the token in a cookie', (b) => b.raw('/api/v1/me', { headers: { Cookie: `access_token=${b.api}; Authorization=Bearer ${b.api}` } })),
	{
		...none('/api/v1: the session of a browser', undefined),
		prepare: (bench) => bench.consent(),
		send: (bench, { agent }) => agent.get('/api/v1/me'),
	},
	...TOKENS.flatMap(([box, name, make]) => [
		mcp(box, name, (b) => bearer(make(b))),
		api(box, name, (b) => bearer(make(b))),
	]),
	mcp('1.7', 'a token for the API', (b) => bearer(b.rest.access_token)),
	api('1.7', 'a token for the connector', (b) => bearer(b.tokens.access_token)),
	{
		...mcp('1.17', 'a revoked access token', (b) => b),
		prepare: async (bench) => {
			const tokens = await bench.world.tokens();
			await bench.world.revoke(tokens.access_token);
			return { tokens };
		},
		send: (bench, { tokens }) => bench.mcp(bearer(tokens.access_token)),
	},
	{
		...mcp('1.17', 'an access token of a revoked grant', (b) => b),
		prepare: async (bench) => {
			const tokens = await bench.world.tokens();
			await bench.world.revoke(tokens.refresh_token);
			return { tokens };
		},
		send: (bench, { tokens }) => bench.mcp(bearer(tokens.access_token)),
	},
	{
		box: '1.2',
		name: '/api/v1: a scope that the token lacks',
		status: 403,
		error: 'INSUFFICIENT_SCOPE',
		headers: { 'www-authenticate': /^Bearer .*error="insufficient_scope"/ },
		send: (bench) => bench.server.rest(bench.rest.access_token, 'POST', '/campaigns', { name: 'x', type: 'SEARCH', budget: 1 }),
		good,
	},
	{
		box: '1.2',
		name: '/mcp: a tool beyond the scopes',
		status: 403,
		headers: { 'www-authenticate': /^Bearer .*error="insufficient_scope".*scope="/ },
		send: (bench) => bench.mcp(bearer(bench.tokens.access_token), { jsonrpc: '2.0', id: 1, method: 'tools/call',
			params: { name: 'push_sync', arguments: { all: true, planHash: 'a'.repeat(64) } } }),
		good,
	},
	{
		box: '1.2',
		name: '/api/v1: two Authorization headers',
		status: 400,
		error: 'VALIDATION_ERROR',
		headers: { 'access-control-allow-credentials': null },
		send: (bench) => bench.raw('/api/v1/me', { headers: ['Authorization', `Bearer ${bench.api}`, 'Authorization', 'Bearer x'] }),
		good,
	},
	{
		box: '1.2',
		name: '/api/v1: a header and the token in the address',
		status: 400,
		error: 'VALIDATION_ERROR',
		send: (bench) => bench.raw('/api/v1/me?access_token=x', { headers: bearer(bench.api) }),
		good,
	},
	{
		box: '1.2',
		name: '/mcp: a header and the token in the address',
		status: 400,
		send: (bench) => bench.mcp(bearer(bench.tokens.access_token), undefined, `/mcp?access_token=${bench.tokens.access_token}`),
		good,
	},
	{
		box: '1.20',
		name: '/mcp: an Origin of elsewhere',
		status: 403,
		headers: { 'access-control-allow-origin': null },
		send: (bench) => bench.mcp({ ...bearer(bench.tokens.access_token), Origin: 'https://evil.example' }),
		good,
	},
	{
		box: '1.20',
		name: '/mcp: a Host of elsewhere',
		status: 403,
		headers: { 'access-control-allow-origin': null },
		send: (bench) => bench.mcp({ ...bearer(bench.tokens.access_token), Host: 'evil.example' }),
		good,
	},
];
