/* Pending raises of other runs, in a plan. */
#include "sync/plan/plan_spread.h"
#include "tests/unit/core/sync/plans.h"

/* Queues an unsent raise in a run on another ad account. Returns the run's id. */
static const char *queue_budget(struct world *w, struct ad_str id, int64_t micros)
{
	const char *run = ad_arena_printf(w->arena, "syn_%d", ++w->made).p;
	struct ad_stmt *s;

	DONE(w->db, ad_db_begin(w->db, true));
	s = ad_sql(w->db,
		   "INSERT INTO sync_runs (space_id, environment, id, mode, status, activate,"
		   " filters, source, created_by, credential_id, connector, cancel, done, total,"
		   " created_at, started_at, finished_at) VALUES ($1, 'test', $2, 'PUSH', 'QUEUED',"
		   " 0, '{}', 'API', 'acc_1', 'tok_1', 0, 0, 0, 1, 1, 0, 0)");
	ad_bind(s, 1, w->realm.space_id);
	ad_bind_cstr(s, 2, run);
	DONE(w->db, ad_step(s));
	s = ad_sql(w->db,
		   "INSERT INTO sync_operations (space_id, environment, run_id, seq, op, resource,"
		   " object_id, platform, object_version, want, changes, budget_delta, status,"
		   " attempts, sent_at, finished_at) VALUES ($1, 'test', $2, 1, 'CREATE', $6, $3,"
		   " 'google', 1, $4, '[]', $5, 'PENDING', 0, 0, 0)");
	ad_bind(s, 1, w->realm.space_id);
	ad_bind_cstr(s, 2, run);
	ad_bind(s, 3, id);
	ad_bind(s, 4,
		ad_arena_printf(w->arena, "{\"budget\":%lld}", (long long)(micros / 1000000)));
	ad_bind_int(s, 5, micros);
	ad_bind_cstr(s, 6, ad_resource_of_id(id)->name);
	DONE(w->db, ad_step(s));
	DONE(w->db, ad_db_commit(w->db));
	return run;
}

static void set_status(struct world *w, const char *table, const char *status)
{
	DONE(w->db,
	     ad_db_exec(w->db,
			ad_arena_printf(w->arena, "UPDATE %s SET status = '%s'", table, status).p));
}

/* Drafted, live and about to be sent are one campaign: it counts once, by the most of the three. */
static void what_other_runs_are_about_to_raise_counts_once(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w), other = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;
	const char *run = queue_budget(w, other.campaign, 490000000);

	ask.filter.campaign_ids = &t.campaign;
	ask.filter.campaign_count = 1;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 490000000);
	assert_int_equal(p.after, 510000000);
	assert_true(violates(&p, "maxTotalDailyBudget"));
	/* A run's own operations do not count as another run's. */
	ask.run_id = ad_str(run);
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 0);
	assert_null(p.violations.first);
	/* The same campaign is in this plan too: with a lower draft, and then with a higher one. */
	p = plan(w, false);
	assert_int_equal(p.before, 490000000);
	assert_int_equal(p.after, 510000000);
	edit(w, other.campaign, "budget", "495");
	p = plan(w, false);
	assert_int_equal(p.after, 515000000);
	/* It was applied a moment ago. */
	pretend_pushed(w, other.campaign, "1");
	p = plan(w, false);
	assert_int_equal(p.before, 495000000);
	assert_int_equal(p.after, 515000000);
}

static void only_what_is_still_to_be_sent_counts(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	static const char *const runs[] = { "RUNNING", "QUEUED" };
	static const char *const operations[] = { "PENDING", "SENT", "UNKNOWN" };

	queue_budget(w, t.campaign, 90000000);
	for (size_t i = 0; i < AD_LEN(runs); i++)
		for (size_t k = 0; k < AD_LEN(operations); k++) {
			set_status(w, "sync_runs", runs[i]);
			set_status(w, "sync_operations", operations[k]);
			assert_int_equal(plan(w, false).before, 90000000);
		}
	set_status(w, "sync_operations", "FAILED");
	assert_int_equal(plan(w, false).before, 0);
	set_status(w, "sync_operations", "PENDING");
	set_status(w, "sync_runs", "AWAITING_APPROVAL");
	assert_int_equal(plan(w, false).before, 0);
	set_status(w, "sync_runs", "RUNNING");
	w->realm.environment = AD_S("live");
	assert_int_equal(plan(w, false).before, 0);
}

