/*
 * The database behind one interface: SQLite (store_sqlite.c) or PostgreSQL (store_postgres.c).
 * A statement is written once, in the dialect that both understand (architecture.md), with
 * parameters $1…$n (n up to 128). No caller may ask which database it is, but for `blocking`. Where
 * nothing but IS NULL or the output tells a parameter's type, say it: CAST($3 AS TEXT) IS NULL.
 *
 * A connection belongs to one thread. Statements are prepared once a connection and kept.
 */
#ifndef AD_STORE_STORE_H
#define AD_STORE_STORE_H

#include "base/arena.h"
#include "base/base.h"
#include "base/text.h"

enum ad_db_status {
	AD_DB_DONE = 0,      /* success: no (further) row */
	AD_DB_ROW,           /* success: a row stands ready */
	AD_DB_CONFLICT,      /* a unique key is taken */
	AD_DB_BAD_REFERENCE, /* a foreign key does not hold */
	AD_DB_INVALID,       /* another constraint does not hold */
	AD_DB_RETRY,         /* busy, serialisation failure, deadlock: roll back, try again */
	AD_DB_UNAVAILABLE,   /* no connection, disk full, … */
};

enum ad_db_mode {
	AD_DB_READ, /* a reader: any statement that changes something fails */
	AD_DB_WRITE,
	/* As AD_DB_WRITE, for counts: the last moment's may be lost where the database crashes. */
	AD_DB_COUNT,
};

struct ad_store; /* which database, shared by all threads */
struct ad_db;    /* one connection */
struct ad_stmt;  /* one prepared statement of one connection */

/*
 * Opens the database of a URL: "sqlite:/path/adcore.db" or "postgresql://…". Makes the file and
 * its folder where missing (0600/0700). NULL with a sentence in err.
 */
struct ad_store *ad_store_open(struct ad_str url, char err[static 256]) AD_CHECK;
void ad_store_close(struct ad_store *store);
/* True if a query waits for another machine. It then never runs on an event loop's thread. */
bool ad_store_blocking(const struct ad_store *store);
/* True if several servers may use the database at a time. Shared counts are then kept in it. */
bool ad_store_shared(const struct ad_store *store);

/* Counts what this process committed there. */
uint64_t ad_store_commits(const struct ad_store *store);

/* A connection for the calling thread; NULL with a sentence in err. */
struct ad_db *ad_db_open(struct ad_store *store, enum ad_db_mode mode,
			 char err[static 256]) AD_CHECK;
/* Ends it and its statements. NULL is allowed. */
void ad_db_close(struct ad_db *db);

/*
 * The kept statement of this SQL text, reset and with all parameters NULL; prepared at the first
 * use. Never NULL: where preparing fails (a bug, or no connection), the first ad_step() says so.
 * The same statement must not be in use twice at a time.
 */
struct ad_stmt *ad_sql(struct ad_db *db, const char *sql);
/*
 * The text of a statement that depends on a const row only (a resource's INSERT, …): written once a
 * connection and kept with it. owner and which are its name; owner outlives the connection.
 */
const char *ad_sql_kept(struct ad_db *db, const void *owner, int which,
			void (*write)(struct ad_text *sql, const void *owner));
/* Binds $n (1 is the first). Bytes are copied. An absent str binds NULL. */
void ad_bind(struct ad_stmt *s, int n, struct ad_str text);
/* As ad_bind() of bytes that stay where they are until the statement has run: not copied. */
void ad_bind_kept(struct ad_stmt *s, int n, struct ad_str text);
void ad_bind_cstr(struct ad_stmt *s, int n, const char *text);
/* Binds bytes that need not be text (a column of type BYTES); they stay until it has run. */
void ad_bind_bytes(struct ad_stmt *s, int n, struct ad_str bytes);
void ad_bind_int(struct ad_stmt *s, int n, int64_t number);
void ad_bind_bool(struct ad_stmt *s, int n, bool value);
void ad_bind_double(struct ad_stmt *s, int n, double value);
void ad_bind_null(struct ad_stmt *s, int n);
/* Runs to the next row. After anything but AD_DB_ROW the statement is reset by itself. */
enum ad_db_status ad_step(struct ad_stmt *s) AD_CHECK;
/* Ends a statement whose rows were not all read. Always do so: an open SELECT pins the WAL. */
void ad_reset(struct ad_stmt *s);
/* Columns of the row that stands ready, from 0; texts live until the next step or reset. */
struct ad_str ad_col(struct ad_stmt *s, int column);
struct ad_str ad_col_bytes(struct ad_stmt *s, int column); /* of a column of type BYTES */
int64_t ad_col_int(struct ad_stmt *s, int column);         /* 0 where NULL; booleans give 0 and 1 */
double ad_col_double(struct ad_stmt *s, int column);
bool ad_col_is_null(struct ad_stmt *s, int column);
/* A text on the arena, so that it outlives the step; absent where NULL. */
struct ad_str ad_col_copy(struct ad_stmt *s, struct ad_arena *arena, int column);
/* Rows changed by the last statement that ran to AD_DB_DONE. */
int64_t ad_db_changes(struct ad_db *db);

