/*
 * PostgreSQL's connections and statements, and what is on its way to the server. Private to the
 * driver.
 */
#ifndef AD_STORE_POSTGRES_H
#define AD_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "base/text.h"
#include "store/db/driver.h"

#define AD_POSTGRES_PARAMETERS_MAX 128
/* So many statements wait to be heard of; then they are, whoever needs it. */
#define AD_POSTGRES_QUEUE_MAX 256

/* Statements that were sent and whose results were not read yet. */
struct ad_postgres_queue {
	const char *sql[AD_POSTGRES_QUEUE_MAX]; /* oldest first */
	size_t count;
	size_t syncs; /* points among them at which the server tells what it has */
	size_t bytes; /* behind the last of these */
};

struct ad_postgres_db {
	struct ad_db db;
	PGconn *conn;
	unsigned generation; /* counts connections: what was prepared on an older one is gone */
	unsigned names;      /* statements named so far */
	int64_t mark;
	/* The server's clock: read with that connection, at that time of ours; see tell_time(). */
	unsigned clock_generation;
	int64_t clock_read; /* us of ad_since_boot() */
	int64_t clock_now;  /* us */
	struct ad_postgres_queue queue;
};

struct ad_postgres_stmt {
	struct ad_stmt stmt;
	unsigned generation; /* of the connection that it is prepared on; 0: none */
	char name[16];
	int wanted;                                          /* parameters in the text */
	int count;                                           /* bound so far: the highest n */
	size_t at[AD_POSTGRES_PARAMETERS_MAX + 1];           /* 1 + offset into values; 0: NULL */
	struct ad_text values;                               /* each ended by NUL */
	struct ad_str bytes[AD_POSTGRES_PARAMETERS_MAX + 1]; /* the caller's; absent: none */
	struct ad_text decoded;                              /* what ad_col_bytes() gave last */
	bool bad_value; /* a NUL inside a text, or $n out of range */
	PGresult *result;
	int row, rows;
};

/* The status of a result that failed, or of none; its sentence is kept. */
enum ad_db_status ad_postgres_failed(struct ad_postgres_db *d, const PGresult *result,
				     const char *sql);
/* Of a result whose outcome alone matters; it is freed. */
enum ad_db_status ad_postgres_outcome(struct ad_postgres_db *d, PGresult *result,
				      const char *sql) AD_CHECK;
/*
 * Sends a prepared statement, or a text without parameters where s is NULL, behind what is on its
 * way, and does not wait. sql stays until it has been heard of. Only inside a transaction.
 */
enum ad_db_status ad_postgres_later(struct ad_postgres_db *d, const struct ad_postgres_stmt *s,
				    const char *sql) AD_CHECK;
/* The same, and waits for all of it. Its result is the caller's; NULL where none came. */
PGresult *ad_postgres_run(struct ad_postgres_db *d, const struct ad_postgres_stmt *s,
			  const char *sql);
/* Waits for what is on its way: ad_db_fail_later() was told of what failed. */
void ad_postgres_settle(struct ad_postgres_db *d);
/* ad_db_look_anew() */
enum ad_db_status ad_postgres_look_anew(struct ad_db *db) AD_CHECK;

#endif
