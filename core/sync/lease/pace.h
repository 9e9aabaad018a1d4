/*
 * The pace of an ad account: the pause that its platform requested (a throttle), the rest of its
 * quota, and its reachability (a circuit breaker). One row per ad account, so that it applies to
 * every run on the account, of any kind, in every Space that has the account connected and on every
 * server of the database.
 */
#ifndef AD_SYNC_PACE_H
#define AD_SYNC_PACE_H

#include "base/json_write.h"
#include "model/options.h"
#include "platform/quota.h"
#include "store/objects/rows.h"

/* Consecutive failures to reach the platform, over all runs, after which all runs wait. */
#define AD_PACE_FAILURES 5
/* us: the longest wait between two attempts to reach an unavailable platform. */
#define AD_PACE_AWAY_MAX INT64_C(120000000)
/*
 * us: the longest wait of a run; an operation that would wait longer is abandoned, and can be
 * retried.
 */
#define AD_PACE_PATIENCE INT64_C(3600000000)
/* us: the longest wait of a pull. It can be requested again, and blocks pushes meanwhile. */
#define AD_PACE_PATIENCE_PULL INT64_C(120000000)

/* Percent of a quota from which requests are spread out, and from which runs wait. */
#define AD_QUOTA_SPREAD 75
#define AD_QUOTA_WAIT 95

struct ad_run_row;

/* The quotas that a run receives. */
struct ad_run_quota {
	struct ad_quota told;             /* from the current response */
	int64_t until[AD_PLATFORM_COUNT]; /* ad_monotonic(): no request before, to save quota */
};

/* The pace of one ad account; all zero: no known limit. */
struct ad_pace {
	int64_t until;    /* us of ad_now(): nothing is sent before; 0: no wait */
	int64_t heard_at; /* us of ad_now(): when it was received */
	int64_t failures; /* consecutive failures to reach the platform */
	char account_id[64];
	char code[24];     /* RATE_LIMITED: the platform's pause; QUOTA_LOW: nearly used up */
	char message[200]; /* for people, UTF-8 */
	bool changed;      /* not in the database yet */
};

/* us left to wait; 0: none. A clock that was set back does not extend the wait. */
int64_t ad_pace_left(const struct ad_pace *pace);
/* True if the platform requested the pause. */
bool ad_pace_is_throttle(const struct ad_pace *pace);
/* True if the quota is nearly exhausted: no request was rejected yet. */
bool ad_pace_is_quota(const struct ad_pace *pace);
/* Copies a text, truncated to the size of `out` at a character boundary. */
void ad_pace_text(char *out, size_t size, struct ad_str text);

/*
 * Loads the paces of a realm's connected accounts, by platform, from whichever Space's run received
 * them. Entries of *out that are `changed` stay: they are newer.
 */
enum ad_db_status ad_pace_load(struct ad_db *db, struct ad_realm realm,
			       struct ad_pace out[static AD_PLATFORM_COUNT]) AD_CHECK;
/*
 * Stores a pace by pace->account_id, or deletes it if it has no failures and no wait; a longer
 * pause that the platform requested, from whichever run, is not replaced. Writer's thread.
 */
enum ad_db_status ad_pace_store(struct ad_db *db, struct ad_realm realm, enum ad_platform platform,
				const struct ad_pace *pace) AD_CHECK;
/*
 * Writes the waits of a run that holds its ad accounts as a list of { platform, until, code,
 * message } (until null: not known), and sets run->waits_since. `past_away`: the run is the kill
 * switch, which retries an unavailable platform by itself.
 */
enum ad_db_status ad_pace_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				struct ad_run_row *run, bool past_away) AD_CHECK;

#endif
