/* Ads of a plan that are more than an ad group of the platform may show. */
#ifndef AD_SYNC_PLAN_CROWD_H
#define AD_SYNC_PLAN_CROWD_H

#include "sync/plan.h"

/*
 * Adds the warning PLATFORM_LIMIT to each ad of Google that is made or set live as the fourth
 * enabled responsive search ad of its ad group, or a later one: its operation fails.
 */
enum ad_db_status ad_plan_crowd(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
