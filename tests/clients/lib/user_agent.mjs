/*
 * A browser without script, for the tables that need hundreds of sign-ins and codes: cookies,
 * forms, redirects, and a real browser's Fetch Metadata headers.
 */
import { strict as assert } from 'node:assert';
import { request } from './net.mjs';

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

export function unescapeHtml(text) {
	return text.replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (whole, name) => {
		if (name[0] !== '#')
			return ENTITIES[name.toLowerCase()] ?? whole;
		const hex = name[1] === 'x' || name[1] === 'X';
		return String.fromCodePoint(parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10));
	});
}

/* A page's text, for a message about the page. */
const plain = (html) => unescapeHtml(html.replace(/<style[\s\S]*?<\/style>|<head[\s\S]*?<\/head>|<[^>]*>/gi, ' ')).replace(/\s+/g, ' ').slice(0, 300);

function tagAttributes(tag) {
	const inner = tag.replace(/^<\/?[a-zA-Z0-9]+/, '').replace(/\/?>$/, '');
	const found = {};
	for (const match of inner.matchAll(/([a-zA-Z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g))
		found[match[1].toLowerCase()] = unescapeHtml(match[2] ?? match[3] ?? match[4] ?? '');
	return found;
}

/* The forms of a page: { method, action, fields: [{ name, type, value, checked }] }. */
export function formsOf(html) {
	return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/gi)].map(([source]) => {
		const head = tagAttributes(source.match(/<form\b[^>]*>/i)[0]);
		return {
			method: (head.method ?? 'get').toUpperCase(),
			action: head.action ?? '',
			fields: fieldsOf(source),
		};
	});
}

function fieldsOf(source) {
	const fields = [];
	for (const [tag, name] of source.matchAll(/<(input|button|select|textarea)\b[^>]*>/gi)) {
		const at = tagAttributes(tag);
		const type = name.toLowerCase() === 'input' ? (at.type ?? 'text').toLowerCase() : name.toLowerCase();
		if (at.name !== undefined)
			fields.push({ name: at.name, type, value: at.value ?? (type === 'checkbox' ? 'on' : ''), checked: 'checked' in at });
	}
	for (const [select] of source.matchAll(/<select\b[^>]*>[\s\S]*?<\/select>/gi)) {
		const { name } = tagAttributes(select.match(/<select\b[^>]*>/i)[0]);
		const options = [...select.matchAll(/<option\b[^>]*>/gi)].map(([option]) => tagAttributes(option));
		const field = fields.find((one) => one.type === 'select' && one.name === name);
		if (field)
			field.value = (options.find((option) => 'selected' in option) ?? options[0])?.value ?? '';
	}
	return fields;
}

/* The target of a page's or an answer's redirect, or null. */
export function redirectOf(answer) {
	if (answer.status >= 300 && answer.status < 400)
		return answer.headers.location ?? null;
	const meta = answer.text.match(/<meta\b[^>]*http-equiv\s*=\s*["']?refresh[^>]*>/i);
	if (!meta)
		return null;
	return tagAttributes(meta[0]).content?.match(/url\s*=\s*(.*)$/i)?.[1]?.replace(/^["']|["']$/g, '') ?? null;
}

export class UserAgent {
	constructor(origin) {
		this.origin = origin;
		this.cookies = new Map();
	}

	#headers(extra) {
		const headers = { 'User-Agent': 'adcore-test-agent', Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate',
			'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none', ...extra };
		if (this.cookies.size)
			headers.Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		return headers;
	}

	#keep(answer) {
		for (const line of answer.headers['set-cookie'] ?? []) {
			const [pair, ...rest] = line.split(';');
			const at = pair.indexOf('=');
			const name = pair.slice(0, at).trim();
			const gone = rest.some((part) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(part));
			if (gone)
				this.cookies.delete(name);
			else
				this.cookies.set(name, pair.slice(at + 1).trim());
		}
		return answer;
	}

	async get(url, headers = {}) {
		const target = new URL(url, this.origin);
		return this.#keep(await request(target, { headers: this.#headers(headers) }));
	}

	async post(url, fields, headers = {}) {
		const target = new URL(url, this.origin);
		return this.#keep(await request(target, {
			method: 'POST',
			headers: this.#headers({ 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.origin,
				'Sec-Fetch-Site': 'same-origin', ...headers }),
			body: new URLSearchParams(fields).toString(),
		}));
	}

	/*
	 * Follows redirects of the same origin. Returns { answer, url } of the last one, or {
	 * away }.
	 */
	async follow(answer, url) {
		let here = new URL(url, this.origin);
		for (let hops = 0; hops < 8; hops++) {
			const to = redirectOf(answer);
			if (to === null)
				return { answer, url: here };
			const next = new URL(to, here);
			if (next.origin !== new URL(this.origin).origin)
				return { answer, url: here, away: next };
			here = next;
			answer = await this.get(here);
		}
		throw new Error(`more than 8 redirects from ${url}`);
	}

	async open(url) {
		return this.follow(await this.get(url), url);
	}

	/* Sends the page's one POST form as a browser would: ticked boxes, the chosen button. */
	async submit(at, { set = {}, check = {}, button, headers } = {}) {
		const posts = formsOf(at.answer.text).filter((form) => form.method === 'POST');
		assert.equal(posts.length, 1, `exactly one POST form at ${at.url.pathname}: ${at.answer.status} ${at.answer.text.slice(0, 300)}`);
		const url = new URL(posts[0].action || at.url.href, at.url);
		return this.follow(await this.post(url, formData(posts[0], { set, check, button }), headers), url);
	}

	/* Opens a page that may require sign-in first. */
	async signIn(at, { email, password }) {
		assert.equal(at.url.pathname, '/signin', `the sign-in page was expected: ${at.answer.status}`);
		return this.submit(at, { set: { email, password } });
	}

	/*
	 * Opens an authorize URL, signs in if required, and decides. check: { scope: wanted }.
	 * Returns the URL that the client is sent to.
	 */
	async authorize(url, account, { check = {}, set = {}, decision = 'allow' } = {}) {
		let at = await this.open(url);
		if (at.url.pathname === '/signin')
			at = await this.signIn(at, account);
		if (!at.away)
			assert.notEqual(at.url.pathname, '/signin', `not signed in: ${at.answer.status}: ${plain(at.answer.text)}`);
		if (!at.away)
			at = await this.submit(at, { check: { scope: check }, set, button: ['decision', decision] });
		/* Consent to push requires a recent sign-in. */
		if (!at.away && at.answer.status === 403 && /signed in more than 10 minutes ago/.test(at.answer.text)) {
			this.cookies.clear();
			return this.authorize(url, account, { check, set, decision });
		}
		assert.ok(at.away, `no redirect to the client: ${at.answer.status} at ${at.url.pathname}: ${plain(at.answer.text)}`);
		return at.away;
	}
}

function formData(form, { set, check, button }) {
	const pairs = [];
	for (const field of form.fields) {
		if (field.type === 'checkbox' || field.type === 'radio') {
			const wanted = field.type === 'radio' && field.name in set
				? set[field.name] === field.value
				: check[field.name]?.[field.value] ?? field.checked;
			if (wanted)
				pairs.push([field.name, field.value]);
		} else if (!['button', 'submit', 'reset', 'image'].includes(field.type)) {
			pairs.push([field.name, set[field.name] ?? field.value]);
		}
	}
	if (button)
		pairs.push(button);
	return pairs;
}
