/* Changes of many objects in blocks: the next block is sent before the one before is shown. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { client } from '../src/model/app.ts';
import { bulk_send } from '../src/model/many.ts';

interface Sent { ids: string[]; answer: (response: Response) => void }
const sent: Sent[] = [];
client.settings.fetch = ((_url: string, request: RequestInit) =>
	new Promise<Response>((answer) => sent.push({ ids: JSON.parse(String(request.body)).filter.ids as string[], answer }))) as typeof fetch;

const ids = Array.from({ length: 5000 }, (_, i) => `kw_${String(i).padStart(4, '0')}`);
const rule = { replace: { fields: ['text'], find: 'a', with: 'b', matchCase: false } };
const until = async (count: number) => {
	while (sent.length < count)
		await new Promise((done) => setImmediate(done));
};
const changed = ({ ids: list }: Sent) => new Response(JSON.stringify({
	data: { matched: list.length, changed: list.length, results: list.map((id) => ({ id, version: 2, changes: [{ field: 'text', from: 'a', to: 'b' }] })) },
}), { status: 200 });

test('two blocks are on their way, each is taken once and in order', async () => {
	sent.length = 0;
	const seen: number[] = [];
	const whole = bulk_send('keywords', ids, rule, false, (results) => seen.push(results.length));
	await until(2);
	assert.deepEqual(sent.map((one) => one.ids.length), [2000, 2000]);
	/* The second is answered first, and waits for the first. */
	sent[1]!.answer(changed(sent[1]!));
	sent[0]!.answer(changed(sent[0]!));
	await until(3);
	sent[2]!.answer(changed(sent[2]!));
	const bulk = await whole;
	assert.deepEqual(seen, [2000, 2000, 1000]);
	assert.deepEqual([bulk.matched, bulk.changed, bulk.results[0]!.id, bulk.results.at(-1)!.id], [5000, 5000, 'kw_0000', 'kw_4999']);
});

test('a block that fails ends the change; the block that was sent already is taken for the undo', async () => {
	sent.length = 0;
	const seen: string[] = [];
	const whole = bulk_send('keywords', ids, rule, false, (results) => seen.push(results[0]!.id));
	await until(2);
	sent[0]!.answer(new Response(JSON.stringify({ error: { code: 'CONFLICT', message: 'Not now.', details: {} } }), { status: 409 }));
	sent[1]!.answer(changed(sent[1]!));
	await assert.rejects(whole, /Not now/);
	assert.deepEqual(seen, ['kw_2000']);
	assert.equal(sent.length, 2);
});

test('ids are sent in the order in which they were made, and answered in the order of the view', async () => {
	sent.length = 0;
	const shown = [...ids].reverse();
	const whole = bulk_send('keywords', shown, rule, true);
	for (let block = 0; block < 3; block++) {
		await until(block + 1);
		sent[block]!.answer(changed(sent[block]!));
	}
	assert.deepEqual(sent.flatMap((one) => one.ids), ids);
	assert.deepEqual((await whole).results.map(({ id }) => id), shown);
});

test('no ids: nothing is sent', async () => {
	sent.length = 0;
	assert.deepEqual((await bulk_send('keywords', [], rule, true)).results, []);
	assert.equal(sent.length, 0);
});
