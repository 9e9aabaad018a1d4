#include "sync/plan/plan_index.h"

#include <stdlib.h>

static int index_order(const void *a, const void *b)
{
	const struct ad_plan_op *x = *(const struct ad_plan_op *const *)a;
	const struct ad_plan_op *y = *(const struct ad_plan_op *const *)b;
	int order = ad_str_order(x->row->id, y->row->id);

	return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

/* A plan has up to millions of other operations. */
static bool index_holds(const struct ad_plan_op *op)
{
	return op->row->remote_id.p && ad_rails_has_bids(op->res);
}

void ad_plan_index(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	size_t n = 0;

	if (plan->indexed)
		return;
	for (size_t i = 0; i < plan->count; i++)
		n += index_holds(plan->ops[i]);
	plan->index = ad_arena_alloc(ask->arena, (n + 1) * sizeof(struct ad_plan_op *));
	for (size_t i = 0; i < plan->count; i++)
		if (index_holds(plan->ops[i]))
			plan->index[plan->index_count++] = plan->ops[i];
	if (n)
		qsort(plan->index, n, sizeof(struct ad_plan_op *), index_order);
	plan->indexed = true;
}

const struct ad_plan_op *const *ad_plan_ops_on(const struct ad_sync_plan *plan, struct ad_str id,
					       size_t *count)
{
	size_t low = 0, high = plan->index_count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (ad_str_order(plan->index[middle]->row->id, id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < plan->index_count; high++)
		if (!ad_str_eq(plan->index[high]->row->id, id))
			break;
	*count = high - low;
	return &plan->index[low];
}

const struct ad_plan_op *ad_plan_last_on(const struct ad_sync_plan *plan, struct ad_str id)
{
	size_t n = 0;
	const struct ad_plan_op *const *found = ad_plan_ops_on(plan, id, &n);

	return n ? found[n - 1] : NULL;
}
