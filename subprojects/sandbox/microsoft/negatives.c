/* Negative keywords of campaigns and ad groups. */
#include <stdio.h>
#include <string.h>

#include "microsoft.h"

struct holder {
	const char *id;
	enum ms_kind_id kind;
};

static struct holder microsoft_negatives_holder_of(const char *id, const char *type)
{
	bool group = type && strcmp(type, "AdGroup") == 0;
	bool campaign = type && strcmp(type, "Campaign") == 0;
	return (struct holder){ id, group ? MK_AD_GROUP : campaign ? MK_CAMPAIGN : MK_END };
}

static void microsoft_negatives_refuse(struct ms_call *call, cJSON *list, int index,
				       enum ms_error error)
{
	cJSON_AddItemToArray(list, ms_error_new(error, index, NULL));
	(void)call;
}

/* Refuses the entity that a test's fault names. */
static void refuse_named(const struct ms_call *call, cJSON *list, int index)
{
	const cJSON *error = call->refuse->error;
	cJSON_AddItemToArray(list, ms_error_named(json_text(error, "errorCode"),
						  json_text(error, "message"), index));
}

/* The one entity of the request, with its errors to be; NULL where the request is refused. */
static const cJSON *entity_of(struct ms_call *call, struct holder *holder, cJSON **errors)
{
	const cJSON *list = json_at(call->body, "EntityNegativeKeywords");
	const cJSON *entity = list ? list->child : NULL;
	*holder = microsoft_negatives_holder_of(json_text(entity, "EntityId"),
						json_text(entity, "EntityType"));
	if (cJSON_GetArraySize(list) != 1)
		call->whole = ME_NEGATIVES_NULL;
	else if (holder->kind == MK_END)
		call->whole = ME_NEGATIVE_TYPE;
	else if (!ms_stands(call, holder->kind, holder->id))
		call->whole = holder->kind == MK_CAMPAIGN ? ME_CAMPAIGN_ID : ME_AD_GROUP_ID;
	else if (!cJSON_GetArraySize(json_at(entity, "NegativeKeywords")))
		call->whole = ME_NEGATIVES_NULL;
	*errors = cJSON_CreateArray();
	return call->whole == ME_NONE ? entity : NULL;
}

static void microsoft_negatives_finish(struct ms_call *call, cJSON *errors)
{
	cJSON *nested = json_array(call->answer, "NestedPartialErrors");
	if (!errors->child) {
		cJSON_Delete(errors);
		return;
	}
	cJSON *collection = cJSON_CreateObject();
	json_set_text(collection, "Type", "BatchErrorCollection");
	json_set(collection, "Index", cJSON_CreateNumber(0));
	json_set(collection, "BatchErrors", errors);
	cJSON_AddItemToArray(nested, collection);
}

static enum ms_error microsoft_negatives_fault_of(struct ms_call *call, const struct holder *holder,
						  const cJSON *given)
{
	const char *text = json_text(given, "Text"), *match = json_text(given, "MatchType");
	char key[400], *p = key;
	if (!text || !*text || ms_width(text) > 100)
		return ME_NEGATIVE_TEXT;
	if (!match || (strcmp(match, "Exact") != 0 && strcmp(match, "Phrase") != 0))
		return ME_NEGATIVE_MATCH;
	for (const char *s = text; *s && p < key + 300; s++)
		*p++ = (char)(*s >= 'A' && *s <= 'Z' ? *s - 'A' + 'a' : *s);
	*p++ = '|';
	snprintf(p, sizeof(key) - (size_t)(p - key), "%s",
		 strcmp(match, "Exact") == 0 ? "exact" : "phrase");
	return store_named(
		       call->sandbox->store, call->account.id,
		       &(struct store_object){
			       .kind = MK_NEGATIVE, .tail = "", .parent = holder->id, .name = key })
		       ? ME_NEGATIVE_EXISTS
		       : ME_NONE;
}

