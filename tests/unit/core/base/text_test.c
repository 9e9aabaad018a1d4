#include "tests/support/unit.h"

#include "base/text.h"

static void fill(struct ad_text *t)
{
	ad_text_adds(t, "a");
	ad_text_addc(t, '-');
	ad_text_add(t, (struct ad_str){ "xyz", 2 });
	ad_text_addf(t, "[%03d]", 7);
	ad_text_addi(t, INT64_MIN);
	ad_text_addc(t, ' ');
	ad_text_addi(t, INT64_MAX);
	ad_text_addi(t, 0);
	ad_text_adds(t, NULL);
	ad_text_adds(t, "");
}

static void appends_on_heap_and_arena(void **state)
{
	static const char want[] = "a-xy[007]-9223372036854775808 92233720368547758070";
	struct ad_arena *arena = ad_arena_new();
	struct ad_text heap = { 0 };
	struct ad_text on_arena = ad_text_on(arena);

	(void)state;
	fill(&heap);
	fill(&on_arena);
	assert_string_equal(ad_text_str(&heap).p, want);
	assert_string_equal(ad_text_str(&on_arena).p, want);
	assert_int_equal(ad_text_str(&heap).n, sizeof(want) - 1);
	ad_text_free(&heap);
	assert_null(heap.p);
	ad_text_free(&on_arena);
	assert_non_null(on_arena.p);
	ad_arena_free(arena);
}

static void an_empty_text_is_an_empty_string(void **state)
{
	struct ad_text t = { 0 };

	(void)state;
	assert_string_equal(ad_text_str(&t).p, "");
	assert_int_equal(ad_text_str(&t).n, 0);
	assert_false(t.failed);
	ad_text_free(&t);
}

static void grows_beside_other_allocations(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text t = ad_text_on(arena);
	struct ad_str s;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		ad_text_addc(&t, (char)('a' + i % 26));
		if (i % 1000 == 0)
			ad_arena_alloc(arena, 10);
	}
	s = ad_text_str(&t);
	assert_int_equal(s.n, 100000);
	for (int i = 0; i < 100000; i++)
		assert_int_equal(s.p[i], 'a' + i % 26);
	ad_arena_free(arena);
}

static void the_limit_is_exact_and_sticky(void **state)
{
	struct ad_text t = { .max = 5 };

	(void)state;
	ad_text_adds(&t, "12345");
	assert_false(t.failed);
	ad_text_adds(&t, "");
	assert_false(t.failed);
	ad_text_addc(&t, '6');
	assert_true(t.failed);
	ad_text_free(&t);

	t = (struct ad_text){ .max = 5 };
	ad_text_adds(&t, "123456");
	assert_true(t.failed);
	ad_text_addc(&t, '1');
	assert_true(t.failed);
	assert_int_equal(t.n, 0);
	assert_false(ad_text_reserve(&t, SIZE_MAX));
	ad_text_free(&t);
}

static void long_formats_are_whole(void **state)
{
	struct ad_text t = { 0 };

	(void)state;
	ad_text_addf(&t, "%01000d", 1);
	assert_int_equal(ad_text_str(&t).n, 1000);
	assert_int_equal(t.p[999], '1');
	ad_text_free(&t);
}

static void an_absent_text_is_copied_and_searched(void **state)
{
	char out[4] = "old";

	(void)state;
	ad_str_put(out, sizeof(out), (struct ad_str){ 0 });
	assert_string_equal(out, "");
	ad_str_put(out, sizeof(out), AD_S("abc"));
	assert_string_equal(out, "abc");
	ad_str_put(out, sizeof(out), AD_S("abcd"));
	assert_string_equal(out, "abc");
	ad_str_put(out, 1, AD_S("a"));
	assert_string_equal(out, "");
	assert_null(ad_str_find((struct ad_str){ 0 }, '\0'));
	assert_null(ad_str_find(AD_S("abc"), 'd'));
	assert_string_equal(ad_str_find(AD_S("abc"), 'b'), "bc");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_absent_text_is_copied_and_searched),
		cmocka_unit_test(appends_on_heap_and_arena),
		cmocka_unit_test(an_empty_text_is_an_empty_string),
		cmocka_unit_test(grows_beside_other_allocations),
		cmocka_unit_test(the_limit_is_exact_and_sticky),
		cmocka_unit_test(long_formats_are_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
