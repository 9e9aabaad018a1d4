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
	  .max = 80, .doc = "The keyword's text; at most 10 words.", .example = "\"free bread\"" },
	{ .name = "matchType", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = match_types, .doc = "The match type.",
	  .example = "\"PHRASE\"" },
};

static const struct ad_field fields[] = {
	{ .name = "name", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_FILTER | AD_WALKED | AD_NAME, .min = 1,
	  .max = 128, .doc = "The name of the list.", .example = "\"Never for us\"" },
	{ .name = "keywords", .type = AD_T_LIST, .flags = AD_NOT_NULL | AD_COUNTED,
	  .max = AD_LIST_KEYWORDS_MAX, .item = AD_T_OBJECT, .members = keyword,
	  .member_count = AD_LEN(keyword),
	  .initial = "[]",
	  .doc = "The keywords; each pair of text and match type is unique, ignoring case.",
	  .example = "[{\"text\":\"free bread\",\"matchType\":\"PHRASE\"}]" },
};

static const struct ad_field attach_input[] = {
	{ .name = "campaignIds", .type = AD_T_LIST, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 200, .item = AD_T_REF, .ref = AD_R_CAMPAIGN,
	  .doc = "The campaigns that receive the keywords as negative keywords." },
};
static const struct ad_shape attach_shape = { "KeywordListAttach",
					      "The campaigns to attach a keyword list to.",
					      attach_input, AD_LEN(attach_input) };

static const struct ad_field error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "As in a single create of the keyword.", .example = "\"VALIDATION_ERROR\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The error message." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "As in a single create of the keyword." },
};

static const struct ad_field result[] = {
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The campaign.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The keyword's text in the list.",
	  .example = "\"free bread\"" },
	{ .name = "matchType", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = match_types,
	  .doc = "The keyword's text in the list.", .example = "\"PHRASE\"" },
	{ .name = "outcome", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = outcomes,
	  .doc = "MADE: a draft was created. PRESENT: the campaign already has the keyword. "
		 "REFUSED: see error.",
	  .example = "\"MADE\"" },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The id of the created or existing negative keyword; null for a validation only, "
		 "absent if the keyword was rejected.",
	  .example = "\"kw_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .members = error, .member_count = AD_LEN(error), .doc = "The reason for the rejection." },
};

static const struct ad_field attach_output[] = {
	{ .name = "made", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of created drafts.",
	  .example = "1" },
	{ .name = "present", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of keywords that the campaigns already have.", .example = "0" },
	{ .name = "refused", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of rejected keywords.", .example = "0" },
	{ .name = "results", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = result, .member_count = AD_LEN(result),
	  .doc = "One result per campaign and keyword, ordered by campaign." },
};
static const struct ad_shape attached_shape = { "KeywordListAttached",
						"The results of attaching a keyword list.",
						attach_output, AD_LEN(attach_output) };

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listKeywordLists", .method = "GET", .path = "",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "List keyword lists",
	  .doc = "Lists the Space's keyword lists, newest first. A page may contain fewer lists "
		 "than limit if they are long." },
	{ .verb = AD_V_CREATE, .operation_id = "createKeywordList", .method = "POST", .path = "",
	  .scopes = AD_KEYWORDS_WRITE, .success = 201, .body_max = AD_BULK_BODY_MAX,
	  .summary = "Create a keyword list",
	  .doc = "Stores up to 5,000 keywords under a name. The list is local: no push sends "
		 "it. Maximum body size: 2 MiB." },
	{ .verb = AD_V_GET, .operation_id = "getKeywordList", .method = "GET", .path = "/:id",
	  .scopes = AD_KEYWORDS_READ, .success = 200, .summary = "Get a keyword list",
	  .doc = "Returns one object by id." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateKeywordList", .method = "PATCH",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Change a keyword list",
	  .doc = "Applies a JSON merge patch (RFC 7396). keywords is replaced as a whole (send "
		 "a body above 1 MiB to /keyword-lists/batch). Negative keywords that were "
		 "created from the list do not change." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteKeywordList", .method = "DELETE",
	  .path = "/:id", .scopes = AD_KEYWORDS_WRITE, .success = 200,
	  .summary = "Delete a keyword list",
	  .doc = "Deletes the list immediately. Negative keywords that were created from the "
		 "list remain." },
	{ .verb = AD_V_ATTACH, .operation_id = "attachKeywordList", .method = "POST",
	  .path = "/:id/attach", .scopes = AD_KEYWORDS_WRITE, .input = &attach_shape,
	  .output = &attached_shape, .success = 200, .traits = AD_CHECKS,
	  .summary = "Attach a keyword list to campaigns",
	  .doc = "Creates drafts of negative keywords: one for each keyword of the list in each "
		 "campaign that does not have it, with the checks of a single create. At most "
		 "10,000 keywords per call (campaigns times keywords)." },
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
