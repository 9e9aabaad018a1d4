#include "sync/plan/spend_moved.h"

#include "sync/plan/plan_spread.h"

/* *counts: the plan's totals include the object's own budget. */
static enum ad_db_status moved_counts(struct ad_db *db, struct ad_arena *arena,
				      const struct ad_row *row, bool *counts)
{
	struct ad_realm realm = { row->space_id, row->environment };
	struct ad_row *campaign;
	enum ad_db_status status;

	*counts = row->res->id == AD_R_CAMPAIGN;
	if (row->res->id != AD_R_AD_GROUP)
		return AD_DB_DONE;
	status = ad_row_load(db, arena, realm, ad_resource_row(AD_R_CAMPAIGN),
			     ad_row_text(row, "campaignId"), &campaign);
	*counts =
		status == AD_DB_ROW && ad_str_is(ad_row_text(campaign, "budgetLevel"), "AD_GROUP");
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status moved_add(struct ad_db *db, const struct ad_row *row, int64_t change)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET spend = spend + $3 WHERE space_id = $1"
				       " AND environment = $2 AND status IN ('QUEUED', 'RUNNING')"
				       " AND mode = 'PUSH' AND spend IS NOT NULL");

	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind_int(s, 3, change);
	return ad_step(s);
}

enum ad_db_status ad_spend_moved(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_today *today, const struct ad_row *was,
				 const struct ad_row *is, bool only_raises)
{
	int64_t before = 0, after = 0;
	bool counts = false;
	enum ad_db_status status = AD_DB_DONE;

	if (is->res->id != AD_R_CAMPAIGN && is->res->id != AD_R_AD_GROUP)
		return AD_DB_DONE;
	if (was)
		status = ad_spread_standing(db, arena, today, was, &before);
	if (status == AD_DB_DONE)
		status = ad_spread_standing(db, arena, today, is, &after);
	if (status != AD_DB_DONE || after == before || (only_raises && after < before))
		return status;
	status = moved_counts(db, arena, is, &counts);
	return status == AD_DB_DONE && counts ? moved_add(db, is, after - before) : status;
}
