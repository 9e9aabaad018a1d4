/*
 * Daily performance as a pull brings it in. Reports read what is kept here and nothing else. All
 * of it runs in the caller's write transaction.
 */
#ifndef AD_SYNC_PERFORMANCE_H
#define AD_SYNC_PERFORMANCE_H

#include "platform/platform.h"
#include "store/rows.h"

enum ad_level {
	AD_LEVEL_CAMPAIGN,
	AD_LEVEL_AD_GROUP,
	AD_LEVEL_AD,
	AD_LEVEL_KEYWORD,
	AD_LEVEL_COUNT
};

/* One object's day. */
struct ad_day_row {
	struct ad_str object_id;
	struct ad_str campaign_id; /* that it is in; a campaign's own */
	int64_t measures[AD_MEASURE_COUNT];
};

/* One day of one level on one platform, whole. */
struct ad_day {
	struct ad_realm realm;
	enum ad_level level;
	enum ad_platform platform;
	int64_t day;          /* days since 1970-01-01 in the ad account's time zone */
	int64_t collected_at; /* us: when the platform told it */
	const struct ad_day_row *rows;
	size_t count;
};

/* "CAMPAIGN", as the interfaces and the table spell it. */
const char *ad_level_name(enum ad_level level);
/* The resource whose objects a level has. */
const struct ad_resource *ad_level_resource(enum ad_level level);

/*
 * Keeps a day as the platform told it: rows of objects that it does not name any more go, and the
 * same day again changes nothing. The newest telling wins, in whatever order they come; a
 * day without rows is kept as one on which there was nothing. AD_DB_DONE, also where it was older.
 */
enum ad_db_status ad_performance_keep(struct ad_db *db, const struct ad_day *day) AD_CHECK;

#endif
