/* The verdict on a queued run's plan: valid under its mark alone, made again a few times. */
#include "tests/unit/core/sync/world.h"

#include "sync/plan/plan_mark.h"
#include "sync/run/run.h"

/* A queued push whose stored mark is too old, and a runner that does not work. */
static struct ad_run *queued_run(struct world *w, struct ad_run_row *head)
{
	char err[256];
	struct ad_sync_env env = { .store = w->d->store, .secrets = w->secrets };
	struct ad_run *run;

	w->sync = ad_sync_new(&env, err);
	if (!w->sync)
		fail_msg("%s", err);
	draft_tree(w);
	queue_push(w, false);
	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, ad_str(w->last_run), head));
	run = ad_run_new(w->sync, w->realm.space_id, w->realm.environment, head->id);
	return run;
}

static struct ad_run_refusal check(struct world *w, struct ad_run *run,
				   const struct ad_run_row *head)
{
	struct ad_run_refusal no = { 0 };

	ad_run_start_fate(run);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_check_plan(run, w->db, w->arena, head, &no));
	DONE(w->db, ad_db_commit(w->db));
	return no;
}

static struct ad_str mark_now(struct world *w)
{
	struct ad_str mark;

	DONE(w->db, ad_plan_mark(w->db, w->arena, w->realm, &mark));
	assert_true(mark.n > 0);
	return mark;
}

static int64_t spend_of(struct world *w)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT COALESCE(spend, -1) FROM sync_runs");
	int64_t spend;

	ROW(w->db, ad_step(s));
	spend = ad_col_int(s, 0);
	ad_reset(s);
	return spend;
}

static void a_valid_verdict_decides(void **state)
{
	struct world *w = *state;
	struct ad_run_row head;
	struct ad_run *run = queued_run(w, &head);

	run->verdict = (struct ad_run_verdict){ .mark = mark_now(w), .spend = 77 };
	assert_null(check(w, run, &head).code);
	assert_int_equal(run->fate, AD_RUN_GOES_ON);
	assert_int_equal(spend_of(w), 77);
	run->verdict.no = (struct ad_run_refusal){ "PLAN_CHANGED", AD_S("No.") };
	assert_string_equal(check(w, run, &head).code, "PLAN_CHANGED");
	ad_run_free(run);
}

/* A verdict of another state decides nothing: another one is asked for, then the plan is made. */
static void an_old_verdict_decides_nothing(void **state)
{
	struct world *w = *state;
	struct ad_run_row head;
	struct ad_run *run = queued_run(w, &head);

	run->verdict = (struct ad_run_verdict){ .mark = mark_now(w), .spend = 77 };
	DONE(w->db, ad_db_exec(w->db, "UPDATE spaces SET version = version + 1"));
	assert_null(check(w, run, &head).code);
	assert_int_equal(run->fate, AD_RUN_STALE);
	assert_int_equal(spend_of(w), -1);
	run->verdict.rounds = 3;
	run->verdict.no = (struct ad_run_refusal){ "PLAN_CHANGED", AD_S("No.") };
	assert_null(check(w, run, &head).code);
	assert_int_equal(run->fate, AD_RUN_GOES_ON);
	assert_int_equal(spend_of(w), 0);
	ad_run_free(run);
}

static void without_a_verdict_the_plan_is_made(void **state)
{
	struct world *w = *state;
	struct ad_run_row head;
	struct ad_run *run = queued_run(w, &head);

	assert_null(check(w, run, &head).code);
	assert_int_equal(spend_of(w), 0);
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_runs SET plan_hash = 'other'"));
	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, head.id, &head));
	assert_string_equal(check(w, run, &head).code, "PLAN_CHANGED");
	DONE(w->db, ad_db_exec(w->db, "UPDATE spaces SET allowed_platforms = 8"));
	assert_string_equal(check(w, run, &head).code, "PLAN_CHANGED");
	ad_run_free(run);
}

static int end_world(void **state)
{
	struct world *w = *state;

	ad_sync_free(w->sync);
	w->sync = NULL;
	return world_down(state);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_without_runner, end_world)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_valid_verdict_decides),
		TEST(an_old_verdict_decides_nothing),
		TEST(without_a_verdict_the_plan_is_made),
	};

	return on_each_database("run_verdict", tests);
}
