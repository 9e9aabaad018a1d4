/* Our fields and Microsoft's, one by one, and the normal form that decides about drift. */
#include "base/json_read.h"
#include "model/hours.h"
#include "model/keyword_text.h"
#include "platform/microsoft/adapter.h"
#include "platform/pin.h"

const struct microsoft_field microsoft_fields[] = {
	{ AD_R_CAMPAIGN, "name", MF_TEXT, "Name" },
	{ AD_R_CAMPAIGN, "type", MF_FIXED, NULL },
	{ AD_R_CAMPAIGN, "budget", MF_BUDGET, NULL },
	{ AD_R_CAMPAIGN, "status", MF_STATUS, "Status" },
	{ AD_R_CAMPAIGN, "bidding", MF_BIDDING, NULL },
	{ AD_R_CAMPAIGN, "locations", MF_LOCATIONS, NULL },
	{ AD_R_CAMPAIGN, "languages", MF_LANGUAGES, NULL },
	{ AD_R_CAMPAIGN, "adSchedule", MF_SCHEDULE, NULL },
	{ AD_R_CAMPAIGN, "trackingTemplate", MF_TEXT, "TrackingUrlTemplate" },
	{ AD_R_CAMPAIGN, "finalUrlSuffix", MF_TEXT, "FinalUrlSuffix" },
	{ AD_R_CAMPAIGN, "platformOptions", MF_INTENT, NULL },
	{ AD_R_AD_GROUP, "name", MF_TEXT, "Name" },
	{ AD_R_AD_GROUP, "status", MF_STATUS, "Status" },
	{ AD_R_AD_GROUP, "cpcBid", MF_BID, "CpcBid" },
	{ AD_R_AD_GROUP, "platformOptions", MF_NETWORK, NULL },
	{ AD_R_AD, "type", MF_FIXED, NULL },
	{ AD_R_AD, "status", MF_STATUS, "Status" },
	{ AD_R_AD, "finalUrl", MF_URL, "FinalUrls" },
	{ AD_R_AD, "headlines", MF_TEXTS, "Headlines" },
	{ AD_R_AD, "descriptions", MF_TEXTS, "Descriptions" },
	{ AD_R_AD, "path1", MF_TEXT, "Path1" },
	{ AD_R_AD, "path2", MF_TEXT, "Path2" },
	{ AD_R_ASSET, "type", MF_FIXED, NULL },
	{ AD_R_ASSET, "text", MF_TEXT, NULL },
	{ AD_R_ASSET, "finalUrl", MF_URL, "FinalUrls" },
	{ AD_R_ASSET, "description1", MF_TEXT, "Description1" },
	{ AD_R_ASSET, "description2", MF_TEXT, "Description2" },
	{ AD_R_KEYWORD, "text", MF_FIXED, NULL },
	{ AD_R_KEYWORD, "matchType", MF_FIXED, NULL },
	{ AD_R_KEYWORD, "negative", MF_FIXED, NULL },
	{ AD_R_KEYWORD, "cpcBid", MF_BID, "Bid" },
	{ AD_R_KEYWORD, "finalUrl", MF_URL, "FinalUrls" },
	{ AD_R_KEYWORD, "status", MF_STATUS, "Status" },
};
const size_t microsoft_field_count = AD_LEN(microsoft_fields);

const struct microsoft_field *microsoft_field(enum ad_resource_id resource, const char *field)
{
	for (size_t i = 0; i < microsoft_field_count; i++)
		if (microsoft_fields[i].resource == resource &&
		    strcmp(microsoft_fields[i].field, field) == 0)
			return &microsoft_fields[i];
	return NULL;
}

const struct microsoft_bidding microsoft_biddings[] = {
	{ "MANUAL_CPC", NULL, "EnhancedCpc", NULL, NULL, false, false },
	{ "MAXIMIZE_CLICKS", NULL, "MaxClicks", "MaxCpc", "maxCpc", true, false },
	{ "MAXIMIZE_CONVERSIONS", "TARGET_CPA", "MaxConversions", "TargetCpa", "targetCpa", false,
	  true },
	{ "MAXIMIZE_CONVERSION_VALUE", "TARGET_ROAS", "MaxConversionValueBiddingScheme",
	  "TargetRoas", "targetRoas", false, false },
	{ "TARGET_IMPRESSION_SHARE", NULL, "TargetImpressionShareBiddingScheme", "MaxCpc", "maxCpc",
	  true, false },
};
const size_t microsoft_bidding_count = AD_LEN(microsoft_biddings);

const struct microsoft_bidding *microsoft_bidding_of(struct ad_str strategy)
{
	for (size_t i = 0; i < microsoft_bidding_count; i++) {
		const struct microsoft_bidding *row = &microsoft_biddings[i];
		if (ad_str_is(strategy, row->strategy) ||
		    (row->targeted && ad_str_is(strategy, row->targeted)))
			return row;
	}
	return &microsoft_biddings[0];
}

