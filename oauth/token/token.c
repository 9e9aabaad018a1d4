/*
 * POST /token (OAuth 2.1 section 3.2): exchanges a code, a refresh token, a device code or client
 * credentials for an access token. Each grant type has its own file.
 */
#include "oauth/token/token.h"

#include "oauth/endpoint/endpoints.h"

void oauth_token_refuse(struct oauth_asked *a, const char *error, const char *description)
{
	a->error = error;
	a->description = description;
}

bool oauth_token_account_open(struct ad_call *call, struct oauth_asked *a, struct ad_str account_id,
			      const char *description)
{
	struct ad_account account = { 0 };
	enum ad_db_status status = ad_account_get(call->db, call->arena, account_id, &account);

	if (status == AD_DB_ROW && !account.disabled)
		return true;
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	else
		oauth_token_refuse(a, "invalid_grant", description);
	return false;
}

static void token_claim_proof(struct ad_call *call)
{
	struct oauth_asked *a = call->door_data;
	bool fresh;

	a->error = NULL;
	if (oauth_proof_claim(call, &a->proof, &fresh) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	else if (!fresh)
		oauth_token_refuse(a, "invalid_dpop_proof", OAUTH_PROOF_USED);
	else
		a->take(call);
}

void oauth_token_take(struct ad_exchange *x, struct oauth_asked *a, ad_step_fn *take)
{
	a->take = take;
	ad_call_next(&x->call, AD_WRITE, token_claim_proof);
}

struct ad_str oauth_token_key(const struct oauth_asked *a)
{
	return a->client.used == OAUTH_AUTH_NONE ? a->proof.jkt : (struct ad_str){ 0 };
}

bool oauth_token_key_fits(struct oauth_asked *a, struct ad_str jkt)
{
	if (!jkt.p || ad_str_eq(jkt, a->proof.jkt))
		return true;
	if (a->proof.jkt.p)
		oauth_token_refuse(a, "invalid_grant",
				   "The code or refresh token is bound to another key.");
	else
		oauth_token_refuse(a, "invalid_dpop_proof",
				   "The code or refresh token is bound to a key. Send a proof of "
				   "the key in the header DPoP.");
	return false;
}

/* --- the response --- */

static struct ad_str access_token(struct ad_exchange *x, const struct oauth_asked *a)
{
	char id[AD_ID_SIZE];
	int64_t now = ad_now() / AD_SECOND;

	/* Tokens of a machine client are valid from the second after its last rotation. */
	if (a->grant.own && now < a->grant.rotated_at / AD_SECOND)
		now = a->grant.rotated_at / AD_SECOND;
	ad_id_make("jti", id);
	struct ad_claims claims = {
		.issuer = ad_str(x->call.core->config->public_url),
		.audience = a->grant.resource,
		.subject = a->grant.own ? a->grant.client_id : a->grant.account_id,
		.client_id = a->grant.client_id,
		.scope = oauth_scopes_text(x->call.arena, a->granted),
		.id = ad_arena_copy(x->call.arena, ad_str(id)),
		.grant_id = a->grant.id,
		.jkt = a->proof.jkt,
		.issued_at = now,
		.expires_at = now + AD_ACCESS_TOKEN_S,
	};
	return ad_jwt_write(ad_auth_keys_now(x->call.core->auth, x->call.db), x->call.arena,
			    &claims);
}

static void token_answer(struct ad_exchange *x)
{
	const struct oauth_asked *a = x->call.door_data;
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	if (x->call.status != AD_OK) {
		oauth_unavailable(x);
		return;
	}
	if (a->error) {
		oauth_error(x, 400, a->error, a->description);
		return;
	}
	struct ad_str token = access_token(x, a);
	if (!token.p) {
		oauth_error(x, 500, "server_error", "The access token could not be created.");
		return;
	}
	ad_log(AD_LOG_INFO, "token_issued", "client", a->client.id.p, "grant", a->grant.id.p,
	       "request", x->call.request_id.p, NULL);
	ad_json_object(&j);
	ad_json_kstr(&j, "access_token", token);
	ad_json_kcstr(&j, "token_type", a->proof.jkt.p ? "DPoP" : "Bearer");
	ad_json_kint(&j, "expires_in", AD_ACCESS_TOKEN_S);
	if (!a->grant.own)
		ad_json_kstr(&j, "refresh_token",
			     ad_refresh_text(ad_auth_secrets(x->call.core->auth), x->call.arena,
					     &a->grant, a->grant.generation));
	ad_json_kstr(&j, "scope", oauth_scopes_text(x->call.arena, a->granted));
	ad_json_object_end(&j);
	oauth_json(x, 200, ad_text_str(&text));
}

/* --- the request --- */

static bool token_bad(struct ad_exchange *x, const char *error, const char *description)
{
	oauth_error(x, 400, error, description);
	return false;
}

/* Reads resource: absent, or one protected resource of this server. */
static bool read_resource(struct ad_exchange *x, struct oauth_asked *a)
{
	for (size_t i = 0; i < a->params.count; i++) {
		const struct ad_param *p = &a->params.list[i];
		if (!ad_str_is(p->name, "resource") || p->value.n == 0)
			continue;
		const char *named = oauth_resource(x->call.core, p->value);
		if (!named || (a->resource && a->resource != named))
			return token_bad(x, "invalid_target",
					 "resource must name exactly one protected resource.");
		a->resource = named;
	}
	return true;
}

/* A grant type and the flag that a client needs for it. */
struct grant {
	const char *type;
	uint32_t right; /* the flag that the client needs; 0: none */
	oauth_grant_fn *begin;
};

static const struct grant grants[] = {
	{ "authorization_code", OAUTH_GRANT_CODE, oauth_grant_code },
	{ "refresh_token", 0, oauth_grant_refresh },
	{ OAUTH_DEVICE_GRANT, OAUTH_GRANT_DEVICE, oauth_grant_device },
	{ "client_credentials", OAUTH_GRANT_MACHINE, oauth_grant_machine },
};

static bool token_begin(struct ad_exchange *x, struct oauth_asked *a)
{
	struct ad_str type = oauth_param(&a->params, "grant_type");

	if (!type.p)
		return token_bad(x, "invalid_request", "grant_type is missing.");
	if ((a->client.grants & OAUTH_BOUND_TOKENS) && !a->proof.jkt.p)
		return token_bad(
			x, "invalid_dpop_proof",
			"The client registered dpop_bound_access_tokens. Send a DPoP proof.");
	for (size_t i = 0; i < AD_LEN(grants); i++) {
		if (!ad_str_is(type, grants[i].type))
			continue;
		if ((grants[i].right & ~a->client.grants) != 0 && !a->client.unknown)
			return token_bad(x, "unauthorized_client",
					 "The client did not register this grant_type.");
		/*
		 * An unknown client has no grant, so its codes and refresh tokens are not valid.
		 */
		if (a->client.unknown && grants[i].begin != oauth_grant_device)
			return token_bad(x, "invalid_grant",
					 "The code or refresh token is not valid.");
		return read_resource(x, a) && grants[i].begin(x, a);
	}
	return token_bad(x, "unsupported_grant_type",
			 "grant_type must be authorization_code, refresh_token, client_credentials "
			 "or urn:ietf:params:oauth:grant-type:device_code.");
}

/* Reads the form. The checks of the client, grant type and parameters follow (token_begin). */
static bool read_request(struct ad_exchange *x, struct oauth_asked *a)
{
	if (!oauth_form(x, &a->params))
		return false;
	if (oauth_param_twice(&a->params))
		return token_bad(x, "invalid_request", "A parameter is repeated.");
	return true;
}

static void token_proven(struct ad_exchange *x)
{
	struct oauth_asked *a = x->call.door_data;

	if (oauth_proof_read(x, &a->proof) && token_begin(x, a))
		x->render = token_answer;
}

void oauth_token(struct ad_exchange *x)
{
	struct oauth_asked *a = ad_arena_zalloc(x->call.arena, sizeof(*a));

	if (!oauth_begin(x, OAUTH_API, AD_ADDRESS_REQUEST) || !read_request(x, a))
		return;
	x->call.door_data = a;
	oauth_client_authenticate(x, &a->params, OAUTH_ABOUT_GRANT, &a->client, token_proven);
}
