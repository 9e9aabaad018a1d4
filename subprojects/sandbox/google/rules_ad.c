/* Rules of ad groups and of ads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "op.h"

enum {
	ENABLED_RSA_LIMIT = 3, /* an ad group's */
	AD_LIMIT = 50,
};

static bool google_rules_ad_text_is(const cJSON *object, const char *key, const char *text)
{
	const char *actual = json_text(object, key);
	return actual && strcmp(actual, text) == 0;
}

static void check_group_name(struct g_op *op, const char *campaign)
{
	const char *name = json_text(op->value, "name");
	if (!name || !*name || !op_touches(op, "name"))
		return;
	if (strpbrk(name, "\r\n"))
		op_fail(op, E_ILLEGAL_CHARS, "name", name);
	if (g_length(name, true) >= 255)
		op_fail(op, E_STRING_TOO_LONG, "name", name);
	struct store_object wanted = {
		.kind = K_AD_GROUP, .tail = op->tail, .name = name, .parent = campaign
	};
	if (*campaign && store_named(op->call->sandbox->store, op->call->account.id, &wanted))
		op_fail(op, E_DUPLICATE_ADGROUP_NAME, "name", name);
}

static void check_group_type(struct g_op *op, const cJSON *campaign)
{
	static const char *const suits[][2] = {
		{ "SEARCH", "SEARCH_STANDARD" },
		{ "SEARCH", "SEARCH_DYNAMIC_ADS" },
		{ "DISPLAY", "DISPLAY_STANDARD" },
		{ "SHOPPING", "SHOPPING_PRODUCT_ADS" },
	};
	const char *channel = json_text(campaign, "advertisingChannelType");
	if (!channel)
		return;
	if (strcmp(channel, "PERFORMANCE_MAX") == 0) {
		op_fail(op, E_NO_AD_GROUPS_FOR_CAMPAIGN, "", NULL);
		return;
	}
	for (size_t i = 0; i < sizeof(suits) / sizeof(suits[0]); i++) {
		if (strcmp(suits[i][0], channel) != 0)
			continue;
		json_default_text(op->value, "type", suits[i][1]);
		if (google_rules_ad_text_is(op->value, "type", suits[i][1]))
			return;
	}
	if (strcmp(channel, "DEMAND_GEN") != 0)
		op_fail(op, E_AD_GROUP_TYPE_CHANNEL, "type", json_text(op->value, "type"));
}

static void check_bids(struct g_op *op)
{
	static const char *const bids[][2] = {
		{ "cpcBidMicros", "cpc_bid_micros" },
		{ "cpmBidMicros", "cpm_bid_micros" },
		{ "targetCpaMicros", "target_cpa_micros" },
	};
	for (size_t i = 0; i < sizeof(bids) / sizeof(bids[0]); i++) {
		long long bid = json_long(op->value, bids[i][0], -1);
		if (bid == 0 && op_touches(op, bids[i][1]))
			op_fail(op, E_BID_TOO_SMALL, bids[i][1], "0");
		else if (bid > 10000000000LL && bid <= 1000000000000000LL &&
			 op_touches(op, bids[i][1]))
			op_fail(op, E_BID_TOO_BIG, bids[i][1], json_text(op->value, bids[i][0]));
	}
	if (json_at(op->value, "targetRoas") && op_touches(op, "target_roas")) {
		double roas = json_double(op->value, "targetRoas", 0);
		if (roas < 0.01 || roas > 1000)
			op_fail(op, roas < 0.01 ? E_RANGE_TOO_LOW : E_RANGE_TOO_HIGH, "target_roas",
				NULL);
	}
}

void ad_group_create(struct g_op *op)
{
	char campaign_tail[G_TAIL_ROOM];
	const cJSON *campaign = op_reference(op, "campaign", K_CAMPAIGN, campaign_tail);
	json_default_text(op->value, "status", "ENABLED");
	check_group_name(op, campaign_tail);
	if (campaign)
		check_group_type(op, campaign);
	check_bids(op);
	op_new_id(op, K_AD_GROUP, op->tail);
	json_set_text(op->value, "id", op->tail);
}

void ad_group_update(struct g_op *op)
{
	char tail[G_TAIL_ROOM], account[16];
	if (g_parse_name(json_text(op->value, "campaign"), account, tail, sizeof(tail)) < 0)
		tail[0] = '\0';
	check_group_name(op, tail);
	check_bids(op);
}

