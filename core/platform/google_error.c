/* Google's error bodies: google.rpc.Status around a GoogleAdsFailure, or OAuth's own. */
#include "platform/google.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/unseen.h"

/* What an error code of theirs means for us. First match wins; NULL value matches any. */
struct meaning {
	const char *key;   /* "quotaError" */
	const char *value; /* "RESOURCE_EXHAUSTED", or NULL */
	const char *code;  /* ours */
	enum ad_outcome_kind kind;
};

static const struct meaning meanings[] = {
	{ "quotaError", NULL, "RATE_LIMITED", AD_AGAIN },
	{ "internalError", NULL, "PLATFORM_UNAVAILABLE", AD_AGAIN },
	{ "databaseError", "CONCURRENT_MODIFICATION", "PLATFORM_BUSY", AD_AGAIN },
	{ "authenticationError", "OAUTH_TOKEN_EXPIRED", "CONNECTION_EXPIRED", AD_EXPIRED },
	{ "authenticationError", NULL, "CONNECTION_EXPIRED", AD_REFUSED },
	{ "authorizationError", NULL, "PERMISSION_DENIED", AD_REFUSED },
	{ "requestError", "UNSUPPORTED_VERSION", AD_VERSION_SUNSET, AD_REFUSED },
	{ "policyFindingError", NULL, "POLICY_VIOLATION", AD_REFUSED },
	{ "policyViolationError", NULL, "POLICY_VIOLATION", AD_REFUSED },
	{ "campaignError", "DUPLICATE_CAMPAIGN_NAME", "DUPLICATE_NAME", AD_REFUSED },
	{ "adGroupError", "DUPLICATE_ADGROUP_NAME", "DUPLICATE_NAME", AD_REFUSED },
	{ "resourceCountLimitExceededError", NULL, "PLATFORM_LIMIT", AD_REFUSED },
	{ "mutateError", "RESOURCE_NOT_FOUND", AD_NOT_FOUND_THERE, AD_REFUSED },
	{ "mutateError", "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED", "DECLARATION_REQUIRED",
	  AD_REFUSED },
	{ "operationAccessDeniedError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE", "GONE",
	  AD_REFUSED },
	{ "contextError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE", "GONE", AD_REFUSED },
};

static const struct meaning unknown = { "", NULL, "REFUSED", AD_REFUSED };

static const struct meaning *meaning_of(const char *key, struct ad_str value)
{
	for (size_t i = 0; i < AD_LEN(meanings); i++)
		if (strcmp(key, meanings[i].key) == 0 &&
		    (!meanings[i].value || ad_str_is(value, meanings[i].value)))
			return &meanings[i];
	return &unknown;
}

/* "40591s" or "1.5s" in microseconds. */
static int64_t duration(struct ad_str s)
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
	meaning = meaning_of(key, value);
	outcome->kind = meaning->kind;
	outcome->wait = duration(ad_json_get_text(quota, "retryDelay"));
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

/* By HTTP status alone, where the body says nothing better. */
static enum ad_outcome_kind kind_of(long status)
{
	if (status == 401)
		return AD_EXPIRED;
	if (status == 429)
		return AD_AGAIN;
	/* The work may be done although the answer is an error of the server. */
	if (status >= 500 || status == 408)
		return AD_DOUBT;
	return AD_REFUSED;
}

static const char *code_of(long status)
{
	if (status == 401)
		return "CONNECTION_EXPIRED";
	if (status == 403)
		return "PERMISSION_DENIED";
	if (status == 429)
		return "RATE_LIMITED";
	return status >= 500 || status == 408 ? "PLATFORM_UNAVAILABLE" : "REFUSED";
}

void google_failure(struct ad_arena *arena, const struct ad_http_response *response,
		    const cJSON *body, struct ad_outcome *outcome)
{
	const cJSON *status = ad_json_get(body, "error");
	const cJSON *errors = google_errors(status);
	struct ad_str word = ad_json_get_text(status, "status");
	struct ad_str message = ad_json_get_text(status, "message");

	*outcome = (struct ad_outcome){ .kind = kind_of(response->status) };
	if (errors) {
		google_one_error(arena, errors->child, outcome);
		/* 401 tries a new token first, whatever the words; a server's error is a doubt. */
		if (response->status == 401)
			outcome->kind = AD_EXPIRED;
		if (response->status >= 500)
			outcome->kind = AD_DOUBT;
	} else {
		if (cJSON_IsString(status)) { /* OAuth: RFC 6749 section 5.2 */
			word = ad_json_text(status);
			message = ad_json_get_text(body, "error_description");
		}
		outcome->error = (struct ad_platform_error){
			.platform_code =
				word.n ? ad_arena_copy(arena, word)
				       : ad_arena_printf(arena, "HTTP %ld", response->status),
			.code = code_of(response->status),
			.message = message.n ? ad_arena_copy(arena, message)
					     : ad_arena_printf(arena, "The platform answered %ld.",
							       response->status),
		};
	}
	outcome->error.retryable = may_retry(outcome->kind);
	/* A version that it does not know is answered by a page, not by the API. */
	if (response->status == 404 && !body)
		ad_version_gone(arena, AD_GOOGLE, (struct ad_str){ 0 }, outcome);
	if (outcome->wait == 0)
		outcome->wait = response->retry_after * AD_SECOND;
}
