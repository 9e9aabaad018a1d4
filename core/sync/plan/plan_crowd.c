#include "sync/plan/plan_crowd.h"

#include <stdlib.h>

#include "base/json_read.h"

/* Limit of enabled responsive search ads in an ad group on Google (ResourceLimits, version 26). */
#define ENABLED_MAX 3

static bool is_enabled(struct ad_arena *arena, struct ad_str object)
{
	struct ad_json_error error;

	if (!object.n)
		return false;
	return ad_str_is(ad_json_get_text(ad_json_parse(arena, object, &error), "status"),
			 "ENABLED");
}

static bool is_search_ad(const struct ad_plan_op *op)
{
	return op->platform == AD_GOOGLE && op->res->id == AD_R_AD && op->ad_group_id.n &&
	       ad_str_is(ad_row_text(op->row, "type"), "RESPONSIVE_SEARCH");
}

static int by_group(const void *a, const void *b)
{
	const struct ad_plan_op *x = *(const struct ad_plan_op *const *)a;
	const struct ad_plan_op *y = *(const struct ad_plan_op *const *)b;
	int order = ad_str_order(x->ad_group_id, y->ad_group_id);

	return order ? order : ad_str_order(x->row->id, y->row->id);
}

static const struct ad_plan_op *find_op(const struct ad_plan_op *const *ops, size_t count,
					struct ad_str id)
{
	for (size_t i = 0; i < count; i++)
		if (ad_str_eq(ops[i]->row->id, id))
			return ops[i];
	return NULL;
}

/* Counts the enabled ads of the group, as last synced, that the plan does not change. */
static enum ad_db_status count_standing(const struct ad_plan_ask *ask,
					const struct ad_plan_op *const *ops, size_t count,
					size_t *standing)
{
	struct ad_stmt *s = ad_sql(
		ask->db, "SELECT id, synced FROM ads WHERE space_id = $1 AND environment = $2 AND"
			 " ad_group_id = $3 AND type = 'RESPONSIVE_SEARCH' AND remote_id IS NOT"
			 " NULL AND sync_state <> 'REMOVED'");
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, ops[0]->ad_group_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		*standing += !find_op(ops, count, ad_col(s, 0)) &&
			     is_enabled(ask->scratch, ad_col(s, 1));
	return status;
}

/* Checks the operations on one ad group. */
static enum ad_db_status plan_crowd_check(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					  const struct ad_plan_op *const *ops, size_t count)
{
	size_t enabled = 0;
	enum ad_db_status status;

	ad_arena_reset(ask->scratch);
	status = count_standing(ask, ops, count, &enabled);
	for (size_t i = 0; i < count && status == AD_DB_DONE; i++) {
		if (ops[i]->op == AD_OP_REMOVE ||
		    !is_enabled(ask->scratch, ad_plan_want(ask->scratch, ops[i])) ||
		    ++enabled <= ENABLED_MAX)
			continue;
		ad_plan_warn(ask, plan, ops[i]->row,
			     (struct ad_plan_says){
				     .code = "PLATFORM_LIMIT",
				     .message = "Google shows at most 3 enabled responsive search "
						"ads in an ad group and refuses another one. "
						"Pause this ad, or one of the others." });
		plan->warnings->field = "status";
		plan->warnings->refused = true;
	}
	return status;
}

enum ad_db_status ad_plan_crowd(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	const struct ad_plan_op **ops;
	enum ad_db_status status = AD_DB_DONE;
	size_t n = 0, end;

	for (size_t i = 0; i < plan->count; i++)
		n += is_search_ad(plan->ops[i]);
	if (n == 0)
		return AD_DB_DONE;
	ops = ad_arena_alloc(ask->arena, n * sizeof(struct ad_plan_op *));
	n = 0;
	for (size_t i = 0; i < plan->count; i++)
		if (is_search_ad(plan->ops[i]))
			ops[n++] = plan->ops[i];
	qsort(ops, n, sizeof(struct ad_plan_op *), by_group);
	for (size_t at = 0; at < n && status == AD_DB_DONE; at = end) {
		for (end = at + 1; end < n; end++)
			if (!ad_str_eq(ops[end]->ad_group_id, ops[at]->ad_group_id))
				break;
		status = plan_crowd_check(ask, plan, ops + at, end - at);
	}
	return status;
}
