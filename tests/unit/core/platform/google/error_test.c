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

/* Bodies of the shapes that Google sends, recorded from accounts and then rewritten. */
static void google_in_every_shape(void **state)
{
	static const struct answer_row rows[] = {
		{ 400,
		  "[{\"error\":{\"code\":400,\"message\":\"in a "
		  "list\",\"status\":\"INVALID_ARGUMENT\"}}]",
		  AD_REFUSED, "REFUSED", "in a list" },
		{ 403,
		  "[{\"error\":{\"details\":[{\"errors\":[{\"errorCode\":{\"authorizationError\":"
		  "\"USER_PERMISSION_DENIED\"},\"message\":\"denied\"}]}]}}]",
		  AD_REFUSED, "PERMISSION_DENIED", "denied" },
		{ 400,
		  "{\"error\":{\"status\":\"INVALID_ARGUMENT\",\"message\":\"m\",\"details\":[{\"@"
		  "type\":\"type.googleapis.com/"
		  "google.rpc.BadRequest\",\"fieldViolations\":[{\"field\":\"operations[0]\","
		  "\"description\":\"Unknown name\"}]}]}}",
		  AD_REFUSED, "REFUSED", "m (operations[0]: Unknown name)" },
		{ 499,
		  "{\"error\":{\"code\":499,\"status\":\"CANCELLED\",\"message\":\"cancelled\"}}",
		  AD_DOUBT, "PLATFORM_UNAVAILABLE", "cancelled" },
		/* No GoogleAdsFailure: the gateway's own errors. */
		{ 403,
		  "{\"error\":{\"code\":403,\"message\":\"The API has not been used in project 1 "
		  "before or it is disabled.\",\"status\":\"PERMISSION_DENIED\",\"details\":[{"
		  "\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":"
		  "\"SERVICE_DISABLED\"}]}}",
		  AD_REFUSED, "PERMISSION_DENIED", "has not been used in project 1" },
		{ 401,
		  "{\"error\":{\"code\":401,\"message\":\"Request had invalid authentication "
		  "credentials.\",\"status\":\"UNAUTHENTICATED\"}}",
		  AD_EXPIRED, "CONNECTION_EXPIRED", "invalid authentication credentials" },
		{ 400,
		  "{\"error\":{\"code\":400,\"message\":\"Invalid JSON payload received.\","
		  "\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"fieldViolations\":[]}]}}",
		  AD_REFUSED, "REFUSED", "Invalid JSON payload" },
		{ 429,
		  "{\"error\":{\"code\":429,\"message\":\"Resource has been exhausted (e.g. check "
		  "quota).\",\"status\":\"RESOURCE_EXHAUSTED\"}}",
		  AD_AGAIN, "RATE_LIMITED", "check quota" },
		{ 503,
		  "{\"error\":{\"code\":503,\"message\":\"The service is currently unavailable.\","
		  "\"status\":\"UNAVAILABLE\"}}",
		  AD_DOUBT, "PLATFORM_UNAVAILABLE", "currently unavailable" },
		{ 504,
		  "{\"error\":{\"code\":504,\"message\":\"Late\",\"status\":"
		  "\"DEADLINE_EXCEEDED\"}}",
		  AD_DOUBT, "PLATFORM_UNAVAILABLE", "Late" },
		{ 409, "{\"error\":{\"code\":409,\"message\":\"Aborted\",\"status\":\"ABORTED\"}}",
		  AD_REFUSED, "REFUSED", "Aborted" },
		/* Several errors: one in doubt decides, otherwise the first. */
		{ 400,
		  "{\"error\":{\"code\":400,\"details\":[{\"errors\":[{\"errorCode\":{"
		  "\"campaignError\":\"DUPLICATE_CAMPAIGN_NAME\"},\"message\":\"First\"},{"
		  "\"errorCode\":{\"internalError\":\"TRANSIENT_ERROR\"},\"message\":\"Second\"}]}]"
		  "}}",
		  AD_DOUBT, "PLATFORM_UNAVAILABLE", "Second" },
		{ 400,
		  "{\"error\":{\"code\":400,\"details\":[{\"errors\":[{\"errorCode\":{"
		  "\"rangeError\":\"TOO_LOW\"},\"message\":\"First\"},{\"errorCode\":{"
		  "\"policyFindingError\":\"POLICY_FINDING\"},\"message\":\"Second\"}]}]}}",
		  AD_REFUSED, "REFUSED", "First" },
		/* An error without a code keeps its text. */
		{ 400,
		  "{\"error\":{\"code\":400,\"details\":[{\"errors\":[{\"message\":"
		  "\"Uncoded\"}]}]}}",
		  AD_REFUSED, "REFUSED", "Uncoded" },
		/* Other JSON, and none. */
		{ 400, "{\"message\":\"A proxy refuses.\"}", AD_REFUSED, "REFUSED",
		  "A proxy refuses." },
		/* Neither the answer of success nor a refusal: the change may have been made. */
		{ 202, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 202." },
		{ 204, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 204." },
		{ 303, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 303." },
		{ 502, "<html>Bad Gateway</html>", AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  "The platform answered 502." },
	};

	assert_answers(*state, google_failure, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(google_by_exact_value),
		IN_ARENA(google_in_every_shape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
