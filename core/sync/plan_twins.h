/* Keywords of a plan that the platform cannot tell from others. Private to this room. */
#ifndef AD_SYNC_PLAN_TWINS_H
#define AD_SYNC_PLAN_TWINS_H

#include "sync/plan.h"

/*
 * Adds the warning DUPLICATE to keywords that are to be made though another one of the same parent
 * is the same there: their operation fails.
 */
enum ad_db_status ad_plan_twins(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
