/* The daily spend of campaigns; if the budgets are on ad groups, the sum over these. */
#include <stdlib.h>

#include "base/json_read.h"
#include "sync/state/drift.h"
#include "sync/plan/plan_ends.h"
#include "sync/plan/plan_spread.h"
#include "sync/plan/plan_sums.h"

static const cJSON *plan_spread_parse(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(arena, json, &err) : NULL;
}

static bool stands_there(const struct ad_row *row)
{
	return (row->remote_id.p || row->open_op.p) && !ad_drift_is_gone(row);
}

static int64_t plan_spread_daily(const struct ad_today *today, const struct ad_row *row,
				 const cJSON *object)
{
	return object ? ad_budget_a_day(today, row, object) : 0;
}

/* The values on the platform, with the most that fields in doubt can be. */
static int64_t daily_there(const struct ad_today *today, const struct ad_row *row,
			   const cJSON *object)
{
	return object ? ad_budget_at_most(today, row, object) : 0;
}

static int64_t active_in(const struct ad_today *today, const struct ad_row *row,
			 const cJSON *object)
{
	return ad_plan_runs(today, row, object) ? plan_spread_daily(today, row, object) : 0;
}

static int64_t active_there(const struct ad_today *today, const struct ad_row *row,
			    const cJSON *object)
{
	return ad_plan_may_run(today, row, object) ? daily_there(today, row, object) : 0;
}

/* The daily spend of an object, micros; `active`: only while it is enabled. */
struct spend {
	int64_t daily, active;
};

static int64_t plan_spread_most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/*
 * The spend on the platform: the maximum of the last synced value, the value sent by an operation
 * in progress or in doubt (not the current draft, unless the journal has no value), and the value
 * that others set, decided or not. Fields that an interrupted push left unknown count with the most
 * that they can be.
 */
static enum ad_db_status plan_spread_standing(struct ad_db *db, struct ad_arena *arena,
					      const struct ad_today *today,
					      const struct ad_row *row, struct spend *out)
{
	const cJSON *there = plan_spread_parse(arena, row->synced), *sent = NULL;
	const cJSON *live = plan_spread_parse(arena, row->live);
	struct ad_str want = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	*out = (struct spend){ 0 };
	if (!stands_there(row))
		return AD_DB_DONE;
	if (row->open_op.p)
		status = ad_plan_open_want(db, arena, row, &want);
	if (row->open_op.p && status == AD_DB_DONE)
		sent = plan_spread_parse(arena, want.p ? want : ad_row_sent_json(arena, row));
	out->daily = plan_spread_most(daily_there(today, row, there),
				      plan_spread_daily(today, row, sent));
	out->daily = plan_spread_most(out->daily, daily_there(today, row, live));
	out->active =
		plan_spread_most(active_there(today, row, there), active_in(today, row, sent));
	out->active = plan_spread_most(out->active, active_there(today, row, live));
	return status;
}

/*
 * *enabled: a campaign is enabled on the platform, or an operation in progress or in doubt may
 * enable it.
 */
static enum ad_db_status stands_enabled(const struct ad_plan_ask *ask,
					const struct ad_sync_plan *plan, const struct ad_row *row,
					bool *enabled)
{
	struct ad_str want = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	*enabled =
		stands_there(row) &&
		(ad_plan_may_run(&plan->today, row, plan_spread_parse(ask->scratch, row->synced)) ||
		 ad_plan_may_run(&plan->today, row, plan_spread_parse(ask->scratch, row->live)));
	if (!*enabled && stands_there(row) && row->open_op.p) {
		status = ad_plan_open_want(ask->db, ask->scratch, row, &want);
		*enabled = ad_plan_runs(&plan->today, row, plan_spread_parse(ask->scratch, want));
	}
	return status;
}

/* The same, including the budget that another run is about to set. */
static enum ad_db_status plan_spread_coming(const struct ad_plan_ask *ask,
					    const struct ad_sync_plan *plan,
					    const struct ad_row *row, struct spend *out)
{
	struct ad_plan_queued *queued = ad_plan_queued_of(plan, row->id);
	const struct ad_today *today = &plan->today;
	enum ad_db_status status = plan_spread_standing(ask->db, ask->scratch, today, row, out);

	if (status != AD_DB_DONE || !queued || ad_drift_is_gone(row))
		return status;
	queued->counted = true;
	queued->a_day =
		plan_spread_daily(today, row, plan_spread_parse(ask->scratch, queued->want));
	out->daily = plan_spread_most(queued->a_day, out->daily);
	return AD_DB_DONE;
}

