/* Machine clients of an account: their stored state, and the events that end them. */
#include "tests/unit/core/auth/world.h"

#include "auth/oauth/machines.h"

static struct ad_machine added(struct world *w, const char *name)
{
	struct ad_machine machine = { .grant = { .account_id = w->account.id,
						 .client_name = ad_str(name),
						 .space_id = w->account.space_id,
						 .resource = AD_S(AD_MACHINE_API),
						 .environment = AD_TEST,
						 .scopes = AD_CAMPAIGNS_READ } };

	must(w->db, ad_machine_add(w->db, w->arena, &machine) == AD_DB_DONE);
	return machine;
}

static int64_t number(struct world *w, const char *sql, struct ad_str text)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	ad_bind(s, 1, text);
	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* True if this is the client's secret. */
static bool opens(struct world *w, struct ad_str client_id, struct ad_str secret)
{
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	struct ad_stmt *s = ad_sql(w->db, "SELECT COUNT(*) FROM oauth_clients WHERE id = $1"
					  " AND secret_hash = $2");

	ad_sha256(secret, digest);
	ad_hex(digest, sizeof(digest), hex);
	ad_bind(s, 1, client_id);
	ad_bind_cstr(s, 2, hex);
	must(w->db, ad_step(s) == AD_DB_ROW);
	bool found = ad_col_int(s, 0) == 1;
	ad_reset(s);
	return found;
}

static void its_secret_is_shown_once_and_kept_as_a_hash(void **state)
{
	struct world *w = world_open(state);
	struct ad_machine one = added(w, "nightly"), two = added(w, "nightly");

	assert_true(ad_id_valid("cli", one.grant.client_id));
	assert_true(ad_str_starts(one.secret, "adcore_cs_"));
	assert_int_equal(one.secret.n, strlen("adcore_cs_") + 43);
	assert_false(ad_str_eq(one.secret, two.secret));
	assert_false(ad_str_eq(one.grant.client_id, two.grant.client_id));
	assert_true(opens(w, one.grant.client_id, one.secret));
	assert_false(opens(w, one.grant.client_id, two.secret));
	assert_int_equal(number(w,
				"SELECT COUNT(*) FROM oauth_clients WHERE id = $1 AND grants = 4"
				" AND redirect_uris = '[]' AND management_hash IS NULL"
				" AND used_at IS NOT NULL",
				one.grant.client_id),
			 1);
	world_close(w);
}

static void it_is_found_by_its_client_alone(void **state)
{
	struct world *w = world_open(state);
	struct ad_machine machine = added(w, "nightly");
	struct ad_grant grant, consented = world_grant(w);

	assert_int_equal(ad_machine_load(w->db, w->arena, machine.grant.client_id, &grant),
			 AD_DB_ROW);
	assert_true(ad_str_eq(grant.id, machine.grant.id));
	assert_true(grant.own && ad_grant_alive(&grant, ad_now()));
	assert_true(ad_str_eq(grant.account_id, w->account.id));
	assert_int_equal(grant.scopes, AD_CAMPAIGNS_READ);
	/* An app's grant is not a machine client, and a grant's id is not a client's. */
	assert_int_equal(ad_machine_load(w->db, w->arena, consented.client_id, &grant), AD_DB_DONE);
	assert_int_equal(ad_machine_load(w->db, w->arena, machine.grant.id, &grant), AD_DB_DONE);
	assert_int_equal(ad_machine_load(w->db, w->arena, AD_S(""), &grant), AD_DB_DONE);
	world_close(w);
}

static void a_rotation_ends_the_old_secret_and_every_token_so_far(void **state)
{
	struct world *w = world_open(state);
	struct ad_machine machine = added(w, "nightly"), other = added(w, "other");
	struct ad_str old = machine.secret;
	struct ad_grant grant;
	int64_t now = ad_now();

	world_run(w, "UPDATE oauth_grants SET expires_at = 7, idle_expires_at = 7 WHERE id = $1",
		  machine.grant.id);
	must(w->db, ad_machine_rotate(w->db, w->arena, &machine) == AD_DB_DONE);
	assert_false(opens(w, machine.grant.client_id, old));
	assert_true(opens(w, machine.grant.client_id, machine.secret));
	assert_true(opens(w, other.grant.client_id, other.secret));
	assert_int_equal(ad_machine_load(w->db, w->arena, machine.grant.client_id, &grant),
			 AD_DB_ROW);
	/* Tokens have times in whole seconds: a token of this second has expired too. */
	assert_true(grant.rotated_at > now && grant.rotated_at % AD_SECOND == 0);
	assert_true(grant.rotated_at <= ad_now() + AD_SECOND);
	assert_true(grant.expires_at >= now + AD_GRANT_DAYS * AD_DAY);
	assert_int_equal(grant.idle_expires_at, grant.expires_at);
	assert_int_equal(grant.rotated_at, machine.grant.rotated_at);
	world_close(w);
}

static void a_removed_one_is_over_for_good(void **state)
{
	struct world *w = world_open(state);
	struct ad_machine machine = added(w, "nightly"), other = added(w, "other");
	struct ad_grant grant;

	must(w->db, ad_machine_remove(w->db, &machine.grant) == AD_DB_DONE);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_clients WHERE id = $1",
				machine.grant.client_id),
			 0);
	assert_int_equal(ad_machine_load(w->db, w->arena, machine.grant.client_id, &grant),
			 AD_DB_ROW);
	assert_false(ad_grant_alive(&grant, ad_now()));
	/* A rotation in flight does not restore a deleted client. */
	must(w->db, ad_machine_rotate(w->db, w->arena, &machine) == AD_DB_DONE);
	assert_false(opens(w, machine.grant.client_id, machine.secret));
	assert_int_equal(ad_machine_load(w->db, w->arena, machine.grant.client_id, &grant),
			 AD_DB_ROW);
	assert_false(ad_grant_alive(&grant, ad_now()));
	assert_int_equal(ad_machine_load(w->db, w->arena, other.grant.client_id, &grant),
			 AD_DB_ROW);
	assert_true(ad_grant_alive(&grant, ad_now()));
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(its_secret_is_shown_once_and_kept_as_a_hash),
		STORED(it_is_found_by_its_client_alone),
		STORED(a_rotation_ends_the_old_secret_and_every_token_so_far),
		STORED(a_removed_one_is_over_for_good),
	};
	return on_each_database("machines", tests);
}
