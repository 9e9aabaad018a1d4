#include "store/objects/successors.h"

static enum ad_db_status successor_of(struct ad_db *db, struct ad_arena *arena,
				      struct ad_realm realm, struct ad_str object_id,
				      struct ad_str *draft_id)
{
	struct ad_stmt *s = ad_sql(db, "SELECT draft_id FROM sync_successors WHERE space_id = $1"
				       " AND environment = $2 AND object_id = $3");
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, object_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*draft_id = ad_col_copy(s, arena, 0);
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status ad_successor_find(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    const struct ad_resource *res, struct ad_str object_id,
				    struct ad_successor *out)
{
	struct ad_str draft_id;
	enum ad_db_status status;

	*out = (struct ad_successor){ .last = object_id };
	for (;;) {
		struct ad_row *row;
		status = successor_of(db, arena, realm, out->last, &draft_id);
		if (status == AD_DB_ROW)
			status = ad_row_load(db, arena, realm, res, draft_id, &row);
		if (status != AD_DB_ROW)
			return status;
		if (!row->removed) {
			out->row = row;
			return AD_DB_DONE;
		}
		out->last = draft_id;
	}
}

enum ad_db_status ad_successor_put(struct ad_db *db, struct ad_realm realm, struct ad_str object_id,
				   struct ad_str draft_id)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO sync_successors (space_id, environment,"
				       " object_id, draft_id) VALUES ($1, $2, $3, $4)"
				       " ON CONFLICT (space_id, environment, object_id) DO UPDATE"
				       " SET draft_id = excluded.draft_id");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, object_id);
	ad_bind(s, 4, draft_id);
	return ad_step(s);
}
