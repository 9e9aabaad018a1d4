/*
 * Single-use values are used once across all servers of one database: assertions, proofs, codes
 * of the second step. A shared fetch is made by one server. A SQLite file has one server at a
 * time.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import * as jose from 'jose';
import { request } from '../clients/lib/net.mjs';
import { startServer } from '../clients/lib/server.mjs';
import { formsOf } from '../clients/lib/user_agent.mjs';
import { startDocuments } from './documents.mjs';
import { Person, totp } from './person.mjs';
import { makeKey, proof } from './proofs.mjs';
import { FORM, REDIRECT, assertOAuthError, startWorld } from './world.mjs';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const SLOW = 300; /* ms of a client host's response: long enough for concurrent requests */

describe('two servers', { skip: !process.env.ADCORE_TEST_DATABASE?.startsWith('postgres') && 'needs PostgreSQL' }, () => {
	let documents;
	let world;
	let beside;

	before(async () => {
		documents = await startDocuments();
		const args = [...documents.args, '--trusted-proxy', '127.0.0.1/32'];
		world = await startWorld({ args });
		beside = await startServer({ beside: world.server, args });
	});

	after(async () => {
		world?.assertQuietLog();
		await beside?.stop();
		await world?.stop();
		await documents?.close();
	});

	const at = (i) => (i % 2 ? beside.url : world.url);
	const twenty = (make) => Promise.all(Array.from({ length: 20 }, (_, i) => make(i)));
	const from = (i) => ({ 'X-Forwarded-For': `198.51.100.${i + 1}` });

	function token(i, fields, headers = {}) {
		return request(`${at(i)}/token`, { method: 'POST', headers: { 'Content-Type': FORM, ...headers },
			body: new URLSearchParams(fields).toString() });
	}

	const nothing = { grant_type: 'authorization_code', code: 'nothing', code_verifier: 'x'.repeat(43) };

	async function signingClient(members) {
		const pair = await jose.generateKeyPair('ES256', { extractable: true });
		const jwk = { ...await jose.exportJWK(pair.publicKey), kid: 'one' };
		const made = await world.confidential('private_key_jwt', members(jwk));
		const sign = (jti = randomUUID()) => new jose.SignJWT({ iss: made.client_id, sub: made.client_id, aud: world.url, jti,
			exp: Math.floor(Date.now() / 1000) + 60 }).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(pair.privateKey);
		return { ...made, jwk, sign };
	}

	const asserted = (text) => ({ ...nothing, client_assertion_type: ASSERTION, client_assertion: text });

	test('an assertion counts at one of them, once', async () => {
		const client = await signingClient((jwk) => ({ jwks: { keys: [jwk] } }));
		for (const [first, second] of [[0, 1], [1, 0]]) {
			const text = await client.sign();
			assertOAuthError(await token(first, asserted(text)), 400, 'invalid_grant');
			assertOAuthError(await token(second, asserted(text)), 401, 'invalid_client');
		}
		const text = await client.sign();
		const answers = await twenty((i) => token(i, asserted(text)));
		assert.equal(answers.filter((answer) => answer.status === 400).length, 1, 'one was proven');
		for (const answer of answers.filter((one) => one.status !== 400))
			assertOAuthError(answer, 401, 'invalid_client');
	});

	test('a jti of one client is free for another, at each of them', async () => {
		const clients = [await signingClient((jwk) => ({ jwks: { keys: [jwk] } })), await signingClient((jwk) => ({ jwks: { keys: [jwk] } }))];
		for (const [i, client] of clients.entries())
			assertOAuthError(await token(i, asserted(await client.sign('the-same'))), 400, 'invalid_grant');
		for (const [i, client] of clients.entries())
			assertOAuthError(await token(i + 1, asserted(await client.sign('the-same'))), 401, 'invalid_client');
	});

	test('a proof at the token endpoint counts at one of them, once, and its loser loses nothing else', async () => {
		const key = await makeKey();
		const make = () => proof(key, 'POST', `${world.url}/token`);
		const DPoP = await make();
		const fields = [];
		for (let i = 0; i < 4; i++)
			fields.push(world.codeFields(await world.code()));
		const answers = await Promise.all(fields.map((one, i) => token(i, one, { DPoP })));
		assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
		for (const [i, answer] of answers.entries()) {
			if (answer.status === 200)
				continue;
			assertOAuthError(answer, 400, 'invalid_dpop_proof');
			const again = await token(i + 1, fields[i], { DPoP: await make() });
			assert.equal(again.status, 200, 'the code is still good, at the other one');
			world.secrets.push(again.json.access_token, again.json.refresh_token);
		}
	});

	test('a proof of twenty requests to the API lets one of them in', async () => {
		const key = await makeKey();
		const grant = await world.code({ changes: { resource: world.server.api, scope: 'campaigns:read' } });
		const bound = await token(0, world.codeFields(grant, { resource: world.server.api }), { DPoP: await proof(key, 'POST', `${world.url}/token`) });
		assert.equal(bound.status, 200, bound.text);
		const access = bound.json.access_token;
		const me = (i, DPoP) => request(`${at(i)}/api/v1/me`, { headers: { Authorization: `DPoP ${access}`, DPoP } });
		const shown = await proof(key, 'GET', `${world.server.api}/me`, { token: access });
		const statuses = (await twenty((i) => me(i, shown))).map((answer) => answer.status);
		assert.equal(statuses.filter((status) => status === 200).length, 1, `${statuses}`);
		assert.equal(statuses.filter((status) => status === 401).length, 19, `${statuses}`);
		for (const i of [0, 1])
			assert.equal((await me(i, await proof(key, 'GET', `${world.server.api}/me`, { token: access }))).status, 200);
	});

	/* Answers as `page` does, after a delay. */
	const slowly = (page) => (req, res) => setTimeout(() => {
		res.writeHead(200, page.headers);
		res.end(page.body);
	}, SLOW);

	test('a metadata document that both want is fetched by one', async () => {
		const person = new Person(world, world.account);
		await person.signIn();
		const url = documents.fresh();
		documents.page(url, slowly({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ client_id: url,
			client_name: 'Fetched by one', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }) }));
		const handles = [];
		for (let i = 0; i < 8; i++) {
			const answer = await person.agent.get(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT }));
			assert.equal(answer.status, 303, answer.text.slice(0, 300));
			handles.push(new URL(answer.headers.location));
		}
		assert.equal(documents.times(url), 0);
		const pages = await Promise.all(handles.map((handle, i) => person.agent.get(at(i) + handle.pathname + handle.search)));
		for (const page of pages) {
			assert.equal(page.status, 200, page.text.slice(0, 300));
			assert.match(page.text, /Fetched by one/);
		}
		assert.equal(documents.times(url), 1);
	});

	test('one that fails is asked for once too, and both say why', async () => {
		const person = new Person(world, world.account);
		await person.signIn();
		const url = documents.fresh();
		documents.page(url, (req, res) => setTimeout(() => res.writeHead(503).end(), SLOW));
		const handles = [];
		for (let i = 0; i < 4; i++)
			handles.push(new URL((await person.agent.get(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT }))).headers.location));
		const pages = await Promise.all(handles.map((handle, i) => person.agent.get(at(i) + handle.pathname + handle.search)));
		for (const page of pages) {
			assert.equal(page.status, 502, page.text.slice(0, 300));
			assert.match(page.text, /HTTP status 503/);
		}
		assert.equal(documents.times(url), 1);
	});

	test('a set of keys that both want is fetched by one', async () => {
		const url = documents.fresh();
		const client = await signingClient(() => ({ jwks_uri: url }));
		documents.page(url, slowly({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ keys: [client.jwk] }) }));
		await world.code({ client }); /* keys are not fetched for a client without a grant */
		assert.equal(documents.times(url), 0);
		const texts = await twenty(() => client.sign());
		const answers = await Promise.all(texts.map((text, i) => token(i, asserted(text))));
		for (const answer of answers)
			assertOAuthError(answer, 400, 'invalid_grant');
		assert.equal(documents.times(url), 1);
	});

	/* A person with an authenticator app, and twenty of their browsers at the second step. */
	async function waiting() {
		const owner = new Person(world);
		await owner.signIn();
		await owner.enrol();
		world.secrets.push(owner.secret, ...owner.codes);
		const browsers = await twenty(async (i) => {
			const person = owner.another();
			const page = await person.password(from(i));
			assert.equal(page.url.pathname, '/signin/second');
			const [form] = formsOf(page.answer.text).filter((one) => one.method === 'POST');
			return { person, fields: Object.fromEntries(form.fields.map((one) => [one.name, one.value])) };
		});
		return { owner, browsers };
	}

	function second(i, { person, fields }, code) {
		return person.agent.post(`${at(i)}/signin/second`, { ...fields, code }, from(i));
	}

	for (const [name, codeOf] of [['a code of the app', (owner) => totp(owner.secret, 1)], ['a recovery code', (owner) => owner.codes[4]]])
		test(`${name} lets one browser in, whichever server it comes to`, async () => {
			const { owner, browsers } = await waiting();
			const code = codeOf(owner);
			const answers = await Promise.all(browsers.map((one, i) => second(i, one, code)));
			assert.equal(answers.filter((answer) => answer.status === 303).length, 1, `${answers.map((answer) => answer.status)}`);
			for (const [i, answer] of answers.entries())
				assert.equal(browsers[i].person.session !== undefined, answer.status === 303);
			/* And later, at either server. */
			for (const i of [0, 1]) {
				const late = { person: owner.another() };
				const page = await late.person.password(from(30 + i));
				late.fields = Object.fromEntries(formsOf(page.answer.text)[0].fields.map((one) => [one.name, one.value]));
				assert.equal((await second(i, late, code)).status, 403);
			}
		});
});
