/* The default guardrails of each currency, and limits that go from one currency to another. */
#include "tests/support/arena.h"

#include "model/currencies.h"
#include "model/currency_worth.h"
#include "model/vocabulary.h"

#define MICROS INT64_C(1000000)

static int64_t smallest_unit(const char *code)
{
	int64_t unit = MICROS;

	for (int i = ad_currency_decimals(code); i > 0; i--)
		unit /= 10;
	return unit;
}

static void check_row(const char *code, size_t *rows)
{
	struct ad_str c = ad_str(code);
	int64_t bid = ad_currency_bid_limit(c);
	bool is_dollar = strstr("USD BSD BMD PAB", code) != NULL;

	if (!ad_currency_valid(c))
		return;
	(*rows)++;
	if (bid == 10 * MICROS && !is_dollar)
		fail_msg("%s has no row", code);
	assert_int_equal(ad_currency_campaign_limit(c), 10 * bid);
	assert_int_equal(ad_currency_total_limit(c), 50 * bid);
	assert_int_equal(bid % smallest_unit(code), 0);
	assert_true(ad_currency_total_limit(c) <= AD_MONEY_MAX);
	/* A default becomes the other default, both ways. */
	assert_int_equal(ad_currency_convert_limit(AD_S("USD"), c, 100 * MICROS), 10 * bid);
	assert_int_equal(ad_currency_convert_limit(c, AD_S("USD"), 50 * bid), 500 * MICROS);
}

static void every_currency_has_a_row(void **state)
{
	size_t rows = 0;

	(void)state;
	for (char a = 'A'; a <= 'Z'; a++)
		for (char b = 'A'; b <= 'Z'; b++)
			for (char c = 'A'; c <= 'Z'; c++)
				check_row((const char[]){ a, b, c, '\0' }, &rows);
	assert_true(rows > 140);
}

/* A currency of an ad account that no Space can have, or that counts as USD, would be a hole. */
static void the_currencies_of_ad_accounts_have_rows(void **state)
{
	/* Withdrawn: Meta still lists it. */
	static const char withdrawn[] = "HRK";

	(void)state;
	for (size_t i = 0; i < ad_currency_count; i++)
		for (const char *c = ad_currency_rows[i].codes; *c; c += 4) {
			const char code[] = { c[0], c[1], c[2], '\0' };
			if (strcmp(code, withdrawn) != 0 && !ad_currency_valid(ad_str(code)))
				fail_msg("%s is no currency of a Space", code);
		}
}

static void defaults_are_rounded_equivalents(void **state)
{
	static const struct {
		const char *code;
		int64_t bid, campaign, total;
	} rows[] = {
		{ "USD", 10, 100, 500 },
		{ "JPY", 1500, 15000, 75000 },
		{ "KRW", 14000, 140000, 700000 },
		{ "EUR", 8, 80, 400 },
		{ "KWD", 3, 30, 150 },
		{ "IDR", 160000, 1600000, 8000000 },
		{ "VND", 250000, 2500000, 12500000 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_str c = ad_str(rows[i].code);
		assert_int_equal(ad_currency_bid_limit(c), rows[i].bid * MICROS);
		assert_int_equal(ad_currency_campaign_limit(c), rows[i].campaign * MICROS);
		assert_int_equal(ad_currency_total_limit(c), rows[i].total * MICROS);
	}
}

static void a_limit_keeps_its_worth(void **state)
{
	static const struct {
		const char *from, *to;
		int64_t before, after;
	} rows[] = {
		{ "USD", "JPY", 0, 0 },
		{ "USD", "KWD", 99 * MICROS, 29700000 },
		{ "JPY", "KWD", 99 * MICROS, 198000 },
		{ "IDR", "KWD", 5000 * MICROS, 93000 }, /* 0.09375 rounded down */
		{ "VND", "EUR", 12500000 * MICROS, 400 * MICROS },
		{ "EUR", "KRW", 10000, 17 * MICROS },     /* 17.5 rounded down */
		{ "VND", "KRW", 1 * MICROS, 1 * MICROS }, /* never 0, which is no limit */
		{ "KWD", "IRR", AD_MONEY_MAX, AD_MONEY_MAX },
		{ "USD", "USD", 12345678 * INT64_C(10000), 12345678 * INT64_C(10000) },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		assert_int_equal(ad_currency_convert_limit(ad_str(rows[i].from), ad_str(rows[i].to),
							   rows[i].before),
				 rows[i].after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_currency_has_a_row),
		cmocka_unit_test(the_currencies_of_ad_accounts_have_rows),
		cmocka_unit_test(defaults_are_rounded_equivalents),
		cmocka_unit_test(a_limit_keeps_its_worth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
