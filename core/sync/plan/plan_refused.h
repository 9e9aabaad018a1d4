/* Operations that a platform's adapter would refuse to send, found when the plan is made. */
#ifndef AD_SYNC_PLAN_REFUSED_H
#define AD_SYNC_PLAN_REFUSED_H

#include "sync/plan/plan.h"

/*
 * Adds a warning for each operation that its adapter would refuse: the code and message the
 * operation would fail with, and the field. Call it once all operations are sorted.
 */
enum ad_db_status ad_plan_refused(const struct ad_plan_ask *ask,
				  struct ad_sync_plan *plan) AD_CHECK;

/* The refusal of an operation; code NULL: none. The field is NULL if the whole object causes it. */
struct ad_plan_refusal {
	const char *code;
	const char *field;
};

/*
 * Sets *out to the reason for which the platform's adapter would refuse an update of the row's
 * object to `want`, its AD_SENT fields. `changed`: NULL-ended names of the fields that differ from
 * the synced values. Of `ask` only db, realm, arena and scratch are used; scratch is not reset.
 */
enum ad_db_status ad_plan_refuses(const struct ad_plan_ask *ask, enum ad_platform platform,
				  const struct ad_row *row, const cJSON *want,
				  const char *const *changed, struct ad_plan_refusal *out) AD_CHECK;

#endif
