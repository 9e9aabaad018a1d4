/* Our fields and Google's, one by one, and the normal form that decides about drift. */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/json_read.h"
#include "model/hours.h"
#include "model/keyword_text.h"
#include "platform/pin.h"

const struct google_field google_fields[] = {
	{ AD_R_CAMPAIGN, "name", GF_TEXT, "name", "name", false },
	{ AD_R_CAMPAIGN, "type", GF_FIXED, "advertisingChannelType", NULL, false },
	{ AD_R_CAMPAIGN, "budget", GF_BUDGET, NULL, NULL, false },
	{ AD_R_CAMPAIGN, "status", GF_TEXT, "status", "status", false },
	{ AD_R_CAMPAIGN, "startDate", GF_START, "startDateTime", "startDateTime", false },
	{ AD_R_CAMPAIGN, "endDate", GF_END, "endDateTime", "endDateTime", false },
	{ AD_R_CAMPAIGN, "bidding", GF_BIDDING, NULL, NULL, false },
	{ AD_R_CAMPAIGN, "locations", GF_LOCATIONS, NULL, NULL, false },
	{ AD_R_CAMPAIGN, "languages", GF_LANGUAGES, NULL, NULL, false },
	{ AD_R_CAMPAIGN, "adSchedule", GF_SCHEDULE, NULL, NULL, false },
	{ AD_R_CAMPAIGN, "trackingTemplate", GF_TEXT, "trackingUrlTemplate", "trackingUrlTemplate",
	  false },
	{ AD_R_CAMPAIGN, "finalUrlSuffix", GF_TEXT, "finalUrlSuffix", "finalUrlSuffix", false },
	{ AD_R_CAMPAIGN, "platformOptions", GF_OPTIONS, NULL, NULL, false },
	{ AD_R_AD_GROUP, "name", GF_TEXT, "name", "name", false },
	{ AD_R_AD_GROUP, "status", GF_TEXT, "status", "status", false },
	{ AD_R_AD_GROUP, "cpcBid", GF_MONEY, "cpcBidMicros", "cpcBidMicros", false },
	{ AD_R_AD, "type", GF_FIXED, NULL, NULL, true },
	{ AD_R_AD, "status", GF_TEXT, "status", "status", false },
	{ AD_R_AD, "finalUrl", GF_URL, "finalUrls", "finalUrls", true },
	{ AD_R_AD, "headlines", GF_TEXTS, "headlines", "responsiveSearchAd.headlines", true },
	{ AD_R_AD, "descriptions", GF_TEXTS, "descriptions", "responsiveSearchAd.descriptions",
	  true },
	{ AD_R_AD, "path1", GF_TEXT, "path1", "responsiveSearchAd.path1", true },
	{ AD_R_AD, "path2", GF_TEXT, "path2", "responsiveSearchAd.path2", true },
	{ AD_R_ASSET, "type", GF_FIXED, NULL, NULL, false },
	{ AD_R_ASSET, "text", GF_TEXT, NULL, NULL, false },
	{ AD_R_ASSET, "finalUrl", GF_URL, "finalUrls", "finalUrls", false },
	{ AD_R_ASSET, "description1", GF_TEXT, "description1", "sitelinkAsset.description1",
	  false },
	{ AD_R_ASSET, "description2", GF_TEXT, "description2", "sitelinkAsset.description2",
	  false },
	{ AD_R_KEYWORD, "text", GF_FIXED, NULL, NULL, false },
	{ AD_R_KEYWORD, "matchType", GF_FIXED, NULL, NULL, false },
	{ AD_R_KEYWORD, "negative", GF_FIXED, NULL, NULL, false },
	{ AD_R_KEYWORD, "cpcBid", GF_MONEY, "cpcBidMicros", "cpcBidMicros", false },
	{ AD_R_KEYWORD, "finalUrl", GF_URL, "finalUrls", "finalUrls", false },
	{ AD_R_KEYWORD, "status", GF_TEXT, "status", "status", false },
};
const size_t google_field_count = AD_LEN(google_fields);

