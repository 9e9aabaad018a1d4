/* The machines of a run in memory: what may follow what, and that all else ends the process. */
#include "tests/support/states.h"

#include "sync/run/run.h"

static void a_run_waits_for_one_event_at_a_time(void **state)
{
	static const char *const legal[] = {
		"READY>ON_HTTP",     "ON_HTTP>READY",  "READY>ON_WRITE", "ON_WRITE>READY",
		"ON_WRITE>ON_TIMER", "READY>ON_TIMER", "ON_TIMER>READY", "READY>ENDED",
	};

	(void)state;
	assert_states(&ad_run_waits, legal, AD_LEN(legal));
	assert_states_documented(&ad_run_waits);
}

static void the_kind_of_a_run_never_changes(void **state)
{
	static const char *const legal[] = {
		"UNCLAIMED>PUSH", "UNCLAIMED>PULL", "UNCLAIMED>KILL_SWITCH",
		"PUSH>PUSH",      "PULL>PULL",      "KILL_SWITCH>KILL_SWITCH",
	};

	(void)state;
	assert_states(&ad_run_kinds, legal, AD_LEN(legal));
	assert_states_documented(&ad_run_kinds);
}

static void a_lost_run_stays_lost_until_the_next_change(void **state)
{
	static const char *const legal[] = {
		"GOES_ON>MORE",    "MORE>MORE",       "MORE>GOES_ON",
		"GOES_ON>GOES_ON", "GOES_ON>STALE",   "GOES_ON>OVER",
		"GOES_ON>LOST",    "GOES_ON>REFUSED", "MORE>REFUSED",
	};
	struct ad_run run = { .fate = AD_RUN_LOST };

	(void)state;
	assert_states(&ad_run_fates, legal, AD_LEN(legal));
	assert_states_documented(&ad_run_fates);
	assert_true(ad_run_is_lost(&run));
	ad_run_start_fate(&run);
	assert_false(ad_run_is_lost(&run));
}

static void a_part_waits_once_and_is_checked_again_once(void **state)
{
	static const char *const legal[] = { "FIRST>WAITED", "FIRST>RECHECKED",
					     "WAITED>RECHECKED" };

	(void)state;
	assert_states(&ad_run_parts, legal, AD_LEN(legal));
	assert_states_documented(&ad_run_parts);
}

static void the_transitions_set_the_state(void **state)
{
	struct ad_run run = { 0 };

	(void)state;
	ad_run_set_wait(&run, AD_RUN_ON_WRITE);
	assert_int_equal(run.waits, AD_RUN_ON_WRITE);
	ad_run_set_kind(&run, AD_RUN_PULL);
	assert_int_equal(run.kind, AD_RUN_PULL);
	ad_run_set_fate(&run, AD_RUN_STALE);
	assert_int_equal(run.fate, AD_RUN_STALE);
	ad_run_set_part_at(&run, AD_PART_WAITED);
	assert_int_equal(run.part_at, AD_PART_WAITED);
}

static void wait_twice(void *arg)
{
	ad_run_set_wait(arg, AD_RUN_ON_TIMER);
	ad_run_set_wait(arg, AD_RUN_ON_WRITE);
}

static void wake_the_ended(void *arg)
{
	ad_run_set_wait(arg, AD_RUN_ENDED);
	ad_run_set_wait(arg, AD_RUN_READY);
}

static void win_what_was_lost(void *arg)
{
	ad_run_set_fate(arg, AD_RUN_LOST);
	ad_run_set_fate(arg, AD_RUN_GOES_ON);
}

static void two_waits_in_one_step_end_the_process(void **state)
{
	struct ad_run run = { 0 };

	(void)state;
	assert_true(dies(wait_twice, &run));
	assert_true(dies(wake_the_ended, &run));
	assert_true(dies(win_what_was_lost, &run));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_waits_for_one_event_at_a_time),
		cmocka_unit_test(the_kind_of_a_run_never_changes),
		cmocka_unit_test(a_lost_run_stays_lost_until_the_next_change),
		cmocka_unit_test(a_part_waits_once_and_is_checked_again_once),
		cmocka_unit_test(the_transitions_set_the_state),
		cmocka_unit_test(two_waits_in_one_step_end_the_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
