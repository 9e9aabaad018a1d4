/* A wall clock that a test can move, preloaded into the server and the command line. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../clients/lib/server.mjs';

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), '../support/clock_shift.c');

/*
 * env: for startWorld(). advance(seconds) takes effect at once, also in a running server. now():
 * its time in ms.
 */
export function movableClock() {
	const folder = temporaryFolder();
	const library = join(folder, 'clock_shift.so');
	const file = join(folder, 'clock');
	const run = spawnSync('cc', ['-D_GNU_SOURCE', '-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], { encoding: 'utf8' });
	assert.equal(run.status, 0, run.stderr);
	let shift = 0n;
	const write = () => {
		const bytes = Buffer.alloc(8);
		bytes.writeBigInt64LE(shift);
		writeFileSync(file, bytes, { flag: shift === 0n ? 'w' : 'r+' });
	};
	write();
	return {
		env: { LD_PRELOAD: library, TEST_CLOCK_FILE: file },
		now: () => Date.now() + Number(shift) * 1000,
		advance(seconds) {
			shift += BigInt(seconds);
			write();
		},
	};
}
