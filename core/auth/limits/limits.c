/* Buckets of credentials and accounts: see limits.h. */
#include "auth/limits/limits.h"

#include <stdio.h>
#include <stdlib.h>

#include "auth/limits/limits_private.h"

struct ad_limits *ad_limits_new(struct ad_store *store)
{
	struct ad_limits *limits = ad_xcalloc(1, sizeof(*limits));

	pthread_mutex_init(&limits->lock, NULL);
	limits->addresses = ad_limit_addresses_new();
	if (store && ad_store_shared(store))
		limits->rows = ad_limit_rows_new(store);
	return limits;
}

void ad_limits_free(struct ad_limits *limits)
{
	if (!limits)
		return;
	for (size_t i = 0; i < AD_LIMIT_CHAINS; i++)
		for (struct ad_limit_slot *s = limits->chains[i], *next; s; s = next) {
			next = s->next;
			free(s);
		}
	ad_limit_rows_free(limits->rows);
	ad_limit_addresses_free(limits->addresses);
	pthread_mutex_destroy(&limits->lock);
	free(limits);
}

/* FNV-1a: ids are ours, nobody can choose them to collide. */
static size_t chain_of(const char *id, bool daily)
{
	uint32_t h = daily ? 2166136261u : 2166136262u;

	for (; *id; id++)
		h = (h ^ (uint8_t)*id) * 16777619u;
	return h % AD_LIMIT_CHAINS;
}

static struct ad_limit_slot *limits_find(struct ad_limits *limits, const char *id, bool daily)
{
	for (struct ad_limit_slot *s = limits->chains[chain_of(id, daily)]; s; s = s->next)
		if (s->daily == daily && strcmp(s->id, id) == 0)
			return s;
	return NULL;
}

/* The slot, made where another thread did not while the database was asked. */
static struct ad_limit_slot *limits_insert(struct ad_limits *limits, const char *id, bool daily,
					   enum ad_credential kind, uint64_t state)
{
	pthread_mutex_lock(&limits->lock);
	struct ad_limit_slot *s = limits_find(limits, id, daily);
	if (!s) {
		struct ad_limit_slot **chain = &limits->chains[chain_of(id, daily)];
		s = ad_xcalloc(1, sizeof(*s));
		s->daily = daily;
		s->kind = kind;
		s->stored_state = state;
		atomic_init(&s->bucket.state, state);
		snprintf(s->id, sizeof(s->id), "%s", id);
		s->next = *chain;
		*chain = s;
	}
	pthread_mutex_unlock(&limits->lock);
	return s;
}

static struct ad_limit_slot *limits_known(struct ad_limits *limits, const char *id, bool daily)
{
	pthread_mutex_lock(&limits->lock);
	struct ad_limit_slot *s = limits_find(limits, id, daily);
	pthread_mutex_unlock(&limits->lock);
	return s;
}

struct ad_bucket *ad_limits_minute(struct ad_limits *limits, struct ad_db *db,
				   const char *credential_id, enum ad_credential kind)
{
	struct ad_limit_slot *s = limits_known(limits, credential_id, false);
	uint64_t state = 0;

	if (!s) {
		if (!limits->rows && !ad_limit_load_minute(db, credential_id, &state))
			return NULL;
		s = limits_insert(limits, credential_id, false, kind, state);
	}
	return &s->bucket;
}

struct ad_bucket *ad_limits_daily(struct ad_limits *limits, struct ad_db *db,
				  const char *account_id, int64_t now)
{
	struct ad_limit_slot *s = limits_known(limits, account_id, true);
	uint64_t state = 0;

	if (!s) {
		if (!limits->rows && !ad_limit_load_daily(db, account_id, now, &state))
			return NULL;
		s = limits_insert(limits, account_id, true, AD_BY_TOKEN, state);
	}
	return &s->bucket;
}

/* --- counting in memory ----------------------------------------------------------------------- */

int64_t ad_minute_window(uint64_t state, int64_t now, uint64_t *count)
{
	int64_t start = (int64_t)(state >> AD_MINUTE_BITS) * 1000;
	int64_t ms = now - now % 1000;

	/* An old one is over, and so is one that begins further than a window ahead. */
	if (ms >= start + AD_LIMIT_WINDOW || ms + AD_LIMIT_WINDOW < start) {
		*count = 0;
		return ms;
	}
	*count = state & AD_MINUTE_MAX;
	return start;
}

