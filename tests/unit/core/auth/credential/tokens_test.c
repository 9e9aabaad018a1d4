#include "tests/unit/core/auth/world.h"

#define ID "abcdefgh01234567"
#define SECRET "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

static void only_the_exact_form_is_a_token(void **state)
{
	static const char *const bad[] = {
		"",
		"adcore_live_" ID "_",
		"adcore_live_" ID "_" SECRET "A",
		"adcore_prod_" ID "_" SECRET,
		"Adcore_live_" ID "_" SECRET,
		"adcore_live_ABCDEFGH01234567_" SECRET,
		"adcore_live_abcdefgh0123456_" SECRET,
		"adcore_live_" ID "-" SECRET,
		"adcore_live_" ID "_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
		"adcore_live_" ID "_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB",
		"adcore_live_" ID "_AAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAA",
	};
	struct ad_token_parts parts;

	(void)state;
	assert_true(ad_token_parse(AD_S("adcore_live_" ID "_" SECRET), &parts));
	assert_int_equal(parts.environment, AD_LIVE);
	assert_true(ad_str_is(parts.id, ID));
	assert_true(ad_token_parse(AD_S("adcore_test_" ID "_" SECRET), &parts));
	assert_int_equal(parts.environment, AD_TEST);
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_token_parse(ad_str(bad[i]), &parts))
			fail_msg("taken: %s", bad[i]);
}

static void names_are_one_line(void **state)
{
	char longest[AD_TOKEN_NAME_MAX + 2];

	(void)state;
	memset(longest, 'x', sizeof(longest));
	assert_true(ad_token_name_valid((struct ad_str){ longest, AD_TOKEN_NAME_MAX }));
	assert_false(ad_token_name_valid((struct ad_str){ longest, AD_TOKEN_NAME_MAX + 1 }));
	assert_true(ad_token_name_valid(AD_S("K\xc3\xb6ln")));
	assert_false(ad_token_name_valid(AD_S("")));
	assert_false(ad_token_name_valid(AD_S("a\nb")));
	assert_false(ad_token_name_valid(AD_S("\xff")));
}

static void only_the_hash_is_kept(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_SCOPES_ALL);
	struct ad_token_parts parts;
	struct ad_stmt *s = ad_sql(w->db, "SELECT secret_sha256 FROM tokens WHERE id = $1");

	assert_true(ad_token_parse(token.text, &parts));
	assert_true(ad_str_eq(parts.id, token.id));
	ad_bind(s, 1, token.id);
	assert_int_equal(ad_step(s), AD_DB_ROW);
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	ad_sha256(token.text, digest);
	ad_hex(digest, sizeof(digest), hex);
	assert_true(ad_str_is(ad_col(s, 0), hex));
	ad_reset(s);
	world_close(w);
}

static void five_live_ones_and_no_more(void **state)
{
	struct world *w = world_open(state);
	struct ad_token last = { 0 }, more, out;

	for (int i = 0; i < AD_TOKENS_LIVE_MAX; i++)
		last = world_token(w, AD_ADS_READ);
	more = (struct ad_token){ .account_id = w->account.id,
				  .name = AD_S("six"),
				  .scopes = 1,
				  .expires_at = ad_now() + AD_DAY };
	assert_int_equal(ad_token_mint(w->db, w->arena, &more), AD_TOKEN_TOO_MANY);
	/* A revoked token makes room, and so does an expired one. */
	assert_int_equal(ad_token_revoke(w->db, w->arena, w->account.id, last.id, &out),
			 AD_TOKEN_OK);
	assert_int_equal(ad_token_mint(w->db, w->arena, &more), AD_TOKEN_OK);
	assert_int_equal(ad_token_mint(w->db, w->arena, &more), AD_TOKEN_TOO_MANY);
	world_run(w, "UPDATE tokens SET expires_at = 1 WHERE id = $1", more.id);
	assert_int_equal(ad_token_mint(w->db, w->arena, &more), AD_TOKEN_OK);
	/* Another account has five of its own. */
	more.account_id = world_account(w, "bob@example.com").id;
	assert_int_equal(ad_token_mint(w->db, w->arena, &more), AD_TOKEN_OK);
	world_close(w);
}

