/* Campaigns, ad groups, ads and keywords: added, changed, deleted and read alike. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "microsoft.h"

enum {
	REVIEW_SECONDS = 30, /* after an ad or keyword was written */
	NAME_ROOM = 600
};

const struct ms_kind ms_campaigns = {
	MK_CAMPAIGN,
	MK_END,
	"Campaigns",
	"CampaignIds",
	"AccountId",
	100,
	100,
	ME_CAMPAIGNS_NULL,
	ME_CAMPAIGNS_LIMIT,
	ME_CAMPAIGN_IDS_NULL,
	ME_CAMPAIGN_IDS_LIMIT,
	ME_CAMPAIGN_ID,
	ms_check_campaign,
};
const struct ms_kind ms_ad_groups = {
	MK_AD_GROUP,
	MK_CAMPAIGN,
	"AdGroups",
	"AdGroupIds",
	"CampaignId",
	1000,
	1000,
	ME_AD_GROUPS_NULL,
	ME_AD_GROUPS_LIMIT,
	ME_AD_GROUP_IDS_NULL,
	ME_AD_GROUP_IDS_LIMIT,
	ME_AD_GROUP_ID,
	ms_check_ad_group,
};
const struct ms_kind ms_ads = {
	MK_AD,       MK_AD_GROUP,  "Ads",          "AdIds",         "AdGroupId", 50,          20,
	ME_ADS_NULL, ME_ADS_LIMIT, ME_AD_IDS_NULL, ME_AD_IDS_LIMIT, ME_AD_ID,    ms_check_ad,
};
const struct ms_kind ms_keywords = {
	MK_KEYWORD,
	MK_AD_GROUP,
	"Keywords",
	"KeywordIds",
	"AdGroupId",
	1000,
	1000,
	ME_KEYWORDS_NULL,
	ME_KEYWORDS_LIMIT,
	ME_KEYWORD_IDS_NULL,
	ME_KEYWORD_IDS_LIMIT,
	ME_KEYWORD_ID,
	ms_check_keyword,
};

void ms_fail(struct ms_item *item, enum ms_error error, const char *field)
{
	/* The first fault of an item is told. */
	if (item->failed)
		return;
	item->failed = true;
	cJSON_AddItemToArray(item->errors, ms_error_new(error, item->index, field));
}

/* Refuses the items of a batch that a test's fault names. */
static void microsoft_items_refuse(struct ms_item *item)
{
	const struct fault *fault = item->call->refuse;
	if (!fault_refuses(fault, item->index))
		return;
	item->failed = true;
	cJSON_AddItemToArray(item->errors,
			     ms_error_named(json_text(fault->error, "errorCode"),
					    json_text(fault->error, "message"), item->index));
}

void ms_new_id(struct ms_call *call, char out[24])
{
	char name[40];
	snprintf(name, sizeof(name), "microsoft/%s", call->account.id);
	long long n = store_number(call->sandbox->store, name) + 1;
	store_set_number(call->sandbox->store, name, n);
	snprintf(out, 24, "%lld", 370000000LL + n);
}

/* The natural key of an object below its parent, in lower case. */
static void natural_key(enum ms_kind_id kind, const cJSON *value, char *out)
{
	const char *text =
		json_text(value, kind == MK_CAMPAIGN || kind == MK_AD_GROUP ? "Name" : "Text");
	const char *match = json_text(value, "MatchType");
	snprintf(out, NAME_ROOM, "%s%s%s", text ? text : "", match ? "|" : "", match ? match : "");
	for (char *p = out; *p; p++)
		*p = (char)tolower((unsigned char)*p);
}

void ms_store(struct ms_call *call, enum ms_kind_id kind, cJSON *value)
{
	char name[NAME_ROOM];
	const char *status = json_text(value, "Status");
	const char *parent = json_text(value, "_parent");
	natural_key(kind, value, name);
	store_put(
		call->sandbox->store, call->account.id,
		&(struct store_object){
			.kind = (int)kind,
			.tail = json_text(value, "Id"),
			.parent = parent ? parent : "",
			.name = name,
			.status = status && strcmp(status, "Deleted") == 0 ? "REMOVED" : "ENABLED",
		},
		value);
}

