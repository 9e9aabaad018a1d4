/* Sets the campaign and the ad group of each operation of a plan. */
#include "sync/plan/plan_needs.h"

/* The ad group found last: operations of one ad group are mostly consecutive. */
struct looked_up {
	const struct ad_plan_ask *ask;
	struct ad_str ad_group_id, campaign_id;
};

static enum ad_db_status plan_places_find_campaign(struct looked_up *last, struct ad_str group,
						   struct ad_str *campaign)
{
	struct ad_stmt *s;
	enum ad_db_status status;

	if (!last->ad_group_id.p || !ad_str_eq(last->ad_group_id, group)) {
		last->ad_group_id = group;
		last->campaign_id = (struct ad_str){ 0 };
		s = ad_sql(last->ask->db, "SELECT campaign_id FROM ad_groups WHERE space_id = $1"
					  " AND environment = $2 AND id = $3");
		ad_bind(s, 1, last->ask->realm.space_id);
		ad_bind(s, 2, last->ask->realm.environment);
		ad_bind(s, 3, group);
		status = ad_step(s);
		if (status != AD_DB_ROW)
			return status;
		last->campaign_id = ad_col_copy(s, last->ask->arena, 0);
		ad_reset(s);
	}
	*campaign = last->campaign_id;
	return AD_DB_DONE;
}

static enum ad_db_status place_in(struct looked_up *last, struct ad_plan_op *op,
				  const struct ad_resource *res, struct ad_str id)
{
	if (res && res->id == AD_R_CAMPAIGN)
		op->campaign_id = id;
	if (!res || res->id != AD_R_AD_GROUP)
		return AD_DB_DONE;
	op->ad_group_id = id;
	return plan_places_find_campaign(last, id, &op->campaign_id);
}

struct ad_str ad_plan_name(const struct ad_row *row)
{
	static const char *const fields[] = { "name", "text" };

	for (size_t i = 0; i < AD_LEN(fields); i++)
		if (ad_field_find(&row->res->shape, ad_str(fields[i]), NULL) &&
		    ad_row_text(row, fields[i]).n)
			return ad_row_text(row, fields[i]);
	return (struct ad_str){ 0 };
}

static enum ad_db_status place_op(struct looked_up *last, struct ad_plan_op *op)
{
	size_t index = 0;

	if (op->res->id == AD_R_CAMPAIGN || op->res->id == AD_R_AD_GROUP) {
		bool is_group = op->res->id == AD_R_AD_GROUP;
		op->campaign_id = is_group ? ad_row_text(op->row, "campaignId") : op->row->id;
		op->ad_group_id = is_group ? op->row->id : (struct ad_str){ 0 };
		return AD_DB_DONE;
	}
	op->negative = op->res->id == AD_R_KEYWORD &&
		       ad_field_find(&op->res->shape, AD_S("negative"), &index) &&
		       op->row->v[index].i != 0;
	return place_in(last, op, op->parent_res, op->parent_id);
}

enum ad_db_status ad_plan_places(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct looked_up last = { .ask = ask };
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++)
		status = place_op(&last, plan->ops[i]);
	return status;
}
