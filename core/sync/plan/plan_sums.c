/* The totals of a plan by campaign. */
#include <stdlib.h>

#include "sync/plan/plan_sums.h"

struct sum {
	struct ad_str campaign_id;
	int64_t before, rise; /* micros a day */
	int creates, updates, removes;
};

static int plan_sums_by_campaign(const void *a, const void *b)
{
	return ad_str_order(((const struct sum *)a)->campaign_id,
			    ((const struct sum *)b)->campaign_id);
}

void ad_plan_note_before(struct ad_arena *arena, struct ad_sync_plan *plan, struct ad_str id,
			 int64_t before)
{
	size_t n = plan->noted_count;

	/* The array doubles whenever the count reaches a power of two. */
	if ((n & (n - 1)) == 0)
		plan->noted = ad_arena_resize(arena, plan->noted, n * sizeof(*plan->noted),
					      (n ? 2 * n : 1) * sizeof(*plan->noted));
	plan->noted[plan->noted_count++] =
		(struct ad_plan_noted){ ad_arena_copy(arena, id), before };
}

static size_t sums_make(struct ad_arena *arena, const struct ad_sync_plan *plan, struct sum **out)
{
	struct sum *sums = ad_arena_zalloc(arena, (plan->noted_count + 1) * sizeof(*sums));

	for (size_t i = 0; i < plan->noted_count; i++) {
		sums[i].campaign_id = plan->noted[i].campaign_id;
		sums[i].before = plan->noted[i].before;
	}
	if (plan->noted_count)
		qsort(sums, plan->noted_count, sizeof(*sums), plan_sums_by_campaign);
	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		struct sum key = { .campaign_id = op->campaign_id }, *sum = NULL;
		if (op->campaign_id.p && plan->noted_count)
			sum = bsearch(&key, sums, plan->noted_count, sizeof(*sums),
				      plan_sums_by_campaign);
		if (!sum)
			continue;
		sum->creates += op->op == AD_OP_CREATE;
		sum->updates += op->op == AD_OP_UPDATE;
		sum->removes += op->op == AD_OP_REMOVE;
		sum->rise += op->rise;
	}
	*out = sums;
	return plan->noted_count;
}

static enum ad_db_status write_sum(struct ad_json *j, const struct ad_plan_ask *ask,
				   const struct sum *sum)
{
	struct ad_stmt *s = ad_sql(ask->db, "SELECT name, platform FROM campaigns WHERE space_id"
					    " = $1 AND environment = $2 AND id = $3");
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, sum->campaign_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	ad_json_object(j);
	ad_json_kstr(j, "id", sum->campaign_id);
	ad_json_kstr(j, "name", ad_col(s, 0));
	ad_json_kstr(j, "platform", ad_col(s, 1));
	ad_reset(s);
	ad_json_kint(j, "creates", sum->creates);
	ad_json_kint(j, "updates", sum->updates);
	ad_json_kint(j, "removes", sum->removes);
	ad_json_key(j, "dailyBudgetBefore");
	ad_json_micros(j, sum->before);
	ad_json_key(j, "dailyBudgetAfter");
	ad_json_micros(j, sum->before + sum->rise);
	ad_json_object_end(j);
	return AD_DB_DONE;
}

enum ad_db_status ad_plan_write_campaigns(struct ad_json *j, const struct ad_sync_plan *plan,
					  const struct ad_plan_ask *ask, uint32_t scopes)
{
	uint32_t scope = ad_resource_row(AD_R_CAMPAIGN)->read_scope;
	struct ad_arena *arena = ad_arena_new();
	enum ad_db_status status = AD_DB_DONE;
	struct sum *sums;
	size_t n = sums_make(arena, plan, &sums);

	ad_json_key(j, "campaigns");
	ad_json_array(j);
	for (size_t i = 0; (scopes & scope) == scope && i < n && status == AD_DB_DONE; i++)
		if (sums[i].creates || sums[i].updates || sums[i].removes)
			status = write_sum(j, ask, &sums[i]);
	ad_json_array_end(j);
	ad_arena_free(arena);
	return status;
}
