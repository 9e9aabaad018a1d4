/* How large a plan may be, by the memory that the server gives to one. */
#ifndef AD_SYNC_PLAN_SIZE_H
#define AD_SYNC_PLAN_SIZE_H

#include "base/arena.h"
#include "sync/plan.h"

#define AD_PLAN_MEMORY 256 /* MiB, where the server says nothing else */
#define AD_PLAN_LARGE 128  /* MiB: of plans above it one is in memory at a time */

/* Sets plan->most and plan->bytes_most. mib: of one plan; 0: AD_PLAN_MEMORY. */
void ad_plan_size_set(struct ad_sync_plan *plan, int mib);
/*
 * Lets an arena hold a plan of that memory and the answer about it, however large: an arena's own
 * limit would end the process.
 */
void ad_plan_size_allow(struct ad_arena *arena, int mib);
/*
 * Whether it is still a plan with what came behind `seen` operations: sets too_broad, or busy where
 * it needs more than AD_PLAN_LARGE and another plan of that size is in memory.
 */
bool ad_plan_fits(const struct ad_plan_ask *ask, struct ad_sync_plan *plan, size_t seen);

/*
 * The one place for a large plan in this process: an arena has it until it is freed or reset.
 * False: another has it. Any thread.
 */
bool ad_plan_size_take(struct ad_arena *arena) AD_CHECK;

#endif
