/* Each guardrail at its limit, one above it, and with a decrease; the days of a lifetime budget. */
#include "tests/support/unit.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "sync/state/rails.h"

#define UNIT 1000000LL /* micros */

static struct ad_violations listing(struct ad_arena *arena)
{
	return (struct ad_violations){ .arena = arena };
}

/* Asserts that a list has exactly one violation, and empties the list. */
static void takes_one(struct ad_violations *list, const char *rule, const char *limit,
		      const char *actual)
{
	assert_int_equal(list->count, 1);
	assert_string_equal(list->first->rule, rule);
	assert_string_equal(list->first->limit, limit);
	assert_string_equal(list->first->actual, actual);
	assert_true(list->first->message && *list->first->message);
	*list = listing(list->arena);
}

static struct ad_row *row_of(struct ad_arena *arena, enum ad_resource_id resource, const char *json)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));
	struct ad_json_error err;
	const cJSON *fields = ad_json_parse(arena, ad_str(json), &err);

	assert_non_null(fields);
	row->res = ad_resource_row(resource);
	row->id = AD_S("obj_1");
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		row->v[i] = ad_value_take(arena, field, ad_json_get(fields, field->name));
	}
	return row;
}

static const cJSON *json_of(struct ad_arena *arena, const char *json)
{
	struct ad_json_error err;
	const cJSON *value = ad_json_parse(arena, ad_str(json), &err);

	assert_non_null(value);
	return value;
}

static void a_push_needs_approval_by_its_rule(void **state)
{
	(void)state;
	assert_true(ad_push_needs_approval("ALWAYS", false));
	assert_true(ad_push_needs_approval("ALWAYS", true));
	assert_true(ad_push_needs_approval("CONNECTOR", true));
	assert_false(ad_push_needs_approval("CONNECTOR", false));
	assert_false(ad_push_needs_approval("NEVER", true));
}

static void a_budget_may_reach_the_limit_of_a_campaign_and_not_more(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = listing(arena);
	const struct ad_rails none = { 0 };
	const struct ad_rails rails = { .max_campaign_daily_budget = 50 * UNIT };

	(void)state;
	ad_rails_campaign(&rails, AD_S("obj_1"), 0, 50 * UNIT, &list);
	ad_rails_campaign(&none, AD_S("obj_1"), 0, 9000 * UNIT, &list);
	/* A decrease passes, and so does a budget above the limit that stays. */
	ad_rails_campaign(&rails, AD_S("obj_1"), 90 * UNIT, 60 * UNIT, &list);
	ad_rails_campaign(&rails, AD_S("obj_1"), 60 * UNIT, 60 * UNIT, &list);
	assert_int_equal(list.count, 0);
	ad_rails_campaign(&rails, AD_S("obj_1"), 60 * UNIT, 60 * UNIT + 1, &list);
	assert_int_equal(list.count, 1);
	list = listing(arena);
	ad_rails_campaign(&rails, AD_S("obj_1"), 0, 51 * UNIT, &list);
	assert_string_equal(list.first->id, "obj_1");
	takes_one(&list, "maxCampaignDailyBudget", "50", "51");
	ad_arena_free(arena);
}

static void all_budgets_may_reach_the_limit_of_the_space_and_not_more(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = listing(arena);
	const struct ad_rails none = { 0 };
	const struct ad_rails rails = { .max_total_daily_budget = 100 * UNIT };

	(void)state;
	ad_rails_total(&rails, 0, 100 * UNIT, &list);
	ad_rails_total(&none, 0, 9000 * UNIT, &list);
	ad_rails_total(&rails, 200 * UNIT, 150 * UNIT, &list);
	ad_rails_total(&rails, 150 * UNIT, 150 * UNIT, &list);
	assert_int_equal(list.count, 0);
	ad_rails_total(&rails, 150 * UNIT, 151 * UNIT, &list);
	takes_one(&list, "maxTotalDailyBudget", "100", "151");
	ad_arena_free(arena);
}

