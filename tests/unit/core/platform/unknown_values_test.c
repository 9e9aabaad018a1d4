/*
 * Values of a platform that adcore does not know, and values that an answer does not have: neither
 * reads as a value that adcore knows, equals one, or is overwritten by one.
 */
#include "tests/support/arena.h"

#include "base/json_read.h"
#include "platform/google/adapter.h"
#include "platform/meta/adapter.h"
#include "platform/microsoft/adapter.h"
#include "platform/reddit/adapter.h"

static const struct ad_link link_ = {
	.api_url = { "https://ads.example", 19 },
	.account_id = { "1001", 4 },
	.currency = { "USD", 3 },
	.timezone = { "UTC", 3 },
};

static const struct ad_adapter *const adapters[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = &ad_google,
	[AD_MICROSOFT] = &ad_microsoft,
	[AD_REDDIT] = &ad_reddit,
	[AD_META] = &ad_meta,
};

/* The object of an answer in our fields; `group` is an ad set or ad group of a campaign. */
static struct ad_remote *live(struct ad_arena *arena, enum ad_platform platform,
			      enum ad_resource_id kind, const char *answer, const char *group)
{
	struct ad_piece piece = { .res = ad_resource_row(kind) };
	struct ad_ask ask = {
		.question = AD_ASK_LIVE, .link = &link_, .pieces = &piece, .count = 1
	};
	const cJSON *object = json(arena, answer);
	struct ad_remote *remote = NULL;

	if (platform == AD_GOOGLE)
		remote = google_live(arena, &ask, object);
	else if (platform == AD_MICROSOFT)
		remote = microsoft_live(arena, &piece, (struct ad_str){ 0 }, object);
	else if (platform == AD_META)
		remote = meta_live(arena, &ask, object, group ? json(arena, group) : NULL);
	else
		remote = reddit_live(arena, &ask, object);
	assert_non_null(remote);
	if (group && platform == AD_REDDIT) {
		ask.found = remote;
		reddit_live_groups(arena, &ask, json(arena, group));
	}
	if (group && platform == AD_MICROSOFT)
		microsoft_live_criteria(arena, remote, json(arena, group));
	return remote;
}

#define GOOGLE_CAMPAIGN(members, budget)                                                           \
	"{\"campaign\":{\"id\":\"1\"," members "},\"campaignBudget\":" budget "}"
#define NETWORKS "\"networkSettings\":{\"targetGoogleSearch\":true}"
#define GEO(mode) "\"geoTargetTypeSetting\":{\"positiveGeoTargetType\":\"" mode "\"}"
#define SET(targeting)                                                                             \
	"{\"id\":\"1\",\"name\":\"n\",\"status\":\"PAUSED\",\"targeting\":" targeting "}"
#define INTENT(option) "[{\"Id\":\"7\",\"Criterion\":{\"IntentOption\":\"" option "\"}}]"

