/*
 * The order of renames: a name is free only once the object that holds it has another one.
 */
#ifndef AD_SYNC_PLAN_RENAMES_H
#define AD_SYNC_PLAN_RENAMES_H

#include "sync/plan.h"

/*
 * Sets `turn` and `after` of the updates that take a name which another object of the plan gives
 * up. Objects that swap names, be it in a ring, are parted by a further update that gives one of
 * them a temporary name first. Platforms without unique names are left alone. Before the plan is
 * sorted, once its places are set.
 */
void ad_plan_renames(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);

#endif
