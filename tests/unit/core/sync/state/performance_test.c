/* A day of performance keeps the figures of the latest report. */
#include "tests/support/database.h"

#include "store/schema/schema.h"
#include "sync/state/performance.h"

struct books {
	struct database *d;
	struct ad_db *db;
	struct ad_arena *arena;
};

#define DONE(db, expression)                                                                       \
	do {                                                                                       \
		if ((expression) != AD_DB_DONE)                                                    \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

static int books_up(void **state)
{
	struct books *b = calloc(1, sizeof(*b));
	char err[256] = "";

	assert_non_null(b);
	assert_int_equal(fresh_database((void **)&b->d), 0);
	b->arena = ad_arena_new();
	b->db = open_db(b->d, AD_DB_WRITE);
	if (!ad_schema_migrate(b->db, err))
		fail_msg("%s", err);
	DONE(b->db, ad_db_begin(b->db, true));
	*state = b;
	return 0;
}

static int books_down(void **state)
{
	struct books *b = *state;

	ad_db_rollback(b->db);
	ad_db_close(b->db);
	ad_arena_free(b->arena);
	drop_database((void **)&b->d);
	free(b);
	return 0;
}

/* "cmp_a=3 cmp_b=5": clicks by object, over all days, in order. */
static const char *clicks(struct books *b)
{
	struct ad_stmt *s = ad_sql(b->db, "SELECT object_id, day, clicks FROM performance"
					  " ORDER BY object_id, day, environment");
	struct ad_text text = ad_text_on(b->arena);
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		ad_text_addf(&text, "%s%.*s@%lld", text.n ? " " : "", AD_FMT(ad_col(s, 0)),
			     (long long)ad_col_int(s, 1));
		if (ad_col_is_null(s, 2))
			ad_text_adds(&text, "=null");
		else
			ad_text_addf(&text, "=%lld", (long long)ad_col_int(s, 2));
	}
	DONE(b->db, status);
	return ad_text_str(&text).p;
}

static struct ad_day_row row(const char *id, int64_t clicks_)
{
	return (struct ad_day_row){ .object_id = ad_str(id),
				    .campaign_id = ad_str(id),
				    .measures = { 10, clicks_, 30, 40, 50 } };
}

static void keep(struct books *b, int64_t day, int64_t at, const struct ad_day_row *rows,
		 size_t count)
{
	struct ad_day one = { .realm = { AD_S("spc_1"), AD_S("test") },
			      .level = AD_LEVEL_CAMPAIGN,
			      .platform = AD_GOOGLE,
			      .day = day,
			      .collected_at = at,
			      .rows = rows,
			      .count = count };

	DONE(b->db, ad_performance_keep(b->db, &one));
}

static void the_same_day_again_changes_nothing(void **state)
{
	struct books *b = *state;
	struct ad_day_row rows[] = { row("cmp_a", 3), row("cmp_b", 5) };

	keep(b, 20000, 100, rows, 2);
	assert_string_equal(clicks(b), "cmp_a@20000=3 cmp_b@20000=5");
	keep(b, 20000, 100, rows, 2);
	assert_string_equal(clicks(b), "cmp_a@20000=3 cmp_b@20000=5");
}

static void the_newest_wins_in_any_order(void **state)
{
	struct books *b = *state;
	struct ad_day_row old[] = { row("cmp_a", 3), row("cmp_b", 5) };
	struct ad_day_row fresh[] = { row("cmp_b", 6), row("cmp_c", 7) };

	keep(b, 20000, 200, fresh, 2);
	keep(b, 20000, 100, old, 2);
	assert_string_equal(clicks(b), "cmp_b@20000=6 cmp_c@20000=7");
	keep(b, 20000, 300, old, 1);
	assert_string_equal(clicks(b), "cmp_a@20000=3");
	/* A day without figures is stored too. An older report does not overwrite it. */
	keep(b, 20000, 400, NULL, 0);
	assert_string_equal(clicks(b), "");
	keep(b, 20000, 399, old, 2);
	assert_string_equal(clicks(b), "");
}

static void days_levels_platforms_and_realms_stand_apart(void **state)
{
	struct books *b = *state;
	struct ad_day_row rows[] = { row("cmp_a", 3) }, other[] = { row("cmp_b", 4) };
	struct ad_day one = { .realm = { AD_S("spc_1"), AD_S("live") },
			      .level = AD_LEVEL_CAMPAIGN,
			      .platform = AD_GOOGLE,
			      .day = 20000,
			      .collected_at = 1,
			      .rows = rows,
			      .count = 1 };

	keep(b, 20000, 100, rows, 1);
	keep(b, 20001, 100, rows, 1);
	DONE(b->db, ad_performance_keep(b->db, &one));
	one.realm.environment = AD_S("test");
	one.realm.space_id = AD_S("spc_2");
	DONE(b->db, ad_performance_keep(b->db, &one));
	one.realm.space_id = AD_S("spc_1");
	one.platform = AD_META;
	one.rows = other;
	DONE(b->db, ad_performance_keep(b->db, &one));
	one.level = AD_LEVEL_AD;
	DONE(b->db, ad_performance_keep(b->db, &one));
	assert_string_equal(clicks(b), "cmp_a@20000=3 cmp_a@20000=3 cmp_a@20000=3 cmp_a@20001=3 "
				       "cmp_b@20000=4 cmp_b@20000=4");
	keep(b, 20001, 200, NULL, 0);
	assert_string_equal(clicks(b), "cmp_a@20000=3 cmp_a@20000=3 cmp_a@20000=3 cmp_b@20000=4 "
				       "cmp_b@20000=4");
}

static void what_was_not_told_is_null(void **state)
{
	struct books *b = *state;
	struct ad_day_row rows[] = { row("cmp_a", AD_NOT_COLLECTED), row("cmp_b", 0) };

	keep(b, 20000, 100, rows, 2);
	assert_string_equal(clicks(b), "cmp_a@20000=null cmp_b@20000=0");
}

static void told_twice_counts_once(void **state)
{
	struct books *b = *state;
	struct ad_day_row rows[] = { row("cmp_a", 3), row("cmp_a", 4) };

	keep(b, 20000, 100, rows, 2);
	assert_string_equal(clicks(b), "cmp_a@20000=4");
}

#define books_test(f) cmocka_unit_test_setup_teardown(f, books_up, books_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		books_test(the_same_day_again_changes_nothing),
		books_test(the_newest_wins_in_any_order),
		books_test(days_levels_platforms_and_realms_stand_apart),
		books_test(what_was_not_told_is_null),
		books_test(told_twice_counts_once),
	};

	return on_each_database("performance", tests);
}
