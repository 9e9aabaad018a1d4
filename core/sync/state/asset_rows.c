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

static void set(struct ad_row *row, const char *field, struct ad_str value)
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
		set(row, "assetId", wanted->asset_id);
		set(row, "resource", wanted->resource);
		set(row, "objectId", wanted->object_id);
		set(row, "role", wanted->role);
	} else if (there) {
		row->id = there->object_id;
		set(row, "assetId", there->asset_id);
		set(row, "resource", there->resource);
		set(row, "objectId", there->holder_id);
		set(row, "role", there->role);
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

static struct ad_remote_row remote_of(const struct ad_journal_op *op, const struct ad_row *row)
{
	struct ad_remote_row remote = {
		.object_id = row->id,
		.platform = op->platform,
		.asset_id = row->id,
		.remote_id = row->remote_id,
		.synced = row->synced,
		.open_op = row->open_op,
		.failed = row->failed,
		.last_error = row->last_error,
		.last_synced_at = row->last_synced_at,
	};

	if (op->res->id == AD_R_ASSET_LINK) {
		remote.asset_id = ad_row_text(row, "assetId");
		remote.resource = ad_row_text(row, "resource");
		remote.holder_id = ad_row_text(row, "objectId");
		remote.role = ad_row_text(row, "role");
	}
	return remote;
}

enum ad_db_status ad_op_row_opened(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_journal_op *op, struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	struct ad_remote_row remote;
	enum ad_db_status status;

	row->sync_revision++;
	if (!ad_op_of_asset(op))
		return ad_row_update(db, arena, row);
	remote = remote_of(op, row);
	status = ad_remote_store(db, realm, &remote);
	if (status != AD_DB_DONE || op->res->id != AD_R_ASSET)
		return status;
	status = ad_remotes_render(db, arena, realm, row->id, NULL);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* Applies the operation's result to the row; false: the object no longer exists on the platform. */
static bool end(struct ad_arena *arena, const struct ad_journal_op *op, struct ad_row *row)
{
	row->open_op = (struct ad_str){ 0 };
	if (op->next == AD_OPS_SUCCEEDED) {
		row->failed = false;
		row->last_error = (struct ad_str){ 0 };
		row->last_synced_at = ad_now();
		row->synced =
			op->op == AD_OP_UPDATE
				? ad_mixed_json(arena, row->res, ad_parsed(arena, row->synced),
						ad_parsed(arena, op->want), op->changed)
				: op->want;
		if (op->op == AD_OP_CREATE)
			row->remote_id = op->remote_id;
		return op->op != AD_OP_REMOVE;
	}
	/* A cancelled create may already have made the object: store its remote id. */
	if (op->op == AD_OP_CREATE && op->remote_id.p)
		row->remote_id = op->remote_id;
	if (op->next != AD_OPS_FAILED)
		return row->remote_id.p != NULL;
	/* Gone on the platform: the next push creates it again if the draft still has it. */
	if (op->live.p && ad_str_eq(op->live, AD_LIVE_GONE))
		return false;
	row->failed = true;
	row->last_error = ad_error_json(arena, &op->error);
	/* Others changed the object: the next plan shows the platform's value as the old value. */
	if (op->live.p)
		row->synced = op->live;
	else if (op->done && op->done[0])
		row->synced = ad_mixed_json(arena, row->res, ad_parsed(arena, row->synced),
					    ad_parsed(arena, op->want), op->done);
	return true;
}

/* Updates the asset's own row, and records the change in its history. */
static enum ad_db_status follow(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str op_id, struct ad_str asset_id)
{
	struct ad_row *was, *is;
	enum ad_db_status status =
		ad_row_load(db, arena, realm, ad_resource_row(AD_R_ASSET), asset_id, &was);

	if (status != AD_DB_ROW)
		return status;
	status = ad_remotes_render(db, arena, realm, asset_id, &is);
	return status == AD_DB_DONE ? ad_journal_note(db, arena, op_id, was, is) : status;
}

enum ad_db_status ad_asset_move(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str op_id, const struct ad_journal_op *op)
{
	struct ad_row *row;
	struct ad_remote_row remote;
	enum ad_db_status status = ad_op_row(db, arena, realm, op, &row);

	if (status == AD_DB_DONE)
		return AD_DB_DONE; /* deleted from the drafts meanwhile */
	if (status != AD_DB_ROW)
		return status;
	if (op->next == AD_OPS_PENDING || op->next == AD_OPS_UNKNOWN)
		return AD_DB_DONE; /* still SYNCING */
	if (!ad_str_eq(row->open_op, op_id) && op->next == AD_OPS_SKIPPED)
		return AD_DB_DONE;
	bool stands = end(arena, op, row);
	remote = remote_of(op, row);
	status = stands ? ad_remote_store(db, realm, &remote) : ad_remote_drop(db, realm, &remote);
	if (status == AD_DB_DONE && !stands && op->next == AD_OPS_FAILED &&
	    op->res->id == AD_R_ASSET)
		status = ad_remotes_drop_links(db, realm, row->id, op->platform);
	if (status != AD_DB_DONE || op->res->id != AD_R_ASSET)
		return status;
	return follow(db, arena, realm, op_id, row->id);
}
