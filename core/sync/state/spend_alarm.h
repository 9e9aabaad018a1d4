/* The spend alarm: compares all daily budgets of a Space with its maxTotalDailyBudget. */
#ifndef AD_SYNC_SPEND_ALARM_H
#define AD_SYNC_SPEND_ALARM_H

#include "store/objects/rows.h"

/*
 * After the end of a push: raises an event if the daily budgets of all pushed campaigns reach 80 or
 * 100 percent of the limit. Does nothing for a pull, or if the Space has no limit.
 */
enum ad_db_status ad_spend_alarm(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str run_id) AD_CHECK;

#endif
