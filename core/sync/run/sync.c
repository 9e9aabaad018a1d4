/* The sync thread: finds runs, executes their steps, sleeps until an event. */
#include "sync/run/sync.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "sync/state/call_counts.h"
#include "sync/lease/credential.h"
#include "sync/lease/holder.h"
#include "sync/run/run.h"

#define RUNS_MAX 512               /* at once, by default; most of them wait for a platform */
#define LOOK_EVERY (2 * AD_SECOND) /* for runs of other servers with expired leases */
#define ASK_EVERY (60 * AD_SECOND) /* for UNKNOWN operations, unless requested earlier */
#define STOP_PATIENCE (3 * AD_SECOND)

struct ad_sync {
	struct ad_sync_env env;
	struct ad_db *db;
	struct ad_transport *transport;
	struct ad_run *runs;
	size_t run_count;
	char holder[128];
	struct ad_call_counts counts;
	pthread_t thread;
	bool started;
	atomic_bool stopping, look;
	pthread_mutex_t lock; /* guards written */
	struct ad_run_write *written;
};

struct ad_db *ad_sync_db(struct ad_sync *sync)
{
	return sync->db;
}

struct ad_transport *ad_sync_transport(struct ad_sync *sync)
{
	return sync->transport;
}

const struct ad_sync_env *ad_sync_env(const struct ad_sync *sync)
{
	return &sync->env;
}

const char *ad_sync_holder(const struct ad_sync *sync)
{
	return sync->holder;
}

struct ad_call_counts *ad_sync_call_counts(struct ad_sync *sync)
{
	return &sync->counts;
}

bool ad_sync_stopping(const struct ad_sync *sync)
{
	return atomic_load(&sync->stopping);
}

void ad_sync_written(struct ad_sync *sync, struct ad_run_write *write)
{
	pthread_mutex_lock(&sync->lock);
	write->next = sync->written;
	sync->written = write;
	pthread_mutex_unlock(&sync->lock);
	ad_transport_wake(sync->transport);
}

void ad_sync_wake(struct ad_sync *sync)
{
	if (!sync)
		return;
	atomic_store(&sync->look, true);
	ad_transport_wake(sync->transport);
}

static void take_written(struct ad_sync *sync)
{
	struct ad_run_write *write;

	pthread_mutex_lock(&sync->lock);
	write = sync->written;
	sync->written = NULL;
	pthread_mutex_unlock(&sync->lock);
	for (; write; write = write->next)
		ad_run_set_wait(write->run, AD_RUN_READY);
}

static bool in_memory(const struct ad_sync *sync, struct ad_str id, enum ad_platform part)
{
	const struct ad_run *run = sync->runs;

	while (run && (run->part != part || !ad_str_is(id, run->id)))
		run = run->next;
	return run != NULL;
}

/* Adds the run of a row (Space, environment, id), unless it is active already. */
static void take_up(struct ad_sync *sync, struct ad_stmt *s, bool late, enum ad_platform part)
{
	struct ad_run *run;

	if (in_memory(sync, ad_col(s, 2), part))
		return;
	run = ad_run_new(sync, ad_col(s, 0), ad_col(s, 1), ad_col(s, 2));
	run->late = late;
	run->part = part;
	run->next = sync->runs;
	sync->runs = run;
	sync->run_count++;
}

/* The kill switch ignores this limit: see find_parts(). */
static bool sync_has_room(const struct ad_sync *sync)
{
	return sync->run_count < (sync->env.runs_max ? sync->env.runs_max : RUNS_MAX);
}

static void look_failed(const struct ad_sync *sync)
{
	ad_log(AD_LOG_WARN, "sync_look_failed", "error", ad_db_error(sync->db), NULL);
}

/* Finds runs to execute that no process holds, as far as a read can tell. */
static void find_runs(struct ad_sync *sync, int64_t now)
{
	struct ad_stmt *s =
		ad_sql(sync->db, "SELECT r.space_id, r.environment, r.id, l.holder, l.expires_at"
				 " FROM sync_runs r LEFT JOIN sync_leases l ON l.space_id ="
				 " r.space_id AND l.environment = r.environment AND l.run_id = r.id"
				 " WHERE r.status IN ('QUEUED', 'RUNNING') AND (r.filters NOT LIKE"
				 " '%\"pauseAll\":true%' OR r.position = 'dddd') ORDER BY"
				 " r.created_at LIMIT 1000");
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW && sync_has_room(sync)) {
		struct ad_str holder = ad_col(s, 3);
		if (ad_str_is(holder, sync->holder) || ad_col_int(s, 4) <= now ||
		    ad_holder_dead(holder, sync->holder))
			take_up(sync, s, false, AD_PLATFORM_COUNT);
	}
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		look_failed(sync);
}

