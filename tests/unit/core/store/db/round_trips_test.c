#include "store/db/round_trips.h"

#include <time.h>

#include "base/clock.h"
#include "store/db/driver.h"
#include "tests/unit/core/store/tables.h"

static struct ad_stmt *thing(struct ad_db *db, int id, int64_t n)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO thing (id, n) VALUES (CAST($1 AS TEXT), $2)");
	char name[16];

	snprintf(name, sizeof(name), "%04d", id);
	ad_bind_cstr(s, 1, name);
	ad_bind_int(s, 2, n);
	return s;
}

static enum ad_db_status later(struct ad_db *db, int id, int64_t n)
{
	return ad_step_later(thing(db, id, n));
}

static int64_t things(struct ad_db *db)
{
	return number(db, "SELECT COUNT(*) FROM thing");
}

/*
 * The status of a refused statement: at once if the database is in this process, otherwise on
 * waiting.
 */
static enum ad_db_status found(struct ad_db *db, enum ad_db_status at_once)
{
	enum ad_db_status status = ad_db_settle(db);

	if (at_once != AD_DB_DONE)
		assert_int_equal(status, AD_DB_DONE);
	return at_once != AD_DB_DONE ? at_once : status;
}

static void runs_in_its_order(void **state)
{
	struct ad_db *db = with_tables(*state);

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	assert_int_equal(later(db, 1, 1), AD_DB_DONE);
	assert_int_equal(ad_step_later(ad_sql(db, "UPDATE thing SET n = n + 1")), AD_DB_DONE);
	assert_int_equal(later(db, 2, 5), AD_DB_DONE);
	/* A later read sees the effect of these statements, on first use and when prepared. */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(number(db, "SELECT SUM(n) FROM thing"), 7 + i);
		assert_int_equal(later(db, 3 + i, 1), AD_DB_DONE);
	}
	assert_int_equal(ad_step(thing(db, 9, 1)), AD_DB_DONE);
	assert_int_equal(ad_db_changes(db), 1);
	/* Unread rows do no harm. */
	assert_int_equal(ad_step_later(ad_sql(db, "SELECT id FROM thing")), AD_DB_DONE);
	assert_int_equal(ad_step_later(ad_sql(db, "DELETE FROM thing WHERE n = 5 RETURNING id")),
			 AD_DB_DONE);
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(things(db), 4);
	ad_db_close(db);
}

static void many_and_large_ones(void **state)
{
	enum {
		LARGE = 20000
	};
	struct ad_db *db = with_tables(*state);
	char *text = malloc(LARGE);

	assert_non_null(text);
	memset(text, 'x', LARGE);
	run(db, "CREATE TABLE wide (id BIGINT PRIMARY KEY, text TEXT)");
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 0; i < 1000; i++) {
		struct ad_stmt *s = ad_sql(db, "INSERT INTO wide (id, text) VALUES ($1, $2)");
		ad_bind_int(s, 1, i);
		ad_bind(s, 2, (struct ad_str){ text, (size_t)i * 20 });
		assert_int_equal(ad_step_later(s), AD_DB_DONE);
	}
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM wide WHERE length(text) = 20 * id"),
			 1000);
	free(text);
	ad_db_close(db);
}

static void outside_of_a_transaction_it_is_done_at_once(void **state)
{
	struct database *d = *state;
	struct ad_db *db = with_tables(d), *other = open_db(d, AD_DB_READ);

	assert_int_equal(later(db, 1, 1), AD_DB_DONE);
	assert_int_equal(things(other), 1);
	assert_int_equal(later(db, 1, 1), AD_DB_CONFLICT);
	assert_int_equal(ad_db_settle(db), AD_DB_DONE);
	ad_db_close(other);
	ad_db_close(db);
}

static void a_failure_is_told_as_it_was(void **state)
{
	struct ad_db *db = with_tables(*state);
	static const struct {
		const char *sql;
		enum ad_db_status status;
	} cases[] = {
		{ "INSERT INTO thing (id, n) VALUES ('0000', 1)", AD_DB_CONFLICT },
		{ "INSERT INTO thing (id, n, up) VALUES ('x', 1, 'none')", AD_DB_BAD_REFERENCE },
		{ "INSERT INTO thing (id, n) VALUES ('x', 1000)", AD_DB_INVALID },
	};

	run(db, "INSERT INTO thing (id, n) VALUES ('0000', 1)");
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		for (int warm = 0; warm < 2; warm++) {
			assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
			assert_int_equal(later(db, 1, 1), AD_DB_DONE);
			enum ad_db_status status = ad_step_later(ad_sql(db, cases[i].sql));
			assert_int_equal(found(db, status), cases[i].status);
			assert_non_null(strstr(ad_db_error(db), "INSERT INTO thing (id, n"));
			/* Only a rollback is possible. */
			assert_int_equal(later(db, 2, 1), AD_DB_UNAVAILABLE);
			assert_int_equal(tried(db, "SELECT 1"), AD_DB_UNAVAILABLE);
			assert_int_not_equal(ad_db_commit(db), AD_DB_DONE);
			assert_int_equal(ad_db_settle(db), AD_DB_DONE);
			assert_int_equal(things(db), 1);
		}
	}
	ad_db_close(db);
}

