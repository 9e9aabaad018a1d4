/* Reddit's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/reddit/adapter.h"

static void reddit_in_every_shape(void **state)
{
	static const struct answer_row rows[] = {
		{ 422,
		  "{\"error\":{\"message\":\"validation\",\"invalid_fields\":{\"bid_value\":[\"too "
		  "low\"]}}}",
		  AD_REFUSED, "REFUSED", "validation (bid_value: too low)" },
		{ 400, "{\"errors\":[{\"code\":\"BAD\",\"detail\":\"a detail\"}]}", AD_REFUSED,
		  "REFUSED", "a detail" },
		{ 400, "{\"error\":\"a text\"}", AD_REFUSED, "REFUSED", "a text" },
		{ 400, "\"a text alone\"", AD_REFUSED, "REFUSED", "a text alone" },
		{ 451, "{\"reason\":\"legal\"}", AD_REFUSED, "REFUSED", "legal" },
		{ 499, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 403,
		  "{\"success\":false,\"error\":{\"reason\":\"UNAUTHORIZED\",\"explanation\":"
		  "\"Insufficient authentication scopes\"}}",
		  AD_REFUSED, "PERMISSION_DENIED", "Insufficient authentication scopes" },
		{ 400,
		  "{\"success\":false,\"error\":[{\"reason\":\"BAD\",\"explanation\":\"So not\"}]}",
		  AD_REFUSED, "REFUSED", "So not" },
		{ 400, "[{\"reason\":\"BAD\"}]", AD_REFUSED, "REFUSED", "BAD" },
		{ 400, "{\"errors\":[{\"message\":\"Wrong\"}]}", AD_REFUSED, "REFUSED", "Wrong" },
		{ 400,
		  "{\"error\":{\"code\":400,\"message\":\"m\",\"fields\":[{\"field\":\"name\","
		  "\"message\":\"too short\"}]}}",
		  AD_REFUSED, "REFUSED", "name: too short" },
		{ 502, "{\"error\":{\"message\":\"m\"}}", AD_DOUBT, "PLATFORM_UNAVAILABLE", "m" },
		{ 401, "{\"message\":\"Unauthorized\",\"error\":401}", AD_EXPIRED,
		  "CONNECTION_EXPIRED", "Unauthorized" },
		{ 429, "{\"error\":{\"code\":429}}", AD_AGAIN, "RATE_LIMITED", NULL },
		{ 400, "{\"error\":\"invalid_request\",\"error_description\":\"Why\"}", AD_REFUSED,
		  "REFUSED", "Why" },
		{ 404, "{\"error\":{\"code\":404,\"message\":\"Member ID not found\"}}", AD_REFUSED,
		  "NOT_FOUND", "Member ID not found" },
		{ 400, "{\"error\":{\"code\":400,\"message\":\"missing action_source\"}}",
		  AD_REFUSED, "REFUSED", "missing action_source" },
		/* Neither the answer of success nor a refusal: the change may have been made. */
		{ 202, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 202." },
		{ 204, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 204." },
		{ 303, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 303." },
		{ 503, "<html>upstream</html>", AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  "The platform answered 503." },
		{ 418, "{}", AD_REFUSED, "REFUSED", "The platform answered 418." },
	};

	assert_answers(*state, reddit_failure, rows, AD_LEN(rows));
}

static const char *words(struct ad_arena *arena, const char *word)
{
	return ad_arena_printf(arena,
			       "{\"success\":false,\"error\":{\"reason\":\"%s\","
			       "\"explanation\":\"Words of theirs\"}}",
			       word)
		.p;
}

/* Reddit publishes no codes but HTTP statuses: each is read alike with any word. */
static void reddit_published_statuses(void **state)
{
	static const char *const any[] = { "UNAUTHORIZED", "NOT_FOUND", "A_NEW_WORD", NULL };
	static const struct answer_codes rows[] = {
		{ 400, AD_REFUSED, "REFUSED", any },
		{ 401, AD_EXPIRED, "CONNECTION_EXPIRED", any },
		{ 403, AD_REFUSED, "PERMISSION_DENIED", any },
		{ 404, AD_REFUSED, "NOT_FOUND", any },
		{ 405, AD_REFUSED, "REFUSED", any },
		{ 408, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
		{ 409, AD_REFUSED, "REFUSED", any },
		{ 413, AD_REFUSED, "TOO_MUCH_DATA", any },
		{ 415, AD_REFUSED, "REFUSED", any },
		{ 422, AD_REFUSED, "REFUSED", any },
		{ 429, AD_AGAIN, "RATE_LIMITED", any },
		{ 500, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
		{ 501, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
		{ 502, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
		{ 503, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
		{ 504, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
		{ 599, AD_DOUBT, "PLATFORM_UNAVAILABLE", any },
	};

	assert_codes(*state, reddit_failure, words, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(reddit_in_every_shape),
		IN_ARENA(reddit_published_statuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
