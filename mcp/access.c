/* Who may come in, and how they are told that they may not. */
#include "http/credential.h"
#include "mcp/request.h"

#define METADATA "/.well-known/oauth-protected-resource/mcp"

static void challenge(struct mcp_request *r)
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

void mcp_refuse(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	if (call->status == AD_UNAUTHENTICATED) {
		challenge(r);
		return;
	}
	if (call->status == AD_FORBIDDEN_SCOPE) {
		step_up(r);
		return;
	}
	struct ad_text data = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&data);
	ad_outcome_write_error(&j, call);
	if (call->retry_after)
		ad_http_add(r->x, "Retry-After",
			    ad_arena_printf(call->arena, "%lld", (long long)call->retry_after));
	mcp_error(r, ad_outcome_http(call),
		  call->status == AD_RATE_LIMITED ? RPC_RATE_LIMITED : RPC_INTERNAL,
		  ad_outcome_message(call), ad_text_str(&data));
}
