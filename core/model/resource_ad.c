/* The ad's row. */
#include "model/batch.h"
#include "model/bulk_action.h"
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const types[] = { "RESPONSIVE_SEARCH", "IMAGE", "VIDEO", "POST", NULL };
static const char *const pins[] = {
	"HEADLINE_1", "HEADLINE_2", "HEADLINE_3", "DESCRIPTION_1", "DESCRIPTION_2", NULL,
};

static const struct ad_field pinned[] = {
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 500, .doc = "The text.", .example = "\"Fresh bread daily\"" },
	{ .name = "pin", .type = AD_T_ENUM, .options = pins, .doc = "Where it always shows.",
	  .example = "\"HEADLINE_1\"" },
};

static const struct ad_field fields[] = {
	{ .name = "adGroupId", .type = AD_T_REF, .ref = AD_R_AD_GROUP,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FIXED | AD_FILTER,
	  .doc = "The ad group that it belongs to.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER |
		   AD_WALKED | AD_OPEN,
	  .options = types, .doc = "What kind of ad it is.",
	  .example = "\"RESPONSIVE_SEARCH\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NAME, .min = 1, .max = 255,
	  .doc = "What people call it; sent where the platform has names.",
	  .example = "\"Bread, first\"" },
	{ .name = "finalUrl", .type = AD_T_URL,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT, .max = 2048,
	  .doc = "Where a click leads.", .example = "\"https://bakery.example/bread\"" },
	{ .name = "headlines", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 15,
	  .item = AD_T_AD_TEXT, .members = pinned, .member_count = AD_LEN(pinned),
	  .initial = "[]", .doc = "Headlines, each a string or { text, pin }.",
	  .example = "[\"Fresh bread daily\",{\"text\":\"Baked at 5 am\",\"pin\":\"HEADLINE_1\"},"
		     "\"Order until 8 pm\"]" },
	{ .name = "descriptions", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 4,
	  .item = AD_T_AD_TEXT, .members = pinned, .member_count = AD_LEN(pinned),
	  .initial = "[]", .doc = "Descriptions, each a string or { text, pin }.",
	  .example = "[\"Sourdough, rye and rolls from our own oven.\",\"Pick up from 6 am.\"]" },
	{ .name = "path1", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 15,
	  .doc = "First part of the shown path.", .example = "\"bread\"" },
	{ .name = "path2", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 15,
	  .doc = "Second part; needs path1.", .example = "\"rye\"" },
	{ .name = "primaryText", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 5000,
	  .doc = "The text above the picture (SOCIAL)." },
	{ .name = "callToAction", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 40,
	  .doc = "The button (SOCIAL)." },
	{ .name = "assetIds", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 50,
	  .item = AD_T_REF, .ref = AD_R_ASSET, .initial = "[]",
	  .doc = "Its pictures and videos; what is attached to it stands here too." },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "What the user wants; nothing is live before an activating push.",
	  .example = "\"PAUSED\"" },
	{ .name = "platformOptions", .type = AD_T_OPTIONS, .flags = AD_SENT,
	  .doc = "Options that only its platform has." },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER, .doc = "Its ad group's campaign.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = ad_platforms, .doc = "Its campaign's platform.",
	  .example = "\"google\"" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listAds", .method = "GET", .path = "",
	  .scopes = AD_ADS_READ, .success = 200, .summary = "List ads",
	  .doc = "The Space's ads, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createAd", .method = "POST", .path = "",
	  .scopes = AD_ADS_WRITE, .success = 201, .summary = "Draft an ad",
	  .doc = "Makes a staged ad in an ad group." },
	{ .verb = AD_V_GET, .operation_id = "getAd", .method = "GET", .path = "/:id",
	  .scopes = AD_ADS_READ, .success = 200, .summary = "Get an ad",
	  .doc = "One of them by its id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateAd", .method = "PATCH",
	  .path = "/:id", .scopes = AD_ADS_WRITE, .success = 200,
	  .summary = "Change the draft of an ad",
	  .doc = "A JSON merge patch (RFC 7396) on the draft; nothing is live until a push." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteAd", .method = "DELETE",
	  .path = "/:id", .scopes = AD_ADS_WRITE, .success = 200, .summary = "Delete an ad",
	  .doc = "Deletes a draft at once; stages the removal of what was pushed." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreAd", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_ADS_WRITE, .success = 200,
	  .summary = "Undo a staged removal",
	  .doc = "Takes back a removal that was not pushed yet." },
	AD_BATCH_ACTION("batchAds", AD_ADS_WRITE),
	AD_BULK_ACTION("bulkAds", AD_ADS_WRITE),
};

const struct ad_resource ad_resource_ad = {
	.id = AD_R_AD,
	.name = "ad",
	.path = "/ads",
	.table = "ads",
	.prefix = "ad",
	.read_scope = AD_ADS_READ,
	.write_scope = AD_ADS_WRITE,
	.staged = true,
	.shape = { "Ad", "An ad, as drafted here.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
