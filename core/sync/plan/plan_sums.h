/* The totals of a plan for each campaign. */
#ifndef AD_SYNC_PLAN_SUMS_H
#define AD_SYNC_PLAN_SUMS_H

#include "sync/plan/plan.h"

/*
 * Records the daily spend of a campaign before the plan, including its ad groups' budgets, micros.
 */
void ad_plan_note_before(struct ad_arena *arena, struct ad_sync_plan *plan, struct ad_str id,
			 int64_t before);
/*
 * Writes the member `campaigns`: those the plan changes, with the number of operations and the
 * daily budget before and after; empty without the scope to read campaigns.
 */
enum ad_db_status ad_plan_write_campaigns(struct ad_json *j, const struct ad_sync_plan *plan,
					  const struct ad_plan_ask *ask, uint32_t scopes) AD_CHECK;

#endif
