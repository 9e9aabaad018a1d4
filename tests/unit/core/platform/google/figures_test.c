/* Daily figures of Google Ads: the queries of each level, and the parsed numbers. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static const char *query_of(struct ad_arena *arena, struct ad_figures_ask *ask)
{
	struct ad_link link = {
		.api_url = AD_S("https://ads.example/v26"),
		.account_id = AD_S("123-456-7890"),
		.access_token = AD_S("token"),
	};
	struct ad_http_request request = { 0 };
	struct ad_json_error err;

	if (!ad_google.figures(arena, &link, ask, &request))
		return NULL;
	return ad_arena_copy(arena,
			     ad_json_get_text(ad_json_parse(arena, request.body, &err), "query"))
		.p;
}

static enum ad_outcome_kind hear(struct ad_arena *arena, struct ad_figures_ask *ask, long status,
				 const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_google.figures_hear(arena, ask, &response, &outcome);
	return outcome.kind;
}

#define METRICS "\"segments\":{\"date\":\"2026-02-28\"},\"metrics\":{\"impressions\":\"7\"}"

static const struct {
	const struct ad_resource *res;
	const char *table, *row, *id;
} levels[] = {
	{ &ad_resource_campaign, " FROM campaign WHERE",
	  "{\"campaign\":{\"id\":\"11\"}," METRICS "}", "11" },
	{ &ad_resource_ad_group, " FROM ad_group WHERE",
	  "{\"adGroup\":{\"id\":\"22\"}," METRICS "}", "22" },
	{ &ad_resource_ad, " FROM ad_group_ad WHERE",
	  "{\"adGroup\":{\"id\":\"22\"},\"adGroupAd\":{\"ad\":{\"id\":\"33\"}}," METRICS "}",
	  "22~33" },
	{ &ad_resource_keyword, " FROM keyword_view WHERE",
	  "{\"adGroup\":{\"id\":\"22\"},\"adGroupCriterion\":{\"criterionId\":\"44\"}," METRICS "}",
	  "22~44" },
};

/* Each level has its table, and the id that its objects have in the drafts. */
static void every_level_is_asked_and_named(void **state)
{
	for (size_t i = 0; i < AD_LEN(levels); i++) {
		/* 2026-02-28 and the day behind it */
		struct ad_figures_ask ask = { .res = levels[i].res, .first = 20512, .last = 20513 };
		const char *query = query_of(*state, &ask);
		if (!query || !strstr(query, levels[i].table) ||
		    !strstr(query, " segments.date BETWEEN '2026-02-28' AND '2026-03-01'"))
			fail_msg("%s", query ? query : "nothing is asked");
		hear(*state, &ask, 200,
		     ad_arena_printf(*state, "{\"results\":[%s]}", levels[i].row).p);
		assert_non_null(ask.found);
		assert_true(ad_str_is(ask.found->remote_id, levels[i].id));
		assert_int_equal(ask.found->day, 20512);
		assert_int_equal(ask.found->measures[AD_IMPRESSIONS], 7);
		assert_null(query_of(*state, &ask));
	}
}

/* Money is micros as it comes; fractions of conversions are rounded to micros, not cut. */
static void numbers_are_exact(void **state)
{
	struct ad_figures_ask ask = { .res = &ad_resource_campaign };
	const int64_t *m;

	hear(*state, &ask, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"1\"},\"segments\":{\"date\":\"2026-01-01\"},"
	     "\"metrics\":{\"impressions\":\"9007199254740993\",\"clicks\":12,\"costMicros\":"
	     "\"123456789012\",\"conversions\":2.333333,\"conversionsValue\":0.29}}]}");
	m = ask.found->measures;
	assert_int_equal(m[AD_IMPRESSIONS], INT64_C(9007199254740993));
	assert_int_equal(m[AD_CLICKS], 12);
	assert_int_equal(m[AD_COST], INT64_C(123456789012));
	assert_int_equal(m[AD_CONVERSIONS], 2333333);
	assert_int_equal(m[AD_CONVERSION_VALUE], 290000);
}

static void what_is_not_told_is_not_nought(void **state)
{
	struct ad_figures_ask ask = { .res = &ad_resource_campaign };

	hear(*state, &ask, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"1\"},\"segments\":{\"date\":\"2026-01-01\"},"
	     "\"metrics\":{\"impressions\":\"0\",\"clicks\":null}}]}");
	assert_int_equal(ask.found->measures[AD_IMPRESSIONS], 0);
	for (int i = AD_CLICKS; i < AD_MEASURE_COUNT; i++)
		assert_true(ask.found->measures[i] == AD_NOT_COLLECTED);
}

static void pages_are_heard_to_their_end(void **state)
{
	struct ad_figures_ask ask = { .res = &ad_resource_campaign };
	size_t n = 0;

	hear(*state, &ask, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"1\"}," METRICS "}],\"nextPageToken\":\"t\"}");
	assert_false(ask.heard);
	assert_true(ad_str_is(ask.page, "t"));
	assert_non_null(query_of(*state, &ask));
	hear(*state, &ask, 200, "{\"results\":[{\"campaign\":{\"id\":\"2\"}," METRICS "}]}");
	assert_true(ask.heard);
	for (const struct ad_remote_day *d = ask.found; d; d = d->next)
		n++;
	assert_int_equal(n, 2);
}

static void a_row_without_its_day_is_left_out(void **state)
{
	struct ad_figures_ask ask = { .res = &ad_resource_campaign };

	assert_int_equal(hear(*state, &ask, 200,
			      "{\"results\":[{\"campaign\":{\"id\":\"1\"},\"metrics\":{}}]}"),
			 AD_DID);
	assert_null(ask.found);
	assert_true(ask.heard);
}

static void a_failure_is_asked_again(void **state)
{
	struct ad_figures_ask ask = { .res = &ad_resource_campaign };

	assert_int_equal(hear(*state, &ask, 500, ""), AD_AGAIN);
	assert_int_equal(hear(*state, &ask, 200, "{\"results\":["), AD_AGAIN);
	assert_int_equal(hear(*state, &ask, 401, "{}"), AD_EXPIRED);
	assert_false(ask.heard);
	assert_null(ask.found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(every_level_is_asked_and_named),    IN_ARENA(numbers_are_exact),
		IN_ARENA(what_is_not_told_is_not_nought),    IN_ARENA(pages_are_heard_to_their_end),
		IN_ARENA(a_row_without_its_day_is_left_out), IN_ARENA(a_failure_is_asked_again),
	};

	return cmocka_run_group_tests_name("google_figures", tests, NULL, NULL);
}
