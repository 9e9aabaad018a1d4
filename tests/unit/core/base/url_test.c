#include "tests/support/unit.h"

#include "base/url.h"

static void is_split_at_its_marks(void **state)
{
	static const struct {
		const char *url, *scheme, *authority, *path, *tail;
	} cases[] = {
		{ "https://a.example/b?c#d", "https", "a.example", "/b", "/b?c#d" },
		{ "https://a.example", "https", "a.example", "", "" },
		{ "https://a.example?x=/y", "https", "a.example", "", "?x=/y" },
		{ "https://a.example#x", "https", "a.example", "", "#x" },
		{ "HTTP://u:p@[::1]:8/", "HTTP", "u:p@[::1]:8", "/", "/" },
		{ "cursor://anysphere.x/cb", "cursor", "anysphere.x", "/cb", "/cb" },
		{ "https:///x", "https", "", "/x", "/x" },
		{ "mailto:a@b?x", "mailto", NULL, "a@b", "a@b?x" },
		{ "a1+-.:", "a1+-.", NULL, "", "" },
	};
	static const char *const none[] = { "", ":", "a", "//a/b", "/a:b", "1a://b", "a b://c" };
	struct ad_url url;

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		assert_true(ad_url_split(ad_str(cases[i].url), &url));
		assert_true(ad_str_is(url.scheme, cases[i].scheme));
		assert_true(ad_str_eq(url.authority, ad_str(cases[i].authority)));
		assert_int_equal(url.authority.p == NULL, cases[i].authority == NULL);
		assert_true(ad_str_is(url.path, cases[i].path));
		assert_true(ad_str_is(url.tail, cases[i].tail));
	}
	for (size_t i = 0; i < AD_LEN(none); i++)
		assert_false(ad_url_split(ad_str(none[i]), &url));
	assert_false(ad_url_split((struct ad_str){ "\0a:b", 4 }, &url));
}

static void web_urls(void **state)
{
	static const struct {
		const char *url;
		bool is_web;
	} cases[] = {
		{ "http://a", true },    { "HttpS://a", true },  { "https:///", false },
		{ "https:a", false },    { "httpx://a", false }, { "ftp://a", false },
		{ "httpsx://a", false }, { "htt://a", false },
	};
	struct ad_url url;

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		assert_true(ad_url_split(ad_str(cases[i].url), &url));
		assert_int_equal(ad_url_is_web(&url), cases[i].is_web);
	}
}

static void authorities(void **state)
{
	static const struct {
		const char *text, *host;
		int port;
	} cases[] = {
		{ "a.example", "a.example", -1 }, { "a.example:0", "a.example", 0 },
		{ "a:65535", "a", 65535 },        { "[::1]", "[::1]", -1 },
		{ "[::1]:443", "[::1]", 443 },    { "127.0.0.1:080", "127.0.0.1", 80 },
	};
	static const char *const bad[] = {
		"",    ":80",  "a:",     "a:x",    "a:65536", "a:-1",     "a:1:2",
		"u@a", "[::1", "[::1]a", "[::1]:", "a: 1",    "a:000001", "a:18446744073709551617"
	};
	struct ad_str host;
	int port;

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		assert_true(ad_authority_split(ad_str(cases[i].text), &host, &port));
		assert_true(ad_str_is(host, cases[i].host));
		assert_int_equal(port, cases[i].port);
	}
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_authority_split(ad_str(bad[i]), &host, &port))
			fail_msg("accepted: %s", bad[i]);
}

static void hosts_of_urls(void **state)
{
	static const struct {
		const char *url, *host;
	} cases[] = {
		{ "https://A.example:8443/x:y", "A.example" },
		{ "https://[fd00::1]:8443/", "[fd00::1]" },
		{ "https://a.example:http/", "a.example:http" },
		{ "a.example/x", NULL },
		{ "mailto:a@b", NULL },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++)
		assert_true(ad_str_eq(ad_url_host(ad_str(cases[i].url)), ad_str(cases[i].host)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_split_at_its_marks),
		cmocka_unit_test(web_urls),
		cmocka_unit_test(authorities),
		cmocka_unit_test(hosts_of_urls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
