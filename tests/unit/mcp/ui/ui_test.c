/*
 * Views of MCP Apps: the clients that declared them, the list, and each as one complete
 * document.
 */
#include "tests/support/unit.h"

#include <string.h>

#include "mcp/ui/ui.h"

#define DECLARES(value) "{\"extensions\":{\"io.modelcontextprotocol/ui\":" value "}}"

static void test_declared(void **state)
{
	static const struct {
		const char *capabilities;
		bool declared;
	} rows[] = {
		{ "{}", false },
		{ "[]", false },
		{ "{\"extensions\":{}}", false },
		{ "{\"extensions\":\"io.modelcontextprotocol/ui\"}", false },
		{ DECLARES("{}"), false },
		{ DECLARES("null"), false },
		{ DECLARES("{\"mimeTypes\":[]}"), false },
		{ DECLARES("{\"mimeTypes\":\"text/html;profile=mcp-app\"}"), false },
		{ DECLARES("{\"mimeTypes\":[\"text/html\"]}"), false },
		{ DECLARES("{\"mimeTypes\":[\"TEXT/HTML;profile=mcp-app\"]}"), false },
		{ DECLARES("{\"mimeTypes\":[{\"a\":\"text/html;profile=mcp-app\"}]}"), false },
		{ DECLARES("{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}"), true },
		{ DECLARES("{\"mimeTypes\":[7,\"x\",\"text/html;profile=mcp-app\"]}"), true },
	};
	(void)state;
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const cJSON *tree = ad_json_parse(arena, ad_str(rows[i].capabilities), &err);
		assert_non_null(tree);
		assert_int_equal(mcp_shows_views(tree), rows[i].declared);
	}
	assert_false(mcp_shows_views(NULL));
	ad_arena_free(arena);
}

static void test_views(void **state)
{
	static const char *const none[] = { "", "ui://adcore/", "ui://adcore/previews",
					    "ui://adcore/preview/", "UI://adcore/preview" };
	static const char *const uris[] = { MCP_UI_PREVIEW, MCP_UI_REPORT };
	static const char head[] = "<!doctype html>\n";
	static const char end[] = "</html>\n";
	(void)state;
	for (size_t i = 0; i < AD_LEN(none); i++)
		assert_null(mcp_ui_view(ad_str(none[i])));
	for (size_t i = 0; i < AD_LEN(uris); i++) {
		const struct mcp_view *view = mcp_ui_view(ad_str(uris[i]));
		assert_non_null(view);
		assert_string_equal(view->uri, uris[i]);
		size_t n = *view->size;
		assert_true(n > sizeof(head) + sizeof(end));
		assert_memory_equal(view->text, head, sizeof(head) - 1);
		assert_memory_equal(view->text + n - (sizeof(end) - 1), end, sizeof(end) - 1);
		assert_null(memchr(view->text, '\0', n));
		assert_null(memmem(view->text, n, "{{", 2)); /* every placeholder was filled */
	}
}

static void test_list(void **state)
{
	(void)state;
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const cJSON *one;
	int n = 0;
	ad_json_array(&j);
	mcp_ui_list(&j);
	ad_json_array_end(&j);
	cJSON_ArrayForEach(one, ad_json_parse(arena, ad_text_str(&text), &err))
	{
		const cJSON *ui = ad_json_get(ad_json_get(one, "_meta"), "ui");
		const cJSON *csp = ad_json_get(ui, "csp");
		const cJSON *domains;
		assert_non_null(mcp_ui_view(ad_json_get_text(one, "uri")));
		assert_true(ad_str_is(ad_json_get_text(one, "mimeType"), MCP_UI_TYPE));
		cJSON_ArrayForEach(domains, csp) assert_int_equal(cJSON_GetArraySize(domains), 0);
		assert_int_equal(cJSON_GetArraySize(csp), 4);
		n++;
	}
	assert_int_equal(n, 2);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_declared),
		cmocka_unit_test(test_views),
		cmocka_unit_test(test_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
