/*
 * A Space with an owner at its Connections page: connects by the simulated platforms' consent,
 * tests, disconnects. A sandbox account belongs to one Space only, so each Space has its own.
 */
import { strict as assert } from 'node:assert';
import { randomInt } from 'node:crypto';
import { request } from '../clients/lib/net.mjs';
import { formsOf, unescapeHtml } from '../clients/lib/user_agent.mjs';
import { csrfOf, Office, signedIn } from './office.mjs';
import { filled } from './person.mjs';

export const PAGE = '/app/connections';

/* Prefix and digits of an ad account's id, as the consent page accepts it. */
const FORMS = { google: ['', 10], microsoft: ['', 9], reddit: ['t2_', 8], meta: ['', 15] };

export function number(digits) {
	return Array.from({ length: digits }, () => randomInt(1, 10)).join('');
}

/* The messages at the head of a page, success or error. */
export function said(page) {
	return unescapeHtml([...page.text.matchAll(/<p[^>]* role="(?:alert|status)">([\s\S]*?)<\/p>/g)].map(([, text]) => text).join('\n'));
}

/* The accounts that the page offers for choice, in its order. */
export function offered(page) {
	return formsOf(page.text).flatMap((form) => form.fields).filter((one) => one.name === 'account').map((one) => one.value);
}

/* A Space with an owner at its Connections page. */
export class Desk extends Office {
	/* sandbox: the origin of the consent pages. */
	constructor(world, sandbox) {
		super(world, 'NEVER');
		this.sandbox = sandbox;
		this.accounts = Object.fromEntries(Object.entries(FORMS).map(([platform, [prefix, digits]]) => [platform, prefix + number(digits)]));
	}

	async open(account = this.boss) {
		this.agent = await signedIn(this.world, account);
		return this;
	}

	/* The same Space, with another person at the page. */
	as(account) {
		return Object.assign(Object.create(Desk.prototype), this).open(account);
	}

	page() {
		return this.agent.get(`${PAGE}/${this.space}`);
	}

	async act(what, platform, fields = {}) {
		const { id } = await this.connection(platform);
		const csrf = csrfOf(await this.agent.get('/app'));
		return this.agent.post(PAGE, { csrf, do: what, space: this.space, environment: 'test', platform, connection: id, ...fields });
	}

	async connection(platform) {
		const { data } = (await this.rest('GET', `/connections?platform=${platform}`)).json;
		return data[0];
	}

	/* The callback's URL after the consent was answered. */
	async consent(platform, answer = {}) {
		const off = await this.act('connect', platform);
		assert.equal(off.status, 303, off.text);
		const there = new URL(off.headers.location);
		assert.ok(there.href.startsWith(this.sandbox.url), there.href);
		for (const [name, value] of Object.entries({ sandbox: 'allow', account: this.accounts[platform], ...answer }))
			there.searchParams.set(name, value);
		const back = await request(there, { redirect: 'manual' });
		assert.equal(back.status, 302, back.text);
		return { asked: there.searchParams, back: new URL(back.headers.location) };
	}

	async choose(page, account, more = {}) {
		return this.agent.post(`${PAGE}/choose`, filled(page.text, `${PAGE}/choose`, { account, ...more }));
	}

	/* Connects completely, for tests that start with a connection. */
	async connect(platform, answer) {
		const { back } = await this.consent(platform, answer);
		const page = await this.agent.get(back.href);
		assert.equal(page.status, 200, page.text);
		return this.choose(page, offered(page)[0]);
	}

	/* As in a Space whose connection was never used. */
	async disconnect(platform) {
		const answer = await this.act('disconnect', platform);
		assert.ok([200, 303].includes(answer.status), answer.text);
	}
}
