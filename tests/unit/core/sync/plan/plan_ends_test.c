/* Campaigns that have ended, and those whose ads are all disapproved, in totals and warnings. */
#include "tests/unit/core/sync/plans.h"

#include "base/clock.h"
#include "sync/plan/plan_ends.h"
#include "sync/state/review.h"

static const struct ad_plan_warning *warning(const struct ad_sync_plan *p, const char *code)
{
	const struct ad_plan_warning *w = p->warnings;

	while (w && strcmp(w->code, code) != 0)
		w = w->next;
	return w;
}

/* Sets a day of the campaign, so many days from today in UTC. */
static void set_day(struct world *w, struct ad_str id, const char *field, int64_t days)
{
	struct ad_str day = ad_day_text(w->arena, ad_now() / AD_DAY + days);

	edit(w, id, field, ad_arena_printf(w->arena, "\"%.*s\"", AD_FMT(day)).p);
}

static void review(struct world *w, struct ad_str ad, struct ad_str campaign, const char *status)
{
	struct ad_review found = { .res = ad_resource_row(AD_R_AD),
				   .object_id = ad,
				   .platform = AD_GOOGLE,
				   .campaign_id = campaign,
				   .status = ad_str(status),
				   .seen_at = ad_now() };
	struct ad_row *row;

	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_row(AD_R_AD), ad);
	row->review_status = found.status;
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_review_keep(w->db, w->realm, &found));
	DONE(w->db, ad_db_commit(w->db));
}

static struct tree enabled_tree(struct world *w)
{
	struct tree t = draft_tree(w);

	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.group, "status", "\"ENABLED\"");
	edit(w, t.ad, "status", "\"ENABLED\"");
	edit(w, t.keyword, "status", "\"ENABLED\"");
	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	pretend_pushed(w, t.ad, "2~3");
	pretend_pushed(w, t.keyword, "2~4");
	pretend_pushed(w, t.negative, "1~5");
	return t;
}

static void an_ended_campaign_is_in_the_total_and_not_active(void **state)
{
	struct world *w = *state;
	struct tree t = enabled_tree(w);
	struct ad_sync_plan p = plan(w, true);

	assert_int_equal(p.active_before, 20000000);
	set_day(w, t.campaign, "endDate", 0);
	pretend_pushed(w, t.campaign, "1");
	assert_int_equal(plan(w, true).active_before, 20000000);
	set_day(w, t.campaign, "endDate", -1);
	pretend_pushed(w, t.campaign, "1");
	p = plan(w, true);
	assert_int_equal(p.before, 20000000);
	assert_int_equal(p.active_before, 0);
	assert_int_equal(p.active_after, 0);
	assert_null(warning(&p, "ENDS_IN_PAST"));
	/* A raise of its budget is not active spend either. */
	edit(w, t.campaign, "budget", "25");
	p = plan(w, true);
	assert_int_equal(p.after, 25000000);
	assert_int_equal(p.active_after, 0);
	set_day(w, t.campaign, "endDate", 3);
	p = plan(w, true);
	assert_int_equal(p.active_after, 25000000);
	assert_non_null(warning(&p, "RUNS_AGAIN"));
	assert_null(warning(&p, "ENDS_IN_PAST"));
}

static void what_brings_an_ended_campaign_back_is_checked_as_an_enable(void **state)
{
	struct world *w = *state;
	struct tree t = enabled_tree(w);
	struct ad_sync_plan p;

	edit(w, t.campaign, "budget", "150");
	set_day(w, t.campaign, "endDate", -1);
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "name", "\"Over\"");
	p = plan(w, true);
	assert_null(p.violations.first);
	set_day(w, t.campaign, "endDate", 3);
	p = plan(w, true);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	edit(w, t.campaign, "status", "\"PAUSED\"");
	p = plan(w, true);
	assert_false(violates(&p, "maxCampaignDailyBudget"));
}

static void an_enable_after_the_last_day_is_warned_of(void **state)
{
	struct world *w = *state;
	struct tree t = enabled_tree(w);

	edit(w, t.campaign, "status", "\"PAUSED\"");
	set_day(w, t.campaign, "endDate", -1);
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	for (int activate = 0; activate < 2; activate++) {
		struct ad_sync_plan p = plan(w, activate);
		const struct ad_plan_warning *ended = warning(&p, "ENDS_IN_PAST");
		assert_non_null(ended);
		assert_string_equal(ended->field, "endDate");
		assert_true(ad_str_eq(ended->row->id, t.campaign));
		assert_int_equal(p.active_after, 0);
	}
}

