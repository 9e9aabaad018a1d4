/* The attachments of ad extensions to campaigns and ad groups. */
#include <stdio.h>
#include <string.h>

#include "microsoft.h"

enum {
	MOST = 100,
	MOST_OF_A_TYPE = 20, /* on one campaign or ad group */
	MOST_IMAGES = 6,
	KEY_ROOM = 64
};

/* The level that a request names by its AssociationType. */
struct level {
	enum ms_kind_id kind; /* MK_END: none that the sandbox has */
	const char *name;
	enum ms_error none, many, wrong, twice;
};

static struct level microsoft_associations_level_of(struct ms_call *call)
{
	static const struct level campaign = { MK_CAMPAIGN,          "Campaign",
					       ME_ASSOCIATIONS_NULL, ME_ASSOCIATIONS_LIMIT,
					       ME_ASSOCIATION,       ME_ASSOCIATION_TWICE };
	static const struct level group = { MK_AD_GROUP,
					    "AdGroup",
					    ME_GROUP_ASSOCIATIONS_NULL,
					    ME_GROUP_ASSOCIATIONS_LIMIT,
					    ME_GROUP_ASSOCIATION,
					    ME_GROUP_ASSOCIATION_TWICE };
	const char *type = json_text(call->body, "AssociationType");
	struct level none = { MK_END, "", ME_NONE, ME_NONE, ME_NONE, ME_NONE };
	if (ms_names_account(call) && type && strcmp(type, campaign.name) == 0)
		return campaign;
	if (call->whole == ME_NONE && type && strcmp(type, group.name) == 0)
		return group;
	if (call->whole == ME_NONE)
		call->whole = ME_ASSOCIATION_TYPE;
	return none;
}

/* The list of pairs; NULL where the call is refused. */
static const cJSON *pairs_of(struct ms_call *call, const struct level *level)
{
	const cJSON *list = json_at(call->body, "AdExtensionIdToEntityIdAssociations");
	const cJSON *one, *other;
	int n = cJSON_GetArraySize(list);
	if (call->whole == ME_NONE && n == 0)
		call->whole = level->none;
	else if (call->whole == ME_NONE && n > MOST)
		call->whole = level->many;
	if (call->whole != ME_NONE)
		return NULL;
	cJSON_ArrayForEach(one, list)
	{
		for (other = one->next; other; other = other->next)
			if (cJSON_Compare(one, other, true))
				call->whole = level->twice;
	}
	return call->whole == ME_NONE ? list : NULL;
}

static void microsoft_associations_key_of(char out[KEY_ROOM], const struct level *level,
					  const cJSON *pair)
{
	const char *entity = json_text(pair, "EntityId");
	const char *extension = json_text(pair, "AdExtensionId");
	snprintf(out, KEY_ROOM, "%s~%s~%s", level->name, entity ? entity : "",
		 extension ? extension : "");
}

struct counting {
	struct ms_call *call;
	const char *level, *type;
	int n;
};

/*
 * The extension of an association, if neither it nor the association was deleted. The caller frees
 * it.
 */
static cJSON *extension_of(struct ms_call *call, const cJSON *association)
{
	const char *id = json_text(association, "AdExtensionId");
	return !json_text(association, "Status") && ms_stands(call, MK_EXTENSION, id)
		       ? store_get(call->sandbox->store, call->account.id, MK_EXTENSION, id)
		       : NULL;
}

static void microsoft_associations_count_one(void *context, const char *tail, cJSON *value)
{
	struct counting *c = context;
	cJSON *extension = extension_of(c->call, value);
	(void)tail;
	if (extension && strcmp(json_text(value, "AssociationType"), c->level) == 0 &&
	    ms_extension_listed(extension, c->type))
		c->n++;
	cJSON_Delete(extension);
	cJSON_Delete(value);
}

static bool microsoft_associations_is_full(struct ms_call *call, const struct level *level,
					   const cJSON *pair)
{
	const char *entity = json_text(pair, "EntityId");
	cJSON *extension = store_get(call->sandbox->store, call->account.id, MK_EXTENSION,
				     json_text(pair, "AdExtensionId"));
	struct counting c = { call, level->name, json_text(extension, "Type"), 0 };
	store_walk_under(call->sandbox->store, call->account.id,
			 &(struct store_object){ .kind = MK_ASSOCIATION, .parent = entity },
			 microsoft_associations_count_one, &c);
	bool image = ms_extension_listed(extension, "ImageAdExtension");
	cJSON_Delete(extension);
	return c.n >= (image ? MOST_IMAGES : MOST_OF_A_TYPE);
}

static bool microsoft_associations_stands(struct ms_call *call, const char *key)
{
	cJSON *value = store_get(call->sandbox->store, call->account.id, MK_ASSOCIATION, key);
	bool there = value && !json_text(value, "Status");
	cJSON_Delete(value);
	return there;
}

