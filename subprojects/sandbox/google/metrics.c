/* Invented figures: the same for the same campaign, ad group and day, for ever. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

/* FNV-1a of three texts. */
static uint64_t google_metrics_mix(const char *a, const char *b, const char *c)
{
	uint64_t h = 14695981039346656037u;
	const char *parts[3] = { a, b, c };
	for (int i = 0; i < 3; i++) {
		for (const char *s = parts[i] ? parts[i] : ""; *s; s++)
			h = (h ^ (unsigned char)*s) * 1099511628211u;
		h = (h ^ 0xff) * 1099511628211u;
	}
	return h ^ (h >> 29);
}

static bool google_metrics_enabled(const cJSON *object)
{
	const char *status = json_text(object, "status");
	return status && strcmp(status, "ENABLED") == 0;
}

static bool in_flight(const struct g_call *call, const cJSON *campaign, const cJSON *group,
		      const char *day)
{
	const char *start = json_text(campaign, "startDateTime");
	const char *end = json_text(campaign, "endDateTime");
	char made[20];
	clock_local(json_long(group, "_created", 0), call->account.timezone, made);
	return (!start || strncmp(day, start, 10) >= 0) && (!end || strncmp(day, end, 10) <= 0) &&
	       strncmp(day, made, 10) >= 0 && strncmp(day, call->today, 10) <= 0;
}

struct g_figures g_group_figures(const struct g_call *call, const cJSON *campaign,
				 const cJSON *group, const char *day)
{
	struct g_figures f = { 0 };
	if (!google_metrics_enabled(campaign) || !google_metrics_enabled(group) ||
	    !in_flight(call, campaign, group, day))
		return f;
	uint64_t h = google_metrics_mix(json_text(campaign, "id"), json_text(group, "id"), day);
	long long unit = g_currency_unit(call->account.currency);
	long long bid = json_long(group, "cpcBidMicros", 100 * unit);
	f.impressions = (long long)(200 + h % 1800);
	f.clicks = f.impressions * (long long)(2 + (h >> 16) % 6) / 100;
	f.cost_micros = f.clicks * (bid * (long long)(50 + (h >> 24) % 45) / 100) / unit * unit;
	f.conversions = (double)(f.clicks / (long long)(12 + (h >> 32) % 20));
	f.value = f.conversions * (double)(20 + (h >> 40) % 60);
	return f;
}

static long long google_metrics_part(long long whole, int index, int count)
{
	return whole * (index + 1) / count - whole * index / count;
}

struct g_figures g_share(const struct g_figures *whole, int index, int count)
{
	if (index < 0 || count <= 0)
		return (struct g_figures){ 0 };
	long long each = whole->conversions > 0
				 ? google_metrics_part((long long)whole->conversions, index, count)
				 : 0;
	return (struct g_figures){
		.impressions = google_metrics_part(whole->impressions, index, count),
		.clicks = google_metrics_part(whole->clicks, index, count),
		.cost_micros = google_metrics_part(whole->cost_micros, index, count),
		.conversions = (double)each,
		.value = whole->conversions > 0 ? whole->value * (double)each / whole->conversions
						: 0,
	};
}

void g_add_figures(struct g_figures *sum, const struct g_figures *more)
{
	sum->impressions += more->impressions;
	sum->clicks += more->clicks;
	sum->cost_micros += more->cost_micros;
	sum->conversions += more->conversions;
	sum->value += more->value;
}

static double google_metrics_ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

cJSON *g_metrics_json(const struct g_figures *f)
{
	const struct {
		const char *name;
		double value;
	} numbers[] = {
		{ "conversions", f->conversions },
		{ "conversionsValue", f->value },
		{ "allConversions", f->conversions },
		{ "allConversionsValue", f->value },
		{ "ctr", google_metrics_ratio((double)f->clicks, (double)f->impressions) },
		{ "averageCpc", google_metrics_ratio((double)f->cost_micros, (double)f->clicks) },
		{ "averageCost", google_metrics_ratio((double)f->cost_micros, (double)f->clicks) },
		{ "averageCpm",
		  google_metrics_ratio((double)f->cost_micros * 1000, (double)f->impressions) },
		{ "costPerConversion",
		  google_metrics_ratio((double)f->cost_micros, f->conversions) },
		{ "conversionsFromInteractionsRate",
		  google_metrics_ratio(f->conversions, (double)f->clicks) },
		{ "interactionRate",
		  google_metrics_ratio((double)f->clicks, (double)f->impressions) },
	};
	cJSON *metrics = cJSON_CreateObject();
	json_set_long(metrics, "impressions", f->impressions);
	json_set_long(metrics, "clicks", f->clicks);
	json_set_long(metrics, "interactions", f->clicks);
	json_set_long(metrics, "costMicros", f->cost_micros);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		json_set(metrics, numbers[i].name, cJSON_CreateNumber(numbers[i].value));
	return metrics;
}
