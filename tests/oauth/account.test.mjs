/* The account page: password, second step, signed-in browsers; each change and each refusal. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';
import { column, overtaken } from './overtaken.mjs';
import { ACCOUNT, Person, filled, totp } from './person.mjs';
import { startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});

after(() => world?.stop());

async function somebody() {
	const person = new Person(world);
	await person.signIn();
	return person;
}

const NEW_PASSWORD = 'four words that differ';

test('e-mail and plan are shown, and the page is for who is signed in', async () => {
	const person = await somebody();
	const page = await person.page();
	assert.ok(page.includes(person.account.email));
	assert.match(page, /<dt>Plan<\/dt>/);
	const nobody = await new UserAgent(world.url).open(ACCOUNT);
	assert.equal(nobody.url.pathname, '/signin');
	assert.equal(nobody.url.searchParams.get('back'), ACCOUNT);
	const token = world.server.mintToken(person.account);
	const bearer = await request(world.url + ACCOUNT, { headers: { Authorization: `Bearer ${token}` } });
	assert.equal(bearer.status, 303);
});

test('every form is refused without its token, with another session\'s, and from another site', async () => {
	const person = await somebody(), other = await somebody();
	const page = await person.page();
	const actions = formsOf(page).filter((one) => one.method === 'POST').map((one) => one.action);
	const foreign = filled(await other.page(), `${ACCOUNT}/password`).csrf;
	const paths = new Set([...actions, '/totp', '/totp/remove', '/codes', '/sessions/end', '/sessions/end-others'].map((path) => path.startsWith('/app') ? path : ACCOUNT + path));
	const { csrf } = filled(page, `${ACCOUNT}/password`);
	for (const path of paths)
		for (const [fields, headers] of [
			[{}, {}],
			[{ csrf: foreign }, {}],
			[{ csrf }, { 'Sec-Fetch-Site': 'cross-site' }],
			[{ csrf }, { 'Sec-Fetch-Site': 'same-site' }],
			[{ csrf }, { 'Sec-Fetch-Site': undefined, Origin: 'null' }],
		]) {
			const answer = await person.agent.post(path, { ...fields, password: NEW_PASSWORD }, headers);
			assert.equal(answer.status, 403, `${path} ${JSON.stringify(fields)} ${JSON.stringify(headers)}`);
		}
	assert.equal((await person.agent.open(ACCOUNT)).url.pathname, ACCOUNT, 'still signed in');
	assert.equal((await person.another().password()).url.pathname, ACCOUNT, 'the password is the same');
});

test('a new password: other browsers are signed out, this one goes on with a new cookie, connectors stay', async () => {
	const person = await somebody();
	const elsewhere = person.another();
	await elsewhere.signIn();
	const token = world.server.mintToken(person.account);
	const before = person.session;
	const done = await person.send('/password', { password: NEW_PASSWORD });
	assert.equal(done.url.pathname, ACCOUNT);
	assert.match(done.answer.text, /The password is changed/);
	assert.notEqual(person.session, before);
	assert.equal((await elsewhere.agent.open(ACCOUNT)).url.pathname, '/signin');
	const old = new UserAgent(world.url);
	old.cookies.set('adcore_session', before);
	assert.equal((await old.open(ACCOUNT)).url.pathname, '/signin', 'the old cookie is dead');
	assert.equal((await world.server.rest(token, 'GET', '/me')).status, 200, 'tokens go on');
	assert.equal((await person.another().password()).answer.status, 403, 'the old password is over');
	person.account.password = NEW_PASSWORD;
	assert.equal((await person.another().password()).url.pathname, ACCOUNT);
});

test('grants go on after a new password', async () => {
	const person = new Person(world, world.account);
	const tokens = await world.tokens();
	await person.signIn();
	const old = world.account.password;
	await person.send('/password', { password: NEW_PASSWORD });
	world.account.password = NEW_PASSWORD;
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	assert.equal((await world.refresh(tokens.refresh_token)).status, 200);
	await person.send('/password', { password: old });
	world.account.password = old;
});

test('passwords too short, too long, with control characters, too common or one\'s own are refused', async () => {
	const person = await somebody();
	for (const password of ['', 'elevenchars', 'four words that differ '.repeat(45), 'four words\tthat differ', 'four words that differ\u0085',
		'Password1234', '123456789012', 'qwertyuiop12', person.account.email, `${person.account.email.split('@')[0]}99`]) {
		const answer = await person.send('/password', { password });
		assert.equal(answer.answer.status, 400, password);
		assert.match(answer.answer.text, /role="alert"/);
		assert.ok(!password || password === person.account.email || !answer.answer.text.includes(password), 'not echoed');
	}
	assert.equal((await person.another().password()).url.pathname, ACCOUNT);
});

test('the page that adds an app shows a code to scan and a text, new each time, and wants a code of it', async () => {
	const person = await somebody();
	const page = (await person.agent.get(`${ACCOUNT}/totp`)).text;
	assert.match(page, /<svg [^>]*role="img"[^>]*aria-label="[^"]+"/);
	assert.doesNotMatch(page, /style=|<script|<img/);
	const secret = (text) => text.match(/<code class="secret">([A-Z2-7 ]+)<\/code>/)[1].replaceAll(' ', '');
	assert.equal(secret(page).length, 32);
	assert.notEqual(secret(page), secret((await person.agent.get(`${ACCOUNT}/totp`)).text));
	const wrong = await person.send('/totp', { code: totp(secret(page), 5) }, { page });
	assert.equal(wrong.answer.status, 400);
	assert.equal(secret(wrong.answer.text), secret(page), 'the same secret, to try again');
	assert.match(await person.page(), /Add an authenticator app/, 'nothing is on');
	const done = await person.send('/totp', { code: totp(secret(page)) }, { page: wrong.answer.text });
	assert.match(done.answer.text, /The second factor is on/);
	const twice = await person.send('/totp', { code: totp(secret(page), 1) }, { page });
	assert.equal(twice.url.pathname, ACCOUNT, 'added once');
	assert.equal((await person.agent.open(`${ACCOUNT}/totp`)).url.pathname, ACCOUNT);
});

test('with an app that is added the other browsers are out, and the history says so', async () => {
	const person = await somebody();
	const others = [person.another(), person.another()];
	for (const other of others)
		await other.signIn();
	await person.enrol();
	assert.equal((await person.agent.open(ACCOUNT)).url.pathname, ACCOUNT, 'who did it stays');
	for (const other of others)
		assert.equal((await other.agent.open(ACCOUNT)).url.pathname, '/signin');
	const token = world.server.mintToken(person.account, { scopes: 'all,people:read' });
	const history = async (query) => (await world.server.rest(token, 'GET', `/history?${query}`)).json.data;
	assert.equal((await history('resource=session&verb=REVOKE')).length, 2);
	assert.ok((await history('resource=account&verb=UPDATE')).some((one) => one.after.secondStep));
	/* New recovery codes end no session. */
	const later = person.another();
	await later.password();
	await later.agent.submit(await later.agent.open('/signin/second'), { set: { code: person.codes[0] } });
	await person.send('/codes');
	assert.equal((await later.agent.open(ACCOUNT)).url.pathname, ACCOUNT);
});

