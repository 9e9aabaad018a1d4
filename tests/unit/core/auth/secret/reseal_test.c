#include "tests/unit/core/auth/world.h"

#include <stdio.h>

#include "auth/signin/factors.h"
#include "auth/secret/reseal.h"

/* Connections beside the four of the account: copies of one, each sealed for itself. */
static void add_connections(struct world *w, const struct ad_secrets *secrets, int count)
{
	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
	for (int i = 0; i < count; i++) {
		struct ad_str id = ad_arena_printf(w->arena, "con_x%05d", i);
		struct ad_stmt *s = ad_sql(
			w->db,
			"INSERT INTO connections (id, space_id, environment, platform,"
			" account_id_remote, account_name, currency, timezone, status, settings,"
			" credentials, created_by, created_at, updated_at) SELECT CAST($1 AS TEXT),"
			" space_id, environment, CAST($2 AS TEXT), account_id_remote, "
			"account_name, currency, timezone, status,"
			" settings, CAST($3 AS TEXT), created_by, created_at, updated_at FROM "
			"connections WHERE"
			" platform = 'meta' AND environment = 'test'");
		ad_bind(s, 1, id);
		ad_bind(s, 2, id);
		ad_bind(s, 3, ad_secrets_seal(secrets, w->arena, "connections", id, AD_S("{}")));
		must(w->db, ad_step(s) == AD_DB_DONE);
	}
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
}

static struct ad_reseal reseal(struct world *w, const struct ad_secrets *secrets, int batches)
{
	struct ad_reseal walk = { 0 };

	while (walk.table < AD_SEALED_TABLES && batches-- > 0) {
		must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
		must(w->db, ad_reseal_batch(w->db, secrets, &walk) == AD_DB_DONE);
		must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	}
	return walk;
}

static struct ad_seals count(struct world *w, const struct ad_secrets *secrets)
{
	struct ad_seals seals;

	must(w->db, ad_seals_count(w->db, secrets, &seals) == AD_DB_DONE);
	return seals;
}

static void everything_is_sealed_anew_in_batches(void **state)
{
	struct world *w = world_open(state);
	const struct ad_secrets *secrets = ad_auth_secrets(w->auth);
	char id[AD_SECRET_ID], err[256];
	enum ad_factor by;

	add_connections(w, secrets, 450);
	must(w->db, ad_factors_add_totp(w->db, w->arena, secrets, w->account.id,
					AD_S("12345678901234567890"), 1) == AD_DB_DONE);
	struct ad_seals before = count(w, secrets);
	assert_int_equal(before.count, 1);
	assert_int_equal(before.use[0].n[AD_SEALED_CONNECTIONS], 454);
	assert_int_equal(before.use[0].n[AD_SEALED_TOTP], 1);
	assert_int_equal(before.use[0].n[AD_SEALED_SIGNING_KEYS], 1);
	assert_int_equal(reseal(w, secrets, 99).done, 0);

	assert_true(ad_secret_add(w->database->folder, ad_now(), id, err));
	/* Half of a walk, as one that was killed leaves it: the next one does the rest. */
	assert_int_equal(reseal(w, secrets, 3).done, 202);
	struct ad_seals half = count(w, secrets);
	assert_int_equal(half.use[0].n[AD_SEALED_CONNECTIONS], 254);
	assert_int_equal(half.use[1].n[AD_SEALED_CONNECTIONS], 200);
	assert_int_equal(reseal(w, secrets, 99).done, 254);
	struct ad_seals after = count(w, secrets);
	assert_int_equal(after.count, 2);
	assert_string_equal(after.use[1].id, id);
	for (int i = 0; i < AD_SEALED_TABLES; i++) {
		assert_int_equal(after.use[0].n[i], 0);
		assert_int_equal(after.use[1].n[i], before.use[0].n[i]);
		assert_int_equal(after.damaged[i], 0);
	}
	must(w->db, ad_factors_use(w->db, w->arena, secrets, w->account.id, AD_S("000000"), &by) ==
			    AD_DB_DONE);
	assert_true(ad_str_is(ad_seals_told(w->arena, after.use[1].n),
			      "454 connections, 1 authenticator app, 1 signing key"));
	assert_true(ad_str_is(ad_seals_told(w->arena, after.use[0].n), "nothing"));
	world_close(w);
}

static void what_does_not_open_is_told_and_stays(void **state)
{
	struct world *w = world_open(state);
	const struct ad_secrets *secrets = ad_auth_secrets(w->auth);
	char id[AD_SECRET_ID], err[256];
	const struct ad_str none = { 0 };

	world_run(w, "UPDATE connections SET credentials = NULL WHERE platform = 'google'", none);
	world_run(w,
		  "UPDATE connections SET credentials = 'v2.0badc0de.AAAA' WHERE platform = 'meta'",
		  none);
	world_run(w, "UPDATE connections SET credentials = 'nonsense' WHERE platform = 'reddit'",
		  none);
	assert_true(ad_secret_add(w->database->folder, ad_now(), id, err));
	struct ad_reseal walk = reseal(w, secrets, 99);
	assert_int_equal(walk.done, 2); /* the signing key, Microsoft */
	assert_int_equal(walk.shut, 2);
	struct ad_seals seals = count(w, secrets);
	assert_int_equal(seals.count, 3);
	assert_string_equal(seals.use[2].id, "0badc0de");
	assert_false(seals.use[2].known);
	assert_int_equal(seals.use[2].n[AD_SEALED_CONNECTIONS], 1);
	assert_int_equal(seals.damaged[AD_SEALED_CONNECTIONS], 1);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(everything_is_sealed_anew_in_batches),
		STORED(what_does_not_open_is_told_and_stays),
	};
	return on_each_database("reseal", tests);
}
