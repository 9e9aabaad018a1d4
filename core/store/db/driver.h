/*
 * The interface between store.c and a database: a struct of functions per driver. Private to this
 * folder. A driver's connections and statements begin with the structs below.
 */
#ifndef AD_STORE_DRIVER_H
#define AD_STORE_DRIVER_H

#include <stdatomic.h>

#include "store/db/store.h"

#define AD_DB_ERROR_SIZE 400
#define AD_DB_BUSY_MS 5000 /* how long a writer waits for another one before AD_DB_RETRY */

struct ad_db_driver {
	bool blocking;            /* ad_store_blocking() */
	bool shared;              /* ad_store_shared() */
	const char *text_type;    /* the type of a TEXT column, so that it sorts by bytes */
	const char *clustered;    /* what CLUSTERED behind a table reads: rows kept in its key */
	const char *bytes_type;   /* the type of a BYTES column */
	const char *columns_sql;  /* the columns of table $1, one a row */
	const char *required_sql; /* those of them that every new row must say, but its key */
	const char *begin_write_sql, *begin_read_sql;

	/* Fills store->source and makes sure that the database can be opened. */
	bool (*open_store)(struct ad_store *store, struct ad_str url, char err[static 256]);
	/* A connection: allocated and opened; NULL with a sentence. */
	struct ad_db *(*open)(struct ad_store *store, enum ad_db_mode mode, char err[static 256]);
	void (*close)(struct ad_db *db);
	enum ad_db_status (*exec)(struct ad_db *db, const char *sql);
	/* BEGIN, COMMIT, SAVEPOINT …: as exec, but quick. */
	enum ad_db_status (*transact)(struct ad_db *db, const char *sql);
	bool (*in_transaction)(struct ad_db *db);
	int64_t (*change_mark)(struct ad_db *db);
	enum ad_db_status (*clock)(struct ad_db *db, int64_t *now);
	bool (*backup)(struct ad_db *db, const char *path, char err[static 256]);
	/* ad_db_limit() */
	enum ad_db_status (*limit)(struct ad_db *db, int64_t us);
	/* Housekeeping of the writer: when it is quiet, and at the end. */
	void (*tidy)(struct ad_db *db, bool last);

	/* ad_db_look_anew(); NULL where nothing is counted. */
	enum ad_db_status (*look_anew)(struct ad_db *db);

	/* A statement: allocated, not prepared yet. */
	struct ad_stmt *(*make)(struct ad_db *db);
	void (*drop)(struct ad_stmt *s);
	/* Prepares if it is not; called by ad_step(), and by ad_sql() where prepare_first. */
	enum ad_db_status (*prepare)(struct ad_stmt *s);
	bool prepare_first;
	void (*clear)(struct ad_stmt *s); /* reset, and all parameters NULL */
	void (*reset)(struct ad_stmt *s);
	/* stays: the bytes need not be copied, see ad_bind_kept() */
	void (*bind_text)(struct ad_stmt *s, int n, struct ad_str text, bool stays);
	void (*bind_bytes)(struct ad_stmt *s, int n, struct ad_str bytes);
	void (*bind_int)(struct ad_stmt *s, int n, int64_t number);
	void (*bind_double)(struct ad_stmt *s, int n, double value);
	void (*bind_null)(struct ad_stmt *s, int n);
	enum ad_db_status (*step)(struct ad_stmt *s);
	/*
	 * ad_step_later() and ad_db_settle(); NULL where each statement runs at once. What failed
	 * on its way is told by ad_db_fail_later(), whichever function finds it.
	 */
	enum ad_db_status (*step_later)(struct ad_stmt *s);
	void (*settle)(struct ad_db *db);
	struct ad_str (*col)(struct ad_stmt *s, int column);
	struct ad_str (*col_bytes)(struct ad_stmt *s, int column);
	int64_t (*col_int)(struct ad_stmt *s, int column);
	double (*col_double)(struct ad_stmt *s, int column);
	bool (*col_is_null)(struct ad_stmt *s, int column);
};

