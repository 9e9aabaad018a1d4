/*
 * The report's file: UTF-8 with a byte order mark, one line of names, one line per day and object.
 * It is parsed while it is unpacked: only a line and the days are in memory.
 */
#include "platform/microsoft/report.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/timezone.h"
#include "platform/unzip.h"

#define FILE_MAX ((size_t)256 << 20)
#define ROWS_MAX 500000
#define LINE_BYTES 4096
#define IDS_MAX 3

/* Columns in the requested order: measures as enum ad_measure, then the ids. */
#define DAY 0
#define CURRENCY 1
#define MEASURES 2
#define IDS (MEASURES + AD_MEASURE_COUNT)
#define COLUMNS (IDS + IDS_MAX)

static const char *const common[] = {
	[DAY] = "TimePeriod",
	[CURRENCY] = "CurrencyCode",
	[MEASURES + AD_IMPRESSIONS] = "Impressions",
	[MEASURES + AD_CLICKS] = "Clicks",
	[MEASURES + AD_COST] = "Spend",
	[MEASURES + AD_CONVERSIONS] = "Conversions",
	[MEASURES + AD_CONVERSION_VALUE] = "Revenue",
};

/* A remote id is the chain of ids from the campaign down. */
static const struct kind {
	enum ad_resource_id resource;
	const char *type, *ids[IDS_MAX + 1];
} kinds[] = {
	{ AD_R_CAMPAIGN, "CampaignPerformanceReportRequest", { "CampaignId" } },
	{ AD_R_AD_GROUP, "AdGroupPerformanceReportRequest", { "CampaignId", "AdGroupId" } },
	{ AD_R_AD, "AdPerformanceReportRequest", { "CampaignId", "AdGroupId", "AdId" } },
	{ AD_R_KEYWORD,
	  "KeywordPerformanceReportRequest",
	  { "CampaignId", "AdGroupId", "KeywordId" } },
};

static const struct kind *microsoft_report_kind_of(const struct ad_resource *res)
{
	size_t at = 0;

	while (at < AD_LEN(kinds) - 1 && kinds[at].resource != res->id)
		at++;
	return &kinds[at];
}

const char *microsoft_report_type(const struct ad_resource *res)
{
	return microsoft_report_kind_of(res)->type;
}

const char *microsoft_report_column(const struct ad_resource *res, size_t i)
{
	if (i < IDS)
		return common[i];
	return i < COLUMNS ? microsoft_report_kind_of(res)->ids[i - IDS] : NULL;
}

enum place {
	AT_START, /* of a cell */
	IN_PLAIN, /* without quotes */
	IN_QUOTES,
	BEHIND_QUOTE, /* ends the cell, or is the first of two for a quote */
};

struct report {
	struct ad_arena *arena;
	struct ad_figures_ask *ask;
	const char *wrong;  /* the first fault */
	size_t columns;     /* in this report */
	int where[COLUMNS]; /* the cell of each of our columns */
	bool named;         /* the line of names was read */
	enum place place;
	size_t mark; /* bytes of the byte order mark that were read */
	char line[LINE_BYTES];
	size_t n, cells[COLUMNS + 1]; /* the start of each cell of the line; the end of the last */
	size_t count;                 /* cells that began before this one */
	size_t number, rows, nameless;
};

static void microsoft_report_refuse(struct report *r, const char *what)
{
	if (!r->wrong)
		r->wrong = ad_arena_printf(r->arena,
					   "Microsoft's report cannot be read: %s, line "
					   "%zu.",
					   what, r->number + 1)
				   .p;
}

static struct ad_str microsoft_cell(const struct report *r, size_t column)
{
	size_t at = (size_t)r->where[column];

	return (struct ad_str){ r->line + r->cells[at], r->cells[at + 1] - r->cells[at] };
}

/* Checks that the names are the requested ones, each once: another column would split the days. */
static void microsoft_read_names(struct report *r)
{
	for (size_t i = 0; i < COLUMNS; i++)
		r->where[i] = -1;
	for (size_t at = 0; at < r->count; at++) {
		struct ad_str name = { r->line + r->cells[at], r->cells[at + 1] - r->cells[at] };
		size_t i = 0;
		while (i < r->columns && !ad_str_is(name, microsoft_report_column(r->ask->res, i)))
			i++;
		if (i == r->columns || r->where[i] >= 0) {
			microsoft_report_refuse(r, "it has a column that was not asked for");
			return;
		}
		r->where[i] = (int)at;
	}
	if (r->count != r->columns)
		microsoft_report_refuse(r, "a column is missing");
	r->named = true;
}

