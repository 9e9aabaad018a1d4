#include "sync/plan/plan_part.h"

#include "sync/state/drift.h"

/* All states except SYNCED and REMOVED, as a list: NOT IN would scan all objects of the Space. */
#define NOT_AS_SENT                                                                                \
	"sync_state IN ('SYNCING', 'FAILED', 'DRIFTED', 'PENDING_REMOVAL', 'MODIFIED', 'STAGED')"

bool ad_plan_is_part(const struct ad_plan_filter *filter)
{
	return filter->campaign_count || filter->ad_group_count;
}

static bool is_named(const struct ad_plan_filter *filter, struct ad_str campaign)
{
	return ad_plan_ids_hold(filter->campaign_ids, filter->campaign_count, campaign);
}

/*
 * *needed: an ad group needs its campaign in the plan, because the campaign must be created or was
 * removed on the platform. A retry lists its objects, including the campaign's own ones from the
 * original run.
 */
static enum ad_db_status plan_part_needs(const struct ad_plan_ask *ask, struct ad_str group,
					 struct ad_str *campaign, bool *needed)
{
	struct ad_row *row;
	enum ad_db_status status = ad_row_load(ask->db, ask->scratch, ask->realm,
					       ad_resource_row(AD_R_AD_GROUP), group, &row);

	*needed = false;
	if (status != AD_DB_ROW)
		return status;
	*campaign = ad_row_text(row, "campaignId");
	status = ad_row_load(ask->db, ask->scratch, ask->realm, ad_resource_row(AD_R_CAMPAIGN),
			     *campaign, &row);
	if (status != AD_DB_ROW)
		return status;
	*needed = ask->filter.object_count || !row->remote_id.p || ad_drift_is_gone(row);
	return AD_DB_DONE;
}

enum ad_db_status ad_plan_above(struct ad_plan_ask *ask)
{
	const struct ad_plan_filter *filter = &ask->filter;
	struct ad_str *above =
		ad_arena_alloc(ask->arena, (filter->ad_group_count + 1) * sizeof(*above));
	enum ad_db_status status = AD_DB_DONE;
	size_t n = 0;

	for (size_t i = 0; i < filter->ad_group_count && status == AD_DB_DONE; i++) {
		struct ad_str campaign;
		bool needed;
		ad_arena_reset(ask->scratch);
		status = plan_part_needs(ask, filter->ad_group_ids[i], &campaign, &needed);
		/* A named campaign includes its own objects anyway. */
		if (needed && !is_named(filter, campaign))
			above[n++] = ad_arena_copy(ask->arena, campaign);
	}
	ask->above = above;
	ask->above_count = ad_plan_ids_settle(above, n);
	return status;
}

bool ad_plan_wants(const struct ad_plan_ask *ask, const struct ad_row *row)
{
	const struct ad_plan_filter *filter = &ask->filter;

	return filter->object_count == 0 ||
	       ad_plan_ids_hold(filter->object_ids, filter->object_count, row->id);
}

static bool in_part(const struct ad_plan_ask *ask, const struct ad_row *row)
{
	const struct ad_plan_filter *filter = &ask->filter;
	struct ad_str group = { 0 }, campaign = row->id;

	if (row->res->id == AD_R_AD_GROUP)
		group = row->id;
	else if (row->res->id != AD_R_CAMPAIGN)
		group = ad_row_text(row, "adGroupId");
	if (group.p)
		return ad_plan_ids_hold(filter->ad_group_ids, filter->ad_group_count, group);
	if (row->res->id == AD_R_CAMPAIGN && row->removal)
		return false;
	if (row->res->id == AD_R_KEYWORD)
		campaign = ad_row_text(row, "campaignId");
	return is_named(filter, campaign) ||
	       ad_plan_ids_hold(ask->above, ask->above_count, campaign);
}

