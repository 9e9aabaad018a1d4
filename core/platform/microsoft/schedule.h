/* The hours of a campaign at Microsoft. Only the adapter's files include it. */
#ifndef AD_PLATFORM_MICROSOFT_SCHEDULE_H
#define AD_PLATFORM_MICROSOFT_SCHEDULE_H

#include <cjson/cJSON.h>

#include "base/json_write.h"

/* Writes a criterion of the campaign: the interval with that number (model/hours.h). */
void microsoft_put_hours(struct ad_json *j, struct ad_str campaign, int64_t number);
/* The number of a criterion as read; -1 if it has no hours. */
int64_t microsoft_hours_of(const cJSON *criterion);
/* The member of a live campaign's notes that has the id of an interval's criterion. */
struct ad_str microsoft_hours_key(struct ad_arena *arena, int64_t number);

#endif