const struct google_field *google_field(enum ad_resource_id resource, const char *field)
{
	for (size_t i = 0; i < google_field_count; i++)
		if (google_fields[i].resource == resource &&
		    strcmp(google_fields[i].field, field) == 0)
			return &google_fields[i];
	return NULL;
}

/*
 * Two strategies of ours are one member at Google, distinguished by its number; the first row is
 * the default.
 */
const struct google_bidding google_biddings[] = {
	{ "targetSpend", "TARGET_SPEND", "cpcBidCeilingMicros", "maxCpc", "MAXIMIZE_CLICKS", NULL,
	  "targetSpend.cpcBidCeilingMicros", "campaign.target_spend.cpc_bid_ceiling_micros" },
	{ "maximizeConversions", "MAXIMIZE_CONVERSIONS", "targetCpaMicros", "targetCpa",
	  "MAXIMIZE_CONVERSIONS", "TARGET_CPA", "maximizeConversions.targetCpaMicros",
	  "campaign.maximize_conversions.target_cpa_micros" },
	{ "maximizeConversionValue", "MAXIMIZE_CONVERSION_VALUE", "targetRoas", "targetRoas",
	  "MAXIMIZE_CONVERSION_VALUE", "TARGET_ROAS", "maximizeConversionValue.targetRoas",
	  "campaign.maximize_conversion_value.target_roas" },
	{ "targetImpressionShare", "TARGET_IMPRESSION_SHARE", "cpcBidCeilingMicros", "maxCpc",
	  "TARGET_IMPRESSION_SHARE", NULL,
	  "targetImpressionShare.location,targetImpressionShare.locationFractionMicros,"
	  "targetImpressionShare.cpcBidCeilingMicros",
	  "campaign.target_impression_share.cpc_bid_ceiling_micros" },
	{ "manualCpc", "MANUAL_CPC", NULL, NULL, "MANUAL_CPC", NULL, "manualCpc.enhancedCpcEnabled",
	  NULL },
};
const size_t google_bidding_count = AD_LEN(google_biddings);

const struct google_bidding *google_bidding_of(struct ad_str strategy)
{
	for (size_t i = 0; i < google_bidding_count; i++) {
		const struct google_bidding *row = &google_biddings[i];
		if (ad_str_is(strategy, row->strategy) ||
		    (row->targeted && ad_str_is(strategy, row->targeted)))
			return row;
	}
	return &google_biddings[0];
}

bool google_bidding_stands(const cJSON *live, const cJSON *value)
{
	struct ad_str strategy = ad_json_get_text(live, "strategy");

	return strategy.n && !ad_str_is(strategy, GOOGLE_OTHER) &&
	       google_bidding_of(strategy) ==
		       google_bidding_of(ad_json_get_text(value, "strategy"));
}

struct google_options google_options_of(const cJSON *options)
{
	struct google_options o = { .search = true };
	const cJSON *networks = ad_json_get(options, "networks");
	const cJSON *political = ad_json_get(options, "euPolitical");
	const cJSON *item;

	if (cJSON_IsArray(networks) && networks->child) {
		o.search = false;
		cJSON_ArrayForEach(item, networks)
		{
			o.search = o.search || ad_str_is(ad_json_text(item), "SEARCH");
			o.partners = o.partners || ad_str_is(ad_json_text(item), "SEARCH_PARTNERS");
			o.display = o.display || ad_str_is(ad_json_text(item), "DISPLAY");
		}
	}
	o.geo = ad_json_get_text(options, "geoMode");
	if (!o.geo.n)
		o.geo = AD_S("PRESENCE");
	o.declared = cJSON_IsBool(political);
	o.political = cJSON_IsTrue(political);
	return o;
}

static void google_normal_money(struct ad_text *out, const cJSON *value)
{
	int64_t micros;

	/* At Google no bid equals a bid of zero. */
	if (ad_json_micros_of(value, &micros) && micros != 0)
		ad_text_addi(out, micros);
}