static bool microsoft_report_digits(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return s.n > 0;
}

static bool read_day(struct report *r, int64_t *day)
{
	struct ad_str s = microsoft_cell(r, DAY);

	if (s.n != 10 || s.p[4] != '-' || s.p[7] != '-' || !ad_date_valid(s))
		return false;
	*day = ad_day_of_date(
		(s.p[0] - '0') * 1000 + (s.p[1] - '0') * 100 + (s.p[2] - '0') * 10 + (s.p[3] - '0'),
		(s.p[5] - '0') * 10 + (s.p[6] - '0'), (s.p[8] - '0') * 10 + (s.p[9] - '0'));
	return *day >= r->ask->first && *day <= r->ask->last;
}

/* Reads up to `most` digits from *at on, which moves behind them, as a number; returns how many. */
static size_t take_digits(struct ad_str s, size_t *at, size_t most, int64_t *number)
{
	size_t n = 0;

	while (*at < s.n && s.p[*at] >= '0' && s.p[*at] <= '9' && n < most) {
		*number = *number * 10 + (s.p[(*at)++] - '0');
		n++;
	}
	return n;
}

/* "12.5" times 10^6, exactly; an empty cell is not collected. False if it is not such a number. */
static bool read_decimal(struct ad_str s, int64_t *micros)
{
	bool minus = s.n && s.p[0] == '-'; /* a correction of earlier counts */
	size_t at = minus, decimals = 0;
	int64_t n = 0;

	*micros = AD_NOT_COLLECTED;
	if (s.n == 0)
		return true;
	if (!take_digits(s, &at, 12, &n))
		return false;
	if (at < s.n && s.p[at] == '.') {
		at++;
		decimals = take_digits(s, &at, 6, &n);
		if (!decimals)
			return false;
	}
	for (; decimals < 6; decimals++)
		n *= 10;
	*micros = minus ? -n : n;
	return at == s.n;
}

static bool read_whole(struct ad_str s, int64_t *n)
{
	*n = AD_NOT_COLLECTED;
	if (s.n == 0)
		return true;
	if (!microsoft_report_digits(s) || s.n > 15)
		return false;
	*n = 0;
	for (size_t i = 0; i < s.n; i++)
		*n = *n * 10 + (s.p[i] - '0');
	return true;
}

/* The chain of ids; absent if the line names no object, which is not a fault. */
static struct ad_str read_id(struct report *r)
{
	char chain[IDS_MAX * 20];
	size_t n = 0;

	for (size_t i = IDS; i < r->columns; i++) {
		struct ad_str s = microsoft_cell(r, i);
		if (s.n == 0 || ad_str_is(s, "0"))
			return (struct ad_str){ 0 };
		if (!microsoft_report_digits(s) || s.n > 19) {
			microsoft_report_refuse(r, "an id is no number");
			return (struct ad_str){ 0 };
		}
		if (n)
			chain[n++] = '~';
		memcpy(chain + n, s.p, s.n);
		n += s.n;
	}
	return ad_arena_copy(r->arena, (struct ad_str){ chain, n });
}

static void microsoft_read_row(struct report *r)
{
	struct ad_remote_day *day;

	if (r->count != r->columns) {
		microsoft_report_refuse(r, "a line has not as many values as there are names");
		return;
	}
	if (++r->rows > ROWS_MAX) {
		microsoft_report_refuse(r, "it has too many lines");
		return;
	}
	day = ad_arena_zalloc(r->arena, sizeof(*day));
	if (!ad_str_eq(microsoft_cell(r, CURRENCY), r->ask->link->currency))
		microsoft_report_refuse(r, "its currency is not the ad account's");
	if (!read_day(r, &day->day))
		microsoft_report_refuse(r, "a day is none of those that were asked for");
	for (size_t i = 0; i < AD_MEASURE_COUNT; i++) {
		bool whole = i == AD_IMPRESSIONS || i == AD_CLICKS;
		struct ad_str s = microsoft_cell(r, MEASURES + i);
		if (!(whole ? read_whole : read_decimal)(s, &day->measures[i]))
			microsoft_report_refuse(r, "a figure is no number");
	}
	day->remote_id = read_id(r);
	if (!day->remote_id.n) {
		r->nameless++;
		return;
	}
	day->next = r->ask->found;
	r->ask->found = day;
}

