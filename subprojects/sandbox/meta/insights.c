/*
 * Insights: figures of each day that an ad was delivered, made up from its id and the day, so that
 * they are the same whenever they are asked for. An ad has its own, what is above it the sum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "meta.h"

enum {
	DAY = 86400,
	DAYS_MOST = 400,
	ROWS = 25,
	ROWS_MOST = 500,
	CENTS_OF_CLICK = 37
};

struct line {
	char campaign[24], adset[24], ad[24];
	long long impressions[DAYS_MOST], clicks[DAYS_MOST], bought[DAYS_MOST];
	struct line *next;
};

struct insights {
	struct m_call *call;
	long long first; /* day number */
	int count;
	const char *level, *of; /* of one campaign, ad set or ad: its id, else NULL */
	struct line *lines;
};

static long long day_number(const char *text)
{
	struct tm tm = { 0 };
	if (sscanf(text, "%4d-%2d-%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday) != 3)
		return -1;
	tm.tm_year -= 1900;
	tm.tm_mon--;
	return (long long)timegm(&tm) / DAY;
}

static long long meta_insights_day_at(const struct m_call *call, long long at)
{
	char text[24];
	clock_local(at, call->account.timezone, text);
	return day_number(text);
}

/* The line that an ad's figures are added to. */
static struct line *meta_insights_line_of(struct insights *in, const struct line *ad)
{
	bool by_campaign = strcmp(in->level, "campaign") == 0;
	bool by_adset = strcmp(in->level, "adset") == 0;
	struct line **end = &in->lines;
	while (*end && strcmp(by_campaign ? (*end)->campaign
			      : by_adset  ? (*end)->adset
					  : (*end)->ad,
			      by_campaign ? ad->campaign
			      : by_adset  ? ad->adset
					  : ad->ad) != 0)
		end = &(*end)->next;
	if (!*end) {
		*end = sb_alloc(sizeof(**end));
		memcpy((*end)->campaign, ad->campaign, sizeof(ad->campaign));
		memcpy((*end)->adset, ad->adset, sizeof(ad->adset));
		memcpy((*end)->ad, ad->ad, sizeof(ad->ad));
	}
	return *end;
}

static bool is_active(const cJSON *object)
{
	const char *status = json_text(object, "status");
	return status && strcmp(status, "ACTIVE") == 0;
}

static void one_ad(void *context, const char *tail, cJSON *ad)
{
	struct insights *in = context;
	struct m_call *call = in->call;
	struct line ids = { 0 };
	const char *adset_id = json_text(ad, "adset_id");
	cJSON *adset = store_get(call->sandbox->store, call->account.id, M_ADSET, adset_id);
	const char *campaign_id = json_text(adset, "campaign_id");
	cJSON *campaign = campaign_id ? store_get(call->sandbox->store, call->account.id,
						  M_CAMPAIGN, campaign_id)
				      : NULL;
	long long from = meta_insights_day_at(call, json_long(ad, "_created", 0)),
		  to = meta_insights_day_at(call, call->now);
	bool asked = !in->of || strcmp(in->of, tail) == 0 ||
		     (adset_id && strcmp(in->of, adset_id) == 0) ||
		     (campaign_id && strcmp(in->of, campaign_id) == 0);
	if (asked && is_active(ad) && is_active(adset) && is_active(campaign)) {
		snprintf(ids.campaign, sizeof(ids.campaign), "%s", campaign_id);
		snprintf(ids.adset, sizeof(ids.adset), "%s", adset_id);
		snprintf(ids.ad, sizeof(ids.ad), "%s", tail);
		struct line *line = meta_insights_line_of(in, &ids);
		for (int i = 0; i < in->count; i++) {
			unsigned long long h =
				1469598103934665603ULL + (unsigned long long)(in->first + i);
			if (in->first + i < from || in->first + i > to)
				continue;
			for (const char *s = tail; *s; s++)
				h = (h ^ (unsigned char)*s) * 1099511628211ULL;
			line->impressions[i] += 400 + (long long)(h >> 20 & 1023);
			long long clicks = 3 + (long long)(h >> 40 & 31);
			line->clicks[i] += clicks;
			line->bought[i] += clicks / 8;
		}
	}
	cJSON_Delete(campaign);
	cJSON_Delete(adset);
	cJSON_Delete(ad);
}

static void set_number(cJSON *row, const char *key, const char *format, double value)
{
	char text[40];
	snprintf(text, sizeof(text), format, value);
	json_set_text(row, key, text);
}

static void add_action(cJSON *row, const char *key, const char *type, const char *format,
		       double value)
{
	cJSON *action = cJSON_CreateObject();
	if (value <= 0) {
		cJSON_Delete(action);
		return;
	}
	json_set_text(action, "action_type", type);
	set_number(action, "value", format, value);
	cJSON_AddItemToArray(json_array(row, key), action);
}

/* All numbers are texts, and what is nothing is left out. */
static cJSON *meta_insights_row_of(const struct insights *in, const struct line *line, int day)
{
	cJSON *whole = cJSON_CreateObject(), *row = cJSON_CreateObject();
	const char *at = json_text(in->call->values, "fields");
	long long clicks = line->clicks[day], bought = line->bought[day];
	bool cents = m_offset(in->call->account.currency) == 100;
	time_t when = (time_t)((in->first + day) * DAY);
	struct tm tm;
	char date[16];
	gmtime_r(&when, &tm);
	strftime(date, sizeof(date), "%Y-%m-%d", &tm);
	json_set_text(whole, "campaign_id", line->campaign);
	if (strcmp(in->level, "campaign") != 0)
		json_set_text(whole, "adset_id", line->adset);
	if (strcmp(in->level, "ad") == 0)
		json_set_text(whole, "ad_id", line->ad);
	set_number(whole, "impressions", "%.0f", (double)line->impressions[day]);
	set_number(whole, "clicks", "%.0f", (double)clicks);
	set_number(whole, "spend", cents ? "%.2f" : "%.0f",
		   (double)(clicks * CENTS_OF_CLICK) / (cents ? 100 : 1));
	add_action(whole, "actions", "link_click", "%.0f", (double)clicks);
	add_action(whole, "actions", "purchase", "%.0f", (double)bought);
	add_action(whole, "action_values", "purchase", "%.2f", (double)bought * 25.99);
	while (at && *at) {
		size_t n = strcspn(at, ",");
		char *name = sb_copy_n(at, n);
		if (json_at(whole, name))
			json_set(row, name, cJSON_Duplicate(json_at(whole, name), true));
		free(name);
		at += n + (at[n] == ',');
	}
	json_set_text(row, "date_start", date);
	json_set_text(row, "date_stop", date);
	cJSON_Delete(whole);
	return row;
}

static void meta_insights_answer(struct insights *in, long long from, long long limit)
{
	struct m_call *call = in->call;
	cJSON *out = cJSON_CreateObject();
	cJSON *data = json_array(out, "data");
	long long n = 0;
	for (const struct line *line = in->lines; line; line = line->next)
		for (int day = 0; day < in->count; day++) {
			if (!line->impressions[day])
				continue;
			if (n >= from && n < from + limit)
				cJSON_AddItemToArray(data, meta_insights_row_of(in, line, day));
			n++;
		}
	if (n > from) {
		char before[24], after[24];
		snprintf(before, sizeof(before), "%lld", from);
		snprintf(after, sizeof(after), "%lld", n < from + limit ? n : from + limit);
		m_paging(call, out, before, after, n > from + limit);
	}
	call->status = 200;
	call->answer = out;
}

/* The days that are asked for; false after a refusal. */
static bool meta_insights_window(struct insights *in)
{
	const cJSON *range = json_at(in->call->values, "time_range");
	const char *since = json_text(range, "since"), *until = json_text(range, "until");
	long long last = until ? day_number(until) : -1;
	in->first = since ? day_number(since) : -1;
	if (in->first < 0 || last < in->first || last - in->first >= DAYS_MOST) {
		m_refuse(in->call, (struct m_refusal){ .code = 100, .field = "time_range" },
			 "(#100) param time_range must have since and until, since not after "
			 "until.");
		return false;
	}
	in->count = (int)(last - in->first) + 1;
	return true;
}

/* True if insights has every requested field; otherwise refuses. */
static bool meta_insights_check_fields(struct m_call *call)
{
	const char *at = json_text(call->values, "fields");
	while (at && *at) {
		size_t n = strcspn(at, ",");
		if (!m_has_field(M_INSIGHTS, at, n)) {
			m_refuse(call, (struct m_refusal){ .code = 100 },
				 "(#100) %.*s is not valid for fields param. please check "
				 "https://developers.facebook.com/docs/marketing-api/reference/"
				 "ads-insights/ for all valid values",
				 (int)n, at);
			return false;
		}
		at += n + (at[n] == ',');
	}
	return true;
}

static bool meta_insights_check(struct insights *in)
{
	struct m_call *call = in->call;
	const char *after = json_text(call->values, "after");
	double limit = json_double(call->values, "limit", ROWS);
	in->level = json_text(call->values, "level");
	if (!meta_insights_check_fields(call) || !meta_insights_window(in))
		return false;
	if (!in->level || json_double(call->values, "time_increment", 0) != 1)
		m_refuse(call, (struct m_refusal){ .code = 100 },
			 "(#100) The sandbox tells insights of a level, day by day.");
	else if (limit < 1 || limit > (double)ROWS_MOST)
		m_refuse(call, (struct m_refusal){ .code = 1, .status = 500 },
			 "Please reduce the amount of data you're asking for, then retry your "
			 "request");
	else if (after && strspn(after, "0123456789") != strlen(after))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "after" },
			 "(#100) The cursor is not one of this list's.");
	return !m_refused(call);
}

bool m_insights_checked(struct m_call *call)
{
	struct insights in = { .call = call };
	return m_check(call, &m_insights_asked) && meta_insights_check(&in);
}

void m_insights_tell(struct m_call *call, const char *of)
{
	struct insights in = { .call = call, .of = of };
	if (!meta_insights_check(&in))
		return;
	const char *after = json_text(call->values, "after");
	store_walk_tails(call->sandbox->store, call->account.id, M_AD, one_ad, &in);
	meta_insights_answer(&in, after ? sb_number(after) : 0,
			     (long long)json_double(call->values, "limit", ROWS));
	while (in.lines) {
		struct line *next = in.lines->next;
		free(in.lines);
		in.lines = next;
	}
}

void m_insights(struct m_call *call, const char *of)
{
	if (m_check(call, &m_insights_asked))
		m_insights_tell(call, of);
}
