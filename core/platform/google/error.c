/* Google's error bodies: google.rpc.Status around a GoogleAdsFailure, or OAuth's own. */
#include "platform/google/adapter.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/unseen.h"

/*
 * The meaning of Google's error codes: exact values first, then NULL for the other values of the
 * enum. An error without a row is refused with the platform's text.
 */
struct meaning {
	const char *key;   /* "quotaError" */
	const char *value; /* "RESOURCE_EXHAUSTED", or NULL */
	const char *code;  /* ours */
	enum ad_outcome_kind kind;
	bool sure; /* refused whatever the HTTP status of the answer is */
};

static const struct meaning meanings[] = {
	{ "quotaError", "RESOURCE_EXHAUSTED", "RATE_LIMITED", AD_AGAIN, false },
	{ "quotaError", "RESOURCE_TEMPORARILY_EXHAUSTED", "RATE_LIMITED", AD_AGAIN, false },
	{ "quotaError", "EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION", "RATE_LIMITED", AD_AGAIN,
	  false },
	{ "quotaError", "EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION", "RATE_LIMITED", AD_AGAIN,
	  false },
	{ "quotaError", "ACCESS_PROHIBITED", "PERMISSION_DENIED", AD_REFUSED, true },
	{ "quotaError", "PAYMENTS_PROFILE_ACTIVATION_RATE_LIMIT_EXCEEDED", "PLATFORM_LIMIT",
	  AD_REFUSED, true },
	{ "internalError", "INTERNAL_ERROR", "PLATFORM_UNAVAILABLE", AD_AGAIN, false },
	{ "internalError", "TRANSIENT_ERROR", "PLATFORM_UNAVAILABLE", AD_AGAIN, false },
	{ "internalError", "DEADLINE_EXCEEDED", "PLATFORM_UNAVAILABLE", AD_DOUBT, false },
	/* An error without a code in this API version; the message describes it. */
	{ "internalError", "ERROR_CODE_NOT_PUBLISHED", "REFUSED", AD_REFUSED, true },
	{ "databaseError", "CONCURRENT_MODIFICATION", "PLATFORM_BUSY", AD_AGAIN, false },
	{ "databaseError", "REQUEST_TOO_LARGE", AD_TOO_MUCH_DATA, AD_REFUSED, false },
	{ "requestError", "TOO_MANY_MUTATE_OPERATIONS", AD_TOO_MUCH_DATA, AD_REFUSED, false },
	{ "resourceCountLimitExceededError", "RESPONSE_ROW_LIMIT_EXCEEDED", AD_TOO_MUCH_DATA,
	  AD_REFUSED, false },
	/* A new access token is needed. */
	{ "authenticationError", "OAUTH_TOKEN_EXPIRED", "CONNECTION_EXPIRED", AD_EXPIRED, false },
	{ "authenticationError", "OAUTH_TOKEN_INVALID", "CONNECTION_EXPIRED", AD_EXPIRED, false },
	{ "authenticationError", "AUTHENTICATION_ERROR", "CONNECTION_EXPIRED", AD_EXPIRED, false },
	/* A new consent is needed. */
	{ "authenticationError", "OAUTH_TOKEN_DISABLED", "CONNECTION_EXPIRED", AD_REFUSED, false },
	{ "authenticationError", "OAUTH_TOKEN_REVOKED", "CONNECTION_EXPIRED", AD_REFUSED, false },
	{ "authenticationError", "GOOGLE_ACCOUNT_DELETED", "CONNECTION_EXPIRED", AD_REFUSED,
	  false },
	{ "authenticationError", "GOOGLE_ACCOUNT_AUTHENTICATION_FAILED", "CONNECTION_EXPIRED",
	  AD_REFUSED, false },
	{ "authenticationError", "NOT_ADS_USER", "CONNECTION_EXPIRED", AD_REFUSED, true },
	{ "authenticationError", "TWO_STEP_VERIFICATION_NOT_ENROLLED", "CONNECTION_EXPIRED",
	  AD_REFUSED, true },
	{ "authenticationError", "ADVANCED_PROTECTION_NOT_ENROLLED", "CONNECTION_EXPIRED",
	  AD_REFUSED, true },
	/* About this server or the named account; a new consent does not help. */
	{ "authenticationError", "CUSTOMER_NOT_FOUND", "REFUSED", AD_REFUSED, true },
	{ "authenticationError", "CLIENT_CUSTOMER_ID_INVALID", "REFUSED", AD_REFUSED, true },
	{ "authenticationError", "ORGANIZATION_NOT_RECOGNIZED", "REFUSED", AD_REFUSED, true },
	{ "authenticationError", "ORGANIZATION_NOT_APPROVED", "REFUSED", AD_REFUSED, true },
	{ "authenticationError", "ORGANIZATION_NOT_ASSOCIATED_WITH_DEVELOPER_TOKEN", "REFUSED",
	  AD_REFUSED, true },
	{ "authenticationError", "DEVELOPER_TOKEN_INVALID", "REFUSED", AD_REFUSED, true },
	{ "authorizationError", NULL, "PERMISSION_DENIED", AD_REFUSED, false },
	{ "resourceAccessDeniedError", NULL, "PERMISSION_DENIED", AD_REFUSED, false },
	{ "notAllowlistedError", NULL, "PERMISSION_DENIED", AD_REFUSED, false },
	{ "operationAccessDeniedError", "ACTION_NOT_PERMITTED", "PERMISSION_DENIED", AD_REFUSED,
	  false },
	{ "operationAccessDeniedError", "MUTATE_NOT_PERMITTED_FOR_CUSTOMER", "PERMISSION_DENIED",
	  AD_REFUSED, false },
	{ "operationAccessDeniedError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE", "GONE",
	  AD_REFUSED, false },
	{ "contextError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE", "GONE", AD_REFUSED,
	  false },
	{ "requestError", "UNSUPPORTED_VERSION", AD_VERSION_SUNSET, AD_REFUSED, true },
	{ "policyFindingError", NULL, "POLICY_VIOLATION", AD_REFUSED, false },
	{ "policyViolationError", NULL, "POLICY_VIOLATION", AD_REFUSED, false },
	{ "campaignError", "DUPLICATE_CAMPAIGN_NAME", "DUPLICATE_NAME", AD_REFUSED, false },
	{ "adGroupError", "DUPLICATE_ADGROUP_NAME", "DUPLICATE_NAME", AD_REFUSED, false },
	{ "resourceCountLimitExceededError", NULL, "PLATFORM_LIMIT", AD_REFUSED, false },
	{ "mutateError", "RESOURCE_NOT_FOUND", AD_NOT_FOUND_THERE, AD_REFUSED, false },
	{ "mutateError", "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED", "DECLARATION_REQUIRED",
	  AD_REFUSED, false },
};

