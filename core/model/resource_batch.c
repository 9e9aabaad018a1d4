/* A batch: the same shape for every collection that can be written to. */
#include "model/batch.h"

const char ad_batch_doc[] =
	"Up to 1,000 creates, changes and deletes of this collection in one request, done in their "
	"order, each with the checks, faults and history of its own request. It counts as one "
	"request. atomic: all are kept, or nothing is and the answer is 400 with the results in "
	"details; else each is kept or refused by itself. The body may have 8 MiB.";

static const char *const methods[] = { "POST", "PATCH", "DELETE", NULL };

static const struct ad_field operation[] = {
	{ .name = "method", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = methods, .doc = "What is done; only what the collection has.",
	  .example = "\"PATCH\"" },
	{ .name = "id", .type = AD_T_TEXT, .min = 1, .max = 100,
	  .doc = "The object that PATCH and DELETE mean.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "body", .type = AD_T_ANY,
	  .doc = "What POST or PATCH would take by themselves.",
	  .example = "{\"name\":\"Rye\"}" },
	{ .name = "ifMatch", .type = AD_T_TEXT, .min = 1, .max = 100,
	  .doc = "As the header If-Match, of PATCH and DELETE.", .example = "\"\\\"1.0\\\"\"" },
};

static const struct ad_field input[] = {
	{ .name = "operations", .type = AD_T_LIST, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = AD_BATCH_MAX, .item = AD_T_OBJECT, .members = operation,
	  .member_count = AD_LEN(operation), .doc = "What to do, in this order." },
	{ .name = "atomic", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "Whether all are kept or nothing.", .example = "true" },
};
const struct ad_shape ad_batch_input = {
	.name = "Batch",
	.doc = "Many operations on one collection.",
	.fields = input,
	.count = AD_LEN(input),
};

static const struct ad_field error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "As of the operation's own request.", .example = "\"VALIDATION_ERROR\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "What is wrong." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "As of the operation's own request; paths are those of its body." },
};

static const struct ad_field result[] = {
	{ .name = "index", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Which of the operations, from 0.", .example = "0" },
	{ .name = "status", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "The HTTP status that it would have had by itself.", .example = "200" },
	{ .name = "data", .type = AD_T_ANY, .flags = AD_SOMETIMES,
	  .doc = "The object, where it worked; null where nothing was kept, or the answer would be "
		 "too long." },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's id, where data was left out for length." },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .members = error, .member_count = AD_LEN(error), .doc = "Why it did not work." },
};

static const struct ad_field output[] = {
	{ .name = "results", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = result, .member_count = AD_LEN(result),
	  .doc = "What came of each operation, in their order." },
};
const struct ad_shape ad_batch_output = {
	.name = "BatchResults",
	.doc = "What came of a batch.",
	.fields = output,
	.count = AD_LEN(output),
};
