#include "tests/support/unit.h"

#include "oauth/client/uri.h"

struct judged {
	const char *uri;
	enum oauth_uri_kind kind;
};

static void uris_are_judged(void **state)
{
	static const struct judged cases[] = {
		{ "https://claude.ai/api/mcp/auth_callback", OAUTH_URI_HTTPS },
		{ "https://vscode.dev/redirect", OAUTH_URI_HTTPS },
		{ "https://a.example:8443/cb?x=1", OAUTH_URI_HTTPS },
		{ "http://localhost/callback", OAUTH_URI_LOOPBACK },
		{ "http://localhost:8787/callback", OAUTH_URI_LOOPBACK },
		{ "http://127.0.0.1:33418/", OAUTH_URI_LOOPBACK },
		{ "http://[::1]:1/", OAUTH_URI_LOOPBACK },
		{ "cursor://anysphere.cursor-mcp/oauth/callback", OAUTH_URI_APP },
		{ "http://a.example/cb", OAUTH_URI_UNUSABLE },
		{ "http://localhost.evil.example/cb", OAUTH_URI_UNUSABLE },
		{ "com.example.app:/cb", OAUTH_URI_UNUSABLE },
		{ "http://127.0.0.1.nip.example/", OAUTH_URI_UNUSABLE },
		{ "javascript:alert(1)", OAUTH_URI_BAD },
		{ "JavaScript://x/%0aalert(1)", OAUTH_URI_BAD },
		{ "data:text/html,x", OAUTH_URI_BAD },
		{ "file:///etc/passwd", OAUTH_URI_BAD },
		{ "https://a.example/cb#x", OAUTH_URI_BAD },
		{ "https://u:p@a.example/cb", OAUTH_URI_BAD },
		{ "http://localhost@evil.example/", OAUTH_URI_BAD },
		{ "https://a.example\\@b.example/", OAUTH_URI_BAD },
		{ "https://a.example/c b", OAUTH_URI_BAD },
		{ "https://a.example:0/", OAUTH_URI_BAD },
		{ "https://a.example:65536/", OAUTH_URI_BAD },
		{ "https://a.example:/", OAUTH_URI_BAD },
		{ "https://:443/", OAUTH_URI_BAD },
		{ "https:///cb", OAUTH_URI_BAD },
		{ "https://*.example/cb", OAUTH_URI_BAD },
		{ "https://a%2eexample/cb", OAUTH_URI_BAD },
		{ "https://[::1*]/cb", OAUTH_URI_BAD },
		{ "https://a_b.example/cb", OAUTH_URI_HTTPS },
		{ "https:a.example", OAUTH_URI_BAD },
		{ "//a.example/cb", OAUTH_URI_BAD },
		{ "/cb", OAUTH_URI_BAD },
		{ "", OAUTH_URI_BAD },
		{ "https://\xc3\xa4.example/", OAUTH_URI_BAD },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++)
		if (oauth_uri_judge(ad_str(cases[i].uri)) != cases[i].kind)
			fail_msg("%s is judged %d", cases[i].uri,
				 (int)oauth_uri_judge(ad_str(cases[i].uri)));
}

static bool same(const char *registered, const char *shown)
{
	return oauth_uri_match(ad_str(registered), ad_str(shown));
}

static void only_the_port_of_loopback_is_free(void **state)
{
	(void)state;
	assert_true(same("https://a.example/cb", "https://a.example/cb"));
	assert_true(same("http://localhost/callback", "http://localhost:51234/callback"));
	assert_true(same("http://127.0.0.1:1/", "http://127.0.0.1:2/"));
	assert_true(same("http://127.0.0.1:1/", "http://127.0.0.1/"));
	assert_true(same("http://[::1]/cb", "http://[::1]:9/cb"));
	assert_false(same("http://localhost/callback", "http://127.0.0.1:51234/callback"));
	assert_false(same("http://localhost/callback", "http://localhost:51234/callback/"));
	assert_false(same("http://localhost/callback", "http://localhost:51234/callback?x"));
	assert_false(same("http://localhost/callback", "http://localhost:51234/Callback"));
	assert_false(same("http://localhost/callback", "https://localhost:51234/callback"));
	assert_false(same("http://localhost/callback", "http://localhost:51234/callback#f"));
	assert_false(same("http://localhost/callback", "http://localhost:51234@evil/callback"));
	assert_false(same("https://a.example/cb", "https://a.example:443/cb"));
	assert_false(same("https://a.example/cb", "https://a.example/cb/../cb"));
	assert_false(same("https://a.example/cb", "https://A.example/cb"));
	assert_false(same("https://a.example/cb", "https://a.example./cb"));
	assert_false(same("https://a.example/cb", "https://a.example/cb%2f"));
}

