/*
 * The second step of sign-in (RFC 6238, recovery codes): questions, refusals, and a limit that
 * stops a guesser without locking out the account's owner.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';
import { Person, codesOf, totp } from './person.mjs';
import { startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld({ args: ['--trusted-proxy', '127.0.0.1/32'] });
});

after(() => world?.stop());

const from = (address) => ({ 'X-Forwarded-For': address });

/* A person with an authenticator app, signed in at their own address. */
async function enrolled() {
	const person = new Person(world);
	await person.signIn();
	await person.enrol();
	world.secrets.push(person.secret, ...person.codes);
	return person;
}

/* A wrong code that no near step has. */
function wrong(person, i = 0) {
	const near = new Set([-2, -1, 0, 1, 2].map((off) => totp(person.secret, off)));
	let code = 100000 + i;
	while (near.has(String(code)))
		code += 1000;
	return String(code);
}

test('with an app the password alone opens nothing', async () => {
	const person = (await enrolled()).another();
	const at = await person.password();
	assert.equal(at.url.pathname, '/signin/second');
	assert.equal(at.answer.status, 200);
	assert.equal(person.session, undefined, 'no session yet');
	assert.equal(formsOf(at.answer.text).filter((one) => one.method === 'POST').length, 1);
	assert.equal((await person.agent.open('/app/account')).url.pathname, '/signin');
	assert.match(at.answer.headers['content-security-policy'], /frame-ancestors 'none'/);
	const done = await person.agent.submit(at, { set: { code: person.codes[0].toLowerCase().replaceAll('-', ' ') } });
	assert.equal(done.url.pathname, '/app/account');
	assert.ok(person.session);
});

test('the authorization that waits survives the second step', async () => {
	const person = (await enrolled()).another();
	const at = await person.agent.open(world.authorizeUrl());
	const second = await person.agent.signIn(at, person.account);
	assert.equal(second.url.pathname, '/signin/second');
	const bad = await person.agent.submit(second, { set: { code: wrong(person) } });
	assert.equal(bad.answer.status, 403);
	const consent = await person.agent.submit(bad, { set: { code: person.codes[0] } });
	assert.equal(consent.url.pathname, '/authorize/consent');
	const back = await person.agent.submit(consent, { button: ['decision', 'allow'] });
	assert.ok(back.away.searchParams.get('code'));
	assert.equal(back.away.searchParams.get('state'), 'state-1');
});

test('the consent page is not reached around the second step', async () => {
	const person = (await enrolled()).another();
	const second = await person.agent.signIn(await person.agent.open(world.authorizeUrl()), person.account);
	const handle = second.url.searchParams.get('request');
	assert.equal((await person.agent.open(`/authorize/consent?request=${handle}`)).url.pathname, '/signin');
});

test('a code counts once, and a recovery code counts once', async () => {
	const owner = await enrolled();
	for (const code of [totp(owner.secret, 1), owner.codes[3]]) {
		const first = owner.another(), second = owner.another();
		const one = await first.password(), two = await second.password();
		assert.equal((await first.agent.submit(one, { set: { code } })).url.pathname, '/app/account', code);
		const again = await second.agent.submit(two, { set: { code } });
		assert.equal(again.answer.status, 403);
		assert.equal(second.session, undefined);
	}
	assert.match(await owner.page(), /9 of 10 recovery codes/);
});

test('of twenty who send one code at once, one gets in', async () => {
	const owner = await enrolled();
	const people = await Promise.all(Array.from({ length: 20 }, async (_, i) => {
		const person = owner.another();
		return { person, at: await person.password(from(`198.51.100.${i + 1}`)), i };
	}));
	const ends = await Promise.all(people.map(({ person, at, i }) => person.agent.submit(at,
		{ set: { code: owner.codes[0] }, headers: from(`198.51.100.${i + 1}`) })));
	assert.equal(ends.filter((end) => end.url.pathname === '/app/account').length, 1);
});

test('codes of two steps ago and two ahead are refused, as are half ones', async () => {
	const person = (await enrolled()).another();
	const at = await person.password();
	for (const code of [totp(person.secret, -3), totp(person.secret, 3), '12345', 'ABCD-EFGH-IJKL-MNOP'])
		assert.equal((await person.agent.submit(at, { set: { code } })).answer.status, 403, code);
});

test('a cookie of the second step is worth nothing elsewhere, and no longer than its use', async () => {
	const person = (await enrolled()).another();
	const at = await person.password();
	const step = person.agent.cookies.get('adcore_step');
	const thief = new UserAgent(world.url);
	thief.cookies.set('adcore_session', step);
	assert.equal((await thief.open('/app/account')).url.pathname, '/signin');
	await person.agent.submit(at, { set: { code: person.codes[0] } });
	const late = new UserAgent(world.url);
	late.cookies.set('adcore_step', step);
	assert.equal((await late.open('/signin/second')).url.pathname, '/signin');
	const fields = Object.fromEntries(formsOf(at.answer.text)[0].fields.map((one) => [one.name, one.value]));
	const sent = await late.post('/signin/second', { ...fields, code: person.codes[1] });
	assert.equal(late.cookies.has('adcore_session'), false, `${sent.status}`);
});

