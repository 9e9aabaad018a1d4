/* Ad extensions of an account: sitelinks, callouts and images. */
#include <stdlib.h>
#include <string.h>

#include "microsoft.h"

enum {
	MOST = 100
};

bool ms_names_account(struct ms_call *call)
{
	if (!json_text(call->body, "AccountId"))
		call->whole = ME_ACCOUNT_MISSING;
	return call->whole == ME_NONE;
}

bool ms_extension_listed(const cJSON *extension, const char *types)
{
	const char *type = json_text(extension, "Type");
	size_t n = type ? strlen(type) : 0;
	while (n && types && *types) {
		size_t k = strcspn(types, ",");
		if (k == n && strncmp(types, type, n) == 0)
			return true;
		types += k + (types[k] == ',');
	}
	return false;
}

void ms_extension_show(cJSON *extension, const char *asked)
{
	static const char *const more[] = { "Images", "DisplayText", "Layouts" };
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		if (!asked || !strstr(asked, more[i]))
			cJSON_DeleteItemFromObject(extension, more[i]);
}

/* The list of a request that names its account; NULL where the call is refused. */
static const cJSON *microsoft_extensions_list_of(struct ms_call *call, const char *key,
						 enum ms_error none, enum ms_error many)
{
	const cJSON *list = json_at(call->body, key);
	int n = cJSON_GetArraySize(list);
	if (!ms_names_account(call))
		return NULL;
	if (n == 0)
		call->whole = none;
	else if (n > MOST)
		call->whole = many;
	return call->whole == ME_NONE ? list : NULL;
}

static bool microsoft_extensions_is_empty(const char *text)
{
	return !text || !*text;
}

static void check_sitelink(struct ms_item *item)
{
	const char *text = json_text(item->value, "DisplayText");
	const char *one = json_text(item->value, "Description1");
	const char *two = json_text(item->value, "Description2");
	size_t room = microsoft_extensions_is_empty(one) ? 35 : 25;
	if (microsoft_extensions_is_empty(text))
		ms_fail(item, ME_SITELINK_TEXT_NULL, "DisplayText");
	else if (ms_width(text) > room)
		ms_fail(item, ME_SITELINK_TEXT_LONG, "DisplayText");
	if (microsoft_extensions_is_empty(one) != microsoft_extensions_is_empty(two))
		ms_fail(item, ME_SITELINK_LINES, NULL);
	if (one && ms_width(one) > 35)
		ms_fail(item, ME_SITELINK_LINE1_LONG, "Description1");
	if (two && ms_width(two) > 35)
		ms_fail(item, ME_SITELINK_LINE2_LONG, "Description2");
	if (!cJSON_GetArraySize(json_at(item->value, "FinalUrls")))
		ms_fail(item, ME_SITELINK_URL_NULL, "FinalUrls");
	ms_check_urls(item);
}

/* The extension as it would be stored: all given members, without nulls. */
static cJSON *whole_of(const cJSON *given)
{
	cJSON *value = cJSON_CreateObject();
	const cJSON *member;
	cJSON_ArrayForEach(member, given)
	{
		if (!cJSON_IsNull(member))
			json_set(value, member->string, cJSON_Duplicate(member, true));
	}
	return value;
}

static void microsoft_extensions_check(struct ms_item *item)
{
	const char *text = json_text(item->value, "Text");
	if (json_text(item->value, "Status"))
		ms_fail(item, ME_EXTENSION_STATUS, "Status");
	if (json_at(item->value, "Version"))
		ms_fail(item, ME_EXTENSION_VERSION, "Version");
	if (strcmp(json_text(item->value, "Type"), "SitelinkAdExtension") == 0)
		check_sitelink(item);
	else if (strcmp(json_text(item->value, "Type"), "ImageAdExtension") == 0)
		ms_check_image_extension(item);
	else if (microsoft_extensions_is_empty(text) || ms_width(text) > 25)
		ms_fail(item, ME_EDITORIAL, "Text"); /* no code of its own is published */
}

/* Moves what was said of the item into a collection of its own. */
static void microsoft_extensions_collect(struct ms_item *item, cJSON *nested)
{
	cJSON *error;
	while ((error = cJSON_DetachItemFromArray(item->errors, 0)) != NULL) {
		json_set_text(error, "Type", "BatchErrorCollection");
		json_set(error, "BatchErrors", cJSON_CreateNull());
		cJSON_AddItemToArray(nested, error);
	}
}

static void microsoft_extensions_keep(struct ms_item *item, long long version)
{
	json_set(item->value, "Version", cJSON_CreateNumber((double)version));
	json_set_text(item->value, "Status", "Active");
	ms_store(item->call, MK_EXTENSION, item->value);
	item->call->committed = true;
}

