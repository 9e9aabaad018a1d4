/* The way in and the way out. */
#include "http/credential.h"
#include "mcp/request.h"
#include "mcp/stream.h"

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

static void add_rate_headers(struct ad_exchange *x)
{
	const struct ad_limit *rate = &x->call.rate;
	struct ad_arena *arena = x->call.arena;
	ad_http_add(x, "X-RateLimit-Limit", ad_arena_printf(arena, "%lld", (long long)rate->limit));
	ad_http_add(x, "X-RateLimit-Remaining",
		    ad_arena_printf(arena, "%lld", (long long)rate->remaining));
	ad_http_add(x, "X-RateLimit-Reset", ad_arena_printf(arena, "%lld", (long long)rate->reset));
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_add(x, "Vary", AD_S("Authorization"));
	ad_http_add_nonce(x);
}

static void mcp_refused(struct ad_exchange *x)
{
	add_rate_headers(x);
	mcp_refuse(x->call.door_data);
}

static void run_method(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;

	if (r->notification && ad_str_is(r->method, "notifications/cancelled"))
		mcp_stream_cancel(r);
	if (r->notification)
		ad_http_reply(r->x, 202, "application/json", AD_S(""));
	else
		mcp_dispatch(r);
}

/* Bytes of a message from which reading it would hold up the others of an event loop. */
#define SLOW_MESSAGE ((size_t)64 * 1024)

/* Of the methods only a tool has much to look at; the others answer, or stream, from the loop. */
static void read_long(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;

	if (!mcp_envelope(r))
		return;
	if (ad_str_is(r->method, "tools/call") && !r->notification)
		run_method(call);
	else
		ad_call_next(call, AD_HERE, run_method);
}

/* Known and within its limits. */
static void mcp_entered(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;

	if (!ad_call_resolve_space(call))
		return;
	r->x->render = NULL;
	add_rate_headers(r->x);
	if (r->x->body.n > SLOW_MESSAGE)
		ad_call_next(call, AD_SLOW, read_long);
	else if (mcp_envelope(r))
		run_method(call);
}

void ad_mcp_handle(struct ad_exchange *x)
{
	struct mcp_request *r = ad_arena_zalloc(x->call.arena, sizeof(*r));
	struct ad_call *call = &x->call;
	r->x = x;
	r->call = call;
	call->door = AD_DOOR_MCP;
	call->door_data = r;
	ad_http_take_credential(x);
	call->audience = ad_str(call->core->config->mcp_url);
	call->space_header = ad_http_header(x, "X-Space-Id");
	if (!mcp_check_http(r))
		return;
	x->render = mcp_refused;
	ad_call_enter(call, mcp_entered);
}
