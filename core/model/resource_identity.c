/* GET /me: who the token is. */
#include "model/resource.h"
#include "model/scope.h"

static const char *const environments[] = { "test", "live", NULL };

static const struct ad_field plan[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The plan's id.",
	  .example = "\"self-hosted\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The plan's name.",
	  .example = "\"Self-hosted\"" },
};

static const struct ad_field bucket[] = {
	{ .name = "limit", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Maximum number of requests.",
	  .example = "60" },
	{ .name = "remaining", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Remaining requests.",
	  .example = "59" },
	{ .name = "resetAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time at which the bucket is full again.",
	  .example = "\"2026-11-21T09:31:00.000Z\"" },
};

static const struct ad_field limits[] = {
	{ .name = "minute", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = bucket,
	  .member_count = AD_LEN(bucket), .doc = "Rate limit of the token per minute." },
	{ .name = "daily", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = bucket,
	  .member_count = AD_LEN(bucket),
	  .doc = "Rate limit of the account per day, over all tokens." },
};

static const struct ad_field space[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The Space's id.",
	  .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The name.",
	  .example = "\"Personal\"" },
	{ .name = "role", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Your role in the Space.",
	  .example = "\"OWNER\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "ISO 4217 currency of the Space's money.", .example = "\"USD\"" },
	{ .name = "timezone", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "IANA time zone.", .example = "\"UTC\"" },
};

static const struct ad_field fields[] = {
	{ .name = "uid", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account's id.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "email", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Its email address.",
	  .example = "\"ada@example.com\"" },
	{ .name = "plan", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = plan,
	  .member_count = AD_LEN(plan), .doc = "The account's plan." },
	{ .name = "scopes", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_TEXT,
	  .doc = "The token's scopes.", .example = "[\"campaigns:read\"]" },
	{ .name = "environment", .type = AD_T_ENUM, .flags = AD_NOT_NULL,
	  .options = environments, .doc = "The token's environment.",
	  .example = "\"test\"" },
	{ .name = "space", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = space,
	  .member_count = AD_LEN(space), .doc = "The Space of the request." },
	{ .name = "limits", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = limits,
	  .member_count = AD_LEN(limits), .doc = "Remaining requests of both rate limits." },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_GET, .operation_id = "getMe", .method = "GET", .path = "", .success = 200,
	  .summary = "Get the token's identity",
	  .doc = "Returns the account, plan, scopes, Space and rate limits of the token." },
};

const struct ad_resource ad_resource_identity = {
	.id = AD_R_IDENTITY,
	.name = "identity",
	.path = "/me",
	.shape = { "Identity", "The identity of a token.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
