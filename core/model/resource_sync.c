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
	{ .name = "platformCode", .type = AD_T_TEXT, .doc = "The platform's own code." },
	{ .name = "code", .type = AD_T_TEXT, .doc = "Our code.", .example = "\"DUPLICATE_NAME\"" },
	{ .name = "message", .type = AD_T_TEXT, .doc = "What went wrong." },
	{ .name = "retryable", .type = AD_T_BOOL, .doc = "Whether sending it again may help." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_SOMETIMES,
	  .doc = "Of DEPENDS_ON: the operation that failed (operation, its index in the run), its "
		 "resource and id; the id is null where you may not read that kind. notShown: true "
		 "where the platform answered, and neither showed the object nor said that it was "
		 "removed." },
};

static const struct ad_field change[] = {
	{ .name = "field", .type = AD_T_TEXT, .doc = "The field.", .example = "\"budget\"" },
	{ .name = "from", .type = AD_T_ANY, .doc = "As last synced; null for a create." },
	{ .name = "to", .type = AD_T_ANY, .doc = "As it will stand; null for a removal." },
	{ .name = "inherited", .type = AD_T_BOOL, .flags = AD_SOMETIMES,
	  .doc = "True where the value is the campaign's and the request that makes the ad group "
		 "carries it." },
	{ .name = "unknown", .type = AD_T_BOOL, .flags = AD_SOMETIMES,
	  .doc = "True where the value on the platform is unknown: a push stopped half-way, or the "
		 "amount is too large to be read." },
};

static const struct ad_field planned[] = {
	{ .name = "index", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Its place in the whole plan, from 0: what dependsOn names." },
	{ .name = "op", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ops,
	  .doc = "What is done.", .example = "\"CREATE\"" },
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "To what kind.",
	  .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "To which object; absent where you may not read it.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's name, or a keyword's text." },
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The campaign that the object is in, or is." },
	{ .name = "adGroupId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The ad group that the object is in, or is; null at campaign level." },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_SOMETIMES,
	  .options = ad_platforms, .doc = "Where.",
	  .example = "\"google\"" },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "Its id there; null before it is made." },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_SOMETIMES,
	  .item = AD_T_OBJECT, .members = change,
	  .member_count = AD_LEN(change), .doc = "Field by field." },
	{ .name = "dailyBudgetDelta", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "By how much the daily budgets change, in the Space's currency.",
	  .example = "20" },
	{ .name = "dependsOn", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_INT,
	  .doc = "Indexes of the operations that must have succeeded before this one is sent." },
};

static const struct ad_field held_back[] = {
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "What kind.",
	  .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Which object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
};

