/* Leases of an ad account: one run at a time, of any Space, in the order of their requests. */
#include "tests/unit/core/sync/desk.h"

#include "base/clock.h"
#include "sync/lease/turn.h"

static struct ad_turn turn_of(const char *run, const char *space)
{
	return (struct ad_turn){
		.realm = { ad_str(space), AD_S("live") },
		.run_id = ad_str(run),
		.account_id = AD_S("123"),
		.platform = AD_META,
	};
}

static bool takes_until(struct desk *k, const struct ad_turn *turn, int64_t until)
{
	bool has = false;
	int64_t waits = -1;

	DONE(k->db, ad_turn_take(k->db, turn, until, &has, &waits));
	assert_true(waits >= 0 && waits < 60 * AD_SECOND);
	return has;
}

static bool takes(struct desk *k, const struct ad_turn *turn)
{
	return takes_until(k, turn, ad_now() + 60 * AD_SECOND);
}

/* The platforms (bits) whose leases the run holds. */
static uint32_t holds(struct desk *k, const struct ad_turn *turn)
{
	uint32_t held = 0;

	DONE(k->db, ad_turn_hold_on(k->db, turn->realm, turn->run_id, ad_now() + AD_SECOND, &held));
	return held;
}

static void run(struct desk *k, const char *sql)
{
	if (ad_db_exec(k->db, sql) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(k->db));
}

static void one_has_it_and_the_next_is_who_asked_first(void **state)
{
	struct desk *k = *state;
	struct ad_turn a = turn_of("syn_a", "spc_1"), b = turn_of("syn_b", "spc_2"),
		       c = turn_of("syn_c", "spc_3");

	assert_true(takes(k, &a));
	assert_true(takes(k, &a));
	assert_false(takes(k, &c));
	assert_false(takes(k, &b));
	run(k, "UPDATE sync_turns SET asked_at = asked_at - 10 WHERE run_id = 'syn_c'");
	assert_int_equal(holds(k, &a), 1u << AD_META);
	assert_int_equal(holds(k, &c), 0);
	DONE(k->db, ad_turn_give(k->db, &a));
	assert_int_equal(holds(k, &a), 0);
	/* The previous holder requests the lease again, behind the others. */
	assert_false(takes(k, &a));
	run(k, "UPDATE sync_turns SET asked_at = asked_at + 10 WHERE run_id = 'syn_a'");
	assert_false(takes(k, &b));
	assert_true(takes(k, &c));
	DONE(k->db, ad_turn_give_all(k->db, c.realm, c.run_id));
	assert_true(takes(k, &b));
}

static void other_accounts_platforms_and_environments_stand_apart(void **state)
{
	struct desk *k = *state;
	struct ad_turn a = turn_of("syn_a", "spc_1"), b = turn_of("syn_b", "spc_2");

	assert_true(takes(k, &a));
	b.account_id = AD_S("1234");
	assert_true(takes(k, &b));
	b = turn_of("syn_c", "spc_2");
	b.platform = AD_REDDIT;
	assert_true(takes(k, &b));
	b = turn_of("syn_d", "spc_2");
	b.realm.environment = AD_S("test");
	assert_true(takes(k, &b));
}

static void who_fell_silent_loses_it_and_finds_out(void **state)
{
	struct desk *k = *state;
	struct ad_turn a = turn_of("syn_a", "spc_1"), b = turn_of("syn_b", "spc_2"),
		       c = turn_of("syn_c", "spc_3");

	assert_true(takes_until(k, &a, ad_now()));
	assert_true(takes(k, &b));
	assert_int_equal(holds(k, &a), 0);
	assert_false(takes(k, &c));
	/* A waiting run that no longer requests the lease delays no other run. */
	assert_false(takes(k, &a));
	run(k, "UPDATE sync_turns SET expires_at = 1 WHERE run_id = 'syn_c'");
	run(k, "UPDATE sync_turns SET asked_at = asked_at + 10 WHERE run_id = 'syn_a'");
	DONE(k->db, ad_turn_give(k->db, &b));
	assert_true(takes(k, &a));
}

static void who_fell_silent_in_the_queue_stands_at_its_end(void **state)
{
	struct desk *k = *state;
	struct ad_turn a = turn_of("syn_a", "spc_1"), b = turn_of("syn_b", "spc_2"),
		       c = turn_of("syn_c", "spc_3");

	assert_true(takes(k, &a));
	assert_false(takes(k, &c));
	run(k, "UPDATE sync_turns SET asked_at = 5, expires_at = 6 WHERE run_id = 'syn_c'");
	assert_false(takes(k, &b));
	run(k, "UPDATE sync_turns SET asked_at = asked_at - 10 WHERE run_id = 'syn_b'");
	DONE(k->db, ad_turn_give(k->db, &a));
	assert_false(takes(k, &c));
	assert_true(takes(k, &b));
}

static void who_fell_silent_in_the_queue_is_neither_told_of_nor_let_before(void **state)
{
	struct desk *k = *state;
	struct ad_turn a = turn_of("syn_a", "spc_1"), b = turn_of("syn_b", "spc_2");
	int64_t since[AD_PLATFORM_COUNT];
	bool wanted = true;

	assert_true(takes(k, &a));
	assert_false(takes(k, &b));
	run(k, "UPDATE sync_turns SET expires_at = 1 WHERE run_id = 'syn_b'");
	DONE(k->db, ad_turn_wanted(k->db, &a, &wanted));
	assert_false(wanted);
	DONE(k->db, ad_turn_waits(k->db, b.realm, b.run_id, since));
	assert_true(since[AD_META] == 0);
	/* Its place is kept by requests, not by the lease. */
	assert_int_equal(holds(k, &b), 0);
	DONE(k->db, ad_turn_wanted(k->db, &a, &wanted));
	assert_false(wanted);
	assert_false(takes(k, &b));
	DONE(k->db, ad_turn_wanted(k->db, &a, &wanted));
	assert_true(wanted);
}

static void a_pull_is_told_of_a_push_that_waits_and_of_no_pull(void **state)
{
	struct desk *k = *state;
	struct ad_turn a = turn_of("syn_a", "spc_1"), b = turn_of("syn_b", "spc_2");
	int64_t since[AD_PLATFORM_COUNT];
	bool wanted = true;

	a.pulls = b.pulls = true;
	assert_true(takes(k, &a));
	assert_false(takes(k, &b));
	DONE(k->db, ad_turn_wanted(k->db, &a, &wanted));
	assert_false(wanted);
	b = turn_of("syn_c", "spc_2");
	assert_false(takes(k, &b));
	DONE(k->db, ad_turn_wanted(k->db, &a, &wanted));
	assert_true(wanted);
	DONE(k->db, ad_turn_waits(k->db, b.realm, b.run_id, since));
	assert_true(since[AD_META] > 0 && since[AD_GOOGLE] == 0);
	DONE(k->db, ad_turn_waits(k->db, a.realm, a.run_id, since));
	assert_true(since[AD_META] == 0);
}

#define desk_test(f) cmocka_unit_test_setup_teardown(f, desk_up, desk_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(one_has_it_and_the_next_is_who_asked_first),
		desk_test(other_accounts_platforms_and_environments_stand_apart),
		desk_test(who_fell_silent_loses_it_and_finds_out),
		desk_test(who_fell_silent_in_the_queue_stands_at_its_end),
		desk_test(who_fell_silent_in_the_queue_is_neither_told_of_nor_let_before),
		desk_test(a_pull_is_told_of_a_push_that_waits_and_of_no_pull),
	};

	return on_each_database("turn", tests);
}
