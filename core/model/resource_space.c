/* A Space: a workspace with its currency, time zone and guardrails. */
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const approvals[] = { "NEVER", "CONNECTOR", "ALWAYS", NULL };

static const struct ad_field approval[] = {
	{ .name = "live", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = approvals,
	  .doc = "Which pushes to live platforms need a person's approval.",
	  .example = "\"CONNECTOR\"" },
	{ .name = "test", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = approvals,
	  .doc = "Which pushes to the sandbox do.", .example = "\"NEVER\"" },
};

static const struct ad_field guardrails[] = {
	{ .name = "maxCampaignDailyBudget", .type = AD_T_MONEY, .max = AD_MONEY_MAX,
	  .doc = "Highest daily budget of one campaign; null: none.", .example = "100" },
	{ .name = "maxTotalDailyBudget", .type = AD_T_MONEY, .max = AD_MONEY_MAX,
	  .doc = "Highest sum of the daily budgets of all pushed campaigns; null: none.",
	  .example = "500" },
	{ .name = "maxBudgetIncreasePercent", .type = AD_T_INT, .max = 100000,
	  .doc = "Highest rise of a campaign's budget within 24 hours; null: none.",
	  .example = "50" },
	{ .name = "allowedPlatforms", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms, .doc = "Where campaigns may be drafted.",
	  .example = "[\"google\",\"microsoft\",\"reddit\",\"meta\"]" },
	{ .name = "blockedTerms", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 500,
	  .item = AD_T_TEXT, .item_max = 80, .doc = "Words that no ad or keyword may hold.",
	  .example = "[]" },
	{ .name = "requireApproval", .type = AD_T_OBJECT, .flags = AD_NOT_NULL,
	  .members = approval, .member_count = AD_LEN(approval),
	  .doc = "When a person must approve a push." },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The Space's id.",
	  .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Its name.",
	  .example = "\"Personal\"" },
	{ .name = "personal", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "Whether it is the account's Personal Space.", .example = "true" },
	{ .name = "role", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Your role in it.",
	  .example = "\"OWNER\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "ISO 4217 currency of all its money.", .example = "\"USD\"" },
	{ .name = "timezone", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "IANA time zone.", .example = "\"UTC\"" },
	{ .name = "guardrails", .type = AD_T_OBJECT, .flags = AD_NOT_NULL,
	  .members = guardrails, .member_count = AD_LEN(guardrails),
	  .doc = "Limits that hold on every door and path." },
	{ .name = "pushesBlocked", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "Whether the kill switch is set in this environment.", .example = "false" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "When it was made.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listSpaces", .method = "GET", .path = "",
	  .success = 200, .summary = "List Spaces",
	  .doc = "The Spaces that the caller is a member of." },
	{ .verb = AD_V_GET, .operation_id = "getSpace", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get a Space", .doc = "One Space by its id." },
};

const struct ad_resource ad_resource_space = {
	.id = AD_R_SPACE,
	.name = "space",
	.path = "/spaces",
	.prefix = "spc",
	.shape = { "Space", "A workspace with its data, limits and members.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