test('forms of another site, of another browser and without a token are refused', async () => {
	const owner = await enrolled();
	const person = owner.another(), other = owner.another();
	const at = await person.password();
	await other.password();
	const fields = Object.fromEntries(formsOf(at.answer.text)[0].fields.map((one) => [one.name, one.value]));
	const code = person.codes[0];
	for (const [agent, form, headers] of [
		[person.agent, { ...fields, code }, { 'Sec-Fetch-Site': 'cross-site' }],
		[person.agent, { ...fields, code }, { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
		[person.agent, { code }, {}],
		[other.agent, { ...fields, code }, {}],
	]) {
		const answer = await agent.post('/signin/second', form, headers);
		assert.equal(answer.status, 403);
		assert.equal(agent.cookies.has('adcore_session'), false);
	}
	assert.equal((await person.agent.submit(at, { set: { code } })).url.pathname, '/app/account', 'the code was not used up');
});

test('five wrong codes: 429 there with Retry-After; elsewhere and for others nothing changed', async () => {
	const owner = await enrolled();
	const guesser = owner.another();
	const at = await guesser.password(from('203.0.113.5'));
	for (let i = 0; i < 5; i++)
		assert.equal((await guesser.agent.submit(at, { set: { code: wrong(owner, i) }, headers: from('203.0.113.5') })).answer.status, 403);
	const blocked = await guesser.agent.submit(at, { set: { code: totp(owner.secret, 1) }, headers: from('203.0.113.5') });
	assert.equal(blocked.answer.status, 429);
	const wait = Number(blocked.answer.headers['retry-after']);
	assert.ok(wait > 0 && wait <= 300, `${wait}`);
	const home = owner.another();
	const second = await home.password(from('203.0.113.6'));
	assert.equal((await home.agent.submit(second, { set: { code: totp(owner.secret, 1) }, headers: from('203.0.113.6') })).url.pathname, '/app/account');
});

test('many addresses get thirty tries a day together, and the owner at home is not locked out', async () => {
	const owner = await enrolled();
	const guesser = owner.another();
	const at = await guesser.password(from('198.18.0.1'));
	const attempt = (address, code) => guesser.agent.submit(at, { set: { code }, headers: from(address) });
	for (let i = 0; i < 30; i++)
		assert.equal((await attempt(`198.18.1.${i}`, wrong(owner, i))).answer.status, 403, `try ${i + 1}`);
	const refused = await attempt('198.18.2.1', totp(owner.secret, 1));
	assert.equal(refused.answer.status, 429, 'the right code too');
	assert.match(refused.answer.text, /recovery code/);
	const home = owner.another();
	const second = await home.password();
	assert.equal((await home.agent.submit(second, { set: { code: totp(owner.secret, 1) } })).url.pathname, '/app/account', 'at home');
	const away = owner.another();
	const abroad = await away.password(from('198.18.3.1'));
	assert.equal((await away.agent.submit(abroad, { set: { code: owner.codes[0] }, headers: from('198.18.3.1') })).url.pathname, '/app/account', 'by a recovery code');
});

test('at home is the network of 64 bits that a browser of the account is signed in from', async () => {
	const owner = new Person(world);
	await owner.password(from('2001:db8:5:1::1'));
	await owner.enrol();
	const guesser = owner.another();
	const at = await guesser.password(from('198.18.4.1'));
	for (let i = 0; i < 30; i++)
		assert.equal((await guesser.agent.submit(at, { set: { code: wrong(owner, i) }, headers: from(`198.18.4.${i}`) })).answer.status, 403);
	for (const [address, end] of [['2001:db8:5:2::1', '/signin/second'], ['2001:db8:5:1:ffff::2', '/app/account']]) {
		const home = owner.another();
		const second = await home.password(from(address));
		assert.equal((await home.agent.submit(second, { set: { code: totp(owner.secret, 1) }, headers: from(address) })).url.pathname, end, address);
	}
});

test('new recovery codes end the old ones; switched off, the password is enough and codes are void', async () => {
	const owner = await enrolled();
	const made = await owner.send('/codes');
	const newer = codesOf(made.answer.text);
	assert.equal(newer.length, 10);
	assert.equal(new Set([...newer, ...owner.codes]).size, 20);
	const person = owner.another();
	const at = await person.password();
	assert.equal((await person.agent.submit(at, { set: { code: owner.codes[1] } })).answer.status, 403);
	assert.equal((await person.agent.submit(at, { set: { code: newer[1] } })).url.pathname, '/app/account');
	await owner.send('/totp/remove');
	const after = owner.another();
	assert.equal((await after.password()).url.pathname, '/app/account');
	assert.match(await owner.page(), /Add an authenticator app/);
});

test('a one-time link sets the password and then asks for the second step', async () => {
	const owner = await enrolled();
	const { link } = world.server.cli(['account', 'password', '--email', owner.account.email]);
	const agent = new UserAgent(world.url);
	const { pathname, search } = new URL(link);
	const at = await agent.submit(await agent.open(pathname + search), { set: { password: 'four words that differ' } });
	assert.equal(at.url.pathname, '/signin/second');
	assert.equal(agent.cookies.has('adcore_session'), false);
	assert.equal((await owner.agent.open('/app/account')).url.pathname, '/signin', 'sessions before are over');
	assert.equal((await agent.submit(at, { set: { code: owner.codes[0] } })).url.pathname, '/app');
});

test('nothing secret is in the log', () => {
	world.assertQuietLog();
});
