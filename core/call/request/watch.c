#include "call/request/watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "auth/credential/tokens.h"
#include "base/log.h"
#include "model/resource.h"

enum {
	BUCKETS = 256,
	BATCH = 40 /* keys a statement: three parameters each */
};

struct ad_watch {
	struct ad_watch *next, **prev; /* of its bucket */
	struct ad_watch_key key;       /* its stamp as last found */
	size_t users;
	_Atomic uint64_t count;
};

struct ad_watches {
	struct ad_core *core;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t thread;
	bool has_thread, stopping;
	struct ad_watch *buckets[BUCKETS];
	size_t watched;
	_Atomic uint64_t access;
	_Atomic bool fresh; /* a new watch since the last poll */
	/* Used only by the thread */
	struct ad_db *db;
	int64_t mark, generation;
};

void ad_watch_key_set(struct ad_watch_key *key, const struct ad_call *call, struct ad_str id)
{
	bool fits = id.n < sizeof(key->id);
	snprintf(key->space_id, sizeof(key->space_id), "%s", call->space.id);
	snprintf(key->environment, sizeof(key->environment), "%s",
		 ad_environment_name(call->who->environment));
	/* No id of this program is longer, so that such an id does not exist. */
	snprintf(key->id, sizeof(key->id), "%.*s", fits ? (int)id.n : 0, fits ? id.p : "");
}

/* --- asking --------------------------------------------------------------------------------- */

static const char *const stamp_of[AD_WATCH_KINDS] = {
	[AD_WATCH_CAMPAIGN] = "CAST(c.version AS TEXT) || '.' ||"
			      " CAST(c.sync_revision AS TEXT) FROM campaigns AS c",
	[AD_WATCH_RUN] = "c.status || '.' || CAST(c.done AS TEXT) || '.' ||"
			 " CAST(c.cancel AS TEXT) FROM sync_runs AS c",
	[AD_WATCH_HISTORY] = "CAST(c.n AS TEXT) FROM (SELECT space_id AS id, space_id, environment,"
			     " n FROM history_heads) AS c",
};

/* A join, because SQLite evaluates IN with a list of rows by scanning the whole table. */
static void write_sql(struct ad_text *sql, const void *owner)
{
	const char *const *what = owner;
	ad_text_addf(sql, "SELECT c.id, c.environment, c.space_id, %s JOIN (VALUES ", *what);
	for (int i = 0; i < BATCH; i++)
		ad_text_addf(sql, "%s($%d, $%d, $%d)", i ? ", " : "", 3 * i + 1, 3 * i + 2,
			     3 * i + 3);
	ad_text_adds(sql, ") AS w ON c.space_id = w.column1 AND c.environment = w.column2"
			  " AND c.id = w.column3");
}

static void put_stamp(struct ad_stmt *s, struct ad_watch_key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ad_str_is(ad_col(s, 0), keys[i].id) &&
		    ad_str_is(ad_col(s, 1), keys[i].environment) &&
		    ad_str_is(ad_col(s, 2), keys[i].space_id))
			snprintf(keys[i].stamp, sizeof(keys[i].stamp), "%.*s",
				 AD_FMT(ad_col(s, 3)));
}

static enum ad_db_status watch_ask(struct ad_db *db, enum ad_watch_kind kind,
				   struct ad_watch_key *keys, size_t n)
{
	struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, &stamp_of[kind], 0, write_sql));
	for (size_t i = 0; i < n; i++) {
		int at = 3 * (int)i + 1;
		keys[i].stamp[0] = 0;
		ad_bind_cstr(s, at, keys[i].space_id);
		ad_bind_cstr(s, at + 1, keys[i].environment);
		ad_bind_cstr(s, at + 2, keys[i].id);
	}
	enum ad_db_status status;
	while ((status = ad_step(s)) == AD_DB_ROW)
		put_stamp(s, keys, n);
	return status;
}

enum ad_db_status ad_watch_stamps(struct ad_db *db, enum ad_watch_kind kind,
				  struct ad_watch_key *keys, size_t n)
{
	enum ad_db_status status = AD_DB_DONE;
	for (size_t at = 0; at < n && status == AD_DB_DONE; at += BATCH)
		status = watch_ask(db, kind, keys + at, n - at < BATCH ? n - at : BATCH);
	return status;
}

