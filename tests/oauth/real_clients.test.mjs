/*
 * Client libraries of three languages, each from its own discovery to its own revocation:
 * openid-client (JavaScript), Authlib (Python), Go's oauth2, the last two as Debian packages
 * them. A person without script consents in between.
 */
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import readline from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as openid from 'openid-client';
import { temporaryFolder } from '../clients/lib/server.mjs';
import { REDIRECT, startWorld } from './world.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
let world;

before(async () => {
	world = await startWorld();
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

async function assertLived({ first, second, after: end }, living) {
	world.secrets.push(first.access_token, first.refresh_token, second.access_token, second.refresh_token);
	assert.equal(first.token_type.toLowerCase(), 'bearer');
	assert.deepEqual(first.scope.split(' ').sort(), ['ads:read', 'campaigns:read']);
	assert.notEqual(first.access_token, second.access_token);
	assert.notEqual(first.refresh_token, second.refresh_token);
	if (living)
		assert.deepEqual(living, [200, 200]);
	for (const token of [first, second])
		assert.equal(await world.mcpStatus(token.access_token), 401, 'revoked');
	assert.match(String(end), /invalid_grant/);
}

/* Runs a program that communicates line by line: "open URL", then the callback's URL, then JSON. */
async function runProgram(command, args, env = {}) {
	const child = spawn(command, [...args, world.url, world.server.mcp, REDIRECT], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
	let wrong = '';
	child.stderr.on('data', (chunk) => {
		wrong += chunk;
	});
	let told;
	for await (const line of readline.createInterface({ input: child.stdout })) {
		if (line.startsWith('open ')) {
			const away = await world.agent.authorize(line.slice(5), world.account);
			child.stdin.end(`${away}\n`);
		} else {
			told = JSON.parse(line);
		}
	}
	assert.ok(told, wrong);
	return told;
}

test('openid-client', async () => {
	const options = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };
	const config = await openid.dynamicClientRegistration(new URL(world.url), { client_name: 'openid-client',
		redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_post' }, undefined, options);
	assert.equal(config.serverMetadata().issuer, world.url);
	const verifier = openid.randomPKCECodeVerifier();
	const state = openid.randomState();
	const url = openid.buildAuthorizationUrl(config, { redirect_uri: REDIRECT, scope: 'campaigns:read ads:read', state,
		code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', resource: world.server.mcp });
	const away = await world.agent.authorize(url, world.account);
	const first = await openid.authorizationCodeGrant(config, away, { pkceCodeVerifier: verifier, expectedState: state });
	const second = await openid.refreshTokenGrant(config, first.refresh_token, { resource: world.server.mcp });
	const living = [await world.mcpStatus(first.access_token), await world.mcpStatus(second.access_token)];
	const told = await openid.tokenIntrospection(config, second.access_token);
	assert.equal(told.active, true);
	await openid.tokenRevocation(config, second.refresh_token);
	const end = await openid.refreshTokenGrant(config, second.refresh_token).then(() => 'refreshed', (error) => error.error);
	await assertLived({ first, second, after: end }, living);
});

test('openid-client with a pushed request', async () => {
	const options = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };
	const config = await openid.dynamicClientRegistration(new URL(world.url), { client_name: 'openid-client, pushed',
		redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }, undefined, options);
	const verifier = openid.randomPKCECodeVerifier();
	const state = openid.randomState();
	const url = await openid.buildAuthorizationUrlWithPAR(config, { redirect_uri: REDIRECT, scope: 'campaigns:read', state,
		code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' });
	const away = await world.agent.authorize(url, world.account);
	const tokens = await openid.authorizationCodeGrant(config, away, { pkceCodeVerifier: verifier, expectedState: state });
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
});

test('Authlib', async () => {
	await assertLived(await runProgram('/usr/bin/python3', ['-B', join(HERE, 'clients/authlib_client.py')]));
});

test("Go's oauth2", async () => {
	const program = join(temporaryFolder(), 'go_client');
	/* As Debian's packages of Go libraries are meant to be built with: no modules, nothing fetched. */
	const env = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '', GOPROXY: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
	const built = spawnSync('go', ['build', '-o', program, resolve(HERE, 'clients/go_client.go')],
		{ env: { ...process.env, ...env }, encoding: 'utf8' });
	assert.equal(built.status, 0, String(built.error ?? built.stderr));
	await assertLived(await runProgram(program, []));
});
