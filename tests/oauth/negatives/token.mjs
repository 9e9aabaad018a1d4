/* /token with a code: whatever the fault is, the code stays valid (1.4, 1.5, 1.6, 1.7). */
import { strict as assert } from 'node:assert';
import { REDIRECT, pkce } from '../world.mjs';
import { basic } from './bench.mjs';

const ERROR = {
	'cache-control': /no-store/,
	'access-control-allow-origin': /^\*$/,
	'access-control-allow-credentials': null,
};

/* A valid code of a client, and that client's authentication. */
function of(name) {
	return async (bench) => {
		const grant = await bench.world.code({ client: bench[name] });
		return { grant };
	};
}

/* The client's authentication: fields, headers. */
const proofs = {
	client: () => [],
	basic: (bench) => [{ client_id: undefined }, basic(bench.basic.client_id, bench.basic.client_secret)],
	post: (bench) => [{ client_secret: bench.post.client_secret }],
};

function row(box, name, status, error, send, { client = 'client', headers = {}, changes, works = true } = {}) {
	return {
		box,
		name,
		status,
		error,
		type: status === 405 ? undefined : 'application/json',
		headers: { ...ERROR, ...headers },
		changes,
		prepare: of(client),
		send,
		async good(bench, { grant }) {
			const answer = await bench.world.exchange(grant, ...proofs[client](bench));
			assert.equal(answer.status, works ? 200 : 400, answer.text);
			if (works)
				assert.equal(await bench.world.mcpStatus(answer.json.access_token), 200);
			else
				assert.equal(answer.json.error, 'invalid_grant');
		},
	};
}

/* The valid form with a change. */
const bent = (box, name, status, error, changes, more) => row(box, name, status, error,
	(bench, { grant }) => bench.world.exchange(grant, typeof changes === 'function' ? changes(bench, grant) : changes), more);

const body = (bench, grant) => new URLSearchParams(bench.world.codeFields(grant)).toString();

const typed = (name, type) => row('1.5', name, 400, 'invalid_request',
	(bench, { grant }) => bench.raw('/token', { method: 'POST', headers: { 'Content-Type': type }, body: body(bench, grant) }));

const method = (name, headers = {}) => row('1.5', `the method ${name}`, 405, name === 'HEAD' ? undefined : 'invalid_request',
	(bench) => bench.raw('/token', { method: name }), { headers: { allow: /^POST, OPTIONS$/, ...headers } });

const queried = (name, make) => row('1.5', `${name} in the address`, 400, 'invalid_request',
	(bench, { grant }) => bench.text(`/token?${new URLSearchParams({ [name]: make(bench, grant) })}`, body(bench, grant)));

const verifier = (name, make) => bent('1.4', name, 400, 'invalid_grant',
	(bench, grant) => ({ code_verifier: make(grant.verifier) }), { changes: ['tries'] });

const header = (name, value, status, error, client = 'basic', more = {}) => row('1.6', name, status, error,
	(bench, { grant }) => bench.world.exchange(grant, { client_id: undefined, ...more },
		{ Authorization: typeof value === 'function' ? value(bench) : value }),
	{ client, headers: status === 401 ? { 'www-authenticate': /^Basic realm=/ } : {} });

const encoded = (text) => `Basic ${Buffer.from(text).toString('base64')}`;

