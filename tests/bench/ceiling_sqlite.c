/*
 * The most that SQLite inserts, each transaction synced: a row of about 300 bytes with a unique
 * text id and the index of its list, and its counter, by prepared statements in one thread.
 *
 *   ceiling_sqlite FILE ROWS_PER_TRANSACTION MILLISECONDS     prints rows per second
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void check(sqlite3 *db, int rc)
{
	if (rc == SQLITE_OK || rc == SQLITE_DONE || rc == SQLITE_ROW)
		return;
	fprintf(stderr, "ceiling_sqlite: %s\n", sqlite3_errmsg(db));
	exit(1);
}

static void exec(sqlite3 *db, const char *sql)
{
	check(db, sqlite3_exec(db, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s;
	check(db, sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL));
	return s;
}

static void run(sqlite3 *db, sqlite3_stmt *s)
{
	check(db, sqlite3_step(s));
	check(db, sqlite3_reset(s));
}

static void open_file(sqlite3 **db, const char *path)
{
	check(*db, sqlite3_open(path, db));
	exec(*db, "PRAGMA journal_mode = WAL");
	exec(*db, "PRAGMA synchronous = FULL");
	exec(*db,
	     "CREATE TABLE IF NOT EXISTS item (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
	     " account TEXT NOT NULL, created_at INTEGER NOT NULL, json TEXT NOT NULL)");
	exec(*db, "CREATE INDEX IF NOT EXISTS by_account ON item (account, created_at, seq)");
	exec(*db, "CREATE TABLE IF NOT EXISTS counter (account TEXT PRIMARY KEY, n INTEGER)");
	exec(*db, "INSERT OR IGNORE INTO counter VALUES ('acc_1', 0)");
}

int main(int argc, char **argv)
{
	sqlite3 *db = NULL;
	char json[301], id[40];
	if (argc != 4)
		return 2;
	long group = strtol(argv[2], NULL, 10);
	double seconds = (double)strtol(argv[3], NULL, 10) / 1000;
	memset(json, 'x', 300);
	json[300] = 0;
	open_file(&db, argv[1]);
	sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE");
	sqlite3_stmt *commit = prepare(db, "COMMIT");
	sqlite3_stmt *insert = prepare(
		db,
		"INSERT INTO item (id, account, created_at, json) VALUES (?1, 'acc_1', ?2, ?3)");
	sqlite3_stmt *count = prepare(db, "UPDATE counter SET n = n + 1 WHERE account = 'acc_1'");
	double begun = now();
	long rows = 0;
	while (now() - begun < seconds) {
		run(db, begin);
		for (long i = 0; i < group; i++) {
			/* Time-ordered, as ours are. */
			snprintf(id, sizeof(id), "cmp_%013.0f%013ld", now() * 1e6, rows++);
			sqlite3_bind_text(insert, 1, id, -1, SQLITE_TRANSIENT);
			sqlite3_bind_int64(insert, 2, rows);
			sqlite3_bind_text(insert, 3, json, 300, SQLITE_STATIC);
			run(db, insert);
			run(db, count);
		}
		run(db, commit);
	}
	printf("%.0f\n", (double)rows / (now() - begun));
	sqlite3_finalize(begin);
	sqlite3_finalize(commit);
	sqlite3_finalize(insert);
	sqlite3_finalize(count);
	return sqlite3_close(db) != SQLITE_OK;
}
