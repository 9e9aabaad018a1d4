/* The stored throttle of an ad account, whichever run received it. */
#include "tests/unit/core/sync/desk.h"

#include "base/clock.h"
#include "sync/lease/pace.h"

static const struct ad_realm mine = { { "spc_1", 5 }, { "test", 4 } };
static const struct ad_realm theirs = { { "spc_2", 5 }, { "test", 4 } };

/* Stores a throttle that a run received just now. Wait 0: the platform answers. */
static void hear(struct desk *k, struct ad_realm realm, const char *code, int64_t wait)
{
	struct ad_pace pace = { .heard_at = ad_now(), .account_id = "123", .changed = true };

	if (wait > 0)
		pace.until = pace.heard_at + wait;
	else
		pace.heard_at = 0;
	ad_pace_text(pace.code, sizeof(pace.code), ad_str(code));
	DONE(k->db, ad_pace_store(k->db, realm, AD_META, &pace));
}

/* The stored throttle of the account: "CODE minutes left" of each row. */
static void assert_stored(struct desk *k, const char *code, int64_t wait)
{
	struct ad_stmt *s = ad_sql(k->db, "SELECT code, wait_until - heard_at FROM sync_pacing"
					  " WHERE account_id = '123'");
	enum ad_db_status status = ad_step(s);

	if (!code) {
		assert_int_equal(status, AD_DB_DONE);
		return;
	}
	assert_int_equal(status, AD_DB_ROW);
	assert_true(ad_str_is(ad_col(s, 0), code));
	assert_int_equal(ad_col_int(s, 1), wait);
	DONE(k->db, ad_step(s));
}

/* A push had begun to receive answers before the concurrent kill switch was throttled. */
static void a_throttle_is_not_forgotten_for_an_answer_beside_it(void **state)
{
	static const struct ad_realm *const both[] = { &mine, &theirs };
	struct desk *k = *state;

	for (size_t i = 0; i < AD_LEN(both); i++) {
		hear(k, mine, "RATE_LIMITED", 10 * AD_MINUTE);
		hear(k, *both[i], "", 0);
		assert_stored(k, "RATE_LIMITED", 10 * AD_MINUTE);
		hear(k, *both[i], "PLATFORM_UNAVAILABLE", AD_MINUTE);
		assert_stored(k, "RATE_LIMITED", 10 * AD_MINUTE);
		hear(k, *both[i], "RATE_LIMITED", 2 * AD_MINUTE);
		assert_stored(k, "RATE_LIMITED", 10 * AD_MINUTE);
		/* A longer wait replaces it. */
		hear(k, *both[i], "QUOTA_LOW", AD_HOUR);
		assert_stored(k, "QUOTA_LOW", AD_HOUR);
		hear(k, *both[i], "", 0);
		assert_stored(k, NULL, 0);
	}
}

static void what_is_over_or_elsewhere_holds_nobody(void **state)
{
	struct ad_realm live = { mine.space_id, AD_S("live") };
	struct desk *k = *state;

	hear(k, live, "RATE_LIMITED", 10 * AD_MINUTE);
	hear(k, mine, "PLATFORM_UNAVAILABLE", AD_MINUTE);
	hear(k, live, "", 0);
	DONE(k->db, ad_db_exec(k->db, "DELETE FROM sync_pacing WHERE environment = 'live'"));
	assert_stored(k, "PLATFORM_UNAVAILABLE", AD_MINUTE);
	hear(k, mine, "", 0);
	assert_stored(k, NULL, 0);
	hear(k, mine, "RATE_LIMITED", 10 * AD_MINUTE);
	DONE(k->db, ad_db_exec(k->db, "UPDATE sync_pacing SET wait_until = 2, heard_at = 1"));
	hear(k, theirs, "", 0);
	assert_stored(k, NULL, 0);
}

#define desk_test(f) cmocka_unit_test_setup_teardown(f, desk_up, desk_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(a_throttle_is_not_forgotten_for_an_answer_beside_it),
		desk_test(what_is_over_or_elsewhere_holds_nobody),
	};

	return on_each_database("pace", tests);
}
