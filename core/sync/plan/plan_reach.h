/*
 * Warnings about the audience of a campaign: everybody, or nobody because of its negative keywords.
 */
#ifndef AD_SYNC_PLAN_REACH_H
#define AD_SYNC_PLAN_REACH_H

#include "sync/plan/plan.h"

/*
 * Adds the warning SHOWS_EVERYWHERE for campaigns without a location that the plan creates or
 * enables, whose enable it holds back, or from which it removes locations.
 */
void ad_plan_everywhere(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/*
 * Adds the warning NEGATIVE_BLOCKS_KEYWORD if a negative keyword of the ad group or campaign blocks
 * the text of one of its own keywords, and the plan creates one of the two. At most
 * AD_PLAN_BLOCKED_MAX warnings.
 */
enum ad_db_status ad_plan_negatives(const struct ad_plan_ask *ask,
				    struct ad_sync_plan *plan) AD_CHECK;
#define AD_PLAN_BLOCKED_MAX 100

/*
 * *pulled: the campaign and ad groups of it were pulled, so that its ad groups may be aimed in ways
 * that its `locations` do not name.
 */
enum ad_db_status ad_reach_is_pulled(struct ad_db *db, struct ad_realm realm,
				     const struct ad_row *campaign, bool *pulled) AD_CHECK;

#endif
