/* The application's pages as plain requests: access, the effect of each form, and refusals. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { startWorld } from './world.mjs';

let world;
let person;

before(async () => {
	world = await startWorld();
	person = await signedIn(world.account);
});

after(() => world?.stop());

async function signedIn(account, server = world.url) {
	const agent = new UserAgent(server);
	const at = await agent.signIn(await agent.open('/signin'), account);
	assert.equal(at.url.pathname, '/app', at.answer.text.slice(0, 300));
	return agent;
}

/* The token of a page's forms. */
function csrfOf(answer) {
	const field = formsOf(answer.text).flatMap((form) => form.fields).find((one) => one.name === 'csrf');
	assert.ok(field, `a form with a token: ${answer.text.slice(0, 300)}`);
	return field.value;
}

/* Fills and sends a form of a page; pairs or an object. */
async function send(agent, path, fields, headers) {
	const csrf = csrfOf(await agent.get(path));
	const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
	return agent.post(path, [['csrf', csrf], ...pairs], headers);
}

const TOKENS = '/app/tools/api';
const INVITATIONS = '/app/invitations';
const idOf = (path) => path.split('/').pop();
/* The invited person accepts or declines the invitation to the Space of the path. */
const reply = (agent, path, act = 'accept') => send(agent, INVITATIONS, { do: act, space: idOf(path) });
const mint = (agent, changes = []) => send(agent, TOKENS, [['do', 'mint'], ['name', 'nightly'], ['environment', 'test'],
	['days', '30'], ['scope', 'campaigns:read'], ...changes]);
const secretIn = (answer) => answer.text.match(/adcore_(?:test|live)_[a-z0-9]{16}_[A-Za-z0-9_-]{43}/)?.[0];
const tokenList = (account) => world.server.cli(['token', 'list', '--email', account.email]);
const api = (path, token, options = {}) => request(`${world.server.api}${path}`, {
	...options,
	headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...options.headers },
});

/* --- access --- */

test('the bare address leads to the application', async () => {
	const agent = new UserAgent(world.url);
	const stranger = await agent.open('/');
	assert.equal(stranger.url.pathname, '/signin');
	assert.equal(stranger.url.searchParams.get('back'), '/app');
	const answer = await person.get('/');
	assert.equal(answer.status, 303);
	assert.equal(answer.headers.location, `${world.url}/app`);
	assert.equal((await request(`${world.url}/nothing`)).status, 404);
	assert.equal((await request(`${world.url}/`, { method: 'POST' })).status, 405);
});

const PAGES = ['/app', '/app/runs', '/app/connected-apps', TOKENS, '/app/spaces'];

for (const path of PAGES)
	test(`${path}: nobody signed in goes to /signin and comes back`, async () => {
		const agent = new UserAgent(world.url);
		const at = await agent.open(path);
		assert.equal(at.url.pathname, '/signin');
		assert.equal(at.url.searchParams.get('back'), path);
		const there = await agent.signIn(at, world.account);
		assert.equal(there.answer.status, 200);
		assert.equal(there.url.pathname, path);
	});

for (const [old, now] of [['/app/sync', '/app/runs'], ['/app/sync?space=a&done=b', '/app/runs?space=a&done=b'], ['/app/sync/syn_1', '/app/runs/syn_1'],
	['/app/plan/spc_1?environment=test', '/app/review?space=spc_1&environment=test'], ['/app/drift/spc_1', '/app/drift?space=spc_1']])
	test(`${old} has moved to ${now}`, async () => {
		const answer = await new UserAgent(world.url).get(old);
		assert.deepEqual([answer.status, answer.headers.location], [303, world.url + now]);
	});

test('an old address with what is no id is missing', async () => {
	for (const id of ['a%0d%0ab', 'a%2fb', '%22', 'a'.repeat(99)])
		assert.equal((await new UserAgent(world.url).get(`/app/plan/${id}`)).status, 404, id);
});

