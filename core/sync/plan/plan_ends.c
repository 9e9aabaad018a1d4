#include "sync/plan/plan_ends.h"

#include <stdlib.h>

#include "base/json_read.h"

static int plan_ends_by_campaign(const void *a, const void *b)
{
	struct ad_str x = ((const struct ad_plan_rejected *)a)->campaign_id;
	struct ad_str y = ((const struct ad_plan_rejected *)b)->campaign_id;
	int order = memcmp(x.p, y.p, x.n < y.n ? x.n : y.n);

	return order ? order : (x.n > y.n) - (x.n < y.n);
}

/* An ad under review, or one that shows in part, is not disapproved. */
enum ad_db_status ad_plan_rejected_load(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_stmt *s = ad_sql(
		ask->db, "SELECT DISTINCT f.campaign_id FROM review_findings f WHERE"
			 " f.space_id = $1 AND f.environment = $2 AND f.resource = 'ad' AND"
			 " f.review_status IN ('DISAPPROVED', 'REJECTED') AND NOT EXISTS (SELECT 1"
			 " FROM ads a WHERE a.space_id = f.space_id AND a.environment ="
			 " f.environment AND a.campaign_id = f.campaign_id AND a.remote_id IS NOT"
			 " NULL AND a.sync_state <> 'REMOVED' AND COALESCE(a.review_status, '') NOT"
			 " IN ('DISAPPROVED', 'REJECTED'))");
	size_t room = 0;
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		size_t n = plan->rejected_count;
		AD_ARENA_GROW(ask->arena, plan->rejected, n, room);
		plan->rejected[plan->rejected_count++] = (struct ad_plan_rejected){
			.campaign_id = ad_col_copy(s, ask->arena, 0),
		};
	}
	if (plan->rejected_count)
		qsort(plan->rejected, plan->rejected_count, sizeof(*plan->rejected),
		      plan_ends_by_campaign);
	return status;
}

struct ad_plan_rejected *ad_plan_rejected_of(const struct ad_sync_plan *plan,
					     struct ad_str campaign_id)
{
	struct ad_plan_rejected key = { .campaign_id = campaign_id };

	if (!plan->rejected_count || !campaign_id.p)
		return NULL;
	return bsearch(&key, plan->rejected, plan->rejected_count, sizeof(key),
		       plan_ends_by_campaign);
}

static int64_t today_of(const struct ad_today *today, const struct ad_row *row)
{
	return ad_today_on(today, ad_platform_of(ad_row_text(row, "platform")));
}

static bool is_enabled(const cJSON *object)
{
	return ad_str_is(ad_json_get_text(object, "status"), "ENABLED");
}

/* The platform sets an ad group's days; they are not among the sent values. */
static bool has_ended(const struct ad_today *today, const struct ad_row *row, const cJSON *object)
{
	int64_t end =
		ad_day_number(row->res->id == AD_R_CAMPAIGN ? ad_json_get_text(object, "endDate")
							    : ad_row_text(row, "endDate"));

	return end >= 0 && end < today_of(today, row);
}

bool ad_plan_runs(const struct ad_today *today, const struct ad_row *row, const cJSON *object)
{
	return is_enabled(object) && !has_ended(today, row, object);
}

bool ad_plan_may_run(const struct ad_today *today, const struct ad_row *row, const cJSON *object)
{
	return ad_plan_runs(today, row, object) ||
	       (is_enabled(object) && ad_row_is_unknown(row, "endDate"));
}

bool ad_plan_restarts(const struct ad_plan_ask *ask, const struct ad_sync_plan *plan,
		      const struct ad_plan_op *op)
{
	struct ad_json_error error;
	const cJSON *from, *to;

	if (op->res->id != AD_R_CAMPAIGN || op->op != AD_OP_UPDATE || !op->kept_synced.n)
		return false;
	from = ad_json_parse(ask->scratch, op->kept_synced, &error);
	to = ad_json_parse(ask->scratch, ad_plan_want(ask->scratch, op), &error);
	return is_enabled(from) && has_ended(&plan->today, op->row, from) &&
	       ad_plan_runs(&plan->today, op->row, to);
}

void ad_plan_add_active(struct ad_sync_plan *plan, struct ad_str campaign_id, int64_t *total,
			int64_t micros)
{
	struct ad_plan_rejected *rejected = ad_plan_rejected_of(plan, campaign_id);

	if (rejected)
		rejected->active += micros;
	else
		*total += micros;
}

