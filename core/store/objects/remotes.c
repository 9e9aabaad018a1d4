#include "store/objects/remotes.h"

#define COLUMNS                                                                                    \
	"object_id, platform, asset_id, resource, holder_id, role, remote_id, synced, open_op,"    \
	" failed, last_error, last_synced_at"
#define READ COLUMNS ", detached_connector"

static void remotes_bind_realm(struct ad_stmt *s, struct ad_realm realm)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
}

static struct ad_remote_row remotes_read_row(struct ad_arena *arena, struct ad_stmt *s)
{
	return (struct ad_remote_row){
		.object_id = ad_col_copy(s, arena, 0),
		.platform = ad_platform_of(ad_col(s, 1)),
		.asset_id = ad_col_copy(s, arena, 2),
		.resource = ad_col_copy(s, arena, 3),
		.holder_id = ad_col_copy(s, arena, 4),
		.role = ad_col_copy(s, arena, 5),
		.remote_id = ad_col_copy(s, arena, 6),
		.synced = ad_col_copy(s, arena, 7),
		.open_op = ad_col_copy(s, arena, 8),
		.failed = ad_col_int(s, 9) != 0,
		.last_error = ad_col_copy(s, arena, 10),
		.last_synced_at = ad_col_int(s, 11),
		.detached_connector = ad_col_int(s, 12) != 0,
	};
}

enum ad_db_status ad_remote_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str object_id, enum ad_platform platform,
				 struct ad_remote_row *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " READ " FROM asset_remotes WHERE space_id = $1"
				       " AND environment = $2 AND object_id = $3 AND"
				       " platform = $4");
	enum ad_db_status status;

	remotes_bind_realm(s, realm);
	ad_bind(s, 3, object_id);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = remotes_read_row(arena, s);
	ad_reset(s);
	return AD_DB_ROW;
}

static void remotes_push(struct ad_arena *arena, struct ad_remote_rows *rows,
			 struct ad_remote_row row)
{
	size_t n = rows->n;

	/* The array doubles whenever the count reaches a power of two. */
	if ((n & (n - 1)) == 0)
		rows->at = ad_arena_resize(arena, rows->at, n * sizeof(row),
					   (n ? 2 * n : 1) * sizeof(row));
	rows->at[rows->n++] = row;
}

enum ad_db_status ad_remotes_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str asset_id, struct ad_remote_rows *out)
{
	struct ad_stmt *s = ad_sql(
		db, asset_id.p
			    ? "SELECT " READ " FROM asset_remotes WHERE space_id = $1 AND"
			      " environment = $2 AND asset_id = $3 AND resource IS NULL"
			      " ORDER BY platform"
			    : "SELECT " READ " FROM asset_remotes r WHERE space_id = $1 AND"
			      " environment = $2 AND resource IS NOT NULL AND NOT EXISTS (SELECT 1"
			      " FROM asset_links l WHERE l.space_id = r.space_id AND"
			      " l.environment = r.environment AND l.asset_id = r.asset_id AND"
			      " l.id = r.object_id) ORDER BY object_id");
	enum ad_db_status status;

	*out = (struct ad_remote_rows){ NULL, 0 };
	remotes_bind_realm(s, realm);
	if (asset_id.p)
		ad_bind(s, 3, asset_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		remotes_push(arena, out, remotes_read_row(arena, s));
	return status;
}

enum ad_db_status ad_remote_store(struct ad_db *db, struct ad_realm realm,
				  const struct ad_remote_row *row)
{
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO asset_remotes (space_id, environment, " COLUMNS ") VALUES ($1, $2,"
		    " $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (space_id,"
		    " environment, object_id, platform) DO UPDATE SET remote_id ="
		    " excluded.remote_id, synced = excluded.synced, open_op = excluded.open_op,"
		    " failed = excluded.failed, last_error = excluded.last_error,"
		    " last_synced_at = excluded.last_synced_at");

	remotes_bind_realm(s, realm);
	ad_bind(s, 3, row->object_id);
	ad_bind_cstr(s, 4, ad_platform_name(row->platform));
	ad_bind(s, 5, row->asset_id);
	ad_bind(s, 6, row->resource);
	ad_bind(s, 7, row->holder_id);
	ad_bind(s, 8, row->role);
	ad_bind(s, 9, row->remote_id);
	ad_bind(s, 10, row->synced);
	ad_bind(s, 11, row->open_op);
	ad_bind_int(s, 12, row->failed);
	ad_bind(s, 13, row->last_error);
	ad_bind_int(s, 14, row->last_synced_at);
	return ad_step(s);
}

enum ad_db_status ad_remote_drop(struct ad_db *db, struct ad_realm realm,
				 const struct ad_remote_row *row)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM asset_remotes WHERE space_id = $1 AND"
				       " environment = $2 AND platform = $3 AND object_id = $4");

	remotes_bind_realm(s, realm);
	ad_bind_cstr(s, 3, ad_platform_name(row->platform));
	ad_bind(s, 4, row->object_id);
	return ad_step(s);
}