for (const back of ['https://evil.example/', '//evil.example', '/app//evil.example', '/app/../authorize', '/apple', '/app?x=//evil', '/app?x=1?y', '/app?x=%0d', '/app\\evil',
	'/signin', '/app/%2e%2e', `/app/${'a'.repeat(200)}`, 'javascript:alert(1)'])
	test(`signing in leads back to ${back.slice(0, 40)} never`, async () => {
		const agent = new UserAgent(world.url);
		const at = await agent.open(`/signin?back=${encodeURIComponent(back)}`);
		assert.ok(!at.answer.text.includes('name="back"'));
		const answer = await agent.post('/signin', { csrf: csrfOf(at.answer), email: world.account.email, password: world.account.password, back });
		assert.equal(answer.status, 303);
		assert.equal(answer.headers.location, `${world.url}/app`);
	});

test('a bearer token opens no page, and a cookie no API', async () => {
	const token = world.server.mintToken(world.account);
	const { access_token: access } = await world.tokens();
	for (const bearer of [token, access])
		for (const path of PAGES) {
			const answer = await request(world.url + path, { headers: { Authorization: `Bearer ${bearer}` } });
			assert.equal(answer.status, 303, path);
			assert.match(answer.headers.location, /\/signin\?back=/);
		}
	assert.equal((await person.get('/api/v1/me')).status, 401);
});

test('every page has the headers of a page', async () => {
	for (const path of [...PAGES, '/app/nothing-here']) {
		const answer = await person.get(path);
		assert.equal(answer.status, path.includes('nothing') ? 404 : 200, path);
		/*
		 * The workbench has one script of its own, and nothing inline. The other pages
		 * have none.
		 */
		const scripted = answer.text.includes('id="workbench"');
		assert.equal(answer.headers['content-security-policy'], scripted
			? "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'"
			: "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'");
		assert.equal(answer.headers['x-frame-options'], 'DENY');
		assert.equal(answer.headers['x-content-type-options'], 'nosniff');
		assert.equal(answer.headers['referrer-policy'], 'same-origin');
		assert.equal(answer.headers['cache-control'], 'no-store');
		assert.ok(answer.headers['x-request-id']);
		assert.doesNotMatch(answer.text.replace(/<script type="module" src="\/app\/files\/main\.\w+\.js"><\/script>/, ''), /<script|<style|style=|onclick=/i);
	}
});

test('the stylesheet may be kept for ever, and is there under its own name alone', async () => {
	const page = await person.get('/app');
	const [, path] = page.text.match(/rel="stylesheet" href="([^"]+)"/);
	const style = await request(world.url + path);
	assert.equal(style.status, 200);
	assert.equal(style.type, 'text/css');
	assert.match(style.headers['cache-control'], /immutable/);
	assert.match(style.text, /prefers-color-scheme: dark/);
	const other = await request(`${world.url}/static/0000000000000000.css`);
	assert.equal(other.status, 404);
	assert.equal(other.headers['cache-control'], 'no-store');
	assert.equal((await request(world.url + path, { method: 'POST', body: '' })).status, 405);
});

test('methods that a page has not are refused', async () => {
	for (const [path, method, allow] of [['/app', 'POST', 'GET, HEAD'], ['/app/sign-out', 'GET', 'POST'], [TOKENS, 'DELETE', 'GET, HEAD, POST']]) {
		const answer = await request(world.url + path, { method, headers: { Cookie: 'adcore_session=none', 'Content-Type': 'application/x-www-form-urlencoded' } });
		assert.equal(answer.status, 405, path);
		assert.equal(answer.headers.allow, allow);
	}
});

/* --- forms of other sites --- */