static void end_line(struct report *r)
{
	bool empty = r->count == 0 && r->n == 0 && r->place == AT_START;

	if (!empty) {
		r->cells[++r->count] = r->n;
		if (!r->named)
			microsoft_read_names(r);
		else
			microsoft_read_row(r);
	}
	r->n = r->count = 0;
	r->number++;
	r->place = AT_START;
}

static void end_cell(struct report *r)
{
	if (++r->count >= COLUMNS)
		microsoft_report_refuse(r, "it has a column that was not asked for");
	else
		r->cells[r->count] = r->n;
	r->place = AT_START;
}

static void microsoft_add(struct report *r, char c)
{
	if (r->n == sizeof(r->line))
		microsoft_report_refuse(r, "a line is too long");
	else
		r->line[r->n++] = c;
}

/* RFC 4180. */
static void take_char(struct report *r, char c)
{
	if (r->place == IN_QUOTES) {
		if (c == '"')
			r->place = BEHIND_QUOTE;
		else
			microsoft_add(r, c);
	} else if (c == '"' && r->place == AT_START) {
		r->place = IN_QUOTES;
	} else if (c == '"' && r->place == BEHIND_QUOTE) {
		r->place = IN_QUOTES;
		microsoft_add(r, c);
	} else if (c == ',') {
		end_cell(r);
	} else if (c == '\n') {
		end_line(r);
	} else if (c != '\r' && r->place != BEHIND_QUOTE && c != '"') {
		r->place = IN_PLAIN;
		microsoft_add(r, c);
	} else if (c != '\r') {
		microsoft_report_refuse(r, "a quotation mark stands in the middle of a value");
	}
}

static bool microsoft_take(void *arg, struct ad_str part)
{
	static const char mark[] = "\xef\xbb\xbf";
	struct report *r = arg;

	for (size_t i = 0; i < part.n && !r->wrong; i++) {
		if (r->mark < 3 && part.p[i] == mark[r->mark]) {
			r->mark++;
			continue;
		}
		r->mark = 3;
		take_char(r, part.p[i]);
	}
	return !r->wrong;
}

static int by_object(const void *a, const void *b)
{
	const struct ad_remote_day *x = *(const struct ad_remote_day *const *)a;
	const struct ad_remote_day *y = *(const struct ad_remote_day *const *)b;
	size_t n = x->remote_id.n < y->remote_id.n ? x->remote_id.n : y->remote_id.n;
	int order = memcmp(x->remote_id.p, y->remote_id.p, n);

	if (order == 0)
		order = (x->remote_id.n > y->remote_id.n) - (x->remote_id.n < y->remote_id.n);
	return order ? order : (x->day > y->day) - (x->day < y->day);
}

/*
 * Finds two lines of one object and day: they may be parts of a sum or duplicates, so the report is
 * ambiguous.
 */
static void find_twice(struct report *r)
{
	const struct ad_remote_day **all =
		ad_arena_alloc(r->arena, (r->rows + 1) * sizeof(struct ad_remote_day *));
	size_t n = 0;

	for (const struct ad_remote_day *d = r->ask->found; d; d = d->next)
		all[n++] = d;
	if (n)
		qsort(all, n, sizeof(struct ad_remote_day *), by_object);
	for (size_t i = 1; i < n; i++)
		if (by_object(&all[i - 1], &all[i]) == 0)
			microsoft_report_refuse(r, "it tells a day of an object twice, so before");
}

const char *microsoft_report_read(struct ad_arena *arena, struct ad_figures_ask *ask,
				  struct ad_str zip, bool *broken)
{
	struct report *r = ad_arena_zalloc(arena, sizeof(*r));
	const char *wrong;

	r->arena = arena;
	r->ask = ask;
	while (microsoft_report_column(ask->res, r->columns))
		r->columns++;
	wrong = ad_unzip_one(zip, FILE_MAX, microsoft_take, r);
	*broken = wrong && !r->wrong;
	if (!wrong && r->place == IN_QUOTES)
		microsoft_report_refuse(r, "it ends within a value");
	if (!wrong && !r->wrong)
		end_line(r);
	if (!wrong && !r->wrong && !r->named)
		microsoft_report_refuse(r, "it has no line of names");
	if (!wrong && !r->wrong)
		find_twice(r);
	if (r->nameless)
		ask->untold = ad_arena_printf(arena, "%zu lines of Microsoft's %s name no object.",
					      r->nameless, microsoft_report_type(ask->res));
	return r->wrong ? r->wrong : wrong;
}
