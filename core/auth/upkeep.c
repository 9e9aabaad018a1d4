/*
 * Upkeep: a thread that wakes every few seconds, looks whether the secret was changed, hands the
 * writer what the limits counted, has the database see what grew, and hourly deletes what has
 * expired. Only its own thread and,
 * while a change is with the writer, the writer's thread touch its state.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "auth/auth_private.h"
#include "auth/secret/secret_keys.h"
#include "base/clock.h"
#include "base/lane.h"
#include "base/log.h"
#include "store/events/events.h"

#define EVERY (3 * AD_SECOND)
#define EVERY_SHARED AD_SECOND /* what grew is seen before much is planned over few rows */
#define SWEEP_EVERY AD_HOUR
#define SWEEP_SOON_EVERY (5 * AD_MINUTE) /* what strangers can make */
#define USAGE_MAX 1024
#define KEY_AGE (90 * AD_DAY) /* then the next key is made */

struct ad_upkeep {
	struct ad_change change; /* first: the writer's handle */
	struct ad_job again;     /* keeps the lane's clock going */
	struct ad_auth *auth;
	struct ad_store *store;
	struct ad_writer *writer;
	struct ad_lane *lane;
	struct ad_db *db; /* while there is something to see in a shared database */
	uint64_t commits; /* at the last look */
	int64_t swept_at; /* ad_monotonic() */
	bool sweeping;    /* this change also sweeps */
	int64_t swept_soon_at;
	bool sweeping_soon;
	size_t count;
	struct ad_usage usage[USAGE_MAX];
	bool stored; /* the last change was */
	pthread_mutex_t lock;
	pthread_cond_t settled;
	bool with_writer; /* under the lock */
};

/* Expired rows are deleted some time later, so that a late retry still gets the right error. */
static const char *const sweeps[] = {
	"DELETE FROM sessions WHERE expires_at < $1",
	"DELETE FROM account_links WHERE expires_at < $1",
	"DELETE FROM passkey_challenges WHERE expires_at < $1",
	"DELETE FROM mcp_views WHERE expires_at < $1",
	"DELETE FROM signin_steps WHERE expires_at < $1",
	"DELETE FROM oauth_devices WHERE expires_at < $1",
	"DELETE FROM oauth_remote WHERE tried_at < $1 AND (expires_at IS NULL OR expires_at < $1)",
	"DELETE FROM oauth_codes WHERE expires_at < $1",
	"DELETE FROM oauth_revoked WHERE expires_at < $1",
	"DELETE FROM oauth_grants WHERE expires_at < $1 OR idle_expires_at < $1"
	" OR revoked_at < $1",
	"DELETE FROM signin_attempts WHERE attempted_at < $1",
	/* Of the last day at most 200,000. */
	"DELETE FROM signin_attempts WHERE attempted_at < $1 + 86400000000 AND attempted_at <="
	" (SELECT attempted_at FROM signin_attempts ORDER BY attempted_at DESC"
	" LIMIT 1 OFFSET 200000)",
	"DELETE FROM limits WHERE window_start < $1",
	/* Responses of an Idempotency-Key are stored for one day. */
	"DELETE FROM idempotency WHERE created_at < $1",
	"DELETE FROM idempotency_use WHERE hour < CAST($1 AS BIGINT) / 3600000000",
	/* Bytes that were on their way in and that no asset got to own. */
	"DELETE FROM asset_bytes WHERE (space_id, environment, sha256) IN"
	" (SELECT u.space_id, u.environment, u.sha256 FROM asset_uploads u WHERE u.at < $1 AND"
	" NOT EXISTS (SELECT 1 FROM assets a WHERE a.space_id = u.space_id AND"
	" a.environment = u.environment AND a.sha256 = u.sha256))",
	"DELETE FROM asset_uploads WHERE at < $1",
	/* Registrations that nobody ever used live a day, others 90 days after their last use. */
	"DELETE FROM oauth_clients WHERE used_at IS NULL AND created_at < $1",
	"DELETE FROM oauth_clients WHERE used_at < $1 - 7776000000000 AND NOT EXISTS"
	" (SELECT 1 FROM oauth_grants WHERE oauth_grants.client_id = oauth_clients.id)",
};