/* Without a wait the next statement does not get the other one's failure. COMMIT does. */
static void a_failure_that_is_not_asked_for(void **state)
{
	struct database *d = *state;
	struct ad_db *db = with_tables(d);

	run(db, "INSERT INTO thing (id, n) VALUES ('0000', 1)");
	for (int i = 0; i < 3; i++) {
		assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
		assert_int_equal(later(db, 0, 1), d->postgres ? AD_DB_DONE : AD_DB_CONFLICT);
		if (i == 1)
			assert_int_equal(tried(db, "SELECT 1"), AD_DB_UNAVAILABLE);
		assert_int_equal(ad_db_commit(db),
				 d->postgres ? AD_DB_CONFLICT : AD_DB_UNAVAILABLE);
		assert_int_equal(things(db), 1);
	}
	ad_db_close(db);
}

static void a_savepoint_keeps_what_was_before_it(void **state)
{
	struct ad_db *db = with_tables(*state);

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(later(db, i, 1), AD_DB_DONE);
		assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
		assert_int_equal(later(db, 10 + i, 1), AD_DB_DONE);
		assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
		enum ad_db_status status = later(db, 20 + i, i % 2 ? 1 : 1000);
		if (i % 2) {
			assert_int_equal(ad_db_release(db), AD_DB_DONE);
		} else {
			if (status == AD_DB_DONE)
				assert_int_equal(ad_db_release(db), AD_DB_INVALID);
			ad_db_rollback_savepoint(db);
			assert_int_equal(ad_db_settle(db), AD_DB_DONE);
		}
		if (i < 2)
			assert_int_equal(ad_db_release(db), AD_DB_DONE);
		else
			ad_db_rollback_savepoint(db);
	}
	/* One that has nothing in it, and one that is given up unseen. */
	assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
	assert_int_equal(ad_db_release(db), AD_DB_DONE);
	assert_int_equal(ad_db_savepoint(db), AD_DB_DONE);
	ad_db_rollback_savepoint(db);
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing WHERE id < '0010'"), 4);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing WHERE id LIKE '001_'"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM thing WHERE id LIKE '002_'"), 1);
	ad_db_close(db);
}

/* A savepoint does not begin after a failure: rolling back to it would not undo the failure. */
static void a_savepoint_does_not_begin_behind_a_failure(void **state)
{
	struct database *d = *state;
	struct ad_db *db = with_tables(d);

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	assert_int_equal(later(db, 1, 1), AD_DB_DONE);
	assert_int_equal(later(db, 1, 1), d->postgres ? AD_DB_DONE : AD_DB_CONFLICT);
	assert_int_equal(ad_db_savepoint(db), AD_DB_UNAVAILABLE);
	assert_int_not_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(things(db), 0);
	ad_db_close(db);
}

/* More texts than are kept prepared: one is closed while others are in flight. */
static void statements_that_are_dropped_meanwhile(void **state)
{
	struct ad_db *db = with_tables(*state);
	char sql[96];

	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 0; i < AD_STMT_MAX + 20; i++) {
		snprintf(sql, sizeof(sql), "INSERT INTO thing (id, n) VALUES ('%d', 1)", i);
		assert_int_equal(ad_step_later(ad_sql(db, sql)), AD_DB_DONE);
	}
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(things(db), AD_STMT_MAX + 20);
	ad_db_close(db);
}

static void a_value_that_cannot_be_bound(void **state)
{
	struct database *d = *state;
	struct ad_stmt *s;
	struct ad_db *db;

	if (!d->postgres)
		return; /* SQLite takes it */
	db = with_tables(d);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	s = ad_sql(db, "INSERT INTO thing (id, n) VALUES ($1, 1)");
	ad_bind(s, 1, (struct ad_str){ "a\0b", 3 });
	assert_int_equal(ad_step_later(s), AD_DB_INVALID);
	assert_int_equal(later(db, 1, 1), AD_DB_UNAVAILABLE);
	ad_db_rollback(db);
	assert_int_equal(things(db), 0);
	ad_db_close(db);
}

