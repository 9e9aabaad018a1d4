/* Google's policy findings in our format: { code, message, evidence, policyUrl }. */
#include "platform/google/adapter.h"

#include "base/json_read.h"

/* The overview of all policies, because the API's topics have no page. */
#define POLICIES "https://support.google.com/adspolicy/answer/6008942"

static const struct {
	const char *type, *message;
} types[] = {
	{ "PROHIBITED", "This policy prevents the ad from showing." },
	{ "FULLY_LIMITED", "This policy prevents the ad from showing in the targeted locations." },
	{ "LIMITED", "This policy limits where the ad shows." },
	{ "AREA_OF_INTEREST_ONLY", "The ad shows only to people who are interested in the place." },
	{ "DESCRIPTIVE", "A remark of the review without limits." },
	{ "BROADENING", "A remark of the review: the ad may show in more places." },
};

static const char *google_message_of(struct ad_str type)
{
	for (size_t i = 0; i < AD_LEN(types); i++)
		if (ad_str_is(type, types[i].type))
			return types[i].message;
	return "A policy applies to the ad.";
}

/* The first text in an evidence, in any of its forms. */
static struct ad_str text_in(const cJSON *evidence)
{
	static const char *const forms[][2] = {
		{ "textList", "texts" },
		{ "websiteList", "websites" },
		{ "destinationTextList", "destinationTexts" },
		{ "destinationMismatch", "urlTypes" },
		{ "destinationNotWorking", "expandedUrl" },
	};
	struct ad_str text = ad_json_get_text(evidence, "languageCode");

	for (size_t i = 0; i < AD_LEN(forms) && !text.n; i++) {
		const cJSON *item = ad_json_get(ad_json_get(evidence, forms[i][0]), forms[i][1]);
		text = ad_json_text(cJSON_IsArray(item) ? item->child : item);
	}
	return text;
}

static void write_reason(struct ad_json *j, struct ad_str code, const char *message,
			 struct ad_str evidence)
{
	ad_json_object(j);
	ad_json_kstr(j, "code", code);
	ad_json_kcstr(j, "message", message);
	ad_json_kstr(j, "evidence", evidence.n ? evidence : (struct ad_str){ NULL, 0 });
	ad_json_kcstr(j, "policyUrl", POLICIES);
	ad_json_object_end(j);
}

struct ad_str google_topics(struct ad_arena *arena, const cJSON *summary)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *entry, *evidence;

	ad_json_array(&j);
	cJSON_ArrayForEach(entry, ad_json_get(summary, "policyTopicEntries"))
	{
		struct ad_str found = { NULL, 0 };
		cJSON_ArrayForEach(evidence, ad_json_get(entry, "evidences")) if (!found.n) found =
			text_in(evidence);
		write_reason(&j, ad_json_get_text(entry, "topic"),
			     google_message_of(ad_json_get_text(entry, "type")), found);
	}
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

struct ad_str google_disapprovals(struct ad_arena *arena, const cJSON *criterion)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *item;
	struct ad_str keyword = ad_json_get_text(ad_json_get(criterion, "keyword"), "text");

	ad_json_array(&j);
	cJSON_ArrayForEach(item, ad_json_get(criterion, "disapprovalReasons")) write_reason(
		&j, ad_json_text(item), google_message_of(AD_S("PROHIBITED")), keyword);
	ad_json_array_end(&j);
	return ad_text_str(&text);
}
