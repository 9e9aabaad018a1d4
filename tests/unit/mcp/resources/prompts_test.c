/* Prompts and completion, as far as they need no database. */
#include "tests/unit/mcp/at_mcp.h"

#include "mcp/methods.h"

/* A method's answer to params (the members of the object). */
static const cJSON *asked(struct at_mcp *m, const char *method, const char *params)
{
	stateless(m, method, params);
	m->r.modern = true;
	m->r.id = AD_S("1");
	m->r.method = ad_str(method);
	struct ad_json_error err;
	m->r.params = ad_json_parse(m->arena, ad_arena_printf(m->arena, "{%s}", params), &err);
	assert_non_null(m->r.params);
	mcp_dispatch(&m->r);
	assert_int_equal(m->asked.x.status, 200);
	return answered(m);
}

static void every_prompt_says_what_it_takes(void **state)
{
	const cJSON *result = ad_json_get(asked(*state, "prompts/list", ""), "result");
	const cJSON *prompt, *argument;
	int count = 0;

	assert_true(ad_str_is(ad_json_get_text(result, "resultType"), "complete"));
	assert_true(ad_str_is(ad_json_get_text(result, "cacheScope"), "public"));
	cJSON_ArrayForEach(prompt, ad_json_get(result, "prompts"))
	{
		count++;
		assert_true(ad_json_get_text(prompt, "description").n > 10);
		cJSON_ArrayForEach(argument, ad_json_get(prompt, "arguments"))
		{
			assert_true(ad_json_get_text(argument, "description").n > 5);
			assert_true(cJSON_IsBool(ad_json_get(argument, "required")));
		}
	}
	assert_int_equal(count, 3);
}

static struct ad_str text_of(const cJSON *message)
{
	const cJSON *messages = ad_json_get(ad_json_get(message, "result"), "messages");
	const cJSON *first = cJSON_GetArrayItem(messages, 0);

	assert_true(ad_str_is(ad_json_get_text(first, "role"), "user"));
	return ad_json_get_text(ad_json_get(first, "content"), "text");
}

static void arguments_follow_the_text(void **state)
{
	struct ad_str text = text_of(asked(*state, "prompts/get",
					   "\"name\":\"build_search_campaign\",\"arguments\":{"
					   "\"business\":\"a bakery\",\"budget\":\"20\"}"));

	assert_non_null(strstr(text.p, "\nbusiness: a bakery\nbudget: 20"));
	assert_null(strstr(text.p, "platform:"));
	assert_non_null(strstr(text.p, "Push nothing before I agree."));
}

static void what_is_missing_or_unknown_is_an_error_of_the_params(void **state)
{
	static const char *const bad[] = {
		"\"name\":\"nope\"",
		"",
		"\"name\":7",
		"\"name\":\"build_search_campaign\"",
		"\"name\":\"build_search_campaign\",\"arguments\":{\"business\":\"a\"}",
		("\"name\":\"build_search_campaign\",\"arguments\":{\"business\":\"a\","
		 "\"budget\":20}"),
	};

	for (size_t i = 0; i < AD_LEN(bad); i++)
		assert_int_equal(code_in(asked(*state, "prompts/get", bad[i])), RPC_INVALID_PARAMS);
}

static int completed(struct at_mcp *m, const char *argument, const char *typed)
{
	const cJSON *message = asked(
		m, "completion/complete",
		ad_arena_printf(m->arena,
				"\"ref\":{\"type\":\"ref/prompt\",\"name\":\"weekly_review\"},"
				"\"argument\":{\"name\":\"%s\",\"value\":\"%s\"}",
				argument, typed)
			.p);
	const cJSON *completion = ad_json_get(ad_json_get(message, "result"), "completion");

	if (!completion)
		return -1;
	assert_true(cJSON_IsBool(ad_json_get(completion, "hasMore")));
	return cJSON_GetArraySize(ad_json_get(completion, "values"));
}

static void platforms_are_completed(void **state)
{
	assert_int_equal(completed(*state, "platform", ""), 4);
	assert_int_equal(completed(*state, "platform", "g"), 1);
	assert_int_equal(completed(*state, "platform", "G"), 0);
	assert_int_equal(completed(*state, "platform", "googles"), 0);
	assert_int_equal(completed(*state, "campaign", ""), -1);
	assert_int_equal(code_in(answered(*state)), RPC_INVALID_PARAMS);
}

static void what_never_asks_takes_no_state(void **state)
{
	assert_int_equal(code_in(asked(*state, "prompts/list", "\"requestState\":\"x\"")),
			 RPC_INVALID_PARAMS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		mcp_test(every_prompt_says_what_it_takes),
		mcp_test(arguments_follow_the_text),
		mcp_test(what_is_missing_or_unknown_is_an_error_of_the_params),
		mcp_test(platforms_are_completed),
		mcp_test(what_never_asks_takes_no_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
