/*
 * A fresh database for each test, on SQLite and on PostgreSQL. The server's URL (of a user who may
 * create databases) comes in ADCORE_TEST_PG; where ADCORE_REQUIRE_PG is set, its absence fails.
 *
 *	int main(void)
 *	{
 *		return on_each_database("store", tests, AD_LEN(tests));
 *	}
 *
 * with tests as cmocka_unit_test_setup_teardown(f, fresh_database, drop_database): *state is the
 * struct database.
 */
#ifndef TESTS_SUPPORT_DATABASE_H
#define TESTS_SUPPORT_DATABASE_H

#include "tests/support/unit.h"

#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/history/history.h"
#include "store/db/store.h"

struct database {
	bool postgres;
	char url[600];
	char folder[64];
	char name[64]; /* PostgreSQL: the database's */
	struct ad_store *store;
	pthread_mutex_t lock; /* of keyed */
	bool keyed;           /* the store has the key of its history */
};

static bool database_on_postgres; /* the database that on_each_database() runs on */

static inline int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

/* Runs a statement on the server's own database. */
static inline void on_server(const char *sql)
{
	char err[256];
	struct ad_store *store = ad_store_open(ad_str(getenv("ADCORE_TEST_PG")), err);
	struct ad_db *db;

	if (!store)
		fail_msg("ADCORE_TEST_PG: %s", err);
	db = ad_db_open(store, AD_DB_WRITE, err);
	if (!db)
		fail_msg("ADCORE_TEST_PG: %s", err);
	if (ad_db_exec(db, sql) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(db));
	ad_db_close(db);
	ad_store_close(store);
}

/* The server's URL with another database's name. */
static inline void url_of(struct database *d)
{
	const char *server = getenv("ADCORE_TEST_PG");
	const char *host = strstr(server, "://") + 3;
	size_t n = (size_t)(host - server) + strcspn(host, "/?");
	const char *query = strchr(server, '?');

	snprintf(d->url, sizeof(d->url), "%.*s/%s%s", (int)n, server, d->name, query ? query : "");
}

static inline int fresh_database(void **state)
{
	static int made;
	struct database *d = calloc(1, sizeof(*d));
	char err[256], sql[128];

	assert_non_null(d);
	snprintf(d->folder, sizeof(d->folder), "/tmp/adcore-unit-XXXXXX");
	assert_non_null(mkdtemp(d->folder));
	pthread_mutex_init(&d->lock, NULL);
	d->postgres = database_on_postgres;
	if (d->postgres) {
		snprintf(d->name, sizeof(d->name), "unit_%d_%d", (int)getpid(), ++made);
		snprintf(sql, sizeof(sql), "CREATE DATABASE %s", d->name);
		on_server(sql);
		url_of(d);
	} else {
		snprintf(d->url, sizeof(d->url), "sqlite:%s/db/adcore.db", d->folder);
	}
	d->store = ad_store_open(ad_str(d->url), err);
	if (!d->store)
		fail_msg("%s", err);
	*state = d;
	return 0;
}

static inline int drop_database(void **state)
{
	struct database *d = *state;
	char sql[128];

	ad_store_close(d->store);
	if (d->postgres) {
		snprintf(sql, sizeof(sql), "DROP DATABASE %s WITH (FORCE)", d->name);
		on_server(sql);
	}
	nftw(d->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	pthread_mutex_destroy(&d->lock);
	free(d);
	return 0;
}

static inline struct ad_db *open_db(struct database *d, enum ad_db_mode mode)
{
	char err[256];
	struct ad_db *db = ad_db_open(d->store, mode, err);

	if (!db)
		fail_msg("%s", err);
	/* Once for the store that all connections share: some tests open connections on threads. */
	pthread_mutex_lock(&d->lock);
	if (!d->keyed)
		ad_history_key(db, (const uint8_t *)"the key of all tests' history...");
	d->keyed = true;
	pthread_mutex_unlock(&d->lock);
	return db;
}

#define on_each_database(name, tests)                                                              \
	run_on_each(name " on SQLite", name " on PostgreSQL", tests,                               \
		    sizeof(tests) / sizeof((tests)[0]))

static inline int run_on_each(const char *on_sqlite, const char *on_postgres,
			      const struct CMUnitTest *tests, size_t count)
{
	int failed = _cmocka_run_group_tests(on_sqlite, tests, count, NULL, NULL);

	if (getenv("ADCORE_TEST_PG")) {
		database_on_postgres = true;
		return failed + _cmocka_run_group_tests(on_postgres, tests, count, NULL, NULL);
	}
	if (getenv("ADCORE_REQUIRE_PG")) {
		fprintf(stderr, "PostgreSQL is required, but ADCORE_TEST_PG is not set\n");
		return failed + 1;
	}
	fprintf(stderr, "%s: not run, ADCORE_TEST_PG is not set\n", on_postgres);
	return failed;
}

#endif
