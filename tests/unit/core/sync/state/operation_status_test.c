/* The status of an operation: each pair, and what the journal refuses to store. */
#include "tests/support/states.h"
#include "tests/unit/core/sync/pages.h"

static const char *const legal[] = {
	"PENDING>SENT",    "PENDING>PENDING", "PENDING>SUCCEEDED", "PENDING>FAILED",
	"PENDING>SKIPPED", "SENT>SUCCEEDED",  "SENT>FAILED",       "SENT>PENDING",
	"SENT>UNKNOWN",    "UNKNOWN>UNKNOWN", "UNKNOWN>PENDING",   "UNKNOWN>SUCCEEDED",
	"UNKNOWN>FAILED",  "UNKNOWN>SKIPPED",
};

static void each_pair_is_legal_or_not(void **state)
{
	(void)state;
	assert_states(&ad_op_statuses, legal, AD_LEN(legal));
	assert_states_documented(&ad_op_statuses);
}

static void a_result_says_if_the_run_is_finished_with_it(void **state)
{
	static const struct {
		enum ad_op_status next;
		bool open, finished; /* consistent while not finished, and once finished */
	} rows[] = {
		{ AD_OPS_PENDING, true, false },   { AD_OPS_SENT, false, false },
		{ AD_OPS_SUCCEEDED, false, true }, { AD_OPS_FAILED, false, true },
		{ AD_OPS_SKIPPED, false, true },   { AD_OPS_UNKNOWN, true, true },
		{ AD_OPS_COUNT, false, false },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_journal_op op = { .next = rows[i].next };

		assert_int_equal(ad_op_is_consistent(&op), rows[i].open);
		op.finished = true;
		assert_int_equal(ad_op_is_consistent(&op), rows[i].finished);
	}
}

/* One operation of a run, loaded as `loaded`, while the journal has `stored`. */
static struct ad_journal_op an_op(struct world *w, const char *stored, enum ad_op_status loaded)
{
	execute(w, "DELETE FROM sync_operations");
	journal(w, "syn_1", stored);
	return (struct ad_journal_op){
		.seq = 1,
		.op = AD_OP_UPDATE,
		.res = ad_resource_row(AD_R_CAMPAIGN),
		.platform = AD_GOOGLE,
		.object_id = AD_S("cmp_1"),
		.status = loaded,
		.next = loaded,
	};
}

static enum ad_db_status settle(struct world *w, struct ad_journal_op *op, enum ad_op_status next)
{
	enum ad_db_status status;

	op->next = next;
	op->finished = next != AD_OPS_PENDING && next != AD_OPS_UNKNOWN;
	DONE(w->db, ad_db_begin(w->db, true));
	status = ad_journal_settle(w->db, w->arena, w->realm, AD_S("syn_1"), op, 1);
	if (status == AD_DB_DONE)
		DONE(w->db, ad_db_commit(w->db));
	else
		ad_db_rollback(w->db);
	return status;
}

static bool has_status(struct world *w, const char *status)
{
	return number_of(w, ad_arena_printf(w->arena,
					    "SELECT COUNT(*) FROM sync_operations WHERE status ="
					    " '%s'",
					    status)
				    .p) == 1;
}

static void the_journal_stores_only_legal_results(void **state)
{
	struct world *w = *state;

	for (unsigned from = 0; from < AD_OPS_COUNT; from++)
		for (unsigned to = 0; to < AD_OPS_COUNT; to++) {
			const char *was = ad_states_name(&ad_op_statuses, from);
			const char *is = ad_states_name(&ad_op_statuses, to);
			bool may = ad_states_may(&ad_op_statuses, from, to);
			struct ad_journal_op op = an_op(w, was, (enum ad_op_status)from);

			if (to == AD_OPS_SENT)
				continue; /* ad_journal_sent() alone stores it */
			assert_int_equal(settle(w, &op, (enum ad_op_status)to),
					 may ? AD_DB_DONE : AD_DB_INVALID);
			assert_int_equal(op.refused, !may);
			assert_true(has_status(w, may ? is : was));
		}
}

/* Another process changed the row since it was loaded: nothing is stored over that. */
static void what_changed_since_is_not_overwritten(void **state)
{
	static const char *const ends[] = { "SUCCEEDED", "FAILED", "SKIPPED", "UNKNOWN", "LATER" };
	struct world *w = *state;

	for (size_t i = 0; i < AD_LEN(ends); i++) {
		struct ad_journal_op op = an_op(w, ends[i], AD_OPS_SENT);

		assert_int_equal(settle(w, &op, AD_OPS_SUCCEEDED), AD_DB_INVALID);
		assert_true(op.refused);
		assert_true(has_status(w, ends[i]));
		op = an_op(w, ends[i], AD_OPS_SENT);
		assert_int_equal(ad_journal_steps(w->db, w->arena, w->realm, AD_S("syn_1"), &op, 1),
				 AD_DB_INVALID);
		assert_true(op.refused);
	}
	struct ad_journal_op op = an_op(w, "SENT", AD_OPS_SENT);
	DONE(w->db, ad_journal_steps(w->db, w->arena, w->realm, AD_S("syn_1"), &op, 1));
	assert_false(op.refused);
}

static void settle_halfway(void *arg)
{
	struct world *w = arg;
	struct ad_journal_op op = { .status = AD_OPS_SENT,
				    .next = AD_OPS_SUCCEEDED,
				    .op = AD_OP_UPDATE,
				    .res = ad_resource_row(AD_R_CAMPAIGN),
				    .object_id = AD_S("cmp_1"),
				    .seq = 1 };

	(void)!ad_journal_settle(w->db, w->arena, w->realm, AD_S("syn_1"), &op, 1);
}

static void a_success_that_is_not_finished_ends_the_process(void **state)
{
	assert_true(dies(settle_halfway, *state));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_without_runner, world_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_is_legal_or_not),
		cmocka_unit_test(a_result_says_if_the_run_is_finished_with_it),
		TEST(the_journal_stores_only_legal_results),
		TEST(what_changed_since_is_not_overwritten),
		TEST(a_success_that_is_not_finished_ends_the_process),
	};

	return on_each_database("operation_status", tests);
}
