/*
 * Assets in a plan: an attachment that is not on the platform, or on it but no longer wanted,
 * becomes an operation; so does each asset that attachments or ads need, once per platform.
 */
#include <stdlib.h>

#include "sync/state/asset_rows.h"
#include "sync/state/drift.h"
#include "sync/plan/plan_part.h"
#include "sync/plan/plan_sent.h"

static bool plan_assets_may(const struct ad_plan_ask *ask, struct ad_str id)
{
	const struct ad_plan_filter *filter = &ask->filter;

	return filter->object_count == 0 ||
	       ad_plan_ids_hold(filter->object_ids, filter->object_count, id);
}

/* The plan's operations, indexed by object id when the index was made. */
struct place {
	const struct ad_plan_op *op;
	bool told; /* ASSETS_NOT_SENT was added */
};

struct maker {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	struct place *places; /* by id, then platform */
	size_t count;
	/* The asset planned last, on each platform: attachments are ordered by asset. */
	struct ad_str asset[AD_PLATFORM_COUNT];
	bool asset_there[AD_PLATFORM_COUNT];
};

static int by_place(const void *a, const void *b)
{
	const struct ad_plan_op *x = ((const struct place *)a)->op;
	const struct ad_plan_op *y = ((const struct place *)b)->op;
	struct ad_str i = x->row->id, k = y->row->id;
	int order = memcmp(i.p, k.p, i.n < k.n ? i.n : k.n);

	if (order == 0)
		order = (i.n > k.n) - (i.n < k.n);
	return order ? order : (int)x->platform - (int)y->platform;
}

static void index_places(struct maker *m)
{
	m->count = m->plan->count;
	m->places = ad_arena_alloc(m->ask->arena, (m->count + 1) * sizeof(*m->places));
	for (size_t i = 0; i < m->count; i++)
		m->places[i] = (struct place){ m->plan->ops[i], false };
	if (m->count)
		qsort(m->places, m->count, sizeof(*m->places), by_place);
}

/* The entry of an object in the plan, or NULL. */
static struct place *plan_assets_place_of(const struct maker *m, struct ad_str id,
					  enum ad_platform platform)
{
	const struct ad_row row = { .id = id };
	const struct ad_plan_op op = { .row = &row, .platform = platform };
	const struct place key = { .op = &op };

	return m->count ? bsearch(&key, m->places, m->count, sizeof(key), by_place) : NULL;
}

static void plan_assets_unsettled(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				  const struct ad_row *row)
{
	ad_plan_warn(ask, plan, row,
		     (struct ad_plan_says){ "UNSETTLED",
					    "An earlier operation on the object is unresolved. The "
					    "object is left out until it is resolved." });
}

static void plan_create(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform)
{
	struct ad_plan_op *op = ad_plan_add(ask, plan, row, AD_OP_CREATE, platform);

	op->kept_want = ad_row_sent_json(ask->arena, row);
}

static void plan_remove(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform)
{
	struct ad_plan_op *op = ad_plan_add(ask, plan, row, AD_OP_REMOVE, platform);

	op->kept_want = op->kept_synced = row->synced;
}

static void plan_update(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			struct ad_row *row, enum ad_platform platform)
{
	const char **changed = ad_arena_zalloc(ask->arena, (AD_FIELDS_MAX + 1) * sizeof(*changed));
	struct ad_plan_op *op;
	size_t n = ad_plan_changed(ask->arena, row, false, changed);

	if (!plan_assets_may(ask, row->id) ||
	    ad_plan_keep_sent(ask, row, platform, changed, n) == 0)
		return;
	op = ad_plan_add(ask, plan, row, AD_OP_UPDATE, platform);
	op->kept_want = ad_row_sent_json(ask->arena, row);
	op->kept_synced = row->synced;
	op->changed = changed;
}

/* Plans an asset on a platform; *there: it is on the platform, or will be after this plan. */
static enum ad_db_status plan_asset(struct maker *m, struct ad_str id, enum ad_platform platform,
				    bool *there)
{
	struct ad_row *row;
	enum ad_db_status status;

	*there = ad_str_eq(m->asset[platform], id) && m->asset_there[platform];
	if (ad_str_eq(m->asset[platform], id))
		return AD_DB_DONE;
	status = ad_asset_row(m->ask->db, m->ask->arena, m->ask->realm, id, platform, &row);
	if (status != AD_DB_ROW)
		return status;
	*there = row->remote_id.p && !row->removed && !row->removal;
	if (row->open_op.p) {
		plan_assets_unsettled(m->ask, m->plan, row);
	} else if (*there) {
		plan_update(m->ask, m->plan, row, platform);
	} else if (!row->removed && !row->removal) {
		plan_create(m->ask, m->plan, row, platform);
		*there = true;
	}
	m->asset[platform] = row->id;
	m->asset_there[platform] = *there;
	return AD_DB_DONE;
}

