/* A run as stored, without its operations. */
#ifndef AD_SYNC_RUN_ROW_H
#define AD_SYNC_RUN_ROW_H

#include "base/arena.h"
#include "model/traits.h"
#include "sync/state/run_status.h"

/* A run, without its operations. */
struct ad_run_row {
	struct ad_str id, mode, status, plan_hash, filters, source, created_by, credential_id;
	struct ad_str approved_by, retry_of, error, reverted; /* JSON: call/sync/revert_once.c */
	struct ad_str totals;           /* JSON of the plan's sums; absent: an older run, a pull, or
					   the kill switch */
	struct ad_str cancel_reason;    /* the reason given with the cancellation, or absent */
	struct ad_str connections;      /* of its plan, as in struct ad_sync_plan; or absent */
	struct ad_str position, pulled; /* PULL: where it stands, what it brought in (pull.h);
					   position of the kill switch: pause.h */
	bool activate, cancel;
	bool connector;        /* a connector requested it */
	bool connector_drafts; /* it includes a connector's drafts that no person approved */
	int64_t done, total, created_at, started_at, finished_at;
	int64_t waits_since;    /* when the newest reason to wait was received; 0: none */
	int64_t reverted_until; /* a revert has not ended: when it counts as interrupted; or 0 */
	struct ad_str reverted_holder; /* the process that makes it, see holder.h; or absent */
};

/* The state of a part of the kill switch, one letter per platform in sync_runs.position. */
enum ad_pause_at {
	AD_PAUSE_WAITS = 'w',   /* for the lease; nothing was sent */
	AD_PAUSE_SENDS = 'b',   /* it has started */
	AD_PAUSE_SETTLES = 's', /* until earlier requests in doubt can no longer take effect */
	AD_PAUSE_DONE = 'd',
};

/* True if a run is a kill switch, by its filters. */
bool ad_pause_is(struct ad_arena *arena, const struct ad_run_row *run);
/* The state of a part. */
enum ad_pause_at ad_pause_at(const struct ad_run_row *run, enum ad_platform platform);
/* True if all parts are done. */
bool ad_pause_is_done(const struct ad_run_row *run);

#endif
