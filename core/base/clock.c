#include "base/clock.h"

#include <time.h>

#include "base/timezone.h"

static int64_t read_clock(clockid_t id)
{
	struct timespec at;

	clock_gettime(id, &at);
	return (int64_t)at.tv_sec * AD_SECOND + at.tv_nsec / 1000;
}

int64_t ad_now(void)
{
	return read_clock(CLOCK_REALTIME);
}

int64_t ad_monotonic(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

int64_t ad_since_boot(void)
{
	return read_clock(CLOCK_BOOTTIME);
}

static void put_digits(char *out, int digits, int64_t number)
{
	for (int i = digits - 1; i >= 0; i--) {
		out[i] = (char)('0' + number % 10);
		number /= 10;
	}
}

static void put_date(char *out, int64_t day)
{
	struct ad_date d = ad_date_of_day(day);

	put_digits(out, 4, d.year);
	out[4] = '-';
	put_digits(out + 5, 2, d.month);
	out[7] = '-';
	put_digits(out + 8, 2, d.day);
}

/* Division that rounds down, for times before 1970. */
static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

size_t ad_time_format(int64_t us, char out[static 25])
{
	const int64_t first = ad_day_of_date(0, 1, 1) * AD_DAY;
	const int64_t last = ad_day_of_date(10000, 1, 1) * AD_DAY - 1;
	int64_t day, rest;

	if (us < first)
		us = first;
	if (us > last)
		us = last;
	day = floor_div(us, AD_DAY);
	rest = us - day * AD_DAY;
	put_date(out, day);
	out[10] = 'T';
	put_digits(out + 11, 2, rest / AD_HOUR);
	out[13] = ':';
	put_digits(out + 14, 2, rest / AD_MINUTE % 60);
	out[16] = ':';
	put_digits(out + 17, 2, rest / AD_SECOND % 60);
	out[19] = '.';
	put_digits(out + 20, 3, rest / 1000 % 1000);
	out[23] = 'Z';
	out[24] = '\0';
	return 24;
}

/* Exactly `digits` decimal digits at s.p[at]; false where there are fewer. */
static bool clock_take(struct ad_str s, size_t at, size_t digits, int64_t *number)
{
	*number = 0;
	if (s.n < at + digits)
		return false;
	for (size_t i = at; i < at + digits; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		*number = *number * 10 + (s.p[i] - '0');
	}
	return true;
}

static bool is_at(struct ad_str s, size_t at, char c)
{
	return at < s.n &&
	       (s.p[at] == c || (c == 'T' && s.p[at] == 't') || (c == 'Z' && s.p[at] == 'z'));
}

static bool take_date(struct ad_str s, int64_t *day)
{
	int64_t year, month, day_of_month;

	if (!clock_take(s, 0, 4, &year) || !is_at(s, 4, '-') || !clock_take(s, 5, 2, &month) ||
	    !is_at(s, 7, '-') || !clock_take(s, 8, 2, &day_of_month))
		return false;
	if (year < 1 || month < 1 || month > 12 || day_of_month < 1 ||
	    day_of_month > ad_days_in_month(year, month))
		return false;
	*day = ad_day_of_date(year, month, day_of_month);
	return true;
}

/* Decimals from s.p[*at], which is the point: six are used, further ones must be digits. */
static bool take_decimals(struct ad_str s, size_t *at, int64_t *us)
{
	int64_t unit = AD_SECOND / 10;
	size_t from = ++*at;

	for (; *at < s.n && s.p[*at] >= '0' && s.p[*at] <= '9'; ++*at) {
		*us += (s.p[*at] - '0') * unit;
		unit /= 10;
	}
	return *at > from;
}

/* "YYYY-MM-DDThh:mm:ss" at the start of s. */
static bool take_second(struct ad_str s, int64_t *us)
{
	int64_t day, hour, minute, second;

	if (!take_date(s, &day) || !is_at(s, 10, 'T') || !clock_take(s, 11, 2, &hour) ||
	    !is_at(s, 13, ':') || !clock_take(s, 14, 2, &minute) || !is_at(s, 16, ':') ||
	    !clock_take(s, 17, 2, &second) || hour > 23 || minute > 59 || second > 59)
		return false;
	*us = day * AD_DAY + hour * AD_HOUR + minute * AD_MINUTE + second * AD_SECOND;
	return true;
}

/* "+hh:mm" or "-hh:mm" at at, to the end of s. */
static bool take_offset(struct ad_str s, size_t at, int64_t *us)
{
	int64_t hour, minute;

	if (at + 6 != s.n || (s.p[at] != '+' && s.p[at] != '-') ||
	    !clock_take(s, at + 1, 2, &hour) || !is_at(s, at + 3, ':') ||
	    !clock_take(s, at + 4, 2, &minute) || hour > 23 || minute > 59)
		return false;
	*us = hour * AD_HOUR + minute * AD_MINUTE;
	if (s.p[at] == '-')
		*us = -*us;
	return true;
}

bool ad_time_parse(struct ad_str s, int64_t *us)
{
	int64_t result, offset;
	size_t at = 19;

	if (!take_second(s, &result))
		return false;
	if (is_at(s, at, '.') && !take_decimals(s, &at, &result))
		return false;
	if (is_at(s, at, 'Z')) {
		*us = result;
		return at + 1 == s.n;
	}
	if (!take_offset(s, at, &offset))
		return false;
	*us = result - offset;
	return true;
}

bool ad_date_valid(struct ad_str s)
{
	int64_t day;

	return s.n == 10 && take_date(s, &day) && day >= 0;
}

void ad_date_today(const char *zone, char out[static 11])
{
	int64_t now = ad_now();

	ad_date_in(zone, now, out);
}

void ad_date_in(const char *zone, int64_t us, char out[static 11])
{
	int64_t seconds = floor_div(us, AD_SECOND);
	int64_t offset = 0;

	if (!ad_timezone_offset(zone, seconds, &offset))
		offset = 0;
	put_date(out, floor_div(seconds + offset, 86400));
	out[10] = '\0';
}
