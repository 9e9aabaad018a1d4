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
	{ .name = "pin", .type = AD_T_ENUM, .options = pins, .doc = "Fixed position of the text.",
	  .example = "\"HEADLINE_1\"" },
};

static const struct ad_field fields[] = {
	{ .name = "adGroupId", .type = AD_T_REF, .ref = AD_R_AD_GROUP,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FIXED | AD_FILTER,
	  .doc = "The parent ad group.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER |
		   AD_WALKED | AD_OPEN,
	  .options = types, .doc = "The ad type.",
	  .example = "\"RESPONSIVE_SEARCH\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NAME, .min = 1, .max = 255,
	  .doc = "The name; sent to platforms that support ad names.",
	  .example = "\"Bread, first\"" },
	{ .name = "finalUrl", .type = AD_T_URL,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT, .max = 2048,
	  .doc = "The destination of a click.", .example = "\"https://bakery.example/bread\"" },
	{ .name = "headlines", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 15,
	  .item = AD_T_AD_TEXT, .members = pinned, .member_count = AD_LEN(pinned),
	  .initial = "[]", .doc = "Headlines: strings or { text, pin } objects.",
	  .example = "[\"Fresh bread daily\",{\"text\":\"Baked at 5 am\",\"pin\":\"HEADLINE_1\"},"
		     "\"Order until 8 pm\"]" },
	{ .name = "descriptions", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 4,
	  .item = AD_T_AD_TEXT, .members = pinned, .member_count = AD_LEN(pinned),
	  .initial = "[]", .doc = "Descriptions: strings or { text, pin } objects.",
	  .example = "[\"Sourdough, rye and rolls from our own oven.\",\"Pick up from 6 am.\"]" },
	{ .name = "path1", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 15,
	  .doc = "First part of the displayed path.", .example = "\"bread\"" },
	{ .name = "path2", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 15,
	  .doc = "Second part of the displayed path; requires path1.", .example = "\"rye\"" },
	{ .name = "primaryText", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 5000,
	  .doc = "The text above the picture (SOCIAL)." },
	{ .name = "callToAction", .type = AD_T_TEXT, .flags = AD_SENT, .min = 1, .max = 40,
	  .doc = "The call-to-action button (SOCIAL)." },
	{ .name = "assetIds", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 50,
	  .item = AD_T_REF, .ref = AD_R_ASSET, .initial = "[]",
	  .doc = "Pictures and videos of the ad, including assets attached to it." },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "The desired status. A push sends ENABLED only with activate.",
	  .example = "\"PAUSED\"" },
	{ .name = "platformOptions", .type = AD_T_OPTIONS, .flags = AD_SENT,
	  .doc = "Platform-specific options." },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER, .doc = "The campaign of the ad group.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = ad_platforms, .doc = "The campaign's platform.",
	  .example = "\"google\"" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listAds", .method = "GET", .path = "",
	  .scopes = AD_ADS_READ, .success = 200, .summary = "List ads",
	  .doc = "Lists the Space's ads, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createAd", .method = "POST", .path = "",
	  .scopes = AD_ADS_WRITE, .success = 201, .summary = "Draft an ad",
	  .doc = "Creates a staged ad in an ad group." },
	{ .verb = AD_V_GET, .operation_id = "getAd", .method = "GET", .path = "/:id",
	  .scopes = AD_ADS_READ, .success = 200, .summary = "Get an ad",
	  .doc = "Returns one object by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateAd", .method = "PATCH",
	  .path = "/:id", .scopes = AD_ADS_WRITE, .success = 200,
	  .summary = "Change the draft of an ad",
	  .doc = "Applies a JSON merge patch (RFC 7396) to the draft. A push makes the change "
		 "live." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteAd", .method = "DELETE",
	  .path = "/:id", .scopes = AD_ADS_WRITE, .success = 200, .summary = "Delete an ad",
	  .doc = "Deletes an unpushed draft immediately; stages the removal of a pushed object." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreAd", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_ADS_WRITE, .success = 200,
	  .summary = "Cancel a staged removal",
	  .doc = "Cancels a staged removal." },
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
	.shape = { "Ad", "The draft of an ad.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
