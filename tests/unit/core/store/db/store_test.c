#include "tests/support/database.h"

#include <fcntl.h>
#include <pthread.h>
#include <time.h>

#include "base/clock.h"
#include "store/db/driver.h"
#include "tests/unit/core/store/tables.h"

static void values_go_there_and_back(void **state)
{
	struct ad_db *db = with_tables(*state);
	struct ad_stmt *s = ad_sql(db, "INSERT INTO thing (id, n, x, b, up) VALUES"
				       " ($1, $2, $3, $4, $5)");

	ad_bind_cstr(s, 1, "K\xc3\xb6ln \xf0\x9f\x98\x80 '\"\\");
	ad_bind_int(s, 2, -42);
	ad_bind_double(s, 3, 0.1);
	ad_bind_bool(s, 4, true);
	assert_int_equal(ad_step(s), AD_DB_DONE);
	assert_int_equal(ad_db_changes(db), 1);
	s = ad_sql(db, "SELECT id, n, x, b, up FROM thing");
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_true(ad_str_is(ad_col(s, 0), "K\xc3\xb6ln \xf0\x9f\x98\x80 '\"\\"));
	assert_int_equal(ad_col_int(s, 1), -42);
	assert_true(ad_str_is(ad_col(s, 1), "-42"));
	assert_true(ad_col_double(s, 2) == 0.1);
	assert_int_equal(ad_col_int(s, 3), 1);
	assert_true(ad_str_is(ad_col(s, 3), "1"));
	assert_true(ad_col_is_null(s, 4));
	assert_null(ad_col(s, 4).p);
	assert_int_equal(ad_col_int(s, 4), 0);
	assert_false(ad_col_is_null(s, 0));
	assert_int_equal(ad_step(s), AD_DB_DONE);
	ad_db_close(db);
}

static void extremes_go_there_and_back(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	static const int64_t numbers[] = { INT64_MIN, INT64_MAX, 0, INT64_C(1) << 53 };
	static const double reals[] = { 1e300, -1e-300, 0.30000000000000004, 1.0 / 3 };
	struct ad_stmt *s;
	char *big = malloc(300000);

	assert_non_null(big);
	memset(big, 'x', 300000);
	run(db, "CREATE TABLE t (i BIGINT, d DOUBLE PRECISION, s TEXT, b BOOLEAN)");
	for (size_t i = 0; i < 4; i++) {
		s = ad_sql(db, "INSERT INTO t (i, d, s, b) VALUES ($1, $2, $3, $4)"
			       " RETURNING i, d, s, b");
		ad_bind_int(s, 1, numbers[i]);
		ad_bind_double(s, 2, reals[i]);
		ad_bind(s, 3, (struct ad_str){ big, i * 100000 });
		ad_bind_bool(s, 4, false);
		assert_int_equal(ad_step(s), AD_DB_ROW);
		assert_int_equal(ad_col_int(s, 0), numbers[i]);
		assert_true(ad_col_double(s, 1) == reals[i]);
		assert_int_equal(ad_col(s, 2).n, i * 100000);
		assert_non_null(ad_col(s, 2).p); /* empty is not NULL */
		assert_int_equal(ad_col_int(s, 3), 0);
		assert_int_equal(ad_step(s), AD_DB_DONE);
		assert_int_equal(ad_db_changes(db), 1);
	}
	free(big);
	ad_db_close(db);
}

static void parameters_are_found_by_number(void **state)
{
	struct ad_db *db = with_tables(*state);
	struct ad_stmt *s;

	/* SQLite numbers by first appearance; here $2 comes first, and twice. */
	s = ad_sql(db, "INSERT INTO thing (n, id, x) VALUES ($2, $1, CAST($2 AS BIGINT) + 1)"
		       " RETURNING id, n, x");
	ad_bind_cstr(s, 1, "a");
	ad_bind_int(s, 2, 7);
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_true(ad_str_is(ad_col(s, 0), "a"));
	assert_int_equal(ad_col_int(s, 1), 7);
	assert_int_equal(ad_col_int(s, 2), 8);
	ad_reset(s);
	ad_db_close(db);
}

