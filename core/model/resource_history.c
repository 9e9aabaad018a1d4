/* History: who changed what, when, through which door. */
#include "model/resource.h"
#include "model/scope.h"

static const char *const doors[] = { "APP",    "API",  "MCP", "PULL", "IMPORT",
				     "SYNC",   "OAUTH", "CLI", NULL };
static const char *const resources[] = { "campaign", "adGroup",	   "ad",	  "keyword",
					 "asset",    "business",   "keywordList", "conversion",
					 "sync",     "space",	   "connection",  "account",
					 "token",    "grant",	   "session",	  "webhook",
					 NULL };
static const char *const verbs[] = { "CREATE", "UPDATE",  "DELETE", "RESTORE", "ATTACH",
				     "DETACH", "PUSH",	  "PULL",   "APPROVE", "CANCEL",
				     "RETRY",  "FINISH",  "ROTATE", "REVOKE",  "REFUSE",
				     "RESOLVE", "REVERT",  "SETTLE", "CONNECT", "DISCONNECT",
				     "FORGET", NULL };

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The entry's id.", .example = "\"his_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "at", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "When it was done.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "door", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = doors,
	  .doc = "Which way it came in by; SYNC: a run's results.", .example = "\"API\"" },
	{ .name = "accountId", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_FILTER | AD_WALKED,
	  .doc = "Whose credential did it; null: the server's operator, or nobody who was "
		 "known.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "credentialId", .type = AD_T_TEXT,
	  .flags = AD_READ_ONLY | AD_FILTER | AD_WALKED,
	  .max = 64, .doc = "Which token, grant or session did it.",
	  .example = "\"648ohxgzcq9y70nk\"" },
	{ .name = "requestId", .type = AD_T_TEXT,
	  .flags = AD_READ_ONLY | AD_FILTER | AD_WALKED,
	  .max = 64, .doc = "The request's X-Request-Id; of a run's results the run's id.",
	  .example = "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "resource", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = resources, .doc = "What kind of object.", .example = "\"campaign\"" },
	{ .name = "objectId", .type = AD_T_TEXT, .flags = AD_READ_ONLY | AD_NOT_NULL, .max = 64,
	  .doc = "Which object.", .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "verb", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = verbs, .doc = "What was done.", .example = "\"UPDATE\"" },
	{ .name = "before", .type = AD_T_ANY, .flags = AD_READ_ONLY,
	  .doc = "The fields that changed, as they were; null where the object is new.",
	  .example = "{\"budget\":10}" },
	{ .name = "after", .type = AD_T_ANY, .flags = AD_READ_ONLY,
	  .doc = "The fields that changed, as they are; null where the object is gone.",
	  .example = "{\"budget\":20}" },
};

static const struct ad_field query[] = {
	{ .name = "objectId", .type = AD_T_TEXT, .min = 1, .max = 64,
	  .doc = "Only of this object.", .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "since", .type = AD_T_TIME, .doc = "Only from this time on.",
	  .example = "\"2026-11-21T00:00:00Z\"" },
	{ .name = "until", .type = AD_T_TIME, .doc = "Only before this time.",
	  .example = "\"2026-11-22T00:00:00Z\"" },
};
static const struct ad_shape query_shape = { "HistoryQuery", "Which entries.", query,
					     AD_LEN(query) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listHistory", .method = "GET", .path = "",
	  .query = &query_shape, .success = 200, .summary = "List the history",
	  .doc = "Every change in the Space, newest first, of the kinds that the token may read. "
		 "A page may hold fewer than limit where entries are long. Of a keyword list's "
		 "keywords an entry has the count and the first 3. "
		 "It needs any read scope; accounts, tokens, grants and sessions need people:read "
		 "in an OWNER's API token. An OAuth grant reads the kinds that its scopes name." },
	{ .verb = AD_V_GET, .operation_id = "getHistoryEntry", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get an entry of the history",
	  .doc = "One change by its entry's id." },
};

const struct ad_resource ad_resource_history = {
	.id = AD_R_HISTORY,
	.name = "historyEntry",
	.path = "/history",
	.prefix = "his",
	.shape = { "HistoryEntry", "One change: who, when, by which door, before and after.",
		   fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
