/*
 * For the tests of core/call: a call of an OWNER in the test environment, alone or on a fresh
 * database, and short functions for its results.
 */
#ifndef TESTS_UNIT_CORE_CALL_DESK_H
#define TESTS_UNIT_CORE_CALL_DESK_H

#include "tests/support/database.h"

#include <string.h>

#include "auth/account/accounts.h"
#include "auth/auth.h"
#include "base/json_read.h"
#include "call/request/call.h"
#include "call/request/core.h"
#include "call/request/spaces.h"
#include "store/db/pending.h"
#include "store/schema/schema.h"

struct desk {
	struct ad_arena *arena; /* lives as long as the desk; fresh() resets the call's own */
	struct ad_principal who;
	struct ad_call call;
	/* with a database */
	struct database *database;
	struct ad_db *db;
	struct ad_auth *auth;
	struct ad_core core;
	struct ad_account account;
};

/* A call without a database, in a Space of a currency. */
static inline void desk_open(struct desk *d, const char *currency)
{
	memset(d, 0, sizeof(*d));
	d->arena = ad_arena_new();
	d->call.arena = ad_arena_new();
	d->call.who = &d->who;
	d->who.kind = AD_BY_TOKEN;
	d->who.scopes = d->call.scopes = AD_SCOPES_ALL;
	d->call.space.allowed_platforms = 15;
	d->call.space.blocked_terms = "[]";
	d->call.space.role = AD_OWNER;
	snprintf(d->call.space.currency, sizeof(d->call.space.currency), "%s", currency);
	snprintf(d->call.space.id, sizeof(d->call.space.id), "spc_%026d", 0);
	snprintf(d->who.account_id, sizeof(d->who.account_id), "acc_%026d", 0);
}

static inline void desk_close(struct desk *d)
{
	ad_arena_free(d->call.arena);
	ad_arena_free(d->arena);
}

/* The same call as new. */
static inline struct ad_call *fresh(struct desk *d)
{
	ad_arena_reset(d->call.arena);
	ad_call_fresh(&d->call);
	d->call.parent_hint = NULL;
	return &d->call;
}

static inline const cJSON *json_of(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;
	const cJSON *item = ad_json_parse(arena, ad_str(text), &err);

	if (!item)
		fail_msg("%s: %s", text, err.reason);
	return item;
}

/* The faults as "path CODE; path CODE": what a test compares. */
static inline const char *faults(const struct desk *d)
{
	struct ad_text text = ad_text_on(d->call.arena);

	for (const struct ad_fault *f = d->call.faults; f; f = f->next) {
		assert_non_null(f->message);
		ad_text_addf(&text, "%s%s %s", text.n ? "; " : "", f->path, f->code);
	}
	return ad_text_str(&text).p;
}

#define FAULTS(d, text) assert_string_equal(faults(d), text)

/* --- on a database ---------------------------------------------------------------------------- */

#define GOOD(db, expression)                                                                       \
	do {                                                                                       \
		if (!(expression))                                                                 \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

static inline void desk_account(struct desk *d)
{
	struct ad_account_spec spec = {
		.email = AD_S("ada@example.com"),
		.name = AD_S("Ada"),
		.plan = AD_S("self-hosted"),
		.subscription = AD_S("active"),
		.currency = AD_S("EUR"),
		.timezone = AD_S("Europe/Berlin"),
	};

	GOOD(d->db, ad_db_begin(d->db, true) == AD_DB_DONE);
	GOOD(d->db, ad_account_add(d->db, d->arena, ad_auth_secrets(d->auth), &spec, &d->account) ==
			    AD_DB_DONE);
	GOOD(d->db, ad_db_commit(d->db) == AD_DB_DONE);
	snprintf(d->who.account_id, sizeof(d->who.account_id), "%.*s", AD_FMT(d->account.id));
	snprintf(d->who.space_id, sizeof(d->who.space_id), "%.*s", AD_FMT(d->account.space_id));
	GOOD(d->db, ad_space_load(d->db, d->arena, d->account.space_id, d->who.account_id, AD_TEST,
				  &d->call.space) == AD_DB_ROW);
}

/* Setup of a test: *state is a struct desk whose call is in an open write transaction. */
static inline int desk_up(void **state)
{
	struct desk *d = calloc(1, sizeof(*d));
	char err[256] = "";

	assert_non_null(d);
	desk_open(d, "EUR");
	assert_int_equal(fresh_database((void **)&d->database), 0);
	d->db = open_db(d->database, AD_DB_WRITE);
	if (!ad_schema_migrate(d->db, err))
		fail_msg("%s", err);
	struct ad_auth_spec spec = { .issuer = "http://127.0.0.1:1",
				     .base_url = "http://127.0.0.1:1/api/v1",
				     .mcp_url = "http://127.0.0.1:1/mcp",
				     .data_dir = d->database->folder };
	d->auth = ad_auth_open(&spec, d->database->store, d->db, err);
	if (!d->auth)
		fail_msg("%s", err);
	d->core.auth = d->auth;
	d->call.core = &d->core;
	d->call.db = d->db;
	desk_account(d);
	GOOD(d->db, ad_db_begin(d->db, true) == AD_DB_DONE);
	*state = d;
	return 0;
}

static inline int desk_down(void **state)
{
	struct desk *d = *state;

	ad_db_rollback(d->db);
	ad_auth_close(d->auth);
	ad_db_close(d->db);
	drop_database((void **)&d->database);
	desk_close(d);
	free(d);
	return 0;
}

#define desk_test(f) cmocka_unit_test_setup_teardown(f, desk_up, desk_down)

/* A number out of the database, with what the call has counted and recorded. */
static inline int64_t number_of(struct desk *d, const char *sql)
{
	GOOD(d->db, ad_pending_flush(d->db) == AD_DB_DONE);
	struct ad_stmt *s = ad_sql(d->db, sql);

	GOOD(d->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

#endif
