/* For the tests of the connector: a message at /mcp without a server, and its answer. */
#ifndef TESTS_UNIT_MCP_AT_MCP_H
#define TESTS_UNIT_MCP_AT_MCP_H

#include "tests/support/unit.h"

#include <stdlib.h>

#include "tests/support/exchange.h"

#include "base/json_read.h"
#include "mcp/protocol/request.h"

#define META "io.modelcontextprotocol/"
/* The members of params that every request of the stateless era has. */
#define ENVELOPE                                                                                   \
	"\"_meta\":{\"" META "protocolVersion\":\"2026-07-28\",\"" META "clientCapabilities\":{}}"

struct at_mcp {
	struct ad_arena *arena;
	struct asked asked;
	struct mcp_request r;
};

static inline int at_mcp_up(void **state)
{
	struct at_mcp *m = calloc(1, sizeof(*m));

	assert_non_null(m);
	m->arena = ad_arena_new();
	*state = m;
	return 0;
}

static inline int at_mcp_down(void **state)
{
	struct at_mcp *m = *state;

	ad_arena_free(m->arena);
	free(m);
	return 0;
}

#define mcp_test(f) cmocka_unit_test_setup_teardown(f, at_mcp_up, at_mcp_down)

/* A POST of a body, as JSON; further headers are the caller's to add. */
static inline struct mcp_request *posted(struct at_mcp *m, const char *body)
{
	struct ad_exchange *x = ask(&m->asked, m->arena, "POST", "/mcp");

	x->body = ad_str(body);
	x->call.body = x->body;
	ask_with(&m->asked, "Content-Type", AD_S("application/json"));
	m->r = (struct mcp_request){ .x = x, .call = &x->call };
	x->call.door = AD_DOOR_MCP;
	x->call.door_data = &m->r;
	return &m->r;
}

/* The same of the stateless era: method and the members of params beside the envelope. */
static inline struct mcp_request *stateless(struct at_mcp *m, const char *method,
					    const char *params)
{
	struct mcp_request *r =
		posted(m, ad_arena_printf(m->arena,
					  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\","
					  "\"params\":{%s%s" ENVELOPE "}}",
					  method, params, *params ? "," : "")
				  .p);

	ask_with(&m->asked, "MCP-Protocol-Version", AD_S("2026-07-28"));
	ask_with(&m->asked, "Mcp-Method", ad_str(method));
	return r;
}

static inline const cJSON *answered(struct at_mcp *m)
{
	struct ad_json_error err;
	const cJSON *message = ad_json_parse(m->arena, m->asked.x.reply, &err);

	if (!message)
		fail_msg("%.*s: %s", AD_FMT(m->asked.x.reply), err.reason);
	assert_true(ad_str_is(ad_json_get_text(message, "jsonrpc"), "2.0"));
	return message;
}

/* The error's code, or 0 for a result. */
static inline int64_t code_in(const cJSON *message)
{
	int64_t code = 0;

	(void)!ad_json_int64(ad_json_get(ad_json_get(message, "error"), "code"), &code);
	return code;
}

static inline void refused(struct at_mcp *m, int http, int64_t code)
{
	int64_t found = code_in(answered(m));

	if (m->asked.x.status != http || found != code)
		fail_msg("%d %.*s, not %d %lld", m->asked.x.status, AD_FMT(m->asked.x.reply), http,
			 (long long)code);
}

#endif
