#include "sync/plan/plan_bids_below.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "sync/state/compare.h"
#include "sync/state/drift.h"
#include "sync/plan/plan_index.h"
#include "sync/plan/plan_spread.h"

#define VIOLATIONS_MAX 100

/*
 * Selects objects that may bid too much by their columns: drafted above the limit, changed by
 * others, not synced, or never read. The others, possibly a million, are not loaded.
 */
#define MAY_BID_TOO_MUCH                                                                           \
	" space_id = $1 AND environment = $2 AND remote_id IS NOT NULL AND sync_state <>"          \
	" 'REMOVED' AND (cpc_bid > $4 OR live IS NOT NULL OR sync_state <> 'SYNCED' OR (cpc_bid"   \
	" IS NULL AND ((default_fields IS NULL AND source <> 'PULL') OR default_fields LIKE"       \
	" '%\"unread\"%'))) AND id > $5"

static const char groups_of_campaign[] =
	"SELECT id FROM ad_groups WHERE campaign_id = $3 AND" MAY_BID_TOO_MUCH
	" ORDER BY id LIMIT 200";
static const char keywords_of_group[] =
	"SELECT id FROM keywords WHERE ad_group_id = $3 AND" MAY_BID_TOO_MUCH
	" ORDER BY id LIMIT 200";
static const char keywords_of_campaign[] =
	"SELECT id FROM keywords WHERE ad_group_id IN (SELECT g.id FROM ad_groups g WHERE"
	" g.space_id = $1 AND g.environment = $2 AND g.campaign_id = $3) AND" MAY_BID_TOO_MUCH
	" ORDER BY id LIMIT 200";

#define PAGE 200

/* The check of the objects below one operation. */
struct below_look {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	const struct ad_adapter *adapter;
	struct ad_arena *arena; /* of the current page */
	struct ad_str group_id; /* the ad group checked last */
	bool group_runs;
};

/*
 * All drafted fields are sent before the object is enabled; a drafted enable only by its own
 * operation.
 */
static const cJSON *below_standing(struct ad_arena *arena, const struct ad_row *row,
				   const struct ad_plan_op *op)
{
	const cJSON *there = ad_parsed(arena, row->synced);
	const char *changed[AD_FIELDS_MAX + 1] = { NULL };
	struct ad_str want;
	bool held;

	if (row->live.n && !ad_drift_is_gone(row))
		there = ad_parsed(arena, row->live);
	if (!op || op->op == AD_OP_REMOVE)
		return there;
	want = ad_row_sent_json(arena, row);
	held = op->rank < AD_RANK_ENABLE && ad_str_is(ad_row_text(row, "status"), "ENABLED");
	changed[ad_plan_changed(arena, row, held, changed)] = NULL;
	return ad_parsed(arena,
			 ad_mixed_json(arena, row->res, there, ad_parsed(arena, want), changed));
}

const cJSON *ad_plan_standing(const struct ad_plan_ask *ask, const struct ad_row *row,
			      const struct ad_plan_op *op)
{
	return below_standing(ask->scratch, row, op);
}

static bool below_is_enabled(const cJSON *object)
{
	return ad_str_is(ad_json_get_text(object, "status"), "ENABLED");
}

/* *runs: the ad group of a keyword will be enabled. */
static enum ad_db_status below_group_runs(struct below_look *look, struct ad_str id, bool *runs)
{
	const struct ad_plan_ask *ask = look->ask;
	struct ad_row *group;
	enum ad_db_status status = AD_DB_DONE;

	if (!look->group_id.p || !ad_str_eq(look->group_id, id)) {
		status = ad_row_load(ask->db, look->arena, ask->realm,
				     ad_resource_row(AD_R_AD_GROUP), id, &group);
		look->group_id = id;
		look->group_runs = status == AD_DB_ROW &&
				   below_is_enabled(below_standing(
					   look->arena, group, ad_plan_last_on(look->plan, id)));
	}
	*runs = look->group_runs;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* The list is long enough: no more objects are loaded. */
static bool below_is_full(const struct below_look *look)
{
	return ad_violations_of(&look->plan->violations, "maxBid") >= VIOLATIONS_MAX;
}

static void below_check_bids(struct below_look *look, const struct ad_row *row, const cJSON *object)
{
	if (object && !ad_violations_hold(&look->plan->violations, "maxBid", row->id))
		ad_rails_bids(&look->ask->rails, row->res,
			      (struct ad_bid_change){ row->id, NULL, object },
			      &look->plan->violations);
}

static enum ad_db_status below_check_row(struct below_look *look, const struct ad_row *row)
{
	const struct ad_plan_ask *ask = look->ask;
	const struct ad_plan_op *op = ad_plan_last_on(look->plan, row->id);
	const cJSON *object = below_standing(look->arena, row, op);
	struct ad_str sent = { 0 };
	bool runs = below_is_enabled(object);
	enum ad_db_status status = AD_DB_DONE;

