
#include <stdlib.h>

#include "base/json_read.h"
#include "sync/state/drift.h"
#include "sync/plan/plan_doubt.h"
#include "sync/plan/plan_ends.h"
#include "sync/plan/plan_hosts.h"
#include "sync/plan/plan_needs.h"
#include "sync/plan/plan_order.h"
#include "sync/plan/plan_page.h"
#include "sync/plan/plan_part.h"
#include "sync/plan/plan_reach.h"
#include "sync/plan/plan_refused.h"
#include "sync/plan/plan_renames.h"
#include "sync/plan/plan_sent.h"
#include "sync/plan/plan_size.h"
#include "sync/plan/plan_spread.h"
#include "sync/plan/plan_twins.h"
#include "sync/plan/plan_unsettled.h"
#include "sync/state/compare.h"

static bool enabled_in(const cJSON *object)
{
	return ad_str_is(ad_json_get_text(object, "status"), "ENABLED");
}

static const cJSON *plan_parse_json(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(arena, json, &err) : NULL;
}

static bool plan_is_negative(const struct ad_row *row)
{
	size_t index = 0;

	return ad_field_find(&row->res->shape, AD_S("negative"), &index) && row->v[index].i != 0;
}

/* The row's AD_SENT fields with another status. */
static struct ad_str sent_with_status(const struct ad_plan_ask *ask, const struct ad_row *row,
				      struct ad_str status)
{
	struct ad_row *copy = ad_arena_alloc(ask->scratch, sizeof(*copy));

	*copy = *row;
	if (status.p)
		*ad_row_value(copy, "status") = (struct ad_value){ .kind = AD_TEXT, .s = status };
	return ad_arena_copy(ask->arena, ad_row_sent_json(ask->scratch, copy));
}

static int64_t running_a_day(const struct ad_sync_plan *plan, const struct ad_plan_op *op,
			     const cJSON *object)
{
	return ad_plan_runs(&plan->today, op->row, object)
		       ? ad_budget_a_day(&plan->today, op->row, object)
		       : 0;
}

static const char *const status_only[] = { "status", NULL };

/* Values that others set on the platform count, decided or not: see plan_spread.c. */
static void add_active(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		       struct ad_plan_op *op, const cJSON *from, const cJSON *to)
{
	const cJSON *live = from ? plan_parse_json(ask->scratch, op->row->live) : NULL;
	int64_t before = ad_plan_active_before(plan, op, from, to);
	int64_t after = running_a_day(plan, op, to);

	if (live && running_a_day(plan, op, live) > before)
		before = running_a_day(plan, op, live);
	/* If only the status is sent, the budget on the platform stays. */
	if (live && op->changed == status_only && ad_plan_runs(&plan->today, op->row, to) &&
	    ad_budget_a_day(&plan->today, op->row, live) > after)
		after = ad_budget_a_day(&plan->today, op->row, live);
	ad_plan_add_active(plan, op->row->id, &plan->active_after, after - before);
}

static void add_money(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		      struct ad_plan_op *op, const cJSON *from, const cJSON *to)
{
	int64_t before = from ? ad_budget_a_day(&plan->today, op->row, from) : 0;
	int64_t after = to ? ad_budget_a_day(&plan->today, op->row, to) : 0;

	op->budget_delta = after - before;
	ad_plan_raise(plan, op, ad_plan_a_day_before(plan, op, from), after);
	plan->after += op->rise;
	/* For ad groups: ad_plan_spend(). */
	if (op->res->id == AD_R_CAMPAIGN)
		add_active(ask, plan, op, from, to);
}

struct ad_plan_op *ad_plan_add(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_row *row, enum ad_op kind, enum ad_platform platform)
{
	struct ad_plan_op *op = ad_arena_zalloc(ask->arena, sizeof(*op));
	size_t room = plan->count;

