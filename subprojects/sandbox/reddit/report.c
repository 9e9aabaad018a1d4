/*
 * Reports: figures of each day that an object was switched on, made up from its id and the day, so
 * that they are the same whenever they are asked for. An ad has its own, the others the sum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reddit.h"

enum {
	DAY = 86400,
	DAYS_MOST = 400,
	SPEND_OF_CLICK = 370000 /* micros */
};

/* The sums of a report's row. */
struct sum {
	long long impressions, clicks, spend, conversions, value; /* value: hundredths */
};

/* The objects that a report may be broken down by: members of an ad, but for its own id. */
enum {
	IDS = 3
};
static const struct {
	const char *breakdown, *member;
} id_rows[IDS] = {
	{ "CAMPAIGN_ID", "campaign_id" },
	{ "AD_GROUP_ID", "ad_group_id" },
	{ "AD_ID", "ad_id" },
};

struct line {
	char ids[IDS][40], keyword[100]; /* "" of what it is not broken down by */
	struct sum days[DAYS_MOST];
	struct line *next;
};

struct report {
	struct rd_call *call;
	long long first; /* day number, as the local date of starts_at */
	int count;
	bool by[IDS];
	bool keywords, dated; /* dated: a row a day, else one of all days */
	struct rd_page page;
	struct line *lines;
};

static bool is_line(const struct line *line, const struct line *key)
{
	return memcmp(line->ids, key->ids, sizeof(key->ids)) == 0 &&
	       strcmp(line->keyword, key->keyword) == 0;
}

static struct line *reddit_report_line_of(struct report *r, const struct line *key)
{
	struct line **end = &r->lines;
	while (*end && !is_line(*end, key))
		end = &(*end)->next;
	if (!*end) {
		*end = sb_alloc(sizeof(**end));
		memcpy((*end)->ids, key->ids, sizeof(key->ids));
		memcpy((*end)->keyword, key->keyword, sizeof(key->keyword));
	}
	return *end;
}

