/* Daily figures: metrics segmented by day. */
#include "platform/google/adapter.h"

#include <math.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "base/timezone.h"

#define METRICS                                                                                    \
	"segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, "                \
	"metrics.conversions, metrics.conversions_value"

/* The places of a kind's figures. */
static const struct {
	enum ad_resource_id resource;
	const char *table, *ids;
} tables[] = {
	{ AD_R_CAMPAIGN, "campaign", "campaign.id" },
	{ AD_R_AD_GROUP, "ad_group", "ad_group.id" },
	{ AD_R_AD, "ad_group_ad", "ad_group.id, ad_group_ad.ad.id" },
	{ AD_R_KEYWORD, "keyword_view", "ad_group.id, ad_group_criterion.criterion_id" },
};

static void add_day(struct ad_text *out, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	ad_text_addf(out, "'%04d-%02d-%02d'", (int)date.year, (int)date.month, (int)date.day);
}

bool google_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		    struct ad_http_request *out)
{
	struct ad_text query = ad_text_on(arena);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);
	size_t at = 0;

	if (ask->heard)
		return false;
	while (at < AD_LEN(tables) - 1 && tables[at].resource != ask->res->id)
		at++;
	ad_text_addf(&query, "SELECT %s, " METRICS " FROM %s WHERE segments.date BETWEEN ",
		     tables[at].ids, tables[at].table);
	add_day(&query, ask->first);
	ad_text_adds(&query, " AND ");
	add_day(&query, ask->last);
	google_request(arena, link, "googleAds:search", out);
	ad_json_object(&j);
	ad_json_kstr(&j, "query", ad_text_str(&query));
	if (ask->page.n)
		ad_json_kstr(&j, "pageToken", ask->page);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	return true;
}

/* A number that may be spelt as a string (int64 in JSON). */
static int64_t google_whole(const cJSON *item)
{
	struct ad_str s = ad_json_text(item);
	char text[24];

	if (!item || cJSON_IsNull(item))
		return AD_NOT_COLLECTED;
	if (cJSON_IsNumber(item))
		return llround(item->valuedouble);
	if (s.n == 0 || s.n >= sizeof(text))
		return AD_NOT_COLLECTED;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	return strtoll(text, NULL, 10);
}

static int64_t google_micros(const cJSON *item)
{
	return cJSON_IsNumber(item) ? llround(item->valuedouble * 1e6) : AD_NOT_COLLECTED;
}

static bool read_day(struct ad_str text, int64_t *day)
{
	char digits[11];

	if (text.n != 10)
		return false;
	memcpy(digits, text.p, 10);
	digits[4] = digits[7] = digits[10] = '\0';
	*day = ad_day_of_date(strtol(digits, NULL, 10), strtol(digits + 5, NULL, 10),
			      strtol(digits + 8, NULL, 10));
	return true;
}

static struct ad_str id_in(struct ad_arena *arena, enum ad_resource_id kind, const cJSON *row)
{
	int64_t campaign = google_whole(ad_json_get(ad_json_get(row, "campaign"), "id"));
	int64_t group = google_whole(ad_json_get(ad_json_get(row, "adGroup"), "id"));
	const cJSON *ad = ad_json_get(ad_json_get(row, "adGroupAd"), "ad");
	const cJSON *criterion = ad_json_get(row, "adGroupCriterion");
	int64_t own = kind == AD_R_AD ? google_whole(ad_json_get(ad, "id"))
				      : google_whole(ad_json_get(criterion, "criterionId"));

	if (kind == AD_R_CAMPAIGN || kind == AD_R_AD_GROUP)
		return ad_arena_printf(arena, "%lld",
				       (long long)(kind == AD_R_CAMPAIGN ? campaign : group));
	return ad_arena_printf(arena, "%lld~%lld", (long long)group, (long long)own);
}

void google_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
			 const struct ad_http_response *response, struct ad_outcome *outcome)
{
	const cJSON *body = google_answer(arena, response, outcome);
	const cJSON *row;

	if (!body)
		return;
	cJSON_ArrayForEach(row, ad_json_get(body, "results"))
	{
		const cJSON *metrics = ad_json_get(row, "metrics");
		struct ad_remote_day *day = ad_arena_zalloc(arena, sizeof(*day));
		if (!read_day(ad_json_get_text(ad_json_get(row, "segments"), "date"), &day->day))
			continue;
		day->remote_id = id_in(arena, ask->res->id, row);
		day->measures[AD_IMPRESSIONS] = google_whole(ad_json_get(metrics, "impressions"));
		day->measures[AD_CLICKS] = google_whole(ad_json_get(metrics, "clicks"));
		day->measures[AD_COST] = google_whole(ad_json_get(metrics, "costMicros"));
		day->measures[AD_CONVERSIONS] = google_micros(ad_json_get(metrics, "conversions"));
		day->measures[AD_CONVERSION_VALUE] =
			google_micros(ad_json_get(metrics, "conversionsValue"));
		day->next = ask->found;
		ask->found = day;
	}
	ask->page = ad_arena_copy(arena, ad_json_get_text(body, "nextPageToken"));
	ask->heard = ask->page.n == 0;
}
