/*
 * The campaign fields that the create of an ad group includes: on some platforms locations, dates
 * and bids of the campaign are set on each ad group, so that its creating request sends them.
 */
#include <stdlib.h>

#include "base/json_read.h"
#include "sync/state/compare.h"
#include "sync/plan/plan_needs.h"

struct ad_str ad_inherited_json(struct ad_arena *arena, const struct ad_adapter *adapter,
				const cJSON *campaign)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	for (const char *const *name = adapter->inherits; name && *name; name++) {
		const cJSON *value = ad_json_get(campaign, *name);
		struct ad_text one = ad_text_on(arena);
		if (!value || cJSON_IsNull(value) || (cJSON_IsArray(value) && !value->child))
			continue;
		ad_json_canonical(&one, value);
		ad_json_kraw(&j, *name, ad_text_str(&one));
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* The updates and creates of campaigns in the plan, by id; the last one per campaign counts. */
struct campaigns {
	const struct ad_plan_op **at;
	size_t n;
};

static int plan_inherits_by_id(const void *a, const void *b)
{
	const struct ad_plan_op *x = *(const struct ad_plan_op *const *)a;
	const struct ad_plan_op *y = *(const struct ad_plan_op *const *)b;
	int order = ad_str_order(x->row->id, y->row->id);

	return order ? order : x->rank - y->rank;
}

static bool inherits_is_change(const struct ad_plan_op *op)
{
	return op->res->id == AD_R_CAMPAIGN && op->op != AD_OP_REMOVE &&
	       op->rank < AD_RANK_CONVERSION;
}

static struct campaigns inherits_collect(const struct ad_plan_ask *ask,
					 const struct ad_sync_plan *plan)
{
	struct campaigns all = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++)
		kept += inherits_is_change(plan->ops[i]);
	all.at = ad_arena_alloc(ask->arena, (kept + 1) * sizeof(struct ad_plan_op *));
	kept = 0;
	for (size_t i = 0; i < plan->count; i++)
		if (inherits_is_change(plan->ops[i]))
			all.at[all.n++] = plan->ops[i];
	if (all.n)
		qsort(all.at, all.n, sizeof(struct ad_plan_op *), plan_inherits_by_id);
	for (size_t i = 0; i < all.n; i++)
		if (i + 1 == all.n || !ad_str_eq(all.at[i]->row->id, all.at[i + 1]->row->id))
			all.at[kept++] = all.at[i];
	all.n = kept;
	return all;
}

static const struct ad_plan_op *inherits_find(const struct campaigns *all, struct ad_str id)
{
	size_t low = 0, high = all->n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = ad_str_order(all->at[middle]->row->id, id);
		if (order == 0)
			return all->at[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The campaign's fields on the platform when the ad group is created. */
static enum ad_db_status load_campaign(const struct ad_plan_ask *ask, const struct campaigns *all,
				       struct ad_str id, const cJSON **out)
{
	const struct ad_plan_op *op = inherits_find(all, id);
	struct ad_row *row;
	enum ad_db_status status;

	*out = NULL;
	if (op) {
		*out = ad_parsed(ask->scratch, ad_plan_want(ask->scratch, op));
		return AD_DB_DONE;
	}
	status = ad_row_load(ask->db, ask->scratch, ask->realm, ad_resource_row(AD_R_CAMPAIGN), id,
			     &row);
	if (status == AD_DB_ROW)
		*out = ad_parsed(ask->scratch, row->synced);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_plan_inherits(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct campaigns all = inherits_collect(ask, plan);
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		struct ad_plan_op *op = plan->ops[i];
		const struct ad_adapter *adapter = ad_adapter_of(op->platform);
		const cJSON *campaign;
		if (op->op != AD_OP_CREATE || op->res->id != AD_R_AD_GROUP || !adapter ||
		    !adapter->inherits)
			continue;
		ad_arena_reset(ask->scratch);
		status = load_campaign(ask, &all, op->parent_id, &campaign);
		op->inherited = ad_inherited_json(ask->arena, adapter, campaign);
	}
	return status;
}
