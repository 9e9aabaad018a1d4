#include "tests/support/unit.h"

#include "http/page.h"

static void expect_name(const char *name, const char *shown)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);

	ad_page_name(&text, ad_str(name));
	assert_string_equal(ad_text_str(&text).p, shown);
	ad_arena_free(arena);
}

static void names_of_others_cannot_deceive(void **state)
{
	(void)state;
	expect_name("Claude", "Claude");
	expect_name("<b>\"A\" & 'B'</b>", "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;");
	expect_name("B\xc3\xa4"
		    "ckerei \xf0\x9f\xa5\x90",
		    "B\xc3\xa4"
		    "ckerei \xf0\x9f\xa5\x90");
	/* Turned round, hidden, broken into lines, cut off. */
	expect_name("gpj.\xe2\x80\xae"
		    "exe",
		    "gpj.exe");
	expect_name("a\xe2\x80\x8b\xef\xbb\xbf"
		    "b",
		    "ab");
	expect_name("a\r\n\tb\x7f", "ab");
	expect_name("a\xff", "a");
	expect_name("a\xe2\x80", "a");
	/* No byte of a broken character takes the next one with it. */
	expect_name("a\xc9\r<b", "a&lt;b");
	expect_name("a\xe2\x80\x1b[b", "a[b");
	/* Overlong, a surrogate, invisible tags. */
	expect_name("a\xf0\x82\x80\xae"
		    "b\xed\xa0\x80"
		    "c\xf3\xa0\x81\xa1"
		    "d",
		    "abcd");
}

static void long_names_are_cut(void **state)
{
	char name[201], shown[84];

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	memset(shown, 'x', 80);
	memcpy(shown + 80, "\xe2\x80\xa6", 4);
	expect_name(name, shown);
}

static void expect_words(const char *words, const char *shown)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);

	ad_page_words(&text, ad_str(words));
	assert_string_equal(ad_text_str(&text).p, shown);
	ad_arena_free(arena);
}

#define UNSEEN(code) "\xe2\x9f\xa8U+" code "\xe2\x9f\xa9"

static void words_show_what_cannot_be_seen(void **state)
{
	(void)state;
	expect_words("B\xc3\xa4"
		     "cker & <b>",
		     "B\xc3\xa4"
		     "cker &amp; &lt;b&gt;");
	expect_words("gpj.\xe2\x80\xae"
		     "exe",
		     "gpj." UNSEEN("202E") "exe");
	expect_words("a\xe2\x80\x8b\xef\xbb\xbf"
		     "b",
		     "a" UNSEEN("200B") UNSEEN("FEFF") "b");
	expect_words("a\nb\tc", "a\xe2\x86\xb5"
				"b" UNSEEN("0009") "c");
	expect_words("a\xc2\xa0"
		     "b\xe3\x85\xa4",
		     "a" UNSEEN("00A0") "b" UNSEEN("3164"));
	expect_words("\xf3\xa0\x81\xa1", UNSEEN("E0061"));
	expect_words("a\xff"
		     "b",
		     "a\xef\xbf\xbd"
		     "b");
	/* A joiner inside one emoji; another one between letters. */
	expect_words("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
		     "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7");
	expect_words("a\xe2\x80\x8d"
		     "b",
		     "a" UNSEEN("200D") "b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_others_cannot_deceive),
		cmocka_unit_test(words_show_what_cannot_be_seen),
		cmocka_unit_test(long_names_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