void ms_negatives_add(struct ms_call *call, const struct ms_kind *unused)
{
	struct holder holder;
	cJSON *errors, *made = cJSON_CreateObject();
	const cJSON *entity = entity_of(call, &holder, &errors), *given;
	cJSON *ids = json_array(made, "Ids");
	int index = -1;
	(void)unused;
	cJSON_ArrayForEach(given, json_at(entity, "NegativeKeywords"))
	{
		char id[24];
		enum ms_error error = microsoft_negatives_fault_of(call, &holder, given);
		index++;
		if (error != ME_NONE) {
			microsoft_negatives_refuse(call, errors, index, error);
			cJSON_AddItemToArray(ids, cJSON_CreateNull());
			continue;
		}
		cJSON *value = cJSON_Duplicate(given, true);
		ms_new_id(call, id);
		json_set_text(value, "Id", id);
		json_set_text(value, "_parent", holder.id);
		ms_store(call, MK_NEGATIVE, value);
		call->committed = true;
		cJSON_AddItemToArray(ids, cJSON_CreateString(id));
		cJSON_Delete(value);
	}
	cJSON_AddItemToArray(json_array(call->answer, "NegativeKeywordIds"), made);
	microsoft_negatives_finish(call, errors);
}

void ms_negatives_delete(struct ms_call *call, const struct ms_kind *unused)
{
	struct holder holder;
	cJSON *errors;
	const cJSON *entity = entity_of(call, &holder, &errors), *given;
	int index = -1;
	(void)unused;
	cJSON_ArrayForEach(given, json_at(entity, "NegativeKeywords"))
	{
		const char *id = json_text(given, "Id");
		cJSON *value =
			id ? store_get(call->sandbox->store, call->account.id, MK_NEGATIVE, id)
			   : NULL;
		const char *under = json_text(value, "_parent");
		index++;
		if (!value || strcmp(under, holder.id) != 0 || json_text(value, "Status")) {
			microsoft_negatives_refuse(call, errors, index, ME_NEGATIVE_MISSING);
		} else {
			json_set_text(value, "Status", "Deleted");
			ms_store(call, MK_NEGATIVE, value);
			call->committed = true;
		}
		cJSON_Delete(value);
	}
	microsoft_negatives_finish(call, errors);
}

struct reading {
	struct ms_call *call;
	cJSON *list;
};

static void microsoft_negatives_read_one(void *context, const char *tail, cJSON *value)
{
	struct reading *r = context;
	(void)tail;
	if (json_text(value, "Status")) {
		cJSON_Delete(value);
		return;
	}
	ms_show(r->call, MK_NEGATIVE, value);
	cJSON_AddItemToArray(r->list, value);
}

void ms_negatives_read(struct ms_call *call, const struct ms_kind *unused)
{
	const char *type = json_text(call->body, "EntityType");
	const char *above = json_text(call->body, "ParentEntityId");
	cJSON *answer = json_array(call->answer, "EntityNegativeKeywords");
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *id;
	int index = -1;
	(void)unused;
	if (microsoft_negatives_holder_of(NULL, type).kind == MK_END || !above)
		call->whole = ME_NEGATIVE_TYPE;
	else if (!cJSON_GetArraySize(json_at(call->body, "EntityIds")))
		call->whole = ME_NEGATIVES_NULL;
	if (call->whole != ME_NONE)
		return;
	cJSON_ArrayForEach(id, json_at(call->body, "EntityIds"))
	{
		struct holder holder = microsoft_negatives_holder_of(id->valuestring, type);
		index++;
		if (!ms_stands(call, holder.kind, holder.id)) {
			microsoft_negatives_refuse(call, errors, index,
						   holder.kind == MK_CAMPAIGN ? ME_CAMPAIGN_ID
									      : ME_AD_GROUP_ID);
			cJSON_AddItemToArray(answer, cJSON_CreateNull());
			continue;
		}
		if (fault_refuses(call->refuse, index)) {
			refuse_named(call, errors, index);
			cJSON_AddItemToArray(answer, cJSON_CreateNull());
			continue;
		}
		cJSON *entity = cJSON_CreateObject();
		json_set_text(entity, "EntityId", holder.id);
		json_set_text(entity, "EntityType", type);
		struct reading r = { call, json_array(entity, "NegativeKeywords") };
		store_walk_under(call->sandbox->store, call->account.id,
				 &(struct store_object){ .kind = MK_NEGATIVE, .parent = holder.id },
				 microsoft_negatives_read_one, &r);
		cJSON_AddItemToArray(answer, entity);
	}
}
