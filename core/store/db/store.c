/* The part of a connection that both databases share: kept statements, transactions, dispatch. */
#include "store/db/store.h"

#include <assert.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json_write.h"
#include "base/log.h"
#include "store/db/pending.h"
#include "store/db/driver.h"

struct ad_store *ad_store_open(struct ad_str url, char err[static 256])
{
	struct ad_store *store;
	const struct ad_db_driver *driver = ad_driver_of(url);
	const char *record = getenv("ADCORE_SQL_RECORD");

	if (!driver) {
		/* The URL is not repeated: it may hold a password. */
		snprintf(err, 256, "a database URL begins with sqlite: or postgresql://");
		return NULL;
	}
	store = ad_xcalloc(1, sizeof(*store));
	store->driver = driver;
	store->record_fd = -1;
	if (!driver->open_store(store, url, err)) {
		ad_store_close(store);
		return NULL;
	}
	if (record && *record)
		store->record_fd = open(record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	return store;
}

void ad_store_close(struct ad_store *store)
{
	if (!store)
		return;
	if (store->record_fd >= 0)
		close(store->record_fd);
	free(store->source);
	free(store);
}

bool ad_store_blocking(const struct ad_store *store)
{
	return store->driver->blocking;
}

bool ad_store_shared(const struct ad_store *store)
{
	return store->driver->shared;
}

uint64_t ad_store_commits(const struct ad_store *store)
{
	return atomic_load(&store->commits);
}

struct ad_db *ad_db_open(struct ad_store *store, enum ad_db_mode mode, char err[static 256])
{
	static _Atomic uint32_t serial = 1;
	struct ad_db *db = store->driver->open(store, mode, err);

