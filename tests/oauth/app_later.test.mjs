/* The application's pages some time after sign-in: sensitive changes require a fresh sign-in. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { movableClock } from './clock.mjs';
import { startWorld } from './world.mjs';

const MINUTE = 60;
const DAY = 86400;
const TOKENS = '/app/tools/api';
const MINT = { do: 'mint', name: 'later', environment: 'test', days: '30', scope: 'campaigns:read' };

let world;
let clock;

before(async () => {
	clock = movableClock();
	world = await startWorld({ env: clock.env });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

const csrfOf = (answer) => formsOf(answer.text).flatMap((form) => form.fields).find((field) => field.name === 'csrf').value;

async function signedIn(account) {
	const agent = new UserAgent(world.url);
	await agent.signIn(await agent.open('/signin'), account);
	return agent;
}

async function send(agent, path, fields) {
	return agent.post(path, { csrf: csrfOf(await agent.get(path)), ...fields });
}

const tokens = (account) => world.server.cli(['token', 'list', '--email', account.email]);

test('after ten minutes no secret is shown until one has signed in again, and comes back', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	assert.equal((await send(agent, TOKENS, MINT)).status, 200);
	const [{ tokenId }] = tokens(account);

	clock.advance(11 * MINUTE);
	const page = await agent.get(TOKENS);
	assert.equal(page.status, 200);
	assert.doesNotMatch(page.text, /value="mint"|value="rotate"/, 'not offered');
	for (const fields of [MINT, { do: 'rotate', token: tokenId }]) {
		const answer = await send(agent, TOKENS, fields);
		assert.equal(answer.status, 403, fields.do);
		assert.doesNotMatch(answer.text, /adcore_test_/);
	}
	assert.equal(tokens(account).length, 1);

	const [, link] = page.text.match(/href="(\/signin\?[^"]*)"/);
	const at = await agent.open(link.replaceAll('&amp;', '&'));
	assert.equal(at.url.pathname, '/signin', 'asked although signed in');
	const there = await agent.signIn(at, account);
	assert.equal(there.url.pathname, TOKENS);
	assert.match((await send(agent, TOKENS, MINT)).text, /adcore_test_/);
	assert.equal((await send(agent, TOKENS, { do: 'rotate', token: tokenId })).status, 200);
});

test('after ten minutes a token can still be revoked, and an app disconnected', async () => {
	const agent = await signedIn(world.account);
	assert.equal((await send(agent, TOKENS, MINT)).status, 200);
	const { access_token: access } = await world.tokens();
	const [{ tokenId }] = tokens(world.account);
	clock.advance(11 * MINUTE);
	assert.equal((await send(agent, TOKENS, { do: 'revoke', token: tokenId })).status, 303);
	const grant = formsOf((await agent.get('/app/connected-apps')).text).flatMap((form) => form.fields).find((field) => field.name === 'grant').value;
	assert.equal((await send(agent, '/app/connected-apps', { grant })).status, 303);
	assert.equal(await world.mcpStatus(access), 401);
});

test('after ten minutes a guardrail is tightened, and not loosened', async () => {
	const account = world.server.addAccount();
	const agent = await signedIn(account);
	const made = await send(agent, '/app/spaces', { name: 'Bakery', currency: 'EUR', timezone: 'UTC' });
	const path = new URL(made.headers.location).pathname;
	const settings = async (changes) => {
		const page = await agent.get(path);
		const form = formsOf(page.text).find((one) => one.fields.some((field) => field.value === 'settings'));
		const fields = form.fields.filter((field) => field.type !== 'button' && (field.type !== 'checkbox' || field.checked));
		return agent.post(path, fields.map((field) => [field.name, changes[field.name] ?? field.value]));
	};
	const limit = () => agent.get(path).then((page) => formsOf(page.text).flatMap((form) => form.fields)
		.find((field) => field.name === 'maxCampaignDailyBudget').value);

	clock.advance(11 * MINUTE);
	assert.equal((await settings({ maxCampaignDailyBudget: '50' })).status, 303);
	for (const changes of [{ maxCampaignDailyBudget: '51' }, { maxCampaignDailyBudget: '' }, { approvalLive: 'NEVER' }, { maxTotalDailyBudget: '501' }]) {
		const answer = await settings(changes);
		assert.equal(answer.status, 400, JSON.stringify(changes));
		assert.match(answer.text, /Sign in again/);
		assert.match(answer.text, new RegExp(`id="${Object.keys(changes)[0]}-fault"`));
	}
	assert.equal(await limit(), '50');
	const [, link] = (await settings({ maxCampaignDailyBudget: '51' })).text.match(/href="(\/signin\?[^"]*)"/);
	const there = await agent.signIn(await agent.open(link.replaceAll('&amp;', '&')), account);
	assert.equal(there.url.pathname, path);
	assert.equal((await settings({ maxCampaignDailyBudget: '51' })).status, 303);
	assert.equal(await limit(), '51');
});

test('a session that is used goes on for 30 days and no longer; unused it ends after 7', async () => {
	const account = world.server.addAccount();
	const [used, unused] = [await signedIn(account), await signedIn(account)];
	for (let day = 6; day < 30; day += 6) {
		clock.advance(6 * DAY);
		const page = await used.get('/app/spaces');
		assert.equal(page.status, 200, `after ${day} days`);
	}
	assert.equal((await unused.get('/app')).status, 303);
	clock.advance(6 * DAY);
	assert.equal((await used.get('/app')).status, 303);
});
