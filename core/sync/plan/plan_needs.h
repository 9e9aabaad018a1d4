/*
 * The conditions of a plan's operations: the place of each object, and the earlier operations that
 * must succeed before an operation may be sent. `core/sync/journal/conditions.h` checks them.
 */
#ifndef AD_SYNC_PLAN_NEEDS_H
#define AD_SYNC_PLAN_NEEDS_H

#include "sync/plan/plan.h"

/*
 * Sets campaign_id, ad_group_id and negative of every operation. Call it before the plan is sorted.
 */
enum ad_db_status ad_plan_places(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Sets `inherited` of the operations that create ad groups, if the platform's adapter sends
 * campaign fields with them. Call it on a sorted plan.
 */
enum ad_db_status ad_plan_inherits(const struct ad_plan_ask *ask,
				   struct ad_sync_plan *plan) AD_CHECK;
/* The campaign fields that ad groups inherit, as a JSON object, without empty ones. */
struct ad_str ad_inherited_json(struct ad_arena *arena, const struct ad_adapter *adapter,
				const cJSON *campaign);
/*
 * Sets `needs` of every operation of a sorted plan. A create or an update depends on the creates
 * and updates of its ad group and campaign, and on its assets. An enable depends on all of these,
 * on all other operations on its own object, on the negative keywords that apply to it, and on
 * every update and removal below it. A raise of an ad group's budget depends on the decreases in
 * its campaign, if these keep the campaign under its maximum. Removals, pauses and decreases depend
 * on nothing. All numbers are of earlier operations.
 */
void ad_plan_needs(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/* The display name of an object: its name, or a keyword's text; or absent. */
struct ad_str ad_plan_name(const struct ad_row *row);
/* The spans in the journal's form: "1-3,7"; `base` is added to the numbers. */
struct ad_str ad_plan_spans_text(struct ad_arena *arena, const struct ad_plan_spans *spans,
				 int64_t base);

#endif
