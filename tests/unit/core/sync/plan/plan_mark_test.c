/* The mark: a text that shows whether a stored plan may be outdated. */
#include "sync/plan/plan_mark.h"

#include "store/history/history.h"
#include "tests/unit/core/sync/plans.h"

static const char *read_mark(struct world *w)
{
	struct ad_str mark = { 0 };

	DONE(w->db, ad_plan_mark(w->db, w->arena, w->realm, &mark));
	return mark.p;
}

static void run_sql(struct world *w, const char *sql)
{
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_db_exec(w->db, sql));
	DONE(w->db, ad_db_commit(w->db));
}

static void note_edit(struct world *w)
{
	struct ad_history_entry entry = {
		.space_id = w->realm.space_id,
		.environment = w->realm.environment,
		.door = AD_S("API"),
		.resource = AD_S("campaign"),
		.object_id = AD_S("cmp_1"),
		.verb = AD_S("UPDATE"),
	};

	DONE(w->db, ad_history_append(w->db, &entry));
}

static void insert_run(struct world *w, const char *id, const char *mode)
{
	run_sql(w,
		ad_arena_printf(w->arena,
				"INSERT INTO sync_runs (space_id, environment, id, mode, status,"
				" activate, filters, source, created_by, credential_id, connector,"
				" cancel, done, total, created_at, started_at, finished_at) VALUES"
				" ('%.*s', 'test', '%s', '%s', 'QUEUED', 0, '{}', 'API', 'acc_1',"
				" 'tok_1', 0, 0, 0, 1, 1, 0, 0)",
				AD_FMT(w->realm.space_id), id, mode)
			.p);
}

static void every_source_of_a_plan_changes_the_mark(void **state)
{
	struct world *w = *state;
	static const char *const changes[] = {
		"UPDATE spaces SET version = version + 1",
		"UPDATE spaces SET pushes_blocked_test = TRUE",
		"UPDATE spaces SET max_campaign_daily_budget = 1",
		"UPDATE spaces SET max_total_daily_budget = 1",
		"UPDATE spaces SET max_budget_increase_percent = 1",
		"UPDATE spaces SET max_bid = 1",
		"UPDATE spaces SET allowed_platforms = 1",
		"UPDATE spaces SET blocked_terms = '[\"bread\"]'",
		"DELETE FROM connections WHERE platform = 'meta'",
		"UPDATE connections SET status = 'EXPIRED'",
		"UPDATE connections SET version = version + 1",
		"UPDATE connections SET updated_at = 2",
		"UPDATE sync_runs SET done = 1",
		"UPDATE sync_runs SET status = 'RUNNING'",
		"UPDATE sync_runs SET status = 'SUCCEEDED'",
	};
	const char *last;

	insert_run(w, "syn_1", "PUSH");
	last = read_mark(w);
	assert_string_equal(read_mark(w), last);
	for (size_t i = 0; i < AD_LEN(changes); i++) {
		run_sql(w, changes[i]);
		const char *now = read_mark(w);
		if (strcmp(now, last) == 0)
			fail_msg("the mark is the same after: %s", changes[i]);
		last = now;
	}
	/* The Space's other environment does not change the mark. */
	run_sql(w, "UPDATE connections SET environment = 'live'");
	last = read_mark(w);
	run_sql(w, "UPDATE connections SET version = version + 1");
	assert_string_equal(read_mark(w), last);
}

static void an_edit_counts_before_it_is_committed(void **state)
{
	struct world *w = *state;
	const char *before = read_mark(w), *first;

	DONE(w->db, ad_db_begin(w->db, true));
	note_edit(w);
	first = read_mark(w);
	assert_string_not_equal(first, before);
	DONE(w->db, ad_db_savepoint(w->db));
	note_edit(w);
	assert_string_not_equal(read_mark(w), first);
	ad_db_rollback_savepoint(w->db);
	assert_string_equal(read_mark(w), first);
	DONE(w->db, ad_db_commit(w->db));
	assert_string_equal(read_mark(w), first);
}

static void a_pull_leaves_no_mark(void **state)
{
	struct world *w = *state;

	insert_run(w, "syn_1", "PULL");
	assert_null(read_mark(w));
	run_sql(w, "UPDATE sync_runs SET status = 'SUCCEEDED'");
	assert_non_null(read_mark(w));
}

static bool read_holds(struct world *w)
{
	bool holds = false;

	DONE(w->db, ad_plan_mark_holds(w->db, w->arena, w->realm, AD_S("syn_1"), &holds));
	return holds;
}

static void keep(struct world *w)
{
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_plan_mark_keep(w->db, w->arena, w->realm, AD_S("syn_1"), 7));
	DONE(w->db, ad_db_commit(w->db));
}

static void a_mark_of_a_run_holds_for_a_minute(void **state)
{
	struct world *w = *state;

	insert_run(w, "syn_1", "PUSH");
	assert_false(read_holds(w));
	keep(w);
	assert_true(read_holds(w));
	run_sql(w, "UPDATE sync_runs SET plan_marked_at = plan_marked_at - 61000000");
	assert_false(read_holds(w));
	/* A clock that went back proves nothing. */
	run_sql(w, "UPDATE sync_runs SET plan_marked_at = plan_marked_at + 122000000");
	assert_false(read_holds(w));
	keep(w);
	DONE(w->db, ad_db_begin(w->db, true));
	note_edit(w);
	DONE(w->db, ad_db_commit(w->db));
	assert_false(read_holds(w));
	keep(w);
	assert_true(read_holds(w));
	insert_run(w, "syn_2", "PULL");
	assert_false(read_holds(w));
	keep(w);
	assert_false(read_holds(w));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_source_of_a_plan_changes_the_mark,
						world_of_drafts, end_of_drafts),
		cmocka_unit_test_setup_teardown(an_edit_counts_before_it_is_committed,
						world_of_drafts, end_of_drafts),
		cmocka_unit_test_setup_teardown(a_pull_leaves_no_mark, world_of_drafts,
						end_of_drafts),
		cmocka_unit_test_setup_teardown(a_mark_of_a_run_holds_for_a_minute, world_of_drafts,
						end_of_drafts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
