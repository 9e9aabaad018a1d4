/* The ad group's row. */
#include "model/batch.h"
#include "model/bulk_action.h"
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const genders[] = { "FEMALE", "MALE", "UNKNOWN", NULL };
static const char *const devices[] = { "MOBILE", "DESKTOP", "TABLET", NULL };

static const struct ad_field targeting[] = {
	{ .name = "ageMin", .type = AD_T_INT, .min = 13, .max = 65, .doc = "Minimum age.",
	  .example = "25" },
	{ .name = "ageMax", .type = AD_T_INT, .min = 13, .max = 65, .doc = "Maximum age.",
	  .example = "54" },
	{ .name = "genders", .type = AD_T_LIST, .max = 3, .item = AD_T_ENUM, .options = genders,
	  .doc = "Genders; an empty list means all." },
	{ .name = "interests", .type = AD_T_LIST, .flags = AD_OWN_WORDS,
	  .max = 200, .item = AD_T_TEXT, .item_max = 100,
	  .doc = "The platform's interest ids." },
	{ .name = "communities", .type = AD_T_LIST, .flags = AD_OWN_WORDS,
	  .max = 200, .item = AD_T_TEXT,
	  .item_max = 100, .doc = "Communities (Reddit)." },
	{ .name = "placements", .type = AD_T_LIST, .flags = AD_OWN_WORDS,
	  .max = 50, .item = AD_T_TEXT, .item_max = 100,
	  .doc = "The platform's placements." },
	{ .name = "devices", .type = AD_T_LIST, .flags = AD_OPEN, .max = 3,
	  .item = AD_T_ENUM, .options = devices,
	  .doc = "Devices; an empty list means all." },
};

static const struct ad_field fields[] = {
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FIXED | AD_FILTER,
	  .doc = "The parent campaign.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_FILTER | AD_WALKED | AD_NAME,
	  .min = 1, .max = 255, .doc = "The name; unique within the campaign.",
	  .example = "\"Sourdough\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "The desired status. A push sends ENABLED only with activate.",
	  .example = "\"PAUSED\"" },
	{ .name = "cpcBid", .type = AD_T_MONEY, .flags = AD_SENT | AD_BID, .min = 1,
	  .max = AD_MONEY_MAX,
	  .doc = "Bid per click, in the Space's currency.", .example = "1.5" },
	{ .name = "targeting", .type = AD_T_OBJECT, .flags = AD_SENT, .members = targeting,
	  .member_count = AD_LEN(targeting), .doc = "The target audience (SOCIAL)." },
	{ .name = "budget", .type = AD_T_MONEY, .flags = AD_SENT, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Daily budget, only on platforms with ad group budgets." },
	{ .name = "platformOptions", .type = AD_T_OPTIONS, .flags = AD_SENT,
	  .doc = "Platform-specific options." },
	{ .name = "budgetPeriod", .type = AD_T_ENUM, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = ad_budget_periods, .initial = "\"DAILY\"",
	  .doc = "The period of the ad group's own budget.", .example = "\"DAILY\"" },
	{ .name = "startDate", .type = AD_T_DATE, .flags = AD_READ_ONLY,
	  .doc = "First day of a budget with a period longer than one day." },
	{ .name = "endDate", .type = AD_T_DATE, .flags = AD_READ_ONLY,
	  .doc = "Last day of a budget with a period longer than one day." },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = ad_platforms, .doc = "The campaign's platform.",
	  .example = "\"google\"" },
	{ .name = "targetingLost", .type = AD_T_BOOL, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .initial = "false",
	  .doc = "True if a copy from another platform lost part of the targeting. The ad group "
		 "cannot be ENABLED until targeting is set.",
	  .example = "false" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listAdGroups", .method = "GET", .path = "",
	  .scopes = AD_CAMPAIGNS_READ, .success = 200, .summary = "List ad groups",
	  .doc = "Lists the Space's ad groups, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createAdGroup", .method = "POST", .path = "",
	  .scopes = AD_CAMPAIGNS_WRITE, .success = 201, .summary = "Draft an ad group",
	  .doc = "Creates a staged ad group in a campaign." },
	{ .verb = AD_V_GET, .operation_id = "getAdGroup", .method = "GET", .path = "/:id",
	  .scopes = AD_CAMPAIGNS_READ, .success = 200, .summary = "Get an ad group",
	  .doc = "Returns one object by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateAdGroup", .method = "PATCH",
	  .path = "/:id", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Change the draft of an ad group",
	  .doc = "Applies a JSON merge patch (RFC 7396) to the draft. A push makes the change "
		 "live." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteAdGroup", .method = "DELETE",
	  .path = "/:id", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Delete an ad group",
	  .doc = "Deletes an unpushed draft immediately; stages the removal of a pushed object." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreAdGroup", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Cancel a staged removal",
	  .doc = "Cancels a staged removal." },
	AD_BATCH_ACTION("batchAdGroups", AD_CAMPAIGNS_WRITE),
	AD_BULK_ACTION("bulkAdGroups", AD_CAMPAIGNS_WRITE),
};

const struct ad_resource ad_resource_ad_group = {
	.id = AD_R_AD_GROUP,
	.name = "adGroup",
	.path = "/ad-groups",
	.table = "ad_groups",
	.prefix = "agr",
	.read_scope = AD_CAMPAIGNS_READ,
	.write_scope = AD_CAMPAIGNS_WRITE,
	.staged = true,
	.shape = { "AdGroup", "The draft of an ad group.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
