#include "sync/state/asset_rows.h"

#include "base/clock.h"

enum ad_db_status ad_asset_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str id, enum ad_platform platform, struct ad_row **out)
{
	struct ad_remote_row copy = { .failed = false };
	struct ad_row *row;
	enum ad_db_status status =
		ad_row_load(db, arena, realm, ad_resource_row(AD_R_ASSET), id, &row);

	if (status != AD_DB_ROW)
		return status;
	status = ad_remote_load(db, arena, realm, id, platform, &copy);
	row->remote_id = copy.remote_id;
	row->synced = copy.synced;
	row->open_op = copy.open_op;
	row->failed = copy.failed;
	row->last_error = copy.last_error;
	row->last_synced_at = copy.last_synced_at;
	*out = row;
	return status == AD_DB_DONE ? AD_DB_ROW : status;
}

static void asset_rows_set(struct ad_row *row, const char *field, struct ad_str value)
{
	*ad_row_value(row, field) = (struct ad_value){ .kind = AD_TEXT, .s = value };
}

struct ad_row *ad_link_row(struct ad_arena *arena, struct ad_realm realm,
			   const struct ad_attached *wanted, const struct ad_remote_row *there)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = &ad_resource_asset_link;
	row->space_id = realm.space_id;
	row->environment = realm.environment;
	row->version = 1; /* attachments have no edits */
	if (wanted) {
		row->id = wanted->id;
		asset_rows_set(row, "assetId", wanted->asset_id);
		asset_rows_set(row, "resource", wanted->resource);
		asset_rows_set(row, "objectId", wanted->object_id);
		asset_rows_set(row, "role", wanted->role);
	} else if (there) {
		row->id = there->object_id;
		asset_rows_set(row, "assetId", there->asset_id);
		asset_rows_set(row, "resource", there->resource);
		asset_rows_set(row, "objectId", there->holder_id);
		asset_rows_set(row, "role", there->role);
	}
	row->removal = !wanted;
	if (wanted)
		row->connector_version = wanted->connector;
	else if (there)
		row->connector_version = there->detached_connector;
	if (!there)
		return row;
	row->remote_id = there->remote_id;
	row->synced = there->synced;
	row->open_op = there->open_op;
	row->failed = there->failed;
	row->last_error = there->last_error;
	row->last_synced_at = there->last_synced_at;
	return row;
}

/* Finds the attachment with the operation's object id: ROW or DONE. */
static enum ad_db_status wanted_link(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, const struct ad_journal_op *op,
				     struct ad_attached *out)
{
	struct ad_attached_list links;
	enum ad_db_status status = ad_links_load(
		db, arena, realm, (struct ad_attached){ .object_id = op->parent_id }, &links);

	for (size_t i = 0; i < links.n && status == AD_DB_DONE; i++) {
		if (!ad_str_eq(links.at[i].id, op->object_id))
			continue;
		*out = links.at[i];
		return AD_DB_ROW;
	}
	return status;
}

static enum ad_db_status link_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  const struct ad_journal_op *op, struct ad_row **out)
{
	struct ad_attached link;
	struct ad_remote_row remote;
	enum ad_db_status there, wanted = wanted_link(db, arena, realm, op, &link);

	if (wanted != AD_DB_ROW && wanted != AD_DB_DONE)
		return wanted;
	there = ad_remote_load(db, arena, realm, op->object_id, op->platform, &remote);
	if (there != AD_DB_ROW && (there != AD_DB_DONE || wanted == AD_DB_DONE))
		return there;
	*out = ad_link_row(arena, realm, wanted == AD_DB_ROW ? &link : NULL,
			   there == AD_DB_ROW ? &remote : NULL);
	return AD_DB_ROW;
}

bool ad_op_of_asset(const struct ad_journal_op *op)
{
	return op->res->id == AD_R_ASSET || op->res->id == AD_R_ASSET_LINK;
}

enum ad_db_status ad_op_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			    const struct ad_journal_op *op, struct ad_row **out)
{
	if (op->res->id == AD_R_ASSET)
		return ad_asset_row(db, arena, realm, op->object_id, op->platform, out);
	if (op->res->id == AD_R_ASSET_LINK)
		return link_row(db, arena, realm, op, out);
	return ad_row_load(db, arena, realm, op->res, op->object_id, out);
}
