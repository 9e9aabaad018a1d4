/* The cases of tests/sdk/cases.json by the TypeScript package. Prints "ok CASE" or "not ok CASE: why". */
import { strict as assert } from 'node:assert';
import { createHmac } from 'node:crypto';
import * as sdk from 'adcore';
import type { Campaign, ClientOptions, LogEvent, ResponseInfo } from 'adcore';

const env = (name: string): string => process.env[name] ?? '';
const URL = env('ADCORE_URL');
const TOKEN = env('ADCORE_TOKEN');
const GROUP = env('ADCORE_ROWS_GROUP');
const ROWS = Number(env('ADCORE_ROWS'));
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

interface Seen { method: string; path: string; query: string; headers: Record<string, string>; body: string }

const make = (more: Partial<ClientOptions> = {}): sdk.Adcore => new sdk.Adcore({ baseUrl: URL, token: TOKEN, ...more });
const client = make();

async function faults(...list: object[]): Promise<void> {
	await fetch(`${URL}/_control`, { method: 'POST', body: JSON.stringify({ faults: list }) });
}

async function seen(): Promise<Seen[]> {
	return (await (await fetch(`${URL}/_control`)).json()) as Seen[];
}

let serial = 0;
const draft = (budget: string | number = '20'): Promise<Campaign> =>
	client.campaigns.create({ name: `TypeScript ${serial++}`, type: 'SEARCH', budget, labels: ['kept'] });

async function refusal<T extends Error>(kind: abstract new (...args: never[]) => T, work: Promise<unknown>): Promise<T> {
	try {
		await work;
	} catch (error) {
		assert.ok(error instanceof kind, `${String(error)} is no ${kind.name}`);
		return error;
	}
	throw new Error(`no ${kind.name}`);
}

function canned(match: string, status: number, code: string, details: object, headers: object = {}, times = 1): object {
	return { match, status, headers, times, body: { error: { code, message: 'From the proxy.', details } } };
}

async function stored(budget: string): Promise<void> {
	const made = await draft(budget);
	assert.equal(made.budget, budget);
	assert.equal((await client.campaigns.get(made.id)).budget, budget);
}

async function repeated(status: number, headers: object, least: number): Promise<void> {
	await faults(canned('POST /campaigns', status, 'X', {}, headers));
	const began = Date.now();
	assert.ok((await draft()).id);
	assert.ok(Date.now() - began >= least, 'it did not wait');
	const sent = await seen();
	assert.equal(sent.length, 2);
	assert.equal(sent[0]?.headers['idempotency-key'], sent[1]?.headers['idempotency-key']);
}

function signed(body: string, at: number): Record<string, string> {
	const key = Buffer.from(SECRET.slice(6), 'base64');
	const mac = createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64');
	return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'Webhook-Signature': `v1,AAAA v1,${mac}` };
}

const now = (): number => Math.floor(Date.now() / 1000);
const EVENT = '{"id":"evt_1","type":"run.ended"}';

async function pushed(campaign: Campaign): Promise<sdk.SyncRun> {
	const plan = await client.sync.preview({ campaignIds: [campaign.id] });
	assert.equal(plan.violations.length, 0);
	const run = await client.sync.wait(await client.sync.push(plan));
	assert.equal(run.status, 'SUCCEEDED');
	return run;
}

async function whole(): Promise<Campaign> {
	const campaign = await draft();
	const group = await client.adGroups.create({ campaignId: campaign.id, name: 'Group' });
	await client.ads.create({
		adGroupId: group.id, type: 'RESPONSIVE_SEARCH', finalUrl: 'https://bakery.example/bread',
		headlines: ['Fresh bread', { text: 'Baked at 5 am', pin: 'HEADLINE_1' }, 'Order until 8 pm'],
		descriptions: ['Sourdough, rye and rolls.', 'Pick up from 6 am.'],
	});
	await client.keywords.create({ adGroupId: group.id, text: 'bread', matchType: 'EXACT' });
	return campaign;
}