bool ad_minute_take(struct ad_bucket *bucket, int64_t limit, int64_t now, uint64_t n,
		    struct ad_limit *out)
{
	uint64_t most = limit < 0 ? 0 : (uint64_t)limit;
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);
	uint64_t count;
	int64_t start;
	bool full;

	if (most > AD_MINUTE_MAX)
		most = AD_MINUTE_MAX;
	do {
		start = ad_minute_window(state, now, &count);
		full = count + n > most;
	} while (!full && n > 0 &&
		 !atomic_compare_exchange_weak(&bucket->state, &state,
					       (uint64_t)start / 1000 << AD_MINUTE_BITS |
						       (count + n)));
	if (!full)
		count += n;
	out->limit = (int64_t)most;
	out->remaining = count < most ? (int64_t)(most - count) : 0;
	out->reset = (start + AD_LIMIT_WINDOW + AD_SECOND - 1) / AD_SECOND;
	if (!full)
		return true;
	out->bucket = "minute";
	out->retry_after = (start + AD_LIMIT_WINDOW - now + AD_SECOND - 1) / AD_SECOND;
	return false;
}

bool ad_daily_take(struct ad_bucket *bucket, int64_t limit, int64_t now, uint64_t n,
		   struct ad_limit *out)
{
	uint64_t today = (uint64_t)(now / AD_DAY);
	uint64_t most = limit < 0 ? 0 : (uint64_t)limit;
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);
	uint64_t day, count;
	bool full;

	if (most > AD_DAY_MAX)
		most = AD_DAY_MAX;
	do {
		day = state >> AD_DAY_BITS;
		count = day < today ? 0 : state & AD_DAY_MAX;
		day = day < today ? today : day;
		full = count + n > most;
	} while (!full && n > 0 &&
		 !atomic_compare_exchange_weak(&bucket->state, &state,
					       day << AD_DAY_BITS | (count + n)));
	if (!full)
		count += n;
	out->daily_limit = (int64_t)most;
	out->daily_reset = ((int64_t)today + 1) * 86400;
	out->daily_remaining = count < most ? (int64_t)(most - count) : 0;
	if (!full)
		return true;
	out->bucket = "daily";
	out->retry_after = out->daily_reset - now / AD_SECOND;
	return false;
}

/* Gives n requests of this minute back: the day had no room for them. */
static void untake_minute(struct ad_bucket *bucket, uint64_t n)
{
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);

	while ((state & AD_MINUTE_MAX) >= n &&
	       !atomic_compare_exchange_weak(&bucket->state, &state, state - n))
		;
}

/* Reads the remaining daily requests after the minute bucket refused. */
static void look_at_day(struct ad_bucket *daily, const struct ad_principal *who, int64_t now,
			struct ad_limit *out)
{
	struct ad_limit day = { 0 };

	(void)ad_daily_take(daily, who->daily_limit, now, 0, &day);
	out->daily_limit = day.daily_limit;
	out->daily_remaining = day.daily_remaining;
	out->daily_reset = day.daily_reset;
}

bool ad_limit_take_both(struct ad_bucket *minute, struct ad_bucket *daily,
			const struct ad_principal *who, int64_t now, uint64_t n,
			struct ad_limit *out)
{
	if (!ad_minute_take(minute, who->minute_limit, now, n, out)) {
		look_at_day(daily, who, now, out);
		return false;
	}
	if (!ad_daily_take(daily, who->daily_limit, now, n, out)) {
		untake_minute(minute, n);
		out->remaining += (int64_t)n;
		return false;
	}
	return true;
}

/* Reads the buckets in memory. With several servers these are the last values read. */
static void limits_recall(const struct ad_principal *who, int64_t now, struct ad_limit *out)
{
	(void)ad_minute_take(who->minute, who->minute_limit, now, 0, out);
	look_at_day(who->daily, who, now, out);
	out->bucket = NULL;
	out->retry_after = 0;
}

enum ad_status ad_limits_take(struct ad_limits *limits, const struct ad_principal *who, int64_t now,
			      uint64_t n, struct ad_limit *out)
{
	enum ad_status status;

	*out = (struct ad_limit){ 0 };
	if (limits->rows)
		status = ad_limit_rows_count(limits->rows, who, n, out);
	else
		status = ad_limit_take_both(who->minute, who->daily, who, now, n, out)
				 ? AD_OK
				 : AD_RATE_LIMITED;
	if (status == AD_OK)
		atomic_store_explicit(&who->minute->used_at, now, memory_order_relaxed);
	if (status == AD_UNAVAILABLE)
		limits_recall(who, now, out);
	return status;
}

void ad_limits_read(struct ad_limits *limits, const struct ad_principal *who, int64_t now,
		    struct ad_limit *out)
{
	*out = (struct ad_limit){ 0 };
	if (!limits->rows || ad_limit_rows_count(limits->rows, who, 0, out) != AD_OK)
		limits_recall(who, now, out);
}
