/* Our values in Microsoft's format. */
#include "base/json_read.h"
#include "platform/microsoft/adapter.h"

static void put_amount(struct ad_json *j, const char *key, const cJSON *value)
{
	int64_t micros;

	ad_json_key(j, key);
	ad_json_object(j);
	ad_json_key(j, "Amount");
	if (ad_json_micros_of(value, &micros))
		ad_json_micros(j, micros);
	else
		ad_json_null(j);
	ad_json_object_end(j);
}

void microsoft_put_budget(struct ad_json *j, const char *type, const cJSON *value)
{
	int64_t micros;

	if (!ad_json_micros_of(value, &micros))
		return;
	if (type)
		ad_json_kcstr(j, "BudgetType", type);
	ad_json_key(j, "DailyBudget");
	ad_json_micros(j, micros);
}

/* "HEADLINE_1" -> "Headline1" */
static void put_pin(struct ad_json *j, struct ad_str pin)
{
	char word[16];
	const char *name = ad_str_starts(pin, "HEADLINE_") ? "Headline" : "Description";
	size_t n = strlen(name);

	if (!pin.n)
		return;
	memcpy(word, name, n);
	word[n] = pin.p[pin.n - 1];
	word[n + 1] = '\0';
	ad_json_kcstr(j, "PinnedField", word);
}

static void microsoft_put_texts(struct ad_json *j, const char *key, const cJSON *value)
{
	const cJSON *item;

	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, value)
	{
		const cJSON *text = cJSON_IsObject(item) ? ad_json_get(item, "text") : item;
		ad_json_object(j);
		ad_json_key(j, "Asset");
		ad_json_object(j);
		ad_json_kcstr(j, "Type", "TextAsset");
		ad_json_kstr(j, "Text", ad_json_text(text));
		ad_json_object_end(j);
		put_pin(j, ad_json_get_text(item, "pin"));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

void microsoft_put_bidding(struct ad_json *j, const cJSON *value, const cJSON *live)
{
	const struct microsoft_bidding *row =
		microsoft_bidding_of(ad_json_get_text(value, "strategy"));
	const cJSON *number = row->ours ? ad_json_get(value, row->ours) : NULL;
	int64_t micros;

	ad_json_key(j, "BiddingScheme");
	ad_json_object(j);
	ad_json_kcstr(j, "Type", row->type);
	if (strcmp(row->strategy, "TARGET_IMPRESSION_SHARE") == 0 &&
	    !microsoft_bidding_stands(live, value)) {
		/*
		 * Microsoft requires these two with a new strategy, and our model has no fields for
		 * them: half of the impressions, on the first page.
		 */
		ad_json_kcstr(j, "TargetAdPosition", "FirstPage");
		ad_json_kint(j, "TargetImpressionShare", 50);
	}
	if (number && cJSON_IsNumber(number) && row->amount) {
		put_amount(j, row->leaf, number);
	} else if (number && strcmp(row->ours, "targetRoas") == 0 && cJSON_IsNumber(number)) {
		ad_json_key(j, row->leaf);
		ad_json_double(j, number->valuedouble);
	} else if (number && ad_json_micros_of(number, &micros)) {
		ad_json_key(j, row->leaf);
		ad_json_micros(j, micros);
	}
	if (row->capped && cJSON_IsNumber(ad_json_get(value, "maxCpc")))
		put_amount(j, "MaxCpc", ad_json_get(value, "maxCpc"));
	ad_json_object_end(j);
}

static void put_languages(struct ad_json *j, const cJSON *value)
{
	const cJSON *item, *other;

	ad_json_key(j, "Languages");
	ad_json_array(j);
	if (!value || !value->child)
		ad_json_str(j, AD_S("All"));
	cJSON_ArrayForEach(item, value)
	{
		struct ad_str name = microsoft_language_name(ad_json_text(item));
		bool before = false;
		for (other = value->child; other != item; other = other->next)
			before = before ||
				 ad_str_eq(name, microsoft_language_name(ad_json_text(other)));
		if (!before)
			ad_json_str(j, name);
	}
	ad_json_array_end(j);
}

static void put_url(struct ad_json *j, const char *key, struct ad_str url)
{
	ad_json_key(j, key);
	ad_json_array(j);
	if (url.p)
		ad_json_str(j, url);
	ad_json_array_end(j);
}

void microsoft_put(struct ad_json *j, const struct microsoft_field *row, const cJSON *value)
{
	struct ad_str text = ad_json_text(value);

	switch (row->form) {
	case MF_TEXT:
		ad_json_kstr(j, row->key, text.p ? text : AD_S(""));
		break;
	case MF_STATUS:
		ad_json_kcstr(j, row->key, ad_str_is(text, "ENABLED") ? "Active" : "Paused");
		break;
	case MF_BID:
		put_amount(j, row->key, value);
		break;
	case MF_BUDGET:
		microsoft_put_budget(j, "DailyBudgetStandard", value);
		break;
	case MF_URL:
		put_url(j, row->key, text);
		break;
	case MF_TEXTS:
		microsoft_put_texts(j, row->key, value);
		break;
	case MF_BIDDING:
		microsoft_put_bidding(j, value, NULL);
		break;
	case MF_LANGUAGES:
		put_languages(j, value);
		break;
	case MF_NETWORK:
		ad_json_kcstr(j, "Network", microsoft_network(ad_json_get_text(value, "network")));
		break;
	case MF_LOCATIONS:
	case MF_SCHEDULE:
	case MF_INTENT:
	case MF_FIXED:
		break; /* requests of their own: microsoft/campaign.c */
	}
}
