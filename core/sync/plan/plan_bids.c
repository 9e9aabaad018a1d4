/* Warns about bids that the platform accepts but ignores: a warning, because the push succeeds. */
#include "base/json_read.h"
#include "sync/plan/plan.h"

/* The strategies that use a bid; a platform without a row ignores no bid, as far as is known. */
struct bid {
	enum ad_platform platform;
	const char *field;
	const char *strategies[5];
	const char *message;
};

static const struct bid bids[] = {
	{ AD_GOOGLE,
	  "cpcBid",
	  { "MANUAL_CPC" },
	  "cpcBid has no effect: Google uses it only with the bidding strategy MANUAL_CPC. Clear "
	  "it, or change the strategy." },
	{ AD_GOOGLE,
	  "maxCpc",
	  { "MAXIMIZE_CLICKS", "TARGET_IMPRESSION_SHARE" },
	  "bidding.maxCpc has no effect: Google uses it only with MAXIMIZE_CLICKS and "
	  "TARGET_IMPRESSION_SHARE. Clear it, or change the strategy." },
	{ AD_MICROSOFT,
	  "cpcBid",
	  { "MANUAL_CPC" },
	  "cpcBid has no effect: Microsoft uses it only with the bidding strategy MANUAL_CPC. "
	  "Clear it, or change the strategy." },
	{ AD_MICROSOFT,
	  "maxCpc",
	  { "MAXIMIZE_CLICKS", "MAXIMIZE_CONVERSIONS", "TARGET_CPA", "TARGET_IMPRESSION_SHARE" },
	  "bidding.maxCpc has no effect: Microsoft does not use it with this strategy. Clear it, "
	  "or change the strategy." },
};

/* The settings of a new TARGET_IMPRESSION_SHARE, which adcore has no fields for. */
static const char *const share_defaults[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] =
		"Google will aim at half of the impressions, anywhere on the page. adcore has no "
		"fields for these two settings: change them on Google, and later pushes keep "
		"them.",
	[AD_MICROSOFT] =
		"Microsoft will aim at half of the impressions, on the first page. adcore has "
		"no fields for these two settings: change them on Microsoft, and later "
		"pushes keep them.",
};

/* Without a strategy, Reddit and Meta bid for the most results. */
static struct ad_str strategy_or_default(enum ad_platform platform, struct ad_str strategy)
{
	bool social = platform == AD_REDDIT || platform == AD_META;

	return strategy.p || !social ? strategy : AD_S("MAXIMIZE_CLICKS");
}

static const cJSON *bidding_of(struct ad_arena *arena, const struct ad_row *campaign)
{
	struct ad_json_error err;
	struct ad_str text = ad_row_text(campaign, "bidding");

	return text.p ? ad_json_parse(arena, text, &err) : NULL;
}

/* The entry that makes the platform ignore a bid, or NULL. */
static const struct bid *plan_bids_ignored(enum ad_platform platform, const char *field,
					   struct ad_str strategy)
{
	strategy = strategy_or_default(platform, strategy);
	if (!strategy.p || ad_str_is(strategy, "OTHER"))
		return NULL;
	for (size_t i = 0; i < AD_LEN(bids); i++) {
		bool matters = false;
		if (bids[i].platform != platform || strcmp(bids[i].field, field) != 0)
			continue;
		for (size_t k = 0; k < AD_LEN(bids[i].strategies); k++)
			matters = matters || (bids[i].strategies[k] &&
					      ad_str_is(strategy, bids[i].strategies[k]));
		return matters ? NULL : &bids[i];
	}
	return NULL;
}

/* The parents of the previous operation: objects of one parent are consecutive. */
struct parents {
	struct ad_str group_id, campaign_of_group;
	struct ad_str campaign_id, strategy;
};

static enum ad_db_status load_group(const struct ad_plan_ask *ask, struct ad_str id,
				    struct parents *known)
{
	struct ad_row *group;
	enum ad_db_status status;

