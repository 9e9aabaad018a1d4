/* Budgets at ad groups in a plan's totals and violations. */
#include "tests/unit/core/sync/plans.h"

/* A campaign whose budget is at its two ad groups, 60 and 30, one of which is enabled. */
static struct ad_str spread_campaign(struct world *w, struct ad_str groups[2])
{
	struct tree t = draft_tree(w);

	groups[0] = t.group;
	groups[1] = draft(w, AD_R_AD_GROUP,
			  ad_arena_printf(w->arena,
					  "{\"campaignId\":\"%.*s\",\"name\":\"Rolls\","
					  "\"platform\":\"meta\",\"budget\":30}",
					  AD_FMT(t.campaign))
				  .p);
	/* Ad groups hold budgets on Reddit and Meta alone. */
	edit(w, t.campaign, "platform", "\"meta\"");
	edit(w, groups[0], "platform", "\"meta\"");
	edit(w, t.campaign, "budgetLevel", "\"AD_GROUP\"");
	edit(w, t.campaign, "budget", "null");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, groups[0], "budget", "60");
	edit(w, groups[0], "status", "\"ENABLED\"");
	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, groups[0], "2");
	pretend_pushed(w, groups[1], "3");
	return t.campaign;
}

static void budgets_of_ad_groups_are_spent_too(void **state)
{
	struct world *w = *state;
	struct ad_str groups[2], campaign = spread_campaign(w, groups);
	struct ad_sync_plan p = plan(w, true);

	assert_int_equal(p.before, 90000000);
	assert_int_equal(p.after, 90000000);
	assert_int_equal(p.active_before, 60000000);
	assert_int_equal(p.active_after, 60000000);
	edit(w, groups[1], "status", "\"ENABLED\"");
	edit(w, groups[0], "budget", "55");
	p = plan(w, true);
	assert_int_equal(p.after, 85000000);
	assert_int_equal(p.active_after, 85000000);
	assert_null(p.violations.first);
	edit(w, campaign, "status", "\"PAUSED\"");
	p = plan(w, true);
	assert_int_equal(p.active_before, 60000000);
	assert_int_equal(p.active_after, 0);
	stage_removal(w, groups[0]);
	p = plan(w, true);
	assert_int_equal(p.after, 30000000);
}

static void a_campaigns_maximum_holds_for_its_ad_groups_together(void **state)
{
	struct world *w = *state;
	struct ad_str groups[2], campaign = spread_campaign(w, groups);
	struct ad_sync_plan p;

	edit(w, groups[1], "budget", "40");
	p = plan(w, false);
	assert_null(p.violations.first);
	edit(w, groups[1], "budget", "40.01");
	p = plan(w, false);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	assert_true(ad_str_is(campaign, p.violations.first->id));
	assert_string_equal(p.violations.first->actual, "100.01");
	assert_null(p.violations.first->next);
	/*
	 * Created on the platform: a change that lowers it passes, and so does one of another
	 * field.
	 */
	edit(w, groups[1], "budget", "90");
	pretend_pushed(w, groups[1], "3");
	edit(w, groups[1], "budget", "80");
	p = plan(w, false);
	assert_null(p.violations.first);
	edit(w, groups[1], "budget", "90");
	edit(w, groups[1], "name", "\"Buns\"");
	p = plan(w, false);
	assert_null(p.violations.first);
	/* Paused it spent nothing. */
	edit(w, groups[1], "status", "\"ENABLED\"");
	p = plan(w, false);
	assert_null(p.violations.first);
	p = plan(w, true);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	assert_string_equal(p.violations.first->actual, "150");
}

/* Consecutive parts may not spend more than the whole. */
static void parts_count_as_the_whole(void **state)
{
	struct world *w = *state;
	struct ad_str groups[2], campaign = spread_campaign(w, groups);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;

	edit(w, groups[0], "budget", "65");
	edit(w, groups[1], "budget", "40");
	ask.filter.ad_group_count = 1;
	ask.filter.ad_group_ids = &groups[0];
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 90000000);
	assert_int_equal(p.after, 95000000);
	assert_null(p.violations.first);
	pretend_pushed(w, groups[0], "2");
	ask.filter.ad_group_ids = &groups[1];
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.count, 1);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	assert_true(ad_str_is(campaign, p.violations.first->id));
	assert_string_equal(p.violations.first->actual, "105");
}

