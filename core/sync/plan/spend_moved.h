/* Changes of budgets that others made, in the totals of pushes in progress. */
#ifndef AD_SYNC_SPEND_MOVED_H
#define AD_SYNC_SPEND_MOVED_H

#include "store/objects/rows.h"
#include "sync/state/today.h"

/*
 * Adds the change in the daily budget of a campaign or an ad group, from `was` (NULL: a new object)
 * to `is`, to the totals of the queued and running pushes of its Space and environment: their
 * raises must fit under maxTotalDailyBudget beside it (conditions.c). Call it in the transaction
 * that stores the object. With `only_raises` a lower budget is not subtracted: an operation of
 * these pushes may still change the object, and counts from the higher one.
 */
enum ad_db_status ad_spend_moved(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_today *today, const struct ad_row *was,
				 const struct ad_row *is, bool only_raises) AD_CHECK;

#endif
