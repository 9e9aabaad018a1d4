/*
 * PostgreSQL: with store_postgres_wire.c all that knows it. Statements are prepared on the server
 * at their first use; everything but bytes travels as text. Writers take one lock of the whole
 * database, as in SQLite, so that what was read in a writing transaction still holds when it
 * commits, also with several servers. A lost connection is opened again at the next statement
 * outside of a transaction.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/log.h"
#include "base/text.h"
#include "store/postgres/postgres.h"
#include "store/postgres/postgres_url.h"

#define PARAMETERS_MAX AD_POSTGRES_PARAMETERS_MAX
#define BOOL_OID 16
#define CLOCK_EVERY AD_MINUTE

static struct ad_postgres_db *store_postgres_of(struct ad_db *db)
{
	return (struct ad_postgres_db *)db;
}

static struct ad_postgres_stmt *of_stmt(struct ad_stmt *s)
{
	return (struct ad_postgres_stmt *)s;
}

static void drop_notice(void *arg, const char *message)
{
	(void)arg;
	(void)message;
}

static bool store_postgres_set_up(struct ad_postgres_db *d)
{
	static const char *const by_mode[] = {
		[AD_DB_READ] = "SET default_transaction_read_only = on",
		[AD_DB_WRITE] = "SET default_transaction_read_only = off",
		[AD_DB_COUNT] = ("SET default_transaction_read_only = off;"
				 "SET synchronous_commit = off"),
	};
	const char *own = by_mode[d->db.mode];
	char common[256];

	snprintf(common, sizeof(common),
		 "SET client_min_messages = warning; SET TimeZone = 'UTC'; SET bytea_output = hex;"
		 "SET lock_timeout = %d; SET standard_conforming_strings = on;"
		 "SET idle_in_transaction_session_timeout = 60000",
		 AD_DB_BUSY_MS);
	PQsetNoticeProcessor(d->conn, drop_notice, NULL);
	return ad_postgres_outcome(d, PQexec(d->conn, common), common) == AD_DB_DONE &&
	       ad_postgres_outcome(d, PQexec(d->conn, own), own) == AD_DB_DONE;
}

static bool connect_to(struct ad_postgres_db *d)
{
	static const char *const names[] = { "connect_timeout", "application_name", "dbname",
					     "client_encoding", NULL };
	const char *const values[] = { "10", "adcore", d->db.store->source, "UTF8", NULL };

	PQfinish(d->conn);
	d->generation++;
	d->conn = PQconnectdbParams(names, values, 1);
	if (PQstatus(d->conn) != CONNECTION_OK) {
		ad_db_fail(&d->db, "%.300s", PQerrorMessage(d->conn));
		return false;
	}
	return store_postgres_set_up(d);
}

static void store_postgres_close_db(struct ad_db *db)
{
	PQfinish(store_postgres_of(db)->conn);
	free(db);
}

static struct ad_db *store_postgres_open_db(struct ad_store *store, enum ad_db_mode mode,
					    char err[static 256])
{
	struct ad_postgres_db *d = ad_xcalloc(1, sizeof(*d));

	d->db.driver = &ad_driver_postgres;
	d->db.store = store;
	d->db.mode = mode;
	if (connect_to(d))
		return &d->db;
	snprintf(err, 256, "%.255s", d->db.error);
	store_postgres_close_db(&d->db);
	return NULL;
}

static bool is_lost(const struct ad_postgres_db *d)
{
	return PQstatus(d->conn) != CONNECTION_OK;
}

/* Opens a lost connection again, unless a transaction was lost with it. */
static bool store_postgres_reopened(struct ad_postgres_db *d)
{
	if (d->db.in_tx)
		return false;
	ad_log(AD_LOG_WARN, "database_reconnect", NULL);
	return connect_to(d);
}

static enum ad_db_status store_postgres_exec(struct ad_db *db, const char *sql)
{
	struct ad_postgres_db *d = store_postgres_of(db);

	ad_postgres_settle(d);
	if (is_lost(d) && !store_postgres_reopened(d))
		return AD_DB_UNAVAILABLE;
	return ad_postgres_outcome(d, PQexec(d->conn, sql), sql);
}

/*
 * COMMIT of a transaction that had failed "succeeds" by rolling back: the tag tells. A BEGIN that
 * finds the connection gone has done nothing, so it goes on a new one.
 */
static enum ad_db_status store_postgres_transact(struct ad_db *db, const char *sql)
{
	struct ad_postgres_db *d = store_postgres_of(db);
	bool begin = strncmp(sql, "BEGIN", 5) == 0;
	PGresult *result;

