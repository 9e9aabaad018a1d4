/*
 * The client credentials (OAuth 2.1 section 4.2) of a machine client that the account registered,
 * with the registered scopes. There is no consent, so no refresh token is issued; sync:write must
 * be requested by name each time.
 */
#include "oauth/token/token.h"

/* Loads the grant; none if the secret was rotated meanwhile. */
static enum ad_db_status load_proven(struct ad_call *call, struct oauth_asked *a)
{
	struct oauth_client now;
	enum ad_db_status status = oauth_client_load(call->db, call->arena, a->client.id, &now);

	if (status != AD_DB_ROW)
		return status;
	if (!ad_str_eq(now.secret_hash, a->client.secret_hash))
		return AD_DB_DONE;
	return ad_machine_load(call->db, call->arena, a->client.id, &a->grant);
}

static void take_machine(struct ad_call *call)
{
	struct oauth_asked *a = call->door_data;
	enum ad_db_status status = load_proven(call, a);

	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	if (status == AD_DB_DONE || !ad_grant_alive(&a->grant, ad_now())) {
		oauth_token_refuse(
			a, "unauthorized_client",
			"The client was revoked, has expired, or its secret was rotated.");
		return;
	}
	if (!oauth_token_account_open(
		    call, a, a->grant.account_id,
		    "The client was revoked, has expired, or its secret was rotated."))
		return;
	const struct ad_config *config = call->core->config;
	a->grant.resource = ad_str_is(a->grant.resource, AD_MACHINE_MCP) ? ad_str(config->mcp_url)
									 : ad_str(config->base_url);
	if (a->resource && !ad_str_is(a->grant.resource, a->resource)) {
		oauth_token_refuse(a, "invalid_target",
				   "resource is not the registered resource of the client.");
		return;
	}
	a->granted = a->scope_named ? a->scopes : a->grant.scopes & ~(uint32_t)AD_SYNC_WRITE;
	if (a->granted == 0 || (a->granted & ~a->grant.scopes) != 0)
		oauth_token_refuse(a, "invalid_scope",
				   a->scope_named
					   ? "scope exceeds the registered scope of the client."
					   : "sync:write is granted only if scope contains it.");
	else if (oauth_client_used(call->db, a->client.id, ad_now()) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

bool oauth_grant_machine(struct ad_exchange *x, struct oauth_asked *a)
{
	if (!oauth_scopes_read(oauth_param(&a->params, "scope"), &a->scopes, &a->scope_named)) {
		oauth_error(x, 400, "invalid_scope", "scope contains a forbidden character.");
		return false;
	}
	oauth_token_take(x, a, take_machine);
	return true;
}
