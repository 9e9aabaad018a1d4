/* Daily figures of Meta: the requests of each level, and the parsed numbers. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static const struct ad_link link_ = {
	.api_url = { "https://graph.example", 21 },
	.account_id = { "1001", 4 },
	.currency = { "JPY", 3 },
	.timezone = { "UTC", 3 },
	.client_secret = { "s", 1 },
	.access_token = { "t", 1 },
};

/* From the 1st of January 2026 to the 2nd. */
static struct ad_figures_ask of(const struct ad_resource *res)
{
	return (struct ad_figures_ask){ .res = res, .first = 20454, .last = 20455 };
}

static const char *next(struct ad_arena *arena, struct ad_figures_ask *ask)
{
	struct ad_http_request request = { 0 };

	if (!ad_meta.figures(arena, &link_, ask, &request))
		return NULL;
	assert_false(request.changes);
	assert_string_equal(request.method, "GET");
	return ad_arena_copy(arena, request.url).p;
}

static enum ad_outcome_kind hear(struct ad_arena *arena, struct ad_figures_ask *ask, long status,
				 const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_meta.figures_hear(arena, ask, &response, &outcome);
	return outcome.kind;
}

static void has(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("%s is not in %s", part, text ? text : "nothing");
}

static void every_level_has_its_own(void **state)
{
	static const struct {
		const struct ad_resource *res;
		const char *level, *body;
	} rows[] = {
		{ &ad_resource_campaign, "?level=campaign&fields=campaign_id%2C",
		  "{\"data\":[{\"campaign_id\":\"7\",\"date_start\":\"2026-01-01\"}]}" },
		{ &ad_resource_ad_group, "?level=adset&fields=adset_id%2C",
		  "{\"data\":[{\"adset_id\":\"7\",\"date_start\":\"2026-01-01\"}]}" },
		{ &ad_resource_ad, "?level=ad&fields=ad_id%2C",
		  "{\"data\":[{\"ad_id\":\"7\",\"date_start\":\"2026-01-01\"}]}" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_figures_ask ask = of(rows[i].res);
		const char *asked = next(*state, &ask);
		has(asked, "https://graph.example/v26.0/act_1001/insights?");
		has(asked, rows[i].level);
		has(asked, "&time_increment=1&");
		has(asked, "&time_range=%7B%22since%22%3A%222026-01-01%22%2C%22until%22%3A%22"
			   "2026-01-02%22%7D&");
		assert_int_equal(hear(*state, &ask, 200, rows[i].body), AD_DID);
		assert_true(ad_str_is(ask.found->remote_id, "7"));
		assert_int_equal(ask.found->day, 20454);
		assert_null(next(*state, &ask));
	}
}

static void there_are_no_keywords(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_keyword);

	assert_null(next(*state, &ask));
}

static void numbers_are_texts_and_money_is_whole_units(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_ad);
	const int64_t *m;

	hear(*state, &ask, 200,
	     "{\"data\":[{\"ad_id\":\"7\",\"impressions\":\"1234\",\"clicks\":\"56\",\"spend\":"
	     "\"12.34\",\"actions\":[{\"action_type\":\"link_click\",\"value\":\"40\"},"
	     "{\"action_type\":\"purchase\",\"value\":\"3\"},{\"action_type\":\"lead\",\"value\":"
	     "\"0.5\"}],\"action_values\":[{\"action_type\":\"purchase\",\"value\":\"149.70\"}],"
	     "\"date_start\":\"2026-01-02\"}]}");
	m = ask.found->measures;
	assert_int_equal(m[AD_IMPRESSIONS], 1234);
	assert_int_equal(m[AD_CLICKS], 56);
	/* Whatever the currency: the unit of budgets on the wire is another. */
	assert_int_equal(m[AD_COST], 12340000);
	assert_int_equal(m[AD_CONVERSIONS], 3500000);
	assert_int_equal(m[AD_CONVERSION_VALUE], 149700000);
	assert_int_equal(ask.found->day, 20455);
}

static void what_is_nothing_is_left_out_there(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_ad);

	hear(*state, &ask, 200,
	     "{\"data\":[{\"ad_id\":\"7\",\"impressions\":\"3\",\"date_start\":\"2026-01-02\"},"
	     "{\"ad_id\":\"8\",\"date_start\":\"2026-01-03\"},{\"date_start\":\"2026-01-02\"},"
	     "{\"ad_id\":\"9\",\"date_start\":\"x\"},"
	     "{\"ad_id\":\"10\",\"spend\":\"1e400\",\"date_start\":\"2026-01-01\"}]}");
	/* Neither other days nor what has no id. */
	assert_true(ad_str_is(ask.found->remote_id, "10"));
	assert_int_equal(ask.found->measures[AD_COST], 0);
	assert_true(ad_str_is(ask.found->next->remote_id, "7"));
	assert_int_equal(ask.found->next->measures[AD_CLICKS], 0);
	assert_null(ask.found->next->next);
}

static void pages_go_on_by_their_cursor(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_ad);

	hear(*state, &ask, 200,
	     "{\"data\":[],\"paging\":{\"cursors\":{\"after\":\"MTAZD\"},\"next\":\"x\"}}");
	has(next(*state, &ask), "&limit=500&after=MTAZD&");
	hear(*state, &ask, 200, "{\"data\":[],\"paging\":{\"cursors\":{\"after\":\"MTAZE\"}}}");
	assert_null(next(*state, &ask));
}

