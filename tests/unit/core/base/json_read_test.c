#include "tests/support/unit.h"

#include <stdio.h>

#include "base/json_read.h"
#include "base/utf8.h"

static const cJSON *parse(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;

	return ad_json_parse(arena, ad_str(text), &err);
}

static void accepts_every_kind_of_value(void **state)
{
	static const char *const texts[] = {
		"null",
		"true",
		"false",
		"0",
		"-0",
		"1.5e10",
		"-1E-3",
		"\"\"",
		"[]",
		"{}",
		" [ 1 , 2 ] ",
		"{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":2}]}",
		"\"\\ud83d\\ude00\"",
		"9007199254740992",
		"-9007199254740992",
		"1.7976931348623157e308",
		"\"\xf0\x9f\x98\x80\"",
		"\"\x7f\"",
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(texts); i++) {
		struct ad_json_error err;

		if (!ad_json_parse(arena, ad_str(texts[i]), &err))
			fail_msg("%s: %s", texts[i], err.reason);
	}
	ad_arena_free(arena);
}

static void refuses(const char *text, size_t n, size_t offset, const char *path, const char *reason)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;

	if (ad_json_parse(arena, (struct ad_str){ text, n }, &err))
		fail_msg("accepted: %s", text);
	if (!strstr(err.reason, reason))
		fail_msg("%s: \"%s\" lacks \"%s\"", text, err.reason, reason);
	assert_int_equal(err.offset, offset);
	assert_string_equal(err.path, path);
	ad_arena_free(arena);
}

static void refuses_what_is_no_json(void **state)
{
	static const struct {
		const char *text;
		size_t offset;
		const char *path, *reason;
	} cases[] = {
		{ "", 0, "", "empty" },
		{ "  ", 2, "", "empty" },
		{ "{}x", 2, "", "follows" },
		{ "{} {}", 3, "", "follows" },
		{ "nul", 0, "", "not a JSON value" },
		{ "NaN", 0, "", "not a JSON value" },
		{ "-", 0, "", "not a JSON value" },
		{ "+1", 0, "", "not a JSON value" },
		{ "'a'", 0, "", "not a JSON value" },
		{ "01", 0, "", "begin with 0" },
		{ "-012", 0, "", "begin with 0" },
		{ "1.", 2, "", "decimal point" },
		{ "1e", 2, "", "exponent" },
		{ "1e+", 3, "", "exponent" },
		{ ".5", 0, "", "not a JSON value" },
		{ "[1,]", 3, "[1]", "not a JSON value" },
		{ "[1 2]", 3, "[0]", "comma or ]" },
		{ "[", 1, "[0]", "ends" },
		{ "{\"a\":1,}", 7, "a", "double quotes" },
		{ "{\"a\" 1}", 5, "a", "colon" },
		{ "{a:1}", 1, "", "double quotes" },
		{ "{\"a\":1 \"b\":2}", 7, "a", "comma or }" },
		{ "\"a", 2, "", "ends inside" },
		{ "\"a\nb\"", 2, "", "control" },
		{ "\"\\x\"", 1, "", "backslash" },
		{ "\"\\u12g4\"", 1, "", "hexadecimal" },
		{ "/* c */ 1", 0, "", "not a JSON value" },
		{ "\xef\xbb\xbf{}", 0, "", "byte-order mark" },
		{ "[\f1]", 1, "[0]", "not a JSON value" },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++)
		refuses(cases[i].text, strlen(cases[i].text), cases[i].offset, cases[i].path,
			cases[i].reason);
}

