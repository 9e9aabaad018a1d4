/* Inside app/: the operations of a plan by campaign and page by page, and the choice among them. */
#ifndef APP_PLAN_OPS_H
#define APP_PLAN_OPS_H

#include "app/ask.h"

/* The part of a plan that a page shows, as its address or the form before it says. */
struct app_plan_look {
	enum ad_environment environment;
	bool activate;
	struct ad_str campaigns; /* chosen: ids with commas between; absent: all */
	struct ad_str platforms; /* chosen: names with commas between; absent: all */
	struct ad_str campaign;  /* the operations of this one alone are shown; absent: of all */
	struct ad_str cursor;    /* of the operations' page; absent: the first */
	size_t skip;             /* campaigns of the list before its page */
};

/* The values of all parameters of the address with that name, with commas between; or absent. */
struct ad_str app_query_all(const struct ad_exchange *x, const char *name);
/* Takes the first of a list with commas between off it. */
struct ad_str app_list_next(struct ad_str *rest);
/* Appends the address of the page of such a look, from "/app" on, as an attribute has it. */
void app_add_look(struct ad_exchange *x, struct ad_text *page, const struct app_plan_look *look);
/* Appends the campaigns of a plan, what each would cost, and the form that chooses among them. */
void app_add_plan_campaigns(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
			    const struct app_plan_look *look);
/*
 * Appends a page of the plan's operations, a table a campaign, with the way to the next one; the
 * call is the one that answered. False: the database failed.
 */
bool app_add_plan_operations(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
			     const struct app_plan_look *look) AD_CHECK;

#endif
