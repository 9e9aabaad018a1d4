/* The result of a pull in the answers about its run. */
#include "model/resource_rows.h"

static const struct ad_field pull_warning[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The warning code: a guardrail, or the reason why a platform was skipped.",
	  .example = "\"maxCampaignDailyBudget\"" },
	{ .name = "resource", .type = AD_T_TEXT, .doc = "The resource; null for a platform." },
	{ .name = "id", .type = AD_T_TEXT,
	  .doc = "The object's id; null if you may not read the resource." },
	{ .name = "message", .type = AD_T_TEXT,
	  .doc = "A description; null if you may not read the resource." },
};

const struct ad_field ad_sync_pulled[AD_SYNC_PULLED_MEMBERS] = {
	{ .name = "created", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of new objects, drafted with source PULL.", .example = "12" },
	{ .name = "updated", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of objects that changed only on the platform; their drafts were "
		 "updated." },
	{ .name = "drifted", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of objects that changed on both sides; see GET /sync/drift." },
	{ .name = "removed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of objects that were removed on the platform; see GET /sync/drift." },
	{ .name = "unchanged", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of objects that match the last synced state." },
	{ .name = "leftOut", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of skipped objects: an operation on the object or its parent is "
		 "unresolved, the parent is staged for removal, or the platform did not return "
		 "the object." },
	{ .name = "warned", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Total number of warnings." },
	{ .name = "failed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of platforms that were not pulled completely." },
	{ .name = "warnings", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = pull_warning, .member_count = AD_LEN(pull_warning),
	  .doc = "The first 100 warnings. Limits and guardrails never fail a pull." },
	{ .name = "gaps", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = ad_report_gap, .member_count = AD_REPORT_GAP_MEMBERS,
	  .doc = "Days of figures that the pull did not collect." },
};
