/* Texts that read the same have one skeleton. */
#include "tests/support/unit.h"

#include "base/skeleton.h"

static void what_reads_the_same_is_the_same(void **state)
{
	static const struct {
		const char *text, *read;
	} pairs[] = {
		{ "", "" },
		{ "  Free  Money ", "free money" },
		{ "free\u00a0money", "free money" },
		{ "free-money", "free money" },
		{ "free \u2014 money", "free money" },
		{ "Cas\u00adino", "casino" },
		{ "c\u200bas\u2060ino", "casino" },
		{ "\uff23\uff21\uff33\uff29\uff2e\uff2f", "casino" }, /* fullwidth */
		{ "\u0421\u0430sin\u043e", "casino" },                /* Cyrillic */
		{ "\U0001d5d6asino", "casino" },                      /* mathematical */
		{ "STRASSE", "strasse" },
		{ "stra\u00dfe", "strasse" },
		{ "\u00dcber", "\u00fcber" },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		struct ad_str got = ad_skeleton(arena, ad_str(pairs[i].text));
		if (!ad_str_is(got, pairs[i].read))
			fail_msg("%s: '%.*s', not '%s'", pairs[i].text, AD_FMT(got), pairs[i].read);
	}
	ad_arena_free(arena);
}

static void capitals_read_as_what_they_look_like(void **state)
{
	static const struct {
		const char *text, *read;
	} pairs[] = {
		{ "", "" },
		{ "Free Money", "free money" },
		{ "C\u0391S\u0399\u039d\u039f", "casino" }, /* Greek */
		{ "CAS\u0130NO", "casino" },                /* Turkish */
		{ "\u039cONE\u03a5", "money" },
		{ "\u2ca5a\ua731in\u2c9f", "casino" }, /* Coptic and small capitals */
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		struct ad_str got = ad_skeleton_capitals(arena, ad_str(pairs[i].text));
		if (!ad_str_is(got, pairs[i].read))
			fail_msg("%s: '%.*s', not '%s'", pairs[i].text, AD_FMT(got), pairs[i].read);
	}
	ad_arena_free(arena);
}

static void words_end_where_spaces_part_them(void **state)
{
	(void)state;
	assert_true(ad_is_word_letter('a'));
	assert_true(ad_is_word_letter('7'));
	assert_true(ad_is_word_letter(0x44f)); /* Cyrillic */
	assert_false(ad_is_word_letter('\''));
	assert_false(ad_is_word_letter(0x8ced)); /* Han */
	assert_false(ad_is_word_letter(0x0e01)); /* Thai */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_reads_the_same_is_the_same),
		cmocka_unit_test(capitals_read_as_what_they_look_like),
		cmocka_unit_test(words_end_where_spaces_part_them),
	};

	return cmocka_run_group_tests_name("skeleton", tests, NULL, NULL);
}
