/*
 * The peer of ./dev bench oauth: oidc-provider on a port of its own, its rows in memory. It prints
 * what the load needs as one line of JSON: a form, refresh tokens, an access token, and where a JWT
 * is checked. Usage: oidc_provider.mjs COUNT
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.env.OIDC_PROVIDER_HOME}/node_modules/`);
const { default: Provider } = await import(pathToFileURL(require.resolve('oidc-provider')));
const jose = await import(pathToFileURL(require.resolve('jose')));
const RESOURCE = 'urn:bench:api';
const SCOPE = 'campaigns:read';

const { privateKey, publicKey } = await jose.generateKeyPair('ES256', { extractable: true });
const server = createServer();
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}`;

/* All rows in memory: the provider's own store drops entries above a thousand. */
class Kept {
	static rows = new Map();
	static of = new Map(); // by grant: the keys of its rows

	constructor(name) {
		this.name = name;
	}

	key(id) {
		return `${this.name}:${id}`;
	}

	async upsert(id, payload) {
		Kept.rows.set(this.key(id), payload);
		if (payload.grantId)
			Kept.of.set(payload.grantId, [...(Kept.of.get(payload.grantId) ?? []).slice(-8), this.key(id)]);
	}

	async find(id) {
		return Kept.rows.get(this.key(id));
	}

	async consume(id) {
		Kept.rows.get(this.key(id)).consumed = Math.floor(Date.now() / 1000);
	}

	async destroy(id) {
		Kept.rows.delete(this.key(id));
	}

	async revokeByGrantId(grantId) {
		for (const key of Kept.of.get(grantId) ?? [])
			Kept.rows.delete(key);
		Kept.of.delete(grantId);
	}
}

const provider = new Provider(url, {
	adapter: Kept,
	jwks: { keys: [{ ...(await jose.exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
	cookies: { keys: ['bench'] },
	clients: [{ client_id: 'bench', client_secret: 'bench-secret', token_endpoint_auth_method: 'client_secret_post',
		grant_types: ['authorization_code', 'refresh_token', 'client_credentials'], redirect_uris: ['https://client.example/cb'],
		id_token_signed_response_alg: 'ES256' }],
	scopes: ['openid', 'offline_access', SCOPE],
	rotateRefreshToken: () => true,
	findAccount: (ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
	features: {
		devInteractions: { enabled: false },
		clientCredentials: { enabled: true },
		resourceIndicators: {
			enabled: true,
			defaultResource: () => RESOURCE,
			useGrantedResource: () => true,
			getResourceServerInfo: () => ({ scope: SCOPE, audience: RESOURCE, accessTokenTTL: 3600, accessTokenFormat: 'jwt',
				jwt: { sign: { alg: 'ES256' } } }),
		},
	},
});

/* A resource server in Node checks a JWT's signature, issuer, audience and time. */
const answer = provider.callback();
server.on('request', async (req, res) => {
	if (req.url !== '/checked')
		return answer(req, res);
	try {
		const { payload } = await jose.jwtVerify((req.headers.authorization ?? '').slice(7), publicKey,
			{ issuer: url, audience: RESOURCE, algorithms: ['ES256'] });
		res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sub: payload.sub }));
	} catch {
		res.writeHead(401).end();
	}
});

const client = await provider.Client.find('bench');
const refresh = [];
for (let i = 0; i < Number(process.argv[2]); i++) {
	const grant = new provider.Grant({ accountId: 'account', clientId: 'bench' });
	grant.addOIDCScope('offline_access');
	grant.addResourceScope(RESOURCE, SCOPE);
	const grantId = await grant.save();
	const token = new provider.RefreshToken({ client, accountId: 'account', grantId, scope: `offline_access ${SCOPE}`,
		resource: RESOURCE, gty: 'authorization_code', authTime: Math.floor(Date.now() / 1000) });
	refresh.push(await token.save());
}
const access = await new jose.SignJWT({ client_id: 'bench', scope: SCOPE }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
	.setIssuer(url).setAudience(RESOURCE).setSubject('account').setIssuedAt().setExpirationTime('1h').sign(privateKey);
console.log(JSON.stringify({ token: `${url}/token`, checked: `${url}/checked`, access, refresh,
	form: 'client_id=bench&client_secret=bench-secret' }));
