/* Pulls of a test: queue, wait, and read the results. */
#ifndef TESTS_UNIT_CORE_SYNC_PULLS_H
#define TESTS_UNIT_CORE_SYNC_PULLS_H

#include "tests/unit/core/sync/world.h"

#include "sync/pull/pull.h"

/* Queues a pull of Google; its id is w->last_run. */
static inline void queue_pull(struct world *w)
{
	struct ad_plan_filter filter = { .platforms = 1u << AD_GOOGLE, .campaigns = true };
	struct ad_sync_plan none = { 0 };
	struct ad_str holder;
	struct ad_run_row run = {
		.mode = AD_S("PULL"),
		.status = AD_S("QUEUED"),
		.filters = ad_plan_filter_json(w->arena, &filter),
		.source = AD_S("API"),
		.created_by = w->account.id,
		.credential_id = AD_S("tok"),
		.total = AD_PULL_STAGE_COUNT,
		.created_at = ad_now(),
	};

	ad_id_make("syn", w->last_run);
	run.id = ad_str(w->last_run);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_insert(w->db, w->realm, &run, &none));
	DONE(w->db,
	     ad_run_lease_platforms(w->db, w->arena, w->realm, run.id, filter.platforms, &holder));
	DONE(w->db, ad_db_commit(w->db));
}

static inline struct ad_run_row last_run(struct world *w)
{
	struct ad_run_row run;

	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, ad_str(w->last_run), &run));
	return run;
}

/* "created/updated/drifted/removed/unchanged" of the last run. */
static inline const char *brought(struct world *w)
{
	struct ad_pull_result r;

	ad_pull_result_read(w->arena, last_run(w).pulled, &r);
	return ad_arena_printf(w->arena, "%d/%d/%d/%d/%d", (int)r.created, (int)r.updated,
			       (int)r.drifted, (int)r.removed, (int)r.unchanged)
		.p;
}

static inline int64_t number_of(struct world *w, const char *sql)
{
	struct ad_stmt *s = ad_sql(w->db, sql);
	int64_t n;

	ROW(w->db, ad_step(s));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static inline const char *no_sandbox(void *arg)
{
	(void)arg;
	return NULL;
}

static inline void nobody_told(void *arg)
{
	(void)arg;
}

/* A world with a sync whose runs nobody executes: the test provides the pages. */
static inline int world_of_pages(void **state)
{
	struct ad_sync_env env = { .sandbox_url = no_sandbox, .notify = nobody_told };
	char err[256];
	struct world *w;

	if (world_without_runner(state) != 0)
		return 1;
	w = *state;
	w->writer = ad_writer_start(w->d->store, err);
	env.store = w->d->store;
	env.secrets = w->secrets;
	env.writer = w->writer;
	w->sync = w->writer ? ad_sync_new(&env, err) : NULL;
	if (!w->sync)
		fail_msg("%s", err);
	return 0;
}

static inline int no_world_of_pages(void **state)
{
	struct world *w = *state;

	ad_sync_free(w->sync);
	ad_writer_stop(w->writer);
	w->sync = NULL;
	return world_down(state);
}

#endif
