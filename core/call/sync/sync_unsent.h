/*
 * A retry sends what was approved, or nothing: the FAILED or SKIPPED operations of a run, and the
 * comparison of their new plan with the journal and the run's row.
 */
#ifndef AD_CALL_SYNC_UNSENT_H
#define AD_CALL_SYNC_UNSENT_H

#include "call/request/call.h"
#include "sync/journal/journal.h"

/* An operation that did not succeed, as it was approved. */
struct ad_unsent_op {
	struct ad_str object_id, remote_id, want, inherited;
	struct ad_str changed; /* names of the fields: "name,budget" */
	int64_t version;       /* of the object */
	enum ad_op op;
	enum ad_platform platform;
};
struct ad_unsent {
	struct ad_unsent_op *at; /* by rising object ids */
	size_t count;
};

/* Loads the FAILED and SKIPPED operations of a run; false with the call failed. */
bool ad_unsent_load(struct ad_call *call, struct ad_str run_id, struct ad_unsent *out) AD_CHECK;
/*
 * Checks that a new plan sends only what the run was to send: objects of the same versions, the
 * same values and inherited values, under connections with the same ad account and settings. False
 * with the call failed (409 PLAN_CHANGED).
 */
bool ad_unsent_check(struct ad_call *call, const struct ad_run_row *run,
		     const struct ad_sync_plan *plan, const struct ad_unsent *unsent) AD_CHECK;

#endif