enum ad_db_status ad_remotes_drop_links(struct ad_db *db, struct ad_realm realm,
					struct ad_str asset_id, enum ad_platform platform)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM asset_remotes WHERE space_id = $1 AND"
				       " environment = $2 AND platform = $3 AND asset_id = $4"
				       " AND resource IS NOT NULL");

	remotes_bind_realm(s, realm);
	ad_bind_cstr(s, 3, ad_platform_name(platform));
	ad_bind(s, 4, asset_id);
	return ad_step(s);
}

enum ad_db_status ad_remotes_linked(struct ad_db *db, struct ad_realm realm, struct ad_str asset_id,
				    enum ad_platform platform)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM asset_remotes WHERE space_id = $1 AND"
				       " environment = $2 AND platform = $3 AND asset_id = $4"
				       " AND resource IS NOT NULL AND (remote_id IS NOT NULL OR"
				       " open_op IS NOT NULL) LIMIT 1");
	enum ad_db_status status;

	remotes_bind_realm(s, realm);
	ad_bind_cstr(s, 3, ad_platform_name(platform));
	ad_bind(s, 4, asset_id);
	status = ad_step(s);
	ad_reset(s);
	return status;
}

enum ad_db_status ad_remotes_forget(struct ad_db *db, struct ad_realm realm, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM asset_remotes WHERE space_id = $1 AND"
				       " environment = $2 AND (asset_id = $3 OR holder_id = $3)");

	remotes_bind_realm(s, realm);
	ad_bind(s, 3, id);
	return ad_step(s);
}

/* Ranks the copies by their need to be checked. */
static int need_of(const struct ad_remote_row *copy, struct ad_str draft)
{
	if (copy->open_op.p)
		return 3;
	if (copy->failed)
		return 2;
	return copy->remote_id.p && ad_row_sent_differs(ad_resource_row(AD_R_ASSET), copy->platform,
							copy->synced, draft);
}

static const struct ad_remote_row *remotes_speaker(const struct ad_remote_rows *copies,
						   struct ad_str draft)
{
	const struct ad_remote_row *best = NULL;

	for (size_t i = 0; i < copies->n; i++) {
		const struct ad_remote_row *copy = &copies->at[i];
		int more = best ? need_of(copy, draft) - need_of(best, draft) : 1;
		if (more > 0 || (more == 0 && copy->last_synced_at > best->last_synced_at))
			best = copy;
	}
	return best;
}

/* One that is there, or NULL. */
static const struct ad_remote_row *remotes_standing(const struct ad_remote_rows *copies)
{
	for (size_t i = 0; i < copies->n; i++)
		if (copies->at[i].remote_id.p)
			return &copies->at[i];
	return NULL;
}

enum ad_db_status ad_remotes_render(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str asset_id, struct ad_row **out)
{
	static const struct ad_remote_row nowhere = { .failed = false };
	struct ad_remote_rows copies;
	const struct ad_remote_row *of, *there;
	struct ad_row *row;
	enum ad_db_status status =
		ad_row_load(db, arena, realm, ad_resource_row(AD_R_ASSET), asset_id, &row);

	if (status != AD_DB_ROW)
		return status;
	status = ad_remotes_load(db, arena, realm, asset_id, &copies);
	if (status != AD_DB_DONE)
		return status;
	of = remotes_speaker(&copies, ad_row_sent_json(arena, row));
	/* The last copy went by a removal: what is left is what was. */
	row->removed = !of && row->removal && row->remote_id.p;
	if (row->removed)
		row->remote_status = AD_S("REMOVED");
	if (!of)
		of = &nowhere;
	there = of->remote_id.p ? of : remotes_standing(&copies);
	if (!row->removed) {
		row->remote_id = there ? there->remote_id : (struct ad_str){ 0 };
		row->remote_status = there ? AD_S("ENABLED") : (struct ad_str){ 0 };
		row->synced = there ? there->synced : (struct ad_str){ 0 };
		row->last_synced_at = there ? there->last_synced_at : 0;
	}
	row->open_op = of->open_op;
	row->failed = of->failed;
	row->last_error = of->last_error;
	row->sync_revision++;
	if (out)
		*out = row;
	return ad_row_update(db, arena, row);
}
