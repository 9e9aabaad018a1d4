/*
 * POST /revoke (RFC 7009): a refresh token revokes its grant with all tokens, an access token
 * revokes only itself. The response is also 200 for an unknown or ended token and for a token of
 * another client, which is not revoked.
 */
#include "oauth/client/clients.h"
#include "oauth/endpoint/endpoints.h"

struct asked {
	struct oauth_params params;
	struct oauth_client client;
	struct ad_str token;
	struct ad_claims claims; /* of an access token */
	bool is_access;
};

static void revoke_revoke(struct ad_call *call)
{
	struct asked *a = call->door_data;
	struct ad_str grant_id;
	int64_t generation;
	struct ad_grant grant;

	if (a->is_access) {
		if (ad_access_token_revoke(call->db, a->claims.id,
					   a->claims.expires_at * AD_SECOND) != AD_DB_DONE)
			call->status = AD_UNAVAILABLE;
		return;
	}
	if (!ad_refresh_parse(a->token, &grant_id, &generation))
		return;
	enum ad_db_status status = ad_grant_load(call->db, call->arena, grant_id, &grant);
	if (status == AD_DB_DONE)
		return;
	if (status != AD_DB_ROW) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	struct ad_str real =
		ad_refresh_text(ad_auth_secrets(call->core->auth), call->arena, &grant, generation);
	if (!ad_secret_eq(real, a->token) || !ad_str_eq(grant.client_id, a->client.id))
		return;
	ad_log(AD_LOG_INFO, "grant_revoked", "grant", grant.id.p, "client", a->client.id.p, NULL);
	if (ad_grant_revoke(call->db, grant.id, "client") != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void revoke_answer(struct ad_exchange *x)
{
	if (x->call.status != AD_OK)
		oauth_unavailable(x);
	else
		oauth_json(x, 200, AD_S("{}"));
}

static void revoke_proven(struct ad_exchange *x)
{
	struct asked *a = x->call.door_data;

	a->token = oauth_param(&a->params, "token");
	if (!a->token.p) {
		oauth_error(x, 400, "invalid_request", "token is missing.");
		return;
	}
	x->render = revoke_answer;
	if (a->client.unknown)
		return;
	a->is_access = ad_jwt_read(ad_auth_keys_now(x->call.core->auth, x->call.db), x->call.arena,
				   a->token, &a->claims);
	if (a->is_access && !ad_str_eq(a->claims.client_id, a->client.id))
		return;
	ad_call_next(&x->call, AD_WRITE, revoke_revoke);
}

void oauth_revoke(struct ad_exchange *x)
{
	struct asked *a = ad_arena_zalloc(x->call.arena, sizeof(*a));
	struct oauth_params params;

	if (!oauth_begin(x, OAUTH_API, AD_ADDRESS_REQUEST) || !oauth_form(x, &params))
		return;
	if (oauth_param_twice(&params)) {
		oauth_error(x, 400, "invalid_request", "A parameter is repeated.");
		return;
	}
	a->params = params;
	x->call.door_data = a;
	oauth_client_authenticate(x, &a->params, OAUTH_ABOUT_TOKEN, &a->client, revoke_proven);
}
