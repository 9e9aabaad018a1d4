/* A connection: a Space's link to one ad account. */
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const environments[] = { "test", "live", NULL };
static const char *const statuses[] = { "CONNECTED", "EXPIRED", "REVOKED", NULL };

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The connection's id.",
	  .example = "\"con_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "environment", .type = AD_T_ENUM, .flags = AD_NOT_NULL,
	  .options = environments, .doc = "test reaches the sandbox only.",
	  .example = "\"test\"" },
	{ .name = "accountId", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The ad account's id on the platform.", .example = "\"1234567890\"" },
	{ .name = "accountName", .type = AD_T_TEXT, .doc = "Its name.",
	  .example = "\"Sandbox\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The ad account's currency.", .example = "\"USD\"" },
	{ .name = "timezone", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The ad account's time zone.", .example = "\"UTC\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = statuses,
	  .doc = "Whether it can be used.", .example = "\"CONNECTED\"" },
	{ .name = "expiresAt", .type = AD_T_TIME, .doc = "When the access ends; null: open." },
	{ .name = "settings", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "What the platform's objects default from.", .example = "{}" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listConnections", .method = "GET", .path = "",
	  .success = 200, .summary = "List connections",
	  .doc = "The Space's ad accounts in the token's environment." },
};

const struct ad_resource ad_resource_connection = {
	.id = AD_R_CONNECTION,
	.name = "connection",
	.path = "/connections",
	.prefix = "con",
	.shape = { "Connection", "A Space's link to one ad account on one platform.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
