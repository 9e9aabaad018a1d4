#include "model/envelope.h"

#define REQUEST_ID                                                                                 \
	{ .name = "requestId",                                                                     \
	  .type = AD_T_TEXT,                                                                       \
	  .flags = AD_NOT_NULL,                                                                    \
	  .doc = "The same as the header X-Request-Id.",                                           \
	  .example = "\"req_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" }

static const struct ad_field meta[] = {
	REQUEST_ID,
	{ .name = "validateOnly",
	  .type = AD_T_BOOL,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "There, and true, where nothing was stored.",
	  .example = "true" },
};
const struct ad_shape ad_meta_shape = {
	"Meta",
	"What goes with an answer.",
	meta,
	AD_LEN(meta),
};

static const struct ad_field list_meta[] = {
	REQUEST_ID,
	{ .name = "nextCursor",
	  .type = AD_T_TEXT,
	  .doc = "Give it as ?cursor= for the next page; null on the last.",
	  .example = "\"djE6Y21wXzAxS0FIMlY1VDNROFo2SjROOVc3WDFZMkIz\"" },
	{ .name = "total",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .doc = "How many objects match, on all pages.",
	  .example = "128" },
};
const struct ad_shape ad_list_meta_shape = {
	"ListMeta",
	"What goes with a list.",
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
	  .doc = "Whether to try again (transient), change something (correctable), or stop.",     \
	  .example = "\"" recovery_ "\"" },                                                        \
		{ .name = "suggestion",                                                            \
		  .type = AD_T_TEXT,                                                               \
		  .flags = AD_NOT_NULL | AD_SOMETIMES,                                             \
		  .doc = "What to do next, where that is known.",                                  \
		  .example = "\"" suggestion_ "\"" }

static const struct ad_field fault[] = {
	{ .name = "path",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "Where in the request: a field, or the name of a parameter.",
	  .example = "\"budget\"" },
	{ .name = "code",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "What is wrong with it; new codes may come.",
	  .example = "\"TOO_SMALL\"" },
	{ .name = "message",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "The same as a sentence, with what would be right.",
	  .example = "\"budget must be above 0.\"" },
	{ .name = "limit",
	  .type = AD_T_NUMBER,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The bound that was broken.",
	  .example = "0" },
};

static const struct ad_field validation[] = {
	{ .name = "fields",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = fault,
	  .member_count = AD_LEN(fault),
	  .doc = "Every fault of the request at once." },
	RECOVERY("correctable", "Give a budget above 0."),
};

static const struct ad_field plain[] = { RECOVERY("terminal", "Make a new token.") };

static const struct ad_field billing[] = {
	{ .name = "plan", .type = AD_T_TEXT, .doc = "The account's plan.", .example = "\"free\"" },
	{ .name = "manageUrl",
	  .type = AD_T_URL,
	  .flags = AD_NOT_NULL,
	  .doc = "Where a person can change it.",
	  .example = "\"https://ads.example.com/app/account\"" },
	RECOVERY("terminal", "Change the plan at manageUrl, then retry."),
};

static const struct ad_field scope[] = {
	{ .name = "required",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_TEXT,
	  .doc = "The scopes that are missing.",
	  .example = "[\"campaigns:write\"]" },
	RECOVERY("terminal", "Make a token that has campaigns:write."),
};

static const struct ad_field not_found[] = {
	{ .name = "resource",
	  .type = AD_T_TEXT,
	  .doc = "Of what kind; null where the path is unknown.",
	  .example = "\"campaign\"" },
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .doc = "What was asked for.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	RECOVERY("terminal", "List the campaigns of this Space."),
};