static enum ms_kind_id microsoft_items_above(enum ms_kind_id kind)
{
	return kind == MK_AD || kind == MK_KEYWORD ? MK_AD_GROUP
	       : kind == MK_AD_GROUP               ? MK_CAMPAIGN
						   : MK_END;
}

bool ms_stands(struct ms_call *call, enum ms_kind_id kind, const char *id)
{
	if (kind == MK_END)
		return true;
	cJSON *value = id ? store_get(call->sandbox->store, call->account.id, (int)kind, id) : NULL;
	const char *status = json_text(value, "Status");
	bool there = value && !(status && strcmp(status, "Deleted") == 0) &&
		     ms_stands(call, microsoft_items_above(kind), json_text(value, "_parent"));
	cJSON_Delete(value);
	return there;
}

static void microsoft_items_review(struct ms_call *call, cJSON *value)
{
	char *text = json_print(value);
	bool bad = strstr(text, "!!!") != NULL;
	bool pending = call->now < json_long(value, "_written", 0) + REVIEW_SECONDS;
	free(text);
	json_set_text(value, "EditorialStatus",
		      pending ? "Inactive"
		      : bad   ? "Disapproved"
			      : "Active");
}

void ms_show(struct ms_call *call, enum ms_kind_id kind, cJSON *value)
{
	cJSON *next;
	if (kind == MK_AD || kind == MK_KEYWORD)
		microsoft_items_review(call, value);
	for (cJSON *item = value->child; item; item = next) {
		next = item->next;
		if (item->string[0] == '_')
			cJSON_Delete(cJSON_DetachItemViaPointer(value, item));
	}
}

/* The parent that the request names, where it stands; else the call is refused. */
static const char *microsoft_items_parent_of(struct ms_call *call, const struct ms_kind *kind)
{
	const char *id = json_text(call->body, kind->parent);
	if (kind->above == MK_END) {
		if (!id)
			call->whole = ME_ACCOUNT_MISSING;
		else if (strcmp(id, call->account.id) != 0)
			call->whole = ME_ACCOUNT;
	} else if (!ms_stands(call, kind->above, id)) {
		call->whole = kind->above == MK_CAMPAIGN ? ME_CAMPAIGN_ID : ME_AD_GROUP_ID;
	}
	return call->whole == ME_NONE ? id : NULL;
}

static const cJSON *microsoft_items_list_of(struct ms_call *call, const char *key, size_t most,
					    enum ms_error none, enum ms_error many)
{
	const cJSON *list = json_at(call->body, key);
	int n = cJSON_GetArraySize(list);
	if (n == 0)
		call->whole = none;
	else if ((size_t)n > most)
		call->whole = many;
	return call->whole == ME_NONE ? list : NULL;
}

/* "MaxClicks" and "MaxClicksBiddingScheme", "Text" and "TextAd" are one type in two spellings. */
static bool same_type(const cJSON *a, const cJSON *b, const char *tail)
{
	const char *one = json_text(a, "Type"), *other = json_text(b, "Type");
	size_t n = one ? strlen(one) : 0, m = other ? strlen(other) : 0, t = strlen(tail);
	if (n > t && strcmp(one + n - t, tail) == 0)
		n -= t;
	if (m > t && strcmp(other + m - t, tail) == 0)
		m -= t;
	return n > 0 && n == m && strncmp(one, other, n) == 0;
}

static void microsoft_items_take(cJSON *value, const cJSON *given);

/* A scheme of the same type is updated in part, as everything in a campaign is. */
static bool take_scheme(cJSON *value, const cJSON *given)
{
	cJSON *stands = json_at(value, "BiddingScheme");
	if (strcmp(given->string, "BiddingScheme") != 0 ||
	    !same_type(stands, given, "BiddingScheme"))
		return false;
	microsoft_items_take(stands, given);
	return true;
}

