/* Loads the assets that a piece shows or links, and the bytes of an asset that is uploaded. */
#include "base/json_read.h"
#include "store/objects/blobs.h"
#include "sync/state/asset_rows.h"
#include "sync/run/asset_piece.h"
#include "sync/state/compare.h"

static int64_t asset_piece_number(const struct ad_row *asset, const char *field)
{
	size_t index = 0;

	(void)ad_field_find(&asset->res->shape, ad_str(field), &index);
	return asset->v[index].kind == AD_INT ? asset->v[index].i : 0;
}

static struct ad_piece_media asset_piece_media_of(const struct ad_row *asset)
{
	return (struct ad_piece_media){
		.mime = ad_row_text(asset, "mimeType"),
		.width = asset_piece_number(asset, "width"),
		.height = asset_piece_number(asset, "height"),
	};
}

static void asset_piece_skip(struct ad_journal_op *op, const char *code, const char *message)
{
	op->next = AD_OPS_SKIPPED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = code,
		.message = ad_str(message),
		.retryable = true,
	};
}

/* Loads the asset itself. Only its create sends its bytes. */
static enum ad_db_status load_bytes(struct ad_run *run, struct ad_journal_op *op,
				    const struct ad_row *row, struct ad_piece *piece)
{
	struct ad_db *db = ad_sync_db(run->sync);
	struct ad_blob_range all = { 0, (size_t)asset_piece_number(row, "bytes") };
	struct ad_str sha = ad_row_text(row, "sha256");
	enum ad_db_status status;

	piece->media = asset_piece_media_of(row);
	if (op->op != AD_OP_CREATE || run->doubt || !sha.p)
		return AD_DB_DONE;
	status = ad_blob_read(db, run->arena, run->realm, sha, all, &piece->media.bytes);
	if (status != AD_DB_INVALID)
		return status;
	asset_piece_skip(
		op, "BYTES_MISSING",
		"The database does not contain the bytes of the asset. Create the asset again.");
	return AD_DB_DONE;
}

/* Appends one asset to the list; adds nothing if the asset was deleted. */
static enum ad_db_status add_asset(struct ad_run *run, const struct ad_attached *link,
				   const struct ad_piece_asset ***end)
{
	struct ad_row *row;
	struct ad_piece_asset *one;
	enum ad_db_status status = ad_asset_row(ad_sync_db(run->sync), run->arena, run->realm,
						link->asset_id, run->platform, &row);

	if (status != AD_DB_ROW)
		return status;
	one = ad_arena_zalloc(run->arena, sizeof(*one));
	one->id = row->id;
	one->remote_id = row->remote_id;
	one->role = link->role;
	one->fields = ad_parsed(run->arena, row->synced);
	one->media = asset_piece_media_of(row);
	**end = one;
	*end = &one->next;
	return AD_DB_DONE;
}

/* Appends the assets that this platform receives, in the order in which the ad names them. */
static enum ad_db_status ad_assets(struct ad_run *run, struct ad_piece *piece)
{
	struct ad_attached_list links;
	const struct ad_piece_asset **end = &piece->assets;
	const cJSON *item;
	enum ad_db_status status =
		ad_links_load(ad_sync_db(run->sync), run->arena, run->realm,
			      (struct ad_attached){ .object_id = piece->id }, &links);

	cJSON_ArrayForEach(item, ad_json_get(piece->want, "assetIds"))
	{
		for (size_t i = 0; i < links.n && status == AD_DB_DONE; i++) {
			if (!ad_str_eq(links.at[i].asset_id, ad_json_text(item)) ||
			    !run->adapter->carries(AD_R_AD, links.at[i].role))
				continue;
			status = add_asset(run, &links.at[i], &end);
			break;
		}
	}
	return status;
}

static bool all_there(const struct ad_piece *piece)
{
	for (const struct ad_piece_asset *one = piece->assets; one; one = one->next)
		if (!one->remote_id.p)
			return false;
	return true;
}

enum ad_db_status ad_piece_assets(struct ad_run *run, struct ad_journal_op *op,
				  const struct ad_row *row, struct ad_piece *piece)
{
	const struct ad_piece_asset **end = &piece->assets;
	enum ad_db_status status = AD_DB_DONE;

	if (!run->adapter->carries)
		return AD_DB_DONE;
	if (op->res->id == AD_R_ASSET)
		return load_bytes(run, op, row, piece);
	if (op->res->id == AD_R_ASSET_LINK) {
		struct ad_attached link = { .asset_id = ad_row_text(row, "assetId"),
					    .role = ad_row_text(row, "role") };
		status = add_asset(run, &link, &end);
	} else if (op->res->id == AD_R_AD && op->op != AD_OP_REMOVE) {
		status = ad_assets(run, piece);
	}
	if (status == AD_DB_DONE && op->op == AD_OP_CREATE && !run->doubt && !all_there(piece))
		asset_piece_skip(op, "PARENT_FAILED", "A referenced asset is not on the platform.");
	return status;
}
