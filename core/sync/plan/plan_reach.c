/* Campaigns that show in all countries, because they name no location. */
#include "base/json_read.h"
#include "sync/plan/plan_reach.h"

/* True if a location is included: excluded ones do not limit the others. */
static bool names_place(struct ad_arena *arena, const struct ad_row *row)
{
	struct ad_json_error error;
	struct ad_str text = ad_row_text(row, "locations");
	const cJSON *list = text.n ? ad_json_parse(arena, text, &error) : NULL, *item;

	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsTrue(ad_json_get(item, "excluded")))
			return true;
	}
	return false;
}

static bool plan_reach_changes(const struct ad_plan_op *op, const char *field)
{
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

/*
 * True if the draft decides the audience: a pulled campaign may be targeted by settings that are
 * not drafted, such as a radius.
 */
static bool is_aimed_here(const struct ad_row *row)
{
	return !ad_str_is(row->source, "PULL");
}

enum ad_db_status ad_reach_is_pulled(struct ad_db *db, struct ad_realm realm,
				     const struct ad_row *campaign, bool *pulled)
{
	struct ad_stmt *s;
	enum ad_db_status status;

	*pulled = false;
	if (is_aimed_here(campaign))
		return AD_DB_DONE;
	s = ad_sql(db, "SELECT 1 FROM ad_groups WHERE space_id = $1 AND environment = $2 AND"
		       " campaign_id = $3 AND source = 'PULL' AND remote_id IS NOT NULL AND"
		       " sync_state <> 'REMOVED' LIMIT 1");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, campaign->id);
	status = ad_step(s);
	*pulled = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static bool is_of_interest(const struct ad_plan_op *op)
{
	if (op->res->id != AD_R_CAMPAIGN || op->op == AD_OP_REMOVE)
		return false;
	if (op->op == AD_OP_CREATE || plan_reach_changes(op, "locations"))
		return true;
	/* The enable of a campaign that this plan creates was checked with its create. */
	return op->rank >= AD_RANK_ENABLE && op->row->remote_id.p && is_aimed_here(op->row);
}

static void plan_reach_look_at(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_row *row)
{
	if (names_place(ask->scratch, row))
		return;
	ad_plan_warn(
		ask, plan, row,
		(struct ad_plan_says){ "SHOWS_EVERYWHERE",
				       "The campaign has no locations: it shows in all countries "
				       "that are not excluded. Set locations to limit it." });
	/* The newest warning is first until the lists are reversed. */
	plan->warnings->field = "locations";
}

void ad_plan_everywhere(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		ad_arena_reset(ask->scratch);
		if (is_of_interest(plan->ops[i]))
			plan_reach_look_at(ask, plan, plan->ops[i]->row);
	}
	for (const struct ad_plan_held *held = plan->held; held; held = held->next) {
		ad_arena_reset(ask->scratch);
		if (held->row->res->id == AD_R_CAMPAIGN && held->row->remote_id.p &&
		    is_aimed_here(held->row))
			plan_reach_look_at(ask, plan, held->row);
	}
}
