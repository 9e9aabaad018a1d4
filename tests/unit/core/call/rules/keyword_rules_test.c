/* Keywords: exactly one parent, words and characters, limits of negatives and platforms. */
#include "tests/unit/core/call/drafts.h"

static void check(struct desk *d, const char *parent, const char *members, const char *expected)
{
	const char *field = strncmp(parent, "cmp_", 4) == 0 ? "campaignId" : "adGroupId";
	const char *input = text_of(d, "{\"%s\":\"%s\",%s}", field, parent, members);
	struct ad_row *row = try_draft(d, AD_R_KEYWORD, input);

	if (strcmp(faults(d), expected) != 0)
		fail_msg("%s: '%s', not '%s'", members, faults(d), expected);
	assert_true((row != NULL) == (expected[0] == '\0'));
}

#define EXACT "\"matchType\":\"EXACT\""

static void words_and_characters(void **state)
{
	struct desk *d = *state;
	const char *g = make_group(d, make_campaign(d, "A", "google"), "G");

	check(d, g, "\"text\":\"fresh bread\"," EXACT, "");
	check(d, g,
	      "\"text\":\"b\xc3\xa4"
	      "ckerei k\xc3\xb6ln\"," EXACT,
	      "");
	check(d, g, "\"text\":\"+bread & rolls' 24/7 #1 $5\"," EXACT, "");
	check(d, g, "\"text\":\"1 2 3 4 5 6 7 8 9 10\"," EXACT, "");
	check(d, g, "\"text\":\"1 2 3 4 5 6 7 8 9 10 11\"," EXACT, "text TOO_MANY_WORDS");
	check(d, g, "\"text\":\"a  b\"," EXACT, "");
	static const char refused[] = "!@%^*()={};~`<>?|,";
	for (const char *c = refused; *c; c++)
		check(d, g, text_of(d, "\"text\":\"a%cb\"," EXACT, *c), "text INVALID_CHARACTERS");
	check(d, g, "\"text\":\"a\\\\b\"," EXACT, "text INVALID_CHARACTERS");
	check(d, g, "\"text\":\"a\\nb\"," EXACT, "text INVALID_CHARACTERS");
	check(d, g, "\"text\":\" \"," EXACT, "text TOO_SHORT");
	check(d, g, "\"text\":\"a\",\"matchType\":\"exact\"", "matchType UNKNOWN_VALUE");
	check(d, g, "\"text\":\"a\"", "matchType REQUIRED");
}

static void one_parent(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google");
	const char *g = make_group(d, c, "G");

	assert_null(try_draft(d, AD_R_KEYWORD, "{\"text\":\"a\"," EXACT "}"));
	FAULTS(d, "adGroupId REQUIRED");
	assert_null(try_draft(
		d, AD_R_KEYWORD,
		text_of(d, "{\"adGroupId\":\"%s\",\"campaignId\":\"%s\",\"text\":\"a\"," EXACT "}",
			g, c)));
	FAULTS(d, "campaignId ONE_PARENT");
	check(d, c, "\"text\":\"a\"," EXACT, "negative NEGATIVE_ONLY");
	check(d, c, "\"text\":\"a\",\"negative\":true," EXACT, "");
	check(d, "agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", "\"text\":\"a\"," EXACT,
	      "adGroupId REFERENCE_NOT_FOUND");
	check(d, "agr_x", "\"text\":\"a\"," EXACT, "adGroupId REFERENCE_NOT_FOUND");
}

static void negatives(void **state)
{
	struct desk *d = *state;
	const char *g = make_group(d, make_campaign(d, "A", "google"), "G");

	check(d, g, "\"text\":\"a\",\"negative\":true," EXACT, "");
	check(d, g, "\"text\":\"a\",\"negative\":true,\"status\":\"PAUSED\"," EXACT, "");
	check(d, g,
	      "\"text\":\"a\",\"negative\":true,\"cpcBid\":1,\"finalUrl\":\"https://x.example\","
	      "\"status\":\"ENABLED\"," EXACT,
	      "cpcBid NOT_FOR_NEGATIVES; finalUrl NOT_FOR_NEGATIVES; status NOT_FOR_NEGATIVES");
	check(d, g, "\"text\":\"a\",\"negative\":false,\"cpcBid\":1," EXACT, "");
}

static void platforms(void **state)
{
	struct desk *d = *state;
	const char *microsoft = make_group(d, make_campaign(d, "A", "microsoft"), "G");
	const char *campaign = make_campaign(d, "Aaa", "reddit");
	const char *reddit = make_group(d, campaign, "Group");
	const char *meta = make_group(d, make_campaign(d, "A", "meta"), "G");

	check(d, microsoft, "\"text\":\"a\",\"negative\":true,\"matchType\":\"BROAD\"",
	      "matchType UNSUPPORTED_ON_PLATFORM");
	check(d, microsoft, "\"text\":\"a\",\"negative\":true,\"matchType\":\"PHRASE\"", "");
	check(d, microsoft, "\"text\":\"a\",\"matchType\":\"BROAD\"", "");
	check(d, reddit, "\"text\":\"a\",\"matchType\":\"BROAD\"", "");
	check(d, reddit, "\"text\":\"a\",\"cpcBid\":1,\"finalUrl\":\"https://x.example\"," EXACT,
	      "matchType UNSUPPORTED_ON_PLATFORM; cpcBid UNSUPPORTED_ON_PLATFORM; "
	      "finalUrl UNSUPPORTED_ON_PLATFORM");
	check(d, campaign, "\"text\":\"a\",\"negative\":true,\"matchType\":\"BROAD\"",
	      "campaignId UNSUPPORTED_ON_PLATFORM");
	check(d, meta, "\"text\":\"a\"," EXACT, "adGroupId UNSUPPORTED_ON_PLATFORM");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(words_and_characters),
		desk_test(one_parent),
		desk_test(negatives),
		desk_test(platforms),
	};
	return on_each_database("keyword_rules", tests);
}