	if (known->group_id.p && ad_str_eq(known->group_id, id))
		return AD_DB_ROW;
	status = ad_row_load(ask->db, ask->arena, ask->realm, ad_resource_row(AD_R_AD_GROUP), id,
			     &group);
	if (status != AD_DB_ROW)
		return status;
	known->group_id = id;
	known->campaign_of_group = ad_row_text(group, "campaignId");
	return AD_DB_ROW;
}

/* The bidding strategy of an ad group, or of a keyword in one, into known->strategy. */
static enum ad_db_status strategy_for(const struct ad_plan_ask *ask, const struct ad_row *row,
				      struct parents *known)
{
	struct ad_str id = ad_row_text(row, "campaignId");
	struct ad_row *campaign;
	enum ad_db_status status = AD_DB_ROW;

	if (!id.p) {
		status = load_group(ask, ad_row_text(row, "adGroupId"), known);
		id = known->campaign_of_group;
	}
	if (status != AD_DB_ROW || (known->campaign_id.p && ad_str_eq(known->campaign_id, id)))
		return status;
	status = ad_row_load(ask->db, ask->arena, ask->realm, ad_resource_row(AD_R_CAMPAIGN), id,
			     &campaign);
	if (status != AD_DB_ROW)
		return status;
	known->campaign_id = id;
	known->strategy = ad_json_get_text(bidding_of(ask->arena, campaign), "strategy");
	return AD_DB_ROW;
}

static bool is_share(const cJSON *bidding)
{
	return ad_str_is(ad_json_get_text(bidding, "strategy"), "TARGET_IMPRESSION_SHARE");
}

/* Warns of a strategy that is sent with settings that the draft does not show. */
static void warn_share(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		       const struct ad_plan_op *op)
{
	struct ad_json_error err;
	const char *message = share_defaults[op->platform];
	const cJSON *synced = NULL;

	ad_arena_reset(ask->scratch);
	if (op->res->id != AD_R_CAMPAIGN || !message || !ad_plan_sends_field(op, "bidding") ||
	    !is_share(bidding_of(ask->scratch, op->row)))
		return;
	if (op->op == AD_OP_UPDATE && op->row->synced.n)
		synced = ad_json_parse(ask->scratch, op->row->synced, &err);
	if (!is_share(ad_json_get(synced, "bidding")))
		ad_plan_warn(ask, plan, op->row,
			     (struct ad_plan_says){ "IMPRESSION_SHARE_DEFAULTS", message });
}

static enum ad_db_status plan_bids_check(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					 const struct ad_plan_op *op, struct parents *known)
{
	const struct bid *bid = NULL;
	size_t index = 0;

	if (op->res->id == AD_R_CAMPAIGN) {
		const cJSON *bidding = bidding_of(ask->arena, op->row);
		if (cJSON_IsNumber(ad_json_get(bidding, "maxCpc")))
			bid = plan_bids_ignored(op->platform, "maxCpc",
						ad_json_get_text(bidding, "strategy"));
	} else if (ad_field_find(&op->res->shape, AD_S("cpcBid"), &index) &&
		   op->row->v[index].kind != AD_NULL) {
		enum ad_db_status status = strategy_for(ask, op->row, known);
		if (status != AD_DB_ROW)
			return status;
		bid = plan_bids_ignored(op->platform, "cpcBid", known->strategy);
	}
	if (bid)
		ad_plan_warn(ask, plan, op->row,
			     (struct ad_plan_says){ "BID_IGNORED", bid->message });
	return AD_DB_DONE;
}

enum ad_db_status ad_plan_bids(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct parents known = { 0 };
	enum ad_db_status status = AD_DB_DONE;
	const struct ad_row *last = NULL;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		if (op->op != AD_OP_REMOVE)
			warn_share(ask, plan, op);
		/* A create and its enable are consecutive. */
		if (op->op != AD_OP_REMOVE && op->row != last)
			status = plan_bids_check(ask, plan, op, &known);
		last = op->row;
	}
	return status;
}