	op->op = kind;
	op->res = row->res;
	op->row = row;
	op->platform = platform;
	op->rank =
		ad_plan_rank(row->res->id, kind == AD_OP_REMOVE ? AD_RANK_REMOVE : AD_RANK_CHANGE);
	if (kind != AD_OP_UPLOAD)
		op->parent_res = ad_plan_parent_of(row, &op->parent_id);
	/* The array doubles whenever the count reaches a power of two. */
	if ((room & (room - 1)) == 0) {
		struct ad_plan_op **more =
			ad_arena_alloc(ask->arena, (room ? 2 * room : 1) * sizeof(*more));
		if (room)
			memcpy(more, plan->ops, room * sizeof(struct ad_plan_op *));
		plan->ops = more;
	}
	plan->ops[plan->count++] = op;
	plan->creates += kind == AD_OP_CREATE;
	plan->updates += kind == AD_OP_UPDATE;
	plan->removes += kind == AD_OP_REMOVE;
	return op;
}

static void plan_hold(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		      const struct ad_row *row)
{
	struct ad_plan_held **end = &plan->held;
	struct ad_plan_held *held = ad_arena_zalloc(ask->arena, sizeof(*held));

	/* Newest first; ad_plan_make() reverses the list. */
	held->row = row;
	held->next = *end;
	*end = held;
	plan->held_count++;
}

void ad_plan_warn(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		  const struct ad_row *row, struct ad_plan_says says)
{
	struct ad_plan_warning *w = ad_arena_zalloc(ask->arena, sizeof(*w));

	/* Newest first; ad_plan_make() reverses the list. */
	*w = (struct ad_plan_warning){ plan->warnings, says.code, row, says.message, NULL, false };
	plan->warnings = w;
	plan->warning_count++;
}

static void plan_remove(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform)
{
	struct ad_plan_op *op = ad_plan_add(ask, plan, row, AD_OP_REMOVE, platform);

	op->kept_synced = op->kept_want = row->synced;
	add_money(ask, plan, op, plan_parse_json(ask->scratch, row->synced), NULL);
}

/* Keywords are the most numerous: their wanted values are written from the row each time. */
static void set_want(const struct ad_plan_ask *ask, struct ad_plan_op *op, enum ad_plan_text from)
{
	if (op->res->id == AD_R_KEYWORD)
		op->want_from = (uint8_t)from;
	else
		op->kept_want = sent_with_status(ask, op->row,
						 from == AD_PLAN_PAUSED ? AD_S("PAUSED")
									: (struct ad_str){ 0 });
}

/* Enables a paused object after all other operations. `paused` is absent if the row has it. */
static void plan_enable(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform, struct ad_str paused)
{
	struct ad_plan_op *op;

	if (ad_plan_doubt_holds(ask, plan, row))
		return;
	op = ad_plan_add(ask, plan, row, AD_OP_UPDATE, platform);
	set_want(ask, op, AD_PLAN_DRAFT);
	op->kept_synced = paused;
	if (!paused.p && !row->remote_id.p)
		op->synced_from = AD_PLAN_PAUSED;
	op->changed = status_only;
	op->rank = ad_plan_rank(row->res->id, AD_RANK_ENABLE);
	add_money(ask, plan, op, plan_parse_json(ask->scratch, ad_plan_synced(ask->scratch, op)),
		  plan_parse_json(ask->scratch, ad_plan_want(ask->scratch, op)));
}

static void plan_create(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform)
{
	struct ad_plan_op *op = ad_plan_add(ask, plan, row, AD_OP_CREATE, platform);
	bool live = ad_str_is(ad_row_text(row, "status"), "ENABLED") && !plan_is_negative(row);

	set_want(ask, op, live ? AD_PLAN_PAUSED : AD_PLAN_DRAFT);
	add_money(ask, plan, op, NULL,
		  plan_parse_json(ask->scratch, ad_plan_want(ask->scratch, op)));
	if (live && ask->filter.activate)
		plan_enable(ask, plan, row, platform, op->kept_want);
	else if (live)
		plan_hold(ask, plan, row);
}

