/*
 * The second step a week later: a browser whose session has expired is no longer a known browser
 * of the account.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { movableClock } from './clock.mjs';
import { Person, totp } from './person.mjs';
import { startWorld } from './world.mjs';

const DAY = 86400;
const from = (address) => ({ 'X-Forwarded-For': address });

let world;
let clock;

before(async () => {
	clock = movableClock();
	world = await startWorld({ env: clock.env, args: ['--trusted-proxy', '127.0.0.1/32'] });
});

after(() => world?.stop());

for (const [days, end] of [[6, '/app/account'], [8, '/signin/second']])
	test(`${days} days after a browser was used its address is ${days > 7 ? 'no more' : 'still'} home`, async () => {
		const owner = new Person(world);
		const code = (steps) => totp(owner.secret, steps, clock.now());
		await owner.password(from('203.0.113.1'));
		const page = (await owner.agent.get('/app/account/totp')).text;
		owner.secret = page.match(/<code class="secret">([A-Z2-7 ]+)<\/code>/)[1].replaceAll(' ', '');
		await owner.send('/totp', { code: code(0) }, { page });
		clock.advance(days * DAY);
		const near = new Set([-2, -1, 0, 1, 2].map(code));
		const guesser = owner.another();
		const at = await guesser.password(from('198.18.0.1'));
		for (let i = 0, wrong = 100000; i < 30; i++, wrong++) {
			while (near.has(String(wrong)))
				wrong++;
			const tried = await guesser.agent.submit(at, { set: { code: String(wrong) }, headers: from(`198.18.1.${i}`) });
			assert.equal(tried.answer.status, 403, `try ${i + 1}`);
		}
		const home = owner.another();
		const second = await home.password(from('203.0.113.1'));
		assert.equal((await home.agent.submit(second, { set: { code: code(0) }, headers: from('203.0.113.1') })).url.pathname, end);
	});