/* The campaign of an object: itself, its parent, or the parent of a keyword's ad group. */
static enum ad_db_status plan_part_campaign_of(const struct ad_plan_ask *ask,
					       const struct ad_row *row, struct ad_str *out)
{
	struct ad_row *group;
	enum ad_db_status status;

	*out = row->id;
	if (row->res->id == AD_R_CAMPAIGN)
		return AD_DB_DONE;
	*out = ad_row_text(row, "campaignId");
	if (out->p)
		return AD_DB_DONE;
	status = ad_row_load(ask->db, ask->scratch, ask->realm, ad_resource_row(AD_R_AD_GROUP),
			     ad_row_text(row, "adGroupId"), &group);
	if (status == AD_DB_ROW)
		*out = ad_row_text(group, "campaignId");
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_plan_concerns(const struct ad_plan_ask *ask, const struct ad_row *row,
				   enum ad_platform *platform, bool *concerned)
{
	const struct ad_plan_filter *filter = &ask->filter;
	struct ad_str campaign = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	*platform = ad_platform_of(ad_row_text(row, "platform"));
	*concerned = filter->campaigns && *platform < AD_PLATFORM_COUNT &&
		     filter->platforms & (1u << *platform);
	if (!*concerned || !ad_plan_is_part(filter))
		return AD_DB_DONE;
	if (filter->ad_group_count) {
		*concerned = in_part(ask, row);
		return AD_DB_DONE;
	}
	status = plan_part_campaign_of(ask, row, &campaign);
	*concerned = status == AD_DB_DONE && is_named(filter, campaign);
	return status;
}

/*
 * Adds the ids of a table that match a condition, below a parent if the condition has $3. Sorts
 * them here: with ORDER BY id SQLite would scan all objects of the Space.
 */
static enum ad_db_status plan_part_list(const struct ad_plan_ask *ask,
					const struct ad_resource *res, const char *condition,
					const struct ad_str *parent, struct ad_plan_ids *out)
{
	struct ad_str sql = ad_arena_printf(ask->scratch,
					    "SELECT id FROM %s WHERE space_id = $1 AND environment"
					    " = $2 AND %s",
					    res->table, condition);
	struct ad_stmt *s = ad_sql(ask->db, sql.p);
	enum ad_db_status status;
	size_t before = out->count;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	if (parent)
		ad_bind(s, 3, *parent);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		size_t n = out->count;
		/* The array doubles whenever the count reaches a power of two. */
		if ((n & (n - 1)) == 0)
			out->at = ad_arena_resize(ask->arena, out->at, n * sizeof(*out->at),
						  (n ? 2 * n : 1) * sizeof(*out->at));
		out->at[out->count++] = ad_arena_copy(ask->arena, ad_col(s, 0));
	}
	if (out->count > before)
		out->count = before + ad_plan_ids_settle(out->at + before, out->count - before);
	return status;
}

enum ad_db_status ad_plan_campaign_ids(const struct ad_plan_ask *ask, struct ad_plan_ids *out)
{
	*out = (struct ad_plan_ids){ 0 };
	return plan_part_list(ask, ad_resource_row(AD_R_CAMPAIGN), "sync_state <> 'REMOVED'", NULL,
			      out);
}

enum ad_db_status ad_plan_open_ids(const struct ad_plan_ask *ask, const struct ad_resource *res,
				   struct ad_plan_ids *out)
{
	*out = (struct ad_plan_ids){ 0 };
	return plan_part_list(ask, res, NOT_AS_SENT, NULL, out);
}

enum ad_db_status ad_plan_syncing_ids(const struct ad_plan_ask *ask, const struct ad_resource *res,
				      struct ad_plan_ids *out)
{
	*out = (struct ad_plan_ids){ 0 };
	return plan_part_list(ask, res, NOT_AS_SENT " AND open_op IS NOT NULL", NULL, out);
}

static enum ad_db_status list_all(const struct ad_plan_ask *ask, const struct ad_resource *res,
				  const char *condition, const struct ad_plan_ids *parents,
				  struct ad_plan_ids *out)
{
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < parents->count && status == AD_DB_DONE; i++)
		status = plan_part_list(ask, res, condition, &parents->at[i], out);
	return status;
}

enum ad_db_status ad_plan_open_below(const struct ad_plan_ask *ask, const struct ad_resource *res,
				     struct ad_plan_ids *out)
{
	static const char of_group[] = NOT_AS_SENT " AND ad_group_id = $3";
	static const char of_campaign[] = NOT_AS_SENT " AND ad_group_id IS NULL AND campaign_id"
						      " = $3";
	const struct ad_plan_filter *filter = &ask->filter;
	const struct ad_plan_ids groups = { (struct ad_str *)filter->ad_group_ids,
					    filter->ad_group_count };
	const struct ad_plan_ids named = { (struct ad_str *)filter->campaign_ids,
					   filter->campaign_count };
	const struct ad_plan_ids above = { (struct ad_str *)ask->above, ask->above_count };
	enum ad_db_status status;

	if (filter->ad_group_count == 0)
		return ad_plan_open_ids(ask, res, out);
	*out = (struct ad_plan_ids){ 0 };
	if (res->id == AD_R_AD_GROUP)
		return list_all(ask, res, NOT_AS_SENT " AND id = $3", &groups, out);
	status = list_all(ask, res, of_group, &groups, out);
	if (status != AD_DB_DONE || res->id != AD_R_KEYWORD)
		return status;
	status = list_all(ask, res, of_campaign, &named, out);
	if (status == AD_DB_DONE)
		status = list_all(ask, res, of_campaign, &above, out);
	return status;
}
