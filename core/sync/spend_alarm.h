/* The alarm of spend: all daily budgets of a Space against its maxTotalDailyBudget. */
#ifndef AD_SYNC_SPEND_ALARM_H
#define AD_SYNC_SPEND_ALARM_H

#include "store/rows.h"

/*
 * After a push ended: tells by an event where the daily budgets of all pushed campaigns reached 80
 * or 100 percent of the limit. Nothing of a pull, and where the Space has no limit.
 */
enum ad_db_status ad_spend_alarm(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str run_id) AD_CHECK;

#endif
