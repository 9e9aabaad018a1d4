/* A Space: a workspace with its currency, time zone and guardrails. */
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const approvals[] = { "NEVER", "CONNECTOR", "ALWAYS", NULL };

static const struct ad_field approval[] = {
	{ .name = "live", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = approvals,
	  .initial = "\"CONNECTOR\"",
	  .doc = "Which pushes to live platforms need a person's approval.",
	  .example = "\"CONNECTOR\"" },
	{ .name = "test", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = approvals,
	  .initial = "\"NEVER\"",
	  .doc = "Which pushes to the sandbox do.", .example = "\"NEVER\"" },
};

static const struct ad_field guardrails[] = {
	{ .name = "maxCampaignDailyBudget", .type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Highest daily budget of one campaign; null: none. Unless set, 100 USD or the "
		 "rounded equivalent in the Space's currency. Tightened by lowering.",
	  .example = "100" },
	{ .name = "maxTotalDailyBudget", .type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Highest sum of the daily budgets of all pushed campaigns; null: none. Unless "
		 "set, 500 USD or the rounded equivalent. Tightened by lowering.",
	  .example = "500" },
	{ .name = "maxBudgetIncreasePercent", .type = AD_T_INT, .max = 100000,
	  .doc = "Highest rise of a campaign's budget within 24 hours; null: none. Tightened by "
		 "lowering.",
	  .example = "50" },
	{ .name = "maxBid", .type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Highest bid: cpcBid, maxCpc and targetCpa; null: none. Unless set, 10 USD or the "
		 "rounded equivalent in the Space's currency. Tightened by lowering.",
	  .example = "10" },
	{ .name = "allowedPlatforms", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms,
	  .initial = "[\"google\",\"microsoft\",\"reddit\",\"meta\"]",
	  .doc = "Where campaigns may be drafted. Tightened by leaving platforms out.",
	  .example = "[\"google\",\"microsoft\",\"reddit\",\"meta\"]" },
	{ .name = "blockedTerms", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 500,
	  .item = AD_T_TEXT, .item_max = 80, .initial = "[]",
	  .doc = "Words and phrases that no ad or keyword may hold, as a person reads them: in any "
		 "case, with look-alike letters, and with the defaults of {KeyWord:default} in "
		 "place. `casino(s)` means the plurals too. Tightened by adding some.",
	  .example = "[]" },
	{ .name = "requireApproval", .type = AD_T_OBJECT, .flags = AD_NOT_NULL,
	  .members = approval, .member_count = AD_LEN(approval),
	  .doc = "When a person must approve a push. Tightened from NEVER to CONNECTOR to "
		 "ALWAYS." },
	{ .name = "requireSecondFactor", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .initial = "false",
	  .doc = "Whether an account needs an authenticator app or a passkey to push, to approve, "
		 "or to let a token or an app push. Tightened from false to true, by an account "
		 "that has one.",
	  .example = "false" },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "The Space's id; null when only validated.",
	  .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL | AD_NAME,
	  .min = 1, .max = 128, .doc = "Its name.", .example = "\"Personal\"" },
	{ .name = "personal", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "Whether it is the account's Personal Space.", .example = "true" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .options = ad_roles, .doc = "Your role in it.", .example = "\"OWNER\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 3,
	  .max = 3,
	  .doc = "ISO 4217 currency of all its money; fixed once it holds campaigns, runs or a "
		 "connection to a live ad account.",
	  .example = "\"USD\"" },
	{ .name = "timezone", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 63, .doc = "IANA time zone; fixed when the currency is.",
	  .example = "\"UTC\"" },
	{ .name = "guardrails", .type = AD_T_OBJECT, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .members = guardrails, .member_count = AD_LEN(guardrails),
	  .doc = "Limits that hold on every door and path; over the API they can only be "
		 "tightened." },
	{ .name = "pushesBlocked", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "Whether the kill switch is set in this environment.", .example = "false" },
	{ .name = "version", .type = AD_T_INT, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "Counts edits, from 1; what If-Match and expectedVersion compare.",
	  .example = "1" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "When it was made.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "updatedAt", .type = AD_T_TIME, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "When it was last edited.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};

