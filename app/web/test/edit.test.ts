/* Pasted keywords, cells from and to spreadsheets, and the undo of many changes in one step. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { pieces_read, pieces_write, text_width } from '../src/model/ad_text.ts';
import { amount_read } from '../src/model/amount.ts';
import { keyword_lines } from '../src/model/keyword_lines.ts';
import { csv_lines, tsv_read, tsv_write } from '../src/model/sheet.ts';
import { stack_push, stack_redo, stack_undo, STACK_NONE, type Made, type Many } from '../src/model/undo.ts';

test('keyword lines: marks, a column with the match type, quotes of a sheet, doubles', () => {
	const { keywords, doubles } = keyword_lines('[rye bread]\n"sour  dough"\r\ncake\n\n  \ncake\nCAKE\ntart\tExact\n"""oat loaf"""\tx\n[cake]', 'BROAD');
	assert.deepEqual(keywords.map(({ text, matchType }) => `${matchType} ${text}`), ['EXACT rye bread', 'PHRASE sour dough', 'BROAD cake', 'EXACT tart', 'PHRASE oat loaf', 'EXACT cake']);
	assert.equal(doubles, 2);
	assert.equal(keyword_lines('cake', 'PHRASE').keywords[0]!.matchType, 'PHRASE');
});

test('cells of a spreadsheet: quotes, line breaks in a cell, empty cells, formulas made harmless', () => {
	assert.deepEqual(tsv_read('a\tb\r\n\tc\r\n'), [['a', 'b'], ['', 'c']]);
	assert.deepEqual(tsv_read('"a\nb"\t"say ""x"""\nc'), [['a\nb', 'say "x"'], ['c']]);
	assert.deepEqual(tsv_read('5" tiles\tx'), [['5" tiles', 'x']]);
	assert.deepEqual(tsv_read('one'), [['one']]);
	const hostile = ['=1+1', '+1', '-1', '@sum', 'a,b', '"q"'];
	assert.equal(csv_lines([hostile, [-1, null]]), `'=1+1,'+1,'-1,'@sum,"a,b","""q"""\r\n-1,\r\n`);
	assert.deepEqual(tsv_read(tsv_write([hostile])), [hostile]);
});

test('an amount in doubt is none: a decimal comma never becomes a hundredfold budget', () => {
	assert.deepEqual(['20.50', '$1,250.50', 'USD 7', '1 000', "1'000.5", '-10', '+5%', '.5', '9.'].map(amount_read), [20.5, 1250.5, 7, 1000, 1000.5, -10, 5, 0.5, 9]);
	for (const text of ['7,50', '1.250,00', 'much', '', '1,25,000', '12x', '1e5', '1 2', '--3'])
		assert.equal(amount_read(text), undefined, text);
});

test('the length of a text as its platform counts it; pins are kept', () => {
	assert.deepEqual(['abc', '東京', '{KeyWord:Cakes} now', 'né', '🎂'].map((text) => text_width(text, 'google')), [3, 4, 9, 2, 2]);
	assert.deepEqual(['東京', '🎂'].map((text) => text_width(text, 'meta')), [2, 1]);
	assert.deepEqual(pieces_write(pieces_read(['a', { text: 'b ', pin: 'HEADLINE_1' }, ' '])), ['a', { text: 'b', pin: 'HEADLINE_1' }]);
});

test('a step that changed many is undone in part, and one that cannot be made again is forgotten', () => {
	const many: Many = { resource: 'campaigns', name: 'two', parts: [{ id: 'cmp_a', from: { budget: 1 }, to: { budget: 2 } }, { id: 'cmp_b', from: { budget: 3 }, to: { budget: 4 } }] };
	const made: Made = { resource: 'campaigns', name: 'copy', ids: ['cmp_c'], bodies: [] };
	const stack = stack_push(stack_push(STACK_NONE, many), made);
	const forgotten = stack_undo(stack, null);
	assert.deepEqual([forgotten.done, forgotten.undone], [[many], []]);
	const half = { ...many, parts: many.parts.slice(0, 1) };
	const undone = stack_undo(forgotten, half);
	assert.deepEqual([undone.done, undone.undone], [[], [half]]);
	assert.deepEqual(stack_redo(undone).done, [half]);
});