static const struct ad_field conflict[] = {
	{ .name = "reason",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "What stands in the way, as a code.",
	  .example = "\"PLAN_CHANGED\"" },
	{ .name = "planHash",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "PLAN_CHANGED: the hash of the plan as it is now.",
	  .example = "\"3b1f8c5d9e2a4f607182930a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e\"" },
	{ .name = "runId",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "RUN_IN_PROGRESS: the run at work.",
	  .example = "\"syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	RECOVERY("correctable", "Preview again and push the plan that you see."),
};

static const struct ad_field precondition[] = {
	{ .name = "currentVersion",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The object's version as it is now.",
	  .example = "4" },
	RECOVERY("correctable", "Read the object again and make the change on that."),
};

static const struct ad_field size[] = {
	RECOVERY("correctable", "Send less in one request."),
};

static const struct ad_field media[] = {
	RECOVERY("correctable", "Set Content-Type: application/json."),
};

static const struct ad_field violation[] = {
	{ .name = "rule",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "Which guardrail.",
	  .example = "\"maxCampaignDailyBudget\"" },
	{ .name = "limit",
	  .type = AD_T_ANY,
	  .flags = AD_NOT_NULL,
	  .doc = "What it allows.",
	  .example = "100" },
	{ .name = "actual",
	  .type = AD_T_ANY,
	  .flags = AD_NOT_NULL,
	  .doc = "What it would be.",
	  .example = "250" },
	{ .name = "id",
	  .type = AD_T_TEXT,
	  .doc = "Of which object; null: of the whole.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "message",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The same as a sentence.",
	  .example = "\"The daily budget of 250 is above the limit of 100.\"" },
};

static const struct ad_field guardrail[] = {
	{ .name = "violations",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = violation,
	  .member_count = AD_LEN(violation),
	  .doc = "Every guardrail that is broken." },
	RECOVERY("correctable", "Lower the budget, or let an owner raise the limit."),
};

static const struct ad_field rate[] = {
	{ .name = "bucket",
	  .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL,
	  .options = buckets,
	  .doc = "Which of the two limits.",
	  .example = "\"minute\"" },
	{ .name = "retryAfter",
	  .type = AD_T_INT,
	  .flags = AD_NOT_NULL,
	  .doc = "Seconds to wait, as the header Retry-After.",
	  .example = "17" },
	RECOVERY("transient", "Wait 17 seconds, then retry."),
};

static const struct ad_field fault_of_ours[] = {
	RECOVERY("transient", "Retry; if it stays, tell the operator the request id."),
};

#define DETAILS(name_, doc_, fields_)                                                              \
	&(const struct ad_shape)                                                                   \
	{                                                                                          \
		name_, doc_, fields_, AD_LEN(fields_)                                              \
	}

const struct ad_problem ad_problems[] = {
	{ 400,
	  "ValidationError",
	  "The request is not valid; details.fields names every fault.",
	  { AD_INVALID },
	  DETAILS("ValidationErrorDetails", "What is wrong with the request.", validation) },
	{ 401,
	  "InvalidCredentialsError",
	  "The token is missing, malformed, revoked or expired.",
	  { AD_UNAUTHENTICATED },
	  DETAILS("InvalidCredentialsErrorDetails", "Of a refused token.", plain) },
	{ 402,
	  "BillingError",
	  "Billing: resolve it, then retry.",
	  { AD_SUBSCRIPTION_REQUIRED, AD_SUBSCRIPTION_EXPIRED, AD_NO_API_IN_PLAN },
	  DETAILS("BillingErrorDetails", "Which plan, and where to change it.", billing) },
	{ 403,
	  "InsufficientScopeError",
	  "The token, or the role in the Space, lacks a scope that this needs.",
	  { AD_FORBIDDEN_SCOPE },
	  DETAILS("InsufficientScopeErrorDetails", "Which scopes are missing.", scope) },
	{ 404,
	  "NotFoundError",
	  "There is no such object in this Space.",
	  { AD_NOT_FOUND },
	  DETAILS("NotFoundErrorDetails", "What was looked for.", not_found) },
	{ 409,
	  "ConflictError",
	  "The request conflicts with how things stand.",
	  { AD_CONFLICT, AD_IDEMPOTENCY_CONFLICT },
	  DETAILS("ConflictErrorDetails", "What stands in the way.", conflict) },
	{ 412,
	  "PreconditionFailedError",
	  "The object has been changed since it was read.",
	  { AD_PRECONDITION },
	  DETAILS("PreconditionFailedErrorDetails", "How the object stands.", precondition) },
	{ 413,
	  "PayloadTooLargeError",
	  "The body is too large.",
	  { AD_TOO_LARGE },
	  DETAILS("PayloadTooLargeErrorDetails", "Of a body that is too large.", size) },
	{ 415,
	  "UnsupportedMediaTypeError",
	  "The body is not JSON.",
	  { AD_UNSUPPORTED_MEDIA },
	  DETAILS("UnsupportedMediaTypeErrorDetails", "Of a body that is not JSON.", media) },
	{ 422,
	  "GuardrailViolationError",
	  "A guardrail of the Space forbids it; details.violations names each.",
	  { AD_GUARDRAIL },
	  DETAILS("GuardrailViolationErrorDetails", "Which guardrails are broken.", guardrail) },
	{ 429,
	  "RateLimitedError",
	  "The minute or the daily limit is used up.",
	  { AD_RATE_LIMITED },
	  DETAILS("RateLimitedErrorDetails", "Which limit, and how long to wait.", rate) },
	{ 500,
	  "InternalError",
	  "A fault of the service; it is safe to retry.",
	  { AD_INTERNAL },
	  DETAILS("InternalErrorDetails", "Of a fault of the service.", fault_of_ours) },
	{ 503,
	  "UnavailableError",
	  "The service cannot answer now; try again in a moment.",
	  { AD_UNAVAILABLE },
	  DETAILS("UnavailableErrorDetails", "Of a service that cannot answer now.",
		  fault_of_ours) },
};
const size_t ad_problem_count = AD_LEN(ad_problems);
