/* Campaigns and ad groups that are made anew under the name of one just removed. */
#ifndef AD_SYNC_PLAN_RECREATED_H
#define AD_SYNC_PLAN_RECREATED_H

#include "sync/plan.h"

struct ad_plan_gone;

/* What was removed in the last 24 hours, or is to be: loaded once for a plan. */
struct ad_plan_recreated {
	bool loaded;
	struct ad_plan_gone *first;
};

/*
 * The base of maxBudgetIncreasePercent for an operation that makes a campaign or an ad group: the
 * lowest budget in 24 hours of the removed ones of its kind, name and platform; 0 where there is
 * none.
 */
enum ad_db_status ad_plan_recreated_base(const struct ad_plan_ask *ask,
					 struct ad_plan_recreated *gone,
					 const struct ad_plan_op *op, int64_t *base) AD_CHECK;

#endif
