/* Our values in Google's format. */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/json_read.h"

static void put_micros(struct ad_json *j, const char *key, const cJSON *value)
{
	char digits[32];
	int64_t micros;

	/* int64 travels as a string in proto3 JSON. */
	if (!ad_json_micros_of(value, &micros))
		return;
	snprintf(digits, sizeof(digits), "%lld", (long long)micros);
	ad_json_kcstr(j, key, digits);
}

static void put_day(struct ad_json *j, const char *key, const cJSON *value, const char *time)
{
	char text[40];
	struct ad_str day = ad_json_text(value);

	if (!day.p)
		return;
	snprintf(text, sizeof(text), "%.*s %s", AD_FMT(day), time);
	ad_json_kcstr(j, key, text);
}

static void google_put_texts(struct ad_json *j, const char *key, const cJSON *value)
{
	const cJSON *item;

	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, value)
	{
		const cJSON *text = cJSON_IsObject(item) ? ad_json_get(item, "text") : item;
		struct ad_str pin = ad_json_get_text(item, "pin");
		ad_json_object(j);
		ad_json_kstr(j, "text", ad_json_text(text));
		if (pin.p)
			ad_json_kstr(j, "pinnedField", pin);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

void google_put_bidding(struct ad_json *j, const cJSON *value, const cJSON *live)
{
	const struct google_bidding *row = google_bidding_of(ad_json_get_text(value, "strategy"));
	const cJSON *number = row->ours ? ad_json_get(value, row->ours) : NULL;

	ad_json_key(j, row->member);
	ad_json_object(j);
	if (strcmp(row->member, "manualCpc") == 0)
		ad_json_kbool(j, "enhancedCpcEnabled", false);
	if (strcmp(row->member, "targetImpressionShare") == 0 &&
	    !google_bidding_stands(live, value)) {
		/*
		 * Google requires these two with a new strategy, and our model has no fields for
		 * them: half of the impressions, anywhere on the page.
		 */
		ad_json_kcstr(j, "location", "ANYWHERE_ON_PAGE");
		ad_json_kcstr(j, "locationFractionMicros", "500000");
	}
	if (number && cJSON_IsNumber(number) && strcmp(row->leaf, "targetRoas") == 0) {
		ad_json_key(j, row->leaf);
		ad_json_double(j, number->valuedouble);
	} else if (cJSON_IsNumber(number)) {
		put_micros(j, row->leaf, number);
	}
	ad_json_object_end(j);
}

static void put_options(struct ad_json *j, const cJSON *value)
{
	struct google_options o = google_options_of(value);

	ad_json_key(j, "networkSettings");
	ad_json_object(j);
	ad_json_kbool(j, "targetGoogleSearch", o.search);
	ad_json_kbool(j, "targetSearchNetwork", o.partners);
	ad_json_kbool(j, "targetContentNetwork", o.display);
	ad_json_kbool(j, "targetPartnerSearchNetwork", false);
	ad_json_object_end(j);
	ad_json_key(j, "geoTargetTypeSetting");
	ad_json_object(j);
	ad_json_kstr(j, "positiveGeoTargetType", o.geo);
	ad_json_object_end(j);
}

void google_put(struct ad_json *j, const struct google_field *row, const cJSON *value)
{
	struct ad_str text = ad_json_text(value);

	switch (row->form) {
	case GF_TEXT:
	case GF_FIXED:
		if (row->key && text.p)
			ad_json_kstr(j, row->key, text);
		break;
	case GF_MONEY:
		put_micros(j, row->key, value);
		break;
	case GF_URL:
		if (!text.p)
			break;
		ad_json_key(j, row->key);
		ad_json_array(j);
		ad_json_str(j, text);
		ad_json_array_end(j);
		break;
	case GF_START:
		put_day(j, row->key, value, "00:00:00");
		break;
	case GF_END:
		put_day(j, row->key, value, "23:59:59");
		break;
	case GF_TEXTS:
		google_put_texts(j, row->key, value);
		break;
	case GF_BIDDING:
		google_put_bidding(j, value, NULL);
		break;
	case GF_OPTIONS:
		put_options(j, value);
		break;
	case GF_BUDGET:
	case GF_LOCATIONS:
	case GF_LANGUAGES:
	case GF_SCHEDULE:
		break; /* pieces of their own: google/campaign.c */
	}
}

void google_name(struct ad_json *j, const char *key, const struct ad_link *link,
		 const char *collection, struct ad_str id)
{
	char name[200];

	snprintf(name, sizeof(name), "customers/%.*s/%s/%.*s", AD_FMT(link->account_id), collection,
		 AD_FMT(id));
	ad_json_kcstr(j, key, name);
}

void google_put_mark(struct ad_json *j, struct ad_str id)
{
	ad_json_key(j, "urlCustomParameters");
	ad_json_array(j);
	ad_json_object(j);
	ad_json_kcstr(j, "key", GOOGLE_MARK);
	ad_json_kstr(j, "value", id);
	ad_json_object_end(j);
	ad_json_array_end(j);
}
