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
	{ .name = "impressions", .type = AD_T_INT, .doc = "How often it was shown.",              \
	  .example = "1200" },                                                                    \
	{ .name = "clicks", .type = AD_T_INT, .doc = "How often it was clicked.",                 \
	  .example = "48" },                                                                      \
	{ .name = "cost", .type = AD_T_MONEY, .doc = "In the Space's currency.",                  \
	  .example = "24.6" },                                                                    \
	{ .name = "conversions", .type = AD_T_NUMBER,                                             \
	  .doc = "Counted by the platform, also in fractions.", .example = "3.5" },               \
	{ .name = "conversionValue", .type = AD_T_MONEY, .doc = "In the Space's currency.",       \
	  .example = "140" },                                                                     \
	{ .name = "ctr", .type = AD_T_NUMBER, .doc = "Clicks by impressions.",                    \
	  .example = "0.04" },                                                                    \
	{ .name = "averageCpc", .type = AD_T_MONEY, .doc = "Cost by clicks.",                     \
	  .example = "0.5125" },                                                                  \
	{ .name = "costPerConversion", .type = AD_T_MONEY, .doc = "Cost by conversions.",         \
	  .example = "7.028571" },                                                                \
	{ .name = "roas", .type = AD_T_NUMBER, .doc = "Conversion value by cost.",                \
	  .example = "5.691057" }

static const struct ad_field fields[] = {
	{ .name = "date", .type = AD_T_DATE, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "First day of the row's day, week (from Monday) or month; there where grouped by "
		 "one.",
	  .example = "\"2026-11-20\"" },
	{ .name = "platform", .type = AD_T_ENUM, .options = ad_platforms,
	  .doc = "The platform; null where the row is of several.", .example = "\"google\"" },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_NOT_NULL | AD_SOMETIMES, .doc = "There from the level CAMPAIGN down.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "adGroupId", .type = AD_T_REF, .ref = AD_R_AD_GROUP, .flags = AD_SOMETIMES,
	  .doc = "There from the level AD_GROUP down; null of a keyword of the campaign.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "adId", .type = AD_T_REF, .ref = AD_R_AD, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "There on the level AD.", .example = "\"ad_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "keywordId", .type = AD_T_REF, .ref = AD_R_KEYWORD,
	  .flags = AD_NOT_NULL | AD_SOMETIMES, .doc = "There on the level KEYWORD.",
	  .example = "\"kw_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT,
	  .doc = "The object's name, a keyword's text; null at the level ACCOUNT.",
	  .example = "\"Bakery: search\"" },
	FIGURES,
};

static const struct ad_field totals[] = { FIGURES };

