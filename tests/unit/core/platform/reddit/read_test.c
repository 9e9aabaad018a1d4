/* Reddit's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/reddit/adapter.h"

static void reddit_in_every_shape(void **state)
{
	static const struct answer_row rows[] = {
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
		{ 418, "{}", AD_REFUSED, "REFUSED", "The platform answered 418." },
	};

	assert_answers(*state, reddit_failure, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(reddit_in_every_shape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
