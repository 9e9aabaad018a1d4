/* Posts on Reddit: the images and videos that an ad needs, and the comparison of its members. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static void an_ad_shows_what_its_type_says(void **state)
{
	static const struct {
		const char *type;
		const char *shown; /* one letter per asset: an image or a video */
		bool can;
	} rows[] = {
		{ "IMAGE", "p", true },  { "IMAGE", "", false },    { "IMAGE", "pp", false },
		{ "IMAGE", "v", false }, { "IMAGE", "pv", false },  { "VIDEO", "pv", true },
		{ "VIDEO", "vp", true }, { "VIDEO", "v", false },   { "VIDEO", "p", false },
		{ "VIDEO", "", false },  { "VIDEO", "pvp", false }, { "VIDEO", "vpv", false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const char *changed[][2] = { { "finalUrl", NULL }, { "status", NULL } };
		struct ad_piece_asset shown[3] = { 0 };
		size_t n = strlen(rows[i].shown);
		struct ad_platform_error error = { 0 };
		struct ad_piece piece = {
			.op = AD_OP_CREATE,
			.res = &ad_resource_ad,
			.want = json(*state,
				     ad_arena_printf(*state, "{\"type\":\"%s\"}", rows[i].type).p),
			.assets = n ? shown : NULL,
		};
		for (size_t k = 0; k < n; k++) {
			shown[k].media.mime =
				rows[i].shown[k] == 'v' ? AD_S("video/mp4") : AD_S("image/png");
			shown[k].next = k + 1 < n ? &shown[k + 1] : NULL;
		}
		assert_int_equal(ad_reddit.can(*state, &piece, &error), rows[i].can);
		/* Another URL is another post, which needs them as well; a pause does not. */
		piece.op = AD_OP_UPDATE;
		piece.changed = changed[0];
		assert_int_equal(ad_reddit.can(*state, &piece, &error), rows[i].can);
		if (!rows[i].can)
			assert_string_equal(error.code, "MEDIA_REQUIRED");
		piece.changed = changed[1];
		assert_true(ad_reddit.can(*state, &piece, &error));
	}
}

static bool same(struct ad_arena *arena, const char *field, const char *a, const char *b)
{
	struct ad_text left = ad_text_on(arena), right = ad_text_on(arena);

	ad_reddit.normal(&left, &ad_resource_ad, field, json(arena, a));
	ad_reddit.normal(&right, &ad_resource_ad, field, json(arena, b));
	return ad_str_eq(ad_text_str(&left), ad_text_str(&right));
}

static void buttons_and_pictures_are_compared(void **state)
{
	assert_true(same(*state, "callToAction", "{\"callToAction\":\"Pre-order Now\"}",
			 "{\"callToAction\":\"PRE_ORDER_NOW\"}"));
	assert_true(same(*state, "callToAction", "{\"callToAction\":null}", "{}"));
	assert_false(same(*state, "callToAction", "{\"callToAction\":\"SHOP_NOW\"}", "{}"));
	assert_true(same(*state, "assetIds", "{\"assetIds\":[\"a\"]}", "{\"assetIds\":[\"a\"]}"));
	assert_false(same(*state, "assetIds", "{\"assetIds\":[\"a\",\"b\"]}",
			  "{\"assetIds\":[\"b\",\"a\"]}"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(an_ad_shows_what_its_type_says),
		IN_ARENA(buttons_and_pictures_are_compared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
