#include "tests/support/unit.h"

#include "oauth/endpoint/door.h"
#include "oauth/endpoint/pages.h"

static void scopes_are_read_with_patience(void **state)
{
	uint32_t scopes;
	bool named;

	(void)state;
	assert_true(oauth_scopes_read(AD_S(" offline_access"), &scopes, &named));
	assert_int_equal(scopes, 0);
	assert_false(named);
	assert_true(oauth_scopes_read(AD_S("ads:read  sync:write openid"), &scopes, &named));
	assert_int_equal(scopes, AD_ADS_READ | AD_SYNC_WRITE);
	assert_true(named);
	assert_true(oauth_scopes_read(AD_S("openid"), &scopes, &named));
	assert_int_equal(scopes, 0);
	assert_true(named);
	assert_true(oauth_scopes_read((struct ad_str){ 0 }, &scopes, &named));
	assert_false(named);
	/* "all" is valid on the command line only. */
	assert_true(oauth_scopes_read(AD_S("all"), &scopes, &named));
	assert_int_equal(scopes, 0);
	assert_false(oauth_scopes_read(AD_S("ads:read\tsync:read"), &scopes, &named));
	assert_false(oauth_scopes_read(AD_S("ads:\"read"), &scopes, &named));
}

static void a_resource_is_ours_but_for_the_case_of_its_host(void **state)
{
	struct ad_config config = { .public_url = "https://ads.example",
				    .base_url = "https://ads.example/api/v1",
				    .mcp_url = "https://ads.example/mcp" };
	struct ad_core core = { .config = &config };

	(void)state;
	assert_ptr_equal(oauth_resource(&core, AD_S("https://ads.example/mcp")), config.mcp_url);
	assert_ptr_equal(oauth_resource(&core, AD_S("HTTPS://Ads.Example/mcp")), config.mcp_url);
	assert_ptr_equal(oauth_resource(&core, AD_S("https://ads.example/api/v1")),
			 config.base_url);
	assert_null(oauth_resource(&core, AD_S("https://ads.example/MCP")));
	assert_null(oauth_resource(&core, AD_S("https://ads.example/mcp/")));
	assert_null(oauth_resource(&core, AD_S("https://ads.example/mcp#x")));
	assert_null(oauth_resource(&core, AD_S("https://ads.example")));
	assert_null(oauth_resource(&core, AD_S("http://ads.example/mcp")));
	assert_null(oauth_resource(&core, (struct ad_str){ 0 }));
}

static void parameters_are_there_once(void **state)
{
	const struct ad_param once[] = {
		{ AD_S("client_id"), AD_S("a") }, { AD_S("resource"), AD_S("x") },
		{ AD_S("resource"), AD_S("x") },  { AD_S("unknown"), AD_S("x") },
		{ AD_S("unknown"), AD_S("x") },   { AD_S("scope"), AD_S("") }
	};
	const struct ad_param twice[] = { { AD_S("state"), AD_S("a") },
					  { AD_S("state"), AD_S("") } };
	struct oauth_params params = { once, AD_LEN(once) };

	(void)state;
	assert_null(oauth_param_twice(&params));
	assert_true(ad_str_is(oauth_param(&params, "client_id"), "a"));
	assert_null(oauth_param(&params, "scope").p);
	assert_null(oauth_param(&params, "nothing").p);
	params = (struct oauth_params){ twice, AD_LEN(twice) };
	assert_string_equal(oauth_param_twice(&params), "state");
}

static struct ad_str named(struct ad_arena *arena, struct ad_str name)
{
	struct ad_text out = ad_text_on(arena);

	ad_page_name(&out, name);
	return ad_text_str(&out);
}

static void what_others_write_stays_text(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text out = ad_text_on(arena);
	char longest[200];

	(void)state;
	ad_text_add_html(&out, AD_S("<a href=\"x\">'&"));
	assert_true(ad_str_is(ad_text_str(&out), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;"));
	assert_true(ad_str_is(named(arena, AD_S("K\xc3\xb6ln\x01\n\x7f<")), "K\xc3\xb6ln&lt;"));
	/* Right-to-left override, zero-width space, byte-order mark. */
	assert_true(ad_str_is(named(arena, AD_S("a\xe2\x80\xae"
						"b\xe2\x80\x8b"
						"c\xef\xbb\xbf")),
			      "abc"));
	memset(longest, 'x', sizeof(longest));
	assert_int_equal(named(arena, (struct ad_str){ longest, sizeof(longest) }).n, 80 + 3);
	out = ad_text_on(arena);
	ad_text_add_url(&out, AD_S("a b&=\xc3\xa4~-_."));
	assert_true(ad_str_is(ad_text_str(&out), "a%20b%26%3D%C3%A4~-_."));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scopes_are_read_with_patience),
		cmocka_unit_test(a_resource_is_ours_but_for_the_case_of_its_host),
		cmocka_unit_test(parameters_are_there_once),
		cmocka_unit_test(what_others_write_stays_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
