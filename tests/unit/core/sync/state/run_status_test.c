/* The status of a stored run: each legal transition is stored, each other one is refused. */
#include "tests/support/states.h"
#include "tests/unit/core/sync/world.h"

static const char *const legal[] = {
	"AWAITING_APPROVAL>QUEUED",
	"AWAITING_APPROVAL>CANCELLED",
	"AWAITING_APPROVAL>FAILED",
	"QUEUED>QUEUED",
	"QUEUED>RUNNING",
	"QUEUED>AWAITING_APPROVAL",
	"QUEUED>FAILED",
	"QUEUED>CANCELLED",
	"QUEUED>SUCCEEDED",
	"RUNNING>RUNNING",
	"RUNNING>SUCCEEDED",
	"RUNNING>PARTIAL",
	"RUNNING>FAILED",
	"RUNNING>CANCELLED",
	"PARTIAL>RUNNING",
	"FAILED>RUNNING",
	"CANCELLED>RUNNING",
};

static void each_pair_is_legal_or_not(void **state)
{
	(void)state;
	assert_states(&ad_run_statuses, legal, AD_LEN(legal));
	assert_states_documented(&ad_run_statuses);
}

static void only_final_states_are_final(void **state)
{
	static const char *const open[] = { "QUEUED", "AWAITING_APPROVAL", "RUNNING", "", "DONE" };
	static const char *const ends[] = { "SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(open); i++)
		assert_false(ad_run_is_final(ad_str(open[i])));
	for (size_t i = 0; i < AD_LEN(ends); i++)
		assert_true(ad_run_is_final(ad_str(ends[i])));
}

static const struct ad_run_row a_run = {
	.id = { "syn_1", 5 },
	.mode = { "PUSH", 4 },
	.status = { "QUEUED", 6 },
	.filters = { "{}", 2 },
	.source = { "API", 3 },
	.created_by = { "acc_1", 5 },
	.credential_id = { "tok_1", 5 },
};

static void store_status(struct world *w, const char *status, int64_t finished_at)
{
	struct ad_stmt *s = ad_sql(w->db, "UPDATE sync_runs SET status = $1, finished_at = $2");

	ad_bind_cstr(s, 1, status);
	ad_bind_int(s, 2, finished_at);
	DONE(w->db, ad_step(s));
}

static struct ad_run_row stored(struct world *w)
{
	struct ad_run_row row;

	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, a_run.id, &row));
	return row;
}

static void assert_moves(struct world *w, const char *from, const char *to, bool may)
{
	bool ends = ad_run_is_final(ad_str(to)), changed = !may;

	store_status(w, from, 7);
	DONE(w->db, ad_run_change_status(w->db, w->realm, a_run.id, to, &changed));
	assert_int_equal(changed, may);
	assert_true(ad_str_is(stored(w).status, may ? to : from));
	/* A reopened run stays known as one that had ended. */
	assert_int_equal(stored(w).finished_at > 7, may && ends);
	store_status(w, from, 7);
	assert_int_equal(ad_run_set_status(w->db, w->realm, a_run.id, to),
			 may ? AD_DB_DONE : AD_DB_INVALID);
	assert_true(ad_str_is(stored(w).status, may ? to : from));
}

static void the_stored_status_decides(void **state)
{
	const struct ad_sync_plan none = { 0 };
	struct world *w = *state;
	char name[96];
	bool changed = true;

	DONE(w->db, ad_run_insert(w->db, w->realm, &a_run, &none));
	for (unsigned from = 0; from < AD_RUNS_COUNT; from++)
		for (unsigned to = 0; to < AD_RUNS_COUNT; to++) {
			bool may = false;

			snprintf(name, sizeof(name), "%s>%s",
				 ad_states_name(&ad_run_statuses, from),
				 ad_states_name(&ad_run_statuses, to));
			for (size_t i = 0; i < AD_LEN(legal); i++)
				may = may || strcmp(legal[i], name) == 0;
			assert_moves(w, ad_states_name(&ad_run_statuses, from),
				     ad_states_name(&ad_run_statuses, to), may);
		}
	/* A row of another version, and a run that does not exist: refused, without an abort. */
	assert_moves(w, "PAUSED", "RUNNING", false);
	assert_moves(w, "", "FAILED", false);
	DONE(w->db, ad_run_change_status(w->db, w->realm, AD_S("syn_2"), "FAILED", &changed));
	assert_false(changed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_is_legal_or_not),
		cmocka_unit_test(only_final_states_are_final),
		cmocka_unit_test_setup_teardown(the_stored_status_decides, world_without_runner,
						world_down),
	};

	return on_each_database("run_status", tests);
}
