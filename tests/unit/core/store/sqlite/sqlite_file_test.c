#include "tests/support/database.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>

#include "store/db/driver.h"

#define DONE(db, expression)                                                                       \
	do {                                                                                       \
		if ((expression) != AD_DB_DONE)                                                    \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

/* More than is gathered into one write, in one transaction. */
#define ROWS_BIG 300

static int64_t number(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);
	int64_t n;

	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s: %s", sql, ad_db_error(db));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static enum ad_db_status add(struct ad_db *db, int64_t group, int rows)
{
	static char text[3001];
	enum ad_db_status status = AD_DB_DONE;

	memset(text, 'a' + (int)(group % 26), 3000);
	for (int i = 0; i < rows && status == AD_DB_DONE; i++) {
		struct ad_stmt *s =
			ad_sql(db, "INSERT INTO pages (grp, n, text) VALUES ($1, $2, $3)");

		ad_bind_int(s, 1, group);
		ad_bind_int(s, 2, i);
		ad_bind(s, 3, (struct ad_str){ text, 3000 });
		status = ad_step(s);
	}
	return status;
}

static struct ad_db *made(struct database *d)
{
	struct ad_db *db = open_db(d, AD_DB_WRITE);

	DONE(db, ad_db_exec(db, "CREATE TABLE pages (grp BIGINT NOT NULL, n BIGINT NOT NULL,"
				" text TEXT NOT NULL, PRIMARY KEY (grp, n))"));
	return db;
}

static void is_whole(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "PRAGMA integrity_check");

	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_true(ad_str_is(ad_col(s, 0), "ok"));
	ad_reset(s);
}

struct watch {
	struct database *d;
	_Atomic bool stop;
	_Atomic int looks;
};

/* Another connection sees all of a transaction or nothing. */
static void *look(void *arg)
{
	struct watch *w = arg;
	struct ad_db *db = open_db(w->d, AD_DB_READ);
	int64_t before = 0;

	while (!w->stop) {
		int64_t rows = number(db, "SELECT COUNT(*) FROM pages WHERE length(text) = 3000");

		if (rows % ROWS_BIG != 0 || rows < before)
			fail_msg("%lld rows after %lld", (long long)rows, (long long)before);
		before = rows;
		w->looks++;
	}
	ad_db_close(db);
	return NULL;
}

static void others_see_a_transaction_whole(void **state)
{
	struct watch w = { .d = *state };
	struct ad_db *db;
	pthread_t thread;

	if (w.d->postgres)
		skip();
	db = made(w.d);
	pthread_create(&thread, NULL, look, &w);
	for (int group = 0; group < 40 || w.looks < 3; group++) {
		DONE(db, ad_db_begin(db, true));
		DONE(db, add(db, group, ROWS_BIG));
		/* its own pages are read while they wait */
		assert_true(number(db, "SELECT COUNT(*) FROM pages") >= ROWS_BIG);
		DONE(db, ad_db_commit(db));
		if (group % 7 == 0)
			db->driver->tidy(db, false);
	}
	w.stop = true;
	pthread_join(thread, NULL);
	is_whole(db);
	ad_db_close(db);
}

static void what_is_rolled_back_was_never_there(void **state)
{
	struct database *d = *state;
	struct ad_db *db;

	if (d->postgres)
		skip();
	db = made(d);
	/* so small that pages go to the log before the end */
	DONE(db, ad_db_exec(db, "PRAGMA cache_size = 10"));
	for (int group = 0; group < 10; group++) {
		DONE(db, ad_db_begin(db, true));
		DONE(db, add(db, group, ROWS_BIG));
		if (group % 2)
			ad_db_rollback(db);
		else
			DONE(db, ad_db_commit(db));
	}
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pages"), 5 * ROWS_BIG);
	is_whole(db);
	ad_db_close(db);
	db = open_db(d, AD_DB_READ);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pages"), 5 * ROWS_BIG);
	ad_db_close(db);
}

static void limit_files(rlim_t size)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = size == RLIM_INFINITY ? limit.rlim_max : size;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_loses_the_transaction_alone(void **state)
{
	struct database *d = *state;
	struct ad_db *db;
	int64_t kept = 0;
	enum ad_db_status status = AD_DB_DONE;

	if (d->postgres)
		skip();
	signal(SIGXFSZ, SIG_IGN);
	db = made(d);
	limit_files(3 * 1024 * 1024);
	while (kept < 100 && status == AD_DB_DONE) {
		DONE(db, ad_db_begin(db, true));
		status = add(db, kept, 100);
		if (status == AD_DB_DONE)
			status = ad_db_commit(db);
		else
			ad_db_rollback(db);
		kept += status == AD_DB_DONE;
	}
	assert_true(kept > 2 && kept < 100);
	assert_int_not_equal(status, AD_DB_RETRY);
	limit_files(RLIM_INFINITY);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pages"), kept * 100);
	is_whole(db);
	DONE(db, ad_db_begin(db, true));
	DONE(db, add(db, 1000, 100));
	DONE(db, ad_db_commit(db));
	ad_db_close(db);
	db = open_db(d, AD_DB_WRITE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pages"), (kept + 1) * 100);
	is_whole(db);
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(others_see_a_transaction_whole),
		TEST(what_is_rolled_back_was_never_there),
		TEST(a_full_disk_loses_the_transaction_alone),
	};

	return on_each_database("store_sqlite_file", tests);
}
