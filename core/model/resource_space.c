/* A Space: a workspace with its currency, time zone and guardrails. */
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const approvals[] = { "NEVER", "CONNECTOR", "ALWAYS", NULL };

static const struct ad_field approval[] = {
	{ .name = "live", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = approvals,
	  .initial = "\"CONNECTOR\"",
	  .doc = "Pushes to live platforms that require a person's approval.",
	  .example = "\"CONNECTOR\"" },
	{ .name = "test", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = approvals,
	  .initial = "\"NEVER\"",
	  .doc = "Pushes to the sandbox that require a person's approval.",
	  .example = "\"NEVER\"" },
};

static const struct ad_field guardrails[] = {
	{ .name = "maxCampaignDailyBudget", .type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Maximum daily budget of one campaign; null: no limit. Default: 100 USD or the "
		 "rounded equivalent in the Space's currency. Lowering it tightens the guardrail.",
	  .example = "100" },
	{ .name = "maxTotalDailyBudget", .type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Maximum sum of the daily budgets of all pushed campaigns; null: no limit. "
		 "Default: 500 USD or the rounded equivalent. Lowering it tightens the guardrail.",
	  .example = "500" },
	{ .name = "maxBudgetIncreasePercent", .type = AD_T_INT, .max = 100000,
	  .doc = "Maximum increase of a campaign's budget within 24 hours, in percent; null: no "
		 "limit. Lowering it tightens the guardrail.",
	  .example = "50" },
	{ .name = "maxBid", .type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX,
	  .doc = "Maximum bid (cpcBid, maxCpc and targetCpa); null: no limit. Default: 10 USD or "
		 "the rounded equivalent in the Space's currency. Lowering it tightens the "
		 "guardrail.",
	  .example = "10" },
	{ .name = "allowedPlatforms", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 4,
	  .item = AD_T_ENUM, .options = ad_platforms,
	  .initial = "[\"google\",\"microsoft\",\"reddit\",\"meta\"]",
	  .doc = "Platforms allowed for campaigns. Removing a platform tightens the guardrail.",
	  .example = "[\"google\",\"microsoft\",\"reddit\",\"meta\"]" },
	{ .name = "blockedTerms", .type = AD_T_LIST, .flags = AD_NOT_NULL, .max = 500,
	  .item = AD_T_TEXT, .item_max = 80, .initial = "[]",
	  .doc = "Words and phrases that ads and keywords must not contain. The comparison "
		 "ignores case, resolves look-alike letters and expands the default of "
		 "{KeyWord:default}. `casino(s)` also matches the plural. Adding a term tightens "
		 "the guardrail.",
	  .example = "[]" },
	{ .name = "requireApproval", .type = AD_T_OBJECT, .flags = AD_NOT_NULL,
	  .members = approval, .member_count = AD_LEN(approval),
	  .doc = "Pushes that require a person's approval. Tightening goes from NEVER to "
		 "CONNECTOR to ALWAYS." },
	{ .name = "requireSecondFactor", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .initial = "false",
	  .doc = "True: an account must have an authenticator app or a passkey to push, to "
		 "approve, or to let a token or an app push. Changing false to true tightens the "
		 "guardrail and requires an account with a second factor.",
	  .example = "false" },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "The Space's id; null for a validation only.",
	  .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL | AD_NAME,
	  .min = 1, .max = 128, .doc = "The name.", .example = "\"Personal\"" },
	{ .name = "personal", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "True for the account's Personal Space.", .example = "true" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .options = ad_roles, .doc = "Your role in the Space.", .example = "\"OWNER\"" },
	{ .name = "currency", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 3,
	  .max = 3,
	  .doc = "ISO 4217 currency of the Space's money; fixed when the Space has campaigns, "
		 "runs or a connection to a live ad account.",
	  .example = "\"USD\"" },
	{ .name = "timezone", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 63, .doc = "IANA time zone; fixed at the same time as the currency.",
	  .example = "\"UTC\"" },
	{ .name = "guardrails", .type = AD_T_OBJECT, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .members = guardrails, .member_count = AD_LEN(guardrails),
	  .doc = "Limits that apply to every front end. The API can only tighten them." },
	{ .name = "pushesBlocked", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "True while the kill switch is active in this environment.", .example = "false" },
	{ .name = "version", .type = AD_T_INT, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "Number of edits, from 1; compared by If-Match and expectedVersion.",
	  .example = "1" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "Creation time.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "updatedAt", .type = AD_T_TIME, .flags = AD_NOT_NULL | AD_READ_ONLY,
	  .doc = "Time of the last edit.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};

static const struct ad_field member[] = {
	{ .name = "accountId", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The account's id.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "email", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The account's e-mail address; empty unless the account is your own or the "
		 "request uses an OWNER's API token with people:read.",
	  .example = "\"ada@example.com\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The person's name.",
	  .example = "\"Ada\"" },
	{ .name = "role", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_roles,
	  .doc = "VIEWER reads; EDITOR also drafts; PUBLISHER also pushes; OWNER also changes the "
		 "Space.",
	  .example = "\"EDITOR\"" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time at which the account became a member.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
};
static const struct ad_shape member_shape = { "SpaceMember", "A member of a Space, with the role.",
					      member, AD_LEN(member) };

static const char *const access_kinds[] = { "TOKEN", "GRANT", NULL };
static const char *const environments[] = { "test", "live", NULL };

static const struct ad_field access[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .max = 64,
	  .doc = "The id of the token or grant; credentialId in the history.",
	  .example = "\"648ohxgzcq9y70nk\"" },
	{ .name = "kind", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = access_kinds,
	  .doc = "TOKEN: a member's API token. GRANT: a member's grant to an app.",
	  .example = "\"TOKEN\"" },
	{ .name = "name", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .max = 256,
	  .doc = "The name of the token or of the app.", .example = "\"Nightly report\"" },
	{ .name = "clientId", .type = AD_T_TEXT, .max = 2048,
	  .doc = "The app's client id; null for a token.", .example = "null" },
	{ .name = "accountId", .type = AD_T_ID, .flags = AD_NOT_NULL,
	  .doc = "The member that owns the credential.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "email", .type = AD_T_TEXT,
	  .doc = "The member's address; null without people:read.",
	  .example = "\"ada@example.com\"" },
	{ .name = "environment", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = environments,
	  .doc = "The environment of the credential.", .example = "\"live\"" },
	{ .name = "scopes", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_TEXT,
	  .doc = "The scopes; the member's role limits them further.",
	  .example = "[\"campaigns:read\"]" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Creation time.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "lastUsedAt", .type = AD_T_TIME,
	  .doc = "Time of the last use, in any Space; null: never used.",
	  .example = "\"2026-11-22T09:30:00.000Z\"" },
	{ .name = "expiresAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Expiry time.", .example = "\"2027-02-21T09:30:00.000Z\"" },
};
static const struct ad_shape access_shape = {
	"SpaceCredential", "A credential that gives a member access to a Space.",
	access, AD_LEN(access)
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listSpaces", .method = "GET", .path = "",
	  .success = 200, .summary = "List Spaces",
	  .doc = "Lists the Spaces in which the caller is a member." },
	{ .verb = AD_V_GET, .operation_id = "getSpace", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get a Space", .doc = "Returns one Space by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateSpace", .method = "PATCH", .path = "/:id",
	  .scopes = AD_SYNC_WRITE, .success = 200, .summary = "Update a Space, tighten its "
							      "guardrails",
	  .doc = "Applies a JSON merge patch (RFC 7396). Requires an OWNER's API token; OAuth "
		 "grants are rejected. Guardrails can only be tightened: owners loosen them in "
		 "the application." },
	{ .verb = AD_V_MEMBERS, .operation_id = "listSpaceMembers", .method = "GET",
	  .path = "/:id/members", .output = &member_shape, .success = 200, .lists = true,
	  .summary = "List a Space's members",
	  .doc = "Lists the members of the Space and their roles, newest account first." },
	{ .verb = AD_V_CREDENTIALS, .operation_id = "listSpaceCredentials", .method = "GET",
	  .path = "/:id/credentials", .output = &access_shape, .success = 200, .lists = true,
	  .summary = "List a Space's tokens and apps",
	  .doc = "Lists all active API tokens and grants with access to the Space, for an "
		 "OWNER's API token with people:read. Any other credential receives only "
		 "itself. Owners revoke credentials in the application." },
};

const struct ad_resource ad_resource_space = {
	.id = AD_R_SPACE,
	.name = "space",
	.path = "/spaces",
	.prefix = "spc",
	.versioned = true,
	.shape = { "Space", "A workspace with its data, guardrails and members.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
