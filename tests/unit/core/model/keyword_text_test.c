/* The platforms' comparison of keyword texts. */
#include "tests/support/unit.h"

#include "model/keyword_text.h"

static void texts_that_are_one_keyword(void **state)
{
	static const char *const same[][2] = {
		{ "fresh bread", "Fresh Bread" },
		{ "fresh bread", "  fresh   bread " },
		{ "fresh bread", "fresh\xc2\xa0"
				 "BREAD" },
		{ "b\xc3\xa4"
		  "ckerei",
		  "B\xc3\x84"
		  "CKEREI" },
		{ "b\xc3\xa4"
		  "ckerei",
		  "ba\xcc\x88"
		  "ckerei" },
		{ "\xd1\x85\xd0\xbb\xd0\xb5\xd0\xb1", "\xd0\xa5\xd0\x9b\xd0\x95\xd0\x91" },
	};

	(void)state;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		for (size_t i = 0; i < AD_LEN(same); i++) {
			assert_true(ad_keyword_same((enum ad_platform)p, ad_str(same[i][0]),
						    ad_str(same[i][1])));
			assert_true(ad_keyword_same((enum ad_platform)p, ad_str(same[i][1]),
						    ad_str(same[i][0])));
		}
}

static void texts_that_are_two_keywords(void **state)
{
	static const char *const other[][2] = {
		{ "fresh bread", "freshbread" },
		{ "fresh bread", "fresh breads" },
		{ "fresh bread", "fresh" },
		{ "fresh bread", "fresh br" },
		{ "fresh bread", "bread fresh" },
		{ "bread", "br\xc3\xa9"
			   "ad" },
		{ "stra\xc3\x9f"
		  "e",
		  "strasse" },
		{ "bread", "" },
	};

	(void)state;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		for (size_t i = 0; i < AD_LEN(other); i++)
			assert_false(ad_keyword_same((enum ad_platform)p, ad_str(other[i][0]),
						     ad_str(other[i][1])));
}

static void folded_text_is_its_own_fold(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str once = ad_keyword_folded(arena, AD_GOOGLE, AD_S("  Fresh \t BREAD "));
	struct ad_text appended = ad_text_on(arena);

	(void)state;
	assert_true(ad_str_is(once, "fresh bread"));
	assert_true(ad_str_eq(ad_keyword_folded(arena, AD_GOOGLE, once), once));
	ad_keyword_fold(&appended, AD_GOOGLE, AD_S("Fresh bread"));
	assert_true(ad_str_eq(ad_text_str(&appended), once));
	/* A text that is not valid UTF-8 is unchanged. */
	assert_true(ad_str_is(ad_keyword_folded(arena, AD_GOOGLE, AD_S("A\xff")), "A\xff"));
	assert_int_equal(ad_keyword_folded(arena, AD_GOOGLE, (struct ad_str){ 0 }).n, 0);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_that_are_one_keyword),
		cmocka_unit_test(texts_that_are_two_keywords),
		cmocka_unit_test(folded_text_is_its_own_fold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
