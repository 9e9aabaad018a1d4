#include "sync/plan_bids_below.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "sync/compare.h"
#include "sync/drift.h"
#include "sync/plan_spread.h"

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
	const struct ad_plan_op **ops; /* of the plan, by ascending object id */
	size_t op_count;
	size_t added;
	struct ad_arena *arena; /* of the current page */
	struct ad_str group_id; /* the ad group checked last */
	bool group_runs;
};

static int by_object(const void *a, const void *b)
{
	const struct ad_plan_op *x = *(const struct ad_plan_op *const *)a;
	const struct ad_plan_op *y = *(const struct ad_plan_op *const *)b;
	int order = ad_str_order(x->row->id, y->row->id);

	/* The last of several operations on one object enables it. */
	return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

/*
 * Indexes the operations on objects that are on the platform and can bid; a plan has up to millions
 * of others.
 */
static void below_index(struct below_look *look)
{
	const struct ad_sync_plan *plan = look->plan;
	size_t n = 0;

	look->ops = ad_arena_alloc(look->arena, (plan->count + 1) * sizeof(*look->ops));
	for (size_t i = 0; i < plan->count; i++)
		if (plan->ops[i]->row->remote_id.p && ad_rails_has_bids(plan->ops[i]->res))
			look->ops[n++] = plan->ops[i];
	look->op_count = n;
	if (n)
		qsort(look->ops, n, sizeof(*look->ops), by_object);
}

/* The last operation of the plan on an object, or NULL. */
static const struct ad_plan_op *below_find_op(const struct below_look *look, struct ad_str id)
{
	size_t low = 0, high = look->op_count;

	while (low < high) {
		size_t mid = (low + high) / 2;
		if (ad_str_order(look->ops[mid]->row->id, id) <= 0)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || !ad_str_eq(look->ops[low - 1]->row->id, id))
		return NULL;
	return look->ops[low - 1];
}

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
				   below_is_enabled(below_standing(look->arena, group,
								   below_find_op(look, id)));
	}
	*runs = look->group_runs;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static bool below_is_told(const struct ad_sync_plan *plan, struct ad_str id)
{
	for (const struct ad_violation *v = plan->violations.first; v; v = v->next)
		if (v->id && strcmp(v->rule, "maxBid") == 0 && ad_str_is(id, v->id))
			return true;
	return false;
}

static void below_check_bids(struct below_look *look, const struct ad_row *row, const cJSON *object)
{
	const struct ad_bid_change change = { row->id, NULL, object };
	struct ad_violation **end = look->plan->violations.end;

	if (!object || below_is_told(look->plan, row->id))
		return;
	ad_rails_bids(&look->ask->rails, row->res, change, &look->plan->violations);
	look->added += look->plan->violations.end != end;
}

static enum ad_db_status below_check_row(struct below_look *look, const struct ad_row *row)
{
	const struct ad_plan_ask *ask = look->ask;
	const struct ad_plan_op *op = below_find_op(look, row->id);
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
	if (row->res->id != AD_R_CAMPAIGN && !below_is_told(look->plan, row->id)) {
		struct ad_violation **end = look->plan->violations.end;
		ad_rails_unread_bids(&ask->rails, row, look->adapter->sends,
				     &look->plan->violations);
		look->added += look->plan->violations.end != end;
	}
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
		if (status == AD_DB_DONE && ids.n)
			below_index(look);
		for (size_t i = 0; i < ids.n && status == AD_DB_DONE; i++) {
			struct ad_row *row;
			status =
				ad_row_load(ask->db, look->arena, ask->realm, res, ids.at[i], &row);
			if (status == AD_DB_ROW && look->added < VIOLATIONS_MAX)
				status = below_check_row(look, row);
			else if (status == AD_DB_ROW)
				status = AD_DB_DONE;
		}
		if (ids.n)
			memcpy(last, ids.at[ids.n - 1].p, ids.at[ids.n - 1].n + 1);
		ad_arena_free(look->arena);
	} while (status == AD_DB_DONE && ids.n == PAGE && look->added < VIOLATIONS_MAX);
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
	if (status == AD_DB_ROW && campaign->remote_id.p) {
		below_index(look);
		status = below_check_row(look, campaign);
	}
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

	if (ask->rails.max_bid <= 0 || !look.adapter)
		return AD_DB_DONE;
	for (const struct ad_violation *v = plan->violations.first; v; v = v->next)
		look.added += strcmp(v->rule, "maxBid") == 0;
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
	if (op->res->id != AD_R_CAMPAIGN)
		return AD_DB_DONE;
	status = below_check_all(&look, groups, groups_of_campaign, op);
	return status == AD_DB_DONE ? below_check_all(&look, keywords, keywords_of_campaign, op)
				    : status;
}
