/* The shared parts of the /sync steps. Private to this module. */
#ifndef AD_CALL_SYNC_STEPS_H
#define AD_CALL_SYNC_STEPS_H

#include "call/request/call.h"
#include "call/request/core.h"
#include "call/sync/sync_follow.h"
#include "sync/journal/journal.h"
#include "sync/plan/plan.h"

/* Resets the outcome of a step: a writing step may run twice. */
void ad_sync_fresh(struct ad_call *call);
/* The call's Space and environment. */
struct ad_realm ad_sync_realm(const struct ad_call *call);
/* Reads and checks the filters of an input that was validated against its shape. */
bool ad_sync_filter(struct ad_call *call, const cJSON *input,
		    struct ad_plan_filter *filter) AD_CHECK;
/*
 * If the input has only a planHash that a revert made: the filter of that plan. False with the call
 * failed.
 */
bool ad_sync_kept_filter(struct ad_call *call, const cJSON *input,
			 struct ad_plan_filter *filter) AD_CHECK;
/* True if platforms can fetch media from this server. */
bool ad_sync_is_public(const struct ad_config *config);
/*
 * Makes a plan with the call's connection, or returns the one that was made before the writing step
 * if it is still current; false with the call failed.
 */
bool ad_sync_plan_for(struct ad_call *call, const struct ad_plan_filter *filter,
		      struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/* Makes the current plan of a run, by the filters that the run was requested with. */
bool ad_sync_replan(struct ad_call *call, const struct ad_run_row *run, struct ad_plan_ask *ask,
		    struct ad_sync_plan *plan) AD_CHECK;
/*
 * Stores a preview for the caller, with its expiry. filters: those of a plan that no request can
 * express (a revert's), or absent. Writing step.
 */
bool ad_sync_keep_preview(struct ad_call *call, struct ad_str hash, int64_t expires,
			  struct ad_str filters) AD_CHECK;
/* Fails as 409 with a reason and, where not NULL, the hash to preview next. */
bool ad_sync_conflict(struct ad_call *call, const char *reason, const char *plan_hash,
		      const char *message);
/* Checks the kill switch and the guardrails; required whenever a plan is to be sent. */
bool ad_sync_may_send(struct ad_call *call, const struct ad_sync_plan *plan) AD_CHECK;
/* True if a push of this call needs an approval; drafted: it has drafts of a connector. */
bool ad_sync_needs_approval(const struct ad_call *call, bool drafted);
/* Loads the run named by the path; false with the call failed (404). */
bool ad_sync_load(struct ad_call *call, struct ad_run_row *run) AD_CHECK;
/* Acquires the leases of a run; false with the call failed (409 with details.runId). */
bool ad_sync_lease(struct ad_call *call, struct ad_str run_id) AD_CHECK;
/* Handles the result of acquiring leases: false with the call failed if another run holds one. */
bool ad_sync_held(struct ad_call *call, enum ad_db_status status,
		  const struct ad_str *holder) AD_CHECK;
/* The call's front end, as a run stores it. */
const char *ad_sync_source(const struct ad_call *call);
/*
 * Answers with the current or validated run: nothing was stored, so it has no id and no operations.
 */
bool ad_sync_checked(struct ad_call *call, struct ad_run_row *run) AD_CHECK;
/* Records a change of a run: its status, and for a new run (was absent) its properties. */
bool ad_sync_note(struct ad_call *call, const struct ad_run_row *run, const char *verb,
		  struct ad_str was, struct ad_str is) AD_CHECK;
/*
 * Reads ?validateOnly= and looks the key up; then validates on a worker, or continues on the
 * writer.
 */
void ad_sync_begin(struct ad_call *call, bool (*work)(struct ad_call *call), ad_step_fn *write);
/*
 * As ad_sync_begin(), for work that makes a plan: a worker makes it first, so that the writer only
 * checks that it is current. inserts: the write creates a run; the operations of a long run are
 * stored before it, some thousands at a time.
 */
void ad_sync_begin_planned(struct ad_call *call, bool (*work)(struct ad_call *call),
			   ad_step_fn *write, bool inserts);
/* Inserts a run of the plan and sets its id. Writing step. */
enum ad_db_status ad_sync_insert_run(struct ad_call *call, struct ad_run_row *run,
				     const struct ad_sync_plan *plan) AD_CHECK;
/* Stores with a run the state of its plan's sources, for the check at its begin. Writing step. */
bool ad_sync_mark(struct ad_call *call, struct ad_str run_id,
		  const struct ad_sync_plan *plan) AD_CHECK;
/* Runs a writing step's work under its idempotency key, then wakes the runner. */
void ad_sync_keyed(struct ad_call *call, bool (*work)(struct ad_call *call));
/*
 * Cancels a run that did not start, or requests a running one to stop, with its history. Writing
 * step.
 */
bool ad_sync_stop_run(struct ad_call *call, const struct ad_run_row *run) AD_CHECK;
/*
 * The kill switch: answers with a new run, or with the one in progress. Writing step or validated
 * only.
 */
bool ad_sync_pause(struct ad_call *call, struct ad_str retry_of) AD_CHECK;
/* POST /sync with mode PULL, its input validated. Writing step (or validated only). */
bool ad_sync_pull(struct ad_call *call, const cJSON *input) AD_CHECK;
/*
 * After the commit: wakes the runner and the calls that wait for the run. If the run may begin now,
 * the answer waits a moment for that: an edit after the answer is then an edit during the push, not
 * a change of a plan that has not started.
 */
void ad_sync_woken(struct ad_call *call);

#endif
