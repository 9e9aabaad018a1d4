/* Places that adcore cannot show: their codes, and that no update changes them. */
#include "tests/support/arena.h"

#include "base/json_read.h"
#include "platform/pin.h"

static const cJSON *parsed(struct ad_arena *arena, const char *text)
{
	struct ad_json_error error;

	return ad_json_parse(arena, ad_str(text), &error);
}

static void codes_differ_as_the_places_do(void **state)
{
	struct ad_str one = ad_pin_code(*state, AD_S("52.52;13.4;20;"));
	struct ad_str other = ad_pin_code(*state, AD_S("52.52;13.4;30;"));

	assert_true(ad_str_starts(one, "pin:"));
	assert_int_equal(one.n, 20);
	assert_false(ad_str_eq(one, other));
	assert_true(ad_str_eq(one, ad_pin_code(*state, AD_S("52.52;13.4;20;"))));
	assert_true(ad_pin_number(one) > 1000000000000);
	assert_true(ad_pin_number(other) > 1000000000000);
	assert_true(ad_pin_number(one) != ad_pin_number(other));
	assert_true(ad_pin_number(AD_S("DE")) == 0);
	assert_true(ad_pin_number(AD_S("2276")) == 0);
	assert_true(ad_pin_number(AD_S("")) == 0);
}

#define AT(codes) "{\"locations\":[" codes "]}"
#define PIN "{\"code\":\"pin:0123456789abcdef\",\"excluded\":false}"
#define DE "{\"code\":\"DE\",\"excluded\":false}"

static void no_update_changes_them(void **state)
{
	static const char *const places[] = { "name", "locations", NULL };
	static const char *const others[] = { "name", "languages", NULL };
	static const struct {
		enum ad_op op;
		const char *synced, *live, *want;
		const char *const *changed;
		bool can;
	} rows[] = {
		{ AD_OP_UPDATE, AT(PIN), NULL, AT(DE), places, false },
		{ AD_OP_UPDATE, AT(PIN), NULL, AT(""), places, false },
		{ AD_OP_UPDATE, AT(PIN), NULL, AT(PIN "," DE), places, false },
		{ AD_OP_UPDATE, AT(DE "," PIN), NULL, AT(PIN), places, false },
		/* It was added on the platform since the last pull. */
		{ AD_OP_UPDATE, AT(DE), AT(DE "," PIN), AT(""), places, false },
		/* It was removed there. */
		{ AD_OP_UPDATE, AT(PIN), AT(""), AT(DE), places, true },
		{ AD_OP_UPDATE, AT(PIN), NULL, AT(PIN), others, true },
		{ AD_OP_UPDATE, AT(DE), NULL, AT(""), places, true },
		{ AD_OP_REMOVE, AT(PIN), NULL, AT(PIN), NULL, true },
	};
	static const struct ad_adapter *const adapters[] = { &ad_google, &ad_microsoft };

	for (size_t i = 0; i < AD_LEN(rows); i++)
		for (size_t k = 0; k < AD_LEN(adapters); k++) {
			struct ad_remote live = { .fields = NULL };
			struct ad_platform_error error = { 0 };
			struct ad_piece piece = {
				.op = rows[i].op,
				.res = &ad_resource_campaign,
				.want = parsed(*state, rows[i].want),
				.synced = parsed(*state, rows[i].synced),
				.changed = rows[i].changed,
				.remote_id = AD_S("7"),
			};
			if (rows[i].live) {
				live.fields = parsed(*state, rows[i].live);
				piece.live = &live;
			}
			if (adapters[k]->can(*state, &piece, &error) != rows[i].can)
				fail_msg("%zu %zu: %s", i, k, error.code ? error.code : "accepted");
			if (!rows[i].can)
				assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
		}
}

/* Two places are equal only if their codes are, so that a moved one is drift. */
static void a_moved_place_is_another_one(void **state)
{
	static const struct ad_adapter *const adapters[] = { &ad_google, &ad_microsoft };
	static const char *const objects[] = {
		AT(PIN),        AT("{\"code\":\"pin:0123456789abcdee\",\"excluded\":false}"),
		AT(PIN "," DE), AT(DE),
		AT(""),
	};

	for (size_t k = 0; k < AD_LEN(adapters); k++)
		for (size_t i = 0; i < AD_LEN(objects); i++)
			for (size_t n = 0; n < AD_LEN(objects); n++) {
				struct ad_text one = ad_text_on(*state), other = ad_text_on(*state);
				adapters[k]->normal(&one, &ad_resource_campaign, "locations",
						    parsed(*state, objects[i]));
				adapters[k]->normal(&other, &ad_resource_campaign, "locations",
						    parsed(*state, objects[n]));
				assert_int_equal(ad_str_eq(ad_text_str(&one), ad_text_str(&other)),
						 i == n);
			}
}

/* Even if the refusal were passed over: no request names such a place. */
static void no_request_names_them(void **state)
{
	static const char *const places[] = { "locations", NULL };
	const struct ad_link link = { .api_url = AD_S("https://ads.example"),
				      .account_id = AD_S("1"),
				      .login_account_id = AD_S("1") };
	static const struct ad_adapter *const adapters[] = { &ad_google, &ad_microsoft };

	for (size_t k = 0; k < AD_LEN(adapters); k++) {
		struct ad_remote live = { .id = AD_S("7"), .fields = parsed(*state, AT(PIN)) };
		struct ad_piece piece = {
			.op = AD_OP_UPDATE,
			.res = &ad_resource_campaign,
			.want = parsed(*state, AT("")),
			.synced = parsed(*state, AT("")),
			.changed = places,
			.remote_id = AD_S("7"),
			.live = &live,
		};
		struct ad_http_request out = { 0 };
		assert_int_equal(adapters[k]->build(*state, &link, &piece, 1, 0, &out),
				 AD_BUILT_ALL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(codes_differ_as_the_places_do),
		IN_ARENA(no_update_changes_them),
		IN_ARENA(a_moved_place_is_another_one),
		IN_ARENA(no_request_names_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
