/* For the tests of core/auth: a migrated database with an account, its secret in a folder. */
#ifndef TESTS_UNIT_CORE_AUTH_WORLD_H
#define TESTS_UNIT_CORE_AUTH_WORLD_H

#include "tests/support/database.h"

#include "auth/account/accounts.h"
#include "auth/auth.h"
#include "auth/oauth/grants.h"
#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "store/schema/schema.h"

struct world {
	struct database *database;
	struct ad_arena *arena;
	struct ad_db *db; /* writes */
	struct ad_auth *auth;
	struct ad_account account;
};

#define WORLD_BASE "http://127.0.0.1:1/api/v1"
#define WORLD_MCP "http://127.0.0.1:1/mcp"
#define WORLD_ISSUER "http://127.0.0.1:1"

static inline void must(struct ad_db *db, bool good)
{
	if (!good)
		fail_msg("%s", ad_db_error(db));
}

static inline struct ad_account world_account(struct world *w, const char *email)
{
	struct ad_account_spec spec = {
		.email = ad_str(email),
		.name = AD_S("Ada"),
		.plan = AD_S("self-hosted"),
		.subscription = AD_S("active"),
		.currency = AD_S("EUR"),
		.timezone = AD_S("Europe/Berlin"),
	};
	struct ad_account out;

	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
	must(w->db,
	     ad_account_add(w->db, w->arena, ad_auth_secrets(w->auth), &spec, &out) == AD_DB_DONE);
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	return out;
}

static inline struct world *world_open(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	char err[256] = "";

	assert_non_null(w);
	w->database = *state;
	w->arena = ad_arena_new();
	w->db = open_db(w->database, AD_DB_WRITE);
	if (!ad_schema_migrate(w->db, err))
		fail_msg("%s", err);
	struct ad_auth_spec spec = { .issuer = WORLD_ISSUER,
				     .base_url = WORLD_BASE,
				     .mcp_url = WORLD_MCP,
				     .data_dir = w->database->folder };
	w->auth = ad_auth_open(&spec, w->database->store, w->db, err);
	if (!w->auth)
		fail_msg("%s", err);
	w->account = world_account(w, "ada@example.com");
	return w;
}

static inline void world_close(struct world *w)
{
	ad_auth_close(w->auth);
	ad_db_close(w->db);
	ad_arena_free(w->arena);
	free(w);
}

/* One statement without rows, with an optional text as $1. */
static inline void world_run(struct world *w, const char *sql, struct ad_str text)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	if (text.p)
		ad_bind(s, 1, text);
	must(w->db, ad_step(s) == AD_DB_DONE);
}

static inline struct ad_token world_token(struct world *w, uint32_t scopes)
{
	struct ad_token token = { .account_id = w->account.id,
				  .name = AD_S("t"),
				  .environment = AD_TEST,
				  .scopes = scopes,
				  .expires_at = ad_now() + AD_DAY };

	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
	assert_int_equal(ad_token_mint(w->db, w->arena, &token), AD_TOKEN_OK);
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	return token;
}

static inline struct ad_grant world_grant(struct world *w)
{
	struct ad_grant grant = { .account_id = w->account.id,
				  .client_id = AD_S("cli_1"),
				  .client_name = AD_S("Client"),
				  .redirect_host = AD_S("localhost"),
				  .space_id = w->account.space_id,
				  .resource = AD_S(WORLD_MCP),
				  .environment = AD_TEST,
				  .scopes = AD_CAMPAIGNS_READ | AD_ADS_READ };

	must(w->db, ad_grant_add(w->db, w->arena, &grant) == AD_DB_DONE);
	return grant;
}

#endif
