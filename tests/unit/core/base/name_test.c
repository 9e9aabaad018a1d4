/* Invisible characters of names. */
#include "tests/support/unit.h"

#include "base/name.h"

static void a_name_that_shows_whole_is_allowed(void **state)
{
	static const char *const names[] = {
		"",
		"Bakery: search",
		"Caf\u00e9",
		"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", /* a joiner of a Persian word */
		"\U0001f469\u200d\U0001f469\u200d\U0001f467",       /* joiners of an emoji */
		"\u0645\u0631\u062d\u0628\u0627\u200f!",            /* a mark of direction */
		"a\u00a0b", /* a space that does not break */
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(names); i++)
		if (ad_text_unseen(ad_str(names[i]), false))
			fail_msg("%zu: U+%04X", i,
				 (unsigned)ad_text_unseen(ad_str(names[i]), false));
}

static void a_character_that_shows_nothing_is_found(void **state)
{
	static const uint32_t found[] = { 0xad,   0x180e, 0x200b, 0x2028, 0x202a, 0x202e,
					  0x2060, 0x2066, 0x206f, 0xfeff, 0xfff9 };

	(void)state;
	for (size_t i = 0; i < AD_LEN(found); i++) {
		char text[16] = "ab";
		uint32_t c = found[i];
		/* All of them have two or three bytes. */
		size_t n = 2;
		if (c >= 0x800)
			text[n++] = (char)(0xe0 | c >> 12);
		text[n++] = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3f) : 0xc0 | c >> 6);
		text[n++] = (char)(0x80 | (c & 0x3f));
		text[n] = 'c';
		assert_int_equal(ad_text_unseen(ad_str(text), false), c);
	}
}

static void a_joiner_is_allowed_where_a_script_needs_it(void **state)
{
	static const char *const refused[] = {
		"Cas\u200cino", "Cas\u200dino",    "\u200dcasino", "pay\u200fpal",
		"a\u061cb",     "free\u3164money", "a\U000e0041b",
	};
	static const char *const allowed[] = {
		"\u0915\u094d\u200d\u0937",         /* a joiner of a Hindi word */
		"\u05e9\u05dc\u05d5\u05dd\u200e 5", /* a mark of direction in Hebrew */
		"\u2764\ufe0f\u200d\U0001f525",     /* a joined emoji */
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(refused); i++)
		assert_int_not_equal(ad_text_unseen(ad_str(refused[i]), false), 0);
	for (size_t i = 0; i < AD_LEN(allowed); i++) {
		assert_int_equal(ad_text_unseen(ad_str(allowed[i]), false), 0);
		assert_int_not_equal(ad_text_unseen(ad_str(allowed[i]), true), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_that_shows_whole_is_allowed),
		cmocka_unit_test(a_character_that_shows_nothing_is_found),
		cmocka_unit_test(a_joiner_is_allowed_where_a_script_needs_it),
	};

	return cmocka_run_group_tests_name("name", tests, NULL, NULL);
}
