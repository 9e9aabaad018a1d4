/* Undo and redo of inline edits, and the lines that the page shows of them. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { client, news, news_show, notice, notice_show } from '../src/model/app.ts';
import { edit_again, edit_store, stack } from '../src/model/edits.ts';
import type { Row } from '../src/api/types.ts';

const stored: Row = { id: 'cmp_1', name: 'Bread', budget: 10, version: 1 };
const patches: unknown[] = [];

client.settings.fetch = (async (_url: string, request: RequestInit) => {
	if (request.method === 'PATCH') {
		const patch = JSON.parse(String(request.body)) as Row;
		patches.push(patch['budget']);
		Object.assign(stored, patch, { version: Number(stored['version']) + 1 });
	}
	await new Promise((done) => setTimeout(done, 5));
	return new Response(JSON.stringify({ data: { ...stored } }), { status: 200 });
}) as typeof fetch;

const edit = (from: number, to: number) =>
	edit_store({ resource: 'campaigns', id: 'cmp_1', name: 'Bread', field: 'budget', from, to }, Number(stored['version']));

test('undo waits for what is being stored, and two fast presses take two edits back', async () => {
	await edit(10, 20);
	const third = edit(20, 30);
	const [first, second] = await Promise.all([edit_again(true), edit_again(true)]);
	await third;
	assert.deepEqual([first?.fault, second?.fault], [null, null]);
	assert.deepEqual(patches, [20, 30, 20, 10]);
	assert.deepEqual([stack.value.done.length, stack.value.undone.length], [0, 2]);
	await Promise.all([edit_again(false), edit_again(false)]);
	assert.deepEqual(patches.slice(4), [20, 30]);
	assert.equal(await edit_again(false), null);
});

test('a change of others never replaces the answer to the own action', (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	notice_show('1 left as it is.', true);
	news_show('Ada changed one object.');
	assert.deepEqual([notice.value?.text, news.value], ['1 left as it is.', 'Ada changed one object.']);
	t.mock.timers.tick(6000);
	assert.deepEqual([notice.value?.text, news.value], ['1 left as it is.', null]);
	t.mock.timers.tick(6000);
	assert.equal(notice.value, null);
});
