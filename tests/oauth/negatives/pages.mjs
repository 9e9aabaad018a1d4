/* The sign-in and consent forms: allowed senders and fields (1.3, 1.18, 1.19). */
import { strict as assert } from 'node:assert';
import { UserAgent } from '../../clients/lib/user_agent.mjs';
import { FORM } from '../world.mjs';

const PAGE = { location: null, 'cache-control': /no-store/, 'content-security-policy': /frame-ancestors 'none'/, 'x-frame-options': /^DENY$/,
	'access-control-allow-origin': null };
const CROSS = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
const replaced = (fields, name, value) => [...fields.filter(([key]) => key !== name), ...(value === undefined ? [] : [[name, value]])];

const who = (bench, changes = {}) => Object.entries({ email: bench.world.account.email, password: bench.world.account.password, ...changes });

/* The sign-in form with a fault, and then the valid one from the same page. */
const signin = (name, status, fields, { headers, type = 'text/html' } = {}) => ({
	box: '1.18',
	name: `/signin: ${name}`,
	status,
	type,
	headers: type === 'text/html' ? PAGE : { location: null },
	prepare: (bench) => bench.signin(),
	send: (bench, { agent, hidden }) => agent.post('/signin', fields(bench, hidden), headers),
	check(answer) {
		const cookies = [answer.headers['set-cookie'] ?? []].flat();
		assert.ok(!cookies.some((one) => /session/.test(one)), 'nobody is signed in');
	},
	async good(bench, { agent, hidden }) {
		const answer = await agent.post('/signin', [...hidden, ...who(bench)]);
		assert.equal(answer.status, 303, answer.text);
		assert.match(answer.headers.location, /\/authorize\/consent\?request=/);
	},
});

/* The consent form with a fault, and then the valid one, which returns the code. */
const consent = (name, status, fields, { headers, sender, type = 'text/html', redirect } = {}) => ({
	box: '1.19',
	name: `/authorize/consent: ${name}`,
	status,
	type,
	changes: [],
	headers: redirect ? { location: redirect } : type === 'text/html' ? PAGE : { location: null },
	prepare: (bench) => bench.consent(),
	async send(bench, state) {
		const agent = await sender?.(bench) ?? state.agent;
		return agent.post('/authorize/consent', fields(state.fields, bench), headers);
	},
	async good(bench, { agent, fields: right }) {
		const answer = await agent.post('/authorize/consent', [...right, ['decision', 'allow']]);
		assert.equal(answer.status, 303, answer.text);
		const code = new URL(answer.headers.location).searchParams.get('code');
		assert.ok(code);
		bench.world.secrets.push(code);
	},
});

const allow = ['decision', 'allow'];

export default [
	signin('no csrf', 403, (b, hidden) => [...replaced(hidden, 'csrf'), ...who(b)]),
	signin('a wrong csrf', 403, (b, hidden) => [...replaced(hidden, 'csrf', 'x'), ...who(b)]),
	signin('a form from elsewhere', 403, (b, hidden) => [...hidden, ...who(b)], { headers: CROSS }),
	signin('a form from a host beside', 403, (b, hidden) => [...hidden, ...who(b)], { headers: { 'Sec-Fetch-Site': 'same-site' } }),
	signin('another Origin and no Fetch Metadata', 403, (b, hidden) => [...hidden, ...who(b)],
		{ headers: { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' } }),
	signin('the Origin null and no Fetch Metadata', 403, (b, hidden) => [...hidden, ...who(b)],
		{ headers: { 'Sec-Fetch-Site': undefined, Origin: 'null' } }),
	signin('a wrong password', 403, (b, hidden) => [...hidden, ...who(b, { password: 'wrong' })]),
	signin('an unknown account', 403, (b, hidden) => [...hidden, ...who(b, { email: 'nobody@example.com' })]),
	signin('no password', 400, (b, hidden) => [...hidden, ...who(b, { password: '' })]),
	signin('no address', 400, (b, hidden) => [...hidden, ...who(b, { email: '' })]),
	signin('an address that is none', 400, (b, hidden) => [...hidden, ...who(b, { email: 'nobody' })]),
	signin('an unknown request', 400, (b, hidden) => [...replaced(hidden, 'request', 'x'.repeat(43)), ...who(b)]),
	signin('a type that is no form', 400, (b, hidden) => [...hidden, ...who(b)], { headers: { 'Content-Type': 'text/plain' } }),
	{
		...signin('the request of another browser', 400, () => []),
		send: (bench, { at }) => new UserAgent(bench.url).get(at.url),
	},
	{
		...signin('the method DELETE', 405, () => []),
		headers: { allow: /GET.*POST/ },
		send: (bench) => bench.raw('/signin', { method: 'DELETE' }),
	},
	{
		...signin('the password in the address', 400, () => []),
		send: (bench, { agent, hidden }) => agent.post('/signin?password=x', [...hidden, ...who(bench)]),
	},

	consent('no csrf', 400, (fields) => [...replaced(fields, 'csrf'), allow]),
	consent('a wrong csrf', 400, (fields) => [...replaced(fields, 'csrf', 'x'), allow]),
	consent('a form from elsewhere', 400, (fields) => [...fields, allow], { headers: CROSS }),
	consent('a form from a host beside', 400, (fields) => [...fields, allow], { headers: { 'Sec-Fetch-Site': 'same-site' } }),
	consent('another Origin and no Fetch Metadata', 400, (fields) => [...fields, allow],
		{ headers: { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' } }),
	consent('no decision', 400, (fields) => fields),
	consent('an unknown decision', 400, (fields) => [...fields, ['decision', 'perhaps']]),
	consent('a Space of somebody else', 400, (fields, b) => [...replaced(fields, 'space', b.strangerSpace), allow]),
	consent('a Space that does not exist', 400, (fields) => [...replaced(fields, 'space', 'spc_00000000000000000000000000'), allow]),
	consent('no Space', 400, (fields) => [...replaced(fields, 'space'), allow]),
	consent('an unknown environment', 400, (fields) => [...replaced(fields, 'environment', 'prod'), allow]),
	consent('no scope', 400, (fields) => [...replaced(fields, 'scope'), allow]),
	consent('only a scope that was not asked for', 400, (fields) => [...replaced(fields, 'scope', 'sync:write'), allow]),
	consent('an unknown request', 400, (fields) => [...replaced(fields, 'request', 'x'.repeat(43)), allow]),
	consent('no request', 400, (fields) => [...replaced(fields, 'request'), allow]),
	consent('a type that is no form', 400, (fields) => [...fields, allow], { headers: { 'Content-Type': 'text/plain' } }),
	consent('another browser', 400, (fields) => [...fields, allow], { sender: (bench) => new UserAgent(bench.url) }),
	{
		...consent('a browser that is not signed in', 303, () => [], { redirect: /\/signin\?request=/, type: 'text/plain' }),
		async send(bench, { agent, fields }) {
			const cookie = [...agent.cookies].filter(([name]) => !/session/.test(name)).map(([name, value]) => `${name}=${value}`).join('; ');
			return bench.raw('/authorize/consent', { method: 'POST', headers: { 'Content-Type': FORM, Cookie: cookie,
				'Sec-Fetch-Site': 'same-origin' }, body: new URLSearchParams([...fields, allow]).toString() });
		},
	},
];
