/* SQLite: the only file that knows it. WAL, one connection a thread, every commit synced. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/db/driver.h"
#include "store/sqlite/sqlite_file.h"

#define PARAMETERS_MAX 128

struct sqlite_db {
	struct ad_db db;
	sqlite3 *handle;
	int64_t until; /* us of ad_monotonic(), while there is a limit */
};

struct sqlite_stmt {
	struct ad_stmt stmt;
	sqlite3_stmt *handle; /* NULL: could not be prepared */
	int parameter_count;
	/* SQLite numbers $7 by its first appearance: the place of each. 0: not in the text. */
	uint8_t place[PARAMETERS_MAX + 1];
};

static struct sqlite_db *store_sqlite_of(struct ad_db *db)
{
	return (struct sqlite_db *)db;
}

static struct sqlite_stmt *of_stmt(struct ad_stmt *s)
{
	return (struct sqlite_stmt *)s;
}

static void store_sqlite_configure(void)
{
	sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_initialize();
	ad_sqlite_files();
}

/* Makes the folders above a path, 0700 each. */
static void make_folders(const char *path)
{
	char *copy = ad_xstrdup(ad_str(path));

	for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(copy, 0700); /* what matters is whether the file can be opened */
		*slash = '/';
	}
	free(copy);
}

static bool open_store(struct ad_store *store, struct ad_str url, char err[static 256])
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct ad_str path = { url.p + 7, url.n - 7 };
	int fd;

	pthread_once(&once, store_sqlite_configure);
	if (!path.n || path.p[0] == ':' || ad_str_find(path, '\0')) {
		snprintf(err, 256, "sqlite: must be followed by the path of a file");
		return false;
	}
	store->source = ad_xstrdup(path);
	make_folders(store->source);
	fd = open(store->source, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0) {
		snprintf(err, 256, "%.150s cannot be opened: %s", store->source, strerror(errno));
		return false;
	}
	close(fd);
	return true;
}

static enum ad_db_status store_sqlite_status_of(int code)
{
	switch (code) {
	case SQLITE_CONSTRAINT_UNIQUE:
	case SQLITE_CONSTRAINT_PRIMARYKEY:
	case SQLITE_CONSTRAINT_ROWID:
		return AD_DB_CONFLICT;
	case SQLITE_CONSTRAINT_FOREIGNKEY:
		return AD_DB_BAD_REFERENCE;
	default:
		break;
	}
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_DONE:
		return AD_DB_DONE;
	case SQLITE_ROW:
		return AD_DB_ROW;
	case SQLITE_CONSTRAINT:
	case SQLITE_MISMATCH:
	case SQLITE_TOOBIG:
	case SQLITE_READONLY:
		return AD_DB_INVALID;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return AD_DB_RETRY;
	default:
		return AD_DB_UNAVAILABLE;
	}
}

static enum ad_db_status store_sqlite_failed(struct sqlite_db *d, int code, const char *sql)
{
	ad_db_fail(&d->db, "SQLite %d: %s (in: %.160s)", code, sqlite3_errmsg(d->handle), sql);
	return store_sqlite_status_of(code);
}

static enum ad_db_status store_sqlite_exec(struct ad_db *db, const char *sql)
{
	struct sqlite_db *d = store_sqlite_of(db);
	int code = sqlite3_exec(d->handle, sql, NULL, NULL, NULL);

	if (code != SQLITE_OK)
		return store_sqlite_failed(d, code, sql);
	return AD_DB_DONE;
}

/*
 * Write-ahead logging is a property of the file. Where several open a new one together SQLite tells
 * some that it is locked without waiting, for each holds what the other needs: they try again.
 */
static bool write_ahead(struct sqlite_db *d)
{
	int64_t until = ad_monotonic() + AD_DB_BUSY_MS * INT64_C(1000);
	enum ad_db_status status;

	while ((status = store_sqlite_exec(&d->db, "PRAGMA journal_mode = WAL")) == AD_DB_RETRY &&
	       ad_monotonic() < until)
		usleep(5000);
	return status == AD_DB_DONE;
}

