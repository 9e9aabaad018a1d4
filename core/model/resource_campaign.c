/* The campaign's row. */
#include "model/batch.h"
#include "model/bulk_action.h"
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
	  .options = strategies, .doc = "How the platform bids.",
	  .example = "\"MAXIMIZE_CLICKS\"" },
	{ .name = "targetCpa", .type = AD_T_MONEY, .flags = AD_BID, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Wanted cost of a conversion.", .example = "8.5" },
	{ .name = "targetRoas", .type = AD_T_NUMBER, .min = 0, .max = 1000,
	  .doc = "Wanted value by cost; 1 is 100 %.", .example = "3.5" },
	{ .name = "maxCpc", .type = AD_T_MONEY, .flags = AD_BID, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Highest bid for a click.", .example = "2" },
};

static const struct ad_field location[] = {
	{ .name = "code", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_OWN_NUMBERS, .min = 2,
	  .max = 20, .doc = "ISO 3166 country, or the platform's geo id.",
	  .example = "\"DE\"" },
	{ .name = "excluded", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "Whether ads are kept from there.", .example = "false" },
};

static const struct ad_field fields[] = {
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_FILTER | AD_WALKED | AD_NAME,
	  .min = 1, .max = 128, .doc = "What people call it; unique on Google and Microsoft.",
	  .example = "\"Bakery: search\"" },
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER |
		   AD_WALKED | AD_OPEN,
	  .options = types, .doc = "What kind of campaign it is.", .example = "\"SEARCH\"" },
	{ .name = "budget", .type = AD_T_MONEY, .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT,
	  .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Per day, in major units of the Space's currency.", .example = "20" },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL | AD_IMMUTABLE | AD_FILTER | AD_WALKED, .options = ad_platforms,
	  .doc = "Where it runs; meta for SOCIAL, else google, unless said.",
	  .example = "\"google\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "What the user wants; nothing is live before an activating push.",
	  .example = "\"PAUSED\"" },
	{ .name = "objective", .type = AD_T_ENUM, .flags = AD_SENT | AD_OPEN,
	  .options = objectives, .doc = "What it is to achieve (SOCIAL).",
	  .example = "\"TRAFFIC\"" },
	{ .name = "startDate", .type = AD_T_DATE, .flags = AD_SENT,
	  .doc = "First day, in the ad account's time zone.", .example = "\"2027-01-01\"" },
	{ .name = "endDate", .type = AD_T_DATE, .flags = AD_SENT | AD_UNFILLED,
	  .doc = "Last day, in the ad account's time zone; null runs on.",
	  .example = "\"2027-03-31\"" },
	{ .name = "bidding", .type = AD_T_OBJECT, .flags = AD_SENT, .members = bidding,
	  .member_count = AD_LEN(bidding), .doc = "How to bid.",
	  .example = "{\"strategy\":\"MAXIMIZE_CLICKS\",\"maxCpc\":2}" },
	{ .name = "locations", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_SENT, .max = 200,
	  .item = AD_T_OBJECT, .members = location, .member_count = AD_LEN(location),
	  .initial = "[]",
	  .doc = "Where it shows: ISO 3166 countries or geo ids; none means everywhere.",
	  .example = "[{\"code\":\"DE\",\"excluded\":false}]" },
	{ .name = "languages", .type = AD_T_LIST,
	  .flags = AD_NOT_NULL | AD_SENT | AD_OWN_NUMBERS, .max = 50,
	  .item = AD_T_TEXT, .item_max = 35, .initial = "[]",
	  .doc = "Languages of the audience (BCP 47); none means all.", .example = "[\"de\"]" },
	{ .name = "businessId", .type = AD_T_REF, .ref = AD_R_BUSINESS,
	  .doc = "The business that it advertises." },
	{ .name = "trackingTemplate", .type = AD_T_TEXT, .flags = AD_SENT | AD_UNFILLED, .min = 1,
	  .max = 2048,
	  .doc = "Tracking URL template.", .example = "\"{lpurl}?src=search\"" },
	{ .name = "finalUrlSuffix", .type = AD_T_TEXT, .flags = AD_SENT | AD_UNFILLED, .min = 1,
	  .max = 2048,
	  .doc = "Parameters added to every final URL.",
	  .example = "\"utm_source=google&utm_medium=cpc\"" },
	{ .name = "labels", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 80, .initial = "[]", .doc = "Own labels; not sent.",
	  .example = "[\"autumn\"]" },
	{ .name = "platformOptions", .type = AD_T_OPTIONS, .flags = AD_SENT,
	  .doc = "Options that only its platform has." },
	{ .name = "budgetLevel", .type = AD_T_ENUM, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = budget_levels, .initial = "\"CAMPAIGN\"",
	  .doc = "Where the platform keeps the budget.", .example = "\"CAMPAIGN\"" },
	{ .name = "budgetPeriod", .type = AD_T_ENUM, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = ad_budget_periods, .initial = "\"DAILY\"",
	  .doc = "What the budget is spent over.", .example = "\"DAILY\"" },
	{ .name = "targetingLost", .type = AD_T_BOOL, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .initial = "false",
	  .doc = "True where the copy from another platform lost some of its locations: it cannot "
		 "be ENABLED before locations is set.",
	  .example = "false" },
	{ .name = "languagesLost", .type = AD_T_BOOL, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .initial = "false",
	  .doc = "True where the copy from another platform lost some of its languages: it cannot "
		 "be ENABLED before languages is set.",
	  .example = "false" },
};

