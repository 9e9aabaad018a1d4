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
	  .doc = "The keyword's ad group; null for a keyword of a campaign.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "campaignId", .type = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .flags = AD_FIXED | AD_FILTER,
	  .doc = "The campaign, for a negative keyword of a campaign; otherwise null." },
	{ .name = "text", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE, .min = 1, .max = 80,
	  .doc = "The keyword's text; at most 10 words.", .example = "\"sourdough bread\"" },
	{ .name = "matchType", .type = AD_T_ENUM,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER | AD_WALKED |
		   AD_OPEN,
	  .options = match_types, .doc = "The match type.",
	  .example = "\"PHRASE\"" },
	{ .name = "negative", .type = AD_T_BOOL,
	  .flags = AD_NOT_NULL | AD_SENT | AD_IMMUTABLE | AD_FILTER | AD_WALKED, .initial = "false",
	  .doc = "True prevents ads from showing on the keyword.", .example = "false" },
	{ .name = "cpcBid", .type = AD_T_MONEY, .flags = AD_SENT | AD_BID, .min = 1,
	  .max = AD_MONEY_MAX,
	  .doc = "Bid per click, in the Space's currency.", .example = "1.2" },
	{ .name = "finalUrl", .type = AD_T_URL, .flags = AD_SENT | AD_UNFILLED, .max = 2048,
	  .doc = "The destination URL; overrides the ad's URL." },
	{ .name = "status", .type = AD_T_ENUM, .flags = AD_NOT_NULL | AD_SENT | AD_FILTER,
	  .options = ad_wanted_statuses, .initial = "\"PAUSED\"",
	  .doc = "The desired status. A push sends ENABLED only with activate.",
	  .example = "\"PAUSED\"" },
	{ .name = "platform", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED,
	  .options = ad_platforms, .doc = "The campaign's platform.",
	  .example = "\"google\"" },
	{ .name = AD_KEYWORD_FOLDED, .type = AD_T_TEXT, .flags = AD_SECRET | AD_READ_ONLY,
	  .doc = "The keyword's text in the platform's normalized form; derived when the "
		 "keyword is stored." },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listKeywords", .method = "GET", .path = "",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "List keywords",
	  .doc = "Lists the Space's keywords, newest first." },
	{ .verb = AD_V_CREATE, .operation_id = "createKeyword", .method = "POST", .path = "",
	  .scopes = AD_KEYWORDS_WRITE, .success = 201, .summary = "Draft a keyword",
	  .doc = "Creates a staged keyword in an ad group, or a negative keyword in a campaign." },
	{ .verb = AD_V_GET, .operation_id = "getKeyword", .method = "GET", .path = "/:id",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "Get a keyword",
	  .doc = "Returns one object by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateKeyword", .method = "PATCH",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Change the draft of a keyword",
	  .doc = "Applies a JSON merge patch (RFC 7396) to the draft. A push makes the change "
		 "live." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteKeyword", .method = "DELETE",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Delete a keyword",
	  .doc = "Deletes an unpushed draft immediately; stages the removal of a pushed object." },
	{ .verb = AD_V_RESTORE, .operation_id = "restoreKeyword", .method = "POST",
	  .path = "/:id/restore", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Cancel a staged removal",
	  .doc = "Cancels a staged removal." },
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
	.shape = { "Keyword", "The draft of a keyword.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
