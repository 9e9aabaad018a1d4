/* Objects of ours as rows of Google Ads Editor. */
#include "base/json_read.h"
#include "import/google/google_editor.h"
#include "import/file/cell_hours.h"
#include "import/file/writing.h"

static struct ad_str google_write_status_of(struct ad_str ours)
{
	static const struct writing_word words[] = { { "ENABLED", "Enabled" },
						     { "PAUSED", "Paused" } };

	return writing_word(words, AD_LEN(words), ours);
}

static struct ad_str network_of(struct ad_str ours)
{
	static const struct writing_word words[] = {
		{ "SEARCH", "Google search" },
		{ "SEARCH_PARTNERS", "Search Partners" },
		{ "DISPLAY", "Display Network" },
	};

	return writing_word(words, AD_LEN(words), ours);
}

static struct ad_str strategy_of(struct ad_str ours)
{
	static const struct writing_word words[] = {
		{ "MANUAL_CPC", "Manual CPC" },
		{ "MAXIMIZE_CLICKS", "Maximize clicks" },
		{ "MAXIMIZE_CONVERSIONS", "Maximize conversions" },
		{ "MAXIMIZE_CONVERSION_VALUE", "Maximize conversion value" },
		{ "TARGET_CPA", "Target CPA" },
		{ "TARGET_ROAS", "Target ROAS" },
		{ "TARGET_IMPRESSION_SHARE", "Target impression share" },
	};

	return writing_word(words, AD_LEN(words), ours);
}

static void google_write_write_bidding(struct ad_bulk_writer *w, const struct ad_row *row)
{
	const cJSON *bidding = writing_json(w, row, "bidding");
	struct ad_str strategy = strategy_of(ad_json_get_text(bidding, "strategy"));

	if (!bidding)
		return;
	if (!strategy.p)
		w->left(w->arg, row, "bidding", "the file has no word for it");
	/* An import of another word holds the campaign back. */
	w->cells[AD_COL_BID_STRATEGY] =
		strategy.p ? strategy : ad_json_get_text(bidding, "strategy");
	writing_number(w, AD_COL_TARGET_CPA, bidding, "targetCpa", false);
	writing_number(w, AD_COL_TARGET_ROAS, bidding, "targetRoas", true);
	writing_number(w, AD_COL_CPC_LIMIT, bidding, "maxCpc", false);
}

static void google_write_write_options(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word modes[] = {
		{ "PRESENCE", "Location of presence" },
		{ "PRESENCE_OR_INTEREST", "Location of presence or Area of interest" },
	};
	const cJSON *options = writing_json(w, row, "platformOptions");
	const cJSON *political = ad_json_get(options, "euPolitical");

	writing_list(w, AD_COL_NETWORKS, row, "platformOptions.networks",
		     ad_json_get(options, "networks"), network_of);
	w->cells[AD_COL_GEO_MODE] =
		writing_word(modes, AD_LEN(modes), ad_json_get_text(options, "geoMode"));
	if (cJSON_IsBool(political))
		writing_put(w, AD_COL_EU_POLITICAL,
			    cJSON_IsTrue(political) ? "Has EU political ads"
						    : "Doesn't have EU political ads");
}

static void google_write_write_places(struct ad_bulk_writer *w, const struct ad_row *row)
{
	const cJSON *list = writing_json(w, row, "locations"), *item;
	size_t known = writing_places_known(w, list);

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str code = ad_json_get_text(item, "code");
		int64_t id = w->words->geo_id(code);
		if (id <= 0) {
			w->left(w->arg, row, "locations",
				"adcore does not know Google's number of the place");
			if (!writing_place_needed(item, known))
				continue;
		} else {
			w->cells[AD_COL_LOCATION_ID] =
				ad_arena_printf(w->arena, "%lld", (long long)id);
		}
		w->cells[AD_COL_CAMPAIGN] = w->campaign;
		w->cells[AD_COL_LOCATION] = code;
		if (cJSON_IsTrue(ad_json_get(item, "excluded")))
			writing_put(w, AD_COL_CRITERION, "Excluded");
		ad_bulk_write_row(w);
	}
}