static void an_increase_may_reach_its_percentage_and_not_more(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = listing(arena);
	const struct ad_rails none = { .max_budget_increase_percent = -1 };
	const struct ad_rails rails = { .max_budget_increase_percent = 20 };
	const struct ad_rails fixed = { .max_budget_increase_percent = 0 };

	(void)state;
	ad_rails_increase(&rails, AD_S("obj_1"), 10 * UNIT, 10 * UNIT, 12 * UNIT, &list);
	ad_rails_increase(&none, AD_S("obj_1"), 10 * UNIT, 10 * UNIT, 900 * UNIT, &list);
	/* Without a budget in the last 24 hours there is no increase. */
	ad_rails_increase(&rails, AD_S("obj_1"), 0, 0, 900 * UNIT, &list);
	/* Below the present budget, although far above the lowest of the day. */
	ad_rails_increase(&rails, AD_S("obj_1"), 1 * UNIT, 30 * UNIT, 30 * UNIT, &list);
	ad_rails_increase(&rails, AD_S("obj_1"), 1 * UNIT, 30 * UNIT, 20 * UNIT, &list);
	assert_int_equal(list.count, 0);
	/* One micro more; the percentage is rounded up, never down to the limit. */
	ad_rails_increase(&rails, AD_S("obj_1"), 10 * UNIT, 10 * UNIT, 12 * UNIT + 1, &list);
	takes_one(&list, "maxBudgetIncreasePercent", "20", "21");
	ad_rails_increase(&rails, AD_S("obj_1"), 10 * UNIT, 10 * UNIT, 15 * UNIT, &list);
	takes_one(&list, "maxBudgetIncreasePercent", "20", "50");
	ad_rails_increase(&fixed, AD_S("obj_1"), 10 * UNIT, 10 * UNIT, 10 * UNIT + 1, &list);
	takes_one(&list, "maxBudgetIncreasePercent", "0", "1");
	/* The smallest base counts, and the largest amounts do not overflow. */
	ad_rails_increase(&rails, AD_S("obj_1"), 1, 1, 2, &list);
	takes_one(&list, "maxBudgetIncreasePercent", "20", "100");
	ad_rails_increase(&rails, AD_S("obj_1"), AD_MONEY_UNHELD, 0, AD_MONEY_UNHELD, &list);
	assert_int_equal(list.count, 0);
	ad_arena_free(arena);
}

static void only_allowed_platforms_pass(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = listing(arena);
	const struct ad_rails rails = { .allowed_platforms = 1u << AD_GOOGLE | 1u << AD_REDDIT };

	(void)state;
	ad_rails_platform(&rails, AD_S("obj_1"), AD_GOOGLE, &list);
	ad_rails_platform(&rails, AD_S("obj_1"), AD_REDDIT, &list);
	ad_rails_platform(&rails, AD_S("obj_1"), AD_PLATFORM_COUNT, &list);
	assert_int_equal(list.count, 0);
	ad_rails_platform(&rails, AD_S("obj_1"), AD_META, &list);
	takes_one(&list, "allowedPlatforms", "[\"google\",\"reddit\"]", "\"meta\"");
	ad_arena_free(arena);
}

static void a_bid_may_reach_the_maximum_and_not_more(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = listing(arena);
	const struct ad_resource *keyword = ad_resource_row(AD_R_KEYWORD);
	const struct ad_rails none = { 0 };
	const struct ad_rails rails = { .max_bid = 2 * UNIT };
	struct ad_bid_change change = { AD_S("kw_1"), NULL, json_of(arena, "{\"cpcBid\":2}") };

	(void)state;
	assert_true(ad_rails_has_bids(keyword));
	assert_false(ad_rails_has_bids(ad_resource_row(AD_R_AD)));
	ad_rails_bids(&rails, keyword, change, &list);
	change.after = json_of(arena, "{\"cpcBid\":3}");
	ad_rails_bids(&none, keyword, change, &list);
	/* A bid above the maximum may stay, or go down. */
	change.before = json_of(arena, "{\"cpcBid\":3}");
	ad_rails_bids(&rails, keyword, change, &list);
	change.before = json_of(arena, "{\"cpcBid\":4}");
	ad_rails_bids(&rails, keyword, change, &list);
	assert_int_equal(list.count, 0);
	change.before = json_of(arena, "{\"cpcBid\":2.99}");
	ad_rails_bids(&rails, keyword, change, &list);
	takes_one(&list, "maxBid", "2", "3");
	change.before = NULL;
	ad_rails_bids(&rails, keyword, change, &list);
	takes_one(&list, "maxBid", "2", "3");
	ad_arena_free(arena);
}

