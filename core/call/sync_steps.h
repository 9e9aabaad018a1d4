/* What the steps of /sync have in common. Private to this room. */
#ifndef AD_CALL_SYNC_STEPS_H
#define AD_CALL_SYNC_STEPS_H

#include "call/call.h"
#include "call/core.h"
#include "call/sync_follow.h"
#include "sync/journal.h"
#include "sync/plan.h"

/* Starts a step's outcome afresh: a writing step may run twice. */
void ad_sync_fresh(struct ad_call *call);
/* The call's Space and environment. */
struct ad_realm ad_sync_realm(const struct ad_call *call);
/* Reads and checks the filters of an input that was validated against its shape. */
bool ad_sync_filter(struct ad_call *call, const cJSON *input,
		    struct ad_plan_filter *filter) AD_CHECK;
/*
 * Where the input names nothing but a planHash that a revert made: the filter of the plan that the
 * caller was shown under it. False with the call failed.
 */
bool ad_sync_kept_filter(struct ad_call *call, const cJSON *input,
			 struct ad_plan_filter *filter) AD_CHECK;
/* Whether platforms can fetch media from this server. */
bool ad_sync_is_public(const struct ad_config *config);
/*
 * Makes a plan with the call's connection, or takes the one that was made before the writing step
 * and still holds; false with the call failed.
 */
bool ad_sync_plan_for(struct ad_call *call, const struct ad_plan_filter *filter,
		      struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Keeps a preview as the caller's, until when it may be pushed. filters: those of a plan that no
 * request can say (a revert's), or absent. Writing step.
 */
bool ad_sync_keep_preview(struct ad_call *call, struct ad_str hash, int64_t expires,
			  struct ad_str filters) AD_CHECK;
/* Fails as 409 with a reason and, where not NULL, the hash to preview next. */
bool ad_sync_conflict(struct ad_call *call, const char *reason, const char *plan_hash,
		      const char *message);
/* Kill switch and guardrails: what must hold whenever a plan is to be sent. */
bool ad_sync_may_send(struct ad_call *call, const struct ad_sync_plan *plan) AD_CHECK;
/* True if a push of this call waits for a person; drafted: it carries what a connector drafted. */
bool ad_sync_needs_approval(const struct ad_call *call, bool drafted);
/* Loads the run named by the path; false with the call failed (404). */
bool ad_sync_load(struct ad_call *call, struct ad_run_row *run) AD_CHECK;
/* Takes the leases of a run; false with the call failed (409 with details.runId). */
bool ad_sync_lease(struct ad_call *call, struct ad_str run_id) AD_CHECK;
/* What became of taking leases: false with the call failed where another run holds one. */
bool ad_sync_held(struct ad_call *call, enum ad_db_status status,
		  const struct ad_str *holder) AD_CHECK;
/* The door that the call came in by, as a run names it. */
const char *ad_sync_source(const struct ad_call *call);
/* Answers the run as it stands or would be: nothing was done, so it has no id and no operations. */
bool ad_sync_checked(struct ad_call *call, struct ad_run_row *run) AD_CHECK;
/* Records what was done with a run: its status, and of a new one (was absent) what it is. */
bool ad_sync_note(struct ad_call *call, const struct ad_run_row *run, const char *verb,
		  struct ad_str was, struct ad_str is) AD_CHECK;
/* Reads ?validateOnly= and looks the key up; then works on a worker, or leaves it to the writer. */
void ad_sync_begin(struct ad_call *call, bool (*work)(struct ad_call *call), ad_step_fn *write);
/*
 * As ad_sync_begin(), for work that makes a plan: it is made on a worker first, so that the writer
 * only looks whether it still holds. inserts: the write is that of a new run; the operations of a
 * long one are stored before it, some thousands at a time.
 */
void ad_sync_begin_planned(struct ad_call *call, bool (*work)(struct ad_call *call),
			   ad_step_fn *write, bool inserts);
/* Inserts a run of the plan and gives it its id. Writing step. */
enum ad_db_status ad_sync_insert_run(struct ad_call *call, struct ad_run_row *run,
				     const struct ad_sync_plan *plan) AD_CHECK;
/* Stores with a run what its plan was made from, so that its begin can tell. Writing step. */
bool ad_sync_mark(struct ad_call *call, struct ad_str run_id,
		  const struct ad_sync_plan *plan) AD_CHECK;
/* Runs a writing step's work under its idempotency key, then wakes the runner. */
void ad_sync_keyed(struct ad_call *call, bool (*work)(struct ad_call *call));
/* Ends a run that did not start, asks one at work to stop, with its history. Writing step. */
bool ad_sync_stop_run(struct ad_call *call, const struct ad_run_row *run) AD_CHECK;
/* The kill switch: a new run of it, or the one at work, is the answer. Writing step or checked. */
bool ad_sync_pause(struct ad_call *call, struct ad_str retry_of) AD_CHECK;
/* POST /sync with mode PULL, its input validated. Writing step (or only checked). */
bool ad_sync_pull(struct ad_call *call, const cJSON *input) AD_CHECK;
/*
 * After the commit: wakes the runner and whoever waits for the run. Where it is to begin now, the
 * answer waits a moment for that: what is drafted behind the answer is then an edit during the
 * push, and no change of a plan that has yet to start.
 */
void ad_sync_woken(struct ad_call *call);

#endif
