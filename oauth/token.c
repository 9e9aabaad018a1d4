/*
 * POST /token (OAuth 2.1 section 3.2): a code or a refresh token for an access token. Everything a
 * client may have got wrong is checked before anything is used up; what is used up is used up
 * atomically, on the writer's thread; and what was claimed but never heard of is given again.
 */
#include "oauth/clients.h"
#include "oauth/endpoints.h"
#include "oauth/requests.h"

/* A request and what came of it. */
struct asked {
	struct oauth_params params;
	struct oauth_client client;
	struct ad_str code, verifier, redirect_uri, refresh;
	const char *resource; /* the one that was named, or NULL */
	bool scope_named;
	uint32_t scopes; /* asked for, of a refresh */
	/* Outcome */
	const char *error, *description;
	struct ad_grant grant;
	uint32_t granted; /* of this access token */
};

/* As the database keeps a code. */
struct code {
	struct ad_str hash, client_id, redirect_uri, challenge, resource, account_id, space_id;
	struct ad_str grant_id; /* absent until redeemed */
	bool redirect_given, redeemed;
	enum ad_environment environment;
	uint32_t scopes;
	int64_t expires_at, tries;
};

/* An error that is an answer, not a failure: what the step changed stays. */
static void refuse(struct asked *a, const char *error, const char *description)
{
	a->error = error;
	a->description = description;
}

static struct ad_str copy(struct ad_call *call, struct ad_stmt *s, int column)
{
	return ad_col_is_null(s, column) ? (struct ad_str){ 0 }
					 : ad_arena_copy(call->arena, ad_col(s, column));
}

static enum ad_db_status load_code(struct ad_call *call, struct ad_str code, struct code *out)
{
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT client_id, redirect_uri, redirect_given,"
				 " challenge, resource, scopes, account_id, space_id,"
				 " environment, expires_at, tries, redeemed_at, grant_id"
				 " FROM oauth_codes WHERE code_hash = $1");
	*out = (struct code){ .hash = oauth_hash(call->arena, code) };
	ad_bind(s, 1, out->hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	out->client_id = copy(call, s, 0);
	out->redirect_uri = copy(call, s, 1);
	out->redirect_given = ad_col_int(s, 2) != 0;
	out->challenge = copy(call, s, 3);
	out->resource = copy(call, s, 4);
	out->scopes = (uint32_t)ad_col_int(s, 5);
	out->account_id = copy(call, s, 6);
	out->space_id = copy(call, s, 7);
	out->environment = ad_str_is(ad_col(s, 8), "live") ? AD_LIVE : AD_TEST;
	out->expires_at = ad_col_int(s, 9);
	out->tries = ad_col_int(s, 10);
	out->redeemed = !ad_col_is_null(s, 11);
	out->grant_id = copy(call, s, 12);
	ad_reset(s);
	return AD_DB_ROW;
}

