/* The maximum size of a plan, from the memory the server allows for one. */
#ifndef AD_SYNC_PLAN_SIZE_H
#define AD_SYNC_PLAN_SIZE_H

#include "base/arena.h"
#include "sync/plan/plan.h"

#define AD_PLAN_MEMORY 256 /* MiB, the default */
#define AD_PLAN_LARGE 128  /* MiB: only one plan above it is in memory at a time */

/* Sets plan->most and plan->bytes_most. mib: memory of one plan; 0: AD_PLAN_MEMORY. */
void ad_plan_size_set(struct ad_sync_plan *plan, int mib);
/*
 * Raises the limit of an arena so that it can hold a plan of that size and the response: exceeding
 * an arena's limit ends the process.
 */
void ad_plan_size_allow(struct ad_arena *arena, int mib);
/*
 * True if the plan still fits after the operations added since `seen`. Otherwise sets too_broad,
 * and busy if the plan needs more than AD_PLAN_LARGE while another plan of that size is in memory.
 */
bool ad_plan_fits(const struct ad_plan_ask *ask, struct ad_sync_plan *plan, size_t seen);

/*
 * Acquires this process's only slot for a large plan; the arena holds it until it is freed or
 * reset. False: another arena holds it. Any thread.
 */
bool ad_plan_size_take(struct ad_arena *arena) AD_CHECK;

#endif