/* One member of a live object: `want` as JSON; NULL if the object must not have it. */
static const struct {
	enum ad_platform platform;
	enum ad_resource_id kind;
	const char *answer, *group, *field, *member, *want;
} rows[] = {
	/* Meta */
	{ AD_META, AD_R_AD_GROUP, SET("{\"genders\":[0]}"), NULL, "targeting", "genders", "[]" },
	{ AD_META, AD_R_AD_GROUP, SET("{}"), NULL, "targeting", "genders", NULL },
	{ AD_META, AD_R_AD_GROUP, SET("{\"genders\":[1,2]}"), NULL, "targeting", "genders",
	  "[\"MALE\",\"FEMALE\"]" },
	{ AD_META, AD_R_AD_GROUP, SET("{\"genders\":[\"2\",7]}"), NULL, "targeting", "genders",
	  "[\"FEMALE\",\"UNKNOWN\"]" },
	{ AD_META, AD_R_AD_GROUP, SET("{\"device_platforms\":[\"connected_tv\",\"desktop\"]}"),
	  NULL, "targeting", "devices", "[\"OTHER\",\"DESKTOP\"]" },
	{ AD_META, AD_R_AD_GROUP, SET("{\"device_platforms\":[\"mobile\"]}"), NULL, "targeting",
	  "devices", "[\"MOBILE\"]" },
	{ AD_META, AD_R_AD_GROUP, "{\"id\":\"1\",\"name\":\"n\"}", NULL, "targeting", NULL, NULL },
	{ AD_META, AD_R_CAMPAIGN, "{\"id\":\"1\",\"name\":\"n\"}", "[{\"id\":\"2\"}]", "locations",
	  NULL, NULL },
	{ AD_META, AD_R_CAMPAIGN, "{\"id\":\"1\",\"name\":\"n\"}", "[{\"id\":\"2\"}]", "languages",
	  NULL, NULL },
	{ AD_META, AD_R_CAMPAIGN, "{\"id\":\"1\",\"name\":\"n\"}",
	  "[{\"id\":\"2\",\"targeting\":{}}]", "locations", NULL, "[]" },
	/* Reddit */
	{ AD_REDDIT, AD_R_AD_GROUP, "{\"id\":\"1\"}", NULL, "targeting", NULL, NULL },
	{ AD_REDDIT, AD_R_AD_GROUP, "{\"id\":\"1\",\"targeting\":{\"gender\":\"THIRD\"}}", NULL,
	  "targeting", "genders", "[\"UNKNOWN\"]" },
	{ AD_REDDIT, AD_R_AD_GROUP,
	  "{\"id\":\"1\",\"targeting\":{\"devices\":[{\"type\":\"TV\"},{\"type\":\"MOBILE\"}]}}",
	  NULL, "targeting", "devices", "[\"OTHER\",\"MOBILE\"]" },
	{ AD_REDDIT, AD_R_CAMPAIGN, "{\"id\":\"1\",\"name\":\"n\"}",
	  "[{\"id\":\"2\",\"campaign_id\":\"1\"}]", "locations", NULL, NULL },
	{ AD_REDDIT, AD_R_CAMPAIGN, "{\"id\":\"1\",\"name\":\"n\"}",
	  "[{\"id\":\"2\",\"campaign_id\":\"1\",\"targeting\":{\"languages\":[\"ZH-HANT\"]}}]",
	  "languages", NULL, "[\"zh-hant\"]" },
	/* Microsoft */
	{ AD_MICROSOFT, AD_R_KEYWORD, "{\"Id\":\"1\",\"Text\":\"t\",\"MatchType\":\"Content\"}",
	  NULL, "matchType", NULL, "\"OTHER\"" },
	{ AD_MICROSOFT, AD_R_KEYWORD, "{\"Id\":\"1\",\"Text\":\"t\"}", NULL, "matchType", NULL,
	  "\"OTHER\"" },
	{ AD_MICROSOFT, AD_R_KEYWORD, "{\"Id\":\"1\",\"Text\":\"t\",\"MatchType\":\"Exact\"}", NULL,
	  "matchType", NULL, "\"EXACT\"" },
	{ AD_MICROSOFT, AD_R_AD_GROUP, "{\"Id\":\"1\",\"Network\":\"InHousePromotion\"}", NULL,
	  "platformOptions", NULL, NULL },
	{ AD_MICROSOFT, AD_R_AD_GROUP, "{\"Id\":\"1\"}", NULL, "platformOptions", NULL, NULL },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "{\"Id\":\"1\"}", NULL, "budget", NULL, NULL },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "{\"Id\":\"1\"}", NULL, "bidding", NULL, NULL },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "{\"Id\":\"1\"}", NULL, "languages", NULL, NULL },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "{\"Id\":\"1\",\"Languages\":null}", NULL, "languages", NULL,
	  "[]" },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "{\"Id\":\"1\"}", INTENT("PeopleSearchingForOrViewingPages"),
	  "platformOptions", "geoMode", "\"OTHER\"" },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "{\"Id\":\"1\"}",
	  INTENT("PeopleInOrSearchingForOrViewingPages"), "platformOptions", "geoMode",
	  "\"PRESENCE_OR_INTEREST\"" },
	{ AD_MICROSOFT, AD_R_AD,
	  "{\"Id\":\"1\",\"Headlines\":[{\"PinnedField\":\"Sitelink1\",\"Asset\":{\"Text\":\"t\"}}]"
	  "}",
	  NULL, "headlines", NULL, "[{\"pin\":\"Sitelink1\",\"text\":\"t\"}]" },
	/* Google */
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  GOOGLE_CAMPAIGN(NETWORKS "," GEO("SEARCH_INTEREST"), "{\"amountMicros\":\"5000000\"}"),
	  NULL, "platformOptions", "geoMode", "\"SEARCH_INTEREST\"" },
	{ AD_GOOGLE, AD_R_CAMPAIGN, GOOGLE_CAMPAIGN(GEO("PRESENCE"), "{}"), NULL, "platformOptions",
	  NULL, NULL },
	{ AD_GOOGLE, AD_R_CAMPAIGN, GOOGLE_CAMPAIGN(NETWORKS, "{}"), NULL, "platformOptions", NULL,
	  NULL },
	{ AD_GOOGLE, AD_R_CAMPAIGN, GOOGLE_CAMPAIGN(NETWORKS, "{}"), NULL, "budget", NULL, NULL },
	{ AD_GOOGLE, AD_R_CAMPAIGN, GOOGLE_CAMPAIGN(NETWORKS, "{}"), NULL, "bidding", NULL, NULL },
	{ AD_GOOGLE, AD_R_CAMPAIGN, GOOGLE_CAMPAIGN("\"status\":\"UNKNOWN\"", "{}"), NULL, "status",
	  NULL, "\"ENABLED\"" },
	{ AD_GOOGLE, AD_R_CAMPAIGN, GOOGLE_CAMPAIGN("\"name\":\"n\"", "{}"), NULL, "status", NULL,
	  "\"ENABLED\"" },
	{ AD_GOOGLE, AD_R_KEYWORD,
	  "{\"adGroup\":{\"id\":\"2\"},\"adGroupCriterion\":{\"criterionId\":\"3\",\"keyword\":"
	  "{\"text\":\"t\",\"matchType\":\"UNKNOWN\"}}}",
	  NULL, "matchType", NULL, "\"OTHER\"" },
	{ AD_GOOGLE, AD_R_AD,
	  "{\"adGroup\":{\"id\":\"2\"},\"adGroupAd\":{\"ad\":{\"id\":\"3\",\"responsiveSearchAd\":"
	  "{\"headlines\":[{\"text\":\"t\",\"pinnedField\":\"UNSPECIFIED\"}]}}}}",
	  NULL, "headlines", NULL, "[\"t\"]" },
};