void ms_extensions_add(struct ms_call *call, const struct ms_kind *unused)
{
	const cJSON *list = microsoft_extensions_list_of(call, "AdExtensions", ME_EXTENSIONS_NULL,
							 ME_EXTENSIONS_LIMIT);
	cJSON *made = json_array(call->answer, "AdExtensionIdentities");
	cJSON *nested = json_array(call->answer, "NestedPartialErrors");
	const cJSON *given;
	int index = 0;
	(void)unused;
	cJSON_ArrayForEach(given, list)
	{
		cJSON *errors = cJSON_CreateArray(), *identity = cJSON_CreateNull();
		struct ms_item item = { call,  index++,         true,   NULL,
					given, whole_of(given), errors, false };
		char id[24];
		if (json_at(item.value, "Id"))
			ms_fail(&item, ME_EXTENSION_ID, "Id");
		microsoft_extensions_check(&item);
		if (!item.failed) {
			ms_new_id(call, id);
			json_set_text(item.value, "Id", id);
			microsoft_extensions_keep(&item, 1);
			cJSON_Delete(identity);
			identity = cJSON_CreateObject();
			json_set_text(identity, "Id", id);
			json_set(identity, "Version", cJSON_CreateNumber(1));
		}
		cJSON_AddItemToArray(made, identity);
		microsoft_extensions_collect(&item, nested);
		cJSON_Delete(item.value);
		cJSON_Delete(errors);
	}
}

/* The stored extension, owned by the caller; NULL where it is not there. */
static cJSON *microsoft_extensions_standing(struct ms_call *call, const char *id)
{
	return ms_stands(call, MK_EXTENSION, id)
		       ? store_get(call->sandbox->store, call->account.id, MK_EXTENSION, id)
		       : NULL;
}

void ms_extensions_update(struct ms_call *call, const struct ms_kind *unused)
{
	const cJSON *list = microsoft_extensions_list_of(call, "AdExtensions", ME_EXTENSIONS_NULL,
							 ME_EXTENSIONS_LIMIT);
	cJSON *nested = json_array(call->answer, "NestedPartialErrors");
	const cJSON *given;
	int index = 0;
	(void)unused;
	cJSON_ArrayForEach(given, list)
	{
		cJSON *errors = cJSON_CreateArray();
		cJSON *before = microsoft_extensions_standing(call, json_text(given, "Id"));
		struct ms_item item = { call,  index++,         false,  NULL,
					given, whole_of(given), errors, false };
		if (!before)
			ms_fail(&item, ME_EXTENSION_ID, "Id");
		else if (!ms_extension_listed(given, json_text(before, "Type")))
			ms_fail(&item, ME_EXTENSION_TYPE, "Type");
		microsoft_extensions_check(&item);
		if (!item.failed)
			microsoft_extensions_keep(&item, json_long(before, "Version", 1) + 1);
		microsoft_extensions_collect(&item, nested);
		cJSON_Delete(before);
		cJSON_Delete(item.value);
		cJSON_Delete(errors);
	}
}

void ms_extensions_delete(struct ms_call *call, const struct ms_kind *unused)
{
	const cJSON *list = microsoft_extensions_list_of(
		call, "AdExtensionIds", ME_EXTENSION_IDS_NULL, ME_EXTENSION_IDS_LIMIT);
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *id;
	int index = 0;
	(void)unused;
	cJSON_ArrayForEach(id, list)
	{
		struct ms_item item = { call, index++, false, NULL, NULL, NULL, errors, false };
		item.value = microsoft_extensions_standing(call, id->valuestring);
		if (!item.value) {
			ms_fail(&item, ME_EXTENSION_ID, NULL);
			continue;
		}
		json_set_text(item.value, "Status", "Deleted");
		ms_store(call, MK_EXTENSION, item.value);
		call->committed = true;
		cJSON_Delete(item.value);
	}
}

struct listing {
	const char *types;
	cJSON *ids;
};

static void list_one(void *context, const char *tail, cJSON *value)
{
	struct listing *l = context;
	const char *status = json_text(value, "Status");
	if (strcmp(status, "Deleted") != 0 && ms_extension_listed(value, l->types))
		cJSON_AddItemToArray(l->ids, cJSON_CreateString(tail));
	cJSON_Delete(value);
}

void ms_extensions_ids(struct ms_call *call, const struct ms_kind *unused)
{
	struct listing l = { json_text(call->body, "AdExtensionType"),
			     json_array(call->answer, "AdExtensionIds") };
	(void)unused;
	if (!ms_names_account(call))
		return;
	if (!l.types)
		call->whole = ME_EXTENSION_FILTER;
	else
		store_walk(call->sandbox->store, call->account.id, MK_EXTENSION, list_one, &l);
}

void ms_extensions_read(struct ms_call *call, const struct ms_kind *unused)
{
	const char *types = json_text(call->body, "AdExtensionType");
	const cJSON *list = microsoft_extensions_list_of(
		call, "AdExtensionIds", ME_EXTENSION_IDS_NULL, ME_EXTENSION_IDS_LIMIT);
	cJSON *items = json_array(call->answer, "AdExtensions");
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *id, *other;
	int index = 0;
	(void)unused;
	if (list && !types)
		call->whole = ME_EXTENSION_FILTER;
	cJSON_ArrayForEach(id, list)
	{
		struct ms_item item = { call, index++, false, NULL, NULL, NULL, errors, false };
		cJSON *value = microsoft_extensions_standing(call, id->valuestring);
		for (other = id->next; other; other = other->next)
			if (strcmp(id->valuestring, other->valuestring) == 0)
				call->whole = ME_EXTENSION_IDS_TWICE;
		if (value && !ms_extension_listed(value, types)) {
			cJSON_Delete(value);
			value = NULL;
		}
		if (!value)
			ms_fail(&item, ME_EXTENSION_ID, NULL);
		else if (strcmp(json_text(value, "Type"), "ImageAdExtension") == 0)
			ms_extension_show(value, json_text(call->body, "ReturnAdditionalFields"));
		cJSON_AddItemToArray(items, value ? value : cJSON_CreateNull());
	}
}
