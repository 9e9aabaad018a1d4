/* Warnings about whom a campaign reaches: everybody, or nobody by its own negative keywords. */
#ifndef AD_SYNC_PLAN_REACH_H
#define AD_SYNC_PLAN_REACH_H

#include "sync/plan.h"

/*
 * Adds the warning SHOWS_EVERYWHERE to campaigns that the plan creates, enables or strips of their
 * locations, and that name no location.
 */
void ad_plan_everywhere(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/*
 * Adds the warning NEGATIVE_BLOCKS_KEYWORD where a negative keyword of the ad group or the campaign
 * blocks the text of one of its own keywords, and the plan creates one of the two. At most
 * AD_PLAN_BLOCKED_MAX of them are told.
 */
enum ad_db_status ad_plan_negatives(const struct ad_plan_ask *ask,
				    struct ad_sync_plan *plan) AD_CHECK;
#define AD_PLAN_BLOCKED_MAX 100

#endif
