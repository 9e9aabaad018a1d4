#include "tests/unit/core/auth/world.h"

#include "auth/oauth/jwt.h"
#include "auth/secret/keys.h"
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

/* A key is deleted a day after its last signature. A key of a valid token stays. */
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

/* A rotation counts as a revocation: a reader that checks the generation loads the new key. */
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

static struct ad_str kid_now(struct world *w)
{
	return ad_arena_copy(w->arena, ad_str(ad_keys_signing_id(ad_auth_keys(w->auth), ad_now())));
}

/* An event loop's snapshot may precede the drop after another loop has loaded the new keys. */
static void an_older_moment_brings_no_dropped_key_back(void **state)
{
	struct world *w = world_open(state);
	struct ad_db *late = open_db(w->database, AD_DB_READ);
	struct ad_keys *keys = ad_auth_keys(w->auth);
	struct ad_str dropped = kid_now(w);
	char err[256];

	assert_int_equal(ad_db_moment(late), AD_DB_DONE);
	assert_true(ad_keys_reload(keys, late, err)); /* the snapshot begins with a statement */
	int64_t before = ad_keys_generation(keys);
	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
	assert_true(ad_keys_drop(w->db));
	assert_true(ad_keys_rotate(ad_auth_secrets(w->auth), w->db, ad_now() - 1));
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	assert_true(ad_keys_reload(keys, w->db, err));
	assert_false(ad_keys_has(keys, dropped));
	assert_true(ad_keys_generation(keys) > before);
	struct ad_str now = kid_now(w);

	assert_true(ad_keys_reload(keys, late, err));
	assert_false(ad_keys_has(keys, dropped));
	(void)ad_auth_keys_now(w->auth, late);
	assert_false(ad_keys_has(keys, dropped));
	assert_true(ad_str_eq(now, kid_now(w)));
	ad_db_moment_end(late);
	assert_true(ad_keys_reload(keys, late, err));
	assert_true(ad_str_eq(now, kid_now(w)));
	ad_db_close(late);
	world_close(w);
}

/*
 * A token of the dropped key is refused in the older snapshot, and changes no state of the
 * process.
 */
static void an_older_moment_takes_no_token_of_a_dropped_key(void **state)
{
	struct world *w = world_open(state);
	struct ad_db *late = open_db(w->database, AD_DB_READ);
	struct ad_grant grant = world_grant(w);
	struct ad_keys *keys = ad_auth_keys(w->auth);
	struct ad_str dropped = kid_now(w);
	const struct ad_principal *who;
	struct ad_claims claims = { .issuer = AD_S(WORLD_ISSUER),
				    .audience = AD_S(WORLD_MCP),
				    .subject = grant.account_id,
				    .client_id = grant.client_id,
				    .scope = AD_S("campaigns:read"),
				    .id = AD_S("jti_1"),
				    .grant_id = grant.id,
				    .issued_at = ad_now() / AD_SECOND,
				    .expires_at = ad_now() / AD_SECOND + 3600 };
	struct ad_str token = ad_jwt_write(keys, w->arena, &claims);

	claims.id = AD_S("jti_2");
	struct ad_str another = ad_jwt_write(keys, w->arena, &claims);

	assert_int_equal(ad_db_moment(late), AD_DB_DONE);
	assert_int_equal(ad_authenticate(w->auth, late, w->arena, another, AD_S(WORLD_MCP), &who),
			 AD_OK);
	assert_true(ad_keys_drop(w->db));
	rotate(w, ad_now() - 1);
	assert_int_equal(ad_authenticate(w->auth, late, w->arena, token, AD_S(WORLD_MCP), &who),
			 AD_UNAUTHENTICATED);
	assert_false(ad_keys_has(keys, dropped));
	ad_db_close(late);
	world_close(w);
}

/* A sweep is a generation of its own: no process goes on publishing the deleted key. */
static void a_swept_key_goes_everywhere(void **state)
{
	struct world *w = world_open(state);
	struct ad_db *reader = open_db(w->database, AD_DB_READ);
	struct ad_keys *keys = ad_auth_keys(w->auth);

	sign_all_from(w, ad_now() - 10 * AD_DAY);
	struct ad_str swept = kid_now(w);
	rotate(w, ad_now() - 3 * AD_DAY);
	assert_true(ad_keys_has(keys, swept));
	int64_t before = ad_keys_generation(keys);
	assert_true(ad_keys_sweep(w->db));
	assert_false(ad_keys_has(ad_auth_keys_now(w->auth, reader), swept));
	int64_t after = ad_keys_generation(keys);
	assert_true(after > before);
	assert_true(ad_keys_sweep(w->db));
	assert_int_equal(ad_keys_generation(ad_auth_keys_now(w->auth, reader)), after);
	ad_db_close(reader);
	world_close(w);
}

/* A table without keys is not loaded: the process keeps its keys. */
static void no_keys_are_not_taken(void **state)
{
	struct world *w = world_open(state);
	struct ad_keys *keys = ad_auth_keys(w->auth);
	struct ad_str kid = kid_now(w);
	char err[256] = "";

	assert_true(ad_keys_drop(w->db));
	assert_true(ad_auth_bump(w->db));
	assert_false(ad_keys_reload(keys, w->db, err));
	assert_string_equal(err, "there is no signing key any more");
	assert_true(ad_keys_has(keys, kid));
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
		STORED(an_older_moment_brings_no_dropped_key_back),
		STORED(an_older_moment_takes_no_token_of_a_dropped_key),
		STORED(a_swept_key_goes_everywhere),
		STORED(no_keys_are_not_taken),
	};
	return on_each_database("keys", tests);
}