static bool holds_status(const char *const *changed)
{
	while (*changed && strcmp(*changed, "status") != 0)
		changed++;
	return *changed != NULL;
}

/* Removes the status from a list of fields; returns how many are left. */
static size_t drop_status(const char **changed)
{
	size_t n = 0;

	for (const char **name = changed; *name; name++)
		if (strcmp(*name, "status") != 0)
			changed[n++] = *name;
	changed[n] = NULL;
	return n;
}

/* True if an edit of several fields pauses an object that is enabled on the platform. */
static bool plan_pauses(const struct ad_plan_ask *ask, const struct ad_row *row,
			const char *const *changed)
{
	const cJSON *from = plan_parse_json(ask->scratch, row->synced);

	return changed[0] && changed[1] && holds_status(changed) && enabled_in(from) &&
	       !ad_drift_blocks(ask->scratch, row, status_only);
}

/*
 * Adds a separate pause operation for an edited object, before the changes: the pause is sent even
 * if another field drifted or is refused. Removes the status from `changed`, and returns the values
 * after the pause.
 */
static struct ad_str plan_pause(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				struct ad_row *row, enum ad_platform platform, const char **changed)
{
	const cJSON *from = plan_parse_json(ask->scratch, row->synced);
	const cJSON *to = plan_parse_json(ask->scratch, ad_row_sent_json(ask->scratch, row));
	struct ad_plan_op *op = ad_plan_add(ask, plan, row, AD_OP_UPDATE, platform);

	op->kept_want = ad_mixed_json(ask->arena, row->res, from, to, status_only);
	op->kept_synced = row->synced;
	op->changed = status_only;
	op->rank = ad_plan_rank(row->res->id, AD_RANK_PAUSE);
	add_money(ask, plan, op, from, plan_parse_json(ask->scratch, op->kept_want));
	(void)drop_status(changed);
	return op->kept_want;
}

/* Copies the list at its exact size. */
static const char *const *keep_fields(const struct ad_plan_ask *ask, const char *const *fields)
{
	const char **kept;
	size_t n = 0;

	while (fields[n])
		n++;
	kept = ad_arena_alloc(ask->arena, (n + 1) * sizeof(*kept));
	memcpy(kept, fields, (n + 1) * sizeof(*kept));
	return kept;
}

struct change {
	const char **fields; /* NULL-ended */
	struct ad_str synced;
	bool enables; /* a separate operation sets the status */
};

/* Adds the update of these fields; returns the values after it. */
static struct ad_str plan_change(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				 struct ad_row *row, enum ad_platform platform,
				 struct change change)
{
	struct ad_plan_op *op = ad_plan_add(ask, plan, row, AD_OP_UPDATE, platform);
	const cJSON *from = plan_parse_json(ask->scratch, row->synced);

	op->kept_want = sent_with_status(
		ask, row, change.enables ? ad_json_get_text(from, "status") : (struct ad_str){ 0 });
	op->kept_synced = change.synced;
	op->changed = keep_fields(ask, change.fields);
	add_money(ask, plan, op, plan_parse_json(ask->scratch, op->kept_synced),
		  plan_parse_json(ask->scratch, op->kept_want));
	return op->kept_want;
}

