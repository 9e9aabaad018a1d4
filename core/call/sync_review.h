/*
 * A run as a person looks at it before deciding about it, and the decision. The rules are those of
 * POST /sync/:id/approve and /cancel, for every door.
 */
#ifndef AD_CALL_SYNC_REVIEW_H
#define AD_CALL_SYNC_REVIEW_H

#include "call/call.h"

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
	struct ad_str reverted;      /* JSON: what GET /sync/:id has as revertedBy, or absent */
	bool connector;              /* asked for by a connected app, or at /mcp */
	bool activate, cancelling, ended;
	int64_t done, total;                         /* operations */
	int64_t created_at, started_at, finished_at; /* us; 0: not yet */
	bool pauses;                                 /* it is the kill switch */
	struct ad_str stops;  /* of it: JSON, what GET /sync/:id has as stops */
	struct ad_str delays; /* JSON: what that has as waits */
	struct ad_str pulled; /* of a pull: JSON, what that has so; else absent */

	bool waits;            /* for approval; what follows is of such a run alone */
	bool current;          /* the plan is still what was asked for; else no spend and remarks */
	int64_t before, after; /* micros a day of all pushed campaigns, by the run */
	int64_t active_before, active_after; /* the enabled ones */
	int64_t month_before, month_after;   /* micros a month of those */
	size_t held_back;                    /* wanted enables that it leaves out */
	struct ad_sync_remark *warnings;
	struct ad_violation *violations;
	bool may_approve;    /* the caller, now */
	bool confirm_first;  /* where the caller has signed in anew */
	bool factor_first;   /* where the caller has set up a second factor, or shown it */
	const char *refusal; /* why not; NULL where may_approve */
};

/*
 * Looks at the run call->id of the call's Space and environment, as things stand; plans it anew
 * where it waits. Reads only. False with the call failed (404).
 */
bool ad_sync_look(struct ad_call *call, struct ad_sync_review *out) AD_CHECK;
/* Whether the filters of a run, as they are stored, are those of the kill switch. */
bool ad_sync_pauses(struct ad_arena *arena, struct ad_str filters);
/*
 * The newest run of the kill switch in the call's Space and `environment`, alike; out->id is absent
 * where there is none. The call must have the Space and sync:read. False with the call failed.
 */
bool ad_sync_look_pause(struct ad_call *call, enum ad_environment environment,
			struct ad_sync_review *out) AD_CHECK;
/*
 * Writing steps: the decision about the run call->id, once session, Space and sync:write have been
 * settled. They end with the run in call->data, or the call failed.
 */
ad_step_fn ad_sync_approve_write;
ad_step_fn ad_sync_cancel_write;
/* Tries again what failed, was skipped or is in doubt: call->location is the run that does. */
ad_step_fn ad_sync_retry_write;
/* Pushes or pulls, as call->input says: call->location is the run. */
ad_step_fn ad_sync_push_write;
/* Drafts what takes the run call->id back: call->data is the coverage, and names the plan. */
ad_step_fn ad_sync_revert_write;
/* Pulls the kill switch in the call's Space and environment: call->location is its run. */
ad_step_fn ad_sync_pause_write;

/* The two sides of a drifted field as a person was shown them, canonical JSON. */
struct ad_sync_sides {
	struct ad_str staged, live;
};
/*
 * Decides drift, which call->input says; the other scope that it needs is asked here. call->work is
 * NULL, or the sides (struct ad_sync_sides) without which it is a conflict: nobody decides for a
 * value that they have not seen.
 */
ad_step_fn ad_sync_resolve_write;

#endif
