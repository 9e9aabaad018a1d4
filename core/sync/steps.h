/*
 * The steps of an operation: an operation of ours may take several requests there, and each is
 * journalled as SENT before it goes, with what it made as soon as that was answered. The log is
 * the steps that are done, in their order, and at most one that is not.
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
	const struct ad_made *made; /* SUCCEEDED: what it made or changed */
};

/* Reads a journalled log (absent: none) on the arena. */
struct ad_step *ad_steps_read(struct ad_arena *arena, struct ad_str json);
/* The log as the journal and the API spell it; absent where there is none. */
struct ad_str ad_steps_json(struct ad_arena *arena, const struct ad_step *steps);
/* Begins a step: SENT; one before it that was not done goes off the log. */
void ad_steps_begin(struct ad_arena *arena, struct ad_step **steps);
/* Takes back a step that was begun and not sent after all. */
void ad_steps_undo(struct ad_step **steps);
/* Ends the one under way, if there is one. */
void ad_steps_end(struct ad_step *steps, enum ad_step_status status, const struct ad_made *made);
/* How many are done. */
unsigned ad_steps_done(const struct ad_step *steps);
/* All that the done ones made, in order. */
const struct ad_made *ad_steps_made(struct ad_arena *arena, const struct ad_step *steps);

#endif
