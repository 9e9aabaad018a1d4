/*
 * A pull gives the ad account to a push while a report is generated, and takes it back
 * afterwards.
 */
#include "tests/unit/core/sync/pages.h"

/* The pull waits for a report: a push may have the account. */
static void wait_for_a_report(struct held *h)
{
	h->pull.place.report.page = AD_S("report 1");
	DONE(h->w->db, ad_pull_yield(&h->run, h->w->db));
}

/* A push of the same Space tries to take the lease. Returns true if it succeeded. */
static bool push_takes(struct world *w)
{
	struct ad_str holder;
	enum ad_db_status status;

	execute(w, "DELETE FROM sync_operations");
	journal(w, "syn_push", "PENDING");
	status = ad_run_lease(w->db, w->arena, w->realm, AD_S("syn_push"), &holder);
	assert_true(status == AD_DB_DONE || status == AD_DB_CONFLICT);
	return status == AD_DB_DONE;
}

static void push_ends(struct world *w)
{
	DONE(w->db, ad_run_release(w->db, w->realm, AD_S("syn_push")));
}

static void only_while_a_report_is_made_a_push_may_have_the_account(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	assert_false(push_takes(w));
	wait_for_a_report(&h);
	/* The report is ready: the pull has the account again before it stores the report. */
	DONE(w->db, ad_pull_retain(&h.run, w->db));
	assert_false(ad_run_is_lost(&h.run));
	assert_false(h.pull.apart);
	assert_false(push_takes(w));
	DONE(w->db, ad_pull_yield(&h.run, w->db));
	assert_true(push_takes(w));
	DONE(w->db, ad_pull_retain(&h.run, w->db));
	assert_false(ad_run_is_lost(&h.run));
	assert_true(h.pull.apart);
}

static void it_rejoins_behind_the_push(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	wait_for_a_report(&h);
	assert_true(push_takes(w));
	DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
	assert_false(ad_run_is_lost(&h.run));
	assert_true(h.pull.apart);
	push_ends(w);
	DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
	assert_false(ad_run_is_lost(&h.run));
	assert_false(h.pull.apart);
	assert_int_equal(number_of(w, ad_arena_printf(w->arena,
						      "SELECT COUNT(*) FROM sync_leases WHERE"
						      " run_id = '%s' AND holder = '%s'",
						      h.run.id, ad_sync_holder(w->sync))
					      .p),
			 1);
	/* Until the report is stored the next push may have the account too. */
	assert_true(push_takes(w));
}

/* A push of the same Space needs the account's lease: the pull must release it. */
static void apart_it_gives_the_turn_to_who_has_the_account(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	take_own_turn(&h);
	wait_for_a_report(&h);
	assert_true(push_takes(w));
	assert_false(take_turn(w, "syn_push", false));
	DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
	assert_true(h.pull.apart);
	assert_int_equal(h.run.turns.held, 0);
	assert_int_equal(turns(&h), 0);
	assert_true(take_turn(w, "syn_push", false));
}

/* A pull that was cancelled or has ended takes no lease, because it would never release it. */
static void one_that_has_ended_meanwhile_takes_nothing(void **state)
{
	static const char *const ends[] = { "CANCELLED", "FAILED", "SUCCEEDED", "PARTIAL" };
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	wait_for_a_report(&h);
	assert_true(push_takes(w));
	push_ends(w);
	for (size_t i = 0; i < AD_LEN(ends); i++) {
		ad_run_start_fate(&h.run);
		execute(w, "UPDATE sync_runs SET status = 'RUNNING'");
		DONE(w->db, ad_run_set_status(w->db, w->realm, ad_str(h.run.id), ends[i]));
		DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
		assert_true(ad_run_is_lost(&h.run));
		assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_leases"), 0);
	}
	execute(w, "DELETE FROM sync_runs");
	ad_run_start_fate(&h.run);
	DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
	assert_true(ad_run_is_lost(&h.run));
}

static void another_process_that_goes_on_with_it_is_left_to_it_unless_it_fell_silent(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	wait_for_a_report(&h);
	execute(w, "UPDATE sync_leases SET holder = 'somebody else', expires_at = 1");
	DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
	assert_false(ad_run_is_lost(&h.run));
	execute(w, ad_arena_printf(w->arena,
				   "UPDATE sync_leases SET holder = 'somebody else', expires_at ="
				   " %lld",
				   (long long)a_lease_from_now(w))
			   .p);
	DONE(w->db, ad_pull_rejoin(&h.run, w->db, w->arena));
	assert_true(ad_run_is_lost(&h.run));
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_leases WHERE holder ="
				      " 'somebody else'"),
			 1);
}

/* A push holds all its accounts: the pull has no lease to renew, and continues. */
static void without_a_lease_it_is_apart_and_not_lost(void **state)
{
	struct world *w = *state;
	struct held h;

	hold_pull(&h, w);
	DONE(w->db, ad_pull_hold_on(&h.run, w->db));
	assert_false(h.pull.apart);
	wait_for_a_report(&h);
	assert_true(push_takes(w));
	DONE(w->db, ad_pull_hold_on(&h.run, w->db));
	assert_true(h.pull.apart);
	assert_false(ad_run_is_lost(&h.run));
	push_ends(w);
	hold_pull(&h, w);
	execute(w, "UPDATE sync_leases SET holder = 'somebody else'");
	DONE(w->db, ad_pull_hold_on(&h.run, w->db));
	assert_true(ad_run_is_lost(&h.run));
}

#define page_test(f) cmocka_unit_test_setup_teardown(f, world_of_pages, no_world_of_pages)

int main(void)
{
	const struct CMUnitTest tests[] = {
		page_test(only_while_a_report_is_made_a_push_may_have_the_account),
		page_test(it_rejoins_behind_the_push),
		page_test(apart_it_gives_the_turn_to_who_has_the_account),
		page_test(one_that_has_ended_meanwhile_takes_nothing),
		page_test(another_process_that_goes_on_with_it_is_left_to_it_unless_it_fell_silent),
		page_test(without_a_lease_it_is_apart_and_not_lost),
	};

	return on_each_database("pull_lease", tests);
}