	if (ad_drift_is_gone(row) || (op && op->op == AD_OP_REMOVE))
		return AD_DB_DONE;
	/* While an operation is in doubt, either value may be on the platform. */
	if (row->open_op.p)
		status = ad_plan_open_want(ask->db, look->arena, row, &sent);
	runs = runs || below_is_enabled(ad_parsed(look->arena, sent));
	if (status == AD_DB_DONE && runs && row->res->id == AD_R_KEYWORD)
		status = below_group_runs(look, ad_row_text(row, "adGroupId"), &runs);
	if (status != AD_DB_DONE || !runs)
		return status;
	below_check_bids(look, row, object);
	below_check_bids(look, row, ad_parsed(look->arena, sent));
	/* A campaign's own bids were checked when it was enabled. */
	if (row->res->id != AD_R_CAMPAIGN &&
	    !ad_violations_hold(&look->plan->violations, "maxBid", row->id))
		ad_rails_unread_bids(&ask->rails, row, look->adapter->sends,
				     &look->plan->violations);
	return AD_DB_DONE;
}

/* Loads the next candidates after `after`, at most one page. */
static enum ad_db_status below_load_ids(const struct below_look *look, const char *sql,
					const struct ad_plan_op *op, struct ad_str after,
					struct ad_ids *out)
{
	const struct ad_plan_ask *ask = look->ask;
	struct ad_str *at = ad_arena_alloc(look->arena, PAGE * sizeof(*at));
	struct ad_stmt *s = ad_sql(ask->db, sql);
	size_t n = 0;
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, op->row->id);
	ad_bind_int(s, 4, ask->rails.max_bid);
	ad_bind(s, 5, after);
	while ((status = ad_step(s)) == AD_DB_ROW)
		at[n++] = ad_col_copy(s, look->arena, 0);
	*out = (struct ad_ids){ at, n };
	return status;
}

static enum ad_db_status below_check_all(struct below_look *look, const struct ad_resource *res,
					 const char *sql, const struct ad_plan_op *op)
{
	const struct ad_plan_ask *ask = look->ask;
	char last[AD_ID_SIZE] = "";
	struct ad_ids ids;
	enum ad_db_status status;

	do {
		look->arena = ad_arena_new();
		look->group_id = (struct ad_str){ 0 };
		status = below_load_ids(look, sql, op, ad_str(last), &ids);
		for (size_t i = 0; i < ids.n && status == AD_DB_DONE && !below_is_full(look); i++) {
			struct ad_row *row;
			status =
				ad_row_load(ask->db, look->arena, ask->realm, res, ids.at[i], &row);
			if (status == AD_DB_ROW)
				status = below_check_row(look, row);
		}
		if (ids.n)
			memcpy(last, ids.at[ids.n - 1].p, ids.at[ids.n - 1].n + 1);
		ad_arena_free(look->arena);
	} while (status == AD_DB_DONE && ids.n == PAGE && !below_is_full(look));
	return status;
}

/* The bids that an ad group inherits from its campaign, which is or becomes enabled. */
static enum ad_db_status below_check_campaign(struct below_look *look, const struct ad_plan_op *op)
{
	const struct ad_plan_ask *ask = look->ask;
	struct ad_row *campaign;
	enum ad_db_status status;

	look->arena = ad_arena_new();
	status = ad_row_load(ask->db, look->arena, ask->realm, ad_resource_row(AD_R_CAMPAIGN),
			     op->parent_id, &campaign);
	if (status == AD_DB_ROW && campaign->remote_id.p)
		status = below_check_row(look, campaign);
	ad_arena_free(look->arena);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_plan_check_bids_below(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					   const struct ad_plan_op *op)
{
	struct below_look look = { .ask = ask,
				   .plan = plan,
				   .adapter = ad_adapter_of(op->platform) };
	const struct ad_resource *groups = ad_resource_row(AD_R_AD_GROUP);
	const struct ad_resource *keywords = ad_resource_row(AD_R_KEYWORD);
	enum ad_db_status status;

	/* Before anything else: a plan enables up to millions of keywords and ads. */
	if (op->res->id != AD_R_CAMPAIGN && op->res->id != AD_R_AD_GROUP)
		return AD_DB_DONE;
	if (ask->rails.max_bid <= 0 || !look.adapter || below_is_full(&look))
		return AD_DB_DONE;
	ad_plan_index(ask, plan);
	if (op->res->id == AD_R_AD_GROUP) {
		status = below_check_campaign(&look, op);
		if (status != AD_DB_DONE)
			return status;
	}
	/* An object that this plan creates has nothing below it yet. */
	if (!op->row->remote_id.p)
		return AD_DB_DONE;
	if (op->res->id == AD_R_AD_GROUP)
		return below_check_all(&look, keywords, keywords_of_group, op);
	status = below_check_all(&look, groups, groups_of_campaign, op);
	return status == AD_DB_DONE ? below_check_all(&look, keywords, keywords_of_campaign, op)
				    : status;
}
