/* A strict client library end to end: discovery, registration, code with PKCE, refresh, revocation. */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { authorizeInBrowser, launchBrowser } from '../clients/lib/chromium.mjs';
import { callbackListener } from '../clients/lib/net.mjs';
import { startWorld } from './world.mjs';

const insecure = { [oauth.allowInsecureRequests]: true };

let world;
let listener;
let browser;
let as;

before(async () => {
	world = await startWorld();
	listener = await callbackListener();
	browser = await launchBrowser();
});

after(async () => {
	await browser?.close();
	await listener?.close();
	await world?.stop();
});

async function discover() {
	const issuer = new URL(world.url);
	const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
	return oauth.processDiscoveryResponse(issuer, answer);
}

test('discovery by RFC 8414 and by OpenID, and the resource by RFC 9728', async () => {
	/* The library compares with the issuer as a URL object writes it, with a slash at the end. */
	as = await discover();
	const issuer = new URL(world.url);
	const openid = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...insecure });
	assert.deepEqual(await oauth.processDiscoveryResponse(issuer, openid), as);
	const resource = new URL(world.server.mcp);
	const metadata = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, insecure));
	assert.equal(metadata.authorization_servers[0], as.issuer);
});

async function grant({ authentication, metadata, scope }) {
	const registration = await oauth.dynamicClientRegistrationRequest(as, {
		client_name: 'Strict client',
		redirect_uris: [listener.url],
		...metadata,
	}, insecure);
	const client = await oauth.processDynamicClientRegistrationResponse(registration);
	const clientAuth = authentication(client);
	const verifier = oauth.generateRandomCodeVerifier();
	const state = oauth.generateRandomState();
	const url = new URL(as.authorization_endpoint);
	for (const [name, value] of Object.entries({
		client_id: client.client_id,
		redirect_uri: listener.url,
		response_type: 'code',
		scope,
		state,
		code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
		code_challenge_method: 'S256',
		resource: world.server.mcp,
	}))
		url.searchParams.set(name, value);
	const { params } = await authorizeInBrowser(browser, url, { account: world.account, listener });
	const checked = oauth.validateAuthResponse(as, client, params, state);
	const answer = await oauth.authorizationCodeGrantRequest(as, client, clientAuth, checked, listener.url, verifier,
		{ additionalParameters: { resource: world.server.mcp }, ...insecure });
	const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer);
	return { client, clientAuth, tokens };
}

async function wholeLife(options) {
	const { client, clientAuth, tokens } = await grant(options);
	assert.equal(tokens.scope, options.scope);
	assert.equal(await world.mcpStatus(tokens.access_token), 200);
	const refreshed = await oauth.processRefreshTokenResponse(as, client,
		await oauth.refreshTokenGrantRequest(as, client, clientAuth, tokens.refresh_token, insecure));
	assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
	assert.equal(await world.mcpStatus(refreshed.access_token), 200);
	await oauth.processRevocationResponse(
		await oauth.revocationRequest(as, client, clientAuth, refreshed.refresh_token, insecure));
	assert.equal(await world.mcpStatus(refreshed.access_token), 401);
	const dead = await oauth.refreshTokenGrantRequest(as, client, clientAuth, refreshed.refresh_token, insecure);
	await assert.rejects(oauth.processRefreshTokenResponse(as, client, dead), (error) => error.error === 'invalid_grant');
	return tokens;
}

test('a public client lives its whole life', async () => {
	const tokens = await wholeLife({
		metadata: { token_endpoint_auth_method: 'none' },
		authentication: () => oauth.None(),
		scope: 'campaigns:read campaigns:write sync:read',
	});
	assert.ok(tokens.refresh_token);
});

test('a client with a secret by Basic', async () => {
	await wholeLife({
		metadata: { token_endpoint_auth_method: 'client_secret_basic' },
		authentication: (client) => oauth.ClientSecretBasic(client.client_secret),
		scope: 'ads:read',
	});
});

test('a client with a secret in the form', async () => {
	await wholeLife({
		metadata: { token_endpoint_auth_method: 'client_secret_post' },
		authentication: (client) => oauth.ClientSecretPost(client.client_secret),
		scope: 'ads:read',
	});
});

test('a person who denies: the client reads access_denied', async () => {
	const url = new URL(world.authorizeUrl({ redirect_uri: listener.url }));
	const { params } = await authorizeInBrowser(browser, url, { account: world.account, listener, decision: 'deny' });
	const client = { client_id: world.client.client_id };
	assert.throws(() => oauth.validateAuthResponse(as, client, params, 'state-1'), (error) => error.error === 'access_denied');
});
