/* Look-ups over the rows, and what all stored objects share. */
#include "model/resource.h"

#include <assert.h>

static const struct ad_resource *const rows[AD_RESOURCE_COUNT] = {
	[AD_R_IDENTITY] = &ad_resource_identity,
	[AD_R_SPACE] = &ad_resource_space,
	[AD_R_CONNECTION] = &ad_resource_connection,
	[AD_R_CAMPAIGN] = &ad_resource_campaign,
	[AD_R_AD_GROUP] = &ad_resource_ad_group,
	[AD_R_AD] = &ad_resource_ad,
	[AD_R_KEYWORD] = &ad_resource_keyword,
	[AD_R_BUSINESS] = &ad_resource_business,
	[AD_R_CONVERSION] = &ad_resource_conversion,
	[AD_R_SYNC] = &ad_resource_sync,
	[AD_R_HISTORY] = &ad_resource_history,
	[AD_R_REPORT] = &ad_resource_report,
	[AD_R_ASSET] = &ad_resource_asset,
	[AD_R_KEYWORD_LIST] = &ad_resource_keyword_list,
	[AD_R_EVENT] = &ad_resource_event,
	[AD_R_WEBHOOK] = &ad_resource_webhook,
};

static const char *const platform_names[AD_PLATFORM_COUNT + 1] = {
	"google", "microsoft", "reddit", "meta", NULL,
};

static const char *const sources[] = { "APP", "API", "MCP", "PULL", "IMPORT", NULL };
static const char *const environments[] = { "test", "live", NULL };
static const char *const sync_states[] = {
	"SYNCING", "FAILED",  "DRIFTED", "PENDING_REMOVAL", "MODIFIED", "STAGED",
	"SYNCED",  "REMOVED", NULL,
};

static const struct ad_field remote_error[] = {
	{ .name = "platformCode", .type = AD_T_TEXT, .doc = "The platform's error code." },
	{ .name = "code", .type = AD_T_TEXT, .doc = "The adcore error code." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "The platform's message." },
	{ .name = "retryable", .type = AD_T_BOOL, .doc = "True if a retry may succeed." },
	{ .name = "details",
	  .type = AD_T_ANY,
	  .flags = AD_SOMETIMES,
	  .doc = "notShown: true if the platform answered without returning the object or "
		 "reporting its removal." },
};

static const struct ad_field remote_fields[] = {
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .doc = "The object's id on the platform; null before the push.",
	  .example = "\"22334455667\"" },
	{ .name = "status",
	  .type = AD_T_TEXT,
	  .doc = "Last known status on the platform.",
	  .example = "\"PAUSED\"" },
	{ .name = "reviewStatus",
	  .type = AD_T_TEXT,
	  .doc = "Last known review status on the platform.",
	  .example = "\"APPROVED\"" },
	{ .name = "lastSyncedAt", .type = AD_T_TIME, .doc = "Time of the last push or pull." },
	{ .name = "lastError",
	  .type = AD_T_OBJECT,
	  .members = remote_error,
	  .member_count = AD_LEN(remote_error),
	  .doc = "Error of the last failed operation." },
};