	if (db)
		db->serial = atomic_fetch_add(&serial, 1) & INT32_MAX;
	return db;
}

void ad_db_fail(struct ad_db *db, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(db->error, sizeof(db->error), fmt, args);
	va_end(args);
}

const char *ad_db_error(const struct ad_db *db)
{
	return db->error;
}

/* Something was committed, or may have been: no moment that is older goes on. */
static void store_committed(struct ad_db *db)
{
	if (db->mode != AD_DB_READ)
		atomic_fetch_add(&db->store->commits, 1);
}

enum ad_db_status ad_db_noted(struct ad_db *db, enum ad_db_status status)
{
	if (db->late != AD_DB_DONE)
		status = db->late == AD_DB_RETRY ? AD_DB_RETRY : AD_DB_UNAVAILABLE;
	if (!db->in_tx)
		store_committed(db);
	if (db->in_tx && status != AD_DB_DONE && status != AD_DB_ROW) {
		db->broken = true;
		db->retry |= status == AD_DB_RETRY;
	}
	return status;
}

bool ad_db_refuses(struct ad_db *db)
{
	char first[200];

	if (!db->broken)
		return false;
	if (!strstr(db->error, "after a failure")) {
		snprintf(first, sizeof(first), "%.199s", db->error);
		ad_db_fail(db, "a statement after a failure in the same transaction: %s", first);
	}
	return true;
}

static uint64_t store_hash_of(const char *sql, size_t n)
{
	uint64_t h = n * UINT64_C(0x9e3779b97f4a7c15);

	for (; n >= 8; n -= 8, sql += 8) {
		uint64_t word;

		memcpy(&word, sql, 8);
		h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	for (; n; n--)
		h = (h ^ (unsigned char)*sql++) * UINT64_C(0x100000001b3);
	return h ^ h >> 29;
}

static void set_active(struct ad_stmt *s, bool active)
{
	s->db->active_count += (size_t)active;
	s->db->active_count -= (size_t)s->active;
	s->active = active;
}

static void unlink_use(struct ad_stmt *s)
{
	struct ad_db *db = s->db;

	*(s->newer ? &s->newer->older : &db->newest) = s->older;
	*(s->older ? &s->older->newer : &db->oldest) = s->newer;
}

static void link_newest(struct ad_stmt *s)
{
	struct ad_db *db = s->db;

	s->newer = NULL;
	s->older = db->newest;
	*(db->newest ? &db->newest->newer : &db->oldest) = s;
	db->newest = s;
}

static void store_drop(struct ad_stmt *s)
{
	struct ad_db *db = s->db;
	struct ad_stmt **at = &db->buckets[s->hash % AD_STMT_BUCKETS];
	char *sql = s->sql;

	while (*at != s)
		at = &(*at)->next_in_bucket;
	*at = s->next_in_bucket;
	set_active(s, false);
	unlink_use(s);
	db->stmt_count--;
	/* The driver may have yet to tell what failed in it. */
	db->driver->drop(s);
	free(sql);
}

static void drop_oldest(struct ad_db *db)
{
	struct ad_stmt *s = db->oldest;

	while (s && s->active)
		s = s->newer;
	if (s)
		store_drop(s);
}

/* One line a text, as a JSON string. */
static void store_record(struct ad_store *store, struct ad_str sql)
{
	struct ad_text line = { 0 };
	struct ad_json j = ad_json_on(&line);
	struct ad_str s;

	if (store->record_fd < 0)
		return;
	ad_json_str(&j, sql);
	ad_text_addc(&line, '\n');
	s = ad_text_str(&line);
	if (write(store->record_fd, s.p, s.n) != (ssize_t)s.n)
		ad_log(AD_LOG_WARN, "sql_record_failed", NULL);
	ad_text_free(&line);
}

static struct ad_stmt *store_keep(struct ad_db *db, struct ad_str sql, uint64_t hash)
{
	struct ad_stmt *s;
	struct ad_stmt **bucket = &db->buckets[hash % AD_STMT_BUCKETS];

	if (db->stmt_count >= AD_STMT_MAX)
		drop_oldest(db);
	s = db->driver->make(db);
	s->db = db;
	s->sql = ad_xstrdup(sql);
	s->sql_size = sql.n;
	s->hash = hash;
	s->next_in_bucket = *bucket;
	*bucket = s;
	link_newest(s);
	db->stmt_count++;
	if (db->driver->prepare_first)
		(void)!db->driver->prepare(s); /* a failure shows at the first step */
	return s;
}

static struct ad_stmt *store_find_statement(struct ad_db *db, struct ad_str sql, bool own)
{
	uint64_t hash = store_hash_of(sql.p, sql.n);
	struct ad_stmt *s = db->buckets[hash % AD_STMT_BUCKETS];

	while (s && (s->hash != hash || s->sql_size != sql.n || memcmp(s->sql, sql.p, sql.n) != 0))
		s = s->next_in_bucket;
	if (!s) {
		if (!own)
			store_record(db->store, sql);
		return store_keep(db, sql, hash);
	}
	if (db->newest != s) {
		unlink_use(s);
		link_newest(s);
	}
	set_active(s, false);
	db->driver->clear(s);
	return s;
}

struct ad_stmt *ad_sql(struct ad_db *db, const char *sql)
{
	return store_find_statement(db, ad_str(sql), false);
}

const char *ad_sql_kept(struct ad_db *db, const void *owner, int which,
			void (*write)(struct ad_text *sql, const void *owner))
{
	for (size_t i = 0; i < db->kept_count; i++)
		if (db->kept[i].owner == owner && db->kept[i].which == which)
			return db->kept[i].text.p;
	assert(db->kept_count < AD_KEPT_TEXTS);
	struct ad_kept_text *kept = &db->kept[db->kept_count++];
	*kept = (struct ad_kept_text){ .owner = owner, .which = which };
	write(&kept->text, owner);
	return ad_text_str(&kept->text).p;
}

struct ad_stmt *ad_sql_own(struct ad_db *db, const char *sql)
{
	return store_find_statement(db, ad_str(sql), true);
}

bool ad_db_prepares(struct ad_db *db, const char *sql)
{
	return db->driver->prepare(ad_sql(db, sql)) == AD_DB_DONE;
}

void ad_bind(struct ad_stmt *s, int n, struct ad_str text)
{
	if (text.p)
		s->db->driver->bind_text(s, n, text, false);
	else
		s->db->driver->bind_null(s, n);
}

void ad_bind_kept(struct ad_stmt *s, int n, struct ad_str text)
{
	if (text.p)
		s->db->driver->bind_text(s, n, text, true);
	else
		s->db->driver->bind_null(s, n);
}

void ad_bind_cstr(struct ad_stmt *s, int n, const char *text)
{
	ad_bind(s, n, ad_str(text));
}

void ad_bind_bytes(struct ad_stmt *s, int n, struct ad_str bytes)
{
	if (bytes.p)
		s->db->driver->bind_bytes(s, n, bytes);
	else
		s->db->driver->bind_null(s, n);
}

void ad_bind_int(struct ad_stmt *s, int n, int64_t number)
{
	s->db->driver->bind_int(s, n, number);
}

void ad_bind_bool(struct ad_stmt *s, int n, bool value)
{
	s->db->driver->bind_int(s, n, value);
}

void ad_bind_double(struct ad_stmt *s, int n, double value)
{
	s->db->driver->bind_double(s, n, value);
}

void ad_bind_null(struct ad_stmt *s, int n)
{
	s->db->driver->bind_null(s, n);
}

enum ad_db_status ad_step(struct ad_stmt *s)
{
	enum ad_db_status status;

	if (ad_db_refuses(s->db))
		return AD_DB_UNAVAILABLE;
	status = s->db->driver->step(s);
	set_active(s, status == AD_DB_ROW);
	if (!s->active)
		s->db->driver->reset(s);
	return ad_db_noted(s->db, status);
}

void ad_reset(struct ad_stmt *s)
{
	set_active(s, false);
	s->db->driver->reset(s);
}

struct ad_str ad_col(struct ad_stmt *s, int column)
{
	return s->db->driver->col(s, column);
}

struct ad_str ad_col_bytes(struct ad_stmt *s, int column)
{
	return s->db->driver->col_bytes(s, column);
}

int64_t ad_col_int(struct ad_stmt *s, int column)
{
	return s->db->driver->col_int(s, column);
}

double ad_col_double(struct ad_stmt *s, int column)
{
	return s->db->driver->col_double(s, column);
}

bool ad_col_is_null(struct ad_stmt *s, int column)
{
	return s->db->driver->col_is_null(s, column);
}

struct ad_str ad_col_copy(struct ad_stmt *s, struct ad_arena *arena, int column)
{
	if (ad_col_is_null(s, column))
		return (struct ad_str){ NULL, 0 };
	return ad_arena_copy(arena, ad_col(s, column));
}

int64_t ad_db_changes(struct ad_db *db)
{
	return db->changes;
}

enum ad_db_status ad_db_exec(struct ad_db *db, const char *sql)
{
	if (ad_db_refuses(db))
		return AD_DB_UNAVAILABLE;
	return ad_db_noted(db, db->driver->exec(db, sql));
}

enum ad_db_status ad_db_begin(struct ad_db *db, bool write)
{
	const struct ad_db_driver *driver = db->driver;
	enum ad_db_status status;

	assert(!db->in_tx);
	status = driver->transact(db, write ? driver->begin_write_sql : driver->begin_read_sql);
	if (status != AD_DB_DONE) {
		/* Where the lock was not to be had the transaction may have begun all the same. */
		ad_db_rollback(db);
		return status;
	}
	db->in_tx = true;
	return AD_DB_DONE;
}

bool ad_db_in_transaction(const struct ad_db *db)
{
	return db->in_tx;
}

/* Ends every statement that still has a row: COMMIT would wait for it, or leave it open. */
static void reset_all(struct ad_db *db)
{
	for (struct ad_stmt *s = db->newest; s && db->active_count; s = s->older) {
		if (s->active)
			ad_reset(s);
	}
}

enum ad_db_status ad_db_commit(struct ad_db *db)
{
	enum ad_db_status status;

	reset_all(db);
	status = ad_db_doomed(db);
	if (status == AD_DB_DONE && ad_db_refuses(db))
		status = db->late != AD_DB_DONE ? db->late : AD_DB_UNAVAILABLE;
	if (status == AD_DB_DONE)
		status = ad_pending_flush(db);
	if (status == AD_DB_DONE)
		status = db->driver->transact(db, "COMMIT");
	db->overtaken = status != AD_DB_DONE && db->late != AD_DB_DONE;
	if (db->overtaken)
		status = db->late;
	if (status != AD_DB_DONE) {
		ad_db_rollback(db);
		return status;
	}
	db->in_tx = db->in_moment = false;
	/* Of a connection that broke behind the answer to COMMIT. */
	db->broken = false;
	db->late = AD_DB_DONE;
	store_committed(db);
	return AD_DB_DONE;
}

void ad_db_rollback(struct ad_db *db)
{
	char kept[AD_DB_ERROR_SIZE];

	reset_all(db);
	ad_pending_drop(db);
	if (db->driver->settle)
		db->driver->settle(db); /* what is on its way is undone, however it ended */
	db->in_tx = db->in_moment = db->retry = db->broken = false;
	db->late = AD_DB_DONE;
	if (!db->driver->in_transaction(db))
		return;
	memcpy(kept, db->error, sizeof(kept));
	if (db->driver->transact(db, "ROLLBACK") == AD_DB_DONE)
		memcpy(db->error, kept, sizeof(kept));
}

enum ad_db_status ad_db_moment(struct ad_db *db)
{
	if (db->in_moment && !db->broken && db->begun_at == atomic_load(&db->store->commits))
		return AD_DB_DONE;
	ad_db_moment_end(db);
	db->begun_at = atomic_load(&db->store->commits);
	enum ad_db_status status = ad_db_begin(db, false);
	db->in_moment = status == AD_DB_DONE;
	db->mark_known = false;
	return status;
}

void ad_db_moment_end(struct ad_db *db)
{
	if (!db->in_moment)
		return;
	db->in_moment = false;
	if (ad_db_commit(db) != AD_DB_DONE)
		ad_db_rollback(db);
}

bool ad_db_in_moment(const struct ad_db *db)
{
	return db->in_moment;
}

enum ad_db_status ad_db_doomed(struct ad_db *db)
{
	if (db->retry)
		return AD_DB_RETRY;
	return db->driver->in_transaction(db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

static enum ad_db_status store_run_savepoint(struct ad_db *db, const char *sql)
{
	if (ad_db_refuses(db))
		return AD_DB_UNAVAILABLE;
	return ad_db_noted(db, db->driver->transact(db, sql));
}

enum ad_db_status ad_db_savepoint(struct ad_db *db)
{
	enum ad_db_status status = store_run_savepoint(db, "SAVEPOINT adcore");

	if (status == AD_DB_DONE)
		ad_pending_mark(db);
	return status;
}

enum ad_db_status ad_db_release(struct ad_db *db)
{
	enum ad_db_status status = store_run_savepoint(db, "RELEASE SAVEPOINT adcore");

	if (db->late != AD_DB_DONE)
		status = db->late;
	if (status == AD_DB_DONE)
		ad_pending_unmark(db, true);
	return status;
}

void ad_db_rollback_savepoint(struct ad_db *db)
{
	reset_all(db);
	ad_pending_unmark(db, false);
	if (db->driver->transact(db, "ROLLBACK TO SAVEPOINT adcore") == AD_DB_DONE &&
	    db->driver->transact(db, "RELEASE SAVEPOINT adcore") == AD_DB_DONE) {
		db->broken = false;
		db->late = AD_DB_DONE;
	}
}

int64_t ad_db_change_mark(struct ad_db *db)
{
	if (db->in_moment && db->mark_known)
		return db->mark;
	db->mark = db->driver->change_mark(db);
	if (db->mark >= 0)
		db->mark = (int64_t)db->serial << 32 | (db->mark & UINT32_MAX);
	db->mark_known = db->mark >= 0;
	return db->mark;
}

enum ad_db_status ad_db_clock(struct ad_db *db, int64_t *now)
{
	return db->driver->clock(db, now);
}

enum ad_db_status ad_db_look_anew(struct ad_db *db)
{
	return db->driver->look_anew ? db->driver->look_anew(db) : AD_DB_DONE;
}

bool ad_db_backup(struct ad_db *db, const char *path, char err[static 256])
{
	return db->driver->backup(db, path, err);
}

void ad_db_close(struct ad_db *db)
{
	if (!db)
		return;
	ad_db_rollback(db);
	while (db->newest)
		store_drop(db->newest);
	for (size_t i = 0; i < db->kept_count; i++)
		ad_text_free(&db->kept[i].text);
	ad_pending_free(db->pending);
	db->driver->close(db);
}

enum ad_db_status ad_db_limit(struct ad_db *db, int64_t us)
{
	db->overdue = false;
	return db->driver->limit(db, us);
}

bool ad_db_overdue(const struct ad_db *db)
{
	return db->overdue;
}
