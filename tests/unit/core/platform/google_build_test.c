/*
 * The requests that the Google adapter builds, against files under golden/. A file is written anew
 * where ADCORE_GOLDEN_WRITE is set; look at the difference before committing it.
 */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "platform/platform.h"

static const struct ad_link link_to = {
	.api_url = { "https://ads.example", 19 },
	.account_id = { "1234567890", 10 },
	.eu_political = AD_DECLARED_NO,
};

static int make_arena(void **state)
{
	*state = ad_arena_new();
	return 0;
}

static int free_arena(void **state)
{
	ad_arena_free(*state);
	return 0;
}

static const cJSON *json(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;
	const cJSON *value = ad_json_parse(arena, ad_str(text), &err);

	if (!value)
		fail_msg("%s: %s", text, err.reason);
	return value;
}

/* Compares with the golden file of that name. */
static void golden(const char *name, struct ad_str got)
{
	const char *root = getenv("ADCORE_SOURCE_ROOT");
	char path[512];
	char want[16384];
	size_t n;
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/unit/core/platform/golden/%s.json",
		 root ? root : ".", name);
	if (getenv("ADCORE_GOLDEN_WRITE")) {
		file = fopen(path, "w");
		assert_non_null(file);
		fprintf(file, "%.*s\n", AD_FMT(got));
		fclose(file);
		return;
	}
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s is not there", path);
	n = fread(want, 1, sizeof(want), file);
	fclose(file);
	while (n && want[n - 1] == '\n')
		n--;
	if (!ad_str_eq(got, (struct ad_str){ want, n }))
		fail_msg("%s:\n%.*s\nis not what is built now:\n%.*s", name, (int)n, want,
			 AD_FMT(got));
}

static void built(struct ad_arena *arena, const char *name, const struct ad_piece *pieces,
		  size_t count, unsigned step)
{
	struct ad_http_request request;

	if (ad_google.build(arena, &link_to, pieces, count, step, &request) != AD_BUILT)
		fail_msg("%s: nothing was built", name);
	assert_string_equal(request.method, "POST");
	assert_true(request.changes);
	assert_true(ad_str_is(request.url, "https://ads.example/v26/customers/1234567890/"
					   "googleAds:mutate"));
	golden(name, request.body);
}

#define CAMPAIGN                                                                                   \
	"{\"name\":\"Spring \\\"shoes\\\"\",\"type\":\"SEARCH\",\"budget\":20.5,\"status\":"       \
	"\"PAUSED\",\"startDate\":\"2027-01-01\",\"endDate\":null,\"bidding\":{\"strategy\":"      \
	"\"MAXIMIZE_CLICKS\",\"maxCpc\":2.01},\"locations\":[{\"code\":\"DE\",\"excluded\":"       \
	"false},{\"code\":\"1004074\",\"excluded\":true},{\"code\":\"DE\",\"excluded\":false}],"   \
	"\"languages\":[\"de-AT\",\"en\"],\"trackingTemplate\":null,\"finalUrlSuffix\":"           \
	"\"a=b\",\"platformOptions\":{\"networks\":[\"SEARCH\",\"SEARCH_PARTNERS\"]}}"
#define AD                                                                                         \
	"{\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://shop.example/\",\"headlines\":["   \
	"\"One\",{\"pin\":\"HEADLINE_1\",\"text\":\"Two\"},\"Three\"],\"descriptions\":[\"A.\","   \
	"\"B.\"],\"path1\":\"shoes\",\"path2\":null,\"status\":\"PAUSED\"}"
#define KEYWORD                                                                                    \
	"{\"text\":\"running shoes\",\"matchType\":\"PHRASE\",\"negative\":false,\"cpcBid\":1.2,"  \
	"\"finalUrl\":\"https://shop.example/run\",\"status\":\"PAUSED\"}"
#define NEGATIVE                                                                                   \
	"{\"text\":\"free\",\"matchType\":\"BROAD\",\"negative\":true,\"cpcBid\":null,"            \
	"\"finalUrl\":null,\"status\":\"PAUSED\"}"

static struct ad_piece piece(struct ad_arena *arena, enum ad_op op, const struct ad_resource *res,
			     const char *want)
{
	return (struct ad_piece){
		.op = op,
		.res = res,
		.id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
		.want = want ? json(arena, want) : NULL,
		.remote_id = op == AD_OP_CREATE ? (struct ad_str){ 0 } : AD_S("22~33"),
		.parent_remote_id = AD_S("11"),
	};
}

