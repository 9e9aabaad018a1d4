/* Keywords: exactly one parent, words and characters, the limits of negatives and platforms. */
#include "base/json_read.h"
#include "call/rules/rules.h"
#include "store/objects/keyword_twin.h"

#define WORDS_MAX 10

void ad_rule_keyword_text(struct ad_call *call, const char *path, struct ad_str text)
{
	static const char refused[] = "!@%^*()={};~`<>?\\|,";
	int64_t words = 0;
	bool inside = false;
	for (size_t i = 0; i < text.n; i++) {
		bool space = text.p[i] == ' ';
		if (!space && !inside)
			words++;
		inside = !space;
	}
	if (words > WORDS_MAX)
		ad_fault_limit(call, path, "TOO_MANY_WORDS", WORDS_MAX,
			       "%s has %lld words; at most %d are allowed.", path, (long long)words,
			       WORDS_MAX);
	for (size_t i = 0; i < text.n; i++) {
		if (strchr(refused, text.p[i]) == NULL)
			continue;
		ad_fault(call, path, "INVALID_CHARACTERS",
			 "%s must not contain any of %s. Use plain words, and set the match type "
			 "with matchType.",
			 path, refused);
		return;
	}
}

static void refuse_set(struct ad_call *call, const struct ad_row *row, const char *field,
		       const char *code, const char *why)
{
	if (!ad_row_is_null(row, field))
		ad_fault(call, field, code, "%s", why);
}

static void check_negative(struct ad_call *call, const struct ad_row *before,
			   const struct ad_row *row, enum ad_platform platform)
{
	if (ad_changed(before, row, "cpcBid"))
		refuse_set(call, row, "cpcBid", "NOT_FOR_NEGATIVES",
			   "cpcBid is not available for negative keywords. Omit it.");
	if (ad_changed(before, row, "finalUrl"))
		refuse_set(call, row, "finalUrl", "NOT_FOR_NEGATIVES",
			   "finalUrl is not available for negative keywords. Omit it.");
	if (ad_str_is(ad_row_text(row, "status"), "ENABLED") && ad_changed(before, row, "status"))
		ad_fault(call, "status", "NOT_FOR_NEGATIVES",
			 "status is not available for negative keywords. Omit it.");
	if (platform == AD_MICROSOFT && ad_str_is(ad_row_text(row, "matchType"), "BROAD"))
		ad_fault(call, "matchType", "UNSUPPORTED_ON_PLATFORM",
			 "Negative keywords on microsoft must be PHRASE or EXACT.");
}

static void check_platform(struct ad_call *call, const struct ad_row *row,
			   enum ad_platform platform)
{
	if (platform == AD_META) {
		ad_fault(call, "adGroupId", "UNSUPPORTED_ON_PLATFORM",
			 "meta does not support keywords.");
		return;
	}
	if (platform != AD_REDDIT)
		return;
	if (ad_row_text(row, "matchType").p && !ad_str_is(ad_row_text(row, "matchType"), "BROAD"))
		ad_fault(call, "matchType", "UNSUPPORTED_ON_PLATFORM",
			 "Keywords on reddit must be BROAD.");
	if (ad_row_text(row, "campaignId").p)
		ad_fault(call, "campaignId", "UNSUPPORTED_ON_PLATFORM",
			 "reddit does not support keywords of a campaign.");
}

static struct ad_row *keyword_rules_parent_of(struct ad_call *call, const struct ad_row *row,
					      bool negative)
{
	bool group = ad_row_text(row, "adGroupId").p != NULL || ad_has_fault(call, "adGroupId");
	bool campaign =
		ad_row_text(row, "campaignId").p != NULL || ad_has_fault(call, "campaignId");
	if (group && campaign) {
		ad_fault(call, "campaignId", "ONE_PARENT",
			 "Give adGroupId or campaignId, not both.");
		return NULL;
	}
	if (!group && !campaign) {
		ad_fault(call, "adGroupId", "REQUIRED",
			 "adGroupId is required (or campaignId, for a negative keyword of a "
			 "campaign).");
		return NULL;
	}
	if (campaign && !negative)
		ad_fault(call, "negative", "NEGATIVE_ONLY",
			 "A keyword of a campaign must be negative. Use adGroupId for other "
			 "keywords.");
	return ad_rule_parent(call, row, group ? "adGroupId" : "campaignId");
}

/* Refuses a keyword that the platform would treat as equal to another one of the same parent. */
static void check_twin(struct ad_call *call, const struct ad_row *before, const struct ad_row *row)
{
	static const char *const parts[] = { "text", "matchType", "negative" };
	struct ad_keyword_twin twin = { 0 };
	bool changed = !before;
	enum ad_db_status status;

	for (size_t i = 0; i < AD_LEN(parts); i++)
		changed = changed || ad_changed(before, row, parts[i]);
	if (!changed || !ad_row_text(row, "text").p || !ad_row_text(row, "matchType").p)
		return;
	status = ad_keyword_twin_find(call->db, call->arena, ad_call_realm(call), row, &twin);
	if (status != AD_DB_DONE && status != AD_DB_ROW)
		ad_fail_db(call, status);
	else if (status == AD_DB_ROW)
		ad_fault(call, "text", "DUPLICATE",
			 "The keyword %.*s (\"%.*s\") of the same %s is equal on %.*s, which "
			 "ignores case and extra spaces. Change that keyword, or omit this one.",
			 AD_FMT(twin.id), AD_FMT(twin.text),
			 ad_row_text(row, "adGroupId").p ? "ad group" : "campaign",
			 AD_FMT(ad_row_text(row, "platform")));
}

void ad_keyword_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	bool negative = ad_row_value(after, "negative")->i != 0;
	struct ad_str text = ad_row_text(after, "text");
	if (text.p && ad_changed(before, after, "text") && call->rules != AD_RULES_STORED)
		ad_rule_keyword_text(call, "text", text);
	struct ad_row *parent = keyword_rules_parent_of(call, after, negative);
	/* the writing step checks it in any case, unless there is a fault */
	if (parent && (call->rules != AD_RULES_DRAFT || call->status != AD_OK)) {
		ad_rule_set(after, "platform", ad_row_text(parent, "platform"));
		check_twin(call, before, after);
	}
	if (call->rules == AD_RULES_STORED)
		return;
	enum ad_platform platform = AD_PLATFORM_COUNT;
	if (parent) {
		ad_rule_same_platform(call, before, parent,
				      ad_row_text(after, "adGroupId").p ? "adGroupId"
									: "campaignId");
		platform = ad_platform_of(ad_row_text(parent, "platform"));
		ad_rule_set(after, "platform", ad_row_text(parent, "platform"));
		check_platform(call, after, platform);
		ad_rule_limits(call, before, after, platform);
	}
	if (negative)
		check_negative(call, before, after, platform);
}