/* --- who watches what ----------------------------------------------------------------------- */

static struct ad_watch **watch_bucket_of(struct ad_watches *watches, const char *id)
{
	uint32_t h = 2166136261u;
	for (; *id; id++)
		h = (h ^ (uint8_t)*id) * 16777619u;
	return &watches->buckets[h % BUCKETS];
}

static struct ad_watch *watch_find(struct ad_watches *watches, const struct ad_watch_key *key)
{
	struct ad_watch *w = *watch_bucket_of(watches, key->id);
	while (w && !(w->key.kind == key->kind && strcmp(w->key.id, key->id) == 0 &&
		      strcmp(w->key.space_id, key->space_id) == 0 &&
		      strcmp(w->key.environment, key->environment) == 0))
		w = w->next;
	return w;
}

static struct ad_watch *watch_add(struct ad_watches *watches, const struct ad_watch_key *key)
{
	struct ad_watch **bucket = watch_bucket_of(watches, key->id);
	struct ad_watch *w = ad_xcalloc(1, sizeof(*w));
	w->key = *key;
	w->next = *bucket;
	w->prev = bucket;
	if (w->next)
		w->next->prev = &w->next;
	*bucket = w;
	watches->watched++;
	return w;
}

static void watch_drop(struct ad_watches *watches, struct ad_watch *w)
{
	*w->prev = w->next;
	if (w->next)
		w->next->prev = w->prev;
	watches->watched--;
	free(w);
}

/* --- the thread ----------------------------------------------------------------------------- */

/* Copies all keys of a kind; the caller frees them. Under the lock. */
static struct ad_watch_key *copy_keys(struct ad_watches *watches, enum ad_watch_kind kind,
				      size_t *n)
{
	struct ad_watch_key *keys = ad_xcalloc(watches->watched + 1, sizeof(*keys));
	*n = 0;
	for (size_t i = 0; i < BUCKETS; i++)
		for (struct ad_watch *w = watches->buckets[i]; w; w = w->next)
			if (w->key.kind == kind)
				keys[(*n)++] = w->key;
	return keys;
}

static bool watch_apply(struct ad_watches *watches, const struct ad_watch_key *keys, size_t n)
{
	bool found = false;
	pthread_mutex_lock(&watches->lock);
	for (size_t i = 0; i < n; i++) {
		struct ad_watch *w = watch_find(watches, &keys[i]);
		if (!w || strcmp(w->key.stamp, keys[i].stamp) == 0)
			continue;
		memcpy(w->key.stamp, keys[i].stamp, sizeof(w->key.stamp));
		atomic_fetch_add(&w->count, 1);
		found = true;
	}
	pthread_mutex_unlock(&watches->lock);
	return found;
}

static bool look_at_objects(struct ad_watches *watches, bool *found)
{
	for (int kind = 0; kind < AD_WATCH_KINDS; kind++) {
		size_t n;
		pthread_mutex_lock(&watches->lock);
		struct ad_watch_key *keys = copy_keys(watches, (enum ad_watch_kind)kind, &n);
		pthread_mutex_unlock(&watches->lock);
		bool ok = ad_watch_stamps(watches->db, (enum ad_watch_kind)kind, keys, n) ==
			  AD_DB_DONE;
		*found = (ok && watch_apply(watches, keys, n)) || *found;
		free(keys);
		if (!ok)
			return false;
	}
	return true;
}

static bool look_at_access(struct ad_watches *watches, bool *found)
{
	struct ad_stmt *s = ad_sql(watches->db, "SELECT generation FROM auth_generation");
	if (ad_step(s) != AD_DB_ROW)
		return false;
	int64_t generation = ad_col_int(s, 0);
	ad_reset(s);
	if (generation == watches->generation)
		return true;
	watches->generation = generation;
	atomic_fetch_add(&watches->access, 1);
	*found = true;
	return true;
}

static void watch_forget(struct ad_watches *watches)
{
	ad_db_close(watches->db);
	watches->db = NULL;
	watches->mark = watches->generation = -1;
}