const FOREIGN = [
	['without a token', async (fields) => [{ ...fields, csrf: undefined }, {}]],
	['with a token made up', async (fields) => [{ ...fields, csrf: 'A'.repeat(43) }, {}]],
	['with the token of another session', async (fields) => {
		const other = await signedIn(world.server.addAccount());
		return [{ ...fields, csrf: csrfOf(await other.get(TOKENS)) }, {}];
	}],
	['with the token of the sign-in form', async (fields) => [{ ...fields, csrf: csrfOf(await person.get('/signin?switch=1')) }, {}]],
	['from another site', async (fields) => [fields, { 'Sec-Fetch-Site': 'cross-site' }]],
	['from a sister site', async (fields) => [fields, { 'Sec-Fetch-Site': 'same-site' }]],
	['typed into the address bar', async (fields) => [fields, { 'Sec-Fetch-Site': 'none' }]],
	['from another origin, by a browser without Fetch Metadata', async (fields) => [fields, { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }]],
	['from a sandboxed frame', async (fields) => [fields, { 'Sec-Fetch-Site': undefined, Origin: 'null' }]],
];

for (const [name, bend] of FOREIGN)
	test(`a form ${name} changes nothing`, async () => {
		const account = world.server.addAccount();
		const agent = name.includes('sign-in form') ? person : await signedIn(account);
		const who = agent === person ? world.account : account;
		const before = tokenList(who).length;
		const csrf = csrfOf(await agent.get(TOKENS));
		const [fields, headers] = await bend({ csrf, do: 'mint', name: 'stolen', environment: 'test', days: '30', scope: 'campaigns:read' });
		const clean = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
		for (const path of [TOKENS, '/app/connected-apps', '/app/spaces', '/app/sign-out']) {
			const answer = await agent.post(path, clean, headers);
			assert.equal(answer.status, 403, path);
			assert.equal(answer.type, 'text/html');
		}
		assert.equal(tokenList(who).length, before);
		assert.equal((await agent.get('/app')).status, 200, 'still signed in');
	});

test('a form that is no form, or too large, is refused', async () => {
	const plain = await person.post(TOKENS, {}, { 'Content-Type': 'text/plain' });
	assert.equal(plain.status, 400);
	const large = await person.post(TOKENS, { name: 'x'.repeat(70000) });
	assert.equal(large.status, 413);
});

test('what is refused before anybody looks at it is a page too', async () => {
	for (const [status, headers] of [[400, ['Host', 'a.example', 'Host', 'b.example']], [413, ['Content-Length', String(17 << 20)]]]) {
		const answer = await request(`${world.url}/app/account`, { method: 'POST', headers, body: '' });
		assert.equal(answer.status, status, answer.text);
		assert.equal(answer.type, 'text/html');
		assert.match(answer.headers['content-security-policy'], /frame-ancestors 'none'/);
		assert.ok(answer.headers['x-request-id'] && answer.headers['x-ratelimit-limit']);
	}
});

test('signing out ends the session for good', async () => {
	const agent = await signedIn(world.account);
	const old = new Map(agent.cookies);
	const csrf = csrfOf(await agent.get('/app'));
	const answer = await agent.post('/app/sign-out', { csrf });
	assert.equal(answer.status, 303);
	assert.equal(answer.headers.location, `${world.url}/signin`);
	assert.equal(answer.headers['clear-site-data'], '"cache", "storage"');
	assert.ok(!agent.cookies.has('adcore_session'), 'the cookie is taken away');
	agent.cookies = old;
	assert.equal((await agent.get('/app')).status, 303, 'the old cookie opens nothing');
	assert.equal((await agent.post('/app/sign-out', { csrf })).status, 303);
});

/* --- tokens --- */