static void kept_statements_forget_their_values(void **state)
{
	struct ad_db *db = with_tables(*state);
	static const char insert[] = "INSERT INTO thing (id, n, up) VALUES ($1, $2, $3)";
	char copy[sizeof(insert)];
	struct ad_stmt *s = ad_sql(db, insert);

	ad_bind_cstr(s, 1, "a");
	ad_bind_int(s, 2, 1);
	assert_int_equal(ad_step(s), AD_DB_DONE);
	memcpy(copy, insert, sizeof(insert));
	assert_ptr_equal(ad_sql(db, copy), s);
	ad_bind_cstr(s, 1, "b");
	assert_int_equal(ad_step(s), AD_DB_INVALID); /* n is NULL again */
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing"), 1);
	ad_db_close(db);
}

static void more_statements_than_are_kept(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char sql[64];

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < AD_STMT_MAX + 50; i++) {
			snprintf(sql, sizeof(sql), "SELECT %d", i);
			assert_int_equal(number(db, sql), i);
			assert_true(db->stmt_count <= AD_STMT_MAX);
		}
	}
	ad_db_close(db);
}

static void a_statement_with_a_row_is_not_dropped(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	struct ad_stmt *s = ad_sql(db, "SELECT 1 UNION ALL SELECT 2 ORDER BY 1");
	char sql[64];

	assert_int_equal(ad_step(s), AD_DB_ROW);
	for (int i = 0; i < 2 * AD_STMT_MAX; i++) {
		snprintf(sql, sizeof(sql), "SELECT %d", 10 + i);
		assert_int_equal(number(db, sql), 10 + i);
	}
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_col_int(s, 0), 2);
	assert_int_equal(ad_step(s), AD_DB_DONE);
	ad_db_close(db);
}

static void failures_have_their_status(void **state)
{
	struct ad_db *db = with_tables(*state);

	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(tried(db, "INSERT INTO thing (id, n) VALUES ('a', 2)"), AD_DB_CONFLICT);
	assert_int_equal(tried(db, "INSERT INTO thing (id, n, up) VALUES ('b', 2, 'gone')"),
			 AD_DB_BAD_REFERENCE);
	assert_int_equal(tried(db, "INSERT INTO thing (id, n) VALUES ('b', 1000)"), AD_DB_INVALID);
	assert_int_equal(tried(db, "INSERT INTO thing (id) VALUES ('b')"), AD_DB_INVALID);
	assert_int_equal(tried(db, "SELECT nothing FROM nowhere"), AD_DB_UNAVAILABLE);
	assert_non_null(strstr(ad_db_error(db), "nowhere"));
	assert_int_equal(tried(db, "SELEC"), AD_DB_UNAVAILABLE);
	assert_int_equal(tried(db, "SELECT \"a name that is no column\" FROM thing"),
			 AD_DB_UNAVAILABLE);
	/* The first failure has left nothing behind. */
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing"), 1);
	ad_db_close(db);
}

static void a_statement_for_a_table_that_comes_later(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);

	assert_int_equal(tried(db, "SELECT id FROM later"), AD_DB_UNAVAILABLE);
	run(db, "CREATE TABLE later (id TEXT)");
	assert_int_equal(tried(db, "SELECT id FROM later"), AD_DB_DONE);
	ad_db_close(db);
}

static void changes_count_rows_written(void **state)
{
	struct ad_db *db = with_tables(*state);

	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1), ('b', 2), ('c', 3)");
	assert_int_equal(tried(db, "UPDATE thing SET n = n + 1 WHERE n > 1"), AD_DB_DONE);
	assert_int_equal(ad_db_changes(db), 2);
	assert_int_equal(tried(db, "SELECT id FROM thing"), AD_DB_DONE);
	assert_int_equal(ad_db_changes(db), 2);
	assert_int_equal(tried(db, "DELETE FROM thing WHERE n > 100"), AD_DB_DONE);
	assert_int_equal(ad_db_changes(db), 0);
	assert_int_equal(tried(db, "INSERT INTO thing (id, n) VALUES ('a', 9)"
				   " ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING n"),
			 AD_DB_DONE);
	assert_int_equal(ad_db_changes(db), 1);
	ad_db_close(db);
}

static void rollback_undoes_and_commit_keeps(void **state)
{
	struct ad_db *db = with_tables(*state);

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	ad_db_rollback(db);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing"), 0);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing"), 1);
	ad_db_rollback(db); /* without a transaction: nothing */
	ad_db_close(db);
}

