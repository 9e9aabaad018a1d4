#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool google_reading_text_is(const cJSON *object, const char *key, const char *text)
{
	const char *actual = json_text(object, key);
	return actual && strcmp(actual, text) == 0;
}

static void google_reading_primary(cJSON *value, const char *status, const char *reason)
{
	json_set_text(value, "primaryStatus", status);
	cJSON_DeleteItemFromObjectCaseSensitive(value, "primaryStatusReasons");
	if (reason)
		cJSON_AddItemToArray(json_array(value, "primaryStatusReasons"),
				     cJSON_CreateString(reason));
}

static void derive_campaign(struct g_call *call, cJSON *v)
{
	const char *start = json_text(v, "startDateTime"), *end = json_text(v, "endDateTime");
	bool ended = end && strcmp(end, call->today) < 0;
	bool pending = start && strcmp(start, call->today) > 0;
	if (google_reading_text_is(v, "status", "REMOVED")) {
		json_set_text(v, "servingStatus", "NONE");
		google_reading_primary(v, "REMOVED", "CAMPAIGN_REMOVED");
	} else if (ended) {
		json_set_text(v, "servingStatus", "ENDED");
		google_reading_primary(v, "ENDED", "CAMPAIGN_ENDED");
	} else if (google_reading_text_is(v, "status", "PAUSED")) {
		json_set_text(v, "servingStatus", "SUSPENDED");
		google_reading_primary(v, "PAUSED", "CAMPAIGN_PAUSED");
	} else if (pending) {
		json_set_text(v, "servingStatus", "PENDING");
		google_reading_primary(v, "PENDING", "CAMPAIGN_PENDING");
	} else {
		json_set_text(v, "servingStatus", "SERVING");
		google_reading_primary(v, "ELIGIBLE", NULL);
	}
	json_set_bool(v, "missingEuPoliticalAdvertisingDeclaration", json_true(v, "_undeclared"));
}

static void derive_budget(struct g_call *call, const char *tail, cJSON *v)
{
	json_set_long(v, "referenceCount",
		      store_count(call->sandbox->store, call->account.id, K_CAMPAIGN, tail, NULL));
	json_set_bool(v, "hasRecommendedBudget", false);
}

static void derive_ad_group(cJSON *v, const cJSON *campaign)
{
	json_set_long(v, "effectiveCpcBidMicros", json_long(v, "cpcBidMicros", 0));
	if (google_reading_text_is(v, "status", "REMOVED"))
		google_reading_primary(v, "REMOVED", "AD_GROUP_REMOVED");
	else if (google_reading_text_is(campaign, "status", "REMOVED"))
		google_reading_primary(v, "REMOVED", "CAMPAIGN_REMOVED");
	else if (google_reading_text_is(v, "status", "PAUSED"))
		google_reading_primary(v, "PAUSED", "AD_GROUP_PAUSED");
	else if (google_reading_text_is(campaign, "status", "PAUSED"))
		google_reading_primary(v, "PAUSED", "CAMPAIGN_PAUSED");
	else
		google_reading_primary(v, "ELIGIBLE", NULL);
}

static bool under_review(const struct g_call *call, const cJSON *v)
{
	return call->now < json_long(v, "_edited", 0) + REVIEW_SECONDS;
}

/* Returns a final URL whose host ends in ".invalid", which no visitor can reach, or NULL. */
static const char *unreachable_url(const cJSON *urls)
{
	const cJSON *url;
	cJSON_ArrayForEach(url, urls)
	{
		const char *host = strstr(url->valuestring, "://");
		if (!host)
			continue;
		host += 3;
		size_t n = strcspn(host, ":/?#");
		if (n > 8 && strncasecmp(host + n - 8, ".invalid", 8) == 0)
			return url->valuestring;
	}
	return NULL;
}

static void add_destination_topic(struct g_call *call, cJSON *summary, const char *url)
{
	cJSON *entry = cJSON_CreateObject();
	cJSON *evidence = cJSON_CreateObject();
	cJSON_AddItemToArray(json_array(summary, "policyTopicEntries"), entry);
	json_set_text(entry, "topic", "DESTINATION_NOT_WORKING");
	json_set_text(entry, "type", "PROHIBITED");
	cJSON_AddItemToArray(json_array(entry, "evidences"), evidence);
	cJSON *destination = json_object(evidence, "destinationNotWorking");
	json_set_text(destination, "expandedUrl", url);
	json_set_text(destination, "device", "DESKTOP");
	json_set_text(destination, "lastCheckedDateTime", call->today);
	json_set_text(destination, "dnsErrorType", "HOSTNAME_NOT_FOUND");
}