/*
 * Rows that anybody can make and that no late retry needs. The clock of another server on the same
 * database may be a little behind.
 */
static const char *const soon[] = {
	"DELETE FROM oauth_requests WHERE expires_at < $1",
	"DELETE FROM oauth_pushed WHERE expires_at < $1",
	"DELETE FROM oauth_proofs WHERE expires_at < $1",
	"DELETE FROM oauth_assertions WHERE expires_at < $1",
	"DELETE FROM oauth_replay_use WHERE slot < CAST($1 AS BIGINT) / 300000000",
	"DELETE FROM used_once WHERE expires_at < $1",
	("DELETE FROM sync_operations WHERE (space_id, environment, run_id) IN"
	 " (SELECT space_id, environment, run_id FROM sync_prepared WHERE expires_at < $1)"),
	"DELETE FROM sync_prepared WHERE expires_at < $1",
};

static bool upkeep_sweep(struct ad_db *db, const char *const *list, size_t count, int64_t before)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_stmt *s = ad_sql(db, list[i]);
		ad_bind_int(s, 1, before);
		if (ad_step(s) != AD_DB_DONE)
			return false;
	}
	return true;
}

bool ad_upkeep_sweep(struct ad_db *db)
{
	int64_t now = ad_now();

	return upkeep_sweep(db, sweeps, AD_LEN(sweeps), now - AD_DAY) &&
	       upkeep_sweep(db, soon, AD_LEN(soon), now - AD_MINUTE) &&
	       ad_events_sweep(db) == AD_DB_DONE;
}

/* The next signing key, once the newest is old; what has signed for the last time goes. */
static bool renew_key(const struct ad_secrets *secrets, struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "SELECT max(sign_from) FROM signing_keys");

	if (ad_step(s) != AD_DB_ROW)
		return false;
	int64_t newest = ad_col_int(s, 0);
	ad_reset(s);
	int64_t now = ad_now();
	return newest > now - KEY_AGE ||
	       ad_keys_rotate(secrets, db, now + AD_KEY_LEAD_S * AD_SECOND);
}

static bool upkeep_apply(struct ad_change *change, struct ad_db *db)
{
	struct ad_upkeep *u = (struct ad_upkeep *)change;

	if (!ad_limits_store(db, u->usage, u->count))
		return false;
	if (u->sweeping_soon && !upkeep_sweep(db, soon, AD_LEN(soon), ad_now() - AD_MINUTE))
		return false;
	return !u->sweeping ||
	       (ad_upkeep_sweep(db) && ad_keys_sweep(db) && renew_key(u->auth->secrets, db));
}

static void upkeep_settled(struct ad_job *job)
{
	struct ad_upkeep *u = (struct ad_upkeep *)job;

	u->stored = u->change.applied && u->change.committed;
	if (u->stored) {
		ad_limits_settle(u->usage, u->count);
		if (u->sweeping)
			u->swept_at = ad_monotonic();
		if (u->sweeping_soon)
			u->swept_soon_at = ad_monotonic();
	} else {
		ad_log(AD_LOG_WARN, "upkeep_not_stored", NULL);
	}
	pthread_mutex_lock(&u->lock);
	u->with_writer = false;
	pthread_cond_signal(&u->settled);
	pthread_mutex_unlock(&u->lock);
}

static void wait_settled(struct ad_upkeep *u)
{
	pthread_mutex_lock(&u->lock);
	while (u->with_writer)
		pthread_cond_wait(&u->settled, &u->lock);
	pthread_mutex_unlock(&u->lock);
}

