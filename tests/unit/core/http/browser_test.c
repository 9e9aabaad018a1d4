#include "tests/support/unit.h"

#include "http/browser.h"

static void only_the_applications_own_paths_are_gone_back_to(void **state)
{
	static const char *const good[] = {
		"/app",
		"/app/",
		"/app/spaces",
		"/app/spaces/spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3",
		"/app/a-b",
		"/app?x=1",
		"/app/review?space=spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3&environment=test",
	};
	static const char *const bad[] = {
		"",
		"/",
		"/apple",
		"/signin",
		"app",
		"//app",
		"https://evil.example/app",
		"/app//evil.example",
		"/app/../authorize",
		"/app/.",
		"/app?x=1?y",
		"/app?x=//evil",
		"/app?x=%0d",
		"/app#x",
		"/app\\evil",
		"/app/%2e",
		"/app/ x",
		"/app/\r\nSet-Cookie: x",
		"/app/\xc3\xa4",
		"/app/\"><script>",
		"/app/"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(good); i++)
		if (!ad_back_valid(ad_str(good[i])))
			fail_msg("%s is a page of ours", good[i]);
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_back_valid(ad_str(bad[i])))
			fail_msg("%s is none", bad[i]);
	assert_false(ad_back_valid((struct ad_str){ "/app/\0x", 7 }));
	assert_false(ad_back_valid((struct ad_str){ NULL, 0 }));
}

/* Browsers store passkeys for host names. An IP address in any form is refused. */
static void passkeys_are_for_names(void **state)
{
	static const struct {
		const char *url, *rp_id;
	} rows[] = {
		{ "https://ads.example.com", "ads.example.com" },
		{ "https://ads.example.com:8443", "ads.example.com" },
		{ "http://localhost:8080", "localhost" },
		{ "http://127.0.0.1:8080", NULL },
		{ "https://192.0.2.1", NULL },
		{ "http://[::1]:8080", NULL },
		{ "https://[2001:db8::1]", NULL },
		{ "https://[fe80::abcd]:8443", NULL },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_config config = { .public_url = rows[i].url };
		struct ad_core core = { .config = &config };
		struct ad_exchange x = { .call.core = &core };
		struct ad_str id = ad_http_rp_id(&x);
		if (!rows[i].rp_id) {
			assert_null(id.p);
			continue;
		}
		if (!ad_str_is(id, rows[i].rp_id))
			fail_msg("%s: %.*s", rows[i].url, AD_FMT(id));
	}
}

static void a_form_that_does_not_decode_holds_nothing(void **state)
{
	static const char *const bad[] = { "a=b&c=%", "a=b&%zz=c", "a=b&c=%00", "a=b&c=%ff",
					   "a=b&c=%4" };
	struct ad_arena *arena = ad_arena_new();
	struct ad_param *list;
	size_t count;

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		assert_false(ad_http_form(arena, ad_str(bad[i]), &list, &count));
		assert_int_equal(count, 0);
	}
	assert_true(ad_http_form(arena, AD_S("&a=+%2b&&b&=c&d=="), &list, &count));
	assert_int_equal(count, 4);
	assert_true(ad_str_is(list[0].value, " +") && ad_str_is(list[1].value, ""));
	assert_true(ad_str_is(list[2].name, "") && ad_str_is(list[3].value, "="));
	assert_true(ad_http_form(arena, AD_S(""), &list, &count));
	assert_int_equal(count, 0);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_applications_own_paths_are_gone_back_to),
		cmocka_unit_test(passkeys_are_for_names),
		cmocka_unit_test(a_form_that_does_not_decode_holds_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
