/*
 * The arguments of the tools. Docs are for models and short, because each conversation pays for
 * them.
 */
#include "mcp/tools/tool_args.h"

#include <string.h>

static const char *const formats[] = { "concise", "detailed", NULL };
static const char *const kinds[] = { "campaign", "adGroup",  "ad",         "keyword",
				     "asset",    "business", "conversion", NULL };
static const char *const levels[] = { "ACCOUNT", "CAMPAIGN", "AD_GROUP", "AD", "KEYWORD", NULL };
static const char *const groups[] = { "date", "week", "month", "platform", NULL };
static const char *const holders[] = { "campaign", "adGroup", "ad", "business", NULL };
static const char *const roles[] = { "LOGO",    "IMAGE", "SQUARE_IMAGE", "VIDEO", "SITELINK",
				     "CALLOUT", NULL };
static const char *const orders[] = { "desc", "asc", NULL };
static const char *const states[] = {
	"SYNCING", "FAILED",  "DRIFTED", "PENDING_REMOVAL", "MODIFIED", "STAGED",
	"SYNCED",  "REMOVED", NULL,
};

#define RESPONSE_FORMAT                                                                            \
	{ .name = "responseFormat",                                                                \
	  .type = AD_T_ENUM,                                                                       \
	  .flags = AD_NOT_NULL,                                                                    \
	  .options = formats,                                                                      \
	  .initial = "\"concise\"" }
#define IDEMPOTENCY_KEY { .name = "idempotencyKey", .type = AD_T_TEXT, .max = 255 }
#define PAGE                                                                                       \
	{ .name = "limit",                                                                         \
	  .type = AD_T_INT,                                                                        \
	  .flags = AD_NOT_NULL,                                                                    \
	  .min = 1,                                                                                \
	  .max = 200,                                                                              \
	  .initial = "20" },                                                                       \
		{ .name = "cursor", .type = AD_T_TEXT, .max = 512 }, RESPONSE_FORMAT
/* Names and lists as the query of the same report has them. */
#define CAMPAIGNS                                                                                  \
	{ .name = "campaignId", .type = AD_T_LIST, .max = 50, .item = AD_T_TEXT, .item_max = 40 }
#define PLATFORMS                                                                                  \
	{ .name = "platform",                                                                      \
	  .type = AD_T_LIST,                                                                       \
	  .max = 4,                                                                                \
	  .item = AD_T_ENUM,                                                                       \
	  .options = ad_platforms }

static const struct ad_field find_args[] = {
	{ .name = "resource",
	  .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = kinds },
	{ .name = "q", .type = AD_T_TEXT, .max = 200 },
	{ .name = "campaignId", .type = AD_T_TEXT, .max = 40 },
	{ .name = "adGroupId", .type = AD_T_TEXT, .max = 40 },
	{ .name = "platform", .type = AD_T_ENUM, .options = ad_platforms },
	{ .name = "status", .type = AD_T_ENUM, .options = ad_wanted_statuses },
	{ .name = "syncState", .type = AD_T_ENUM, .options = states },
	{ .name = "updatedSince", .type = AD_T_TIME },
	{ .name = "order",
	  .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL,
	  .options = orders,
	  .initial = "\"desc\"" },
	PAGE,
};
const struct ad_shape mcp_find_args = { .fields = find_args, .count = AD_LEN(find_args) };

bool mcp_is_kind(const struct ad_resource *res)
{
	for (const char *const *kind = kinds; *kind; kind++)
		if (strcmp(res->name, *kind) == 0)
			return true;
	return false;
}

static const struct ad_field get_args[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	RESPONSE_FORMAT,
};
const struct ad_shape mcp_get_args = { .fields = get_args, .count = AD_LEN(get_args) };

