/* The order in which the operations of a plan are sent. */
#ifndef AD_SYNC_PLAN_ORDER_H
#define AD_SYNC_PLAN_ORDER_H

#include "sync/plan/plan.h"

/* The rank of an operation on an object of that kind; `phase` is one of AD_RANK_…. */
int ad_plan_rank(enum ad_resource_id resource, int phase);
/* Ranks updates that lower spend before all operations that raise it. */
void ad_plan_rank_decreases(struct ad_sync_plan *plan);
/*
 * Sorts the operations: by rank, platform, updates before creates, turn; then by campaign and ad
 * group, negative keywords first.
 */
void ad_plan_sort(struct ad_sync_plan *plan);
/* Reverses the lists of held enables and warnings, which are built from the front. */
void ad_plan_turn_lists(struct ad_sync_plan *plan);

#endif