static void refuses_what_cjson_would_garble(void **state)
{
	(void)state;
	refuses("\"a\0b\"", 5, 2, "", "NUL");
	refuses("\"\\u0000\"", 8, 1, "", "U+0000");
	refuses("{\"a\":[{\"b\\u0000\":1}]}", 21, 9, "a[0]", "U+0000");
	refuses("\"\\ud800\"", 8, 1, "", "surrogate");
	refuses("\"\\udc00\\ud800\"", 14, 1, "", "surrogate");
	refuses("\"\\ud800\\ud800\"", 14, 1, "", "surrogate");
	refuses("\"\xc0\xaf\"", 4, 1, "", "UTF-8");
	refuses("\"\xed\xa0\x80\"", 5, 1, "", "UTF-8");
	refuses("\"\xff\"", 3, 1, "", "UTF-8");
	refuses("9007199254740993", 16, 0, "", "2^53");
	refuses("-9007199254740993", 17, 0, "", "2^53");
	refuses("{\"n\":[1,123456789012345678]}", 28, 8, "n[1]", "2^53");
	refuses("1e400", 5, 0, "", "too large");
	refuses("0.1111111111111111111111111111111111111111111111111111111111111", 63, 0, "",
		"digits");
}

static void refuses_a_name_that_occurs_twice(void **state)
{
	(void)state;
	refuses("{\"a\":1,\"a\":2}", 13, 7, "a", "twice");
	refuses("{\"x\":{\"a\":1,\"b\":0,\"\\u0061\":2}}", 30, 18, "x.a", "twice");
	refuses("{\"a\":1,\"b\":{\"c\":1},\"a\":2}", 25, 19, "a", "twice");
	refuses("{\"\":1,\"\":2}", 11, 6, "", "twice");
}

static void refuses_a_name_that_occurs_twice_among_many(void **state)
{
	struct ad_text t = { 0 };
	struct ad_str s;

	(void)state;
	ad_text_addc(&t, '{');
	for (int i = 0; i < 500; i++)
		ad_text_addf(&t, "\"k%d\":%d,", i, i);
	ad_text_adds(&t, "\"k250\":1}");
	s = ad_text_str(&t);
	refuses(s.p, s.n, s.n - strlen("\"k250\":1}"), "k250", "twice");
	ad_text_free(&t);
}

static void nests_up_to_32_levels(void **state)
{
	char text[80], path[120] = "";
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	memset(text, '[', 33);
	memset(text + 33, ']', 33);
	text[66] = '\0';
	assert_null(parse(arena, text));
	text[65] = '\0';
	assert_non_null(parse(arena, text + 1));
	for (size_t i = 0; i < 32; i++)
		memcpy(path + 3 * i, "[0]", 4);
	text[65] = ']';
	refuses(text, 66, 32, path, "32 levels");
	ad_arena_free(arena);
}

static void cuts_a_long_path_at_a_character(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text t = ad_text_on(arena);
	struct ad_json_error err;

	(void)state;
	ad_text_adds(&t, "{\"");
	for (int i = 0; i < 100; i++)
		ad_text_adds(&t, "\xc3\xa4");
	ad_text_adds(&t, "\":x}");
	assert_null(ad_json_parse(arena, ad_text_str(&t), &err));
	assert_int_equal(strlen(err.path), 118);
	assert_true(ad_utf8_valid(ad_str(err.path)));
	ad_arena_free(arena);
}

static void gives_members_and_texts(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	const cJSON *o = parse(arena, "{\"Name\":\"x\\u00e9\",\"n\":1,\"nil\":null}");

	(void)state;
	assert_null(ad_json_get(o, "name"));
	assert_null(ad_json_get(NULL, "name"));
	assert_null(ad_json_get(ad_json_get(o, "n"), "n"));
	assert_true(ad_str_is(ad_json_get_text(o, "Name"), "x\xc3\xa9"));
	assert_null(ad_json_get_text(o, "n").p);
	assert_null(ad_json_get_text(o, "gone").p);
	assert_null(ad_json_get_text(o, "nil").p);
	ad_arena_free(arena);
}

