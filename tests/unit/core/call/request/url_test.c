/* URLs that ads may have. */
#include "tests/support/unit.h"

#include "call/request/validate.h"

static const char *const good[] = {
	"http://x.example",
	"https://x.example/",
	"HTTPS://X.Example/Path?q=1#f",
	"https://x.example:8443/a",
	"https://b\303\244ckerei.example/",
	"https://a-b.c_d.example./",
	"https://x.example?a=b@c",
	"https://x.example/a@b",
	"https://127.0.0.1/",
	"https://[2001:db8::1]/",
	"https://[::1]:443",
	"https://x.example/{lpurl}",
};

static const char *const bad[] = {
	"",
	"x.example",
	"//x.example",
	"ftp://x.example",
	"https:/x.example",
	"https://",
	"https:///path",
	"https://?q",
	"https://user@x.example/",
	"https://user:pass@x.example/",
	"https://x.example:0/",
	"https://x.example:65536/",
	"https://x.example:/",
	"https://x.example:80a/",
	"https://x..example/",
	"https://.example/",
	"https://-x.example/",
	"https://x-.example/",
	"https://x example/",
	"https://x.example/a b",
	"https://x.example/a\tb",
	"https://x.example/a\nb",
	"https://x.example/<a>",
	"https://x.example/\"a\"",
	"https://x.example\\a",
	"https://[::1",
	"https://[::1]a/",
	"https://[]/",
	"https://[gg::1]/",
	"https://[::::::::]/",
	"https://[1.2]/",
	"https://x!.example/",
	"javascript:alert(1)",
	" https://x.example",
};

static void which_are_urls(void **state)
{
	(void)state;
	for (size_t i = 0; i < AD_LEN(good); i++)
		if (!ad_url_valid(ad_str(good[i]), 2048))
			fail_msg("%s is refused", good[i]);
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_url_valid(ad_str(bad[i]), 2048))
			fail_msg("%s is taken", bad[i]);
	assert_false(ad_url_valid(AD_S("https://x.example/\0"), 2048));
}

static void lengths(void **state)
{
	char url[400] = "https://";

	(void)state;
	assert_true(ad_url_valid(AD_S("https://x.example"), 17));
	assert_false(ad_url_valid(AD_S("https://x.example"), 16));
	/* a label of 63 characters, and one of 64 */
	memset(url + 8, 'a', 63);
	memcpy(url + 71, ".example", 9);
	assert_true(ad_url_valid(ad_str(url), 2048));
	memset(url + 8, 'a', 64);
	memcpy(url + 72, ".example", 9);
	assert_false(ad_url_valid(ad_str(url), 2048));
	/* a host of 253 characters, and one of 254 */
	for (int i = 0; i < 254; i++)
		url[8 + i] = i % 2 ? '.' : 'a';
	url[8 + 253] = '\0';
	assert_true(ad_url_valid(ad_str(url), 2048));
	url[8 + 253] = 'a';
	url[8 + 254] = '\0';
	assert_false(ad_url_valid(ad_str(url), 2048));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_are_urls),
		cmocka_unit_test(lengths),
	};
	return cmocka_run_group_tests_name("url", tests, NULL, NULL);
}
