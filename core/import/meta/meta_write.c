/* Objects of ours as rows of Ads Manager's file: one an ad, with its ad set and campaign. */
#include "base/json_read.h"
#include "import/file/countries.h"
#include "import/meta/meta_bulk.h"
#include "import/file/writing.h"
#include "platform/pin.h"

static struct ad_str meta_write_status_of(const struct ad_row *row)
{
	return ad_str_is(ad_row_text(row, "status"), "ENABLED") ? AD_S("ACTIVE") : AD_S("PAUSED");
}

/* The texts of a list, separated by commas. */
static struct ad_str meta_write_joined(struct ad_bulk_writer *w, const cJSON *list)
{
	struct ad_text text = ad_text_on(w->arena);
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		ad_text_adds(&text, text.n ? ", " : "");
		ad_text_add(&text, ad_bulk_trim(ad_json_text(item)));
	}
	return ad_text_str(&text);
}

static void meta_write_write_day(struct ad_bulk_writer *w, int id, const struct ad_row *row,
				 const char *field, const char *time)
{
	struct ad_str day = ad_row_text(row, field);

	if (day.n == 10)
		w->cells[id] = ad_arena_printf(w->arena, "%.2s/%.2s/%.4s %s", day.p + 5, day.p + 8,
					       day.p, time);
}

static void meta_write_write_places(struct ad_bulk_writer *w, const struct ad_row *row)
{
	struct ad_text in = ad_text_on(w->arena), out = ad_text_on(w->arena);
	const cJSON *list = writing_json(w, row, "locations"), *item;
	size_t known = writing_places_known(w, list);

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str code = ad_json_get_text(item, "code");
		struct ad_text *to = cJSON_IsTrue(ad_json_get(item, "excluded")) ? &out : &in;
		if (!ad_country_code(code)) {
			w->left(w->arg, row, "locations", "the file names countries only");
			if (ad_pin_number(code) && !writing_place_needed(item, known))
				continue;
		}
		ad_text_adds(to, to->n ? ", " : "");
		ad_text_add(to, code);
	}
	w->cells[AD_COL_LOCATION] = ad_text_str(&in);
	w->cells[AD_COL_PLACES_OUT] = ad_text_str(&out);
}

static void write_labels(struct ad_bulk_writer *w, const struct ad_row *row)
{
	const cJSON *labels = writing_json(w, row, "labels"), *item;

	cJSON_ArrayForEach(item, labels)
	{
		struct ad_str label = ad_json_text(item);
		if (ad_str_find(label, ',')) {
			w->left(w->arg, row, "labels",
				"an item with a comma cannot stand in its column");
			return;
		}
	}
	w->cells[AD_COL_LABELS] = meta_write_joined(w, labels);
}

/* The import has no place for a cap or a goal: its word holds the campaign back. */
static void write_bidding(struct ad_bulk_writer *w, const struct ad_row *row)
{
	w->left(w->arg, row, "bidding", "the file has no place for it");
	w->cells[AD_COL_BID_STRATEGY] =
		ad_json_get_text(writing_json(w, row, "bidding"), "strategy");
}

static void meta_write_write_campaign(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const struct writing_word objectives[] = {
		{ "TRAFFIC", "Outcome Traffic" },       { "LEADS", "Outcome Leads" },
		{ "SALES", "Outcome Sales" },           { "AWARENESS", "Outcome Awareness" },
		{ "ENGAGEMENT", "Outcome Engagement" },
	};
	static const char *const left[] = { "businessId", NULL };
	const cJSON *languages = writing_json(w, row, "languages");
	const cJSON *options = writing_json(w, row, "platformOptions");

	w->cells[AD_COL_CAMPAIGN] = w->campaign;
	w->cells[AD_COL_CAMPAIGN_STATUS] = meta_write_status_of(row);
	w->cells[AD_COL_CAMPAIGN_TYPE] =
		writing_word(objectives, AD_LEN(objectives), ad_row_text(row, "objective"));
	writing_put(w, AD_COL_BUYING_TYPE, "AUCTION");
	w->cells[AD_COL_CATEGORIES] =
		meta_write_joined(w, ad_json_get(options, "specialAdCategories"));
	w->cells[AD_COL_CATEGORY_COUNTRIES] =
		meta_write_joined(w, ad_json_get(options, "specialAdCategoryCountries"));
	writing_field(w, AD_COL_BUDGET, row, "budget");
	if (ad_row_is_null(row, "bidding"))
		writing_put(w, AD_COL_BID_STRATEGY, "Highest volume or value");
	else
		write_bidding(w, row);
	if (cJSON_GetArraySize(languages) > 0)
		w->left(w->arg, row, "languages", "the file has no word for them");
	w->cells[AD_COL_LANGUAGES] = meta_write_joined(w, languages);
	meta_write_write_day(w, AD_COL_START_DATE, row, "startDate", "12:00:00 am");
	meta_write_write_day(w, AD_COL_END_DATE, row, "endDate", "11:59:59 pm");
	write_labels(w, row);
	meta_write_write_places(w, row);
	writing_left(w, row, left);
}

