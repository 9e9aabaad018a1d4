#include "tests/support/unit.h"

#include "oauth/device/device.h"

static void typed_codes_are_read(void **state)
{
	static const char *const right[] = { "BCDFGHJK", "bcdf-ghjk", " b c d f - g h j k ",
					     "BCDFGHJK-" };
	static const char *const wrong[] = { "",         "BCDFGHJ",  "BCDFGHJKL",
					     "ACDFGHJK", "BCDFGHJ1", "BCDF_GHJK" };
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(right); i++)
		assert_true(ad_str_is(oauth_user_code_read(arena, ad_str(right[i])), "BCDFGHJK"));
	for (size_t i = 0; i < AD_LEN(wrong); i++)
		assert_null(oauth_user_code_read(arena, ad_str(wrong[i])).p);
	assert_null(oauth_user_code_read(arena, (struct ad_str){ "BCDF\0GHJK", 9 }).p);
	ad_arena_free(arena);
}

static void made_codes_are_read_and_shown(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (int i = 0; i < 200; i++) {
		struct ad_str code = oauth_user_code_make(arena);
		struct ad_str shown = oauth_user_code_show(arena, code);
		assert_int_equal(shown.n, 9);
		assert_int_equal(shown.p[4], '-');
		assert_true(ad_str_eq(oauth_user_code_read(arena, shown), code));
	}
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(typed_codes_are_read),
		cmocka_unit_test(made_codes_are_read_and_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