static const char *ad_strength(const cJSON *ad)
{
	int n = cJSON_GetArraySize(json_at(json_at(ad, "responsiveSearchAd"), "headlines"));
	return n >= 11 ? "EXCELLENT" : n >= 8 ? "GOOD" : n >= 5 ? "AVERAGE" : "POOR";
}

/* An ad is approved at the end of its review; one whose destination does not work is found out
 * one review later. */
static void derive_ad(struct g_call *call, cJSON *v, const cJSON *above)
{
	const cJSON *ad = json_at(v, "ad");
	cJSON *summary = json_object(v, "policySummary");
	const char *dead = unreachable_url(json_at(ad, "finalUrls"));
	bool waiting = under_review(call, v);
	bool refused = dead && call->now >= json_long(v, "_edited", 0) + 2 * REVIEW_SECONDS;
	json_set_text(summary, "reviewStatus", waiting ? "REVIEW_IN_PROGRESS" : "REVIEWED");
	if (!waiting)
		json_set_text(summary, "approvalStatus", refused ? "DISAPPROVED" : "APPROVED");
	if (refused)
		add_destination_topic(call, summary, dead);
	json_set_text(v, "adStrength", waiting ? "PENDING" : ad_strength(ad));
	if (google_reading_text_is(v, "status", "REMOVED"))
		google_reading_primary(v, "REMOVED", "AD_GROUP_AD_REMOVED");
	else if (google_reading_text_is(v, "status", "PAUSED"))
		google_reading_primary(v, "PAUSED", "AD_GROUP_AD_PAUSED");
	else if (google_reading_text_is(json_at(above, "adGroup"), "status", "PAUSED"))
		google_reading_primary(v, "PAUSED", "AD_GROUP_PAUSED");
	else if (google_reading_text_is(json_at(above, "campaign"), "status", "PAUSED"))
		google_reading_primary(v, "PAUSED", "CAMPAIGN_PAUSED");
	else if (refused)
		google_reading_primary(v, "NOT_ELIGIBLE", "AD_GROUP_AD_DISAPPROVED");
	else if (waiting)
		google_reading_primary(v, "PENDING", "AD_GROUP_AD_UNDER_REVIEW");
	else
		google_reading_primary(v, "ELIGIBLE", NULL);
}

static void derive_bid(cJSON *v, const cJSON *group)
{
	bool own = json_at(v, "cpcBidMicros") != NULL;
	long long bid = json_long(own ? v : group, "cpcBidMicros", 0);
	if (bid) {
		json_set_long(v, "effectiveCpcBidMicros", bid);
		json_set_text(v, "effectiveCpcBidSource", own ? "AD_GROUP_CRITERION" : "AD_GROUP");
	}
}

/* A keyword with the word "counterfeit" is disapproved by its review. */
static void derive_criterion(struct g_call *call, cJSON *v, const cJSON *above)
{
	const char *text = json_text(json_at(v, "keyword"), "text");
	bool waiting = under_review(call, v);
	bool refused = text && strcasestr(text, "counterfeit") && !waiting;
	if (text)
		json_set_text(v, "displayName", text);
	if (json_true(v, "negative"))
		return;
	derive_bid(v, json_at(above, "adGroup"));
	json_set_text(v, "approvalStatus",
		      waiting   ? "UNDER_REVIEW"
		      : refused ? "DISAPPROVED"
				: "APPROVED");
	if (refused)
		cJSON_AddItemToArray(json_array(v, "disapprovalReasons"),
				     cJSON_CreateString("COUNTERFEIT"));
	json_set_text(v, "systemServingStatus", "ELIGIBLE");
	if (!waiting && text) {
		cJSON *quality = json_object(v, "qualityInfo");
		json_set(quality, "qualityScore",
			 cJSON_CreateNumber((double)(3 + strlen(text) % 8)));
	}
	if (google_reading_text_is(v, "status", "REMOVED"))
		google_reading_primary(v, "REMOVED", "AD_GROUP_CRITERION_REMOVED");
	else if (google_reading_text_is(v, "status", "PAUSED"))
		google_reading_primary(v, "PAUSED", "AD_GROUP_CRITERION_PAUSED");
	else if (refused)
		google_reading_primary(v, "NOT_ELIGIBLE", "AD_GROUP_CRITERION_DISAPPROVED");
	else if (waiting)
		google_reading_primary(v, "PENDING", "AD_GROUP_CRITERION_UNDER_REVIEW");
	else
		google_reading_primary(v, "ELIGIBLE", NULL);
}

