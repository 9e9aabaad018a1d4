#include "sync/plan/plan_doubt.h"

#include "sync/plan/plan_part.h"

/* Ids of campaigns and ad groups, sorted once all are known. */
struct doubt_set {
	struct ad_str *at;
	size_t n, room;
};

struct ad_plan_doubt {
	struct doubt_set below;  /* neither they nor objects below them are enabled */
	struct doubt_set itself; /* they are not enabled */
	/* The ad group that was looked up last, and its campaign. */
	struct ad_str group, campaign;
};

static void set_add(struct ad_arena *arena, struct doubt_set *set, struct ad_str id)
{
	if (!id.p)
		return;
	AD_ARENA_GROW(arena, set->at, set->n, set->room);
	set->at[set->n++] = ad_arena_copy(arena, id);
}

static void set_settle(struct doubt_set *set)
{
	set->n = set->n ? ad_plan_ids_settle(set->at, set->n) : 0;
}

static bool set_holds(const struct doubt_set *set, struct ad_str id)
{
	return id.p && ad_plan_ids_hold(set->at, set->n, id);
}

/* The campaign of an ad group, on ask->arena; absent if there is no such group. */
static enum ad_db_status plan_doubt_find_campaign(const struct ad_plan_ask *ask,
						  struct ad_plan_doubt *doubt, struct ad_str group,
						  struct ad_str *campaign)
{
	struct ad_row *row;
	enum ad_db_status status = AD_DB_ROW;

	if (!ad_str_eq(group, doubt->group)) {
		status = ad_row_load(ask->db, ask->scratch, ask->realm,
				     ad_resource_row(AD_R_AD_GROUP), group, &row);
		doubt->group = ad_arena_copy(ask->arena, group);
		doubt->campaign = (struct ad_str){ 0 };
		if (status == AD_DB_ROW)
			doubt->campaign = ad_arena_copy(ask->arena, ad_row_text(row, "campaignId"));
	}
	*campaign = doubt->campaign;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* A text of the object; absent also if its resource has no such field. */
static struct ad_str plan_doubt_text_of(const struct ad_row *row, const char *field)
{
	size_t index = 0;
	bool has = ad_field_find(&row->res->shape, ad_str(field), &index);

	return has ? ad_row_text(row, field) : (struct ad_str){ 0 };
}

static bool plan_doubt_is_negative(const struct ad_row *row)
{
	size_t index = 0;

	return ad_field_find(&row->res->shape, AD_S("negative"), &index) && row->v[index].i != 0;
}

/* The create of anything but a negative keyword makes nothing wider than drafted. */
static bool can_widen(const struct ad_row *row)
{
	return row->remote_id.p || plan_doubt_is_negative(row);
}

static enum ad_db_status plan_doubt_add_row(const struct ad_plan_ask *ask,
					    struct ad_plan_doubt *doubt, const struct ad_row *row)
{
	struct ad_str group = plan_doubt_text_of(row, "adGroupId"), campaign;
	enum ad_db_status status;

	if (row->res->id == AD_R_CAMPAIGN) {
		set_add(ask->arena, &doubt->below, row->id);
		return AD_DB_DONE;
	}
	if (row->res->id == AD_R_AD_GROUP) {
		set_add(ask->arena, &doubt->below, row->id);
		set_add(ask->arena, &doubt->itself, plan_doubt_text_of(row, "campaignId"));
		return AD_DB_DONE;
	}
	if (!group.p) {
		set_add(ask->arena, &doubt->below, plan_doubt_text_of(row, "campaignId"));
		return AD_DB_DONE;
	}
	status = plan_doubt_find_campaign(ask, doubt, group, &campaign);
	set_add(ask->arena, plan_doubt_is_negative(row) ? &doubt->below : &doubt->itself, group);
	set_add(ask->arena, &doubt->itself, campaign);
	return status;
}

static enum ad_db_status add_resource(const struct ad_plan_ask *ask, struct ad_plan_doubt *doubt,
				      const struct ad_resource *res)
{
	struct ad_plan_ids ids;
	enum ad_db_status status = ad_plan_syncing_ids(ask, res, &ids);

	for (size_t at = 0; at < ids.count && status == AD_DB_DONE; at += AD_IDS_MAX) {
		struct ad_ids page = ad_ids_page((struct ad_ids){ ids.at, ids.count }, at);
		struct ad_row *rows[AD_IDS_MAX];
		ad_arena_reset(ask->scratch);
		status = ad_rows_load(ask->db, ask->scratch, ask->realm, res, page, rows);
		for (size_t i = 0; i < page.n && status == AD_DB_DONE; i++)
			if (rows[i] && can_widen(rows[i]))
				status = plan_doubt_add_row(ask, doubt, rows[i]);
	}
	return status;
}

enum ad_db_status ad_plan_doubt_load(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	static const enum ad_resource_id staged[] = { AD_R_CAMPAIGN, AD_R_AD_GROUP, AD_R_AD,
						      AD_R_KEYWORD };
	struct ad_plan_doubt *doubt = ad_arena_zalloc(ask->arena, sizeof(*doubt));
	enum ad_db_status status = AD_DB_DONE;

	plan->doubt = doubt;
	if (!ask->filter.activate)
		return AD_DB_DONE;
	for (size_t i = 0; i < AD_LEN(staged) && status == AD_DB_DONE; i++)
		status = add_resource(ask, doubt, ad_resource_row(staged[i]));
	set_settle(&doubt->below);
	set_settle(&doubt->itself);
	return status;
}

static bool is_held(const struct ad_plan_ask *ask, struct ad_plan_doubt *doubt,
		    const struct ad_row *row)
{
	struct ad_str group = plan_doubt_text_of(row, "adGroupId");
	struct ad_str campaign = plan_doubt_text_of(row, "campaignId");

	if (doubt->below.n + doubt->itself.n == 0)
		return false;
	if (set_holds(&doubt->below, row->id) || set_holds(&doubt->itself, row->id) ||
	    set_holds(&doubt->below, group))
		return true;
	/* An ad group that cannot be read is not known to be safe. */
	if (group.p && plan_doubt_find_campaign(ask, doubt, group, &campaign) != AD_DB_DONE)
		return true;
	return set_holds(&doubt->below, campaign);
}

bool ad_plan_doubt_holds(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 const struct ad_row *row)
{
	static const struct ad_plan_says says = {
		"UNSETTLED",
		"The object is not enabled: an earlier operation that it depends on, on its "
		"negative keywords or on an object above or below it, is unresolved. The platform "
		"is queried every minute. Preview again when the operation is resolved.",
	};
	bool held = is_held(ask, plan->doubt, row);

	if (held)
		ad_plan_warn(ask, plan, row, says);
	return held;
}