/*
 * True if assets can be attached to the object: it is on the platform, or will be after this plan.
 */
static bool plan_assets_holds(const struct maker *m, const struct ad_row *holder,
			      enum ad_platform platform)
{
	if (holder->removal || holder->removed || ad_drift_is_gone(holder))
		return false;
	return holder->remote_id.p || plan_assets_place_of(m, holder->id, platform);
}

static void warn_not_sent(struct maker *m, struct place *place)
{
	/* The ad's own pictures have a warning on their field. */
	if (place->told || ad_plan_sent_warned(m->plan, place->op->row->id, "assetIds"))
		return;
	place->told = true;
	ad_plan_warn(m->ask, m->plan, place->op->row,
		     (struct ad_plan_says){
			     "ASSETS_NOT_SENT",
			     "Some of the attached assets are not sent to this platform." });
}

struct wanted {
	struct ad_attached link;
	bool there, open;
};

static enum ad_db_status plan_link(struct maker *m, const struct wanted *w,
				   enum ad_platform platform)
{
	const struct ad_plan_ask *ask = m->ask;
	struct ad_row *row = ad_link_row(ask->arena, ask->realm, &w->link, NULL);
	bool there = true;
	enum ad_db_status status;

	if (w->open) {
		plan_assets_unsettled(ask, m->plan, row);
		return AD_DB_DONE;
	}
	if (!w->there && !plan_assets_may(ask, row->id))
		return AD_DB_DONE;
	status = plan_asset(m, w->link.asset_id, platform, &there);
	if (status == AD_DB_DONE && there && !w->there)
		plan_create(ask, m->plan, row, platform);
	return status;
}

/* True for an ad whose platform fetches its media: its assets are not sent. */
static bool is_fetched(const struct ad_adapter *adapter, const struct ad_row *holder)
{
	struct ad_str type;

	if (!adapter || !adapter->fetches_media || holder->res->id != AD_R_AD)
		return false;
	type = ad_row_text(holder, "type");
	return ad_str_is(type, "IMAGE") || ad_str_is(type, "VIDEO");
}

static enum ad_db_status plan_wanted(struct maker *m, const struct wanted *w)
{
	const struct ad_plan_ask *ask = m->ask;
	const struct ad_resource *res = ad_resource_by_name(w->link.resource);
	const struct ad_adapter *adapter;
	struct place *place;
	enum ad_platform platform;
	struct ad_row *holder;
	bool concerned, there;
	enum ad_db_status status =
		ad_row_load(ask->db, ask->arena, ask->realm, res, w->link.object_id, &holder);

	if (status != AD_DB_ROW)
		return status;
	status = ad_plan_concerns(ask, holder, &platform, &concerned);
	if (status != AD_DB_DONE || !concerned || !plan_assets_holds(m, holder, platform))
		return status;
	place = plan_assets_place_of(m, holder->id, platform);
	adapter = ad_adapter_of(platform);
	if (is_fetched(adapter, holder))
		return AD_DB_DONE;
	if (!adapter || !adapter->carries || !adapter->carries(res->id, w->link.role)) {
		if (place)
			warn_not_sent(m, place);
		return AD_DB_DONE;
	}
	if (res->id != AD_R_AD)
		return plan_link(m, w, platform);
	/* An ad includes its assets: they are sent with it. */
	return place ? plan_asset(m, w->link.asset_id, platform, &there) : AD_DB_DONE;
}

/* Plans the attachments, except those that are on the platform as wanted. */
static enum ad_db_status plan_all_wanted(struct maker *m)
{
	const struct ad_plan_ask *ask = m->ask;
	struct ad_stmt *s = ad_sql(
		ask->db,
		"SELECT l.id, l.asset_id, l.resource, l.object_id, l.role, r.remote_id, r.open_op,"
		" l.connector"
		" FROM asset_links l JOIN assets a ON a.space_id = l.space_id AND a.environment ="
		" l.environment AND a.id = l.asset_id LEFT JOIN asset_remotes r ON r.space_id ="
		" l.space_id AND r.environment = l.environment AND r.object_id = l.id WHERE"
		" l.space_id = $1 AND l.environment = $2 AND l.resource IN ('campaign', 'adGroup',"
		" 'ad') AND (r.remote_id IS NULL OR a.sync_state <> 'SYNCED') ORDER BY l.asset_id, "
		"l.id");
	struct wanted *all = NULL;
	size_t n = 0;
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if ((n & (n - 1)) == 0)
			all = ad_arena_resize(ask->arena, all, n * sizeof(*all),
					      (n ? 2 * n : 1) * sizeof(*all));
		all[n++] = (struct wanted){ .link = { .id = ad_col_copy(s, ask->arena, 0),
						      .asset_id = ad_col_copy(s, ask->arena, 1),
						      .resource = ad_col_copy(s, ask->arena, 2),
						      .object_id = ad_col_copy(s, ask->arena, 3),
						      .role = ad_col_copy(s, ask->arena, 4),
						      .connector = ad_col_int(s, 7) != 0 },
					    .there = !ad_col_is_null(s, 5),
					    .open = !ad_col_is_null(s, 6) };
	}
	for (size_t i = 0; i < n && status == AD_DB_DONE; i++)
		status = plan_wanted(m, &all[i]);
	return status;
}

