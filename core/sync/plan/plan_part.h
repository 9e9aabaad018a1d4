/*
 * The part of the Space that a plan covers: all of it, some campaigns, or a part of one campaign:
 * some of its ad groups. A campaign too large for one plan is pushed in such parts.
 *
 * A part contains the named ad groups and the objects below them, attachments included. A
 * campaign's own objects (itself, its negative keywords, its attachments) belong to the part that
 * creates the campaign, so that the campaign is never on the platform without its limits; later
 * they belong to parts whose filter also names the campaign. No part contains the removal of a
 * campaign: it would remove objects of the other parts.
 */
#ifndef AD_SYNC_PLAN_PART_H
#define AD_SYNC_PLAN_PART_H

#include "sync/plan/plan.h"

/* True if the filter names campaigns or ad groups. */
bool ad_plan_is_part(const struct ad_plan_filter *filter);
/*
 * Finds the campaigns that the filter's ad groups need, because they are not (or no longer) on the
 * platform, and stores them in ask->above. Call it before the other functions of this header.
 */
enum ad_db_status ad_plan_above(struct ad_plan_ask *ask) AD_CHECK;
/*
 * *concerned: the plan's filter includes a campaign, ad group, ad or keyword; *platform: its
 * platform.
 */
enum ad_db_status ad_plan_concerns(const struct ad_plan_ask *ask, const struct ad_row *row,
				   enum ad_platform *platform, bool *concerned) AD_CHECK;
/* True if the filter's objects include the row, or the filter names none. */
bool ad_plan_wants(const struct ad_plan_ask *ask, const struct ad_row *row);

/* Ids of objects of one resource. */
struct ad_plan_ids {
	struct ad_str *at;
	size_t count;
};
/* The campaigns that are not REMOVED, in ascending order. */
enum ad_db_status ad_plan_campaign_ids(const struct ad_plan_ask *ask,
				       struct ad_plan_ids *out) AD_CHECK;
/* The objects that differ from their last sent values, in ascending order. */
enum ad_db_status ad_plan_open_ids(const struct ad_plan_ask *ask, const struct ad_resource *res,
				   struct ad_plan_ids *out) AD_CHECK;
/* The objects with an operation whose outcome is not known, in ascending order. */
enum ad_db_status ad_plan_syncing_ids(const struct ad_plan_ask *ask, const struct ad_resource *res,
				      struct ad_plan_ids *out) AD_CHECK;
/* The same for objects below campaigns that the filter may include; ascending below each parent. */
enum ad_db_status ad_plan_open_below(const struct ad_plan_ask *ask, const struct ad_resource *res,
				     struct ad_plan_ids *out) AD_CHECK;

#endif