extern const struct ad_db_driver ad_driver_sqlite, ad_driver_postgres;
/* drivers.c: the driver of a URL's scheme; NULL for another scheme. */
const struct ad_db_driver *ad_driver_of(struct ad_str url);

struct ad_store {
	const struct ad_db_driver *driver;
	char *source;             /* SQLite: the path; PostgreSQL: the URL */
	int record_fd;            /* where each new SQL text is noted; -1: nowhere */
	_Atomic uint64_t commits; /* of this process, by any connection */
	bool has_history_key;
	uint8_t history_key[32]; /* set before the first connection, then read only */
};

struct ad_stmt {
	struct ad_db *db;
	char *sql;
	size_t sql_size;
	uint64_t hash;
	struct ad_stmt *next_in_bucket;
	struct ad_stmt *newer, *older; /* by last use */
	bool active;                   /* a row stands ready: not to be dropped */
};

#define AD_STMT_MAX 512 /* statements kept a connection */
#define AD_STMT_BUCKETS 1024

/* A text of ad_sql_kept(). */
struct ad_kept_text {
	const void *owner;
	int which;
	struct ad_text text; /* on the heap */
};
#define AD_KEPT_TEXTS 96

struct ad_pending;

struct ad_db {
	const struct ad_db_driver *driver;
	struct ad_store *store;
	enum ad_db_mode mode;
	struct ad_stmt *buckets[AD_STMT_BUCKETS];
	struct ad_stmt *newest, *oldest;
	size_t stmt_count;
	struct ad_kept_text kept[AD_KEPT_TEXTS];
	size_t kept_count;
	size_t active_count; /* statements with a row that stands ready */
	int64_t changes;
	uint64_t begun_at; /* the store's commits when the moment began */
	bool in_moment;    /* the transaction is such a one */
	bool mark_known;   /* and its change mark is this */
	int64_t mark;
	uint32_t serial; /* no other connection of this process has or had it */
	bool in_tx;      /* between begin and commit or rollback, as our caller sees it */
	bool retry;      /* since begin: something said AD_DB_RETRY, so the transaction is lost */
	bool broken; /* since begin or savepoint: a statement failed; only rolling back is left */
	enum ad_db_status late; /* since then: what the first failed with that was not waited for */
	bool overtaken;         /* the last COMMIT failed by such a statement */
	struct ad_pending *pending; /* counted and recorded, to be written before COMMIT */
	bool overdue;               /* a statement was given up by ad_db_limit() */
	char error[AD_DB_ERROR_SIZE];
};

/* RETRY or UNAVAILABLE if the open transaction is lost; DONE if it still stands. */
enum ad_db_status ad_db_doomed(struct ad_db *db);
/* As ad_sql(), for texts of a driver's own: these are not recorded. */
struct ad_stmt *ad_sql_own(struct ad_db *db, const char *sql);
/* True if the SQL text can be prepared; for the test that prepares every text on both databases. */
bool ad_db_prepares(struct ad_db *db, const char *sql);
/*
 * True if the transaction has failed, so that nothing more runs in it. PostgreSQL behaves so by
 * itself; the SQLite driver imitates it, so that code behaves the same on both.
 */
bool ad_db_refuses(struct ad_db *db);
/*
 * Notes what a status means for the transaction. A statement behind one that failed on its way has
 * failed with it, and not by a fault of its own.
 */
enum ad_db_status ad_db_noted(struct ad_db *db, enum ad_db_status status);
/* Notes that a statement of ad_step_later() has failed; the first one counts. */
void ad_db_fail_later(struct ad_db *db, enum ad_db_status status);
/* Keeps a sentence for ad_db_error(). */
void ad_db_fail(struct ad_db *db, const char *fmt, ...) AD_PRINTF(2, 3);

#endif
