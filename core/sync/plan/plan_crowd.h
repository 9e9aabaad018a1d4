/* Ads of a plan beyond the number that an ad group may show on the platform. */
#ifndef AD_SYNC_PLAN_CROWD_H
#define AD_SYNC_PLAN_CROWD_H

#include "sync/plan/plan.h"

/*
 * Adds the warning PLATFORM_LIMIT to each Google ad that is created or enabled as the fourth or a
 * later enabled responsive search ad of its ad group: its operation would fail.
 */
enum ad_db_status ad_plan_crowd(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
