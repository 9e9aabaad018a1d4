/* The parts of an import's report, and the set of digests behind it. */
#include "tests/unit/core/import/bytes.h"

#include "import/apply/importing.h"

static void a_cell_is_cut_between_characters(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);

	(void)state;
	for (int i = 0; i < 40; i++)
		ad_text_adds(&text, "ü");
	struct ad_str fits = ad_arena_copy(arena, ad_text_str(&text));
	ad_text_adds(&text, "ü");
	struct ad_str cut = import_value_shorten(arena, ad_text_str(&text));
	assert_true(ad_str_eq(import_value_shorten(arena, fits), fits));
	assert_int_equal(cut.n, fits.n + strlen("…"));
	assert_memory_equal(cut.p, fits.p, fits.n);
	assert_null(import_value_shorten(arena, AD_S("\xff")).p);
	assert_null(import_value_shorten(arena, (struct ad_str){ NULL, 0 }).p);
	ad_arena_free(arena);
}

static void a_refused_row_has_its_cell_and_what_to_do(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);
	struct ad_import_problem p = { .column = AD_S("Budget"),
				       .reason = "it is no amount",
				       .suggestion = "Write 12.50." };

	(void)state;
	import_skip_write(&text, 7, &p, AD_S("<b>\"much\""));
	assert_str(ad_text_str(&text),
		   "{\"line\":7,\"column\":\"Budget\",\"value\":\"<b>\\\"much\\\"\","
		   "\"reason\":\"it is no amount\",\"suggestion\":\"Write 12.50.\"}");
	ad_arena_free(arena);
}

static void a_set_grows_and_keeps_what_was_put(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct import_set set = { 0 };

	(void)state;
	assert_int_equal(import_set_get(&set, 5), 0);
	for (uint64_t i = 1; i <= 1000; i++)
		import_set_put(arena, &set, i * 64, i);
	for (uint64_t i = 1; i <= 1000; i++)
		assert_int_equal(import_set_get(&set, i * 64), i);
	assert_int_equal(import_set_get(&set, 65), 0);
	assert_true(import_digest(AD_S("ab"), AD_S("c")) != import_digest(AD_S("a"), AD_S("bc")));
	ad_arena_free(arena);
}

static void each_platform_has_its_own_words(void **state)
{
	(void)state;
	assert_true(ad_bulk_words_of(AD_GOOGLE)->geo_id(AD_S("DE")) > 0);
	assert_non_null(ad_bulk_words_of(AD_MICROSOFT)->language_name);
	assert_null(ad_bulk_words_of(AD_GOOGLE)->language_name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cell_is_cut_between_characters),
		cmocka_unit_test(a_refused_row_has_its_cell_and_what_to_do),
		cmocka_unit_test(a_set_grows_and_keeps_what_was_put),
		cmocka_unit_test(each_platform_has_its_own_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
