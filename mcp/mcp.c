/* The entry of /mcp: limits, credential, Host and Origin, then the method. */
#include "mcp/mcp.h"

#include "http/credential.h"
#include "mcp/methods.h"
#include "mcp/protocol/request.h"
#include "mcp/protocol/stream.h"

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
