/*
 * The base of maxBudgetIncreasePercent: each budget that a campaign or an ad group had as last
 * synced in the last 24 hours. Every path that changes the last synced values of an object calls
 * ad_budget_base_keep(): the end of an operation, a half-done update, a pull, a drift decision.
 */
#ifndef AD_SYNC_BUDGET_BASE_H
#define AD_SYNC_BUDGET_BASE_H

#include "store/rows.h"
#include "sync/today.h"

/*
 * Records the row's last synced budget where it differs from the one in `was`, the last synced
 * values before the change (absent: none); of a lifetime budget also where its days differ from
 * those recorded last. The only writer of sync_budgets. Write transactions.
 */
enum ad_db_status ad_budget_base_keep(struct ad_db *db, struct ad_arena *arena, struct ad_str was,
				      const struct ad_row *row) AD_CHECK;
/*
 * The lowest budget of an object in the last 24 hours, micros: of those recorded in that time, the
 * one that stood when it began, and `synced`, which stands now.
 */
enum ad_db_status ad_budget_base_lowest(struct ad_db *db, struct ad_realm realm, struct ad_str id,
					int64_t synced, int64_t *lowest) AD_CHECK;
/*
 * The same counted a day: each budget that stood in the last 24 hours, a lifetime one divided by
 * those of its days that are left today, and the row's last synced one, which stands now. One whose
 * last day is over counts as the share of one day in all of its days. 0: there is none.
 */
enum ad_db_status ad_budget_base_a_day(struct ad_db *db, struct ad_arena *arena,
				       const struct ad_today *today, const struct ad_row *row,
				       int64_t *lowest) AD_CHECK;

#endif
