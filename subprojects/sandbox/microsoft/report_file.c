/*
 * Figures of each day that an ad or keyword was delivered, made up from its id and the day, so that
 * they are the same whenever they are asked for. An ad has its own, what is above it the sum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "microsoft.h"

enum {
	DAY = 86400,
	DAYS_MOST = 400,
	CENTS_OF_CLICK = 37,
	MANY = 100000
};

struct line {
	char campaign[24], group[24], own[24];
	char campaign_name[136], group_name[264], text[400];
	long long impressions[DAYS_MOST], clicks[DAYS_MOST], bought[DAYS_MOST];
	struct line *next;
};

/* The parents of the last row; the next row mostly has the same. */
struct above {
	char id[24];
	cJSON *value; /* NULL where there is none */
};

struct file {
	struct ms_call *call;
	struct above group, campaign;
	const cJSON *columns;
	bool campaigns, groups, keywords; /* which report it is; else the one of ads */
	long long first;                  /* day number */
	int count;
	struct line *lines;
	struct text out;
};

static long long day_number(int year, int month, int day)
{
	struct tm tm = { .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day };
	return (long long)timegm(&tm) / DAY;
}

static long long microsoft_report_file_day_of(const cJSON *date)
{
	return day_number((int)json_double(date, "Year", 0), (int)json_double(date, "Month", 0),
			  (int)json_double(date, "Day", 0));
}

static long long microsoft_report_file_day_at(const struct ms_call *call, long long at)
{
	char text[24];
	int year = 1970, month = 1, day = 1;
	clock_local(at, call->account.timezone, text);
	sscanf(text, "%4d-%2d-%2d", &year, &month, &day);
	return day_number(year, month, day);
}

static void microsoft_report_file_copy(char *out, size_t room, const char *text)
{
	snprintf(out, room, "%s", text ? text : "");
}

/* The line that the figures of an ad or keyword are added to. */
static struct line *microsoft_report_file_line_of(struct file *f, const struct line *ids)
{
	struct line **end = &f->lines;
	while (*end && strcmp(f->campaigns ? (*end)->campaign
			      : f->groups  ? (*end)->group
					   : (*end)->own,
			      f->campaigns ? ids->campaign
			      : f->groups  ? ids->group
					   : ids->own) != 0)
		end = &(*end)->next;
	if (!*end) {
		*end = sb_alloc(sizeof(**end));
		**end = *ids;
	}
	return *end;
}

static bool is_active(const cJSON *object)
{
	const char *status = json_text(object, "Status");
	return status && strcmp(status, "Active") == 0;
}

static void add_days(struct file *f, struct line *line, const cJSON *object, const char *id)
{
	long long from = microsoft_report_file_day_at(f->call, json_long(object, "_created", 0));
	long long to = microsoft_report_file_day_at(f->call, f->call->now);
	for (int i = 0; i < f->count; i++) {
		unsigned long long h = 1469598103934665603ULL + (unsigned long long)(f->first + i);
		if (f->first + i < from || f->first + i > to)
			continue;
		for (const char *s = id; *s; s++)
			h = (h ^ (unsigned char)*s) * 1099511628211ULL;
		line->impressions[i] += 400 + (long long)(h >> 20 & 1023);
		long long clicks = 3 + (long long)(h >> 40 & 31);
		line->clicks[i] += clicks;
		line->bought[i] += clicks / 8;
	}
}

static const cJSON *microsoft_report_file_above(struct file *f, struct above *last,
						enum ms_kind_id kind, const char *id)
{
	if (!id)
		return NULL;
	if (strcmp(last->id, id) != 0) {
		cJSON_Delete(last->value);
		last->value =
			store_get(f->call->sandbox->store, f->call->account.id, (int)kind, id);
		microsoft_report_file_copy(last->id, sizeof(last->id), id);
	}
	return last->value;
}

static void microsoft_report_file_one(void *context, const char *tail, cJSON *object)
{
	struct file *f = context;
	const char *group_id = json_text(object, "_parent");
	const cJSON *group = microsoft_report_file_above(f, &f->group, MK_AD_GROUP, group_id);
	const char *campaign_id = json_text(group, "_parent");
	const cJSON *campaign =
		microsoft_report_file_above(f, &f->campaign, MK_CAMPAIGN, campaign_id);
	if (is_active(object) && is_active(group) && is_active(campaign)) {
		struct line *ids = sb_alloc(sizeof(*ids));
		microsoft_report_file_copy(ids->campaign, sizeof(ids->campaign), campaign_id);
		microsoft_report_file_copy(ids->group, sizeof(ids->group), group_id);
		microsoft_report_file_copy(ids->own, sizeof(ids->own), tail);
		microsoft_report_file_copy(ids->campaign_name, sizeof(ids->campaign_name),
					   json_text(campaign, "Name"));
		microsoft_report_file_copy(ids->group_name, sizeof(ids->group_name),
					   json_text(group, "Name"));
		microsoft_report_file_copy(ids->text, sizeof(ids->text), json_text(object, "Text"));
		add_days(f, microsoft_report_file_line_of(f, ids), object, tail);
		free(ids);
	}
	cJSON_Delete(object);
}

