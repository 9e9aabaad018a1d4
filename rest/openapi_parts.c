#include "rest/openapi_parts.h"

#include "rest/changelog.h"

const char ad_openapi_title[] = "adcore";
const char ad_openapi_version[] = "1.0.0";
const char ad_openapi_summary[] =
	"Advertising campaigns on four platforms, drafted here and pushed with care.";
const char ad_openapi_description[] =
	"Everything is drafted locally and staged; nothing reaches a live ad platform until a "
	"previewed push with a token that holds `sync:write`.\n\n"
	"Every success is `{ \"data\": …, \"meta\": … }`, every failure "
	"`{ \"error\": { \"code\", \"message\", \"details\" } }`; "
	"`details.recovery` says whether to retry, to change something, or to stop.\n\n"
	"Additions (new operations, fields, enum values, error codes) are made without notice, and "
	"clients must tolerate them. Removals and renames go to `/api/v2`; what is deprecated says "
	"so in the headers `Deprecation` and `Sunset`, and `/changelog.json` lists what changed.";

static const char *const orders[] = { "asc", "desc", NULL };

const struct ad_parameter_row ad_openapi_parameters[] = {
	{ "spaceId",
	  "header",
	  { .name = "X-Space-Id",
	    .type = AD_T_TEXT,
	    .doc = "The Space to work in; the Personal Space when omitted.",
	    .example = "\"spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	  0 },
	{ "limit",
	  "query",
	  { .name = "limit",
	    .type = AD_T_INT,
	    .min = 1,
	    .max = 200,
	    .initial = "50",
	    .doc = "Objects a page.",
	    .example = "50" },
	  AD_PAGES },
	{ "cursor",
	  "query",
	  { .name = "cursor",
	    .type = AD_T_TEXT,
	    .doc = "meta.nextCursor of the page before, as it was." },
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
	    .doc = "Names of fields, separated by commas: the objects then have these and their "
		   "id alone." },
	  AD_LISTS },
	{ "q",
	  "query",
	  { .name = "q",
	    .type = AD_T_TEXT,
	    .doc = "Only objects whose name (of a keyword: text) contains it, in any case.",
	    .example = "\"bread\"" },
	  AD_SEARCHES },
	{ "updatedSince",
	  "query",
	  { .name = "updatedSince",
	    .type = AD_T_TIME,
	    .doc = "Only objects edited at or after this time.",
	    .example = "\"2026-11-21T00:00:00Z\"" },
	  AD_SEARCHES },
	{ "idempotencyKey",
	  "header",
	  { .name = "Idempotency-Key",
	    .type = AD_T_TEXT,
	    .min = 1,
	    .max = 255,
	    .doc = "Makes a repeat safe: the same key and body get the first answer again for "
		   "24 hours; with another body it is 409 IDEMPOTENCY_CONFLICT.",
	    .example = "\"6f1c3b1e-4a51-4c6e-9f0a-2f6c6f1f9f3d\"" },
	  AD_REPLAYS },
	{ "validateOnly",
	  "query",
	  { .name = "validateOnly",
	    .type = AD_T_BOOL,
	    .initial = "false",
	    .doc = "Run every check and change nothing.",
	    .example = "false" },
	  AD_CHECKS },
	{ "ifMatch",
	  "header",
	  { .name = "If-Match",
	    .type = AD_T_TEXT,
	    .doc = "Only where the object's version is still that of this ETag; else 412.",
	    .example = "\"\\\"3.1\\\"\"" },
	  AD_MATCHES },
	{ "ifNoneMatch",
	  "header",
	  { .name = "If-None-Match",
	    .type = AD_T_TEXT,
	    .doc = "304 without a body where the object still has this ETag.",
	    .example = "\"\\\"3.1\\\"\"" },
	  AD_REVALIDATES },
};
const size_t ad_openapi_parameter_count = AD_LEN(ad_openapi_parameters);

#define HEADER(name_, type_, flags_, doc_, example_)                                               \
	{ .name = name_, .type = type_, .flags = flags_, .doc = doc_, .example = example_ }

const struct ad_header_row ad_openapi_headers[] = {
	{ .field = HEADER("X-Request-Id", AD_T_TEXT, AD_REQUIRED,
			  "Id of this request; tell it to support.",
			  "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"") },
	{ .field = HEADER("X-RateLimit-Limit", AD_T_INT, AD_REQUIRED,
			  "Minute bucket size for this token.", "60") },
	{ .field = HEADER("X-RateLimit-Remaining", AD_T_INT, AD_REQUIRED,
			  "Requests left in the current window.", "59") },
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
			  "true where this is the answer to an earlier request with the same "
			  "Idempotency-Key.",
			  "true"),
	  .statuses = { 200, 201, 202, 400, 404, 409, 412, 422 },
	  .traits = AD_REPLAYS },
	{ .field = HEADER("Retry-After", AD_T_INT, 0, "Seconds to wait before the next try.", "17"),
	  .statuses = { 409, 429, 503 } },
	/* Not with every 403: where only the role is missing no other token would do. */
	{ .field = HEADER(
		  "WWW-Authenticate", AD_T_TEXT, 0,
		  "How to authenticate (RFC 6750): with every 401, and with a 403 that another "
		  "token would not have met.",
		  "\"Bearer error=\\\"invalid_token\\\"\""),
	  .statuses = { 401, 403 } },
	{ .field = HEADER("Deprecation", AD_T_TEXT, 0, "Since when this is deprecated (RFC 9745).",
			  "\"@1795219200\""),
	  .aged = true },
	{ .field = HEADER("Sunset", AD_T_TEXT, 0, "When it will be gone (RFC 8594).",
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
	  .summary = "Get this description",
	  .doc = "The OpenAPI 3.1 description of the API; public, no token, no envelope.",
	  .traits = AD_PUBLIC | AD_REVALIDATES,
	  .media = "application/json" },
	{ .verb = AD_V_GET,
	  .operation_id = "getChangelog",
	  .method = "GET",
	  .path = "/changelog.json",
	  .output = &ad_changelog_shape,
	  .success = 200,
	  .summary = "Get the list of changes",
	  .doc = "The versions of the API with what came with each, and what is deprecated; "
		 "public, no token.",
	  .traits = AD_PUBLIC },
};
const struct ad_resource ad_openapi_own = {
	.id = AD_R_NONE,
	.name = "description",
	.path = "",
	.shape = { .name = "Description", .doc = "What the API says of itself." },
	.actions = own_actions,
	.action_count = AD_LEN(own_actions),
};