static void savepoints_undo_their_part_alone(void **state)
{
	struct ad_db *db = with_tables(*state);

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('b', 1)");
	assert_int_equal(tried(db, "INSERT INTO thing (id, n) VALUES ('b', 1)"), AD_DB_CONFLICT);
	ad_db_rollback_savepoint(db);
	assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('c', 1)");
	/* One inside the other: the inner one alone. */
	assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('d', 1)");
	ad_db_rollback_savepoint(db);
	assert_int_equal(ad_db_release(db), AD_DB_DONE);
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing WHERE id IN ('a', 'c')"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing"), 2);
	ad_db_close(db);
}

static void after_a_failure_only_rolling_back_is_left(void **state)
{
	struct ad_db *db = with_tables(*state);

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(tried(db, "INSERT INTO thing (id, n) VALUES ('a', 1)"), AD_DB_CONFLICT);
	assert_int_equal(tried(db, "SELECT id FROM thing"), AD_DB_UNAVAILABLE);
	assert_int_equal(ad_db_exec(db, "DELETE FROM thing"), AD_DB_UNAVAILABLE);
	assert_int_equal(ad_db_savepoint(db), AD_DB_UNAVAILABLE);
	assert_non_null(strstr(ad_db_error(db), "after a failure"));
	assert_int_equal(ad_db_commit(db), AD_DB_UNAVAILABLE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing"), 0);
	ad_db_close(db);
}

static void readers_see_one_moment_and_cannot_write(void **state)
{
	struct ad_db *writer = with_tables(*state);
	struct ad_db *reader = open_db(*state, AD_DB_READ);

	assert_int_equal(tried(reader, "INSERT INTO thing (id, n) VALUES ('r', 1)"), AD_DB_INVALID);
	assert_int_equal(ad_db_begin(reader, false), AD_DB_DONE);
	assert_int_equal(number(reader, "SELECT COUNT(*) FROM thing"), 0);
	run(writer, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(number(reader, "SELECT COUNT(*) FROM thing"), 0);
	assert_int_equal(ad_db_commit(reader), AD_DB_DONE);
	assert_int_equal(number(reader, "SELECT COUNT(*) FROM thing"), 1);
	ad_db_close(reader);
	ad_db_close(writer);
}

struct contender {
	struct database *database;
	enum ad_db_status status;
	int64_t waited;
};

static void *contend(void *arg)
{
	struct contender *c = arg;
	struct ad_db *db = open_db(c->database, AD_DB_WRITE);
	int64_t from = ad_monotonic();

	c->status = ad_db_begin(db, true);
	c->waited = ad_monotonic() - from;
	if (c->status == AD_DB_DONE)
		c->status = ad_db_commit(db);
	ad_db_close(db);
	return NULL;
}

static void a_second_writer_waits_its_turn(void **state)
{
	struct ad_db *db = with_tables(*state);
	struct contender c = { .database = *state };
	struct timespec some = { .tv_nsec = 200000000 };
	pthread_t thread;

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	assert_int_equal(pthread_create(&thread, NULL, contend, &c), 0);
	nanosleep(&some, NULL);
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	pthread_join(thread, NULL);
	assert_int_equal(c.status, AD_DB_DONE);
	ad_db_close(db);
}

static void a_second_writer_that_waited_too_long_retries(void **state)
{
	struct ad_db *db = with_tables(*state);
	struct contender c = { .database = *state };
	pthread_t thread;

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	assert_int_equal(pthread_create(&thread, NULL, contend, &c), 0);
	pthread_join(thread, NULL);
	assert_int_equal(c.status, AD_DB_RETRY);
	assert_true(c.waited >= (AD_DB_BUSY_MS - 1000) * INT64_C(1000));
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	ad_db_close(db);
}

static void the_mark_tells_of_others_commits(void **state)
{
	struct database *d = *state;
	struct ad_db *writer = with_tables(d);
	struct ad_db *reader = open_db(d, AD_DB_READ);
	int64_t mark = ad_db_change_mark(reader);

	if (!d->postgres)
		assert_int_equal(ad_db_change_mark(reader), mark);
	run(writer, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_not_equal(ad_db_change_mark(reader), mark);
	ad_db_close(reader);
	ad_db_close(writer);
}

static void names_sort_by_bytes(void **state)
{
	struct database *d = *state;
	struct ad_db *db = open_db(d, AD_DB_WRITE);
	char sql[128];
	struct ad_stmt *s;

	snprintf(sql, sizeof(sql), "CREATE TABLE t (name %s)", db->driver->text_type);
	run(db, sql);
	run(db, "INSERT INTO t (name) VALUES ('b'), ('a'), ('B'), ('_'), ('\xc3\xa4')");
	s = ad_sql(db, "SELECT name FROM t ORDER BY name");
	static const char *const want[] = { "B", "_", "a", "b", "\xc3\xa4" };
	for (size_t i = 0; i < AD_LEN(want); i++) {
		assert_int_equal(ad_step(s), AD_DB_ROW);
		assert_true(ad_str_is(ad_col(s, 0), want[i]));
	}
	assert_int_equal(ad_step(s), AD_DB_DONE);
	ad_db_close(db);
}

static void the_dialect_is_common(void **state)
{
	struct ad_db *db = with_tables(*state);
	struct ad_stmt *s;

	run(db,
	    "INSERT INTO thing (id, n, b) VALUES ('a', 1, TRUE), ('b', 2, FALSE), ('c', 3, NULL)");
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing WHERE b"), 1);
	assert_int_equal(number(db, "SELECT COUNT(*) FILTER (WHERE n > 1) FROM thing"), 2);
	assert_int_equal(number(db, "SELECT COALESCE(SUM(n), 0) FROM thing"), 6);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing WHERE b IS NOT DISTINCT FROM NULL"),
			 1);
	assert_int_equal(number(db, "WITH w AS (SELECT n, ROW_NUMBER() OVER (ORDER BY n DESC) AS r"
				    " FROM thing) SELECT n FROM w WHERE r = 1"),
			 3);
	run(db, "UPDATE thing SET x = o.n FROM thing AS o WHERE o.id = 'c' AND thing.id = 'a'");
	assert_int_equal(number(db, "SELECT CAST(x AS BIGINT) FROM thing WHERE id = 'a'"), 3);
	s = ad_sql(db, "SELECT id FROM thing WHERE (n, id) < ($1, $2) AND (CAST($3 AS TEXT) IS "
		       "NULL OR id <> $3)"
		       " AND lower(id) LIKE lower($4) ESCAPE '!' ORDER BY n DESC NULLS LAST, id"
		       " LIMIT $5");
	ad_bind_int(s, 1, 3);
	ad_bind_cstr(s, 2, "");
	ad_bind_cstr(s, 4, "%");
	ad_bind_int(s, 5, 10);
	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s", ad_db_error(db));
	assert_true(ad_str_is(ad_col(s, 0), "b"));
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_step(s), AD_DB_DONE);
	ad_db_close(db);
}

static void a_backup_is_a_database(void **state)
{
	struct database *d = *state;
	struct ad_db *db = with_tables(d);
	char path[128], url[160], err[256] = "";
	struct ad_store *copy;
	struct ad_db *copied;

	snprintf(path, sizeof(path), "%s/copy.db", d->folder);
	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	if (d->postgres) {
		assert_false(ad_db_backup(db, path, err));
		assert_non_null(strstr(err, "pg_dump"));
		ad_db_close(db);
		return;
	}
	assert_true(ad_db_backup(db, path, err));
	assert_false(ad_db_backup(db, path, err)); /* it exists: nothing is overwritten */
	snprintf(url, sizeof(url), "sqlite:%s", path);
	copy = ad_store_open(ad_str(url), err);
	assert_non_null(copy);
	copied = ad_db_open(copy, AD_DB_READ, err);
	assert_non_null(copied);
	assert_int_equal(number(copied, "SELECT COUNT(*) FROM thing"), 1);
	ad_db_close(copied);
	ad_store_close(copy);
	ad_db_close(db);
}

static void every_text_is_recorded(void **state)
{
	struct database *d = *state;
	char path[128], text[4096] = "", err[256];
	struct ad_store *store;
	struct ad_db *db;
	int fd;

	snprintf(path, sizeof(path), "%s/sql", d->folder);
	setenv("ADCORE_SQL_RECORD", path, 1);
	store = ad_store_open(ad_str(d->url), err);
	unsetenv("ADCORE_SQL_RECORD");
	assert_non_null(store);
	db = ad_db_open(store, AD_DB_WRITE, err);
	assert_non_null(db);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT 1"), 1);
	assert_int_equal(number(db, "SELECT 1"), 1);
	assert_int_equal(number(db, "SELECT\t2"), 2);
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	ad_db_close(db);
	ad_store_close(store);
	fd = open(path, O_RDONLY);
	assert_true(read(fd, text, sizeof(text) - 1) > 0);
	close(fd);
	assert_string_equal(text, "\"SELECT 1\"\n\"SELECT\\t2\"\n");
}

static void a_lost_connection_comes_back(void **state)
{
	struct database *d = *state;
	struct ad_db *db, *reader, *other;

	if (!d->postgres)
		return;
	db = with_tables(d);
	reader = open_db(d, AD_DB_READ);
	other = open_db(d, AD_DB_WRITE);
	assert_int_equal(number(reader, "SELECT COUNT(*) FROM thing"), 0);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(number(other, "SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid)"
				       " FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
				       " AND datname = current_database()) AS gone"),
			 2);
	/* A reader goes on as if nothing had been; a transaction is lost, the next one is not. */
	assert_int_equal(number(reader, "SELECT COUNT(*) FROM thing"), 0);
	assert_int_equal(tried(db, "INSERT INTO thing (id, n) VALUES ('b', 1)"), AD_DB_UNAVAILABLE);
	assert_int_equal(ad_db_commit(db), AD_DB_UNAVAILABLE);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	run(db, "INSERT INTO thing (id, n) VALUES ('c', 1)");
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(number(reader, "SELECT COUNT(*) FROM thing"), 1);
	ad_db_close(other);
	ad_db_close(reader);
	ad_db_close(db);
}

static void refuses_urls_without_repeating_them(void **state)
{
	static const char *const bad[] = {
		"",
		"mysql://u:hidden@h/d",
		"sqlite:",
		"sqlite::memory:",
		"/path/hidden.db",
		"postgresql://u:hidden@h:port/d",
		"postgresql://u:hi@hidden@h/d",
		"postgresql://u:hidden@h/d?nonsense=hidden",
		"sqlite:/proc/1/nowhere/adcore.db",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		char err[256] = "";

		if (ad_store_open(ad_str(bad[i]), err))
			fail_msg("accepted: %s", bad[i]);
		assert_true(strlen(err) > 10);
		assert_null(strstr(err, "hidden"));
	}
}

static void the_file_is_the_owners_alone(void **state)
{
	struct database *d = *state;
	struct ad_db *db = with_tables(d);
	struct stat st;
	char path[128];

	if (!d->postgres) {
		assert_int_equal(stat(d->url + 7, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		snprintf(path, sizeof(path), "%s-wal", d->url + 7);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		snprintf(path, sizeof(path), "%s/db", d->folder);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0700);
	}
	assert_int_equal(ad_store_blocking(d->store), d->postgres);
	ad_db_close(db);
	ad_db_close(NULL);
	ad_store_close(NULL);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(values_go_there_and_back),
		TEST(extremes_go_there_and_back),
		TEST(parameters_are_found_by_number),
		TEST(kept_statements_forget_their_values),
		TEST(more_statements_than_are_kept),
		TEST(a_statement_with_a_row_is_not_dropped),
		TEST(failures_have_their_status),
		TEST(a_statement_for_a_table_that_comes_later),
		TEST(changes_count_rows_written),
		TEST(rollback_undoes_and_commit_keeps),
		TEST(savepoints_undo_their_part_alone),
		TEST(after_a_failure_only_rolling_back_is_left),
		TEST(readers_see_one_moment_and_cannot_write),
		TEST(a_second_writer_waits_its_turn),
		TEST(a_second_writer_that_waited_too_long_retries),
		TEST(the_mark_tells_of_others_commits),
		TEST(names_sort_by_bytes),
		TEST(the_dialect_is_common),
		TEST(a_backup_is_a_database),
		TEST(every_text_is_recorded),
		TEST(a_lost_connection_comes_back),
		TEST(refuses_urls_without_repeating_them),
		TEST(the_file_is_the_owners_alone),
	};

	return on_each_database("store", tests);
}