/* As Meta writes them: a list with one group of a flexible audience. */
static void write_interests(struct ad_bulk_writer *w, const cJSON *interests)
{
	struct ad_text text = ad_text_on(w->arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *item;

	if (cJSON_GetArraySize(interests) == 0)
		return;
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_key(&j, "interests");
	ad_json_array(&j);
	cJSON_ArrayForEach(item, interests)
	{
		ad_json_object(&j);
		ad_json_kstr(&j, "id", ad_json_text(item));
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	w->cells[AD_COL_INTERESTS] = ad_text_str(&text);
}

static void write_own_options(struct ad_bulk_writer *w, const cJSON *options)
{
	const cJSON *advantage = ad_json_get(options, "advantageAudience");

	if (cJSON_IsBool(advantage))
		writing_put(w, AD_COL_ADVANTAGE, cJSON_IsTrue(advantage) ? "1" : "0");
	w->cells[AD_COL_BENEFICIARY] = ad_json_get_text(options, "dsaBeneficiary");
	w->cells[AD_COL_PAYER] = ad_json_get_text(options, "dsaPayor");
}

static void meta_write_write_ad_group(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "cpcBid", "budget", NULL };
	const cJSON *options = writing_json(w, row, "platformOptions");
	const cJSON *targeting = writing_json(w, row, "targeting");
	const cJSON *genders = ad_json_get(targeting, "genders");
	struct ad_str pixel = ad_json_get_text(options, "pixelId");

	w->cells[AD_COL_AD_GROUP] = w->ad_group;
	w->cells[AD_COL_AD_GROUP_STATUS] = meta_write_status_of(row);
	writing_whole(w, AD_COL_AGE_MIN, targeting, "ageMin");
	writing_whole(w, AD_COL_AGE_MAX, targeting, "ageMax");
	writing_put(w, AD_COL_GENDER,
		    cJSON_GetArraySize(genders) != 1                                  ? "All"
		    : ad_str_is(ad_json_text(cJSON_GetArrayItem(genders, 0)), "MALE") ? "Men"
										      : "Women");
	write_interests(w, ad_json_get(targeting, "interests"));
	write_own_options(w, options);
	w->cells[AD_COL_NETWORKS] = meta_write_joined(w, ad_json_get(targeting, "placements"));
	w->cells[AD_COL_DEVICES] = meta_write_joined(w, ad_json_get(targeting, "devices"));
	w->cells[AD_COL_GOAL] = ad_json_get_text(options, "optimizationGoal");
	w->cells[AD_COL_BILLING] = ad_json_get_text(options, "billingEvent");
	w->cells[AD_COL_DESTINATION] = ad_json_get_text(options, "destinationType");
	if (pixel.p)
		w->cells[AD_COL_PIXEL] = ad_arena_printf(w->arena, "tp:%.*s", AD_FMT(pixel));
	w->cells[AD_COL_EVENT] = ad_json_get_text(options, "customEventType");
	/* An import has no place for it and holds the ad set back. */
	writing_field(w, AD_COL_MAX_CPC, row, "cpcBid");
	writing_left(w, row, left);
}

static struct ad_str first_text(struct ad_bulk_writer *w, const struct ad_row *row,
				const char *field)
{
	const cJSON *item = cJSON_GetArrayItem(writing_json(w, row, field), 0);

	return cJSON_IsObject(item) ? ad_json_get_text(item, "text") : ad_json_text(item);
}

static void meta_write_write_ad(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static const char *const left[] = { "assetIds", NULL };
	struct ad_str page = ad_json_get_text(writing_json(w, row, "platformOptions"), "pageId");

	writing_field(w, AD_COL_KEYWORD, row, "name");
	w->cells[AD_COL_STATUS] = meta_write_status_of(row);
	w->cells[AD_COL_HEADLINE] = first_text(w, row, "headlines");
	w->cells[AD_COL_DESCRIPTION] = first_text(w, row, "descriptions");
	writing_field(w, AD_COL_BODY, row, "primaryText");
	writing_field(w, AD_COL_FINAL_URL, row, "finalUrl");
	writing_field(w, AD_COL_BUTTON, row, "callToAction");
	if (page.p)
		w->cells[AD_COL_PAGE] = ad_arena_printf(w->arena, "o:%.*s", AD_FMT(page));
	writing_put(w, AD_COL_AD_TYPE,
		    ad_str_is(ad_row_text(row, "type"), "VIDEO") ? "Video Page Post Ad"
								 : "Photo Page Post Ad");
	writing_left(w, row, left);
}

void ad_meta_bulk_write(struct ad_bulk_writer *w, const struct ad_row *row)
{
	static void (*const writers[AD_RESOURCE_COUNT])(struct ad_bulk_writer *w,
							const struct ad_row *row) = {
		[AD_R_CAMPAIGN] = meta_write_write_campaign,
		[AD_R_AD_GROUP] = meta_write_write_ad_group,
		[AD_R_AD] = meta_write_write_ad,
	};

	if (writers[row->res->id])
		writers[row->res->id](w, row);
}
