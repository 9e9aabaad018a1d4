/* The campaign's row. */
#include "model/batch.h"
#include "model/bulk_action.h"
#include "model/hours.h"
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const types[] = {
	"SEARCH", "DISPLAY", "PERFORMANCE_MAX", "SHOPPING", "VIDEO", "SOCIAL", NULL,
};
static const char *const objectives[] = {
	"TRAFFIC", "LEADS", "SALES", "AWARENESS", "APP_INSTALLS", "ENGAGEMENT", NULL,
};
static const char *const strategies[] = {
	"MAXIMIZE_CLICKS", "MAXIMIZE_CONVERSIONS",    "MAXIMIZE_CONVERSION_VALUE", "TARGET_CPA",
	"TARGET_ROAS",	   "TARGET_IMPRESSION_SHARE", "MANUAL_CPC",		   NULL,
};
static const char *const budget_levels[] = { "CAMPAIGN", "AD_GROUP", "SHARED", NULL };

static const struct ad_field bidding[] = {
	{ .name = "strategy", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL | AD_OPEN,
	  .options = strategies, .doc = "The bidding strategy.",
	  .example = "\"MAXIMIZE_CLICKS\"" },
	{ .name = "targetCpa", .type = AD_T_MONEY, .flags = AD_BID, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Target cost per conversion.", .example = "8.5" },
	{ .name = "targetRoas", .type = AD_T_NUMBER, .min = 0, .max = 1000,
	  .doc = "Target conversion value divided by cost; 1 means 100 %.", .example = "3.5" },
	{ .name = "maxCpc", .type = AD_T_MONEY, .flags = AD_BID, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Maximum bid per click.", .example = "2" },
};

static const struct ad_field location[] = {
	{ .name = "code", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_OWN_NUMBERS, .min = 2,
	  .max = 20, .doc = "ISO 3166 country, or the platform's geo id.",
	  .example = "\"DE\"" },
	{ .name = "excluded", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True excludes the place.", .example = "false" },
};

static const struct ad_field hours[] = {
	{ .name = "day", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = ad_hours_days, .doc = "The day.", .example = "\"MONDAY\"" },
	{ .name = "from", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 5, .max = 5,
	  .doc = "The first minute: HH:MM at a quarter of an hour.", .example = "\"09:00\"" },
	{ .name = "to", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 5, .max = 5,
	  .doc = "The end, likewise; 24:00 is the end of the day.", .example = "\"17:00\"" },
};

static const struct ad_field fields[] = {
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_FILTER | AD_WALKED | AD_NAME,
	  .min = 1, .max = 128, .doc = "The name; unique on Google and Microsoft.",
	  .example = "\"Bakery: search\"" },
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER |
		   AD_WALKED | AD_OPEN,
	  .options = types, .doc = "The campaign type.", .example = "\"SEARCH\"" },
	{ .name = "budget", .type = AD_T_MONEY, .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT,
	  .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Daily budget, in major units of the Space's currency.", .example = "20" },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL | AD_IMMUTABLE | AD_FILTER | AD_WALKED, .options = ad_platforms,
	  .doc = "The platform. Default: meta for SOCIAL, otherwise google.",
	  .example = "\"google\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "The desired status. A push sends ENABLED only with activate.",
	  .example = "\"PAUSED\"" },
	{ .name = "objective", .type = AD_T_ENUM, .flags = AD_SENT | AD_OPEN,
	  .options = objectives, .doc = "The objective (SOCIAL).",
	  .example = "\"TRAFFIC\"" },
	{ .name = "startDate", .type = AD_T_DATE, .flags = AD_SENT,
	  .doc = "First day, in the ad account's time zone.", .example = "\"2027-01-01\"" },
	{ .name = "endDate", .type = AD_T_DATE, .flags = AD_SENT | AD_UNFILLED,
	  .doc = "Last day, in the ad account's time zone; null: no end.",
	  .example = "\"2027-03-31\"" },
	{ .name = "bidding", .type = AD_T_OBJECT, .flags = AD_SENT, .members = bidding,
	  .member_count = AD_LEN(bidding), .doc = "Bidding settings.",
	  .example = "{\"strategy\":\"MAXIMIZE_CLICKS\",\"maxCpc\":2}" },
	{ .name = "locations", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 200,
	  .item = AD_T_OBJECT, .members = location, .member_count = AD_LEN(location),
	  .initial = "[]",
	  .doc = "Target countries (ISO 3166) or geo ids; empty means everywhere.",
	  .example = "[{\"code\":\"DE\",\"excluded\":false}]" },
	{ .name = "languages", .type = AD_T_LIST,
	  .flags = AD_NOT_NULL | AD_SENT | AD_OWN_NUMBERS, .max = 50,
	  .item = AD_T_TEXT, .item_max = 35, .initial = "[]",
	  .doc = "Audience languages (BCP 47); empty means all.",
	  .example = "[\"de\"]" },
	{ .name = "adSchedule", .type = AD_T_LIST, .flags = AD_SENT | AD_UNFILLED, .max = 168,
	  .item = AD_T_OBJECT, .members = hours, .member_count = AD_LEN(hours),
	  .doc = "Hours in which ads may show, in the ad account's time zone; null or empty means "
		 "always.",
	  .example = "[{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"17:00\"}]" },
	{ .name = "businessId", .type = AD_T_REF, .ref = AD_R_BUSINESS,
	  .doc = "The advertised business." },
	{ .name = "trackingTemplate", .type = AD_T_TEXT, .flags = AD_SENT | AD_UNFILLED, .min = 1,
	  .max = 2048,
	  .doc = "Tracking URL template.", .example = "\"{lpurl}?src=search\"" },
	{ .name = "finalUrlSuffix", .type = AD_T_TEXT, .flags = AD_SENT | AD_UNFILLED, .min = 1,
	  .max = 2048,
	  .doc = "Parameters appended to every final URL.",
	  .example = "\"utm_source=google&utm_medium=cpc\"" },
	{ .name = "labels", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 80, .initial = "[]",
	  .doc = "Labels for the Space's own use; never sent to a platform.",
	  .example = "[\"autumn\"]" },
	{ .name = "platformOptions", .type = AD_T_OPTIONS, .flags = AD_SENT,
	  .doc = "Platform-specific options." },
	{ .name = "budgetLevel", .type = AD_T_ENUM, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = budget_levels, .initial = "\"CAMPAIGN\"",
	  .doc = "The level of the platform's budget.", .example = "\"CAMPAIGN\"" },
	{ .name = "budgetPeriod", .type = AD_T_ENUM, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = ad_budget_periods, .initial = "\"DAILY\"",
	  .doc = "The period of the budget.", .example = "\"DAILY\"" },
	{ .name = "targetingLost", .type = AD_T_BOOL, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .initial = "false",
	  .doc = "True if a copy from another platform lost part of the locations. The campaign "
		 "cannot be ENABLED until locations is set.",
	  .example = "false" },
	{ .name = "languagesLost", .type = AD_T_BOOL, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .initial = "false",
	  .doc = "True if a copy from another platform lost part of the languages. The campaign "
		 "cannot be ENABLED until languages is set.",
	  .example = "false" },
};

static const struct ad_field copy_input[] = {
	{ .name = "platform", .type = AD_T_ENUM, .options = ad_platforms,
	  .doc = "The platform of the copy. Default: the campaign's platform.",
	  .example = "\"microsoft\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NAME, .min = 1, .max = 128,
	  .doc = "The name of the copy. Default: the campaign's name, with the suffix (copy) on "
		 "the same platform.",
	  .example = "\"Bakery: search on Bing\"" },
};
static const struct ad_shape copy_shape = { "CampaignCopyInput",
					    "The platform and name of a campaign's copy.",
					    copy_input, AD_LEN(copy_input) };

static const struct ad_field copy_line[] = {
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The resource.",
	  .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The id of the source object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "path", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The field of the source object.",
	  .example = "\"platformOptions.networks\"" },
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The fault code.", .example = "\"UNKNOWN_FIELD\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Description of the reason." },
};
static const struct ad_field copied[] = {
	{ .name = "adGroups", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of copied objects.",
	  .example = "3" },
	{ .name = "ads", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of copied objects.",
	  .example = "3" },
	{ .name = "keywords", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of copied objects.",
	  .example = "24" },
};
static const struct ad_field copy_output[] = {
	{ .name = "campaign", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "The new campaign, as in GET; its id is null for a validation only.",
	  .example = "{\"id\":\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2C4\",\"name\":\"Bakery\"}" },
	{ .name = "copied", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = copied,
	  .member_count = AD_LEN(copied), .doc = "Number of copied objects below the campaign." },
	{ .name = "report", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = copy_line, .member_count = AD_LEN(copy_line),
	  .doc = "Fields that could not be copied; at most 1,000 entries." },
	{ .name = "notCarried", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Total number of fields that could not be copied.", .example = "1" },
};
static const struct ad_shape copied_shape = { "CampaignCopy",
					      "A copied campaign, with the fields that could not "
					      "be copied.",
					      copy_output, AD_LEN(copy_output) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listCampaigns", .method = "GET", .path = "",
	  .scopes = AD_CAMPAIGNS_READ, .success = 200, .summary = "List campaigns",
	  .doc = "Lists the Space's campaigns, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createCampaign", .method = "POST", .path = "",
	  .scopes = AD_CAMPAIGNS_WRITE, .success = 201, .summary = "Draft a campaign",
	  .doc = "Creates a staged campaign. A push makes it live." },
	{ .verb = AD_V_GET, .operation_id = "getCampaign", .method = "GET", .path = "/:id",
	  .scopes = AD_CAMPAIGNS_READ, .success = 200, .summary = "Get a campaign",
	  .doc = "Returns one campaign by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateCampaign", .method = "PATCH",
	  .path = "/:id", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Change a campaign's draft",
	  .doc = "Applies a JSON merge patch (RFC 7396) to the draft. A push makes the change "
		 "live." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteCampaign", .method = "DELETE",
	  .path = "/:id", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Delete a campaign",
	  .doc = "Deletes an unpushed draft immediately; stages the removal of a pushed "
		 "campaign and the objects below it." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreCampaign", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Cancel a staged removal",
	  .doc = "Cancels a staged removal." },
	{ .verb = AD_V_COPY, .operation_id = "copyCampaign", .method = "POST",
	  .path = "/:id/copy", .scopes = AD_CAMPAIGNS_READ | AD_CAMPAIGNS_WRITE,
	  .input = &copy_shape, .output = &copied_shape, .success = 201,
	  .summary = "Copy a campaign",
	  .doc = "Creates paused drafts of the campaign and the objects below it, on the same "
		 "or another platform. Fields that the target platform does not support are "
		 "omitted and reported. Also requires the read and write scopes of ads and "
		 "keywords, if the campaign has any. At most 5,000 objects." },
	AD_BATCH_ACTION("batchCampaigns", AD_CAMPAIGNS_WRITE),
	AD_BULK_ACTION("bulkCampaigns", AD_CAMPAIGNS_WRITE),
};

const struct ad_resource ad_resource_campaign = {
	.id = AD_R_CAMPAIGN,
	.name = "campaign",
	.path = "/campaigns",
	.table = "campaigns",
	.prefix = "cmp",
	.read_scope = AD_CAMPAIGNS_READ,
	.write_scope = AD_CAMPAIGNS_WRITE,
	.staged = true,
	.shape = { "Campaign", "The draft of a campaign.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
