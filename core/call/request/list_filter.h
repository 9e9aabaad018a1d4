/*
 * Filters of stored resources as SQL conditions, shared by lists and bulk changes. $1 and $2 of the
 * statement are Space and environment; the values of the filters start at $3.
 */
#ifndef AD_CALL_LIST_FILTER_H
#define AD_CALL_LIST_FILTER_H

#include "call/request/call.h"
#include "model/row.h"

#define AD_FILTER_VALUES 60

struct ad_list_filter {
	struct ad_call *call;
	struct ad_text where; /* conditions after Space and environment, each " AND …" */
	struct ad_text cells; /* the same for the counters table */
	bool countable;       /* every condition is on the cells' own columns */
	struct ad_value values[AD_FILTER_VALUES + 2]; /* q and updatedSince are not counted */
	int count;
	bool state_named;
	const char *walks; /* a filter for which there is no index, or NULL */
};

/* A filter that matches every object of call->res. */
void ad_filter_begin(struct ad_list_filter *f, struct ad_call *call);
/*
 * Adds one filter by its name: values separated by commas. False, without a fault, if the resource
 * has no such filter.
 */
bool ad_filter_add(struct ad_list_filter *f, struct ad_str name, struct ad_str text);
/* The same with separate values. */
bool ad_filter_add_values(struct ad_list_filter *f, struct ad_str name, const struct ad_str *values,
			  int count);
/* Adds the default: REMOVED objects are excluded unless a filter includes them. */
void ad_filter_end(struct ad_list_filter *f);
/* Binds Space, environment and the values; returns the next free parameter. */
int ad_filter_bind(struct ad_stmt *s, const struct ad_list_filter *f);
/* Ends a call whose statement exceeded the time limit: TOO_BROAD. */
void ad_filter_too_broad(struct ad_list_filter *f);
/* The time limit of a statement with filters, in us. */
#define AD_FILTER_WALK_US ((int64_t)3000000)

#endif
