/*
 * A small world for the runner's tests: a fresh database with an account and its Space, the real
 * sandbox beside it, and a runner in this process.
 */
#ifndef TESTS_UNIT_CORE_SYNC_WORLD_H
#define TESTS_UNIT_CORE_SYNC_WORLD_H

#include "tests/unit/core/sync/pushes.h"

static inline const char *sandbox_url_of(void *arg)
{
	struct world *w = arg;
	const char *via = w->via;

	return via ? via : w->url;
}

static inline void moved(void *arg)
{
	struct world *w = arg;

	pthread_mutex_lock(&w->lock);
	w->moves++;
	pthread_cond_broadcast(&w->moved);
	pthread_mutex_unlock(&w->lock);
}

static inline void runner_up(struct world *w)
{
	char err[256];
	struct ad_sync_env env = {
		.store = w->d->store,
		.secrets = w->secrets,
		.sandbox_url = sandbox_url_of,
		.notify = moved,
		.arg = w,
		.pause = 4000,
		.landing = 1,
		.timeout_ms = 700,
		.runs_max = w->runs_max,
	};

	w->writer = ad_writer_start(w->d->store, err);
	if (!w->writer)
		fail_msg("%s", err);
	env.writer = w->writer;
	w->sync = ad_sync_new(&env, err);
	if (!w->sync || !ad_sync_start(w->sync, err))
		fail_msg("%s", err);
}

static inline void runner_down(struct world *w)
{
	ad_sync_stop(w->sync);
	ad_writer_stop(w->writer);
	ad_sync_free(w->sync);
	w->sync = NULL;
}

/* Everything but a runner in this process. */
static inline int world_without_runner(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct ad_account_spec spec = {
		.email = AD_S("a@example.com"),
		.name = AD_S("A"),
		.plan = AD_S("self-hosted"),
		.subscription = AD_S("none"),
		.currency = AD_S("USD"),
		.timezone = AD_S("Europe/Berlin"),
	};
	struct ad_connection connection;
	char err[256], secret[96];

	assert_non_null(w);
	assert_int_equal(fresh_database((void **)&w->d), 0);
	w->arena = ad_arena_new();
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->moved, NULL);
	snprintf(secret, sizeof(secret), "%s/secret", w->d->folder);
	snprintf(w->state, sizeof(w->state), "%s/sandbox.db", w->d->folder);
	w->secrets = ad_secrets_open(secret, err);
	w->db = open_db(w->d, AD_DB_WRITE);
	if (!w->secrets || !ad_schema_migrate(w->db, err))
		fail_msg("%s", err);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_account_add(w->db, w->arena, w->secrets, &spec, &w->account));
	/* Guardrails have tests of their own. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE spaces SET max_campaign_daily_budget = 0,"
				      " max_total_daily_budget = 0,"
				      " max_budget_increase_percent = -1"));
	DONE(w->db, ad_db_commit(w->db));
	w->realm = (struct ad_realm){ w->account.space_id, AD_S("test") };
	ROW(w->db, ad_connection_load(w->db, w->arena, w->realm, AD_GOOGLE, &connection));
	w->customer = connection.account_id;
	sandbox_up(w);
	*state = w;
	return 0;
}

static inline int world_up(void **state)
{
	int failed = world_without_runner(state);

	runner_up(*state);
	return failed;
}

static inline int world_down(void **state)
{
	struct world *w = *state;

	if (w->sync)
		runner_down(w);
	sandbox_down(w);
	ad_db_close(w->db);
	ad_secrets_close(w->secrets);
	ad_arena_free(w->arena);
	drop_database((void **)&w->d);
	free(w);
	return 0;
}

#endif
