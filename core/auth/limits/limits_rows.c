/*
 * Buckets in a database that several servers share: see limits.h. Each request is one statement on
 * its credential's minute and one on its account's day, each its own transaction, on a connection
 * of a pool; the row's lock makes them wait for each other. A minute whose request the day then
 * refused gets it back. What a bucket of ours remembers is the row as last seen: in a window, or a
 * day, the count never falls while there is room, so what is known to be full is refused unasked.
 */
#include <stdlib.h>

#include "auth/limits/limits_private.h"
#include "base/log.h"

#define POOL_MAX 64

struct ad_limit_rows {
	struct ad_store *store;
	pthread_mutex_t lock; /* of the pool */
	struct ad_db *pool[POOL_MAX];
	size_t pooled;
	/* us by which the database's clock is ahead of ad_monotonic(); 0: not known yet */
	_Atomic int64_t ahead;
};

struct ad_limit_rows *ad_limit_rows_new(struct ad_store *store)
{
	struct ad_limit_rows *rows = ad_xcalloc(1, sizeof(*rows));

	rows->store = store;
	pthread_mutex_init(&rows->lock, NULL);
	return rows;
}

void ad_limit_rows_free(struct ad_limit_rows *rows)
{
	if (!rows)
		return;
	while (rows->pooled > 0)
		ad_db_close(rows->pool[--rows->pooled]);
	pthread_mutex_destroy(&rows->lock);
	free(rows);
}

static struct ad_db *take_connection(struct ad_limit_rows *rows)
{
	struct ad_db *db = NULL;
	char err[256];

	pthread_mutex_lock(&rows->lock);
	if (rows->pooled > 0)
		db = rows->pool[--rows->pooled];
	pthread_mutex_unlock(&rows->lock);
	if (!db) {
		db = ad_db_open(rows->store, AD_DB_COUNT, err);
		if (!db)
			ad_log(AD_LOG_ERROR, "limits_not_opened", "error", err, NULL);
	}
	return db;
}

static void give_connection(struct ad_limit_rows *rows, struct ad_db *db)
{
	pthread_mutex_lock(&rows->lock);
	if (rows->pooled < POOL_MAX) {
		rows->pool[rows->pooled++] = db;
		db = NULL;
	}
	pthread_mutex_unlock(&rows->lock);
	ad_db_close(db);
}

/* --- what is remembered -------------------------------------------------------------------- */

/* Takes a state as the last seen, unless a later one is there: later in time, or fuller. */
static void limits_rows_remember(struct ad_bucket *bucket, uint64_t seen)
{
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);

	while (seen > state && !atomic_compare_exchange_weak(&bucket->state, &state, seen))
		;
}

/* Refuses what is known to be used up; true where the database has to be asked. */
static bool may_have_room(const struct ad_limit_rows *rows, const struct ad_principal *who,
			  uint64_t n, struct ad_limit *out)
{
	int64_t ahead = atomic_load_explicit(&rows->ahead, memory_order_relaxed);
	struct ad_bucket minute = { .state = atomic_load(&who->minute->state) };
	struct ad_bucket daily = { .state = atomic_load(&who->daily->state) };

	return ahead == 0 ||
	       ad_limit_take_both(&minute, &daily, who, ad_monotonic() + ahead, n, out);
}

/* --- the rows ------------------------------------------------------------------------------ */

/*
 * The window that holds at $2: the row's own, or a new one. excluded.window_start is $2, a whole
 * millisecond; taken says whether this request is in n.
 */
#define OVER                                                                                       \
	"excluded.window_start >= limits.window_start + 60000000"                                  \
	" OR excluded.window_start < limits.window_start - 60000000"

static enum ad_db_status take_minute(struct ad_db *db, const struct ad_principal *who, int64_t now,
				     uint64_t n, uint64_t *state, struct ad_limit *out)
{
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO limits (bucket, window_start, n, taken) VALUES ($1, $2, $4, 1)"
		    " ON CONFLICT (bucket) DO UPDATE SET"
		    " window_start = CASE WHEN " OVER
		    " THEN excluded.window_start ELSE limits.window_start END,"
		    " n = CASE WHEN " OVER " THEN excluded.n WHEN limits.n + excluded.n <= $3"
		    " THEN limits.n + excluded.n ELSE limits.n END,"
		    " taken = CASE WHEN " OVER " THEN 1 WHEN limits.n + excluded.n <= $3 THEN 1"
		    " ELSE 0 END"
		    " RETURNING window_start, n, taken");
	struct ad_bucket seen = { 0 };

	ad_bind_cstr(s, 1, who->credential_id);
	ad_bind_int(s, 2, now - now % 1000);
	ad_bind_int(s, 3,
		    who->minute_limit < (int)AD_MINUTE_MAX ? who->minute_limit
							   : (int)AD_MINUTE_MAX);
	ad_bind_int(s, 4, (int64_t)n);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*state = (uint64_t)(ad_col_int(s, 0) / 1000) << AD_MINUTE_BITS | (uint64_t)ad_col_int(s, 1);
	bool taken = ad_col_int(s, 2) != 0;
	ad_reset(s);
	atomic_init(&seen.state, *state);
	(void)ad_minute_take(&seen, who->minute_limit, now, taken ? 0 : n, out);
	return AD_DB_ROW;
}

