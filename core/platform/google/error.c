/* Google's error bodies: google.rpc.Status around a GoogleAdsFailure, or OAuth's own. */
#include "platform/google/adapter.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/error_words.h"
#include "platform/google/error_codes.h"
#include "platform/unseen.h"

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

/* An error's code as "enum.VALUE". */
static struct ad_str code_in(struct ad_arena *arena, const cJSON *error)
{
	const cJSON *pair = ad_json_get(error, "errorCode");
	struct ad_str value;

	pair = pair ? pair->child : NULL;
	value = ad_json_text(pair);
	return ad_arena_printf(arena, "%s.%.*s",
			       pair && pair->string ? pair->string : "unknownError", AD_FMT(value));
}

void google_one_error(struct ad_arena *arena, const cJSON *error, struct ad_outcome *outcome)
{
	const cJSON *quota = ad_json_get(ad_json_get(error, "details"), "quotaErrorDetails");
	struct ad_str code = code_in(arena, error);
	const struct google_meaning *meaning = google_meaning_of(code);

	outcome->kind = meaning->kind;
	outcome->wait = google_duration(ad_json_get_text(quota, "retryDelay"));
	outcome->error = (struct ad_platform_error){
		.platform_code = code,
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
	return ad_status_is_doubtful(status) ? AD_DOUBT : AD_REFUSED;
}

static const char *google_code_of(long status)
{
	if (status == 401)
		return "CONNECTION_EXPIRED";
	if (status == 403)
		return "PERMISSION_DENIED";
	if (status == 429)
		return "RATE_LIMITED";
	return ad_status_is_doubtful(status) ? "PLATFORM_UNAVAILABLE" : "REFUSED";
}

/*
 * Adjusts the outcome by the HTTP status: 401 first retries with a new token, 429 is a rate limit,
 * and a server error is in doubt, unless the code is certain.
 */
static void by_status(long status, const struct google_meaning *meaning, struct ad_outcome *outcome)
{
	if (meaning->sure)
		return;
	if (status == 401)
		outcome->kind = AD_EXPIRED;
	if (status == 429 && google_is_unknown(meaning)) {
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
	/* A stream answers with a list. */
	const cJSON *first = cJSON_IsArray(body) ? body->child : body;
	const cJSON *status = ad_json_get(first, "error");
	const cJSON *errors = google_errors(status);
	struct ad_str field = ad_error_field(arena, first);
	struct ad_str word = ad_json_get_text(status, "status");
	struct ad_str message = ad_json_get_text(status, "message");

	*outcome = (struct ad_outcome){ .kind = google_error_kind_of(response->status) };
	if (errors) {
		const cJSON *error = google_first_of(arena, errors);
		google_one_error(arena, error, outcome);
		by_status(response->status, google_meaning_of(code_in(arena, error)), outcome);
	} else {
		if (cJSON_IsString(status)) { /* OAuth: RFC 6749 section 5.2 */
			word = ad_json_text(status);
			message = ad_json_get_text(first, "error_description");
		}
		if (!message.n)
			message = ad_error_words(arena, first);
		else if (field.n)
			message = ad_arena_printf(arena, "%.*s (%.*s)", AD_FMT(message),
						  AD_FMT(field));
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