static void the_total_counts_what_ad_groups_hold(void **state)
{
	struct world *w = *state;
	struct ad_str groups[2];
	struct ad_sync_plan p;

	for (int i = 0; i < 5; i++)
		spread_campaign(w, groups); /* 450 */
	edit(w, groups[1], "budget", "40");
	for (int i = 0; i < 2; i++) {
		struct tree more = draft_tree(w);
		edit(w, more.campaign, "budget", "20");
	}
	p = plan(w, false);
	assert_int_equal(p.before, 450000000);
	assert_null(p.violations.first); /* 500 */
	edit(w, groups[1], "budget", "40.5");
	p = plan(w, false);
	assert_true(violates(&p, "maxTotalDailyBudget"));
}

/* An ad group's lifetime budget is spread over its days. Without an end it counts as one day's. */
static void a_budget_for_a_whole_life_counts_by_the_day(void **state)
{
	struct world *w = *state;
	struct ad_str groups[2];
	struct ad_sync_plan p;

	spread_campaign(w, groups);
	edit(w, groups[1], "budgetPeriod", "\"LIFETIME\"");
	edit(w, groups[1], "budget", "900");
	pretend_pushed(w, groups[1], "3");
	p = plan(w, false);
	assert_int_equal(p.before, 960000000);
	edit(w, groups[1], "startDate", "\"2100-01-01\"");
	edit(w, groups[1], "endDate", "\"2100-01-30\"");
	pretend_pushed(w, groups[1], "3");
	p = plan(w, false);
	assert_int_equal(p.before, 90000000);
	edit(w, groups[1], "budget", "1200");
	p = plan(w, false);
	assert_int_equal(p.after, 100000000);
	assert_null(p.violations.first);
	edit(w, groups[1], "budget", "1201");
	p = plan(w, false);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
}

/* Changes of other ad groups do not affect its base. */
static void an_ad_group_rises_from_the_days_lowest(void **state)
{
	struct world *w = *state;
	struct ad_str groups[2];
	struct ad_sync_plan p;
	struct ad_stmt *s;

	spread_campaign(w, groups);
	s = ad_sql(w->db,
		   "INSERT INTO sync_budgets (space_id, environment, campaign_id, at, budget)"
		   " VALUES ($1, 'test', $2, $3, 20000000)");
	ad_bind(s, 1, w->realm.space_id);
	ad_bind(s, 2, groups[1]);
	ad_bind_int(s, 3, ad_now() - AD_HOUR);
	DONE(w->db, ad_step(s));
	edit(w, groups[1], "budget", "31");
	p = plan(w, false);
	assert_true(violates(&p, "maxBudgetIncreasePercent"));
	assert_true(ad_str_is(groups[1], p.violations.first->id));
	edit(w, groups[1], "budget", "30");
	edit(w, groups[0], "budget", "61");
	p = plan(w, false);
	assert_null(p.violations.first);
}

/* Enabling an ad group is a raise: of its own budget, and of a campaign above the limit. */
static void an_enabled_ad_group_is_a_raise(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	edit(w, t.campaign, "platform", "\"meta\"");
	edit(w, t.group, "platform", "\"meta\"");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.campaign, "budget", "150");
	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	edit(w, t.group, "status", "\"ENABLED\"");
	p = plan(w, true);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	assert_true(ad_str_is(t.campaign, p.violations.first->id));
	assert_null(p.violations.first->next);
	/* A plan that lowers the campaign's budget may enable its ad group. */
	edit(w, t.campaign, "budget", "100");
	p = plan(w, true);
	assert_null(p.violations.first);
	/* A paused campaign spends nothing. */
	edit(w, t.campaign, "budget", "150");
	edit(w, t.campaign, "status", "\"PAUSED\"");
	pretend_pushed(w, t.campaign, "1");
	p = plan(w, true);
	assert_null(p.violations.first);
	/* The ad group holds a budget of its own below a campaign that has one. */
	edit(w, t.group, "status", "\"PAUSED\"");
	edit(w, t.group, "budget", "120");
	pretend_pushed(w, t.group, "2");
	edit(w, t.group, "status", "\"ENABLED\"");
	p = plan(w, true);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	assert_true(ad_str_is(t.group, p.violations.first->id));
}

