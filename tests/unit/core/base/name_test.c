/* Characters of names that show nothing. */
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
		if (ad_name_invisible(ad_str(names[i])))
			fail_msg("%zu: U+%04X", i, (unsigned)ad_name_invisible(ad_str(names[i])));
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
		assert_int_equal(ad_name_invisible(ad_str(text)), c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_that_shows_whole_is_allowed),
		cmocka_unit_test(a_character_that_shows_nothing_is_found),
	};

	return cmocka_run_group_tests_name("name", tests, NULL, NULL);
}
