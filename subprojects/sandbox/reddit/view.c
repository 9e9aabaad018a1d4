/* Values derived from an object, its parents and the clock. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "reddit.h"

enum {
	REVIEW_SECONDS = 300, /* until an ad is reviewed */
	LAG_SECONDS = 120,    /* by which effective_status follows configured_status */
};

/* The status that is in effect by now of what a person configured. */
static const char *in_effect(const struct rd_call *call, const cJSON *object)
{
	const char *was = json_text(object, "_was");
	const char *is = json_text(object, "configured_status");
	if (was && call->now < json_long(object, "_changed", 0) + LAG_SECONDS)
		return was;
	return is ? is : "ACTIVE";
}

static bool reddit_view_over(const struct rd_call *call, const cJSON *object)
{
	long long end;
	const char *text = json_text(object, "end_time");
	return text && rd_time(text, &end) && end <= call->now;
}

/* A headline with REJECT:<REASON> is rejected for it, a host that ends in .invalid for its URL. */
static const char *reddit_view_rejection(struct rd_call *call, const cJSON *ad)
{
	const char *url = json_text(ad, "click_url");
	const char *host = url ? strstr(url, "://") : NULL;
	const char *found = NULL;
	size_t n = host ? strcspn(host + 3, ":/?#") : 0;
	if (n > 8 && strncasecmp(host + 3 + n - 8, ".invalid", 8) == 0)
		found = "BROKEN_URL";
	cJSON *post =
		json_text(ad, "post_id") ? rd_load(call, RD_POST, json_text(ad, "post_id")) : NULL;
	const char *headline = json_text(post, "headline");
	const char *wish = headline ? strstr(headline, "REJECT:") : NULL;
	for (const char *const *r = rd_rejections; wish && *r; r++) {
		size_t size = strcspn(wish + 7, " .,!");
		if (strlen(*r) == size && strncmp(*r, wish + 7, size) == 0)
			found = *r;
	}
	cJSON_Delete(post);
	return found;
}

static void reddit_view_add(cJSON *list, const char *word)
{
	cJSON_AddItemToArray(list, cJSON_CreateString(word));
}

static const char *campaign_status(const struct rd_call *call, const cJSON *campaign,
				   cJSON *delivery)
{
	const char *status = in_effect(call, campaign);
	if (strcmp(status, "PAUSED") == 0)
		reddit_view_add(delivery, "CAMPAIGN_PAUSED");
	if (strcmp(status, "ACTIVE") == 0 && reddit_view_over(call, campaign))
		return "COMPLETED";
	return status;
}

static const char *reddit_view_below(const struct rd_call *call, const cJSON *campaign,
				     const char *status, cJSON *delivery)
{
	const char *above = in_effect(call, campaign);
	if (strcmp(above, "PAUSED") == 0)
		reddit_view_add(delivery, "CAMPAIGN_PAUSED");
	if (strcmp(status, "ACTIVE") != 0 || strcmp(above, "ACTIVE") == 0)
		return status;
	return strcmp(above, "PAUSED") == 0 ? "CAMPAIGN_PAUSED" : above;
}

static const char *ad_status(struct rd_call *call, cJSON *ad, const cJSON *campaign,
			     cJSON *delivery)
{
	const char *status = in_effect(call, ad);
	bool gone = strcmp(status, "ARCHIVED") == 0 || strcmp(status, "DELETED") == 0;
	bool waits = call->now < json_long(ad, "_reviewed", 0) + REVIEW_SECONDS;
	const char *reason = waits ? NULL : reddit_view_rejection(call, ad);
	cJSON *group = rd_load(call, RD_AD_GROUP, json_text(ad, "ad_group_id"));
	const char *above = group ? in_effect(call, group) : "ACTIVE";
	bool paused = strcmp(above, "PAUSED") == 0;
	json_set(ad, "rejection_reason", reason ? cJSON_CreateString(reason) : cJSON_CreateNull());
	if (waits)
		reddit_view_add(delivery, "PENDING_REVIEW");
	if (paused)
		reddit_view_add(delivery, "AD_GROUP_PAUSED");
	cJSON_Delete(group);
	if (!gone && reason)
		return "REJECTED";
	if (!gone && waits)
		return "PENDING_APPROVAL";
	if (paused && strcmp(status, "ACTIVE") == 0)
		return "AD_GROUP_PAUSED";
	return reddit_view_below(call, campaign, status, delivery);
}

static void hide_private(cJSON *object)
{
	cJSON *next;
	for (cJSON *item = object->child; item; item = next) {
		next = item->next;
		if (item->string[0] == '_')
			cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
	}
}

void rd_view(struct rd_call *call, enum rd_kind_id kind, cJSON *object)
{
	if (kind != RD_POST) {
		cJSON *delivery = cJSON_CreateArray();
		cJSON *campaign = kind == RD_CAMPAIGN ? NULL
						      : rd_load(call, RD_CAMPAIGN,
								json_text(object, "campaign_id"));
		const char *status = kind == RD_CAMPAIGN ? campaign_status(call, object, delivery)
				     : kind == RD_AD
					     ? ad_status(call, object, campaign, delivery)
					     : reddit_view_below(call, campaign,
								 in_effect(call, object), delivery);
		char copy[40];
		snprintf(copy, sizeof(copy), "%s", status);
		cJSON_Delete(campaign);
		json_set_text(object, "effective_status", copy);
		json_set(object, "delivery_status", delivery);
	}
	hide_private(object);
}