/* What does not count against the code: another client, time, redirect, resource. */
static bool fits(struct asked *a, const struct code *c)
{
	if (!ad_str_eq(c->client_id, a->client.id) || c->tries >= OAUTH_CODE_TRIES) {
		refuse(a, "invalid_grant", "The code is not valid.");
		return false;
	}
	if (a->redirect_uri.p ? !ad_str_eq(a->redirect_uri, c->redirect_uri) : false) {
		refuse(a, "invalid_grant",
		       "redirect_uri is not that of the authorization request.");
		return false;
	}
	if (a->resource && !ad_str_is(c->resource, a->resource)) {
		refuse(a, "invalid_target", "resource is not that of the authorization request.");
		return false;
	}
	return true;
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

/* A wrong verifier: the fifth kills the code. */
static void count_try(struct ad_call *call, struct asked *a, const struct code *c)
{
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE oauth_codes SET tries = tries + 1 WHERE code_hash = $1");

	ad_bind(s, 1, c->hash);
	if (ad_step(s) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	refuse(a, "invalid_grant", "code_verifier does not match the code_challenge.");
}

/* Shown again by somebody who knows everything: one of the two is a thief. */
static void revoke_replayed(struct ad_call *call, struct asked *a, const struct code *c)
{
	ad_log(AD_LOG_WARN, "code_replayed", "client", c->client_id.p, "grant",
	       c->grant_id.p ? c->grant_id.p : "", NULL);
	if (c->grant_id.p && ad_grant_revoke(call->db, c->grant_id, "code_reuse") != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	refuse(a, "invalid_grant", "The code was used before. What it gave is revoked.");
}

static struct ad_str host_of(struct ad_str uri)
{
	size_t at = 0, end;

	while (at + 2 < uri.n && memcmp(uri.p + at, "://", 3) != 0)
		at++;
	at = at + 3 < uri.n ? at + 3 : uri.n;
	for (end = at; end < uri.n && !strchr("/?#", uri.p[end]); end++)
		;
	return (struct ad_str){ uri.p + at, end - at };
}

/* Claims the code, once, and makes the grant. */
static bool redeem(struct ad_call *call, struct asked *a, const struct code *c)
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
	};
	if (ad_grant_add(call->db, call->arena, &a->grant) != AD_DB_DONE)
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
	struct asked *a = call->door_data;
	struct code c;
	enum ad_db_status status = load_code(call, a->code, &c);

	a->error = NULL;
	if (status == AD_DB_DONE) {
		refuse(a, "invalid_grant", "The code is not valid.");
		return;
	}
	if (status != AD_DB_ROW) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	if (!fits(a, &c))
		return;
	if (!verifier_right(call->arena, a->verifier, c.challenge))
		count_try(call, a, &c);
	else if (c.redeemed)
		revoke_replayed(call, a, &c);
	else if (c.expires_at <= ad_now())
		refuse(a, "invalid_grant", "The code has expired.");
	else if (!redeem(call, a, &c))
		call->status = AD_UNAVAILABLE;
}

/* Scope and resource of a refresh, against the grant that it names, before the token is claimed. */
static bool fits_grant(struct ad_call *call, struct asked *a)
{
	struct ad_str id;
	int64_t generation;
	struct ad_grant grant;

	if (!ad_refresh_parse(a->refresh, &id, &generation) ||
	    ad_grant_load(call->db, call->arena, id, &grant) != AD_DB_ROW ||
	    !ad_str_eq(grant.client_id, a->client.id))
		return true; /* the claim says what is wrong */
	if (a->resource && !ad_str_is(grant.resource, a->resource)) {
		refuse(a, "invalid_target", "resource is not that of the grant.");
		return false;
	}
	a->granted = a->scope_named ? a->scopes : grant.scopes;
	if (a->granted != 0 && (a->granted & ~grant.scopes) == 0)
		return true;
	refuse(a, "invalid_scope", "scope goes beyond what was granted.");
	return false;
}

static void take_refresh(struct ad_call *call)
{
	struct asked *a = call->door_data;

	a->error = NULL;
	if (!fits_grant(call, a))
		return;
	switch (ad_refresh_claim(call->db, call->arena, ad_auth_secrets(call->core->auth),
				 a->refresh, a->client.id, &a->grant)) {
	case AD_REFRESH_OK:
		if (oauth_client_used(call->db, a->client.id, ad_now()) != AD_DB_DONE)
			call->status = AD_UNAVAILABLE;
		return;
	case AD_REFRESH_WRONG:
		refuse(a, "invalid_grant", "The refresh token is not valid.");
		return;
	case AD_REFRESH_REUSE:
		ad_log(AD_LOG_WARN, "refresh_token_reused", "grant", a->grant.id.p, "client",
		       a->client.id.p, NULL);
		refuse(a, "invalid_grant",
		       "The refresh token was used before. Its grant is revoked.");
		return;
	case AD_REFRESH_DB:
		call->status = AD_UNAVAILABLE;
		return;
	}
}

/* --- the answer --- */

static struct ad_str access_token(struct ad_exchange *x, const struct asked *a)
{
	char id[AD_ID_SIZE];
	int64_t now = ad_now() / AD_SECOND;

	ad_id_make("jti", id);
	struct ad_claims claims = {
		.issuer = ad_str(x->call.core->config->public_url),
		.audience = a->grant.resource,
		.subject = a->grant.account_id,
		.client_id = a->grant.client_id,
		.scope = oauth_scopes_text(x->call.arena, a->granted),
		.id = ad_arena_copy(x->call.arena, ad_str(id)),
		.grant_id = a->grant.id,
		.issued_at = now,
		.expires_at = now + AD_ACCESS_TOKEN_S,
	};
	return ad_jwt_write(ad_auth_keys(x->call.core->auth), x->call.arena, &claims);
}

static void answer(struct ad_exchange *x)
{
	const struct asked *a = x->call.door_data;
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	if (x->call.status != AD_OK) {
		oauth_unavailable(x);
		return;
	}
	if (a->error) {
		ad_log(AD_LOG_INFO, "token_refused", "error", a->error, "client", a->client.id.p,
		       "request", x->call.request_id.p, NULL);
		oauth_error(x, 400, a->error, a->description);
		return;
	}
	struct ad_str token = access_token(x, a);
	if (!token.p) {
		oauth_error(x, 500, "server_error", "The access token could not be made.");
		return;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "access_token", token);
	ad_json_kcstr(&j, "token_type", "Bearer");
	ad_json_kint(&j, "expires_in", AD_ACCESS_TOKEN_S);
	ad_json_kstr(&j, "refresh_token",
		     ad_refresh_text(ad_auth_secrets(x->call.core->auth), x->call.arena, &a->grant,
				     a->grant.generation));
	ad_json_kstr(&j, "scope", oauth_scopes_text(x->call.arena, a->granted));
	ad_json_object_end(&j);
	oauth_json(x, 200, ad_text_str(&text));
}

/* --- the request --- */

static bool bad(struct ad_exchange *x, const char *error, const char *description)
{
	oauth_error(x, 400, error, description);
	return false;
}

/* resource, if it is named: once, and one of ours. */
static bool read_resource(struct ad_exchange *x, struct asked *a)
{
	for (size_t i = 0; i < a->params.count; i++) {
		const struct ad_param *p = &a->params.list[i];
		if (!ad_str_is(p->name, "resource") || p->value.n == 0)
			continue;
		const char *named = oauth_resource(x->call.core, p->value);
		if (!named || (a->resource && a->resource != named))
			return bad(x, "invalid_target", "resource names nothing, or too much.");
		a->resource = named;
	}
	return true;
}

static bool read_code(struct ad_exchange *x, struct asked *a)
{
	a->code = oauth_param(&a->params, "code");
	a->verifier = oauth_param(&a->params, "code_verifier");
	a->redirect_uri = oauth_param(&a->params, "redirect_uri");
	if (!a->code.p)
		return bad(x, "invalid_request", "code is missing.");
	if (!a->verifier.p)
		return bad(x, "invalid_request", "code_verifier is missing.");
	ad_call_next(&x->call, AD_WRITE, take_code);
	return true;
}

static bool read_refresh(struct ad_exchange *x, struct asked *a)
{
	a->refresh = oauth_param(&a->params, "refresh_token");
	if (!a->refresh.p)
		return bad(x, "invalid_request", "refresh_token is missing.");
	if (!oauth_scopes_read(oauth_param(&a->params, "scope"), &a->scopes, &a->scope_named))
		return bad(x, "invalid_scope", "scope holds a forbidden character.");
	ad_call_next(&x->call, AD_WRITE, take_refresh);
	return true;
}

/* Checks in the order that says most: the form, the client, the grant type, its parameters. */
static bool read_request(struct ad_exchange *x, struct asked *a)
{
	struct oauth_params query = { x->params, x->param_count };

	if (!oauth_form(x, &a->params))
		return false;
	if (oauth_param(&query, "client_secret").p || oauth_param(&query, "refresh_token").p ||
	    oauth_param(&query, "code").p)
		return bad(x, "invalid_request", "Secrets belong in the body, not in the address.");
	if (oauth_param_twice(&a->params))
		return bad(x, "invalid_request", "A parameter is there twice.");
	if (!oauth_client_authenticate(x, &a->params, &a->client))
		return false;
	struct ad_str type = oauth_param(&a->params, "grant_type");
	if (!type.p)
		return bad(x, "invalid_request", "grant_type is missing.");
	bool code = ad_str_is(type, "authorization_code");
	if (!code && !ad_str_is(type, "refresh_token"))
		return bad(x, "unsupported_grant_type",
			   "grant_type must be authorization_code or refresh_token.");
	return read_resource(x, a) && (code ? read_code(x, a) : read_refresh(x, a));
}

void oauth_token(struct ad_exchange *x)
{
	struct asked *a = ad_arena_zalloc(x->call.arena, sizeof(*a));

	if (!oauth_begin(x, OAUTH_API, AD_ADDRESS_REQUEST) || !read_request(x, a))
		return;
	x->call.door_data = a;
	x->render = answer;
}
