/* Objects that a plan leaves out, because their state on the platform is not settled. */
#ifndef AD_SYNC_PLAN_UNSETTLED_H
#define AD_SYNC_PLAN_UNSETTLED_H

#include "sync/plan/plan.h"

/* The object's parent and its id; NULL for a campaign and an asset. */
const struct ad_resource *ad_plan_parent_of(const struct ad_row *row, struct ad_str *id);
/*
 * The warning if the object must be left out, else NULL: an operation on it is unsettled, or one
 * that creates its parent. Parents are planned before their children.
 */
const char *ad_plan_unsettled(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			      const struct ad_row *row);
/* Sorts the parents below which nothing is created. Call it before each kind of object below. */
void ad_plan_unmade_sort(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/* Warns about drift: a removed object cannot be changed, and nothing is created below it. */
void ad_plan_warn_drift(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			const struct ad_row *row);

#endif
