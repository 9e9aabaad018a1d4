/*
 * Finds objects that a plan must not enable: the outcome of an operation is unknown that may have
 * left them, or objects above them, without a negative keyword or with other values than drafted.
 */
#ifndef AD_SYNC_PLAN_DOUBT_H
#define AD_SYNC_PLAN_DOUBT_H

#include "sync/plan/plan.h"

/* Loads the operations in doubt, for a plan that enables objects. */
enum ad_db_status ad_plan_doubt_load(const struct ad_plan_ask *ask,
				     struct ad_sync_plan *plan) AD_CHECK;
/* True if the object must not be enabled; the plan has the warning then. */
bool ad_plan_doubt_holds(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 const struct ad_row *row);

#endif
