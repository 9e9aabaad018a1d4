/* Plans: see plans.h. */
#include "auth/plans.h"

static const struct ad_plan shipped[] = {
	{ "self-hosted", "Self-hosted", 60, 100000, true, false },
	{ "free", "Free", 60, 1000, false, false },
	{ "pro", "Pro", 60, 10000, true, true },
	{ "scale", "Scale", 600, 1000000, true, true },
};

static const struct ad_plan *find(const struct ad_plan *plans, size_t count, struct ad_str id)
{
	for (size_t i = 0; i < count; i++)
		if (ad_str_is(id, plans[i].id))
			return &plans[i];
	return NULL;
}

const struct ad_plan *ad_plan_shipped(struct ad_str id)
{
	return find(shipped, AD_LEN(shipped), id);
}

const struct ad_plan *ad_plan_find(const struct ad_plan *extra, size_t count, struct ad_str id)
{
	const struct ad_plan *plan = find(extra, count, id);

	return plan ? plan : ad_plan_shipped(id);
}
