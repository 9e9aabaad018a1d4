/* Plans as data: those that ship, and those that the configuration adds or overrides. */
#ifndef AD_AUTH_PLANS_H
#define AD_AUTH_PLANS_H

#include "base/base.h"

struct ad_plan {
	const char *id;
	const char *name;
	int minute_limit;    /* requests a minute of one token */
	int64_t daily_limit; /* requests a UTC day of an account */
	bool api_access;
	bool needs_subscription; /* without an active one: 402 */
	/* Over all Spaces that the account owns. */
	int64_t max_objects; /* drafts and what a pull brought; history is not counted */
	int64_t max_bytes;   /* of pictures and videos */
};

/* A plan that ships with the product, or NULL. */
const struct ad_plan *ad_plan_shipped(struct ad_str id);
/* The plan of an id: of the extra ones, else of the shipped ones, else NULL. */
const struct ad_plan *ad_plan_find(const struct ad_plan *extra, size_t count, struct ad_str id);

#endif
