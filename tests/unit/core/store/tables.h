/* Two plain tables, and statements on them. */
#ifndef TESTS_UNIT_STORE_TABLES_H
#define TESTS_UNIT_STORE_TABLES_H

#include "tests/support/database.h"

static inline void run(struct ad_db *db, const char *sql)
{
	if (ad_db_exec(db, sql) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(db));
}

/* The status of one statement without parameters. */
static inline enum ad_db_status tried(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);
	enum ad_db_status status;

	do
		status = ad_step(s);
	while (status == AD_DB_ROW);
	return status;
}

static inline int64_t number(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);
	int64_t n;

	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s", ad_db_error(db));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

#define TABLES                                                                                     \
	"CREATE TABLE parent (id TEXT PRIMARY KEY, n BIGINT);"                                     \
	"CREATE TABLE thing (id TEXT PRIMARY KEY, n BIGINT NOT NULL, x DOUBLE PRECISION,"          \
	" b BOOLEAN, up TEXT REFERENCES parent (id), CHECK (n < 1000))"

static inline struct ad_db *with_tables(struct database *d)
{
	struct ad_db *db = open_db(d, AD_DB_WRITE);

	run(db, TABLES);
	return db;
}

#endif