static const struct meaning unknown = { "", NULL, "REFUSED", AD_REFUSED, false };

static const struct meaning *google_meaning_of(const char *key, struct ad_str value)
{
	for (size_t i = 0; i < AD_LEN(meanings); i++)
		if (strcmp(key, meanings[i].key) == 0 &&
		    (!meanings[i].value || ad_str_is(value, meanings[i].value)))
			return &meanings[i];
	return &unknown;
}

/* "40591s" or "1.5s" in microseconds. */
static int64_t google_duration(struct ad_str s)
{
	char text[32];

	if (s.n == 0 || s.n >= sizeof(text))
		return 0;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	return (int64_t)(strtod(text, NULL) * (double)AD_SECOND);
}

static bool may_retry(enum ad_outcome_kind kind)
{
	return kind == AD_AGAIN || kind == AD_DOUBT || kind == AD_EXPIRED;
}

static const struct meaning *meaning_in(const cJSON *error)
{
	const cJSON *pair = ad_json_get(error, "errorCode");

	pair = pair ? pair->child : NULL;
	return google_meaning_of(pair && pair->string ? pair->string : "", ad_json_text(pair));
}

void google_one_error(struct ad_arena *arena, const cJSON *error, struct ad_outcome *outcome)
{
	const cJSON *pair = ad_json_get(error, "errorCode");
	const cJSON *quota = ad_json_get(ad_json_get(error, "details"), "quotaErrorDetails");
	const char *key;
	struct ad_str value;
	const struct meaning *meaning;

	pair = pair ? pair->child : NULL;
	key = pair && pair->string ? pair->string : "unknownError";
	value = ad_json_text(pair);
	meaning = meaning_in(error);
	outcome->kind = meaning->kind;
	outcome->wait = google_duration(ad_json_get_text(quota, "retryDelay"));
	outcome->error = (struct ad_platform_error){
		.platform_code = ad_arena_printf(arena, "%s.%.*s", key, AD_FMT(value)),
		.code = meaning->code,
		.message = ad_arena_copy(arena, ad_json_get_text(error, "message")),
		.retryable = may_retry(meaning->kind),
	};
	if (ad_version_is_gone(outcome))
		ad_version_gone(arena, AD_GOOGLE, outcome->error.message, outcome);
}

