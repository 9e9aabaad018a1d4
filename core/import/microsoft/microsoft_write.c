/* Objects of ours as records of Microsoft Advertising's bulk file. */
#include "base/json_read.h"
#include "import/microsoft/microsoft_bulk.h"
#include "import/file/cell_hours.h"
#include "import/file/writing.h"

/* The cells that all records have. */
static void microsoft_write_begin(struct ad_bulk_writer *w, const char *type,
				  const struct ad_row *row, bool in_ad_group)
{
	writing_put(w, AD_COL_ROW_TYPE, type);
	writing_put(w, AD_COL_STATUS,
		    row && ad_str_is(ad_row_text(row, "status"), "PAUSED") ? "Paused" : "Active");
	w->cells[AD_COL_CAMPAIGN] = w->campaign;
	if (in_ad_group)
		w->cells[AD_COL_AD_GROUP] = w->ad_group;
}

static void microsoft_write_write_bidding(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word words[] = {
		{ "MANUAL_CPC", "EnhancedCpc" },
		{ "MAXIMIZE_CLICKS", "MaxClicks" },
		{ "MAXIMIZE_CONVERSIONS", "MaxConversions" },
		{ "MAXIMIZE_CONVERSION_VALUE", "MaxConversionValue" },
		{ "TARGET_CPA", "TargetCpa" },
		{ "TARGET_ROAS", "TargetRoas" },
		{ "TARGET_IMPRESSION_SHARE", "TargetImpressionShare" },
	};
	const cJSON *bidding = writing_json(w, row, "bidding");
	const cJSON *roas = ad_json_get(bidding, "targetRoas");
	struct ad_str strategy =
		writing_word(words, AD_LEN(words), ad_json_get_text(bidding, "strategy"));

	if (!bidding)
		return;
	if (!strategy.p)
		w->left(w->arg, row, "bidding", "the file has no word for it");
	/* An import of another word holds the campaign back. */
	w->cells[AD_COL_BID_STRATEGY] =
		strategy.p ? strategy : ad_json_get_text(bidding, "strategy");
	writing_number(w, AD_COL_TARGET_CPA, bidding, "targetCpa", false);
	writing_number(w, AD_COL_CPC_LIMIT, bidding, "maxCpc", false);
	if (cJSON_IsNumber(roas))
		w->cells[AD_COL_TARGET_ROAS] =
			ad_arena_printf(w->arena, "%.15g", roas->valuedouble);
}

static void microsoft_write_write_places(struct ad_bulk_writer *w, const struct ad_row *row)
{
	const cJSON *list = writing_json(w, row, "locations"), *item;
	size_t known = writing_places_known(w, list);

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str code = ad_json_get_text(item, "code");
		int64_t id = w->words->geo_id(code);
		if (id <= 0)
			w->left(w->arg, row, "locations",
				"adcore does not know Microsoft's number of the place");
		if (id <= 0 && !writing_place_needed(item, known))
			continue;
		microsoft_write_begin(w,
				      cJSON_IsTrue(ad_json_get(item, "excluded"))
					      ? "Campaign Negative Location Criterion"
					      : "Campaign Location Criterion",
				      NULL, false);
		w->cells[AD_COL_LOCATION] =
			id > 0 ? ad_arena_printf(w->arena, "%lld", (long long)id) : code;
		ad_bulk_write_row(w);
	}
}

/* A record for each interval. */
static void microsoft_write_write_hours(struct ad_bulk_writer *w, const struct ad_row *row)
{
	const cJSON *item;
	struct ad_hours hours;

	cJSON_ArrayForEach(item, writing_json(w, row, "adSchedule"))
	{
		if (!ad_hours_of(item, &hours))
			continue;
		microsoft_write_begin(w, "Campaign DayTime Criterion", NULL, false);
		writing_put(w, AD_COL_LOCATION, ad_cell_day_name(hours.day));
		w->cells[AD_COL_FROM_HOUR] = ad_arena_printf(w->arena, "%d", hours.from / 60);
		w->cells[AD_COL_FROM_MINUTE] = ad_arena_printf(w->arena, "%d", hours.from % 60);
		w->cells[AD_COL_TO_HOUR] = ad_arena_printf(w->arena, "%d", hours.to / 60);
		w->cells[AD_COL_TO_MINUTE] = ad_arena_printf(w->arena, "%d", hours.to % 60);
		ad_bulk_write_row(w);
	}
}

static void write_intent(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word words[] = {
		{ "PRESENCE", "PeopleIn" },
		{ "PRESENCE_OR_INTEREST", "PeopleInOrSearchingForOrViewingPages" },
	};
	struct ad_str mode = ad_json_get_text(writing_json(w, row, "platformOptions"), "geoMode");

	if (!mode.p)
		return;
	microsoft_write_begin(w, "Campaign Location Intent Criterion", NULL, false);
	w->cells[AD_COL_LOCATION] = writing_word(words, AD_LEN(words), mode);
	ad_bulk_write_row(w);
}

/* By their names; one without a name by its tag, so that it is not lost. */
static void microsoft_write_write_languages(struct ad_bulk_writer *w, const struct ad_row *row,
					    const cJSON *languages)
{
	struct ad_text text = ad_text_on(w->arena);
	const cJSON *item;

	cJSON_ArrayForEach(item, languages)
	{
		struct ad_str tag = ad_json_text(item), name = w->words->language_name(tag);
		if (!name.p)
			w->left(w->arg, row, "languages", "the file has no word for an item of it");
		ad_text_adds(&text, text.n ? ";" : "");
		ad_text_add(&text, name.p ? name : tag);
	}
	w->cells[AD_COL_LANGUAGES] = ad_text_str(&text);
}

