/* Changes that Microsoft cannot be sent. registry_test.c tests the sent ones. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static const struct ad_link link_to = {
	.api_url = { "https://ads.example/v13", 23 },
	.account_id = { "500", 3 },
	.login_account_id = { "501", 3 },
};

static struct ad_piece change_of(const struct ad_resource *res, const char *const *changed)
{
	return (struct ad_piece){
		.op = AD_OP_UPDATE, .res = res, .changed = changed, .remote_id = AD_S("11")
	};
}

static bool allows(struct ad_arena *arena, struct ad_piece *p, const char *want)
{
	struct ad_platform_error error = { 0 };

	p->want = json(arena, want);
	return ad_microsoft.can(arena, p, &error);
}

static void assert_refused(struct ad_arena *arena, struct ad_piece *p, const char *want,
			   const char *text)
{
	struct ad_platform_error error = { 0 };

	p->want = json(arena, want);
	if (ad_microsoft.can(arena, p, &error))
		fail_msg("%s is not refused", want);
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	if (!strstr(error.message.p, text))
		fail_msg("%s is not in %.*s", text, AD_FMT(error.message));
}

/* Microsoft keeps the members of a scheme that are not sent. */
static void test_a_number_of_the_strategy_cannot_be_cleared(void **state)
{
	static const struct {
		const char *before, *want, *text; /* text NULL: allowed */
	} rows[] = {
		{ "MAXIMIZE_CLICKS\",\"maxCpc\":2", "MAXIMIZE_CLICKS\",\"maxCpc\":null",
		  "bidding.maxCpc" },
		{ "TARGET_IMPRESSION_SHARE\",\"maxCpc\":2", "TARGET_IMPRESSION_SHARE\"",
		  "bidding.maxCpc" },
		{ "TARGET_CPA\",\"targetCpa\":8", "MAXIMIZE_CONVERSIONS\"", "bidding.targetCpa" },
		{ "TARGET_CPA\",\"targetCpa\":8,\"maxCpc\":2", "TARGET_CPA\",\"targetCpa\":8",
		  "bidding.maxCpc" },
		{ "TARGET_ROAS\",\"targetRoas\":3", "MAXIMIZE_CONVERSION_VALUE\"",
		  "bidding.targetRoas" },
		{ "MAXIMIZE_CLICKS\",\"maxCpc\":2", "MAXIMIZE_CLICKS\",\"maxCpc\":3", NULL },
		{ "MAXIMIZE_CLICKS\",\"maxCpc\":2", "MAXIMIZE_CONVERSIONS\"", NULL },
		{ "MAXIMIZE_CLICKS\"", "MAXIMIZE_CLICKS\",\"maxCpc\":3", NULL },
	};
	static const char *const bidding[] = { "bidding", NULL };
	static const char form[] = "{\"bidding\":{\"strategy\":\"%s}}";

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_piece p = change_of(&ad_resource_campaign, bidding);
		const struct ad_remote live = {
			.fields = json(*state, ad_arena_printf(*state, form, rows[i].before).p)
		};
		const char *want = ad_arena_printf(*state, form, rows[i].want).p;
		/* The preview knows the synced value, the run the live one. */
		for (int run = 0; run < 2; run++) {
			p.synced = run ? NULL : live.fields;
			p.live = run ? &live : NULL;
			if (rows[i].text)
				assert_refused(*state, &p, want, rows[i].text);
			else if (!allows(*state, &p, want))
				fail_msg("%s to %s is refused", rows[i].before, rows[i].want);
		}
	}
}

static void test_a_strategy_that_cannot_be_written_is_refused(void **state)
{
	static const char *const bidding[] = { "bidding", NULL };
	static const char *const name[] = { "name", NULL };
	struct ad_piece p = change_of(&ad_resource_campaign, bidding);

	assert_refused(*state, &p, "{\"bidding\":{\"strategy\":\"OTHER\"}}", "strategy OTHER");
	p.synced = json(*state, "{\"bidding\":{\"strategy\":\"OTHER\"}}");
	assert_refused(*state, &p, "{\"bidding\":{\"strategy\":\"MANUAL_CPC\"}}", "portfolio");
	p.changed = name;
	assert_true(allows(*state, &p, "{\"bidding\":{\"strategy\":\"OTHER\"},\"name\":\"x\"}"));
	p = change_of(&ad_resource_campaign, NULL);
	p.op = AD_OP_CREATE;
	assert_refused(*state, &p, "{\"type\":\"SEARCH\",\"bidding\":{\"strategy\":\"OTHER\"}}",
		       "strategy OTHER");
}

static void test_an_ad_of_another_type_changes_its_status_only(void **state)
{
	static const char *const status[] = { "status", NULL };
	static const char *const both[] = { "status", "finalUrl", NULL };
	struct ad_piece p = change_of(&ad_resource_ad, status);

	assert_true(allows(*state, &p, "{\"type\":\"OTHER\",\"status\":\"PAUSED\"}"));
	p.changed = both;
	assert_refused(*state, &p, "{\"type\":\"OTHER\",\"finalUrl\":\"https://x.example\"}",
		       "only the status");
	assert_true(allows(*state, &p,
			   "{\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":"
			   "\"https://x.example\"}"));
}

/* An empty list of URLs leaves them unchanged. */
static void test_a_keywords_url_cannot_be_cleared(void **state)
{
	static const char *const url[] = { "finalUrl", NULL };
	struct ad_piece p = change_of(&ad_resource_keyword, url);

	assert_true(allows(*state, &p, "{\"finalUrl\":null}"));
	p.synced = json(*state, "{\"finalUrl\":\"https://x.example\"}");
	assert_refused(*state, &p, "{\"finalUrl\":null}", "finalUrl");
	assert_true(allows(*state, &p, "{\"finalUrl\":\"https://y.example\"}"));
}

/* Microsoft's third intent reads as PRESENCE_OR_INTEREST: other changes leave it. */
static void test_an_intent_without_a_word_of_ours_is_left(void **state)
{
	static const char *const places[] = { "locations", NULL };
	static const char *const intents[] = { "PeopleSearchingForOrViewingPages",
					       "PeopleInOrSearchingForOrViewingPages", "PeopleIn" };
	struct ad_remote live = {
		.fields = json(*state, "{\"locations\":[{\"code\":\"DE\"},{\"code\":\"US\"}]}")
	};
	struct ad_piece p = change_of(&ad_resource_campaign, places);

	p.live = &live;
	for (size_t i = 0; i < AD_LEN(intents); i++) {
		struct ad_http_request request;
		unsigned steps = 0;
		live.handle = ad_arena_printf(*state,
					      "{\"72\":\"1\",\"190\":\"2\",\"intent\":\"3\","
					      "\"option\":\"%s\"}",
					      intents[i]);
		p.want = json(*state, "{\"locations\":[{\"code\":\"DE\"}],\"platformOptions\":"
				      "{\"geoMode\":\"PRESENCE_OR_INTEREST\"}}");
		while (ad_microsoft.build(*state, &link_to, &p, 1, steps, &request) == AD_BUILT)
			steps++;
		assert_int_equal(steps, i == 2 ? 2 : 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_a_number_of_the_strategy_cannot_be_cleared),
		IN_ARENA(test_a_strategy_that_cannot_be_written_is_refused),
		IN_ARENA(test_an_ad_of_another_type_changes_its_status_only),
		IN_ARENA(test_a_keywords_url_cannot_be_cleared),
		IN_ARENA(test_an_intent_without_a_word_of_ours_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