static void google_write_write_campaign(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "businessId", NULL };
	struct ad_text hours = ad_text_on(w->arena);

	w->cells[AD_COL_CAMPAIGN] = w->campaign;
	writing_put(w, AD_COL_CAMPAIGN_TYPE, "Search");
	writing_field(w, AD_COL_BUDGET, row, "budget");
	writing_put(w, AD_COL_BUDGET_TYPE, "Daily");
	writing_list(w, AD_COL_LABELS, row, "labels", writing_json(w, row, "labels"), NULL);
	writing_list(w, AD_COL_LANGUAGES, row, "languages", writing_json(w, row, "languages"),
		     NULL);
	writing_field(w, AD_COL_START_DATE, row, "startDate");
	writing_field(w, AD_COL_END_DATE, row, "endDate");
	writing_field(w, AD_COL_TRACKING, row, "trackingTemplate");
	writing_field(w, AD_COL_URL_SUFFIX, row, "finalUrlSuffix");
	google_write_write_bidding(w, row);
	google_write_write_options(w, row);
	ad_cell_hours_write(&hours, writing_json(w, row, "adSchedule"));
	w->cells[AD_COL_SCHEDULE] = ad_text_str(&hours);
	w->cells[AD_COL_CAMPAIGN_STATUS] = google_write_status_of(ad_row_text(row, "status"));
	ad_bulk_write_row(w);
	google_write_write_places(w, row);
	writing_left(w, row, left);
}

static void google_write_write_ad_group(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "targeting", "budget", NULL };

	w->cells[AD_COL_CAMPAIGN] = w->campaign;
	w->cells[AD_COL_AD_GROUP] = w->ad_group;
	writing_field(w, AD_COL_MAX_CPC, row, "cpcBid");
	w->cells[AD_COL_AD_GROUP_STATUS] = google_write_status_of(ad_row_text(row, "status"));
	ad_bulk_write_row(w);
	writing_left(w, row, left);
}

/* Texts into the columns from id on, and their pins' numbers beside them. */
static void google_write_write_texts(struct ad_bulk_writer *w, const struct ad_row *row,
				     const char *field, int id, int count)
{
	int pins = id == AD_COL_HEADLINE ? AD_COL_HEADLINE_PIN : AD_COL_DESCRIPTION_PIN;
	const cJSON *item;
	int i = 0;

	cJSON_ArrayForEach(item, writing_json(w, row, field))
	{
		if (i == count)
			break;
		struct ad_str pin = ad_json_get_text(item, "pin");
		w->cells[id + i] =
			cJSON_IsObject(item) ? ad_json_get_text(item, "text") : ad_json_text(item);
		if (pin.n > 0)
			w->cells[pins + i] = (struct ad_str){ pin.p + pin.n - 1, 1 };
		i++;
	}
}

static void google_write_write_ad(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "name", "assetIds", NULL };

	w->cells[AD_COL_CAMPAIGN] = w->campaign;
	w->cells[AD_COL_AD_GROUP] = w->ad_group;
	writing_put(w, AD_COL_AD_TYPE, "Responsive search ad");
	google_write_write_texts(w, row, "headlines", AD_COL_HEADLINE, AD_HEADLINES);
	google_write_write_texts(w, row, "descriptions", AD_COL_DESCRIPTION, AD_DESCRIPTIONS);
	writing_field(w, AD_COL_FINAL_URL, row, "finalUrl");
	writing_field(w, AD_COL_PATH_1, row, "path1");
	writing_field(w, AD_COL_PATH_2, row, "path2");
	w->cells[AD_COL_STATUS] = google_write_status_of(ad_row_text(row, "status"));
	ad_bulk_write_row(w);
	writing_left(w, row, left);
}

static void google_write_write_keyword(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word matches[] = { { "EXACT", "Exact" },
						       { "PHRASE", "Phrase" },
						       { "BROAD", "Broad" } };
	struct ad_str match = writing_word(matches, AD_LEN(matches), ad_row_text(row, "matchType"));
	bool campaign = ad_row_is_null(row, "adGroupId");
	bool negative = writing_true(row, "negative");

	w->cells[AD_COL_CAMPAIGN] = w->campaign;
	if (!campaign)
		w->cells[AD_COL_AD_GROUP] = w->ad_group;
	w->cells[AD_COL_CRITERION] =
		ad_arena_printf(w->arena, "%s%s%.*s", campaign ? "Campaign " : "",
				negative ? "Negative " : "", AD_FMT(match));
	writing_field(w, AD_COL_KEYWORD, row, "text");
	writing_field(w, AD_COL_MAX_CPC, row, "cpcBid");
	writing_field(w, AD_COL_FINAL_URL, row, "finalUrl");
	if (!negative)
		w->cells[AD_COL_STATUS] = google_write_status_of(ad_row_text(row, "status"));
	ad_bulk_write_row(w);
}

void ad_google_editor_write(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static void (*const writers[AD_RESOURCE_COUNT])(struct ad_bulk_writer *w,
							const struct ad_row *row) = {
		[AD_R_CAMPAIGN] = google_write_write_campaign,
		[AD_R_AD_GROUP] = google_write_write_ad_group,
		[AD_R_AD] = google_write_write_ad,
		[AD_R_KEYWORD] = google_write_write_keyword,
	};

	writers[row->res->id](w, row);
}
