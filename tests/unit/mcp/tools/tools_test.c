/* The table of tools as clients see it: the requirements of directories and models on each tool. */
#include "tests/unit/mcp/at_mcp.h"

#include "mcp/tools/tools.h"

#include "mcp/tools/tool.h"

/* The scopes of a grant that changes nothing. */
#define READING                                                                                    \
	(AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ | AD_ASSETS_READ |                     \
	 AD_BUSINESSES_READ | AD_REPORTS_READ | AD_SYNC_READ)

static const cJSON *listed(struct at_mcp *m, uint32_t scopes, size_t *bytes)
{
	struct ad_json_error err;
	struct ad_mcp *mcp = ad_mcp_new();
	struct ad_text text = ad_text_on(m->arena);

	ad_mcp_write_tools(mcp, &text, scopes);
	ad_mcp_free(mcp);
	*bytes = text.n;
	const cJSON *list = ad_json_parse(m->arena, ad_text_str(&text), &err);
	if (!list)
		fail_msg("%s", err.reason);
	return list;
}

static void the_whole_list_is_affordable(void **state)
{
	size_t bytes;
	const cJSON *list = listed(*state, AD_SCOPES_ALL, &bytes);

	assert_true(bytes <= 24000);
	assert_int_equal(cJSON_GetArraySize(list), (int)mcp_tool_count);
	assert_true(mcp_tool_count <= 24);
	/* A read-only grant's list is about half as long. */
	(void)!listed(*state, READING, &bytes);
	assert_true(bytes <= 12000);
}

static bool is_portable(struct ad_str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!((name.p[i] >= 'a' && name.p[i] <= 'z') || name.p[i] == '_'))
			return false;
	return name.n > 0 && name.n <= 40;
}

static void each_has_what_clients_and_directories_demand(void **state)
{
	static const char *const hints[] = { "readOnlyHint", "destructiveHint", "idempotentHint",
					     "openWorldHint" };
	static const char *const combinators[] = { "oneOf", "anyOf", "allOf", "if", "$ref" };
	static const char *const schemas[] = { "inputSchema", "outputSchema" };
	size_t bytes;
	const cJSON *tool;

	cJSON_ArrayForEach(tool, listed(*state, AD_SCOPES_ALL, &bytes))
	{
		assert_true(is_portable(ad_json_get_text(tool, "name")));
		assert_true(ad_json_get_text(tool, "title").n > 0);
		assert_true(ad_json_get_text(tool, "description").n > 20);
		for (size_t i = 0; i < AD_LEN(hints); i++)
			assert_true(cJSON_IsBool(
				ad_json_get(ad_json_get(tool, "annotations"), hints[i])));
		for (size_t i = 0; i < AD_LEN(schemas); i++) {
			const cJSON *schema = ad_json_get(tool, schemas[i]);
			assert_true(ad_str_is(ad_json_get_text(schema, "type"), "object"));
			for (size_t k = 0; k < AD_LEN(combinators); k++)
				assert_null(ad_json_get(schema, combinators[k]));
		}
		assert_null(ad_json_get(tool, "execution"));
	}
}

/* Every array names its items: some clients drop a tool otherwise. */
static void check_arrays(const cJSON *schema)
{
	const cJSON *member;

	if (ad_str_is(ad_json_get_text(schema, "type"), "array"))
		assert_non_null(ad_json_get(schema, "items"));
	cJSON_ArrayForEach(member, schema)
	{
		if (cJSON_IsObject(member) || cJSON_IsArray(member))
			check_arrays(member);
	}
}

static void each_array_says_what_it_holds(void **state)
{
	size_t bytes;
	const cJSON *tool;

	cJSON_ArrayForEach(tool, listed(*state, AD_SCOPES_ALL, &bytes))
	{
		check_arrays(ad_json_get(tool, "inputSchema"));
	}
}

/* The previews report a platform's limits, from the adapters' own rows. */
static void no_description_speaks_for_a_platform(void **state)
{
	(void)state;
	for (size_t i = 0; i < mcp_tool_count; i++)
		for (int k = 0; k < AD_PLATFORM_COUNT; k++)
			if (strcasestr(mcp_tools[i].description,
				       ad_platform_name((enum ad_platform)k)))
				fail_msg("%s: %s", mcp_tools[i].name, mcp_tools[i].description);
}

static bool has_tool(const cJSON *list, const char *name)
{
	const cJSON *tool;
	cJSON_ArrayForEach(tool, list)
	{
		if (ad_str_is(ad_json_get_text(tool, "name"), name))
			return true;
	}
	return false;
}

static void scopes_decide_what_is_listed(void **state)
{
	size_t bytes;
	const cJSON *none = listed(*state, 0, &bytes);
	const cJSON *readers = listed(*state, AD_CAMPAIGNS_READ | AD_SYNC_READ, &bytes);
	const cJSON *drafters = listed(*state, AD_CAMPAIGNS_WRITE, &bytes);

	assert_false(has_tool(none, "push_sync") || has_tool(none, "create_campaign"));
	assert_true(has_tool(readers, "preview_sync"));
	assert_false(has_tool(readers, "push_sync") || has_tool(readers, "create_campaign"));
	assert_true(has_tool(drafters, "create_campaign"));
	assert_false(has_tool(drafters, "push_sync"));
	assert_true(has_tool(listed(*state, AD_SYNC_WRITE, &bytes), "push_sync"));
}

/*
 * A tool that changes or sends something has that hint. Only tools that spend may ask the
 * person.
 */
static void hints_tell_the_truth(void **state)
{
	(void)state;
	for (size_t i = 0; i < mcp_tool_count; i++) {
		const struct mcp_tool *t = &mcp_tools[i];
		bool reads = strncmp(t->name, "get_", 4) == 0 ||
			     strncmp(t->name, "find_", 5) == 0 ||
			     strcmp(t->name, "list_changes") == 0 ||
			     strcmp(t->name, "preview_sync") == 0;
		if (t->read_only != reads)
			fail_msg("%s", t->name);
		bool breaks =
			strcmp(t->name, "push_sync") == 0 || strcmp(t->name, "delete_objects") == 0;
		if (t->destructive != breaks)
			fail_msg("%s", t->name);
		assert_true(!t->rounds || strcmp(t->name, "push_sync") == 0);
		assert_non_null(t->run);
		assert_non_null(t->answer);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		mcp_test(the_whole_list_is_affordable),
		mcp_test(each_has_what_clients_and_directories_demand),
		mcp_test(each_array_says_what_it_holds),
		mcp_test(no_description_speaks_for_a_platform),
		mcp_test(scopes_decide_what_is_listed),
		mcp_test(hints_tell_the_truth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
