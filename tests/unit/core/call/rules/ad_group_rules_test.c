/*
 * Ad groups: ages, goals by objective, one place for the budget, fields that search does not
 * have.
 */
#include "tests/unit/core/call/drafts.h"

static void check(struct desk *d, const char *campaign, const char *members, const char *expected)
{
	struct ad_row *row = try_draft(
		d, AD_R_AD_GROUP,
		text_of(d, "{\"campaignId\":\"%s\",\"name\":\"Group\",%s}", campaign, members));

	if (strcmp(faults(d), expected) != 0)
		fail_msg("%s: '%s', not '%s'", members, faults(d), expected);
	assert_true((row != NULL) == (expected[0] == '\0'));
}

static const char *social(struct desk *d, const char *platform, const char *objective)
{
	return make(d, AD_R_CAMPAIGN,
		    text_of(d,
			    "{\"name\":\"Social\",\"type\":\"SOCIAL\",\"budget\":20,"
			    "\"platform\":\"%s\",\"objective\":\"%s\"}",
			    platform, objective));
}

#define GOAL(goal) "\"platformOptions\":{\"optimizationGoal\":\"" goal "\"}"

static void goals_fit_the_objective(void **state)
{
	struct desk *d = *state;
	const char *traffic = social(d, "meta", "TRAFFIC");
	const char *leads = social(d, "meta", "LEADS");
	const char *reddit = social(d, "reddit", "TRAFFIC");
	static const char refused[] = "platformOptions.optimizationGoal UNSUPPORTED_ON_PLATFORM";

	check(d, traffic, GOAL("LINK_CLICKS"), "");
	check(d, traffic, GOAL("LEAD_GENERATION"), refused);
	check(d, leads, GOAL("LEAD_GENERATION"), "");
	check(d, leads, GOAL("CLIKS"), "platformOptions.optimizationGoal UNKNOWN_VALUE");
	check(d, reddit, GOAL("CLICKS"), "");
	check(d, reddit, GOAL("PURCHASE"), refused);
	check(d, reddit, "\"platformOptions\":{\"billingEvent\":\"IMPRESSIONS\"}",
	      "platformOptions.billingEvent UNKNOWN_FIELD");
}

static void ages(void **state)
{
	struct desk *d = *state;
	const char *meta = social(d, "meta", "TRAFFIC");
	const char *reddit = social(d, "reddit", "TRAFFIC");
#define AGES(least, most) "\"targeting\":{\"ageMin\":" #least ",\"ageMax\":" #most "}"
#define WIDENED ",\"platformOptions\":{\"advantageAudience\":true}"

	check(d, meta, AGES(25, 25), "");
	check(d, meta, AGES(26, 25), "targeting.ageMax OUT_OF_RANGE");
	check(d, meta, AGES(25, 65) WIDENED, "");
	check(d, meta, AGES(26, 65) WIDENED, "targeting.ageMin TOO_LARGE");
	check(d, meta, AGES(20, 60) WIDENED, "targeting.ageMax TOO_SMALL");
	check(d, reddit, AGES(20, 60),
	      "targeting.ageMin UNSUPPORTED_ON_PLATFORM; targeting.ageMax UNSUPPORTED_ON_PLATFORM");
}

static void one_budget(void **state)
{
	struct desk *d = *state;
	static const char *const platforms[] = { "google", "microsoft", "reddit", "meta" };

	for (size_t i = 0; i < AD_LEN(platforms); i++) {
		const char *campaign = make_campaign(d, "Aaa", platforms[i]);
		check(d, campaign, "\"budget\":5", "budget UNSUPPORTED_ON_PLATFORM");
		check(d, campaign, "\"budget\":null", "");
	}
}

static void search_is_aimed_by_keywords(void **state)
{
	struct desk *d = *state;
	const char *google = make_campaign(d, "A", "google");

	check(d, google, "\"targeting\":{\"ageMin\":20}", "targeting UNSUPPORTED_ON_PLATFORM");
	check(d, google, "\"targeting\":null", "");
	check(d, make_campaign(d, "A", "microsoft"), "\"cpcBid\":0.04", "cpcBid TOO_SMALL");
	check(d, google, "\"cpcBid\":0.04", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(goals_fit_the_objective),
		desk_test(ages),
		desk_test(one_budget),
		desk_test(search_is_aimed_by_keywords),
	};
	return on_each_database("ad_group_rules", tests);
}
