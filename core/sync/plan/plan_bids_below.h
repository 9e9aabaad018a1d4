/* The guardrail maxBid for objects below one that a plan enables. */
#ifndef AD_SYNC_PLAN_BIDS_BELOW_H
#define AD_SYNC_PLAN_BIDS_BELOW_H

#include "sync/plan/plan.h"

/*
 * Checks the bids of enabled ad groups and keywords below a campaign or an ad group that the
 * operation enables: the plan does not change them, but they start to bid. For an ad group, also
 * the bids of its enabled campaign. Each bid counts as a raise from nothing; a bid that others set
 * counts, decided or not, and a bid that was never read counts as its possible maximum. Stops at
 * 100 maxBid violations in the plan.
 */
enum ad_db_status ad_plan_check_bids_below(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					   const struct ad_plan_op *op) AD_CHECK;
/*
 * The fields of an object on the platform after the operation: the last synced values, with the
 * changes of others and the values that the operation sends (NULL: none); NULL if nothing is known.
 * On the scratch arena.
 */
const cJSON *ad_plan_standing(const struct ad_plan_ask *ask, const struct ad_row *row,
			      const struct ad_plan_op *op);

#endif