test('a token is minted, shown once, used, given a new secret, revoked', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const answer = await mint(agent);
	assert.equal(answer.status, 200, answer.text);
	const secret = secretIn(answer);
	assert.ok(secret);
	assert.equal((await api('/me', secret)).status, 200);
	const list = await agent.get(TOKENS);
	assert.ok(!list.text.includes(secret), 'shown once');
	const [token] = tokenList(account);
	assert.equal(token.name, 'nightly');
	assert.deepEqual(token.scopes, ['campaigns:read']);
	const days = (new Date(token.expiresAt) - new Date(token.createdAt)) / 86400000;
	assert.ok(Math.abs(days - 30) < 0.01, `${days}`);

	const rotated = await send(agent, TOKENS, { do: 'rotate', token: token.tokenId });
	assert.equal(rotated.status, 200);
	const fresh = secretIn(rotated);
	assert.notEqual(fresh, secret);
	assert.equal((await api('/me', secret)).status, 401, 'the old secret died at once');
	assert.equal((await api('/me', fresh)).status, 200);

	const revoked = await send(agent, TOKENS, { do: 'revoke', token: token.tokenId });
	assert.equal(revoked.status, 303);
	assert.equal((await api('/me', fresh)).status, 401);
	const dead = await send(agent, TOKENS, { do: 'rotate', token: token.tokenId });
	assert.equal(dead.status, 409);
	assert.equal(secretIn(dead), undefined);
	assert.ok(!world.server.log().includes(secret) && !world.server.log().includes(fresh), 'no secret in the log');
});

test('what the application does with tokens is in the history, as what the command does', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const reader = world.server.mintToken(account, { scopes: 'all,people:read' });
	await mint(agent);
	const [token] = tokenList(account).filter((one) => one.name === 'nightly');
	await send(agent, TOKENS, { do: 'rotate', token: token.tokenId });
	await send(agent, TOKENS, { do: 'revoke', token: token.tokenId });
	await send(agent, TOKENS, { do: 'revoke', token: token.tokenId });
	const history = await api('/history', reader);
	assert.equal(history.status, 200, history.text);
	const rows = history.json.data.filter((row) => row.objectId === token.tokenId);
	assert.deepEqual(rows.map((row) => `${row.door} ${row.verb}`), ['APP REVOKE', 'APP ROTATE', 'APP CREATE']);
});

const BAD = [
	['no name', [['name', '']], /Enter a name/],
	['a name of two lines', [['name', 'a\nb']], /Enter a name/],
	['a name of 129 characters', [['name', 'x'.repeat(129)]], /Enter a name/],
	['an environment that is none', [['environment', 'prod']], /Choose test or live/],
	['no environment', [['environment', '']], /Choose test or live/],
	['0 days', [['days', '0']], /1 to 365/],
	['366 days', [['days', '366']], /1 to 365/],
	['-1 days', [['days', '-1']], /1 to 365/],
	['days that are no number', [['days', '1e2']], /1 to 365/],
	['no scope', [['scope', '']], /Choose at least one scope/],
	['a scope that is none', [['scope', 'admin:all']], /no such scope/],
];

for (const [name, [[field, value]], sentence] of BAD)
	test(`a token with ${name} is refused at its field`, async () => {
		const before = tokenList(world.account).length;
		const fields = { do: 'mint', name: 'nightly', environment: 'test', days: '30', scope: 'campaigns:read', [field]: value };
		const pairs = Object.entries(fields).filter(([key, text]) => key !== 'scope' || text);
		const answer = await send(person, TOKENS, pairs);
		assert.equal(answer.status, 400);
		assert.match(answer.text, sentence);
		assert.match(answer.text, new RegExp(`id="${field}-fault"`));
		assert.equal(tokenList(world.account).length, before);
	});

test('all faults are told at once, and what was typed is still there, escaped', async () => {
	const answer = await send(person, TOKENS, { do: 'mint', name: '"><img src=x>'.repeat(20), environment: '', days: 'x' });
	for (const field of ['name', 'environment', 'days', 'scope'])
		assert.match(answer.text, new RegExp(`id="${field}-fault"`), field);
	assert.ok(!answer.text.includes('<img src=x>'));
	assert.ok(answer.text.includes('&quot;&gt;&lt;img src=x&gt;'));
});

