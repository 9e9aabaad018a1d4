/* Adds objects to a plan one page at a time. Private to core/sync. */
#ifndef AD_SYNC_PLAN_PAGE_H
#define AD_SYNC_PLAN_PAGE_H

#include "sync/plan/plan.h"

/*
 * Adds the operations of a page of objects that match the filter. The plan copies the rows it
 * refers to; other rows are only read. At most AD_IDS_MAX ids, not on the scratch arena: it is
 * reset.
 */
enum ad_db_status ad_plan_page(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_resource *res, struct ad_ids ids) AD_CHECK;

#endif
