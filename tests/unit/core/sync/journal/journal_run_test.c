/* The operations of a long plan are stored before its run. */
#include "auth/auth_private.h"
#include "sync/journal/journal_prepare.h"
#include "tests/unit/core/sync/plans.h"

static int64_t count(struct world *w, const char *sql)
{
	struct ad_stmt *s = ad_sql(w->db, sql);
	int64_t n;

	assert_int_equal(ad_step(s), AD_DB_ROW);
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

#define OPERATIONS "SELECT COUNT(*) FROM sync_operations"
#define PREPARED "SELECT COUNT(*) FROM sync_prepared"

static const struct ad_run_row run = {
	.id = { "syn_1", 5 },
	.mode = { "PUSH", 4 },
	.status = { "QUEUED", 6 },
	.filters = { "{}", 2 },
	.source = { "API", 3 },
	.created_by = { "acc_1", 5 },
	.credential_id = { "tok_1", 5 },
};

static void prepare(struct world *w, const struct ad_sync_plan *p, size_t from)
{
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_prepare(w->db, w->realm, run.id, p, from));
	DONE(w->db, ad_db_commit(w->db));
}

static void insert(struct world *w, const struct ad_sync_plan *p)
{
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_insert_prepared(w->db, w->realm, &run, p));
	DONE(w->db, ad_db_commit(w->db));
}

static void a_run_takes_the_operations_that_were_stored(void **state)
{
	struct world *w = *state;
	struct ad_run_row found;

	draft_tree(w);
	struct ad_sync_plan p = plan(w, false);
	assert_true(p.count > 2);
	prepare(w, &p, 0);
	assert_int_equal(count(w, OPERATIONS), p.count);
	assert_int_equal(count(w, PREPARED), 1);
	assert_int_equal(ad_run_load(w->db, w->arena, w->realm, run.id, &found), AD_DB_DONE);
	/* Nothing is left to store after the last one. */
	prepare(w, &p, p.count);
	assert_int_equal(count(w, OPERATIONS), p.count);
	insert(w, &p);
	assert_int_equal(count(w, OPERATIONS), p.count);
	assert_int_equal(count(w, PREPARED), 0);
	assert_int_equal(ad_run_load(w->db, w->arena, w->realm, run.id, &found), AD_DB_ROW);
}

static void sweep(struct world *w)
{
	DONE(w->db, ad_db_begin(w->db, true));
	assert_true(ad_upkeep_sweep(w->db));
	DONE(w->db, ad_db_commit(w->db));
}

static void operations_without_a_run_are_swept_after_an_hour(void **state)
{
	struct world *w = *state;

	draft_tree(w);
	struct ad_sync_plan p = plan(w, false);
	prepare(w, &p, 0);
	sweep(w);
	assert_int_equal(count(w, OPERATIONS), p.count);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_prepared SET expires_at = expires_at -"
				      " 3700000000"));
	DONE(w->db, ad_db_commit(w->db));
	sweep(w);
	assert_int_equal(count(w, OPERATIONS), 0);
	assert_int_equal(count(w, PREPARED), 0);
	/* A run that is stored that late stores them itself. */
	insert(w, &p);
	assert_int_equal(count(w, OPERATIONS), p.count);
	sweep(w);
	assert_int_equal(count(w, OPERATIONS), p.count);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_run_takes_the_operations_that_were_stored,
						world_of_drafts, end_of_drafts),
		cmocka_unit_test_setup_teardown(operations_without_a_run_are_swept_after_an_hour,
						world_of_drafts, end_of_drafts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
