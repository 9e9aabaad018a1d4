/*
 * How often a caller may ask: a minute bucket a credential, a daily bucket an account (UTC days,
 * shared by all its tokens and grants), and a minute bucket an address for requests without a
 * valid token. Counting is lock-free; buckets of credentials and accounts live as long as the
 * process, those of addresses are a bounded table.
 */
#ifndef AD_AUTH_LIMITS_H
#define AD_AUTH_LIMITS_H

#include "auth/principal.h"
#include "store/store.h"

#define AD_ADDRESS_LIMIT 600 /* requests a minute of an address without a valid token */
#define AD_REGISTER_LIMIT 60 /* POST /register a minute of an address */

struct ad_limits;

/* What the reply says: X-RateLimit-* always, the rest where a request was refused. */
struct ad_limit {
	int64_t limit;     /* of the minute */
	int64_t remaining; /* of the minute */
	int64_t reset;     /* s since 1970 when the minute's window ends */
	int64_t daily_limit;
	int64_t daily_remaining;
	int64_t daily_reset; /* s since 1970 of the next UTC midnight */
	int64_t retry_after; /* s until the refusing bucket has room; 0 where nothing refuses */
	const char *bucket;  /* NULL, or which refused: "minute" | "daily" */
};

enum ad_address_use {
	AD_ADDRESS_REQUEST,  /* anything without a valid token */
	AD_ADDRESS_REGISTER, /* POST /register */
};

/* Empty buckets; ended by ad_limits_free(). */
struct ad_limits *ad_limits_new(void);
/* No thread may hold a bucket of it any more. NULL is allowed. */
void ad_limits_free(struct ad_limits *limits);

/*
 * The bucket of a credential (token or grant id), made where missing. Any thread; takes a lock,
 * so it is called where a principal is made, not a request.
 */
struct ad_bucket *ad_limits_minute(struct ad_limits *limits, const char *credential_id,
				   enum ad_credential kind);
/*
 * The bucket of an account; where it is new, what the day has used so far is read from the
 * database. NULL where that failed.
 */
struct ad_bucket *ad_limits_daily(struct ad_limits *limits, struct ad_db *db,
				  const char *account_id, int64_t now);

/* Counts a request at `now` (us). False: over a limit, and then nothing was counted. */
bool ad_limits_take(const struct ad_principal *who, int64_t now, struct ad_limit *out) AD_CHECK;
/* What the buckets hold, without counting. */
void ad_limits_read(const struct ad_principal *who, int64_t now, struct ad_limit *out);
/* As ad_limits_take() for an address (IPv6 by its /64). The daily members are 0. */
bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out) AD_CHECK;

/* One bucket's news since the last flush. */
struct ad_usage {
	const char *id; /* account id, or credential id */
	bool daily;
	enum ad_credential kind;
	int64_t used_at; /* us */
	int64_t day;     /* days since 1970 */
	int64_t added;   /* requests not yet in the database */
	int64_t counted; /* the bucket when it was looked at */
	int64_t total;   /* of all servers: set by the writer */
	void *slot;
};
/* Collects up to max news; only one thread at a time may collect and settle. */
size_t ad_limits_collect(struct ad_limits *limits, struct ad_usage *out, size_t max);
/* Writes them, on the writer's connection; sets total. */
bool ad_limits_store(struct ad_db *db, struct ad_usage *usage, size_t count) AD_CHECK;
/* Takes them as stored, once they are committed; what other servers counted is added. */
void ad_limits_settle(struct ad_usage *usage, size_t count);

#endif
