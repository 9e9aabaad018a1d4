/* Polling a run, for front ends that report its progress. */
#ifndef AD_CALL_SYNC_FOLLOW_H
#define AD_CALL_SYNC_FOLLOW_H

#include "call/request/call.h"

struct ad_sync_progress {
	int64_t done, total; /* operations */
	bool ended;          /* nothing changes until a person acts */
};

/*
 * Reads the progress of a run of the call's Space; leaves nothing on the arena. False with the call
 * failed.
 */
bool ad_sync_progress(struct ad_call *call, struct ad_str run_id,
		      struct ad_sync_progress *out) AD_CHECK;
/* A run's head, for front ends that render it themselves. */
struct ad_sync_standing {
	char status[24]; /* as the API spells it */
	int64_t done, total;
	int64_t created_at, changed_at; /* us */
};

/* Reads the state of a run of the call's Space. False with the call failed. */
bool ad_sync_standing(struct ad_call *call, struct ad_str run_id,
		      struct ad_sync_standing *out) AD_CHECK;
/* Renders a run with its operations into call->data; false with the call failed. */
bool ad_sync_answer(struct ad_call *call, struct ad_str run_id) AD_CHECK;
/*
 * The cursor after that operation (from 1) of the run, or of the plan of that hash, of which the
 * call returned a page.
 */
struct ad_str ad_sync_page_cursor(struct ad_call *call, int64_t number, struct ad_str plan_hash);

#endif
