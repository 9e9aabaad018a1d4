/* A bulk change: the same shape for every collection that has it. */
#include "model/bulk_action.h"

const char ad_bulk_doc[] =
	"Changes the objects that the filter matches by exactly one rule; at most 10,000 objects. "
	"Each object passes the checks of its own PATCH: validation, guardrails, versions, "
	"history. "
	"An object that is refused does not stop the others. dryRun computes the same answer and "
	"changes nothing. Up to 1,000 objects are one transaction; a dry run does not compare the "
	"names and keywords of one such group with those of another. A filter by anything but ids "
	"also needs the read scope. Nothing is live until a push.";

static const struct ad_field adjust[] = {
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 100,
	  .doc = "An amount of the collection: budget, cpcBid, bidding.maxCpc, "
		 "bidding.targetCpa.",
	  .example = "\"budget\"" },
	{ .name = "percent", .type = AD_T_NUMBER, .min = -100, .max = 10000,
	  .doc = "How much more, in percent of the amount; below 0 lowers it. Exactly one of "
		 "percent and amount is given.",
	  .example = "10" },
	{ .name = "amount", .type = AD_T_NUMBER, .flags = AD_AMOUNT, .min = -1000000000,
	  .max = 1000000000,
	  .doc = "How much more, in major units of the Space's currency; below 0 lowers it." },
	{ .name = "round", .type = AD_T_NUMBER, .flags = AD_AMOUNT, .min = 0, .max = 1000000000,
	  .doc = "The result is the nearest multiple of this; the currency's smallest unit unless "
		 "given. Rounding never turns a raise into a decrease, or a decrease into a raise. "
		 "A result of 0 or below is refused.",
	  .example = "0.05" },
};

static const struct ad_field replace[] = {
	{ .name = "fields", .type = AD_T_LIST, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = AD_FIELDS_MAX, .item = AD_T_TEXT, .item_max = 100,
	  .doc = "Texts and URLs of the collection, such as name, finalUrl, headlines.",
	  .example = "[\"name\"]" },
	{ .name = "find", .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL | AD_INPUT_ONLY, .max = 2048,
	  .doc = "The text to replace, wherever it stands; at least one character.",
	  .example = "\"2026\"" },
	{ .name = "with", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 2048,
	  .doc = "The text to put there; an empty one deletes.", .example = "\"2027\"" },
	{ .name = "matchCase", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True: upper and lower case differ.", .example = "true" },
};

static const struct ad_field labels[] = {
	{ .name = "add", .type = AD_T_LIST, .flags = AD_NOT_NULL, .initial = "[]", .max = 50,
	  .item = AD_T_TEXT, .item_max = 80, .doc = "Labels that each object then has.",
	  .example = "[\"autumn\"]" },
	{ .name = "remove", .type = AD_T_LIST, .flags = AD_NOT_NULL, .initial = "[]", .max = 50,
	  .item = AD_T_TEXT, .item_max = 80, .doc = "Labels that no object then has." },
};

static const struct ad_field rule[] = {
	{ .name = "set", .type = AD_T_ANY,
	  .doc = "An object of fields and values, as the body of PATCH.",
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
	  .doc = "An object: the filters of the collection's list by name, each a value or a list "
		 "of values, and ids, a list of 1 to 10,000 ids. An empty object matches all.",
	  .example = "{\"status\":\"PAUSED\"}" },
	{ .name = "rule", .type = AD_T_OBJECT, .flags = AD_REQUIRED | AD_NOT_NULL, .members = rule,
	  .member_count = AD_LEN(rule), .doc = "Exactly one of its members.",
	  .example = "{\"set\":{\"status\":\"PAUSED\"}}" },
	{ .name = "dryRun", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True: nothing is changed.", .example = "true" },
};
const struct ad_shape ad_bulk_input = {
	.name = "Bulk",
	.doc = "A rule, and the objects that it changes.",
	.fields = input,
	.count = AD_LEN(input),
};

static const struct ad_field error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "As of the object's own PATCH.", .example = "\"GUARDRAIL_VIOLATION\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "What is wrong." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "As of the object's own PATCH; paths are those of its body." },
};

static const struct ad_field change[] = {
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The field's name.",
	  .example = "\"budget\"" },
	{ .name = "from", .type = AD_T_ANY, .doc = "Its value before.", .example = "20" },
	{ .name = "to", .type = AD_T_ANY, .doc = "Its value after.", .example = "22" },
};

static const struct ad_field result[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "status", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "The HTTP status that its own PATCH would have had.", .example = "200" },
	{ .name = "version", .type = AD_T_INT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .doc = "Its version after the change; absent where it was refused.", .example = "2" },
	{ .name = "changes", .type = AD_T_LIST, .flags = AD_SOMETIMES, .item = AD_T_OBJECT,
	  .members = change, .member_count = AD_LEN(change),
	  .doc = "Field by field; empty where the rule changes nothing, null where the answer "
		 "would be too long, absent where it was refused." },
	{ .name = "exact", .type = AD_T_NUMBER, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .doc = "The adjusted amount before rounding, where rounding changed it.",
	  .example = "22.01" },
	{ .name = "note", .type = AD_T_TEXT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .doc = "Why nothing changed, where the amount to adjust has no value.",
	  .example = "\"cpcBid has no amount to adjust.\"" },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .members = error, .member_count = AD_LEN(error), .doc = "Why it was refused." },
};

static const struct ad_field output[] = {
	{ .name = "matched", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many objects the filter matches.", .example = "1" },
	{ .name = "changed", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many of them the rule changed, or would change.", .example = "1" },
	{ .name = "refused", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many were refused, ids of no object included.", .example = "0" },
	{ .name = "dryRun", .type = AD_T_BOOL, .flags = AD_NOT_NULL,
	  .doc = "True where nothing was changed.", .example = "false" },
	{ .name = "results", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = result, .member_count = AD_LEN(result),
	  .doc = "Each object once: in the order of ids, else newest first." },
};
const struct ad_shape ad_bulk_output = {
	.name = "BulkResults",
	.doc = "The outcome of a bulk change.",
	.fields = output,
	.count = AD_LEN(output),
};