static bool is_trick(const struct file *f, const char *word)
{
	return f->call->trick && strcmp(f->call->trick, word) == 0;
}

static void put_cell(struct file *f, bool *begun, const char *text)
{
	text_put(&f->out, *begun ? ",\"" : "\"");
	for (const char *c = text; *c; c++) {
		text_put_n(&f->out, c, 1);
		if (*c == '"')
			text_put(&f->out, "\"");
	}
	text_put(&f->out, "\"");
	*begun = true;
}

static void cell_of(const struct file *f, const struct line *line, int day, const char *column,
		    char out[400])
{
	long long clicks = line->clicks[day], bought = line->bought[day];
	time_t when = (time_t)((f->first + day) * DAY);
	struct tm tm;
	gmtime_r(&when, &tm);
	const struct {
		const char *column, *text;
	} texts[] = {
		{ "AccountId", f->call->account.id },
		{ "CampaignId", line->campaign },
		{ "CampaignName", line->campaign_name },
		{ "AdGroupId", line->group },
		{ "AdGroupName", line->group_name },
		{ "AdId", line->own },
		{ "KeywordId", line->own },
		{ "Keyword", line->text },
		{ "CurrencyCode", is_trick(f, "Currency") ? "XTS" : f->call->account.currency },
	};
	*out = '\0';
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (strcmp(column, texts[i].column) == 0)
			microsoft_report_file_copy(out, 400, texts[i].text);
	if (strcmp(column, "TimePeriod") == 0)
		strftime(out, 400, "%Y-%m-%d", &tm);
	else if (strcmp(column, "Impressions") == 0)
		snprintf(out, 400, "%lld", line->impressions[day]);
	else if (strcmp(column, "Clicks") == 0)
		snprintf(out, 400, "%lld", clicks);
	else if (strcmp(column, "Spend") == 0)
		snprintf(out, 400, "%.2f", (double)(clicks * CENTS_OF_CLICK) / 100);
	else if (strcmp(column, "Conversions") == 0)
		snprintf(out, 400, "%lld", bought);
	else if (strcmp(column, "Revenue") == 0)
		snprintf(out, 400, "%.2f", (double)bought * 25.99);
}

static void put_line(struct file *f, const struct line *line, int day)
{
	const cJSON *column;
	bool begun = false;
	char text[400];
	cJSON_ArrayForEach(column, f->columns)
	{
		cell_of(f, line, day, column->valuestring, text);
		put_cell(f, &begun, text);
	}
	if (is_trick(f, "Columns"))
		put_cell(f, &begun, "Computer");
	text_put(&f->out, "\r\n");
}

/* A zone as the header calls it; one that no test uses goes by its word. */
static const char *zone_title(const char *word)
{
	static const char *const titles[][2] = {
		{ "AmsterdamBerlinBernRomeStockholmVienna",
		  "(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna" },
		{ "EasternTimeUSCanada", "(GMT-05:00) Eastern Time (US & Canada)" },
		{ "PacificTimeUSCanadaTijuana", "(GMT-08:00) Pacific Time (US & Canada); Tijuana" },
	};
	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
		if (word && strcmp(word, titles[i][0]) == 0)
			return titles[i][1];
	return word ? word : "";
}

static long long rows_of(const struct file *f)
{
	long long rows = 0;
	for (const struct line *line = f->lines; line; line = line->next)
		for (int day = 0; day < f->count; day++)
			rows += line->impressions[day] > 0;
	return rows;
}

/* "2/8/2020", or with the time of the day, 12 hours long, where `timed`. */
static void put_moment(struct file *f, long long at, bool timed)
{
	time_t when = (time_t)at;
	struct tm tm;
	gmtime_r(&when, &tm);
	text_format(&f->out, "%d/%d/%d", tm.tm_mon + 1, tm.tm_mday, tm.tm_year + 1900);
	if (timed)
		text_format(&f->out, " %d:%02d:%02d %s", (tm.tm_hour + 11) % 12 + 1, tm.tm_min,
			    tm.tm_sec, tm.tm_hour < 12 ? "AM" : "PM");
}