/* A campaign whose budget is at its ad groups. */
static void ad_groups_that_are_about_to_rise_count_too(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w), other = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;

	edit(w, other.campaign, "budgetLevel", "\"AD_GROUP\"");
	edit(w, other.campaign, "budget", "null");
	edit(w, other.group, "budget", "300");
	pretend_pushed(w, other.campaign, "1");
	pretend_pushed(w, other.group, "2");
	queue_budget(w, other.group, 490000000);
	ask.filter.campaign_ids = &t.campaign;
	ask.filter.campaign_count = 1;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 490000000);
	assert_int_equal(p.after, 510000000);
	edit(w, other.group, "budget", "490");
	p = plan(w, false);
	assert_int_equal(p.after, 510000000);
	assert_int_equal(p.spreads->before, 490000000);
	assert_int_equal(p.spreads->after, 490000000);
	/* The other run's raise does not count as lowered by this plan. */
	stage_removal(w, other.group);
	p = plan(w, false);
	assert_int_equal(p.after, 510000000);
}

/* Ends the run without the outcome of its operation. */
static void end_in_doubt(struct world *w, struct ad_str id, const char *run)
{
	struct ad_row *row;

	set_status(w, "sync_runs", "CANCELLED");
	set_status(w, "sync_operations", "UNKNOWN");
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET finished_at = 5"));
	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_of_id(id), id);
	row->open_op = ad_arena_printf(w->arena, "%s.1", run);
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

/* A budget in doubt counts until it is reconciled, whatever the draft is by now. */
static void a_draft_lowered_later_hides_no_raise_in_doubt(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w), other = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;

	pretend_pushed(w, other.campaign, "1"); /* 20 */
	end_in_doubt(w, other.campaign, queue_budget(w, other.campaign, 490000000));
	edit(w, other.campaign, "budget", "10");
	ask.filter.campaign_ids = &t.campaign;
	ask.filter.campaign_count = 1;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 490000000);
	assert_int_equal(p.after, 510000000);
	assert_true(violates(&p, "maxTotalDailyBudget"));
	/* A drafted raise that was not sent does not count. */
	edit(w, other.campaign, "budget", "499");
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 490000000);
	/* A lower one in doubt may not have arrived. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET want = '{\"budget\":5}'"));
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.before, 20000000);
	assert_int_equal(p.active_before, 0);
	/* Its enable is in doubt too. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET want ="
				      " '{\"budget\":20,\"status\":\"ENABLED\"}'"));
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.active_before, 20000000);
	assert_int_equal(p.active_after, 20000000);
}

/* The same for an ad group, in the plan and if another ad group of its campaign is raised. */
static void an_ad_groups_raise_in_doubt_counts(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_spread_sums sums;
	struct ad_sync_plan p;
	struct ad_row *campaign;
	int64_t beside = 0;

	edit(w, t.campaign, "budgetLevel", "\"AD_GROUP\"");
	edit(w, t.campaign, "budget", "null");
	edit(w, t.group, "budget", "30");
	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	end_in_doubt(w, t.group, queue_budget(w, t.group, 80000000));
	edit(w, t.group, "budget", "10");
	p = plan(w, false);
	assert_int_equal(p.before, 80000000);
	assert_int_equal(p.spreads->before, 80000000);
	campaign = load(w, ad_resource_of_id(t.campaign), t.campaign);
	DONE(w->db, ad_spread_beside(w->db, w->arena, NULL, campaign, AD_S("none"), &beside));
	assert_int_equal(beside, 80000000);
	DONE(w->db, ad_spread_restored(w->db, w->arena, NULL, campaign, t.group, &sums));
	assert_int_equal(sums.there, 80000000);
	assert_int_equal(sums.drafted, 80000000);
	/* The enable of its campaign is in doubt too. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET want ="
				      " '{\"budget\":80,\"status\":\"ENABLED\"}'"));
	assert_int_equal(plan(w, false).active_before, 0);
	end_in_doubt(w, t.campaign, queue_budget(w, t.campaign, 1000000));
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET want ="
				      " '{\"status\":\"ENABLED\"}' WHERE resource = 'campaign'"));
	assert_int_equal(plan(w, false).active_before, 80000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_other_runs_are_about_to_raise_counts_once),
		TEST(only_what_is_still_to_be_sent_counts),
		TEST(ad_groups_that_are_about_to_rise_count_too),
		TEST(a_draft_lowered_later_hides_no_raise_in_doubt),
		TEST(an_ad_groups_raise_in_doubt_counts),
	};

	return on_each_database("plan_queued", tests);
}
