/* The public documents: methods, names that are none, and that no header of a request gets into them (1.1, 1.10, 1.20). */
import { strict as assert } from 'node:assert';
import { request } from '../../clients/lib/net.mjs';

const AS = '/.well-known/oauth-authorization-server';
const OPEN = { 'access-control-allow-origin': /^\*$/, 'access-control-allow-credentials': null };

function row(box, name, path, status, error, options = {}, headers = {}) {
	return {
		box,
		name,
		status,
		error,
		headers: { ...OPEN, ...headers },
		send: (bench) => request(bench.url + path, options),
		async good(bench) {
			const answer = await bench.raw(path.startsWith('/.well-known/nothing') || status === 404 ? AS : path);
			assert.equal(answer.status, 200);
			assert.ok(answer.json);
		},
	};
}

const PATHS = [AS, '/.well-known/openid-configuration', '/.well-known/oauth-protected-resource',
	'/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/api/v1', '/.well-known/jwks.json'];

export default [
	...PATHS.flatMap((path) => [
		row('1.1', `POST ${path}`, path, 405, 'invalid_request', { method: 'POST' }, { allow: /^GET, HEAD, OPTIONS$/ }),
	]),
	row('1.1', 'DELETE of the metadata', AS, 405, 'invalid_request', { method: 'DELETE' }, { allow: /^GET, HEAD, OPTIONS$/ }),
	row('1.10', 'PUT of the keys', '/.well-known/jwks.json', 405, 'invalid_request', { method: 'PUT' }, { allow: /^GET, HEAD, OPTIONS$/ }),
	row('1.1', 'an unknown document', '/.well-known/nothing-here', 404, 'not_found'),
	row('1.1', 'the metadata of another issuer', `${AS}/other`, 404, 'not_found'),
	row('1.1', 'the metadata with a slash behind', `${AS}/`, 404, 'not_found'),
	row('1.2', 'another resource', '/.well-known/oauth-protected-resource/other', 404, 'not_found'),
	row('1.1', 'a private key by name', '/.well-known/jwks.json/private', 404, 'not_found'),
	row('1.1', 'a path out of the folder', '/.well-known/..%2f..%2fetc%2fpasswd', 404, 'not_found'),
	row('1.18', 'the header Host of elsewhere', AS, 400, 'invalid_request', { headers: { Host: 'evil.example' } }),
	...[['X-Forwarded-Host', 'evil.example'], ['X-Forwarded-Proto', 'https'], ['Forwarded', 'host=evil.example;proto=https']]
		.map(([header, value]) => ({
			...row('1.18', `the header ${header} of elsewhere changes nothing`, AS, 200, undefined, { headers: { [header]: value } }),
			check(answer, bench) {
				assert.equal(answer.json.issuer, bench.url);
				assert.ok(!answer.text.includes('evil.example'));
			},
		})),
];