/* Of NEW_PASSWORD, with a thousandth of today's cost. */
const WEAK = '$argon2id$v=19$m=8,t=1,p=1$4okcBbKXf11WylqUmL0oIg$3PWsMzWacsstCscKKBu8N9qKMDVPjZY0esWagdC0aJg';
const hashOf = async (account) => (await column(world.server, `SELECT password_hash FROM accounts WHERE id = '${account.uid}'`))[0];

test('a hash that cost less than those of today is made anew at the next sign-in, and ends nothing', async () => {
	const person = await somebody();
	const account = { ...person.account, password: NEW_PASSWORD };
	const late = new Person(world, account);
	const set = `UPDATE accounts SET password_hash = '${WEAK}' WHERE id = '${account.uid}'`;
	assert.equal((await overtaken(world.server, () => late.password(), set)).url.pathname, ACCOUNT);
	const made = await hashOf(account);
	assert.match(made, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	assert.equal((await person.agent.open(ACCOUNT)).url.pathname, ACCOUNT);
	assert.equal((await late.another().password()).url.pathname, ACCOUNT);
	assert.equal(await hashOf(account), made, 'once');
});

test('of many who sign in at once with a weak hash all get in, and with a wrong password nobody', async () => {
	const account = { ...(await somebody()).account, password: NEW_PASSWORD };
	const people = Array.from({ length: 6 }, () => new Person(world, account));
	const wrong = new Person(world, { ...account, password: 'four words that do not' });
	const set = `UPDATE accounts SET password_hash = '${WEAK}' WHERE id = '${account.uid}'`;
	const ends = await overtaken(world.server, () => Promise.all([...people, wrong].map((one) => one.password())), set);
	assert.deepEqual(ends.map((end) => end.url.pathname), [...people.map(() => ACCOUNT), '/signin']);
	assert.match(await hashOf(account), /m=19456/);
});

test('a secret that another session was shown, or that was made up, is not taken', async () => {
	const person = await somebody(), other = await somebody();
	const page = (await other.agent.get(`${ACCOUNT}/totp`)).text;
	const secret = page.match(/<code class="secret">([A-Z2-7 ]+)<\/code>/)[1].replaceAll(' ', '');
	const { offer } = filled(page, `${ACCOUNT}/totp`);
	const own = (await person.agent.get(`${ACCOUNT}/totp`)).text;
	for (const made of [offer, 'v1.AAAA', '', offer.slice(0, -2)])
		await person.send('/totp', { offer: made, code: totp(secret) }, { page: own });
	assert.match(await person.page(), /Add an authenticator app/);
});

test('recovery codes are shown once, at their making', async () => {
	const person = await somebody();
	await person.enrol();
	assert.equal(person.codes.length, 10);
	const page = await person.page();
	for (const code of person.codes)
		assert.ok(!page.includes(code));
	assert.equal((await person.agent.get(`${ACCOUNT}/codes`)).status, 405);
});

test('without an app no recovery codes are made', async () => {
	const person = await somebody();
	const { csrf } = filled(await person.page(), `${ACCOUNT}/password`);
	const answer = await person.agent.post(`${ACCOUNT}/codes`, { csrf });
	assert.equal(answer.status, 303);
});

test('browsers are listed with address, name and times, and one or all others can be signed out', async () => {
	const person = await somebody();
	const others = [person.another(), person.another(), person.another()];
	for (const other of others)
		await other.signIn();
	const page = await person.page();
	assert.equal((page.match(/adcore-test-agent/g) ?? []).length, 4);
	assert.equal((page.match(/this one/g) ?? []).length, 1);
	assert.match(page, /127\.0\.0\.1/);
	const done = await person.send('/sessions/end');
	assert.equal(done.url.pathname, ACCOUNT);
	const alive = async (one) => (await one.agent.open(ACCOUNT)).url.pathname === ACCOUNT;
	assert.equal((await Promise.all(others.map(alive))).filter(Boolean).length, 2);
	assert.ok(await alive(person));
	await person.send('/sessions/end-others');
	assert.equal((await Promise.all(others.map(alive))).filter(Boolean).length, 0);
	assert.ok(await alive(person));
});

test('a User-Agent of any bytes signs in, also where it is cut inside a character', async () => {
	for (const name of ['\xff\xfe\x80 Firefox/1', 'Firefox/1 \xe9t\xe9', `Firefox/1 ${'a'.repeat(189)}\xc3\xa9`, `Firefox/1 ${'\xf0\x9f\x98\x80'.repeat(60)}`]) {
		const person = new Person(world);
		const at = await person.password({ 'User-Agent': name });
		assert.equal(at.url.pathname, ACCOUNT, `${at.answer.status} to ${JSON.stringify(name)}`);
		assert.match(await person.page(), /Firefox/);
	}
});

test('another account\'s session cannot be ended', async () => {
	const person = await somebody(), victim = await somebody();
	const second = victim.another();
	await second.signIn();
	const { session } = filled(await victim.page(), `${ACCOUNT}/sessions/end`);
	const { csrf } = filled(await person.page(), `${ACCOUNT}/password`);
	await person.agent.post(`${ACCOUNT}/sessions/end`, { csrf, session });
	assert.equal((await second.agent.open(ACCOUNT)).url.pathname, ACCOUNT);
});