static const struct ad_field member[] = {
	{ .name = "accountId", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "email", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "Its address; empty unless it is your own, or an OWNER's API token with "
		 "people:read asks.",
	  .example = "\"ada@example.com\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The person's name.",
	  .example = "\"Ada\"" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_roles,
	  .doc = "VIEWER reads, EDITOR also drafts, PUBLISHER also pushes, OWNER also changes "
		 "the Space.",
	  .example = "\"EDITOR\"" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "When it became a member.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};
static const struct ad_shape member_shape = { "SpaceMember", "Who works in a Space, as what.",
					      member, AD_LEN(member) };

static const char *const access_kinds[] = { "TOKEN", "GRANT", NULL };
static const char *const environments[] = { "test", "live", NULL };

static const struct ad_field access[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .max = 64,
	  .doc = "The token's or grant's id; the history names it as credentialId.",
	  .example = "\"648ohxgzcq9y70nk\"" },
	{ .name = "kind", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = access_kinds,
	  .doc = "TOKEN: an API token of a member; GRANT: what a member allowed to an app.",
	  .example = "\"TOKEN\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .max = 256,
	  .doc = "The name of the token or of the app.", .example = "\"Nightly report\"" },
	{ .name = "clientId", .type = AD_T_TEXT, .max = 2048,
	  .doc = "The app; null of a token.", .example = "null" },
	{ .name = "accountId", .type = AD_T_ID, .flags = AD_NOT_NULL,
	  .doc = "The member whose it is.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "email", .type = AD_T_TEXT,
	  .doc = "The member's address; null without people:read.",
	  .example = "\"ada@example.com\"" },
	{ .name = "environment", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = environments,
	  .doc = "The data that it reaches.", .example = "\"live\"" },
	{ .name = "scopes", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_TEXT,
	  .doc = "What it may, as far as the member's role allows.",
	  .example = "[\"campaigns:read\"]" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "When it was made or allowed.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "lastUsedAt", .type = AD_T_TIME,
	  .doc = "When it was last used, in whatever Space; null: never.",
	  .example = "\"2026-11-22T09:30:00.000Z\"" },
	{ .name = "expiresAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "When it ends by itself.", .example = "\"2027-02-21T09:30:00.000Z\"" },
};
static const struct ad_shape access_shape = {
	"SpaceCredential", "With what a member reaches a Space.", access, AD_LEN(access)
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listSpaces", .method = "GET", .path = "",
	  .success = 200, .summary = "List Spaces",
	  .doc = "The Spaces that the caller is a member of." },
	{ .verb = AD_V_GET, .operation_id = "getSpace", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get a Space", .doc = "One Space by its id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateSpace", .method = "PATCH", .path = "/:id",
	  .scopes = AD_SYNC_WRITE, .success = 200, .summary = "Change a Space, tighten its limits",
	  .doc = "A JSON merge patch (RFC 7396) by an OWNER's API token, never an OAuth grant's. "
		 "Guardrails can only be tightened: an owner loosens them in the application." },
	{ .verb = AD_V_MEMBERS, .operation_id = "listSpaceMembers", .method = "GET",
	  .path = "/:id/members", .output = &member_shape, .success = 200, .lists = true,
	  .summary = "List a Space's members",
	  .doc = "Who works in the Space and in which role, the account made last first." },
	{ .verb = AD_V_CREDENTIALS, .operation_id = "listSpaceCredentials", .method = "GET",
	  .path = "/:id/credentials", .output = &access_shape, .success = 200, .lists = true,
	  .summary = "List a Space's tokens and apps",
	  .doc = "Every living API token and grant with which a member reaches the Space, for an "
		 "OWNER's API token with people:read; for any other the credential of the call "
		 "alone. An owner ends them in the application." },
};

const struct ad_resource ad_resource_space = {
	.id = AD_R_SPACE,
	.name = "space",
	.path = "/spaces",
	.prefix = "spc",
	.versioned = true,
	.shape = { "Space", "A workspace with its data, limits and members.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
