/* Header rows. */
#include "tests/unit/core/import/bytes.h"

#include "import/bulk.h"

static bool header(struct ad_arena *arena, struct ad_str *cells, size_t n, struct ad_columns *out)
{
	struct ad_table_row row = { .line = 1, .count = n, .cells = cells };

	return ad_columns_read(arena, &ad_bulk_google, &row, out);
}

static void names_match_in_any_case(void **state)
{
	struct ad_str cells[] = {
		AD_S(" CAMPAIGN "),          AD_S("ad  Group"),   AD_S("headline 15"),
		AD_S("Headline 3 Position"), AD_S("Colour"),      AD_S("Link Text"),
		AD_S("description 4"),       AD_S("Headline 16"), AD_S("")
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_columns c;

	(void)state;
	assert_true(header(arena, cells, AD_LEN(cells), &c));
	assert_int_equal(c.ids[0], AD_COL_CAMPAIGN);
	assert_int_equal(c.ids[1], AD_COL_AD_GROUP);
	assert_int_equal(c.ids[2], AD_COL_HEADLINE + 14);
	assert_int_equal(c.ids[3], AD_COL_HEADLINE_PIN + 2);
	assert_int_equal(c.ids[4], AD_COL_IGNORED);
	assert_int_equal(c.ids[5], AD_COL_OTHER);
	assert_string_equal(c.others[5], "sitelinks");
	assert_int_equal(c.ids[6], AD_COL_DESCRIPTION + 3);
	assert_int_equal(c.ids[7], AD_COL_IGNORED);
	assert_int_equal(c.ids[8], AD_COL_IGNORED);
	assert_str(ad_columns_name(&c, AD_COL_CAMPAIGN), "CAMPAIGN");
	assert_str(ad_columns_name(&c, AD_COL_BUDGET), "Budget");
	assert_str(ad_columns_name(&c, -1), "");
	ad_arena_free(arena);
}

static void no_header(void **state)
{
	struct ad_str none[] = { AD_S("Budget"), AD_S("Keyword") };
	struct ad_str alone[] = { AD_S("Campaign"), AD_S("Colour") };
	struct ad_str words[] = { AD_S("this is no export") };
	struct ad_arena *arena = ad_arena_new();
	struct ad_columns c;

	(void)state;
	assert_false(header(arena, none, 2, &c));
	assert_false(header(arena, alone, 2, &c));
	assert_false(header(arena, words, 1, &c));
	ad_arena_free(arena);
}

static void cells_of_a_row(void **state)
{
	struct ad_str cells[] = { AD_S("Campaign"), AD_S("Budget"), AD_S("Campaign daily budget"),
				  AD_S("Link text") };
	struct ad_str short_row[] = { AD_S(" a "), AD_S("  ") };
	struct ad_str long_row[] = { AD_S("a"), AD_S(""), AD_S("20"), AD_S("Shops"), AD_S("more") };
	struct ad_table_row row = { .count = 2, .cells = short_row };
	struct ad_arena *arena = ad_arena_new();
	struct ad_columns c;
	size_t at = 0;

	(void)state;
	assert_true(header(arena, cells, 4, &c));
	assert_str(ad_columns_cell(&c, &row, AD_COL_CAMPAIGN), "a");
	assert_null(ad_columns_cell(&c, &row, AD_COL_BUDGET).p);
	assert_null(ad_columns_cell(&c, &row, AD_COL_KEYWORD).p);
	assert_null(ad_columns_other(&c, &row, &at));
	row = (struct ad_table_row){ .count = 5, .cells = long_row };
	/* the second column of that meaning, where the first is empty */
	assert_str(ad_columns_cell(&c, &row, AD_COL_BUDGET), "20");
	assert_string_equal(ad_columns_other(&c, &row, &at), "sitelinks");
	assert_int_equal(at, 3);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_match_in_any_case),
		cmocka_unit_test(no_header),
		cmocka_unit_test(cells_of_a_row),
	};
	return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
