/* Values that Google cannot be sent. registry_test.c tests the sent ones. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static const struct ad_link link_to = {
	.api_url = { "https://ads.example", 19 },
	.account_id = { "1234567890", 10 },
	.eu_political = AD_DECLARED_NO,
};

static struct ad_piece piece(struct ad_arena *arena, enum ad_op op, const struct ad_resource *res,
			     const char *want)
{
	return (struct ad_piece){
		.op = op,
		.res = res,
		.id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
		.want = want ? json(arena, want) : NULL,
		.remote_id = op == AD_OP_CREATE ? (struct ad_str){ 0 } : AD_S("22"),
	};
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

static void assert_refused(struct ad_arena *arena, struct ad_piece *p, const char *want,
			   const char *text)
{
	struct ad_platform_error error = { 0 };

	p->want = json(arena, want);
	assert_false(ad_google.can(arena, p, &error));
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	assert_non_null(strstr(error.message.p, text));
}

/* A default would replace the strategy that adcore cannot express. */
static void test_a_strategy_that_cannot_be_written_is_refused(void **state)
{
	static const char *const bidding[] = { "bidding", NULL };
	static const char *const name[] = { "name", NULL };
	struct ad_platform_error error;
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign, NULL);
	const struct ad_remote live = { .fields = json(*state,
						       "{\"bidding\":{\"strategy\":\"OTHER\"}}") };

	assert_refused(*state, &p, "{\"type\":\"SEARCH\",\"bidding\":{\"strategy\":\"OTHER\"}}",
		       "strategy OTHER");
	p = piece(*state, AD_OP_UPDATE, &ad_resource_campaign, NULL);
	p.changed = bidding;
	assert_refused(*state, &p, "{\"bidding\":{\"strategy\":\"OTHER\",\"maxCpc\":3}}",
		       "strategy OTHER");
	/* The preview knows the synced value, the run the live one. */
	p.synced = live.fields;
	assert_refused(*state, &p, "{\"bidding\":{\"strategy\":\"MAXIMIZE_CLICKS\"}}", "portfolio");
	p.synced = json(*state, "{\"bidding\":{\"strategy\":\"MAXIMIZE_CLICKS\"}}");
	assert_true(ad_google.can(*state, &p, &error));
	p.live = &live;
	assert_refused(*state, &p, "{\"bidding\":{\"strategy\":\"MAXIMIZE_CLICKS\"}}", "portfolio");
	p.changed = name;
	assert_true(ad_google.can(*state, &p, &error));
}

static void test_a_changed_declaration_alone_is_refused(void **state)
{
	static const char *const options[] = { "platformOptions", NULL };
	struct ad_platform_error error;
	struct ad_piece p = piece(*state, AD_OP_UPDATE, &ad_resource_campaign, NULL);

	p.changed = options;
	p.synced = json(*state, "{\"platformOptions\":{\"euPolitical\":false}}");
	assert_refused(*state, &p, "{\"platformOptions\":{\"euPolitical\":true}}", "euPolitical");
	p.want = json(*state, "{\"platformOptions\":{\"euPolitical\":true,\"networks\":"
			      "[\"DISPLAY\"]}}");
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

static void assets_and_their_links(void **state)
{
	static const char *const renamed[] = { "name", NULL };
	const struct ad_piece_asset shown = { .remote_id = AD_S("90"),
					      .media = { .width = 512, .height = 128 } };
	struct ad_platform_error error;
	struct ad_http_request request;
	struct ad_piece p = piece(*state, AD_OP_UPDATE, &ad_resource_asset,
				  "{\"type\":\"SITELINK\",\"name\":\"Shops\"}");

	p.changed = renamed; /* only an image's name is sent, with its bytes */
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 0, &request), AD_BUILT_ALL);
	p.op = AD_OP_REMOVE;
	assert_int_equal(ad_google.build(*state, &link_to, &p, 1, 0, &request), AD_BUILT_ALL);
	p = piece(*state, AD_OP_CREATE, &ad_resource_asset, "{\"type\":\"IMAGE\"}");
	p.media.bytes = AD_S("\x89PNG");
	assert_false(ad_google.together(&p, &p));
	p = piece(*state, AD_OP_CREATE, &ad_resource_asset_link,
		  "{\"assetId\":\"ast_1\",\"resource\":\"campaign\",\"role\":\"LOGO\"}");
	p.assets = &shown;
	p.under_campaign = true;
	assert_false(ad_google.can(*state, &p, &error));
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	p.op = AD_OP_REMOVE;
	p.remote_id = AD_S("11~90~SITELINK");
	assert_true(ad_google.can(*state, &p, &error));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(what_cannot_be_is_refused_before_it_is_sent),
		IN_ARENA(test_a_strategy_that_cannot_be_written_is_refused),
		IN_ARENA(test_a_changed_declaration_alone_is_refused),
		IN_ARENA(nothing_is_sent_where_all_stands),
		IN_ARENA(assets_and_their_links),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