/*
 * Removes an attachment that is no longer wanted. If its object is removed, the attachment goes
 * with it.
 */
static enum ad_db_status plan_unwanted(struct maker *m, const struct ad_remote_row *link)
{
	const struct ad_plan_ask *ask = m->ask;
	enum ad_platform platform;
	struct ad_row *holder, *row = ad_link_row(ask->arena, ask->realm, NULL, link);
	bool concerned;
	enum ad_db_status status =
		ad_row_load(ask->db, ask->arena, ask->realm, ad_resource_by_name(link->resource),
			    link->holder_id, &holder);

	if (status != AD_DB_ROW)
		return status;
	status = ad_plan_concerns(ask, holder, &platform, &concerned);
	if (status != AD_DB_DONE || !concerned || !plan_assets_may(ask, row->id) ||
	    !plan_assets_holds(m, holder, link->platform))
		return status;
	if (link->open_op.p)
		plan_assets_unsettled(ask, m->plan, row);
	else if (link->remote_id.p)
		plan_remove(ask, m->plan, row, link->platform);
	return AD_DB_DONE;
}

/* Plans an asset that differs from its draft or is to be removed, on every platform. */
static enum ad_db_status plan_copies(struct maker *m, struct ad_str id)
{
	const struct ad_plan_ask *ask = m->ask;
	struct ad_remote_rows copies;
	struct ad_row *row;
	bool there;
	enum ad_db_status status = ad_remotes_load(ask->db, ask->arena, ask->realm, id, &copies);

	for (size_t i = 0; i < copies.n && status == AD_DB_DONE; i++) {
		enum ad_platform platform = copies.at[i].platform;
		if (!(ask->filter.platforms & (1u << platform)) || !plan_assets_may(ask, id) ||
		    plan_assets_place_of(m, id, platform))
			continue;
		status = ad_asset_row(ask->db, ask->arena, ask->realm, id, platform, &row);
		if (status != AD_DB_ROW)
			return status;
		status = AD_DB_DONE;
		if (!row->removal && row->remote_id.p)
			status = plan_asset(m, id, platform, &there);
		else if (row->removal && row->open_op.p)
			plan_assets_unsettled(ask, m->plan, row);
		else if (row->removal && !row->removed && row->remote_id.p)
			plan_remove(ask, m->plan, row, platform);
	}
	return status;
}

static enum ad_db_status plan_all_copies(struct maker *m)
{
	const struct ad_plan_ask *ask = m->ask;
	struct ad_stmt *s = ad_sql(ask->db, "SELECT id FROM assets WHERE space_id = $1 AND"
					    " environment = $2 AND sync_state NOT IN ('SYNCED',"
					    " 'REMOVED', 'STAGED') ORDER BY id");
	struct ad_str *ids = NULL;
	size_t n = 0;
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if ((n & (n - 1)) == 0)
			ids = ad_arena_resize(ask->arena, ids, n * sizeof(*ids),
					      (n ? 2 * n : 1) * sizeof(*ids));
		ids[n++] = ad_col_copy(s, ask->arena, 0);
	}
	for (size_t i = 0; i < n && status == AD_DB_DONE; i++)
		status = plan_copies(m, ids[i]);
	return status;
}

enum ad_db_status ad_plan_assets(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct maker m = { .ask = ask, .plan = plan };
	struct ad_remote_rows links;
	enum ad_db_status status;

	if (!ask->filter.campaigns)
		return AD_DB_DONE;
	index_places(&m);
	status = plan_all_wanted(&m);
	if (status == AD_DB_DONE)
		status = ad_remotes_load(ask->db, ask->arena, ask->realm, (struct ad_str){ 0 },
					 &links);
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++)
		status = plan_unwanted(&m, &links.at[i]);
	/* An asset without attachments belongs to no campaign. */
	if (status != AD_DB_DONE || ad_plan_is_part(&ask->filter))
		return status;
	index_places(&m);
	return plan_all_copies(&m);
}
