/* Finds the owner of a remote object, among all Spaces that have its ad account connected. */
#include "store/db/lookup.h"
#include "sync/state/owner.h"
#include "sync/run/run_claim.h"

static enum ad_db_status run_owner_finds(struct ad_stmt *s, bool *found)
{
	enum ad_db_status status = ad_step(s);

	*found = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_run_owned(const struct ad_run *run, const struct ad_journal_op *op,
			       struct ad_str remote_id, bool *owned)
{
	struct ad_str owner;
	enum ad_db_status status =
		ad_owner_find(ad_sync_db(run->sync), run->arena, run->realm, op, remote_id, &owner);

	*owned = status == AD_DB_DONE && owner.n > 0;
	return status;
}

/*
 * *owned: another Space created the object. Objects it only pulled do not count: one of them may be
 * what the operation in doubt made, and ignoring it would create a duplicate. The turn at the
 * account (run_turn.h) prevents two runs from adopting one object at the same time.
 */
enum ad_db_status ad_run_owned_elsewhere(const struct ad_run *run, const struct ad_journal_op *op,
					 struct ad_str remote_id, bool *owned)
{
	struct ad_str sql;
	struct ad_stmt *s;

	*owned = false;
	/*
	 * The ad group identifies the owner of objects that are equal however often they are
	 * created.
	 */
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
	return run_owner_finds(s, owned);
}

enum ad_db_status ad_run_claimed(const struct ad_run *run, const struct ad_journal_op *op,
				 struct ad_str name, bool *claimed)
{
	bool below = op->res->id == AD_R_AD_GROUP;
	struct ad_str sql = ad_arena_printf(
		run->arena,
		"SELECT 1 FROM %s WHERE space_id = $1 AND environment = $2 AND platform = $3 AND"
		" lower(name) = $4 AND id <> $5 AND %s = $6 AND remote_id IS NULL AND open_op IS"
		" NOT NULL AND name = $7 LIMIT 1",
		op->res->table, below ? "campaign_id" : "''");
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync), sql.p);

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(op->platform));
	ad_bind(s, 4, ad_sql_lower(run->arena, name));
	ad_bind(s, 5, op->object_id);
	ad_bind(s, 6, below ? op->parent_id : AD_S(""));
	ad_bind(s, 7, name);
	return run_owner_finds(s, claimed);
}