static const struct ad_field campaign_sum[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Which campaign.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Its name." },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "Where.", .example = "\"google\"" },
	{ .name = "creates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many creates." },
	{ .name = "updates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many updates." },
	{ .name = "removes", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many removals." },
	{ .name = "dailyBudgetBefore", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "What it may spend a day now, be it by its ad groups, with what other runs are "
		 "about to raise." },
	{ .name = "dailyBudgetAfter", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The same after the push." },
};

static const struct ad_field totals[] = {
	{ .name = "operations", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many operations in all." },
	{ .name = "creates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many creates." },
	{ .name = "updates", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many updates." },
	{ .name = "removes", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "How many removals." },
	{ .name = "heldBack", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many enables are held back, listed or not." },
	{ .name = "warnings", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many warnings there are, listed or not." },
	{ .name = "dailyBudgetBefore", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "Sum of the daily budgets of all pushed campaigns now, and of what other runs "
		 "are about to raise." },
	{ .name = "dailyBudgetAfter", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The same after the push." },
	{ .name = "activeDailyBudgetBefore", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "As dailyBudgetBefore, of enabled campaigns." },
	{ .name = "activeDailyBudgetAfter", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "The same after the push." },
	{ .name = "monthlyDelta", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "30.4 times the change of the daily budgets." },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The Space's currency.", .example = "\"USD\"" },
};

static const struct ad_field violation[] = {
	{ .name = "rule", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Which rule.",
	  .example = "\"maxCampaignDailyBudget\"" },
	{ .name = "limit", .type = AD_T_ANY, .doc = "What it allows." },
	{ .name = "actual", .type = AD_T_ANY, .doc = "What it would be." },
	{ .name = "id", .type = AD_T_TEXT, .doc = "Of which object; null: of the whole plan." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "The same as a sentence." },
};

static const struct ad_field warning[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "What kind.",
	  .example = "\"UNSETTLED\"" },
	{ .name = "resource", .type = AD_T_TEXT, .doc = "Of what." },
	{ .name = "id", .type = AD_T_TEXT, .doc = "Of which object." },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "For which of its fields the platform's adapter would refuse it." },
	{ .name = "message", .type = AD_T_TEXT, .doc = "A sentence." },
};

static const struct ad_field plan[] = {
	{ .name = "operations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = planned, .member_count = AD_LEN(planned),
	  .doc = "In the order of sending, a page of them: meta.nextCursor names the next one, "
		 "meta.total is how many the filters take. All else is of the whole plan." },
	{ .name = "heldBack", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = held_back, .member_count = AD_LEN(held_back),
	  .doc = "Wanted enables that only a push with activate carries: the first 1,000. "
		 "totals.heldBack counts all." },
	{ .name = "totals", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = totals,
	  .member_count = AD_LEN(totals), .doc = "The plan in numbers." },
	{ .name = "violations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = violation, .member_count = AD_LEN(violation),
	  .doc = "Why it would be refused." },
	{ .name = "warnings", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = warning, .member_count = AD_LEN(warning),
	  .doc = "What to know: the first 1,000. totals.warnings counts all." },
	{ .name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "Whether the push would set things live." },
	{ .name = "campaigns", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = campaign_sum, .member_count = AD_LEN(campaign_sum),
	  .doc = "What it does in each campaign; of campaigns without operations nothing." },
	{ .name = "planHash", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Names exactly this plan: give it to the push." },
	{ .name = "expiresAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Until when the push may carry it." },
};
static const struct ad_shape plan_shape = { "SyncPlan", "What a push would do.", plan,
					    AD_LEN(plan) };

#define FILTER_FIELDS                                                                              \
	{ .name = "platforms", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,                    \
	  .options = ad_platforms, .doc = "Only these platforms; all unless said.",               \
	  .example = "[\"google\"]" },                                                            \
	{ .name = "campaignIds", .type = AD_T_LIST, .min = 1, .max = 200, .item = AD_T_TEXT,      \
	  .item_max = 40, .doc = "Only these campaigns and what is below them.",                  \
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },                                    \
	{ .name = "adGroupIds", .type = AD_T_LIST, .min = 1, .max = 200, .item = AD_T_TEXT,       \
	  .item_max = 40,                                                                         \
	  .doc = "Of pushes: only these ad groups and what is below them, with the campaign and " \
		 "its own (negative keywords, attachments) where it is not there yet. Together "  \
		 "with campaignIds: of these campaigns their own, and of their ad groups only "   \
		 "these. A campaign's removal goes without adGroupIds.",                          \
	  .example = "[\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },                                    \
	{ .name = "include", .type = AD_T_LIST, .max = 2, .item = AD_T_ENUM, .options = includes, \
	  .doc = "Which kinds of things; all unless said.", .example = "[\"CAMPAIGNS\"]" },       \
	{ .name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",        \
	  .doc = "Whether wanted enables go too; without it nothing is set live.",                \
	  .example = "false" }

#define PAGE_FIELDS                                                                                \
	{ .name = "limit", .type = AD_T_INT, .min = 1, .max = 1000,                               \
	  .doc = "Operations a page, 1000 unless said; fewer where they are long.",               \
	  .example = "200" },                                                                     \
	{ .name = "cursor", .type = AD_T_TEXT, .max = 512,                                        \
	  .doc = "From meta.nextCursor of the page before." },                                    \
	{ .name = "campaignId", .type = AD_T_LIST, .max = 50, .item = AD_T_TEXT, .item_max = 40,  \
	  .doc = "Show only operations in these campaigns.",                                      \
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },                                    \
	{ .name = "platform", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,                     \
	  .options = ad_platforms, .doc = "Show only operations on these platforms.",             \
	  .example = "[\"google\"]" },                                                            \
	{ .name = "op", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM, .options = ops,           \
	  .doc = "Show only such operations.", .example = "[\"CREATE\"]" },                       \
	{ .name = "resource", .type = AD_T_LIST, .max = 7, .item = AD_T_ENUM,                     \
	  .options = op_resources, .doc = "Show only operations on these kinds.",                 \
	  .example = "[\"campaign\"]" }

static const char *const op_resources[] = { "campaign", "adGroup",    "ad",	 "keyword", "asset",
					    "assetLink", "conversion", NULL };
static const struct ad_field page_query[] = { PAGE_FIELDS };
static const struct ad_shape page_shape = { "SyncPlanPage", "Which operations of a plan to show.",
					    page_query, AD_LEN(page_query) };

static const struct ad_field preview_input[] = { FILTER_FIELDS };
static const struct ad_field preview_query[] = { FILTER_FIELDS, PAGE_FIELDS };
static const struct ad_shape preview_query_shape = { "SyncPreviewQuery",
						     "What to preview, and what to show of it.",
						     preview_query, AD_LEN(preview_query) };
static const struct ad_shape preview_shape = { "SyncPreview", "What to preview.",
					       preview_input, AD_LEN(preview_input) };

static const struct ad_field create_input[] = {
	{ .name = "mode", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = modes,
	  .initial = "\"PUSH\"", .doc = "PUSH carries drafts out, PULL brings the live state in.",
	  .example = "\"PUSH\"" },
	FILTER_FIELDS,
	{ .name = "planHash", .type = AD_T_TEXT, .min = 64, .max = 64,
	  .doc = "From the preview: the push is refused if the plan is another by now.",
	  .example = "\"3b1f8c5d9e2a4f607182930a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e\"" },
};
static const struct ad_shape create_shape = { "SyncRunCreate", "What to push or pull.",
					      create_input, AD_LEN(create_input) };

static const struct ad_field progress[] = {
	{ .name = "done", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Settled operations; of a PULL its stages.",
	  .example = "3" },
	{ .name = "total", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "All operations.",
	  .example = "10" },
};

static const struct ad_field piece[] = {
	{ .name = "kind", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The platform's word.",
	  .example = "\"campaignBudget\"" },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Its id there." },
};

static const char *const step_statuses[] = { "SENT", "SUCCEEDED", "FAILED", "UNKNOWN", NULL };
static const struct ad_field step[] = {
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = step_statuses,
	  .doc = "How far it is." },
	{ .name = "pieces", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = piece, .member_count = AD_LEN(piece),
	  .doc = "What it made or changed there." },
};

static const struct ad_field run_error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "PLAN_CHANGED, GUARDRAIL_VIOLATION, CONNECTION_REQUIRED, CONNECTION_EXPIRED, "
		 "DECLARATION_REQUIRED, PUSHES_BLOCKED or CREDENTIAL_REVOKED.",
	  .example = "\"PLAN_CHANGED\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "A sentence." },
};

static const struct ad_field counts[] = {
	{ .name = "pending", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Not sent yet." },
	{ .name = "sent", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Under way." },
	{ .name = "succeeded", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Done." },
	{ .name = "failed", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Refused there." },
	{ .name = "skipped", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Never sent." },
	{ .name = "unknown", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "In doubt." },
};

static const struct ad_field operation[] = {
	{ .name = "index", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Its place in the whole run, from 0: what dependsOn names." },
	{ .name = "op", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ops,
	  .doc = "What is done." },
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "To what kind." },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "To which object." },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's name, or a keyword's text, when the plan was made." },
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The campaign that the object is in, or is." },
	{ .name = "adGroupId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The ad group that the object is in, or is; null at campaign level." },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_SOMETIMES,
	  .options = ad_platforms, .doc = "Where." },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "Its id there; never null after success." },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_SOMETIMES,
	  .item = AD_T_OBJECT, .members = change,
	  .member_count = AD_LEN(change), .doc = "Field by field." },
	{ .name = "dailyBudgetDelta", .type = AD_T_NUMBER, .flags = AD_NOT_NULL | AD_AMOUNT,
	  .doc = "By how much the daily budgets change." },
	{ .name = "dependsOn", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_INT,
	  .doc = "Indexes of the operations that must have succeeded before this one is sent." },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = op_statuses,
	  .doc = "How far it is; UNKNOWN: sent, and the platform cannot tell." },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES, .members = error,
	  .member_count = AD_LEN(error),
	  .doc = "Why it did not succeed." },
	{ .name = "steps", .type = AD_T_LIST, .flags = AD_SOMETIMES, .item = AD_T_OBJECT,
	  .members = step, .member_count = AD_LEN(step),
	  .doc = "The requests that it took, each recorded before it was sent." },
};

static const struct ad_field run_wait[] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "Where nothing is sent." },
	{ .name = "until", .type = AD_T_TIME,
	  .doc = "Before when; null where nobody can tell.",
	  .example = "\"2026-11-21T09:45:00.000Z\"" },
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "RATE_LIMITED: the platform asked for it; QUOTA_LOW: its quota is nearly used up; "
		 "PLATFORM_UNAVAILABLE: it failed too often in a row; ACCOUNT_BUSY: it is not this "
		 "run's turn at the ad account.",
	  .example = "\"RATE_LIMITED\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "What the platform said, or the reason." },
};

static const char *const stop_states[] = { "WAITING",     "STOPPING", "SETTLING", "STOPPED",
					   "NOT_STOPPED", "IN_DOUBT", NULL };
static const struct ad_field run_stop[] = {
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "Where." },
	{ .name = "accountId", .type = AD_T_TEXT, .doc = "The ad account there.",
	  .example = "\"1234567890\"" },
	{ .name = "state", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = stop_states,
	  .doc = "WAITING: another run has a request under way there. SETTLING: all is paused, and "
		 "what was sent before may still land; it is looked at once more. IN_DOUBT: the "
		 "platform could not tell. NOT_STOPPED: something failed; see the operations.",
	  .example = "\"STOPPED\"" },
	{ .name = "stopped", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Campaigns that are known to be off." },
	{ .name = "inDoubt", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Campaigns of which nobody knows." },
	{ .name = "failed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Campaigns that could not be paused." },
	{ .name = "message", .type = AD_T_TEXT,
	  .doc = "What was said of one that is not known to be off." },
};

static const struct ad_field pull_warning[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "What kind: a guardrail's name, or why a platform was left.",
	  .example = "\"maxCampaignDailyBudget\"" },
	{ .name = "resource", .type = AD_T_TEXT, .doc = "Of what; null: of a platform." },
	{ .name = "id", .type = AD_T_TEXT,
	  .doc = "Of which object; null where you may not read that kind." },
	{ .name = "message", .type = AD_T_TEXT,
	  .doc = "A sentence; null where you may not read that kind." },
};

static const struct ad_field pulled[] = {
	{ .name = "created", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Objects that were none of ours: drafted, with source PULL.", .example = "12" },
	{ .name = "updated", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Ours, changed only there: the drafts took what stands there." },
	{ .name = "drifted", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Ours, changed here and there: see GET /sync/drift." },
	{ .name = "removed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Ours, removed there: see GET /sync/drift." },
	{ .name = "unchanged", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Ours, as they were last synced." },
	{ .name = "leftOut", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Left alone: an operation on them, or on what they belong to, is not settled, "
		 "what they belong to is to be removed, or the platform did not show them." },
	{ .name = "warned", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many warnings there are in all." },
	{ .name = "failed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Platforms that could not be pulled whole." },
	{ .name = "warnings", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = pull_warning, .member_count = AD_LEN(pull_warning),
	  .doc = "The first 100 of them: limits and guardrails never fail a pull." },
};

static const char *const covers[] = { "FULL", "PARTIAL", "NONE", NULL };

static const struct ad_field reverted_by[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The revert's id.",
	  .example = "\"rev_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "at", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "When it drafted.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "by", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "source", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = sources,
	  .doc = "The door that it came in by.", .example = "\"API\"" },
	{ .name = "coverage", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = covers,
	  .doc = "How much of the push it takes back.", .example = "\"FULL\"" },
	{ .name = "planHash", .type = AD_T_TEXT, .doc = "The plan of its drafts." },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The run's id.",
	  .example = "\"syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "mode", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_FILTER, .options = modes,
	  .doc = "Push or pull.", .example = "\"PUSH\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_FILTER,
	  .options = statuses, .doc = "How far it is.", .example = "\"SUCCEEDED\"" },
	{ .name = "planHash", .type = AD_T_TEXT, .doc = "The plan that it carries." },
	{ .name = "activate", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "Whether it sets things live.", .example = "false" },
	{ .name = "source", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = sources,
	  .doc = "The door that it came in by.", .example = "\"API\"" },
	{ .name = "createdBy", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "approvedBy", .type = AD_T_ID, .doc = "Who approved it." },
	{ .name = "retryOf", .type = AD_T_ID, .doc = "The run that it repeats." },
	{ .name = "revertedBy", .type = AD_T_OBJECT, .members = reverted_by,
	  .member_count = AD_LEN(reverted_by),
	  .doc = "The revert that drafted what takes this push back; null where there is none." },
	{ .name = "progress", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = progress,
	  .member_count = AD_LEN(progress), .doc = "Settled of all operations." },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "When it was asked for.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "startedAt", .type = AD_T_TIME, .doc = "When sending began." },
	{ .name = "finishedAt", .type = AD_T_TIME, .doc = "When it ended." },
	{ .name = "error", .type = AD_T_OBJECT, .members = run_error,
	  .member_count = AD_LEN(run_error),
	  .doc = "Why nothing of it was sent, or nothing more: plan, guardrails and kill "
		 "switch are checked once more when it starts." },
	{ .name = "cancelReason", .type = AD_T_TEXT,
	  .doc = "The reason given with a cancel or a denial; null where none was given." },
	{ .name = "pulled", .type = AD_T_OBJECT, .members = pulled,
	  .member_count = AD_LEN(pulled),
	  .doc = "What a PULL brought in so far; null for a PUSH." },
	{ .name = "waits", .type = AD_T_LIST, .item = AD_T_OBJECT, .members = run_wait,
	  .member_count = AD_LEN(run_wait),
	  .doc = "Ad accounts that it leaves alone for now; null in lists." },
	{ .name = "stops", .type = AD_T_LIST, .item = AD_T_OBJECT, .members = run_stop,
	  .member_count = AD_LEN(run_stop),
	  .doc = "Of the kill switch: how each ad account stands; null of other runs, and in "
		 "lists." },
	{ .name = "counts", .type = AD_T_OBJECT, .members = counts,
	  .member_count = AD_LEN(counts),
	  .doc = "How many of all its operations stand where; null in lists." },
	{ .name = "operations", .type = AD_T_LIST, .item = AD_T_OBJECT, .members = operation,
	  .member_count = AD_LEN(operation),
	  .doc = "In the order of sending, a page of them: meta.nextCursor names the next one, "
		 "meta.total is how many the filters take. Null in lists." },
};

static const struct ad_field cancel_input[] = {
	{ .name = "reason", .type = AD_T_TEXT, .max = 500,
	  .doc = "Why, for who asked for the run.", .example = "\"The budget is for December.\"" },
};
static const struct ad_shape cancel_shape = { "SyncCancel", "Why a run is cancelled.", cancel_input,
					      AD_LEN(cancel_input) };

static const struct ad_field wait_query[] = {
	{ .name = "wait", .type = AD_T_INT, .min = 0, .max = 60,
	  .doc = "Seconds to wait for the run to end before answering.", .example = "30" },
	PAGE_FIELDS,
	{ .name = "status", .type = AD_T_LIST, .max = 6, .item = AD_T_ENUM,
	  .options = op_statuses, .doc = "Show only operations that stand so.",
	  .example = "[\"FAILED\"]" },
};
static const struct ad_shape wait_shape = { "SyncRunQuery",
					    "How long to wait, and which operations to show.",
					    wait_query, AD_LEN(wait_query) };

static const struct ad_field inverse[] = {
	{ .name = "resource", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "To what kind.",
	  .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The object of the run's operation.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "op", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ops,
	  .doc = "What takes it back.", .example = "\"UPDATE\"" },
	{ .name = "coverage", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = covers,
	  .doc = "How much of it is taken back.", .example = "\"FULL\"" },
	{ .name = "reason", .type = AD_T_TEXT,
	  .doc = "Why not all: EDITED_SINCE, REMOVED, UNSETTLED, NOT_BY_CONNECTOR, "
		 "NOT_REVERSIBLE (a conversion), HALF_DONE (a part may stand on the platform that "
		 "no draft takes back), REPLACED (another draft took the object's place: draftId), "
		 "PARENT_FAILED, or the code of what a draft's rules refuse; null where all is. "
		 "STOOD_BEFORE: the push made nothing, because the object was on the platform "
		 "already. It stays there; the fields that the push changed go back as far as "
		 "coverage says." },
	{ .name = "draftId", .type = AD_T_TEXT,
	  .doc = "Of a removal: the draft that takes the object's place." },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = change, .member_count = AD_LEN(change),
	  .doc = "What was drafted, field by field." },
};

static const struct ad_field reverted[] = {
	{ .name = "id", .type = AD_T_TEXT,
	  .doc = "The revert's own id; null where nothing was drafted." },
	{ .name = "coverage", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = covers,
	  .doc = "How much of the push is taken back.", .example = "\"FULL\"" },
	{ .name = "operations", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = inverse, .member_count = AD_LEN(inverse),
	  .doc = "One an object, in the order of the run." },
	{ .name = "totals", .type = AD_T_OBJECT, .members = totals, .member_count = AD_LEN(totals),
	  .doc = "That plan in numbers; null where nothing was drafted." },
	{ .name = "planHash", .type = AD_T_TEXT,
	  .doc = "Names the plan of these drafts alone: POST /sync with it and no other filter "
		 "pushes exactly them. Null where nothing was drafted." },
	{ .name = "expiresAt", .type = AD_T_TIME, .doc = "Until when it may be pushed." },
};
static const struct ad_shape reverted_shape = { "SyncRevert", "What takes a push back.", reverted,
						AD_LEN(reverted) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listSyncRuns", .method = "GET", .path = "",
	  .scopes = AD_SYNC_READ, .success = 200, .summary = "List runs",
	  .doc = "Pushes and pulls, newest first, without their operations." },
	{ .verb = AD_V_CREATE, .operation_id = "createSyncRun", .method = "POST", .path = "",
	  .scopes = AD_SYNC_WRITE, .input = &create_shape, .success = 202,
	  .summary = "Push or pull",
	  .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Starts a run: the only call that touches ad platforms and can spend money. A "
		 "push also needs the write scope of every kind of resource in its plan." },
	{ .verb = AD_V_PREVIEW, .operation_id = "previewSync", .method = "POST",
	  .path = "/preview", .scopes = AD_SYNC_READ, .input = &preview_shape,
	  .query = &page_shape,
	  .output = &plan_shape, .success = 200, .summary = "Preview a push",
	  .doc = "What a push would do, and its planHash. It touches no platform. A page is of "
		 "the plan as it was with the page before; where that has changed the answer is "
		 "409 PLAN_CHANGED." },
	{ .verb = AD_V_PREVIEW_GET, .operation_id = "getSyncPreview", .method = "GET",
	  .path = "/preview", .scopes = AD_SYNC_READ, .query = &preview_query_shape,
	  .output = &plan_shape, .success = 200, .summary = "Preview a push",
	  .traits = AD_CONFLICTS,
	  .doc = "The same as the POST, with its input as query parameters." },
	{ .verb = AD_V_GET, .operation_id = "getSyncRun", .method = "GET", .path = "/:id",
	  .scopes = AD_SYNC_READ, .query = &wait_shape, .success = 200, .summary = "Get a run",
	  .doc = "One run with a page of its operations; ?wait= answers when it has ended, or "
		 "after so many seconds." },
	{ .verb = AD_V_CANCEL, .operation_id = "cancelSyncRun", .method = "POST",
	  .path = "/:id/cancel", .scopes = AD_SYNC_WRITE, .input = &cancel_shape, .success = 200,
	  .summary = "Cancel a run",
	  .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Stops after the operation in flight. Of a run that awaits approval it is the "
		 "denial; the reason is shown with the run." },
	{ .verb = AD_V_RETRY, .operation_id = "retrySyncRun", .method = "POST",
	  .path = "/:id/retry", .scopes = AD_SYNC_WRITE, .success = 202,
	  .summary = "Retry what failed",
	  .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "A new run of the FAILED and SKIPPED operations of one that has ended. The "
		 "platform is asked at once about the UNKNOWN ones; where nothing else can be "
		 "sent, the answer is that same run, which goes on." },
	{ .verb = AD_V_APPROVE, .operation_id = "approveSyncRun", .method = "POST",
	  .path = "/:id/approve", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Approve a push",
	  .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Lets a run that awaits approval start; never by an OAuth grant." },
	{ .verb = AD_V_REVERT, .operation_id = "revertSyncRun", .method = "POST",
	  .path = "/:id/revert", .scopes = AD_SYNC_WRITE, .output = &reverted_shape,
	  .success = 201, .summary = "Take a push back",
	  .traits = AD_CHECKS | AD_GUARDED,
	  .doc = "Drafts the inverse of what a push did, as a plan of its own, and sends nothing: "
		 "what it made is staged for removal, what it removed is drafted anew, what it "
		 "changed is changed back where nobody has edited it since. Operations that did "
		 "not succeed but left something on the platform are part of it. A run is "
		 "reverted once: 409 with details.revertedBy while a draft of the first revert is "
		 "there or was pushed. It also needs the write scope of every kind that the push "
		 "touched." },
	{ .verb = AD_V_PAUSE_ALL, .operation_id = "pauseAllCampaigns", .method = "POST",
	  .path = "/pause-all", .scopes = AD_SYNC_WRITE, .success = 202,
	  .summary = "Pause everything",
	  .traits = AD_CHECKS,
	  .doc = "The kill switch, itself a run: cancels what is under way, pauses every campaign "
		 "that is live on a platform whatever drift, guardrails and approvals say, and its "
		 "draft. From then on pushes are refused (409 PUSHES_BLOCKED) until an owner of "
		 "the Space lifts that in the application. Called again, it is the run that is at "
		 "work, or a new one." },
	{ .verb = AD_V_DRIFT, .operation_id = "listDrift", .method = "GET", .path = "/drift",
	  .scopes = AD_SYNC_READ, .query = &ad_sync_drift_query_shape,
	  .output = &ad_sync_drift_shape, .success = 200, .lists = true, .summary = "List drift",
	  .doc = "Field by field what was changed on a platform while the draft wants something "
		 "else, or was removed there; a pull finds it, and so does a push before it "
		 "sends. Fields whose value there is unknown, because a push stopped half-way, "
		 "are listed with `incomplete`, removals that cannot be proven with `notShown`. "
		 "Of kinds that you may not read nothing is listed." },
	{ .verb = AD_V_RESOLVE, .operation_id = "resolveDrift", .method = "POST",
	  .path = "/drift/resolve", .scopes = AD_SYNC_WRITE, .input = &ad_sync_resolve_shape,
	  .output = &ad_sync_resolved_shape, .success = 200, .summary = "Decide drift",
	  .traits = AD_CHECKS | AD_NEEDS_BODY,
	  .doc = "Decides which side of a field holds; nothing is sent before a push. It also "
		 "needs the write scope of the object's kind." },
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
