/*
 * The authorization code (OAuth 2.1 section 4.1.3): redeemed once, with the PKCE verifier. A
 * second valid redemption revokes its tokens.
 */
#include "oauth/client/pinned.h"
#include "oauth/authorize/requests.h"
#include "oauth/token/token.h"

/* A stored code. */
struct code {
	struct ad_str hash, client_id, redirect_uri, challenge, resource, account_id, space_id;
	struct ad_str grant_id; /* absent until redeemed */
	struct ad_str jkt;      /* the key to which it is bound (RFC 9449 section 10); or absent */
	bool redirect_given, redeemed;
	enum ad_environment environment;
	uint32_t scopes;
	int64_t expires_at, tries;
};

static enum ad_db_status load_code(struct ad_call *call, struct ad_str code, struct code *out)
{
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT client_id, redirect_uri, redirect_given,"
				 " challenge, resource, scopes, account_id, space_id,"
				 " environment, expires_at, tries, redeemed_at, grant_id, jkt"
				 " FROM oauth_codes WHERE code_hash = $1");
	*out = (struct code){ .hash = oauth_hash(call->arena, code) };
	ad_bind(s, 1, out->hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	out->client_id = ad_col_copy(s, call->arena, 0);
	out->redirect_uri = ad_col_copy(s, call->arena, 1);
	out->redirect_given = ad_col_int(s, 2) != 0;
	out->challenge = ad_col_copy(s, call->arena, 3);
	out->resource = ad_col_copy(s, call->arena, 4);
	out->scopes = (uint32_t)ad_col_int(s, 5);
	out->account_id = ad_col_copy(s, call->arena, 6);
	out->space_id = ad_col_copy(s, call->arena, 7);
	out->environment = ad_str_is(ad_col(s, 8), "live") ? AD_LIVE : AD_TEST;
	out->expires_at = ad_col_int(s, 9);
	out->tries = ad_col_int(s, 10);
	out->redeemed = !ad_col_is_null(s, 11);
	out->grant_id = ad_col_copy(s, call->arena, 12);
	out->jkt = ad_col_copy(s, call->arena, 13);
	ad_reset(s);
	return AD_DB_ROW;
}

/* Checks that do not use the code: client, expiry, redirect URI, resource. */
static bool token_code_fits(struct oauth_asked *a, const struct code *c)
{
	if (!ad_str_eq(c->client_id, a->client.id) || c->tries >= OAUTH_CODE_TRIES) {
		oauth_token_refuse(a, "invalid_grant", "The code is not valid.");
		return false;
	}
	if (a->redirect_uri.p ? !ad_str_eq(a->redirect_uri, c->redirect_uri) : false) {
		oauth_token_refuse(a, "invalid_grant",
				   "redirect_uri differs from the authorization request.");
		return false;
	}
	if (a->resource && !ad_str_is(c->resource, a->resource)) {
		oauth_token_refuse(a, "invalid_target",
				   "resource differs from the authorization request.");
		return false;
	}
	return oauth_token_key_fits(a, c->jkt);
}

static bool verifier_char(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
	       (c && strchr("-._~", c));
}

/* RFC 7636 section 4.6, S256. */
static bool verifier_right(struct ad_arena *arena, struct ad_str verifier, struct ad_str challenge)
{
	uint8_t digest[AD_SHA256_SIZE];

	if (verifier.n < 43 || verifier.n > 128)
		return false;
	for (size_t i = 0; i < verifier.n; i++)
		if (!verifier_char(verifier.p[i]))
			return false;
	ad_sha256(verifier, digest);
	return ad_secret_eq(ad_base64url(arena, digest, sizeof(digest)), challenge);
}

/* A wrong verifier; the fifth invalidates the code. */
static void count_try(struct ad_call *call, struct oauth_asked *a, const struct code *c)
{
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE oauth_codes SET tries = tries + 1 WHERE code_hash = $1");

	ad_bind(s, 1, c->hash);
	if (ad_step(s) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	oauth_token_refuse(a, "invalid_grant", "code_verifier does not match the code_challenge.");
}

/* Redeemed twice with valid parameters: one of the two clients has stolen the code. */
static void revoke_replayed(struct ad_call *call, struct oauth_asked *a, const struct code *c)
{
	ad_log(AD_LOG_WARN, "code_replayed", "client", c->client_id.p, "grant",
	       c->grant_id.p ? c->grant_id.p : "", NULL);
	if (c->grant_id.p && ad_grant_revoke(call->db, c->grant_id, "code_reuse") != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	oauth_token_refuse(a, "invalid_grant",
			   "The code was already used. Its tokens are revoked.");
}

static struct ad_str host_of(struct ad_str uri)
{
	struct ad_url url;

	return ad_url_split(uri, &url) ? url.authority : (struct ad_str){ NULL, 0 };
}

/* Claims the code, once, and creates the grant. */
static bool token_code_redeem(struct ad_call *call, struct oauth_asked *a, const struct code *c)
{
	a->grant = (struct ad_grant){
		.account_id = c->account_id,
		.client_id = c->client_id,
		.client_name = a->client.name,
		.redirect_host = host_of(c->redirect_uri),
		.space_id = c->space_id,
		.resource = c->resource,
		.environment = c->environment,
		.scopes = c->scopes,
		.jkt = oauth_token_key(a),
	};
	if (ad_grant_add(call->db, call->arena, &a->grant) != AD_DB_DONE ||
	    oauth_pin_grant(call->db, a->grant.id, &a->client) != AD_DB_DONE)
		return false;
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE oauth_codes SET redeemed_at = $2, grant_id = $3"
				 " WHERE code_hash = $1 AND redeemed_at IS NULL");
	ad_bind(s, 1, c->hash);
	ad_bind_int(s, 2, ad_now());
	ad_bind(s, 3, a->grant.id);
	if (ad_step(s) != AD_DB_DONE || ad_db_changes(call->db) != 1)
		return false;
	a->granted = c->scopes;
	return oauth_client_used(call->db, c->client_id, ad_now()) == AD_DB_DONE;
}

static void take_code(struct ad_call *call)
{
	struct oauth_asked *a = call->door_data;
	struct code c;
	enum ad_db_status status = load_code(call, a->code, &c);

	if (status == AD_DB_DONE) {
		oauth_token_refuse(a, "invalid_grant", "The code is not valid.");
		return;
	}
	if (status != AD_DB_ROW) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	if (!token_code_fits(a, &c))
		return;
	if (!verifier_right(call->arena, a->verifier, c.challenge))
		count_try(call, a, &c);
	else if (c.redeemed)
		revoke_replayed(call, a, &c);
	else if (c.expires_at <= ad_now())
		oauth_token_refuse(a, "invalid_grant", "The code has expired.");
	else if (oauth_token_account_open(call, a, c.account_id, "The code is not valid.") &&
		 !token_code_redeem(call, a, &c))
		call->status = AD_UNAVAILABLE;
}

bool oauth_grant_code(struct ad_exchange *x, struct oauth_asked *a)
{
	a->code = oauth_param(&a->params, "code");
	a->verifier = oauth_param(&a->params, "code_verifier");
	a->redirect_uri = oauth_param(&a->params, "redirect_uri");
	if (!a->code.p || !a->verifier.p) {
		oauth_error(x, 400, "invalid_request",
			    a->code.p ? "code_verifier is missing." : "code is missing.");
		return false;
	}
	oauth_token_take(x, a, take_code);
	return true;
}
