#include "rest/openapi_parts.h"

#include "rest/changelog.h"

const char ad_openapi_title[] = "adcore";
const char ad_openapi_version[] = "1.1.0";
const char ad_openapi_summary[] =
	"Advertising campaigns on four platforms: drafted locally, previewed, then pushed.";
const char ad_openapi_description[] =
	"Every change is a local draft. Nothing reaches a live ad platform until a previewed push "
	"with a token that has `sync:write`.\n\nEvery success is `{ \"data\": …, \"meta\": … }`, "
	"every failure `{ \"error\": { \"code\", \"message\", \"details\" } }`; `details.recovery` "
	"is transient (retry), correctable (change the request) or terminal.\n\nAdditions (new "
	"operations, fields, enum values, error codes) are made without notice; clients must "
	"tolerate them. Removals and renames require `/api/v2`. Deprecated operations and fields "
	"carry the headers `Deprecation` and `Sunset`, and `/changelog.json` lists all changes.";

static const char *const orders[] = { "asc", "desc", NULL };

const struct ad_parameter_row ad_openapi_parameters[] = {
	{ "spaceId",
	  "header",
	  { .name = "X-Space-Id",
	    .type = AD_T_TEXT,
	    .doc = "The Space of the request. Default: the Personal Space.",
	    .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	  0 },
	{ "limit",
	  "query",
	  { .name = "limit",
	    .type = AD_T_INT,
	    .min = 1,
	    .max = 200,
	    .initial = "50",
	    .doc = "Objects per page.",
	    .example = "50" },
	  AD_PAGES },
	{ "cursor",
	  "query",
	  { .name = "cursor",
	    .type = AD_T_TEXT,
	    .doc = "meta.nextCursor of the previous page, unchanged." },
	  AD_PAGES },
	{ "order",
	  "query",
	  { .name = "order",
	    .type = AD_T_ENUM,
	    .options = orders,
	    .initial = "\"desc\"",
	    .doc = "Newest first (desc) or oldest first (asc).",
	    .example = "\"desc\"" },
	  AD_PAGES },
	{ "fields",
	  "query",
	  { .name = "fields",
	    .type = AD_T_TEXT,
	    .doc = "Field names, separated by commas: objects contain only these fields and their "
		   "id." },
	  AD_LISTS },
	{ "q",
	  "query",
	  { .name = "q",
	    .type = AD_T_TEXT,
	    .doc = "Return only objects with this text in their name (for a keyword, in its text), "
		   "ignoring case.",
	    .example = "\"bread\"" },
	  AD_SEARCHES },
	{ "updatedSince",
	  "query",
	  { .name = "updatedSince",
	    .type = AD_T_TIME,
	    .doc = "Return only objects edited at or after this time.",
	    .example = "\"2026-11-21T00:00:00Z\"" },
	  AD_SEARCHES },
	{ "idempotencyKey",
	  "header",
	  { .name = "Idempotency-Key",
	    .type = AD_T_TEXT,
	    .min = 1,
	    .max = 255,
	    .doc = "Makes a repeat safe: for 24 hours, the same key and body return the first "
		   "response. A different body returns 409 IDEMPOTENCY_CONFLICT.",
	    .example = "\"6f1c3b1e-4a51-4c6e-9f0a-2f6c6f1f9f3d\"" },
	  AD_REPLAYS },
	{ "validateOnly",
	  "query",
	  { .name = "validateOnly",
	    .type = AD_T_BOOL,
	    .initial = "false",
	    .doc = "Run all checks without changing anything.",
	    .example = "false" },
	  AD_CHECKS },
	{ "ifMatch",
	  "header",
	  { .name = "If-Match",
	    .type = AD_T_TEXT,
	    .doc = "Apply only if the object's version matches this ETag; otherwise 412.",
	    .example = "\"\\\"3.1\\\"\"" },
	  AD_MATCHES },
	{ "ifNoneMatch",
	  "header",
	  { .name = "If-None-Match",
	    .type = AD_T_TEXT,
	    .doc = "Returns 304 without a body if the object still has this ETag.",
	    .example = "\"\\\"3.1\\\"\"" },
	  AD_REVALIDATES },
};
const size_t ad_openapi_parameter_count = AD_LEN(ad_openapi_parameters);

#define HEADER(name_, type_, flags_, doc_, example_)                                               \
	{ .name = name_, .type = type_, .flags = flags_, .doc = doc_, .example = example_ }

const struct ad_header_row ad_openapi_headers[] = {
	{ .field = HEADER("X-Request-Id", AD_T_TEXT, AD_REQUIRED,
			  "The request id. Include it in support requests.",
			  "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"") },
	{ .field = HEADER("X-RateLimit-Limit", AD_T_INT, AD_REQUIRED,
			  "Size of the token's minute bucket.", "60") },
	{ .field = HEADER("X-RateLimit-Remaining", AD_T_INT, AD_REQUIRED,
			  "Requests remaining in the current window.", "59") },
	{ .field = HEADER("X-RateLimit-Reset", AD_T_INT, AD_REQUIRED,
			  "Unix time at which the window resets.", "1795253460") },
	{ .field =
		  HEADER("ETag", AD_T_TEXT, 0,
			 "Version and sync revision of the object, for If-Match and If-None-Match.",
			 "\"\\\"3.1\\\"\""),
	  .statuses = { 200, 201, 202, 304 },
	  .traits = AD_TAGS },
	{ .field = HEADER("Location", AD_T_TEXT, 0, "Path of the new object.",
			  "\"/api/v1/campaigns/cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\""),
	  .statuses = { 201, 202 } },
	{ .field = HEADER("Idempotent-Replayed", AD_T_BOOL, 0,
			  "true if this is the response of an earlier request with the same "
			  "Idempotency-Key.",
			  "true"),
	  .statuses = { 200, 201, 202, 400, 404, 409, 412, 422 },
	  .traits = AD_REPLAYS },
	{ .field = HEADER("Retry-After", AD_T_INT, 0, "Seconds to wait before the next attempt.",
			  "17"),
	  .statuses = { 409, 429, 503 } },
	/* Not with every 403: where only the role is missing no other token would do. */
	{ .field = HEADER("WWW-Authenticate", AD_T_TEXT, 0,
			  "The authentication challenge (RFC 6750): with every 401, and with a 403 "
			  "that a different token could avoid.",
			  "\"Bearer error=\\\"invalid_token\\\"\""),
	  .statuses = { 401, 403 } },
	{ .field = HEADER("Deprecation", AD_T_TEXT, 0, "Deprecation date (RFC 9745).",
			  "\"@1795219200\""),
	  .aged = true },
	{ .field = HEADER("Sunset", AD_T_TEXT, 0, "Removal date (RFC 8594).",
			  "\"Wed, 24 Nov 2027 00:00:00 GMT\""),
	  .aged = true },
};
const size_t ad_openapi_header_count = AD_LEN(ad_openapi_headers);

static const struct ad_action own_actions[] = {
	{ .verb = AD_V_GET,
	  .operation_id = "getOpenApi",
	  .method = "GET",
	  .path = "/openapi.json",
	  .success = 200,
	  .summary = "Get the API description",
	  .doc = "Returns the OpenAPI 3.1 description of the API; public, no token, no envelope.",
	  .traits = AD_PUBLIC | AD_REVALIDATES,
	  .media = "application/json" },
	{ .verb = AD_V_GET,
	  .operation_id = "getChangelog",
	  .method = "GET",
	  .path = "/changelog.json",
	  .output = &ad_changelog_shape,
	  .success = 200,
	  .summary = "Get the changelog",
	  .doc = "Returns the API versions with their changes, and current deprecations; public, "
		 "no token.",
	  .traits = AD_PUBLIC },
};
const struct ad_resource ad_openapi_own = {
	.id = AD_R_NONE,
	.name = "description",
	.path = "",
	.shape = { .name = "Description", .doc = "The OpenAPI description." },
	.actions = own_actions,
	.action_count = AD_LEN(own_actions),
};
