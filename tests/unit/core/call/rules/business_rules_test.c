/* Businesses: colours, phone numbers, places. */
#include "tests/unit/core/call/drafts.h"

#define B(members) "{\"name\":\"A\",\"website\":\"https://a.example\"" members "}"

static void what_is_refused(void **state)
{
	static const struct ruled rows[] = {
		{ B(""), "" },
		{ B(",\"brandColors\":[\"#F2A900\",\"#f2a9ff\"]"), "" },
		{ B(",\"brandColors\":[\"F2A900\"]"), "brandColors[0] INVALID_COLOR" },
		{ B(",\"brandColors\":[\"#F2A900\",\"#F2A90G\"]"), "brandColors[1] INVALID_COLOR" },
		{ B(",\"phone\":\"+49 (30) 90-18.20/1\""), "" },
		{ B(",\"phone\":\"110\""), "" },
		{ B(",\"phone\":\"1+1\""), "phone INVALID_PHONE" },
		{ B(",\"phone\":\"0800 CALL ME\""), "phone INVALID_PHONE" },
		{ B(",\"locations\":[{\"code\":\"DE\"},{\"code\":\"1003854\"}]"), "" },
		{ B(",\"locations\":[{\"code\":\"de\"}]"), "locations[0].code UNKNOWN_VALUE" },
	};

	hold_rules(*state, AD_R_BUSINESS, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = { desk_test(what_is_refused) };

	return cmocka_run_group_tests_name("business_rules", tests, NULL, NULL);
}