/* The budget of an ad group after a push of its draft. */
static enum ad_db_status plan_spread_drafted(struct ad_db *db, struct ad_arena *arena,
					     const struct ad_today *today, const struct ad_row *row,
					     int64_t *out)
{
	struct spend there = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	if (row->open_op.p)
		status = plan_spread_standing(db, arena, today, row, &there);

	*out = there.daily;
	if (!row->removed && !row->removal && !ad_drift_is_gone(row))
		*out = plan_spread_most(ad_budget_a_day(today, row, NULL), there.daily);
	return status;
}

enum ad_db_status ad_spread_standing(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_today *today, const struct ad_row *row,
				     int64_t *micros)
{
	struct spend there = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	if (!row->removed)
		status = plan_spread_standing(db, arena, today, row, &there);
	*micros = there.daily;
	return status;
}

enum ad_db_status ad_spread_beside(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_today *today, const struct ad_row *campaign,
				   struct ad_str id, int64_t *sum)
{
	struct ad_realm realm = { campaign->space_id, campaign->environment };
	struct ad_rows groups = { 0 };
	enum ad_db_status status = ad_row_children(
		db, arena, realm, ad_resource_row(AD_R_AD_GROUP),
		(struct ad_parent){ .field = "campaignId", .id = campaign->id }, &groups);

	*sum = 0;
	for (size_t i = 0; i < groups.n && status == AD_DB_DONE; i++) {
		int64_t one = 0;
		if (ad_str_eq(groups.at[i]->id, id))
			continue;
		status = plan_spread_drafted(db, arena, today, groups.at[i], &one);
		*sum += one;
	}
	return status;
}

enum ad_db_status ad_spread_restored(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_today *today, const struct ad_row *campaign,
				     struct ad_str id, struct ad_spread_sums *out)
{
	struct ad_realm realm = { campaign->space_id, campaign->environment };
	bool whole = ad_str_eq(campaign->id, id);
	struct ad_rows groups = { 0 };
	enum ad_db_status status = ad_row_children(
		db, arena, realm, ad_resource_row(AD_R_AD_GROUP),
		(struct ad_parent){ .field = "campaignId", .id = campaign->id }, &groups);

	*out = (struct ad_spread_sums){ 0 };
	for (size_t i = 0; i < groups.n && status == AD_DB_DONE; i++) {
		struct ad_row row = *groups.at[i];
		struct spend there = { 0 };
		int64_t one = 0;
		status = plan_spread_standing(db, arena, today, &row, &there);
		if (whole ? row.with_parent : ad_str_eq(row.id, id))
			row.removal = false;
		if (status == AD_DB_DONE)
			status = plan_spread_drafted(db, arena, today, &row, &one);
		out->there += there.daily;
		out->drafted += one;
	}
	return status;
}

static void plan_spread_push(struct ad_arena *arena, struct ad_sync_plan *plan,
			     struct ad_plan_spread spread)
{
	size_t n = plan->spread_count;

	/* The array doubles whenever the count reaches a power of two. */
	if ((n & (n - 1)) == 0)
		plan->spreads = ad_arena_resize(arena, plan->spreads, n * sizeof(spread),
						(n ? 2 * n : 1) * sizeof(spread));
	plan->spreads[plan->spread_count++] = spread;
}

/* The daily spend of a campaign's ad groups, if they hold its budgets. */
static enum ad_db_status groups_before(const struct ad_plan_ask *ask,
				       const struct ad_sync_plan *plan,
				       const struct ad_row *campaign, struct ad_plan_spread *spread)
{
	struct ad_rows groups = { 0 };
	enum ad_db_status status = ad_row_children(
		ask->db, ask->scratch, ask->realm, ad_resource_row(AD_R_AD_GROUP),
		(struct ad_parent){ .field = "campaignId", .id = campaign->id }, &groups);

	for (size_t i = 0; i < groups.n && status == AD_DB_DONE; i++) {
		struct spend one;
		status = plan_spread_coming(ask, plan, groups.at[i], &one);
		spread->before += one.daily;
		spread->active_before += one.active;
	}
	return status;
}

enum ad_db_status ad_plan_before(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				 const struct ad_row *campaign)
{
	struct ad_plan_spread spread = { .active_before = 0 };
	struct spend own;
	enum ad_db_status status = plan_spread_coming(ask, plan, campaign, &own);

