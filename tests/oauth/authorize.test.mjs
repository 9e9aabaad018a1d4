/*
 * The authorization endpoint and its pages. Faults of dynamic clients are answered with a local
 * page at once, before sign-in, and never with a redirect (RFC 6749 4.1.2.1, OAuth 2.1 7.12.2).
 */
import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { request, requestPath } from '../clients/lib/net.mjs';
import { UserAgent, formsOf, unescapeHtml } from '../clients/lib/user_agent.mjs';
import { REDIRECT, assertLocalPage, pkce, startWorld } from './world.mjs';

const CHALLENGE = pkce().challenge;

let world;
let two;

before(async () => {
	world = await startWorld();
	two = (await world.register({ redirect_uris: [REDIRECT, 'https://client.example/cb'] })).json;
	assert.ok(two.client_id);
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

const REFUSED = [
	['no client_id', { client_id: undefined }],
	['an empty client_id', { client_id: '' }],
	['an unknown client', { client_id: 'nobody' }],
	['a client_id given twice', { client_id: ['nobody', 'nobody'] }],
	['a redirect URI of another path', { redirect_uri: 'http://127.0.0.1:52001/other' }],
	['a redirect URI with a path more', { redirect_uri: `${REDIRECT}/` }],
	['a redirect URI with a query', { redirect_uri: `${REDIRECT}?x=1` }],
	['a redirect URI with a fragment', { redirect_uri: `${REDIRECT}#x` }],
	['a redirect URI of another case', { redirect_uri: 'http://127.0.0.1:52001/Callback' }],
	['a redirect URI of another scheme', { redirect_uri: 'https://127.0.0.1:52001/callback' }],
	['localhost for 127.0.0.1', { redirect_uri: 'http://localhost:52001/callback' }],
	['a redirect URI with userinfo', { redirect_uri: 'http://evil@127.0.0.1:52001/callback' }],
	['a redirect URI with a dot segment', { redirect_uri: 'http://127.0.0.1:52001/x/../callback' }],
	['a redirect URI with an escaped slash', { redirect_uri: 'http://127.0.0.1:52001/callback%2f..' }],
	['a redirect URI with a backslash', { redirect_uri: 'http://127.0.0.1:52001\\@evil.example/callback' }],
	['a redirect URI with a host that begins alike', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
	['a redirect URI given twice', { redirect_uri: [REDIRECT, REDIRECT] }],
	['a foreign https redirect URI', { redirect_uri: 'https://evil.example/callback' }],
	['no response_type', { response_type: undefined }],
	['response_type token', { response_type: 'token' }],
	['response_type id_token', { response_type: 'id_token' }],
	['response_type code token', { response_type: 'code token' }],
	['response_type given twice', { response_type: ['code', 'code'] }],
	['no code_challenge', { code_challenge: undefined }],
	['an empty code_challenge', { code_challenge: '' }],
	['code_challenge_method plain', { code_challenge_method: 'plain' }],
	['no code_challenge_method, which means plain', { code_challenge_method: undefined }],
	['an unknown code_challenge_method', { code_challenge_method: 'S512' }],
	['a code_challenge too short', { code_challenge: CHALLENGE.slice(0, 42) }],
	['a code_challenge too long', { code_challenge: `${CHALLENGE}A` }],
	['a code_challenge of other letters', { code_challenge: `${CHALLENGE.slice(0, 42)}+` }],
	['code_challenge given twice', { code_challenge: [CHALLENGE, CHALLENGE] }],
	['state given twice', { state: ['a', 'b'] }],
	['scope given twice', { scope: ['campaigns:read', 'ads:read'] }],
	['scopes of which none is known', { scope: 'everything admin' }],
	['a resource that is not ours', { resource: 'https://other.example/mcp' }],
	['a resource that begins as ours', { resourceSuffix: '-other' }],
	['a resource with a fragment', { resourceSuffix: '#x' }],
	['a relative resource', { resource: '/mcp' }],
	['two resources', { resource: ['https://a.example/', 'https://b.example/'] }],
	['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
	['a request_uri of elsewhere', { request_uri: 'https://evil.example/request' }],
	['prompt=none without a session', { prompt: 'none' }],
	['max_age that is no number', { max_age: 'soon' }],
	['max_age below zero', { max_age: '-1' }],
	['max_age beyond any session', { max_age: '1000000000' }],
	['max_age twice', { max_age: ['1', '2'] }],
];

for (const [name, { resourceSuffix, ...changes }] of REFUSED) {
	test(`refused by a local page before sign-in: ${name}`, async () => {
		if (resourceSuffix)
			changes.resource = world.server.mcp + resourceSuffix;
		const answer = await request(world.authorizeUrl(changes));
		assertLocalPage(answer);
		assert.doesNotMatch(answer.text, /<script\b/i);
	});
}

test('refused also with a session: an invalid request is never sent to the client', async () => {
	const agent = new UserAgent(world.url);
	await agent.authorize(world.authorizeUrl(), world.account);
	for (const changes of [{ response_type: 'token' }, { code_challenge: undefined }, { scope: 'everything' },
		{ resource: 'https://other.example/' }, { redirect_uri: 'https://evil.example/' }])
		assertLocalPage(await agent.get(world.authorizeUrl(changes)));
});

test('several redirect URIs registered: one has to be named', async () => {
	assertLocalPage(await request(world.authorizeUrl({ client_id: two.client_id, redirect_uri: undefined })));
});

test('text from the request is escaped on the page', async () => {
	const answer = await request(world.authorizeUrl({ client_id: '"><script>alert(1)</script>' }));
	assertLocalPage(answer);
	assert.doesNotMatch(answer.text, /<script/i);
});

const ACCEPTED = [
	['any port of a registered loopback URI', { redirect_uri: 'http://127.0.0.1:61234/callback' }],
	['a loopback URI without a port', { redirect_uri: 'http://127.0.0.1/callback' }],
	['the only redirect URI left out', { redirect_uri: undefined }],
	['no scope', { scope: undefined }],
	['an unknown scope beside a known one', { scope: 'campaigns:read something:else' }],
	['a leading space in scope', { scope: ' campaigns:read offline_access' }],
	['no resource', { resource: undefined }],
	['an unknown parameter', { colour: 'blue' }],
	['prompt=consent', { prompt: 'consent' }],
	['a login hint', { login_hint: 'someone@example.com' }],
	['prompt=login consent', { prompt: 'login consent' }],
	['parameters of OpenID Connect', { nonce: 'n-0S6_WzA2Mj', ui_locales: 'de fr-CA', display: 'page', claims: '{}', id_token_hint: 'x' }],
	['an empty parameter, which is none', { response_mode: '', scope: '', resource: '', prompt: '' }],
	['no state', { state: undefined }],
	['an empty state, which is none', { state: '' }],
];

for (const [name, changes] of ACCEPTED) {
	test(`accepted: ${name}`, async () => {
		const at = await new UserAgent(world.url).open(world.authorizeUrl(changes));
		assert.equal(at.url.pathname, '/signin');
		assert.equal(at.answer.status, 200);
		const posts = formsOf(at.answer.text).filter((form) => form.method === 'POST');
		assert.equal(posts.length, 1);
		assert.ok(posts[0].fields.some((field) => field.name === 'email'));
		assert.ok(posts[0].fields.some((field) => field.name === 'password' && field.type === 'password'));
	});
}

test('a request may be posted too', async () => {
	const query = new URL(world.authorizeUrl()).searchParams;
	const answer = await world.form('/authorize', Object.fromEntries(query));
	assert.equal(answer.status, 303, answer.text);
	assert.match(answer.headers.location, /\/signin\?request=/);
	assert.ok(!answer.headers.location.includes('state-1'), 'nothing of the request is in the address');
});

test('the scheme and host of a resource may be upper case', async () => {
	const at = await new UserAgent(world.url).open(world.authorizeUrl({ resource: world.server.mcp.replace('http:', 'HTTP:') }));
	assert.equal(at.url.pathname, '/signin');
});

test('the REST API is a resource too', async () => {
	const at = await new UserAgent(world.url).open(world.authorizeUrl({ resource: world.server.api }));
	assert.equal(at.url.pathname, '/signin');
});

test('no CORS at the authorization endpoint', async () => {
	const answer = await request(world.authorizeUrl(), { headers: { Origin: 'https://evil.example' } });
	assert.equal(answer.headers['access-control-allow-origin'], undefined);
});

test('another method is 405', async () => {
	const answer = await request(`${world.url}/authorize`, { method: 'DELETE' });
	assert.equal(answer.status, 405);
	assert.match(answer.headers.allow, /\bGET\b/);
});

async function consentPage(agent, changes) {
	let at = await agent.open(world.authorizeUrl(changes));
	if (at.url.pathname === '/signin')
		at = await agent.signIn(at, world.account);
	return at;
}

test('both pages carry the headers that keep them from being framed, cached or scripted', async () => {
	const agent = new UserAgent(world.url);
	const signin = await agent.open(world.authorizeUrl());
	const consent = await agent.signIn(signin, world.account);
	for (const { answer, url } of [signin, consent]) {
		assert.equal(answer.status, 200, url.pathname);
		const csp = answer.headers['content-security-policy'];
		assert.match(csp, /default-src 'none'/);
		assert.match(csp, /frame-ancestors 'none'/);
		assert.match(csp, /base-uri 'none'/);
		/* Of the consent page the browser would stop an app whose callback leads on: tests/browser/pages.test.mjs. */
		assert.equal(/form-action 'self'(;|$)/.test(csp), url.pathname === '/signin');
		assert.doesNotMatch(csp, /unsafe-inline|unsafe-eval/);
		assert.equal(answer.headers['x-frame-options'], 'DENY');
		assert.equal(answer.headers['x-content-type-options'], 'nosniff');
		assert.match(answer.headers['cache-control'], /no-store/);
		assert.notEqual(answer.headers['referrer-policy'], 'no-referrer', 'it would null the Origin of the form');
		assert.ok(answer.headers['referrer-policy']);
		assert.doesNotMatch(answer.text, /<script\b/i);
	}
});

test('cookies are HttpOnly and SameSite=Lax; on plain http without Secure and prefix', async () => {
	const agent = new UserAgent(world.url);
	const first = await agent.get(world.authorizeUrl());
	const at = await agent.follow(first, world.authorizeUrl());
	const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
	const fields = form.fields.filter((field) => field.type === 'hidden').map((field) => [field.name, field.value]);
	const answer = await agent.post(new URL(form.action || at.url, at.url),
		[...fields, ['email', world.account.email], ['password', world.account.password]]);
	const cookies = [first, at.answer, answer].flatMap((one) => one.headers['set-cookie'] ?? []);
	assert.ok(cookies.length > 0);
	for (const cookie of cookies) {
		assert.match(cookie, /;\s*HttpOnly/i);
		assert.match(cookie, /;\s*SameSite=Lax/i);
		assert.doesNotMatch(cookie, /;\s*Secure|^__Host-/i);
	}
});

test('the consent form asks for space, environment, scopes and a decision', async () => {
	const at = await consentPage(new UserAgent(world.url), { scope: 'campaigns:read sync:write ads:read' });
	const forms = formsOf(at.answer.text).filter((form) => form.method === 'POST');
	assert.equal(forms.length, 1);
	const named = (name) => forms[0].fields.filter((field) => field.name === name);
	assert.ok(named('space').length >= 1);
	assert.ok(named('environment').length >= 1);
	const boxes = named('scope');
	assert.deepEqual(boxes.map((box) => box.value).sort(), ['ads:read', 'campaigns:read', 'sync:write']);
	for (const box of boxes) {
		assert.equal(box.type, 'checkbox');
		assert.equal(box.checked, box.value !== 'sync:write', box.value);
	}
	assert.deepEqual(named('decision').map((button) => button.value).sort(), ['allow', 'deny']);
});

test('a name from the client is escaped on the consent page', async () => {
	const { json: client } = await world.register({ client_name: '<img src=x onerror=alert(1)>&"' });
	const at = await consentPage(new UserAgent(world.url), { client_id: client.client_id });
	assert.equal(at.answer.status, 200);
	assert.doesNotMatch(at.answer.text, /<img src=x/i);
	assert.ok(unescapeHtml(at.answer.text).includes('<img src=x onerror=alert(1)>&"'));
});

test('allow sends a code, the state as it was, and iss, once each', async () => {
	const state = "s'\"<>&+ %2F~ü";
	const away = await world.agent.authorize(world.authorizeUrl({ state }), world.account);
	assert.equal(away.origin + away.pathname, REDIRECT);
	assert.equal(away.hash, '');
	assert.deepEqual(away.searchParams.getAll('state'), [state]);
	assert.deepEqual(away.searchParams.getAll('iss'), [world.url]);
	assert.equal(away.searchParams.getAll('code').length, 1);
	assert.ok(away.searchParams.get('code').length >= 22, 'at least 128 bits');
});

test('no state sent, no state answered', async () => {
	const away = await world.agent.authorize(world.authorizeUrl({ state: undefined }), world.account);
	assert.equal(away.searchParams.has('state'), false);
});

test('the answer goes to the port that asked', async () => {
	const away = await world.agent.authorize(world.authorizeUrl({ redirect_uri: 'http://127.0.0.1:61999/callback' }), world.account);
	assert.equal(away.port, '61999');
});

test('a query in the registered redirect URI is kept', async () => {
	const redirect = 'https://client.example/cb?tenant=7';
	const { json: client } = await world.register({ redirect_uris: [redirect] });
	const away = await world.agent.authorize(world.authorizeUrl({ client_id: client.client_id, redirect_uri: redirect }), world.account);
	assert.equal(away.searchParams.get('tenant'), '7');
	assert.ok(away.searchParams.get('code'));
});

test('deny sends access_denied with state and iss, and no code', async () => {
	const away = await world.agent.authorize(world.authorizeUrl(), world.account, { decision: 'deny' });
	assert.equal(away.searchParams.get('error'), 'access_denied');
	assert.equal(away.searchParams.get('state'), 'state-1');
	assert.equal(away.searchParams.get('iss'), world.url);
	assert.equal(away.searchParams.has('code'), false);
});

test('the redirect is 302 or 303, never one that repeats the form', async () => {
	const agent = new UserAgent(world.url);
	const at = await consentPage(agent);
	const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
	const pairs = form.fields.filter((field) => !['button', 'submit'].includes(field.type))
		.filter((field) => !['checkbox', 'radio'].includes(field.type) || field.checked)
		.map((field) => [field.name, field.value]);
	const answer = await agent.post(new URL(form.action || at.url, at.url), [...pairs, ['decision', 'allow']]);
	assert.ok([200, 302, 303].includes(answer.status), `${answer.status}`);
	assert.match(answer.headers['cache-control'] ?? '', /no-store/);
});

test('a NUL in a parameter is refused', async () => {
	const answer = await request(world.authorizeUrl({ redirect_uri: `${REDIRECT}\0` }));
	assert.equal(answer.status, 400);
	assert.equal(answer.headers.location, undefined);
});

test('a consent form gives one code, however often it is sent, and none once that is redeemed', async () => {
	const agent = new UserAgent(world.url);
	const { verifier, challenge } = pkce();
	const at = await consentPage(agent, { code_challenge: challenge });
	const first = await agent.submit(at, { button: ['decision', 'allow'] });
	const code = first.away.searchParams.get('code');
	assert.ok(code);
	const changed = await agent.submit(at, { button: ['decision', 'deny'] });
	assert.equal(changed.away, undefined, 'what was decided stays decided');
	const again = await agent.submit(at, { button: ['decision', 'allow'] });
	assert.ok(!again.away || again.away.searchParams.get('code') === code, 'no second code');
	const grant = { code, verifier, client: world.client, redirectUri: REDIRECT };
	assert.equal((await world.exchange(grant)).status, 200);
	const late = await agent.submit(at, { button: ['decision', 'allow'] });
	assert.equal(late.away, undefined);
	assert.equal(late.answer.status, 400);
});

test('a consent form of another browser is refused', async () => {
	const at = await consentPage(new UserAgent(world.url));
	const other = new UserAgent(world.url);
	const own = await consentPage(other);
	assert.equal(own.answer.status, 200);
	const answer = await other.submit(at, { button: ['decision', 'allow'] });
	assert.equal(answer.away, undefined);
	assert.ok(answer.answer.status >= 400 && answer.answer.status < 500, `${answer.answer.status}`);
	const nobody = await new UserAgent(world.url).submit(at, { button: ['decision', 'allow'] });
	assert.equal(nobody.away, undefined, 'nor without any session');
});

for (const [name, headers] of [
	['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
	['a foreign Origin alone', { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
]) {
	test(`a form sent from elsewhere is refused: ${name}`, async () => {
		const agent = new UserAgent(world.url);
		const at = await consentPage(agent);
		const answer = await agent.submit(at, { button: ['decision', 'allow'], headers });
		assert.equal(answer.away, undefined);
		assert.ok([400, 403].includes(answer.answer.status), `${answer.answer.status}`);
	});
}

test('a form without its hidden fields is refused', async () => {
	const agent = new UserAgent(world.url);
	const at = await consentPage(agent);
	const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
	const answer = await agent.post(new URL(form.action || at.url, at.url), [['decision', 'allow'], ['scope', 'campaigns:read']]);
	assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`);
});

test('a scope that was not asked for cannot be slipped in', async () => {
	const agent = new UserAgent(world.url);
	const { verifier, challenge } = pkce();
	const at = await consentPage(agent, { scope: 'campaigns:read', code_challenge: challenge });
	const form = formsOf(at.answer.text).find((one) => one.method === 'POST');
	const pairs = form.fields.filter((field) => !['button', 'submit'].includes(field.type))
		.filter((field) => !['checkbox', 'radio'].includes(field.type) || field.checked)
		.map((field) => [field.name, field.value]);
	const answer = await agent.post(new URL(form.action || at.url, at.url),
		[...pairs, ['scope', 'sync:write'], ['decision', 'allow']]);
	const end = await agent.follow(answer, at.url);
	if (!end.away) {
		assert.ok(end.answer.status >= 400 && end.answer.status < 500);
		return;
	}
	const grant = { code: end.away.searchParams.get('code'), verifier, client: world.client, redirectUri: REDIRECT };
	const tokens = await world.exchange(grant);
	assert.equal(tokens.status, 200, tokens.text);
	assert.equal(tokens.json.scope, 'campaigns:read');
});

test('a Space of somebody else cannot be chosen', async () => {
	const agent = new UserAgent(world.url);
	const at = await consentPage(agent);
	const answer = await agent.submit(at, { set: { space: 'spc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, button: ['decision', 'allow'] });
	assert.equal(answer.away, undefined);
	assert.ok(answer.answer.status >= 400 && answer.answer.status < 500, `${answer.answer.status}`);
});

test('no scope ticked grants nothing', async () => {
	const agent = new UserAgent(world.url);
	const at = await consentPage(agent, { scope: 'campaigns:read' });
	const answer = await agent.submit(at, { check: { scope: { 'campaigns:read': false } }, button: ['decision', 'allow'] });
	if (answer.away)
		assert.equal(answer.away.searchParams.has('code'), false);
	else
		assert.ok(answer.answer.status >= 400 && answer.answer.status < 500, `${answer.answer.status}`);
});

test('a wrong password says nothing about the account and keeps the request', async () => {
	const texts = [];
	for (const email of [world.account.email, 'nobody@example.com']) {
		const agent = new UserAgent(world.url);
		const at = await agent.open(world.authorizeUrl());
		const again = await agent.submit(at, { set: { email, password: `wrong-${randomBytes(4).toString('hex')}` } });
		assert.equal(again.url.pathname, '/signin');
		assert.ok([200, 400, 401, 403].includes(again.answer.status), `${again.answer.status}`);
		assert.match(again.answer.headers['content-security-policy'], /frame-ancestors 'none'/);
		texts.push([again.answer.status, again.answer.text.replaceAll(email, '').replace(/value="[^"]*"/g, '')]);
		if (email === world.account.email) {
			const consent = await agent.submit(again, { set: { email, password: world.account.password } });
			assert.ok(formsOf(consent.answer.text)[0].fields.some((field) => field.name === 'decision'));
		}
	}
	assert.deepEqual(texts[0], texts[1], 'alike for a known and an unknown address');
});

test('ten failures in a row: 429 with Retry-After, another account is unaffected', async () => {
	const victim = world.server.addAccount();
	const agent = new UserAgent(world.url);
	let at = await agent.open(world.authorizeUrl());
	for (let i = 0; i < 10; i++) {
		at = await agent.submit(at, { set: { email: victim.email, password: `wrong-${i}` } });
		assert.notEqual(at.answer.status, 429, `failure ${i + 1}`);
	}
	const blocked = await agent.submit(at, { set: { email: victim.email, password: victim.password } });
	assert.equal(blocked.answer.status, 429);
	assert.ok(Number(blocked.answer.headers['retry-after']) > 0);
	const other = new UserAgent(world.url);
	const consent = await other.signIn(await other.open(world.authorizeUrl()), world.account);
	assert.equal(consent.answer.status, 200);
});

test('prompt=login and max_age=0 ask again although signed in, and the old session is replaced', async () => {
	for (const changes of [{ prompt: 'login' }, { max_age: '0' }]) {
		const agent = new UserAgent(world.url);
		await consentPage(agent);
		const before = agent.cookies.get('adcore_session');
		const url = world.authorizeUrl(changes);
		const at = await agent.open(url);
		assert.equal(at.url.pathname, '/signin', JSON.stringify(changes));
		const handle = at.url.searchParams.get('request');
		const slipped = await agent.open(`/authorize/consent?request=${handle}`);
		assert.equal(slipped.url.pathname, '/signin', 'the consent page is not reached around it');
		const consent = await agent.signIn(at, world.account);
		assert.equal(consent.url.pathname, '/authorize/consent');
		assert.notEqual(agent.cookies.get('adcore_session'), before, 'a new session');
		const old = new UserAgent(world.url);
		old.cookies.set('adcore_session', before);
		assert.equal((await old.open(world.authorizeUrl())).url.pathname, '/signin', 'the old one is over');
	}
});

test('max_age of an hour is content with a fresh session', async () => {
	const agent = new UserAgent(world.url);
	await consentPage(agent);
	assert.equal((await agent.open(world.authorizeUrl({ max_age: '3600' }))).url.pathname, '/authorize/consent');
});

test('an over-long request is refused and the server lives', async () => {
	const answer = await requestPath(world.url, `/authorize?client_id=${'x'.repeat(20000)}`);
	assert.ok([400, 414, 431].includes(answer.status), `${answer.status}`);
	assert.equal((await request(`${world.url}/healthz`)).status, 200);
});
