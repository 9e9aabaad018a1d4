#include "tests/unit/core/auth/world.h"

#include <ctype.h>
#include <stdio.h>

#include "auth/signin/attempts.h"
#include "auth/signin/factors.h"
#include "auth/signin/passkeys.h"
#include "auth/signin/second_step.h"
#include "auth/signin/totp.h"

static const struct ad_str secret = { "12345678901234567890", 20 };

static void enrol(struct world *w)
{
	assert_int_equal(ad_factors_add_totp(w->db, w->arena, ad_auth_secrets(w->auth),
					     w->account.id, secret, 0),
			 AD_DB_DONE);
}

static enum ad_factor use(struct world *w, struct ad_str account_id, struct ad_str typed)
{
	enum ad_factor by;

	assert_int_equal(
		ad_factors_use(w->db, w->arena, ad_auth_secrets(w->auth), account_id, typed, &by),
		AD_DB_DONE);
	return by;
}

static struct ad_str code_now(struct world *w)
{
	uint64_t step = (uint64_t)(ad_now() / (30 * AD_SECOND));

	return ad_arena_printf(w->arena, "%06u", ad_totp_value(secret, step) % 1000000);
}

static void a_secret_is_kept_sealed_and_asked_for(void **state)
{
	struct world *w = world_open(state);
	struct ad_factors factors;

	assert_int_equal(ad_factors_find(w->db, w->account.id, &factors), AD_DB_DONE);
	assert_false(factors.totp);
	enrol(w);
	assert_int_equal(ad_factors_find(w->db, w->account.id, &factors), AD_DB_DONE);
	assert_true(factors.totp);
	assert_int_equal(factors.codes_left, 0);
	struct ad_stmt *s = ad_sql(w->db, "SELECT sealed FROM account_totp");
	assert_int_equal(ad_step(s), AD_DB_ROW);
	struct ad_str sealed = ad_col(s, 0);
	assert_true(ad_str_starts(sealed, "v1."));
	assert_null(memmem(sealed.p, sealed.n, secret.p, secret.n));
	ad_reset(s);
	assert_int_equal(ad_factors_add_totp(w->db, w->arena, ad_auth_secrets(w->auth),
					     w->account.id, secret, 0),
			 AD_DB_CONFLICT);
	world_close(w);
}

static void a_code_of_the_app_counts_once(void **state)
{
	struct world *w = world_open(state);
	struct ad_str code = code_now(w);

	assert_int_equal(use(w, w->account.id, code), AD_FACTOR_NONE);
	enrol(w);
	assert_int_equal(use(w, w->account.id, AD_S("")), AD_FACTOR_NONE);
	assert_int_equal(use(w, AD_S("acc_other"), code), AD_FACTOR_NONE);
	assert_int_equal(use(w, w->account.id, code), AD_FACTOR_TOTP);
	assert_int_equal(use(w, w->account.id, code), AD_FACTOR_NONE);
	world_close(w);
}

static void a_secret_moved_to_another_account_does_not_open(void **state)
{
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");

	enrol(w);
	world_run(w, "UPDATE account_totp SET account_id = $1", other.id);
	assert_int_equal(use(w, other.id, code_now(w)), AD_FACTOR_NONE);
	world_close(w);
}

static struct ad_str typed_badly(struct world *w, struct ad_str code)
{
	struct ad_text out = ad_text_on(w->arena);

	for (size_t i = 0; i < code.n; i++)
		ad_text_addc(&out, code.p[i] == '-' ? ' ' : (char)tolower(code.p[i]));
	return ad_text_str(&out);
}

