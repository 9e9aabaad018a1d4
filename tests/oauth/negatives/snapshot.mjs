/*
 * The server's stored state, read directly from its database: a refusal must leave all of it
 * unchanged. Secrets are stored as hashes only, and the state never leaves the test.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const TABLES = {
	clients: 'SELECT id || metadata FROM oauth_clients',
	requests: "SELECT handle_hash || COALESCE(decision, '-') FROM oauth_requests",
	pushed: 'SELECT uri_hash FROM oauth_pushed',
	devices: "SELECT device_hash || COALESCE(decision, '-') || COALESCE(grant_id, '-') FROM oauth_devices",
	codes: "SELECT code_hash || COALESCE(grant_id, '-') FROM oauth_codes",
	tries: 'SELECT code_hash || CAST(tries AS TEXT) FROM oauth_codes WHERE tries > 0',
	grants: "SELECT id || CAST(generation AS TEXT) || COALESCE(revoked_reason, '-') FROM oauth_grants",
	revoked: 'SELECT id FROM oauth_revoked',
	sessions: 'SELECT id FROM sessions',
	passwords: "SELECT id || COALESCE(password_hash, '-') FROM accounts",
	tokens: "SELECT id || secret_sha256 || CAST(COALESCE(revoked_at, 0) AS TEXT) FROM tokens",
	history: 'SELECT CAST(chain AS TEXT) || CAST(n AS TEXT) FROM history_heads',
};

async function sqliteReader(file) {
	const { DatabaseSync } = await import('node:sqlite');
	return () => {
		const db = new DatabaseSync(file, { readOnly: true });
		try {
			return Object.fromEntries(Object.entries(TABLES).map(([name, sql]) =>
				[name, db.prepare(sql).all().map((row) => Object.values(row)[0]).sort()]));
		} finally {
			db.close();
		}
	};
}

function postgresReader(url) {
	const sql = Object.entries(TABLES).map(([name, text]) => `SELECT '${name}', t.* FROM (${text}) AS t`).join(' UNION ALL ');
	return () => {
		const run = spawnSync('psql', ['-X', '-q', '-At', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql],
			{ encoding: 'utf8', timeout: 60000 });
		if (run.status !== 0)
			throw new Error(`psql: ${run.error ?? run.stderr}`);
		const found = Object.fromEntries(Object.keys(TABLES).map((name) => [name, []]));
		for (const line of run.stdout.split('\n').filter(Boolean)) {
			const [name, ...rest] = line.split('\t');
			found[name].push(rest.join('\t'));
		}
		for (const rows of Object.values(found))
			rows.sort();
		return found;
	};
}

/* A function that reads all tables: { table: [row, …] }. */
export function reader(server) {
	const url = server.environment.ADCORE_DATABASE;
	return url ? postgresReader(url) : sqliteReader(join(server.dataDir, 'adcore.db'));
}
