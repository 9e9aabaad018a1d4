/* Campaigns and ad groups that are created with the name of one just removed. */
#ifndef AD_SYNC_PLAN_RECREATED_H
#define AD_SYNC_PLAN_RECREATED_H

#include "sync/plan/plan.h"

struct ad_plan_gone;

/*
 * Objects staged for removal, or removed and last synced in the last 24 hours: loaded once per
 * plan.
 */
struct ad_plan_recreated {
	bool loaded;
	struct ad_plan_gone *first;
};

/*
 * The base of maxBudgetIncreasePercent for an operation that creates a campaign or an ad group: the
 * lowest budget in 24 hours of removed objects of the same resource, name and platform; 0 if there
 * is none.
 */
enum ad_db_status ad_plan_recreated_base(const struct ad_plan_ask *ask,
					 struct ad_plan_recreated *gone,
					 const struct ad_plan_op *op, int64_t *base) AD_CHECK;

#endif
