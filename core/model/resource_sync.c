/* A sync run: the row, its actions and shapes. */
#include "model/resource_rows.h"
#include "model/scope.h"
#include "model/traits.h"
#include "model/vocabulary.h"

static const char *const modes[] = { "PUSH", "PULL", NULL };
static const char *const statuses[] = { "QUEUED",    "AWAITING_APPROVAL", "RUNNING",   "SUCCEEDED",
					"PARTIAL",   "FAILED",		  "CANCELLED", NULL };
static const char *const sources[] = { "APP", "API", "MCP", "PULL", "IMPORT", NULL };
static const char *const ops[] = { "CREATE", "UPDATE", "REMOVE", "UPLOAD", NULL };
static const char *const op_statuses[] = { "PENDING", "SENT",	 "SUCCEEDED", "FAILED",
					   "SKIPPED", "UNKNOWN", NULL };
static const char *const includes[] = { "CAMPAIGNS", "CONVERSIONS", NULL };

static const struct ad_field error[] = {
	{ .name = "platformCode", .type = AD_T_TEXT, .doc = "The platform's error code." },
	{ .name = "code", .type = AD_T_TEXT,
	  .doc = "The adcore error code.", .example = "\"DUPLICATE_NAME\"" },
	{ .name = "message", .type = AD_T_TEXT, .doc = "Description of the error." },
	{ .name = "retryable", .type = AD_T_BOOL, .doc = "True if a retry may succeed." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_SOMETIMES,
	  .doc = "DEPENDS_ON: the failed operation (operation, its index in the run), its "
		 "resource and id; the id is null if you may not read that resource. notShown: "
		 "true if the platform answered without the object and without its removal." },
};

static const struct ad_field change[] = {
	{ .name = "field", .type = AD_T_TEXT, .doc = "The field.", .example = "\"budget\"" },
	{ .name = "from", .type = AD_T_ANY, .doc = "The last synced value; null for a create." },
	{ .name = "to", .type = AD_T_ANY, .doc = "The new value; null for a removal." },
	{ .name = "inherited", .type = AD_T_BOOL, .flags = AD_SOMETIMES,
	  .doc = "True if the value is the campaign's and is sent in the request that creates "
		 "the ad group." },
	{ .name = "unknown", .type = AD_T_BOOL, .flags = AD_SOMETIMES,
	  .doc = "True if the value on the platform is unknown: a push was interrupted, or the "
		 "amount is too large to be read." },
};

static const struct ad_field planned[] = {
	{ .name = "index", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Index in the whole plan, from 0; dependsOn refers to it." },
	{ .name = "op", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ops,
	  .doc = "The operation.", .example = "\"CREATE\"" },
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The resource of the object.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's id; absent if you may not read the object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's name, or a keyword's text." },
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's campaign; for a campaign, its own id." },
	{ .name = "adGroupId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's ad group; for an ad group, its own id; null at the campaign "
		 "level." },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_SOMETIMES,
	  .options = ad_platforms, .doc = "The platform.", .example = "\"google\"" },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's id on the platform; null before its creation." },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_SOMETIMES,
	  .item = AD_T_OBJECT, .members = change,
	  .member_count = AD_LEN(change), .doc = "The changed fields." },
	{ .name = "dailyBudgetDelta", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "Change of the daily budgets, in the Space's currency.", .example = "20" },
	{ .name = "dependsOn", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_INT,
	  .doc = "Indexes of the operations that must succeed before this operation is sent." },
};

static const struct ad_field held_back[] = {
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The resource.",
	  .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
};

