/* Hours of a week in which ads may show: the items of a campaign's adSchedule. */
#ifndef AD_MODEL_HOURS_H
#define AD_MODEL_HOURS_H

#include <cjson/cJSON.h>

#include "base/json_write.h"

#define AD_HOURS_OF_DAY 1440 /* minutes; the time 24:00 */
#define AD_HOURS_STEP 15     /* minutes; the platforms have quarters of an hour */

struct ad_hours {
	int day;      /* 0 is MONDAY */
	int from, to; /* minutes after midnight; `to` is not part of the interval */
};

extern const char *const ad_hours_days[]; /* MONDAY to SUNDAY, ended by NULL */

/* Minutes after midnight of "09:15" and "24:00"; -1 if it is no quarter of an hour. */
int ad_hours_minutes(struct ad_str time);
/* Reads an item; false if it is no interval of one day. */
bool ad_hours_of(const cJSON *item, struct ad_hours *out);
/* Writes an item: { day, from, to }. */
void ad_hours_write(struct ad_json *j, struct ad_hours hours);
/* True if the intervals are of one day and have a minute in common. */
bool ad_hours_overlap(struct ad_hours a, struct ad_hours b);
/* The interval as a number that rises with day and time. */
int64_t ad_hours_as_number(struct ad_hours hours);
/* The number of an item; -1 if it is no interval. */
int64_t ad_hours_number(const cJSON *item);
/* The interval of the number. */
struct ad_hours ad_hours_of_number(int64_t number);
/* True if the list has the number before `end` (NULL: anywhere in the list). */
bool ad_hours_listed(const cJSON *list, const cJSON *end, int64_t number);
/* Writes the numbers of a list in rising order, each followed by a space. */
void ad_hours_normal(struct ad_text *out, const cJSON *list);

#endif