static void days_of_a_draft_that_passed_are_warned_of(void **state)
{
	static const char *const platforms[] = { "google", "meta", "reddit" };
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	set_day(w, t.campaign, "startDate", -4);
	set_day(w, t.campaign, "endDate", -2);
	for (size_t i = 0; i < AD_LEN(platforms); i++) {
		edit(w, t.campaign, "platform",
		     ad_arena_printf(w->arena, "\"%s\"", platforms[i]).p);
		p = plan(w, false);
		assert_non_null(warning(&p, "ENDS_IN_PAST"));
		/* On other platforms it starts at once. */
		assert_int_equal(warning(&p, "STARTS_IN_PAST") != NULL, i == 0);
	}
}

static void a_campaign_is_active_while_one_of_its_ads_may_show(void **state)
{
	struct world *w = *state;
	struct tree t = enabled_tree(w);
	struct ad_str other;
	struct ad_sync_plan p;

	review(w, t.ad, t.campaign, "APPROVED_LIMITED");
	assert_int_equal(plan(w, true).active_before, 20000000);
	review(w, t.ad, t.campaign, "DISAPPROVED");
	p = plan(w, true);
	assert_int_equal(p.before, 20000000);
	assert_int_equal(p.active_before, 0);
	other = draft(w, AD_R_AD,
		      ad_arena_printf(w->arena,
				      "{\"adGroupId\":\"%.*s\",\"campaignId\":\"%.*s\","
				      "\"platform\":\"google\",\"type\":\"RESPONSIVE_SEARCH\","
				      "\"finalUrl\":\"https://b.example/\"}",
				      AD_FMT(t.group), AD_FMT(t.campaign))
			      .p);
	/* A new ad may be approved: the totals after the plan count it, those before do not. */
	p = plan(w, true);
	assert_int_equal(p.active_before, 0);
	assert_int_equal(p.active_after, 20000000);
	pretend_pushed(w, other, "2~6");
	assert_int_equal(plan(w, true).active_before, 20000000);
	review(w, other, t.campaign, "DISAPPROVED");
	assert_int_equal(plan(w, true).active_before, 0);
	/* Pausing an ad causes no review. */
	edit(w, other, "status", "\"PAUSED\"");
	pretend_pushed(w, other, "2~6");
	edit(w, other, "status", "\"ENABLED\"");
	assert_int_equal(plan(w, true).active_after, 0);
	edit(w, other, "finalUrl", "\"https://c.example/\"");
	assert_int_equal(plan(w, true).active_after, 20000000);
}

static void an_enable_without_an_approved_ad_is_warned_of(void **state)
{
	struct world *w = *state;
	struct tree t = enabled_tree(w);

	edit(w, t.campaign, "status", "\"PAUSED\"");
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	review(w, t.ad, t.campaign, "REJECTED");
	for (int activate = 0; activate < 2; activate++) {
		struct ad_sync_plan p = plan(w, activate);
		assert_non_null(warning(&p, "NO_APPROVED_ADS"));
		assert_int_equal(p.active_after, 0);
		/* Its whole budget counts, also for the guardrails. */
		assert_int_equal(p.after, 20000000);
	}
	review(w, t.ad, t.campaign, "APPROVED");
	struct ad_sync_plan p = plan(w, true);
	assert_null(warning(&p, "NO_APPROVED_ADS"));
	assert_int_equal(p.active_after, 20000000);
}

/* Budgets at ad groups end with their campaign. */
static void ad_groups_of_an_ended_campaign_are_not_active(void **state)
{
	struct world *w = *state;
	struct tree t = enabled_tree(w);
	struct ad_sync_plan p;

	/* A platform whose ad groups have budgets. */
	edit(w, t.campaign, "platform", "\"meta\"");
	edit(w, t.group, "platform", "\"meta\"");
	edit(w, t.campaign, "budgetLevel", "\"AD_GROUP\"");
	edit(w, t.campaign, "budget", "null");
	edit(w, t.group, "budget", "60");
	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	p = plan(w, true);
	assert_int_equal(p.active_before, 60000000);
	set_day(w, t.campaign, "endDate", -1);
	pretend_pushed(w, t.campaign, "1");
	p = plan(w, true);
	assert_int_equal(p.before, 60000000);
	assert_int_equal(p.active_before, 0);
	edit(w, t.group, "budget", "70");
	p = plan(w, true);
	assert_int_equal(p.after, 70000000);
	assert_int_equal(p.active_after, 0);
	set_day(w, t.campaign, "endDate", 1);
	assert_int_equal(plan(w, true).active_after, 70000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_ended_campaign_is_in_the_total_and_not_active),
		TEST(what_brings_an_ended_campaign_back_is_checked_as_an_enable),
		TEST(an_enable_after_the_last_day_is_warned_of),
		TEST(days_of_a_draft_that_passed_are_warned_of),
		TEST(a_campaign_is_active_while_one_of_its_ads_may_show),
		TEST(an_enable_without_an_approved_ad_is_warned_of),
		TEST(ad_groups_of_an_ended_campaign_are_not_active),
	};

	return on_each_database("plan_ends", tests);
}
