/*
 * The refresh token (OAuth 2.1 section 4.3): each is used once. If the response of a rotation was
 * lost, the successor is issued again.
 */
#include "oauth/token/token.h"

/* Checks scope and resource of a refresh against its grant, before the token is claimed. */
static bool token_refresh_fits(struct ad_call *call, struct oauth_asked *a)
{
	struct ad_str id;
	int64_t generation;
	struct ad_grant grant;

	if (!ad_refresh_parse(a->refresh, &id, &generation) ||
	    ad_grant_load(call->db, call->arena, id, &grant) != AD_DB_ROW ||
	    !ad_str_eq(grant.client_id, a->client.id))
		return true; /* the claim returns the error */
	if (grant.client_method && grant.client_method != a->client.used) {
		oauth_token_refuse(
			a, "invalid_grant",
			"The client must authenticate with the method of the original grant.");
		return false;
	}
	/* The token is not claimed, so it is valid again when the account is enabled. */
	if (!oauth_token_account_open(call, a, grant.account_id, "The refresh token is not valid."))
		return false;
	if (a->resource && !ad_str_is(grant.resource, a->resource)) {
		oauth_token_refuse(a, "invalid_target", "resource differs from the grant.");
		return false;
	}
	if (!oauth_token_key_fits(a, grant.jkt))
		return false;
	a->granted = a->scope_named ? a->scopes : grant.scopes;
	if (a->granted != 0 && (a->granted & ~grant.scopes) == 0)
		return true;
	oauth_token_refuse(a, "invalid_scope", "scope exceeds the granted scope.");
	return false;
}

static void take_refresh(struct ad_call *call)
{
	struct oauth_asked *a = call->door_data;

	if (!token_refresh_fits(call, a))
		return;
	switch (ad_refresh_claim(call->db, call->arena, ad_auth_secrets(call->core->auth),
				 a->refresh, a->client.id, &a->grant)) {
	case AD_REFRESH_OK:
		if (oauth_client_used(call->db, a->client.id, ad_now()) != AD_DB_DONE)
			call->status = AD_UNAVAILABLE;
		return;
	case AD_REFRESH_WRONG:
		oauth_token_refuse(a, "invalid_grant", "The refresh token is not valid.");
		return;
	case AD_REFRESH_REUSE:
		ad_log(AD_LOG_WARN, "refresh_token_reused", "grant", a->grant.id.p, "client",
		       a->client.id.p, NULL);
		oauth_token_refuse(a, "invalid_grant",
				   "The refresh token was already used. Its grant is revoked.");
		return;
	case AD_REFRESH_DB:
		call->status = AD_UNAVAILABLE;
		return;
	}
}

bool oauth_grant_refresh(struct ad_exchange *x, struct oauth_asked *a)
{
	a->refresh = oauth_param(&a->params, "refresh_token");
	if (!a->refresh.p) {
		oauth_error(x, 400, "invalid_request", "refresh_token is missing.");
		return false;
	}
	if (!oauth_scopes_read(oauth_param(&a->params, "scope"), &a->scopes, &a->scope_named)) {
		oauth_error(x, 400, "invalid_scope", "scope contains a forbidden character.");
		return false;
	}
	oauth_token_take(x, a, take_refresh);
	return true;
}
