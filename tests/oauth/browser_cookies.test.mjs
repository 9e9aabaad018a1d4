/*
 * The cookies that a browser keeps across a sign-in. The one that identifies the browser is
 * renewed, because an attacker may have planted it. Another one records that the account signed
 * in from there.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';
import { Passkey, offerOf } from './passkey.mjs';
import { ACCOUNT, Person } from './person.mjs';
import { startWorld } from './world.mjs';

const BROWSER = 'adcore_browser', PLANTED = 'P'.repeat(43);

let world;

/* By a name: passkeys are made for one. */
before(async () => {
	world = await startWorld({ host: 'localhost' });
});

after(() => world?.stop());

function planted() {
	const agent = new UserAgent(world.url);
	agent.cookies.set(BROWSER, PLANTED);
	return agent;
}

const CONSENT = '/authorize/consent';
const deviceCookie = ({ email }) => `adcore_device_${createHash('sha256').update(email).digest('hex').slice(0, 8)}`;
const fieldsOf = (html, set) => ({ ...Object.fromEntries(formsOf(html)[0].fields.map((one) => [one.name, one.value])), ...set });

test('a planted cookie ends at the sign-in; what waited in the browser goes on', async () => {
	const agent = planted();
	const first = await agent.open(world.authorizeUrl());
	const other = await agent.open(world.authorizeUrl({ state: 'another' }));
	const at = await agent.signIn(first, world.account);
	assert.equal(at.url.pathname, CONSENT);
	const renewed = agent.cookies.get(BROWSER);
	assert.match(renewed, /^[A-Za-z0-9_-]{43}$/);
	assert.notEqual(renewed, PLANTED);
	/* The other request is the browser's too. */
	assert.equal((await agent.open(CONSENT + other.url.search)).answer.status, 200);
	/*
	 * The attacker who planted it signs in: that session sees neither request and gets
	 * another cookie.
	 */
	const planter = planted();
	const own = world.server.addAccount();
	await planter.signIn(await planter.open('/signin'), own);
	assert.notEqual(planter.cookies.get(BROWSER), renewed);
	planter.cookies.set(BROWSER, PLANTED);
	for (const request of [first, other])
		assert.equal((await planter.open(CONSENT + request.url.search)).answer.status, 400);
});

test('a sign-in form that is sent twice leads to its request twice', async () => {
	const agent = planted();
	const at = await agent.open(world.authorizeUrl());
	const fields = fieldsOf(at.answer.text, { email: world.account.email, password: world.account.password });
	const first = await agent.post('/signin', fields);
	const renewed = agent.cookies.get(BROWSER);
	agent.cookies.set(BROWSER, PLANTED); /* it was sent before the first answer came */
	const second = await agent.follow(await agent.post('/signin', fields), '/signin');
	assert.equal(first.status, 303);
	assert.equal(second.url.pathname, CONSENT);
	assert.equal(second.answer.status, 200);
	assert.equal(agent.cookies.get(BROWSER), renewed);
});

test('with a second step the cookie is renewed, and the browser known, only behind it', async () => {
	const person = new Person(world);
	await person.signIn();
	await person.enrol();
	const other = person.another();
	other.used = person.used;
	other.agent = planted();
	const between = await other.password();
	assert.equal(between.url.pathname, '/signin/second');
	assert.equal(other.agent.cookies.get(BROWSER), PLANTED);
	assert.equal(other.agent.cookies.has(deviceCookie(person.account)), false);
	const done = await other.agent.submit(between, { set: { code: person.codes[0] } });
	assert.equal(done.url.pathname, ACCOUNT);
	assert.notEqual(other.agent.cookies.get(BROWSER), PLANTED);
	assert.ok(other.agent.cookies.has(deviceCookie(person.account)));
});

test('a passkey makes its browser known: guesses elsewhere do not keep the owner out of it', async () => {
	const person = new Person(world);
	await person.signIn();
	const passkey = new Passkey(world.url);
	const added = await person.agent.post(`${ACCOUNT}/passkeys`, passkey.made(offerOf(await person.page())));
	assert.match(added.headers.location, /done=first-passkey/, added.text.slice(0, 300));

	const agent = planted();
	const at = await agent.open(`/signin?back=${ACCOUNT}`);
	const entered = await agent.post('/signin/passkey', { ...passkey.shown(offerOf(at.answer.text)), back: ACCOUNT });
	assert.equal(entered.status, 303, entered.text.slice(0, 300));
	assert.notEqual(agent.cookies.get(BROWSER), PLANTED);
	assert.ok(agent.cookies.has(deviceCookie(person.account)));

	/* From the same address: ten wrong passwords of an unknown browser. */
	const { email, password } = person.account;
	const guesser = new UserAgent(world.url);
	let page = await guesser.open('/signin');
	for (let i = 0; i < 10; i++)
		page = await guesser.signIn(page, { email, password: 'not this one at all' });
	const blocked = await guesser.signIn(page, { email, password });
	assert.equal(blocked.answer.status, 429);
	const owner = await agent.signIn(await agent.open(`/signin?back=${ACCOUNT}&switch=1`), { email, password });
	assert.equal(owner.url.pathname, ACCOUNT, owner.answer.text.slice(0, 300));
});

test('a passkey does not let a disabled account in, and says nothing of why', async () => {
	const person = new Person(world);
	await person.signIn();
	const passkey = new Passkey(world.url);
	await person.agent.post(`${ACCOUNT}/passkeys`, passkey.made(offerOf(await person.page())));
	const show = async (shown) => {
		const agent = new UserAgent(world.url);
		const at = await agent.open(`/signin?back=${ACCOUNT}`);
		const answer = await agent.post('/signin/passkey', { ...shown(offerOf(at.answer.text)), back: ACCOUNT });
		return { status: answer.status, fault: /<p class="fault" role="alert">(.+?)<\/p>/.exec(answer.text)?.[1], agent };
	};
	const known = (offer) => passkey.shown(offer);
	const unknown = (offer) => new Passkey(world.url).shown(offer);
	world.server.cli(['account', 'disable', '--email', person.account.email]);
	const refused = await show(known), strange = await show(unknown);
	assert.equal(refused.status, 403);
	assert.deepEqual([refused.status, refused.fault], [strange.status, strange.fault]);
	assert.ok(!refused.agent.cookies.has('adcore_session'));
	world.server.cli(['account', 'enable', '--email', person.account.email]);
	const entered = await show(known);
	assert.equal(entered.status, 303);
	assert.ok(entered.agent.cookies.has('adcore_session'));
});