/* Marks fields of which an interrupted push may have changed a part. */
static void leave_unknown(struct world *w, struct ad_str id, const char *const *fields)
{
	struct ad_row *row = load(w, ad_resource_of_id(id), id);

	row->unknown = ad_names_with(w->arena, row->unknown, fields);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

/* A running campaign of a lifetime budget, 900 for 30 days. */
static struct ad_str lifetime_campaign(struct world *w)
{
	struct ad_str id = draft(w, AD_R_CAMPAIGN,
				 "{\"name\":\"Spring\",\"type\":\"SOCIAL\",\"budget\":900,"
				 "\"budgetPeriod\":\"LIFETIME\",\"platform\":\"meta\","
				 "\"startDate\":\"2100-01-01\",\"endDate\":\"2100-01-30\","
				 "\"status\":\"ENABLED\",\"locations\":[],\"languages\":[]}");

	pretend_pushed(w, id, "1");
	return id;
}

/* Some of its ad sets may end on any day that a failed push sent: none is the most expensive. */
static void a_last_day_in_doubt_counts_as_one_day(void **state)
{
	static const char *const end[] = { "endDate", NULL };
	struct world *w = *state;
	struct ad_str campaign = lifetime_campaign(w);
	struct tree other = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p = plan(w, false);

	assert_int_equal(p.before, 30000000);
	edit(w, campaign, "endDate", "\"2100-01-10\"");
	leave_unknown(w, campaign, end);
	/* The push that sends the day again lowers the total: it is accepted, and sent first. */
	p = plan(w, false);
	assert_int_equal(p.before, 900000000);
	assert_int_equal(p.after, 110000000);
	assert_int_equal(p.active_before, 900000000);
	assert_int_equal(p.active_after, 90000000);
	assert_false(violates(&p, "maxTotalDailyBudget"));
	assert_true(ad_str_eq(p.ops[0]->row->id, campaign));
	assert_int_equal(p.ops[0]->rise, -810000000);
	assert_int_equal(p.ops[0]->rank, AD_RANK_LOWER);
	/* Another push may not use what the campaign may spend already. */
	ask.filter.campaign_ids = &other.campaign;
	ask.filter.campaign_count = 1;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 900000000);
	assert_true(violates(&p, "maxTotalDailyBudget"));
}

/* The value that was last confirmed still is the base of the other limits. */
static void a_day_in_doubt_raises_no_other_limit(void **state)
{
	static const char *const end[] = { "endDate", NULL };
	struct world *w = *state;
	struct ad_str campaign = lifetime_campaign(w);
	struct ad_sync_plan p;

	edit(w, campaign, "endDate", "\"2100-01-06\"");
	leave_unknown(w, campaign, end);
	p = plan(w, false);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	assert_true(violates(&p, "maxBudgetIncreasePercent"));
	stage_removal(w, campaign);
	p = plan(w, false);
	assert_int_equal(p.before, 900000000);
	assert_int_equal(p.after, 0);
}

/* A pause sends no day: the doubt stays, and so does the total. */
static void a_pause_leaves_a_day_in_doubt(void **state)
{
	static const char *const end[] = { "endDate", NULL };
	struct world *w = *state;
	struct ad_str campaign = lifetime_campaign(w);
	struct ad_sync_plan p;

	edit(w, campaign, "status", "\"PAUSED\"");
	leave_unknown(w, campaign, end);
	p = plan(w, false);
	assert_int_equal(p.count, 2);
	assert_int_equal(p.ops[0]->rank, AD_RANK_PAUSE);
	assert_int_equal(p.ops[0]->rise, 0);
	assert_int_equal(p.ops[1]->rise, -870000000);
	assert_int_equal(p.before, 900000000);
	assert_int_equal(p.after, 30000000);
	assert_int_equal(p.active_before, 900000000);
	assert_int_equal(p.active_after, 0);
}

/* A campaign whose last day is over by the last confirmed value may run again. */
static void an_ended_campaign_in_doubt_may_run(void **state)
{
	static const char *const end[] = { "endDate", NULL };
	struct world *w = *state;
	struct ad_str campaign = lifetime_campaign(w);
	struct ad_sync_plan p;

	edit(w, campaign, "startDate", "\"2020-01-01\"");
	edit(w, campaign, "endDate", "\"2020-01-30\"");
	pretend_pushed(w, campaign, "1");
	p = plan(w, false);
	assert_int_equal(p.before, 0);
	edit(w, campaign, "endDate", "\"2100-01-30\"");
	leave_unknown(w, campaign, end);
	p = plan(w, false);
	assert_int_equal(p.before, 900000000);
	assert_int_equal(p.active_before, 900000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(budgets_of_ad_groups_are_spent_too),
		TEST(a_campaigns_maximum_holds_for_its_ad_groups_together),
		TEST(parts_count_as_the_whole),
		TEST(the_total_counts_what_ad_groups_hold),
		TEST(a_budget_for_a_whole_life_counts_by_the_day),
		TEST(an_ad_group_rises_from_the_days_lowest),
		TEST(an_enabled_ad_group_is_a_raise),
		TEST(a_last_day_in_doubt_counts_as_one_day),
		TEST(a_day_in_doubt_raises_no_other_limit),
		TEST(a_pause_leaves_a_day_in_doubt),
		TEST(an_ended_campaign_in_doubt_may_run),
	};

	return on_each_database("plan_spread", tests);
}