/* Members that are set replace what stood; null or an empty list leaves it, "" clears it. */
static void microsoft_items_take(cJSON *value, const cJSON *given)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, given)
	{
		bool clears = cJSON_IsString(item) && !*item->valuestring;
		if (cJSON_IsArray(item) && !item->child)
			continue;
		if (clears)
			cJSON_DeleteItemFromObjectCaseSensitive(value, item->string);
		else if (!cJSON_IsNull(item) && !take_scheme(value, item))
			json_set(value, item->string, cJSON_Duplicate(item, true));
	}
}

static bool is_taken(const struct ms_item *item, enum ms_kind_id kind)
{
	char name[NAME_ROOM];
	const char *id = json_text(item->value, "Id");
	natural_key(kind, item->value, name);
	return store_named(item->call->sandbox->store, item->call->account.id,
			   &(struct store_object){ .kind = (int)kind,
						   .tail = id ? id : "",
						   .parent = item->parent,
						   .name = name });
}

static void microsoft_items_check(struct ms_item *item, const struct ms_kind *kind)
{
	kind->check(item);
	if (item->failed || kind->id == MK_AD || !is_taken(item, kind->id))
		return;
	ms_fail(item,
		kind->id == MK_CAMPAIGN   ? ME_CAMPAIGN_DUPLICATE
		: kind->id == MK_AD_GROUP ? ME_AD_GROUP_DUPLICATE
					  : ME_KEYWORD_EXISTS,
		NULL);
}

static void microsoft_items_keep(struct ms_item *item, const struct ms_kind *kind)
{
	bool content = item->creating || json_at(item->given, "Headlines") ||
		       json_at(item->given, "Descriptions") || json_at(item->given, "FinalUrls");
	if (item->creating)
		json_set(item->value, "_created", cJSON_CreateNumber((double)item->call->now));
	if (content)
		json_set(item->value, "_written", cJSON_CreateNumber((double)item->call->now));
	ms_store(item->call, kind->id, item->value);
	item->call->committed = true;
}

void ms_add(struct ms_call *call, const struct ms_kind *kind)
{
	const char *parent = microsoft_items_parent_of(call, kind);
	const cJSON *list = parent ? microsoft_items_list_of(call, kind->items, kind->most,
							     kind->none, kind->many)
				   : NULL;
	cJSON *ids = json_array(call->answer, kind->ids);
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *given;
	int index = 0;
	cJSON_ArrayForEach(given, list)
	{
		struct ms_item item = { call, index++, true, parent, given, NULL, errors, false };
		char id[24];
		item.value = cJSON_CreateObject();
		microsoft_items_take(item.value, given);
		microsoft_items_refuse(&item);
		if (json_at(item.value, "Id"))
			ms_fail(&item, kind->unknown, "Id");
		else
			microsoft_items_check(&item, kind);
		if (!item.failed) {
			ms_new_id(call, id);
			json_set_text(item.value, "Id", id);
			json_set_text(item.value, "_parent", parent);
			microsoft_items_keep(&item, kind);
		}
		cJSON_AddItemToArray(ids,
				     item.failed ? cJSON_CreateNull() : cJSON_CreateString(id));
		cJSON_Delete(item.value);
	}
}

static bool asks_for(const struct ms_call *call, const char *name)
{
	const char *flags = json_text(call->body, "ReturnAdditionalFields");
	return flags && strstr(flags, name) != NULL;
}

