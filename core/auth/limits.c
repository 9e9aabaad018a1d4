/* Buckets: see limits.h. */
#include "auth/limits.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/digest.h"

#define WINDOW_MS 60000
#define MINUTE_BITS 22
#define MINUTE_MAX ((UINT64_C(1) << MINUTE_BITS) - 1)
#define DAY_BITS 40
#define DAY_MAX ((UINT64_C(1) << DAY_BITS) - 1)

#define CHAINS 1024       /* of credentials and accounts */
#define ADDRESS_SETS 2048 /* of 8 addresses each */
#define ADDRESS_WAYS 8

struct slot {
	struct ad_bucket bucket;
	struct slot *next;
	enum ad_credential kind;
	bool daily;
	int64_t stored_at;  /* us of used_at as stored; the collector's */
	int64_t stored_day; /* the collector's */
	int64_t stored;     /* requests of that day as stored; the collector's */
	char id[AD_ID_SIZE];
};

struct address {
	_Atomic uint64_t key; /* 0: free */
	struct ad_bucket bucket;
};

struct ad_limits {
	pthread_mutex_t lock; /* of the chains */
	struct slot *chains[CHAINS];
	uint8_t seed[16];
	struct address addresses[ADDRESS_SETS][ADDRESS_WAYS];
};

struct ad_limits *ad_limits_new(void)
{
	struct ad_limits *limits = ad_xcalloc(1, sizeof(*limits));

	pthread_mutex_init(&limits->lock, NULL);
	ad_random(limits->seed, sizeof(limits->seed));
	return limits;
}

void ad_limits_free(struct ad_limits *limits)
{
	if (!limits)
		return;
	for (size_t i = 0; i < CHAINS; i++)
		for (struct slot *s = limits->chains[i], *next; s; s = next) {
			next = s->next;
			free(s);
		}
	pthread_mutex_destroy(&limits->lock);
	free(limits);
}

/* FNV-1a: ids are ours, nobody can choose them to collide. */
static size_t chain_of(const char *id, bool daily)
{
	uint32_t h = daily ? 2166136261u : 2166136262u;

	for (; *id; id++)
		h = (h ^ (uint8_t)*id) * 16777619u;
	return h % CHAINS;
}

static struct slot *find(struct ad_limits *limits, const char *id, bool daily)
{
	for (struct slot *s = limits->chains[chain_of(id, daily)]; s; s = s->next)
		if (s->daily == daily && strcmp(s->id, id) == 0)
			return s;
	return NULL;
}

static struct slot *insert(struct ad_limits *limits, const char *id, bool daily)
{
	struct slot *s = ad_xcalloc(1, sizeof(*s));
	struct slot **chain = &limits->chains[chain_of(id, daily)];

	s->daily = daily;
	snprintf(s->id, sizeof(s->id), "%s", id);
	s->next = *chain;
	*chain = s;
	return s;
}

struct ad_bucket *ad_limits_minute(struct ad_limits *limits, const char *credential_id,
				   enum ad_credential kind)
{
	pthread_mutex_lock(&limits->lock);
	struct slot *s = find(limits, credential_id, false);
	if (!s) {
		s = insert(limits, credential_id, false);
		s->kind = kind;
	}
	pthread_mutex_unlock(&limits->lock);
	return &s->bucket;
}

static void bind_day(struct ad_stmt *s, int n, int64_t day)
{
	char text[11];

	ad_date_in("UTC", day * AD_DAY, text);
	ad_bind_cstr(s, n, text);
}

/* What the database holds of a day; negative where it could not be read. */
static int64_t usage_of(struct ad_db *db, const char *account_id, int64_t day)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT n FROM daily_usage WHERE account_id = $1 AND day = $2");
	ad_bind_cstr(s, 1, account_id);
	bind_day(s, 2, day);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return 0;
	if (status != AD_DB_ROW)
		return -1;
	int64_t used = ad_col_int(s, 0);
	ad_reset(s);
	return used;
}

struct ad_bucket *ad_limits_daily(struct ad_limits *limits, struct ad_db *db,
				  const char *account_id, int64_t now)
{
	pthread_mutex_lock(&limits->lock);
	struct slot *s = find(limits, account_id, true);
	pthread_mutex_unlock(&limits->lock);
	if (s)
		return &s->bucket;

	int64_t day = now / AD_DAY;
	int64_t used = usage_of(db, account_id, day);
	if (used < 0)
		return NULL;
	pthread_mutex_lock(&limits->lock);
	s = find(limits, account_id, true);
	if (!s) {
		s = insert(limits, account_id, true);
		s->stored_day = day;
		s->stored = used;
		atomic_store(&s->bucket.state, (uint64_t)day << DAY_BITS | (uint64_t)used);
	}
	pthread_mutex_unlock(&limits->lock);
	return &s->bucket;
}

