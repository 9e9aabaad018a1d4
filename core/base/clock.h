/* Time: microseconds since 1970-01-01 UTC in an int64_t everywhere inside. */
#ifndef AD_BASE_CLOCK_H
#define AD_BASE_CLOCK_H

#include "base/base.h"

#define AD_SECOND INT64_C(1000000)
#define AD_MINUTE (60 * AD_SECOND)
#define AD_HOUR (60 * AD_MINUTE)
#define AD_DAY (24 * AD_HOUR)

/* Now, wall clock. Any thread. */
int64_t ad_now(void);
/* A clock that only rises, for time-outs; its zero means nothing. */
int64_t ad_monotonic(void);
/* The same, but it goes on while the machine sleeps: for what others let go of meanwhile. */
int64_t ad_since_boot(void);
/* Writes "2026-11-21T03:30:00.123Z" and a NUL; returns the length, 24. */
size_t ad_time_format(int64_t us, char out[static 25]);
/* Reads RFC 3339 with offset or Z, up to 6 decimals used; false where malformed or impossible. */
bool ad_time_parse(struct ad_str s, int64_t *us) AD_CHECK;
/* True if s is an existing calendar day YYYY-MM-DD (years 1970..9999). */
bool ad_date_valid(struct ad_str s);
/* Today's day YYYY-MM-DD in an IANA time zone ("UTC" where unknown). Thread-safe. */
void ad_date_today(const char *zone, char out[static 11]);
/* The day YYYY-MM-DD at a moment in an IANA time zone ("UTC" where unknown). Thread-safe. */
void ad_date_in(const char *zone, int64_t us, char out[static 11]);
/* True if this machine has an IANA time zone of that name ("Europe/Berlin", "UTC"). */
bool ad_timezone_valid(struct ad_str name);

#endif
