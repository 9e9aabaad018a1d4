/*
 * Today, by ad account: a campaign's days are days in the time zone of its ad account, which may
 * differ from the server's and the Space's.
 */
#ifndef AD_SYNC_TODAY_H
#define AD_SYNC_TODAY_H

#include "base/text.h"
#include "model/resource.h"
#include "store/objects/rows.h"

/* Days since 1970-01-01 by platform; 0: not loaded, the UTC day is used. */
struct ad_today {
	int64_t day[AD_PLATFORM_COUNT];
};

/*
 * Loads today in the time zone of each connected ad account of a realm; a platform without a
 * connection gets the Space's time zone.
 */
enum ad_db_status ad_today_load(struct ad_db *db, struct ad_realm realm,
				struct ad_today *out) AD_CHECK;
/* Today on a platform, as days since 1970-01-01. `today` may be NULL: the UTC day. */
int64_t ad_today_on(const struct ad_today *today, enum ad_platform platform);
/* A date YYYY-MM-DD as days since 1970-01-01; -1 if it is absent or invalid. */
int64_t ad_day_number(struct ad_str date);
/* A number of days since 1970-01-01 as YYYY-MM-DD, on the arena. */
struct ad_str ad_day_text(struct ad_arena *arena, int64_t day);

#endif
