/*
 * Calendar arithmetic and the IANA time zones of the machine, read without the C library's own
 * time zone, which is one for the whole process.
 */
#ifndef AD_BASE_TIMEZONE_H
#define AD_BASE_TIMEZONE_H

#include "base/arena.h"

struct ad_date {
	int64_t year, month, day;
};

/* Days since 1970-01-01 of a day of the proleptic Gregorian calendar, and back. */
int64_t ad_day_of_date(int64_t year, int64_t month, int64_t day);
struct ad_date ad_date_of_day(int64_t day);
int64_t ad_days_in_month(int64_t year, int64_t month);

/*
 * The last day, "2026-11-30", that a local end time such as "2026-11-30T23:59:59" includes. An end
 * at midnight ends the day before. Absent if the text starts with no date.
 */
struct ad_str ad_last_day(struct ad_arena *arena, struct ad_str time);

/*
 * Seconds east of UTC at a moment (seconds since 1970) in a zone; false where the zone is unknown
 * here. Reads the zone's file (RFC 8536) at each call: some 20 us.
 */
bool ad_timezone_offset(const char *name, int64_t at, int64_t *offset) AD_CHECK;
/* Seconds east of UTC at a moment by a TZ rule of POSIX ("CET-1CEST,M3.5.0,M10.5.0/3"). */
bool ad_timezone_rule(struct ad_str rule, int64_t at, int64_t *offset) AD_CHECK;

#endif
