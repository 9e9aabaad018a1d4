/* Inside app/: the operations of a plan by campaign and page, and the choice of campaigns. */
#ifndef APP_PLAN_OPS_H
#define APP_PLAN_OPS_H

#include "app/page/ask.h"

/* The part of a plan that a page shows, from its address or form. */
struct app_plan_look {
	enum ad_environment environment;
	bool activate;
	struct ad_str campaigns; /* chosen ids, separated by commas; absent: all */
	struct ad_str platforms; /* chosen platforms, separated by commas; absent: all */
	struct ad_str campaign;  /* the only campaign whose operations are shown; absent: all */
	struct ad_str cursor;    /* of the operations' page; absent: the first */
	size_t skip;             /* campaigns of the list before its page */
};

/* The values of all parameters with that name, separated by commas; or absent. */
struct ad_str app_query_all(const struct ad_exchange *x, const char *name);
/* Removes and returns the first element of a comma-separated list. */
struct ad_str app_list_next(struct ad_str *rest);
/* Appends the path of the page, escaped for an attribute. */
void app_add_look(struct ad_exchange *x, struct ad_text *page, const struct app_plan_look *look);
/* Appends the campaigns of a plan with their cost, and the form that selects campaigns. */
void app_add_plan_campaigns(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
			    const struct app_plan_look *look);
/*
 * Appends a page of the plan's operations, one table per campaign, with a link to the next page.
 * False: the database failed.
 */
bool app_add_plan_operations(struct ad_exchange *x, struct ad_text *page, const cJSON *plan,
			     const struct app_plan_look *look) AD_CHECK;

#endif
