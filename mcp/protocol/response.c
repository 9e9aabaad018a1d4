/* The JSON-RPC response: an error or a result, as JSON or as the last event of a stream. */
#include "mcp/protocol/request.h"
#include "mcp/protocol/stream.h"

/* The answer, or a stream's last event. */
static void mcp_answer(struct mcp_request *r, int http, struct ad_str body)
{
	if (ad_stream_is(r->x))
		ad_stream_event(r->x, body);
	else
		ad_http_reply(r->x, http, "application/json", body);
}

/* Errors may say more than the request: without a readable id it is null. */
void mcp_error(struct mcp_request *r, int http, enum rpc_code code, const char *message,
	       struct ad_str data)
{
	struct ad_text body = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&body);
	ad_json_object(&j);
	ad_json_kcstr(&j, "jsonrpc", "2.0");
	ad_json_kraw(&j, "id", r->id);
	ad_json_key(&j, "error");
	ad_json_object(&j);
	ad_json_kint(&j, "code", code);
	ad_json_kcstr(&j, "message", message);
	if (data.p)
		ad_json_kraw(&j, "data", data);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	mcp_answer(r, http, ad_text_str(&body));
}

#define SERVER_INFO                                                                                \
	"\"io.modelcontextprotocol/serverInfo\":{\"name\":\"adcore\",\"title\":\"adcore\","        \
	"\"version\":\"" AD_VERSION "\"}"

static void add_meta(struct ad_text *body, const struct mcp_request *r)
{
	if (!r->modern && !r->meta.n)
		return;
	ad_text_adds(body, "\"_meta\":{");
	if (r->modern)
		ad_text_adds(body, SERVER_INFO);
	if (r->modern && r->meta.n)
		ad_text_addc(body, ',');
	ad_text_add(body, r->meta);
	ad_text_addc(body, '}');
}

static void mcp_reply(struct mcp_request *r, struct ad_str members, const char *type,
		      const char *cache)
{
	struct ad_text body = ad_text_on(r->call->arena);
	(void)ad_text_reserve(&body, members.n + 256);
	ad_text_adds(&body, "{\"jsonrpc\":\"2.0\",\"id\":");
	ad_text_add(&body, r->id);
	ad_text_adds(&body, ",\"result\":{");
	ad_text_add(&body, members);
	if (members.n && (r->modern || r->meta.n))
		ad_text_addc(&body, ',');
	if (r->modern && cache)
		ad_text_addf(&body, "\"ttlMs\":60000,\"cacheScope\":\"%s\",", cache);
	if (r->modern)
		ad_text_addf(&body, "\"resultType\":\"%s\",", type);
	add_meta(&body, r);
	ad_text_adds(&body, "}}");
	mcp_answer(r, 200, ad_text_str(&body));
}

void mcp_result(struct mcp_request *r, struct ad_str members)
{
	mcp_reply(r, members, "complete", NULL);
}

void mcp_result_as(struct mcp_request *r, const char *type, struct ad_str members)
{
	mcp_reply(r, members, type, NULL);
}

bool mcp_one_page(struct mcp_request *r)
{
	if (!ad_json_get(r->params, "cursor"))
		return true;
	mcp_error(r, 200, RPC_INVALID_PARAMS, "The list has one page. Omit cursor.",
		  (struct ad_str){ NULL, 0 });
	return false;
}

void mcp_result_cached(struct mcp_request *r, struct ad_str members, const char *scope)
{
	mcp_reply(r, members, "complete", scope);
}
