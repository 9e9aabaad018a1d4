/* The host names that are answered, and the origins whose scripts may call. */
#include "tests/unit/mcp/at_mcp.h"

#include "mcp/protocol/access.h"

/* A request at a server that listens on `at`, by a Host and from an Origin (or none). */
static bool passes(struct at_mcp *m, const char *at, const char *host, const char *origin)
{
	posted(m, "{}");
	m->asked.config.listen = at;
	m->asked.x.host = ad_str(host);
	if (origin)
		ask_with(&m->asked, "Origin", ad_str(origin));
	return mcp_check_http(&m->r);
}

#define LOOPBACK "127.0.0.1:8080"
#define PUBLIC "0.0.0.0:8080"

static void a_host_is_the_servers_own(void **state)
{
	struct at_mcp *m = *state;
	static const struct {
		const char *at, *host;
		bool passes;
	} rows[] = {
		{ LOOPBACK, "ads.example", true },       { LOOPBACK, "ADS.Example", true },
		{ LOOPBACK, "localhost:1", true },       { LOOPBACK, "[::1]:7", true },
		{ LOOPBACK, "127.0.0.1", true },         { LOOPBACK, "evil.example", false },
		{ LOOPBACK, "ads.example.evil", false }, { LOOPBACK, "localhost.evil", false },
		{ PUBLIC, "ads.example", true },         { PUBLIC, "localhost:1", false },
		{ PUBLIC, "127.0.0.1", false },          { PUBLIC, "", false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		if (passes(m, rows[i].at, rows[i].host, NULL) != rows[i].passes)
			fail_msg("%s at %s", rows[i].host, rows[i].at);
		if (!rows[i].passes)
			refused(m, 403, RPC_INVALID_REQUEST);
	}
}

static void an_origin_is_the_servers_or_named(void **state)
{
	struct at_mcp *m = *state;
	static const char *const foreign[] = { "null",
					       "https://evil.example",
					       "https://ads.example.evil",
					       "http://localhost:6274",
					       "http://ads.example",
					       "https://ads.example:8443",
					       "HTTPS://ads.example",
					       "https://ads.example/" };
	static const char *const malformed[] = { "http://localhost:80.evil.example",
						 "http://[::1]evil",
						 "file://localhost",
						 "ftp://localhost",
						 "http://localhost:",
						 "http://localhost.",
						 "localhost" };

	for (size_t i = 0; i < AD_LEN(foreign); i++) {
		assert_false(passes(m, PUBLIC, "ads.example", foreign[i]));
		refused(m, 403, RPC_INVALID_REQUEST);
		assert_null(replied(&m->asked, "Access-Control-Allow-Origin").p);
	}
	for (size_t i = 0; i < AD_LEN(malformed); i++) {
		if (passes(m, LOOPBACK, "localhost", malformed[i]))
			fail_msg("taken: %s", malformed[i]);
	}
	assert_true(passes(m, PUBLIC, "ads.example", "https://ads.example"));
	assert_true(passes(m, LOOPBACK, "ads.example", "http://localhost:6274"));
	assert_true(ad_str_is(replied(&m->asked, "Access-Control-Allow-Origin"),
			      "http://localhost:6274"));
	assert_null(replied(&m->asked, "Access-Control-Allow-Credentials").p);
	posted(m, "{}");
	struct ad_str named = AD_S("https://inspector.example");
	m->asked.config.listen = PUBLIC;
	m->asked.config.allow_origin = (struct ad_config_list){ &named, 1 };
	ask_with(&m->asked, "Origin", named);
	assert_true(mcp_check_http(&m->r));
}

static void what_is_refused_early_can_be_read_by_those_who_may_call(void **state)
{
	struct at_mcp *m = *state;

	posted(m, "");
	m->asked.x.call.door_data = NULL;
	ask_with(&m->asked, "Origin", AD_S("https://ads.example"));
	ad_mcp_refuse(&m->asked.x, 413, "That is too large.");
	refused(m, 413, RPC_INVALID_REQUEST);
	assert_true(ad_str_is(replied(&m->asked, "Access-Control-Allow-Origin"),
			      "https://ads.example"));
	posted(m, "");
	m->asked.x.call.door_data = NULL;
	ask_with(&m->asked, "Origin", AD_S("https://evil.example"));
	ad_mcp_refuse(&m->asked.x, 429, "Too many.");
	refused(m, 429, RPC_RATE_LIMITED);
	assert_true(cJSON_IsNull(ad_json_get(answered(m), "id")));
	assert_null(replied(&m->asked, "Access-Control-Allow-Origin").p);
}

static void a_fault_on_the_way_is_told_to_the_request(void **state)
{
	struct at_mcp *m = *state;
	struct mcp_request *r = stateless(m, "tools/list", "");

	assert_true(mcp_envelope(r));
	ad_mcp_refuse(&m->asked.x, 503, "Retry later.");
	refused(m, 503, RPC_INTERNAL);
	assert_int_equal(ad_json_get(answered(m), "id")->valueint, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		mcp_test(a_host_is_the_servers_own),
		mcp_test(an_origin_is_the_servers_or_named),
		mcp_test(what_is_refused_early_can_be_read_by_those_who_may_call),
		mcp_test(a_fault_on_the_way_is_told_to_the_request),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