/* The window that holds at `ms`: an old one, or one further than a window ahead, is over. */
static uint64_t minute_window(uint64_t state, uint64_t ms, uint64_t *count)
{
	uint64_t start = state >> MINUTE_BITS;

	if (ms >= start + WINDOW_MS || ms + WINDOW_MS < start) {
		*count = 0;
		return ms;
	}
	*count = state & MINUTE_MAX;
	return start;
}

static void minute_out(struct ad_limit *out, uint64_t limit, uint64_t start, uint64_t count)
{
	out->limit = (int64_t)limit;
	out->remaining = count < limit ? (int64_t)(limit - count) : 0;
	out->reset = (int64_t)((start + WINDOW_MS + 999) / 1000);
}

/* Takes n (0 or 1) of a minute bucket. */
static bool take_minute(struct ad_bucket *bucket, int64_t limit, int64_t now, uint64_t n,
			struct ad_limit *out)
{
	uint64_t ms = (uint64_t)(now / 1000), count;
	uint64_t most = limit < 0 ? 0 : (uint64_t)limit;
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);

	if (most > MINUTE_MAX)
		most = MINUTE_MAX;
	for (;;) {
		uint64_t start = minute_window(state, ms, &count);
		if (count + n > most) {
			minute_out(out, most, start, count);
			out->bucket = "minute";
			out->retry_after = (int64_t)((start + WINDOW_MS - ms + 999) / 1000);
			return false;
		}
		if (n == 0 || atomic_compare_exchange_weak(&bucket->state, &state,
							   start << MINUTE_BITS | (count + n))) {
			minute_out(out, most, start, count + n);
			return true;
		}
	}
}

/* As take_minute() of a daily bucket. A day that has begun elsewhere is not turned back. */
static bool take_daily(struct ad_bucket *bucket, int64_t limit, int64_t now, uint64_t n,
		       struct ad_limit *out)
{
	uint64_t today = (uint64_t)(now / AD_DAY);
	uint64_t most = limit < 0 ? 0 : (uint64_t)limit;
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);

	out->daily_limit = (int64_t)most;
	out->daily_reset = (int64_t)(today + 1) * 86400;
	for (;;) {
		uint64_t day = state >> DAY_BITS, count = state & DAY_MAX;
		if (day < today) {
			day = today;
			count = 0;
		}
		if (count + n > most || count + n > DAY_MAX) {
			out->daily_remaining = 0;
			out->bucket = "daily";
			out->retry_after = out->daily_reset - now / AD_SECOND;
			return false;
		}
		if (n == 0 || atomic_compare_exchange_weak(&bucket->state, &state,
							   day << DAY_BITS | (count + n))) {
			out->daily_remaining = (int64_t)(most - count - n);
			return true;
		}
	}
}

/* Gives one request of this minute back: the day had no room for it. */
static void untake_minute(struct ad_bucket *bucket)
{
	uint64_t state = atomic_load_explicit(&bucket->state, memory_order_relaxed);

	while ((state & MINUTE_MAX) > 0 &&
	       !atomic_compare_exchange_weak(&bucket->state, &state, state - 1))
		;
}

bool ad_limits_take(const struct ad_principal *who, int64_t now, struct ad_limit *out)
{
	*out = (struct ad_limit){ 0 };
	if (!take_minute(who->minute, who->minute_limit, now, 1, out)) {
		struct ad_limit day = { 0 };
		if (take_daily(who->daily, who->daily_limit, now, 0, &day)) {
			out->daily_remaining = day.daily_remaining;
		}
		out->daily_limit = day.daily_limit;
		out->daily_reset = day.daily_reset;
		return false;
	}
	if (!take_daily(who->daily, who->daily_limit, now, 1, out)) {
		untake_minute(who->minute);
		out->remaining++;
		return false;
	}
	atomic_store_explicit(&who->minute->used_at, now, memory_order_relaxed);
	return true;
}

void ad_limits_read(const struct ad_principal *who, int64_t now, struct ad_limit *out)
{
	*out = (struct ad_limit){ 0 };
	(void)take_minute(who->minute, who->minute_limit, now, 0, out);
	(void)take_daily(who->daily, who->daily_limit, now, 0, out);
	out->bucket = NULL;
	out->retry_after = 0;
}

