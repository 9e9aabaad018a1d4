/* The key of a row in any file, and the columns of its faults: see bulk.h. */
#include <stdlib.h>

#include "base/json_read.h"
#include "import/file/bulk.h"

static void key_texts(struct ad_arena *arena, struct ad_str list, struct ad_text *key)
{
	struct ad_json_error err;
	const cJSON *items = list.p ? ad_json_parse(arena, list, &err) : NULL, *item;

	cJSON_ArrayForEach(item, items)
	{
		ad_text_add(key, ad_bulk_trim(cJSON_IsObject(item) ? ad_json_get_text(item, "text")
								   : ad_json_text(item)));
		ad_text_addc(key, '\n');
	}
	ad_text_addc(key, '\n');
}

struct ad_str ad_bulk_ad_key(struct ad_arena *arena, struct ad_str headlines,
			     struct ad_str descriptions, struct ad_str url)
{
	struct ad_text key = ad_text_on(arena);

	key_texts(arena, headlines, &key);
	key_texts(arena, descriptions, &key);
	ad_text_add(&key, ad_bulk_trim(url));
	return ad_text_str(&key);
}

/* The fields of the inputs and their columns. */
static const struct {
	const char *path;
	int campaign, ad_group, ad, keyword; /* -1: it has no such field */
} paths[] = {
	{ "name", AD_COL_CAMPAIGN, AD_COL_AD_GROUP, AD_COL_KEYWORD, -1 },
	{ "objective", AD_COL_CAMPAIGN_TYPE, -1, -1, -1 },
	{ "targeting.ageMin", -1, AD_COL_AGE_MIN, -1, -1 },
	{ "targeting.ageMax", -1, AD_COL_AGE_MAX, -1, -1 },
	{ "targeting.genders", -1, AD_COL_GENDER, -1, -1 },
	{ "targeting.placements", -1, AD_COL_NETWORKS, -1, -1 },
	{ "targeting.interests", -1, AD_COL_INTERESTS, -1, -1 },
	{ "platformOptions.advantageAudience", -1, AD_COL_ADVANTAGE, -1, -1 },
	{ "platformOptions.dsaBeneficiary", -1, AD_COL_BENEFICIARY, -1, -1 },
	{ "platformOptions.dsaPayor", -1, AD_COL_PAYER, -1, -1 },
	{ "targeting.devices", -1, AD_COL_DEVICES, -1, -1 },
	{ "platformOptions.specialAdCategoryCountries", AD_COL_CATEGORY_COUNTRIES, -1, -1, -1 },
	{ "platformOptions.specialAdCategories", AD_COL_CATEGORIES, -1, -1, -1 },
	{ "platformOptions.optimizationGoal", -1, AD_COL_GOAL, -1, -1 },
	{ "platformOptions.billingEvent", -1, AD_COL_BILLING, -1, -1 },
	{ "platformOptions.destinationType", -1, AD_COL_DESTINATION, -1, -1 },
	{ "platformOptions.pixelId", -1, AD_COL_PIXEL, -1, -1 },
	{ "platformOptions.customEventType", -1, AD_COL_EVENT, -1, -1 },
	{ "platformOptions.pageId", -1, -1, AD_COL_PAGE, -1 },
	{ "primaryText", -1, -1, AD_COL_BODY, -1 },
	{ "callToAction", -1, -1, AD_COL_BUTTON, -1 },
	{ "type", AD_COL_CAMPAIGN_TYPE, -1, AD_COL_AD_TYPE, -1 },
	{ "budget", AD_COL_BUDGET, -1, -1, -1 },
	{ "status", AD_COL_CAMPAIGN_STATUS, AD_COL_AD_GROUP_STATUS, AD_COL_STATUS, AD_COL_STATUS },
	{ "startDate", AD_COL_START_DATE, -1, -1, -1 },
	{ "endDate", AD_COL_END_DATE, -1, -1, -1 },
	{ "bidding.targetCpa", AD_COL_TARGET_CPA, -1, -1, -1 },
	{ "bidding.targetRoas", AD_COL_TARGET_ROAS, -1, -1, -1 },
	{ "bidding.maxCpc", AD_COL_CPC_LIMIT, -1, -1, -1 },
	{ "bidding", AD_COL_BID_STRATEGY, -1, -1, -1 },
	{ "languages", AD_COL_LANGUAGES, -1, -1, -1 },
	{ "locations", AD_COL_LOCATION, -1, -1, -1 },
	{ "adSchedule", AD_COL_SCHEDULE, -1, -1, -1 },
	{ "labels", AD_COL_LABELS, -1, -1, -1 },
	{ "trackingTemplate", AD_COL_TRACKING, -1, -1, -1 },
	{ "finalUrlSuffix", AD_COL_URL_SUFFIX, -1, -1, -1 },
	{ "platformOptions.networks", AD_COL_NETWORKS, -1, -1, -1 },
	{ "platformOptions.network", -1, AD_COL_NETWORKS, -1, -1 },
	{ "platformOptions.geoMode", AD_COL_GEO_MODE, -1, -1, -1 },
	{ "platformOptions.euPolitical", AD_COL_EU_POLITICAL, -1, -1, -1 },
	{ "cpcBid", -1, AD_COL_MAX_CPC, -1, AD_COL_MAX_CPC },
	{ "finalUrl", -1, -1, AD_COL_FINAL_URL, AD_COL_FINAL_URL },
	{ "path1", -1, -1, AD_COL_PATH_1, -1 },
	{ "path2", -1, -1, AD_COL_PATH_2, -1 },
	{ "headlines", -1, -1, AD_COL_HEADLINE, -1 },
	{ "descriptions", -1, -1, AD_COL_DESCRIPTION, -1 },
	{ "text", -1, -1, -1, AD_COL_KEYWORD },
	{ "matchType", -1, -1, -1, AD_COL_CRITERION },
	{ "negative", -1, -1, -1, AD_COL_CRITERION },
};

/* True if a path is the field or something inside it. */
static bool is_in(const char *path, const char *field)
{
	size_t n = strlen(field);

	return strncmp(path, field, n) == 0 && (!path[n] || path[n] == '.' || path[n] == '[');
}

static int exact_column(const struct ad_import_row *row, const char *path, int id)
{
	const char *open = strchr(path, '[');
	long i = open ? strtol(open + 1, NULL, 10) : 0;

	if (id == AD_COL_MAX_CPC && row->bid)
		return row->bid;
	if (!open || i < 0)
		return id;
	if (id == AD_COL_HEADLINE && i < AD_HEADLINES)
		return id + row->headlines[i];
	if (id == AD_COL_DESCRIPTION && i < AD_DESCRIPTIONS)
		return id + row->descriptions[i];
	return id;
}

int ad_bulk_column(const struct ad_import_row *row, const char *path)
{
	for (size_t i = 0; i < AD_LEN(paths); i++) {
		if (!is_in(path, paths[i].path))
			continue;
		const int by_kind[] = {
			[AD_IMPORT_CAMPAIGN] = paths[i].campaign,
			[AD_IMPORT_LOCATION] = -1,
			[AD_IMPORT_AD_GROUP] = paths[i].ad_group,
			[AD_IMPORT_AD] = paths[i].ad,
			[AD_IMPORT_KEYWORD] = paths[i].keyword,
			[AD_IMPORT_NONE] = -1,
			[AD_IMPORT_ABOUT] = -1,
		};
		if (by_kind[row->kind] >= 0)
			return exact_column(row, path, by_kind[row->kind]);
	}
	return -1;
}
