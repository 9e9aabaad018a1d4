#include "tests/unit/core/auth/world.h"

#include "auth/account/links.h"
#include "auth/account/sandbox_accounts.h"
#include "base/json_read.h"

static void addresses_are_made_alike(void **state)
{
	static const char *const bad[] = { "",        "a",          "a@",      "@b.c",    "a@b",
					   "a b@c.d", "a@b@c.d",    "a@.b.c",  "a@b..c",  "a@b.c.",
					   "a,b@c.d", "a@b.c\r\nx", "<a@b.c>", "\xff@b.c" };
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;

	(void)state;
	assert_true(ad_email_normal(arena, AD_S("  Ada.L+x@Example.COM \n"), &out));
	assert_true(ad_str_is(out, "ada.l+x@example.com"));
	assert_true(ad_email_normal(arena, AD_S("root@localhost"), &out));
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_email_normal(arena, ad_str(bad[i]), &out))
			fail_msg("taken: %s", bad[i]);
	ad_arena_free(arena);
}

static void an_account_has_what_it_needs(void **state)
{
	struct world *w = world_open(state);
	struct ad_account a;
	struct ad_stmt *s;

	assert_int_equal(ad_account_find(w->db, w->arena, AD_S("ada@example.com"), &a), AD_DB_ROW);
	assert_true(ad_str_is(a.currency, "EUR"));
	assert_true(ad_str_is(a.timezone, "Europe/Berlin"));
	assert_null(a.password_hash.p);
	s = ad_sql(w->db, "SELECT role FROM members WHERE account_id = $1 AND space_id = $2");
	ad_bind(s, 1, a.id);
	ad_bind(s, 2, a.space_id);
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_true(ad_str_is(ad_col(s, 0), "OWNER"));
	ad_reset(s);
	assert_int_equal(ad_account_find(w->db, w->arena, AD_S("bob@example.com"), &a), AD_DB_DONE);
	world_close(w);
}

static void an_address_is_taken_once(void **state)
{
	struct world *w = world_open(state);
	struct ad_account_spec spec = { .email = AD_S("ada@example.com"),
					.name = AD_S(""),
					.plan = AD_S("free"),
					.subscription = AD_S("none"),
					.currency = AD_S("USD"),
					.timezone = AD_S("UTC") };
	struct ad_account out;

	assert_int_equal(ad_account_add(w->db, w->arena, ad_auth_secrets(w->auth), &spec, &out),
			 AD_DB_CONFLICT);
	world_close(w);
}

static void four_sandbox_accounts_stand_ready(void **state)
{
	struct world *w = world_open(state);
	struct ad_json_error err;
	struct ad_str plain, token;
	int count = 0;
	struct ad_stmt *s = ad_sql(w->db, "SELECT id, platform, account_id_remote, currency,"
					  " timezone, status, settings, credentials"
					  " FROM connections WHERE space_id = $1"
					  " AND environment = 'test' ORDER BY platform");

	ad_bind(s, 1, w->account.space_id);
	while (ad_step(s) == AD_DB_ROW) {
		count++;
		assert_true(ad_str_is(ad_col(s, 3), "EUR"));
		assert_true(ad_str_is(ad_col(s, 5), "CONNECTED"));
		assert_non_null(ad_json_parse(w->arena, ad_col(s, 6), &err));
		assert_true(ad_secrets_unseal(ad_auth_secrets(w->auth), w->arena,
					      AD_CONNECTION_SEAL, ad_col(s, 0), ad_col(s, 7),
					      &plain));
		if (!ad_str_is(ad_col(s, 1), "google"))
			continue;
		assert_int_equal(ad_col(s, 2).n, 10);
		assert_true(ad_str_is(ad_col(s, 6),
				      "{\"loginCustomerId\":null,\"euPolitical\":false,"
				      "\"conversionActions\":{\"Order\":\"7000000001\","
				      "\"Lead\":\"7000000002\"}}"));
		token = ad_json_get_text(ad_json_parse(w->arena, plain, &err), "refreshToken");
		assert_true(ad_str_eq(token,
				      ad_arena_printf(w->arena, "1//sandbox.%.*s.EUR.Europe~Berlin",
						      AD_FMT(ad_col(s, 2)))));
	}
	assert_int_equal(count, 4);
	world_close(w);
}

static void a_link_works_once_and_the_newest_only(void **state)
{
	struct world *w = world_open(state);
	struct ad_str first = ad_link_make(w->db, w->arena, w->account.id, 1);
	struct ad_str second = ad_link_make(w->db, w->arena, w->account.id, 1), who;

	assert_int_equal(ad_link_find(w->db, w->arena, first, &who), AD_DB_DONE);
	assert_int_equal(ad_link_find(w->db, w->arena, second, &who), AD_DB_ROW);
	assert_true(ad_str_eq(who, w->account.id));
	assert_int_equal(ad_link_use(w->db, second), AD_DB_ROW);
	assert_int_equal(ad_link_use(w->db, second), AD_DB_DONE);
	assert_int_equal(ad_link_find(w->db, w->arena, second, &who), AD_DB_DONE);
	struct ad_str third = ad_link_make(w->db, w->arena, w->account.id, 1);
	world_run(w, "UPDATE account_links SET expires_at = 1", (struct ad_str){ 0 });
	assert_int_equal(ad_link_use(w->db, third), AD_DB_DONE);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_made_alike),
	};
	const struct CMUnitTest stored[] = {
		STORED(an_account_has_what_it_needs),
		STORED(an_address_is_taken_once),
		STORED(four_sandbox_accounts_stand_ready),
		STORED(a_link_works_once_and_the_newest_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("accounts", stored);
}
