/* Sizes of media against the reference of the API, and forms that two people edit. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FILE_MAX, media_crop, media_misfit, MEDIA_ROWS, type MediaRow } from '../src/model/media_rows.ts';
import { changes_of, clashes_of, places_read, places_write } from '../src/model/merge.ts';

const reference = readFileSync(new URL('../../../docs/reference.md', import.meta.url), 'utf8');
const pair = (text: string) => (text ? text.split(/:| x /).map(Number) : null);
const count = (text: string) => (text ? Number(text) : null);

test('the rows of sizes and the size of a file are those of the reference', () => {
	const part = reference.split('## Pictures and videos that the platforms take')[1]!.split('\n## ')[0]!;
	const rows = part.split('\n').filter((line) => /^\| (google|microsoft|reddit|meta) /.test(line)).map((line) => {
		const [platform, role, ratio, least, bytes, seconds, mimes] = line.split('|').slice(1, -1).map((cell) => cell.trim());
		return { platform, role, ratio: pair(ratio!), least: pair(least!), maxBytes: count(bytes!), maxSeconds: count(seconds!), mimes: mimes!.split(', ') };
	});
	assert.deepEqual(MEDIA_ROWS, rows);
	assert.equal(Number(/^\| `data` \| base64 \| 0\.\.(\d+) /m.exec(reference)?.[1]), FILE_MAX);
});

test('a picture fits a row within one percent, and a crop is the largest piece that the row takes', () => {
	const row = MEDIA_ROWS.find(({ platform, role }) => platform === 'google' && role === 'IMAGE') as MediaRow;
	const media = (width: number, height: number, bytes = 1000) => ({ mime: 'image/png', width, height, bytes, seconds: null });
	assert.equal(media_misfit(row, media(1200, 628)), null);
	assert.equal(media_misfit(row, media(1200, 900)), 'ratio');
	assert.equal(media_misfit(row, media(573, 300)), 'small');
	assert.equal(media_misfit(row, media(1200, 628, 6e6)), 'large');
	assert.equal(media_misfit(row, { ...media(1200, 628), mime: 'image/webp' }), 'format');
	assert.deepEqual(media_crop(row, 1200, 900), [1200, 628]);
	assert.deepEqual(media_crop(row, 2000, 600), [1146, 600]);
	assert.equal(media_crop(row, 500, 500), null);
});

test('a form sends what was edited, and asks where somebody else edited the same field', () => {
	const base = { name: 'A', phone: null, languages: [], description: 'x' };
	const edited = changes_of(base, { name: 'B', phone: null, languages: [], description: 'x' });
	assert.deepEqual(edited, { name: 'B' });
	assert.deepEqual(clashes_of(base, { ...base, description: 'y' }, edited), []);
	assert.deepEqual(clashes_of(base, { ...base, name: 'B' }, edited), []);
	assert.deepEqual(clashes_of(base, { ...base, name: 'C' }, edited), ['name']);
});

test('places are read as they are written', () => {
	const places = [{ code: 'DE', excluded: false }, { code: 'CH', excluded: true }];
	assert.deepEqual(places_read(' DE, -CH ,'), places);
	assert.equal(places_write(places), 'DE, -CH');
});
