/* Inside app/: a plan out of the API's own answer, as a person reads it. */
#ifndef APP_PLAN_PARTS_H
#define APP_PLAN_PARTS_H

#include "app/ask.h"

#define APP_PLANNED_SHOWN "200" /* operations on a page */
/* Operations of a preview, or of a revert: `covered`, each with how much of it is taken back. */
struct app_planned {
	const cJSON **list;
	size_t count;
	bool covered;
};
/* Appends them as a table. False: the database failed. */
bool app_add_planned(struct ad_exchange *x, struct ad_text *page,
		     const struct app_planned *planned) AD_CHECK;
/* The same of all members of an array. */
bool app_add_reverts(struct ad_exchange *x, struct ad_text *page, const cJSON *operations) AD_CHECK;
/* Appends what a plan does and spends, before and after; totals may be NULL. */
void app_add_totals(struct ad_exchange *x, struct ad_text *page, const cJSON *totals);
/* "all of it" and so on, of FULL, PARTIAL and NONE, as a tag. */
void app_add_coverage(struct ad_text *page, struct ad_str coverage);
struct app_plan_look;
/*
 * Appends the form that pushes exactly the plan of that hash in the call's Space, with what of the
 * drafts it was made of; one that sets things live asks once more.
 */
void app_add_push(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		  struct ad_str plan_hash, const struct app_plan_look *look);

#endif
