/*
 * The steps of an operation: one operation may take several requests, and each is journalled as
 * SENT before it is sent, with its result as soon as the response arrives. The log has the
 * completed steps in order, and at most one incomplete step.
 */
#ifndef AD_SYNC_STEPS_H
#define AD_SYNC_STEPS_H

#include "base/json_write.h"
#include "platform/made.h"

enum ad_step_status {
	AD_STEP_SENT,
	AD_STEP_SUCCEEDED,
	AD_STEP_FAILED,
	AD_STEP_UNKNOWN,
	AD_STEP_STATUS_COUNT
};

struct ad_step {
	struct ad_step *next;
	enum ad_step_status status;
	const struct ad_made *made; /* SUCCEEDED: the objects it made or changed */
};

/* Reads a journalled log (absent: no steps) on the arena. */
struct ad_step *ad_steps_read(struct ad_arena *arena, struct ad_str json);
/* The log in the form of the journal and the API; absent if it is empty. */
struct ad_str ad_steps_json(struct ad_arena *arena, const struct ad_step *steps);
/* Begins a step as SENT; removes an earlier step that did not succeed. */
void ad_steps_begin(struct ad_arena *arena, struct ad_step **steps);
/* Removes a step that was begun and not sent. */
void ad_steps_undo(struct ad_step **steps);
/* Ends the current step, if there is one. */
void ad_steps_end(struct ad_step *steps, enum ad_step_status status, const struct ad_made *made);
/* The number of steps that succeeded. */
unsigned ad_steps_done(const struct ad_step *steps);
/* All objects made by the steps that succeeded, in order. */
const struct ad_made *ad_steps_made(struct ad_arena *arena, const struct ad_step *steps);

#endif
