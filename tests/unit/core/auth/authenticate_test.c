#include "tests/unit/core/auth/world.h"

#include "auth/oauth/jwt.h"

static enum ad_status ask(struct world *w, struct ad_str credential, const char *audience,
			  const struct ad_principal **who)
{
	return ad_authenticate(w->auth, w->db, w->arena, credential, ad_str(audience), who);
}

static struct ad_str access_token(struct world *w, const struct ad_grant *grant,
				  struct ad_claims change)
{
	int64_t now = ad_now() / AD_SECOND;
	struct ad_claims claims = {
		.issuer = change.issuer.p ? change.issuer : AD_S(WORLD_ISSUER),
		.audience = change.audience.p ? change.audience : grant->resource,
		.subject = change.subject.p ? change.subject : grant->account_id,
		.client_id = change.client_id.p ? change.client_id : grant->client_id,
		.scope = change.scope.p ? change.scope : AD_S("campaigns:read ads:read"),
		.id = AD_S("jti_1"),
		.grant_id = change.grant_id.p ? change.grant_id : grant->id,
		.issued_at = now,
		.expires_at = change.expires_at ? change.expires_at : now + 3600,
	};
	struct ad_str token = ad_jwt_write(ad_auth_keys(w->auth), w->arena, &claims);

	assert_non_null(token.p);
	return token;
}

static void a_token_is_its_account(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_ADS_READ | AD_SYNC_READ);
	const struct ad_principal *who;

	for (int i = 0; i < 2; i++) { /* looked up, then from the cache */
		assert_int_equal(ask(w, token.text, WORLD_BASE, &who), AD_OK);
		assert_int_equal(who->kind, AD_BY_TOKEN);
		assert_string_equal(who->account_id, w->account.id.p);
		assert_string_equal(who->space_id, w->account.space_id.p);
		assert_string_equal(who->credential_id, token.id.p);
		assert_int_equal(who->scopes, AD_ADS_READ | AD_SYNC_READ);
		assert_int_equal(who->environment, AD_TEST);
		assert_string_equal(who->plan, "self-hosted");
		assert_int_equal(who->minute_limit, 60);
		assert_false(who->space_bound);
		assert_non_null(who->minute);
	}
	/* A script may use the connector with it. */
	assert_int_equal(ask(w, token.text, WORLD_MCP, &who), AD_OK);
	world_close(w);
}

static void what_is_no_token_is_refused(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_ADS_READ);
	const struct ad_principal *who;
	char wrong[128];

	memcpy(wrong, token.text.p, token.text.n + 1);
	wrong[40] = wrong[40] == 'A' ? 'B' : 'A';
	assert_int_equal(ask(w, ad_str(wrong), WORLD_BASE, &who), AD_UNAUTHENTICATED);
	assert_null(who);
	/* The right secret under the other environment is another credential. */
	memcpy(wrong, token.text.p, token.text.n + 1);
	memcpy(wrong + 7, "live", 4);
	assert_int_equal(ask(w, ad_str(wrong), WORLD_BASE, &who), AD_UNAUTHENTICATED);
	assert_int_equal(ask(w, AD_S(""), WORLD_BASE, &who), AD_UNAUTHENTICATED);
	assert_int_equal(ask(w, AD_S("a.b.c"), WORLD_BASE, &who), AD_UNAUTHENTICATED);
	world_run(w, "UPDATE tokens SET expires_at = 1 WHERE id = $1", token.id);
	assert_int_equal(ask(w, token.text, WORLD_BASE, &who), AD_UNAUTHENTICATED);
	world_close(w);
}

/* The change comes from another connection, as from another process. */
static void a_revoked_token_dies_at_once(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_ADS_READ), out;
	struct ad_db *reader = open_db(w->database, AD_DB_READ);
	const struct ad_principal *who;
	struct ad_str base = AD_S(WORLD_BASE);

	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token.text, base, &who), AD_OK);
	assert_int_equal(ad_token_rotate(w->db, w->arena, w->account.id, token.id, &out),
			 AD_TOKEN_OK);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token.text, base, &who),
			 AD_UNAUTHENTICATED);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, out.text, base, &who), AD_OK);
	struct ad_str rotated = out.text;
	assert_int_equal(ad_token_revoke(w->db, w->arena, w->account.id, token.id, &out),
			 AD_TOKEN_OK);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, rotated, base, &who),
			 AD_UNAUTHENTICATED);
	ad_db_close(reader);
	world_close(w);
}

static void billing_is_seen_at_once(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_ADS_READ);
	struct ad_db *reader = open_db(w->database, AD_DB_READ);
	const struct ad_principal *who;
	struct ad_str base = AD_S(WORLD_BASE);

	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token.text, base, &who), AD_OK);
	assert_true(who->api_access);
	assert_int_equal(ad_account_bill(w->db, w->account.id, AD_S("scale"), AD_S("expired")),
			 AD_DB_DONE);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token.text, base, &who), AD_OK);
	assert_string_equal(who->subscription, "expired");
	assert_true(who->plan_needs_subscription);
	assert_int_equal(who->minute_limit, 600);
	assert_int_equal(ad_account_bill(w->db, w->account.id, AD_S("gone"), AD_S("active")),
			 AD_DB_DONE);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token.text, base, &who), AD_OK);
	assert_false(who->api_access);
	ad_db_close(reader);
	world_close(w);
}

