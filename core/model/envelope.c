#include "model/envelope.h"

#define REQUEST_ID                                                                                 \
	{ .name = "requestId",                                                                     \
	  .type = AD_T_TEXT,                                                                       \
	  .flags = AD_NOT_NULL,                                                                    \
	  .doc = "The request id, as in the header X-Request-Id.",                                 \
	  .example = "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" }

static const struct ad_field meta[] = {
	REQUEST_ID,
	{ .name = "validateOnly",
	  .type = AD_T_BOOL,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "True for a validation only: nothing was stored. Otherwise absent.",
	  .example = "true" },
};
const struct ad_shape ad_meta_shape = {
	"Meta",
	"Metadata of a response.",
	meta,
	AD_LEN(meta),
};

static const struct ad_field list_meta[] = {
	REQUEST_ID,
	{ .name = "nextCursor",
	  .type = AD_T_TEXT,
	  .doc = "The cursor of the next page, for ?cursor=; null on the last page.",
	  .example = "\"djE6Y21wXzAxS0FIMlY1VDNROFo2SjROOVc3WDFZMkIz\"" },
	{ .name = "total",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .doc = "Number of matching objects on all pages.",
	  .example = "128" },
};
const struct ad_shape ad_list_meta_shape = {
	"ListMeta",
	"Metadata of a list.",
	list_meta,
	AD_LEN(list_meta),
};

static const char *const recoveries[] = { "transient", "correctable", "terminal", NULL };
static const char *const buckets[] = { "minute", "daily", NULL };

/* Every details has these two. */
#define RECOVERY(recovery_, suggestion_)                                                           \
	{ .name = "recovery",                                                                      \
	  .type = AD_T_ENUM,                                                                       \
	  .flags = AD_NOT_NULL,                                                                    \
	  .options = recoveries,                                                                   \
	  .doc = "transient: retry; correctable: change the request; terminal: do not retry.",     \
	  .example = "\"" recovery_ "\"" },                                                        \
		{ .name = "suggestion",                                                            \
		  .type = AD_T_TEXT,                                                               \
		  .flags = AD_NOT_NULL | AD_SOMETIMES,                                             \
		  .doc = "The next step, if known.",                                               \
		  .example = "\"" suggestion_ "\"" }

static const struct ad_field fault[] = {
	{ .name = "path",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "The field or parameter concerned.",
	  .example = "\"budget\"" },
	{ .name = "code",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "The fault code. New codes may be added.",
	  .example = "\"TOO_SMALL\"" },
	{ .name = "message",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "Description of the fault and of a valid value.",
	  .example = "\"budget must be above 0.\"" },
	{ .name = "limit",
	  .type = AD_T_NUMBER,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The limit that the value violates.",
	  .example = "0" },
};

static const struct ad_field validation[] = {
	{ .name = "fields",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = fault,
	  .member_count = AD_LEN(fault),
	  .doc = "All faults of the request." },
	RECOVERY("correctable", "Set a budget above 0."),
};

static const struct ad_field plain[] = { RECOVERY("terminal", "Create a new token.") };

static const struct ad_field billing[] = {
	{ .name = "plan", .type = AD_T_TEXT, .doc = "The account's plan.", .example = "\"free\"" },
	{ .name = "manageUrl",
	  .type = AD_T_URL,
	  .flags = AD_NOT_NULL,
	  .doc = "URL where a person can change the plan.",
	  .example = "\"https://ads.example.com/app/account\"" },
	RECOVERY("terminal", "Change the plan at manageUrl, then retry."),
};

static const struct ad_field scope[] = {
	{ .name = "required",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_TEXT,
	  .doc = "The missing scopes.",
	  .example = "[\"campaigns:write\"]" },
	RECOVERY("terminal", "Create a token with campaigns:write."),
};

static const struct ad_field not_found[] = {
	{ .name = "resource",
	  .type = AD_T_TEXT,
	  .doc = "The resource; null if the path is unknown.",
	  .example = "\"campaign\"" },
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .doc = "The requested id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	RECOVERY("terminal", "List the campaigns of this Space."),
};

static const struct ad_field conflict[] = {
	{ .name = "reason",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "Code of the conflict.",
	  .example = "\"PLAN_CHANGED\"" },
	{ .name = "planHash",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "PLAN_CHANGED: hash of the current plan.",
	  .example = "\"3b1f8c5d9e2a4f607182930a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e\"" },
	{ .name = "runId",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "RUN_IN_PROGRESS: the active run.",
	  .example = "\"syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	RECOVERY("correctable", "Preview again, then push the new plan."),
};

static const struct ad_field precondition[] = {
	{ .name = "currentVersion",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The object's current version.",
	  .example = "4" },
	RECOVERY("correctable", "Read the object again and apply the change to the new version."),
};

static const struct ad_field size[] = {
	RECOVERY("correctable", "Send a smaller request."),
};

static const struct ad_field media[] = {
	RECOVERY("correctable", "Set Content-Type: application/json."),
};

static const struct ad_field violation[] = {
	{ .name = "rule",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "The guardrail.",
	  .example = "\"maxCampaignDailyBudget\"" },
	{ .name = "limit",
	  .type = AD_T_ANY,
	  .flags = AD_NOT_NULL,
	  .doc = "The allowed value.",
	  .example = "100" },
	{ .name = "actual",
	  .type = AD_T_ANY,
	  .flags = AD_NOT_NULL,
	  .doc = "The value that violates the guardrail.",
	  .example = "250" },
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .doc = "The object's id; null: the request as a whole.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "message",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "Description of the violation.",
	  .example = "\"The daily budget of 250 is above the limit of 100.\"" },
};

