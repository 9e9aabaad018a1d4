#include "tests/support/unit.h"

#include "base/utf8.h"

static void every_code_point_goes_there_and_back(void **state)
{
	(void)state;
	for (uint32_t c = 1; c <= 0x10ffff; c++) {
		char bytes[4];
		uint32_t got = 0;
		size_t n;

		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		n = ad_utf8_put(c, bytes);
		assert_int_equal(ad_utf8_next((struct ad_str){ bytes, n }, &got), n);
		assert_int_equal(got, c);
		assert_int_equal(ad_utf8_next((struct ad_str){ bytes, n - 1 }, &got), 0);
	}
}

static void says_where_the_fault_is(void **state)
{
	static const struct {
		const char *bytes;
		size_t n, fault;
	} cases[] = {
		{ "abc", 3, 3 },
		{ "abcdefghijkl\0n", 14, 12 },
		{ "abcdefgh\x80", 9, 8 },
		{ "\xc0\x80", 2, 0 }, /* overlong NUL */
		{ "\xc1\xbf", 2, 0 },
		{ "\xe0\x9f\xbf", 3, 0 },
		{ "\xf0\x8f\xbf\xbf", 4, 0 },
		{ "\xed\xa0\x80", 3, 0 },     /* surrogate */
		{ "\xf4\x90\x80\x80", 4, 0 }, /* above U+10FFFF */
		{ "\xf5\x80\x80\x80", 4, 0 },
		{ "ab\xe2\x82", 4, 2 }, /* cut */
		{ "\xe2\x28\xa1", 3, 0 },
		{ "\xf4\x8f\xbf\xbf", 4, 4 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		struct ad_str s = { cases[i].bytes, cases[i].n };

		assert_int_equal(ad_utf8_fault(s), cases[i].fault);
		assert_int_equal(ad_utf8_valid(s), cases[i].fault == cases[i].n);
	}
	assert_true(ad_utf8_valid((struct ad_str){ NULL, 0 }));
}

static void ascii_ends_at_0x7f(void **state)
{
	(void)state;
	assert_true(ad_utf8_is_ascii((struct ad_str){ NULL, 0 }));
	assert_true(ad_utf8_is_ascii((struct ad_str){ "a\0\x7f", 3 }));
	assert_false(ad_utf8_is_ascii((struct ad_str){ "ab\x80", 3 }));
	assert_false(ad_utf8_is_ascii((struct ad_str){ "\xff", 1 }));
}

static void lengths_and_widths(void **state)
{
	static const struct {
		const char *text;
		size_t length, width;
	} cases[] = {
		{ "", 0, 0 },
		{ "abc", 3, 3 },
		{ "\xc3\xa9t\xc3\xa9", 3, 3 },
		{ "\xe6\x97\xa5\xe6\x9c\xac", 2, 4 }, /* Japanese: W */
		{ "\xef\xbc\xa1", 1, 2 },             /* full-width A: F */
		{ "\xef\xbd\xb1", 1, 1 },             /* half-width katakana: H */
		{ "\xed\x95\x9c", 1, 2 },             /* Hangul: W */
		{ "\xf0\x9f\x98\x80", 1, 2 },         /* emoji: W */
		{ "\xce\xb1", 1, 1 },                 /* Greek: A counts 1 */
		{ "\xe3\x80\x80", 1, 2 },             /* ideographic space */
		{ "\xf0\xa0\x80\x80", 1, 2 },         /* plane 2 */
		{ "\xe3\x80\xbf", 1, 1 },             /* U+303F: N */
		{ "\xe1\x84\x80", 1, 2 },             /* U+1100, the first wide one */
		{ "\xe1\x83\xbf", 1, 1 },             /* U+10FF */
		{ "\xf0\xaf\xbf\xbd", 1, 2 },         /* U+2FFFD */
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		assert_int_equal(ad_utf8_length(ad_str(cases[i].text)), cases[i].length);
		assert_int_equal(ad_utf8_width(ad_str(cases[i].text)), cases[i].width);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_point_goes_there_and_back),
		cmocka_unit_test(says_where_the_fault_is),
		cmocka_unit_test(ascii_ends_at_0x7f),
		cmocka_unit_test(lengths_and_widths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