static void rotating_keeps_the_id_and_the_expiry(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_ADS_READ), out;

	assert_int_equal(ad_token_rotate(w->db, w->arena, w->account.id, token.id, &out),
			 AD_TOKEN_OK);
	assert_true(ad_str_eq(out.id, token.id));
	assert_int_equal(out.expires_at, token.expires_at);
	assert_int_equal(out.scopes, token.scopes);
	assert_false(ad_str_eq(out.text, token.text));
	assert_int_equal(ad_token_rotate(w->db, w->arena, AD_S("acc_other"), token.id, &out),
			 AD_TOKEN_UNKNOWN);
	assert_int_equal(ad_token_rotate(w->db, w->arena, w->account.id, AD_S("none"), &out),
			 AD_TOKEN_UNKNOWN);
	assert_int_equal(ad_token_revoke(w->db, w->arena, w->account.id, token.id, &out),
			 AD_TOKEN_OK);
	int64_t revoked_at = out.revoked_at;
	assert_int_equal(ad_token_rotate(w->db, w->arena, w->account.id, token.id, &out),
			 AD_TOKEN_DEAD);
	assert_int_equal(ad_token_revoke(w->db, w->arena, w->account.id, token.id, &out),
			 AD_TOKEN_OK);
	assert_int_equal(out.revoked_at, revoked_at);
	world_close(w);
}

static void a_list_shows_all_newest_first_and_no_secret(void **state)
{
	struct world *w = world_open(state);
	struct ad_token first = world_token(w, 1), second = world_token(w, 2), *list, out;
	size_t count;

	assert_int_equal(ad_token_revoke(w->db, w->arena, (struct ad_str){ 0 }, first.id, &out),
			 AD_TOKEN_OK);
	assert_int_equal(ad_token_list(w->db, w->arena, w->account.id, &list, &count), AD_TOKEN_OK);
	assert_int_equal(count, 2);
	assert_true(ad_str_eq(list[0].id, second.id));
	assert_int_equal(list[0].revoked_at, 0);
	assert_true(ad_str_eq(list[1].id, first.id));
	assert_true(list[1].revoked_at > 0);
	assert_null(list[0].text.p);
	world_close(w);
}

/* Those that live, however old, and of the ended ones those that ended last. */
static void a_list_shows_fifty_ended_ones(void **state)
{
	struct world *w = world_open(state);
	struct ad_token old = world_token(w, 1), first = world_token(w, 1), *list, out;
	size_t count;

	assert_int_equal(ad_token_revoke(w->db, w->arena, w->account.id, first.id, &out),
			 AD_TOKEN_OK);
	for (int i = 0; i < AD_TOKENS_ENDED_SHOWN; i++) {
		struct ad_token t = world_token(w, 1);
		if (i % 2)
			world_run(w, "UPDATE tokens SET expires_at = created_at + 1 WHERE id = $1",
				  t.id);
		else
			assert_int_equal(
				ad_token_revoke(w->db, w->arena, w->account.id, t.id, &out),
				AD_TOKEN_OK);
	}
	assert_int_equal(ad_token_list(w->db, w->arena, w->account.id, &list, &count), AD_TOKEN_OK);
	assert_int_equal(count, AD_TOKENS_ENDED_SHOWN + 1);
	assert_true(ad_str_eq(list[count - 1].id, old.id));
	for (size_t i = 0; i < count; i++)
		assert_false(ad_str_eq(list[i].id, first.id));
	world_close(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_exact_form_is_a_token),
		cmocka_unit_test(names_are_one_line),
	};
	const struct CMUnitTest stored[] = {
		cmocka_unit_test_setup_teardown(only_the_hash_is_kept, fresh_database,
						drop_database),
		cmocka_unit_test_setup_teardown(five_live_ones_and_no_more, fresh_database,
						drop_database),
		cmocka_unit_test_setup_teardown(rotating_keeps_the_id_and_the_expiry,
						fresh_database, drop_database),
		cmocka_unit_test_setup_teardown(a_list_shows_fifty_ended_ones, fresh_database,
						drop_database),
		cmocka_unit_test_setup_teardown(a_list_shows_all_newest_first_and_no_secret,
						fresh_database, drop_database),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("tokens", stored);
}
