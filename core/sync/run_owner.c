/* Whose a remote object is, of all Spaces that have its ad account connected. */
#include "sync/asset_rows.h"
#include "sync/run_claim.h"

static enum ad_db_status finds(struct ad_stmt *s, bool *found)
{
	enum ad_db_status status = ad_step(s);

	*found = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_run_owned(const struct ad_run *run, const struct ad_journal_op *op,
			       struct ad_str remote_id, bool *owned)
{
	struct ad_str sql =
		ad_op_of_asset(op)
			? ad_arena_printf(run->arena,
					  "SELECT object_id FROM asset_remotes WHERE space_id = $1"
					  " AND environment = $2 AND remote_id = $3 AND object_id"
					  " <> $4 AND platform = '%s' AND resource IS %s LIMIT 1",
					  ad_platform_name(op->platform),
					  op->res->id == AD_R_ASSET ? "NULL" : "NOT NULL")
			: ad_arena_printf(run->arena,
					  "SELECT id FROM %s WHERE space_id = $1 AND environment"
					  " = $2 AND remote_id = $3 AND id <> $4 AND sync_state"
					  " <> 'REMOVED' LIMIT 1",
					  op->res->table);
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync), sql.p);

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, remote_id);
	ad_bind(s, 4, op->object_id);
	return finds(s, owned);
}

/*
 * What another Space made there. What it pulled is not its own: that may well be what the operation
 * in doubt made, and left out it would be made twice. The turn at the account (run_turn.h) keeps
 * two runs from adopting one object at the same time.
 */
enum ad_db_status ad_run_owned_elsewhere(const struct ad_run *run, const struct ad_journal_op *op,
					 struct ad_str remote_id, bool *owned)
{
	struct ad_str sql;
	struct ad_stmt *s;

	*owned = false;
	/* Of what is the same however often it is made, the ad group above says whose it is. */
	if (run->adapter->set_like(op->res) || op->res->id == AD_R_ASSET_LINK)
		return AD_DB_DONE;
	sql = op->res->id == AD_R_ASSET
		      ? AD_S("SELECT 1 FROM connections c JOIN asset_remotes o ON o.space_id ="
			     " c.space_id AND o.environment = c.environment AND o.platform ="
			     " c.platform AND o.remote_id = $5 AND o.resource IS NULL WHERE"
			     " c.environment = $1 AND c.platform = $2 AND c.account_id_remote = $3"
			     " AND c.space_id <> $4 LIMIT 1")
		      : ad_arena_printf(run->arena,
					"SELECT 1 FROM connections c JOIN %s o ON o.space_id ="
					" c.space_id AND o.environment = c.environment AND"
					" o.remote_id = $5 AND o.platform = c.platform AND o.source"
					" <> 'PULL' WHERE c.environment = $1 AND c.platform = $2"
					" AND c.account_id_remote = $3 AND c.space_id <> $4"
					" LIMIT 1",
					op->res->table);
	s = ad_sql(ad_sync_db(run->sync), sql.p);
	ad_bind(s, 1, run->realm.environment);
	ad_bind_cstr(s, 2, ad_platform_name(run->platform));
	ad_bind(s, 3, run->connection.account_id);
	ad_bind(s, 4, run->realm.space_id);
	ad_bind(s, 5, remote_id);
	return finds(s, owned);
}