static void unknown_values_stay_unknown(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const struct ad_remote *remote =
			live(*state, rows[i].platform, rows[i].kind, rows[i].answer, rows[i].group);
		const cJSON *value = ad_json_get(remote->fields, rows[i].field);
		struct ad_text text = ad_text_on(*state);
		if (rows[i].member)
			value = ad_json_get(value, rows[i].member);
		if (value)
			ad_json_canonical(&text, value);
		if ((value != NULL) != (rows[i].want != NULL) ||
		    (value && !ad_str_is(ad_text_str(&text), rows[i].want)))
			fail_msg("row %zu, %s of %s: %.*s, not %s", i, rows[i].field,
				 rows[i].answer, AD_FMT(ad_text_str(&text)),
				 rows[i].want ? rows[i].want : "absent");
	}
}

/* Pairs of values of a field that are not the same on the platform. */
static const struct {
	enum ad_platform platform;
	enum ad_resource_id kind;
	const char *field, *a, *b;
} pairs[] = {
	{ AD_GOOGLE, AD_R_CAMPAIGN, "platformOptions", "{\"geoMode\":\"SEARCH_INTEREST\"}",
	  "{\"geoMode\":\"PRESENCE\"}" },
	{ AD_GOOGLE, AD_R_CAMPAIGN, "platformOptions", "{\"geoMode\":\"SEARCH_INTEREST\"}",
	  "{\"geoMode\":\"PRESENCE_OR_INTEREST\"}" },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "platformOptions", "{\"geoMode\":\"OTHER\"}",
	  "{\"geoMode\":\"PRESENCE\"}" },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, "platformOptions", "{\"geoMode\":\"OTHER\"}",
	  "{\"geoMode\":\"PRESENCE_OR_INTEREST\"}" },
	{ AD_REDDIT, AD_R_AD_GROUP, "targeting", "{\"genders\":[\"UNKNOWN\"]}", "{}" },
	{ AD_REDDIT, AD_R_AD_GROUP, "targeting", "{\"devices\":[\"OTHER\"]}", "{}" },
	{ AD_REDDIT, AD_R_AD_GROUP, "targeting", "{\"devices\":[\"OTHER\",\"MOBILE\"]}",
	  "{\"devices\":[\"MOBILE\"]}" },
	{ AD_META, AD_R_AD_GROUP, "targeting", "{\"genders\":[\"UNKNOWN\"]}", "{}" },
	{ AD_META, AD_R_AD_GROUP, "targeting", "{\"devices\":[\"OTHER\"]}",
	  "{\"devices\":[\"DESKTOP\"]}" },
};