static void a_lifetime_budget_is_divided_by_the_days_that_remain(void **state)
{
	(void)state;
	/* From today to the last day, both included. */
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 90, 109 }, 100),
			 10 * UNIT);
	/* From a later first day. */
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 106, 109 }, 100),
			 25 * UNIT);
	/* On the last day, the whole; the day after, nothing. */
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 90, 100 }, 100),
			 100 * UNIT);
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 90, 99 }, 100), 0);
	/* Without a last day, the whole can be spent today. */
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 90, -1 }, 100),
			 100 * UNIT);
	/* A last day before the first one counts as one day. */
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 105, 103 }, 100),
			 100 * UNIT);
	/* Rounded up to the cent. */
	assert_int_equal(ad_budget_by_days(100 * UNIT, (struct ad_budget_days){ 100, 102 }, 100),
			 33340000);
	assert_int_equal(ad_budget_by_days(1, (struct ad_budget_days){ 100, 101 }, 100), 10000);
}

static void the_share_of_a_day_counts_past_days_too(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_row *row = row_of(arena, AD_R_CAMPAIGN,
				    "{\"platform\":\"meta\",\"budget\":100,\"budgetPeriod\":"
				    "\"LIFETIME\",\"startDate\":\"2026-03-01\",\"endDate\":"
				    "\"2026-03-10\"}");
	struct ad_today today = { 0 };

	(void)state;
	row->created_at = ad_day_number(AD_S("2026-02-20")) * AD_DAY;
	assert_int_equal(ad_budget_share(row, NULL), 10 * UNIT);
	/* It started at the latest when it was first known. */
	row->created_at = ad_day_number(AD_S("2026-03-06")) * AD_DAY;
	assert_int_equal(ad_budget_share(row, NULL), 20 * UNIT);
	/* Unless the platform told an earlier day. */
	row->synced = AD_S("{\"startDate\":\"2026-03-01\"}");
	assert_int_equal(ad_budget_share(row, NULL), 10 * UNIT);
	assert_int_equal(ad_budget_share(row, json_of(arena, "{\"budget\":50,\"startDate\":"
							     "\"2026-03-06\",\"endDate\":"
							     "\"2026-03-10\"}")),
			 10 * UNIT);
	assert_int_equal(ad_budget_share(NULL, NULL), 0);
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		today.day[i] = ad_day_number(AD_S("2026-03-06"));
	assert_int_equal(ad_budget_a_day(&today, row, NULL), 20 * UNIT);
	assert_int_equal(ad_budget_a_day(&today, NULL, NULL), 0);
	/* A day in doubt counts as one day, an amount in doubt as the higher one. */
	row->unknown = AD_S("endDate");
	assert_true(ad_budget_in_doubt(row));
	assert_int_equal(ad_budget_at_most(&today, row, json_of(arena, "{\"budget\":60}")),
			 60 * UNIT);
	row->unknown = AD_S("budget,startDate");
	assert_int_equal(ad_budget_at_most(&today, row, json_of(arena, "{\"budget\":60}")),
			 100 * UNIT);
	assert_int_equal(ad_budget_at_most(&today, row, json_of(arena, "{\"budget\":160}")),
			 160 * UNIT);
	row->unknown = AD_S("name");
	assert_false(ad_budget_in_doubt(row));
	ad_arena_free(arena);
}

