/* Of a plan only what its platforms are sent (model/sent.h). */
#ifndef AD_SYNC_PLAN_SENT_H
#define AD_SYNC_PLAN_SENT_H

#include "sync/plan.h"

/*
 * Takes the fields that no update of the platform sends out of `changed`, of which there are n
 * (NULL-ended); how many are left. Conditions on the object's parent are ad_plan_sent()'s.
 */
size_t ad_plan_keep_sent(const struct ad_plan_ask *ask, const struct ad_row *row,
			 enum ad_platform platform, const char **changed, size_t n);
/* Whether an operation sends a field of its `want`, parsed. */
bool ad_plan_op_sends(const struct ad_plan_op *op, const cJSON *want, const char *field);
/*
 * Takes out of the plan what the platforms are not sent because of an object's parent, with the
 * operations of which nothing is left; and adds the warning NOT_SENT for each field that is set
 * and kept local. Once campaigns and what is below them are planned.
 */
enum ad_db_status ad_plan_sent(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

/* True if the plan warns already that a field of an object is not sent. */
bool ad_plan_sent_warned(const struct ad_sync_plan *plan, struct ad_str id, const char *field);

#endif