static const struct ad_field common_fields[] = {
	{ .name = "id",
	  .type = AD_T_ID,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The object's id; null for a validation only." },
	{ .name = "spaceId",
	  .type = AD_T_ID,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The object's Space.",
	  .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "environment",
	  .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = environments,
	  .doc = "The environment: test data or live data.",
	  .example = "\"test\"" },
	{ .name = "source",
	  .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = sources,
	  .doc = "The originating front end, or PULL or IMPORT.",
	  .example = "\"API\"" },
	{ .name = "createdBy",
	  .type = AD_T_ID,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The account that created the object.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "createdAt",
	  .type = AD_T_TIME,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Creation time.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "updatedAt",
	  .type = AD_T_TIME,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Time of the last edit.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "version",
	  .type = AD_T_INT,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Number of edits, from 1; compared by If-Match and expectedVersion.",
	  .example = "1" },
	{ .name = "syncState",
	  .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER,
	  .options = sync_states,
	  .doc = "The draft's state relative to the platform.",
	  .example = "\"STAGED\"" },
	{ .name = "incomplete",
	  .type = AD_T_BOOL,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "True if a push was interrupted and the object exists only in part on the "
		 "platform, or an amount there is too large to be read; otherwise absent. The next "
		 "push sends the draft.",
	  .example = "true" },
	{ .name = "remote",
	  .type = AD_T_OBJECT,
	  .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .members = remote_fields,
	  .member_count = AD_LEN(remote_fields),
	  .doc = "The object's last known state on the platform.",
	  .example = "{}" },
};

const struct ad_shape ad_common = {
	.name = "Common",
	.doc = "Common fields of all staged objects.",
	.fields = common_fields,
	.count = AD_LEN(common_fields),
};

/* Resources that are never sent lack the last three fields: syncState, incomplete and remote. */
static const struct ad_shape plain_common = {
	.name = "PlainCommon",
	.doc = "Common fields of all plain objects.",
	.fields = common_fields,
	.count = AD_LEN(common_fields) - 3,
};

static const struct ad_shape no_common = { .name = "NoCommon" };

const struct ad_shape *ad_common_of(const struct ad_resource *res)
{
	if (!res->table)
		return &no_common;
	return res->staged ? &ad_common : &plain_common;
}

const struct ad_resource *ad_resource_row(enum ad_resource_id id)
{
	assert(id < AD_RESOURCE_COUNT && rows[id] && rows[id]->id == id);
	return rows[id];
}

const struct ad_resource *ad_resource_of_id(struct ad_str id)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const char *prefix = rows[i]->prefix;
		if (prefix && ad_str_starts(id, prefix) && id.n > strlen(prefix) &&
		    id.p[strlen(prefix)] == '_')
			return rows[i];
	}
	return NULL;
}

const struct ad_resource *ad_resource_by_name(struct ad_str name)
{
	for (size_t i = 0; i < AD_LEN(rows); i++)
		if (ad_str_is(name, rows[i]->name))
			return rows[i];
	return ad_str_is(name, ad_resource_asset_link.name) ? &ad_resource_asset_link : NULL;
}

const struct ad_field *ad_field_find(const struct ad_shape *shape, struct ad_str name,
				     size_t *index)
{
	for (size_t i = 0; i < shape->count; i++) {
		if (ad_str_is(name, shape->fields[i].name)) {
			if (index)
				*index = i;
			return &shape->fields[i];
		}
	}
	return NULL;
}

const char *ad_resource_search(const struct ad_resource *res)
{
	static const char *const names[] = { "name", "text" };
	for (size_t i = 0; i < AD_LEN(names); i++)
		if (ad_field_find(&res->shape, ad_str(names[i]), NULL))
			return names[i];
	return NULL;
}

const struct ad_action *ad_action_of(const struct ad_resource *res, enum ad_verb verb)
{
	for (size_t i = 0; i < res->action_count; i++)
		if (res->actions[i].verb == verb)
			return &res->actions[i];
	return NULL;
}

void ad_column_name(const char *field, char out[static 64])
{
	size_t n = 0;
	for (const char *c = field; *c && n < 62; c++) {
		bool upper = *c >= 'A' && *c <= 'Z';
		if (upper)
			out[n++] = '_';
		out[n++] = upper ? (char)(*c - 'A' + 'a') : *c;
	}
	out[n] = '\0';
}

const char *ad_platform_name(enum ad_platform platform)
{
	return platform < AD_PLATFORM_COUNT ? platform_names[platform] : "";
}

enum ad_platform ad_platform_of(struct ad_str name)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (ad_str_is(name, platform_names[i]))
			return (enum ad_platform)i;
	return AD_PLATFORM_COUNT;
}