/* The rules for a list of texts: number, length, pinned positions. */
struct text_list {
	const char *camel;
	int min, max;
	size_t length;
	const char *pin; /* prefix of the fields a text may be pinned to */
	int pins;
};

static const struct text_list rsa_lists[] = {
	{ "headlines", 3, 15, 30, "HEADLINE_", 3 },
	{ "descriptions", 2, 4, 90, "DESCRIPTION_", 2 },
};

static void check_pin(struct g_op *op, const struct text_list *list, const char *field,
		      const cJSON *asset)
{
	const char *pin = json_text(asset, "pinnedField");
	size_t n = strlen(list->pin);
	if (!pin || strcmp(pin, "UNSPECIFIED") == 0)
		return;
	if (strncmp(pin, list->pin, n) != 0 || strlen(pin) != n + 1 || pin[n] < '1' ||
	    pin[n] > '0' + list->pins)
		op_fail_at(op, E_PINNED_FIELD, pin, "%s.pinned_field", field);
}

/* A topic the sender asked to be ignored. */
static bool topic_ignored(const struct g_op *op, const char *topic)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, json_at(json_at(op->operation, "policyValidationParameter"),
					 "ignorablePolicyTopics"))
	{
		if (strcmp(item->valuestring, topic) == 0)
			return true;
	}
	return false;
}

static void punctuation_finding(struct g_op *op, const char *at, const char *text)
{
	cJSON *error = op_fail(op, E_POLICY_FINDING, at, NULL);
	cJSON *entry = cJSON_CreateObject();
	cJSON *evidence = cJSON_CreateObject();
	cJSON *details = json_object(json_object(error, "details"), "policyFindingDetails");
	cJSON_AddItemToArray(json_array(details, "policyTopicEntries"), entry);
	json_set_text(entry, "topic", "PUNCTUATION_AND_SYMBOLS");
	json_set_text(entry, "type", "PROHIBITED");
	cJSON_AddItemToArray(json_array(entry, "evidences"), evidence);
	cJSON_AddItemToArray(json_array(json_object(evidence, "textList"), "texts"),
			     cJSON_CreateString(text));
}

static void google_rules_ad_check_text(struct g_op *op, const struct text_list *list,
				       const char *field, const cJSON *asset)
{
	const char *text = json_text(asset, "text");
	if (!text || !*text)
		return; /* told by its row */
	if (g_length(text, true) > list->length)
		op_fail_at(op, E_AD_LINE_TOO_WIDE, text, "%s.text", field);
	for (const cJSON *other = asset->prev; other && other->next; other = other->prev) {
		if (json_text(other, "text") && strcmp(json_text(other, "text"), text) == 0) {
			op_fail_at(op, E_DUPLICATE_ASSET, text, "%s.text", field);
			break;
		}
	}
	check_pin(op, list, field, asset);
}

/* `prefix` is where the texts lie below the resource: "ad.responsive_search_ad". */
static void google_rules_ad_check_list(struct g_op *op, const cJSON *ad,
				       const struct text_list *list, const char *prefix)
{
	const cJSON *texts = json_at(ad, list->camel);
	int n = cJSON_GetArraySize(texts), i = 0;
	if (n < list->min)
		op_fail_at(op, E_TOO_FEW, NULL, "%s.%s", prefix, list->camel);
	if (n > list->max)
		op_fail_at(op, E_TOO_MANY, NULL, "%s.%s", prefix, list->camel);
	const cJSON *asset;
	cJSON_ArrayForEach(asset, texts)
	{
		char field[96];
		snprintf(field, sizeof(field), "%s.%s[%d]", prefix, list->camel, i++);
		google_rules_ad_check_text(op, list, field, asset);
	}
}

static void check_paths(struct g_op *op, const cJSON *ad, const char *prefix)
{
	const char *path1 = json_text(ad, "path1"), *path2 = json_text(ad, "path2");
	if (path2 && *path2 && !(path1 && *path1))
		op_fail_at(op, E_PATH2_WITHOUT_PATH1, path2, "%s.path2", prefix);
	if (path1 && g_length(path1, true) > 15)
		op_fail_at(op, E_AD_LINE_TOO_WIDE, path1, "%s.path1", prefix);
	if (path2 && g_length(path2, true) > 15)
		op_fail_at(op, E_AD_LINE_TOO_WIDE, path2, "%s.path2", prefix);
}