static void hosts_are_shown(void **state)
{
	(void)state;
	assert_true(ad_str_is(oauth_uri_host(AD_S("https://claude.ai/x")), "claude.ai"));
	assert_true(ad_str_is(oauth_uri_host(AD_S("http://localhost:8787/x")), "localhost:8787"));
	assert_true(ad_str_is(oauth_uri_host(AD_S("cursor://a.b/x")), "cursor"));
}

static void addresses_of_documents_are_judged_as_written(void **state)
{
	static const char *const right[] = {
		"https://claude.ai/oauth/mcp-oauth-client-metadata",
		"https://chatgpt.com/oauth/client.json",
		"https://a.example:8443/x",
		"https://a.example/x?tenant=%2F7",
		"https://a.example//",
		"https://a.example/...",
		"https://a.example/.x/%2e%2e%2e",
		"https://a.example/%C3%A4",
		"https://xn--mnchen-3ya.example/x",
		"https://1.a.example1/x",
	};
	static const char *const wrong[] = {
		"https://a.example",
		"https://a.example/",
		"https://a.example/?x",
		"https://a.example?x=/y",
		"http://a.example/x",
		"HTTPS://a.example/x",
		"https:/a.example/x",
		"https://a.example/x#y",
		"https://u@a.example/x",
		"https://a.example/.",
		"https://a.example/..",
		"https://a.example/x/../y",
		"https://a.example/%2e",
		"https://a.example/x/.%2E",
		"https://a.example/x/%2e%2e/y",
		"https://a.example/x%2fy",
		"https://a.example/x%5Cy",
		"https://a.example/x%00",
		"https://a.example/x%0a",
		"https://a.example/x%7f",
		"https://a.example/x%",
		"https://a.example/x%2",
		"https://a.example/x%zz",
		"https://a.example/x?y=%0d",
		"https://a/x",
		"https://localhost/x",
		"https://.a.example/x",
		"https://a.example./x",
		"https://a..example/x",
		"https://-a.example/x",
		"https://a-.example/x",
		"https://a_b.example/x",
		"https://a%2eb.example/x",
		"https://127.0.0.1/x",
		"https://127.1/x",
		"https://2130706433/x",
		"https://0x7f.0x1/x",
		"https://a.example.0/x",
		"https://[::1]/x",
		"https://[::ffff:127.0.0.1]:443/x",
		"https://a.example:0/x",
		"https://a.example:/x",
		"https://\xc3\xa4.example/x",
		"https://a.example/\xc3\xa4",
		"https://a.example\\@b.example/x",
		"",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(right); i++)
		if (oauth_uri_document_fault(ad_str(right[i])))
			fail_msg("%s: %s", right[i], oauth_uri_document_fault(ad_str(right[i])));
	for (size_t i = 0; i < AD_LEN(wrong); i++)
		if (!oauth_uri_document_fault(ad_str(wrong[i])))
			fail_msg("%s is taken", wrong[i]);
	assert_true(oauth_uri_is_document(AD_S("https://a.example")));
	assert_true(oauth_uri_is_document(AD_S("javascript://x")));
	assert_false(oauth_uri_is_document(AD_S("cli_01ARZ3NDEKTSV4RRFFQ69G5FAV")));
	assert_false(oauth_uri_is_document((struct ad_str){ 0 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_of_documents_are_judged_as_written),
		cmocka_unit_test(uris_are_judged),
		cmocka_unit_test(only_the_port_of_loopback_is_free),
		cmocka_unit_test(hosts_are_shown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