static void a_start_before_the_known_first_day_is_too_early(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	const char *json = "{\"budget\":100,\"budgetPeriod\":\"%s\",\"startDate\":\"%s\"}";
	struct ad_row *before = row_of(arena, AD_R_CAMPAIGN,
				       ad_arena_printf(arena, json, "LIFETIME", "2026-03-10").p);
	struct ad_row *daily =
		row_of(arena, AD_R_CAMPAIGN, ad_arena_printf(arena, json, "DAILY", "2026-03-10").p);
	struct ad_row *day_earlier = row_of(
		arena, AD_R_CAMPAIGN, ad_arena_printf(arena, json, "LIFETIME", "2026-03-09").p);
	struct ad_row *two_earlier = row_of(
		arena, AD_R_CAMPAIGN, ad_arena_printf(arena, json, "LIFETIME", "2026-03-08").p);
	struct ad_row *open = row_of(arena, AD_R_CAMPAIGN, "{\"budget\":100}");

	(void)state;
	before->created_at = daily->created_at = ad_day_number(AD_S("2026-03-10")) * AD_DAY;
	/* The day may differ by one in the ad account's time zone. */
	assert_false(ad_begins_too_early(before, day_earlier));
	assert_true(ad_begins_too_early(before, two_earlier));
	assert_false(ad_begins_too_early(daily, two_earlier));
	assert_false(ad_begins_too_early(before, open));
	before->synced = AD_S("{\"startDate\":\"2026-03-08\"}");
	assert_false(ad_begins_too_early(before, two_earlier));
	ad_arena_free(arena);
}

static void a_write_is_checked_by_each_guardrail(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = listing(arena);
	const struct ad_rails rails = { .max_campaign_daily_budget = 50 * UNIT,
					.max_bid = 2 * UNIT,
					.allowed_platforms = 1u << AD_GOOGLE };
	struct ad_row *low =
		row_of(arena, AD_R_CAMPAIGN, "{\"platform\":\"google\",\"budget\":10}");
	struct ad_row *high =
		row_of(arena, AD_R_CAMPAIGN, "{\"platform\":\"google\",\"budget\":51}");
	struct ad_row *meta = row_of(arena, AD_R_CAMPAIGN, "{\"platform\":\"meta\",\"budget\":10}");
	struct ad_row *more = row_of(arena, AD_R_CAMPAIGN, "{\"platform\":\"meta\",\"budget\":11}");
	struct ad_row *group =
		row_of(arena, AD_R_AD_GROUP, "{\"platform\":\"meta\",\"budget\":51}");
	struct ad_row *word = row_of(arena, AD_R_KEYWORD, "{\"platform\":\"google\",\"cpcBid\":3}");

	(void)state;
	assert_true(ad_rails_write(&rails, NULL, low, &list));
	assert_true(ad_rails_write(&rails, high, low, &list));
	assert_true(ad_rails_write(&rails, more, meta, &list));
	assert_true(ad_rails_write(&rails, word, word, &list));
	assert_int_equal(list.count, 0);
	assert_false(ad_rails_write(&rails, low, high, &list));
	takes_one(&list, "maxCampaignDailyBudget", "50", "51");
	assert_false(ad_rails_write(&rails, NULL, meta, &list));
	takes_one(&list, "allowedPlatforms", "[\"google\"]", "\"meta\"");
	assert_false(ad_rails_write(&rails, meta, more, &list));
	takes_one(&list, "allowedPlatforms", "[\"google\"]", "\"meta\"");
	assert_false(ad_rails_write(&rails, NULL, group, &list));
	takes_one(&list, "maxCampaignDailyBudget", "50", "51");
	assert_false(ad_rails_write(&rails, NULL, word, &list));
	takes_one(&list, "maxBid", "2", "3");
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_push_needs_approval_by_its_rule),
		cmocka_unit_test(a_budget_may_reach_the_limit_of_a_campaign_and_not_more),
		cmocka_unit_test(all_budgets_may_reach_the_limit_of_the_space_and_not_more),
		cmocka_unit_test(an_increase_may_reach_its_percentage_and_not_more),
		cmocka_unit_test(only_allowed_platforms_pass),
		cmocka_unit_test(a_bid_may_reach_the_maximum_and_not_more),
		cmocka_unit_test(a_lifetime_budget_is_divided_by_the_days_that_remain),
		cmocka_unit_test(the_share_of_a_day_counts_past_days_too),
		cmocka_unit_test(a_start_before_the_known_first_day_is_too_early),
		cmocka_unit_test(a_write_is_checked_by_each_guardrail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
