/* Inside app/: renders a plan that the API returned. */
#ifndef APP_PLAN_PARTS_H
#define APP_PLAN_PARTS_H

#include "app/page/ask.h"

#define APP_PLANNED_SHOWN "200" /* operations on a page */
/* Operations of a preview, or of a revert (`covered`) with the coverage of each. */
struct app_planned {
	const cJSON **list;
	size_t count;
	bool covered;
};
/* Appends them as a table. False: the database failed. */
bool app_add_planned(struct ad_exchange *x, struct ad_text *page,
		     const struct app_planned *planned) AD_CHECK;
/* The same for all members of an array. */
bool app_add_reverts(struct ad_exchange *x, struct ad_text *page, const cJSON *operations) AD_CHECK;
/* Appends the totals of a plan, before and after; totals may be NULL. */
void app_add_totals(struct ad_exchange *x, struct ad_text *page, const cJSON *totals);
/* Appends a coverage (FULL, PARTIAL or NONE) as a tag. */
void app_add_coverage(struct ad_text *page, struct ad_str coverage);
struct app_plan_look;
/*
 * Appends the form that pushes the plan with that hash and its filters in the call's Space. If the
 * push sets objects live, the form asks for confirmation.
 */
void app_add_push(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		  struct ad_str plan_hash, const struct app_plan_look *look);

#endif
