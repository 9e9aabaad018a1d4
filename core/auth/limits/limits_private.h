/* Inside core/auth: what struct ad_limits holds, and the arithmetic of buckets. */
#ifndef AD_AUTH_LIMITS_PRIVATE_H
#define AD_AUTH_LIMITS_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "auth/limits/limits.h"
#include "base/clock.h"

#define AD_LIMIT_WINDOW AD_MINUTE
#define AD_MINUTE_BITS 22
#define AD_MINUTE_MAX ((UINT64_C(1) << AD_MINUTE_BITS) - 1)
#define AD_DAY_BITS 40
#define AD_DAY_MAX ((UINT64_C(1) << AD_DAY_BITS) - 1)

#define AD_LIMIT_CHAINS 1024 /* of credentials and accounts */

struct ad_limit_slot {
	struct ad_bucket bucket;
	struct ad_limit_slot *next;
	enum ad_credential kind;
	bool daily;
	int64_t stored_at;     /* us of used_at as stored; the collector's */
	uint64_t stored_state; /* the collector's */
	char id[AD_ID_SIZE];
};

struct ad_limit_addresses;
struct ad_limit_rows;

struct ad_limits {
	pthread_mutex_t lock; /* of the chains */
	struct ad_limit_slot *chains[AD_LIMIT_CHAINS];
	struct ad_limit_rows *rows; /* NULL: counted in memory */
	struct ad_limit_addresses *addresses;
};

/* The window that holds at `now` (us): its start, and into count what is used of it. */
int64_t ad_minute_window(uint64_t state, int64_t now, uint64_t *count);
/* Takes n of a minute bucket at `now` (us); false: over the limit. */
bool ad_minute_take(struct ad_bucket *bucket, int64_t limit, int64_t now, uint64_t n,
		    struct ad_limit *out);
/* As ad_minute_take() of a daily bucket. A day that has begun elsewhere is not turned back. */
bool ad_daily_take(struct ad_bucket *bucket, int64_t limit, int64_t now, uint64_t n,
		   struct ad_limit *out);

/* Counts n requests in both buckets, or in none; false: over a limit of who's. */
bool ad_limit_take_both(struct ad_bucket *minute, struct ad_bucket *daily,
			const struct ad_principal *who, int64_t now, uint64_t n,
			struct ad_limit *out);

/* Counting in a database that servers share; the store outlives it. */
struct ad_limit_rows *ad_limit_rows_new(struct ad_store *store);
/* Ends its connections. NULL is allowed. */
void ad_limit_rows_free(struct ad_limit_rows *rows);
/* ad_limits_take() of n, and ad_limits_read() (n is 0), there. */
enum ad_status ad_limit_rows_count(struct ad_limit_rows *rows, const struct ad_principal *who,
				   uint64_t n, struct ad_limit *out) AD_CHECK;

/* Loads the stored state of a bucket; false if the database cannot be read. */
bool ad_limit_load_minute(struct ad_db *db, const char *credential_id, uint64_t *state) AD_CHECK;
bool ad_limit_load_daily(struct ad_db *db, const char *account_id, int64_t now,
			 uint64_t *state) AD_CHECK;
/* Binds a day (days since 1970) as YYYY-MM-DD. */
void ad_limit_bind_day(struct ad_stmt *s, int n, int64_t day);

/* The table of addresses. */
struct ad_limit_addresses *ad_limit_addresses_new(void);
void ad_limit_addresses_free(struct ad_limit_addresses *addresses);

#endif