static void creates(void **state)
{
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign, CAMPAIGN);
	struct ad_piece two[2];

	built(*state, "campaign_create", &p, 1, 0);
	p = piece(*state, AD_OP_CREATE, &ad_resource_ad_group,
		  "{\"name\":\"Running\",\"status\":\"PAUSED\",\"cpcBid\":1.5,\"budget\":null}");
	built(*state, "ad_group_create", &p, 1, 0);
	p = piece(*state, AD_OP_CREATE, &ad_resource_ad, AD);
	built(*state, "ad_create", &p, 1, 0);
	two[0] = piece(*state, AD_OP_CREATE, &ad_resource_keyword, KEYWORD);
	two[1] = piece(*state, AD_OP_CREATE, &ad_resource_keyword, NEGATIVE);
	assert_true(ad_google.together(&two[0], &two[1]));
	built(*state, "keywords_create", two, 2, 0);
	two[1].under_campaign = true;
	assert_false(ad_google.together(&two[0], &two[1]));
	built(*state, "campaign_negative_create", &two[1], 1, 0);
}

static void updates(void **state)
{
	static const char *const fields[] = {
		"name",    "budget",    "bidding",         "locations",
		"endDate", "languages", "platformOptions", NULL
	};
	static const char *const content[] = { "headlines", "path2", "status", NULL };
	static const char *const keyword[] = { "cpcBid", "finalUrl", "status", NULL };
	static const char *const group[] = { "name", "cpcBid", NULL };
	struct ad_remote live = {
		.handle = AD_S("customers/1234567890/campaignBudgets/7"),
		.fields = json(*state, "{\"locations\":[{\"code\":\"FR\",\"excluded\":false},"
				       "{\"code\":\"DE\",\"excluded\":false}],\"languages\":"
				       "[\"fr\"]}"),
	};
	struct ad_piece p = piece(*state, AD_OP_UPDATE, &ad_resource_campaign, CAMPAIGN);
	struct ad_http_request request;

	p.remote_id = AD_S("22");
	p.live = &live;
	p.changed = fields;
	built(*state, "campaign_update", &p, 1, 0);
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 1, &request), AD_BUILT_ALL);
	p = piece(*state, AD_OP_UPDATE, &ad_resource_ad_group,
		  "{\"name\":\"Trail\",\"status\":\"ENABLED\",\"cpcBid\":null}");
	p.changed = group;
	built(*state, "ad_group_update", &p, 1, 0);
	p = piece(*state, AD_OP_UPDATE, &ad_resource_ad, AD);
	p.changed = content;
	built(*state, "ad_update_content", &p, 1, 0);
	built(*state, "ad_update_status", &p, 1, 1);
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 2, &request), AD_BUILT_ALL);
	assert_true(ad_google.in_step(&p, 0, "path2") && ad_google.in_step(&p, 1, "status"));
	p = piece(*state, AD_OP_UPDATE, &ad_resource_keyword, KEYWORD);
	p.changed = keyword;
	built(*state, "keyword_update", &p, 1, 0);
}

static void removes(void **state)
{
	static const struct ad_resource *const kinds[] = { &ad_resource_campaign,
							   &ad_resource_ad_group, &ad_resource_ad,
							   &ad_resource_keyword };
	static const char *const names[] = { "campaign_remove", "ad_group_remove", "ad_remove",
					     "keyword_remove" };

	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		struct ad_piece p = piece(*state, AD_OP_REMOVE, kinds[i], NULL);
		built(*state, names[i], &p, 1, 0);
	}
}

static const char *const biddings[][2] = {
	{ "bidding_none", "null" },
	{ "bidding_conversions", "{\"strategy\":\"MAXIMIZE_CONVERSIONS\",\"targetCpa\":null}" },
	{ "bidding_cpa", "{\"strategy\":\"TARGET_CPA\",\"targetCpa\":12.5}" },
	{ "bidding_value", "{\"strategy\":\"MAXIMIZE_CONVERSION_VALUE\"}" },
	{ "bidding_roas", "{\"strategy\":\"TARGET_ROAS\",\"targetRoas\":3.5}" },
	{ "bidding_share", "{\"strategy\":\"TARGET_IMPRESSION_SHARE\",\"maxCpc\":3}" },
	{ "bidding_manual", "{\"strategy\":\"MANUAL_CPC\"}" },
};

static void every_bidding(void **state)
{
	static const char *const only[] = { "bidding", NULL };

	for (size_t i = 0; i < AD_LEN(biddings); i++) {
		struct ad_piece p =
			piece(*state, AD_OP_UPDATE, &ad_resource_campaign,
			      ad_arena_printf(*state, "{\"bidding\":%s}", biddings[i][1]).p);
		p.remote_id = AD_S("22");
		p.changed = only;
		built(*state, biddings[i][0], &p, 1, 0);
	}
}