	plan->before += own.daily;
	ad_plan_add_active(plan, campaign->id, &plan->active_before, own.active);
	if (status != AD_DB_DONE || !ad_str_is(ad_row_text(campaign, "budgetLevel"), "AD_GROUP")) {
		ad_plan_note_before(ask->arena, plan, campaign->id, own.daily);
		return status;
	}
	status = groups_before(ask, plan, campaign, &spread);
	if (status == AD_DB_DONE)
		status = stands_enabled(ask, plan, campaign, &spread.enabled_before);
	spread.campaign_id = ad_arena_copy(ask->arena, campaign->id);
	spread.after = spread.before;
	spread.active_after = spread.active_before;
	spread.enabled_after = spread.enabled_before;
	plan->before += spread.before;
	ad_plan_note_before(ask->arena, plan, campaign->id, own.daily + spread.before);
	ad_plan_add_active(plan, campaign->id, &plan->active_before,
			   spread.enabled_before ? spread.active_before : 0);
	plan_spread_push(ask->arena, plan, spread);
	return status;
}

static int plan_spread_by_campaign(const void *a, const void *b)
{
	return ad_str_order(((const struct ad_plan_spread *)a)->campaign_id,
			    ((const struct ad_plan_spread *)b)->campaign_id);
}

struct ad_plan_spread *ad_plan_spread_of(const struct ad_sync_plan *plan,
					 const struct ad_plan_op *op)
{
	struct ad_plan_spread key = {
		.campaign_id = op->res->id == AD_R_CAMPAIGN ? op->row->id : op->parent_id,
	};

	if ((op->res->id != AD_R_CAMPAIGN && op->res->id != AD_R_AD_GROUP) || !plan->spread_count)
		return NULL;
	return bsearch(&key, plan->spreads, plan->spread_count, sizeof(key),
		       plan_spread_by_campaign);
}

/* True if nothing that determines the budget is in doubt after the operation. */
static bool spread_is_settled_by(const struct ad_plan_op *op)
{
	static const char *const money[] = { "budget", "startDate", "endDate" };

	for (size_t i = 0; i < AD_LEN(money); i++)
		if (op->op != AD_OP_REMOVE && ad_row_is_unknown(op->row, money[i]) &&
		    !ad_plan_sends_field(op, money[i]))
			return false;
	return true;
}

int64_t ad_plan_a_day_before(const struct ad_sync_plan *plan, const struct ad_plan_op *op,
			     const cJSON *from)
{
	return ad_budget_in_doubt(op->row) && spread_is_settled_by(op)
		       ? daily_there(&plan->today, op->row, from)
		       : plan_spread_daily(&plan->today, op->row, from);
}

int64_t ad_plan_active_before(const struct ad_sync_plan *plan, const struct ad_plan_op *op,
			      const cJSON *from, const cJSON *to)
{
	bool settled = spread_is_settled_by(op) || !ad_plan_may_run(&plan->today, op->row, to);

	return ad_budget_in_doubt(op->row) && settled ? active_there(&plan->today, op->row, from)
						      : active_in(&plan->today, op->row, from);
}

/* The change of an operation in active spend. */
static int64_t active_delta(struct ad_arena *arena, const struct ad_today *today,
			    const struct ad_plan_op *op)
{
	int64_t from =
		active_in(today, op->row, plan_spread_parse(arena, ad_plan_synced(arena, op)));

	return (op->op == AD_OP_REMOVE
			? 0
			: active_in(today, op->row,
				    plan_spread_parse(arena, ad_plan_want(arena, op)))) -
	       from;
}

void ad_plan_spend(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	if (plan->spread_count)
		qsort(plan->spreads, plan->spread_count, sizeof(*plan->spreads),
		      plan_spread_by_campaign);
	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		struct ad_plan_spread *spread = ad_plan_spread_of(plan, op);
		ad_arena_reset(ask->scratch);
		if (spread)
			spread->sets_live = spread->sets_live || op->rank >= AD_RANK_ENABLE ||
					    ad_plan_restarts(ask, plan, op);
		if (spread && op->res->id == AD_R_CAMPAIGN) {
			spread->enabled_after =
				op->op != AD_OP_REMOVE &&
				ad_plan_runs(&plan->today, op->row,
					     plan_spread_parse(ask->scratch,
							       ad_plan_want(ask->scratch, op)));
		} else if (spread) {
			spread->after += op->rise;
			spread->active_after += active_delta(ask->scratch, &plan->today, op);
		} else if (op->res->id == AD_R_AD_GROUP) {
			plan->active_after += active_delta(ask->scratch, &plan->today, op);
		}
	}
	for (size_t i = 0; i < plan->spread_count; i++) {
		const struct ad_plan_spread *s = &plan->spreads[i];
		ad_plan_add_active(plan, s->campaign_id, &plan->active_after,
				   (s->enabled_after ? s->active_after : 0) -
					   (s->enabled_before ? s->active_before : 0));
	}
}
