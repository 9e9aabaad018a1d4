/* /token with a refresh token: a refusal neither rotates nor revokes the token (1.5, 1.7, 1.9). */
import { strict as assert } from 'node:assert';

function row(name, error, changes, { box = '1.9', status = 400 } = {}) {
	return {
		box,
		name,
		status,
		error,
		type: 'application/json',
		headers: { 'cache-control': /no-store/, 'access-control-allow-origin': /^\*$/ },
		prepare: async (bench) => ({ tokens: await bench.world.tokens() }),
		send: (bench, { tokens }) => bench.world.form('/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token,
			client_id: bench.client.client_id, ...(typeof changes === 'function' ? changes(bench, tokens.refresh_token) : changes) }),
		async good(bench, { tokens }) {
			const first = await bench.world.refresh(tokens.refresh_token);
			assert.equal(first.status, 200, first.text);
			const second = await bench.world.refresh(first.json.refresh_token);
			assert.equal(second.status, 200, second.text);
			bench.world.secrets.push(first.json.access_token, first.json.refresh_token, second.json.refresh_token);
			assert.equal(await bench.world.mcpStatus(second.json.access_token), 200);
		},
	};
}

/* "adcore_rt_<grant>_<n>_<mac>" with a part changed. */
const parts = (token) => token.match(/^(adcore_rt_grt_[0-9A-Z]{26})_(\d+)_(.*)$/).slice(1);
const rebuilt = (change) => (bench, token) => {
	const [grant, n, mac] = parts(token);
	return { refresh_token: change(grant, n, mac) };
};

export default [
	row('no refresh_token', 'invalid_request', { refresh_token: undefined }, { box: '1.5' }),
	row('an empty refresh_token', 'invalid_request', { refresh_token: '' }, { box: '1.5' }),
	row('refresh_token twice', 'invalid_request', (b, token) => ({ refresh_token: [token, token] }), { box: '1.5' }),
	row('an unknown refresh_token', 'invalid_grant', { refresh_token: 'nothing' }),
	row('a refresh_token of 4 KB', 'invalid_grant', { refresh_token: 'x'.repeat(4096) }),
	row('a later generation', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_${Number(n) + 1}_${mac}`)),
	row('generation 0', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_0_${mac}`)),
	row('a generation beyond all numbers', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_${'9'.repeat(30)}_${mac}`)),
	row('a negative generation', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_-1_${mac}`)),
	row('a generation written otherwise', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_0${n}_${mac}`)),
	row('a changed MAC', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_${n}_${mac[0] === 'A' ? 'B' : 'A'}${mac.slice(1)}`)),
	row('a MAC cut short', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_${n}_${mac.slice(0, -1)}`)),
	row('a letter behind the MAC', 'invalid_grant', rebuilt((grant, n, mac) => `${grant}_${n}_${mac}A`)),
	row('the MAC of another grant', 'invalid_grant', (b, token) => {
		const [, , mac] = parts(b.tokens.refresh_token);
		const [grant, n] = parts(token);
		return { refresh_token: `${grant}_${n}_${mac}` };
	}),
	row('an access token', 'invalid_grant', (b) => ({ refresh_token: b.tokens.access_token })),
	row('an API token', 'invalid_grant', (b) => ({ refresh_token: b.api })),
	row("another client's refresh token", 'invalid_grant', (b) => ({ client_id: b.other.client_id })),
	row("a confidential client's token without its secret", 'invalid_client',
		(b) => ({ client_id: b.post.client_id, refresh_token: b.owned.refresh_token }), { box: '1.6', status: 401 }),
	row('an unknown client', 'invalid_client', { client_id: 'cli_00000000000000000000000000' }, { box: '1.6', status: 401 }),
	row('a scope that was not granted', 'invalid_scope', { scope: 'campaigns:read sync:write' }),
	row('a scope that does not exist', 'invalid_scope', { scope: 'everything' }),
	row('a scope with a forbidden letter', 'invalid_scope', { scope: 'campaigns:read"' }),
	row('scope twice', 'invalid_request', { scope: ['campaigns:read', 'campaigns:read'] }, { box: '1.5' }),
	row('a resource of elsewhere', 'invalid_target', { resource: 'https://other.example/' }, { box: '1.7' }),
	row('another resource of ours', 'invalid_target', (b) => ({ resource: b.server.api }), { box: '1.7' }),
	row('a resource with a fragment', 'invalid_target', (b) => ({ resource: `${b.server.mcp}#x` }), { box: '1.7' }),
	row('two resources', 'invalid_target', (b) => ({ resource: [b.server.mcp, b.server.api] }), { box: '1.7' }),
];