static enum ad_db_status take_daily(struct ad_db *db, const struct ad_principal *who, int64_t now,
				    uint64_t n, struct ad_limit *out)
{
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO daily_usage (account_id, day, n, taken)"
			   " VALUES ($1, $2, $4, 1) ON CONFLICT (account_id, day) DO UPDATE SET"
			   " n = CASE WHEN daily_usage.n + excluded.n <= $3 THEN daily_usage.n"
			   " + excluded.n ELSE daily_usage.n END,"
			   " taken = CASE WHEN daily_usage.n + excluded.n <= $3 THEN 1 ELSE 0 END"
			   " RETURNING n, taken");
	struct ad_bucket seen = { 0 };

	ad_bind_cstr(s, 1, who->account_id);
	ad_limit_bind_day(s, 2, now / AD_DAY);
	ad_bind_int(s, 3, who->daily_limit);
	ad_bind_int(s, 4, (int64_t)n);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	uint64_t state = (uint64_t)(now / AD_DAY) << AD_DAY_BITS | (uint64_t)ad_col_int(s, 0);
	bool taken = ad_col_int(s, 1) != 0;
	ad_reset(s);
	limits_rows_remember(who->daily, state);
	atomic_init(&seen.state, state);
	(void)ad_daily_take(&seen, who->daily_limit, now, taken ? 0 : n, out);
	return AD_DB_ROW;
}

/* The day had no room for what the minute had: the minute gets it back, if it still runs. */
static void untake_minute(struct ad_db *db, const struct ad_principal *who, uint64_t n,
			  const struct ad_limit *out)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE limits SET n = n - $3 WHERE bucket = $1 AND n >= $3"
				       " AND window_start > $2");

	ad_bind_cstr(s, 1, who->credential_id);
	ad_bind_int(s, 2, (out->reset - 1) * AD_SECOND - AD_LIMIT_WINDOW);
	ad_bind_int(s, 3, (int64_t)n);
	if (ad_step(s) != AD_DB_DONE)
		ad_log(AD_LOG_WARN, "limits_not_returned", "reason", ad_db_error(db), NULL);
}

static enum ad_db_status limits_rows_take(struct ad_db *db, const struct ad_principal *who,
					  int64_t now, uint64_t n, struct ad_limit *out)
{
	struct ad_bucket none[2] = { 0 };
	uint64_t minute = 0;
	enum ad_db_status status;

	/* A row is made with its first requests: a limit below would let them through. */
	if (who->minute_limit < (int64_t)n || who->daily_limit < (int64_t)n) {
		(void)ad_limit_take_both(&none[0], &none[1], who, now, n, out);
		return AD_DB_ROW;
	}
	status = take_minute(db, who, now, n, &minute, out);
	if (status == AD_DB_ROW && !out->bucket) {
		status = take_daily(db, who, now, n, out);
		if (status == AD_DB_ROW && out->bucket) {
			untake_minute(db, who, n, out);
			out->remaining += (int64_t)n;
			minute -= n; /* of its count */
		}
	}
	limits_rows_remember(who->minute, minute);
	return status;
}

static enum ad_db_status limits_rows_look(struct ad_db *db, const struct ad_principal *who,
					  int64_t now, struct ad_limit *out)
{
	struct ad_bucket minute = { 0 }, daily = { 0 };
	uint64_t state;

	if (!ad_limit_load_minute(db, who->credential_id, &state))
		return AD_DB_UNAVAILABLE;
	atomic_init(&minute.state, state);
	if (!ad_limit_load_daily(db, who->account_id, now, &state))
		return AD_DB_UNAVAILABLE;
	atomic_init(&daily.state, state);
	(void)ad_daily_take(&daily, who->daily_limit, now, 0, out);
	(void)ad_minute_take(&minute, who->minute_limit, now, 0, out);
	out->bucket = NULL;
	out->retry_after = 0;
	return AD_DB_ROW;
}

enum ad_status ad_limit_rows_count(struct ad_limit_rows *rows, const struct ad_principal *who,
				   uint64_t n, struct ad_limit *out)
{
	int64_t now;

	if (n > 0 && !may_have_room(rows, who, n, out))
		return AD_RATE_LIMITED;
	*out = (struct ad_limit){ 0 };
	struct ad_db *db = take_connection(rows);
	if (!db)
		return AD_UNAVAILABLE;
	enum ad_db_status status = ad_db_clock(db, &now);
	if (status == AD_DB_DONE) {
		atomic_store_explicit(&rows->ahead, now - ad_monotonic(), memory_order_relaxed);
		status = n > 0 ? limits_rows_take(db, who, now, n, out)
			       : limits_rows_look(db, who, now, out);
	}
	if (status != AD_DB_ROW)
		ad_log(AD_LOG_ERROR, "limits_unavailable", "reason", ad_db_error(db), NULL);
	give_connection(rows, db);
	if (status != AD_DB_ROW)
		return AD_UNAVAILABLE;
	return out->bucket ? AD_RATE_LIMITED : AD_OK;
}