static bool store_sqlite_set_up(struct sqlite_db *d)
{
	static const char common[] = "PRAGMA synchronous = FULL;"
				     "PRAGMA foreign_keys = ON;"
				     "PRAGMA trusted_schema = OFF;"
				     "PRAGMA temp_store = MEMORY;"
				     "PRAGMA mmap_size = 0;"
				     "PRAGMA journal_size_limit = 67108864;";
	sqlite3 *h = d->handle;

	sqlite3_extended_result_codes(h, 1);
	sqlite3_busy_timeout(h, AD_DB_BUSY_MS);
	sqlite3_db_config(h, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	/* A name in double quotes that is no column is an error, as in PostgreSQL. */
	sqlite3_db_config(h, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_db_config(h, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	/* The writer touches a page of every index for each row: it keeps more of them. */
	if (store_sqlite_exec(&d->db, d->db.mode != AD_DB_READ
					      ? "PRAGMA cache_size = -8192"
					      : "PRAGMA cache_size = -2048") != AD_DB_DONE)
		return false;
	return write_ahead(d) && store_sqlite_exec(&d->db, common) == AD_DB_DONE &&
	       (d->db.mode != AD_DB_READ ||
		store_sqlite_exec(&d->db, "PRAGMA query_only = ON") == AD_DB_DONE);
}

static void store_sqlite_close_db(struct ad_db *db)
{
	sqlite3_close_v2(store_sqlite_of(db)->handle);
	free(db);
}

static struct ad_db *store_sqlite_open_db(struct ad_store *store, enum ad_db_mode mode,
					  char err[static 256])
{
	struct sqlite_db *d = ad_xcalloc(1, sizeof(*d));
	int code;

	d->db.driver = &ad_driver_sqlite;
	d->db.store = store;
	d->db.mode = mode;
	code = sqlite3_open_v2(store->source, &d->handle,
			       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, AD_SQLITE_FILES);
	if (code == SQLITE_OK && store_sqlite_set_up(d))
		return &d->db;
	snprintf(err, 256, "%.120s cannot be opened: %.100s", store->source,
		 sqlite3_errmsg(d->handle));
	store_sqlite_close_db(&d->db);
	return NULL;
}

/* Every so many of its own steps SQLite asks whether to go on. */
#define LIMIT_STEPS 20000

static int is_overdue(void *arg)
{
	struct sqlite_db *d = arg;

	d->db.overdue = d->db.overdue || ad_monotonic() >= d->until;
	return d->db.overdue;
}

static enum ad_db_status store_sqlite_limit(struct ad_db *db, int64_t us)
{
	struct sqlite_db *d = store_sqlite_of(db);

	d->until = ad_monotonic() + us;
	sqlite3_progress_handler(d->handle, LIMIT_STEPS, us ? is_overdue : NULL, d);
	return AD_DB_DONE;
}

static bool in_transaction(struct ad_db *db)
{
	return !sqlite3_get_autocommit(store_sqlite_of(db)->handle);
}

static int64_t change_mark(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql_own(db, "PRAGMA data_version");
	int64_t mark = -1;

	if (ad_step(s) == AD_DB_ROW)
		mark = ad_col_int(s, 0);
	ad_reset(s);
	return mark;
}

static enum ad_db_status tell_time(struct ad_db *db, int64_t *now)
{
	(void)db;
	*now = ad_now();
	return AD_DB_DONE;
}

static bool copy_to(struct sqlite_db *d, sqlite3 *target)
{
	sqlite3_backup *backup = sqlite3_backup_init(target, "main", d->handle, "main");

	if (!backup)
		return false;
	/* All pages in one step: readers and, in WAL mode, the writer go on meanwhile. */
	sqlite3_backup_step(backup, -1);
	return sqlite3_backup_finish(backup) == SQLITE_OK;
}

static bool store_sqlite_backup(struct ad_db *db, const char *path, char err[static 256])
{
	sqlite3 *target = NULL;
	bool ok = false;
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0) {
		snprintf(err, 256, "%.150s cannot be made: %s", path, strerror(errno));
		return false;
	}
	close(fd);
	if (sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
		ok = copy_to(store_sqlite_of(db), target);
	if (!ok)
		snprintf(err, 256, "the copy failed: %.200s", sqlite3_errmsg(target));
	sqlite3_close(target);
	if (!ok)
		unlink(path);
	return ok;
}

static void store_sqlite_tidy(struct ad_db *db, bool last)
{
	sqlite3_wal_checkpoint_v2(store_sqlite_of(db)->handle, NULL,
				  last ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
				  NULL, NULL);
}

static struct ad_stmt *store_sqlite_make(struct ad_db *db)
{
	struct sqlite_stmt *s = ad_xcalloc(1, sizeof(*s));

	(void)db;
	return &s->stmt;
}

static void store_sqlite_drop(struct ad_stmt *stmt)
{
	sqlite3_finalize(of_stmt(stmt)->handle);
	free(stmt);
}

/* Learns where each $n stands; false where a parameter is not one. */
static bool map_parameters(struct sqlite_stmt *s)
{
	s->parameter_count = sqlite3_bind_parameter_count(s->handle);
	for (int i = 1; i <= s->parameter_count; i++) {
		const char *name = sqlite3_bind_parameter_name(s->handle, i);
		char *end = NULL;
		long n = name && name[0] == '$' ? strtol(name + 1, &end, 10) : 0;

		if (n < 1 || n > PARAMETERS_MAX || *end)
			return false;
		s->place[n] = (uint8_t)i;
	}
	return true;
}

static enum ad_db_status store_sqlite_prepare(struct ad_stmt *stmt)
{
	struct sqlite_stmt *s = of_stmt(stmt);
	struct sqlite_db *d = store_sqlite_of(stmt->db);
	int code;

	if (s->handle)
		return AD_DB_DONE;
	code = sqlite3_prepare_v3(d->handle, stmt->sql, (int)stmt->sql_size + 1,
				  SQLITE_PREPARE_PERSISTENT, &s->handle, NULL);
	if (code != SQLITE_OK)
		return store_sqlite_failed(d, code, stmt->sql);
	if (s->handle && map_parameters(s))
		return AD_DB_DONE;
	sqlite3_finalize(s->handle);
	s->handle = NULL;
	ad_db_fail(&d->db, "no statement, or a parameter that is not $1..$%d (in: %.160s)",
		   PARAMETERS_MAX, stmt->sql);
	return AD_DB_UNAVAILABLE;
}

static void store_sqlite_reset(struct ad_stmt *stmt)
{
	sqlite3_reset(of_stmt(stmt)->handle);
}

static void store_sqlite_clear(struct ad_stmt *stmt)
{
	struct sqlite_stmt *s = of_stmt(stmt);

	if (!s->handle) {
		(void)!store_sqlite_prepare(stmt); /* the table may exist by now */
		return;
	}
	sqlite3_reset(s->handle);
	if (s->parameter_count)
		sqlite3_clear_bindings(s->handle);
}

/* Where $n stands; 0 (which SQLite refuses) where the text has none. */
static int store_sqlite_place_of(struct sqlite_stmt *s, int n)
{
	return n >= 1 && n <= PARAMETERS_MAX ? s->place[n] : 0;
}

static void store_sqlite_bind_text(struct ad_stmt *stmt, int n, struct ad_str text, bool stays)
{
	struct sqlite_stmt *s = of_stmt(stmt);

	sqlite3_bind_text64(s->handle, store_sqlite_place_of(s, n), text.p, text.n,
			    stays ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void bind_bytes(struct ad_stmt *stmt, int n, struct ad_str bytes)
{
	struct sqlite_stmt *s = of_stmt(stmt);

	sqlite3_bind_blob64(s->handle, store_sqlite_place_of(s, n), bytes.p, bytes.n,
			    SQLITE_STATIC);
}

static void bind_int(struct ad_stmt *stmt, int n, int64_t number)
{
	struct sqlite_stmt *s = of_stmt(stmt);

	sqlite3_bind_int64(s->handle, store_sqlite_place_of(s, n), number);
}

static void bind_double(struct ad_stmt *stmt, int n, double value)
{
	struct sqlite_stmt *s = of_stmt(stmt);

	sqlite3_bind_double(s->handle, store_sqlite_place_of(s, n), value);
}

static void bind_null(struct ad_stmt *stmt, int n)
{
	struct sqlite_stmt *s = of_stmt(stmt);

	sqlite3_bind_null(s->handle, store_sqlite_place_of(s, n));
}

static enum ad_db_status store_sqlite_step(struct ad_stmt *stmt)
{
	struct sqlite_stmt *s = of_stmt(stmt);
	struct sqlite_db *d = store_sqlite_of(stmt->db);
	int code;

	if (!s->handle) {
		enum ad_db_status status = store_sqlite_prepare(stmt);

		return status == AD_DB_DONE ? AD_DB_UNAVAILABLE : status;
	}
	code = sqlite3_step(s->handle);
	if (code == SQLITE_ROW)
		return AD_DB_ROW;
	if (code != SQLITE_DONE)
		return store_sqlite_failed(d, code, stmt->sql);
	if (!sqlite3_stmt_readonly(s->handle))
		d->db.changes = sqlite3_changes64(d->handle);
	return AD_DB_DONE;
}

static enum ad_db_status store_sqlite_transact(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql_own(db, sql);
	enum ad_db_status status = store_sqlite_step(s);

	store_sqlite_reset(s);
	return status;
}

static struct ad_str store_sqlite_col(struct ad_stmt *stmt, int column)
{
	sqlite3_stmt *h = of_stmt(stmt)->handle;
	const char *p = (const char *)sqlite3_column_text(h, column);

	return (struct ad_str){ p, p ? (size_t)sqlite3_column_bytes(h, column) : 0 };
}

static struct ad_str col_bytes(struct ad_stmt *stmt, int column)
{
	sqlite3_stmt *h = of_stmt(stmt)->handle;
	const char *p = sqlite3_column_blob(h, column);

	/* Of no bytes SQLite gives no pointer. */
	if (!p && sqlite3_column_type(h, column) != SQLITE_NULL)
		p = "";
	return (struct ad_str){ p, p ? (size_t)sqlite3_column_bytes(h, column) : 0 };
}

static int64_t col_int(struct ad_stmt *stmt, int column)
{
	return sqlite3_column_int64(of_stmt(stmt)->handle, column);
}

static double col_double(struct ad_stmt *stmt, int column)
{
	return sqlite3_column_double(of_stmt(stmt)->handle, column);
}

static bool col_is_null(struct ad_stmt *stmt, int column)
{
	return sqlite3_column_type(of_stmt(stmt)->handle, column) == SQLITE_NULL;
}

const struct ad_db_driver ad_driver_sqlite = {
	.blocking = false,
	.text_type = "TEXT", /* compares by bytes as it is */
	.clustered = "WITHOUT ROWID",
	.bytes_type = "BLOB",
	.columns_sql = "SELECT name FROM pragma_table_info($1)",
	.required_sql = "SELECT name FROM pragma_table_info($1) "
			"WHERE \"notnull\" = 1 AND dflt_value IS NULL AND pk = 0",
	.begin_write_sql = "BEGIN IMMEDIATE",
	.begin_read_sql = "BEGIN",
	.open_store = open_store,
	.open = store_sqlite_open_db,
	.close = store_sqlite_close_db,
	.exec = store_sqlite_exec,
	.transact = store_sqlite_transact,
	.limit = store_sqlite_limit,
	.in_transaction = in_transaction,
	.change_mark = change_mark,
	.clock = tell_time,
	.backup = store_sqlite_backup,
	.tidy = store_sqlite_tidy,
	.make = store_sqlite_make,
	.drop = store_sqlite_drop,
	.prepare = store_sqlite_prepare,
	.prepare_first = true,
	.clear = store_sqlite_clear,
	.reset = store_sqlite_reset,
	.bind_text = store_sqlite_bind_text,
	.bind_bytes = bind_bytes,
	.bind_int = bind_int,
	.bind_double = bind_double,
	.bind_null = bind_null,
	.step = store_sqlite_step,
	.col = store_sqlite_col,
	.col_bytes = col_bytes,
	.col_int = col_int,
	.col_double = col_double,
	.col_is_null = col_is_null,
};
