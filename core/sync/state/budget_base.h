/*
 * The base of maxBudgetIncreasePercent: each last synced budget that a campaign or an ad group had
 * in the last 24 hours. Every path that changes the last synced values of an object calls
 * ad_budget_base_keep(): the end of an operation, a partial update, a pull, a drift decision.
 */
#ifndef AD_SYNC_BUDGET_BASE_H
#define AD_SYNC_BUDGET_BASE_H

#include "store/objects/rows.h"
#include "sync/state/today.h"

/*
 * Records the row's last synced budget if it differs from the one in `was`, the last synced values
 * before the change (absent: none). A lifetime budget is also recorded if its days differ from the
 * newest record. The only writer of sync_budgets. Write transactions.
 */
enum ad_db_status ad_budget_base_keep(struct ad_db *db, struct ad_arena *arena, struct ad_str was,
				      const struct ad_row *row) AD_CHECK;
/*
 * The lowest budget of an object in the last 24 hours, micros: the minimum of the budgets recorded
 * in that time, the budget at its start, and `synced`, the current one.
 */
enum ad_db_status ad_budget_base_lowest(struct ad_db *db, struct ad_realm realm, struct ad_str id,
					int64_t synced, int64_t *lowest) AD_CHECK;
/*
 * The same as a daily budget: the minimum over the budgets of the last 24 hours and the row's last
 * synced budget. A lifetime budget is divided by its remaining days, today included; the last
 * synced budget of an ended object counts as its total divided by all of its days. 0: there is no
 * budget.
 */
enum ad_db_status ad_budget_base_a_day(struct ad_db *db, struct ad_arena *arena,
				       const struct ad_today *today, const struct ad_row *row,
				       int64_t *lowest) AD_CHECK;

#endif
