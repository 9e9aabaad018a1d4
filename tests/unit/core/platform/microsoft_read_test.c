/* Microsoft's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/microsoft.h"

#define MICROSOFT(list, symbol, members)                                                           \
	"{\"" list "\":[{\"ErrorCode\":\"" symbol "\",\"Message\":\"Words of theirs\"" members "}" \
	"]"                                                                                        \
	"}"

static void microsoft_by_symbol(void **state)
{
	static const struct answer_row rows[] = {
		{ 400, MICROSOFT("Errors", "CallRateExceeded", ""), AD_AGAIN, "RATE_LIMITED",
		  NULL },
		{ 400, MICROSOFT("Errors", "StrongAuthenticationRequired", ""), AD_REFUSED,
		  "CONNECTION_EXPIRED", "Words of theirs" },
		{ 401, MICROSOFT("Errors", "AuthenticationTokenExpired", ""), AD_EXPIRED,
		  "CONNECTION_EXPIRED", NULL },
		{ 400, MICROSOFT("EditorialErrors", "ANewOne", ",\"DisapprovedText\":\"free!!\""),
		  AD_REFUSED, "POLICY_VIOLATION", "Words of theirs (\"free!!\")" },
		{ 400, MICROSOFT("BatchErrors", "ANewOne", ",\"Type\":\"EditorialError\""),
		  AD_REFUSED, "POLICY_VIOLATION", "Words of theirs" },
		{ 400, MICROSOFT("BatchErrors", "ANewOne", ",\"FieldPath\":\"Bid\""), AD_REFUSED,
		  "REFUSED", "Words of theirs (Bid)" },
		{ 500, MICROSOFT("Errors", "ANewOne", ""), AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 400, MICROSOFT("Errors", "CampaignServiceConcurrentStoreModification", ""),
		  AD_AGAIN, "PLATFORM_BUSY", NULL },
		{ 400, MICROSOFT("Errors", "ApiVersionNoLongerSupported", ""), AD_REFUSED,
		  "VERSION_SUNSET", NULL },
	};

	assert_answers(*state, microsoft_failure, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(microsoft_by_symbol),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
