/* Changes by others, in the totals of pushes in progress. */
#include "tests/unit/core/sync/plans.h"

#include "sync/journal/conditions.h"
#include "sync/plan/spend_moved.h"

#define MICROS(n) (INT64_C(1000000) * (n))

/* A run with a recorded total of 400. */
static struct ad_str run_with(struct world *w, const char *mode, const char *status)
{
	struct ad_plan_filter filter = { .platforms = AD_PLATFORMS_ALL, .campaigns = true };
	struct ad_sync_plan nothing = { .count = 0 };
	struct ad_run_row head = {
		.mode = ad_str(mode),
		.status = ad_str(status),
		.filters = ad_plan_filter_json(w->arena, &filter),
		.source = AD_S("API"),
		.created_by = w->account.id,
		.credential_id = AD_S("tok"),
		.created_at = ad_now(),
	};
	char id[AD_ID_SIZE];

	ad_id_make("syn", id);
	head.id = ad_arena_copy(w->arena, ad_str(id));
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_insert(w->db, w->realm, &head, &nothing));
	DONE(w->db, ad_run_set_spend(w->db, w->realm, head.id, MICROS(400)));
	DONE(w->db, ad_db_commit(w->db));
	return head.id;
}

static int64_t spend_of(struct world *w, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT spend FROM sync_runs WHERE id = $1");
	int64_t spend;

	ad_bind(s, 1, id);
	ROW(w->db, ad_step(s));
	spend = ad_col_int(s, 0);
	ad_reset(s);
	return spend;
}

static void move(struct world *w, const struct ad_row *was, const struct ad_row *is, bool raises)
{
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_spend_moved(w->db, w->arena, NULL, was, is, raises));
	DONE(w->db, ad_db_commit(w->db));
}

/* The pushed object, with another budget on the platform. */
static struct ad_row *with_budget(struct world *w, struct ad_str id, const char *budget)
{
	struct ad_row *row = load(w, ad_resource_of_id(id), id);
	const char *json = ad_arena_printf(w->arena, "{\"budget\":%s}", budget).p;

	row->synced = ad_str(json);
	return row;
}

static void every_push_in_progress_counts_a_change(void **state)
{
	struct world *w = *state;
	struct ad_str running = run_with(w, "PUSH", "RUNNING"),
		      waits = run_with(w, "PUSH", "QUEUED");
	const struct ad_str others[] = { run_with(w, "PUSH", "SUCCEEDED"),
					 run_with(w, "PUSH", "AWAITING_APPROVAL"),
					 run_with(w, "PULL", "RUNNING") };
	struct tree t = draft_tree(w);
	struct ad_row *hundred, *more;

	pretend_pushed(w, t.campaign, "1");
	hundred = with_budget(w, t.campaign, "100");
	more = with_budget(w, t.campaign, "400");
	move(w, hundred, more, false);
	assert_int_equal(spend_of(w, running), MICROS(700));
	assert_int_equal(spend_of(w, waits), MICROS(700));
	move(w, more, hundred, true);
	assert_int_equal(spend_of(w, running), MICROS(700));
	move(w, more, hundred, false);
	assert_int_equal(spend_of(w, running), MICROS(400));
	/* A new object, and one that was removed. */
	move(w, NULL, more, false);
	assert_int_equal(spend_of(w, running), MICROS(800));
	more->live = AD_LIVE_GONE;
	move(w, with_budget(w, t.campaign, "400"), more, false);
	assert_int_equal(spend_of(w, running), MICROS(400));
	/* A value that nobody has decided counts. */
	more = with_budget(w, t.campaign, "100");
	more->live = AD_S("{\"budget\":250}");
	move(w, hundred, more, false);
	assert_int_equal(spend_of(w, running), MICROS(550));
	for (size_t i = 0; i < AD_LEN(others); i++)
		assert_int_equal(spend_of(w, others[i]), MICROS(400));
}

static void ad_groups_count_if_they_hold_the_budgets(void **state)
{
	struct world *w = *state;
	struct ad_str running = run_with(w, "PUSH", "RUNNING");
	struct tree t = draft_tree(w);
	struct ad_row *was, *is;

	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	was = with_budget(w, t.group, "10");
	is = with_budget(w, t.group, "60");
	move(w, was, is, false);
	assert_int_equal(spend_of(w, running), MICROS(400));
	edit(w, t.campaign, "budgetLevel", "\"AD_GROUP\"");
	move(w, was, is, false);
	assert_int_equal(spend_of(w, running), MICROS(450));
	is = with_budget(w, t.keyword, "60");
	is->remote_id = AD_S("3");
	move(w, NULL, is, false);
	assert_int_equal(spend_of(w, running), MICROS(450));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_push_in_progress_counts_a_change),
		TEST(ad_groups_count_if_they_hold_the_budgets),
	};

	return on_each_database("spend_moved", tests);
}
