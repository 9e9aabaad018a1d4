/* A bulk change: the same shape for every collection that has it. */
#include "model/bulk_action.h"

const char ad_bulk_doc[] =
	"Applies exactly one rule to all objects that match the filter; at most 10,000 objects. "
	"Each object passes the checks of a single PATCH: validation, guardrails, versions, "
	"history. A rejected object does not stop the others. dryRun computes the same response "
	"without changing anything. Up to 1,000 objects form one transaction; a dry run does not "
	"compare names and keywords across transactions. A filter other than ids also requires "
	"the read scope. A push makes the changes live.";

static const struct ad_field adjust[] = {
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 100,
	  .doc = "An amount of the collection: budget, cpcBid, bidding.maxCpc, bidding.targetCpa.",
	  .example = "\"budget\"" },
	{ .name = "percent", .type = AD_T_NUMBER, .min = -100, .max = 10000,
	  .doc = "The change in percent of the amount; negative values lower it. Exactly one of "
		 "percent and amount is required.",
	  .example = "10" },
	{ .name = "amount", .type = AD_T_NUMBER, .flags = AD_AMOUNT, .min = -1000000000,
	  .max = 1000000000,
	  .doc = "The change in major units of the Space's currency; negative values lower the "
		 "amount." },
	{ .name = "round", .type = AD_T_NUMBER, .flags = AD_AMOUNT, .min = 0, .max = 1000000000,
	  .doc = "Round the result to the nearest multiple of this value. Default: the currency's "
		 "smallest unit. Rounding never turns an increase into a decrease, or the "
		 "reverse. A result of 0 or below is rejected.",
	  .example = "0.05" },
};

static const struct ad_field replace[] = {
	{ .name = "fields", .type = AD_T_LIST, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = AD_FIELDS_MAX, .item = AD_T_TEXT, .item_max = 100,
	  .doc = "Text and URL fields of the collection, such as name, finalUrl and headlines.",
	  .example = "[\"name\"]" },
	{ .name = "find", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_INPUT_ONLY, .max = 2048,
	  .doc = "The text to find, at any position; at least one character.",
	  .example = "\"2026\"" },
	{ .name = "with", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 2048,
	  .doc = "The replacement text; an empty text deletes the matches.",
	  .example = "\"2027\"" },
	{ .name = "matchCase", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True: the search is case-sensitive.", .example = "true" },
};

static const struct ad_field labels[] = {
	{ .name = "add", .type = AD_T_LIST, .flags = AD_NOT_NULL, .initial = "[]", .max = 50,
	  .item = AD_T_TEXT, .item_max = 80, .doc = "Labels to add to each object.",
	  .example = "[\"autumn\"]" },
	{ .name = "remove", .type = AD_T_LIST, .flags = AD_NOT_NULL, .initial = "[]", .max = 50,
	  .item = AD_T_TEXT, .item_max = 80, .doc = "Labels to remove from each object." },
};

static const struct ad_field rule[] = {
	{ .name = "set", .type = AD_T_ANY,
	  .doc = "The fields and values to set, as the body of PATCH.",
	  .example = "{\"status\":\"PAUSED\"}" },
	{ .name = "adjust", .type = AD_T_OBJECT, .members = adjust,
	  .member_count = AD_LEN(adjust), .doc = "Raises or lowers an amount." },
	{ .name = "replace", .type = AD_T_OBJECT, .members = replace,
	  .member_count = AD_LEN(replace), .doc = "Replaces text." },
	{ .name = "labels", .type = AD_T_OBJECT, .members = labels,
	  .member_count = AD_LEN(labels), .doc = "Adds and removes labels." },
};

static const struct ad_field input[] = {
	{ .name = "filter", .type = AD_T_ANY, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .doc = "The filters of the collection's list by name, each a value or a list of values, "
		 "and ids: a list of 1 to 10,000 ids. An empty object matches all objects.",
	  .example = "{\"status\":\"PAUSED\"}" },
	{ .name = "rule", .type = AD_T_OBJECT, .flags = AD_REQUIRED | AD_NOT_NULL, .members = rule,
	  .member_count = AD_LEN(rule), .doc = "The rule; exactly one member is required.",
	  .example = "{\"set\":{\"status\":\"PAUSED\"}}" },
	{ .name = "dryRun", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True: nothing is changed.", .example = "true" },
};
const struct ad_shape ad_bulk_input = {
	.name = "Bulk",
	.doc = "A rule, and the filter of the objects to change.",
	.fields = input,
	.count = AD_LEN(input),
};

static const struct ad_field error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The error code of a single PATCH.", .example = "\"GUARDRAIL_VIOLATION\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The error message." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "The error details of a single PATCH; paths refer to its body." },
};

static const struct ad_field change[] = {
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The field's name.",
	  .example = "\"budget\"" },
	{ .name = "from", .type = AD_T_ANY, .doc = "The previous value.", .example = "20" },
	{ .name = "to", .type = AD_T_ANY, .doc = "The new value.", .example = "22" },
};

static const struct ad_field result[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "status", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "The HTTP status of a single PATCH.", .example = "200" },
	{ .name = "version", .type = AD_T_INT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .doc = "The version after the change; absent if the object was rejected.",
	  .example = "2" },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_SOMETIMES, .item = AD_T_OBJECT,
	  .members = change, .member_count = AD_LEN(change),
	  .doc = "The changed fields. Empty: the rule changes nothing; null: the response would "
		 "be too long; absent: the object was rejected." },
	{ .name = "exact", .type = AD_T_NUMBER, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .doc = "The amount before rounding, if rounding changed it.",
	  .example = "22.01" },
	{ .name = "note", .type = AD_T_TEXT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .doc = "The reason for no change, if the amount to adjust has no value.",
	  .example = "\"cpcBid has no amount to adjust.\"" },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .members = error, .member_count = AD_LEN(error), .doc = "The reason for the rejection." },
};

static const struct ad_field output[] = {
	{ .name = "matched", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of objects that match the filter.", .example = "1" },
	{ .name = "changed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of objects that the rule changed, or would change.", .example = "1" },
	{ .name = "refused", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of rejected objects, including ids that do not exist.", .example = "0" },
	{ .name = "dryRun", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "True if nothing was changed.", .example = "false" },
	{ .name = "results", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = result, .member_count = AD_LEN(result),
	  .doc = "One result per object: in the order of ids, otherwise newest first." },
};
const struct ad_shape ad_bulk_output = {
	.name = "BulkResults",
	.doc = "The result of a bulk change.",
	.fields = output,
	.count = AD_LEN(output),
};
