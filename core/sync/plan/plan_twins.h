/* Keywords of a plan that the platform treats as equal to others. Private to core/sync. */
#ifndef AD_SYNC_PLAN_TWINS_H
#define AD_SYNC_PLAN_TWINS_H

#include "sync/plan/plan.h"

/*
 * Adds the warning DUPLICATE to keywords to be created that equal another keyword of the same
 * parent on the platform: their operation would fail.
 */
enum ad_db_status ad_plan_twins(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
