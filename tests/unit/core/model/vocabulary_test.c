/* Currencies. */
#include "tests/support/unit.h"

#include "model/vocabulary.h"

static void codes(void **state)
{
	static const char *const good[] = {
		"USD", "EUR", "JPY", "KWD", "ZMW", "AED", "BIF", "TND"
	};
	static const char *const bad[] = { "",    "usd", "US",  "USDX", "ZZZ", "SD ",
					   " US", "D A", "   ", "DAL",  "EDA", "UR\0" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(good); i++)
		assert_true(ad_currency_valid(ad_str(good[i])));
	for (size_t i = 0; i < AD_LEN(bad); i++)
		assert_false(ad_currency_valid(ad_str(bad[i])));
	assert_false(ad_currency_valid((struct ad_str){ NULL, 0 }));
}

static void decimals(void **state)
{
	(void)state;
	assert_int_equal(ad_currency_decimals("JPY"), 0);
	assert_int_equal(ad_currency_decimals("KRW"), 0);
	assert_int_equal(ad_currency_decimals("XPF"), 0);
	assert_int_equal(ad_currency_decimals("BHD"), 3);
	assert_int_equal(ad_currency_decimals("TND"), 3);
	assert_int_equal(ad_currency_decimals("USD"), 2);
	assert_int_equal(ad_currency_decimals("ZMW"), 2);
}

static void lists_end(void **state)
{
	size_t n = 0;

	(void)state;
	while (ad_platforms[n])
		n++;
	assert_int_equal(n, 4);
	assert_string_equal(ad_wanted_statuses[0], "ENABLED");
	assert_string_equal(ad_wanted_statuses[1], "PAUSED");
	assert_null(ad_wanted_statuses[2]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes),
		cmocka_unit_test(decimals),
		cmocka_unit_test(lists_end),
	};
	return cmocka_run_group_tests_name("vocabulary", tests, NULL, NULL);
}
