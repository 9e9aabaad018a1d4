/* Looking at a run again and again, for doors that tell how far it has come. */
#ifndef AD_CALL_SYNC_FOLLOW_H
#define AD_CALL_SYNC_FOLLOW_H

#include "call/call.h"

struct ad_sync_progress {
	int64_t done, total; /* operations */
	bool ended;          /* nothing moves any more before a person does something */
};

/* How far a run of the call's Space is; nothing stays on the arena. False with the call failed. */
bool ad_sync_progress(struct ad_call *call, struct ad_str run_id,
		      struct ad_sync_progress *out) AD_CHECK;
/* A run's head, for doors that show it in their own words. */
struct ad_sync_standing {
	char status[24]; /* as the API spells it */
	int64_t done, total;
	int64_t created_at, changed_at; /* us */
};

/* How a run of the call's Space stands. False with the call failed. */
bool ad_sync_standing(struct ad_call *call, struct ad_str run_id,
		      struct ad_sync_standing *out) AD_CHECK;
/* Renders a run with its operations into call->data; false with the call failed. */
bool ad_sync_answer(struct ad_call *call, struct ad_str run_id) AD_CHECK;
/*
 * The cursor behind the operation of that number (from 1) of the run, or the plan of that hash,
 * that the call has answered a page of.
 */
struct ad_str ad_sync_page_cursor(struct ad_call *call, int64_t number, struct ad_str plan_hash);

#endif