static void plan_update(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform)
{
	const char **changed =
		ad_arena_zalloc(ask->scratch, (AD_FIELDS_MAX + 1) * sizeof(*changed));
	const cJSON *from = plan_parse_json(ask->scratch, row->synced);
	const cJSON *to = plan_parse_json(ask->scratch, ad_row_sent_json(ask->scratch, row));
	bool enables = enabled_in(to) && !enabled_in(from) && !plan_is_negative(row);
	bool held = enables && !ask->filter.activate;
	struct ad_str synced = row->synced;
	size_t n = ad_plan_changed(ask->scratch, row, held || plan_is_negative(row), changed);

	n = ad_plan_keep_sent(ask, row, platform, changed, n);
	if (held && !ad_drift_is_gone(row))
		plan_hold(ask, plan, row);
	if (plan_pauses(ask, row, changed))
		synced = plan_pause(ask, plan, row, platform, changed);
	/* Values that others changed are not overwritten before a person decides. */
	if (n == 0 || ad_drift_blocks(ask->scratch, row, changed))
		return;
	if (enables && !held)
		n = drop_status(changed);
	if (n > 0)
		synced = plan_change(ask, plan, row, platform,
				     (struct change){ changed, synced, enables });
	/* All other changes are sent before the object is enabled. */
	if (enables && !held)
		plan_enable(ask, plan, row, platform, synced);
}

static const struct ad_plan_says incomplete = {
	"INCOMPLETE",
	"The object is on the platform only in part, because an earlier push was interrupted. This "
	"push completes or removes it.",
};

static const struct ad_plan_says too_large = {
	"INCOMPLETE",
	"An amount on the platform is too large to be read exactly. It counts as 4,000,000,000, "
	"and no "
	"push sends it. Set the amount in the draft to replace it.",
};

void ad_plan_row(const struct ad_plan_ask *ask, struct ad_sync_plan *plan, struct ad_row *row,
		 enum ad_platform platform)
{
	const char *left_out = row->removed ? NULL : ad_plan_unsettled(ask, plan, row);

	if (row->removed || !ad_plan_wants(ask, row))
		return;
	if (left_out) {
		ad_plan_warn(ask, plan, row, (struct ad_plan_says){ "UNSETTLED", left_out });
		return;
	}
	if (ad_row_drifted(row))
		ad_plan_warn_drift(ask, plan, row);
	if (ad_row_is_incomplete(row))
		ad_plan_warn(ask, plan, row, ad_row_holds_unheld(row) ? too_large : incomplete);
	if (row->removal) {
		if (row->remote_id.p && !ad_drift_blocks(ask->scratch, row, NULL))
			plan_remove(ask, plan, row, platform);
	} else if (!row->remote_id.p) {
		plan_create(ask, plan, row, platform);
	} else {
		plan_update(ask, plan, row, platform);
	}
}

/* Reads all campaigns: the totals are of the whole Space. */
static enum ad_db_status plan_campaigns(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	const struct ad_resource *res = ad_resource_row(AD_R_CAMPAIGN);
	struct ad_plan_ids ids = { 0 };
	enum ad_db_status status = ad_plan_queued(ask, plan);

	if (status == AD_DB_DONE)
		status = ad_plan_doubt_load(ask, plan);
	if (status == AD_DB_DONE)
		status = ad_plan_campaign_ids(ask, &ids);
	for (size_t at = 0; at < ids.count && status == AD_DB_DONE && !plan->too_broad;
	     at += AD_IDS_MAX) {
		struct ad_ids page = ad_ids_page((struct ad_ids){ ids.at, ids.count }, at);
		struct ad_row *rows[AD_IDS_MAX];
		struct ad_str open[AD_IDS_MAX];
		size_t n = 0;
		ad_arena_reset(ask->scratch);
		status = ad_rows_load(ask->db, ask->scratch, ask->realm, res, page, rows);
		for (size_t i = 0; i < page.n && status == AD_DB_DONE; i++) {
			if (!rows[i])
				continue;
			status = ad_plan_before(ask, plan, rows[i]);
			if (rows[i]->state != AD_SYNCED)
				open[n++] = page.at[i];
		}
		if (status == AD_DB_DONE)
			status = ad_plan_page(ask, plan, res, (struct ad_ids){ open, n });
	}
	return status;
}

/* For the other resources only rows that are not synced are read. */
static enum ad_db_status plan_resource(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				       enum ad_resource_id resource)
{
	const struct ad_resource *res = ad_resource_row(resource);
	struct ad_plan_ask looking = *ask;
	struct ad_plan_ids ids;
	enum ad_db_status status;

