/* The operations of a sorted plan by object, for objects that are on the platform and can bid. */
#ifndef AD_SYNC_PLAN_INDEX_H
#define AD_SYNC_PLAN_INDEX_H

#include "sync/plan/plan.h"

/* Makes the index if it does not exist. Call it once the operations have their order. */
void ad_plan_index(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/* The operations on an object, in the order of sending; *count: how many. */
const struct ad_plan_op *const *ad_plan_ops_on(const struct ad_sync_plan *plan, struct ad_str id,
					       size_t *count);
/* The last operation on an object, which enables it if any does; or NULL. */
const struct ad_plan_op *ad_plan_last_on(const struct ad_sync_plan *plan, struct ad_str id);

#endif