static void microsoft_associations_keep(struct ms_call *call, const struct level *level,
					const cJSON *pair, const char *status)
{
	cJSON *value = cJSON_Duplicate(pair, true);
	char key[KEY_ROOM];
	microsoft_associations_key_of(key, level, pair);
	json_set_text(value, "Id", key);
	json_set_text(value, "AssociationType", level->name);
	json_set_text(value, "_parent", json_text(pair, "EntityId"));
	if (status)
		json_set_text(value, "Status", status);
	ms_store(call, MK_ASSOCIATION, value);
	call->committed = true;
	cJSON_Delete(value);
}

void ms_associations_set(struct ms_call *call, const struct ms_kind *unused)
{
	struct level level = microsoft_associations_level_of(call);
	const cJSON *list = pairs_of(call, &level), *pair;
	cJSON *errors = json_array(call->answer, "PartialErrors");
	int index = 0;
	(void)unused;
	cJSON_ArrayForEach(pair, list)
	{
		struct ms_item item = { call, index++, true, NULL, pair, NULL, errors, false };
		char key[KEY_ROOM];
		microsoft_associations_key_of(key, &level, pair);
		if (!ms_stands(call, MK_EXTENSION, json_text(pair, "AdExtensionId")))
			ms_fail(&item, ME_EXTENSION_ID, NULL);
		else if (!ms_stands(call, level.kind, json_text(pair, "EntityId")))
			ms_fail(&item, level.wrong, NULL);
		else if (!microsoft_associations_stands(call, key) &&
			 microsoft_associations_is_full(call, &level, pair))
			ms_fail(&item, ME_EXTENSION_FULL, NULL);
		else if (!microsoft_associations_stands(call, key))
			microsoft_associations_keep(call, &level, pair, NULL);
	}
}

void ms_associations_delete(struct ms_call *call, const struct ms_kind *unused)
{
	struct level level = microsoft_associations_level_of(call);
	const cJSON *list = pairs_of(call, &level), *pair;
	cJSON *errors = json_array(call->answer, "PartialErrors");
	int index = 0;
	(void)unused;
	cJSON_ArrayForEach(pair, list)
	{
		struct ms_item item = { call, index++, false, NULL, pair, NULL, errors, false };
		char key[KEY_ROOM];
		microsoft_associations_key_of(key, &level, pair);
		if (microsoft_associations_stands(call, key))
			microsoft_associations_keep(call, &level, pair, "Deleted");
		else
			ms_fail(&item, level.wrong, NULL);
	}
}

struct reading {
	struct ms_call *call;
	const char *level, *types, *more;
	cJSON *list;
};

static void microsoft_associations_read_one(void *context, const char *tail, cJSON *value)
{
	struct reading *r = context;
	cJSON *extension = extension_of(r->call, value);
	(void)tail;
	if (extension && strcmp(json_text(value, "AssociationType"), r->level) == 0 &&
	    ms_extension_listed(extension, r->types)) {
		cJSON *shown = cJSON_CreateObject();
		json_set_text(shown, "EntityId", json_text(value, "EntityId"));
		json_set_text(shown, "AssociationType", r->level);
		json_set_text(shown, "EditorialStatus", "Active");
		if (ms_extension_listed(extension, "ImageAdExtension"))
			ms_extension_show(extension, r->more);
		json_set(shown, "AdExtension", extension);
		cJSON_AddItemToArray(r->list, shown);
	} else {
		cJSON_Delete(extension);
	}
	cJSON_Delete(value);
}

void ms_associations_read(struct ms_call *call, const struct ms_kind *unused)
{
	struct level level = microsoft_associations_level_of(call);
	const char *types = json_text(call->body, "AdExtensionType");
	const cJSON *ids = json_at(call->body, "EntityIds"), *id;
	cJSON *answer = json_array(call->answer, "AdExtensionAssociationCollection");
	cJSON *errors = json_array(call->answer, "PartialErrors");
	int index = 0;
	(void)unused;
	if (call->whole == ME_NONE && !types)
		call->whole = ME_EXTENSION_FILTER;
	else if (call->whole == ME_NONE && !cJSON_GetArraySize(ids))
		call->whole = level.none;
	else if (call->whole == ME_NONE && cJSON_GetArraySize(ids) > MOST)
		call->whole = level.many;
	if (call->whole != ME_NONE)
		return;
	cJSON_ArrayForEach(id, ids)
	{
		struct ms_item item = { call, index++, false, NULL, NULL, NULL, errors, false };
		cJSON *collection = cJSON_CreateObject();
		struct reading r = { call, level.name, types,
				     json_text(call->body, "ReturnAdditionalFields"),
				     json_array(collection, "AdExtensionAssociations") };
		if (!ms_stands(call, level.kind, id->valuestring)) {
			ms_fail(&item, level.kind == MK_CAMPAIGN ? ME_CAMPAIGN_ID : ME_AD_GROUP_ID,
				NULL);
			cJSON_Delete(collection);
			collection = cJSON_CreateNull();
		} else {
			store_walk_under(call->sandbox->store, call->account.id,
					 &(struct store_object){ .kind = MK_ASSOCIATION,
								 .parent = id->valuestring },
					 microsoft_associations_read_one, &r);
		}
		cJSON_AddItemToArray(answer, collection);
	}
}
