/* A run's leases: one that it only assumes to hold, one that it keeps, and one that it releases. */
#include "tests/unit/core/sync/pages.h"

static void a_believed_turn_that_is_anothers_by_now_ends_the_run_here(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	take_own_turn(&h);
	DONE(w->db, ad_run_hold_turns(&h.run, w->db));
	assert_false(ad_run_is_lost(&h.run));
	assert_int_equal(h.run.turns.held, 1u << AD_GOOGLE);
	/* The run stalled, and another one took the lease. */
	execute(w, "UPDATE sync_turns SET expires_at = 1");
	assert_true(take_turn(w, "syn_other", false));
	DONE(w->db, ad_run_hold_turns(&h.run, w->db));
	assert_true(ad_run_is_lost(&h.run));
	assert_int_equal(h.run.turns.held, 0);
	/* After the first failure the run no longer assumes the lease. */
	ad_run_start_fate(&h.run);
	DONE(w->db, ad_run_hold_turns(&h.run, w->db));
	assert_false(ad_run_is_lost(&h.run));
	assert_false(take_turn(w, "syn_third", false));
}

/* No other run took the expired lease: the run still holds it. */
static void a_lapsed_turn_that_nobody_took_is_held_on_to(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	take_own_turn(&h);
	execute(w, "UPDATE sync_turns SET expires_at = 1");
	DONE(w->db, ad_run_hold_turns(&h.run, w->db));
	assert_false(ad_run_is_lost(&h.run));
	assert_int_equal(h.run.turns.held, 1u << AD_GOOGLE);
	assert_false(take_turn(w, "syn_other", false));
}

static void the_kill_switch_holds_on_to_none(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	h.run.kind = AD_RUN_KILL_SWITCH;
	h.run.turns.held = 1u << AD_GOOGLE;
	DONE(w->db, ad_run_hold_turns(&h.run, w->db));
	assert_false(ad_run_is_lost(&h.run));
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_turns"), 0);
}

static void before_a_wait_it_is_given_up_unless_something_is_in_doubt_there(void **state)
{
	static const char *const doubts[] = { "SENT", "UNKNOWN" };
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	for (size_t i = 0; i < AD_LEN(doubts); i++) {
		take_own_turn(&h);
		execute(w, "DELETE FROM sync_operations");
		journal(w, h.run.id, doubts[i]);
		DONE(w->db, ad_run_let_go(&h.run, w->db, w->arena));
		assert_false(ad_run_is_lost(&h.run));
		assert_int_equal(h.run.turns.held, 1u << AD_GOOGLE);
		assert_int_equal(h.run.turns.kept, 1u << AD_GOOGLE);
		assert_false(take_turn(w, "syn_other", false));
	}
	execute(w, "UPDATE sync_operations SET status = 'SUCCEEDED', finished_at = 5");
	DONE(w->db, ad_run_let_go(&h.run, w->db, w->arena));
	assert_int_equal(h.run.turns.held, 0);
	assert_int_equal(h.run.turns.kept, 0);
	assert_true(take_turn(w, "syn_other", false));
}

static void who_lost_the_lease_gives_up_nothing_of_another(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	take_own_turn(&h);
	execute(w, "UPDATE sync_leases SET holder = 'somebody else'");
	DONE(w->db, ad_run_let_go(&h.run, w->db, w->arena));
	assert_true(ad_run_is_lost(&h.run));
	assert_int_equal(turns(&h), 1);
}

static void a_pull_yields_to_a_push_that_waits_and_to_no_pull(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	take_own_turn(&h);
	DONE(w->db, ad_run_yield_turn(&h.run, w->db));
	assert_int_equal(turns(&h), 1);
	assert_false(take_turn(w, "syn_pull", true));
	DONE(w->db, ad_run_yield_turn(&h.run, w->db));
	assert_int_equal(h.run.turns.held, 1u << AD_GOOGLE);
	assert_false(take_turn(w, "syn_push", false));
	/* A run that no longer requests the lease does not wait. */
	execute(w, "UPDATE sync_turns SET expires_at = 1 WHERE run_id = 'syn_push'");
	DONE(w->db, ad_run_yield_turn(&h.run, w->db));
	assert_int_equal(h.run.turns.held, 1u << AD_GOOGLE);
	assert_false(take_turn(w, "syn_push", false));
	DONE(w->db, ad_run_yield_turn(&h.run, w->db));
	assert_int_equal(h.run.turns.held, 0);
	assert_int_equal(turns(&h), 0);
	/* A run releases only leases that it holds. */
	DONE(w->db, ad_run_give_turn(&h.run, w->db));
	DONE(w->db, ad_run_yield_turn(&h.run, w->db));
}

#define page_test(f) cmocka_unit_test_setup_teardown(f, world_of_pages, no_world_of_pages)

int main(void)
{
	const struct CMUnitTest tests[] = {
		page_test(a_believed_turn_that_is_anothers_by_now_ends_the_run_here),
		page_test(a_lapsed_turn_that_nobody_took_is_held_on_to),
		page_test(the_kill_switch_holds_on_to_none),
		page_test(before_a_wait_it_is_given_up_unless_something_is_in_doubt_there),
		page_test(who_lost_the_lease_gives_up_nothing_of_another),
		page_test(a_pull_yields_to_a_push_that_waits_and_to_no_pull),
	};

	return on_each_database("run_turn", tests);
}
