/*
 * A credential or object that ends while an accepted request waits to write: the request has no
 * effect.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { formsOf, UserAgent } from '../clients/lib/user_agent.mjs';
import { column, overtaken } from './overtaken.mjs';
import { assertOAuthError, startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld();
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

test('a machine whose secret is rotated meanwhile gets no token by the old one', async () => {
	const machine = world.server.cli(['client', 'add', '--email', world.account.email, '--name', 'nightly', '--env', 'test',
		'--scopes', 'campaigns:read']);
	world.secrets.push(machine.clientSecret);
	const ask = (secret) => world.form('/token', { grant_type: 'client_credentials', client_id: machine.clientId, client_secret: secret });
	const next = 'adcore_cs_the_next_one';
	const hash = createHash('sha256').update(next).digest('hex');
	assert.equal((await ask(machine.clientSecret)).status, 200);
	assertOAuthError(await overtaken(world.server, () => ask(machine.clientSecret),
		`UPDATE oauth_clients SET secret_hash = '${hash}' WHERE id = '${machine.clientId}'`), 400, 'unauthorized_client');
	assert.equal((await ask(next)).status, 200);
});

for (const decision of ['allow', 'deny'])
	test(`who is signed out meanwhile decides nothing: ${decision}`, async () => {
		const agent = new UserAgent(world.url);
		const page = await agent.signIn(await agent.open(world.authorizeUrl()), world.account);
		assert.equal(page.url.pathname, '/authorize/consent');
		const [form] = formsOf(page.answer.text);
		const fields = form.fields.filter((one) => one.type !== 'button' && (!['checkbox', 'radio'].includes(one.type) || one.checked))
			.map((one) => [one.name, one.value]);
		const post = () => agent.post(new URL(form.action || page.url.href, page.url), [...fields, ['decision', decision]]);
		const codes = await column(world.server, 'SELECT COUNT(*) FROM oauth_codes');
		const answer = await overtaken(world.server, post, 'DELETE FROM sessions');
		assert.equal(answer.status, 303, answer.text.slice(0, 300));
		assert.equal(new URL(answer.headers.location, world.url).pathname, '/signin');
		assert.deepEqual(await column(world.server, 'SELECT COUNT(*) FROM oauth_codes'), codes);
		/* The request still exists for the next sign-in. */
		const again = await agent.follow(answer, '/authorize/consent');
		const away = await agent.submit(await agent.signIn(again, world.account), { button: ['decision', decision] });
		assert.ok(away.away.searchParams.get(decision === 'allow' ? 'code' : 'error'));
		if (decision === 'allow')
			world.secrets.push(away.away.searchParams.get('code'));
	});
