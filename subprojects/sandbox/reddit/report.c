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

/* What is added up. */
struct sum {
	long long impressions, clicks, spend, conversions, value; /* value: hundredths */
};

struct line {
	char id[40], keyword[100];
	struct sum days[DAYS_MOST];
	struct line *next;
};

struct report {
	struct rd_call *call;
	long long first; /* day number, as the local date of starts_at */
	int count;
	const char *id; /* "campaign_id", or NULL: all in one line */
	bool keywords;
	struct line *lines;
};

static struct line *line_of(struct report *r, const char *id, const char *keyword)
{
	struct line **end = &r->lines;
	while (*end && (strcmp((*end)->id, id) != 0 || strcmp((*end)->keyword, keyword) != 0))
		end = &(*end)->next;
	if (!*end) {
		*end = sb_alloc(sizeof(**end));
		snprintf((*end)->id, sizeof((*end)->id), "%s", id);
		snprintf((*end)->keyword, sizeof((*end)->keyword), "%s", keyword);
	}
	return *end;
}

/* Days since 1970 in the account's zone. */
static long long day_at(const struct rd_call *call, long long at)
{
	char text[24];
	struct tm tm = { 0 };
	clock_local(at, call->account.timezone, text);
	sscanf(text, "%4d-%2d-%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
	tm.tm_year -= 1900;
	tm.tm_mon--;
	return (long long)timegm(&tm) / DAY;
}

static void add(struct report *r, const char *id, const char *keyword, const char *ad, int day)
{
	unsigned long long h = 1469598103934665603ULL + (unsigned long long)(r->first + day);
	for (const char *s = ad; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211ULL;
	struct sum *sum = &line_of(r, id, keyword)->days[day];
	long long clicks = 3 + (long long)(h >> 40 & 31);
	sum->impressions += 400 + (long long)(h >> 20 & 1023);
	sum->clicks += clicks;
	sum->spend += clicks * SPEND_OF_CLICK;
	sum->conversions += clicks / 8;
	sum->value += clicks / 8 * 2599;
}

static void one_ad(void *context, const char *tail, cJSON *ad)
{
	struct report *r = context;
	long long created = 0;
	const char *id = r->id ? strcmp(r->id, "ad_id") == 0 ? tail : json_text(ad, r->id) : "";
	cJSON *group = rd_load(r->call, RD_AD_GROUP, json_text(ad, "ad_group_id"));
	const cJSON *word = json_at(json_at(group, "targeting"), "keywords");
	word = word ? word->child : NULL;
	if (rd_is(ad, "configured_status", "ACTIVE") && id &&
	    rd_time(json_text(ad, "created_at"), &created)) {
		long long from = day_at(r->call, created), to = day_at(r->call, r->call->now);
		for (int day = 0; day < r->count; day++) {
			if (r->first + day < from || r->first + day > to)
				continue;
			if (!r->keywords)
				add(r, id, "", tail, day);
			for (const cJSON *w = word; r->keywords && w; w = w->next)
				add(r, id, w->valuestring, tail, day);
		}
	}
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
	};
	const cJSON *field;
	cJSON_ArrayForEach(field, fields)
	{
		for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
			if (strcmp(known[i].name, field->valuestring) == 0)
				json_set(row, known[i].key, cJSON_CreateNumber(known[i].value));
	}
}

static cJSON *metrics(const struct report *r, const cJSON *fields)
{
	cJSON *list = cJSON_CreateArray();
	char date[16];
	for (const struct line *line = r->lines; line; line = line->next)
		for (int day = 0; day < r->count; day++) {
			time_t at = (time_t)((r->first + day) * DAY);
			struct tm tm;
			if (!line->days[day].impressions)
				continue;
			cJSON *row = cJSON_CreateObject();
			gmtime_r(&at, &tm);
			strftime(date, sizeof(date), "%Y-%m-%d", &tm);
			json_set_text(row, "date", date);
			if (r->id)
				json_set_text(row, r->id, line->id);
			if (r->keywords)
				json_set_text(row, "keyword", line->keyword);
			put_fields(fields, &line->days[day], row);
			cJSON_AddItemToArray(list, row);
		}
	return list;
}

static bool window(struct rd_call *call, long long *from, long long *to)
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
	bool dated = false;
	cJSON_ArrayForEach(item, json_at(call->data, "breakdowns"))
	{
		dated = dated || strcmp(item->valuestring, "DATE") == 0;
		r.keywords = r.keywords || strcmp(item->valuestring, "KEYWORD") == 0;
		if (strcmp(item->valuestring, "CAMPAIGN_ID") == 0)
			r.id = "campaign_id";
		if (strcmp(item->valuestring, "AD_GROUP_ID") == 0)
			r.id = "ad_group_id";
		if (strcmp(item->valuestring, "AD_ID") == 0)
			r.id = "ad_id";
	}
	if (!call->faults->child && !dated)
		rd_fault(call->faults, "data/breakdowns", "The sandbox reports by DATE only");
	if (call->faults->child || !window(call, &from, &to)) {
		rd_refuse_faults(call, reply);
		return;
	}
	r.first = day_at(call, from);
	r.count = (int)(day_at(call, to - 1) - r.first) + 1;
	store_walk(call->sandbox->store, call->account.id, RD_AD, one_ad, &r);
	cJSON *body = cJSON_CreateObject();
	cJSON *data = json_object(body, "data");
	char now[24];
	rd_time_text(call->now, now);
	json_set(data, "metrics", metrics(&r, json_at(call->data, "fields")));
	json_set_text(data, "metrics_updated_at", now);
	json_object(body, "pagination");
	while (r.lines) {
		struct line *next = r.lines->next;
		free(r.lines);
		r.lines = next;
	}
	reply_json(reply, 200, body);
}