static const struct ad_field campaign_sum[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The campaign's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The name." },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "creates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of creates." },
	{ .name = "updates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of updates." },
	{ .name = "removes", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of removals." },
	{ .name = "dailyBudgetBefore", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The campaign's daily budget now, including ad group budgets and raises "
		 "pending in other runs." },
	{ .name = "dailyBudgetAfter", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The same value after the push." },
};

static const struct ad_field totals[] = {
	{ .name = "operations", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Total number of operations." },
	{ .name = "creates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of creates." },
	{ .name = "updates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of updates." },
	{ .name = "removes", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Number of removals." },
	{ .name = "heldBack", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of enables held back, including those not listed." },
	{ .name = "warnings", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of warnings, including those not listed." },
	{ .name = "violations", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of violations, including those not listed." },
	{ .name = "dailyBudgetBefore", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "Sum of the daily budgets of all pushed campaigns now, including raises "
		 "pending in other runs." },
	{ .name = "dailyBudgetAfter", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The same value after the push." },
	{ .name = "activeDailyBudgetBefore", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "dailyBudgetBefore of enabled campaigns only." },
	{ .name = "activeDailyBudgetAfter", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The same value after the push." },
	{ .name = "monthlyDelta", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "30.4 times the change of the daily budgets." },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The Space's currency.", .example = "\"USD\"" },
};

static const struct ad_field violation[] = {
	{ .name = "rule", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The rule.",
	  .example = "\"maxCampaignDailyBudget\"" },
	{ .name = "limit", .type = AD_T_ANY, .doc = "The allowed value." },
	{ .name = "actual", .type = AD_T_ANY, .doc = "The value that violates the guardrail." },
	{ .name = "id", .type = AD_T_TEXT, .doc = "The object's id; null for the whole plan." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "Description of the violation." },
};

static const struct ad_field warning[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The warning code.",
	  .example = "\"UNSETTLED\"" },
	{ .name = "resource", .type = AD_T_TEXT, .doc = "The resource of the object." },
	{ .name = "id", .type = AD_T_TEXT, .doc = "The object's id." },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The field that the platform's adapter would reject." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "A description." },
};

static const struct ad_field plan[] = {
	{ .name = "operations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = planned, .member_count = AD_LEN(planned),
	  .doc = "A page of the operations in sending order; meta.nextCursor is the cursor of "
		 "the next page, meta.total the number of operations that match the filters. "
		 "All other fields describe the whole plan." },
	{ .name = "heldBack", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = held_back, .member_count = AD_LEN(held_back),
	  .doc = "Enables that only a push with activate sends: the first 1,000. "
		 "totals.heldBack counts all." },
	{ .name = "totals", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = totals,
	  .member_count = AD_LEN(totals), .doc = "Figures of the plan." },
	{ .name = "violations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = violation, .member_count = AD_LEN(violation),
	  .doc = "Violations that reject a push: the first 1,000, and one of each rule." },
	{ .name = "warnings", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = warning, .member_count = AD_LEN(warning),
	  .doc = "The first 1,000 warnings. totals.warnings counts all." },
	{ .name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "True if the push would enable objects." },
	{ .name = "campaigns", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = campaign_sum, .member_count = AD_LEN(campaign_sum),
	  .doc = "Figures per campaign; campaigns without operations are omitted." },
	{ .name = "planHash", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Hash of exactly this plan, for the push." },
	{ .name = "expiresAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time until which a push may use the plan." },
};
static const struct ad_shape plan_shape = { "SyncPlan", "The plan of a push.", plan,
					    AD_LEN(plan) };

#define FILTER_FIELDS                                                                              \
	{ .name = "platforms", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,                    \
	  .options = ad_platforms, .doc = "Limit to these platforms. Default: all.",               \
	  .example = "[\"google\"]" },                                                            \
	{ .name = "campaignIds", .type = AD_T_LIST, .min = 1, .max = 200, .item = AD_T_TEXT,      \
	  .item_max = 40, .doc = "Limit to these campaigns and the objects below them.",           \
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },                                    \
	{ .name = "adGroupIds", .type = AD_T_LIST, .min = 1, .max = 200, .item = AD_T_TEXT,       \
	  .item_max = 40,                                                                         \
	  .doc = "For pushes: limit to these ad groups and the objects below them, with the "      \
		 "campaign and its own objects (negative keywords, attachments) if the "           \
		 "campaign is not on the platform yet. With campaignIds: the campaigns' own "      \
		 "changes, and of their ad groups only these. A campaign's removal must be "       \
		 "pushed without adGroupIds.",                                                     \
	  .example = "[\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },                                    \
	{ .name = "include", .type = AD_T_LIST, .max = 2, .item = AD_T_ENUM, .options = includes, \
	  .doc = "The kinds of objects. Default: all.", .example = "[\"CAMPAIGNS\"]" },       \
	{ .name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",        \
	  .doc = "True also sends desired enables; otherwise nothing is set live.",                \
	  .example = "false" }

#define PAGE_FIELDS                                                                                \
	{ .name = "limit", .type = AD_T_INT, .min = 1, .max = 1000,                               \
	  .doc = "Operations per page. Default: 1000; fewer if they are long.",               \
	  .example = "200" },                                                                     \
	{ .name = "cursor", .type = AD_T_TEXT, .max = 512,                                        \
	  .doc = "meta.nextCursor of the previous page." },                                    \
	{ .name = "campaignId", .type = AD_T_LIST, .max = 50, .item = AD_T_TEXT, .item_max = 40,  \
	  .doc = "Return only operations in these campaigns.",                                     \
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },                                    \
	{ .name = "platform", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,                     \
	  .options = ad_platforms, .doc = "Return only operations on these platforms.",            \
	  .example = "[\"google\"]" },                                                            \
	{ .name = "op", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM, .options = ops,           \
	  .doc = "Return only these operations.", .example = "[\"CREATE\"]" },                     \
	{ .name = "resource", .type = AD_T_LIST, .max = 7, .item = AD_T_ENUM,                     \
	  .options = op_resources, .doc = "Return only operations on these resources.",            \
	  .example = "[\"campaign\"]" }

static const char *const op_resources[] = { "campaign", "adGroup",    "ad",	 "keyword", "asset",
					    "assetLink", "conversion", NULL };
static const struct ad_field page_query[] = { PAGE_FIELDS };
static const struct ad_shape page_shape = { "SyncPlanPage", "Filters of a plan's operations.",
					    page_query, AD_LEN(page_query) };

static const struct ad_field preview_input[] = { FILTER_FIELDS };
static const struct ad_field preview_query[] = { FILTER_FIELDS, PAGE_FIELDS };
static const struct ad_shape preview_query_shape = { "SyncPreviewQuery",
						     "The selection to preview, and filters of "
						     "its operations.",
						     preview_query, AD_LEN(preview_query) };
static const struct ad_shape preview_shape = { "SyncPreview", "The selection to preview.",
					       preview_input, AD_LEN(preview_input) };

static const struct ad_field create_input[] = {
	{ .name = "mode", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = modes,
	  .initial = "\"PUSH\"",
	  .doc = "PUSH sends drafts to the platforms. PULL imports the live state.",
	  .example = "\"PUSH\"" },
	FILTER_FIELDS,
	{ .name = "planHash", .type = AD_T_TEXT, .min = 64, .max = 64,
	  .doc = "planHash of the preview; the push is rejected if the plan has changed.",
	  .example = "\"3b1f8c5d9e2a4f607182930a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e\"" },
};
static const struct ad_shape create_shape = { "SyncRunCreate", "The selection of a push or pull.",
					      create_input, AD_LEN(create_input) };

static const struct ad_field progress[] = {
	{ .name = "done", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of finished operations; for a PULL, of finished stages.", .example = "3" },
	{ .name = "total", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Total number of operations.", .example = "10" },
};

static const struct ad_field piece[] = {
	{ .name = "kind", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The platform's term.",
	  .example = "\"campaignBudget\"" },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The object's id on the platform." },
};

static const char *const step_statuses[] = { "SENT", "SUCCEEDED", "FAILED", "UNKNOWN", NULL };
static const struct ad_field step[] = {
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = step_statuses,
	  .doc = "The status." },
	{ .name = "pieces", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = piece, .member_count = AD_LEN(piece),
	  .doc = "Objects that the request created or changed on the platform." },
};

static const struct ad_field run_error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "PLAN_CHANGED, GUARDRAIL_VIOLATION, CONNECTION_REQUIRED, CONNECTION_EXPIRED, "
		 "DECLARATION_REQUIRED, PUSHES_BLOCKED or CREDENTIAL_REVOKED.",
	  .example = "\"PLAN_CHANGED\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "A description." },
};

static const struct ad_field counts[] = {
	{ .name = "pending", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Not sent yet." },
	{ .name = "sent", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "In progress." },
	{ .name = "succeeded", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Succeeded." },
	{ .name = "failed", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Rejected." },
	{ .name = "skipped", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Never sent." },
	{ .name = "unknown", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Result unknown." },
};

static const struct ad_field operation[] = {
	{ .name = "index", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Index in the whole run, from 0; dependsOn refers to it." },
	{ .name = "op", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ops,
	  .doc = "The operation." },
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The resource of the object." },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES, .doc = "The object's id." },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's name or keyword's text at the time of the plan." },
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's campaign; for a campaign, its own id." },
	{ .name = "adGroupId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's ad group; for an ad group, its own id; null at the campaign "
		 "level." },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_SOMETIMES,
	  .options = ad_platforms, .doc = "The platform." },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's id on the platform; never null after success." },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_SOMETIMES,
	  .item = AD_T_OBJECT, .members = change,
	  .member_count = AD_LEN(change), .doc = "The changed fields." },
	{ .name = "dailyBudgetDelta", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "Change of the daily budgets." },
	{ .name = "dependsOn", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_INT,
	  .doc = "Indexes of the operations that must succeed before this operation is sent." },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = op_statuses,
	  .doc = "The status. UNKNOWN: the operation was sent and the platform cannot confirm "
		 "the result." },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES, .members = error,
	  .member_count = AD_LEN(error), .doc = "The error of a failed operation." },
	{ .name = "steps", .type = AD_T_LIST, .flags = AD_SOMETIMES, .item = AD_T_OBJECT,
	  .members = step, .member_count = AD_LEN(step),
	  .doc = "The requests of the operation, each recorded before sending." },
};

static const struct ad_field run_wait[] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform that receives no requests." },
	{ .name = "until", .type = AD_T_TIME,
	  .doc = "Time before which nothing is sent; null if unknown.",
	  .example = "\"2026-11-21T09:45:00.000Z\"" },
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "RATE_LIMITED: the platform requested the wait. QUOTA_LOW: the platform's quota "
		 "is nearly exhausted. PLATFORM_UNAVAILABLE: the platform failed too often in a "
		 "row. ACCOUNT_BUSY: the run waits for its turn on the ad account.",
	  .example = "\"RATE_LIMITED\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The platform's message, or the reason." },
};

static const char *const stop_states[] = { "WAITING",     "STOPPING", "SETTLING", "STOPPED",
					   "NOT_STOPPED", "IN_DOUBT", NULL };
static const struct ad_field run_stop[] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform." },
	{ .name = "accountId", .type = AD_T_TEXT, .doc = "The ad account's id on the platform.",
	  .example = "\"1234567890\"" },
	{ .name = "state", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = stop_states,
	  .doc = "WAITING: another run has a request in flight. SETTLING: all campaigns are "
		 "paused, and earlier requests may still take effect; one more check follows. "
		 "IN_DOUBT: the platform could not confirm the result. NOT_STOPPED: an operation "
		 "failed; see the operations.", .example = "\"STOPPED\"" },
	{ .name = "stopped", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of campaigns that are confirmed to be off." },
	{ .name = "inDoubt", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of campaigns with an unknown state." },
	{ .name = "failed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of campaigns that could not be paused." },
	{ .name = "message", .type = AD_T_TEXT,
	  .doc = "The message for a campaign that is not confirmed to be off." },
};

static const char *const covers[] = { "FULL", "PARTIAL", "NONE", NULL };

static const struct ad_field reverted_by[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The revert's id.",
	  .example = "\"rev_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "at", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "Time of the revert.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "by", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account's id.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "source", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = sources,
	  .doc = "The originating front end, or PULL or IMPORT.", .example = "\"API\"" },
	{ .name = "coverage", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = covers,
	  .doc = "How much of the push the revert covers.", .example = "\"FULL\"" },
	{ .name = "planHash", .type = AD_T_TEXT, .doc = "The plan of the revert's drafts." },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The run's id.",
	  .example = "\"syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "mode", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_FILTER, .options = modes,
	  .doc = "The mode: push or pull.", .example = "\"PUSH\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_FILTER,
	  .options = statuses, .doc = "The status.", .example = "\"SUCCEEDED\"" },
	{ .name = "planHash", .type = AD_T_TEXT, .doc = "The run's plan." },
	{ .name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "True if the run enables objects.", .example = "false" },
	{ .name = "source", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = sources,
	  .doc = "The originating front end, or PULL or IMPORT.", .example = "\"API\"" },
	{ .name = "createdBy", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account's id.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "approvedBy", .type = AD_T_ID, .doc = "The account that approved the run." },
	{ .name = "retryOf", .type = AD_T_ID, .doc = "The run that this run retries." },
	{ .name = "revertedBy", .type = AD_T_OBJECT, .members = reverted_by,
	  .member_count = AD_LEN(reverted_by),
	  .doc = "The revert of this push; null if there is none." },
	{ .name = "progress", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = progress,
	  .member_count = AD_LEN(progress),
	  .doc = "Number of finished operations, and the total." },
	{ .name = "totals", .type = AD_T_OBJECT, .members = totals, .member_count = AD_LEN(totals),
	  .doc = "Figures of the previewed plan; null for pulls, kill switches, older runs." },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time of the request.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "startedAt", .type = AD_T_TIME, .doc = "Time of the first platform request." },
	{ .name = "finishedAt", .type = AD_T_TIME, .doc = "End time." },
	{ .name = "error", .type = AD_T_OBJECT, .members = run_error,
	  .member_count = AD_LEN(run_error),
	  .doc = "The reason why the run sent nothing, or nothing more. Plan, guardrails and kill "
		 "switch are checked again when it starts." },
	{ .name = "cancelReason", .type = AD_T_TEXT,
	  .doc = "The reason given with a cancel or a denial; null if none was given." },
	{ .name = "pulled", .type = AD_T_OBJECT, .members = ad_sync_pulled,
	  .member_count = AD_SYNC_PULLED_MEMBERS,
	  .doc = "Figures of a PULL so far; null for a PUSH." },
	{ .name = "waits", .type = AD_T_LIST, .item = AD_T_OBJECT, .members = run_wait,
	  .member_count = AD_LEN(run_wait),
	  .doc = "Ad accounts that the run is waiting for; null in lists." },
	{ .name = "stops", .type = AD_T_LIST, .item = AD_T_OBJECT, .members = run_stop,
	  .member_count = AD_LEN(run_stop),
	  .doc = "Kill switch: the state of each ad account; null for other runs and in lists." },
	{ .name = "comments", .type = AD_T_LIST, .item = AD_T_OBJECT,
	  .members = ad_sync_comment_fields, .member_count = AD_SYNC_COMMENT_MEMBERS,
	  .doc = "Comments of people on the run and its operations, newest first; null in "
		 "lists." },
	{ .name = "counts", .type = AD_T_OBJECT, .members = counts, .member_count = AD_LEN(counts),
	  .doc = "Number of operations per status; null in lists." },
	{ .name = "operations", .type = AD_T_LIST, .item = AD_T_OBJECT, .members = operation,
	  .member_count = AD_LEN(operation),
	  .doc = "A page of the operations in sending order. meta.nextCursor: the next page; "
		 "meta.total: the number that match the filters. Null in lists." },
};

static const struct ad_field wait_query[] = {
	{ .name = "wait", .type = AD_T_INT, .min = 0, .max = 60,
	  .doc = "Maximum time to wait for the end of the run before the response, in seconds.",
	  .example = "30" },
	PAGE_FIELDS,
	{ .name = "status", .type = AD_T_LIST, .max = 6, .item = AD_T_ENUM,
	  .options = op_statuses, .doc = "Return only operations with this status.",
	  .example = "[\"FAILED\"]" },
};
static const struct ad_shape wait_shape = { "SyncRunQuery",
					    "The time to wait, and filters of the operations.",
					    wait_query, AD_LEN(wait_query) };

static const struct ad_field inverse[] = {
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The resource of the object.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The object of the run's operation.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "op", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ops,
	  .doc = "The inverse operation.", .example = "\"UPDATE\"" },
	{ .name = "coverage", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = covers,
	  .doc = "How much of the operation is reverted.", .example = "\"FULL\"" },
	{ .name = "reason", .type = AD_T_TEXT,
	  .doc = "The reason why the operation is not fully reverted: EDITED_SINCE, REMOVED, "
		 "UNSETTLED, NOT_BY_CONNECTOR, NOT_REVERSIBLE (a conversion), HALF_DONE (the "
		 "platform may hold a part that no draft can revert), REPLACED (another draft "
		 "replaced the object: draftId), PARENT_FAILED, NOT_RECORDED (an older run: "
		 "what was removed with the object is not known), GUARDRAIL_VIOLATION, or the "
		 "fault code of the draft's validation; null if fully reverted. STOOD_BEFORE: "
		 "the push created nothing, because the object already existed on the platform. "
		 "It remains; its changed fields are reverted as far as coverage states." },
	{ .name = "draftId", .type = AD_T_TEXT,
	  .doc = "For a removal: the draft that replaces the object." },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = change, .member_count = AD_LEN(change),
	  .doc = "The drafted changes, per field." },
};

static const struct ad_field reverted[] = {
	{ .name = "id", .type = AD_T_TEXT, .doc = "The revert's id; null if nothing was drafted." },
	{ .name = "coverage", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = covers,
	  .doc = "How much of the push is reverted.", .example = "\"FULL\"" },
	{ .name = "operations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = inverse, .member_count = AD_LEN(inverse),
	  .doc = "One operation per object, in the order of the run. Attachments and objects "
		 "that were removed with an object are operations too. Lists up to 10,000 "
		 "operations: if there are more, first those that are not fully reverted, and "
		 "meta.total is the number of all." },
	{ .name = "totals", .type = AD_T_OBJECT, .members = totals, .member_count = AD_LEN(totals),
	  .doc = "Figures of the revert's plan; null if there is no planHash." },
	{ .name = "planHash", .type = AD_T_TEXT,
	  .doc = "Hash of the plan of these drafts only: POST /sync with it and no other filter "
		 "pushes exactly these drafts. Null if nothing was drafted, or if the plan is too "
		 "large or another large plan is being made: the drafts are then in the Space's "
		 "own plan." },
	{ .name = "expiresAt", .type = AD_T_TIME,
	  .doc = "Time until which the plan may be pushed." },
};
static const struct ad_shape reverted_shape = { "SyncRevert", "The inverse of a push.", reverted,
						AD_LEN(reverted) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listSyncRuns", .method = "GET", .path = "",
	  .scopes = AD_SYNC_READ, .success = 200, .summary = "List runs",
	  .doc = "Lists pushes and pulls, newest first, without their operations." },
	{ .verb = AD_V_CREATE, .operation_id = "createSyncRun", .method = "POST", .path = "",
	  .scopes = AD_SYNC_WRITE, .input = &create_shape, .success = 202,
	  .summary = "Push or pull", .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Starts a run: the only call that sends to ad platforms and can spend money. A "
		 "push also requires the write scope of every resource in its plan." },
	{ .verb = AD_V_PREVIEW, .operation_id = "previewSync", .method = "POST",
	  .path = "/preview", .scopes = AD_SYNC_READ, .input = &preview_shape, .query = &page_shape,
	  .output = &plan_shape, .success = 200, .summary = "Preview a push",
	  .doc = "Returns the plan of a push and its planHash. Sends nothing to a platform. All "
		 "pages refer to the same plan; if the plan has changed since the previous "
		 "page, the response is 409 PLAN_CHANGED." },
	{ .verb = AD_V_PREVIEW_GET, .operation_id = "getSyncPreview", .method = "GET",
	  .path = "/preview", .scopes = AD_SYNC_READ, .query = &preview_query_shape,
	  .output = &plan_shape, .success = 200, .summary = "Preview a push",
	  .traits = AD_CONFLICTS,
	  .doc = "Same as POST /sync/preview, with the input as query parameters." },
	{ .verb = AD_V_GET, .operation_id = "getSyncRun", .method = "GET", .path = "/:id",
	  .scopes = AD_SYNC_READ, .query = &wait_shape, .success = 200, .summary = "Get a run",
	  .doc = "Returns one run with a page of its operations. With ?wait=, the response is "
		 "sent when the run ends or after that many seconds." },
	{ .verb = AD_V_CANCEL, .operation_id = "cancelSyncRun", .method = "POST",
	  .path = "/:id/cancel", .scopes = AD_SYNC_WRITE, .success = 200,
	  .input = &ad_sync_cancel_shape,
	  .summary = "Cancel a run", .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Stops the run after the operation in flight. For a run that awaits approval, "
		 "the cancel is a denial. The run shows the reason." },
	{ .verb = AD_V_RETRY, .operation_id = "retrySyncRun", .method = "POST",
	  .path = "/:id/retry", .scopes = AD_SYNC_WRITE, .success = 202,
	  .summary = "Retry failed operations", .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Creates a run with the FAILED and SKIPPED operations of an ended run. The "
		 "platform is queried immediately for the UNKNOWN operations. If no other "
		 "operation can be sent, the response is the original run, which continues." },
	{ .verb = AD_V_APPROVE, .operation_id = "approveSyncRun", .method = "POST",
	  .path = "/:id/approve", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Approve a push", .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Approves a run that awaits approval, and starts it. OAuth grants are rejected." },
	{ .verb = AD_V_COMMENT, .operation_id = "commentSyncRun", .method = "POST",
	  .path = "/:id/comments", .scopes = AD_SYNC_WRITE, .input = &ad_sync_comment_shape,
	  .output = &ad_sync_commented_shape, .success = 201, .summary = "Comment on a run",
	  .traits = AD_CHECKS | AD_NEEDS_BODY,
	  .doc = "Adds a comment to a run or to one of its operations. Everyone who can read the "
		 "run reads the comment, including connected apps. A run has at most 200 "
		 "comments. OAuth grants are rejected." },
	{ .verb = AD_V_REVERT, .operation_id = "revertSyncRun", .method = "POST",
	  .path = "/:id/revert", .scopes = AD_SYNC_WRITE, .output = &reverted_shape,
	  .success = 201, .summary = "Revert a push", .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Drafts the inverse of a push as a separate plan, and sends nothing. Created "
		 "objects are staged for removal, removed objects are drafted again, and "
		 "changed fields are restored unless they were edited afterwards. Unsuccessful "
		 "operations that left changes on the platform are included. A run can be "
		 "reverted once: 409 with details.revertedBy while a draft of the first revert "
		 "exists or was pushed. A run of more than 1,000 operations is drafted in several "
		 "steps; if the server stops in between, the next revert of the run continues "
		 "it. Also requires the write scope of every resource of the "
		 "push." },
	{ .verb = AD_V_PAUSE_ALL, .operation_id = "pauseAllCampaigns", .method = "POST",
	  .path = "/pause-all", .scopes = AD_SYNC_WRITE, .success = 202,
	  .summary = "Pause all campaigns", .traits = AD_CHECKS,
	  .doc = "Activates the kill switch and returns its run. The run cancels active runs "
		 "and pauses every live campaign on the platforms and its draft, regardless of "
		 "drift, guardrails and approvals. Pushes are rejected (409 PUSHES_BLOCKED) "
		 "until an owner of the Space deactivates the kill switch in the application. A "
		 "repeated call returns the active run, or a new one." },
	{ .verb = AD_V_DRIFT, .operation_id = "listDrift", .method = "GET", .path = "/drift",
	  .scopes = AD_SYNC_READ, .query = &ad_sync_drift_query_shape,
	  .output = &ad_sync_drift_shape, .success = 200, .lists = true, .summary = "List drift",
	  .doc = "Lists the fields that changed on a platform and differ from the draft, and "
		 "objects that were removed on a platform. A pull detects drift, and so does a "
		 "push before it sends. Fields with an unknown value after an interrupted push "
		 "are listed with `incomplete`; removals that cannot be confirmed are listed "
		 "with `notShown`. Resources that you may not read are omitted." },
	{ .verb = AD_V_RESOLVE, .operation_id = "resolveDrift", .method = "POST",
	  .path = "/drift/resolve", .scopes = AD_SYNC_WRITE, .input = &ad_sync_resolve_shape,
	  .output = &ad_sync_resolved_shape, .success = 200, .summary = "Resolve drift",
	  .traits = AD_CHECKS | AD_NEEDS_BODY,
	  .doc = "Chooses the draft's or the platform's value of a field. Nothing is sent "
		 "before a push. Also requires the write scope of the object's resource." },
};

const struct ad_resource ad_resource_sync = {
	.id = AD_R_SYNC,
	.name = "sync",
	.path = "/sync",
	.prefix = "syn",
	.read_scope = AD_SYNC_READ,
	.write_scope = AD_SYNC_WRITE,
	.shape = { "SyncRun", "A push or a pull.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