static const struct ad_field meta[] = {
	{ .name = "requestId", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Of this answer; name it when you ask for help.",
	  .example = "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "nextCursor", .type = AD_T_TEXT,
	  .doc = "For the next page; null on the last one." },
	{ .name = "total", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many rows there are in all.", .example = "1" },
	{ .name = "from", .type = AD_T_DATE, .flags = AD_NOT_NULL, .doc = "First day.",
	  .example = "\"2026-10-24\"" },
	{ .name = "to", .type = AD_T_DATE, .flags = AD_NOT_NULL, .doc = "Last day.",
	  .example = "\"2026-11-22\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The currency of all amounts.", .example = "\"USD\"" },
	{ .name = "totals", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = totals,
	  .member_count = AD_LEN(totals), .doc = "Of all rows, not of the page alone." },
	{ .name = "dataAsOf", .type = AD_T_TIME,
	  .doc = "No figure is older: the earliest of the platforms' latest data; null: nothing "
		 "was collected.",
	  .example = "\"2026-11-22T03:00:00.000Z\"" },
};
static const struct ad_shape meta_shape = { "PerformanceMeta", "What a report says of itself.",
					    meta, AD_LEN(meta) };

static const struct ad_field query[] = {
	{ .name = "from", .type = AD_T_DATE,
	  .doc = "First day, in the Space's time zone; 29 days before the last unless said. At "
		 "most 400 days.",
	  .example = "\"2026-10-24\"" },
	{ .name = "to", .type = AD_T_DATE, .doc = "Last day; today unless said.",
	  .example = "\"2026-11-22\"" },
	{ .name = "level", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = levels,
	  .initial = "\"CAMPAIGN\"", .doc = "Whose numbers: a row each.",
	  .example = "\"CAMPAIGN\"" },
	{ .name = "groupBy", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 2,
	  .item = AD_T_ENUM, .options = groups, .initial = "[]",
	  .doc = "Also a row a date, week or month (one of them), and at the level ACCOUNT a row "
		 "a platform.",
	  .example = "[\"date\"]" },
	{ .name = "campaignId", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 40, .initial = "[]",
	  .doc = "Only these campaigns and what is below them.",
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },
	{ .name = "platform", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms, .initial = "[]",
	  .doc = "Only these platforms.", .example = "[\"google\"]" },
	{ .name = "orderBy", .type = AD_T_ENUM, .options = orders,
	  .doc = "What to order by, from the lowest or with - from the highest; unknown figures "
		 "last. By date where grouped by one, else -cost.",
	  .example = "\"-cost\"" },
};
static const struct ad_shape query_shape = { "PerformanceQuery", "What to report.", query,
					     AD_LEN(query) };

static const struct ad_field reason[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The platform's name of the policy.", .example = "\"TRADEMARKS_IN_AD_TEXT\"" },
	{ .name = "message", .type = AD_T_TEXT, .doc = "What it found, as a sentence." },
	{ .name = "evidence", .type = AD_T_TEXT, .doc = "What it found it in.",
	  .example = "\"Buy now!!!\"" },
	{ .name = "policyUrl", .type = AD_T_TEXT, .doc = "Where the policy is explained." },
};

static const struct ad_field disapproval[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = kinds,
	  .doc = "What kind of object.", .example = "\"ad\"" },
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "Which object.",
	  .example = "\"ad_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN, .flags = AD_NOT_NULL,
	  .doc = "The campaign that it is in.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "reviewStatus", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The platform's word.", .example = "\"DISAPPROVED\"" },
	{ .name = "reasons", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = reason, .member_count = AD_LEN(reason),
	  .doc = "Why; empty where the platform did not say." },
	{ .name = "since", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "When it was first seen so.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};
static const struct ad_shape disapproval_shape = { "Disapproval",
						   "An object under a policy finding.",
						   disapproval, AD_LEN(disapproval) };

static const struct ad_field disapproval_query[] = {
	{ .name = "platform", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms, .initial = "[]",
	  .doc = "Only these platforms.", .example = "[\"google\"]" },
	{ .name = "campaignId", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 50,
	  .item = AD_T_TEXT, .item_max = 40, .initial = "[]",
	  .doc = "Only these campaigns and what is below them.",
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },
};
static const struct ad_shape disapproval_query_shape = { "DisapprovalQuery", "Which findings.",
							 disapproval_query,
							 AD_LEN(disapproval_query) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_PERFORMANCE, .operation_id = "getPerformance", .method = "GET",
	  .path = "/performance", .scopes = AD_REPORTS_READ, .query = &query_shape, .success = 200,
	  .lists = true, .meta = &meta_shape, .or_media = "text/csv",
	  .summary = "Report performance",
	  .doc = "Numbers by object, and by day, week or month, with totals. reports:read is "
		 "enough for the names in it. What was not collected, and a ratio over zero, is "
		 "null, never 0. Accept: text/csv answers up to 10,000 rows as CSV, a name that a "
		 "spreadsheet would take for a formula behind an apostrophe, and X-Next-Cursor "
		 "where there are more." },
	{ .verb = AD_V_DISAPPROVALS, .operation_id = "listDisapprovals", .method = "GET",
	  .path = "/disapprovals", .scopes = AD_REPORTS_READ, .query = &disapproval_query_shape,
	  .output = &disapproval_shape, .success = 200, .lists = true,
	  .summary = "List what reviews found",
	  .doc = "Objects under a policy finding, as the platforms last told, the newest object "
		 "first. reports:read is enough for the texts in it." },
};

const struct ad_resource ad_resource_report = {
	.id = AD_R_REPORT,
	.name = "report",
	.path = "/reports",
	.read_scope = AD_REPORTS_READ,
	.shape = { "PerformanceRow", "The numbers of an object, or of all, in a time.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
