/*
 * Stores the daily performance that a pull collects. Reports read only these tables. All functions
 * run in the caller's write transaction.
 */
#ifndef AD_SYNC_PERFORMANCE_H
#define AD_SYNC_PERFORMANCE_H

#include "platform/platform.h"
#include "store/objects/rows.h"

enum ad_level {
	AD_LEVEL_CAMPAIGN,
	AD_LEVEL_AD_GROUP,
	AD_LEVEL_AD,
	AD_LEVEL_KEYWORD,
	AD_LEVEL_COUNT
};

/* The measures of one object on one day. */
struct ad_day_row {
	struct ad_str object_id;
	struct ad_str campaign_id; /* the campaign it is in; its own id for a campaign */
	int64_t measures[AD_MEASURE_COUNT];
};

/* One complete day of one level on one platform. */
struct ad_day {
	struct ad_realm realm;
	enum ad_level level;
	enum ad_platform platform;
	int64_t day;          /* days since 1970-01-01 in the ad account's time zone */
	int64_t collected_at; /* us: when the platform returned it */
	const struct ad_day_row *rows;
	size_t count;
};

/* "CAMPAIGN", as in the interfaces and the table. */
const char *ad_level_name(enum ad_level level);
/* The resource of a level's objects. */
const struct ad_resource *ad_level_resource(enum ad_level level);

/*
 * Stores a day as the platform returned it: rows of objects that it no longer contains are deleted,
 * and storing the same day again changes nothing. The newest collection wins, in whatever order
 * they arrive; a day without rows is stored as an empty day. AD_DB_DONE, also if the collection was
 * older.
 */
enum ad_db_status ad_performance_keep(struct ad_db *db, const struct ad_day *day) AD_CHECK;

#endif