test('the sixth token is refused with the reason, and the form says so before', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const csrf = csrfOf(await agent.get(TOKENS));
	for (let i = 0; i < 5; i++)
		assert.equal((await mint(agent)).status, 200);
	const page = await agent.get(TOKENS);
	assert.match(page.text, /Revoke a token to create another/);
	const answer = await agent.post(TOKENS, { csrf, do: 'mint', name: 'sixth', environment: 'test', days: '30', scope: 'campaigns:read' });
	assert.equal(answer.status, 409);
	assert.match(answer.text, /Revoke one first/);
	assert.equal(tokenList(account).length, 5);
});

test("another's token does not exist", async () => {
	const account = world.server.addAccount();
	world.server.mintToken(account, { name: 'private' });
	const [token] = tokenList(account);
	for (const id of [token.tokenId, 'aaaaaaaaaaaaaaaa', ''])
		for (const what of ['rotate', 'revoke'])
			assert.equal((await send(person, TOKENS, { do: what, token: id })).status, 404, `${what} ${id}`);
	assert.equal(tokenList(account)[0].revokedAt, null);
	assert.equal((await send(person, TOKENS, { do: 'explode' })).status, 400);
});

/* --- connected apps --- */

const verifiedTokens = async (account, options) => {
	const saved = [world.agent, world.account];
	world.agent = new UserAgent(world.url);
	world.account = account;
	try {
		return await world.tokens(options);
	} finally {
		[world.agent, world.account] = saved;
	}
};

test('a grant is listed with what it may, and dies at once when it is disconnected', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const { access_token: access, refresh_token: refresh } = await verifiedTokens(account);
	assert.equal(await world.mcpStatus(access), 200);
	const page = await agent.get('/app/connected-apps');
	for (const words of ['Table client', 'unverified', '127.0.0.1:52001', 'Draft campaigns and ad groups', 'Personal', 'not yet'])
		assert.ok(page.text.includes(words), words);
	const grant = formsOf(page.text).flatMap((form) => form.fields).find((field) => field.name === 'grant').value;

	assert.equal((await send(person, '/app/connected-apps', { grant })).headers.location, `${world.url}/app/connected-apps?done=none`);
	assert.equal(await world.mcpStatus(access), 200, "another's grant does not exist");

	const answer = await send(agent, '/app/connected-apps', { grant });
	assert.equal(answer.headers.location, `${world.url}/app/connected-apps?done=disconnected`);
	assert.equal(await world.mcpStatus(access), 401);
	assert.equal((await world.refresh(refresh)).json.error, 'invalid_grant');
	assert.match((await agent.get('/app/connected-apps')).text, /No app is connected/);
});

test('all connections of a client end together, those of others stay', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const other = (await world.register({ client_name: 'Another' })).json;
	const first = await verifiedTokens(account);
	const second = await verifiedTokens(account);
	const stays = await verifiedTokens(account, { client: other });
	const answer = await send(agent, '/app/connected-apps', { client: world.client.client_id });
	assert.equal(answer.status, 303);
	assert.deepEqual([await world.mcpStatus(first.access_token), await world.mcpStatus(second.access_token), await world.mcpStatus(stays.access_token)],
		[401, 401, 200]);
	assert.equal(await world.mcpStatus((await world.tokens()).access_token), 200, "another account's grants of it stay");
});

test('a client cannot write into the page by its name', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const client = (await world.register({ client_name: '<b>Bank</b>" onclick="x \u202egnp.exe' })).json;
	await verifiedTokens(account, { client });
	const { text } = await agent.get('/app/connected-apps');
	assert.ok(!text.includes('<b>Bank') && !text.includes('\u202e'));
	assert.ok(text.includes('&lt;b&gt;Bank&lt;/b&gt;&quot; onclick=&quot;x gnp.exe'));
});