/*
 * Finds the parts of kill switches that are not done (pause.h). A part whose lease another run
 * holds is tried each time: it gets the lease once that run has no operation in progress. There is
 * always room for them, however many runs wait: live campaigns must be paused.
 */
static void find_parts(struct ad_sync *sync, int64_t now)
{
	struct ad_stmt *s = ad_sql(
		sync->db,
		"SELECT r.space_id, r.environment, r.id, p.platform, l.holder, l.expires_at FROM"
		" sync_runs r JOIN (SELECT 'google' AS platform, 1 AS place UNION ALL"
		" SELECT 'microsoft', 2 UNION ALL SELECT 'reddit', 3 UNION ALL SELECT 'meta', 4) p"
		" ON substr(COALESCE(r.position, 'wwww'), p.place, 1) <> 'd' LEFT JOIN sync_leases "
		"l"
		" ON l.space_id = r.space_id AND l.environment = r.environment AND l.platform ="
		" p.platform AND l.run_id = r.id WHERE r.status IN ('QUEUED', 'RUNNING') AND"
		" r.filters LIKE '%\"pauseAll\":true%' ORDER BY r.created_at LIMIT 1000");
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_str holder = ad_col(s, 4);
		if (ad_str_is(holder, sync->holder) || ad_col_int(s, 5) <= now ||
		    ad_holder_dead(holder, sync->holder))
			take_up(sync, s, false, ad_platform_of(ad_col(s, 3)));
	}
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		look_failed(sync);
}

/*
 * Finds ended runs with UNKNOWN operations that are due for a query. They wait while another run is
 * active on the ad account, or its platform is paused.
 */
static void find_unknown(struct ad_sync *sync, int64_t now)
{
	struct ad_stmt *s =
		ad_sql(sync->db,
		       "SELECT DISTINCT o.space_id, o.environment, o.run_id FROM sync_operations o"
		       " JOIN sync_runs r ON r.space_id = o.space_id AND r.environment ="
		       " o.environment AND r.id = o.run_id AND r.status NOT IN ('QUEUED',"
		       " 'RUNNING')"
		       " WHERE o.status = 'UNKNOWN' AND o.finished_at > 0 AND o.finished_at < CASE"
		       " WHEN o.error LIKE '%\"AMBIGUOUS\"%' THEN CAST($2 AS BIGINT) ELSE"
		       " CAST($1 AS BIGINT) END AND NOT EXISTS (SELECT 1 FROM sync_leases l WHERE"
		       " l.space_id = o.space_id AND l.environment = o.environment AND l.platform ="
		       " o.platform AND l.run_id <> o.run_id) AND NOT EXISTS (SELECT 1 FROM"
		       " connections c JOIN sync_pacing p ON p.environment = c.environment AND"
		       " p.platform = c.platform AND p.account_id = c.account_id_remote WHERE"
		       " c.space_id = o.space_id AND c.environment = o.environment AND c.platform ="
		       " o.platform AND p.wait_until > $3 AND p.heard_at <= $3) AND NOT EXISTS"
		       " (SELECT 1 FROM connections c JOIN sync_turns t ON t.environment ="
		       " c.environment AND t.platform = c.platform AND t.account_id ="
		       " c.account_id_remote WHERE c.space_id = o.space_id AND c.environment ="
		       " o.environment AND c.platform = o.platform AND t.run_id <> o.run_id AND"
		       " t.held = 1 AND t.expires_at > $3) LIMIT 20");

	ad_bind_int(s, 1, ad_now() - ASK_EVERY);
	ad_bind_int(s, 2, ad_now() - AD_RUN_ASK_PERSON);
	ad_bind_int(s, 3, now);
	while (sync_has_room(sync) && ad_step(s) == AD_DB_ROW)
		take_up(sync, s, true, AD_PLATFORM_COUNT);
	ad_reset(s);
}

/*
 * Finds runs that await approval and whose credential is gone: they end, because no one may approve
 * them.
 */
static void find_revoked(struct ad_sync *sync)
{
	struct ad_stmt *s = ad_credential_find_waiting(sync->db);
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW && sync_has_room(sync))
		take_up(sync, s, false, AD_PLATFORM_COUNT);
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		look_failed(sync);
}

/* Leases and turns expire by the database's clock, the same for all servers. */
static void sync_find(struct ad_sync *sync)
{
	int64_t now;

	if (ad_db_clock(sync->db, &now) != AD_DB_DONE) {
		look_failed(sync);
		return;
	}
	find_parts(sync, now);
	find_runs(sync, now);
	find_revoked(sync);
	find_unknown(sync, now);
}