/* Writes the lines above the columns. All requested data is there, except future days. */
static void put_header(struct file *f, const cJSON *asked)
{
	const cJSON *time = json_at(asked, "Time");
	const char *name = json_text(asked, "ReportName");
	long long last = f->first + f->count - 1;
	text_put(&f->out, "\"Report Name: ");
	text_put(&f->out, name ? name : "");
	text_put(&f->out, "\"\r\n\"Report Time: ");
	put_moment(f, f->first * DAY, false);
	if (f->count > 1) {
		text_put(&f->out, ",");
		put_moment(f, last * DAY, false);
	}
	text_format(&f->out, "\"\r\n\"Time Zone: %s\"\r\n\"Last Completed Available Day: ",
		    zone_title(json_text(time, "ReportTimeZone")));
	put_moment(f, f->call->now, true);
	text_put(&f->out, " (GMT)\"\r\n\"Last Completed Available Hour: ");
	put_moment(f, f->call->now, true);
	text_format(&f->out,
		    " (GMT)\"\r\n\"Report Aggregation: Daily\"\r\n\"Report Filter: \"\r\n"
		    "\"Potential Incomplete Data: %s\"\r\n\"Rows: %lld\"\r\n\r\n",
		    last >= microsoft_report_file_day_at(f->call, f->call->now) ? "true" : "false",
		    rows_of(f));
}

static void put_head(struct file *f, const cJSON *asked)
{
	const cJSON *column;
	bool begun = false;
	text_put(&f->out, "\xef\xbb\xbf");
	if (!json_true(asked, "ExcludeReportHeader"))
		put_header(f, asked);
	if (json_true(asked, "ExcludeColumnHeaders"))
		return;
	cJSON_ArrayForEach(column, f->columns) put_cell(f, &begun, column->valuestring);
	if (is_trick(f, "Columns"))
		put_cell(f, &begun, "DeviceType");
	text_put(&f->out, "\r\n");
}

/* Objects that nobody has, and what they cost. */
static void put_many(struct file *f, const struct line *like)
{
	struct line *line = sb_alloc(sizeof(*line));
	*line = *like;
	for (int i = 0; i < MANY; i++) {
		snprintf(line->campaign, sizeof(line->campaign), "%d", i + 1);
		put_line(f, line, 0);
	}
	free(line);
}

char *ms_report_file(struct ms_call *call, const cJSON *asked)
{
	const char *type = json_text(asked, "Type");
	const cJSON *time = json_at(asked, "Time");
	struct file f = { .call = call, .columns = json_at(asked, "Columns") };
	bool any = false;
	f.campaigns = strcmp(type, "CampaignPerformanceReportRequest") == 0;
	f.groups = strcmp(type, "AdGroupPerformanceReportRequest") == 0;
	f.keywords = strcmp(type, "KeywordPerformanceReportRequest") == 0;
	f.first = microsoft_report_file_day_of(json_at(time, "CustomDateRangeStart"));
	f.count =
		(int)(microsoft_report_file_day_of(json_at(time, "CustomDateRangeEnd")) - f.first) +
		1;
	if (f.count > DAYS_MOST)
		f.count = DAYS_MOST;
	store_walk_tails(call->sandbox->store, call->account.id, f.keywords ? MK_KEYWORD : MK_AD,
			 microsoft_report_file_one, &f);
	cJSON_Delete(f.group.value);
	cJSON_Delete(f.campaign.value);
	put_head(&f, asked);
	if (f.lines && is_trick(&f, "Many"))
		put_many(&f, f.lines);
	while (f.lines) {
		struct line *line = f.lines;
		for (int day = 0; day < f.count; day++) {
			if (!line->impressions[day])
				continue;
			put_line(&f, line, day);
			if (!any && is_trick(&f, "Twice"))
				put_line(&f, line, day);
			any = true;
		}
		f.lines = line->next;
		free(line);
	}
	if (!json_true(asked, "ExcludeReportFooter"))
		/* A sign of copyright, as Microsoft's own reader looks for; its pages show an @. */
		text_put(&f.out, "\r\n\"\xc2\xa9"
				 "2026 Microsoft Corporation. All rights reserved. \"\r\n");
	if (any)
		return text_take(&f.out);
	text_free(&f.out);
	return NULL;
}
