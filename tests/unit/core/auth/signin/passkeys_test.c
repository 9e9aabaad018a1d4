#include "tests/unit/core/auth/world.h"

#include "auth/signin/passkeys.h"

static const struct ad_secrets *secrets(struct world *w)
{
	return ad_auth_secrets(w->auth);
}

static void a_challenge_belongs_to_use_browser_and_time(void **state)
{
	struct world *w = world_open(state);
	struct ad_str c = ad_challenge_make(secrets(w), w->arena, "signin", AD_S("cookie"));
	struct ad_str d = ad_challenge_make(secrets(w), w->arena, "signin", AD_S("cookie"));
	struct ad_str bytes;

	assert_false(ad_str_eq(c, d));
	assert_true(ad_unbase64url(w->arena, c, &bytes));
	assert_int_equal(bytes.n, AD_CHALLENGE_SIZE);
	assert_true(ad_challenge_check(secrets(w), w->arena, "signin", AD_S("cookie"), c));
	assert_false(ad_challenge_check(secrets(w), w->arena, "add", AD_S("cookie"), c));
	assert_false(ad_challenge_check(secrets(w), w->arena, "signin", AD_S("cookif"), c));
	assert_false(ad_challenge_check(secrets(w), w->arena, "signin", AD_S(""), c));
	assert_false(ad_challenge_check(secrets(w), w->arena, "signin", AD_S("cookie"), AD_S("")));
	for (size_t i = 0; i < bytes.n; i++) {
		struct ad_str bent = ad_arena_copy(w->arena, bytes);
		((char *)(uintptr_t)bent.p)[i] ^= 1;
		bent = ad_base64url(w->arena, bent.p, bent.n);
		assert_false(
			ad_challenge_check(secrets(w), w->arena, "signin", AD_S("cookie"), bent));
	}
	world_close(w);
}

static void a_challenge_is_used_once(void **state)
{
	struct world *w = world_open(state);

	assert_int_equal(ad_challenge_use(w->db, AD_S("one")), AD_DB_ROW);
	assert_int_equal(ad_challenge_use(w->db, AD_S("one")), AD_DB_DONE);
	assert_int_equal(ad_challenge_use(w->db, AD_S("two")), AD_DB_ROW);
	world_close(w);
}

static struct ad_passkey add(struct world *w, struct ad_str account_id, const char *id)
{
	struct ad_passkey p = { .account_id = account_id,
				.name = AD_S("Phone"),
				.credential = {
					.id = ad_str(id), .key = AD_S("k\xff"), .count = 3 } };

	assert_int_equal(ad_passkey_add(w->db, w->arena, &p), AD_DB_DONE);
	return p;
}

static void a_passkey_is_kept_found_renamed_and_removed(void **state)
{
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");
	struct ad_passkey list[AD_PASSKEYS_MAX], p = add(w, w->account.id, "id\x01"), found;
	size_t count;

	assert_int_equal(ad_passkey_find(w->db, w->arena, AD_S("id\x01"), &found), AD_DB_ROW);
	assert_true(ad_str_eq(found.account_id, w->account.id));
	assert_true(ad_str_is(found.credential.key, "k\xff"));
	assert_int_equal(found.credential.count, 3);
	assert_int_equal(ad_passkey_find(w->db, w->arena, AD_S("id"), &found), AD_DB_DONE);
	assert_int_equal(ad_passkey_rename(w->db, other.id, p.id, AD_S("Mine")), AD_DB_DONE);
	assert_int_equal(ad_passkey_rename(w->db, w->account.id, p.id, AD_S("Key")), AD_DB_DONE);
	assert_int_equal(ad_passkey_remove(w->db, other.id, p.id), AD_DB_DONE);
	assert_int_equal(ad_passkey_list(w->db, w->arena, w->account.id, list, &count), AD_DB_DONE);
	assert_int_equal(count, 1);
	assert_true(ad_str_is(list[0].name, "Key"));
	assert_int_equal(ad_passkey_remove(w->db, w->account.id, p.id), AD_DB_DONE);
	assert_int_equal(ad_passkey_find(w->db, w->arena, AD_S("id\x01"), &found), AD_DB_DONE);
	world_close(w);
}

static void a_credential_is_registered_once_and_twenty_are_enough(void **state)
{
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");
	struct ad_passkey again = { .account_id = other.id,
				    .name = AD_S("Phone"),
				    .credential = { .id = AD_S("id0"), .key = AD_S("k") } };

	for (int i = 0; i < AD_PASSKEYS_MAX; i++)
		add(w, w->account.id, ad_arena_printf(w->arena, "id%d", i).p);
	assert_int_equal(ad_passkey_add(w->db, w->arena, &again), AD_DB_CONFLICT);
	again.credential.id = AD_S("new");
	assert_int_equal(ad_passkey_add(w->db, w->arena, &again), AD_DB_DONE);
	again = (struct ad_passkey){ .account_id = w->account.id,
				     .name = AD_S("x"),
				     .credential = { .id = AD_S("more"), .key = AD_S("k") } };
	assert_int_equal(ad_passkey_add(w->db, w->arena, &again), AD_DB_INVALID);
	world_close(w);
}

static void the_count_rises_in_the_database_too(void **state)
{
	struct world *w = world_open(state);
	struct ad_passkey p = add(w, w->account.id, "id");

	p.credential.count = 3;
	assert_int_equal(ad_passkey_used(w->db, &p), AD_DB_DONE);
	p.credential.count = 4;
	assert_int_equal(ad_passkey_used(w->db, &p), AD_DB_ROW);
	assert_int_equal(ad_passkey_used(w->db, &p), AD_DB_DONE);
	world_run(w, "UPDATE passkeys SET sign_count = 0", (struct ad_str){ 0 });
	p.credential.count = 0;
	assert_int_equal(ad_passkey_used(w->db, &p), AD_DB_ROW);
	assert_int_equal(ad_passkey_used(w->db, &p), AD_DB_ROW);
	assert_int_equal(ad_passkey_remove(w->db, w->account.id, p.id), AD_DB_DONE);
	assert_int_equal(ad_passkey_used(w->db, &p), AD_DB_DONE);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_challenge_belongs_to_use_browser_and_time),
		STORED(a_challenge_is_used_once),
		STORED(a_passkey_is_kept_found_renamed_and_removed),
		STORED(a_credential_is_registered_once_and_twenty_are_enough),
		STORED(the_count_rises_in_the_database_too),
	};
	return on_each_database("passkeys", tests);
}