/* Hands over what there is, up to USAGE_MAX, and waits for it; whether there may be more. */
static bool upkeep_flush(struct ad_upkeep *u)
{
	u->count = ad_limits_collect(u->auth->limits, u->usage, USAGE_MAX);
	u->sweeping = ad_monotonic() - u->swept_at >= SWEEP_EVERY;
	u->sweeping_soon = ad_monotonic() - u->swept_soon_at >= SWEEP_SOON_EVERY;
	u->stored = false;
	if (u->count == 0 && !u->sweeping && !u->sweeping_soon)
		return false;
	u->change = (struct ad_change){ .apply = upkeep_apply, .job.done = upkeep_settled };
	u->with_writer = true;
	if (ad_writer_submit(u->writer, &u->change))
		wait_settled(u);
	else
		u->with_writer = false;
	return u->stored && u->count == USAGE_MAX;
}

/* Takes the keys that this or another server made. */
static void reload_keys(const struct ad_upkeep *u)
{
	char err[256] = "";
	struct ad_db *db = ad_db_open(u->store, AD_DB_READ, err);

	if (!db || !ad_keys_reload(u->auth->keys, db, err))
		ad_log(AD_LOG_WARN, "signing_keys_not_reloaded", "reason", err, NULL);
	ad_db_close(db);
}

/*
 * At the start, too, when what was written last may not be counted. Where nothing was written here
 * since, another server sees to it.
 */
static void look_anew(struct ad_upkeep *u)
{
	uint64_t commits = ad_store_commits(u->store);
	bool written = commits != u->commits;
	char err[256] = "";

	u->commits = commits;
	if (written && !u->db)
		u->db = ad_db_open(u->store, AD_DB_READ, err);
	if (u->db && written && ad_db_look_anew(u->db) == AD_DB_DONE)
		return;
	if (written)
		ad_log(AD_LOG_WARN, "statistics_not_renewed", "error",
		       u->db ? ad_db_error(u->db) : err, NULL);
	ad_db_close(u->db);
	u->db = NULL;
}

static void run_again(struct ad_job *job, void *state)
{
	(void)job;
	(void)state;
}

static void upkeep_idle(void *state)
{
	struct ad_upkeep *u = state;

	bool more, swept = false;

	ad_secrets_follow(u->auth->secrets);
	do {
		more = upkeep_flush(u);
		swept |= u->sweeping;
	} while (more);
	if (swept)
		reload_keys(u);
	if (ad_store_shared(u->store))
		look_anew(u);
	u->again = (struct ad_job){ .run = run_again };
	(void)!ad_lane_submit(u->lane, &u->again);
}

static void *open_state(void *arg)
{
	struct ad_upkeep *u = arg;

	if (ad_store_shared(u->store))
		look_anew(u);
	return u;
}

struct ad_upkeep *ad_upkeep_start(struct ad_auth *auth, struct ad_store *store,
				  struct ad_writer *writer, char err[static 256])
{
	struct ad_upkeep *u = ad_xcalloc(1, sizeof(*u));

	u->auth = auth;
	u->store = store;
	u->writer = writer;
	u->swept_at = ad_monotonic() - SWEEP_EVERY + 10 * AD_SECOND; /* soon after the start */
	u->swept_soon_at = ad_monotonic();
	pthread_mutex_init(&u->lock, NULL);
	pthread_cond_init(&u->settled, NULL);
	u->commits = UINT64_MAX; /* not looked at yet */
	u->lane = ad_lane_start(
		&(struct ad_lane_spec){ .name = "upkeep",
					.threads = 1,
					.queue_max = 2,
					.batch_max = 1,
					.open = open_state,
					.idle = upkeep_idle,
					.idle_us = ad_store_shared(store) ? EVERY_SHARED : EVERY,
					.arg = u });
	u->again = (struct ad_job){ .run = run_again };
	if (u->lane && ad_lane_submit(u->lane, &u->again))
		return u;
	ad_lane_stop(u->lane);
	snprintf(err, 256, "the upkeep's thread cannot be started");
	free(u);
	return NULL;
}

void ad_upkeep_stop(struct ad_upkeep *u)
{
	if (!u)
		return;
	ad_lane_stop(u->lane);
	while (upkeep_flush(u))
		;
	ad_db_close(u->db);
	pthread_mutex_destroy(&u->lock);
	pthread_cond_destroy(&u->settled);
	free(u);
}
