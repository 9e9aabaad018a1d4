#include "tests/support/database.h"

#include "store/db/driver.h"
#include "tests/unit/core/store/tables.h"

static int64_t things(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM thing");

	assert_int_equal(ad_step(s), AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* A commit of this process is visible at once, also in a snapshot that began earlier. */
static void a_moment_goes_on_until_something_is_committed(void **state)
{
	struct database *d = *state;
	struct ad_db *writer = with_tables(d);
	struct ad_db *reader = open_db(d, AD_DB_READ);

	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	int64_t mark = ad_db_change_mark(reader);
	assert_int_equal(things(reader), 0);
	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	assert_int_equal(ad_db_change_mark(reader), mark);
	assert_int_equal(ad_db_begin(writer, true), AD_DB_DONE);
	run(writer, "INSERT INTO thing (id, n) VALUES ('a', 1)");
	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	assert_int_equal(things(reader), 0);
	assert_int_equal(ad_db_commit(writer), AD_DB_DONE);
	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	assert_int_equal(things(reader), 1);
	assert_int_not_equal(ad_db_change_mark(reader), mark);
	run(writer, "INSERT INTO thing (id, n) VALUES ('b', 1)"); /* commits itself */
	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	assert_int_equal(things(reader), 2);
	ad_db_moment_end(reader);
	assert_false(ad_db_in_transaction(reader));
	ad_db_close(reader);
	ad_db_close(writer);
}

static void a_moment_ends_with_a_failed_statement(void **state)
{
	struct database *d = *state;
	struct ad_db *writer = with_tables(d);
	struct ad_db *reader = open_db(d, AD_DB_READ);

	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	struct ad_stmt *s = ad_sql(reader, "SELECT n FROM nowhere");
	assert_int_not_equal(ad_step(s), AD_DB_ROW);
	ad_reset(s);
	assert_int_equal(ad_db_moment(reader), AD_DB_DONE);
	assert_int_equal(things(reader), 0);
	ad_db_moment_end(reader);
	ad_db_close(reader);
	ad_db_close(writer);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_moment_goes_on_until_something_is_committed),
		TEST(a_moment_ends_with_a_failed_statement),
	};

	return on_each_database("store driver", tests);
}
