import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { client } from '../src/model/app.ts';
import { moment_fields, moment_read } from '../src/model/moment.ts';

test('a field is as it was before the first change after the moment', () => {
	assert.deepEqual(moment_fields([
		{ before: { budget: 25, syncState: 'MODIFIED' }, after: { budget: 30, syncState: 'SYNCED' } },
		{ before: { remote: { id: null } }, after: { remote: { id: '1' } } },
		{ before: { budget: 20, endDate: null }, after: { budget: 25, endDate: '2027-01-01' } },
		{ before: {}, after: { labels: ['sale'] } },
	]), { budget: 20, endDate: null, labels: null });
});

test('a field that the server refuses stays as it is, with the reason; the rest is restored', async () => {
	const entries = [{ id: 'his_2', before: { text: 'rye', cpcBid: 1 }, after: { text: 'rye bread', cpcBid: 2 } }, { id: 'his_1', before: null, after: {} }];
	const sent: unknown[] = [];
	client.settings.fetch = (async (url: string, request: RequestInit) => {
		const body = request.body ? JSON.parse(String(request.body)) : null;
		if (request.method === 'PATCH') {
			sent.push([new URL(url, 'http://x').searchParams.get('validateOnly'), body]);
			if ('text' in body)
				return Response.json({ error: { code: 'VALIDATION_ERROR', message: 'no', details: { fields: [{ path: 'text', code: 'IMMUTABLE', message: 'text cannot change.' }] } } }, { status: 400 });
			return Response.json({ data: {} });
		}
		return Response.json({ data: url.includes('/history') ? entries : { id: 'kwd_1', version: 3, text: 'rye bread', cpcBid: 2 } });
	}) as typeof fetch;
	const moment = await moment_read('keywords', 'kwd_1', 'his_1');
	assert.deepEqual(moment?.lines, [{ field: 'cpcBid', now: 2, then: 1 }]);
	assert.deepEqual(moment?.fixed, [{ field: 'text', reason: 'text cannot change.' }]);
	assert.deepEqual(sent, [['true', { text: 'rye', cpcBid: 1 }], ['true', { cpcBid: 1 }]]);
	assert.equal(await moment_read('keywords', 'kwd_1', 'his_9'), null);
});
