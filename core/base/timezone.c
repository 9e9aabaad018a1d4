#include "base/timezone.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

#define ZONE_DIR "/usr/share/zoneinfo/"
#define ZONE_MAX ((size_t)64 * 1024)
#define HEADER 44 /* RFC 8536 section 3.1 */

int64_t ad_day_of_date(int64_t year, int64_t month, int64_t day)
{
	int64_t era, of_era, of_year;

	/* Years from March, so that the leap day is the last one. */
	year -= month <= 2;
	era = (year >= 0 ? year : year - 399) / 400;
	of_era = year - era * 400;
	of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

struct ad_date ad_date_of_day(int64_t day)
{
	int64_t shifted = day + 719468;
	int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
	int64_t of_era = shifted - era * 146097;
	int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
	int64_t month = (5 * of_year + 2) / 153;
	struct ad_date d = {
		.year = year + era * 400 + (month >= 10),
		.month = month < 10 ? month + 3 : month - 9,
		.day = of_year - (153 * month + 2) / 5 + 1,
	};

	return d;
}

int64_t ad_days_in_month(int64_t year, int64_t month)
{
	static const int8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

struct ad_str ad_last_day(struct ad_arena *arena, struct ad_str time)
{
	struct ad_str day = { time.p, 10 };
	struct ad_date before;

	if (time.n < 10 || !ad_date_valid(day))
		return (struct ad_str){ 0 };
	if (time.n < 19 || memcmp(time.p + 11, "00:00:00", 8) != 0)
		return day;
	before = ad_date_of_day(ad_day_of_date(strtoll(time.p, NULL, 10),
					       strtoll(time.p + 5, NULL, 10),
					       strtoll(time.p + 8, NULL, 10)) -
				1);
	return ad_arena_printf(arena, "%04lld-%02lld-%02lld", (long long)before.year,
			       (long long)before.month, (long long)before.day);
}

/* A rule being read. */
struct cursor {
	struct ad_str s;
	size_t at;
};

static char timezone_peek(const struct cursor *c)
{
	return c->at < c->s.n ? c->s.p[c->at] : '\0';
}

static bool timezone_accept(struct cursor *c, char wanted)
{
	if (timezone_peek(c) != wanted)
		return false;
	c->at++;
	return true;
}

static bool timezone_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool timezone_number(struct cursor *c, int64_t *out)
{
	if (!timezone_is_digit(timezone_peek(c)))
		return false;
	for (*out = 0; timezone_is_digit(timezone_peek(c)) && *out < 100000; c->at++)
		*out = *out * 10 + (timezone_peek(c) - '0');
	return true;
}

/* [+-]hh[:mm[:ss]] in seconds; up to 167 hours, as RFC 8536 section 3.3.1 has it. */
static bool timezone_duration(struct cursor *c, int64_t *out)
{
	bool negative = timezone_accept(c, '-');
	int64_t part;

	if (!negative)
		(void)timezone_accept(c, '+');
	if (!timezone_number(c, &part) || part > 167)
		return false;
	*out = part * 3600;
	for (int64_t unit = 60; unit && timezone_accept(c, ':'); unit /= 60) {
		if (!timezone_number(c, &part) || part > 59)
			return false;
		*out += part * unit;
	}
	if (negative)
		*out = -*out;
	return true;
}

/* A zone's abbreviation: letters, or anything between < and >. */
static bool timezone_abbreviation(struct cursor *c)
{
	size_t from = c->at;

	if (timezone_accept(c, '<')) {
		while (timezone_peek(c) && timezone_peek(c) != '>')
			c->at++;
		return timezone_accept(c, '>');
	}
	while ((timezone_peek(c) >= 'A' && timezone_peek(c) <= 'Z') ||
	       (timezone_peek(c) >= 'a' && timezone_peek(c) <= 'z'))
		c->at++;
	return c->at >= from + 3;
}

/* m.w.d: the day, since 1970, of week w's weekday d in month m; week 5 is the last. */
static bool day_of_week(struct cursor *c, int64_t year, int64_t *day)
{
	int64_t month, week, weekday, first;

	if (!timezone_number(c, &month) || !timezone_accept(c, '.') || !timezone_number(c, &week) ||
	    !timezone_accept(c, '.') || !timezone_number(c, &weekday))
		return false;
	if (month < 1 || month > 12 || week < 1 || week > 5 || weekday > 6)
		return false;
	first = ad_day_of_date(year, month, 1);
	/* 1970-01-01 was a Thursday. */
	*day = first + ((weekday - (first + 4)) % 7 + 7) % 7 + (week - 1) * 7;
	if (*day >= first + ad_days_in_month(year, month))
		*day -= 7;
	return true;
}

/* Mm.w.d, Jn or n, with /time: seconds since 1970, local time, of the change in that year. */
static bool timezone_change(struct cursor *c, int64_t year, int64_t *out)
{
	int64_t day, time = 7200;

	if (timezone_accept(c, 'M')) {
		if (!day_of_week(c, year, &day))
			return false;
	} else {
		bool no_leap_day = timezone_accept(c, 'J');

		if (!timezone_number(c, &day))
			return false;
		if (no_leap_day && (day < 60 || ad_days_in_month(year, 2) == 28))
			day--;
		day += ad_day_of_date(year, 1, 1);
	}
	if (timezone_accept(c, '/') && !timezone_duration(c, &time))
		return false;
	*out = day * 86400 + time;
	return true;
}

/* True if at lies in [begin, end). In the southern hemisphere summer spans the new year. */
static bool in_summer(int64_t at, int64_t begin, int64_t end)
{
	if (begin < end)
		return at >= begin && at < end;
	return at >= begin || at < end;
}

bool ad_timezone_rule(struct ad_str rule, int64_t at, int64_t *offset)
{
	struct cursor c = { .s = rule };
	int64_t standard, summer, year, begin, end;

	if (!timezone_abbreviation(&c) || !timezone_duration(&c, &standard))
		return false;
	standard = -standard; /* POSIX counts west of Greenwich */
	*offset = standard;
	if (c.at == rule.n)
		return true;
	summer = standard + 3600;
	if (!timezone_abbreviation(&c))
		return false;
	if (timezone_peek(&c) != ',') {
		if (!timezone_duration(&c, &summer))
			return false;
		summer = -summer;
	}
	year = ad_date_of_day((at + standard) / 86400 - ((at + standard) % 86400 < 0)).year;
	if (!timezone_accept(&c, ',') || !timezone_change(&c, year, &begin) ||
	    !timezone_accept(&c, ',') || !timezone_change(&c, year, &end) || c.at != rule.n)
		return false;
	if (in_summer(at, begin - standard, end - summer))
		*offset = summer;
	return true;
}

static bool name_ok(struct ad_str name)
{
	if (!name.n || name.n > 60 || name.p[0] == '/' || name.p[0] == '.')
		return false;
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];
		bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');

		if (!letter && !timezone_is_digit(c) && (c == '\0' || !strchr("_+-/", c)))
			return false;
	}
	return true;
}

