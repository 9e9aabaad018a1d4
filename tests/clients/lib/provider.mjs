/*
 * The part of an MCP client that a host application provides: stores the answers of registration
 * and of the token endpoint, and records the URL that the person must open. Serves both SDK
 * lines.
 */
import { randomBytes } from 'node:crypto';

export class MemoryProvider {
	constructor(redirectUrl, clientName) {
		this.redirectUrl = redirectUrl;
		this.clientName = clientName;
		this.opened = [];
		this.refreshes = 0;
	}

	get clientMetadata() {
		return {
			client_name: this.clientName,
			redirect_uris: [this.redirectUrl],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
		};
	}

	state() {
		this.lastState = randomBytes(16).toString('base64url');
		return this.lastState;
	}

	clientInformation() {
		return this.client;
	}

	saveClientInformation(client) {
		this.client = client;
	}

	tokens() {
		return this.saved;
	}

	saveTokens(tokens) {
		if (this.saved)
			this.refreshes++;
		this.saved = tokens;
	}

	saveCodeVerifier(verifier) {
		this.verifier = verifier;
	}

	codeVerifier() {
		return this.verifier;
	}

	saveDiscoveryState(state) {
		this.discovery = state;
	}

	discoveryState() {
		return this.discovery;
	}

	redirectToAuthorization(url) {
		this.opened.push(url);
	}

	invalidateCredentials(what) {
		if (what === 'all' || what === 'client')
			this.client = undefined;
		if (what === 'all' || what === 'tokens')
			this.saved = undefined;
		if (what === 'all' || what === 'discovery')
			this.discovery = undefined;
	}
}

/* fetch that notes each exchange: { method, url, status, challenge, requestBody }. */
export function recordingFetch(log) {
	return async (input, init = {}) => {
		const response = await fetch(input, init);
		log.push({
			method: init.method ?? 'GET',
			url: new URL(String(input?.url ?? input)),
			status: response.status,
			challenge: response.headers.get('www-authenticate'),
			requestBody: typeof init.body === 'string' ? init.body : String(init.body ?? ''),
		});
		return response;
	};
}

/* The parameters of a Bearer challenge. */
export function challengeOf(header) {
	const found = { scheme: header?.split(/\s/)[0] ?? '' };
	for (const [, name, quoted, bare] of (header ?? '').matchAll(/([a-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi))
		found[name] = quoted?.replace(/\\(.)/g, '$1') ?? bare;
	return found;
}
