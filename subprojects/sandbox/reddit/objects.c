/* Objects made, changed and read: what is checked, stored and answered of one of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reddit.h"

const struct rd_kind rd_kinds[RD_KINDS] = {
	[RD_CAMPAIGN] = { "campaigns", "campaign", NULL, rd_campaign_create, rd_campaign_patch,
			  rd_check_campaign },
	[RD_AD_GROUP] = { "ad_groups", "adGroup", "campaign_id", rd_ad_group_create,
			  rd_ad_group_patch, rd_check_ad_group },
	[RD_AD] = { "ads", "ad", "ad_group_id", rd_ad_create, rd_ad_patch, rd_check_ad },
	[RD_POST] = { "posts", "post", NULL, rd_post_create, rd_post_patch, rd_check_post },
};

/* Members that an answer always has, null if they were not given. */
static const char *const always[RD_KINDS][32] = {
	[RD_CAMPAIGN] = { "funding_instrument_id", "goal_type", "goal_value", "spend_cap",
			  "special_ad_categories", "is_campaign_budget_optimization",
			  "bid_strategy", "bid_type", "bid_value", "optimization_goal",
			  "start_time", "end_time", "schedule", "app_id",
			  "view_through_conversion_type", "invoice_label", "conversion_pixel_id",
			  "skadnetwork_metadata", NULL },
	[RD_AD_GROUP] = { "bid_strategy", "bid_type", "bid_value", "goal_type", "goal_value",
			  "optimization_goal", "start_time", "end_time", "schedule", "targeting",
			  "app_id", "product_set_id", "saved_audience_id", "shopping_targeting",
			  "shopping_type", "view_through_conversion_type", NULL },
	[RD_AD] = { "post_id", "profile_id", "click_url", "click_url_query_parameters",
		    "event_trackers", "preview_expiry", "products", "shopping_creative", NULL },
	[RD_POST] = { "body", "thumbnail_url", "content", NULL },
};

cJSON *rd_load(struct rd_call *call, enum rd_kind_id kind, const char *id)
{
	return store_get(call->sandbox->store, call->account.id, (int)kind, id);
}

void rd_keep(struct sandbox *sandbox, const char *account, enum rd_kind_id kind,
	     const cJSON *object)
{
	const char *parent = rd_kinds[kind].parent;
	const char *under = parent ? json_text(object, parent) : NULL;
	const char *status = json_text(object, "configured_status");
	struct store_object columns = {
		.kind = (int)kind,
		.tail = json_text(object, "id"),
		.parent = under ? under : "",
		.name = "",
		.status = status ? status : "ACTIVE",
	};
	store_put(sandbox->store, account, &columns, object);
}

void rd_refuse(struct reply *reply, int status, const char *message)
{
	cJSON *body = cJSON_CreateObject();
	cJSON *error = json_object(body, "error");
	json_set(error, "code", cJSON_CreateNumber(status));
	json_set_text(error, "message", message);
	reply_json(reply, status, body);
}

bool rd_refuse_faults(struct rd_call *call, struct reply *reply)
{
	if (!call->faults->child)
		return false;
	cJSON *body = cJSON_CreateObject();
	cJSON *error = json_object(body, "error");
	json_set(error, "code", cJSON_CreateNumber(400));
	json_set_text(error, "message", "Bad request.");
	json_set(error, "fields", cJSON_Duplicate(call->faults, true));
	reply_json(reply, 400, body);
	return true;
}

/* Ids as theirs: 18 digits, never given twice; of a post base 36 behind t3_. */
static void new_id(struct rd_call *call, enum rd_kind_id kind, char *out, size_t room)
{
	long long n = store_number(call->sandbox->store, "reddit/id") + 1;
	store_set_number(call->sandbox->store, "reddit/id", n);
	if (kind != RD_POST) {
		snprintf(out, room, "%lld", 579922433862993631LL + n * 4099);
		return;
	}
	char digits[16];
	size_t at = sizeof(digits) - 1;
	digits[at] = '\0';
	for (long long rest = 60466176 + n * 31; rest; rest /= 36)
		digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % 36];
	snprintf(out, room, "t3_%s", digits + at);
}

static void reddit_objects_answer(struct rd_call *call, enum rd_kind_id kind, int status,
				  cJSON *object, struct reply *reply)
{
	cJSON *body = cJSON_CreateObject();
	rd_view(call, kind, object);
	json_set(body, "data", object);
	reply_json(reply, status, body);
}

static void reddit_objects_stamp(struct rd_call *call, enum rd_kind_id kind, cJSON *object)
{
	char now[24];
	rd_time_text(call->now, now);
	json_default_text(object, "created_at", now);
	json_set_text(object, "modified_at", now);
	for (const char *const *name = always[kind]; *name; name++)
		if (!json_at(object, *name))
			json_set(object, *name, cJSON_CreateNull());
	json_set(object, "_modified", cJSON_CreateNumber((double)call->now));
}

