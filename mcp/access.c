/* Who may come in, and how they are told that they may not. */
#include <ctype.h>

#include "mcp/request.h"

/* The first challenge names what normal use needs; sync:write is asked for when it is needed. */
static const char baseline[] =
	"campaigns:read campaigns:write ads:read ads:write keywords:read keywords:write "
	"reports:read sync:read";

static struct ad_str metadata_url(struct mcp_request *r)
{
	return ad_arena_printf(r->call->arena, "%s/.well-known/oauth-protected-resource/mcp",
			       r->call->core->config->public_url);
}

static void challenge(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_str url = metadata_url(r);
	ad_http_add(r->x, "WWW-Authenticate",
		    ad_arena_printf(call->arena,
				    "Bearer %sresource_metadata=\"%.*s\", scope=\"%s\"",
				    call->credential.p ? "error=\"invalid_token\", " : "",
				    AD_FMT(url), baseline));
	mcp_error(r, 401, RPC_UNAUTHORIZED,
		  "Sign in: the access token is missing, expired or revoked.",
		  (struct ad_str){ NULL, 0 });
}

static void add_scopes(struct ad_text *out, uint32_t scopes)
{
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_text_addf(out, "%s%s", out->n ? " " : "", ad_scope_name(bit));
}

static void step_up(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_text scopes = ad_text_on(call->arena);
	struct ad_str url = metadata_url(r);
	add_scopes(&scopes, call->who->scopes | call->required_scopes);
	ad_http_add(r->x, "WWW-Authenticate",
		    ad_arena_printf(call->arena,
				    "Bearer error=\"insufficient_scope\", scope=\"%s\", "
				    "resource_metadata=\"%.*s\", error_description=\"%s\"",
				    ad_text_str(&scopes).p, AD_FMT(url),
				    "The grant lacks a scope that this tool needs."));
	struct ad_text data = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&data);
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