/* What counts as one address: an IPv4 address, an IPv6 network of 64 bits, else the text. */
static uint64_t address_key(const struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	char text[64];
	uint8_t ip[16], digest[AD_SHA256_SIZE];
	size_t n = address.n < sizeof(text) - 1 ? address.n : sizeof(text) - 1;
	uint64_t key;

	if (n > 0)
		memcpy(text, address.p, n);
	text[n] = '\0';
	if (inet_pton(AF_INET6, text, ip) == 1) {
		bool v4 = memcmp(ip, mapped, sizeof(mapped)) == 0;
		memcpy(text, v4 ? ip + 12 : ip, v4 ? 4 : 8);
		n = v4 ? 4 : 8;
	} else if (inet_pton(AF_INET, text, ip) == 1) {
		memcpy(text, ip, 4);
		n = 4;
	}
	text[n++] = (char)use;
	ad_hmac_sha256((struct ad_str){ (const char *)limits->seed, sizeof(limits->seed) },
		       (struct ad_str){ text, n }, digest);
	memcpy(&key, digest, sizeof(key));
	return key ? key : 1;
}

/* The bucket of a key: its own, else a free one, else the one whose window began first. */
static struct ad_bucket *address_bucket(struct ad_limits *limits, uint64_t key)
{
	struct address *set = limits->addresses[key % ADDRESS_SETS];

	for (int tries = 0; tries < 4; tries++) {
		struct address *oldest = &set[0];
		for (size_t i = 0; i < ADDRESS_WAYS; i++) {
			if (atomic_load(&set[i].key) == key)
				return &set[i].bucket;
			if (atomic_load(&set[i].bucket.state) < atomic_load(&oldest->bucket.state))
				oldest = &set[i];
		}
		uint64_t was = atomic_load(&oldest->key);
		if (atomic_compare_exchange_strong(&oldest->key, &was, key)) {
			atomic_store(&oldest->bucket.state, 0);
			return &oldest->bucket;
		}
	}
	return &set[0].bucket;
}

bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out)
{
	uint64_t key = address_key(limits, address, use);
	int64_t limit = use == AD_ADDRESS_REGISTER ? AD_REGISTER_LIMIT : AD_ADDRESS_LIMIT;

	*out = (struct ad_limit){ 0 };
	return take_minute(address_bucket(limits, key), limit, now, 1, out);
}

/* Whether a slot holds something that is not stored, into out. */
static bool news_of(struct slot *s, struct ad_usage *out)
{
	int64_t used_at = atomic_load_explicit(&s->bucket.used_at, memory_order_relaxed);
	uint64_t state = atomic_load_explicit(&s->bucket.state, memory_order_relaxed);

	*out = (struct ad_usage){ .id = s->id, .daily = s->daily, .kind = s->kind, .slot = s };
	if (!s->daily) {
		out->used_at = used_at;
		return used_at > s->stored_at;
	}
	out->day = (int64_t)(state >> DAY_BITS);
	out->counted = (int64_t)(state & DAY_MAX);
	out->added = out->counted - (out->day == s->stored_day ? s->stored : 0);
	return out->added > 0;
}

size_t ad_limits_collect(struct ad_limits *limits, struct ad_usage *out, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < CHAINS && n < max; i++) {
		pthread_mutex_lock(&limits->lock);
		for (struct slot *s = limits->chains[i]; s && n < max; s = s->next)
			if (news_of(s, &out[n]))
				n++;
		pthread_mutex_unlock(&limits->lock);
	}
	return n;
}

static bool store_daily(struct ad_db *db, struct ad_usage *u)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO daily_usage (account_id, day, n)"
				       " VALUES ($1, $2, $3) ON CONFLICT (account_id, day)"
				       " DO UPDATE SET n = daily_usage.n + excluded.n"
				       " RETURNING n");
	ad_bind_cstr(s, 1, u->id);
	bind_day(s, 2, u->day);
	ad_bind_int(s, 3, u->added);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		u->total = ad_col_int(s, 0);
		ad_reset(s);
		return true;
	}
	return false;
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

bool ad_limits_store(struct ad_db *db, struct ad_usage *usage, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!(usage[i].daily ? store_daily(db, &usage[i]) : store_used_at(db, &usage[i])))
			return false;
	return true;
}

/* Adds what other servers counted on the same day. */
static void add_foreign(struct ad_bucket *bucket, int64_t day, int64_t more)
{
	uint64_t state = atomic_load(&bucket->state);

	while (more > 0 && (int64_t)(state >> DAY_BITS) == day &&
	       (state & DAY_MAX) + (uint64_t)more <= DAY_MAX &&
	       !atomic_compare_exchange_weak(&bucket->state, &state, state + (uint64_t)more))
		;
}

void ad_limits_settle(struct ad_usage *usage, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct slot *s = usage[i].slot;
		if (!usage[i].daily) {
			s->stored_at = usage[i].used_at;
			continue;
		}
		s->stored_day = usage[i].day;
		s->stored = usage[i].total;
		add_foreign(&s->bucket, usage[i].day, usage[i].total - usage[i].counted);
	}
}