/* Runs a statement without rows and parameters (DDL too; several separated by ';' allowed). */
enum ad_db_status ad_db_exec(struct ad_db *db, const char *sql) AD_CHECK;
/* A sentence about the last failure, for the log, never for a user. */
const char *ad_db_error(const struct ad_db *db);

/*
 * Transactions. write takes the one write lock of the database at once and waits for it (5 s, then
 * AD_DB_RETRY): what was read inside still holds at the commit. Without write, all reads see one
 * moment. After a failed statement nothing but rolling back (to the savepoint) is left: everything
 * else, COMMIT too, says AD_DB_UNAVAILABLE.
 */
enum ad_db_status ad_db_begin(struct ad_db *db, bool write) AD_CHECK;
enum ad_db_status ad_db_commit(struct ad_db *db) AD_CHECK;
void ad_db_rollback(struct ad_db *db);
/*
 * A read transaction over several requests that were there when it began: one lock for them all.
 * ad_db_moment() begins one, or goes on in the one that is open unless a statement in it failed or
 * this process has committed anything since it began: who was told of a commit sees it. What
 * another process committed is seen from the next moment on, so one must end (by
 * ad_db_moment_end()) before the thread looks for new requests.
 */
enum ad_db_status ad_db_moment(struct ad_db *db) AD_CHECK;
void ad_db_moment_end(struct ad_db *db);
/* True if a moment is open. */
bool ad_db_in_moment(const struct ad_db *db);
/*
 * From now on until it is called with 0, and inside the transaction that is open, what a statement
 * asks for is given up after us: AD_DB_UNAVAILABLE, and ad_db_overdue() says that this was why.
 */
enum ad_db_status ad_db_limit(struct ad_db *db, int64_t us) AD_CHECK;
/* True if a statement was cancelled since the limit was set. */
bool ad_db_overdue(const struct ad_db *db);
/* True if a transaction that began here is open. */
bool ad_db_in_transaction(const struct ad_db *db);
/* Savepoints inside a transaction; they may nest, and end newest first. */
enum ad_db_status ad_db_savepoint(struct ad_db *db) AD_CHECK;
enum ad_db_status ad_db_release(struct ad_db *db) AD_CHECK;
void ad_db_rollback_savepoint(struct ad_db *db);

/*
 * A number that may differ after any other connection committed (SQLite: PRAGMA data_version;
 * PostgreSQL: always differs), and never is the same for two connections. Cheap; equal means
 * "nothing changed since". Negative: it could not be read.
 */
int64_t ad_db_change_mark(struct ad_db *db);
/*
 * Now, us, by the one clock that all who share the database go by. Fails only where the database
 * cannot be asked.
 */
enum ad_db_status ad_db_clock(struct ad_db *db, int64_t *now) AD_CHECK;
/*
 * Has a database that plans by counts of its rows (PostgreSQL) count those tables that have grown
 * much since it last did: all connections then plan anew. Outside of a transaction, and not on a
 * thread that somebody waits for: it may take a second.
 */
enum ad_db_status ad_db_look_anew(struct ad_db *db) AD_CHECK;
/* Copies the database to a file while it is in use (SQLite); false with a sentence. */
bool ad_db_backup(struct ad_db *db, const char *path, char err[static 256]) AD_CHECK;

#endif
