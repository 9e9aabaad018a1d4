/* The answer about a run while it is active. */
#include "tests/unit/core/call/desk.h"

#include "call/request/actions.h"
#include "call/sync/sync_follow.h"
#include "model/resource.h"

#define STEPS 300

struct pusher {
	struct database *database;
	const char *space_id;
	bool good;
};

/* The one operation of a run is made and unmade, and counted in its head: always both at once. */
static void *push(void *arg)
{
	struct pusher *p = arg;
	struct ad_db *db = open_db(p->database, AD_DB_WRITE);

	p->good = true;
	for (int i = 1; i <= STEPS && p->good; i++) {
		p->good = ad_db_begin(db, true) == AD_DB_DONE;
		struct ad_stmt *s = ad_sql(db, "UPDATE sync_operations SET status = $2 WHERE"
					       " space_id = $1 AND run_id = 'syn_1'");
		ad_bind(s, 1, ad_str(p->space_id));
		ad_bind(s, 2, i % 2 ? AD_S("SUCCEEDED") : AD_S("PENDING"));
		p->good = p->good && ad_step(s) == AD_DB_DONE;
		s = ad_sql(db, "UPDATE sync_runs SET done = $2 WHERE space_id = $1 AND id ="
			       " 'syn_1'");
		ad_bind(s, 1, ad_str(p->space_id));
		ad_bind_int(s, 2, i % 2);
		p->good = p->good && ad_step(s) == AD_DB_DONE && ad_db_commit(db) == AD_DB_DONE;
	}
	ad_db_close(db);
	return NULL;
}

static void keep_run(struct desk *d)
{
	const char *const rows[] = {
		"INSERT INTO sync_runs (space_id, environment, id, mode, status, activate, filters,"
		" source, created_by, credential_id, connector, cancel, done, total, created_at,"
		" started_at, finished_at) VALUES ($1, 'test', 'syn_1', 'PUSH', 'RUNNING', 0, '{}',"
		" 'API', 'acc_1', 'tok_1', 0, 0, 0, 1, 1, 1, 0)",
		"INSERT INTO sync_operations (space_id, environment, run_id, seq, op, resource,"
		" object_id, platform, object_version, changes, budget_delta, status, attempts,"
		" sent_at, finished_at) VALUES ($1, 'test', 'syn_1', 1, 'CREATE', 'campaigns',"
		" 'cmp_1', 'GOOGLE', 1, '[]', 0, 'PENDING', 0, 0, 0)",
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_stmt *s = ad_sql(d->db, rows[i]);
		ad_bind(s, 1, ad_str(d->who.space_id));
		GOOD(d->db, ad_step(s) == AD_DB_DONE);
	}
	GOOD(d->db, ad_db_commit(d->db) == AD_DB_DONE);
}

static void the_head_and_the_operations_are_of_one_moment(void **state)
{
	struct desk *d = *state;
	struct pusher p = { .database = d->database, .space_id = d->who.space_id };
	pthread_t thread;

	keep_run(d);
	struct ad_db *reader = open_db(d->database, AD_DB_READ);
	assert_int_equal(pthread_create(&thread, NULL, push, &p), 0);
	for (int i = 0; i < STEPS; i++) {
		struct ad_call *call = fresh(d);
		call->db = reader;
		assert_true(ad_sync_answer(call, AD_S("syn_1")));
		assert_false(ad_db_in_transaction(reader));
		const cJSON *run = json_of(call->arena, call->data.p);
		double done = ad_json_get(ad_json_get(run, "progress"), "done")->valuedouble;
		const cJSON *op = ad_json_get(run, "operations")->child;
		assert_non_null(op);
		const char *want = done > 0 ? "SUCCEEDED" : "PENDING";
		if (!ad_str_is(ad_json_get_text(op, "status"), want))
			fail_msg("%d: %s", i, call->data.p);
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_true(p.good);
	ad_db_close(reader);
	d->call.db = d->db;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(the_head_and_the_operations_are_of_one_moment),
	};

	return on_each_database("sync_common", tests);
}
