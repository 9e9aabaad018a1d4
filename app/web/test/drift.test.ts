import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { client } from '../src/model/app.ts';
import { decisions_send, drift_groups, drift_is_open, drift_read, GONE } from '../src/model/drift.ts';

const row = (id: string, more = {}) => drift_read({ resource: 'campaign', id, name: id, platform: 'google', field: 'budget', synced: 1, staged: 2, live: 3, ...more });
const gone = (resource: string, id: string) => row(id, { resource, field: 'status', staged: 'PAUSED', live: 'REMOVED' });

test('what is removed is a group of its own; what cannot be decided is not open', () => {
	assert.deepEqual(drift_groups([row('a'), row('b'), gone('ad', 'c')]), [[GONE, 1], ['budget', 2]]);
	assert.deepEqual([row('a'), row('a', { incomplete: true, live: null }), row('a', { notShown: true, remoteId: '7', live: null })].map(drift_is_open), [true, false, false]);
});

test('parents that are gone go first; each row says what was shown; a refusal of one leaves the others', async () => {
	const sent: { id: string; shown: unknown }[] = [];
	client.settings.fetch = (async (_: string, request: RequestInit) => {
		const body = JSON.parse(String(request.body));
		sent.push({ id: body.id, shown: body.shown });
		return body.id === 'b' ? Response.json({ error: { code: 'CONFLICT', message: 'no', details: { reason: 'CHANGED_SINCE' } } }, { status: 409 }) : Response.json({ data: {} });
	}) as typeof fetch;
	const progress: number[] = [];
	const list = [row('a'), gone('ad', 'c'), row('b'), gone('campaign', 'd')].map((drift) => ({ drift, keep: 'LIVE' as const }));
	const failures = await decisions_send(list, (done) => progress.push(done));
	assert.deepEqual(sent.map(({ id }) => id), ['d', 'c', 'a', 'b']);
	assert.deepEqual(sent[2]?.shown, { staged: 2, live: 3 });
	assert.deepEqual(failures.map(({ drift, words }) => [drift.id, words.slice(0, 26)]), [['b', 'The values changed meanwhi']]);
	assert.deepEqual(progress, [1, 2, 3, 4]);
});

test('a session that ended stops the rest, and says so of each', async () => {
	let count = 0;
	client.settings.fetch = (async () => {
		count++;
		return Response.json({ error: { code: 'UNAUTHENTICATED', message: 'Nobody is signed in.' } }, { status: 401 });
	}) as typeof fetch;
	const failures = await decisions_send(Array.from({ length: 30 }, (_, i) => ({ drift: gone('campaign', `c${i}`), keep: 'LIVE' as const })), () => undefined);
	assert.deepEqual([count, failures.length, failures[1]?.words], [1, 30, 'Not sent, because an earlier decision was refused.']);
});
