/* The guardrail maxBid of what stands below an object that a plan sets live. */
#ifndef AD_SYNC_PLAN_BIDS_BELOW_H
#define AD_SYNC_PLAN_BIDS_BELOW_H

#include "sync/plan.h"

/*
 * Checks the bids of enabled ad groups and keywords below a campaign or an ad group that the
 * operation sets live: unchanged by the plan, they begin to bid all the same. Of an ad group the
 * bids of its enabled campaign are checked too. Each bid counts as a raise from nothing; one that
 * others set counts whether or not it was decided about, one that was never read as the most that
 * it can be. At most 100 violations are added to a plan.
 */
enum ad_db_status ad_plan_check_bids_below(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					   const struct ad_plan_op *op) AD_CHECK;
/*
 * The fields of an object as they will stand: as last synced, with what others changed there, and
 * with what the operation sends (NULL: none); NULL where nothing is known. On the scratch arena.
 */
const cJSON *ad_plan_standing(const struct ad_plan_ask *ask, const struct ad_row *row,
			      const struct ad_plan_op *op);

#endif
