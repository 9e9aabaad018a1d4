#include "sync/budget_base.h"

#include "base/clock.h"
#include "base/json_read.h"

static bool budget_in(struct ad_arena *arena, struct ad_str json, int64_t *micros)
{
	struct ad_json_error error;
	const cJSON *object = json.n ? ad_json_parse(arena, json, &error) : NULL;

	return ad_json_micros_of(ad_json_get(object, "budget"), micros);
}

enum ad_db_status ad_budget_base_keep(struct ad_db *db, struct ad_arena *arena, struct ad_str was,
				      const struct ad_row *row)
{
	struct ad_stmt *s;
	int64_t before = 0, now = 0;

	if ((row->res->id != AD_R_CAMPAIGN && row->res->id != AD_R_AD_GROUP) ||
	    ad_str_eq(was, row->synced) || !budget_in(arena, row->synced, &now) ||
	    (budget_in(arena, was, &before) && before == now))
		return AD_DB_DONE;
	/* Of two changes within one microsecond the lower budget is kept. */
	s = ad_sql(db, "INSERT INTO sync_budgets (space_id, environment, campaign_id, at, budget)"
		       " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (space_id, environment,"
		       " campaign_id, at) DO UPDATE SET budget = CASE WHEN excluded.budget <"
		       " sync_budgets.budget THEN excluded.budget ELSE sync_budgets.budget END");
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	ad_bind_int(s, 4, ad_now());
	ad_bind_int(s, 5, now);
	return ad_step_later(s);
}

enum ad_db_status ad_budget_base_lowest(struct ad_db *db, struct ad_realm realm, struct ad_str id,
					int64_t synced, int64_t *lowest)
{
	struct ad_stmt *s = ad_sql(db, "SELECT MIN(budget) FROM sync_budgets WHERE space_id = $1"
				       " AND environment = $2 AND campaign_id = $3 AND at >="
				       " COALESCE((SELECT MAX(b.at) FROM sync_budgets b WHERE"
				       " b.space_id = $1 AND b.environment = $2 AND b.campaign_id ="
				       " $3 AND b.at <= $4), 0) AND budget > 0");
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
	ad_bind_int(s, 4, ad_now() - AD_DAY);
	*lowest = synced;
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	if (!ad_col_is_null(s, 0) && ad_col_int(s, 0) < synced)
		*lowest = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}
