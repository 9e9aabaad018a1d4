/*
 * What of the Space a plan is about: all of it, some campaigns, or a part of one: some of its ad
 * groups. A campaign that is more than one plan holds is pushed in such parts.
 *
 * To a part belong the ad groups that are named and what is below them, attachments included. What
 * is a campaign's own (itself, its negative keywords, what is attached to it) belongs to the part
 * that makes the campaign, so that it never stands there without what bounds it; once it is there,
 * to those whose filter names the campaign too. The removal of a campaign belongs to none: it would
 * take along what other parts have yet to tell.
 */
#ifndef AD_SYNC_PLAN_PART_H
#define AD_SYNC_PLAN_PART_H

#include "sync/plan.h"

/* Whether it is about some campaigns or ad groups alone. */
bool ad_plan_is_part(const struct ad_plan_filter *filter);
/*
 * Finds the campaigns whose own the ad groups of the filter need, as they are not there (or no
 * longer), into ask->above. Before anything else of this header.
 */
enum ad_db_status ad_plan_above(struct ad_plan_ask *ask) AD_CHECK;
/* Whether the plan's filter takes a campaign, ad group, ad or keyword; and where it is. */
enum ad_db_status ad_plan_concerns(const struct ad_plan_ask *ask, const struct ad_row *row,
				   enum ad_platform *platform, bool *concerned) AD_CHECK;
/* Whether the filter's objects (all, where it names none) hold one. */
bool ad_plan_wants(const struct ad_plan_ask *ask, const struct ad_row *row);

/* Ids of a kind's objects. */
struct ad_plan_ids {
	struct ad_str *at;
	size_t count;
};
/* The campaigns that are not removed, rising. */
enum ad_db_status ad_plan_campaign_ids(const struct ad_plan_ask *ask,
				       struct ad_plan_ids *out) AD_CHECK;
/* Those that are not as they were sent, rising. */
enum ad_db_status ad_plan_open_ids(const struct ad_plan_ask *ask, const struct ad_resource *res,
				   struct ad_plan_ids *out) AD_CHECK;
/* The same of what is below campaigns, where the filter may take it; rising below each parent. */
enum ad_db_status ad_plan_open_below(const struct ad_plan_ask *ask, const struct ad_resource *res,
				     struct ad_plan_ids *out) AD_CHECK;

#endif
