#include "tests/support/unit.h"

#include <stdalign.h>
#include <stdlib.h>

#include "base/arena.h"

static void gives_aligned_memory_that_stays(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	unsigned char *p[2000];

	(void)state;
	for (size_t i = 0; i < AD_LEN(p); i++) {
		p[i] = ad_arena_alloc(arena, i * 7);
		assert_int_equal((uintptr_t)p[i] % alignof(max_align_t), 0);
		memset(p[i], (int)(i & 0xff), i * 7);
	}
	for (size_t i = 0; i < AD_LEN(p); i++) {
		for (size_t k = 0; k < i * 7; k++)
			assert_int_equal(p[i][k], i & 0xff);
	}
	ad_arena_free(arena);
}

static void large_pieces_leave_the_current_block_in_use(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	char *a = ad_arena_alloc(arena, 16);
	char *big = ad_arena_alloc(arena, (size_t)3 * 1024 * 1024);
	char *b = ad_arena_alloc(arena, 16);

	(void)state;
	memset(big, 1, (size_t)3 * 1024 * 1024);
	assert_ptr_equal(b, a + 16);
	ad_arena_free(arena);
}

static void zalloc_zeroes_reused_memory(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	memset(ad_arena_alloc(arena, 4000), 0xff, 4000);
	ad_arena_reset(arena);
	for (size_t i = 0; i < 4000; i++)
		assert_int_equal(((char *)ad_arena_zalloc(arena, 1))[0], 0);
	ad_arena_free(arena);
}

static void resize_grows_the_newest_in_place(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	char *a = ad_arena_alloc(arena, 10);
	char *b, *c;

	(void)state;
	memcpy(a, "123456789", 10);
	assert_ptr_equal(ad_arena_resize(arena, a, 10, 1000), a);
	b = ad_arena_alloc(arena, 10);
	assert_ptr_not_equal(b, a);
	c = ad_arena_resize(arena, a, 1000, 2000);
	assert_ptr_not_equal(c, a);
	assert_string_equal(c, "123456789");
	c = ad_arena_resize(arena, c, 2000, (size_t)2 * 1024 * 1024);
	assert_string_equal(c, "123456789");
	assert_ptr_equal(ad_arena_resize(arena, c, (size_t)2 * 1024 * 1024, 5), c);
	assert_non_null(ad_arena_resize(arena, NULL, 0, 0));
	ad_arena_free(arena);
}

static void a_growing_array_keeps_its_items(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	uint32_t *at = NULL;
	size_t room = 0;

	(void)state;
	for (uint32_t i = 0; i < 5000; i++) {
		AD_ARENA_GROW(arena, at, i, room);
		assert_true(room > i);
		at[i] = i;
		/* Something else on the arena: the array is not the newest. */
		if (i % 1000 == 0)
			ad_arena_alloc(arena, 1);
	}
	for (uint32_t i = 0; i < 5000; i++)
		assert_int_equal(at[i], i);
	ad_arena_free(arena);
}

static void copies_and_formats_end_by_nul(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str s = ad_arena_copy(arena, (struct ad_str){ "abcdef", 3 });

	(void)state;
	assert_int_equal(s.n, 3);
	assert_string_equal(s.p, "abc");
	assert_string_equal(ad_arena_copy(arena, (struct ad_str){ NULL, 0 }).p, "");
	assert_string_equal(ad_arena_printf(arena, "%d-%s", 7, "x").p, "7-x");
	s = ad_arena_printf(arena, "%0300d", 7);
	assert_int_equal(s.n, 300);
	assert_int_equal(strlen(s.p), 300);
	assert_int_equal(s.p[299], '7');
	ad_arena_free(arena);
}

static char order[8];

static void note(void *thing)
{
	size_t n = strlen(order);

	assert_true(n + 1 < sizeof(order));
	order[n] = *(const char *)thing;
}

static void cleanups_run_newest_first_once(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	order[0] = '\0';
	ad_arena_defer(arena, note, (char[]){ "a" });
	ad_arena_defer(arena, note, (char[]){ "b" });
	ad_arena_reset(arena);
	assert_string_equal(order, "ba");
	assert_int_equal(ad_arena_used(arena), 0);
	ad_arena_defer(arena, note, (char[]){ "c" });
	assert_true(ad_arena_used(arena) > 0);
	ad_arena_free(arena);
	assert_string_equal(order, "bac");
	ad_arena_free(NULL);
}

static void work_with_a_bound_of_its_own_may_take_more(void **state)
{
	const size_t gib = (size_t)1 << 30;
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	ad_arena_allow(arena, 2 * gib);
	/* Nothing is written there, so that no memory is taken. */
	assert_non_null(ad_arena_alloc(arena, gib + 1));
	assert_true(ad_arena_used(arena) > gib);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_aligned_memory_that_stays),
		cmocka_unit_test(large_pieces_leave_the_current_block_in_use),
		cmocka_unit_test(zalloc_zeroes_reused_memory),
		cmocka_unit_test(resize_grows_the_newest_in_place),
		cmocka_unit_test(a_growing_array_keeps_its_items),
		cmocka_unit_test(copies_and_formats_end_by_nul),
		cmocka_unit_test(cleanups_run_newest_first_once),
		cmocka_unit_test(work_with_a_bound_of_its_own_may_take_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