const cJSON *google_errors(const cJSON *status)
{
	const cJSON *detail;

	cJSON_ArrayForEach(detail, ad_json_get(status, "details"))
	{
		const cJSON *errors = ad_json_get(detail, "errors");
		if (cJSON_IsArray(errors) && errors->child)
			return errors;
	}
	return NULL;
}

/* By HTTP status alone, if the body has no better error. */
static enum ad_outcome_kind google_error_kind_of(long status)
{
	if (status == 401)
		return AD_EXPIRED;
	if (status == 429)
		return AD_AGAIN;
	/* The change may have been made although the answer is a server error. */
	if (status >= 500 || status == 408)
		return AD_DOUBT;
	return AD_REFUSED;
}

static const char *google_code_of(long status)
{
	if (status == 401)
		return "CONNECTION_EXPIRED";
	if (status == 403)
		return "PERMISSION_DENIED";
	if (status == 429)
		return "RATE_LIMITED";
	return status >= 500 || status == 408 ? "PLATFORM_UNAVAILABLE" : "REFUSED";
}

/*
 * Adjusts the outcome by the HTTP status: 401 first retries with a new token, 429 is a rate limit,
 * and a server error is in doubt, unless the code is certain.
 */
static void by_status(long status, const struct meaning *meaning, struct ad_outcome *outcome)
{
	if (meaning->sure)
		return;
	if (status == 401)
		outcome->kind = AD_EXPIRED;
	if (status == 429 && meaning == &unknown) {
		outcome->kind = AD_AGAIN;
		outcome->error.code = google_code_of(status);
	}
	if (status >= 500 && outcome->kind != AD_EXPIRED) {
		outcome->kind = AD_DOUBT;
		outcome->error.code = google_code_of(status);
	}
}

/* The decisive error of a list. */
static const cJSON *google_first_of(struct ad_arena *arena, const cJSON *errors)
{
	const cJSON *found = errors->child, *error;
	struct ad_outcome was = { .kind = AD_REFUSED };

	cJSON_ArrayForEach(error, errors)
	{
		struct ad_outcome one = { .kind = AD_REFUSED };
		google_one_error(arena, error, &one);
		if (!ad_outcome_speaks(&was, &one))
			continue;
		was = one;
		found = error;
	}
	return found;
}

void google_failure(struct ad_arena *arena, const struct ad_http_response *response,
		    const cJSON *body, struct ad_outcome *outcome)
{
	const cJSON *status = ad_json_get(body, "error");
	const cJSON *errors = google_errors(status);
	struct ad_str word = ad_json_get_text(status, "status");
	struct ad_str message = ad_json_get_text(status, "message");

	*outcome = (struct ad_outcome){ .kind = google_error_kind_of(response->status) };
	if (errors) {
		const cJSON *error = google_first_of(arena, errors);
		google_one_error(arena, error, outcome);
		by_status(response->status, meaning_in(error), outcome);
	} else {
		if (cJSON_IsString(status)) { /* OAuth: RFC 6749 section 5.2 */
			word = ad_json_text(status);
			message = ad_json_get_text(body, "error_description");
		}
		outcome->error = (struct ad_platform_error){
			.platform_code =
				word.n ? ad_arena_copy(arena, word)
				       : ad_arena_printf(arena, "HTTP %ld", response->status),
			.code = google_code_of(response->status),
			.message = message.n ? ad_arena_copy(arena, message)
					     : ad_arena_printf(arena, "The platform answered %ld.",
							       response->status),
		};
	}
	outcome->error.retryable = may_retry(outcome->kind);
	/* Google answers an unknown version with a web page, not through the API. */
	if (response->status == 404 && !body)
		ad_version_gone(arena, AD_GOOGLE, (struct ad_str){ 0 }, outcome);
	if (outcome->wait == 0)
		outcome->wait = response->retry_after * AD_SECOND;
}
