#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "base/json_write.h"

static void writes_nested_values_with_commas(void **state)
{
	struct ad_text t = { 0 };
	struct ad_json j = ad_json_on(&t);

	(void)state;
	ad_json_object(&j);
	ad_json_kcstr(&j, "a", "x");
	ad_json_kint(&j, "b", -5);
	ad_json_key(&j, "c");
	ad_json_array(&j);
	ad_json_bool(&j, true);
	ad_json_null(&j);
	ad_json_object(&j);
	ad_json_object_end(&j);
	ad_json_array(&j);
	ad_json_array_end(&j);
	ad_json_int(&j, 1);
	ad_json_array_end(&j);
	ad_json_kraw(&j, "d", AD_S("{\"raw\":1}"));
	ad_json_kraw(&j, "e", (struct ad_str){ NULL, 0 });
	ad_json_kcstr(&j, "f", NULL);
	ad_json_kstr(&j, "g", AD_S(""));
	ad_json_ktime(&j, "h", 0);
	ad_json_ktime(&j, "i", INT64_C(1795232100123456));
	ad_json_kbool(&j, "j", false);
	ad_json_object_end(&j);
	assert_string_equal(ad_text_str(&t).p,
			    "{\"a\":\"x\",\"b\":-5,\"c\":[true,null,{},[],1],\"d\":{\"raw\":1},"
			    "\"e\":null,\"f\":null,\"g\":\"\",\"h\":null,"
			    "\"i\":\"2026-11-21T03:35:00.123Z\",\"j\":false}");
	ad_text_free(&t);
}

static void nests_32_levels(void **state)
{
	struct ad_text t = { 0 };
	struct ad_json j = ad_json_on(&t);

	(void)state;
	for (int i = 0; i < 32; i++) {
		ad_json_array(&j);
		ad_json_int(&j, i);
	}
	for (int i = 0; i < 32; i++)
		ad_json_array_end(&j);
	assert_memory_equal(ad_text_str(&t).p, "[0,[1,[2,[3,", 12);
	assert_int_equal(ad_text_str(&t).p[t.n - 1], ']');
	ad_text_free(&t);
}

static void micros_read(int64_t micros, const char *want)
{
	struct ad_text t = { 0 };
	struct ad_json j = ad_json_on(&t);

	ad_json_micros(&j, micros);
	assert_string_equal(ad_text_str(&t).p, want);
	ad_text_free(&t);
}

static void micros_are_short_decimals(void **state)
{
	(void)state;
	micros_read(0, "0");
	micros_read(20500000, "20.5");
	micros_read(1, "0.000001");
	micros_read(-1, "-0.000001");
	micros_read(-20000000, "-20");
	micros_read(10000000, "10");
	micros_read(1230000, "1.23");
	micros_read(INT64_MIN, "-9223372036854.775808");
	micros_read(INT64_MAX, "9223372036854.775807");
}

static void double_reads(double v, const char *want)
{
	struct ad_text t = { 0 };
	struct ad_json j = ad_json_on(&t);

	ad_json_double(&j, v);
	assert_string_equal(ad_text_str(&t).p, want);
	ad_text_free(&t);
}

static void doubles_are_short_and_read_back(void **state)
{
	uint64_t seed = 7;

	(void)state;
	double_reads(0.1, "0.1");
	double_reads(0.1 + 0.2, "0.30000000000000004");
	double_reads(1e21, "1e+21");
	double_reads(3, "3");
	double_reads(-0.0, "0");
	double_reads((double)NAN, "null");
	double_reads((double)INFINITY, "null");
	for (int i = 0; i < 5000; i++) {
		struct ad_text t = { 0 };
		struct ad_json j = ad_json_on(&t);
		double v;

		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		memcpy(&v, &seed, sizeof(v));
		if (!isfinite(v))
			continue;
		ad_json_double(&j, v);
		assert_true(strtod(ad_text_str(&t).p, NULL) == v);
		ad_text_free(&t);
	}
}

static void escaped(const char *in, size_t n, const char *want)
{
	struct ad_text t = { 0 };

	ad_json_escape(&t, (struct ad_str){ in, n });
	assert_string_equal(ad_text_str(&t).p, want);
	ad_text_free(&t);
}

static void escapes_what_must_be(void **state)
{
	(void)state;
	escaped("a\"b\\c/d", 7, "a\\\"b\\\\c/d");
	escaped("\n\r\t\b\f\x01\x1f\0", 8, "\\n\\r\\t\\b\\f\\u0001\\u001f\\u0000");
	escaped("\x7f", 1, "\x7f");
	escaped("\xc3\xa9\xf0\x9f\x98\x80", 6, "\xc3\xa9\xf0\x9f\x98\x80");
	escaped("\xe2\x80\xa8\xe2\x80\xa9", 6, "\\u2028\\u2029");
	escaped("a\xff"
		"b\xc3",
		4,
		"a\xef\xbf\xbd"
		"b\xef\xbf\xbd");
	escaped("\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void what_it_writes_can_be_read(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error err;

	(void)state;
	for (int first = 0; first < 256; first++) {
		struct ad_text t = ad_text_on(arena);
		struct ad_json j = ad_json_on(&t);
		char bytes[4] = { (char)first, (char)0xa9, 'x', (char)first };

		if (!first) /* what a reader refuses */
			continue;
		ad_json_object(&j);
		ad_json_kstr(&j, "k", (struct ad_str){ bytes, sizeof(bytes) });
		ad_json_object_end(&j);
		assert_non_null(ad_json_parse(arena, ad_text_str(&t), &err));
	}
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_nested_values_with_commas),
		cmocka_unit_test(nests_32_levels),
		cmocka_unit_test(micros_are_short_decimals),
		cmocka_unit_test(doubles_are_short_and_read_back),
		cmocka_unit_test(escapes_what_must_be),
		cmocka_unit_test(what_it_writes_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
