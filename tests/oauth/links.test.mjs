/*
 * One-time links of `adcore account invite` and `adcore account password`, the sessions that a
 * reset ends, and failed passwords counted by account and address.
 */
import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';
import { ACCOUNT, Person } from './person.mjs';
import { startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld({ args: ['--trusted-proxy', '127.0.0.1/32'] });
});

after(() => world?.stop());

const PASSWORD = 'four words that differ';
const address = () => `invited-${randomBytes(4).toString('hex')}@example.com`;
const from = (ip) => ({ 'X-Forwarded-For': ip });

function invite(email) {
	const made = world.server.cli(['account', 'invite', '--email', email]);
	const { pathname, search } = new URL(made.link);
	world.secrets.push(new URLSearchParams(search).get('token'));
	return { ...made, path: pathname + search };
}

const open = (path) => new UserAgent(world.url).get(path);

test('an invitation makes the account, lets its password be set, and signs in', async () => {
	const email = address();
	const made = invite(email);
	assert.match(made.link, /token=adcore_link_[A-Za-z0-9_-]{43}$/);
	const hours = (Date.parse(made.expiresAt) - Date.now()) / 3600000;
	assert.ok(hours > 23.9 && hours <= 24, `${hours}`);
	const agent = new UserAgent(world.url);
	const at = await agent.open(made.path);
	assert.equal(at.answer.status, 200);
	assert.equal(formsOf(at.answer.text).filter((one) => one.method === 'POST').length, 1);
	assert.match(at.answer.headers['referrer-policy'], /same-origin/, 'the link goes nowhere by a Referer');
	const done = await agent.submit(at, { set: { password: PASSWORD } });
	assert.equal(done.url.pathname, '/app');
	const person = new Person(world, { email, password: PASSWORD });
	assert.equal((await person.password()).url.pathname, ACCOUNT);
});

test('a link is dead after its use, after a new one, and when made up', async () => {
	const email = address();
	const first = invite(email), second = invite(email);
	assert.equal((await open(first.path)).status, 400, 'replaced');
	const agent = new UserAgent(world.url);
	const at = await agent.open(second.path);
	await agent.submit(at, { set: { password: PASSWORD } });
	assert.equal((await open(second.path)).status, 400, 'used');
	const again = await agent.post('/signin/link', Object.fromEntries(formsOf(at.answer.text)[0].fields.map((one) => [one.name, one.value || PASSWORD])));
	assert.equal(again.status, 400);
	for (const token of ['', 'adcore_link_', `adcore_link_${'A'.repeat(43)}`])
		assert.equal((await open(`/signin/link?token=${token}`)).status, 400, token);
});

test('of ten who use a link at once one sets the password', async () => {
	const { path } = invite(address());
	const pages = await Promise.all(Array.from({ length: 10 }, async () => {
		const agent = new UserAgent(world.url);
		return { agent, at: await agent.open(path) };
	}));
	const ends = await Promise.all(pages.map(({ agent, at }, i) => agent.submit(at, { set: { password: `${PASSWORD} ${i}` } })));
	assert.equal(ends.filter((end) => end.url.pathname === '/app').length, 1);
	assert.equal(pages.filter(({ agent }) => agent.cookies.has('adcore_session')).length, 1);
});

test('a password too short leaves the link as it was; a form from elsewhere does nothing', async () => {
	const { path } = invite(address());
	const agent = new UserAgent(world.url);
	const at = await agent.open(path);
	const short = await agent.submit(at, { set: { password: 'elevenchars' } });
	assert.equal(short.answer.status, 400);
	const foreign = await agent.submit(at, { set: { password: PASSWORD }, headers: { 'Sec-Fetch-Site': 'cross-site' } });
	assert.equal(foreign.answer.status, 400);
	assert.equal((await agent.submit(short, { set: { password: PASSWORD } })).url.pathname, '/app');
});

test('a changed password ends a link that is still out', async () => {
	const person = new Person(world);
	await person.signIn();
	const { path } = invite(person.account.email);
	await person.send('/password', { password: PASSWORD });
	assert.equal((await open(path)).status, 400);
});

test('adcore account password sets it and ends all sessions and half-done sign-ins', async () => {
	const person = new Person(world);
	await person.signIn();
	await person.enrol();
	const half = person.another();
	const at = await half.password();
	world.server.cli(['account', 'password', '--email', person.account.email, '--password-stdin'], `${PASSWORD}\n`);
	assert.equal((await person.agent.open(ACCOUNT)).url.pathname, '/signin');
	const late = await half.agent.submit(at, { set: { code: person.codes[0] } });
	assert.equal(late.url.pathname, '/signin', 'the half-done sign-in is over');
	person.account.password = PASSWORD;
	assert.equal((await person.another().password()).url.pathname, '/signin/second', 'the second step stays');
});

/*
 * One wrong or right password from an address. Returns the answer's status, or 200 after a
 * successful sign-in.
 */
