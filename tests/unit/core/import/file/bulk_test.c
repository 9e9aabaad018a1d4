/* Cells that a spreadsheet would run, and rows as they are written. */
#include "tests/unit/core/import/bytes.h"

#include "import/file/bulk.h"

static void guarded_texts_read_back(void **state)
{
	static const char *const pairs[][2] = {
		{ "", "" },          { "bread", "bread" }, { "it's", "it's" },
		{ "'", "'" },        { "''x", "''x" },     { "=1+1", "'=1+1" },
		{ "+49", "'+49" },   { "-5 %", "'-5 %" },  { "@home", "'@home" },
		{ "\tx", "'\tx" },   { "\rx", "'\rx" },    { "'=1", "''=1" },
		{ "'''@", "''''@" },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		struct ad_str cell = ad_bulk_guard(arena, ad_str(pairs[i][0]));
		assert_str(cell, pairs[i][1]);
		assert_str(ad_bulk_unguard(cell), pairs[i][0]);
	}
	ad_arena_free(arena);
}

static void spaces_around_a_text(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	assert_str(ad_bulk_trim(AD_S(" \ta b\t ")), "a b");
	assert_null(ad_bulk_trim(AD_S(" \t ")).p);
	assert_null(ad_bulk_trim((struct ad_str){ NULL, 0 }).p);
	assert_str(
		ad_bulk_ad_key(arena, AD_S("[\" a\",{\"text\":\"b \"}]"), AD_S("[]"), AD_S(" u")),
		"a\nb\n\n\nu");
	ad_arena_free(arena);
}

static void platforms_with_a_bulk_file(void **state)
{
	(void)state;
	assert_ptr_equal(ad_bulk_of(AD_GOOGLE), &ad_bulk_google);
	assert_ptr_equal(ad_bulk_of(AD_MICROSOFT), &ad_bulk_microsoft);
	assert_ptr_equal(ad_bulk_of(AD_META), &ad_bulk_meta);
	assert_null(ad_bulk_of(AD_REDDIT));
	assert_null(ad_bulk_of(AD_PLATFORM_COUNT));
}

static void a_header_and_a_row(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text out = ad_text_on(arena);
	struct ad_bulk_writer w = { .bulk = &ad_bulk_microsoft, .out = &out, .arena = arena };

	(void)state;
	ad_bulk_write_header(&w);
	assert_true(ad_str_starts(ad_text_str(&out), "\xef\xbb\xbfType,Status,Campaign,"));
	assert_non_null(strstr(ad_text_str(&out).p, "\r\nFormat Version,,,,6.0,"));
	out.n = 0;
	w.cells[AD_COL_CAMPAIGN] = AD_S(" =a,\"b\"\t");
	ad_bulk_write_row(&w);
	assert_true(ad_str_starts(ad_text_str(&out), ",,\"'=a,\"\"b\"\"\",,"));
	assert_null(w.cells[AD_COL_CAMPAIGN].p);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guarded_texts_read_back),
		cmocka_unit_test(spaces_around_a_text),
		cmocka_unit_test(platforms_with_a_bulk_file),
		cmocka_unit_test(a_header_and_a_row),
	};
	return cmocka_run_group_tests_name("bulk", tests, NULL, NULL);
}
