/*
 * The conditions of a plan's operations: where each object stands, and which earlier operations
 * must have succeeded before an operation may be sent. `core/sync/conditions.h` checks them.
 */
#ifndef AD_SYNC_PLAN_NEEDS_H
#define AD_SYNC_PLAN_NEEDS_H

#include "sync/plan.h"

/* Sets campaign_id, ad_group_id and negative of every operation. Before the plan is sorted. */
enum ad_db_status ad_plan_places(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Sets `inherited` of the operations that make ad groups where the platform's adapter sends fields
 * of the campaign with them. Of a sorted plan.
 */
enum ad_db_status ad_plan_inherits(const struct ad_plan_ask *ask,
				   struct ad_sync_plan *plan) AD_CHECK;
/* Those fields of a campaign as a JSON object, without empty ones. */
struct ad_str ad_inherited_json(struct ad_arena *arena, const struct ad_adapter *adapter,
				const cJSON *campaign);
/*
 * Sets `needs` of every operation of a sorted plan:
 * - a create or an update relies on the creates and updates of its ad group and campaign, and on
 *   the assets that it shows;
 * - an enable relies on all of these, on everything else that is done to its own object, on the
 *   negative keywords that apply to it, and on every update and removal below it;
 * - a raise of an ad group's budget relies on the decreases in its campaign where these keep the
 *   campaign under its maximum.
 * Removals, pauses and decreases rely on nothing. All numbers are of operations that go before.
 */
void ad_plan_needs(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/* The next span of such a text from *at (0 at first), which moves; false at its end. */
bool ad_plan_next_span(struct ad_str text, size_t *at, int64_t *first, int64_t *last);
/* The name that a person knows an object by: its name, or a keyword's text; or absent. */
struct ad_str ad_plan_name(const struct ad_row *row);
/* Writes a text of spans ("1-3,7", or absent) as a list of numbers, each lowered by `base`. */
void ad_plan_write_numbers(struct ad_json *j, struct ad_str spans, int64_t base);
/* Writes the spans as the journal holds them: "1-3,7"; numbers are raised by `base`. */
struct ad_str ad_plan_spans_text(struct ad_arena *arena, const struct ad_plan_spans *spans,
				 int64_t base);

#endif
