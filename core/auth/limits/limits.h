/*
 * Rate limits: a minute bucket per credential, a daily bucket per account (UTC days, shared by all
 * its tokens and grants), and a minute bucket per address for requests without a valid token.
 *
 * A single server counts credentials and accounts in memory, lock-free; the upkeep writes the
 * buckets to the database, and a server that starts continues from there. Servers that share a
 * database count each request in the database, by its clock, before it runs; only a bucket known to
 * be empty is refused from memory. So the limit holds exactly, whichever server a request reaches.
 *
 * Each server counts addresses for itself, in a table of bounded size.
 */
#ifndef AD_AUTH_LIMITS_H
#define AD_AUTH_LIMITS_H

#include "auth/credential/principal.h"
#include "model/errors.h"
#include "store/db/store.h"

#define AD_ADDRESS_LIMIT 600 /* requests a minute of an address without a valid token */
#define AD_REGISTER_LIMIT 60 /* POST /register a minute of an address */

struct ad_limits;

/* The limits that a reply reports: X-RateLimit-* always, the rest with a refusal. */
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

/*
 * Empty buckets; ended by ad_limits_free(). Counted in the store where that is shared with other
 * servers (it outlives them), else in memory; without a store in memory alone.
 */
struct ad_limits *ad_limits_new(struct ad_store *store);
/* No thread may hold a bucket of it any more. NULL is allowed. */
void ad_limits_free(struct ad_limits *limits);

/*
 * The bucket of a credential (token or grant id), made where missing; a new one goes on from what
 * the database holds of it. NULL where that could not be read. Any thread; takes a lock, so it is
 * called where a principal is made, not a request.
 */
struct ad_bucket *ad_limits_minute(struct ad_limits *limits, struct ad_db *db,
				   const char *credential_id, enum ad_credential kind);
/* As ad_limits_minute() of an account's day; now in us. */
struct ad_bucket *ad_limits_daily(struct ad_limits *limits, struct ad_db *db,
				  const char *account_id, int64_t now);

/*
 * Counts a request, or n of them at once where one does the work of many; now in us (a shared
 * database's own clock is taken instead). AD_RATE_LIMITED: over a limit, and then nothing was
 * counted. AD_UNAVAILABLE: it could not be counted. Any thread that may wait for the database.
 */
enum ad_status ad_limits_take(struct ad_limits *limits, const struct ad_principal *who, int64_t now,
			      uint64_t n, struct ad_limit *out) AD_CHECK;
/* Reads the buckets without counting a request; the last known values if the database is away. */
void ad_limits_read(struct ad_limits *limits, const struct ad_principal *who, int64_t now,
		    struct ad_limit *out);
/*
 * As ad_limits_take() for an address (IPv6 by its /64), in memory. False: over the limit. The
 * daily members are 0.
 */
bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out) AD_CHECK;
/* Reads the remaining requests of an address without counting one. */
void ad_limits_read_address(struct ad_limits *limits, struct ad_str address, int64_t now,
			    struct ad_limit *out);

/* One bucket's news since the last flush. */
struct ad_usage {
	const char *id; /* account id, or credential id */
	bool daily;
	bool counted; /* state is news, and to be stored */
	enum ad_credential kind;
	int64_t used_at; /* us; 0: no news */
	uint64_t state;  /* see struct ad_bucket */
	void *slot;
};
/* Collects up to max news; only one thread at a time may collect and settle. */
size_t ad_limits_collect(struct ad_limits *limits, struct ad_usage *out, size_t max);
/* Writes them, on the writer's connection. */
bool ad_limits_store(struct ad_db *db, const struct ad_usage *usage, size_t count) AD_CHECK;
/* Takes them as stored, once they are committed. */
void ad_limits_settle(const struct ad_usage *usage, size_t count);

#endif
