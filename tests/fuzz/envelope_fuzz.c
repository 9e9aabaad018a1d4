/*
 * Requests to the connector: five lines of headers (Content-Type, Accept, MCP-Protocol-Version,
 * Mcp-Method, Mcp-Name), one with Host and Origin, and the body.
 */
#include "tests/fuzz/request.h"

#include "mcp/methods.h"
#include "mcp/protocol/request.h"

/* An error of JSON-RPC 2.0, its id that of the request or null; or an empty 202. */
static void check_refusal(const struct asked *a, const struct mcp_request *r)
{
	struct ad_json_error err;
	const cJSON *reply, *error;
	int64_t code;

	HOLDS(a->x.status == 202 || (a->x.status >= 400 && a->x.status < 500));
	if (a->x.status == 202) {
		HOLDS(a->x.reply.n == 0);
		return;
	}
	reply = ad_json_parse(r->call->arena, a->x.reply, &err);
	error = ad_json_get(reply, "error");
	HOLDS(reply && ad_str_is(ad_json_get_text(reply, "jsonrpc"), "2.0"));
	HOLDS(ad_json_int64(ad_json_get(error, "code"), &code) && code < 0);
	HOLDS(ad_json_get_text(error, "message").n > 0);
	HOLDS((r->id.p != NULL) == !cJSON_IsNull(ad_json_get(reply, "id")));
}

static void check_taken(const struct asked *a, const struct mcp_request *r)
{
	struct ad_json_error err;
	struct ad_str version = ad_http_header(&a->x, "MCP-Protocol-Version");

	HOLDS(a->x.status == 0 && r->method.p);
	HOLDS(!r->params || cJSON_IsObject(r->params));
	HOLDS(r->notification == !r->id.p);
	if (r->id.p) {
		const cJSON *id = ad_json_parse(r->call->arena, r->id, &err);
		HOLDS(cJSON_IsString(id) || cJSON_IsNumber(id));
	}
	if (r->modern)
		HOLDS(ad_str_is(version, AD_MCP_MODERN));
}

/* The methods that need nothing but the request. */
static void check_answer(struct asked *a, struct mcp_request *r)
{
	static const char *const alone[] = { "server/discover", "ping" };
	struct ad_json_error err;

	for (size_t i = 0; i < AD_LEN(alone); i++) {
		if (!ad_str_is(r->method, alone[i]))
			continue;
		mcp_dispatch(r);
		const cJSON *reply = ad_json_parse(r->call->arena, a->x.reply, &err);
		HOLDS(reply && a->x.status >= 200 && a->x.reply.n < 65536);
		HOLDS(!ad_json_get(reply, "result") != !ad_json_get(reply, "error"));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = { "Content-Type", "Accept", "MCP-Protocol-Version",
					     "Mcp-Method", "Mcp-Name" };
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct asked a;
	struct mcp_request r = { .x = ask(&a, arena, "POST", "/mcp"), .call = &a.x.call };

	for (size_t i = 0; i < AD_LEN(names); i++) {
		struct ad_str line = next_line(&rest);
		if (line.n > 0)
			ask_with(&a, names[i], line);
	}
	struct ad_str host = next_line(&rest);
	const char *space = host.n ? memchr(host.p, ' ', host.n) : NULL;
	if (space) {
		size_t n = (size_t)(space - host.p);
		ask_with(&a, "Origin", (struct ad_str){ space + 1, host.n - n - 1 });
		host.n = n;
	}
	if (host.n > 0)
		a.x.host = host;
	a.x.body = rest;
	if (!mcp_check_http(&r)) {
		HOLDS(a.x.status == 403);
		check_refusal(&a, &r);
	} else if (!mcp_envelope(&r)) {
		check_refusal(&a, &r);
	} else {
		check_taken(&a, &r);
		if (!r.notification)
			check_answer(&a, &r);
	}
	check_headers(&a);
	ad_arena_free(arena);
	return 0;
}
