/* A pull lets a push go first while a report is generated: see pull.h. */
#include "base/clock.h"
#include "sync/pull/pull.h"
#include "sync/run/run_claim.h"

static void pull_lease_bind_run(struct ad_stmt *s, const struct ad_run *run)
{
	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, run->id);
}

static enum ad_db_status set_yields(struct ad_run *run, struct ad_db *db, bool yields)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_leases SET yields = $5 WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3 AND platform = $4");

	pull_lease_bind_run(s, run);
	ad_bind_cstr(s, 4, ad_platform_name(run->pull->place.platform));
	ad_bind_int(s, 5, yields);
	return ad_step(s);
}

enum ad_db_status ad_pull_yield(struct ad_run *run, struct ad_db *db)
{
	return set_yields(run, db, true);
}

static enum ad_db_status has_lease(const struct ad_run *run, struct ad_db *db, bool *has)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM sync_leases WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3 LIMIT 1");
	enum ad_db_status status;

	pull_lease_bind_run(s, run);
	status = ad_step(s);
	*has = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_pull_hold_on(struct ad_run *run, struct ad_db *db)
{
	bool has = false;
	enum ad_db_status status = has_lease(run, db, &has);

	run->pull->apart = status == AD_DB_DONE && !has;
	return status == AD_DB_DONE && has ? ad_run_hold_on(run, db) : status;
}

enum ad_db_status ad_pull_retain(struct ad_run *run, struct ad_db *db)
{
	enum ad_db_status status;

	run->pull->apart = false;
	if (!run->pull->place.report.page.n)
		return ad_run_hold_on(run, db);
	status = ad_pull_hold_on(run, db);
	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = set_yields(run, db, false);
	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		run->pull->apart = ad_db_changes(db) == 0;
	return status;
}

enum ad_db_status ad_pull_rejoin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_str holder = { 0 }, id = ad_str(run->id);
	struct ad_run_row head;
	enum ad_db_status status = ad_run_load(db, arena, run->realm, id, &head);
	struct ad_turn turn = { .realm = run->realm,
				.run_id = id,
				.platform = run->pull->place.platform };

	/* A pull that has ended must not acquire a lease: nothing would release it. */
	if (status == AD_DB_DONE || (status == AD_DB_ROW && ad_run_is_final(head.status))) {
		ad_run_set_fate(run, AD_RUN_LOST);
		return AD_DB_DONE;
	}
	if (status != AD_DB_ROW)
		return status;
	status = ad_run_lease_platforms(db, arena, run->realm, id, 1u << run->pull->place.platform,
					&holder);
	/* Keeps its other leases; releases the turn, which the account's new holder needs. */
	if (status == AD_DB_CONFLICT) {
		status = ad_pull_hold_on(run, db);
		run->pull->apart = true;
		if (status != AD_DB_DONE || ad_run_is_lost(run))
			return status;
		run->turns.held &= ~(1u << turn.platform);
		return ad_turn_give(db, &turn);
	}
	run->pull->apart = false;
	if (status == AD_DB_DONE)
		status = ad_run_hold(run, db);
	return status == AD_DB_DONE && !ad_run_is_lost(run) ? ad_pull_yield(run, db) : status;
}
