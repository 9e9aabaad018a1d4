/* The rows of operations, stored: those of assets and attachments have their state by platform. */
#include "base/clock.h"
#include "base/json_read.h"
#include "sync/journal/journal.h"
#include "sync/state/asset_rows.h"
#include "sync/state/compare.h"
#include "sync/state/drift.h"

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
static bool journal_asset_end(struct ad_arena *arena, const struct ad_journal_op *op,
			      struct ad_row *row)
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
static enum ad_db_status journal_asset_follow(struct ad_db *db, struct ad_arena *arena,
					      struct ad_realm realm, struct ad_str op_id,
					      struct ad_str asset_id)
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
	bool stands = journal_asset_end(arena, op, row);
	remote = remote_of(op, row);
	status = stands ? ad_remote_store(db, realm, &remote) : ad_remote_drop(db, realm, &remote);
	if (status == AD_DB_DONE && !stands && op->next == AD_OPS_FAILED &&
	    op->res->id == AD_R_ASSET)
		status = ad_remotes_drop_links(db, realm, row->id, op->platform);
	if (status != AD_DB_DONE || op->res->id != AD_R_ASSET)
		return status;
	return journal_asset_follow(db, arena, realm, op_id, row->id);
}