/* The zone's file on the heap; absent where there is none. The caller frees .p. */
static struct ad_str read_zone(struct ad_str name)
{
	struct ad_str none = { NULL, 0 };
	char path[128];
	struct stat st;
	char *data;
	ssize_t n;
	int fd;

	if (!name_ok(name))
		return none;
	snprintf(path, sizeof(path), ZONE_DIR "%.*s", AD_FMT(name));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return none;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return none;
	}
	data = ad_xmalloc(ZONE_MAX);
	n = read(fd, data, ZONE_MAX);
	close(fd);
	if (n < HEADER || memcmp(data, "TZif", 4) != 0) {
		free(data);
		return none;
	}
	return (struct ad_str){ data, (size_t)n };
}

static uint32_t timezone_be32(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

static int64_t timezone_be64(const char *p)
{
	return (int64_t)((uint64_t)timezone_be32(p) << 32 | timezone_be32(p + 4));
}

/* The parts of a data block whose header is at the start of s (RFC 8536 section 3.2). */
struct block {
	size_t times, types, kinds; /* offsets */
	size_t time_count, kind_count;
	size_t size; /* header included */
};

static bool timezone_measure(struct ad_str s, size_t time_size, struct block *b)
{
	size_t count[6];

	if (s.n < HEADER || memcmp(s.p, "TZif", 4) != 0)
		return false;
	for (size_t i = 0; i < 6; i++) {
		count[i] = timezone_be32(s.p + 20 + 4 * i);
		if (count[i] > ZONE_MAX)
			return false;
	}
	/* isut, isstd, leap, time, type, char */
	b->time_count = count[3];
	b->kind_count = count[4];
	b->times = HEADER;
	b->types = b->times + count[3] * time_size;
	b->kinds = b->types + count[3];
	b->size = b->kinds + count[4] * 6 + count[5] + count[2] * (time_size + 4) + count[1] +
		  count[0];
	return b->size <= s.n && b->kind_count > 0;
}

/* The offset by the block's table; false where the moment is past its last entry. */
static bool by_table(struct ad_str s, const struct block *b, int64_t at, int64_t *offset)
{
	size_t low = 0, high = b->time_count, kind = 0;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (timezone_be64(s.p + b->times + 8 * middle) <= at)
			low = middle + 1;
		else
			high = middle;
	}
	if (low)
		kind = (unsigned char)s.p[b->types + low - 1];
	if (kind >= b->kind_count)
		kind = 0;
	*offset = (int32_t)timezone_be32(s.p + b->kinds + 6 * kind);
	return low < b->time_count;
}

static bool zone_offset(struct ad_str s, int64_t at, int64_t *offset)
{
	struct block old, b;
	struct ad_str rule;
	int64_t ruled;

	if (s.p[4] < '2' || !timezone_measure(s, 4, &old))
		return false;
	s.p += old.size;
	s.n -= old.size;
	if (!timezone_measure(s, 8, &b))
		return false;
	if (by_table(s, &b, at, offset))
		return true;
	/* Past the table: the rule between the two line feeds at the end (section 3.3). */
	rule = (struct ad_str){ s.p + b.size, s.n - b.size };
	if (rule.n < 3 || rule.p[0] != '\n' || rule.p[rule.n - 1] != '\n')
		return true;
	rule.p++;
	rule.n -= 2;
	if (ad_timezone_rule(rule, at, &ruled))
		*offset = ruled;
	return true;
}

bool ad_timezone_offset(const char *name, int64_t at, int64_t *offset)
{
	struct ad_str zone;
	bool known;

	*offset = 0;
	if (strcmp(name, "UTC") == 0 || strcmp(name, "Etc/UTC") == 0)
		return true;
	zone = read_zone(ad_str(name));
	if (!zone.p)
		return false;
	known = zone_offset(zone, at, offset);
	free((void *)(uintptr_t)zone.p);
	return known;
}

bool ad_timezone_valid(struct ad_str name)
{
	struct ad_str zone;

	if (ad_str_is(name, "UTC"))
		return true;
	zone = read_zone(name);
	free((void *)(uintptr_t)zone.p);
	return zone.p != NULL;
}