static void microsoft_write_write_campaign(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "businessId", "labels", NULL };
	const cJSON *languages = writing_json(w, row, "languages");

	microsoft_write_begin(w, "Campaign", row, false);
	w->cells[AD_COL_TIME_ZONE] = w->time_zone;
	writing_put(w, AD_COL_CAMPAIGN_TYPE, "Search");
	writing_field(w, AD_COL_BUDGET, row, "budget");
	writing_put(w, AD_COL_BUDGET_TYPE, "DailyBudgetStandard");
	microsoft_write_write_languages(w, row, languages);
	if (cJSON_GetArraySize(languages) == 0)
		writing_put(w, AD_COL_LANGUAGES, "All");
	writing_field(w, AD_COL_START_DATE, row, "startDate");
	writing_field(w, AD_COL_END_DATE, row, "endDate");
	writing_field(w, AD_COL_TRACKING, row, "trackingTemplate");
	writing_field(w, AD_COL_URL_SUFFIX, row, "finalUrlSuffix");
	microsoft_write_write_bidding(w, row);
	ad_bulk_write_row(w);
	write_intent(w, row);
	microsoft_write_write_places(w, row);
	microsoft_write_write_hours(w, row);
	writing_left(w, row, left);
}

static void microsoft_write_write_ad_group(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word words[] = {
		{ "OWNED_AND_OPERATED_AND_SYNDICATED_SEARCH",
		  "OwnedAndOperatedAndSyndicatedSearch" },
		{ "OWNED_AND_OPERATED_ONLY", "OwnedAndOperatedOnly" },
		{ "SYNDICATED_SEARCH_ONLY", "SyndicatedSearchOnly" },
	};
	static const char *const left[] = { "targeting", "budget", NULL };
	const cJSON *options = writing_json(w, row, "platformOptions");

	microsoft_write_begin(w, "Ad Group", row, true);
	writing_field(w, AD_COL_MAX_CPC, row, "cpcBid");
	w->cells[AD_COL_NETWORKS] =
		writing_word(words, AD_LEN(words), ad_json_get_text(options, "network"));
	ad_bulk_write_row(w);
	writing_left(w, row, left);
}

/* Texts as the JSON list that the format has for them. */
static void microsoft_write_write_texts(struct ad_bulk_writer *w, const struct ad_row *row,
					const char *field, int id)
{
	static const struct writing_word pins[] = {
		{ "HEADLINE_1", "Headline1" },       { "HEADLINE_2", "Headline2" },
		{ "HEADLINE_3", "Headline3" },       { "DESCRIPTION_1", "Description1" },
		{ "DESCRIPTION_2", "Description2" },
	};
	struct ad_text text = ad_text_on(w->arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *item;

	ad_json_array(&j);
	cJSON_ArrayForEach(item, writing_json(w, row, field))
	{
		struct ad_str pin = writing_word(pins, AD_LEN(pins), ad_json_get_text(item, "pin"));
		ad_json_object(&j);
		ad_json_kstr(&j, "text",
			     cJSON_IsObject(item) ? ad_json_get_text(item, "text")
						  : ad_json_text(item));
		if (pin.p)
			ad_json_kstr(&j, "pinnedField", pin);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	w->cells[id] = ad_text_str(&text);
}

static void microsoft_write_write_ad(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "name", "assetIds", NULL };

	microsoft_write_begin(w, "Responsive Search Ad", row, true);
	microsoft_write_write_texts(w, row, "headlines", AD_COL_HEADLINE);
	microsoft_write_write_texts(w, row, "descriptions", AD_COL_DESCRIPTION);
	writing_field(w, AD_COL_FINAL_URL, row, "finalUrl");
	writing_field(w, AD_COL_PATH_1, row, "path1");
	writing_field(w, AD_COL_PATH_2, row, "path2");
	ad_bulk_write_row(w);
	writing_left(w, row, left);
}

static void microsoft_write_write_keyword(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word matches[] = { { "EXACT", "Exact" },
						       { "PHRASE", "Phrase" },
						       { "BROAD", "Broad" } };
	bool campaign = ad_row_is_null(row, "adGroupId");
	bool negative = writing_true(row, "negative");

	if (negative)
		microsoft_write_begin(
			w, campaign ? "Campaign Negative Keyword" : "Ad Group Negative Keyword",
			NULL, !campaign);
	else
		microsoft_write_begin(w, "Keyword", row, true);
	writing_field(w, AD_COL_KEYWORD, row, "text");
	w->cells[AD_COL_CRITERION] =
		writing_word(matches, AD_LEN(matches), ad_row_text(row, "matchType"));
	writing_field(w, AD_COL_KEYWORD_BID, row, "cpcBid");
	writing_field(w, AD_COL_FINAL_URL, row, "finalUrl");
	ad_bulk_write_row(w);
}

void ad_microsoft_bulk_write(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static void (*const writers[AD_RESOURCE_COUNT])(struct ad_bulk_writer *w,
							const struct ad_row *row) = {
		[AD_R_CAMPAIGN] = microsoft_write_write_campaign,
		[AD_R_AD_GROUP] = microsoft_write_write_ad_group,
		[AD_R_AD] = microsoft_write_write_ad,
		[AD_R_KEYWORD] = microsoft_write_write_keyword,
	};

	writers[row->res->id](w, row);
}
