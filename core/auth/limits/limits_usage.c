/* Buckets that are counted in memory, written behind and found again: see limits.h. */
#include "auth/limits/limits_private.h"

void ad_limit_bind_day(struct ad_stmt *s, int n, int64_t day)
{
	char text[11];

	ad_date_in("UTC", day * AD_DAY, text);
	ad_bind_cstr(s, n, text);
}

bool ad_limit_load_minute(struct ad_db *db, const char *credential_id, uint64_t *state)
{
	struct ad_stmt *s = ad_sql(db, "SELECT window_start, n FROM limits WHERE bucket = $1");

	ad_bind_cstr(s, 1, credential_id);
	enum ad_db_status status = ad_step(s);
	*state = 0;
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE;
	*state = (uint64_t)(ad_col_int(s, 0) / 1000) << AD_MINUTE_BITS |
		 ((uint64_t)ad_col_int(s, 1) & AD_MINUTE_MAX);
	ad_reset(s);
	return true;
}

bool ad_limit_load_daily(struct ad_db *db, const char *account_id, int64_t now, uint64_t *state)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT n FROM daily_usage WHERE account_id = $1 AND day = $2");
	uint64_t day = (uint64_t)(now / AD_DAY);

	ad_bind_cstr(s, 1, account_id);
	ad_limit_bind_day(s, 2, (int64_t)day);
	enum ad_db_status status = ad_step(s);
	*state = day << AD_DAY_BITS;
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE;
	*state |= (uint64_t)ad_col_int(s, 0) & AD_DAY_MAX;
	ad_reset(s);
	return true;
}

/* Copies the usage of a slot that is not stored yet to out; false if there is none. */
static bool news_of(struct ad_limit_slot *s, bool counts, struct ad_usage *out)
{
	int64_t used_at = atomic_load_explicit(&s->bucket.used_at, memory_order_relaxed);
	uint64_t state = atomic_load_explicit(&s->bucket.state, memory_order_relaxed);

	*out = (struct ad_usage){ .id = s->id,
				  .daily = s->daily,
				  .kind = s->kind,
				  .state = state,
				  .counted = counts && state != s->stored_state,
				  .used_at = used_at > s->stored_at ? used_at : 0,
				  .slot = s };
	return out->counted || out->used_at > 0;
}

size_t ad_limits_collect(struct ad_limits *limits, struct ad_usage *out, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < AD_LIMIT_CHAINS && n < max; i++) {
		pthread_mutex_lock(&limits->lock);
		for (struct ad_limit_slot *s = limits->chains[i]; s && n < max; s = s->next)
			if (news_of(s, limits->rows == NULL, &out[n]))
				n++;
		pthread_mutex_unlock(&limits->lock);
	}
	return n;
}

static bool store_daily(struct ad_db *db, const struct ad_usage *u)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO daily_usage (account_id, day, n, taken)"
				       " VALUES ($1, $2, $3, 1) ON CONFLICT (account_id, day)"
				       " DO UPDATE SET n = excluded.n");
	ad_bind_cstr(s, 1, u->id);
	ad_limit_bind_day(s, 2, (int64_t)(u->state >> AD_DAY_BITS));
	ad_bind_int(s, 3, (int64_t)(u->state & AD_DAY_MAX));
	return ad_step(s) == AD_DB_DONE;
}

static bool store_minute(struct ad_db *db, const struct ad_usage *u)
{
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO limits (bucket, window_start, n, taken)"
			   " VALUES ($1, $2, $3, 1) ON CONFLICT (bucket)"
			   " DO UPDATE SET window_start = excluded.window_start, n = excluded.n");
	ad_bind_cstr(s, 1, u->id);
	ad_bind_int(s, 2, (int64_t)(u->state >> AD_MINUTE_BITS) * 1000);
	ad_bind_int(s, 3, (int64_t)(u->state & AD_MINUTE_MAX));
	return ad_step(s) == AD_DB_DONE;
}

static bool store_used_at(struct ad_db *db, const struct ad_usage *u)
{
	struct ad_stmt *s =
		ad_sql(db, u->kind == AD_BY_GRANT
				   ? "UPDATE oauth_grants SET last_used_at = $2 WHERE id = $1"
				   : "UPDATE tokens SET last_used_at = $2 WHERE id = $1");
	ad_bind_cstr(s, 1, u->id);
	ad_bind_int(s, 2, u->used_at);
	return ad_step(s) == AD_DB_DONE;
}

bool ad_limits_store(struct ad_db *db, const struct ad_usage *usage, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct ad_usage *u = &usage[i];
		if (u->counted && !(u->daily ? store_daily(db, u) : store_minute(db, u)))
			return false;
		if (u->used_at > 0 && !store_used_at(db, u))
			return false;
	}
	return true;
}

void ad_limits_settle(const struct ad_usage *usage, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_limit_slot *s = usage[i].slot;
		if (usage[i].counted)
			s->stored_state = usage[i].state;
		if (usage[i].used_at > 0)
			s->stored_at = usage[i].used_at;
	}
}