static void recovery_codes_count_once_each_and_new_ones_end_them(void **state)
{
	struct world *w = world_open(state);
	struct ad_recovery_codes codes, newer;
	struct ad_factors factors;

	enrol(w);
	assert_int_equal(ad_factors_new_codes(w->db, w->arena, w->account.id, &codes), AD_DB_DONE);
	for (size_t i = 0; i < AD_RECOVERY_CODES; i++) {
		assert_int_equal(codes.code[i].n, 29); /* 120 bits: 24 characters in groups of 4 */
		assert_true(ad_recovery_like(codes.code[i]));
	}
	assert_int_equal(use(w, AD_S("acc_other"), codes.code[0]), AD_FACTOR_NONE);
	assert_int_equal(use(w, w->account.id, codes.code[0]), AD_FACTOR_RECOVERY);
	assert_int_equal(use(w, w->account.id, codes.code[0]), AD_FACTOR_NONE);
	assert_int_equal(use(w, w->account.id, typed_badly(w, codes.code[1])), AD_FACTOR_RECOVERY);
	assert_int_equal(ad_factors_find(w->db, w->account.id, &factors), AD_DB_DONE);
	assert_int_equal(factors.codes_left, 8);
	assert_int_equal(ad_factors_new_codes(w->db, w->arena, w->account.id, &newer), AD_DB_DONE);
	assert_int_equal(use(w, w->account.id, codes.code[2]), AD_FACTOR_NONE);
	assert_int_equal(use(w, w->account.id, newer.code[2]), AD_FACTOR_RECOVERY);
	assert_int_equal(ad_factors_remove(w->db, w->account.id), AD_DB_DONE);
	assert_int_equal(use(w, w->account.id, newer.code[3]), AD_FACTOR_NONE);
	world_close(w);
}

static void no_code_is_kept_in_the_clear(void **state)
{
	struct world *w = world_open(state);
	struct ad_recovery_codes codes;

	enrol(w);
	assert_int_equal(ad_factors_new_codes(w->db, w->arena, w->account.id, &codes), AD_DB_DONE);
	struct ad_stmt *s = ad_sql(w->db, "SELECT code_hash FROM account_recovery");
	while (ad_step(s) == AD_DB_ROW)
		assert_int_equal(ad_col(s, 0).n, 64);
	assert_false(ad_recovery_like(AD_S("123456")));
	assert_false(ad_recovery_like(AD_S("ABCD-EFGH-IJKL-MNO1")));
	assert_false(ad_recovery_like(AD_S("ABCD-EFGH-IJKL-MNOPQ")));
	assert_false(ad_recovery_like(AD_S("ABCD-EFGH-IJKL-MNOP-QRST-UVWX-Y")));
	world_close(w);
}

/* Codes of an older version have 80 bits. */
static void a_code_of_an_older_version_is_taken(void **state)
{
	struct world *w = world_open(state);
	uint8_t digest[AD_SHA256_SIZE];
	char hash[2 * AD_SHA256_SIZE + 1];

	enrol(w);
	ad_sha256(AD_S("ABCDEFGHIJKLMNOP"), digest);
	ad_hex(digest, sizeof(digest), hash);
	struct ad_stmt *s = ad_sql(w->db, "INSERT INTO account_recovery (account_id, code_hash,"
					  " created_at) VALUES ($1, $2, 1)");
	ad_bind(s, 1, w->account.id);
	ad_bind_cstr(s, 2, hash);
	assert_int_equal(ad_step(s), AD_DB_DONE);
	assert_int_equal(use(w, w->account.id, AD_S("abcd-efgh-ijkl-mnop")), AD_FACTOR_RECOVERY);
	assert_int_equal(use(w, w->account.id, AD_S("abcd-efgh-ijkl-mnop")), AD_FACTOR_NONE);
	world_close(w);
}

static void a_half_done_sign_in_ends_by_time_by_use_and_by_a_new_password(void **state)
{
	struct world *w = world_open(state);
	struct ad_str first, second, id;

	assert_int_equal(ad_second_begin(w->db, w->arena, w->account.id, &first), AD_DB_DONE);
	assert_int_equal(ad_second_begin(w->db, w->arena, w->account.id, &second), AD_DB_DONE);
	assert_int_equal(ad_second_find(w->db, w->arena, first, &id), AD_DB_ROW);
	assert_true(ad_str_eq(id, w->account.id));
	assert_int_equal(ad_second_find(w->db, w->arena, AD_S("x"), &id), AD_DB_DONE);
	assert_int_equal(ad_second_find(w->db, w->arena, (struct ad_str){ 0 }, &id), AD_DB_DONE);
	assert_int_equal(ad_second_end(w->db, first), AD_DB_ROW);
	assert_int_equal(ad_second_end(w->db, first), AD_DB_DONE);
	assert_int_equal(ad_second_find(w->db, w->arena, first, &id), AD_DB_DONE);
	assert_int_equal(ad_account_set_password(w->db, w->account.id, AD_S("$x")), AD_DB_DONE);
	assert_int_equal(ad_second_find(w->db, w->arena, second, &id), AD_DB_DONE);
	assert_int_equal(ad_second_begin(w->db, w->arena, w->account.id, &first), AD_DB_DONE);
	world_run(w, "UPDATE signin_steps SET expires_at = expires_at - 600000001",
		  (struct ad_str){ 0 });
	assert_int_equal(ad_second_find(w->db, w->arena, first, &id), AD_DB_DONE);
	assert_int_equal(ad_second_end(w->db, first), AD_DB_DONE);
	world_close(w);
}

