/* The keyword's row. */
#include "model/batch.h"
#include "model/bulk_action.h"
#include "model/keyword_text.h"
#include "model/resource.h"
#include "model/scope.h"
#include "model/vocabulary.h"

static const char *const match_types[] = { "EXACT", "PHRASE", "BROAD", NULL };

static const struct ad_field fields[] = {
	{ .name = "adGroupId", .type = AD_T_REF, .ref = AD_R_AD_GROUP,
	  .flags = AD_FIXED | AD_FILTER,
	  .doc = "The ad group that it belongs to; null for one of a campaign.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_FIXED | AD_FILTER,
	  .doc = "The campaign, for a negative on campaign level; else null." },
	{ .name = "text", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE, .min = 1, .max = 80,
	  .doc = "The words, at most 10.", .example = "\"sourdough bread\"" },
	{ .name = "matchType", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER | AD_WALKED,
	  .options = match_types, .doc = "How close a search must be.",
	  .example = "\"PHRASE\"" },
	{ .name = "negative", .type = AD_T_BOOL,
	  .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER | AD_WALKED, .initial = "false",
	  .doc = "Whether it keeps ads from showing.", .example = "false" },
	{ .name = "cpcBid", .type = AD_T_MONEY, .flags = AD_SENT | AD_BID, .min = 1,
	  .max = AD_MONEY_MAX,
	  .doc = "Bid for a click, in the Space's currency.", .example = "1.2" },
	{ .name = "finalUrl", .type = AD_T_URL, .flags = AD_SENT | AD_UNFILLED, .max = 2048,
	  .doc = "Where a click leads, instead of the ad's URL." },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "What the user wants; nothing is live before an activating push.",
	  .example = "\"PAUSED\"" },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = ad_platforms, .doc = "Its campaign's platform.",
	  .example = "\"google\"" },
	{ .name = AD_KEYWORD_FOLDED, .type = AD_T_TEXT, .flags = AD_SECRET | AD_READ_ONLY,
	  .doc = "The text as the platform compares it; derived when the keyword is stored." },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listKeywords", .method = "GET", .path = "",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "List keywords",
	  .doc = "The Space's keywords, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createKeyword", .method = "POST", .path = "",
	  .scopes = AD_KEYWORDS_WRITE, .success = 201, .summary = "Draft a keyword",
	  .doc = "Makes a staged keyword in an ad group, or a negative one in a campaign." },
	{ .verb = AD_V_GET, .operation_id = "getKeyword", .method = "GET", .path = "/:id",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "Get a keyword",
	  .doc = "One of them by its id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateKeyword", .method = "PATCH",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Change the draft of a keyword",
	  .doc = "A JSON merge patch (RFC 7396) on the draft; nothing is live until a push." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteKeyword", .method = "DELETE",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Delete a keyword",
	  .doc = "Deletes a draft at once; stages the removal of what was pushed." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreKeyword", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Undo a staged removal",
	  .doc = "Takes back a removal that was not pushed yet." },
	AD_BATCH_ACTION("batchKeywords", AD_KEYWORDS_WRITE),
	AD_BULK_ACTION("bulkKeywords", AD_KEYWORDS_WRITE),
};

const struct ad_resource ad_resource_keyword = {
	.id = AD_R_KEYWORD,
	.name = "keyword",
	.path = "/keywords",
	.table = "keywords",
	.prefix = "kw",
	.read_scope = AD_KEYWORDS_READ,
	.write_scope = AD_KEYWORDS_WRITE,
	.staged = true,
	.shape = { "Keyword", "A keyword, as drafted here.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