static void derive_asset(struct g_call *call, const char *tail, cJSON *v)
{
	cJSON *image = json_at(v, "imageAsset");
	cJSON *summary = json_object(v, "policySummary");
	bool waiting = under_review(call, v);
	json_set_text(summary, "reviewStatus", waiting ? "REVIEW_IN_PROGRESS" : "REVIEWED");
	if (!waiting)
		json_set_text(summary, "approvalStatus", "APPROVED");
	if (!image)
		return;
	const char *data = json_text(image, "data");
	if (data)
		json_set_long(image, "fileSize", (long long)(strlen(data) / 4 * 3));
	cJSON_DeleteItemFromObjectCaseSensitive(image, "data");
	char url[96];
	snprintf(url, sizeof(url), "https://images.sandbox.example/%s", tail);
	json_set_text(json_object(image, "fullSize"), "url", url);
}

void g_derive(struct g_call *call, enum g_kind_id kind, const char *tail, cJSON *value,
	      const cJSON *above)
{
	switch (kind) {
	case K_CAMPAIGN:
		derive_campaign(call, value);
		break;
	case K_CAMPAIGN_BUDGET:
		derive_budget(call, tail, value);
		break;
	case K_AD_GROUP:
		derive_ad_group(value, json_at(above, "campaign"));
		break;
	case K_AD_GROUP_AD:
		derive_ad(call, value, above);
		break;
	case K_AD_GROUP_CRITERION:
		derive_criterion(call, value, above);
		break;
	case K_ASSET:
		derive_asset(call, tail, value);
		break;
	case K_CAMPAIGN_ASSET:
	case K_AD_GROUP_ASSET:
		google_reading_primary(
			value,
			google_reading_text_is(value, "status", "ENABLED") ? "ELIGIBLE" : "PAUSED",
			NULL);
		break;
	case K_CAMPAIGN_CRITERION:
	case K_AD:
	case K_COUNT:
		break;
	}
}

const cJSON *g_read_parent(struct g_reader *reader, enum g_kind_id kind, const char *name)
{
	char account[16], tail[G_TAIL_ROOM];
	if (!name || g_parse_name(name, account, tail, sizeof(tail)) != (int)kind)
		return NULL;
	if (reader->values[kind] && strcmp(reader->tails[kind], tail) == 0)
		return reader->values[kind];
	cJSON_Delete(reader->values[kind]);
	reader->values[kind] =
		store_get(reader->call->sandbox->store, reader->call->account.id, (int)kind, tail);
	snprintf(reader->tails[kind], G_TAIL_ROOM, "%s", tail);
	cJSON *value = reader->values[kind];
	if (!value)
		return NULL;
	cJSON *above = cJSON_CreateObject();
	if (kind == K_AD_GROUP) {
		const cJSON *campaign =
			g_read_parent(reader, K_CAMPAIGN, json_text(value, "campaign"));
		if (campaign)
			cJSON_AddItemReferenceToObject(above, "campaign", (cJSON *)campaign);
	}
	g_derive(reader->call, kind, tail, value, above);
	cJSON_Delete(above);
	return value;
}

void g_reader_free(struct g_reader *reader)
{
	for (int k = 0; k < K_COUNT; k++)
		cJSON_Delete(reader->values[k]);
}

cJSON *g_customer_json(const struct g_call *call)
{
	char name[32];
	cJSON *customer = cJSON_CreateObject();
	snprintf(name, sizeof(name), "customers/%s", call->account.id);
	json_set_text(customer, "resourceName", name);
	json_set_text(customer, "id", call->account.id);
	json_set_text(customer, "descriptiveName", "Sandbox account");
	json_set_text(customer, "currencyCode", call->account.currency);
	json_set_text(customer, "timeZone", call->account.timezone);
	json_set_bool(customer, "autoTaggingEnabled", true);
	json_set_bool(customer, "manager", false);
	json_set_bool(customer, "testAccount", true);
	json_set_text(customer, "status", "ENABLED");
	return customer;
}