/* Removes from a campaign the members that a read returns only if the request names them. */
static void hide_unasked(const struct ms_call *call, const struct ms_kind *kind, cJSON *value)
{
	static const char *const schemes[] = { "MaxConversionValueBiddingScheme",
					       "TargetImpressionShareBiddingScheme" };
	cJSON *scheme = json_at(value, "BiddingScheme");
	const char *type = json_text(scheme, "Type");
	if (kind->id != MK_CAMPAIGN)
		return;
	if (!asks_for(call, "BidStrategyId"))
		cJSON_DeleteItemFromObjectCaseSensitive(value, "BidStrategyId");
	if (!asks_for(call, "TargetCpaInMaxConversion") && type &&
	    strcmp(type, "MaxConversions") == 0)
		cJSON_DeleteItemFromObjectCaseSensitive(scheme, "TargetCpa");
	for (size_t i = 0; i < 2; i++)
		if (type && strcmp(type, schemes[i]) == 0 && !asks_for(call, schemes[i]))
			json_set(value, "BiddingScheme", cJSON_CreateNull());
}

/* The stored value of an id under the parent, owned by the caller; NULL where it is not there. */
static cJSON *microsoft_items_standing(struct ms_call *call, const struct ms_kind *kind,
				       const char *parent, const char *id)
{
	cJSON *value =
		ms_stands(call, kind->id, id)
			? store_get(call->sandbox->store, call->account.id, (int)kind->id, id)
			: NULL;
	const char *under = json_text(value, "_parent");
	if (value && under && strcmp(under, parent) == 0)
		return value;
	cJSON_Delete(value);
	return NULL;
}

void ms_update(struct ms_call *call, const struct ms_kind *kind)
{
	const char *parent = microsoft_items_parent_of(call, kind);
	const cJSON *list = parent ? microsoft_items_list_of(call, kind->items, kind->most,
							     kind->none, kind->many)
				   : NULL;
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *given;
	int index = 0;
	cJSON_ArrayForEach(given, list)
	{
		struct ms_item item = { call, index++, false, parent, given, NULL, errors, false };
		item.value = microsoft_items_standing(call, kind, parent, json_text(given, "Id"));
		if (!item.value) {
			ms_fail(&item, kind->unknown, "Id");
			continue;
		}
		microsoft_items_refuse(&item);
		cJSON *before = cJSON_Duplicate(item.value, true);
		microsoft_items_take(item.value, given);
		if (kind->id == MK_KEYWORD &&
		    strcmp(json_text(before, "MatchType"), json_text(item.value, "MatchType")) != 0)
			ms_fail(&item, ME_MATCH_TYPE_CHANGED, "MatchType");
		if (kind->id == MK_KEYWORD &&
		    strcmp(json_text(before, "Text"), json_text(item.value, "Text")) != 0)
			ms_fail(&item, ME_KEYWORD_TEXT, "Text");
		if (kind->id == MK_AD && !same_type(before, given, "Ad"))
			ms_fail(&item, ME_AD_TYPE_DIFFERS, "Type");
		microsoft_items_check(&item, kind);
		if (!item.failed)
			microsoft_items_keep(&item, kind);
		cJSON_Delete(before);
		cJSON_Delete(item.value);
	}
}

void ms_delete(struct ms_call *call, const struct ms_kind *kind)
{
	const char *parent = microsoft_items_parent_of(call, kind);
	const cJSON *list = parent ? microsoft_items_list_of(call, kind->ids, kind->most,
							     kind->no_ids, kind->many_ids)
				   : NULL;
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *id;
	int index = 0;
	cJSON_ArrayForEach(id, list)
	{
		struct ms_item item = { call, index++, false, parent, NULL, NULL, errors, false };
		item.value = microsoft_items_standing(call, kind, parent, id->valuestring);
		if (!item.value) {
			ms_fail(&item, kind->unknown, NULL);
			continue;
		}
		microsoft_items_refuse(&item);
		if (!item.failed) {
			json_set_text(item.value, "Status", "Deleted");
			ms_store(call, kind->id, item.value);
			call->committed = true;
		}
		cJSON_Delete(item.value);
	}
}

