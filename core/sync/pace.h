/*
 * How much an ad account can take: the pause that its platform asked for (a throttle), what is left
 * of its quota, whether it can be reached at all (a circuit breaker). A row an ad account, so that
 * what one run heard holds for every run there, of any kind, in every Space that has the account
 * connected and on every server of the database.
 */
#ifndef AD_SYNC_PACE_H
#define AD_SYNC_PACE_H

#include "base/json_write.h"
#include "model/options.h"
#include "platform/quota.h"
#include "store/rows.h"

/* Failures in a row to reach the platform, of whichever runs, after which all of them wait. */
#define AD_PACE_FAILURES 5
/* us: the longest wait between two tries to reach a platform that is away. */
#define AD_PACE_AWAY_MAX INT64_C(120000000)
/* us: no run waits for longer; what would have to is given up, and can be retried. */
#define AD_PACE_PATIENCE INT64_C(3600000000)
/* us: nor a pull for longer than this. It can be asked for again, and holds up pushes meanwhile. */
#define AD_PACE_PATIENCE_PULL INT64_C(120000000)

/* Percent of a quota from which on what is left of it is spread, and from which on it is waited. */
#define AD_QUOTA_SPREAD 75
#define AD_QUOTA_WAIT 95

struct ad_run_row;

/* What a run hears of quotas. */
struct ad_run_quota {
	struct ad_quota told;             /* by the answer at hand */
	int64_t until[AD_PLATFORM_COUNT]; /* ad_monotonic(): no request before, so that it lasts */
};

/* Of one ad account; all zero where nothing is known against sending. */
struct ad_pace {
	int64_t until;    /* us of ad_now(): nothing is sent before; 0: at once */
	int64_t heard_at; /* us of ad_now(): when that was heard */
	int64_t failures; /* in a row to reach the platform */
	char account_id[64];
	char code[24];     /* RATE_LIMITED: the platform asked for it; QUOTA_LOW: or soon will */
	char message[200]; /* for people, UTF-8 */
	bool changed;      /* not in the database yet */
};

/* us that are left to wait; 0: none. A clock that was set back makes nobody wait for longer. */
int64_t ad_pace_left(const struct ad_pace *pace);
/* Whether it is the platform that asked to be left alone. */
bool ad_pace_is_throttle(const struct ad_pace *pace);
/* Whether little is left of its quota: nothing was refused yet. */
bool ad_pace_is_quota(const struct ad_pace *pace);
/* Takes a text, cut to what it holds at a whole character. */
void ad_pace_text(char *out, size_t size, struct ad_str text);

/*
 * Loads those of a realm, by platform, whichever Space's run heard them. What was heard of an
 * account that is connected no more is not told. What is `changed` in *out stays: it is newer.
 */
enum ad_db_status ad_pace_load(struct ad_db *db, struct ad_realm realm,
			       struct ad_pace out[static AD_PLATFORM_COUNT]) AD_CHECK;
/*
 * Stores one, by pace->account_id, or forgets it where nothing is left to tell; a longer pause that
 * the platform asked for, whoever heard it, stays in its place. Writer's thread.
 */
enum ad_db_status ad_pace_store(struct ad_db *db, struct ad_realm realm, enum ad_platform platform,
				const struct ad_pace *pace) AD_CHECK;
/*
 * Writes what a run that holds its ad accounts waits for, as a list of { platform, until, code,
 * message } (until null: nobody knows), and sets run->waits_since; `past_away`: it is the kill
 * switch, which tries a platform that is away by itself.
 */
enum ad_db_status ad_pace_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				struct ad_run_row *run, bool past_away) AD_CHECK;

#endif
