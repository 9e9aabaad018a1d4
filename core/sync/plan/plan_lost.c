#include "sync/plan/plan_lost.h"

#include "base/json_read.h"

const struct ad_aim ad_aims[] = {
	{ AD_R_CAMPAIGN, "locations", "targetingLost" },
	{ AD_R_CAMPAIGN, "languages", "languagesLost" },
	{ AD_R_AD_GROUP, "targeting", "targetingLost" },
};
const size_t ad_aim_count = AD_LEN(ad_aims);

bool ad_aim_is_lost(const struct ad_row *row, const struct ad_aim *aim)
{
	size_t index = 0;

	return row->res->id == aim->resource &&
	       ad_field_find(&row->res->shape, ad_str(aim->lost), &index) && row->v[index].i != 0;
}

static bool lost_is_enabled_in(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n &&
	       ad_str_is(ad_json_get_text(ad_json_parse(arena, json, &err), "status"), "ENABLED");
}

/*
 * True if the object is enabled on the platform or in the draft: objects enabled below it show ads.
 */
static bool lost_is_enabled(const struct ad_plan_ask *ask, const struct ad_row *row)
{
	return ad_str_is(ad_row_text(row, "status"), "ENABLED") ||
	       lost_is_enabled_in(ask->scratch, row->synced) ||
	       lost_is_enabled_in(ask->scratch, row->live);
}

static void lost_violate(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 const struct ad_row *row)
{
	const char *kind = row->res->id == AD_R_CAMPAIGN ? "campaign" : "ad group";

	for (size_t i = 0; i < ad_aim_count; i++) {
		const char *field = ad_aims[i].field;
		if (!ad_aim_is_lost(row, &ad_aims[i]))
			continue;
		ad_violate(&plan->violations, "DECLARATION_REQUIRED",
			   ad_arena_printf(ask->arena, "\"%s\"", field), AD_S("null"), row->id);
		ad_violate_say(&plan->violations,
			       ad_arena_printf(ask->arena,
					       "The copy from another platform lost part of its "
					       "%s, so the ads could reach a different audience. "
					       "Set %s of the %s, or leave it paused.",
					       field, field, kind));
	}
}

/* Ids of campaigns or ad groups that the plan enables, or in which it enables an object. */
struct lost_ids {
	struct ad_str *at;
	size_t n;
};

static struct lost_ids lost_collect(const struct ad_plan_ask *ask, const struct ad_sync_plan *plan,
				    enum ad_resource_id resource)
{
	struct lost_ids ids = {
		.at = ad_arena_alloc(ask->arena, (plan->count + 1) * sizeof(struct ad_str)),
	};

	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		struct ad_str id = resource == AD_R_CAMPAIGN ? op->campaign_id : op->ad_group_id;
		bool again = ids.n && ad_str_eq(ids.at[ids.n - 1], id);
		if (op->rank >= AD_RANK_ENABLE && id.p && !again)
			ids.at[ids.n++] = id;
	}
	ids.n = ad_plan_ids_settle(ids.at, ids.n);
	return ids;
}

static enum ad_db_status lost_check_kind(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					 enum ad_resource_id resource)
{
	struct lost_ids ids = lost_collect(ask, plan, resource);
	enum ad_db_status status = AD_DB_DONE;

	for (size_t at = 0; at < ids.n && status == AD_DB_DONE; at += AD_IDS_MAX) {
		struct ad_ids page = ad_ids_page((struct ad_ids){ ids.at, ids.n }, at);
		struct ad_row *rows[AD_IDS_MAX];
		ad_arena_reset(ask->scratch);
		status = ad_rows_load(ask->db, ask->scratch, ask->realm, ad_resource_row(resource),
				      page, rows);
		for (size_t i = 0; i < page.n && status == AD_DB_DONE; i++)
			if (rows[i] && lost_is_enabled(ask, rows[i]))
				lost_violate(ask, plan, rows[i]);
	}
	return status;
}

enum ad_db_status ad_plan_check_lost(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	enum ad_db_status status = lost_check_kind(ask, plan, AD_R_CAMPAIGN);

	return status == AD_DB_DONE ? lost_check_kind(ask, plan, AD_R_AD_GROUP) : status;
}
