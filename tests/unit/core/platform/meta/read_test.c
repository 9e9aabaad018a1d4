/* The Graph's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/meta/adapter.h"

static void meta_failure_of(struct ad_arena *arena, const struct ad_http_response *response,
			    const cJSON *body, struct ad_outcome *outcome)
{
	meta_failure(arena, response->status, body, response, outcome);
}

#define META(members) "{\"error\":{\"message\":\"Invalid parameter\"," members "}}"

static void meta_by_code_and_subcode(void **state)
{
	static const struct answer_row rows[] = {
		{ 400, META("\"code\":17"), AD_AGAIN, "RATE_LIMITED", NULL },
		{ 400, META("\"code\":341"), AD_AGAIN, "RATE_LIMITED", NULL },
		{ 400, META("\"code\":100,\"error_subcode\":33"), AD_REFUSED, "PERMISSION_DENIED",
		  NULL },
		{ 500, META("\"code\":-1,\"is_transient\":true"), AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  NULL },
		{ 500, META("\"code\":960"), AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 400, META("\"code\":100,\"is_transient\":true"), AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  NULL },
		{ 400, META("\"code\":2,\"error_subcode\":1504041"), AD_REFUSED, "REFUSED", NULL },
		{ 400, META("\"code\":2,\"error_subcode\":1504042"), AD_REFUSED, "REFUSED", NULL },
		{ 400, META("\"code\":2"), AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 400, META("\"code\":100,\"error_subcode\":1504018"), AD_REFUSED, "TOO_MUCH_DATA",
		  NULL },
		{ 500, META("\"code\":1,\"error_subcode\":99"), AD_DOUBT, "TOO_MUCH_DATA", NULL },
		{ 400,
		  META("\"code\":100,\"error_subcode\":4834011,\"error_user_title\":\"Must say\","
		       "\"error_data\":\"{\\\"blame_field_specs\\\":[[\\\"is_shared\\\"]]}\""),
		  AD_REFUSED, "REFUSED", "Must say: Invalid parameter (is_shared)" },
		{ 400,
		  META("\"code\":100,\"error_user_title\":\"Too low\",\"error_user_msg\":\"At "
		       "least 40\",\"error_data\":{\"blame_field_specs\":[[\"a\",\"b\"],[\"c\"]]}"),
		  AD_REFUSED, "REFUSED", "Too low: At least 40 (a.b, c)" },
		{ 400, META("\"code\":100,\"error_data\":\"no JSON\""), AD_REFUSED, "REFUSED",
		  "Invalid parameter" },
		{ 400, META("\"code\":4711"), AD_REFUSED, "REFUSED", "Invalid parameter" },
	};

	assert_answers(*state, meta_failure_of, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(meta_by_code_and_subcode),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
