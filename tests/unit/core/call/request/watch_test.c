/* The watcher: one query per second for all, the changes that it finds, and those it ignores. */
#include "tests/support/database.h"

#include <poll.h>
#include <stdatomic.h>

#include "call/request/watch.h"
#include "store/schema/schema.h"

static atomic_int notices;

static void notice(void *arg)
{
	(void)arg;
	atomic_fetch_add(&notices, 1);
}

/* A watcher on a migrated database with two runs of one Space. */
struct world {
	struct ad_core core;
	struct ad_db *db;
};

static void run_sql(struct world *w, const char *sql)
{
	if (ad_db_exec(w->db, sql) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(w->db));
}

static void insert_run(struct world *w, const char *space, const char *id)
{
	char sql[600];
	snprintf(sql, sizeof(sql),
		 "INSERT INTO sync_runs (space_id, environment, id, mode, status, activate,"
		 " filters, source, created_by, credential_id, connector, cancel, done, total,"
		 " created_at, started_at, finished_at) VALUES ('%s', 'test', '%s', 'PUSH',"
		 " 'RUNNING', 0, '{}', 'API', 'acc_a', 'tok', 0, 0, 0, 9, 1, 1, 0)",
		 space, id);
	run_sql(w, sql);
}

static struct world begin(struct database *d)
{
	char err[256];
	struct world w = { .core = { .store = d->store } };
	w.db = ad_db_open(d->store, AD_DB_WRITE, err);
	assert_non_null(w.db);
	if (!ad_schema_migrate(w.db, err))
		fail_msg("%s", err);
	insert_run(&w, "spc_a", "syn_1");
	insert_run(&w, "spc_a", "syn_2");
	return w;
}

/* The address of the core must be the one that is used. */
static void attach(struct world *w)
{
	atomic_store(&notices, 0);
	w->core.notify = notice;
	w->core.watches = ad_watches_new(&w->core);
}

static void end(struct world *w)
{
	ad_watches_stop(w->core.watches);
	ad_watches_free(w->core.watches);
	ad_db_close(w->db);
}

static struct ad_watch_key key_of(const char *space, const char *environment, const char *id)
{
	struct ad_watch_key key = { .kind = AD_WATCH_RUN };
	snprintf(key.space_id, sizeof(key.space_id), "%s", space);
	snprintf(key.environment, sizeof(key.environment), "%s", environment);
	snprintf(key.id, sizeof(key.id), "%s", id);
	return key;
}

static struct ad_watch *take(struct world *w, struct ad_watch_key key, uint64_t *seen)
{
	assert_int_equal(ad_watch_stamps(w->db, AD_WATCH_RUN, &key, 1), AD_DB_DONE);
	return ad_watch_take(w->core.watches, &key, seen);
}

/* Waits until a count is no more what it was; at most 10 s. */
static void wait_change(const struct ad_watch *watch, uint64_t seen)
{
	for (int i = 0; i < 1000 && ad_watch_count(watch) == seen; i++)
		poll(NULL, 0, 10);
	assert_true(ad_watch_count(watch) != seen);
}

static void stamps_are_of_what_is_there(void **state)
{
	struct world w = begin(*state);
	struct ad_watch_key keys[90];
	for (size_t i = 0; i < AD_LEN(keys); i++)
		keys[i] = key_of("spc_a", "test", "syn_none");
	keys[0] = key_of("spc_a", "test", "syn_1");
	keys[1] = key_of("spc_b", "test", "syn_1");
	keys[2] = key_of("spc_a", "live", "syn_1");
	keys[89] = key_of("spc_a", "test", "syn_2");
	assert_int_equal(ad_watch_stamps(w.db, AD_WATCH_RUN, keys, AD_LEN(keys)), AD_DB_DONE);
	assert_string_equal(keys[0].stamp, "RUNNING.0.0");
	assert_string_equal(keys[89].stamp, "RUNNING.0.0");
	for (size_t i = 1; i < 89; i++)
		assert_string_equal(keys[i].stamp, "");
	assert_int_equal(ad_watch_stamps(w.db, AD_WATCH_CAMPAIGN, keys, 1), AD_DB_DONE);
	assert_string_equal(keys[0].stamp, "");
	ad_db_close(w.db);
}

