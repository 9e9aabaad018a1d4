/* A connection: a Space's link to one ad account. */
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const environments[] = { "test", "live", NULL };
static const char *const statuses[] = { "CONNECTED", "EXPIRED", "REVOKED", NULL };

static const struct ad_field settings[] = {
	{ .name = "loginCustomerId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "google: the manager account used for access." },
	{ .name = "euPolitical", .type = AD_T_BOOL, .flags = AD_SOMETIMES,
	  .doc = "google: true if campaigns contain EU political advertising.",
	  .example = "false" },
	{ .name = "customerId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "microsoft: the account's customer id." },
	{ .name = "profileId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "reddit: the profile that publishes posts." },
	{ .name = "conversionPixelId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "reddit: the conversion pixel." },
	{ .name = "fundingInstrumentId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "reddit: the funding instrument." },
	{ .name = "pageId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "meta: the Page that publishes ads." },
	{ .name = "instagramUserId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "meta: the Instagram account that publishes ads." },
	{ .name = "datasetId", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "meta: the dataset that receives conversions." },
	{ .name = "specialAdCategories", .type = AD_T_LIST, .flags = AD_SOMETIMES,
	  .item = AD_T_TEXT, .doc = "meta: special ad categories; an empty list means none.",
	  .example = "[]" },
	{ .name = "dsaBeneficiary", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "meta: the beneficiary of ads (EU DSA)." },
	{ .name = "dsaPayor", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "meta: the payer of ads (EU DSA)." },
	{ .name = "conversionActions", .type = AD_T_ANY, .flags = AD_SOMETIMES,
	  .doc = "Map of conversion action names to the platform's ids.",
	  .example = "{}" },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The connection's id.",
	  .example = "\"con_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_FILTER,
	  .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "environment", .type = AD_T_ENUM, .flags = AD_NOT_NULL,
	  .options = environments, .doc = "The environment. test connects only to the sandbox.",
	  .example = "\"test\"" },
	{ .name = "accountId", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The ad account's id on the platform.", .example = "\"1234567890\"" },
	{ .name = "accountName", .type = AD_T_TEXT, .doc = "The name.",
	  .example = "\"Sandbox\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The ad account's currency.", .example = "\"USD\"" },
	{ .name = "timezone", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The ad account's time zone.", .example = "\"UTC\"" },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_FILTER,
	  .options = statuses, .doc = "The state of the connection.", .example = "\"CONNECTED\"" },
	{ .name = "expiresAt", .type = AD_T_TIME,
	  .doc = "Expiry time of the access; null: no expiry." },
	{ .name = "settings", .type = AD_T_OBJECT, .flags = AD_NOT_NULL, .members = settings,
	  .member_count = AD_LEN(settings),
	  .doc = "Default settings of the connection's platform." },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time of the connection.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "updatedAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time of the last change.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "sunsetVersion", .type = AD_T_TEXT,
	  .doc = "The platform API version that this server uses and that the platform no "
		 "longer supports: upgrade adcore. Null: none." },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listConnections", .method = "GET", .path = "",
	  .success = 200, .summary = "List connections",
	  .doc = "Lists the Space's ad accounts in the token's environment, newest first." },
	{ .verb = AD_V_GET, .operation_id = "getConnection", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get a connection", .doc = "Returns one connection by id." },
};

const struct ad_resource ad_resource_connection = {
	.id = AD_R_CONNECTION,
	.name = "connection",
	.path = "/connections",
	.prefix = "con",
	.shape = { "Connection", "A Space's connection to one ad account on one platform.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
