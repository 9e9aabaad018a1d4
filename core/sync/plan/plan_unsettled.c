/* Objects that a plan leaves out, because their state on the platform is not settled. */
#include "sync/plan/plan_unsettled.h"

#include <stdlib.h>

#include "sync/state/drift.h"

const struct ad_resource *ad_plan_parent_of(const struct ad_row *row, struct ad_str *id)
{
	*id = (struct ad_str){ 0 };
	if (row->res->id == AD_R_CAMPAIGN || row->res->id == AD_R_ASSET)
		return NULL;
	if (row->res->id == AD_R_ASSET_LINK) {
		*id = ad_row_text(row, "objectId");
		return ad_resource_by_name(ad_row_text(row, "resource"));
	}
	if (row->res->id != AD_R_AD_GROUP)
		*id = ad_row_text(row, "adGroupId");
	if (id->p)
		return ad_resource_row(AD_R_AD_GROUP);
	*id = ad_row_text(row, "campaignId");
	return ad_resource_row(AD_R_CAMPAIGN);
}

/* The warning for an object with an unsettled operation ("<run>.<seq>"). */
static const char *unsettled_in_doubt(const struct ad_plan_ask *ask, const struct ad_row *row)
{
	const char *dot = ad_str_find(row->open_op, '.');
	size_t n = dot ? (size_t)(dot - row->open_op.p) : row->open_op.n;

	return ad_arena_printf(ask->arena,
			       "An earlier operation on the object is unresolved, so the object is "
			       "left out. When that run has ended, the platform is queried every "
			       "minute; POST /sync/%.*s/retry queries it immediately.",
			       (int)n, row->open_op.p)
		.p;
}

/* Records that nothing can be sent below an object; only these two kinds have children. */
static void unsettled_add_unmade(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				 const struct ad_row *row)
{
	struct ad_plan_held *unmade;

	if (row->res->id != AD_R_CAMPAIGN && row->res->id != AD_R_AD_GROUP)
		return;
	unmade = ad_arena_alloc(ask->arena, sizeof(*unmade));
	*unmade = (struct ad_plan_held){ plan->unmade, row };
	plan->unmade = unmade;
}

static int unsettled_order(const void *a, const void *b)
{
	return ad_str_order((*(const struct ad_row *const *)a)->id,
			    (*(const struct ad_row *const *)b)->id);
}

void ad_plan_unmade_sort(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	size_t n = 0;

	for (const struct ad_plan_held *one = plan->unmade; one; one = one->next)
		n++;
	plan->unmade_rows = ad_arena_alloc(ask->arena, (n + 1) * sizeof(struct ad_row *));
	plan->unmade_count = n;
	for (const struct ad_plan_held *one = plan->unmade; one; one = one->next)
		plan->unmade_rows[--n] = one->row;
	if (plan->unmade_count)
		qsort(plan->unmade_rows, plan->unmade_count, sizeof(struct ad_row *),
		      unsettled_order);
}

static const struct ad_row *unsettled_find(const struct ad_sync_plan *plan, struct ad_str id)
{
	const struct ad_row row = { .id = id }, *key = &row;
	const struct ad_row *const *found = NULL;

	if (plan->unmade_count && id.p)
		found = bsearch(&key, plan->unmade_rows, plan->unmade_count,
				sizeof(struct ad_row *), unsettled_order);
	return found ? *found : NULL;
}

const char *ad_plan_unsettled(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			      const struct ad_row *row)
{
	const char *message = row->open_op.p ? unsettled_in_doubt(ask, row) : NULL;
	const struct ad_row *above;
	struct ad_str parent;

	/* Nothing below it can be changed, even if the plan does not include it. */
	if (ad_drift_is_gone(row))
		unsettled_add_unmade(ask, plan, row);
	if (row->removal || ad_drift_is_gone(row))
		return message;
	ad_plan_parent_of(row, &parent);
	above = unsettled_find(plan, parent);
	if (above && row->remote_id.p && !ad_drift_is_gone(above))
		above = NULL;
	if (above || (message && !row->remote_id.p))
		unsettled_add_unmade(ask, plan, row);
	if (message || !above)
		return message;
	return ad_drift_is_gone(above) ? "The object's parent was removed on the platform. The "
					 "object is left out until that drift is resolved."
				       : "The creation of the object's parent is unresolved. The "
					 "object is left out until it is resolved.";
}

void ad_plan_warn_drift(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			const struct ad_row *row)
{
	const char *message =
		"The object also changed on the platform. Edits of the same field, and all other "
		"edits made with them except a pause, are left out until the drift is resolved "
		"(resolve_drift, or POST /sync/drift/resolve).";

	if (ad_drift_is_gone(row))
		message = "The object was removed on the platform. It is left out until the drift "
			  "is resolved (resolve_drift, or POST /sync/drift/resolve).";
	ad_plan_warn(ask, plan, row, (struct ad_plan_says){ "DRIFTED", message });
}
