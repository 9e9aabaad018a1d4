/* Ads: type by platform, counts and lengths, distinct texts, pins, paths. */
#include "tests/unit/core/call/drafts.h"

/* An ad of an ad group with other members than the good ones. */
static void check(struct desk *d, const char *group, const char *members, const char *expected)
{
	const char *input = text_of(d, "{\"adGroupId\":\"%s\",%s}", group, members);
	struct ad_row *row = try_draft(d, AD_R_AD, input);

	if (strcmp(faults(d), expected) != 0)
		fail_msg("%s: '%s', not '%s'", members, faults(d), expected);
	assert_true((row != NULL) == (expected[0] == '\0'));
}

#define BASE "\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://x.example\","
#define H "\"headlines\":[\"a\",\"b\",\"c\"],"
#define D "\"descriptions\":[\"d\",\"e\"]"

static void counts_and_lengths(void **state)
{
	struct desk *d = *state;
	const char *g = make_group(d, make_campaign(d, "A", "google"), "G");

	check(d, g, BASE H D, "");
	check(d, g, BASE "\"headlines\":[\"a\",\"b\"],\"descriptions\":[\"d\"]",
	      "headlines TOO_FEW; descriptions TOO_FEW");
	check(d, g, "\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://x.example\"",
	      "headlines TOO_FEW; descriptions TOO_FEW");
	check(d, g, BASE H "\"descriptions\":[\"1\",\"2\",\"3\",\"4\",\"5\"]",
	      "descriptions TOO_MANY");
	/* 30 characters; 31; 15 wide ones; 16 wide ones */
	check(d, g, BASE "\"headlines\":[\"012345678901234567890123456789\",\"b\",\"c\"]," D, "");
	check(d, g, BASE "\"headlines\":[\"a\",\"0123456789012345678901234567890\",\"c\"]," D,
	      "headlines[1] TOO_LONG");
	check(d, g, BASE "\"headlines\":[\"パパパパパパパパパパパパパパパ\",\"b\",\"c\"]," D, "");
	check(d, g, BASE "\"headlines\":[\"パパパパパパパパパパパパパパパパ\",\"b\",\"c\"]," D,
	      "headlines[0] TOO_LONG");
	/* an insertion counts as its default */
	check(d, g,
	      BASE "\"headlines\":[\"{KeyWord:0123456789012345678901234}12345\",\"b\",\"c\"]," D,
	      "");
	check(d, g,
	      BASE "\"headlines\":[\"{KeyWord:0123456789012345678901234}123456\",\"b\",\"c\"]," D,
	      "headlines[0] TOO_LONG");
	check(d, g, BASE "\"headlines\":[\"{KeyWord:01234567890123456789012345\",\"b\",\"c\"]," D,
	      "headlines[0] TOO_LONG");
}

static void texts_differ_and_pins_fit(void **state)
{
	struct desk *d = *state;
	const char *g = make_group(d, make_campaign(d, "A", "google"), "G");

	check(d, g, BASE "\"headlines\":[\"a\",\"b\",\"a\"]," D, "headlines[2] DUPLICATE");
	check(d, g, BASE "\"headlines\":[\"a\",{\"text\":\"a\",\"pin\":\"HEADLINE_1\"},\"c\"]," D,
	      "headlines[1] DUPLICATE");
	check(d, g, BASE "\"headlines\":[\"a\",\"A\",\"c\"]," D, "");
	check(d, g,
	      BASE "\"headlines\":[{\"text\":\"a\",\"pin\":\"DESCRIPTION_1\"},\"b\",\"c\"]," D,
	      "headlines[0].pin UNKNOWN_VALUE");
	check(d, g, BASE "\"headlines\":[{\"text\":\"a\",\"pin\":\"HEADLINE_4\"},\"b\",\"c\"]," D,
	      "headlines[0].pin UNKNOWN_VALUE");
	check(d, g, BASE "\"headlines\":[{\"pin\":\"HEADLINE_1\"},\"b\",\"c\"]," D,
	      "headlines[0].text REQUIRED");
	check(d, g, BASE H D ",\"path2\":\"b\"", "path2 NEEDS_PATH1");
	check(d, g, BASE H D ",\"path1\":\"a\",\"path2\":\"b\"", "");
	check(d, g, BASE H D ",\"path1\":\"0123456789012345\"", "path1 TOO_LONG");
}

static void types_by_platform(void **state)
{
	struct desk *d = *state;
	const char *google = make_group(d, make_campaign(d, "A", "google"), "G");
	const char *microsoft = make_group(d, make_campaign(d, "A", "microsoft"), "G");
	const char *reddit = make_group(d, make_campaign(d, "Aaa", "reddit"), "Group");
	const char *meta = make_group(d, make_campaign(d, "A", "meta"), "G");
#define OF(type) "\"type\":\"" type "\",\"finalUrl\":\"https://x.example\""

	check(d, microsoft, BASE H D, "");
	check(d, google, OF("IMAGE"), "type UNSUPPORTED_ON_PLATFORM");
	check(d, google, OF("POST"), "type UNSUPPORTED_ON_PLATFORM");
	check(d, reddit, OF("POST") ",\"headlines\":[\"a\"]", "");
	check(d, reddit, OF("IMAGE") ",\"headlines\":[\"a\"]", "");
	check(d, reddit, OF("IMAGE"), "headlines TOO_FEW");
	check(d, meta, OF("VIDEO"), "");
	check(d, meta, OF("POST"), "type UNSUPPORTED_ON_PLATFORM");
	check(d, meta, BASE H D, "type UNSUPPORTED_ON_PLATFORM");
}

static void parents(void **state)
{
	struct desk *d = *state;
	const char *campaign = make_campaign(d, "A", "google");
	const char *g = make_group(d, campaign, "G");
	struct ad_row *row = try_draft(d, AD_R_AD, text_of(d, "{\"adGroupId\":\"%s\"," RSA "}", g));

	assert_non_null(row);
	assert_true(ad_str_is(ad_row_text(row, "campaignId"), campaign));
	assert_true(ad_str_is(ad_row_text(row, "platform"), "google"));
	check(d, "agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", BASE H D, "adGroupId REFERENCE_NOT_FOUND");
	check(d, campaign, BASE H D, "adGroupId REFERENCE_NOT_FOUND");
	/* of the other environment: as if it were not there */
	d->who.environment = AD_LIVE;
	check(d, g, BASE H D, "adGroupId REFERENCE_NOT_FOUND");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(counts_and_lengths),
		desk_test(texts_differ_and_pins_fit),
		desk_test(types_by_platform),
		desk_test(parents),
	};
	return on_each_database("ad_rules", tests);
}
