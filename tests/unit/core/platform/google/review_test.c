/* Findings of Google's reviews as adcore's statuses. */
#include "tests/support/unit.h"

#include "base/json_read.h"
#include "platform/google/adapter.h"

static void says(struct ad_str found, const char *wanted)
{
	if (!ad_str_is(found, wanted))
		fail_msg("%.*s", AD_FMT(found));
}

#define URL "https://support.google.com/adspolicy/answer/6008942"

static void topics_with_each_evidence(void **state)
{
	static const struct {
		const char *evidence, *text;
	} rows[] = {
		{ "[{\"textList\":{\"texts\":[\"cheap \\\"pills\\\"\",\"b\"]}}]",
		  "\"cheap \\\"pills\\\"\"" },
		{ "[{\"websiteList\":{\"websites\":[\"a.example\"]}}]", "\"a.example\"" },
		{ "[{\"destinationTextList\":{\"destinationTexts\":[\"x\"]}}]", "\"x\"" },
		{ "[{\"destinationNotWorking\":{\"expandedUrl\":\"https://a.invalid\"}}]",
		  "\"https://a.invalid\"" },
		{ "[{\"languageCode\":\"de\"}]", "\"de\"" },
		{ "[{\"textList\":{}},{\"textList\":{\"texts\":[\"second\"]}}]", "\"second\"" },
		{ "[{\"destinationNotWorking\":{\"httpErrorCode\":\"404\"}}]", "null" },
		{ "[]", "null" },
		{ "7", "null" },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;
	(void)state;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_str in = ad_arena_printf(arena,
						   "{\"policyTopicEntries\":[{\"topic\":\"T\","
						   "\"type\":\"PROHIBITED\",\"evidences\":%s}]}",
						   rows[i].evidence);
		struct ad_str out = ad_arena_printf(arena,
						    "[{\"code\":\"T\",\"message\":\"This policy "
						    "prevents the ad from showing.\","
						    "\"evidence\":%s,\"policyUrl\":\"" URL "\"}]",
						    rows[i].text);
		says(google_topics(arena, ad_json_parse(arena, in, &err)), out.p);
	}
	says(google_topics(arena, NULL), "[]");
	ad_arena_free(arena);
}

static void reasons_of_a_keyword(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;
	(void)state;

	says(google_disapprovals(arena,
				 ad_json_parse(arena,
					       AD_S("{\"keyword\":{\"text\":\"k\"},"
						    "\"disapprovalReasons\":[\"COUNTERFEIT\"]}"),
					       &err)),
	     "[{\"code\":\"COUNTERFEIT\",\"message\":\"This policy prevents the ad from showing.\","
	     "\"evidence\":\"k\",\"policyUrl\":\"" URL "\"}]");
	says(google_disapprovals(arena, NULL), "[]");
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(topics_with_each_evidence),
		cmocka_unit_test(reasons_of_a_keyword),
	};

	return cmocka_run_group_tests_name("google_review", tests, NULL, NULL);
}
