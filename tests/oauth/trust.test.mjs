/*
 * The hosts whose metadata documents may define clients: --client-hosts and
 * --client-hosts-refused.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { request } from '../clients/lib/net.mjs';
import { startDocuments } from './documents.mjs';
import { REDIRECT, assertLocalPage, assertOAuthError, pkce, startWorld } from './world.mjs';

const AS = '/.well-known/oauth-authorization-server';
let documents;
let world;

before(async () => {
	documents = await startDocuments();
	world = await startWorld({ args: documents.args });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
	await documents?.close();
});

/* Restarts the same server with these settings. */
async function restart(env = {}) {
	await world.server.stop();
	await world.server.again(env);
}

const ask = (url) => request(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT }));

async function assertTaken(url) {
	const answer = await ask(url);
	assert.equal(answer.status, 303, answer.text);
}

async function assertRefused(url, word) {
	const page = await ask(url);
	assertLocalPage(page);
	assert.match(page.text, /unauthorized_client/);
	assert.match(page.text, word);
	for (const [path, fields] of [['/par', { redirect_uri: REDIRECT, response_type: 'code', code_challenge: pkce().challenge, code_challenge_method: 'S256' }],
		['/device_authorization', {}], ['/token', { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43) }],
		['/revoke', { token: 'x' }], ['/introspect', { token: 'x' }]]) {
		const answer = await world.form(path, { client_id: url, ...fields });
		assertOAuthError(answer, 401, 'invalid_client');
		assert.match(answer.json.error_description, word);
	}
	assert.equal(documents.times(url), 0, 'nothing is fetched');
}

test('a list of hosts: these and what is below them, compared by whole labels', async () => {
	await restart({ ADCORE_CLIENT_HOSTS: 'claude.ai.localhost, *.app.localhost' });
	await assertTaken(documents.publish({}, { url: documents.fresh('claude.ai.localhost') }));
	await assertTaken('https://CLAUDE.ai.localhost/client.json');
	await assertTaken(documents.publish({}, { url: documents.fresh('other.app.localhost') }));
	for (const host of ['evilclaude.ai.localhost', 'app.localhost', 'chatgpt.com.localhost'])
		await assertRefused(documents.publish({}, { url: documents.fresh(host) }), new RegExp(host.replaceAll('.', '\\.')));
	await assertRefused('https://evilapp.localhost/client.json', /evilapp\.localhost/);
	await assertRefused('https://claude.ai.localhost.example/client.json', /localhost\.example/);
	assert.equal((await request(world.url + AS)).json.client_id_metadata_document_supported, true);
	assert.equal((await request(world.authorizeUrl())).status, 303, 'who registered is not meant');
});

test('what is refused is refused also where it is listed', async () => {
	await restart({ ADCORE_CLIENT_HOSTS: '*.app.localhost,app.localhost', ADCORE_CLIENT_HOSTS_REFUSED: 'other.app.localhost' });
	await assertTaken(documents.publish());
	await assertRefused(documents.publish({}, { url: documents.fresh('other.app.localhost') }), /other\.app\.localhost/);
});

test('a host that is refused later gets nothing more; allowed again, it goes on', async () => {
	await restart();
	const url = documents.publish();
	const first = await world.tokens({ client: { client_id: url } });
	const { code, verifier } = await world.code({ client: { client_id: url } });
	await restart({ ADCORE_CLIENT_HOSTS_REFUSED: 'app.localhost' });
	assertOAuthError(await world.refresh(first.refresh_token, { client_id: url }), 401, 'invalid_client');
	assertOAuthError(await world.form('/token', { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT,
		client_id: url }), 401, 'invalid_client');
	await restart();
	assert.equal((await world.refresh(first.refresh_token, { client_id: url })).status, 200, 'nothing was used up');
});

test('a page that waited while the host was refused fetches and allows nothing', async () => {
	await restart();
	const url = documents.publish();
	const at = await world.agent.open(world.authorizeUrl({ client_id: url, redirect_uri: REDIRECT }));
	const seen = documents.times(url);
	await restart({ ADCORE_CLIENT_HOSTS_REFUSED: 'app.localhost' });
	const page = await world.agent.open(at.url);
	assertLocalPage(page.answer, 403);
	assert.match(page.answer.text, /app\.localhost/);
	assert.equal(documents.times(url), seen);
});

test('off: no document at all, and the metadata says so', async () => {
	await restart({ ADCORE_CLIENT_HOSTS: 'off' });
	await assertRefused(documents.publish(), /metadata document/);
	assert.equal((await request(world.url + AS)).json.client_id_metadata_document_supported, false);
	assert.equal((await request(world.authorizeUrl())).status, 303, 'who registered is not meant');
});
