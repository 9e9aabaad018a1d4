#include "sync/plan/plan_order.h"

#include <stdlib.h>

int ad_plan_rank(enum ad_resource_id resource, int phase)
{
	static const enum ad_resource_id downward[] = {
		AD_R_CAMPAIGN, AD_R_AD_GROUP, AD_R_ASSET, AD_R_ASSET_LINK, AD_R_AD, AD_R_KEYWORD
	};
	/* An asset is removed after all its attachments. */
	static const enum ad_resource_id upward[] = { AD_R_KEYWORD,  AD_R_AD,       AD_R_ASSET_LINK,
						      AD_R_AD_GROUP, AD_R_CAMPAIGN, AD_R_ASSET };
	bool down = phase >= AD_RANK_PAUSE && phase < AD_RANK_CONVERSION;
	const enum ad_resource_id *order = down ? downward : upward;
	int at = 0;

	while (at < (int)AD_LEN(downward) - 1 && order[at] != resource)
		at++;
	return phase + at;
}

static int by_order(const void *a, const void *b)
{
	const struct ad_plan_op *x = *(struct ad_plan_op *const *)a;
	const struct ad_plan_op *y = *(struct ad_plan_op *const *)b;
	int order;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->platform != y->platform)
		return x->platform < y->platform ? -1 : 1;
	/* A rename may free the name that a create uses. */
	if (x->op != y->op)
		return x->op == AD_OP_UPDATE ? -1 : 1;
	if (x->turn != y->turn)
		return x->turn < y->turn ? -1 : 1;
	/* Operations of one campaign and ad group are consecutive, so that few spans cover them. */
	order = ad_str_order(x->campaign_id, y->campaign_id);
	if (order == 0)
		order = ad_str_order(x->ad_group_id, y->ad_group_id);
	if (order == 0 && x->negative != y->negative)
		return x->negative ? -1 : 1;
	return order ? order : ad_str_order(x->row->id, y->row->id);
}

void ad_plan_rank_decreases(struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		struct ad_plan_op *op = plan->ops[i];
		bool changes = op->rank >= AD_RANK_CHANGE && op->rank < AD_RANK_CONVERSION;
		if (op->op == AD_OP_UPDATE && changes && (op->budget_delta < 0 || op->rise < 0))
			op->rank = ad_plan_rank(op->res->id, AD_RANK_LOWER);
	}
}

void ad_plan_sort(struct ad_sync_plan *plan)
{
	if (plan->count)
		qsort(plan->ops, plan->count, sizeof(struct ad_plan_op *), by_order);
}

void ad_plan_turn_lists(struct ad_sync_plan *plan)
{
	struct ad_plan_held *held = NULL;
	struct ad_plan_warning *warnings = NULL;

	while (plan->held) {
		struct ad_plan_held *next = plan->held->next;
		plan->held->next = held;
		held = plan->held;
		plan->held = next;
	}
	while (plan->warnings) {
		struct ad_plan_warning *next = plan->warnings->next;
		plan->warnings->next = warnings;
		warnings = plan->warnings;
		plan->warnings = next;
	}
	plan->held = held;
	plan->warnings = warnings;
}
