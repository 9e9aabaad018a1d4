/*
 * The guardrails of objects that a plan enables: a paused object starts to spend its whole budget.
 */
#include "base/json_read.h"
#include "sync/plan/plan_enabled.h"
#include "sync/plan/plan_ends.h"
#include "sync/plan/plan_index.h"
#include "sync/plan/plan_spread.h"

static const cJSON *enabled_parse(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(arena, json, &err) : NULL;
}

static int64_t enabled_a_day(const struct ad_plan_ask *ask, const struct ad_row *row,
			     struct ad_str json)
{
	const cJSON *object = enabled_parse(ask->scratch, json);

	return object ? ad_budget_a_day(&ask->rails.today, row, object) : 0;
}

/* The same on the platform: with the most that fields in doubt can be. */
static int64_t enabled_there(const struct ad_plan_ask *ask, const struct ad_row *row,
			     struct ad_str json)
{
	const cJSON *object = enabled_parse(ask->scratch, json);

	return object ? ad_budget_at_most(&ask->rails.today, row, object) : 0;
}

/* The plan's operation that changes the daily budget of a campaign, or NULL. */
static const struct ad_plan_op *enabled_find_change(const struct ad_sync_plan *plan,
						    struct ad_str campaign_id)
{
	size_t n = 0;
	const struct ad_plan_op *const *ops = ad_plan_ops_on(plan, campaign_id, &n);

	for (size_t i = 0; i < n; i++)
		if (ad_plan_sends_field(ops[i], "budget") ||
		    ad_plan_sends_field(ops[i], "startDate") ||
		    ad_plan_sends_field(ops[i], "endDate"))
			return ops[i];
	return NULL;
}

/* Checks the campaign of an enabled ad group if it runs and its own budget is above the limit. */
static enum ad_db_status enabled_check_campaign(const struct ad_plan_ask *ask,
						struct ad_sync_plan *plan,
						const struct ad_plan_op *op)
{
	const struct ad_today *today = &ask->rails.today;
	const struct ad_plan_op *change;
	struct ad_row *campaign;
	int64_t day, live;
	enum ad_db_status status =
		ad_row_load(ask->db, ask->scratch, ask->realm, ad_resource_row(AD_R_CAMPAIGN),
			    op->parent_id, &campaign);

	if (status != AD_DB_ROW)
		return status;
	if (!ad_plan_may_run(today, campaign, enabled_parse(ask->scratch, campaign->synced)) &&
	    !ad_plan_may_run(today, campaign, enabled_parse(ask->scratch, campaign->live)))
		return AD_DB_DONE;
	day = enabled_there(ask, campaign, campaign->synced);
	live = enabled_there(ask, campaign, campaign->live);
	if (live > day)
		day = live;
	if (day <= ask->rails.max_campaign_daily_budget)
		return AD_DB_DONE;
	ad_plan_index(ask, plan);
	change = enabled_find_change(plan, campaign->id);
	if (change)
		day = change->op == AD_OP_REMOVE
			      ? 0
			      : enabled_a_day(ask, campaign, ad_plan_want(ask->scratch, change));
	if (!ad_violations_hold(&plan->violations, "maxCampaignDailyBudget", campaign->id))
		ad_rails_campaign(&ask->rails, campaign->id, 0, day, &plan->violations);
	return AD_DB_DONE;
}

enum ad_db_status ad_plan_check_enabled(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					const struct ad_plan_op *op)
{
	int64_t day = enabled_a_day(ask, op->row, ad_plan_want(ask->scratch, op));
	bool is_group = op->res->id == AD_R_AD_GROUP;

	/* The object would spend a budget that others set, unless this plan sends another one. */
	if (op->row->live.n && !ad_plan_sends_field(op, "budget") &&
	    enabled_a_day(ask, op->row, op->row->live) > day)
		day = enabled_a_day(ask, op->row, op->row->live);
	/* Ad groups that hold their campaign's budgets are checked together. */
	if (is_group && ad_plan_spread_of(plan, op))
		return AD_DB_DONE;
	/* A create of this plan was checked already. */
	if ((op->res->id == AD_R_CAMPAIGN || is_group) && op->row->remote_id.p &&
	    op->budget_delta <= 0)
		ad_rails_campaign(&ask->rails, op->row->id, 0, day, &plan->violations);
	if (!is_group || ask->rails.max_campaign_daily_budget == 0)
		return AD_DB_DONE;
	return enabled_check_campaign(ask, plan, op);
}
