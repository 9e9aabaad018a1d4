#include "sync/state/budget_base.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "sync/state/rails.h"

static bool budget_in(struct ad_arena *arena, struct ad_str json, int64_t *micros)
{
	struct ad_json_error error;
	const cJSON *object = json.n ? ad_json_parse(arena, json, &error) : NULL;

	return ad_json_micros_of(ad_json_get(object, "budget"), micros);
}

static const cJSON *budget_base_parse(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error error;

	return json.n ? ad_json_parse(arena, json, &error) : NULL;
}

static void bind_row(struct ad_stmt *s, const struct ad_row *row)
{
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
}

static int64_t budget_base_day_of(struct ad_stmt *s, int column)
{
	return ad_col_is_null(s, column) ? -1 : ad_col_int(s, column);
}

/* The newest record of a campaign or ad group; `at` 0: there is none. */
struct record {
	int64_t at, budget; /* us, micros */
	struct ad_budget_days days;
};

static enum ad_db_status load_newest(struct ad_db *db, const struct ad_row *row,
				     struct record *newest)
{
	struct ad_stmt *s = ad_sql(db, "SELECT at, budget, start_day, end_day FROM sync_budgets"
				       " WHERE space_id = $1 AND environment = $2 AND campaign_id ="
				       " $3 ORDER BY at DESC LIMIT 1");
	enum ad_db_status status;

	bind_row(s, row);
	status = ad_step(s);
	*newest = (struct record){ 0 };
	if (status != AD_DB_ROW)
		return status;
	*newest = (struct record){ ad_col_int(s, 0),
				   ad_col_int(s, 1),
				   { budget_base_day_of(s, 2), budget_base_day_of(s, 3) } };
	ad_reset(s);
	return AD_DB_DONE;
}

static enum ad_db_status insert_record(struct ad_db *db, const struct ad_row *row,
				       const struct record *one)
{
	/* Two servers may write at the same time: the lower budget is kept. */
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO sync_budgets (space_id, environment, campaign_id, at, budget,"
		    " start_day, end_day) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT"
		    " (space_id, environment, campaign_id, at) DO UPDATE SET budget = CASE WHEN"
		    " excluded.budget < sync_budgets.budget THEN excluded.budget ELSE"
		    " sync_budgets.budget END");

	bind_row(s, row);
	ad_bind_int(s, 4, one->at);
	ad_bind_int(s, 5, one->budget);
	if (one->days.start >= 0)
		ad_bind_int(s, 6, one->days.start);
	if (one->days.end >= 0)
		ad_bind_int(s, 7, one->days.end);
	return ad_step_later(s);
}

enum ad_db_status ad_budget_base_keep(struct ad_db *db, struct ad_arena *arena, struct ad_str was,
				      const struct ad_row *row)
{
	struct record newest, one = { .at = ad_now() };
	int64_t before = 0;
	enum ad_db_status status;

	if ((row->res->id != AD_R_CAMPAIGN && row->res->id != AD_R_AD_GROUP) ||
	    !budget_in(arena, row->synced, &one.budget))
		return AD_DB_DONE;
	one.days = ad_budget_days_of(row, budget_base_parse(arena, row->synced));
	if (one.days.end < 0 && budget_in(arena, was, &before) && before == one.budget)
		return AD_DB_DONE;
	status = load_newest(db, row, &newest);
	if (status != AD_DB_DONE)
		return status;
	/* An ad group's days are not among its synced values. */
	if (one.days.end >= 0 && newest.at > 0 && newest.budget == one.budget &&
	    newest.days.start == one.days.start && newest.days.end == one.days.end)
		return AD_DB_DONE;
	/* Two changes within a microsecond are two records. */
	if (one.at <= newest.at)
		one.at = newest.at + 1;
	return insert_record(db, row, &one);
}

#define OF_A_DAY                                                                                   \
	" FROM sync_budgets WHERE space_id = $1 AND environment = $2 AND campaign_id = $3 AND at"  \
	" >= COALESCE((SELECT MAX(b.at) FROM sync_budgets b WHERE b.space_id = $1 AND"             \
	" b.environment = $2 AND b.campaign_id = $3 AND b.at <= $4), 0) AND budget > 0"

enum ad_db_status ad_budget_base_lowest(struct ad_db *db, struct ad_realm realm, struct ad_str id,
					int64_t synced, int64_t *lowest)
{
	struct ad_stmt *s = ad_sql(db, "SELECT MIN(budget)" OF_A_DAY);
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

enum ad_db_status ad_budget_base_a_day(struct ad_db *db, struct ad_arena *arena,
				       const struct ad_today *today, const struct ad_row *row,
				       int64_t *lowest)
{
	struct ad_stmt *s = ad_sql(db, "SELECT budget, start_day, end_day" OF_A_DAY);
	int64_t now = ad_today_on(today, ad_platform_of(ad_row_text(row, "platform")));
	const cJSON *synced = budget_base_parse(arena, row->synced);
	enum ad_db_status status;

	*lowest = synced ? ad_budget_a_day(today, row, synced) : 0;
	if (synced && *lowest == 0)
		*lowest = ad_budget_share(row, synced);
	bind_row(s, row);
	ad_bind_int(s, 4, ad_now() - AD_DAY);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_budget_days days = { budget_base_day_of(s, 1), budget_base_day_of(s, 2) };
		int64_t one = ad_budget_by_days(ad_col_int(s, 0), days, now);
		if (one > 0 && (*lowest == 0 || one < *lowest))
			*lowest = one;
	}
	return status;
}
