/*
 * Daily figures: the account's insights of a level, one row per object and day. Days are in the ad
 * account's time zone; money is in units of its currency, with decimals, unlike budgets. A row
 * omits zero values: a missing value in a returned row is 0.
 */
#include "platform/form.h"
#include "platform/meta/adapter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"

static const struct {
	enum ad_resource_id resource;
	const char *level, *id;
} levels[] = {
	{ AD_R_CAMPAIGN, "campaign", "campaign_id" },
	{ AD_R_AD_GROUP, "adset", "adset_id" },
	{ AD_R_AD, "ad", "ad_id" },
};

/* The actions that count as conversions: Meta's sums over all places where they can happen. */
static const char *const conversions[] = { "purchase", "lead", "complete_registration" };

static size_t level_of(const struct ad_figures_ask *ask)
{
	size_t at = 0;

	while (at < AD_LEN(levels) && levels[at].resource != ask->res->id)
		at++;
	return at;
}

static struct ad_str day_text(struct ad_arena *arena, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	return ad_arena_printf(arena, "%04d-%02d-%02d", (int)date.year, (int)date.month,
			       (int)date.day);
}

bool meta_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		  struct ad_http_request *out)
{
	struct meta_part part = { "GET", meta_account_path(arena, link, "insights"),
				  ad_text_on(arena) };
	size_t level = level_of(ask);

	/* Meta has no keywords. */
	if (ask->heard || level == AD_LEN(levels))
		return false;
	ad_form_add(&part.form, "level", ad_str(levels[level].level));
	ad_form_add(&part.form, "fields",
		    ad_arena_printf(arena, "%s,impressions,clicks,spend,actions,action_values",
				    levels[level].id));
	ad_form_add(&part.form, "time_range",
		    ad_arena_printf(arena, "{\"since\":\"%.*s\",\"until\":\"%.*s\"}",
				    AD_FMT(day_text(arena, ask->first)),
				    AD_FMT(day_text(arena, ask->last))));
	ad_form_add(&part.form, "time_increment", AD_S("1"));
	ad_form_add(&part.form, "limit", ask->few ? AD_S("50") : AD_S("500"));
	if (ask->page.n)
		ad_form_add(&part.form, "after", ask->page);
	meta_request(arena, link, &part, 1, out);
	return true;
}

/* A number, or the number in a text, times a factor, as a whole number; a missing value is 0. */
static int64_t scaled(const cJSON *item, double factor)
{
	struct ad_str text = ad_json_text(item);
	char digits[40];
	double value = cJSON_IsNumber(item) ? item->valuedouble : 0;

	if (text.n && text.n < sizeof(digits)) {
		snprintf(digits, sizeof(digits), "%.*s", AD_FMT(text));
		value = strtod(digits, NULL);
	}
	return isfinite(value) && fabs(value) < 9e12 ? llround(value * factor) : 0;
}

/* The sum of the conversions in a list of actions, in micros. */
static int64_t converted(const cJSON *list)
{
	const cJSON *action;
	int64_t sum = 0;

	cJSON_ArrayForEach(action, list)
	{
		struct ad_str type = ad_json_get_text(action, "action_type");
		for (size_t i = 0; i < AD_LEN(conversions); i++)
			if (ad_str_is(type, conversions[i]))
				sum += scaled(ad_json_get(action, "value"), 1e6);
	}
	return sum;
}

/* The day of a row; false if it was not requested. */
static bool day_of(const struct ad_figures_ask *ask, struct ad_str date, int64_t *day)
{
	char text[32];
	int64_t us;

	if (!ad_date_valid(date))
		return false;
	snprintf(text, sizeof(text), "%.10sT00:00:00Z", date.p);
	if (!ad_time_parse(ad_str(text), &us))
		return false;
	*day = us / AD_DAY;
	return *day >= ask->first && *day <= ask->last;
}

static void hear_row(struct ad_arena *arena, struct ad_figures_ask *ask, const cJSON *row)
{
	struct ad_remote_day *found = ad_arena_zalloc(arena, sizeof(*found));
	struct ad_str id = ad_json_get_text(row, levels[level_of(ask)].id);

	if (!id.n || !day_of(ask, ad_json_get_text(row, "date_start"), &found->day))
		return;
	found->remote_id = ad_arena_copy(arena, id);
	found->measures[AD_IMPRESSIONS] = scaled(ad_json_get(row, "impressions"), 1);
	found->measures[AD_CLICKS] = scaled(ad_json_get(row, "clicks"), 1);
	found->measures[AD_COST] = scaled(ad_json_get(row, "spend"), 1e6);
	found->measures[AD_CONVERSIONS] = converted(ad_json_get(row, "actions"));
	found->measures[AD_CONVERSION_VALUE] = converted(ad_json_get(row, "action_values"));
	found->next = ask->found;
	ask->found = found;
}

void meta_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
		       const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *row, *list = ad_json_get(body, "data");

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsArray(list) || level_of(ask) == AD_LEN(levels)) {
		meta_failure(arena, response->status, body, response, outcome);
		if (outcome->kind == AD_DOUBT)
			outcome->kind = AD_AGAIN;
		return;
	}
	cJSON_ArrayForEach(row, list) hear_row(arena, ask, row);
	ask->page = meta_next_page(arena, body);
	ask->heard = !ask->page.n;
}