static void an_access_token_is_for_one_resource(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w);
	const struct ad_principal *who;
	struct ad_str token = access_token(w, &grant, (struct ad_claims){ 0 });

	for (int i = 0; i < 2; i++) {
		assert_int_equal(ask(w, token, WORLD_BASE, &who), AD_UNAUTHENTICATED);
		assert_int_equal(ask(w, token, WORLD_MCP, &who), AD_OK);
		assert_int_equal(who->kind, AD_BY_GRANT);
		assert_true(who->space_bound);
		assert_string_equal(who->credential_id, grant.id.p);
		assert_int_equal(who->scopes, AD_CAMPAIGNS_READ | AD_ADS_READ);
	}
	/* A narrowed token is narrow; one that claims more than the grant has gets no more. */
	token = access_token(w, &grant, (struct ad_claims){ .scope = AD_S("ads:read sync:write") });
	assert_int_equal(ask(w, token, WORLD_MCP, &who), AD_OK);
	assert_int_equal(who->scopes, AD_ADS_READ);
	world_close(w);
}

static void claims_must_be_those_of_the_grant(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w);
	const struct ad_principal *who;
	const struct ad_claims wrong[] = {
		{ .issuer = AD_S("http://127.0.0.1:2") },
		{ .audience = AD_S("http://127.0.0.1:1/mcp/") },
		{ .audience = AD_S(WORLD_BASE) },
		{ .subject = AD_S("acc_other") },
		{ .client_id = AD_S("cli_2") },
		{ .grant_id = AD_S("grt_none") },
		{ .expires_at = ad_now() / AD_SECOND },
	};

	for (size_t i = 0; i < AD_LEN(wrong); i++) {
		struct ad_str token = access_token(w, &grant, wrong[i]);
		assert_int_equal(ask(w, token, WORLD_MCP, &who), AD_UNAUTHENTICATED);
		assert_int_equal(ask(w, token, WORLD_BASE, &who), AD_UNAUTHENTICATED);
	}
	world_close(w);
}

static void a_revoked_grant_or_access_token_dies_at_once(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w);
	struct ad_str token = access_token(w, &grant, (struct ad_claims){ 0 });
	struct ad_db *reader = open_db(w->database, AD_DB_READ);
	struct ad_str mcp = AD_S(WORLD_MCP);
	const struct ad_principal *who;

	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token, mcp, &who), AD_OK);
	assert_int_equal(ad_access_token_revoke(w->db, AD_S("jti_1"), ad_now() + AD_HOUR),
			 AD_DB_DONE);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token, mcp, &who),
			 AD_UNAUTHENTICATED);
	world_run(w, "DELETE FROM oauth_revoked", (struct ad_str){ 0 });
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token, mcp, &who), AD_OK);
	assert_int_equal(ad_grant_revoke(w->db, grant.id, "user"), AD_DB_DONE);
	assert_int_equal(ad_authenticate(w->auth, reader, w->arena, token, mcp, &who),
			 AD_UNAUTHENTICATED);
	ad_db_close(reader);
	world_close(w);
}

/* Another server on the same database, with the same secret, makes and takes the same tokens. */
static void keys_are_shared_and_rotate(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w);
	struct ad_str old = access_token(w, &grant, (struct ad_claims){ 0 });
	struct ad_keys *keys = ad_auth_keys(w->auth);
	const struct ad_principal *who;
	char err[256], kid[AD_KID_SIZE];

	struct ad_auth *other = ad_auth_open(ad_auth_spec(w->auth), w->database->store, w->db, err);
	assert_non_null(other);
	snprintf(kid, sizeof(kid), "%s", ad_keys_signing_id(keys, ad_now()));
	assert_string_equal(ad_keys_signing_id(ad_auth_keys(other), ad_now()), kid);
	assert_true(ad_keys_rotate(ad_auth_secrets(w->auth), w->db, ad_now() - 1));
	assert_true(ad_keys_reload(keys, w->db, err));
	assert_string_not_equal(ad_keys_signing_id(keys, ad_now()), kid);
	struct ad_str fresh = access_token(w, &grant, (struct ad_claims){ 0 });
	/* The other server loads the new kid on first use, and still accepts the old one. */
	assert_int_equal(ad_authenticate(other, w->db, w->arena, fresh, AD_S(WORLD_MCP), &who),
			 AD_OK);
	assert_int_equal(ad_authenticate(other, w->db, w->arena, old, AD_S(WORLD_MCP), &who),
			 AD_OK);
	ad_auth_close(other);
	/* A key that signs later is published but does not sign. */
	snprintf(kid, sizeof(kid), "%s", ad_keys_signing_id(keys, ad_now()));
	assert_true(ad_keys_rotate(ad_auth_secrets(w->auth), w->db, ad_now() + AD_HOUR));
	assert_true(ad_keys_reload(keys, w->db, err));
	assert_string_equal(ad_keys_signing_id(keys, ad_now()), kid);
	assert_string_not_equal(ad_keys_signing_id(keys, ad_now() + 2 * AD_HOUR), kid);
	world_close(w);
}

static void another_secret_is_noticed(void **state)
{
	struct world *w = world_open(state);
	struct ad_auth_spec spec = *ad_auth_spec(w->auth);
	char err[256] = "", folder[128];

	snprintf(folder, sizeof(folder), "%s/other", w->database->folder);
	spec.data_dir = folder;
	assert_null(ad_auth_open(&spec, w->database->store, w->db, err));
	assert_non_null(strstr(err, "secret"));
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_token_is_its_account),
		STORED(what_is_no_token_is_refused),
		STORED(a_revoked_token_dies_at_once),
		STORED(billing_is_seen_at_once),
		STORED(an_access_token_is_for_one_resource),
		STORED(claims_must_be_those_of_the_grant),
		STORED(a_revoked_grant_or_access_token_dies_at_once),
		STORED(keys_are_shared_and_rotate),
		STORED(another_secret_is_noticed),
	};
	return on_each_database("authenticate", tests);
}
