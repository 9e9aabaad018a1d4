/* Bytes of every encoding, also cut anywhere, give the same text. */
#include "tests/support/unit.h"

#include <string.h>

#include "import/file/decode.h"

/* Decodes in pieces of `step` bytes. */
static void check(const char *bytes, size_t n, size_t step, const char *text, size_t text_n)
{
	struct ad_decoder d = { .encoding = AD_ENCODING_UNKNOWN };
	struct ad_text out = { .arena = NULL };

	for (size_t at = 0; at <= n; at += step) {
		size_t piece = n - at < step ? n - at : step;
		bool last = at + step > n;
		ad_decode(&d, (struct ad_str){ bytes + at, piece }, last, &out);
	}
	assert_int_equal(out.n, text_n);
	if (text_n)
		assert_memory_equal(ad_text_str(&out).p, text, text_n);
	ad_text_free(&out);
}

static void check_all_cuts(const char *bytes, size_t n, const char *text, size_t text_n)
{
	for (size_t step = 1; step <= n + 1; step++)
		check(bytes, n, step, text, text_n);
}

#define CUTS(bytes, text) check_all_cuts(bytes, sizeof(bytes) - 1, text, sizeof(text) - 1)

static void utf8_passes_without_its_mark(void **state)
{
	(void)state;
	CUTS("abc", "abc");
	CUTS("\xef\xbb\xbfK\xc3\xb6ln", "K\xc3\xb6ln");
	CUTS("K\xc3\xb6ln \xf0\x9f\xa5\x90", "K\xc3\xb6ln \xf0\x9f\xa5\x90");
	CUTS("", "");
	CUTS("a", "a");
	CUTS("ab", "ab");
	CUTS("\xef\xbb\xbf", "");
	/* no mark: the bytes stay, and the row is found not to be text later */
	CUTS("\xef\xbb", "\xef\xbb");
	CUTS("a\xff", "a\xff");
}

static void utf16_by_its_mark_or_its_zeros(void **state)
{
	(void)state;
	CUTS("\xff\xfeK\0\xf6\0l\0n\0", "K\xc3\xb6ln");
	CUTS("\xfe\xff\0K\0\xf6\0l\0n", "K\xc3\xb6ln");
	CUTS("K\0\xf6\0l\0n\0", "K\xc3\xb6ln");
	CUTS("\0K\0\xf6\0l\0n", "K\xc3\xb6ln");
	CUTS("\xff\xfe\x3e\xd8\x50\xdd", "\xf0\x9f\xa5\x90");
	CUTS("\xfe\xff\xd8\x3e\xdd\x50", "\xf0\x9f\xa5\x90");
	CUTS("\xff\xfe", "");
	/* a zero stays one, for others to refuse */
	CUTS("\xff\xfe"
	     "a\0\0\0",
	     "a\0");
}

static void halves_of_pairs_are_no_text(void **state)
{
	(void)state;
	CUTS("\xff\xfe\x3e\xd8"
	     "a\0",
	     "\xff"
	     "a");
	CUTS("\xff\xfe\x50\xdd"
	     "a\0",
	     "\xff"
	     "a");
	CUTS("\xff\xfe\x3e\xd8\x3e\xd8\x50\xdd", "\xff\xf0\x9f\xa5\x90");
	CUTS("\xff\xfe"
	     "a\0\x3e\xd8",
	     "a\xff");
	/* an odd byte at the end */
	CUTS("\xff\xfe"
	     "a\0b",
	     "a\xff");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(utf8_passes_without_its_mark),
		cmocka_unit_test(utf16_by_its_mark_or_its_zeros),
		cmocka_unit_test(halves_of_pairs_are_no_text),
	};
	return cmocka_run_group_tests_name("decode", tests, NULL, NULL);
}
