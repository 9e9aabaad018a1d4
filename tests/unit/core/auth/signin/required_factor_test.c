#include "tests/unit/core/auth/world.h"

#include "auth/signin/required_factor.h"

static struct ad_required_factor find(struct world *w, struct ad_str account_id)
{
	struct ad_required_factor out = { true, true };

	assert_int_equal(ad_required_factor_find(w->db, account_id, &out), AD_DB_DONE);
	return out;
}

static void an_app_or_a_passkey_is_a_factor(void **state)
{
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");

	assert_false(find(w, w->account.id).has);
	world_run(w,
		  "INSERT INTO account_totp (account_id, sealed, counter, created_at)"
		  " VALUES ($1, 'x', 1, 1)",
		  w->account.id);
	assert_true(find(w, w->account.id).has);
	assert_false(find(w, other.id).has);
	world_run(w,
		  "INSERT INTO passkeys (credential_hash, id, account_id, credential_id, name,"
		  " public_key, sign_count, backup_eligible, backed_up, created_at)"
		  " VALUES ('h', 'pky_1', $1, 'x', 'key', 'x', 0, 0, 0, 1)",
		  other.id);
	assert_true(find(w, other.id).has);
	assert_false(find(w, AD_S("acc_nobody")).has);
	world_close(w);
}

static void who_may_push_where_it_is_required_owes_one(void **state)
{
	static const struct {
		const char *role;
		bool owes;
	} rows[] = {
		{ "VIEWER", false }, { "EDITOR", false }, { "PUBLISHER", true }, { "OWNER", true }
	};
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");

	assert_false(find(w, w->account.id).owes);
	world_run(w, "UPDATE spaces SET require_second_factor = TRUE WHERE owner_account_id = $1",
		  w->account.id);
	assert_true(find(w, w->account.id).owes);
	assert_false(find(w, other.id).owes);
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		world_run(w, "DELETE FROM members WHERE account_id = $1 AND role <> 'OWNER'",
			  other.id);
		struct ad_stmt *s = ad_sql(w->db, "INSERT INTO members (space_id, account_id, role,"
						  " created_at) VALUES ($1, $2, $3, 1)");
		ad_bind(s, 1, w->account.space_id);
		ad_bind(s, 2, other.id);
		ad_bind_cstr(s, 3, rows[i].role);
		must(w->db, ad_step(s) == AD_DB_DONE);
		assert_int_equal(find(w, other.id).owes, rows[i].owes);
	}
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(an_app_or_a_passkey_is_a_factor),
		STORED(who_may_push_where_it_is_required_owes_one),
	};
	return on_each_database("required_factor", tests);
}
