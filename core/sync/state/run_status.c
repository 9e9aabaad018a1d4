/*
 * The transitions of a run's status.
 *
 * A run that has ended is only reopened to query its UNKNOWN operations, so SUCCEEDED is the one
 * status that never changes. Nothing returns to AWAITING_APPROVAL once a request may have been
 * sent. A run is created as QUEUED or AWAITING_APPROVAL, or as SUCCEEDED if its plan is empty.
 */
#include "sync/state/run_status.h"

#include <assert.h>

#include "base/clock.h"
#include "base/log.h"

static const char *const run_status_names[] = {
	[AD_RUNS_QUEUED] = "QUEUED",       [AD_RUNS_AWAITING_APPROVAL] = "AWAITING_APPROVAL",
	[AD_RUNS_RUNNING] = "RUNNING",     [AD_RUNS_SUCCEEDED] = "SUCCEEDED",
	[AD_RUNS_PARTIAL] = "PARTIAL",     [AD_RUNS_FAILED] = "FAILED",
	[AD_RUNS_CANCELLED] = "CANCELLED",
};

static const struct ad_transition run_status_legal[] = {
	{ AD_RUNS_AWAITING_APPROVAL, AD_RUNS_QUEUED,
	  "approved, or cancelled with many operations" },
	{ AD_RUNS_AWAITING_APPROVAL, AD_RUNS_CANCELLED, "denied or cancelled" },
	{ AD_RUNS_AWAITING_APPROVAL, AD_RUNS_FAILED, "the requester's credential is gone" },
	{ AD_RUNS_QUEUED, AD_RUNS_QUEUED, "cancelled with many operations; the claim ends it" },
	{ AD_RUNS_QUEUED, AD_RUNS_RUNNING, "a process claimed the run" },
	{ AD_RUNS_QUEUED, AD_RUNS_AWAITING_APPROVAL, "approval became required before the start" },
	{ AD_RUNS_QUEUED, AD_RUNS_FAILED, "refused at the start: the plan or a guardrail changed" },
	{ AD_RUNS_QUEUED, AD_RUNS_CANCELLED, "cancelled, or the kill switch took its accounts" },
	{ AD_RUNS_QUEUED, AD_RUNS_SUCCEEDED, "it has no operation" },
	{ AD_RUNS_RUNNING, AD_RUNS_RUNNING, "a process claimed the run again" },
	{ AD_RUNS_RUNNING, AD_RUNS_SUCCEEDED, "all operations succeeded" },
	{ AD_RUNS_RUNNING, AD_RUNS_PARTIAL, "some operations succeeded" },
	{ AD_RUNS_RUNNING, AD_RUNS_FAILED, "no operation succeeded" },
	{ AD_RUNS_RUNNING, AD_RUNS_CANCELLED, "cancelled before all operations succeeded" },
	{ AD_RUNS_PARTIAL, AD_RUNS_RUNNING, "reopened to query UNKNOWN operations" },
	{ AD_RUNS_FAILED, AD_RUNS_RUNNING, "reopened to query UNKNOWN operations" },
	{ AD_RUNS_CANCELLED, AD_RUNS_RUNNING, "reopened to query UNKNOWN operations" },
};

const struct ad_states ad_run_statuses = {
	"run_status", run_status_names, AD_RUNS_COUNT, run_status_legal, AD_LEN(run_status_legal),
};

static bool run_status_is_final(unsigned status)
{
	return status == AD_RUNS_SUCCEEDED || status == AD_RUNS_PARTIAL ||
	       status == AD_RUNS_FAILED || status == AD_RUNS_CANCELLED;
}

bool ad_run_is_final(struct ad_str status)
{
	return run_status_is_final(ad_states_of(&ad_run_statuses, status));
}

static void run_status_bind(struct ad_stmt *s, struct ad_realm realm, struct ad_str id)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
}

/* *from: AD_RUNS_COUNT if there is no such run, or its status is unknown. */
static enum ad_db_status run_status_read(struct ad_db *db, struct ad_realm realm, struct ad_str id,
					 unsigned *from)
{
	struct ad_stmt *s = ad_sql(db, "SELECT status FROM sync_runs WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");
	enum ad_db_status status;

	*from = AD_RUNS_COUNT;
	run_status_bind(s, realm, id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*from = ad_states_of(&ad_run_statuses, ad_col(s, 0));
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_run_change_status(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				       const char *to, bool *changed)
{
	unsigned next = ad_states_of(&ad_run_statuses, ad_str(to)), from;
	enum ad_db_status status = run_status_read(db, realm, id, &from);
	struct ad_stmt *s;

	assert(next < AD_RUNS_COUNT);
	*changed = false;
	if (status != AD_DB_DONE || !ad_states_may(&ad_run_statuses, from, next))
		return status;
	s = run_status_is_final(next)
		    ? ad_sql(db, "UPDATE sync_runs SET status = $5, finished_at = $6 WHERE"
				 " space_id = $1 AND environment = $2 AND id = $3 AND status = $4")
		    : ad_sql(db, "UPDATE sync_runs SET status = $5 WHERE space_id = $1 AND"
				 " environment = $2 AND id = $3 AND status = $4");
	run_status_bind(s, realm, id);
	ad_bind_cstr(s, 4, run_status_names[from]);
	ad_bind_cstr(s, 5, to);
	if (run_status_is_final(next))
		ad_bind_int(s, 6, ad_now());
	status = ad_step(s);
	*changed = status == AD_DB_DONE && ad_db_changes(db) == 1;
	return status;
}

enum ad_db_status ad_run_set_status(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				    const char *to)
{
	bool changed = false;
	enum ad_db_status status = ad_run_change_status(db, realm, id, to, &changed);

	if (status != AD_DB_DONE || changed)
		return status;
	ad_log(AD_LOG_ERROR, "run_status_refused", "to", to, NULL);
	return AD_DB_INVALID;
}
