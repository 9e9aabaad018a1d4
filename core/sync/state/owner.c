#include "sync/state/owner.h"

#include "sync/state/asset_rows.h"

static struct ad_str owner_query(struct ad_arena *arena, const struct ad_journal_op *op)
{
	if (ad_op_of_asset(op))
		return ad_arena_printf(arena,
				       "SELECT object_id FROM asset_remotes WHERE space_id = $1 AND"
				       " environment = $2 AND remote_id = $3 AND object_id <> $4"
				       " AND platform = $5 AND resource IS %s LIMIT 1",
				       op->res->id == AD_R_ASSET ? "NULL" : "NOT NULL");
	return ad_arena_printf(arena,
			       "SELECT id FROM %s WHERE space_id = $1 AND environment = $2 AND"
			       " remote_id = $3 AND id <> $4 AND platform = $5 AND sync_state <>"
			       " 'REMOVED' LIMIT 1",
			       op->res->table);
}

enum ad_db_status ad_owner_find(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_journal_op *op, struct ad_str remote_id,
				struct ad_str *owner)
{
	struct ad_stmt *s = ad_sql(db, owner_query(arena, op).p);
	enum ad_db_status status;

	*owner = (struct ad_str){ 0 };
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, remote_id);
	ad_bind(s, 4, op->object_id);
	ad_bind_cstr(s, 5, ad_platform_name(op->platform));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*owner = ad_col_copy(s, arena, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_owner_refuse(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_journal_op *op)
{
	struct ad_str owner;
	enum ad_db_status status;

	/*
	 * Equal bytes are one picture on the platform, regardless of the drafts, and no push
	 * removes it.
	 */
	if (op->op != AD_OP_CREATE || !op->remote_id.n || op->res->id == AD_R_ASSET)
		return AD_DB_DONE;
	status = ad_owner_find(db, arena, realm, op, op->remote_id, &owner);
	if (status != AD_DB_DONE || !owner.n)
		return status;
	op->next = AD_OPS_FAILED;
	op->finished = true;
	op->remote_id = op->changed_there = (struct ad_str){ 0 };
	op->error = (struct ad_platform_error){
		.code = "ALREADY_EXISTS",
		.message =
			ad_arena_printf(arena,
					"The object already exists on the platform and belongs to "
					"%.*s. Change that draft, or delete one of the two drafts.",
					AD_FMT(owner)),
	};
	return AD_DB_DONE;
}
