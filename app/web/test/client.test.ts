/* The client of /app/api: headers, retries with one key, ended sessions, words of refusals. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { ApiError, Client, fault_words } from '../src/api/client.ts';

interface Sent {
	url: string;
	method: string;
	headers: Record<string, string>;
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: { ETag: '"3.1"' } });

function client_made(answers: (Response | Error)[]) {
	const sent: Sent[] = [];
	const events: string[] = [];
	const client = new Client({
		base: '/app/api', space: 'spc_1', environment: 'test',
		fetch: async (url, init) => {
			sent.push({ url: String(url), method: String(init?.method), headers: init?.headers as Record<string, string> });
			const answer = answers.shift();
			if (answer instanceof Error || !answer)
				throw answer ?? new Error('no more answers');
			return answer;
		},
		pause: async () => {},
		onOffline: (isOffline) => events.push(isOffline ? 'offline' : 'online'),
		onSessionEnd: () => events.push('session ended'),
	});
	return { client, sent, events };
}

test('a request names the Space, the environment and the application; If-Match has the version', async () => {
	const { client, sent } = client_made([json(200, { data: { id: 'cmp_1' }, meta: { total: 1 } })]);
	const answer = await client.patch('campaigns/cmp_1', { name: 'a' }, 7);
	assert.equal(sent[0]!.url, '/app/api/campaigns/cmp_1?environment=test');
	assert.deepEqual([sent[0]!.headers['X-Adcore-App'], sent[0]!.headers['X-Space-Id'], sent[0]!.headers['If-Match']], ['1', 'spc_1', '"7.0"']);
	assert.deepEqual([answer.data, answer.meta, answer.etag], [{ id: 'cmp_1' }, { total: 1 }, '"3.1"']);
});

test('an answer that was lost: the request is sent again with the same key until there is one', async () => {
	const { client, sent, events } = client_made([new TypeError('network'), json(503, {}), json(201, { data: 1 })]);
	await client.post('campaigns', { name: 'a' });
	const keys = new Set(sent.map(({ headers }) => headers['Idempotency-Key']));
	assert.equal(sent.length, 3);
	assert.equal(keys.size, 1);
	assert.ok([...keys][0]);
	assert.deepEqual(events, ['offline', 'online']);
});

test('a request that is sent again while the server works on it is answered later; a first 409 is an answer', async () => {
	const working = () => new Response('{}', { status: 409, headers: { 'Retry-After': '1' } });
	const { client, sent } = client_made([new TypeError('network'), working(), json(201, { data: 1 })]);
	assert.equal((await client.post('campaigns', {})).status, 201);
	assert.equal(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size, 1);
	await assert.rejects(client_made([working()]).client.post('campaigns', {}), (error) => error instanceof ApiError && error.status === 409);
});

test('two posts have two keys', async () => {
	const { client, sent } = client_made([json(201, { data: 1 }), json(201, { data: 1 })]);
	await client.post('campaigns', {});
	await client.post('campaigns', {});
	assert.notEqual(sent[0]!.headers['Idempotency-Key'], sent[1]!.headers['Idempotency-Key']);
});

test('a refusal is thrown once with its code, an ended session is told', async () => {
	const { client, sent, events } = client_made([json(401, { error: { code: 'UNAUTHENTICATED', message: 'Nobody is signed in.' } })]);
	await assert.rejects(client.get('campaigns'), (error) => error instanceof ApiError && error.status === 401 && error.fault.code === 'UNAUTHENTICATED');
	assert.equal(sent.length, 1);
	assert.deepEqual(events, ['session ended']);
});

test('an answer that is no JSON is a fault with its status', async () => {
	const { client } = client_made([new Response('<h1>no</h1>', { status: 500 })]);
	await assert.rejects(client.get('campaigns'), (error) => error instanceof ApiError && error.status === 500);
});

test('a long poll that fails is left to its caller', async () => {
	const { client, sent } = client_made([new TypeError('network')]);
	await assert.rejects(client.get('changes', {}, { once: true }), TypeError);
	assert.equal(sent.length, 1);
});

test('the words of a refusal have the limit', () => {
	const field = new ApiError(400, { code: 'VALIDATION_ERROR', message: 'x', details: { fields: [{ path: 'name', code: 'TOO_LONG', message: 'name is too long.', limit: 128 }] } });
	assert.equal(fault_words(field, 'name'), 'name is too long. Limit: 128.');
	const guardrail = new ApiError(422, { code: 'GUARDRAIL_VIOLATION', message: 'The budget is above the guardrail.', details: { violations: [{ rule: 'maxCampaignDailyBudget', limit: 100, actual: 500 }] } });
	assert.equal(fault_words(guardrail, 'budget'), 'The guardrail “Maximum daily budget of a campaign” of this Space is 100. The result would be 500.');
});