static void google_normal_bidding(struct ad_text *out, const cJSON *value)
{
	struct ad_str strategy = ad_json_get_text(value, "strategy");
	const struct google_bidding *row = google_bidding_of(strategy);
	const cJSON *number = row->ours ? ad_json_get(value, row->ours) : NULL;

	if (ad_str_is(strategy, GOOGLE_OTHER)) {
		ad_text_adds(out, GOOGLE_OTHER);
		return;
	}
	ad_text_adds(out, row->type);
	if (number && cJSON_IsNumber(number) && strcmp(row->ours, "targetRoas") == 0)
		ad_text_addf(out, " %.6g", number->valuedouble);
	else if (cJSON_IsNumber(number)) {
		ad_text_addc(out, ' ');
		google_normal_money(out, number);
	}
}

static void normal_texts(struct ad_text *out, const cJSON *value)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, value)
	{
		const cJSON *text = cJSON_IsObject(item) ? ad_json_get(item, "text") : item;
		ad_json_escape(out, ad_json_text(text));
		ad_text_addc(out, '"');
		ad_text_add(out, ad_json_get_text(item, "pin"));
		ad_text_addc(out, '"');
	}
}

/* A set of numbers in rising order: their order has no meaning at Google. */
static void normal_set(struct ad_text *out, const cJSON *list, int64_t (*of)(const cJSON *item))
{
	int64_t last = INT64_MIN;

	for (;;) {
		const cJSON *item;
		int64_t next = INT64_MAX;
		cJSON_ArrayForEach(item, list)
		{
			int64_t n = of(item);
			if (n > last && n < next)
				next = n;
		}
		if (next == INT64_MAX)
			return;
		ad_text_addi(out, next);
		ad_text_addc(out, ' ');
		last = next;
	}
}

static int64_t location_number(const cJSON *item)
{
	struct ad_str code = ad_json_get_text(item, "code");
	int64_t pin = ad_pin_number(code);
	int64_t id = pin ? pin : google_geo_id(code);

	return cJSON_IsTrue(ad_json_get(item, "excluded")) ? -id : id;
}

static int64_t language_number(const cJSON *item)
{
	return google_language_id(ad_json_text(item));
}

static void normal_options(struct ad_text *out, const cJSON *value)
{
	struct google_options o = google_options_of(value);

	ad_text_addf(out, "%d%d%d%.*s", o.search, o.partners, o.display, AD_FMT(o.geo));
}

static void google_normal_form(struct ad_text *out, enum google_form form, const cJSON *value)
{
	switch (form) {
	case GF_MONEY:
	case GF_BUDGET:
		google_normal_money(out, value);
		break;
	case GF_TEXT:
	case GF_URL:
	case GF_START:
	case GF_END:
		ad_text_add(out, ad_json_text(value));
		break;
	case GF_TEXTS:
		normal_texts(out, value);
		break;
	case GF_BIDDING:
		google_normal_bidding(out, value);
		break;
	case GF_OPTIONS:
		normal_options(out, value);
		break;
	case GF_LOCATIONS:
		normal_set(out, value, location_number);
		break;
	case GF_LANGUAGES:
		normal_set(out, value, language_number);
		break;
	case GF_SCHEDULE:
		ad_hours_normal(out, value);
		break;
	case GF_FIXED:
		if (cJSON_IsBool(value))
			ad_text_addi(out, cJSON_IsTrue(value));
		else
			ad_text_add(out, ad_json_text(value));
		break;
	}
}

void google_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		   const cJSON *object)
{
	const struct google_field *row = google_field(res->id, field);

	/* A negative keyword consists of its text and match type: it has no status, bid or URL. */
	if (!row || (res->id == AD_R_KEYWORD && row->form != GF_FIXED &&
		     cJSON_IsTrue(ad_json_get(object, "negative"))))
		return;
	if (res->id == AD_R_KEYWORD && strcmp(field, "text") == 0)
		ad_keyword_fold(out, AD_GOOGLE, ad_json_get_text(object, field));
	else
		google_normal_form(out, row->form, ad_json_get(object, field));
}