export default [
	method('GET'),
	method('HEAD'),
	method('PUT'),
	method('DELETE'),
	typed('a body of JSON by type', 'application/json'),
	typed('a body of text', 'text/plain'),
	typed('a body without a type', undefined),
	typed('a body in parts', 'multipart/form-data; boundary=x'),
	typed('a type that begins alike', 'application/x-www-form-urlencodedx'),
	typed('a type that holds the right one', 'text/plain; a=application/x-www-form-urlencoded'),
	row('1.5', 'a body of JSON', 400, 'invalid_request', (b, { grant }) => b.json('/token', b.world.codeFields(grant))),
	row('1.5', 'a form that does not decode', 400, 'invalid_request', (b) => b.text('/token', 'grant_type=%zz')),
	row('1.5', 'a form with NUL', 400, 'invalid_request', (b) => b.text('/token', 'grant_type=a%00b')),
	row('1.5', 'a form that is not UTF-8', 400, 'invalid_request', (b) => b.text('/token', 'grant_type=%ff')),
	row('1.5', 'a body above 32 KB', 413, 'invalid_request', (b) => b.text('/token', `code=${'x'.repeat(40000)}`)),
	row('1.5', 'an empty body', 400, 'invalid_request', (b) => b.text('/token', '')),

	bent('1.5', 'no grant_type', 400, 'invalid_request', { grant_type: undefined }),
	bent('1.5', 'an empty grant_type', 400, 'invalid_request', { grant_type: '' }),
	bent('1.5', 'an unknown grant_type', 400, 'unsupported_grant_type', { grant_type: 'magic' }),
	bent('1.5', 'the password grant', 400, 'unsupported_grant_type', (b) => ({ grant_type: 'password', username: b.world.account.email, password: 'x' })),
	bent('1.5', 'the implicit grant', 400, 'unsupported_grant_type', { grant_type: 'implicit' }),
	bent('1.5', 'a grant_type in capitals', 400, 'unsupported_grant_type', { grant_type: 'AUTHORIZATION_CODE' }),
	bent('1.5', 'grant_type twice', 400, 'invalid_request', { grant_type: ['authorization_code', 'authorization_code'] }),
	bent('1.5', 'the device grant by a client without it', 400, 'unauthorized_client',
		{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' }),
	bent('1.5', 'a code by a client without that grant', 400, 'unauthorized_client', (b) => ({ client_id: b.device.client_id })),

	bent('1.5', 'no code', 400, 'invalid_request', { code: undefined }),
	bent('1.5', 'an empty code', 400, 'invalid_request', { code: '' }),
	bent('1.5', 'an unknown code', 400, 'invalid_grant', { code: `adcore_ac_${'x'.repeat(43)}` }),
	bent('1.5', 'a code of 4 KB', 400, 'invalid_grant', { code: 'x'.repeat(4096) }),
	bent('1.5', 'a code cut short', 400, 'invalid_grant', (b, g) => ({ code: g.code.slice(0, -1) })),
	bent('1.5', 'a code with a letter more', 400, 'invalid_grant', (b, g) => ({ code: `${g.code}A` })),
	bent('1.5', 'a code in other case', 400, 'invalid_grant', (b, g) => ({ code: g.code.toUpperCase() })),
	bent('1.5', 'the code twice', 400, 'invalid_request', (b, g) => ({ code: [g.code, g.code] })),
	bent('1.5', 'a refresh token for a code', 400, 'invalid_grant', (b) => ({ code: b.tokens.refresh_token })),

	bent('1.4', 'no code_verifier', 400, 'invalid_request', { code_verifier: undefined }),
	bent('1.4', 'no code_verifier of a client with a secret', 400, 'invalid_request',
		(b) => ({ code_verifier: undefined, client_secret: b.post.client_secret }), { client: 'post' }),
	bent('1.4', 'an empty code_verifier', 400, 'invalid_request', { code_verifier: '' }),
	bent('1.4', 'code_verifier twice', 400, 'invalid_request', (b, g) => ({ code_verifier: [g.verifier, g.verifier] })),
	verifier('another code_verifier', () => pkce().verifier),
	verifier('a code_verifier of 42 letters', (v) => v.slice(0, 42)),
	verifier('a code_verifier of 129 letters', (v) => v.padEnd(129, 'x')),
	verifier('a code_verifier with a letter that is not allowed', (v) => `${v.slice(0, -1)}!`),
	verifier('a code_verifier with a line end', (v) => `${v}\n`),
	verifier('the challenge for the verifier', () => 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),

	bent('1.5', 'another redirect_uri', 400, 'invalid_grant', { redirect_uri: 'http://127.0.0.1:52001/other' }),
	bent('1.5', 'another port of the redirect_uri', 400, 'invalid_grant', { redirect_uri: 'http://127.0.0.1:52002/callback' }),
	bent('1.5', 'redirect_uri twice', 400, 'invalid_request', { redirect_uri: [REDIRECT, REDIRECT] }),
	bent('1.7', 'a resource of elsewhere', 400, 'invalid_target', { resource: 'https://other.example/mcp' }),
	bent('1.7', 'a resource with a fragment', 400, 'invalid_target', (b) => ({ resource: `${b.server.mcp}#x` })),
	bent('1.7', 'a resource with a user', 400, 'invalid_target', (b) => ({ resource: b.server.mcp.replace('://', '://me@') })),
	bent('1.7', 'another resource of ours', 400, 'invalid_target', (b) => ({ resource: b.server.api })),
	bent('1.7', 'two resources', 400, 'invalid_target', (b) => ({ resource: [b.server.mcp, b.server.api] })),

	queried('client_secret', () => 'x'),
	queried('code', (b, g) => g.code),
	queried('code_verifier', (b, g) => g.verifier),
	queried('refresh_token', () => 'x'),
	queried('device_code', () => 'x'),
	queried('client_assertion', () => 'x'),
	queried('access_token', () => 'x'),
	queried('password', () => 'x'),

	bent('1.6', 'no client_id', 400, 'invalid_request', { client_id: undefined }),
	bent('1.6', 'an unknown client', 401, 'invalid_client', { client_id: 'cli_00000000000000000000000000' }, { headers: { 'www-authenticate': null } }),
	bent('1.6', 'client_id twice', 400, 'invalid_request', (b) => ({ client_id: [b.client.client_id, b.client.client_id] })),
	bent('1.6', 'the account for a client', 401, 'invalid_client', (b) => ({ client_id: b.world.account.uid })),
	bent('1.5', "another client's code", 400, 'invalid_grant', (b) => ({ client_id: b.other.client_id })),
	bent('1.6', 'a secret of a client that has none', 401, 'invalid_client', { client_secret: 'x' }),
	bent('1.6', 'no secret of a client that has one', 401, 'invalid_client', {}, { client: 'post' }),
	bent('1.6', 'a wrong secret', 401, 'invalid_client', { client_secret: 'wrong' }, { client: 'post' }),
	bent('1.6', 'an empty secret', 401, 'invalid_client', { client_secret: '' }, { client: 'post' }),
	bent('1.6', "another client's secret", 401, 'invalid_client', (b) => ({ client_secret: b.basic.client_secret }), { client: 'post' }),
	bent('1.6', 'client_secret twice', 400, 'invalid_request',
		(b) => ({ client_secret: [b.post.client_secret, b.post.client_secret] }), { client: 'post' }),
	header('a wrong secret by Basic', (b) => basic(b.basic.client_id, 'wrong').Authorization, 401, 'invalid_client'),
	header('an unknown client by Basic', basic('cli_00000000000000000000000000', 'x').Authorization, 401, 'invalid_client'),
	header('Basic that is not base64', 'Basic !!!', 401, 'invalid_client'),
	header('Basic without a colon', encoded('abc'), 401, 'invalid_client'),
	header('Basic without a client', encoded(':secret'), 401, 'invalid_client'),
	header('Basic with nothing', 'Basic ', 401, 'invalid_client'),
	header('Basic with escapes that do not decode', encoded('%zz:secret'), 401, 'invalid_client'),
	header('Basic with NUL', encoded('a%00b:secret'), 401, 'invalid_client'),
	header('another scheme', 'Bearer x', 401, 'invalid_client'),
	header('Basic of a client that registered to post', (b) => basic(b.post.client_id, b.post.client_secret).Authorization,
		401, 'invalid_client', 'post'),
	bent('1.6', 'a posted secret of a client that registered for Basic', 401, 'invalid_client',
		(b) => ({ client_secret: b.basic.client_secret }), { client: 'basic', headers: { 'www-authenticate': null } }),
	row('1.6', 'two ways at once', 400, 'invalid_request', (b, { grant }) => b.world.exchange(grant,
		{ client_secret: b.basic.client_secret }, basic(b.basic.client_id, b.basic.client_secret)), { client: 'basic' }),
	row('1.6', 'a client_id that is not that of the header', 401, 'invalid_client', (b, { grant }) => b.world.exchange(grant,
		{ client_id: b.client.client_id }, basic(b.basic.client_id, b.basic.client_secret)), { client: 'basic' }),

	{
		...bent('1.5', 'a code that was used', 400, 'invalid_grant', {}, { changes: ['grants', 'history'], works: false }),
		async prepare(bench) {
			const grant = await bench.world.code();
			const tokens = (await bench.world.exchange(grant)).json;
			bench.world.secrets.push(tokens.access_token, tokens.refresh_token);
			return { grant, tokens };
		},
		check: undefined,
		async good(bench, { tokens }) {
			assert.equal(await bench.world.mcpStatus(tokens.access_token), 401, 'what it gave is dead');
		},
	},
	...[['with a wrong verifier', () => ({ code_verifier: pkce().verifier }), ['tries']],
		['by another client', (b) => ({ client_id: b.other.client_id }), []],
		['with another redirect_uri', () => ({ redirect_uri: 'https://evil.example/' }), []],
		['with another resource', (b) => ({ resource: b.server.api }), [], 'invalid_target']]
		.map(([name, changes, touched, error = 'invalid_grant']) => ({
			...bent('1.5', `a code that was used, ${name}`, 400, error, changes, { changes: touched }),
			async prepare(bench) {
				const grant = await bench.world.code();
				const tokens = (await bench.world.exchange(grant)).json;
				bench.world.secrets.push(tokens.access_token, tokens.refresh_token);
				return { grant, tokens };
			},
			async good(bench, { tokens }) {
				assert.equal(await bench.world.mcpStatus(tokens.access_token), 200, 'what it gave lives');
			},
		})),
];
