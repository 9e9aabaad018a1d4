#include "sync/state/performance.h"

#include <assert.h>

static const struct {
	const char *name;
	enum ad_resource_id resource;
} levels[AD_LEVEL_COUNT] = {
	[AD_LEVEL_CAMPAIGN] = { "CAMPAIGN", AD_R_CAMPAIGN },
	[AD_LEVEL_AD_GROUP] = { "AD_GROUP", AD_R_AD_GROUP },
	[AD_LEVEL_AD] = { "AD", AD_R_AD },
	[AD_LEVEL_KEYWORD] = { "KEYWORD", AD_R_KEYWORD },
};

const char *ad_level_name(enum ad_level level)
{
	assert(level < AD_LEVEL_COUNT);
	return levels[level].name;
}

const struct ad_resource *ad_level_resource(enum ad_level level)
{
	assert(level < AD_LEVEL_COUNT);
	return ad_resource_row(levels[level].resource);
}

/* Binds $1…$5 of every statement here: the key of a day. */
static void bind_day(struct ad_stmt *s, const struct ad_day *day)
{
	ad_bind(s, 1, day->realm.space_id);
	ad_bind(s, 2, day->realm.environment);
	ad_bind_cstr(s, 3, ad_level_name(day->level));
	ad_bind_cstr(s, 4, ad_platform_name(day->platform));
	ad_bind_int(s, 5, day->day);
}

/* Records the collection time; *newest: no newer collection is stored. */
static enum ad_db_status performance_note(struct ad_db *db, const struct ad_day *day, bool *newest)
{
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO performance_days (space_id, environment, level, platform, day,"
		    " collected_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (space_id,"
		    " environment, level, platform, day) DO UPDATE SET"
		    " collected_at = excluded.collected_at"
		    " WHERE performance_days.collected_at <= excluded.collected_at");
	bind_day(s, day);
	ad_bind_int(s, 6, day->collected_at);
	enum ad_db_status status = ad_step(s);
	*newest = status == AD_DB_DONE && ad_db_changes(db) > 0;
	return status;
}

static enum ad_db_status performance_put(struct ad_db *db, const struct ad_day *day,
					 const struct ad_day_row *row)
{
	/* For an object returned twice the last row counts. */
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO performance (space_id, environment, level, platform, day,"
		    " object_id, campaign_id, impressions, clicks, cost_micros,"
		    " conversions_micros, conversion_value_micros)"
		    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
		    " ON CONFLICT (space_id, environment, level, object_id, day) DO UPDATE SET"
		    " platform = excluded.platform, campaign_id = excluded.campaign_id,"
		    " impressions = excluded.impressions, clicks = excluded.clicks,"
		    " cost_micros = excluded.cost_micros,"
		    " conversions_micros = excluded.conversions_micros,"
		    " conversion_value_micros = excluded.conversion_value_micros");
	bind_day(s, day);
	ad_bind(s, 6, row->object_id);
	ad_bind(s, 7, row->campaign_id);
	for (int i = 0; i < AD_MEASURE_COUNT; i++) {
		if (row->measures[i] == AD_NOT_COLLECTED)
			ad_bind_null(s, 8 + i);
		else
			ad_bind_int(s, 8 + i, row->measures[i]);
	}
	return ad_step(s);
}

enum ad_db_status ad_performance_keep(struct ad_db *db, const struct ad_day *day)
{
	bool newest = false;
	enum ad_db_status status = performance_note(db, day, &newest);

	if (status != AD_DB_DONE || !newest)
		return status;
	struct ad_stmt *s = ad_sql(db, "DELETE FROM performance WHERE space_id = $1 AND"
				       " environment = $2 AND level = $3 AND platform = $4 AND"
				       " day = $5");
	bind_day(s, day);
	status = ad_step(s);
	for (size_t i = 0; i < day->count && status == AD_DB_DONE; i++)
		status = performance_put(db, day, &day->rows[i]);
	return status;
}
