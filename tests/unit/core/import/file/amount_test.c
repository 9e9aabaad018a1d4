/* Currencies beside the amounts of a file. */
#include "tests/unit/core/import/bytes.h"

#include "import/file/amount.h"

static void an_amount_of_another_currency(void **state)
{
	static const struct {
		const char *cell, *ours;
		bool other;
	} cells[] = {
		{ "20", "EUR", false },
		{ "20 EUR", "EUR", false },
		{ "eur 20", "EUR", false },
		{ "20 USD", "EUR", true },
		{ "JPY 3000", "EUR", true },
		{ "$20", "USD", false },
		{ "$20", "CAD", false },
		{ "$20", "EUR", true },
		{ "US$20", "USD", false },
		{ "20 \xe2\x82\xac", "EUR", false },
		{ "20 \xe2\x82\xac", "USD", true },
		{ "\xc2\xa3"
		  "5",
		  "GBP", false },
		{ "\xc2\xa3"
		  "5",
		  "EUR", true },
		{ "\xc2\xa5"
		  "500",
		  "CNY", false },
		{ "20 kr", "SEK", false },
		{ "", "EUR", false },
		{ "20 USD", "", false },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cells); i++)
		if (ad_cell_other_currency(ad_str(cells[i].cell), ad_str(cells[i].ours)) !=
		    cells[i].other)
			fail_msg("'%s' beside %s", cells[i].cell, cells[i].ours);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_amount_of_another_currency),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