/* One poll. A failed query is repeated a second later, on a new connection. */
static void watch_look(struct ad_watches *watches)
{
	char err[256];
	bool found = false;
	if (!watches->db) {
		watches->db = ad_db_open(watches->core->store, AD_DB_READ, err);
		if (!watches->db) {
			ad_log(AD_LOG_WARN, "watch_unavailable", "error", err, NULL);
			return;
		}
	}
	int64_t mark = ad_db_change_mark(watches->db);
	if (!atomic_exchange(&watches->fresh, false) && mark >= 0 && mark == watches->mark)
		return;
	/* Read before the objects: a commit during the poll moves the mark again. */
	watches->mark = mark;
	if (!look_at_access(watches, &found) || !look_at_objects(watches, &found)) {
		ad_log(AD_LOG_WARN, "watch_unavailable", "error", ad_db_error(watches->db), NULL);
		watch_forget(watches);
	}
	if (found)
		ad_core_notify(watches->core);
}

static void sleep_a_second(struct ad_watches *watches)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec++;
	while (!watches->stopping &&
	       pthread_cond_timedwait(&watches->wake, &watches->lock, &until) == 0)
		continue;
}

static void *watch_run(void *arg)
{
	struct ad_watches *watches = arg;
	pthread_setname_np(pthread_self(), "watch");
	pthread_mutex_lock(&watches->lock);
	while (!watches->stopping) {
		if (watches->watched == 0) {
			/* Without watches no connection is held open. */
			watch_forget(watches);
			pthread_cond_wait(&watches->wake, &watches->lock);
			continue;
		}
		pthread_mutex_unlock(&watches->lock);
		watch_look(watches);
		ad_log_flush();
		pthread_mutex_lock(&watches->lock);
		sleep_a_second(watches);
	}
	pthread_mutex_unlock(&watches->lock);
	watch_forget(watches);
	return NULL;
}

/* --- for others ----------------------------------------------------------------------------- */

struct ad_watches *ad_watches_new(struct ad_core *core)
{
	struct ad_watches *watches = ad_xcalloc(1, sizeof(*watches));
	pthread_condattr_t rising;
	watches->core = core;
	watches->mark = watches->generation = -1;
	pthread_mutex_init(&watches->lock, NULL);
	pthread_condattr_init(&rising);
	pthread_condattr_setclock(&rising, CLOCK_MONOTONIC);
	pthread_cond_init(&watches->wake, &rising);
	pthread_condattr_destroy(&rising);
	return watches;
}

void ad_watches_stop(struct ad_watches *watches)
{
	if (!watches)
		return;
	pthread_mutex_lock(&watches->lock);
	watches->stopping = true;
	bool has_thread = watches->has_thread;
	watches->has_thread = false;
	pthread_cond_signal(&watches->wake);
	pthread_mutex_unlock(&watches->lock);
	if (has_thread)
		pthread_join(watches->thread, NULL);
}

void ad_watches_free(struct ad_watches *watches)
{
	if (!watches || watches->watched > 0)
		return;
	pthread_cond_destroy(&watches->wake);
	pthread_mutex_destroy(&watches->lock);
	free(watches);
}

struct ad_watch *ad_watch_take(struct ad_watches *watches, const struct ad_watch_key *key,
			       uint64_t *seen)
{
	pthread_mutex_lock(&watches->lock);
	struct ad_watch *w = watch_find(watches, key);
	if (!w)
		w = watch_add(watches, key);
	w->users++;
	atomic_store(&watches->fresh, true);
	*seen = atomic_load(&w->count);
	/*
	 * If the thread's stamp and the caller's differ, it is unknown which is newer, so that the
	 * caller reads again.
	 */
	if (strcmp(w->key.stamp, key->stamp) != 0)
		*seen -= 1;
	if (!watches->has_thread && !watches->stopping)
		watches->has_thread =
			pthread_create(&watches->thread, NULL, watch_run, watches) == 0;
	else
		pthread_cond_signal(&watches->wake);
	pthread_mutex_unlock(&watches->lock);
	return w;
}

void ad_watch_give(struct ad_watches *watches, struct ad_watch *watch)
{
	pthread_mutex_lock(&watches->lock);
	if (--watch->users == 0)
		watch_drop(watches, watch);
	pthread_mutex_unlock(&watches->lock);
}

uint64_t ad_watch_count(const struct ad_watch *watch)
{
	return atomic_load(&watch->count);
}

uint64_t ad_watch_access(const struct ad_watches *watches)
{
	return atomic_load(&watches->access);
}
