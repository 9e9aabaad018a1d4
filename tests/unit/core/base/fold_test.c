/* Letters, marks and white space by Unicode. */
#include "tests/support/unit.h"

#include "base/fold.h"

struct pair {
	const char *text, *expected;
};

static void hold(struct ad_str (*f)(struct ad_arena *arena, struct ad_str text),
		 const struct pair *pairs, size_t count)
{
	struct ad_arena *arena = ad_arena_new();

	for (size_t i = 0; i < count; i++) {
		struct ad_str got = f(arena, ad_str(pairs[i].text));
		if (!ad_str_is(got, pairs[i].expected))
			fail_msg("%s: '%.*s', not '%s'", pairs[i].text, AD_FMT(got),
				 pairs[i].expected);
		assert_int_equal(got.p[got.n], '\0');
	}
	ad_arena_free(arena);
}

static void lower(void **state)
{
	static const struct pair pairs[] = {
		{ "", "" },
		{ "Alice@EXAMPLE.com", "alice@example.com" },
		{ "M\u00dcLLER", "m\u00fcller" },
		{ "MU\u0308LLER", "m\u00fcller" },              /* composed */
		{ "\u03a3\u0391\u03a3", "\u03c3\u03b1\u03c2" }, /* final sigma */
		{ "\u0130", "i\u0307" },
		{ "\u00df \u4e2d 1", "\u00df \u4e2d 1" },
	};

	(void)state;
	hold(ad_lower, pairs, AD_LEN(pairs));
}

static void unaccented(void **state)
{
	static const struct pair pairs[] = {
		{ "", "" },
		{ "\u00e0@b.c", "a@b.c" },
		{ "jos\u00e9 Mu\u0308ller", "jose Muller" },
		{ "\u1ec7", "e" },                              /* two marks */
		{ "\u00f8\u0142\u00df", "\u00f8\u0142\u00df" }, /* letters, not marks */
		{ "\ud55c", "\ud55c" },
	};

	(void)state;
	hold(ad_unaccented, pairs, AD_LEN(pairs));
}

static void trimmed(void **state)
{
	static const struct pair pairs[] = {
		{ "", "" },
		{ "  ", "" },
		{ "a", "a" },
		{ " \t\r\na b\n", "a b" },
		{ "\u00a0\u2003a\u3000", "a" },
		{ "\ufeffa\ufeff", "a" },
		{ "\u00fc ", "\u00fc" },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++)
		assert_true(ad_str_is(ad_trimmed(ad_str(pairs[i].text)), pairs[i].expected));
}

static void unseen(void **state)
{
	static const char *const with[] = { " ",       "a b",     "a\tb",  "a\u200bb",
					    "a\u00ad", "\u202ea", "a\x7f", "a\u00a0" };
	static const char *const without[] = { "", "a", "\u00fc@\u4e2d.x", "a+b_c-d" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(with); i++)
		assert_true(ad_has_unseen(ad_str(with[i])));
	for (size_t i = 0; i < AD_LEN(without); i++)
		assert_false(ad_has_unseen(ad_str(without[i])));
}

/* The bytes at the start of the text, which may be more or fewer than those of the other case. */
static void matches_in_any_case(void **state)
{
	(void)state;
	assert_int_equal(ad_fold_match(ad_str("BREAD and"), ad_str("bread")), 5);
	assert_int_equal(ad_fold_match(ad_str("\u00c4pfel"), ad_str("\u00e4P")), 3);
	assert_int_equal(ad_fold_match(ad_str("\u023a!"), ad_str("\u2c65")), 2);
	assert_int_equal(ad_fold_match(ad_str("brea"), ad_str("bread")), 0);
	assert_int_equal(ad_fold_match(ad_str("a bread"), ad_str("bread")), 0);
	assert_int_equal(ad_fold_match(ad_str(""), ad_str("b")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lower),
		cmocka_unit_test(unaccented),
		cmocka_unit_test(trimmed),
		cmocka_unit_test(unseen),
		cmocka_unit_test(matches_in_any_case),
	};
	return cmocka_run_group_tests_name("fold", tests, NULL, NULL);
}
