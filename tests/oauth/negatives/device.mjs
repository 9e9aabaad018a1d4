/* The device grant: its two endpoints and its page (1.15). */
import { strict as assert } from 'node:assert';
import { UserAgent, formsOf } from '../../clients/lib/user_agent.mjs';
import { DEVICE_GRANT } from './bench.mjs';

const HEADERS = { 'cache-control': /no-store/, 'access-control-allow-origin': /^\*$/ };

async function good(bench) {
	await bench.deviceCode();
}

const raw = (name, status, error, send, headers = {}) => ({ box: '1.15', name: `/device_authorization: ${name}`, status, error,
	type: status === 405 ? undefined : 'application/json', headers: { ...HEADERS, ...headers }, send, good });
const begin = (name, status, error, changes) => raw(name, status, error, (bench) => bench.world.form('/device_authorization',
	{ client_id: bench.device.client_id, ...(typeof changes === 'function' ? changes(bench) : changes) }));

/* A poll of a waiting device, which still waits afterwards. */
const poll = (name, status, error, changes) => ({
	box: '1.15',
	name: `/token: ${name}`,
	status,
	error,
	type: 'application/json',
	headers: HEADERS,
	prepare: async (bench) => ({ device: await bench.deviceCode() }),
	send: (bench, { device }) => bench.world.form('/token', { grant_type: DEVICE_GRANT, device_code: device.device_code,
		client_id: bench.device.client_id, ...(typeof changes === 'function' ? changes(bench, device) : changes) }),
	async good(bench, { device }) {
		const answer = await bench.world.form('/token', { grant_type: DEVICE_GRANT, device_code: device.device_code,
			client_id: bench.device.client_id });
		assert.ok(['authorization_pending', 'slow_down'].includes(answer.json.error), answer.text);
	},
});

/* The page where the code is typed. */
const typed = (name, status, make, headers = {}) => ({
	box: '1.15',
	name: `/device: ${name}`,
	status,
	type: 'text/html',
	headers: { location: null, 'x-frame-options': /^DENY$/, 'content-security-policy': /frame-ancestors 'none'/, 'access-control-allow-origin': null },
	async prepare(bench) {
		const device = await bench.deviceCode();
		const agent = new UserAgent(bench.url);
		const [form] = formsOf((await agent.get('/device')).text);
		return { device, agent, fields: form.fields.filter((one) => one.type === 'hidden').map((one) => [one.name, one.value]) };
	},
	send: (bench, { agent, fields, device }) => agent.post('/device', make(fields, device), headers),
	check: (answer, bench, { device }) => assert.doesNotMatch(answer.text, new RegExp(`Device</|${device.device_code}`)),
	async good(bench, { agent, fields, device }) {
		const answer = await agent.post('/device', [...fields, ['user_code', device.user_code]]);
		assert.equal(answer.status, 303, answer.text);
	},
});

export default [
	raw('the method GET', 405, 'invalid_request', (b) => b.raw('/device_authorization'), { allow: /^POST, OPTIONS$/ }),
	raw('a body of JSON', 400, 'invalid_request', (b) => b.json('/device_authorization', { client_id: b.device.client_id })),
	raw('a secret in the address', 400, 'invalid_request', (b) => b.text('/device_authorization?client_secret=x', `client_id=${b.device.client_id}`)),
	begin('no client', 400, 'invalid_request', { client_id: undefined }),
	begin('an unknown client', 401, 'invalid_client', { client_id: 'cli_00000000000000000000000000' }),
	begin('a client that did not register the grant', 400, 'unauthorized_client', (b) => ({ client_id: b.client.client_id })),
	begin('no secret of a client that has one', 401, 'invalid_client', (b) => ({ client_id: b.post.client_id })),
	begin('client_id twice', 400, 'invalid_request', (b) => ({ client_id: [b.device.client_id, b.device.client_id] })),
	begin('scopes of which none exists', 400, 'invalid_scope', { scope: 'everything' }),
	begin('a scope with a quote', 400, 'invalid_scope', { scope: 'campaigns:read "' }),
	begin('a resource of elsewhere', 400, 'invalid_target', { resource: 'https://other.example/' }),
	begin('two resources', 400, 'invalid_target', (b) => ({ resource: [b.server.mcp, b.server.api] })),

	poll('a device that waits', 400, 'authorization_pending', {}),
	poll('no device_code', 400, 'invalid_request', { device_code: undefined }),
	poll('an unknown device_code', 400, 'invalid_grant', { device_code: `adcore_dc_${'x'.repeat(43)}` }),
	poll('the user_code for the device_code', 400, 'invalid_grant', (b, device) => ({ device_code: device.user_code })),
	poll('device_code twice', 400, 'invalid_request', (b, device) => ({ device_code: [device.device_code, device.device_code] })),
	poll("another client's device_code", 400, 'invalid_grant', (b) => ({ client_id: b.deviceWithRedirect.client_id })),
	poll('a device_code of a client without the grant', 400, 'unauthorized_client', (b) => ({ client_id: b.client.client_id })),
	poll('another resource', 400, 'invalid_target', (b) => ({ resource: b.server.api })),

	typed('no csrf', 403, (fields, device) => [['user_code', device.user_code]]),
	typed('a wrong csrf', 403, (fields, device) => [['csrf', 'x'], ['user_code', device.user_code]]),
	typed('a form from elsewhere', 403, (fields, device) => [...fields, ['user_code', device.user_code]],
		{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }),
	typed('a code that does not exist', 400, (fields) => [...fields, ['user_code', 'BBBB-BBBB']]),
	typed('no code', 400, (fields) => [...fields, ['user_code', '']]),
];