static struct ad_str normal(struct ad_arena *arena, size_t pair, const char *value)
{
	struct ad_text text = ad_text_on(arena);
	const cJSON *object =
		json(arena, ad_arena_printf(arena, "{\"locations\":[{\"code\":\"US\"}],\"%s\":%s}",
					    pairs[pair].field, value)
				    .p);

	adapters[pairs[pair].platform]->normal(&text, ad_resource_row(pairs[pair].kind),
					       pairs[pair].field, object);
	return ad_text_str(&text);
}

static void unknown_values_equal_no_known_one(void **state)
{
	for (size_t i = 0; i < AD_LEN(pairs); i++)
		if (ad_str_eq(normal(*state, i, pairs[i].a), normal(*state, i, pairs[i].b)))
			fail_msg("%s equals %s", pairs[i].a, pairs[i].b);
}

/* Writes that would replace a value which adcore does not know, or has not read. */
static const struct {
	enum ad_platform platform;
	enum ad_resource_id kind;
	enum ad_op op;
	const char *changed, *want, *live, *handle, *code; /* NULL: permitted */
} writes[] = {
	{ AD_MICROSOFT, AD_R_KEYWORD, AD_OP_CREATE, NULL,
	  "{\"text\":\"t\",\"matchType\":\"OTHER\"}", NULL, NULL, "UNSUPPORTED_ON_PLATFORM" },
	{ AD_MICROSOFT, AD_R_KEYWORD, AD_OP_UPDATE, "cpcBid",
	  "{\"text\":\"t\",\"matchType\":\"OTHER\",\"cpcBid\":1}", "{\"matchType\":\"OTHER\"}",
	  NULL, NULL },
	{ AD_GOOGLE, AD_R_KEYWORD, AD_OP_CREATE, NULL, "{\"text\":\"t\",\"matchType\":\"OTHER\"}",
	  NULL, NULL, "UNSUPPORTED_ON_PLATFORM" },
	{ AD_META, AD_R_AD_GROUP, AD_OP_UPDATE, "targeting",
	  "{\"targeting\":{\"devices\":[\"OTHER\"]}}", "{}", "{\"targeting\":{}}",
	  "UNSUPPORTED_ON_PLATFORM" },
	{ AD_META, AD_R_AD_GROUP, AD_OP_UPDATE, "targeting",
	  "{\"targeting\":{\"devices\":[\"OTHER\"],\"ageMin\":30}}",
	  "{\"targeting\":{\"devices\":[\"OTHER\"]}}",
	  "{\"targeting\":{\"device_platforms\":[\"connected_tv\"]}}", NULL },
	{ AD_META, AD_R_AD_GROUP, AD_OP_UPDATE, "targeting", "{\"targeting\":{}}", "{}", "{}",
	  "UNREADABLE_ANSWER" },
	{ AD_REDDIT, AD_R_AD_GROUP, AD_OP_UPDATE, "targeting", "{\"targeting\":{}}", "{}", "null",
	  "UNREADABLE_ANSWER" },
	{ AD_REDDIT, AD_R_AD_GROUP, AD_OP_UPDATE, "targeting",
	  "{\"targeting\":{\"genders\":[\"UNKNOWN\"]}}", "{\"targeting\":{\"genders\":[]}}",
	  "{\"languages\":null}", "UNSUPPORTED_ON_PLATFORM" },
	{ AD_REDDIT, AD_R_AD_GROUP, AD_OP_UPDATE, "targeting",
	  "{\"targeting\":{\"interests\":[\"1\"]}}", "{\"targeting\":{}}", "{\"gender\":null}",
	  NULL },
	{ AD_MICROSOFT, AD_R_CAMPAIGN, AD_OP_UPDATE, "platformOptions",
	  "{\"platformOptions\":{\"geoMode\":\"OTHER\"}}",
	  "{\"platformOptions\":{\"geoMode\":\"PRESENCE\"}}", NULL, "UNSUPPORTED_ON_PLATFORM" },
};

