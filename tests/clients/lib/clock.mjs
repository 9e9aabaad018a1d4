/*
 * A wall clock that a test can move: a small library, preloaded into the server, adds the
 * seconds in a file. env is for startServer(). The server's monotonic clock is unchanged.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './server.mjs';

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), '../../support/clock_shift.c');

export function movableClock() {
	const folder = temporaryFolder('adcore-clock-');
	const library = join(folder, 'clock_shift.so');
	const file = join(folder, 'clock');
	let shift = 0n;
	const write = () => {
		const bytes = Buffer.alloc(8);
		bytes.writeBigInt64LE(shift);
		writeFileSync(file, bytes, { flag: 'r+' });
	};

	writeFileSync(file, Buffer.alloc(8));
	execFileSync('cc', ['-D_GNU_SOURCE', '-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']);
	return {
		env: { LD_PRELOAD: library, TEST_CLOCK_FILE: file },
		/* The seconds that the server is ahead of this process. */
		get ahead() {
			return Number(shift);
		},
		advance(seconds) {
			shift += BigInt(seconds);
			write();
		},
	};
}
