/*
 * Published documents of clients, served over TLS on loopback: any number of hosts under
 * .localhost. The server under test trusts their certificate authority. Each path answers with
 * its page.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { temporaryFolder } from '../clients/lib/server.mjs';

/* Hosts that the certificate is for; anything else under .localhost fails to verify. */
const HOSTS = ['app.localhost', 'other.app.localhost', 'claude.ai.localhost', 'chatgpt.com.localhost',
	'vscode.dev.localhost', 'opencode.ai.localhost', 'xn--mnchen-3ya.localhost', 'evilclaude.ai.localhost'];

function openssl(...args) {
	execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function makeCertificates(folder) {
	const at = (name) => join(folder, name);
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	writeFileSync(at('leaf.cnf'), `subjectAltName=${HOSTS.map((host) => `DNS:${host}`).join(',')}\n`);
	openssl('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '400',
		'-subj', '/CN=adcore test authority', '-addext', 'basicConstraints=critical,CA:TRUE');
	openssl('req', ...key, '-keyout', at('leaf.key'), '-out', at('leaf.csr'), '-subj', '/CN=clients');
	openssl('x509', '-req', '-in', at('leaf.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial',
		'-out', at('leaf.pem'), '-days', '400', '-extfile', at('leaf.cnf'));
	return { ca: at('ca.pem'), key: readFileSync(at('leaf.key')), cert: readFileSync(at('leaf.pem')) };
}

export async function startDocuments() {
	const { ca, key, cert } = makeCertificates(temporaryFolder('adcore-documents-'));
	const documents = new Documents(ca);
	const server = https.createServer({ key, cert }, (req, res) => documents.answer(req, res));
	server.on('connection', () => documents.connections++);
	await new Promise((done) => server.listen(0, '127.0.0.1', done));
	documents.port = server.address().port;
	documents.close = () => new Promise((done) => {
		server.closeAllConnections();
		server.close(done);
	});
	return documents;
}

class Documents {
	constructor(ca) {
		this.ca = ca;
		this.pages = new Map();
		this.seen = [];
		this.connections = 0;
		this.numbers = 0;
	}

	/* The flags with which serve can fetch from it. */
	get args() {
		return ['--fetch-allow', '127.0.0.0/8', '--fetch-ca', this.ca];
	}

	url(path, host = 'app.localhost') {
		return `https://${host}:${this.port}${path}`;
	}

	/* A URL that no other test uses. */
	fresh(host) {
		return this.url(`/clients/${++this.numbers}.json`, host);
	}

	/* Publishes a page: { status, headers, body }, or a function of (req, res). */
	page(url, page) {
		const { host, pathname, search } = new URL(url);
		this.pages.set(host + pathname + search, page);
		return url;
	}

	/* Publishes a document of these members over a public loopback client; its URL. */
	publish(members = {}, { url = this.fresh(), headers = {} } = {}) {
		const body = JSON.stringify({
			client_id: url,
			client_name: 'Table document',
			redirect_uris: ['http://127.0.0.1/callback', 'https://client.example/callback'],
			token_endpoint_auth_method: 'none',
			...members,
		});
		return this.page(url, { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body });
	}

	/* The number of requests for a URL. */
	times(url) {
		const { host, pathname, search } = new URL(url);
		return this.seen.filter((one) => one.at === host + pathname + search).length;
	}

	answer(req, res) {
		const at = req.headers.host + req.url;
		const page = this.pages.get(at);
		this.seen.push({ at, method: req.method, headers: req.headers });
		if (typeof page === 'function') {
			page(req, res);
			return;
		}
		res.writeHead(page?.status ?? 404, page?.headers);
		res.end(page?.body ?? 'nothing here');
	}
}
