/* Objects come into a plan a page at a time. Private to this room. */
#ifndef AD_SYNC_PLAN_PAGE_H
#define AD_SYNC_PLAN_PAGE_H

#include "sync/plan.h"

/*
 * Adds what the page of a kind's objects needs, of those that the filter takes. The plan keeps the
 * rows that it tells of; the others are only looked at. At most AD_IDS_MAX ids, which are not on
 * the scratch arena: that is reset.
 */
enum ad_db_status ad_plan_page(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_resource *res, struct ad_ids ids) AD_CHECK;

#endif
