/* The unsent operations of a run are skipped in bounded steps, however many they are. */
#include "sync/journal/journal_skip.h"

#include "tests/unit/core/sync/plans.h"

#include "sync/journal/journal.h"

#define MANY (2 * AD_SKIP_MAX + 7)

static const struct ad_run_row run = {
	.id = { "syn_1", 5 },
	.mode = { "PUSH", 4 },
	.status = { "QUEUED", 6 },
	.filters = { "{}", 2 },
	.source = { "API", 3 },
	.created_by = { "acc_1", 5 },
	.credential_id = { "tok_1", 5 },
};

static int64_t count(struct world *w, const char *where)
{
	struct ad_str sql =
		ad_arena_printf(w->arena, "SELECT COUNT(*) FROM sync_operations WHERE %s", where);
	struct ad_stmt *s = ad_sql(w->db, sql.p);
	int64_t n;

	ROW(w->db, ad_step(s));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* Inserts the run with operations first to first + n - 1. */
static void insert_ops(struct world *w, int64_t first, int64_t n, const char *op, int64_t attempts,
		       const char *platform)
{
	struct ad_stmt *s = ad_sql(
		w->db, "INSERT INTO sync_operations (space_id, environment, run_id, seq, op,"
		       " resource, object_id, platform, object_version, changes, budget_delta,"
		       " status, attempts, sent_at, finished_at, rise) WITH RECURSIVE n(i) AS"
		       " (SELECT CAST($3 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $4)"
		       " SELECT $1, $2, 'syn_1', i, $5, 'keyword', 'kw_' || i, $7, 1, '[]', 0,"
		       " 'PENDING', $6, 0, 0, 5 FROM n");

	ad_bind(s, 1, w->realm.space_id);
	ad_bind(s, 2, w->realm.environment);
	ad_bind_int(s, 3, first);
	ad_bind_int(s, 4, first + n - 1);
	ad_bind_cstr(s, 5, op);
	ad_bind_int(s, 6, attempts);
	ad_bind_cstr(s, 7, platform);
	DONE(w->db, ad_step(s));
}

static void insert_run(struct world *w)
{
	struct ad_sync_plan none = { 0 };

	DONE(w->db, ad_run_insert(w->db, w->realm, &run, &none));
}

static struct ad_skip skip_of(struct world *w, uint32_t without)
{
	return (struct ad_skip){ w->realm, run.id, without, "CANCELLED", AD_S("No."), false };
}

/* One change. Returns true if operations are left. */
static bool skip_once(struct world *w, uint32_t without)
{
	struct ad_skip skip = skip_of(w, without);

	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_skip_some(w->db, &skip));
	DONE(w->db, ad_db_commit(w->db));
	return skip.more;
}

static int64_t done_of(struct world *w)
{
	struct ad_run_row found;

	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, run.id, &found));
	return found.done;
}

static void each_change_skips_a_bounded_number(void **state)
{
	struct world *w = *state;

	DONE(w->db, ad_db_begin(w->db, true));
	insert_run(w);
	insert_ops(w, 1, MANY, "CREATE", 0, "google");
	DONE(w->db, ad_db_commit(w->db));
	assert_true(skip_once(w, 0));
	assert_int_equal(count(w, "status = 'SKIPPED'"), AD_SKIP_MAX);
	assert_int_equal(done_of(w), AD_SKIP_MAX);
	/* In the order of the run: the first ones. */
	assert_int_equal(count(w, "status = 'PENDING' AND seq <= 20000"), 0);
	assert_true(skip_once(w, 0));
	assert_false(skip_once(w, 0));
	assert_int_equal(done_of(w), MANY);
	assert_int_equal(count(w, "status = 'SKIPPED' AND rise = 0 AND finished_at > 0 AND error"
				  " LIKE '%\"CANCELLED\"%' AND error LIKE '%\"No.\"%'"),
			 MANY);
	assert_false(skip_once(w, 0));
	assert_int_equal(done_of(w), MANY);
}

/* An operation that was attempted, or whose object records its result, is skipped one by one. */
static void the_others_are_skipped_too(void **state)
{
	struct world *w = *state;
	int changes = 1;

	DONE(w->db, ad_db_begin(w->db, true));
	insert_run(w);
	insert_ops(w, 1, 30, "CREATE", 0, "google");
	insert_ops(w, 31, 2500, "UPDATE", 1, "google");
	insert_ops(w, 2531, 5, "UPLOAD", 0, "google");
	DONE(w->db, ad_db_commit(w->db));
	assert_true(skip_once(w, 0));
	assert_int_equal(count(w, "attempts = 0 AND op = 'CREATE' AND status = 'PENDING'"), 0);
	while (skip_once(w, 0) && changes < 5)
		changes++;
	assert_int_equal(changes, 1);
	assert_int_equal(count(w, "status = 'SKIPPED'"), 2535);
	assert_int_equal(done_of(w), 2535);
}

static void other_platforms_and_results_are_left_alone(void **state)
{
	struct world *w = *state;

	DONE(w->db, ad_db_begin(w->db, true));
	insert_run(w);
	insert_ops(w, 1, 10, "CREATE", 0, "google");
	insert_ops(w, 11, 10, "CREATE", 0, "meta");
	insert_ops(w, 21, 10, "UPDATE", 2, "meta");
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET status = 'SUCCEEDED' WHERE seq ="
				      " 3; UPDATE sync_operations SET status = 'UNKNOWN' WHERE seq"
				      " = 4"));
	DONE(w->db, ad_db_commit(w->db));
	assert_false(skip_once(w, AD_PLATFORMS_ALL & ~(1u << AD_GOOGLE)));
	assert_int_equal(count(w, "status = 'SKIPPED' AND platform = 'google'"), 8);
	assert_int_equal(count(w, "status = 'PENDING' AND platform = 'meta'"), 20);
	assert_int_equal(count(w, "status IN ('SUCCEEDED', 'UNKNOWN')"), 2);
	assert_int_equal(done_of(w), 8);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_change_skips_a_bounded_number),
		TEST(the_others_are_skipped_too),
		TEST(other_platforms_and_results_are_left_alone),
	};

	return on_each_database("journal_skip", tests);
}