static void end_others(struct ad_db *other)
{
	assert_int_equal(number(other,
				"SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid, 9000)"
				" FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
				" AND datname = current_database()) AS gone"),
			 1);
}

/* The connection is lost with statements in flight, at each place where that can be noticed. */
static void a_lost_connection_takes_all_of_it(void **state)
{
	enum {
		AT_A_STEP,
		AT_A_LATER_ONE,
		AT_SETTLING,
		AT_A_SAVEPOINT,
		AT_COMMIT,
		PLACES
	};
	struct database *d = *state;
	struct ad_db *db, *other;

	if (!d->postgres)
		return;
	db = with_tables(d);
	other = open_db(d, AD_DB_WRITE);
	for (int place = 0; place < PLACES; place++) {
		enum ad_db_status status = AD_DB_DONE;
		assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
		assert_int_equal(ad_step(thing(db, 1, 1)), AD_DB_DONE);
		for (int i = 2; i < 100; i++)
			assert_int_equal(later(db, i, 1), AD_DB_DONE);
		end_others(other);
		if (place == AT_A_STEP)
			status = ad_step(thing(db, 0, 1));
		for (int i = 100; place == AT_A_LATER_ONE && status == AD_DB_DONE; i++)
			status = later(db, i, 1);
		if (place == AT_SETTLING)
			status = ad_db_settle(db);
		if (place == AT_A_SAVEPOINT)
			status = ad_db_savepoint(db);
		assert_int_equal(place == AT_COMMIT ? AD_DB_UNAVAILABLE : status,
				 AD_DB_UNAVAILABLE);
		assert_int_equal(ad_db_commit(db), AD_DB_UNAVAILABLE);
		/* Nothing of it is stored, and the next transaction succeeds. */
		assert_int_equal(things(db), 0);
		assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
		assert_int_equal(later(db, 1, 1), AD_DB_DONE);
		assert_int_equal(ad_db_commit(db), AD_DB_DONE);
		assert_int_equal(number(other, "SELECT COUNT(*) FROM thing"), 1);
		run(db, "DELETE FROM thing");
	}
	ad_db_close(other);
	ad_db_close(db);
}

static void a_limit_holds_for_what_is_on_its_way(void **state)
{
	struct database *d = *state;
	struct ad_db *db;

	if (!d->postgres)
		return;
	db = with_tables(d);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	assert_int_equal(later(db, 0, 1), AD_DB_DONE);
	assert_int_equal(ad_db_limit(db, AD_SECOND / 20), AD_DB_DONE);
	assert_int_equal(ad_step_later(ad_sql(db, "SELECT pg_sleep(60)")), AD_DB_DONE);
	assert_int_equal(later(db, 1, 1), AD_DB_DONE);
	assert_int_equal(ad_db_settle(db), AD_DB_UNAVAILABLE);
	assert_true(ad_db_overdue(db));
	ad_db_rollback(db);
	assert_int_equal(things(db), 0);
	ad_db_close(db);
}

static void wait_a_little(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
}

/*
 * A client that stalls with statements in flight is idle for the server, which can end its
 * transaction after a timeout.
 */
static void who_stands_still_is_seen_to(void **state)
{
	struct database *d = *state;
	struct ad_db *db, *other;
	int64_t until = ad_monotonic() + 20 * AD_SECOND;

	if (!d->postgres)
		return;
	db = with_tables(d);
	other = open_db(d, AD_DB_READ);
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 0; i < 200; i++)
		assert_int_equal(later(db, i, 1), AD_DB_DONE);
	/* Some of the statements were sent and executed. */
	while (number(other, "SELECT COUNT(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
			     " AND datname = current_database() AND state = 'idle in transaction'"
			     " AND query LIKE 'INSERT INTO thing%'") == 0) {
		assert_true(ad_monotonic() < until);
		wait_a_little();
	}
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	assert_int_equal(things(other), 200);
	ad_db_close(other);
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(runs_in_its_order),
		TEST(many_and_large_ones),
		TEST(outside_of_a_transaction_it_is_done_at_once),
		TEST(a_failure_is_told_as_it_was),
		TEST(a_failure_that_is_not_asked_for),
		TEST(a_savepoint_keeps_what_was_before_it),
		TEST(a_savepoint_does_not_begin_behind_a_failure),
		TEST(statements_that_are_dropped_meanwhile),
		TEST(a_value_that_cannot_be_bound),
		TEST(a_lost_connection_takes_all_of_it),
		TEST(a_limit_holds_for_what_is_on_its_way),
		TEST(who_stands_still_is_seen_to),
	};

	return on_each_database("round trips", tests);
}
