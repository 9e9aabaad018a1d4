/* Google's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/google/adapter.h"

#define GOOGLE(key, value)                                                                         \
	"{\"error\":{\"code\":400,\"message\":\"m\",\"details\":[{\"errors\":[{\"errorCode\":{"    \
	"\"" key "\":\"" value "\"},\"message\":\"Words of theirs\"}]}]}}"

static void google_by_exact_value(void **state)
{
	static const struct answer_row rows[] = {
		{ 429, GOOGLE("quotaError", "RESOURCE_EXHAUSTED"), AD_AGAIN, "RATE_LIMITED", NULL },
		{ 403, GOOGLE("quotaError", "ACCESS_PROHIBITED"), AD_REFUSED, "PERMISSION_DENIED",
		  "Words of theirs" },
		{ 429, GOOGLE("quotaError", "A_NEW_VALUE"), AD_AGAIN, "RATE_LIMITED", NULL },
		{ 400, GOOGLE("quotaError", "A_NEW_VALUE"), AD_REFUSED, "REFUSED",
		  "Words of theirs" },
		{ 500, GOOGLE("internalError", "ERROR_CODE_NOT_PUBLISHED"), AD_REFUSED, "REFUSED",
		  "Words of theirs" },
		{ 500, GOOGLE("internalError", "INTERNAL_ERROR"), AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  NULL },
		{ 500, GOOGLE("internalError", "A_NEW_VALUE"), AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  NULL },
		{ 503, GOOGLE("campaignError", "DUPLICATE_CAMPAIGN_NAME"), AD_DOUBT,
		  "PLATFORM_UNAVAILABLE", NULL },
		{ 400, GOOGLE("campaignError", "DUPLICATE_CAMPAIGN_NAME"), AD_REFUSED,
		  "DUPLICATE_NAME", NULL },
		{ 400, GOOGLE("authenticationError", "CUSTOMER_NOT_FOUND"), AD_REFUSED, "REFUSED",
		  NULL },
		{ 401, GOOGLE("authenticationError", "CUSTOMER_NOT_FOUND"), AD_REFUSED, "REFUSED",
		  NULL },
		{ 401, GOOGLE("authenticationError", "OAUTH_TOKEN_EXPIRED"), AD_EXPIRED,
		  "CONNECTION_EXPIRED", NULL },
		{ 401, GOOGLE("authenticationError", "NOT_ADS_USER"), AD_REFUSED,
		  "CONNECTION_EXPIRED", NULL },
		{ 400, GOOGLE("databaseError", "REQUEST_TOO_LARGE"), AD_REFUSED, "TOO_MUCH_DATA",
		  NULL },
		{ 400, GOOGLE("aNewError", "A_NEW_VALUE"), AD_REFUSED, "REFUSED",
		  "Words of theirs" },
		{ 403, GOOGLE("authorizationError", "A_NEW_VALUE"), AD_REFUSED, "PERMISSION_DENIED",
		  NULL },
	};

	assert_answers(*state, google_failure, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(google_by_exact_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
