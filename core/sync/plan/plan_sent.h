/* Limits a plan to the values that its platforms are sent (model/sent.h). */
#ifndef AD_SYNC_PLAN_SENT_H
#define AD_SYNC_PLAN_SENT_H

#include "sync/plan/plan.h"

/*
 * Removes the fields that no update of the platform sends from `changed`, which has n entries
 * (NULL-ended); returns how many are left. ad_plan_sent() checks conditions on the object's parent.
 */
size_t ad_plan_keep_sent(const struct ad_plan_ask *ask, const struct ad_row *row,
			 enum ad_platform platform, const char **changed, size_t n);
/* True if an operation sends a field of its `want`, parsed. */
bool ad_plan_op_sends(const struct ad_plan_op *op, const cJSON *want, const char *field);
/*
 * Removes values that platforms are not sent because of an object's parent, and operations that
 * become empty; adds the warning NOT_SENT for each field that is set but stored only here. Call it
 * once campaigns and their children are planned.
 */
enum ad_db_status ad_plan_sent(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

/* True if the plan already warns that a field of an object is not sent. */
bool ad_plan_sent_warned(const struct ad_sync_plan *plan, struct ad_str id, const char *field);

#endif
