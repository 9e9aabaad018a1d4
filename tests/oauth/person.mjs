/*
 * A person at their account page, in a browser without script: signs in with a password and a
 * second step, and sends the forms of /app/account.
 */
import { strict as assert } from 'node:assert';
import { createHmac } from 'node:crypto';
import { UserAgent, formsOf } from '../clients/lib/user_agent.mjs';

export const ACCOUNT = '/app/account';

function unbase32(text) {
	let bits = '';
	for (const c of text.replaceAll(' ', ''))
		bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0');
	return Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
}

/* The code of an authenticator app (RFC 6238), that many steps from now. */
export function totp(secret, steps = 0, now = Date.now()) {
	const message = Buffer.alloc(8);
	message.writeBigUInt64BE(BigInt(Math.floor(now / 30000) + steps));
	const mac = createHmac('sha1', unbase32(secret)).update(message).digest();
	const at = mac[19] & 15;
	return String((mac.readUInt32BE(at) & 0x7fffffff) % 1000000).padStart(6, '0');
}

/* The hidden fields of the page's form to this path, and the given ones. */
export function filled(html, action, set = {}) {
	const form = formsOf(html).find((one) => one.method === 'POST' && one.action === action);
	assert.ok(form, `a form to ${action}`);
	const fields = Object.fromEntries(form.fields.filter((one) => one.type === 'hidden').map((one) => [one.name, one.value]));
	return { ...fields, ...set };
}

export class Person {
	constructor(world, account = world.server.addAccount()) {
		this.world = world;
		this.account = account;
		this.agent = new UserAgent(world.url);
	}

	/* A new browser of the same person, without cookies. */
	another() {
		const other = new Person(this.world, this.account);
		other.secret = this.secret;
		other.codes = this.codes;
		return other;
	}

	get session() {
		return this.agent.cookies.get('adcore_session');
	}

	/* Signs in with the password. Returns the account page or the second step. */
	async password(headers) {
		const at = await this.agent.open(`/signin?back=${ACCOUNT}&switch=1`);
		return this.agent.submit(at, { set: { email: this.account.email, password: this.account.password }, headers });
	}

	async signIn() {
		let at = await this.password();
		if (at.url.pathname === '/signin/second')
			at = await this.agent.submit(at, { set: { code: this.next() } });
		assert.equal(at.url.pathname, ACCOUNT, at.answer.text.slice(0, 300));
		return at;
	}

	/* An unused code: the step of the last one is remembered. */
	next() {
		const step = Math.floor(Date.now() / 30000);
		const at = Math.max(step - 1, (this.used ?? 0) + 1);
		assert.ok(at <= step + 1, 'codes of three steps are there, and used');
		this.used = at;
		return totp(this.secret, at - step);
	}

	async page() {
		return (await this.agent.get(ACCOUNT)).text;
	}

	/* Sends the account page's form to this path below it. */
	async send(path, set = {}, { page, headers } = {}) {
		const action = ACCOUNT + path;
		const fields = filled(page ?? await this.page(), action, set);
		return this.agent.follow(await this.agent.post(action, fields, headers), action);
	}

	/* Adds an authenticator app: this.secret and this.codes. */
	async enrol() {
		const page = (await this.agent.get(`${ACCOUNT}/totp`)).text;
		this.secret = page.match(/<code class="secret">([A-Z2-7 ]+)<\/code>/)[1].replaceAll(' ', '');
		const done = await this.send('/totp', { code: this.next() }, { page });
		assert.equal(done.answer.status, 200, done.answer.text.slice(0, 500));
		this.codes = codesOf(done.answer.text);
		return page;
	}
}

export function codesOf(html) {
	return [...html.matchAll(/<code class="secret">([A-Z2-7-]{29})<\/code>/g)].map((one) => one[1]);
}