bool microsoft_bidding_stands(const cJSON *live, const cJSON *value)
{
	struct ad_str strategy = ad_json_get_text(live, "strategy");

	return strategy.n && !ad_str_is(strategy, MICROSOFT_OTHER) &&
	       microsoft_bidding_of(strategy) ==
		       microsoft_bidding_of(ad_json_get_text(value, "strategy"));
}

struct ad_str microsoft_geo_mode(const cJSON *options)
{
	struct ad_str mode = ad_json_get_text(options, "geoMode");

	return mode.n ? mode : AD_S("PRESENCE");
}

int64_t microsoft_place(const cJSON *item)
{
	struct ad_str code = ad_json_get_text(item, "code");
	int64_t pin = ad_pin_number(code);
	int64_t id = pin ? pin : microsoft_geo_id(code);

	return cJSON_IsTrue(ad_json_get(item, "excluded")) ? -id : id;
}

static void microsoft_normal_money(struct ad_text *out, const cJSON *value)
{
	int64_t micros;

	if (ad_json_micros_of(value, &micros) && micros != 0)
		ad_text_addi(out, micros);
}

static void microsoft_normal_bidding(struct ad_text *out, const cJSON *value)
{
	struct ad_str strategy = ad_json_get_text(value, "strategy");
	const struct microsoft_bidding *row = microsoft_bidding_of(strategy);
	const cJSON *number = row->ours ? ad_json_get(value, row->ours) : NULL;

	if (ad_str_is(strategy, MICROSOFT_OTHER)) {
		ad_text_adds(out, MICROSOFT_OTHER);
		return;
	}
	ad_text_adds(out, row->type);
	ad_text_addc(out, ' ');
	if (number && cJSON_IsNumber(number) && strcmp(row->ours, "targetRoas") == 0)
		ad_text_addf(out, "%.6g", number->valuedouble);
	else
		microsoft_normal_money(out, number);
	ad_text_addc(out, ' ');
	if (row->capped)
		microsoft_normal_money(out, ad_json_get(value, "maxCpc"));
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

/* In rising order: their order has no meaning at Microsoft. */
static void normal_places(struct ad_text *out, const cJSON *list)
{
	int64_t last = INT64_MIN;

	for (;;) {
		const cJSON *item;
		int64_t next = INT64_MAX;
		cJSON_ArrayForEach(item, list)
		{
			int64_t n = microsoft_place(item);
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

static struct ad_str language_of(const cJSON *item)
{
	struct ad_str name = microsoft_language_name(ad_json_text(item));

	return name.n ? name : ad_json_text(item);
}

static int microsoft_compare(struct ad_str a, struct ad_str b)
{
	int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

static void microsoft_normal_languages(struct ad_text *out, const cJSON *list)
{
	struct ad_str last = AD_S("");

	for (;;) {
		const cJSON *item;
		struct ad_str next = { 0 };
		cJSON_ArrayForEach(item, list)
		{
			struct ad_str name = language_of(item);
			if (name.n == 0)
				continue;
			if (microsoft_compare(name, last) > 0 &&
			    (!next.p || microsoft_compare(name, next) < 0))
				next = name;
		}
		if (!next.p)
			return;
		ad_text_add(out, next);
		ad_text_addc(out, ' ');
		last = next;
	}
}

static void microsoft_normal_form(struct ad_text *out, enum microsoft_form form, const cJSON *value,
				  const cJSON *object)
{
	const cJSON *places;

	switch (form) {
	case MF_BID:
	case MF_BUDGET:
		microsoft_normal_money(out, value);
		break;
	case MF_TEXT:
	case MF_STATUS:
	case MF_URL:
		ad_text_add(out, ad_json_text(value));
		break;
	case MF_TEXTS:
		normal_texts(out, value);
		break;
	case MF_BIDDING:
		microsoft_normal_bidding(out, value);
		break;
	case MF_LANGUAGES:
		microsoft_normal_languages(out, value);
		break;
	case MF_LOCATIONS:
		normal_places(out, value);
		break;
	case MF_SCHEDULE:
		ad_hours_normal(out, value);
		break;
	case MF_NETWORK:
		ad_text_adds(out, microsoft_network(ad_json_get_text(value, "network")));
		break;
	case MF_INTENT:
		/* Without locations the option has no effect. */
		places = ad_json_get(object, "locations");
		if (places && places->child)
			ad_text_add(out, microsoft_geo_mode(value));
		break;
	case MF_FIXED:
		if (cJSON_IsBool(value))
			ad_text_addi(out, cJSON_IsTrue(value));
		else
			ad_text_add(out, ad_json_text(value));
		break;
	}
}

void microsoft_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		      const cJSON *object)
{
	const struct microsoft_field *row = microsoft_field(res->id, field);

	/* A negative keyword consists of its text and match type: it has no status, bid or URL. */
	if (!row || (res->id == AD_R_KEYWORD && row->form != MF_FIXED &&
		     cJSON_IsTrue(ad_json_get(object, "negative"))))
		return;
	if (res->id == AD_R_KEYWORD && strcmp(field, "text") == 0)
		ad_keyword_fold(out, AD_MICROSOFT, ad_json_get_text(object, field));
	else
		microsoft_normal_form(out, row->form, ad_json_get(object, field), object);
}