	/* ROLLBACK and SAVEPOINT follow the queued statements and report their results. */
	if (strncmp(sql, "ROLLBACK", 8) == 0)
		ad_postgres_settle(d);
	if (is_lost(d) && !(begin && store_postgres_reopened(d)))
		return AD_DB_UNAVAILABLE;
	/* Behind nothing there is nothing that could have failed. */
	if (strncmp(sql, "SAVEPOINT", 9) == 0 && d->queue.count == 0)
		return ad_postgres_later(d, NULL, sql);
	result = ad_postgres_run(d, NULL, sql);
	if (begin && is_lost(d)) {
		PQclear(result);
		if (!store_postgres_reopened(d))
			return AD_DB_UNAVAILABLE;
		result = PQexec(d->conn, sql);
	}
	if (result && strcmp(sql, "COMMIT") == 0 && strcmp(PQcmdStatus(result), "ROLLBACK") == 0) {
		PQclear(result);
		return AD_DB_UNAVAILABLE;
	}
	return ad_postgres_outcome(d, result, sql);
}

static bool in_transaction(struct ad_db *db)
{
	PGTransactionStatusType status = PQtransactionStatus(store_postgres_of(db)->conn);

	return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE;
}

static int64_t change_mark(struct ad_db *db)
{
	return ++store_postgres_of(db)->mark;
}

/*
 * Servers' clocks differ, the database has one: it is read once a minute, and told from there by
 * the clock that only rises, so that nobody's clock being set is seen, but a machine's sleep is.
 * What the reading took is split evenly over the way there and back.
 */
static enum ad_db_status tell_time(struct ad_db *db, int64_t *now)
{
	static const char sql[] = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000"
				  " AS BIGINT)";
	struct ad_postgres_db *d = store_postgres_of(db);
	int64_t began = ad_since_boot();

	if (d->clock_generation != d->generation || began - d->clock_read >= CLOCK_EVERY) {
		ad_postgres_settle(d);
		if (is_lost(d) && !store_postgres_reopened(d))
			return AD_DB_UNAVAILABLE;
		began = ad_since_boot();
		PGresult *result = PQexec(d->conn, sql);
		if (is_lost(d) && store_postgres_reopened(d)) {
			PQclear(result);
			began = ad_since_boot();
			result = PQexec(d->conn, sql);
		}
		if (PQresultStatus(result) != PGRES_TUPLES_OK)
			return ad_postgres_outcome(d, result, sql);
		d->clock_read = began + (ad_since_boot() - began) / 2;
		d->clock_now = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
		d->clock_generation = d->generation;
		PQclear(result);
	}
	*now = d->clock_now + ad_since_boot() - d->clock_read;
	return AD_DB_DONE;
}

static bool store_postgres_backup(struct ad_db *db, const char *path, char err[static 256])
{
	(void)db;
	(void)path;
	snprintf(err, 256, "this database is PostgreSQL: take copies with pg_dump");
	return false;
}

static void store_postgres_tidy(struct ad_db *db, bool last)
{
	(void)db;
	(void)last;
}

static struct ad_stmt *store_postgres_make(struct ad_db *db)
{
	struct ad_postgres_stmt *s = ad_xcalloc(1, sizeof(*s));

	snprintf(s->name, sizeof(s->name), "s%u", ++store_postgres_of(db)->names);
	return &s->stmt;
}

static void end_result(struct ad_postgres_stmt *s)
{
	PQclear(s->result);
	s->result = NULL;
	s->row = s->rows = 0;
}

static void store_postgres_drop(struct ad_stmt *stmt)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);
	struct ad_postgres_db *d = store_postgres_of(stmt->db);
	char sql[32];

	end_result(s);
	ad_postgres_settle(d);
	/* In a transaction that failed it stays on the server: small, and there until it ends. */
	if (s->generation && s->generation == d->generation && !is_lost(d)) {
		snprintf(sql, sizeof(sql), "DEALLOCATE %s", s->name);
		PQclear(PQexec(d->conn, sql));
	}
	ad_text_free(&s->values);
	ad_text_free(&s->decoded);
	free(s);
}

/* The highest $n of a text: the server wants a value for each up to it. */
static int parameters_in(const char *sql)
{
	long most = 0;

	for (const char *p = strchr(sql, '$'); p; p = strchr(p + 1, '$')) {
		long n = strtol(p + 1, NULL, 10);

		if (n > most && n <= PARAMETERS_MAX)
			most = n;
	}
	return (int)most;
}

static enum ad_db_status store_postgres_prepare(struct ad_stmt *stmt)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);
	struct ad_postgres_db *d = store_postgres_of(stmt->db);
	enum ad_db_status status;

	if (s->generation == d->generation)
		return AD_DB_DONE;
	s->wanted = parameters_in(stmt->sql);
	ad_postgres_settle(d);
	status = ad_postgres_outcome(d, PQprepare(d->conn, s->name, stmt->sql, 0, NULL), stmt->sql);
	if (status == AD_DB_DONE)
		s->generation = d->generation;
	return status;
}

