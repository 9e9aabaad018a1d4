/* The pictures and videos of an ad, if the platform fetches them itself. */
#include "base/json_read.h"
#include "sync/state/asset_rows.h"
#include "sync/run/run.h"
#include "sync/run/asset_piece.h"

static bool has_bytes(const struct ad_row *asset)
{
	struct ad_str type = ad_row_text(asset, "type");

	return ad_str_is(type, "IMAGE") || ad_str_is(type, "LOGO") || ad_str_is(type, "VIDEO");
}

enum ad_db_status ad_run_media(struct ad_run *run, struct ad_piece *piece)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);
	const struct ad_piece_asset **end = &piece->assets;
	const cJSON *id;

	if (piece->op == AD_OP_REMOVE || piece->res->id != AD_R_AD || !run->adapter->fetches_media)
		return AD_DB_DONE;
	cJSON_ArrayForEach(id, ad_json_get(piece->want, "assetIds"))
	{
		struct ad_piece_asset *one;
		struct ad_row *asset;
		enum ad_db_status status =
			ad_row_load(ad_sync_db(run->sync), run->arena, run->realm,
				    ad_resource_row(AD_R_ASSET), ad_json_text(id), &asset);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		/* The adapter reports a deleted asset. */
		if (status == AD_DB_DONE || !has_bytes(asset))
			continue;
		one = ad_arena_zalloc(run->arena, sizeof(*one));
		one->id = asset->id;
		one->media.mime = ad_row_text(asset, "mimeType");
		if (env->media_url)
			one->url = env->media_url(env->arg, run->arena, run->realm, asset->id);
		*end = one;
		end = &one->next;
	}
	return AD_DB_DONE;
}
