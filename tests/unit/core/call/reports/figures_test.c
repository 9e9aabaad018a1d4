/* Sums and ratios are exact beyond 64 bits. An unknown figure stays unknown. */
#include "tests/support/unit.h"

#include "call/reports/figures.h"

static struct ad_sums sums(int64_t shown, int64_t clicks, int64_t cost, int64_t conversions,
			   int64_t value)
{
	struct ad_sums s = { .known = { false } };
	const int64_t all[AD_MEASURE_COUNT] = { shown, clicks, cost, conversions, value };

	for (int i = 0; i < AD_MEASURE_COUNT; i++)
		ad_sums_add(&s, (enum ad_measure)i, all[i]);
	return s;
}

static void shows(const struct ad_sums *s, enum ad_figure_id id, const char *wanted)
{
	struct ad_text text = { .max = 0 };

	ad_figure_text(&text, ad_figure(s, id));
	assert_string_equal(text.n ? ad_text_str(&text).p : "", wanted);
	ad_text_free(&text);
}

static void ratios_are_rounded_half_up(void **state)
{
	(void)state;
	struct ad_sums s = sums(3, 2, 1000000, 500000, 2345678);

	shows(&s, AD_F_IMPRESSIONS, "3");
	shows(&s, AD_F_COST, "1");
	shows(&s, AD_F_CONVERSIONS, "0.5");
	shows(&s, AD_F_CTR, "0.666667");
	shows(&s, AD_F_AVERAGE_CPC, "0.5");
	shows(&s, AD_F_COST_PER_CONVERSION, "2");
	shows(&s, AD_F_ROAS, "2.345678");
	s = sums(2000000, 1, -1, 1, 0);
	shows(&s, AD_F_CTR, "0.000001"); /* 0.0000005 */
	shows(&s, AD_F_AVERAGE_CPC, "-0.000001");
	shows(&s, AD_F_ROAS, "");
}

static void what_was_not_collected_is_unknown(void **state)
{
	(void)state;
	struct ad_sums s = { .known = { false } };

	for (int i = 0; i < AD_FIGURE_COUNT; i++)
		shows(&s, (enum ad_figure_id)i, "");
	s = sums(0, 0, 0, 0, AD_NOT_COLLECTED);
	shows(&s, AD_F_CLICKS, "0");
	shows(&s, AD_F_CTR, "");
	shows(&s, AD_F_CONVERSION_VALUE, "");
	struct ad_sums more = sums(10, AD_NOT_COLLECTED, 5, AD_NOT_COLLECTED, 7);
	ad_sums_join(&s, &more);
	shows(&s, AD_F_IMPRESSIONS, "10");
	shows(&s, AD_F_CLICKS, "0");
	shows(&s, AD_F_CONVERSION_VALUE, "0.000007");
}

static void sums_have_room(void **state)
{
	(void)state;
	struct ad_sums s = { .known = { false } };

	for (int i = 0; i < 1000; i++) {
		struct ad_sums big = sums(INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX);
		ad_sums_join(&s, &big);
	}
	shows(&s, AD_F_IMPRESSIONS, "9223372036854775807000");
	shows(&s, AD_F_COST, "9223372036854775.807");
	shows(&s, AD_F_CTR, "1");
	shows(&s, AD_F_COST_PER_CONVERSION, "1");
}

static void the_unknown_stands_last(void **state)
{
	(void)state;
	struct ad_figure one = { true, 1 }, two = { true, 2 }, none = { .known = false };

	assert_true(ad_figure_compare(one, two, false) < 0);
	assert_true(ad_figure_compare(one, two, true) > 0);
	assert_true(ad_figure_compare(none, two, false) > 0);
	assert_true(ad_figure_compare(none, two, true) > 0);
	assert_true(ad_figure_compare(one, none, true) < 0);
	assert_int_equal(ad_figure_compare(none, none, true), 0);
}

static void names_and_back(void **state)
{
	(void)state;
	for (int i = 0; i < AD_FIGURE_COUNT; i++)
		assert_int_equal(ad_figure_of(ad_str(ad_figure_name((enum ad_figure_id)i))), i);
	assert_int_equal(ad_figure_of(AD_S("spend")), AD_FIGURE_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ratios_are_rounded_half_up),
		cmocka_unit_test(what_was_not_collected_is_unknown),
		cmocka_unit_test(sums_have_room),
		cmocka_unit_test(the_unknown_stands_last),
		cmocka_unit_test(names_and_back),
	};

	return cmocka_run_group_tests_name("figures", tests, NULL, NULL);
}