static void unknown_values_are_not_written(void **state)
{
	for (size_t i = 0; i < AD_LEN(writes); i++) {
		const char *const changed[] = { writes[i].changed, NULL };
		struct ad_remote there = { .id = AD_S("1") };
		struct ad_piece piece = { .op = writes[i].op,
					  .res = ad_resource_row(writes[i].kind),
					  .remote_id = AD_S("1"),
					  .changed = changed,
					  .want = json(*state, writes[i].want) };
		struct ad_platform_error error = { 0 };
		bool can;
		if (writes[i].live) {
			there.fields = json(*state, writes[i].live);
			there.handle = ad_str(writes[i].handle);
			piece.live = &there;
			piece.synced = there.fields;
		}
		can = adapters[writes[i].platform]->can(*state, &piece, &error);
		if (can != !writes[i].code || (!can && strcmp(error.code, writes[i].code) != 0))
			fail_msg("row %zu: %s", i, can ? "permitted" : error.code);
	}
}

/* The live member stays as it is if the draft has the value that was read from it. */
static void unknown_targeting_is_sent_as_it_was_read(void **state)
{
	const struct {
		const char *live, *want, *sent;
	} cases[] = {
		{ "{\"genders\":[0]}", "{\"ageMin\":30}", NULL },
		{ "{\"genders\":[2,7]}", "{\"ageMin\":30,\"genders\":[\"FEMALE\",\"UNKNOWN\"]}",
		  "\"genders\":[2,7]" },
		{ "{\"device_platforms\":[\"connected_tv\"]}",
		  "{\"ageMin\":30,\"devices\":[\"OTHER\"]}",
		  "\"device_platforms\":[\"connected_tv\"]" },
	};

	for (size_t i = 0; i < AD_LEN(cases); i++) {
		struct ad_text text = ad_text_on(*state);
		struct ad_json j = ad_json_on(&text);
		struct meta_aim aim = {
			.base = json(*state, cases[i].live),
			.group = json(
				*state,
				ad_arena_printf(*state, "{\"targeting\":%s}", cases[i].want).p),
		};
		meta_put_targeting(&j, &aim);
		assert_non_null(strstr(ad_text_str(&text).p, "\"age_min\":30"));
		if (cases[i].sent)
			assert_non_null(strstr(ad_text_str(&text).p, cases[i].sent));
		else
			assert_null(strstr(ad_text_str(&text).p, "genders"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(unknown_values_stay_unknown),
		IN_ARENA(unknown_values_equal_no_known_one),
		IN_ARENA(unknown_values_are_not_written),
		IN_ARENA(unknown_targeting_is_sent_as_it_was_read),
	};

	return cmocka_run_group_tests_name("unknown_values", tests, NULL, NULL);
}