test('a machine of the account is shown as one, and ends for good', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const machine = world.server.cli(['client', 'add', '--email', account.email, '--name', 'Night shift', '--env', 'test', '--scopes', 'campaigns:read']);
	world.secrets.push(machine.clientSecret);
	const ask = () => world.form('/token', { grant_type: 'client_credentials' },
		{ Authorization: `Basic ${Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64')}` });
	const { access_token: access } = (await ask()).json;
	world.secrets.push(access);
	assert.equal((await api('/me', access)).status, 200);
	const page = await agent.get('/app/connected-apps');
	for (const words of ['Night shift', 'machine client', world.server.api])
		assert.ok(page.text.includes(words), words);
	for (const words of ['unverified', 'Returns to', 'without use'])
		assert.ok(!page.text.includes(words), words);
	const grant = formsOf(page.text).flatMap((form) => form.fields).find((field) => field.name === 'grant').value;
	assert.equal((await send(agent, '/app/connected-apps', { grant })).headers.location, `${world.url}/app/connected-apps?done=disconnected`);
	assert.equal((await api('/me', access)).status, 401);
	assert.equal((await ask()).json.error, 'invalid_client');
});

/* --- Spaces --- */

async function newSpace(agent, changes = {}) {
	const answer = await send(agent, '/app/spaces', { name: 'Bakery', currency: 'EUR', timezone: 'Europe/Berlin', ...changes });
	assert.equal(answer.status, 303, answer.text);
	return new URL(answer.headers.location).pathname;
}

test('a Space is made and is one over REST too', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const path = await newSpace(agent);
	const answer = await api(path.replace('/app', ''), world.server.mintToken(account));
	assert.equal(answer.status, 200);
	assert.deepEqual([answer.json.data.name, answer.json.data.currency, answer.json.data.timezone, answer.json.data.role],
		['Bakery', 'EUR', 'Europe/Berlin', 'OWNER']);
});

for (const [field, value] of [['name', '  '], ['currency', 'XXQ'], ['timezone', 'Mars/Olympus']])
	test(`a Space with a wrong ${field} is refused at its field`, async () => {
		const answer = await send(person, '/app/spaces', { name: 'B', currency: 'EUR', timezone: 'UTC', [field]: value });
		assert.equal(answer.status, 400);
		assert.match(answer.text, new RegExp(`id="${field}-fault"`));
	});

test("another's Space does not exist, to look at or to change", async () => {
	const path = await newSpace(await signedIn(world.server.addAccount()));
	for (const there of [path, '/app/spaces/spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3', '/app/spaces/x%22%3E', '/app/spaces/'])
		assert.equal((await person.get(there)).status, 404, there);
	const csrf = csrfOf(await person.get('/app'));
	for (const fields of [{ do: 'leave' }, { do: 'invite', email: world.account.email, role: 'OWNER' }, { do: 'withdraw', account: world.account.uid },
		{ do: 'settings', name: 'Mine' }])
		assert.equal((await person.post(path, { csrf, ...fields })).status, 404, fields.do);
});

