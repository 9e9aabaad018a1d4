/*
 * A run as shown to a person before a decision, and the decision. The rules are those of POST
 * /sync/:id/approve and /cancel, for every front end.
 */
#ifndef AD_CALL_SYNC_REVIEW_H
#define AD_CALL_SYNC_REVIEW_H

#include "call/request/call.h"

struct ad_sync_remark {
	struct ad_sync_remark *next;
	struct ad_str object_id;
	const char *message;
};

struct ad_sync_review {
	struct ad_str id, mode, status, source; /* as the API spells them */
	struct ad_str created_by, credential_id, approved_by;
	struct ad_str error;         /* JSON, or absent */
	struct ad_str cancel_reason; /* or absent */
	struct ad_str reverted;      /* JSON: revertedBy of GET /sync/:id, or absent */
	bool connector;              /* requested by a connected app, or at /mcp */
	bool activate, cancelling, ended;
	int64_t done, total;                         /* operations */
	int64_t created_at, started_at, finished_at; /* us; 0: not yet */
	bool pauses;                                 /* it is the kill switch */
	struct ad_str stops;    /* of the kill switch: JSON, `stops` of GET /sync/:id */
	struct ad_str delays;   /* JSON: its `waits` */
	struct ad_str comments; /* JSON: its `comments` */
	struct ad_str pulled;   /* of a pull: JSON, its `pulled`; else absent */

	bool waits;                          /* for approval; only then the members below are set */
	bool current;                        /* the plan is unchanged; else no spend and remarks */
	int64_t before, after;               /* micros a day of all pushed campaigns, by the run */
	int64_t active_before, active_after; /* the enabled ones */
	int64_t month_before, month_after;   /* micros a month of those */
	size_t held_back;                    /* wanted enables that it omits */
	struct ad_sync_remark *warnings;
	struct ad_violation *violations;
	bool may_approve;    /* the caller, now */
	bool confirm_first;  /* if the caller signs in again */
	bool factor_first;   /* if the caller sets up a second factor, or uses it */
	const char *refusal; /* the reason; NULL if may_approve */
};

/*
 * Reads the run call->id of the call's Space and environment in its current state; plans it again
 * if it awaits approval. Reads only. False with the call failed (404).
 */
bool ad_sync_look(struct ad_call *call, struct ad_sync_review *out) AD_CHECK;
/* True if the stored filters of a run are those of the kill switch. */
bool ad_sync_pauses(struct ad_arena *arena, struct ad_str filters);
/*
 * The newest run of the kill switch in the call's Space and `environment`, in the same form;
 * out->id is absent if there is none. The call must have the Space and sync:read. False with the
 * call failed.
 */
bool ad_sync_look_pause(struct ad_call *call, enum ad_environment environment,
			struct ad_sync_review *out) AD_CHECK;
/*
 * Writing steps of the decision about the run call->id, after session, Space and sync:write were
 * checked. They end with the run in call->data, or the call failed.
 */
ad_step_fn ad_sync_approve_write;
ad_step_fn ad_sync_cancel_write;
/* Retries FAILED, SKIPPED and UNKNOWN operations: call->location is the new run. */
ad_step_fn ad_sync_retry_write;
/* Pushes or pulls, by call->input: call->location is the run. */
ad_step_fn ad_sync_push_write;
/* Drafts the inverse of the run call->id: call->data is the coverage, with the plan. */
ad_step_fn ad_sync_revert_write;
/* Triggers the kill switch in the call's Space and environment: call->location is its run. */
ad_step_fn ad_sync_pause_write;

/* The two sides of a drifted field as shown to a person, canonical JSON. */
struct ad_sync_sides {
	struct ad_str staged, live;
};
/*
 * Resolves drift by call->input; checks the other scope that this needs. call->work is NULL, or the
 * sides (struct ad_sync_sides) that must be unchanged, otherwise a conflict: nobody decides about a
 * value that they have not seen.
 */
ad_step_fn ad_sync_resolve_write;

#endif