static const struct ad_field guardrail[] = {
	{ .name = "violations",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = violation,
	  .member_count = AD_LEN(violation),
	  .doc = "All guardrail violations." },
	RECOVERY("correctable", "Lower the budget, or have an owner raise the limit."),
};

static const struct ad_field rate[] = {
	{ .name = "bucket",
	  .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL,
	  .options = buckets,
	  .doc = "The exhausted limit.",
	  .example = "\"minute\"" },
	{ .name = "retryAfter",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .doc = "Seconds to wait, as in the header Retry-After.",
	  .example = "17" },
	RECOVERY("transient", "Wait 17 seconds, then retry."),
};

static const struct ad_field fault_of_ours[] = {
	RECOVERY("transient",
		 "Retry. If the error persists, report the request id to the operator."),
};

#define DETAILS(name_, doc_, fields_)                                                              \
	&(const struct ad_shape)                                                                   \
	{                                                                                          \
		name_, doc_, fields_, AD_LEN(fields_)                                              \
	}

const struct ad_problem ad_problems[] = {
	{ 400,
	  "ValidationError",
	  "The request is invalid; details.fields lists every fault.",
	  { AD_INVALID },
	  DETAILS("ValidationErrorDetails", "Details of an invalid request.", validation) },
	{ 401,
	  "InvalidCredentialsError",
	  "The token is missing, malformed, revoked or expired.",
	  { AD_UNAUTHENTICATED },
	  DETAILS("InvalidCredentialsErrorDetails", "Details of a rejected token.", plain) },
	{ 402,
	  "BillingError",
	  "The account's plan or subscription does not cover the request. Change it, then retry.",
	  { AD_SUBSCRIPTION_REQUIRED, AD_SUBSCRIPTION_EXPIRED, AD_NO_API_IN_PLAN },
	  DETAILS("BillingErrorDetails", "The current plan, and where to change it.", billing) },
	{ 403,
	  "InsufficientScopeError",
	  "The token, or the role in the Space, lacks a required scope.",
	  { AD_FORBIDDEN_SCOPE },
	  DETAILS("InsufficientScopeErrorDetails", "The missing scopes.", scope) },
	{ 404,
	  "NotFoundError",
	  "This Space contains no such object.",
	  { AD_NOT_FOUND },
	  DETAILS("NotFoundErrorDetails", "Details of the missing object.", not_found) },
	{ 409,
	  "ConflictError",
	  "The request conflicts with the current state.",
	  { AD_CONFLICT, AD_IDEMPOTENCY_CONFLICT },
	  DETAILS("ConflictErrorDetails", "Details of a conflict.", conflict) },
	{ 412,
	  "PreconditionFailedError",
	  "The object changed after it was read.",
	  { AD_PRECONDITION },
	  DETAILS("PreconditionFailedErrorDetails", "Details of a version mismatch.",
		  precondition) },
	{ 413,
	  "PayloadTooLargeError",
	  "The request body is too large.",
	  { AD_TOO_LARGE },
	  DETAILS("PayloadTooLargeErrorDetails", "Details of an oversized body.", size) },
	{ 415,
	  "UnsupportedMediaTypeError",
	  "The request body is not JSON.",
	  { AD_UNSUPPORTED_MEDIA },
	  DETAILS("UnsupportedMediaTypeErrorDetails", "Details of an unsupported media type.",
		  media) },
	{ 422,
	  "GuardrailViolationError",
	  "The request violates a guardrail of the Space; details.violations lists each violation.",
	  { AD_GUARDRAIL },
	  DETAILS("GuardrailViolationErrorDetails", "Details of guardrail violations.",
		  guardrail) },
	{ 429,
	  "RateLimitedError",
	  "The minute limit or the daily limit is exhausted.",
	  { AD_RATE_LIMITED },
	  DETAILS("RateLimitedErrorDetails", "The exhausted limit, and the time to wait.", rate) },
	{ 500,
	  "InternalError",
	  "Internal error. Retrying is safe.",
	  { AD_INTERNAL },
	  DETAILS("InternalErrorDetails", "Details of an internal error.", fault_of_ours) },
	{ 503,
	  "UnavailableError",
	  "The service is temporarily unavailable; retry after Retry-After seconds.",
	  { AD_UNAVAILABLE },
	  DETAILS("UnavailableErrorDetails", "Details of a temporary unavailability.",
		  fault_of_ours) },
};
const size_t ad_problem_count = AD_LEN(ad_problems);