void ad_plan_revive(struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count && plan->rejected_count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		struct ad_plan_rejected *rejected = NULL;
		if (op->res->id == AD_R_AD && op->op != AD_OP_REMOVE)
			rejected = ad_plan_rejected_of(plan, ad_row_text(op->row, "campaignId"));
		/* Enabling or pausing an ad causes no review. */
		if (!rejected || (op->op == AD_OP_UPDATE && op->changed[0] && !op->changed[1] &&
				  strcmp(op->changed[0], "status") == 0))
			continue;
		rejected->revived = true;
	}
	for (size_t i = 0; i < plan->rejected_count; i++)
		if (plan->rejected[i].revived)
			plan->active_after += plan->rejected[i].active;
}

static bool plan_ends_changes(const struct ad_plan_op *op, const char *field)
{
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

static void warn_at(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		    const struct ad_row *row, struct ad_plan_says says, const char *field)
{
	ad_plan_warn(ask, plan, row, says);
	/* The newest warning is first until the lists are reversed. */
	plan->warnings->field = field;
}

static struct ad_str day_in(const struct ad_plan_ask *ask, const struct ad_sync_plan *plan,
			    const struct ad_row *row)
{
	return ad_day_text(ask->arena, today_of(&plan->today, row));
}

static void warn_ended(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		       const struct ad_row *row)
{
	struct ad_str end = ad_row_text(row, "endDate"), today = day_in(ask, plan, row);
	int64_t day = ad_day_number(end);

	if (day < 0 || day >= today_of(&plan->today, row))
		return;
	warn_at(ask, plan, row,
		(struct ad_plan_says){
			"ENDS_IN_PAST",
			ad_arena_printf(
				ask->arena,
				"endDate %.*s is in the past: today is %.*s in the ad account's "
				"time zone. The campaign shows no ads, and platforms can reject a "
				"last day in the past. Set a later endDate, or clear it.",
				AD_FMT(end), AD_FMT(today))
				.p },
		"endDate");
}

/* Only Google rejects a first day in the past; elsewhere the campaign starts at once. */
static void warn_started(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 const struct ad_row *row)
{
	struct ad_str start = ad_row_text(row, "startDate"), today = day_in(ask, plan, row);
	int64_t day = ad_day_number(start);

	if (day < 0 || day >= today_of(&plan->today, row) ||
	    ad_platform_of(ad_row_text(row, "platform")) != AD_GOOGLE)
		return;
	warn_at(ask, plan, row,
		(struct ad_plan_says){
			"STARTS_IN_PAST",
			ad_arena_printf(ask->arena,
					"startDate %.*s is in the past: today is %.*s in the ad "
					"account's time zone. Google rejects a first day in the "
					"past, and the operation would fail. Set startDate to "
					"today or later, or clear it.",
					AD_FMT(start), AD_FMT(today))
				.p },
		"startDate");
}

static void warn_rejected(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			  const struct ad_row *row)
{
	const struct ad_plan_rejected *rejected = ad_plan_rejected_of(plan, row->id);

	if (rejected && !rejected->revived)
		ad_plan_warn(
			ask, plan, row,
			(struct ad_plan_says){
				"NO_APPROVED_ADS",
				"The platform disapproved all ads of the campaign: if enabled, it "
				"shows no ads. See GET /reports/disapprovals for the reasons." });
}

static bool plan_ends_enables(const struct ad_plan_op *op)
{
	return op->rank >= AD_RANK_ENABLE;
}

static void plan_ends_look_at(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			      const struct ad_plan_op *op)
{
	bool campaign = op->res->id == AD_R_CAMPAIGN;
	bool created = op->op == AD_OP_CREATE;

	if ((!campaign && op->res->id != AD_R_AD_GROUP) || op->op == AD_OP_REMOVE)
		return;
	/* The enable of an object that this plan creates was checked with its create. */
	if (created || plan_ends_changes(op, "endDate") ||
	    (plan_ends_enables(op) && op->row->remote_id.p))
		warn_ended(ask, plan, op->row);
	if (campaign && (created || plan_ends_changes(op, "startDate")))
		warn_started(ask, plan, op->row);
	if (campaign && plan_ends_enables(op))
		warn_rejected(ask, plan, op->row);
	if (!plan_ends_enables(op) && ad_plan_restarts(ask, plan, op))
		warn_at(ask, plan, op->row,
			(struct ad_plan_says){
				"RUNS_AGAIN",
				"The campaign had ended and is ENABLED on the platform: with the "
				"new endDate, it spends again immediately after this push." },
			"endDate");
}

void ad_plan_ends(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		ad_arena_reset(ask->scratch);
		plan_ends_look_at(ask, plan, plan->ops[i]);
	}
	for (const struct ad_plan_held *held = plan->held; held; held = held->next) {
		bool campaign = held->row->res->id == AD_R_CAMPAIGN;
		if (!held->row->remote_id.p || (!campaign && held->row->res->id != AD_R_AD_GROUP))
			continue;
		warn_ended(ask, plan, held->row);
		if (campaign)
			warn_rejected(ask, plan, held->row);
	}
}
