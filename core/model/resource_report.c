/* Reports: numbers by object and time, and what reviews found. Read from local data alone. */
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const levels[] = { "ACCOUNT", "CAMPAIGN", "AD_GROUP", "AD", "KEYWORD", NULL };
static const char *const groups[] = { "date", "week", "month", "platform", NULL };
static const char *const orders[] = {
	"date",		"-date",	   "impressions",	 "-impressions",
	"clicks",	"-clicks",	   "cost",		 "-cost",
	"conversions",	"-conversions",	   "conversionValue",	 "-conversionValue",
	"ctr",		"-ctr",		   "averageCpc",	 "-averageCpc",
	"costPerConversion", "-costPerConversion", "roas", "-roas", NULL,
};
static const char *const kinds[] = { "campaign", "adGroup", "ad", "keyword", "asset", NULL };

#define FIGURES                                                                                    \
	{ .name = "impressions", .type = AD_T_INT, .doc = "Number of impressions.",              \
	  .example = "1200" },                                                                    \
	{ .name = "clicks", .type = AD_T_INT, .doc = "Number of clicks.",                 \
	  .example = "48" },                                                                      \
	{ .name = "cost", .type = AD_T_MONEY, .doc = "Cost, in the Space's currency.",             \
	  .example = "24.6" },                                                                    \
	{ .name = "conversions", .type = AD_T_NUMBER,                                             \
	  .doc = "Conversions as counted by the platform; may be fractional.",                     \
	  .example = "3.5" },                                                                      \
	{ .name = "conversionValue", .type = AD_T_MONEY, .doc = "Cost, in the Space's currency.",  \
	  .example = "140" },                                                                     \
	{ .name = "ctr", .type = AD_T_NUMBER, .doc = "Clicks divided by impressions.",             \
	  .example = "0.04" },                                                                    \
	{ .name = "averageCpc", .type = AD_T_MONEY, .doc = "Cost divided by clicks.",              \
	  .example = "0.5125" },                                                                  \
	{ .name = "costPerConversion", .type = AD_T_MONEY, .doc = "Cost divided by conversions.",  \
	  .example = "7.028571" },                                                                \
	{ .name = "roas", .type = AD_T_NUMBER, .doc = "Conversion value divided by cost.",         \
	  .example = "5.691057" }

static const struct ad_field fields[] = {
	{ .name = "date", .type = AD_T_DATE, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "First day of the row's day, week (starting Monday) or month; present if the "
		 "report is grouped by one of them.",
	  .example = "\"2026-11-20\"" },
	{ .name = "platform", .type = AD_T_ENUM, .options = ad_platforms,
	  .doc = "The platform; null for a row of several platforms.", .example = "\"google\"" },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_NOT_NULL | AD_SOMETIMES, .doc = "Present at the levels CAMPAIGN and below.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "adGroupId", .type = AD_T_REF, .ref = AD_R_AD_GROUP, .flags = AD_SOMETIMES,
	  .doc = "Present at the levels AD_GROUP and below; null for a keyword of a campaign.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "adId", .type = AD_T_REF, .ref = AD_R_AD, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "Present at the level AD.", .example = "\"ad_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "keywordId", .type = AD_T_REF, .ref = AD_R_KEYWORD,
	  .flags = AD_NOT_NULL | AD_SOMETIMES, .doc = "Present at the level KEYWORD.",
	  .example = "\"kw_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT,
	  .doc = "The object's name or the keyword's text; null at the level ACCOUNT.",
	  .example = "\"Bakery: search\"" },
	FIGURES,
};

static const struct ad_field totals[] = { FIGURES };

static const char *const gap_levels[] = { "CAMPAIGN", "AD_GROUP", "AD", "KEYWORD", NULL };

const struct ad_field ad_report_gap[AD_REPORT_GAP_MEMBERS] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"meta\"" },
	{ .name = "level", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = gap_levels,
	  .doc = "The level of the figures.", .example = "\"AD\"" },
	{ .name = "from", .type = AD_T_DATE, .flags = AD_NOT_NULL,
	  .doc = "First day without figures.", .example = "\"2026-10-24\"" },
	{ .name = "to", .type = AD_T_DATE, .flags = AD_NOT_NULL,
	  .doc = "Last day without figures.", .example = "\"2026-10-25\"" },
	{ .name = "reason", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "NOT_PULLED, NOT_CONNECTED, NOT_REPORTED, or the error code of the pull.",
	  .example = "\"RATE_LIMITED\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The reason in words.", .example = "\"Too many requests.\"" },
};