static const struct ad_field update_members[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	{ .name = "changes",
	  .type = AD_T_ANY,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .doc = "Fields to set (names as in create); null clears a field." },
	{ .name = "expectedVersion",
	  .type = AD_T_INT,
	  .min = 1,
	  .doc = "Reject if the version differs." },
};
static const char *const bulk_kinds[] = { "campaign", "adGroup", "ad", "keyword", "asset", NULL };
static const struct ad_field update_args[] = {
	{ .name = "updates",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .min = 1,
	  .max = 200,
	  .item = AD_T_OBJECT,
	  .members = update_members,
	  .member_count = AD_LEN(update_members),
	  .doc = "All or none are stored." },
	{ .name = "resource", .type = AD_T_ENUM, .options = bulk_kinds },
	{ .name = "filter", .type = AD_T_ANY, .doc = "As in find_objects, or { ids }; {}: all." },
	{ .name = "rule",
	  .type = AD_T_ANY,
	  .doc = "set {field: value}, adjust {field, percent or amount, round}, replace "
		 "{fields, find, with}, or labels {add, remove}." },
	{ .name = "dryRun", .type = AD_T_BOOL },
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_update_args = { .fields = update_args, .count = AD_LEN(update_args) };

static const struct ad_field delete_args[] = {
	{ .name = "ids",
	  .type = AD_T_LIST,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 1,
	  .max = 200,
	  .item = AD_T_TEXT,
	  .item_max = 40,
	  .doc = "The objects; all or none." },
};
const struct ad_shape mcp_delete_args = { .fields = delete_args, .count = AD_LEN(delete_args) };

#define SYNC_SELECTION(told)                                                                       \
	{ .name = "campaignIds",                                                                   \
	  .type = AD_T_LIST,                                                                       \
	  .max = 200,                                                                              \
	  .item = AD_T_TEXT,                                                                       \
	  .item_max = 40,                                                                          \
	  .doc = (told) ? "Limit to these and objects below." : NULL },                            \
		{ .name = "adGroupIds",                                                            \
		  .type = AD_T_LIST,                                                               \
		  .max = 200,                                                                      \
		  .item = AD_T_TEXT,                                                               \
		  .item_max = 40,                                                                  \
		  .doc = (told) ? "Limit to these." : NULL },                                      \
		{ .name = "all",                                                                   \
		  .type = AD_T_BOOL,                                                               \
		  .doc = (told) ? "All changes of the Space." : NULL },                            \
		{ .name = "platforms",                                                             \
		  .type = AD_T_LIST,                                                               \
		  .max = 4,                                                                        \
		  .item = AD_T_ENUM,                                                               \
		  .options = ad_platforms,                                                         \
		  .doc = (told) ? "Limit to these." : NULL },                                      \
	{                                                                                          \
		.name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",   \
		.doc = (told) ? "true also sends desired ENABLED; otherwise paused." : NULL        \
	}

#define CURSOR { .name = "cursor", .type = AD_T_TEXT, .max = 512 }

static const struct ad_field preview_args[] = { SYNC_SELECTION(true), CURSOR, RESPONSE_FORMAT };
const struct ad_shape mcp_preview_args = { .fields = preview_args, .count = AD_LEN(preview_args) };

static const struct ad_field push_args[] = {
	{ .name = "planHash",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 64,
	  .max = 64,
	  .doc = "From preview_sync with the same selection." },
	SYNC_SELECTION(false),
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_push_args = { .fields = push_args, .count = AD_LEN(push_args) };

static const struct ad_field get_sync_args[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	{ .name = "wait",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .min = 0,
	  .max = 30,
	  .initial = "0",
	  .doc = "Seconds, at most 30." },
	CURSOR,
	RESPONSE_FORMAT,
};
const struct ad_shape mcp_get_sync_args = { .fields = get_sync_args,
					    .count = AD_LEN(get_sync_args) };

static const struct ad_field revert_args[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_revert_args = { .fields = revert_args, .count = AD_LEN(revert_args) };

static const struct ad_field cancel_args[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	{ .name = "reason", .type = AD_T_TEXT, .max = 500 },
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_cancel_args = { .fields = cancel_args, .count = AD_LEN(cancel_args) };

static const struct ad_field copy_args[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	{ .name = "platform",
	  .type = AD_T_ENUM,
	  .options = ad_platforms,
	  .doc = "Default: its own." },
	{ .name = "name", .type = AD_T_TEXT, .max = 128 },
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_copy_args = { .fields = copy_args, .count = AD_LEN(copy_args) };

static const char *const sides[] = { "STAGED", "LIVE", NULL };
static const struct ad_field drift_args[] = {
	{ .name = "id", .type = AD_T_TEXT, .max = 40 },
	{ .name = "field", .type = AD_T_TEXT, .max = 64 },
	{ .name = "keep", .type = AD_T_ENUM, .options = sides },
	CAMPAIGNS,
	PLATFORMS,
	{ .name = "cursor", .type = AD_T_TEXT, .max = 512 },
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_drift_args = { .fields = drift_args, .count = AD_LEN(drift_args) };

static const struct ad_field performance_args[] = {
	{ .name = "from", .type = AD_T_DATE, .doc = "Default: 29 days before to." },
	{ .name = "to", .type = AD_T_DATE, .doc = "Default: today." },
	{ .name = "level",
	  .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL,
	  .options = levels,
	  .initial = "\"CAMPAIGN\"" },
	{ .name = "groupBy",
	  .type = AD_T_LIST,
	  .max = 2,
	  .item = AD_T_ENUM,
	  .options = groups,
	  .doc = "A row per period; platform only at ACCOUNT." },
	CAMPAIGNS,
	PLATFORMS,
	{ .name = "orderBy",
	  .type = AD_T_TEXT,
	  .max = 40,
	  .doc = "A figure, or date; leading -: descending." },
	PAGE,
};
const struct ad_shape mcp_performance_args = { .fields = performance_args,
					       .count = AD_LEN(performance_args) };

static const struct ad_field disapprovals_args[] = { CAMPAIGNS, PLATFORMS, PAGE };
const struct ad_shape mcp_disapprovals_args = { .fields = disapprovals_args,
						.count = AD_LEN(disapprovals_args) };

static const struct ad_field changes_args[] = {
	{ .name = "objectId", .type = AD_T_TEXT, .max = 64 },
	{ .name = "resource", .type = AD_T_TEXT, .max = 40, .doc = "campaign, ad, sync, …" },
	{ .name = "verb", .type = AD_T_TEXT, .max = 40 },
	{ .name = "door", .type = AD_T_TEXT, .max = 40, .doc = "APP, API, MCP, CLI, PULL, SYNC" },
	{ .name = "since", .type = AD_T_TIME },
	{ .name = "until", .type = AD_T_TIME },
	PAGE,
};
const struct ad_shape mcp_changes_args = { .fields = changes_args, .count = AD_LEN(changes_args) };

static const struct ad_field attach_args[] = {
	{ .name = "assetId", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 40 },
	{ .name = "resource",
	  .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = holders },
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 1,
	  .max = 60 },
	{ .name = "role",
	  .type = AD_T_ENUM,
	  .options = roles,
	  .doc = "Default: the asset's type." },
	IDEMPOTENCY_KEY,
};
const struct ad_shape mcp_attach_args = { .fields = attach_args, .count = AD_LEN(attach_args) };
