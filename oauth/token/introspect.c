/*
 * POST /introspect (RFC 7662): the state of a token. Only confidential clients can use it, and
 * only for their own tokens. Every other token is reported as not active.
 */
#include "oauth/client/clients.h"
#include "oauth/endpoint/endpoints.h"

/* The data of an active token in the response. */
struct told {
	struct ad_str client_id, subject, audience, jti, scope;
	struct ad_str jkt;             /* the key that it is bound to; or absent */
	const char *token_type;        /* NULL: a refresh token */
	int64_t issued_at, expires_at; /* s since 1970 */
};

static void introspect_reply(struct ad_exchange *x, const struct told *t)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kbool(&j, "active", t != NULL);
	if (t) {
		ad_json_kstr(&j, "scope", t->scope);
		ad_json_kstr(&j, "client_id", t->client_id);
		if (t->token_type)
			ad_json_kcstr(&j, "token_type", t->token_type);
		ad_json_kint(&j, "exp", t->expires_at);
		ad_json_kint(&j, "iat", t->issued_at);
		ad_json_kstr(&j, "sub", t->subject);
		ad_json_kstr(&j, "aud", t->audience);
		ad_json_kcstr(&j, "iss", x->call.core->config->public_url);
		if (t->jti.p)
			ad_json_kstr(&j, "jti", t->jti);
		if (t->jkt.p) {
			ad_json_key(&j, "cnf");
			ad_json_object(&j);
			ad_json_kstr(&j, "jkt", t->jkt);
			ad_json_object_end(&j);
		}
	}
	ad_json_object_end(&j);
	oauth_json(x, 200, ad_text_str(&text));
}

/* An access token, checked as the protected resources check it. */
static enum ad_status read_access(struct ad_exchange *x, struct ad_str token, struct told *t)
{
	struct ad_call *call = &x->call;
	const struct ad_principal *who;
	struct ad_claims claims;

	if (!ad_jwt_read(ad_auth_keys_now(call->core->auth, call->db), call->arena, token, &claims))
		return AD_UNAUTHENTICATED;
	enum ad_status status = ad_authenticate(call->core->auth, call->db, call->arena, token,
						claims.audience, &who);
	if (status != AD_OK)
		return status;
	*t = (struct told){
		.client_id = claims.client_id,
		.subject = claims.subject,
		.audience = claims.audience,
		.jti = claims.id,
		.scope = oauth_scopes_text(call->arena, who->scopes),
		.jkt = claims.jkt,
		.token_type = claims.jkt.p ? "DPoP" : "Bearer",
		.issued_at = claims.issued_at,
		.expires_at = claims.expires_at,
	};
	return AD_OK;
}

static int64_t introspect_earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* A refresh token: active if it is the current one of a valid grant. */
static enum ad_status read_refresh(struct ad_exchange *x, struct ad_str token, struct told *t)
{
	struct ad_call *call = &x->call;
	struct ad_str grant_id;
	struct ad_grant grant;
	int64_t generation;

	if (!ad_refresh_parse(token, &grant_id, &generation))
		return AD_UNAUTHENTICATED;
	enum ad_db_status status = ad_grant_load(call->db, call->arena, grant_id, &grant);
	if (status == AD_DB_DONE)
		return AD_UNAUTHENTICATED;
	if (status != AD_DB_ROW)
		return AD_UNAVAILABLE;
	struct ad_str real =
		ad_refresh_text(ad_auth_secrets(call->core->auth), call->arena, &grant, generation);
	if (!ad_secret_eq(real, token) || generation != grant.generation ||
	    !ad_grant_alive(&grant, ad_now()))
		return AD_UNAUTHENTICATED;
	*t = (struct told){
		.client_id = grant.client_id,
		.subject = grant.account_id,
		.audience = grant.resource,
		.scope = oauth_scopes_text(call->arena, grant.scopes),
		.jkt = grant.jkt,
		.issued_at = grant.rotated_at / AD_SECOND,
		.expires_at =
			introspect_earlier(grant.expires_at, grant.idle_expires_at) / AD_SECOND,
	};
	return AD_OK;
}

/* A request. */
struct asked {
	struct oauth_params params;
	struct oauth_client client;
};

static void introspect_proven(struct ad_exchange *x)
{
	const struct asked *a = x->call.door_data;
	struct ad_str token = oauth_param(&a->params, "token");
	struct told told;

	if (!(a->client.used & ~(uint32_t)OAUTH_AUTH_NONE)) {
		oauth_error(x, 401, "invalid_client",
			    "Introspection requires client authentication.");
		return;
	}
	if (!token.p) {
		oauth_error(x, 400, "invalid_request", "token is missing.");
		return;
	}
	enum ad_status status = ad_str_starts(token, "adcore_rt_") ? read_refresh(x, token, &told)
								   : read_access(x, token, &told);
	if (status == AD_UNAVAILABLE)
		oauth_unavailable(x);
	else
		introspect_reply(x, status == AD_OK && ad_str_eq(told.client_id, a->client.id)
					    ? &told
					    : NULL);
}

void oauth_introspect(struct ad_exchange *x)
{
	struct asked *a = ad_arena_zalloc(x->call.arena, sizeof(*a));

	if (!oauth_begin(x, OAUTH_CALL, AD_ADDRESS_REQUEST) || !oauth_form(x, &a->params))
		return;
	if (oauth_param_twice(&a->params)) {
		oauth_error(x, 400, "invalid_request", "A parameter is repeated.");
		return;
	}
	x->call.door_data = a;
	oauth_client_authenticate(x, &a->params, OAUTH_ABOUT_TOKEN, &a->client, introspect_proven);
}