const cases: Record<string, () => Promise<void>> = {
	async 'me'() {
		const me = await client.me.get();
		assert.equal(me.environment, 'test');
		assert.equal(me.space.id, env('ADCORE_SPACE'));
	},
	async 'user-agent'() {
		await faults();
		await client.me.get();
		assert.match((await seen())[0]?.headers['user-agent'] ?? '', /^adcore-typescript\/\d+\.\d+\.\d+ node\//);
	},
	async 'base-url'() {
		assert.ok((await make({ baseUrl: `${URL}/api/v1/` }).me.get()).uid);
	},
	async 'token-provider'() {
		let calls = 0;
		const own = make({ token: async () => { calls++; return TOKEN; } });
		await faults({ match: 'GET /me', cut: 'before' });
		await own.me.get();
		assert.equal(calls, 2);
	},
	async 'space'() {
		await faults();
		await client.me.get({ spaceId: env('ADCORE_SPACE') });
		await make({ spaceId: env('ADCORE_SPACE') }).me.get();
		assert.deepEqual((await seen()).map((each) => each.headers['x-space-id']), [env('ADCORE_SPACE'), env('ADCORE_SPACE')]);
	},
	async 'logger'() {
		const events: LogEvent[] = [];
		await make({ logger: (event) => events.push(event) }).me.get();
		assert.equal(events.length, 1);
		assert.equal(events[0]?.operation, 'getMe');
		assert.equal(events[0]?.status, 200);
		assert.match(events[0]?.requestId ?? '', /^req_/);
		assert.ok(!JSON.stringify(events).includes(TOKEN));
	},
	async 'response'() {
		let info: ResponseInfo | undefined;
		await client.me.get({ onResponse: (each) => { info = each; } });
		assert.equal(info?.status, 200);
		assert.match(info?.requestId ?? '', /^req_/);
	},
	async 'create'() {
		assert.match((await draft()).id, /^cmp_/);
	},
	async 'get'() {
		const made = await draft();
		assert.deepEqual(await client.campaigns.get(made.id), made);
	},
	'money-smallest': () => stored('0.01'),
	'money-exact': () => stored('131072.01'),
	'money-largest': () => stored('999999999.99'),
	async 'money-wire'() {
		await faults();
		await draft('131072.01');
		assert.ok((await seen())[0]?.body.includes('"budget":131072.01,'));
	},
	async 'money-nested'() {
		const made = await client.campaigns.create({ name: 'Nested', type: 'SEARCH', budget: 5,
			bidding: { strategy: 'MANUAL_CPC', maxCpc: '1234.56' } });
		assert.equal((await client.campaigns.get(made.id)).bidding?.maxCpc, '1234.56');
	},
	async 'money-refused'() {
		await faults();
		await refusal(TypeError, draft('12,50'));
		assert.equal((await seen()).length, 0);
	},
	async 'patch-absent'() {
		const made = await draft();
		const changed = await client.campaigns.update(made.id, { budget: '6', endDate: undefined });
		assert.equal(changed.budget, '6');
		assert.deepEqual(changed.labels, ['kept']);
	},
	async 'patch-null'() {
		const made = await draft();
		assert.deepEqual((await client.campaigns.update(made.id, { labels: null })).labels, []);
	},
	async 'patch-body'() {
		const made = await draft();
		await faults();
		await client.campaigns.update(made.id, { budget: '7', labels: null });
		assert.equal((await seen())[0]?.body, '{"budget":7,"labels":null}');
	},
	async 'unknown-enum'() {
		const made = await draft();
		await faults({ match: 'GET /campaigns/', replace: [['"STAGED"', '"LATER"']] });
		assert.equal((await client.campaigns.get(made.id)).syncState, 'LATER');
	},
	async 'unknown-field'() {
		const made = await draft();
		await faults({ match: 'GET /campaigns/', replace: [['"labels"', '"mood":"sunny","labels"']] });
		assert.equal((await client.campaigns.get(made.id)).mood, 'sunny');
	},
	async 'read-modify-write'() {
		const made = await client.campaigns.create({ name: 'Read', type: 'SEARCH', budget: 5,
			bidding: { strategy: 'MANUAL_CPC', maxCpc: '1.5' } });
		await faults({ match: 'GET /campaigns/', replace: [['"MANUAL_CPC"', '"LATER","mood":"sunny"']] },
			{ match: 'PATCH /campaigns/', status: 200, body: { data: {}, meta: {} } });
		const { bidding } = await client.campaigns.get(made.id);
		assert.ok(bidding);
		bidding.maxCpc = '2.25';
		await client.campaigns.update(made.id, { bidding });
		const sent = JSON.parse((await seen())[1]?.body ?? '') as { bidding: Record<string, unknown> };
		assert.equal(sent.bidding.strategy, 'LATER');
		assert.equal(sent.bidding.mood, 'sunny');
		assert.equal(sent.bidding.maxCpc, 2.25);
	},
	async 'text-or-object'() {
		const campaign = await whole();
		const [ad] = await client.ads.list({ campaignId: [campaign.id] }).all();
		const texts = ad?.headlines.map((each) => (typeof each === 'string' ? each : `${each.text}@${each.pin}`));
		assert.deepEqual(texts, ['Fresh bread', 'Baked at 5 am@HEADLINE_1', 'Order until 8 pm']);
	},
	async 'pages-all'() {
		const ids = new Set<string>();
		for await (const each of client.keywords.list({ adGroupId: [GROUP], limit: 200 }))
			ids.add(each.id);
		assert.ok(ids.size >= ROWS);
	},
	async 'pages-added'() {
		const texts: string[] = [];
		for await (const each of client.keywords.list({ adGroupId: [GROUP], limit: 200 })) {
			if (texts.length % 200 === 0)
				await client.keywords.create({ adGroupId: GROUP, text: `added ${texts.length}`, matchType: 'EXACT' });
			texts.push(each.text);
		}
		const rows = texts.filter((each) => each.startsWith('row '));
		assert.equal(rows.length, ROWS);
		assert.equal(new Set(texts).size, texts.length);
	},
	async 'pages-page'() {
		const page = await client.keywords.list({ adGroupId: [GROUP], limit: 3 }).page();
		assert.equal(page.data.length, 3);
		assert.ok(page.meta.total >= ROWS);
		assert.ok(page.meta.nextCursor);
	},
	async 'pages-lazy'() {
		await faults();
		assert.equal((await client.keywords.list({ adGroupId: [GROUP], limit: 5 }).all(4)).length, 4);
		assert.equal((await seen()).length, 1);
	},
	async 'pages-filter'() {
		await faults();
		await client.campaigns.list({ status: ['PAUSED', 'ENABLED'], limit: 1 }).page();
		assert.equal((await seen())[0]?.query, 'status=PAUSED,ENABLED&limit=1'.split('&').reverse().join('&'));
	},
	async 'key-made'() {
		await faults();
		await draft();
		await draft();
		const keys = (await seen()).map((each) => each.headers['idempotency-key']);
		assert.ok(keys[0] && keys[1] && keys[0] !== keys[1]);
	},
	'key-kept': () => repeated(503, {}, 0),
	async 'key-twice'() {
		const body = { name: 'Twice', type: 'SEARCH', budget: 5 };
		const first = await client.campaigns.create(body, { idempotencyKey: 'typescript-twice' });
		let replayed = false;
		const second = await client.campaigns.create(body,
			{ idempotencyKey: 'typescript-twice', onResponse: (info) => { replayed = info.replayed; } });
		assert.equal(first.id, second.id);
		assert.ok(replayed);
	},
	async 'key-conflict'() {
		const options = { idempotencyKey: 'typescript-conflict' };
		await client.campaigns.create({ name: 'One', type: 'SEARCH', budget: 5 }, options);
		const error = await refusal(sdk.ConflictError, client.campaigns.create({ name: 'Two', type: 'SEARCH', budget: 5 }, options));
		assert.equal(error.code, 'IDEMPOTENCY_CONFLICT');
	},
	async 'cut-before'() {
		await faults({ match: 'GET /me', cut: 'before' });
		assert.ok((await client.me.get()).uid);
	},
	async 'cut-after'() {
		await faults({ match: 'POST /campaigns', cut: 'after' });
		const made = await client.campaigns.create({ name: 'Cut once', type: 'SEARCH', budget: 5 });
		assert.deepEqual((await client.campaigns.list({ q: 'Cut once' }).all()).map((each) => each.id), [made.id]);
	},
	'retry-429': () => repeated(429, { 'Retry-After': '1' }, 1000),
	'retry-503': () => repeated(503, { 'Retry-After': '1' }, 1000),
	'retry-500': () => repeated(500, {}, 0),
	async 'retry-never'() {
		await faults(canned('GET /me', 400, 'VALIDATION_ERROR', { fields: [] }));
		await refusal(sdk.ValidationError, client.me.get());
		assert.equal((await seen()).length, 1);
	},
	async 'retry-ends'() {
		await faults(canned('GET /me', 503, 'UNAVAILABLE', {}, {}, 9));
		const error = await refusal(sdk.ServerError, client.me.get({ maxRetries: 1 }));
		assert.equal(error.attempts, 2);
		assert.equal((await seen()).length, 2);
	},
	async 'retry-long'() {
		await faults(canned('GET /me', 429, 'RATE_LIMITED', { bucket: 'daily' }, { 'Retry-After': '3600' }));
		assert.equal((await refusal(sdk.RateLimitError, client.me.get())).retryAfter, 3600);
		assert.equal((await seen()).length, 1);
	},
	async 'retry-conditional'() {
		const made = await draft();
		await faults({ match: 'PATCH', cut: 'after' });
		await refusal(sdk.NetworkError, client.campaigns.update(made.id, { budget: '9', expectedVersion: 1 }));
		assert.equal((await seen()).length, 1);
	},
	async 'timeout'() {
		await faults({ match: 'GET /me', delay: 2 });
		await refusal(sdk.TimeoutError, client.me.get({ timeout: 100, maxRetries: 0 }));
	},
	async 'network'() {
		await refusal(sdk.NetworkError, make({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 }).me.get());
	},
	async 'error-validation'() {
		const error = await refusal(sdk.ValidationError, client.campaigns.create({ name: '', type: 'SEARCH', budget: '-1' }));
		assert.deepEqual(error.fields.map((each) => each.path).sort(), ['budget', 'name']);
		assert.match(error.requestId ?? '', /^req_/);
	},
	async 'error-authentication'() {
		const error = await refusal(sdk.AuthenticationError, make({ token: 'adcore_test_no' }).me.get());
		assert.equal(error.code, 'INVALID_CREDENTIALS');
	},
	async 'error-scope'() {
		const narrow = make({ token: env('ADCORE_NARROW_TOKEN') });
		const error = await refusal(sdk.ScopeError, narrow.campaigns.create({ name: 'No', type: 'SEARCH', budget: 5 }));
		assert.deepEqual(error.required, ['campaigns:write']);
	},
	async 'error-not-found'() {
		const error = await refusal(sdk.NotFoundError, client.campaigns.get(`cmp_${'0'.repeat(26)}`));
		assert.match(error.requestId ?? '', /^req_/);
		assert.equal(error.status, 404);
	},
	async 'error-precondition'() {
		const made = await draft();
		await client.campaigns.update(made.id, { budget: '8' });
		const error = await refusal(sdk.PreconditionFailedError, client.campaigns.update(made.id, { budget: '9', expectedVersion: 1 }));
		assert.equal(error.currentVersion, 2);
	},
	async 'error-conflict'() {
		const made = await whole();
		const plan = await client.sync.preview({ campaignIds: [made.id] });
		await client.campaigns.update(made.id, { budget: '8' });
		await refusal(sdk.ConflictError, client.sync.push(plan));
	},
	async 'error-guardrail'() {
		const bidding = { strategy: 'MANUAL_CPC', maxCpc: '20000' };
		const error = await refusal(sdk.GuardrailError, client.campaigns.create({ name: 'High', type: 'SEARCH', budget: 5, bidding }));
		assert.equal(error.violations[0]?.rule, 'maxBid');
		assert.equal(error.recovery, 'correctable');
	},
	async 'error-billing'() {
		await faults(canned('GET /me', 402, 'SUBSCRIPTION_EXPIRED', { manageUrl: 'https://x.example' }));
		assert.equal((await refusal(sdk.BillingError, client.me.get())).manageUrl, 'https://x.example');
	},
	async 'error-rate-limit'() {
		await faults(canned('GET /me', 429, 'RATE_LIMITED', { bucket: 'minute', retryAfter: 17 }));
		const error = await refusal(sdk.RateLimitError, client.me.get({ maxRetries: 0 }));
		assert.equal(error.retryAfter, 17);
		assert.equal(error.bucket, 'minute');
	},
	async 'error-foreign'() {
		await faults({ match: 'GET /me', status: 502, body: '<html>Bad gateway</html>' });
		assert.equal((await refusal(sdk.ServerError, client.me.get({ maxRetries: 0 }))).status, 502);
	},
	async 'error-in-success'() {
		await faults(canned('GET /me', 200, 'UNAVAILABLE', {}));
		assert.equal((await refusal(sdk.ServerError, client.me.get({ maxRetries: 0 }))).code, 'UNAVAILABLE');
	},
	async 'counts'() {
		const row = '{"platform":"google","name":"n","impressions":3000000000,"clicks":1,"cost":262144.01}';
		const totals = '{"impressions":3000000000,"cost":12345678901.123456}';
		await faults({ match: 'GET /reports', status: 200,
			body: `{"data":[${row}],"meta":{"requestId":"r","nextCursor":null,"total":1,"totals":${totals}}}` });
		const page = await client.reports.performance().page();
		assert.equal(page.data[0]?.impressions, 3000000000);
		assert.equal(page.data[0]?.cost, '262144.01');
		assert.equal(page.meta.totals.cost, '12345678901.123456');
	},
	async 'push'() {
		const run = await pushed(await whole());
		assert.equal(run.progress.done, run.progress.total);
	},
	async 'restore'() {
		const made = await whole();
		await pushed(made);
		assert.equal((await client.campaigns.delete(made.id)).syncState, 'PENDING_REMOVAL');
		assert.notEqual((await client.campaigns.restore(made.id)).syncState, 'PENDING_REMOVAL');
	},
	async 'batch'() {
		const body = (name: string): object => ({ name, type: 'SEARCH', budget: 5 });
		const done = await client.campaigns.batch({ operations: [{ method: 'POST', body: body('B1') }, { method: 'POST', body: body('B2') }] });
		assert.deepEqual(done.results.map((each) => each.status), [201, 201]);
	},
	async 'image'() {
		const made = await client.assets.create({ type: 'IMAGE', name: 'TypeScript pixel', data: new Uint8Array(PNG) });
		assert.deepEqual(Buffer.from(await client.assets.content(made.id)), PNG);
	},
	async 'validate-only'() {
		const checked = await client.campaigns.create({ name: 'Checked', type: 'SEARCH', budget: 5 }, { validateOnly: true });
		assert.equal(checked.id, null);
		assert.equal((await client.campaigns.list({ q: 'Checked' }).page()).meta.total, 0);
	},
	async 'open'() {
		const changes = await make({ token: undefined }).description.changelog();
		assert.ok(changes.versions.length > 0);
	},
	async 'webhook'() {
		const event = await sdk.verifyWebhook<{ type: string }>(EVENT, signed(EVENT, now()), SECRET);
		assert.equal(event.type, 'run.ended');
	},
	async 'webhook-tampered'() {
		await refusal(sdk.SignatureError, sdk.verifyWebhook(EVENT.replace('ended', 'begun'), signed(EVENT, now()), SECRET));
	},
	async 'webhook-old'() {
		await refusal(sdk.SignatureError, sdk.verifyWebhook(EVENT, signed(EVENT, now() - 400), SECRET));
	},
};

for (const [name, run] of Object.entries(cases)) {
	try {
		await faults();
		await run();
		console.log(`ok ${name}`);
	} catch (error) {
		console.log(`not ok ${name}: ${String((error as Error).stack ?? error).split('\n').slice(0, 4).join(' | ')}`);
	}
}