/* Wakes runs that wait for a timer and were cancelled. */
static void wake_cancelled(struct ad_sync *sync)
{
	for (struct ad_run *run = sync->runs; run; run = run->next) {
		struct ad_stmt *s;
		if (run->waits != AD_RUN_ON_TIMER)
			continue;
		s = ad_sql(sync->db, "SELECT cancel FROM sync_runs WHERE space_id = $1 AND"
				     " environment = $2 AND id = $3");
		ad_bind(s, 1, run->realm.space_id);
		ad_bind(s, 2, run->realm.environment);
		ad_bind_cstr(s, 3, run->id);
		if (ad_step(s) == AD_DB_ROW && ad_col_int(s, 0) != 0)
			ad_run_set_wait(run, AD_RUN_READY);
		ad_reset(s);
	}
}

static void step_runs(struct ad_sync *sync)
{
	int64_t now = ad_monotonic();
	struct ad_run **at = &sync->runs;

	while (*at) {
		struct ad_run *run = *at;
		if (run->waits == AD_RUN_ON_TIMER &&
		    (run->wake_at <= now || ad_sync_stopping(sync)))
			ad_run_set_wait(run, AD_RUN_READY);
		if (run->waits == AD_RUN_READY)
			run->then(run);
		if (run->waits == AD_RUN_ENDED) {
			*at = run->next;
			sync->run_count--;
			/* Another run may wait for the ad accounts that it held. */
			if (!ad_run_is_lost(run) && run->fate != AD_RUN_REFUSED)
				atomic_store(&sync->look, true);
			ad_run_free(run);
			continue;
		}
		at = &run->next;
	}
}

/* Milliseconds until a run's timer, or the next search. */
static int sync_patience(const struct ad_sync *sync, int64_t next_look)
{
	int64_t now = ad_monotonic(), until = next_look;

	for (const struct ad_run *run = sync->runs; run; run = run->next) {
		if (run->waits == AD_RUN_READY)
			return 0;
		if (run->waits == AD_RUN_ON_TIMER && run->wake_at < until)
			until = run->wake_at;
	}
	return until <= now ? 0 : (int)((until - now) / 1000 + 1);
}

static void sync_work(struct ad_sync *sync)
{
	int64_t next_look = 0;

	while (!ad_sync_stopping(sync)) {
		if (atomic_exchange(&sync->look, false) || ad_monotonic() >= next_look) {
			sync_find(sync);
			wake_cancelled(sync);
			/* Clients of this server see the changes made by other servers' runs. */
			if (ad_store_shared(sync->env.store))
				sync->env.notify(sync->env.arg);
			next_look = ad_monotonic() + LOOK_EVERY;
		}
		step_runs(sync);
		if (atomic_load(&sync->look))
			continue;
		ad_log_flush();
		ad_transport_run(sync->transport, sync_patience(sync, next_look));
		take_written(sync);
	}
}

/* Requests in progress get STOP_PATIENCE to be answered and journalled. */
static void wind_down(struct ad_sync *sync)
{
	int64_t end = ad_monotonic() + STOP_PATIENCE;

	for (;;) {
		bool writing = false;
		take_written(sync);
		step_runs(sync);
		for (const struct ad_run *run = sync->runs; run; run = run->next)
			writing = writing || run->waits == AD_RUN_ON_WRITE;
		if (!sync->runs || (!writing && ad_monotonic() >= end))
			break;
		ad_transport_run(sync->transport, 50);
	}
	while (sync->runs) {
		struct ad_run *run = sync->runs;
		sync->runs = run->next;
		ad_transport_drop(sync->transport, &run->transfer);
		ad_run_free(run);
	}
}

static void *thread_main(void *arg)
{
	struct ad_sync *sync = arg;

	pthread_setname_np(pthread_self(), "sync");
	sync_work(sync);
	wind_down(sync);
	ad_log_flush();
	return NULL;
}

struct ad_sync *ad_sync_new(const struct ad_sync_env *env, char err[static 256])
{
	struct ad_sync *sync = ad_xcalloc(1, sizeof(*sync));

	sync->env = *env;
	ad_holder_self(sync->holder);
	pthread_mutex_init(&sync->lock, NULL);
	sync->transport = ad_transport_new();
	if (sync->transport)
		sync->db = ad_db_open(env->store, AD_DB_READ, err);
	else
		snprintf(err, 256, "curl cannot start");
	if (sync->db)
		return sync;
	ad_sync_free(sync);
	return NULL;
}

bool ad_sync_start(struct ad_sync *sync, char err[static 256])
{
	sync->started = pthread_create(&sync->thread, NULL, thread_main, sync) == 0;
	if (!sync->started)
		snprintf(err, 256, "the sync thread cannot start");
	return sync->started;
}

void ad_sync_stop(struct ad_sync *sync)
{
	if (!sync || !sync->started)
		return;
	atomic_store(&sync->stopping, true);
	ad_transport_wake(sync->transport);
	pthread_join(sync->thread, NULL);
	sync->started = false;
}

void ad_sync_free(struct ad_sync *sync)
{
	if (!sync)
		return;
	ad_db_close(sync->db);
	ad_transport_free(sync->transport);
	pthread_mutex_destroy(&sync->lock);
	free(sync);
}