static const struct ad_field copy_input[] = {
	{ .name = "platform", .type = AD_T_ENUM, .options = ad_platforms,
	  .doc = "Where the copy is to run; the campaign's own platform unless said.",
	  .example = "\"microsoft\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NAME, .min = 1, .max = 128,
	  .doc = "What to call it; unless said the campaign's name, on the same platform with "
		 "(copy) behind it.",
	  .example = "\"Bakery: search on Bing\"" },
};
static const struct ad_shape copy_shape = { "CampaignCopyInput", "How to copy a campaign.",
					    copy_input, AD_LEN(copy_input) };

static const struct ad_field copy_line[] = {
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Of what kind.",
	  .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Of which source.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "path", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Which field of it.",
	  .example = "\"platformOptions.networks\"" },
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Why, as a fault of the input.", .example = "\"UNKNOWN_FIELD\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Why, for people." },
};
static const struct ad_field copied[] = {
	{ .name = "adGroups", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many of them.",
	  .example = "3" },
	{ .name = "ads", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many of them.",
	  .example = "3" },
	{ .name = "keywords", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many of them.",
	  .example = "24" },
};
static const struct ad_field copy_output[] = {
	{ .name = "campaign", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "The new campaign, as GET answers it; its id is null when only validated.",
	  .example = "{\"id\":\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2C4\",\"name\":\"Bakery\"}" },
	{ .name = "copied", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = copied,
	  .member_count = AD_LEN(copied), .doc = "What was made below it." },
	{ .name = "report", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = copy_line, .member_count = AD_LEN(copy_line),
	  .doc = "What could not be carried, field by field; at most 1,000 lines." },
	{ .name = "notCarried", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many lines there are in all.", .example = "1" },
};
static const struct ad_shape copied_shape = { "CampaignCopy",
					      "A copied campaign, and what stayed behind.",
					      copy_output, AD_LEN(copy_output) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listCampaigns", .method = "GET", .path = "",
	  .scopes = AD_CAMPAIGNS_READ, .success = 200, .summary = "List campaigns",
	  .doc = "The Space's campaigns, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createCampaign", .method = "POST", .path = "",
	  .scopes = AD_CAMPAIGNS_WRITE, .success = 201, .summary = "Draft a campaign",
	  .doc = "Makes a staged campaign; nothing is live until a push." },
	{ .verb = AD_V_GET, .operation_id = "getCampaign", .method = "GET", .path = "/:id",
	  .scopes = AD_CAMPAIGNS_READ, .success = 200, .summary = "Get a campaign",
	  .doc = "One campaign by its id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateCampaign", .method = "PATCH",
	  .path = "/:id", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Change a campaign's draft",
	  .doc = "A JSON merge patch (RFC 7396) on the draft; nothing is live until a push." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteCampaign", .method = "DELETE",
	  .path = "/:id", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Delete a campaign",
	  .doc = "Deletes a draft at once; stages the removal of what was pushed, and of what is "
		 "below it." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreCampaign", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_CAMPAIGNS_WRITE, .success = 200,
	  .summary = "Undo a staged removal",
	  .doc = "Takes back a removal that was not pushed yet." },
	{ .verb = AD_V_COPY, .operation_id = "copyCampaign", .method = "POST",
	  .path = "/:id/copy", .scopes = AD_CAMPAIGNS_READ | AD_CAMPAIGNS_WRITE,
	  .input = &copy_shape, .output = &copied_shape, .success = 201,
	  .summary = "Copy a campaign",
	  .doc = "Drafts the campaign and what is below it anew, on the same platform or another "
		 "one, all paused; what that one does not take is left out and reported. It also "
		 "needs reading and writing of ads and keywords, where the campaign has them. At "
		 "most 5,000 objects." },
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
	.shape = { "Campaign", "A campaign, as drafted here.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