/* The only policy this sandbox has for ads: a text with "!!!". `at` locates the ad. */
static void check_policy(struct g_op *op, const cJSON *rsa, const char *at)
{
	if (op->failed || topic_ignored(op, "PUNCTUATION_AND_SYMBOLS"))
		return;
	for (size_t i = 0; i < sizeof(rsa_lists) / sizeof(rsa_lists[0]); i++) {
		const cJSON *asset;
		cJSON_ArrayForEach(asset, json_at(rsa, rsa_lists[i].camel))
		{
			if (json_text(asset, "text") && strstr(json_text(asset, "text"), "!!!")) {
				punctuation_finding(op, at, json_text(asset, "text"));
				return;
			}
		}
	}
}

/* `prefix` is "ad." below an ad group ad, "" below an ad. */
static void check_rsa(struct g_op *op, const cJSON *ad, const char *prefix)
{
	const cJSON *rsa = json_at(ad, "responsiveSearchAd");
	char at[48];
	snprintf(at, sizeof(at), "%sresponsive_search_ad", prefix);
	for (size_t i = 0; i < sizeof(rsa_lists) / sizeof(rsa_lists[0]); i++)
		google_rules_ad_check_list(op, rsa, &rsa_lists[i], at);
	check_paths(op, rsa, at);
	if (cJSON_GetArraySize(json_at(ad, "finalUrls")) == 0)
		op_fail_at(op, E_REQUIRED_NONEMPTY_LIST, NULL, "%sfinal_urls", prefix);
	check_policy(op, rsa, *prefix ? "ad" : "");
}

static const struct text_list display_lists[] = {
	{ "headlines", 1, 5, 30, "HEADLINE_", 0 },
	{ "descriptions", 1, 5, 90, "DESCRIPTION_", 0 },
};

static void check_display_ad(struct g_op *op, const cJSON *ad)
{
	const cJSON *rda = json_at(ad, "responsiveDisplayAd");
	const char *business = json_text(rda, "businessName");
	for (size_t i = 0; i < sizeof(display_lists) / sizeof(display_lists[0]); i++)
		google_rules_ad_check_list(op, rda, &display_lists[i], "ad.responsive_display_ad");
	if (!json_at(rda, "longHeadline"))
		op_fail(op, E_REQUIRED, "ad.responsive_display_ad.long_headline", NULL);
	if (!business)
		op_fail(op, E_REQUIRED, "ad.responsive_display_ad.business_name", NULL);
	else if (g_length(business, true) > 25)
		op_fail(op, E_AD_LINE_TOO_WIDE, "ad.responsive_display_ad.business_name", business);
	if (!json_at(rda, "marketingImages"))
		op_fail(op, E_TOO_FEW, "ad.responsive_display_ad.marketing_images", NULL);
	if (!json_at(rda, "squareMarketingImages"))
		op_fail(op, E_TOO_FEW, "ad.responsive_display_ad.square_marketing_images", NULL);
	if (cJSON_GetArraySize(json_at(ad, "finalUrls")) == 0)
		op_fail(op, E_REQUIRED_NONEMPTY_LIST, "ad.final_urls", NULL);
}

/* The type of the ad against the ad group's. */
/* An ad of no type at all, of one that can no longer be made, or of another kind of ad group. */
static void refuse_ad_type(struct g_op *op, const cJSON *ad)
{
	static const struct {
		const char *member;
		enum g_error code;
	} gone[] = {
		{ "textAd", E_TEXT_ADS_DEPRECATED },
		{ "expandedTextAd", E_AD_TYPE_DEPRECATED },
		{ "imageAd", E_AD_TYPE_DEPRECATED },
		{ "legacyResponsiveDisplayAd", E_AD_TYPE_DEPRECATED },
		{ "legacyAppInstallAd", E_AD_TYPE_DEPRECATED },
	};
	enum g_error code = E_AD_TYPE_INVALID;
	for (const cJSON *item = ad->child; item; item = item->next) {
		const struct g_field *f = g_field_find(&gm_ad, item->string, strlen(item->string));
		if (f && f->oneof)
			code = E_NOT_FOR_AD_GROUP_TYPE;
	}
	for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++)
		if (json_at(ad, gone[i].member))
			code = gone[i].code;
	op_fail(op, code, "ad", NULL);
}