test('members are invited, accept, change roles, are removed, leave; only by owners, the last of whom stays', async () => {
	const [boss, clerk] = [world.server.addAccount(), world.server.addAccount()];
	const agent = await signedIn(boss);
	const other = await signedIn(clerk);
	const path = await newSpace(agent);
	const clerkToken = world.server.mintToken(clerk);
	const space = path.split('/').pop();
	const sees = async () => (await api(`/spaces/${space}`, clerkToken)).json?.data?.role ?? null;

	assert.equal(await sees(), null);
	assert.equal((await send(agent, path, { do: 'invite', email: ` ${clerk.email.toUpperCase()} `, role: 'VIEWER' })).status, 303);
	assert.equal(await sees(), null, 'an invited person is no member');
	assert.equal((await reply(other, path)).headers.location, `${world.url}${path}?done=joined`);
	assert.equal(await sees(), 'VIEWER');
	assert.equal((await send(agent, path, { do: 'invite', email: clerk.email, role: 'EDITOR' })).status, 409, 'is one already');
	assert.ok(!(await other.get(path)).text.includes('name="email"'), 'a viewer is not offered what owners do');
	const csrf = csrfOf(await other.get(path));
	for (const fields of [{ do: 'role', account: clerk.uid, role: 'OWNER' }, { do: 'invite', email: world.account.email, role: 'VIEWER' },
		{ do: 'remove', account: boss.uid }, { do: 'settings', name: 'Mine', currency: 'EUR', timezone: 'UTC' }])
		assert.equal((await other.post(path, { csrf, ...fields })).status, 403, fields.do);

	const { json } = await api(`/spaces/${space}/members`, clerkToken);
	const accountOf = (email) => json.data.find((one) => one.email === email).accountId;
	assert.equal((await send(agent, path, { do: 'role', account: accountOf(clerk.email), role: 'PUBLISHER' })).status, 303);
	assert.equal(await sees(), 'PUBLISHER');
	assert.equal((await send(agent, path, { do: 'role', account: accountOf(clerk.email), role: 'KING' })).status, 400);
	assert.equal((await send(agent, path, { do: 'leave' })).status, 409, 'the last owner stays');
	assert.equal((await send(agent, path, { do: 'remove', account: accountOf(clerk.email) })).status, 303);
	assert.equal(await sees(), null);
	assert.equal((await other.get(path)).status, 404);

	assert.equal((await send(agent, path, { do: 'invite', email: clerk.email, role: 'OWNER' })).status, 303);
	assert.equal((await send(agent, path, { do: 'leave' })).status, 409, 'an invited owner is none');
	assert.equal((await reply(other, path)).status, 303);
	assert.equal((await send(agent, path, { do: 'leave' })).status, 303);
	assert.equal((await agent.get(path)).status, 404);
	assert.equal(await sees(), 'OWNER');
});

test('whoever tries addresses that have no account is stopped after ten, and only they', async () => {
	const agent = await signedIn(world.server.addAccount());
	const path = await newSpace(agent);
	for (let i = 0; i < 10; i++) {
		const answer = await send(agent, path, { do: 'invite', email: `nobody-${i}@example.com`, role: 'VIEWER' });
		assert.equal(answer.status, 400);
		assert.match(answer.text, /id="email-fault"/);
	}
	const answer = await send(agent, path, { do: 'invite', email: world.account.email, role: 'VIEWER' });
	assert.equal(answer.status, 429);
	assert.ok(Number(answer.headers['retry-after']) > 0);
	const second = await signedIn(world.server.addAccount());
	assert.equal((await send(second, await newSpace(second), { do: 'invite', email: world.account.email, role: 'VIEWER' })).status, 303);
});

test('an address that has an account lets the count stand', async () => {
	const agent = await signedIn(world.server.addAccount());
	const path = await newSpace(agent);
	const add = async (email) => (await send(agent, path, { do: 'invite', email, role: 'VIEWER' })).status;
	for (let i = 0; i < 9; i++)
		assert.equal(await add(`nobody-${i}@example.com`), 400);
	assert.equal(await add(world.account.email), 303);
	assert.equal(await add(world.server.addAccount().email), 303);
	assert.equal(await add('nobody-9@example.com'), 400);
	assert.equal(await add('nobody-10@example.com'), 429);
});