/* Days since 1970 in the account's zone. */
static long long reddit_report_day_at(const struct rd_call *call, long long at)
{
	char text[24];
	struct tm tm = { 0 };
	clock_local(at, call->account.timezone, text);
	sscanf(text, "%4d-%2d-%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
	tm.tm_year -= 1900;
	tm.tm_mon--;
	return (long long)timegm(&tm) / DAY;
}

static void reddit_report_add(struct report *r, const struct line *key, const char *ad, int day)
{
	unsigned long long h = 1469598103934665603ULL + (unsigned long long)(r->first + day);
	for (const char *s = ad; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211ULL;
	struct sum *sum = &reddit_report_line_of(r, key)->days[day];
	long long clicks = 3 + (long long)(h >> 40 & 31);
	sum->impressions += 400 + (long long)(h >> 20 & 1023);
	sum->clicks += clicks;
	sum->spend += clicks * SPEND_OF_CLICK;
	sum->conversions += clicks / 8;
	sum->value += clicks / 8 * 2599;
}

/* Adds an ad's days to the line of `key`, or to one each keyword of its ad group. */
static void add_days(struct report *r, struct line *key, const char *ad, long long created,
		     const cJSON *word)
{
	long long now = reddit_report_day_at(r->call, r->call->now);
	for (int day = 0; day < r->count; day++) {
		if (r->first + day < created || r->first + day > now)
			continue;
		if (!r->keywords)
			reddit_report_add(r, key, ad, day);
		for (const cJSON *w = word; r->keywords && w; w = w->next) {
			snprintf(key->keyword, sizeof(key->keyword), "%s", w->valuestring);
			reddit_report_add(r, key, ad, day);
		}
	}
}

static void one_ad(void *context, const char *tail, cJSON *ad)
{
	struct report *r = context;
	struct line *key = sb_alloc(sizeof(*key));
	long long created = 0;
	cJSON *group = rd_load(r->call, RD_AD_GROUP, json_text(ad, "ad_group_id"));
	const cJSON *word = json_at(json_at(group, "targeting"), "keywords");
	for (int i = 0; i < IDS; i++) {
		const char *id = i == IDS - 1 ? tail : json_text(ad, id_rows[i].member);
		if (r->by[i])
			snprintf(key->ids[i], sizeof(key->ids[i]), "%s", id ? id : "");
	}
	if (rd_is(ad, "configured_status", "ACTIVE") &&
	    rd_time(json_text(ad, "created_at"), &created))
		add_days(r, key, tail, reddit_report_day_at(r->call, created),
			 word ? word->child : NULL);
	free(key);
	cJSON_Delete(group);
	cJSON_Delete(ad);
}

/* The asked fields of a sum, under their lower-case names. */
static void put_fields(const cJSON *fields, const struct sum *sum, cJSON *row)
{
	const struct {
		const char *name, *key;
		double value;
	} known[] = {
		{ "IMPRESSIONS", "impressions", (double)sum->impressions },
		{ "CLICKS", "clicks", (double)sum->clicks },
		{ "SPEND", "spend", (double)sum->spend },
		{ "KEY_CONVERSION_TOTAL_COUNT", "key_conversion_total_count",
		  (double)sum->conversions },
		{ "CONVERSION_PURCHASE_TOTAL_VALUE", "conversion_purchase_total_value",
		  (double)sum->value },
		{ "CTR", "ctr", (double)sum->clicks / (double)sum->impressions },
		{ "CPC", "cpc", (double)sum->spend / (double)sum->clicks },
		{ "ECPM", "ecpm", (double)sum->spend * 1000 / (double)sum->impressions },
		{ "KEY_CONVERSION_CLICKS", "key_conversion_clicks", (double)sum->conversions },
		{ "KEY_CONVERSION_VIEWS", "key_conversion_views", 0 },
		{ "KEY_CONVERSION_ECPA", "key_conversion_ecpa",
		  sum->conversions ? (double)sum->spend / (double)sum->conversions : 0 },
	};
	const cJSON *field;
	cJSON_ArrayForEach(field, fields)
	{
		for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
			if (strcmp(known[i].name, field->valuestring) == 0)
				json_set(row, known[i].key, cJSON_CreateNumber(known[i].value));
	}
}

static cJSON *reddit_report_row_of(const struct report *r, const struct line *line,
				   const struct sum *sum, int day, const cJSON *fields)
{
	cJSON *row = cJSON_CreateObject();
	if (r->dated) {
		char date[16];
		time_t at = (time_t)((r->first + day) * DAY);
		struct tm tm;
		gmtime_r(&at, &tm);
		strftime(date, sizeof(date), "%Y-%m-%d", &tm);
		json_set_text(row, "date", date);
	}
	for (int i = 0; i < IDS; i++)
		if (r->by[i])
			json_set_text(row, id_rows[i].member, line->ids[i]);
	if (r->keywords)
		json_set_text(row, "keyword", line->keyword);
	put_fields(fields, sum, row);
	return row;
}

/* All days of a line in one. */
static struct sum reddit_report_whole(const struct report *r, const struct line *line)
{
	struct sum sum = { 0 };
	for (int day = 0; day < r->count; day++) {
		sum.impressions += line->days[day].impressions;
		sum.clicks += line->days[day].clicks;
		sum.spend += line->days[day].spend;
		sum.conversions += line->days[day].conversions;
		sum.value += line->days[day].value;
	}
	return sum;
}

/* The rows of the page; whether more are behind it. */
static bool reddit_report_metrics(const struct report *r, const cJSON *fields, cJSON *list)
{
	long long n = 0;
	for (const struct line *line = r->lines; line; line = line->next)
		for (int day = 0; day < (r->dated ? r->count : 1); day++) {
			struct sum sum = r->dated ? line->days[day] : reddit_report_whole(r, line);
			if (!sum.impressions || n++ < r->page.start)
				continue;
			if (n > r->page.start + r->page.size)
				return true;
			cJSON_AddItemToArray(list,
					     reddit_report_row_of(r, line, &sum, day, fields));
		}
	return false;
}

static bool reddit_report_window(struct rd_call *call, long long *from, long long *to)
{
	static const char *const names[] = { "starts_at", "ends_at" };
	long long at[2] = { 0, 0 };
	char path[40];
	for (int i = 0; i < 2; i++) {
		const char *text = json_text(call->data, names[i]);
		snprintf(path, sizeof(path), "data/%s", names[i]);
		if (!text || !rd_time(text, &at[i]))
			rd_fault(call->faults, path, "is not a 'date-time'");
		else if (at[i] % 3600)
			rd_fault(call->faults, path, "must be aligned to the hour");
	}
	if (at[1] <= at[0] || at[1] - at[0] > (DAYS_MOST - 2) * (long long)DAY)
		rd_fault(call->faults, "data/ends_at", "ends_at must be after starts_at");
	*from = at[0];
	*to = at[1];
	return !call->faults->child;
}

void rd_report(struct rd_call *call, struct reply *reply)
{
	struct report r = { .call = call };
	const cJSON *item;
	long long from = 0, to = 0;
	if (!rd_page(call, &r.page, reply))
		return;
	cJSON_ArrayForEach(item, json_at(call->data, "breakdowns"))
	{
		r.dated = r.dated || strcmp(item->valuestring, "DATE") == 0;
		r.keywords = r.keywords || strcmp(item->valuestring, "KEYWORD") == 0;
		for (int i = 0; i < IDS; i++)
			r.by[i] = r.by[i] || strcmp(item->valuestring, id_rows[i].breakdown) == 0;
	}
	if (call->faults->child || !reddit_report_window(call, &from, &to)) {
		rd_refuse_faults(call, reply);
		return;
	}
	r.first = reddit_report_day_at(call, from);
	r.count = (int)(reddit_report_day_at(call, to - 1) - r.first) + 1;
	store_walk(call->sandbox->store, call->account.id, RD_AD, one_ad, &r);
	cJSON *body = cJSON_CreateObject();
	cJSON *data = json_object(body, "data");
	char now[24];
	rd_time_text(call->now, now);
	bool more = reddit_report_metrics(&r, json_at(call->data, "fields"),
					  json_array(data, "metrics"));
	json_set_text(data, "metrics_updated_at", now);
	rd_paginate(call, &r.page, more, body);
	while (r.lines) {
		struct line *next = r.lines->next;
		free(r.lines);
		r.lines = next;
	}
	reply_json(reply, 200, body);
}