async function attempt(email, password, ip) {
	const agent = new UserAgent(world.url);
	const at = await agent.open('/signin');
	const end = await agent.submit(at, { set: { email, password }, headers: from(ip) });
	return end.answer.status;
}

test('ten failures stop a guesser at one address; the owner elsewhere, and others there, are not stopped', async () => {
	const victim = world.server.addAccount(), other = world.server.addAccount();
	for (let i = 0; i < 10; i++)
		assert.equal(await attempt(victim.email, `wrong ${i}`, '203.0.113.1'), 403, `try ${i + 1}`);
	assert.equal(await attempt(victim.email, victim.password, '203.0.113.1'), 429);
	assert.equal(await attempt(victim.email.toUpperCase(), victim.password, '203.0.113.1'), 429, 'however it is written');
	assert.equal(await attempt(victim.email, victim.password, '203.0.113.2'), 200);
	assert.equal(await attempt(victim.email, victim.password, '203.0.113.1'), 429, 'a success elsewhere opens nothing there');
	assert.equal(await attempt(other.email, other.password, '203.0.113.1'), 200);
});

test('a hundred failures an hour stop an address over all accounts', async () => {
	const owner = world.server.addAccount();
	for (let i = 0; i < 100; i++)
		assert.equal(await attempt(`nobody-${i}@example.com`, 'wrong password', '203.0.113.9'), 403, `try ${i + 1}`);
	assert.equal(await attempt(owner.email, owner.password, '203.0.113.9'), 429);
	assert.equal(await attempt(owner.email, owner.password, '203.0.113.10'), 200);
});

test('without a trusted proxy an address cannot be made up', async () => {
	const plain = await startWorld();
	try {
		const victim = plain.server.addAccount();
		const agent = new UserAgent(plain.url);
		const at = await agent.open('/signin');
		const status = async (i) => (await agent.submit(at, { set: { email: victim.email, password: 'wrong password' },
			headers: { 'X-Forwarded-For': `198.51.100.${i}`, Forwarded: `for=198.51.100.${i}` } })).answer.status;
		for (let i = 0; i < 10; i++)
			assert.equal(await status(i), 403);
		assert.equal(await status(10), 429);
	} finally {
		await plain.stop();
	}
});

test('ten failures stop a whole IPv6 network of 64 bits, and no other', async () => {
	const victim = world.server.addAccount();
	for (let i = 0; i < 10; i++)
		assert.equal(await attempt(victim.email, `wrong ${i}`, `2001:db8:64:1:${i + 1}::9`), 403, `try ${i + 1}`);
	assert.equal(await attempt(victim.email, victim.password, '2001:db8:64:1:ffff::9'), 429);
	assert.equal(await attempt(victim.email, victim.password, '2001:db8:64:2::9'), 200);
});

test('a sign-in with the old password does not outlive the change that it ran beside', async () => {
	for (let round = 1; round <= 3; round++) {
		const person = new Person(world);
		await person.signIn();
		const page = await person.page();
		const late = await Promise.all(Array.from({ length: 16 }, async () => {
			const one = person.another();
			return { one, at: await one.agent.open(`/signin?back=${ACCOUNT}&switch=1`) };
		}));
		const { email, password } = person.account;
		const [change] = await Promise.all([
			person.send('/password', { password: PASSWORD }, { page }),
			...late.map(({ one, at }, i) => one.agent.submit(at, { set: { email, password }, headers: from(`198.51.100.${i + 1}`) })),
		]);
		assert.equal(change.url.search, '?done=password');
		for (const { one } of late)
			assert.equal((await one.agent.open(ACCOUNT)).url.pathname, '/signin', `round ${round}`);
		person.account.password = PASSWORD;
		assert.equal((await person.another().password()).url.pathname, ACCOUNT);
	}
});

test('adcore account password --reset-factors takes the second step off, and says so in the history', async () => {
	const person = new Person(world);
	await person.signIn();
	await person.enrol();
	const half = person.another();
	const at = await half.password();
	world.server.cli(['account', 'password', '--email', person.account.email, '--reset-factors', '--password-stdin'], `${PASSWORD}\n`);
	assert.equal((await half.agent.submit(at, { set: { code: person.codes[0] } })).url.pathname, '/signin', 'the half-done sign-in is over');
	person.account.password = PASSWORD;
	const again = person.another();
	assert.equal((await again.password()).url.pathname, ACCOUNT, 'the password alone');
	assert.match(await again.page(), /Add an authenticator app/);
	const token = world.server.mintToken(person.account, { scopes: 'all,people:read' });
	world.secrets.push(token);
	const history = await world.server.rest(token, 'GET', '/history?resource=account&verb=UPDATE');
	assert.deepEqual(history.json.data.filter((one) => one.door === 'CLI').map((one) => one.after),
		[{ password: true, noSecondStep: true, noPasskey: true }]);
});

test('nothing secret is in the log', () => {
	world.assertQuietLog();
});