/* The members that follow from where an object stands. */
static void reddit_objects_inherit(struct rd_call *call, enum rd_kind_id kind, cJSON *object)
{
	if (kind == RD_CAMPAIGN) {
		json_set_text(object, "type", "MANUAL");
		json_set_bool(object, "is_max", false);
		json_default_bool(object, "use_catalog", false);
		return;
	}
	if (kind == RD_POST)
		return;
	cJSON *group =
		kind == RD_AD ? rd_load(call, RD_AD_GROUP, json_text(object, "ad_group_id")) : NULL;
	if (group)
		json_set_text(object, "campaign_id", json_text(group, "campaign_id"));
	cJSON *campaign = rd_load(call, RD_CAMPAIGN, json_text(object, "campaign_id"));
	json_set_text(object, "campaign_objective_type", json_text(campaign, "objective"));
	json_default_text(object, "type", kind == RD_AD ? "UNSPECIFIED" : "MANUAL");
	if (kind == RD_AD_GROUP)
		json_set_bool(object, "is_campaign_budget_optimization",
			      json_true(campaign, "is_campaign_budget_optimization"));
	cJSON_Delete(group);
	cJSON_Delete(campaign);
}

void rd_create(struct rd_call *call, enum rd_kind_id kind, struct reply *reply)
{
	char id[32];
	cJSON *object = call->faults->child ? NULL : cJSON_Duplicate(call->data, true);
	if (object)
		rd_kinds[kind].check(call, NULL, object);
	if (rd_refuse_faults(call, reply)) {
		cJSON_Delete(object);
		return;
	}
	store_begin(call->sandbox->store);
	new_id(call, kind, id, sizeof(id));
	json_set_text(object, "id", id);
	if (kind != RD_POST)
		json_set_text(object, "ad_account_id", call->account.id);
	if (kind == RD_AD_GROUP && !rd_set(object, "configured_status"))
		json_set_text(object, "configured_status", "ACTIVE");
	reddit_objects_inherit(call, kind, object);
	reddit_objects_stamp(call, kind, object);
	json_set(object, "_reviewed", cJSON_CreateNumber((double)call->now));
	rd_keep(call->sandbox, call->account.id, kind, object);
	store_commit(call->sandbox->store);
	call->committed = true;
	reddit_objects_answer(call, kind, 201, object, reply);
}

enum {
	DELETE_AFTER = 3 * 3600
};

/* ARCHIVED comes before DELETED, three hours before; nothing comes after it. */
static void reddit_objects_check_status(struct rd_call *call, const cJSON *was, const cJSON *is)
{
	bool deletes = rd_is(is, "configured_status", "DELETED");
	if (rd_is(was, "configured_status", "DELETED"))
		rd_fault(call->faults, "data", "A deleted object cannot be changed.");
	else if (deletes && !rd_is(was, "configured_status", "ARCHIVED"))
		rd_fault(call->faults, "data/configured_status",
			 "It must be ARCHIVED before it can be DELETED.");
	else if (deletes && call->now < json_long(was, "_modified", 0) + DELETE_AFTER)
		rd_fault(call->faults, "data/configured_status",
			 "It can be DELETED only 3 hours after its last change.");
}

void rd_patch(struct rd_call *call, enum rd_kind_id kind, const char *id, struct reply *reply)
{
	cJSON *was = rd_load(call, kind, id);
	const cJSON *item;
	if (!was) {
		rd_refuse(reply, 404, "Not Found");
		return;
	}
	cJSON *is = cJSON_Duplicate(was, true);
	cJSON_ArrayForEach(item, call->data)
	{
		json_set(is, item->string, cJSON_Duplicate(item, true));
	}
	if (!call->faults->child && kind != RD_POST)
		reddit_objects_check_status(call, was, is);
	if (!call->faults->child)
		rd_kinds[kind].check(call, was, is);
	if (rd_refuse_faults(call, reply)) {
		cJSON_Delete(is);
	} else {
		if (!cJSON_Compare(json_at(was, "configured_status"),
				   json_at(is, "configured_status"), true)) {
			json_set(is, "_was",
				 cJSON_Duplicate(json_at(was, "configured_status"), true));
			json_set(is, "_changed", cJSON_CreateNumber((double)call->now));
		}
		if (kind == RD_AD &&
		    (!cJSON_Compare(json_at(was, "post_id"), json_at(is, "post_id"), true) ||
		     !cJSON_Compare(json_at(was, "click_url"), json_at(is, "click_url"), true)))
			json_set(is, "_reviewed", cJSON_CreateNumber((double)call->now));
		reddit_objects_stamp(call, kind, is);
		store_begin(call->sandbox->store);
		rd_keep(call->sandbox, call->account.id, kind, is);
		store_commit(call->sandbox->store);
		call->committed = true;
		reddit_objects_answer(call, kind, 200, is, reply);
	}
	cJSON_Delete(was);
}

void rd_get(struct rd_call *call, enum rd_kind_id kind, const char *id, struct reply *reply)
{
	cJSON *object = rd_load(call, kind, id);
	if (object)
		reddit_objects_answer(call, kind, 200, object, reply);
	else
		rd_refuse(reply, 404, "Not Found");
}