/* The type of the ad against the ad group's. */
static void check_ad_type(struct g_op *op, cJSON *ad, const cJSON *group)
{
	bool search = json_at(ad, "responsiveSearchAd") != NULL;
	const char *type = json_text(group, "type");
	if (!search && !json_at(ad, "responsiveDisplayAd")) {
		refuse_ad_type(op, ad);
		return;
	}
	json_set_text(ad, "type", search ? "RESPONSIVE_SEARCH_AD" : "RESPONSIVE_DISPLAY_AD");
	if (type && strcmp(type, search ? "SEARCH_STANDARD" : "DISPLAY_STANDARD") != 0)
		op_fail(op, E_NOT_FOR_AD_GROUP_TYPE, "ad", NULL);
	if (search)
		check_rsa(op, ad, "ad.");
	else
		check_display_ad(op, ad);
}

struct count {
	const char *except; /* an ad group ad's tail */
	long long all, enabled_rsa;
};

static void count_ad(void *context, const char *tail, cJSON *value)
{
	struct count *c = context;
	if (strcmp(tail, c->except) != 0 && !google_rules_ad_text_is(value, "status", "REMOVED")) {
		c->all++;
		if (google_rules_ad_text_is(value, "status", "ENABLED") &&
		    json_at(json_at(value, "ad"), "responsiveSearchAd"))
			c->enabled_rsa++;
	}
	cJSON_Delete(value);
}

static void over_limit(struct g_op *op, const char *group, const char *type, long long limit,
		       long long existing)
{
	cJSON *error = op_fail(op, E_AD_GROUP_LIMIT, "", NULL);
	cJSON *d = json_object(json_object(error, "details"), "resourceCountDetails");
	json_set_text(d, "enclosingId", group);
	json_set_text(d, "limitType", type);
	json_set(d, "limit", cJSON_CreateNumber((double)limit));
	json_set(d, "existingCount", cJSON_CreateNumber((double)existing));
}

static void check_ad_counts(struct g_op *op, const char *group)
{
	struct count c = { .except = op->tail };
	struct store_object under = { .kind = K_AD_GROUP_AD, .parent = group };
	if (!*group)
		return;
	store_walk_under(op->call->sandbox->store, op->call->account.id, &under, count_ad, &c);
	if (op->verb == VERB_CREATE && c.all >= AD_LIMIT)
		over_limit(op, group, "AD_GROUP_ADS_PER_AD_GROUP", AD_LIMIT, c.all);
	if (google_rules_ad_text_is(op->value, "status", "ENABLED") &&
	    json_at(json_at(op->value, "ad"), "responsiveSearchAd") &&
	    c.enabled_rsa >= ENABLED_RSA_LIMIT)
		over_limit(op, group, "RESPONSIVE_SEARCH_ADS_PER_AD_GROUP", ENABLED_RSA_LIMIT,
			   c.enabled_rsa);
}

void ad_create(struct g_op *op)
{
	char group_tail[G_TAIL_ROOM], ad_id[G_TAIL_ROOM], name[96];
	const cJSON *group = op_reference(op, "ad_group", K_AD_GROUP, group_tail);
	cJSON *ad = json_at(op->value, "ad");
	json_default_text(op->value, "status", "ENABLED");
	if (!ad)
		return; /* told by its row */
	if (json_at(ad, "resourceName"))
		op_fail(op, E_CANNOT_SET_ID_FOR_CREATE, "ad.resource_name",
			json_text(ad, "resourceName"));
	check_ad_type(op, ad, group);
	if (group)
		check_ad_counts(op, group_tail);
	op_new_id(op, K_AD, ad_id);
	snprintf(op->tail, sizeof(op->tail), "%.30s~%.30s", group_tail, ad_id);
	json_set_text(ad, "id", ad_id);
	snprintf(name, sizeof(name), "customers/%s/ads/%s", op->call->account.id, ad_id);
	json_set_text(ad, "resourceName", name);
}

void ad_update(struct g_op *op)
{
	char group[G_TAIL_ROOM];
	snprintf(group, sizeof(group), "%.*s", (int)strcspn(op->tail, "~"), op->tail);
	if (op_touches(op, "status") && !google_rules_ad_text_is(op->before, "status", "ENABLED"))
		check_ad_counts(op, group);
}

void ad_content_update(struct g_op *op)
{
	if (json_at(op->value, "responsiveSearchAd"))
		check_rsa(op, op->value, "");
	else if (!json_at(op->value, "responsiveDisplayAd"))
		op_fail(op, E_AD_TYPE_INVALID, "", NULL);
}
