/* Conversion goals: each platform's requests, and the goals read from the responses. */
#include "tests/support/arena.h"
#include "tests/unit/core/platform/golden.h"

#include "platform/goal.h"

/* The next request. Its method is NULL once all responses were read. */
static struct ad_http_request ask_next(struct ad_arena *arena, enum ad_platform platform,
				       struct ad_goals_ask *ask)
{
	struct ad_link link = {
		.api_url = ad_str(golden_api[platform]),
		.account_id = platform == AD_META ? AD_S("act_77") : AD_S("1234567890"),
		.login_account_id = AD_S("99"),
		.developer_token = AD_S("dev"),
		.access_token = AD_S("token"),
		.client_secret = AD_S("secret"),
	};
	struct ad_http_request request = { 0 };

	if (!ad_goal_reader_of(platform)->next(arena, &link, ask, &request))
		request.method = NULL;
	if (request.changes)
		fail_msg("a question changes nothing");
	return request;
}

static enum ad_outcome_kind hear(struct ad_arena *arena, enum ad_platform platform,
				 struct ad_goals_ask *ask, long status, const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome = { 0 };

	ad_goal_reader_of(platform)->hear(arena, ask, &response, &outcome);
	return outcome.kind;
}

/* "7~Lead~no 6~Order~yes", the last goal first. */
static const char *heard(struct ad_arena *arena, const struct ad_goals_ask *ask)
{
	struct ad_text text = ad_text_on(arena);

	for (const struct ad_goal *g = ask->found; g; g = g->next)
		ad_text_addf(&text, "%s%.*s~%.*s~%s", g == ask->found ? "" : " ", AD_FMT(g->id),
			     AD_FMT(g->name), g->takes ? "yes" : "no");
	return ad_text_str(&text).p;
}

#define ACTION(id, name, status, type)                                                             \
	"{\"conversionAction\":{\"id\":\"" id "\",\"name\":\"" name "\",\"status\":\"" status      \
	"\",\"type\":\"" type "\"}}"

static const struct {
	enum ad_platform platform;
	const char *method, *url, *body; /* parts of the request */
	const char *first, *further;     /* parts of the answer, and of the second request */
	const char *last;
	const char *found;
} rows[] = {
	{ AD_GOOGLE, "POST", "/customers/1234567890/googleAds:search", "FROM conversion_action",
	  "{\"results\":[" ACTION("6", "Order", "ENABLED", "UPLOAD_CLICKS") "," ACTION(
		  "7", "Page", "ENABLED", "WEBPAGE") "],\"nextPageToken\":\"p2\"}",
	  "\"pageToken\":\"p2\"",
	  "{\"results\":[" ACTION("8", "Old", "HIDDEN", "UPLOAD_CLICKS") "," ACTION(
		  "9", "New", "ENABLED", "UNKNOWN") "]}",
	  "9~New~yes 8~Old~no 7~Page~no 6~Order~yes" },
	{ AD_MICROSOFT, "POST", "/ConversionGoals/QueryByIds",
	  "{\"ConversionGoalTypes\":\"OfflineConversion\"}",
	  "{\"ConversionGoals\":[{\"Type\":\"OfflineConversion\",\"Id\":\"6\",\"Name\":\"Order\","
	  "\"Status\":\"Active\"},{\"Type\":\"Url\",\"Id\":\"7\",\"Name\":\"Page\",\"Status\":"
	  "\"Active\"},{\"Type\":\"OfflineConversionGoal\",\"Id\":\"8\",\"Name\":\"Old\","
	  "\"Status\":\"Paused\"}],\"PartialErrors\":[]}",
	  NULL, NULL, "8~Old~no 6~Order~yes" },
	{ AD_REDDIT, "GET", "/ad_accounts/1234567890/pixels", "",
	  "{\"data\":[{\"id\":\"a2_1\",\"name\":\"Shop\"}],\"pagination\":{\"next_url\":"
	  "\"https://ads.example/api/v3/ad_accounts/1/pixels?page.token=p2\"}}",
	  "page.token=p2", "{\"data\":[{\"id\":\"a2_2\"}],\"pagination\":{\"next_url\":null}}",
	  "a2_2~~yes a2_1~Shop~yes" },
	{ AD_META, "GET", "/act_77/adspixels?", "",
	  "{\"data\":[{\"id\":\"1\",\"name\":\"Shop\"}],\"paging\":{\"cursors\":{\"after\":\"p2\"},"
	  "\"next\":\"https://ads.example/next\"}}",
	  "after=p2", "{\"data\":[{\"id\":\"2\",\"name\":\"Old\"}]}", "2~Old~yes 1~Shop~yes" },
};

static void every_platform_tells_all_of_them(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_goals_ask ask = { 0 };
		struct ad_http_request request = ask_next(*state, rows[i].platform, &ask);
		assert_string_equal(request.method, rows[i].method);
		if (!memmem(request.url.p, request.url.n, rows[i].url, strlen(rows[i].url)))
			fail_msg("%.*s", AD_FMT(request.url));
		if (*rows[i].body && !strstr(request.body.p, rows[i].body))
			fail_msg("%.*s", AD_FMT(request.body));
		assert_int_equal(hear(*state, rows[i].platform, &ask, 200, rows[i].first), AD_DID);
		if (rows[i].further) {
			assert_false(ask.heard);
			request = ask_next(*state, rows[i].platform, &ask);
			if (!strstr(ad_arena_printf(*state, "%.*s %.*s", AD_FMT(request.url),
						    AD_FMT(request.body))
					    .p,
				    rows[i].further))
				fail_msg("%.*s", AD_FMT(request.url));
			hear(*state, rows[i].platform, &ask, 200, rows[i].last);
		}
		assert_true(ask.heard);
		assert_null(ask_next(*state, rows[i].platform, &ask).method);
		assert_string_equal(heard(*state, &ask), rows[i].found);
	}
}

/* Each platform's requests, as in its published interface (tests/published). */
static void questions_are_as_recorded(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_goals_ask ask = { 0 };
		struct ad_http_request request = ask_next(*state, rows[i].platform, &ask);
		golden(*state, rows[i].platform, "goals_ask", &request);
	}
}

static void what_fails_makes_nothing_known(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_goals_ask ask = { 0 };
		assert_int_equal(hear(*state, rows[i].platform, &ask, 503, "{}"), AD_AGAIN);
		assert_int_equal(hear(*state, rows[i].platform, &ask, 200, "not JSON"), AD_AGAIN);
		assert_false(ask.heard);
		assert_int_equal(ask.count, 0);
	}
}

/* With more goals than are read, none can be reported as missing. */
static void too_many_are_cut(void **state)
{
	struct ad_goals_ask ask = { 0 };
	struct ad_goal goal = { .id = AD_S("1"), .name = AD_S("n"), .takes = true };

	for (int i = 0; i < AD_GOALS_MAX; i++)
		ad_goal_add(*state, &ask, &goal);
	assert_false(ask.cut);
	ad_goal_add(*state, &ask, &goal);
	assert_true(ask.cut && ask.heard);
	assert_int_equal(ask.count, AD_GOALS_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(every_platform_tells_all_of_them),
		IN_ARENA(questions_are_as_recorded),
		IN_ARENA(what_fails_makes_nothing_known),
		IN_ARENA(too_many_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