	/* The list of ids is a copy, needed only in this function. */
	looking.arena = ad_arena_new();
	ad_plan_unmade_sort(ask, plan);
	status = ad_plan_open_below(&looking, res, &ids);
	for (size_t at = 0; at < ids.count && status == AD_DB_DONE && !plan->too_broad;
	     at += AD_IDS_MAX)
		status = ad_plan_page(ask, plan, res,
				      ad_ids_page((struct ad_ids){ ids.at, ids.count }, at));
	ad_arena_free(looking.arena);
	return status;
}

/* Runs once all operations are known: their order, warnings and spend. */
static enum ad_db_status plan_settle(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	enum ad_db_status status = ad_plan_places(ask, plan);

	if (status == AD_DB_DONE)
		status = ad_plan_twins(ask, plan);
	if (status != AD_DB_DONE)
		return status;
	ad_plan_reviews(ask, plan);
	ad_plan_rank_decreases(plan);
	ad_plan_renames(ask, plan);
	ad_plan_sort(plan);
	status = ad_plan_inherits(ask, plan);
	if (status == AD_DB_DONE)
		status = ad_plan_refused(ask, plan);
	ad_plan_spend(ask, plan);
	ad_plan_revive(plan);
	ad_plan_ends(ask, plan);
	ad_plan_everywhere(ask, plan);
	if (status == AD_DB_DONE)
		status = ad_plan_negatives(ask, plan);
	if (status == AD_DB_DONE)
		status = ad_plan_hosts(ask, plan);
	ad_plan_turn_lists(plan);
	if (status == AD_DB_DONE)
		status = ad_plan_check(ask, plan);
	ad_plan_needs(ask, plan);
	return status;
}

/* Checks the use of the operations' fields by the platforms. */
static enum ad_db_status plan_fields(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	enum ad_db_status status = ad_plan_bids(ask, plan);

	return status == AD_DB_DONE ? ad_plan_sent(ask, plan) : status;
}

static enum ad_db_status plan_make_all(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	static const enum ad_resource_id below[] = { AD_R_AD_GROUP, AD_R_AD, AD_R_KEYWORD };
	enum ad_db_status status = ad_plan_rejected_load(ask, plan);
	size_t drafts;

	if (status == AD_DB_DONE)
		status = plan_campaigns(ask, plan);
	plan->after += plan->before;
	plan->active_after += plan->active_before;
	for (size_t i = 0; i < AD_LEN(below) && status == AD_DB_DONE && !plan->too_broad; i++)
		status = plan_resource(ask, plan, below[i]);
	if (status == AD_DB_DONE && !plan->too_broad)
		status = plan_fields(ask, plan);
	drafts = plan->count;
	if (status == AD_DB_DONE && !plan->too_broad)
		status = ad_plan_assets(ask, plan);
	if (status == AD_DB_DONE && ad_plan_fits(ask, plan, drafts))
		status = ad_plan_serves(ask, plan);
	if (status == AD_DB_DONE && !plan->too_broad)
		status = ad_plan_conversions(ask, plan);
	return status == AD_DB_DONE && !plan->too_broad ? plan_settle(ask, plan) : status;
}

enum ad_db_status ad_plan_make(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_plan_ask own = *ask;
	enum ad_db_status status;

	*plan = (struct ad_sync_plan){
		.violations = { .arena = ask->arena, .most = AD_PLAN_LISTED_MAX },
	};
	ad_plan_size_set(plan, ask->memory);
	ad_plan_size_allow(ask->arena, ask->memory);
	own.scratch = ad_arena_new();
	status = ad_today_load(own.db, own.realm, &own.rails.today);
	plan->today = own.rails.today;
	if (status == AD_DB_DONE)
		status = ad_plan_above(&own);
	if (status == AD_DB_DONE)
		status = plan_make_all(&own, plan);
	ad_arena_free(own.scratch);
	return status;
}
