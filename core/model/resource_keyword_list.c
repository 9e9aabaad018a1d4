/* The keyword list's row: plain, never pushed as itself. */
#include "model/batch.h"
#include "model/bulk_action.h"
#include "model/traits.h"
#include "model/keyword_text.h"
#include "model/resource.h"
#include "model/scope.h"

static const char *const match_types[] = { "EXACT", "PHRASE", "BROAD", NULL };
static const char *const outcomes[] = { "MADE", "PRESENT", "REFUSED", NULL };

static const struct ad_field keyword[] = {
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 80, .doc = "The words, at most 10.", .example = "\"free bread\"" },
	{ .name = "matchType", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = match_types, .doc = "How close a search must be.",
	  .example = "\"PHRASE\"" },
};

static const struct ad_field fields[] = {
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FILTER | AD_WALKED | AD_NAME, .min = 1,
	  .max = 128, .doc = "What people call the list.", .example = "\"Never for us\"" },
	{ .name = "keywords", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_COUNTED,
	  .max = AD_LIST_KEYWORDS_MAX, .item = AD_T_OBJECT, .members = keyword,
	  .member_count = AD_LEN(keyword),
	  .initial = "[]",
	  .doc = "Its keywords, each text and match type once, whatever the case.",
	  .example = "[{\"text\":\"free bread\",\"matchType\":\"PHRASE\"}]" },
};

static const struct ad_field attach_input[] = {
	{ .name = "campaignIds", .type = AD_T_LIST, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 200, .item = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .doc = "The campaigns that get the keywords as negative ones." },
};
static const struct ad_shape attach_shape = { "KeywordListAttach",
					      "Where a keyword list is to be attached.",
					      attach_input, AD_LEN(attach_input) };

static const struct ad_field error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "As of the keyword's own create.", .example = "\"VALIDATION_ERROR\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "What is wrong." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "As of the keyword's own create." },
};

static const struct ad_field result[] = {
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The campaign.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "As in the list.",
	  .example = "\"free bread\"" },
	{ .name = "matchType", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = match_types,
	  .doc = "As in the list.", .example = "\"PHRASE\"" },
	{ .name = "outcome", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = outcomes,
	  .doc = "MADE: a draft was made. PRESENT: the campaign has it. REFUSED: see error.",
	  .example = "\"MADE\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The negative keyword that was made or is there; null where a check would make "
		 "it, absent where it was refused.",
	  .example = "\"kw_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .members = error, .member_count = AD_LEN(error), .doc = "Why it was refused." },
};

static const struct ad_field attach_output[] = {
	{ .name = "made", .type = AD_T_INT, .flags = AD_NOT_NULL, .doc = "Drafts made.",
	  .example = "1" },
	{ .name = "present", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Keywords that the campaigns have already.", .example = "0" },
	{ .name = "refused", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Keywords that could not be made.", .example = "0" },
	{ .name = "results", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = result, .member_count = AD_LEN(result),
	  .doc = "One for each campaign and keyword, campaign by campaign." },
};
static const struct ad_shape attached_shape = { "KeywordListAttached",
						"What became of a list's keywords.",
						attach_output, AD_LEN(attach_output) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listKeywordLists", .method = "GET", .path = "",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "List keyword lists",
	  .doc = "The Space's keyword lists, newest first. A page may hold fewer than limit where "
		 "they are long." },
	{ .verb = AD_V_CREATE, .operation_id = "createKeywordList", .method = "POST", .path = "",
	  .scopes = AD_KEYWORDS_WRITE, .success = 201, .body_max = AD_BULK_BODY_MAX,
	  .summary = "Make a keyword list",
	  .doc = "Keeps up to 5,000 keywords under a name. It is local: no push sends it. The "
		 "body may have 2 MiB." },
	{ .verb = AD_V_GET, .operation_id = "getKeywordList", .method = "GET", .path = "/:id",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "Get a keyword list",
	  .doc = "One of them by its id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateKeywordList", .method = "PATCH",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Change a keyword list",
	  .doc = "A JSON merge patch (RFC 7396); keywords are replaced as a whole (a body above 1 "
		 "MiB goes through /keyword-lists/batch). Negative keywords that were made of the "
		 "list stay as they are." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteKeywordList", .method = "DELETE",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Delete a keyword list",
	  .doc = "Deletes it at once. Negative keywords that were made of the list stay." },
	{ .verb = AD_V_ATTACH, .operation_id = "attachKeywordList", .method = "POST",
	  .path = "/:id/attach", .scopes = AD_KEYWORDS_WRITE, .input = &attach_shape,
	  .output = &attached_shape, .success = 200, .traits = AD_CHECKS,
	  .summary = "Attach a keyword list to campaigns",
	  .doc = "Drafts each keyword of the list as a negative keyword of each campaign that does "
		 "not have it, by the checks of its own create. At most 10,000 keywords a call: "
		 "campaigns times keywords." },
	AD_BATCH_ACTION("batchKeywordLists", AD_KEYWORDS_WRITE),
};

const struct ad_resource ad_resource_keyword_list = {
	.id = AD_R_KEYWORD_LIST,
	.name = "keywordList",
	.path = "/keyword-lists",
	.table = "keyword_lists",
	.prefix = "kwl",
	.read_scope = AD_KEYWORDS_READ,
	.write_scope = AD_KEYWORDS_WRITE,
	/* KeywordList is the list of keywords. */
	.shape = { "KeywordCollection", "A keyword list.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
