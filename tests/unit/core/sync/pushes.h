/* Pushes of a test: plan, queue, wait, and check the results. */
#ifndef TESTS_UNIT_CORE_SYNC_PUSHES_H
#define TESTS_UNIT_CORE_SYNC_PUSHES_H

#include "tests/unit/core/sync/drafts.h"

static inline struct ad_plan_ask plan_ask(struct world *w, bool activate)
{
	return (struct ad_plan_ask){
		.db = w->db,
		.arena = w->arena,
		.realm = w->realm,
		.filter = { .platforms = AD_PLATFORMS_ALL,
			    .campaigns = true,
			    .activate = activate },
		.currency = "USD",
		.rails = { .allowed_platforms = AD_PLATFORMS_ALL,
			   .max_budget_increase_percent = -1 },
		.secrets = w->secrets,
	};
}

static inline void plan_of(struct world *w, bool activate, struct ad_sync_plan *plan)
{
	struct ad_plan_ask ask = plan_ask(w, activate);

	DONE(w->db, ad_plan_make(&ask, plan));
}

/* Queues a run of the present plan; its id is w->last_run. */
static inline void queue_push(struct world *w, bool activate)
{
	struct ad_plan_ask ask = plan_ask(w, activate);
	struct ad_sync_plan plan;
	struct ad_str holder;
	struct ad_run_row run = {
		.mode = AD_S("PUSH"),
		.status = AD_S("QUEUED"),
		.source = AD_S("API"),
		.created_by = w->account.id,
		.credential_id = AD_S("tok"),
		.created_at = ad_now(),
	};

	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_plan_make(&ask, &plan));
	assert_null(plan.violations.first);
	ad_id_make("syn", w->last_run);
	run.id = ad_str(w->last_run);
	run.plan_hash = ad_str(plan.hash);
	run.filters = ad_plan_filter_json(w->arena, &ask.filter);
	run.total = (int64_t)plan.count;
	DONE(w->db, ad_run_insert(w->db, w->realm, &run, &plan));
	DONE(w->db, ad_run_lease(w->db, w->arena, w->realm, run.id, &holder));
	DONE(w->db, ad_db_commit(w->db));
}

static inline const char *run_status(struct world *w)
{
	struct ad_run_row run;

	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, ad_str(w->last_run), &run));
	return run.status.p;
}

/* Waits until the condition holds, which the runner's threads bring about; fails after a minute. */
#define WAIT_UNTIL(condition)                                                                      \
	for (int64_t wait_end = ad_monotonic() + 60 * AD_SECOND; !(condition); usleep(1000))       \
		if (ad_monotonic() > wait_end)                                                     \
	fail_msg("not within a minute: %s", #condition)

/* Waits until the last run has ended. Returns its status. */
static inline const char *wait_run(struct world *w)
{
	int64_t end = ad_monotonic() + 60 * AD_SECOND;

	for (;;) {
		const char *status = run_status(w);
		struct timespec until;
		if (ad_run_is_final(ad_str(status)))
			return status;
		if (ad_monotonic() > end)
			fail_msg("the run is %s after a minute", status);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 200000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_mutex_lock(&w->lock);
		if (w->moves == 0)
			pthread_cond_timedwait(&w->moved, &w->lock, &until);
		w->moves = 0;
		pthread_mutex_unlock(&w->lock);
	}
}

static inline const char *push(struct world *w, bool activate)
{
	queue_push(w, activate);
	ad_sync_wake(w->sync);
	return wait_run(w);
}

/* The operation of the last run on an object (the first one): "STATUS CODE". */
static inline const char *operation_of(struct world *w, struct ad_str object)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT status, error FROM sync_operations WHERE run_id ="
					  " $1 AND object_id = $2 ORDER BY seq LIMIT 1");
	struct ad_json_error err;
	struct ad_str status, error;

	ad_bind_cstr(s, 1, w->last_run);
	ad_bind(s, 2, object);
	ROW(w->db, ad_step(s));
	status = ad_arena_copy(w->arena, ad_col(s, 0));
	error = ad_arena_copy(w->arena, ad_col(s, 1));
	ad_reset(s);
	if (!error.n)
		return status.p;
	return ad_arena_printf(
		       w->arena, "%.*s %.*s", AD_FMT(status),
		       AD_FMT(ad_json_get_text(ad_json_parse(w->arena, error, &err), "code")))
		.p;
}

static inline void assert_state(struct world *w, struct ad_str id, enum ad_sync_state state)
{
	struct ad_row *row = load(w, ad_resource_of_id(id), id);

	if (row->state != state)
		fail_msg("%.*s is %s, not %s: %.*s", AD_FMT(id), ad_sync_state_name(row->state),
			 ad_sync_state_name(state), AD_FMT(row->last_error));
}

/* Every object of the tree exists on the platform once, and is SYNCED here. */
static inline void assert_tree_once(struct world *w, const struct tree *t)
{
	assert_int_equal(live_count(w, "campaigns"), 1);
	assert_int_equal(live_count(w, "adGroups"), 1);
	assert_int_equal(live_count(w, "adGroupAds"), 1);
	assert_int_equal(live_count(w, "adGroupCriteria"), 1);
	assert_int_equal(live_count(w, "campaignCriteria"), 1);
	assert_state(w, t->campaign, AD_SYNCED);
	assert_state(w, t->group, AD_SYNCED);
	assert_state(w, t->ad, AD_SYNCED);
	assert_state(w, t->keyword, AD_SYNCED);
	assert_state(w, t->negative, AD_SYNCED);
}

#endif
