/* Plans: see plans.h. */
#include "auth/limits/plans.h"

#define GIB (INT64_C(1) << 30)

static const struct ad_plan shipped[] = {
	{ "self-hosted", "Self-hosted", 60, 100000, true, false, 10000000, 20 * GIB },
	{ "free", "Free", 60, 1000, false, false, 10000, GIB / 4 },
	{ "pro", "Pro", 60, 10000, true, true, 500000, 5 * GIB },
	{ "scale", "Scale", 600, 1000000, true, true, 5000000, 50 * GIB },
};

static const struct ad_plan *plans_find(const struct ad_plan *plans, size_t count, struct ad_str id)
{
	for (size_t i = 0; i < count; i++)
		if (ad_str_is(id, plans[i].id))
			return &plans[i];
	return NULL;
}

const struct ad_plan *ad_plan_shipped(struct ad_str id)
{
	return plans_find(shipped, AD_LEN(shipped), id);
}

const struct ad_plan *ad_plan_find(const struct ad_plan *extra, size_t count, struct ad_str id)
{
	const struct ad_plan *plan = plans_find(extra, count, id);

	return plan ? plan : ad_plan_shipped(id);
}
