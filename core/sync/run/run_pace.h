/* Applies the pace of its ad accounts to a run (pace.h). Private to core/sync. */
#ifndef AD_SYNC_RUN_PACE_H
#define AD_SYNC_RUN_PACE_H

#include "sync/run/run.h"

/*
 * Records the pace from a response (or a failure) of the current platform; `tries`: the attempts so
 * far. It is stored with the run's next change.
 */
void ad_run_pace_heard(struct ad_run *run, const struct ad_outcome *outcome, int64_t tries);
/* Reads the quota from the current response, for ad_run_pace_heard(). */
void ad_run_quota_heard(struct ad_run *run);
/* Ranks an outcome by its pace information: 2 a throttle, 1 the platform is unavailable, 0 none. */
int ad_run_tells(const struct ad_outcome *outcome);
/*
 * Turns a response that also requests a pause into a retry: the state is queried again after the
 * pause, so that no decision uses outdated data.
 */
void ad_run_ease(const struct ad_run *run, struct ad_outcome *outcome);
/* us until this run may send to a platform; 0: now. */
int64_t ad_run_paced(const struct ad_run *run, enum ad_platform platform);
/*
 * The same for work in progress: the rest of a quota suffices to finish it, so that each wait is
 * followed by progress.
 */
int64_t ad_run_barred(const struct ad_run *run, enum ad_platform platform);
/* True if a request would exhaust the quota too early: sleeps, then continues with `then`. */
bool ad_run_spaced(struct ad_run *run, ad_run_step *then);
/* The platforms (bits) to which nothing may be sent now. */
uint32_t ad_run_paced_all(const struct ad_run *run);
/*
 * True if operations on a paused platform are abandoned instead of waiting; *error: the reason, on
 * the run's arena.
 */
bool ad_run_gives_up(const struct ad_run *run, enum ad_platform platform,
		     struct ad_platform_error *error);
/*
 * Sleeps for the pause of a platform, or a part of it, keeping the lease; then continues with
 * `then`.
 */
void ad_run_await(struct ad_run *run, ad_run_step *then);
/* Stores the changed paces. Writer's thread, under the lease. */
enum ad_db_status ad_run_keep_paces(struct ad_run *run, struct ad_db *db) AD_CHECK;

#endif
