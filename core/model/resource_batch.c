/* A batch: the same shape for every collection that can be written to. */
#include "model/batch.h"

const char ad_batch_doc[] =
	"Runs up to 1,000 creates, updates and deletes of this collection in order. Each "
	"operation has the checks, errors and history of a single request; the batch counts as "
	"one request. With atomic, all operations succeed, or none is stored and the response is "
	"400 with the results in details. Otherwise each operation succeeds or fails "
	"independently. Maximum body size: 8 MiB.";

static const char *const methods[] = { "POST", "PATCH", "DELETE", NULL };

static const struct ad_field operation[] = {
	{ .name = "method", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .options = methods, .doc = "The method; only methods of the collection.",
	  .example = "\"PATCH\"" },
	{ .name = "id", .type = AD_T_TEXT, .min = 1, .max = 100,
	  .doc = "The object's id, for PATCH and DELETE.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "body", .type = AD_T_ANY,
	  .doc = "The body of POST or PATCH.",
	  .example = "{\"name\":\"Rye\"}" },
	{ .name = "ifMatch", .type = AD_T_TEXT, .min = 1, .max = 100,
	  .doc = "The If-Match header, for PATCH and DELETE.", .example = "\"\\\"1.0\\\"\"" },
};

static const struct ad_field input[] = {
	{ .name = "operations", .type = AD_T_LIST, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = AD_BATCH_MAX, .item = AD_T_OBJECT, .members = operation,
	  .member_count = AD_LEN(operation), .doc = "The operations, in order." },
	{ .name = "atomic", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false",
	  .doc = "True stores all operations or none.", .example = "true" },
};
const struct ad_shape ad_batch_input = {
	.name = "Batch",
	.doc = "Several operations on one collection.",
	.fields = input,
	.count = AD_LEN(input),
};

static const struct ad_field error[] = {
	{ .name = "code", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The error code of the single request.", .example = "\"VALIDATION_ERROR\"" },
	{ .name = "message", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The error message." },
	{ .name = "details", .type = AD_T_ANY, .flags = AD_NOT_NULL,
	  .doc = "The error details of the single request; paths refer to the operation's body." },
};

static const struct ad_field result[] = {
	{ .name = "index", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Index of the operation, from 0.", .example = "0" },
	{ .name = "status", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "The HTTP status of the single request.", .example = "200" },
	{ .name = "data", .type = AD_T_ANY, .flags = AD_SOMETIMES,
	  .doc = "The object on success; null if nothing was stored or the response would be "
		 "too long." },
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_SOMETIMES,
	  .doc = "The object's id, if data was omitted because of its length." },
	{ .name = "error", .type = AD_T_OBJECT, .flags = AD_SOMETIMES | AD_NOT_NULL,
	  .members = error, .member_count = AD_LEN(error),
	  .doc = "The error of a failed operation." },
};

static const struct ad_field output[] = {
	{ .name = "results", .type = AD_T_LIST, .flags = AD_NOT_NULL, .item = AD_T_OBJECT,
	  .members = result, .member_count = AD_LEN(result),
	  .doc = "The result of each operation, in order." },
};
const struct ad_shape ad_batch_output = {
	.name = "BatchResults",
	.doc = "The results of a batch.",
	.fields = output,
	.count = AD_LEN(output),
};
