/* Daily figures: a report broken down by day and object. */
#include "platform/reddit/adapter.h"

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"

/* The breakdowns of a kind's figures, and the member with its id in a row. */
static const struct {
	enum ad_resource_id resource;
	const char *breakdowns, *id;
} kinds[] = {
	{ AD_R_CAMPAIGN, "[\"DATE\",\"CAMPAIGN_ID\"]", "campaign_id" },
	{ AD_R_AD_GROUP, "[\"DATE\",\"AD_GROUP_ID\"]", "ad_group_id" },
	{ AD_R_AD, "[\"DATE\",\"AD_ID\"]", "ad_id" },
	{ AD_R_KEYWORD, "[\"DATE\",\"AD_GROUP_ID\",\"KEYWORD\"]", "ad_group_id" },
};

#define FIELDS                                                                                     \
	"[\"IMPRESSIONS\",\"CLICKS\",\"SPEND\",\"KEY_CONVERSION_TOTAL_COUNT\","                    \
	"\"CONVERSION_PURCHASE_TOTAL_VALUE\"]"

static size_t reddit_kind_of(const struct ad_resource *res)
{
	size_t at = 0;

	while (at < AD_LEN(kinds) - 1 && kinds[at].resource != res->id)
		at++;
	return at;
}

static struct ad_str day_text(struct ad_arena *arena, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	return ad_arena_printf(arena, "%04d-%02d-%02d", (int)date.year, (int)date.month,
			       (int)date.day);
}

/* The hour in which a day begins: in some zones a day begins at half past. */
static struct ad_str hour_of(struct ad_arena *arena, const struct ad_link *link, int64_t day,
			     int64_t more)
{
	struct ad_str text = reddit_day(arena, day_text(arena, day), link->timezone, false);
	int64_t us = 0;

	if (!ad_time_parse(text, &us))
		return text;
	us = (us + more) / AD_HOUR * AD_HOUR;
	return reddit_moment(arena, us);
}

bool reddit_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		    struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (ask->heard)
		return false;
	if (!ask->page.n)
		reddit_request(arena, link, "POST",
			       ad_arena_printf(arena, "ad_accounts/%.*s/reports?page.size=1000",
					       AD_FMT(link->account_id)),
			       out);
	else if (!reddit_next_page(arena, link, "POST", ask->page, out))
		return false;
	out->changes = false;
	ad_json_object(&j);
	ad_json_key(&j, "data");
	ad_json_object(&j);
	ad_json_kstr(&j, "starts_at", hour_of(arena, link, ask->first, 0));
	ad_json_kstr(&j, "ends_at", hour_of(arena, link, ask->last + 1, AD_HOUR - 1));
	ad_json_kraw(&j, "fields", AD_S(FIELDS));
	ad_json_kraw(&j, "breakdowns", ad_str(kinds[reddit_kind_of(ask->res)].breakdowns));
	ad_json_kstr(&j, "time_zone_id", link->timezone);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	return true;
}

/* Times a factor, as whole micros; a missing value stays uncollected. */
static int64_t reddit_scaled(const cJSON *row, const char *key, double factor)
{
	const cJSON *item = ad_json_get(row, key);

	return cJSON_IsNumber(item) ? llround(item->valuedouble * factor) : AD_NOT_COLLECTED;
}

/* The day of "2026-11-01"; false if it was not requested. */
static bool reddit_figures_day(const struct ad_figures_ask *ask, struct ad_str date, int64_t *day)
{
	struct ad_str ten = { date.p, date.n < 10 ? date.n : 10 };
	int64_t us;
	char text[32];

	if (!ad_date_valid(ten))
		return false;
	snprintf(text, sizeof(text), "%.10sT00:00:00Z", ten.p);
	if (!ad_time_parse(ad_str(text), &us))
		return false;
	*day = us / AD_DAY;
	return *day >= ask->first && *day <= ask->last;
}

static void hear_row(struct ad_arena *arena, struct ad_figures_ask *ask, const cJSON *row)
{
	struct ad_remote_day *found = ad_arena_zalloc(arena, sizeof(*found));
	struct ad_str id = ad_json_get_text(row, kinds[reddit_kind_of(ask->res)].id);

	if (!id.n || !reddit_figures_day(ask, ad_json_get_text(row, "date"), &found->day))
		return;
	found->remote_id =
		ask->res->id == AD_R_KEYWORD
			? reddit_keyword_name(arena, id, ad_json_get_text(row, "keyword"), false)
			: ad_arena_copy(arena, id);
	found->measures[AD_IMPRESSIONS] = reddit_scaled(row, "impressions", 1);
	found->measures[AD_CLICKS] = reddit_scaled(row, "clicks", 1);
	/* Spend is in micros, conversions are counts, values are in hundredths. */
	found->measures[AD_COST] = reddit_scaled(row, "spend", 1);
	found->measures[AD_CONVERSIONS] = reddit_scaled(row, "key_conversion_total_count", 1e6);
	found->measures[AD_CONVERSION_VALUE] =
		reddit_scaled(row, "conversion_purchase_total_value", 1e4);
	found->next = ask->found;
	ask->found = found;
}

void reddit_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
			 const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *row, *list = ad_json_get(ad_json_get(body, "data"), "metrics");

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsArray(list)) {
		reddit_failure(arena, response, body, outcome);
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		return;
	}
	cJSON_ArrayForEach(row, list) hear_row(arena, ask, row);
	ask->page =
		ad_arena_copy(arena, ad_json_get_text(ad_json_get(body, "pagination"), "next_url"));
	ask->heard = !ask->page.n;
}
