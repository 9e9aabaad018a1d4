/* From bytes to a request: the parsed members, and each refusal. */
#include "tests/unit/mcp/at_mcp.h"

static void both_eras_are_told_apart_by_the_request_alone(void **state)
{
	struct at_mcp *m = *state;
	struct mcp_request *r = stateless(m, "tools/list", "");

	assert_true(mcp_envelope(r));
	assert_true(r->modern);
	assert_true(ad_str_is(r->method, "tools/list"));
	assert_true(ad_str_is(r->id, "1"));
	assert_non_null(mcp_capabilities(r));
	static const char *const versions[] = { NULL, "2025-11-25", "2025-06-18" };
	for (size_t i = 0; i < AD_LEN(versions); i++) {
		r = posted(m, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"initialize\"}");
		if (versions[i])
			ask_with(&m->asked, "MCP-Protocol-Version", ad_str(versions[i]));
		assert_true(mcp_envelope(r));
		assert_false(r->modern);
		assert_true(ad_str_is(r->id, "\"a\""));
	}
}

static const struct {
	const char *body;
	int64_t code;
} malformed[] = {
	{ "", RPC_PARSE },
	{ "{", RPC_PARSE },
	{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}", RPC_PARSE },
	{ "[]", RPC_INVALID_REQUEST },
	{ "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", RPC_INVALID_REQUEST },
	{ "7", RPC_INVALID_REQUEST },
	{ "{\"id\":1,\"method\":\"ping\"}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"2.0\",\"id\":1}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", RPC_INVALID_REQUEST },
	{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", RPC_INVALID_REQUEST },
};

static void what_is_no_request_is_refused(void **state)
{
	struct at_mcp *m = *state;

	for (size_t i = 0; i < AD_LEN(malformed); i++) {
		assert_false(mcp_envelope(posted(m, malformed[i].body)));
		refused(m, 400, malformed[i].code);
	}
}

static void an_id_that_was_read_comes_back(void **state)
{
	struct at_mcp *m = *state;
	int64_t id = 0;

	posted(m, "{\"jsonrpc\":\"2.0\",\"id\":41,\"method\":\"ping\",\"params\":[]}");
	assert_false(mcp_envelope(&m->r));
	assert_true(ad_json_int64(ad_json_get(answered(m), "id"), &id));
	assert_int_equal(id, 41);
	assert_false(mcp_envelope(posted(m, "{")));
	assert_true(cJSON_IsNull(ad_json_get(answered(m), "id")));
}

static void the_media_types_are_looked_at(void **state)
{
	struct at_mcp *m = *state;
	static const struct {
		const char *accept;
		bool taken;
	} rows[] = {
		{ "*/*", true },
		{ "application/json, text/event-stream", true },
		{ "APPLICATION/JSON", true },
		{ "text/event-stream", false },
		{ "text/html", false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		stateless(m, "tools/list", "");
		ask_with(&m->asked, "Accept", ad_str(rows[i].accept));
		assert_int_equal(mcp_envelope(&m->r), rows[i].taken);
		if (!rows[i].taken)
			refused(m, 406, RPC_INVALID_REQUEST);
	}
	static const char *const types[] = { "text/plain", "application/jsonp", "" };
	for (size_t i = 0; i < AD_LEN(types); i++) {
		posted(m, "{}");
		m->asked.headers[0].value = ad_str(types[i]);
		assert_false(mcp_envelope(&m->r));
		refused(m, 415, RPC_INVALID_REQUEST);
	}
	posted(m, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
	m->asked.headers[0].value = AD_S("application/json ; charset=utf-8");
	assert_true(mcp_envelope(&m->r));
}

static void only_post_is_taken_and_no_token_in_the_query(void **state)
{
	struct at_mcp *m = *state;
	struct ad_param token = { AD_S("access_token"), AD_S("x") };

	posted(m, "{}");
	m->asked.x.method = AD_S("DELETE");
	assert_false(mcp_envelope(&m->r));
	assert_int_equal(m->asked.x.status, 405);
	assert_true(ad_str_is(replied(&m->asked, "Allow"), "POST"));
	posted(m, "{}");
	m->asked.x.params = &token;
	m->asked.x.param_count = 1;
	assert_false(mcp_envelope(&m->r));
	refused(m, 400, RPC_INVALID_REQUEST);
	posted(m, "");
	m->asked.x.body_too_large = true;
	assert_false(mcp_envelope(&m->r));
	refused(m, 413, RPC_INVALID_REQUEST);
}

/* A request of the stateless era whose header has another value (NULL: is not there). */
static void with_header(struct at_mcp *m, const char *method, const char *params, const char *name,
			const char *value)
{
	stateless(m, method, params);
	for (size_t i = 0; i < m->asked.priv.header_count; i++) {
		if (!ad_str_is(m->asked.headers[i].name, name))
			continue;
		if (value)
			m->asked.headers[i].value = ad_str(value);
		else
			m->asked.headers[i].name = AD_S("X-Nothing");
		return;
	}
	if (value)
		ask_with(&m->asked, name, ad_str(value));
}

static const struct {
	const char *method, *params, *header, *value;
	bool taken;
} headers[] = {
	{ "tools/list", "", "Mcp-Method", NULL, false },
	{ "tools/list", "", "Mcp-Method", "Tools/List", false },
	{ "tools/list", "", "Mcp-Method", " tools/list\t", true },
	{ "tools/list", "", "MCP-Protocol-Version", NULL, false },
	{ "tools/list", "", "MCP-Protocol-Version", "2025-11-25", false },
	{ "tools/call", "\"name\":\"x\"", "Mcp-Name", NULL, false },
	{ "tools/call", "\"name\":\"x\"", "Mcp-Name", "y", false },
	{ "tools/call", "\"name\":\"x\"", "Mcp-Name", "x", true },
	{ "tools/call", "\"name\":\"x\"", "Mcp-Name", "=?base64?eA==?=", true },
	{ "tools/call", "\"name\":\"x\"", "Mcp-Name", "=?base64?eA=?=", false },
	{ "tools/call", "\"name\":\"x\"", "Mcp-Name", "=?BASE64?eA==?=", false },
	{ "prompts/get", "\"name\":\"x\"", "Mcp-Name", "y", false },
	{ "resources/read", "\"uri\":\"a:b\"", "Mcp-Name", "a:b", true },
	{ "resources/read", "\"uri\":\"a:b\"", "Mcp-Name", "b", false },
	{ "tasks/get", "\"taskId\":\"t\"", "Mcp-Name", "t", true },
	{ "tasks/update", "\"taskId\":\"t\"", "Mcp-Name", NULL, false },
	{ "tasks/cancel", "\"taskId\":\"t\"", "Mcp-Name", "u", false },
};

static void headers_say_what_the_body_says(void **state)
{
	struct at_mcp *m = *state;

	for (size_t i = 0; i < AD_LEN(headers); i++) {
		with_header(m, headers[i].method, headers[i].params, headers[i].header,
			    headers[i].value);
		if (mcp_envelope(&m->r) != headers[i].taken)
			fail_msg("row %zu", i);
		if (!headers[i].taken)
			refused(m, 400, RPC_HEADER_MISMATCH);
	}
}

static void a_version_that_is_not_spoken_is_told_with_those_that_are(void **state)
{
	struct at_mcp *m = *state;

	posted(m,
	       "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
	       "\"" META "protocolVersion\":\"2099-01-01\",\"" META "clientCapabilities\":{}}}}");
	ask_with(&m->asked, "MCP-Protocol-Version", AD_S("2099-01-01"));
	assert_false(mcp_envelope(&m->r));
	refused(m, 400, RPC_UNSUPPORTED_VERSION);
	const cJSON *data = ad_json_get(ad_json_get(answered(m), "error"), "data");
	assert_true(ad_str_is(ad_json_get_text(data, "requested"), "2099-01-01"));
	assert_int_equal(cJSON_GetArraySize(ad_json_get(data, "supported")), 1);
}

static void an_envelope_must_be_whole(void **state)
{
	struct at_mcp *m = *state;
	static const char *const metas[] = {
		"{}",
		"{\"" META "protocolVersion\":7}",
		"{\"" META "protocolVersion\":\"2026-07-28\"}",
		"{\"" META "protocolVersion\":\"2026-07-28\",\"" META "clientCapabilities\":[]}",
	};

	for (size_t i = 0; i < AD_LEN(metas); i++) {
		posted(m, ad_arena_printf(m->arena,
					  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\","
					  "\"params\":{\"_meta\":%s}}",
					  metas[i])
				  .p);
		ask_with(&m->asked, "MCP-Protocol-Version", AD_S("2026-07-28"));
		ask_with(&m->asked, "Mcp-Method", AD_S("tools/list"));
		assert_false(mcp_envelope(&m->r));
		refused(m, 400, RPC_INVALID_PARAMS);
	}
}

static void a_posted_response_is_no_request(void **state)
{
	struct at_mcp *m = *state;

	assert_false(mcp_envelope(posted(m, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")));
	assert_int_equal(m->asked.x.status, 202);
	posted(m, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
	ask_with(&m->asked, "MCP-Protocol-Version", AD_S("2026-07-28"));
	assert_false(mcp_envelope(&m->r));
	refused(m, 400, RPC_INVALID_REQUEST);
}

static void a_notification_has_no_id(void **state)
{
	struct at_mcp *m = *state;

	posted(m, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
	assert_true(mcp_envelope(&m->r));
	assert_true(m->r.notification);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		mcp_test(both_eras_are_told_apart_by_the_request_alone),
		mcp_test(what_is_no_request_is_refused),
		mcp_test(an_id_that_was_read_comes_back),
		mcp_test(the_media_types_are_looked_at),
		mcp_test(only_post_is_taken_and_no_token_in_the_query),
		mcp_test(headers_say_what_the_body_says),
		mcp_test(a_version_that_is_not_spoken_is_told_with_those_that_are),
		mcp_test(an_envelope_must_be_whole),
		mcp_test(a_posted_response_is_no_request),
		mcp_test(a_notification_has_no_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