test('own Spaces come first, then the others by when one joined: nobody is buried by being added', async () => {
	const victim = world.server.addAccount();
	const stranger = await signedIn(world.server.addAccount());
	const agent = await signedIn(victim);
	const add = async (name) => {
		const path = await newSpace(stranger, { name });
		assert.equal((await send(stranger, path, { do: 'invite', email: victim.email, role: 'OWNER' })).status, 303);
		assert.equal((await reply(agent, path)).status, 303);
	};
	for (const name of ['Bbb of a stranger', 'Aaa of a stranger'])
		await add(name);
	await newSpace(agent, { name: 'Zoo of my own' });
	await add('Aa of a stranger');
	const order = ['Personal', 'Zoo of my own', 'Bbb of a stranger', 'Aaa of a stranger', 'Aa of a stranger'];
	const consent = await agent.open(world.authorizeUrl());
	assert.equal(consent.url.pathname, '/authorize/consent');
	for (const text of [(await agent.get('/app/spaces')).text, consent.answer.text]) {
		const list = text.slice(Math.max(text.indexOf('<tbody>'), 0));
		const places = order.map((name) => list.indexOf(name));
		assert.deepEqual(places, [...places].sort((a, b) => a - b), order[places.indexOf(-1)] ?? `${places}`);
		assert.ok(!places.includes(-1));
	}
});

/* The settings as they stand in the form. */
const settingsOf = (answer) => formsOf(answer.text).find((form) => form.fields.some((field) => field.value === 'settings'))
	.fields.filter((field) => field.name !== 'csrf' && field.type !== 'button' && (field.type !== 'checkbox' || field.checked));
async function save(agent, path, changes) {
	const fields = settingsOf(await agent.get(path)).map((field) => [field.name, changes[field.name] ?? field.value]);
	return send(agent, path, fields);
}

test('settings are changed, loosened by an owner who signed in just now, and wrong ones refused at their fields', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const path = await newSpace(agent);
	const token = world.server.mintToken(account);
	const space = async () => (await api(path.replace('/app', ''), token)).json.data;

	assert.equal((await save(agent, path, { name: 'Bread', maxCampaignDailyBudget: '250.5', maxTotalDailyBudget: '', blockedTerms: 'Cheap\r\n\r\n free \r\n' })).status, 303);
	const now = await space();
	assert.deepEqual([now.name, now.guardrails.maxCampaignDailyBudget, now.guardrails.maxTotalDailyBudget, now.guardrails.blockedTerms],
		['Bread', 250.5, null, ['cheap', 'free']]);
	// A form states each limit: an unchanged one keeps its worth in another currency.
	assert.equal((await save(agent, path, { currency: 'KWD', maxBid: '2' })).status, 303);
	const moved = (await space()).guardrails;
	assert.deepEqual([moved.maxCampaignDailyBudget, moved.maxTotalDailyBudget, moved.maxBid], [93.937, null, 2]);
	for (const [field, value] of [['name', ''], ['currency', 'QQQ'], ['timezone', 'Nowhere'], ['maxCampaignDailyBudget', '12,5'], ['maxTotalDailyBudget', '-1'],
		['maxBudgetIncreasePercent', 'much'], ['approvalLive', 'SOMETIMES']]) {
		const answer = await save(agent, path, { [field]: value });
		assert.equal(answer.status, 400, field);
		assert.match(answer.text, new RegExp(`id="${field}-fault"`), field);
	}
	assert.equal((await space()).version, now.version + 1, 'nothing of it was saved');
});

test('what somebody else changed meanwhile is not written over', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const path = await newSpace(agent);
	const old = settingsOf(await agent.get(path)).map((field) => [field.name, field.name === 'name' ? 'Old' : field.value]);
	assert.equal((await save(agent, path, { name: 'New' })).status, 303);
	const answer = await send(agent, path, old);
	assert.equal(answer.status, 412);
	assert.match(answer.text, /Somebody else changed the Space/);
});

test('what the pages do is in the Space\'s history, by the application\'s door', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const path = await newSpace(agent);
	await save(agent, path, { name: 'Bread' });
	const answer = await api('/history', world.server.mintToken(account), { headers: { 'X-Space-Id': path.split('/').pop() } });
	assert.equal(answer.status, 200, answer.text);
	assert.deepEqual(answer.json.data.map((row) => `${row.door} ${row.verb}`), ['APP UPDATE', 'APP CREATE']);
});

test('nothing secret is in the log', () => world.assertQuietLog());