static int64_t rows(struct world *w, const char *sql)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* An account with every factor that an attacker could ask for beside its password. */
static void fill(struct world *w, struct ad_str account_id, const char *credential)
{
	struct ad_passkey passkey = { .account_id = account_id,
				      .name = AD_S("key"),
				      .credential = { .id = ad_str(credential),
						      .key = AD_S("key") } };
	struct ad_recovery_codes codes;
	struct ad_str token;

	assert_int_equal(ad_factors_add_totp(w->db, w->arena, ad_auth_secrets(w->auth), account_id,
					     secret, 0),
			 AD_DB_DONE);
	assert_int_equal(ad_factors_new_codes(w->db, w->arena, account_id, &codes), AD_DB_DONE);
	assert_int_equal(ad_passkey_add(w->db, w->arena, &passkey), AD_DB_DONE);
	assert_int_equal(ad_second_begin(w->db, w->arena, account_id, &token), AD_DB_DONE);
}

static void a_reset_takes_all_factors_of_one_account(void **state)
{
	struct world *w = world_open(state);

	fill(w, w->account.id, "one");
	fill(w, world_account(w, "eve@example.com").id, "two");
	assert_int_equal(ad_factors_reset(w->db, w->account.id), AD_DB_DONE);
	assert_int_equal(ad_factors_reset(w->db, w->account.id), AD_DB_DONE);
	assert_int_equal(rows(w, "SELECT count(*) FROM account_totp"), 1);
	assert_int_equal(rows(w, "SELECT count(*) FROM account_recovery"), AD_RECOVERY_CODES);
	assert_int_equal(rows(w, "SELECT count(*) FROM passkeys"), 1);
	assert_int_equal(rows(w, "SELECT count(*) FROM signin_steps"), 1);
	struct ad_factors factors;
	assert_int_equal(ad_factors_find(w->db, w->account.id, &factors), AD_DB_DONE);
	assert_false(factors.totp);
	world_close(w);
}

static enum ad_db_status attempt(struct world *w, int address, int abroad)
{
	struct ad_attempt a = { .address = ad_arena_printf(w->arena, "192.0.2.%d", address),
				.email = AD_S("second step acc"),
				.most = 5,
				.minutes = 5,
				.abroad = abroad };

	return ad_attempt_note(w->db, &a);
}

static void many_addresses_are_of_no_use_to_a_guesser(void **state)
{
	struct world *w = world_open(state);

	for (int i = 0; i < 30; i++)
		assert_int_equal(attempt(w, i / 5, 30), AD_DB_ROW);
	assert_int_equal(attempt(w, 0, 30), AD_DB_DONE);
	assert_int_equal(attempt(w, 99, 30), AD_DB_DONE);
	/* An attempt from home (abroad 0) counts only the failures of its own address. */
	for (int i = 0; i < 5; i++)
		assert_int_equal(attempt(w, 100, 0), AD_DB_ROW);
	assert_int_equal(attempt(w, 100, 0), AD_DB_DONE);
	world_run(w, "UPDATE signin_attempts SET attempted_at = attempted_at - 300000001",
		  (struct ad_str){ 0 });
	assert_int_equal(attempt(w, 100, 0), AD_DB_ROW);
	assert_int_equal(attempt(w, 99, 30), AD_DB_DONE);
	world_run(w, "UPDATE signin_attempts SET attempted_at = attempted_at - 86400000000",
		  (struct ad_str){ 0 });
	assert_int_equal(attempt(w, 99, 30), AD_DB_ROW);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_secret_is_kept_sealed_and_asked_for),
		STORED(a_code_of_the_app_counts_once),
		STORED(a_secret_moved_to_another_account_does_not_open),
		STORED(recovery_codes_count_once_each_and_new_ones_end_them),
		STORED(a_code_of_an_older_version_is_taken),
		STORED(no_code_is_kept_in_the_clear),
		STORED(a_half_done_sign_in_ends_by_time_by_use_and_by_a_new_password),
		STORED(a_reset_takes_all_factors_of_one_account),
		STORED(many_addresses_are_of_no_use_to_a_guesser),
	};
	return on_each_database("factors", tests);
}