static void takes_integers_exactly(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
	} cases[] = {
		{ "0", true, 0 },
		{ "-17", true, -17 },
		{ "1e3", true, 1000 },
		{ "9007199254740991", true, INT64_C(9007199254740991) },
		{ "9007199254740992", false, 0 },
		{ "9007199254740993.0", false, 0 },
		{ "1.5", false, 0 },
		{ "1e30", false, 0 },
		{ "\"1\"", false, 0 },
		{ "true", false, 0 },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		int64_t v = 0;

		assert_int_equal(ad_json_int64(parse(arena, cases[i].text), &v), cases[i].ok);
		assert_int_equal(v, cases[i].value);
	}
	assert_false(ad_json_int64(NULL, &(int64_t){ 0 }));
	ad_arena_free(arena);
}

static void takes_micros_exactly(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
	} cases[] = {
		{ "20.5", true, 20500000 },
		{ "0.000001", true, 1 },
		{ "-0.1", true, -100000 },
		{ "0.1", true, 100000 },
		{ "0.29", true, 290000 },
		{ "1.005", true, 1005000 },
		{ "4.35", true, 4350000 },
		{ "999999999.999999", true, INT64_C(999999999999999) },
		{ "1000000000", true, INT64_C(1000000000000000) },
		{ "1000000000.000001", true, INT64_C(1000000000000001) },
		{ "3999999999.999999", true, INT64_C(3999999999999999) },
		{ "4000000000", true, INT64_C(4000000000000000) },
		{ "4000000001", false, 0 },
		{ "0.0000001", false, 0 },
		{ "0.1234567", false, 0 },
		{ "20.5000001", false, 0 },
		{ "1e-7", false, 0 },
		{ "1e300", false, 0 },
		{ "\"20\"", false, 0 },
		{ "null", false, 0 },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		int64_t v = 0;

		if (ad_json_micros_of(parse(arena, cases[i].text), &v) != cases[i].ok)
			fail_msg("%s", cases[i].text);
		assert_int_equal(v, cases[i].value);
	}
	ad_arena_free(arena);
}

static void micros_survive_every_cent_and_random_micro(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char text[40];
		int64_t micros, v = -1;

		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		micros = i % 2 ? (int64_t)i * 10000 : (int64_t)(seed % UINT64_C(4000000000000000));
		snprintf(text, sizeof(text), "%lld.%06lld", (long long)(micros / 1000000),
			 (long long)(micros % 1000000));
		assert_true(ad_json_micros_of(parse(arena, text), &v));
		assert_int_equal(v, micros);
		ad_arena_reset(arena);
	}
	ad_arena_free(arena);
}

static void canonical_form_is_sorted_and_short(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text t = ad_text_on(arena);
	const cJSON *v =
		parse(arena, "{ \"b\" : [ 1.0, 2.50, 1e21, -0.0, true, null ],\n"
			     " \"a\" : { \"z\" : \"\\u00e9\\n\", \"y\" : {} }, \"B\":[] }");

	(void)state;
	ad_json_canonical(&t, v);
	assert_string_equal(ad_text_str(&t).p, "{\"B\":[],\"a\":{\"y\":{},\"z\":\"\xc3\xa9\\n\"},"
					       "\"b\":[1,2.5,1e+21,0,true,null]}");
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepts_every_kind_of_value),
		cmocka_unit_test(refuses_what_is_no_json),
		cmocka_unit_test(refuses_what_cjson_would_garble),
		cmocka_unit_test(refuses_a_name_that_occurs_twice),
		cmocka_unit_test(refuses_a_name_that_occurs_twice_among_many),
		cmocka_unit_test(nests_up_to_32_levels),
		cmocka_unit_test(cuts_a_long_path_at_a_character),
		cmocka_unit_test(gives_members_and_texts),
		cmocka_unit_test(takes_integers_exactly),
		cmocka_unit_test(takes_micros_exactly),
		cmocka_unit_test(micros_survive_every_cent_and_random_micro),
		cmocka_unit_test(canonical_form_is_sorted_and_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
