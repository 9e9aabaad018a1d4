/*
 * Requests that reach no handler are answered in the form of their endpoint: an OAuth error or a
 * page (1.5, 1.20, 1.21).
 */
import { strict as assert } from 'node:assert';
import { FORM } from '../world.mjs';

const OPEN = { 'access-control-allow-origin': /^\*$/, 'cache-control': /no-store/, 'x-ratelimit-limit': /^\d+$/, connection: /close/ };
const CLOSED = { ...OPEN, 'access-control-allow-origin': null };
const PAGE = { ...CLOSED, 'content-security-policy': /frame-ancestors 'none'/, 'x-frame-options': /^DENY$/ };

const JSON_ENDPOINTS = [['/token', OPEN], ['/revoke', OPEN], ['/par', OPEN], ['/device_authorization', OPEN], ['/register', OPEN],
	['/register/cli_00000000000000000000000000', OPEN], ['/introspect', CLOSED], ['/.well-known/oauth-authorization-server', OPEN]];
const PAGES = ['/authorize', '/authorize/consent', '/signin', '/signin/link', '/device'];

const FAULTS = [
	['two Content-Types', 400, ['Content-Type', FORM, 'Content-Type', FORM]],
	['two Hosts', 400, ['Host', 'a.example', 'Host', 'b.example', 'Content-Type', FORM]],
	['a Host that is none', 400, ['Host', 'a/b', 'Content-Type', FORM]],
	['a body of 17 MB', 413, ['Content-Type', FORM, 'Content-Length', String(17 << 20)]],
];

async function good(bench) {
	assert.equal((await bench.raw('/.well-known/oauth-authorization-server')).status, 200);
}

const row = (name, path, status, headers, sent, error, type) => ({ box: '1.21', name: `${path}: ${name}`, status, error, type, headers,
	send: (bench) => bench.raw(path, { method: 'POST', headers: sent, body: '' }), good });

export default [
	...FAULTS.flatMap(([name, status, sent]) => [
		...JSON_ENDPOINTS.map(([path, headers]) => row(name, path, status, headers, sent, 'invalid_request', 'application/json')),
		...PAGES.map((path) => row(name, path, status, PAGE, sent, undefined, 'text/html')),
	]),
];
