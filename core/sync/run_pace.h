/* How a run keeps to what its ad accounts can take (pace.h). Private to this room. */
#ifndef AD_SYNC_RUN_PACE_H
#define AD_SYNC_RUN_PACE_H

#include "sync/run.h"

/*
 * Takes note of what an answer (or none) of the platform at hand says of its pace; `tries` is how
 * often this was tried by now. It is stored with the run's next change.
 */
void ad_run_pace_heard(struct ad_run *run, const struct ad_outcome *outcome, int64_t tries);
/* Takes note of what the answer at hand tells of the quota, for ad_run_pace_heard(). */
void ad_run_quota_heard(struct ad_run *run);
/* How much an outcome tells of the pace, to compare: 2 a throttle, 1 that it is away, 0 nothing. */
int ad_run_tells(const struct ad_outcome *outcome);
/*
 * An answer that came with the wish for a pause is one that comes too early: how things stand is
 * asked anew after it, so that nothing is decided by what was true before.
 */
void ad_run_ease(const struct ad_run *run, struct ad_outcome *outcome);
/* us that nothing is sent to a platform by this run; 0: it may be. */
int64_t ad_run_paced(const struct ad_run *run, enum ad_platform platform);
/*
 * The same for what has begun: what little is left of a quota is enough to end it, so that each
 * wait is followed by something that is done.
 */
int64_t ad_run_barred(const struct ad_run *run, enum ad_platform platform);
/* Whether a request would come too soon for the quota to last: it sleeps then, and takes `then`. */
bool ad_run_spaced(struct ad_run *run, ad_run_step *then);
/* The platforms (bits) that nothing is sent to just now. */
uint32_t ad_run_paced_all(const struct ad_run *run);
/*
 * Whether what is to go to a platform that is to be left alone is given up instead of waiting:
 * with the reason in *error, on the run's arena.
 */
bool ad_run_gives_up(const struct ad_run *run, enum ad_platform platform,
		     struct ad_platform_error *error);
/* Sleeps while a platform is to be left alone, or a part of that; holds the lease; then `then`. */
void ad_run_await(struct ad_run *run, ad_run_step *then);
/* Stores what was heard. Writer's thread, under the lease. */
enum ad_db_status ad_run_keep_paces(struct ad_run *run, struct ad_db *db) AD_CHECK;

#endif
