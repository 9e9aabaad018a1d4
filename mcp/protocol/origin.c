/*
 * Which names this server answers to at /mcp, and which pages' scripts may call it: against DNS
 * rebinding (MCP 2026-07-28, basic/transports), and by CORS (Fetch section 3.3) for those that may.
 */
#include "http/browser.h"
#include "http/host.h"
#include "mcp/protocol/request.h"

static const struct ad_str none = { NULL, 0 };

static bool may_call(const struct mcp_request *r, struct ad_str origin)
{
	const struct ad_config_list *list = &r->call->core->config->allow_origin;
	if (ad_http_origin_is_own(r->x, origin))
		return true;
	for (size_t i = 0; i < list->count; i++)
		if (ad_str_eq(list->at[i], origin))
			return true;
	return false;
}

/* No cookie means anything here, so credentials are not allowed: the script has the token. */
static void add_cors(struct ad_exchange *x, struct ad_str origin)
{
	ad_http_add(x, "Access-Control-Allow-Origin", origin);
	ad_http_add(x, "Vary", AD_S("Origin"));
	ad_http_add(x, "Access-Control-Expose-Headers",
		    AD_S("WWW-Authenticate, DPoP-Nonce, Retry-After, X-Request-Id, "
			 "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"));
}

/* A browser's question before the script's request: it shows no token, so the address counts. */
static void origin_preflight(struct mcp_request *r)
{
	if (!ad_address_passes(r->x, AD_ADDRESS_REQUEST)) {
		mcp_error(r, 429, RPC_RATE_LIMITED, "Too many requests from this address.", none);
		return;
	}
	ad_http_add(r->x, "Access-Control-Allow-Methods", AD_S("POST"));
	ad_http_add(r->x, "Access-Control-Allow-Headers",
		    AD_S("Authorization, Content-Type, Accept, DPoP, MCP-Protocol-Version, "
			 "Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-Space-Id"));
	ad_http_add(r->x, "Access-Control-Max-Age", AD_S("7200"));
	ad_http_reply(r->x, 204, "text/plain", none);
}

void mcp_allow_script(struct mcp_request *r)
{
	struct ad_str origin = ad_http_header(r->x, "Origin");
	if (origin.p && ad_http_host_is_own(r->x, r->x->host) && may_call(r, origin))
		add_cors(r->x, origin);
}

bool mcp_check_http(struct mcp_request *r)
{
	struct ad_str origin = ad_http_header(r->x, "Origin");
	if (!ad_http_host_is_own(r->x, r->x->host)) {
		mcp_error(r, 403, RPC_INVALID_REQUEST,
			  "This server does not accept the Host header.", none);
		return false;
	}
	if (!origin.p)
		return true;
	if (!may_call(r, origin)) {
		mcp_error(r, 403, RPC_INVALID_REQUEST,
			  "The Origin is not allowed. The server's operator can allow it with "
			  "--allow-origin.",
			  none);
		return false;
	}
	add_cors(r->x, origin);
	if (!ad_str_is(r->x->method, "OPTIONS") ||
	    !ad_http_header(r->x, "Access-Control-Request-Method").p)
		return true;
	origin_preflight(r);
	return false;
}