static void what_cannot_be_is_refused_before_it_is_sent(void **state)
{
	struct ad_platform_error error;
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign,
				  "{\"type\":\"DISPLAY\",\"locations\":[],\"languages\":[]}");

	assert_false(ad_google.can(*state, &p, &error));
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	p.want = json(*state, "{\"type\":\"SEARCH\",\"locations\":[{\"code\":\"Atlantis\"}]}");
	assert_false(ad_google.can(*state, &p, &error));
	assert_string_equal(error.code, "UNKNOWN_LOCATION");
	p.want = json(*state, "{\"type\":\"SEARCH\",\"languages\":[\"xx\"]}");
	assert_false(ad_google.can(*state, &p, &error));
	assert_string_equal(error.code, "UNKNOWN_LANGUAGE");
	p = piece(*state, AD_OP_CREATE, &ad_resource_ad, "{\"type\":\"IMAGE\"}");
	assert_false(ad_google.can(*state, &p, &error));
	p.want = json(*state, "{\"type\":\"RESPONSIVE_SEARCH\"}");
	assert_true(ad_google.can(*state, &p, &error));
}

static void nothing_is_sent_where_all_stands(void **state)
{
	static const char *const objective[] = { "objective", NULL };
	struct ad_piece p =
		piece(*state, AD_OP_UPDATE, &ad_resource_campaign, "{\"objective\":\"LEADS\"}");
	struct ad_http_request request;

	p.changed = objective;
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 0, &request), AD_BUILT_ALL);
}

static void managers_and_developer_tokens_are_headers(void **state)
{
	struct ad_link link = link_to;
	struct ad_piece p = piece(*state, AD_OP_REMOVE, &ad_resource_campaign, NULL);
	struct ad_http_request request;

	link.login_account_id = AD_S("99");
	link.developer_token = AD_S("dev");
	assert_int_equal(ad_google.build(*state, &link, &p, 1, 0, &request), AD_BUILT);
	assert_int_equal(request.header_count, 3);
	assert_string_equal(request.headers[1].name, "login-customer-id");
	assert_true(ad_str_is(request.headers[1].value, "99"));
	assert_string_equal(request.headers[2].name, "developer-token");
}

#define SITELINK                                                                                   \
	"{\"type\":\"SITELINK\",\"name\":\"Shops\",\"text\":\"Find a shop\",\"finalUrl\":"         \
	"\"https://shop.example/shops\",\"description1\":\"One\",\"description2\":null}"

static void assets_and_their_links(void **state)
{
	static const char *const changed[] = { "name", "text", "description2", NULL };
	static const char *const renamed[] = { "name", NULL };
	const struct ad_piece_asset shown = { .remote_id = AD_S("90"),
					      .media = { .width = 512, .height = 128 } };
	struct ad_platform_error error;
	struct ad_http_request request;
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_asset, SITELINK);

	built(*state, "asset_sitelink_create", &p, 1, 0);
	p = piece(*state, AD_OP_UPDATE, &ad_resource_asset, SITELINK);
	p.changed = changed;
	built(*state, "asset_sitelink_update", &p, 1, 0);
	p.changed = renamed; /* no name is sent but a picture's, with its bytes */
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 0, &request), AD_BUILT_ALL);
	p.op = AD_OP_REMOVE;
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 0, &request), AD_BUILT_ALL);
	p = piece(*state, AD_OP_CREATE, &ad_resource_asset,
		  "{\"type\":\"CALLOUT\",\"name\":\"Free\",\"text\":\"Free returns\"}");
	built(*state, "asset_callout_create", &p, 1, 0);
	p = piece(*state, AD_OP_CREATE, &ad_resource_asset,
		  "{\"type\":\"IMAGE\",\"name\":\"Hero\",\"sha256\":\"00\"}");
	p.media.bytes = AD_S("\x89PNG");
	built(*state, "asset_image_create", &p, 1, 0);
	assert_false(ad_google.together(&p, &p));
	p = piece(*state, AD_OP_CREATE, &ad_resource_asset_link,
		  "{\"assetId\":\"ast_1\",\"resource\":\"adGroup\",\"role\":\"IMAGE\"}");
	p.assets = &shown;
	built(*state, "asset_link_create", &p, 1, 0);
	p.want =
		json(*state, "{\"assetId\":\"ast_1\",\"resource\":\"campaign\",\"role\":\"LOGO\"}");
	p.under_campaign = true;
	assert_false(ad_google.can(*state, &p, &error));
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	p.op = AD_OP_REMOVE;
	p.remote_id = AD_S("11~90~SITELINK");
	assert_true(ad_google.can(*state, &p, &error));
	built(*state, "asset_link_remove", &p, 1, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(creates),
		TEST(updates),
		TEST(removes),
		TEST(every_bidding),
		TEST(what_cannot_be_is_refused_before_it_is_sent),
		TEST(nothing_is_sent_where_all_stands),
		TEST(assets_and_their_links),
		TEST(managers_and_developer_tokens_are_headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
