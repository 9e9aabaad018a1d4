/* What a plan does in each campaign, in numbers. */
#ifndef AD_SYNC_PLAN_SUMS_H
#define AD_SYNC_PLAN_SUMS_H

#include "sync/plan.h"

/* Notes what a campaign may spend before the plan, micros a day, be it by its ad groups. */
void ad_plan_note_before(struct ad_arena *arena, struct ad_sync_plan *plan, struct ad_str id,
			 int64_t before);
/*
 * Writes the member `campaigns`: those that the plan does something in, with the numbers of its
 * operations and the daily budget before and after; none without the scope to read campaigns.
 */
enum ad_db_status ad_plan_write_campaigns(struct ad_json *j, const struct ad_sync_plan *plan,
					  const struct ad_plan_ask *ask, uint32_t scopes) AD_CHECK;

#endif