static void store_postgres_reset(struct ad_stmt *stmt)
{
	end_result(of_stmt(stmt));
}

static void store_postgres_clear(struct ad_stmt *stmt)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);

	end_result(s);
	s->count = 0;
	s->values.n = 0;
	s->bad_value = false;
}

/* Makes $n NULL, and those before it that were never bound. */
static void store_postgres_widen(struct ad_postgres_stmt *s, int n)
{
	while (s->count < n) {
		s->at[++s->count] = 0;
		s->bytes[s->count] = (struct ad_str){ NULL, 0 };
	}
	s->at[n] = 0;
	s->bytes[n] = (struct ad_str){ NULL, 0 };
}

static void store_postgres_bind_text(struct ad_stmt *stmt, int n, struct ad_str text, bool stays)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);

	(void)stays; /* libpq wants each parameter ended by NUL: copied in any case */
	if (n < 1 || n > PARAMETERS_MAX || ad_str_find(text, '\0')) {
		s->bad_value = true;
		return;
	}
	store_postgres_widen(s, n);
	s->at[n] = s->values.n + 1;
	ad_text_add(&s->values, text);
	ad_text_addc(&s->values, '\0');
}

static void bind_bytes(struct ad_stmt *stmt, int n, struct ad_str bytes)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);

	if (n < 1 || n > PARAMETERS_MAX || bytes.n > INT_MAX) {
		s->bad_value = true;
		return;
	}
	store_postgres_widen(s, n);
	s->bytes[n] = bytes;
}

static void bind_int(struct ad_stmt *stmt, int n, int64_t number)
{
	char digits[24];
	int size = snprintf(digits, sizeof(digits), "%lld", (long long)number);

	store_postgres_bind_text(stmt, n, (struct ad_str){ digits, (size_t)size }, false);
}

static void bind_double(struct ad_stmt *stmt, int n, double value)
{
	char digits[32];
	int size = snprintf(digits, sizeof(digits), "%.17g", value);

	store_postgres_bind_text(stmt, n, (struct ad_str){ digits, (size_t)size }, false);
}

static void bind_null(struct ad_stmt *stmt, int n)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);

	if (n < 1 || n > PARAMETERS_MAX) {
		s->bad_value = true;
		return;
	}
	store_postgres_widen(s, n);
}

/* Of each statement; it ends with the transaction by itself. */
static enum ad_db_status store_postgres_limit(struct ad_db *db, int64_t us)
{
	char sql[64];

	if (!us || !db->in_tx)
		return AD_DB_DONE;
	snprintf(sql, sizeof(sql), "SET LOCAL statement_timeout = %lld", (long long)(us / 1000));
	return store_postgres_exec(db, sql);
}

/* Prepares and runs; on a connection that turns out to be lost once again where that is safe. */
static enum ad_db_status store_postgres_execute(struct ad_postgres_stmt *s)
{
	struct ad_postgres_db *d = store_postgres_of(s->stmt.db);
	enum ad_db_status status;

	if (is_lost(d) && !store_postgres_reopened(d))
		return AD_DB_UNAVAILABLE;
	status = store_postgres_prepare(&s->stmt);
	if (status != AD_DB_DONE && is_lost(d) && store_postgres_reopened(d))
		status = store_postgres_prepare(&s->stmt);
	if (status != AD_DB_DONE)
		return status;
	s->result = ad_postgres_run(d, s, s->stmt.sql);
	/* A statement that changes something may have been done: that one is not sent twice. */
	if (is_lost(d) && d->db.mode == AD_DB_READ && !d->db.in_tx) {
		end_result(s);
		if (!store_postgres_reopened(d))
			return AD_DB_UNAVAILABLE;
		status = store_postgres_prepare(&s->stmt);
		if (status != AD_DB_DONE)
			return status;
		s->result = ad_postgres_run(d, s, s->stmt.sql);
	}
	return AD_DB_DONE;
}

/* Rows changed: told by the tag of INSERT, UPDATE and DELETE; SELECT's counts rows read. */
static void note_changes(struct ad_postgres_stmt *s)
{
	const char *tag = PQcmdStatus(s->result);

	if (strncmp(tag, "SELECT", 6) != 0)
		s->stmt.db->changes = strtoll(PQcmdTuples(s->result), NULL, 10);
}

static bool can_bind(struct ad_postgres_stmt *s)
{
	bool can = !s->bad_value && !s->values.failed;

	if (!can)
		ad_db_fail(s->stmt.db, "a value that cannot be bound (in: %.160s)", s->stmt.sql);
	return can;
}