static void failures_keep_the_place(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 500, "", AD_AGAIN },
		{ 200, "<html>", AD_AGAIN },
		{ 400, "{\"error\":{\"code\":4,\"error_subcode\":1504022}}", AD_AGAIN },
		{ 400, "{\"error\":{\"code\":2,\"error_subcode\":1504038}}", AD_REFUSED },
		{ 500, "{\"error\":{\"code\":1,\"error_subcode\":99}}", AD_AGAIN },
		{ 400, "{\"error\":{\"code\":190,\"error_subcode\":463}}", AD_EXPIRED },
		{ 400, "{\"error\":{\"code\":200}}", AD_REFUSED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_figures_ask ask = of(&ad_resource_ad);
		if (hear(*state, &ask, rows[i].status, rows[i].body) != rows[i].kind)
			fail_msg("%ld %s", rows[i].status, rows[i].body);
		assert_null(ask.found);
		assert_non_null(next(*state, &ask));
	}
}

/* The next request as "METHOD path?query body". */
static const char *asked(struct ad_arena *arena, struct ad_figures_ask *ask)
{
	struct ad_http_request request = { 0 };

	if (!ad_meta.figures(arena, &link_, ask, &request))
		return NULL;
	assert_false(request.changes);
	return ad_arena_printf(arena, "%s %.*s %.*s", request.method, AD_FMT(request.url),
			       AD_FMT(request.body))
		.p;
}

static void figures_that_are_too_many_come_by_a_report_run(void **state)
{
	struct ad_figures_ask ask = of(&ad_resource_ad), later;
	const char *request;

	ask.apart = true;
	request = asked(*state, &ask);
	has(request, "POST https://graph.example/v");
	has(request, "/act_1001/insights ");
	has(request, "level=ad&fields=ad_id%2C");
	has(request, "time_increment=1");
	assert_null(strstr(request, "limit="));
	assert_int_equal(hear(*state, &ask, 200, "{\"report_run_id\":6023}"), AD_DID);
	assert_true(ask.later);
	/* Another process continues with the stored page. */
	later = of(&ad_resource_ad);
	later.page = ask.page;
	request = asked(*state, &later);
	has(request, "GET https://graph.example/v");
	has(request, "/6023?fields=async_status%2Casync_percent_completion");
	hear(*state, &later, 200,
	     "{\"async_status\":\"Job Completed\",\"async_percent_completion\":99}");
	assert_true(later.later);
	later.later = false;
	hear(*state, &later, 200,
	     "{\"async_status\":\"Job Completed\",\"async_percent_completion\":100}");
	assert_false(later.later);
	has(asked(*state, &later), "/6023/insights?limit=500&");
	hear(*state, &later, 200,
	     "{\"data\":[{\"ad_id\":\"7\",\"date_start\":\"2026-01-01\"}],\"paging\":{\"cursors\":"
	     "{\"after\":\"c2\"},\"next\":\"https://graph.example/\"}}");
	assert_false(later.heard);
	has(asked(*state, &later), "/6023/insights?limit=500&after=c2&");
	hear(*state, &later, 200, "{\"data\":[{\"ad_id\":\"8\",\"date_start\":\"2026-01-02\"}]}");
	assert_true(later.heard);
	assert_non_null(later.found->next);
	assert_null(asked(*state, &later));
}

static void a_report_run_fails_as_too_large_with_its_reason(void **state)
{
	static const char *const words[] = { "Job Failed", "Job Skipped" };

	for (size_t i = 0; i < AD_LEN(words); i++) {
		struct ad_figures_ask ask = of(&ad_resource_ad);
		struct ad_http_response response = { .status = 200 };
		struct ad_outcome outcome;
		ask.page = AD_S("run 6023");
		response.body = ad_arena_printf(
			*state, "{\"async_status\":\"%s\",\"error_message\":\"Why.\"}", words[i]);
		ad_meta.figures_hear(*state, &ask, &response, &outcome);
		assert_int_equal(outcome.kind, AD_REFUSED);
		assert_string_equal(outcome.error.code, AD_TOO_MUCH_DATA);
		has(outcome.error.message.p, "Why.");
	}
}

static void answers_without_a_report_run_are_repeated(void **state)
{
	static const char *const pages[] = { "", "run 6023", "rows 6023 " };

	for (size_t i = 0; i < AD_LEN(pages); i++) {
		struct ad_figures_ask ask = of(&ad_resource_ad);
		ask.apart = true;
		ask.page = ad_str(pages[i]);
		assert_int_equal(hear(*state, &ask, 200, "{}"), AD_AGAIN);
		assert_false(ask.heard || ask.later);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(every_level_has_its_own),
		IN_ARENA(there_are_no_keywords),
		IN_ARENA(figures_that_are_too_many_come_by_a_report_run),
		IN_ARENA(a_report_run_fails_as_too_large_with_its_reason),
		IN_ARENA(answers_without_a_report_run_are_repeated),
		IN_ARENA(numbers_are_texts_and_money_is_whole_units),
		IN_ARENA(what_is_nothing_is_left_out_there),
		IN_ARENA(pages_go_on_by_their_cursor),
		IN_ARENA(failures_keep_the_place),
	};

	return cmocka_run_group_tests_name("meta_figures", tests, NULL, NULL);
}
