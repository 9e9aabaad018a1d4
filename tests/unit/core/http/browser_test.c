#include "tests/support/unit.h"

#include "http/browser.h"

static void only_the_applications_own_paths_are_gone_back_to(void **state)
{
	static const char *const good[] = {
		"/app",     "/app/", "/app/spaces", "/app/spaces/spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3",
		"/app/a-b",
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
		"/app?x=1",
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_applications_own_paths_are_gone_back_to),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
