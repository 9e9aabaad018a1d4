/* Where the links of a plan lead. Private to this module. */
#ifndef AD_SYNC_PLAN_HOSTS_H
#define AD_SYNC_PLAN_HOSTS_H

#include "sync/plan.h"

/*
 * Warns once for each host that the plan's links lead to: INTERNATIONAL_HOST where it is written in
 * other letters than it is looked up by, OTHER_HOST where the Space has businesses and it is none
 * of theirs, NEW_HOST where nothing that the Space pushed leads there yet. Before the lists are
 * turned.
 */
enum ad_db_status ad_plan_hosts(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;

#endif