static void changes_are_found_and_told(void **state)
{
	struct world w = begin(*state);
	uint64_t seen, same, other;
	attach(&w);
	struct ad_watch *first = take(&w, key_of("spc_a", "test", "syn_1"), &seen);
	struct ad_watch *again = take(&w, key_of("spc_a", "test", "syn_1"), &same);
	struct ad_watch *second = take(&w, key_of("spc_a", "test", "syn_2"), &other);
	assert_ptr_equal(first, again);
	assert_int_equal(seen, same);
	int before = atomic_load(&notices);
	run_sql(&w, "UPDATE sync_runs SET done = 3 WHERE id = 'syn_1'");
	wait_change(first, seen);
	assert_int_equal(ad_watch_count(second), other);
	seen = ad_watch_count(first);
	run_sql(&w, "DELETE FROM sync_runs WHERE id = 'syn_1'");
	wait_change(first, seen);
	for (int i = 0; i < 1000 && atomic_load(&notices) < before + 2; i++)
		poll(NULL, 0, 10);
	assert_true(atomic_load(&notices) >= before + 2);
	ad_watch_give(w.core.watches, first);
	ad_watch_give(w.core.watches, again);
	ad_watch_give(w.core.watches, second);
	end(&w);
}

static void what_changed_before_the_watch_began_is_told(void **state)
{
	struct world w = begin(*state);
	uint64_t seen, late;
	attach(&w);
	struct ad_watch *first = take(&w, key_of("spc_a", "test", "syn_1"), &seen);
	struct ad_watch_key stale = key_of("spc_a", "test", "syn_1");
	struct ad_watch_key lone = key_of("spc_a", "test", "syn_2");
	snprintf(stale.stamp, sizeof(stale.stamp), "QUEUED.0.0");
	snprintf(lone.stamp, sizeof(lone.stamp), "QUEUED.0.0");
	struct ad_watch *second = ad_watch_take(w.core.watches, &stale, &late);
	assert_true(ad_watch_count(second) != late);
	/* Watched by no call before: the next query finds the change without another commit. */
	struct ad_watch *third = ad_watch_take(w.core.watches, &lone, &late);
	wait_change(third, late);
	ad_watch_give(w.core.watches, first);
	ad_watch_give(w.core.watches, second);
	ad_watch_give(w.core.watches, third);
	end(&w);
}

static void revocations_are_seen(void **state)
{
	struct world w = begin(*state);
	uint64_t seen;
	attach(&w);
	struct ad_watch *watch = take(&w, key_of("spc_a", "test", "syn_1"), &seen);
	/* The first query counts as a change, because the earlier state is unknown. */
	for (int i = 0; i < 1000 && ad_watch_access(w.core.watches) == 0; i++)
		poll(NULL, 0, 10);
	assert_int_equal(ad_watch_access(w.core.watches), 1);
	run_sql(&w, "UPDATE auth_generation SET generation = generation + 1");
	for (int i = 0; i < 1000 && ad_watch_access(w.core.watches) == 1; i++)
		poll(NULL, 0, 10);
	assert_int_equal(ad_watch_access(w.core.watches), 2);
	assert_int_equal(ad_watch_count(watch), seen);
	ad_watch_give(w.core.watches, watch);
	end(&w);
}

static void it_ends_at_any_time(void **state)
{
	struct world w = begin(*state);
	uint64_t seen;
	attach(&w);
	ad_watches_stop(w.core.watches);
	ad_watches_free(w.core.watches);
	attach(&w);
	struct ad_watch *watch = take(&w, key_of("spc_a", "test", "syn_1"), &seen);
	ad_watches_stop(w.core.watches);
	ad_watch_give(w.core.watches, watch);
	end(&w);
}

#define ON(test) cmocka_unit_test_setup_teardown(test, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(stamps_are_of_what_is_there),
		ON(changes_are_found_and_told),
		ON(what_changed_before_the_watch_began_is_told),
		ON(revocations_are_seen),
		ON(it_ends_at_any_time),
	};
	return on_each_database("watch", tests);
}
