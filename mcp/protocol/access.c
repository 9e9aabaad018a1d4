/* Authentication of connector requests, and the challenges sent on refusal. */
#include "http/credential.h"
#include "mcp/protocol/access.h"
#include "mcp/protocol/request.h"

#define METADATA "/.well-known/oauth-protected-resource/mcp"

static void access_challenge(struct mcp_request *r)
{
	ad_http_challenge(r->x, METADATA, AD_SCOPES_BASELINE);
	mcp_error(r, 401, RPC_UNAUTHORIZED,
		  r->call->proof.sentence
			  ? r->call->proof.sentence
			  : "Sign in: the access token is missing, expired or revoked.",
		  (struct ad_str){ NULL, 0 });
}

static void step_up(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_text data = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&data);

	ad_http_step_up(r->x, METADATA);
	ad_outcome_write_error(&j, call);
	mcp_error(r, 403, RPC_FORBIDDEN, ad_outcome_message(call), ad_text_str(&data));
}

/* The code of a status that has no further ceremony; own ones where JSON-RPC has no word. */
static enum rpc_code access_code_of(int status)
{
	switch (status) {
	case 401:
		return RPC_UNAUTHORIZED;
	case 402:
		return RPC_BILLING;
	case 404:
		return RPC_NOT_FOUND;
	case 429:
		return RPC_RATE_LIMITED;
	default:
		return status >= 500 ? RPC_INTERNAL : RPC_INVALID_REQUEST;
	}
}

void mcp_refuse(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	if (call->status == AD_UNAUTHENTICATED) {
		access_challenge(r);
		return;
	}
	if (call->status == AD_FORBIDDEN_SCOPE) {
		step_up(r);
		return;
	}
	struct ad_text data = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&data);
	/* Of the status alone: what has waited may hold the one of its beginning. */
	int status = ad_status_row(call->status)->http;
	ad_outcome_write_error(&j, call);
	if (call->retry_after)
		ad_http_add(r->x, "Retry-After",
			    ad_arena_printf(call->arena, "%lld", (long long)call->retry_after));
	mcp_error(r, status, access_code_of(status), ad_outcome_message(call), ad_text_str(&data));
}

enum ad_admit ad_mcp_admit(struct ad_exchange *x)
{
	return ad_http_admit(x, x->call.core->config->mcp_url);
}

void ad_mcp_challenge(struct ad_exchange *x)
{
	x->call.status = AD_UNAUTHENTICATED;
	ad_http_challenge(x, METADATA, AD_SCOPES_BASELINE);
}

void ad_mcp_refuse(struct ad_exchange *x, int status, const char *sentence)
{
	struct mcp_request unread = { .x = x, .call = &x->call };
	bool entered = x->call.door == AD_DOOR_MCP && x->call.door_data;
	/* A fault on the way of a request that was read is told to that request. */
	struct mcp_request *r = entered ? x->call.door_data : &unread;

	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	if (!entered)
		mcp_allow_script(r);
	mcp_error(r, status, access_code_of(status), sentence, (struct ad_str){ NULL, 0 });
}
