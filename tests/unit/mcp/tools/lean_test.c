/* Lean forms of stored objects: they omit only members without information. */
#include "tests/unit/mcp/at_mcp.h"

#include "mcp/tools/lean.h"
#include "mcp/tools/tool.h"

/* All objects of a list, one behind the other. */
static const char *leaned(struct at_mcp *m, const char *list, bool detailed)
{
	struct ad_text text = ad_text_on(m->arena);
	size_t at = 0;

	while (mcp_lean_next(&text, ad_str(list), &at, detailed))
		ad_text_addc(&text, '\n');
	assert_true(at == 0 || list[at] == ']');
	return text.n ? ad_text_str(&text).p : "";
}

static const struct {
	const char *list, *lean;
} rows[] = {
	{ "[]", "" },
	{ "[{}]", "{}\n" },
	{ "[{\"id\":\"a\"},{\"id\":\"b\"}]", "{\"id\":\"a\"}\n{\"id\":\"b\"}\n" },
	{ "[{\"id\":\"a\",\"x\":null,\"y\":[],\"z\":{}}]", "{\"id\":\"a\"}\n" },
	{ "[{\"x\":null,\"id\":\"a\"}]", "{\"id\":\"a\"}\n" },
	{ "[{\"n\":0,\"f\":false,\"s\":\"\"}]", "{\"n\":0,\"f\":false,\"s\":\"\"}\n" },
	{ "[{\"remote\":{\"id\":null,\"status\":null},\"id\":\"a\"}]", "{\"id\":\"a\"}\n" },
	{ "[{\"remote\":{\"id\":\"7\",\"status\":null}}]", "{\"remote\":{\"id\":\"7\"}}\n" },
	{ "[{\"spaceId\":\"s\",\"createdAt\":\"t\",\"id\":\"a\"}]", "{\"id\":\"a\"}\n" },
	{ "[{\"name\":\"a \\\"}],{\\\\\",\"l\":[1,{\"x\":null}]}]",
	  "{\"name\":\"a \\\"}],{\\\\\",\"l\":[1,{\"x\":null}]}\n" },
};

static void what_says_nothing_is_left_out(void **state)
{
	struct at_mcp *m = *state;

	for (size_t i = 0; i < AD_LEN(rows); i++)
		assert_string_equal(leaned(m, rows[i].list, false), rows[i].lean);
}

static void detailed_is_what_was_stored(void **state)
{
	struct at_mcp *m = *state;

	assert_string_equal(leaned(m, "[{\"spaceId\":\"s\",\"x\":null},{\"y\":[{}]}]", true),
			    "{\"spaceId\":\"s\",\"x\":null}\n{\"y\":[{}]}\n");
}

static void what_is_cut_off_is_never_read_beyond(void **state)
{
	struct at_mcp *m = *state;
	static const char whole[] = "[{\"a\":\"x\\\"y\",\"b\":{\"c\":[1,\"d\"]}},{\"e\":2}]";

	for (size_t n = 0; n < sizeof(whole); n++) {
		struct ad_text text = ad_text_on(m->arena);
		/* On the heap, so that a look behind its end is seen by the sanitizers. */
		char *piece = malloc(n + 1);
		size_t at = 0;
		assert_non_null(piece);
		memcpy(piece, whole, n);
		for (int i = 0; i < 4; i++)
			if (!mcp_lean_next(&text, (struct ad_str){ piece, n }, &at, true))
				break;
		assert_true(at <= n);
		free(piece);
	}
}

static void the_tree_is_written_as_the_text_is(void **state)
{
	struct at_mcp *m = *state;

	for (size_t i = 1; i < AD_LEN(rows); i++) {
		struct ad_json_error err;
		struct ad_text text = ad_text_on(m->arena);
		struct ad_json j = ad_json_on(&text);
		const cJSON *list = ad_json_parse(m->arena, ad_str(rows[i].list), &err);
		const cJSON *item;
		cJSON_ArrayForEach(item, list)
		{
			mcp_write_lean(&j, item, false);
			ad_text_addc(&text, '\n');
			j = ad_json_on(&text);
		}
		assert_string_equal(ad_text_str(&text).p, rows[i].lean);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		mcp_test(what_says_nothing_is_left_out),
		mcp_test(detailed_is_what_was_stored),
		mcp_test(what_is_cut_off_is_never_read_beyond),
		mcp_test(the_tree_is_written_as_the_text_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
