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
				     "FORGET", "COMMENT", NULL };

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The entry's id.", .example = "\"his_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "at", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Time of the change.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "door", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = doors,
	  .doc = "The front end or process of the change; SYNC: results of a run.",
	  .example = "\"API\"" },
	{ .name = "accountId", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_FILTER | AD_WALKED,
	  .doc = "The account of the credential; null: the server's operator or an unknown caller.",
	  .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "credentialId", .type = AD_T_TEXT,
	  .flags = AD_READ_ONLY | AD_FILTER | AD_WALKED,
	  .max = 64, .doc = "The token, grant or session of the change.",
	  .example = "\"648ohxgzcq9y70nk\"" },
	{ .name = "requestId", .type = AD_T_TEXT,
	  .flags = AD_READ_ONLY | AD_FILTER | AD_WALKED,
	  .max = 64, .doc = "The request's X-Request-Id; for results of a run, the run's id.",
	  .example = "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "resource", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = resources, .doc = "The resource.", .example = "\"campaign\"" },
	{ .name = "objectId", .type = AD_T_TEXT, .flags = AD_READ_ONLY | AD_NOT_NULL, .max = 64,
	  .doc = "The object's id.", .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "verb", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = verbs, .doc = "The action.", .example = "\"UPDATE\"" },
	{ .name = "before", .type = AD_T_ANY, .flags = AD_READ_ONLY,
	  .doc = "Previous values of the changed fields; null for a new object.",
	  .example = "{\"budget\":10}" },
	{ .name = "after", .type = AD_T_ANY, .flags = AD_READ_ONLY,
	  .doc = "New values of the changed fields; null for a deleted object.",
	  .example = "{\"budget\":20}" },
};

static const struct ad_field query[] = {
	{ .name = "objectId", .type = AD_T_TEXT, .min = 1, .max = 64,
	  .doc = "Limit to this object.", .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "since", .type = AD_T_TIME, .doc = "Limit to entries at or after this time.",
	  .example = "\"2026-11-21T00:00:00Z\"" },
	{ .name = "until", .type = AD_T_TIME, .doc = "Limit to entries before this time.",
	  .example = "\"2026-11-22T00:00:00Z\"" },
};
static const struct ad_shape query_shape = { "HistoryQuery", "Filters of the history.", query,
					     AD_LEN(query) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listHistory", .method = "GET", .path = "",
	  .query = &query_shape, .success = 200, .summary = "List the history",
	  .doc = "Lists the changes in the Space, newest first, of the kinds that the token may "
		 "read. A page may contain fewer entries than limit if entries are long. An "
		 "entry of a keyword list contains the count and the first 3 keywords. Requires "
		 "any read scope; accounts, tokens, grants and sessions require an OWNER's API "
		 "token with people:read. An OAuth grant reads only the kinds of its scopes." },
	{ .verb = AD_V_GET, .operation_id = "getHistoryEntry", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get a history entry",
	  .doc = "Returns one history entry by id." },
};

const struct ad_resource ad_resource_history = {
	.id = AD_R_HISTORY,
	.name = "historyEntry",
	.path = "/history",
	.prefix = "his",
	.shape = { "HistoryEntry", "A change: account, time, front end, values before and after.",
		   fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
