/* Inside app/: a plan out of the API's own answer, as a person reads it. */
#ifndef APP_PLAN_PARTS_H
#define APP_PLAN_PARTS_H

#include "app/ask.h"

#define APP_PLANNED_SHOWN "200" /* operations on a page */
/*
 * Appends the operations of a preview, whose plan has `planned` of them, as a table; or those of a
 * revert (planned 0), each with how much of it is taken back. False: the database failed.
 */
bool app_add_planned(struct ad_exchange *x, struct ad_text *page, const cJSON *operations,
		     int planned) AD_CHECK;
/* Appends what a plan spends, before and after; totals may be NULL. */
void app_add_totals(struct ad_exchange *x, struct ad_text *page, const cJSON *totals);
/* "all of it" and so on, of FULL, PARTIAL and NONE, as a tag. */
void app_add_coverage(struct ad_text *page, struct ad_str coverage);
/*
 * Appends the form that pushes exactly the plan of that hash in the call's Space; `activate` sets
 * things live and asks once more.
 */
void app_add_push(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		  struct ad_str plan_hash, bool activate);

#endif
