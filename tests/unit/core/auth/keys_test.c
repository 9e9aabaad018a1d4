#include "tests/unit/core/auth/world.h"

#include "auth/keys.h"
#include "base/clock.h"

static size_t stored(struct world *w)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT COUNT(*) FROM signing_keys");

	assert_int_equal(ad_step(s), AD_DB_ROW);
	size_t n = (size_t)ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void sign_all_from(struct world *w, int64_t us)
{
	struct ad_stmt *s = ad_sql(w->db, "UPDATE signing_keys SET sign_from = $1");

	ad_bind_int(s, 1, us);
	must(w->db, ad_step(s) == AD_DB_DONE);
}

static void rotate(struct world *w, int64_t sign_from)
{
	char err[256];

	assert_true(ad_keys_rotate(ad_auth_secrets(w->auth), w->db, sign_from));
	assert_true(ad_keys_reload(ad_auth_keys(w->auth), w->db, err));
}

/* What signed last more than a day ago goes; what may have signed a living token stays. */
static void keys_go_a_day_after_they_signed_last(void **state)
{
	struct world *w = world_open(state);
	int64_t now = ad_now();

	sign_all_from(w, now - 10 * AD_DAY);
	rotate(w, now - 3 * AD_DAY);
	rotate(w, now - 2 * AD_HOUR);
	rotate(w, now + 2 * AD_HOUR);
	assert_int_equal(stored(w), 4);
	assert_true(ad_keys_sweep(w->db));
	/* The first stopped three days ago; the second two hours ago. */
	assert_int_equal(stored(w), 3);
	assert_true(ad_keys_sweep(w->db));
	assert_int_equal(stored(w), 3);
	world_close(w);
}

static void the_only_key_stays_however_old(void **state)
{
	struct world *w = world_open(state);

	sign_all_from(w, ad_now() - 1000 * AD_DAY);
	assert_true(ad_keys_sweep(w->db));
	assert_int_equal(stored(w), 1);
	world_close(w);
}

static void a_dropped_key_verifies_nothing(void **state)
{
	struct world *w = world_open(state);
	struct ad_keys *keys = ad_auth_keys(w->auth);
	uint8_t signature[AD_ES256_SIZE];
	struct ad_str data = AD_S("data"), bytes = { (char *)signature, sizeof(signature) };
	struct ad_str kid = ad_arena_copy(w->arena, ad_str(ad_keys_signing_id(keys, ad_now())));

	assert_true(ad_keys_sign(keys, kid, data, signature));
	assert_true(ad_keys_verify(keys, kid, data, bytes));
	assert_true(ad_keys_drop(w->db));
	rotate(w, ad_now());
	assert_false(ad_keys_has(keys, kid));
	assert_false(ad_keys_verify(keys, kid, data, bytes));
	assert_int_equal(stored(w), 1);
	world_close(w);
}

/* A rotation counts as a revocation: who looks for the generation finds the new key. */
static void a_rotation_is_seen_by_who_signs(void **state)
{
	struct world *w = world_open(state);
	struct ad_db *reader = open_db(w->database, AD_DB_READ);
	struct ad_keys *keys = ad_auth_keys_now(w->auth, reader);
	struct ad_str before = ad_arena_copy(w->arena, ad_str(ad_keys_signing_id(keys, ad_now())));

	assert_true(ad_keys_rotate(ad_auth_secrets(w->auth), w->db, ad_now() - 1));
	assert_true(ad_str_is(before, ad_keys_signing_id(keys, ad_now())));
	keys = ad_auth_keys_now(w->auth, reader);
	assert_false(ad_str_is(before, ad_keys_signing_id(keys, ad_now())));
	assert_true(ad_keys_has(keys, before));
	ad_db_close(reader);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(keys_go_a_day_after_they_signed_last),
		STORED(the_only_key_stays_however_old),
		STORED(a_dropped_key_verifies_nothing),
		STORED(a_rotation_is_seen_by_who_signs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
