/* The hosts that a plan links to. Private to core/sync. */
#ifndef AD_SYNC_PLAN_HOSTS_H
#define AD_SYNC_PLAN_HOSTS_H

#include "sync/plan.h"

/*
 * Warns once for each host that the plan links to: INTERNATIONAL_HOST if it is written with letters
 * that its DNS name does not have, OTHER_HOST if the Space has businesses and the host belongs to
 * none, NEW_HOST if nothing that the Space pushed links to it yet. Call it before the lists are
 * reversed.
 */
enum ad_db_status ad_plan_hosts(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
