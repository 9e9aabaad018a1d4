/*
 * The status of a run as stored (sync_runs.status). Every change goes through this file; the table
 * in run_status.c says which are legal, and why.
 */
#ifndef AD_SYNC_RUN_STATUS_H
#define AD_SYNC_RUN_STATUS_H

#include "base/states.h"
#include "store/objects/rows.h"

enum ad_run_status {
	AD_RUNS_QUEUED,
	AD_RUNS_AWAITING_APPROVAL,
	AD_RUNS_RUNNING,
	AD_RUNS_SUCCEEDED,
	AD_RUNS_PARTIAL,
	AD_RUNS_FAILED,
	AD_RUNS_CANCELLED,
	AD_RUNS_COUNT
};

extern const struct ad_states ad_run_statuses;

/* True if a run of this status has ended. */
bool ad_run_is_final(struct ad_str status);
/*
 * Changes a run's status, and finished_at if the new status is final. *changed: false if the stored
 * status does not allow it, or there is no such run; nothing is changed then. Writer's thread.
 */
enum ad_db_status ad_run_change_status(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				       const char *to, bool *changed) AD_CHECK;
/* The same; AD_DB_INVALID if the stored status does not allow it. */
enum ad_db_status ad_run_set_status(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				    const char *to) AD_CHECK;

#endif
