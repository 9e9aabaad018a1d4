/* The hosts that a plan links to. Private to core/sync. */
#ifndef AD_SYNC_PLAN_HOSTS_H
#define AD_SYNC_PLAN_HOSTS_H

#include "sync/plan/plan.h"

/*
 * Warns of each object that links to a host that a reviewer should know, at most 100 per host and
 * code: INTERNATIONAL_HOST if the host is written with letters that its DNS name does not have,
 * OTHER_HOST if the Space has businesses and the host belongs to none, NEW_HOST if nothing that the
 * Space pushed links to the host yet. Without a business and before the first push, OTHER_HOST is a
 * host that differs from the one of most links. Call it before the lists are reversed.
 */
enum ad_db_status ad_plan_hosts(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
