/* Header rows. */
#include "tests/unit/core/import/bytes.h"

#include <stdio.h>

#include "import/file/bulk.h"

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
	assert_string_equal(c.others[5]->kind, "sitelinks");
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
	assert_string_equal(ad_columns_other(&c, &row, &at)->kind, "sitelinks");
	assert_int_equal(at, 3);
	ad_arena_free(arena);
}

/* True where the cell of a narrowing column limits something. */
static bool limits(const struct ad_bulk *bulk, const struct ad_column_narrow *narrow,
		   const char *cell)
{
	struct ad_str names[] = { AD_S("Campaign"), AD_S("Campaign Name"), AD_S("Budget"),
				  AD_S("Campaign Status"), ad_str(narrow->name) };
	struct ad_str cells[] = { AD_S("a"), AD_S("a"), AD_S("1"), AD_S("Paused"), ad_str(cell) };
	struct ad_table_row row = { .count = 5, .cells = names };
	struct ad_arena *arena = ad_arena_new();
	struct ad_columns c;

	assert_true(ad_columns_read(arena, bulk, &row, &c));
	assert_int_equal(c.ids[4], AD_COL_NARROWS);
	row.cells = cells;
	bool limited = ad_columns_narrow(&c, &row, 4) != NULL;
	ad_arena_free(arena);
	return limited;
}

/* Every row of the three tables, with cells that limit and cells that do not. */
static void each_narrowing_column_is_told_where_it_limits(void **state)
{
	static const struct ad_bulk *const bulks[] = { &ad_bulk_google, &ad_bulk_microsoft,
						       &ad_bulk_meta };
	static const char *const plain[] = {
		"", "  ", "[]", "All", "0", "0.00", "0%", "-", "None"
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(bulks); i++) {
		for (size_t k = 0; k < bulks[i]->narrow_count; k++) {
			const struct ad_column_narrow *narrow = &bulks[i]->narrows[k];
			assert_true(limits(bulks[i], narrow, "something"));
			assert_true(limits(bulks[i], narrow, "-100%"));
			for (size_t n = 0; n < AD_LEN(plain); n++)
				assert_false(limits(bulks[i], narrow, plain[n]));
			size_t first = narrow->plain ? strcspn(narrow->plain, "|") : 0;
			char word[64];
			if (first == 0 || first >= sizeof(word))
				continue;
			snprintf(word, sizeof(word), "%.*s", (int)first, narrow->plain);
			assert_false(limits(bulks[i], narrow, word));
		}
	}
	assert_true(bulks[2]->narrow_count > 90);
}

static void a_header_below_titles_is_found(void **state)
{
	static const char text[] = "# comment, with; signs\n\"Report, of\tAugust\"\n"
				   "Campaign;Budget\na;1\n";
	struct bytes b = { text, strlen(text) };
	struct ad_table *table = ad_table_open(take_bytes, &b);
	struct ad_arena *arena = ad_arena_new();
	struct ad_columns c;
	struct ad_table_row row;

	(void)state;
	assert_true(ad_columns_find(arena, &ad_bulk_google, table, &c));
	assert_int_equal(c.count, 2);
	assert_int_equal(ad_table_next(table, &row), AD_TABLE_ROW);
	assert_int_equal(row.line, 4);
	assert_str(ad_columns_cell(&c, &row, AD_COL_BUDGET), "1");
	ad_table_close(table);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_match_in_any_case),
		cmocka_unit_test(no_header),
		cmocka_unit_test(cells_of_a_row),
		cmocka_unit_test(each_narrowing_column_is_told_where_it_limits),
		cmocka_unit_test(a_header_below_titles_is_found),
	};
	return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
