/* The base of maxBudgetIncreasePercent: recorded budgets, and the lowest one of a day. */
#include "tests/unit/core/sync/plans.h"

#include "base/clock.h"
#include "sync/state/budget_base.h"

static int64_t count(struct world *w)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT COUNT(*) FROM sync_budgets");
	int64_t n;

	ROW(w->db, ad_step(s));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static int64_t lowest(struct world *w, struct ad_str id, int64_t synced)
{
	int64_t base = 0;

	DONE(w->db, ad_budget_base_lowest(w->db, w->realm, id, synced, &base));
	return base;
}

/* Sets the object's last synced values. Returns the number of recorded rows. */
static int64_t become(struct world *w, struct ad_row *row, const char *json)
{
	struct ad_str was = row->synced;

	row->synced = json ? ad_str(json) : (struct ad_str){ NULL, 0 };
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_budget_base_keep(w->db, w->arena, was, row));
	DONE(w->db, ad_db_commit(w->db));
	return count(w);
}

static void only_a_budget_that_differs_is_recorded(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *campaign = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	struct ad_row *group = load(w, ad_resource_row(AD_R_AD_GROUP), t.group);
	struct ad_row *ad = load(w, ad_resource_row(AD_R_AD), t.ad);

	assert_int_equal(become(w, campaign, "{}"), 0);
	assert_int_equal(become(w, campaign, "{\"budget\":90}"), 1);
	assert_int_equal(become(w, campaign, "{\"budget\":90,\"name\":\"a\"}"), 1);
	assert_int_equal(become(w, campaign, "{\"budget\":10,\"name\":\"a\"}"), 2);
	assert_int_equal(become(w, campaign, NULL), 2);
	assert_int_equal(become(w, group, "{\"budget\":null}"), 2);
	assert_int_equal(become(w, group, "{\"budget\":7}"), 3);
	assert_int_equal(become(w, ad, "{\"budget\":7}"), 3);
	assert_int_equal(lowest(w, campaign->id, 40000000), 10000000);
	assert_int_equal(lowest(w, campaign->id, 5000000), 5000000);
	assert_int_equal(lowest(w, group->id, 40000000), 7000000);
	assert_int_equal(lowest(w, ad->id, 40000000), 40000000);
}

/* A clock that stands still or goes back loses no record. */
static void changes_of_one_moment_are_each_recorded(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *row = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	struct ad_stmt *s;

	assert_int_equal(become(w, row, "{\"budget\":30}"), 1);
	s = ad_sql(w->db, "UPDATE sync_budgets SET at = $1");
	ad_bind_int(s, 1, ad_now() + AD_MINUTE);
	DONE(w->db, ad_step(s));
	assert_int_equal(become(w, row, "{\"budget\":20}"), 2);
	assert_int_equal(become(w, row, "{\"budget\":25}"), 3);
	assert_int_equal(lowest(w, row->id, 40000000), 20000000);
}

/* The budget at the start of the day counts, an earlier one does not. */
static void the_lowest_is_that_of_the_last_day(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *row = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	static const struct {
		int64_t age;
		const char *synced;
	} rows[] = {
		{ 72 * AD_HOUR, "{\"budget\":5}" },
		{ 48 * AD_HOUR, "{\"budget\":12}" },
		{ AD_HOUR, "{\"budget\":30}" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_stmt *s;
		become(w, row, rows[i].synced);
		s = ad_sql(w->db, "UPDATE sync_budgets SET at = $1 WHERE at > $2");
		ad_bind_int(s, 1, ad_now() - rows[i].age);
		ad_bind_int(s, 2, ad_now() - AD_MINUTE);
		DONE(w->db, ad_step(s));
	}
	assert_int_equal(count(w), 3);
	assert_int_equal(lowest(w, row->id, 30000000), 12000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(only_a_budget_that_differs_is_recorded),
		TEST(changes_of_one_moment_are_each_recorded),
		TEST(the_lowest_is_that_of_the_last_day),
	};

	return on_each_database("budget_base", tests);
}