void ms_read_ids(struct ms_call *call, const struct ms_kind *kind)
{
	const char *parent = microsoft_items_parent_of(call, kind);
	const cJSON *list = parent ? microsoft_items_list_of(call, kind->ids, kind->most_read,
							     kind->no_ids, kind->many_ids)
				   : NULL;
	cJSON *items = json_array(call->answer, kind->items);
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *id;
	int index = 0;
	if (list && kind->id == MK_AD && !cJSON_GetArraySize(json_at(call->body, "AdTypes")))
		call->whole = ME_AD_TYPES;
	cJSON_ArrayForEach(id, list)
	{
		struct ms_item item = { call, index++, false, parent, NULL, NULL, errors, false };
		cJSON *value;
		microsoft_items_refuse(&item);
		value = item.failed ? NULL
				    : microsoft_items_standing(call, kind, parent, id->valuestring);
		if (value) {
			ms_show(call, kind->id, value);
			hide_unasked(call, kind, value);
		} else {
			ms_fail(&item, kind->unknown, NULL);
		}
		cJSON_AddItemToArray(items, value ? value : cJSON_CreateNull());
	}
}

struct reading {
	struct ms_call *call;
	const struct ms_kind *kind;
	cJSON *items;
};

static void microsoft_items_read_one(void *context, const char *tail, cJSON *value)
{
	struct reading *r = context;
	const char *status = json_text(value, "Status");
	(void)tail;
	if (status && strcmp(status, "Deleted") == 0) {
		cJSON_Delete(value);
		return;
	}
	ms_show(r->call, r->kind->id, value);
	hide_unasked(r->call, r->kind, value);
	cJSON_AddItemToArray(r->items, value);
}

void ms_read_under(struct ms_call *call, const struct ms_kind *kind)
{
	const char *parent = microsoft_items_parent_of(call, kind);
	struct reading r = { call, kind, json_array(call->answer, kind->items) };
	if (parent && kind->id == MK_AD && !cJSON_GetArraySize(json_at(call->body, "AdTypes")))
		call->whole = ME_AD_TYPES;
	if (call->whole == ME_NONE)
		store_walk_under(call->sandbox->store, call->account.id,
				 &(struct store_object){ .kind = (int)kind->id, .parent = parent },
				 microsoft_items_read_one, &r);
}

void ms_reasons_read(struct ms_call *call, const struct ms_kind *unused)
{
	cJSON *list = json_array(call->answer, "EditorialReasons");
	const char *type = json_text(call->body, "EntityType");
	enum ms_kind_id kind = type && strcmp(type, "Keyword") == 0 ? MK_KEYWORD : MK_AD;
	const cJSON *pair;
	(void)unused;
	cJSON_ArrayForEach(pair, json_at(call->body, "EntityIdToParentIdAssociations"))
	{
		const char *id = json_text(pair, "EntityId");
		cJSON *value =
			ms_stands(call, kind, id)
				? store_get(call->sandbox->store, call->account.id, (int)kind, id)
				: NULL;
		if (value)
			ms_show(call, kind, value);
		const char *status = json_text(value, "EditorialStatus");
		if (status && strcmp(status, "Disapproved") == 0) {
			cJSON *found = cJSON_CreateObject(), *reason = cJSON_CreateObject();
			json_set_text(found, "AdOrKeywordId", id);
			json_set_text(found, "AdGroupId", json_text(pair, "ParentId"));
			json_set_text(found, "AppealStatus", "Appealable");
			json_set(reason, "ReasonCode", cJSON_CreateNumber(19));
			json_set_text(reason, "Location",
				      kind == MK_AD ? "AdDescription" : "Keyword");
			json_set_text(reason, "Term", "!!!");
			cJSON_AddItemToArray(json_array(reason, "PublisherCountries"),
					     cJSON_CreateString("US"));
			cJSON_AddItemToArray(json_array(found, "Reasons"), reason);
			cJSON_AddItemToArray(list, found);
		}
		cJSON_Delete(value);
	}
	json_array(call->answer, "PartialErrors");
}
