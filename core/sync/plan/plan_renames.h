/* The order of renames: a name is free only once the object that has it is renamed. */
#ifndef AD_SYNC_PLAN_RENAMES_H
#define AD_SYNC_PLAN_RENAMES_H

#include "sync/plan/plan.h"

/*
 * Sets `turn` and `after` of updates that use a name which another object of the plan frees. Such
 * an update that also lowers a budget becomes two: the decrease keeps its rank. For objects that
 * swap names, also in a ring, adds an update that first gives one of them a temporary name. Ignores
 * platforms without unique names. Call it before the plan is sorted, once its places are set and
 * its decreases ranked.
 */
void ad_plan_renames(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);

#endif
