/*
 * Direct access to the server's database: reads its state, and writes as another process while
 * an accepted request waits to write.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../clients/lib/net.mjs';

const SEEN = 300; /* ms: a waiter for a SQLite file is not visible, and a request is read in less */
const LOCK = 'SELECT pg_advisory_xact_lock(107083792872037);'; /* that of every writer: core/store/postgres */
const WAITING = `SELECT 'waiting ' || count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database());`;

const postgres = (server) => server.environment.ADCORE_DATABASE?.startsWith('postgres') && server.environment.ADCORE_DATABASE;

async function sqlite(server) {
	const { DatabaseSync } = await import('node:sqlite');
	return new DatabaseSync(join(server.dataDir, 'adcore.db'));
}

/* The first column of a query's rows. */
export async function column(server, sql) {
	const url = postgres(server);
	if (url) {
		const run = spawnSync('psql', ['-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql], { encoding: 'utf8', timeout: 60000 });
		if (run.status !== 0)
			throw new Error(`psql: ${run.error ?? run.stderr}`);
		return run.stdout.split('\n').filter(Boolean);
	}
	const db = await sqlite(server);
	try {
		return db.prepare(sql).all().map((row) => String(Object.values(row)[0]));
	} finally {
		db.close();
	}
}

async function overtakenOnSqlite(server, send, sql) {
	const db = await sqlite(server);
	try {
		db.exec('BEGIN IMMEDIATE');
		const answer = send();
		await new Promise((done) => setTimeout(done, SEEN));
		db.exec(sql);
		db.exec('COMMIT');
		return await answer;
	} finally {
		db.close();
	}
}

async function overtakenOnPostgres(url, send, sql) {
	const child = spawn('psql', ['-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1', '-d', url], { stdio: ['pipe', 'pipe', 'inherit'] });
	let said = '';
	child.stdout.on('data', (bytes) => {
		said += bytes;
	});
	const ended = new Promise((done) => child.once('exit', done));
	try {
		child.stdin.write(`BEGIN; ${LOCK} SELECT 'held';\n`);
		await until('the lock is held', () => said.includes('held'));
		const answer = send();
		await until('the request waits', () => {
			child.stdin.write(`${WAITING}\n`);
			return /waiting [1-9]/.test(said);
		});
		child.stdin.write(`${sql}; COMMIT;\n`);
		return await answer;
	} finally {
		child.stdin.end();
		await ended;
	}
}

/* The answer to a request that had been read, and not yet executed, when `sql` was written. */
export function overtaken(server, send, sql) {
	const url = postgres(server);
	return url ? overtakenOnPostgres(url, send, sql) : overtakenOnSqlite(server, send, sql);
}
