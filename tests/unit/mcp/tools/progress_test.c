/* Pushes with progress events: only for a client that sent a token and accepts events. */
#include "tests/unit/mcp/at_mcp.h"

#include "mcp/tools/tool.h"

/* True if a call with this progressToken (JSON) and Accept header gets progress events. */
static bool follows(struct at_mcp *m, const char *token, const char *accept)
{
	struct ad_json_error err;
	struct mcp_request *r = stateless(m, "tools/call", "");

	r->params = ad_json_parse(m->arena,
				  ad_arena_printf(m->arena, "{\"_meta\":{%s%s}}",
						  token ? "\"progressToken\":" : "",
						  token ? token : ""),
				  &err);
	assert_non_null(r->params);
	if (accept)
		ask_with(&m->asked, "Accept", ad_str(accept));
	r->x->render = mcp_tool_render;
	mcp_follow_run(r);
	return r->x->render != mcp_tool_render;
}

static void a_token_and_a_reader_are_needed(void **state)
{
	struct at_mcp *m = *state;
	static const char both[] = "application/json, text/event-stream";

	assert_true(follows(m, "\"p\"", both));
	assert_true(follows(m, "0", both));
	assert_true(follows(m, "-7", "TEXT/Event-Stream"));
	assert_false(follows(m, NULL, both));
	assert_false(follows(m, "1.5", both));
	assert_false(follows(m, "null", both));
	assert_false(follows(m, "{}", both));
	assert_false(follows(m, "\"p\"", NULL));
	assert_false(follows(m, "\"p\"", "application/json"));
	assert_false(follows(m, "\"p\"", "*/*"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		mcp_test(a_token_and_a_reader_are_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