static const struct ad_field meta[] = {
	{ .name = "requestId", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The request id. Include it in support requests.",
	  .example = "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "nextCursor", .type = AD_T_TEXT,
	  .doc = "The cursor of the next page; null on the last page." },
	{ .name = "total", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Total number of rows.", .example = "1" },
	{ .name = "from", .type = AD_T_DATE, .flags = AD_NOT_NULL, .doc = "First day.",
	  .example = "\"2026-10-24\"" },
	{ .name = "to", .type = AD_T_DATE, .flags = AD_NOT_NULL, .doc = "Last day.",
	  .example = "\"2026-11-22\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The currency of all amounts.", .example = "\"USD\"" },
	{ .name = "totals", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = totals,
	  .member_count = AD_LEN(totals), .doc = "Totals of all rows, on all pages." },
	{ .name = "dataAsOf", .type = AD_T_TIME,
	  .doc = "The earliest of the platforms' latest data times; no figure is older. Null: no "
		 "data was collected.",
	  .example = "\"2026-11-22T03:00:00.000Z\"" },
	{ .name = "gaps", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = ad_report_gap, .member_count = AD_REPORT_GAP_MEMBERS,
	  .doc = "Days without figures. The totals do not include them." },
};
static const struct ad_shape meta_shape = { "PerformanceMeta", "Metadata of a report.",
					    meta, AD_LEN(meta) };

static const struct ad_field query[] = {
	{ .name = "from", .type = AD_T_DATE,
	  .doc = "First day, in the Space's time zone. Default: 29 days before `to`. At most 400 "
		 "days.",
	  .example = "\"2026-10-24\"" },
	{ .name = "to", .type = AD_T_DATE, .doc = "Last day. Default: today.",
	  .example = "\"2026-11-22\"" },
	{ .name = "level", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = levels,
	  .initial = "\"CAMPAIGN\"", .doc = "The level of the rows.",
	  .example = "\"CAMPAIGN\"" },
	{ .name = "groupBy", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 2,
	  .item = AD_T_ENUM, .options = groups, .initial = "[]",
	  .doc = "Adds a row per date, week or month (one of them), and at the level ACCOUNT a "
		 "row per platform.",
	  .example = "[\"date\"]" },
	{ .name = "campaignId", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 40, .initial = "[]",
	  .doc = "Limit to these campaigns and the objects below them.",
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },
	{ .name = "platform", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms, .initial = "[]",
	  .doc = "Limit to these platforms.", .example = "[\"google\"]" },
	{ .name = "orderBy", .type = AD_T_ENUM, .options = orders,
	  .doc = "Sort order: ascending, or descending with a leading -; unknown figures last. "
		 "Default: date if grouped by date, otherwise -cost.",
	  .example = "\"-cost\"" },
};
static const struct ad_shape query_shape = { "PerformanceQuery",
					     "Parameters of a performance report.",
query,
					     AD_LEN(query) };

static const struct ad_field reason[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The platform's name of the policy.", .example = "\"TRADEMARKS_IN_AD_TEXT\"" },
	{ .name = "message", .type = AD_T_TEXT, .doc = "Description of the finding." },
	{ .name = "evidence", .type = AD_T_TEXT, .doc = "The content that violates the policy.",
	  .example = "\"Buy now!!!\"" },
	{ .name = "policyUrl", .type = AD_T_TEXT, .doc = "URL of the policy." },
};

static const struct ad_field disapproval[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = kinds,
	  .doc = "The resource.", .example = "\"ad\"" },
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"ad_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN, .flags = AD_NOT_NULL,
	  .doc = "The object's campaign.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "reviewStatus", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The platform's term.", .example = "\"DISAPPROVED\"" },
	{ .name = "reasons", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = reason, .member_count = AD_LEN(reason),
	  .doc = "The platform's reasons; empty if it gave none." },
	{ .name = "since", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time of the first observation.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};
static const struct ad_shape disapproval_shape = { "Disapproval",
						   "An object with a policy finding.",
						   disapproval, AD_LEN(disapproval) };

static const struct ad_field disapproval_query[] = {
	{ .name = "platform", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms, .initial = "[]",
	  .doc = "Limit to these platforms.", .example = "[\"google\"]" },
	{ .name = "campaignId", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 40, .initial = "[]",
	  .doc = "Limit to these campaigns and the objects below them.",
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },
};
static const struct ad_shape disapproval_query_shape = { "DisapprovalQuery",
							 "Filters of policy findings.",
							 disapproval_query,
							 AD_LEN(disapproval_query) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_PERFORMANCE, .operation_id = "getPerformance", .method = "GET",
	  .path = "/performance", .scopes = AD_REPORTS_READ, .query = &query_shape, .success = 200,
	  .lists = true, .meta = &meta_shape, .or_media = "text/csv",
	  .summary = "Report performance",
	  .doc = "Returns figures per object and per day, week or month, with totals. "
		 "reports:read is sufficient for the names in the report. Figures that were not "
		 "collected, and ratios with a zero divisor, are null, never 0. With Accept: "
		 "text/csv the response is CSV with up to 10,000 rows; names that a spreadsheet "
		 "would parse as a formula start with an apostrophe. X-Next-Cursor is set if "
		 "more rows exist." },
	{ .verb = AD_V_DISAPPROVALS, .operation_id = "listDisapprovals", .method = "GET",
	  .path = "/disapprovals", .scopes = AD_REPORTS_READ, .query = &disapproval_query_shape,
	  .output = &disapproval_shape, .success = 200, .lists = true,
	  .summary = "List policy findings",
	  .doc = "Lists objects with a policy finding, as last reported by the platforms, "
		 "newest object first. reports:read is sufficient for the texts in the list." },
};

const struct ad_resource ad_resource_report = {
	.id = AD_R_REPORT,
	.name = "report",
	.path = "/reports",
	.read_scope = AD_REPORTS_READ,
	.shape = { "PerformanceRow", "Figures of one object, or of all, in a period.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