static enum ad_db_status store_postgres_step(struct ad_stmt *stmt)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);
	struct ad_postgres_db *d = store_postgres_of(stmt->db);
	enum ad_db_status status;
	ExecStatusType type;

	if (s->result)
		return ++s->row < s->rows ? AD_DB_ROW : AD_DB_DONE;
	if (!can_bind(s))
		return AD_DB_INVALID;
	status = store_postgres_execute(s);
	if (status != AD_DB_DONE)
		return status;
	type = PQresultStatus(s->result);
	if (type != PGRES_TUPLES_OK && type != PGRES_COMMAND_OK) {
		status = ad_postgres_failed(d, s->result, stmt->sql);
		end_result(s);
		return status;
	}
	note_changes(s);
	s->rows = PQntuples(s->result);
	return s->rows ? AD_DB_ROW : AD_DB_DONE;
}

static enum ad_db_status step_later(struct ad_stmt *stmt)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);
	struct ad_postgres_db *d = store_postgres_of(stmt->db);
	enum ad_db_status status;

	if (!can_bind(s))
		return AD_DB_INVALID;
	if (is_lost(d))
		return AD_DB_UNAVAILABLE;
	status = store_postgres_prepare(stmt);
	return status == AD_DB_DONE ? ad_postgres_later(d, s, stmt->sql) : status;
}

static void store_postgres_settle(struct ad_db *db)
{
	ad_postgres_settle(store_postgres_of(db));
}

static bool col_is_null(struct ad_stmt *stmt, int column)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);

	return !s->result || PQgetisnull(s->result, s->row, column);
}

static struct ad_str store_postgres_col(struct ad_stmt *stmt, int column)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);
	const char *p;

	if (col_is_null(stmt, column))
		return (struct ad_str){ NULL, 0 };
	p = PQgetvalue(s->result, s->row, column);
	if (PQftype(s->result, column) == BOOL_OID)
		return *p == 't' ? AD_S("1") : AD_S("0");
	return (struct ad_str){ p, (size_t)PQgetlength(s->result, s->row, column) };
}

/* It comes as \x and hex digits; the answer stands until the next column of bytes. */
static struct ad_str col_bytes(struct ad_stmt *stmt, int column)
{
	struct ad_postgres_stmt *s = of_stmt(stmt);
	struct ad_str hex = store_postgres_col(stmt, column);
	size_t n = hex.n >= 2 ? (hex.n - 2) / 2 : 0;

	s->decoded.n = 0;
	if (!hex.p || !ad_text_reserve(&s->decoded, n + 1) ||
	    !ad_unhex((struct ad_str){ hex.p + 2, 2 * n }, s->decoded.p, n))
		return (struct ad_str){ NULL, 0 };
	return (struct ad_str){ s->decoded.p, n };
}

static int64_t col_int(struct ad_stmt *stmt, int column)
{
	struct ad_str s = store_postgres_col(stmt, column);

	return s.n ? strtoll(s.p, NULL, 10) : 0;
}

static double col_double(struct ad_stmt *stmt, int column)
{
	struct ad_str s = store_postgres_col(stmt, column);

	return s.n ? strtod(s.p, NULL) : 0;
}

const struct ad_db_driver ad_driver_postgres = {
	.blocking = true,
	.shared = true,
	.text_type = "TEXT COLLATE \"C\"",
	.clustered = "",
	.bytes_type = "BYTEA",
	.columns_sql = "SELECT column_name FROM information_schema.columns "
		       "WHERE table_schema = current_schema() AND table_name = $1",
	.required_sql = "SELECT column_name FROM information_schema.columns "
			"WHERE table_schema = current_schema() AND table_name = $1 "
			"AND is_nullable = 'NO' AND column_default IS NULL",
	/* The number is "adcore" in ASCII: the lock that every writing transaction holds. */
	.begin_write_sql = "BEGIN READ WRITE; SELECT pg_advisory_xact_lock(107083792872037)",
	.begin_read_sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
	.open_store = ad_postgres_open_store,
	.open = store_postgres_open_db,
	.close = store_postgres_close_db,
	.exec = store_postgres_exec,
	.transact = store_postgres_transact,
	.limit = store_postgres_limit,
	.in_transaction = in_transaction,
	.change_mark = change_mark,
	.clock = tell_time,
	.backup = store_postgres_backup,
	.tidy = store_postgres_tidy,
	.look_anew = ad_postgres_look_anew,
	.make = store_postgres_make,
	.drop = store_postgres_drop,
	.prepare = store_postgres_prepare,
	.prepare_first = false,
	.clear = store_postgres_clear,
	.reset = store_postgres_reset,
	.bind_text = store_postgres_bind_text,
	.bind_bytes = bind_bytes,
	.bind_int = bind_int,
	.bind_double = bind_double,
	.bind_null = bind_null,
	.step = store_postgres_step,
	.step_later = step_later,
	.settle = store_postgres_settle,
	.col = store_postgres_col,
	.col_bytes = col_bytes,
	.col_int = col_int,
	.col_double = col_double,
	.col_is_null = col_is_null,
};
