/* Rows and cells out of text: RFC 4180, and what files do beside it. */
#include "tests/unit/core/import/bytes.h"

#include <stdlib.h>

#include "base/text.h"

/* Reads a text whole and writes it as "line:cell|cell;line!fault;". */
static void check(const char *text, size_t n, const char *expected)
{
	struct bytes b = { text, n };
	struct ad_table *t = ad_table_open(take_bytes, &b);
	struct ad_text out = { .arena = NULL };
	struct ad_table_row row;
	enum ad_table_status status;

	while ((status = ad_table_next(t, &row)) != AD_TABLE_END) {
		ad_text_addf(&out, "%zu%c", row.line, status == AD_TABLE_BAD ? '!' : ':');
		if (status == AD_TABLE_BAD) {
			assert_non_null(row.fault);
			assert_int_equal(row.count, 0);
		}
		for (size_t i = 0; i < row.count; i++)
			ad_text_addf(&out, "%s%.*s", i ? "|" : "", AD_FMT(row.cells[i]));
		ad_text_addc(&out, ';');
	}
	assert_int_equal(ad_table_next(t, &row), AD_TABLE_END);
	assert_string_equal(ad_text_str(&out).p, expected);
	ad_text_free(&out);
	ad_table_close(t);
}

#define READS(text, expected) check(text, sizeof(text) - 1, expected)

static void cells_and_line_ends(void **state)
{
	(void)state;
	READS("", "");
	READS("a,b\nc,d\n", "1:a|b;2:c|d;");
	READS("a,b\r\nc,d", "1:a|b;2:c|d;");
	READS("a,b\rc,d\r", "1:a|b;2:c|d;");
	READS("a,\n,b\n,\n", "1:a|;2:|b;3:|;");
	READS("a\n", "1:a;");
	READS(" a , b \n", "1: a | b ;");
}

static void empty_lines_are_passed_and_counted(void **state)
{
	(void)state;
	READS("\n\r\n\ra,b\n\n\nc,d\n\n", "4:a|b;7:c|d;");
	READS("\n\n", "");
}

static void the_first_line_says_the_separator(void **state)
{
	(void)state;
	READS("a\tb,c\nd\te,f\n", "1:a|b,c;2:d|e,f;");
	READS("a;b;c,d\ne;f\n", "1:a|b|c,d;2:e|f;");
	READS("\"a;b;c\",d\ne,f;g\n", "1:a;b;c|d;2:e|f;g;");
	READS("\na\tb\n", "2:a|b;");
}

static void quotes(void **state)
{
	(void)state;
	READS("a,b\n\"c,\"\"d\"\"\",e\n", "1:a|b;2:c,\"d\"|e;");
	READS("a,b\n\"c\nd\r\ne\",f\ng,h\n", "1:a|b;2:c\nd\r\ne|f;5:g|h;");
	READS("a,b\n\"\",\"\"\"\"\n", "1:a|b;2:|\";");
	/* one inside a cell is a character; behind a closed quote too */
	READS("a,b\nc\"d\",e\n", "1:a|b;2:c\"d\"|e;");
	READS("a,b\n\"c\"d,\"e\" \n", "1:a|b;2:cd|e ;");
}

static void a_quote_never_closed_costs_its_line_only(void **state)
{
	(void)state;
	READS("a,b\n\"c,d\ne,f\ng,h\n", "1:a|b;2!;3:e|f;4:g|h;");
	READS("a,b\nc,\"d", "1:a|b;2!;");
	READS("a,b\r\"c,d\re,f", "1:a|b;2!;3:e|f;");
}

static void bytes_that_are_no_text(void **state)
{
	(void)state;
	READS("\xef\xbb\xbf"
	      "a,b\nc\xff,d\ne,f\n",
	      "1:a|b;2!;3:e|f;");
	READS("a,b\nc\0,d\ne,f\n", "1:a|b;2!;3:e|f;");
	READS("\xc3\xa4,b\n\xed\xa0\x80,d\ne,f\n", "1:\xc3\xa4|b;2!;3:e|f;");
	/* no character of Windows-1252 either */
	READS("a,b\nc\x81,d\ne,f\n", "1:a|b;2!;3:e|f;");
}

static void windows_1252_from_the_first_row_that_is_no_utf_8(void **state)
{
	(void)state;
	READS("a,b\nc\xff,\x80\n\"\xe4\"\"\",f\n",
	      "1:a|b;2:c\xc3\xbf|\xe2\x82\xac;3:\xc3\xa4\"|f;");
	/* what looks like UTF-8 behind it is Windows-1252 too */
	READS("a,\xe4\n\xc3\xa4,b\n", "1:a|\xc3\xa4;2:\xc3\x83\xc2\xa4|b;");
}

static void a_first_line_that_names_the_separator(void **state)
{
	(void)state;
	READS("sep=;\na,1;b\n", "2:a,1|b;");
	READS("\"sep=;\"\r\na;b\r\n", "2:a|b;");
	READS("SEP=,\na;1,b;2\n", "2:a;1|b;2;");
	READS("sep=;;;\na;b\n", "2:a|b;");
	/* a cell of its own, and no separator */
	READS("sep=;x\na;b\n", "1:sep=|x;2:a|b;");
	READS("separate,b\n", "1:separate|b;");
}

static void bounds(void **state)
{
	size_t long_n = AD_TABLE_ROW_MAX + 10, n = 0;
	char *text = malloc(2 * AD_TABLE_ROW_MAX);

	(void)state;
	assert_non_null(text);
	/* a row too long, a good one, one with too many cells, a good one */
	memcpy(text, "a,b\n", 4);
	n = 4;
	memset(text + n, 'x', long_n);
	n += long_n;
	memcpy(text + n, "\nc,d\n", 5);
	n += 5;
	memset(text + n, ',', AD_TABLE_CELLS_MAX);
	n += AD_TABLE_CELLS_MAX;
	memcpy(text + n, "\ne,f\n", 5);
	n += 5;
	check(text, n, "1:a|b;2!;3:c|d;4!;5:e|f;");
	/* exactly as many as may be */
	memset(text, ',', AD_TABLE_CELLS_MAX - 1);
	struct bytes b = { text, AD_TABLE_CELLS_MAX - 1 };
	struct ad_table *t = ad_table_open(take_bytes, &b);
	struct ad_table_row row;
	assert_int_equal(ad_table_next(t, &row), AD_TABLE_ROW);
	assert_int_equal(row.count, AD_TABLE_CELLS_MAX);
	ad_table_close(t);
	free(text);
}

/* Rows across the borders of the pieces in which the file is read. */
static void long_files(void **state)
{
	struct ad_text text = { .arena = NULL };
	struct ad_table_row row;
	char cell[32];
	int n = 0;

	(void)state;
	for (int i = 0; i < 20000; i++)
		ad_text_addf(&text, "%d,\"q\n%d\"\r\n", i, i);
	struct bytes b = { ad_text_str(&text).p, text.n };
	struct ad_table *t = ad_table_open(take_bytes, &b);
	while (ad_table_next(t, &row) == AD_TABLE_ROW) {
		assert_int_equal(row.count, 2);
		assert_int_equal(row.line, 2 * n + 1);
		snprintf(cell, sizeof(cell), "q\n%d", n);
		assert_str(row.cells[1], cell);
		n++;
	}
	assert_int_equal(n, 20000);
	ad_table_close(t);
	ad_text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_and_line_ends),
		cmocka_unit_test(empty_lines_are_passed_and_counted),
		cmocka_unit_test(the_first_line_says_the_separator),
		cmocka_unit_test(quotes),
		cmocka_unit_test(a_quote_never_closed_costs_its_line_only),
		cmocka_unit_test(bytes_that_are_no_text),
		cmocka_unit_test(windows_1252_from_the_first_row_that_is_no_utf_8),
		cmocka_unit_test(a_first_line_that_names_the_separator),
		cmocka_unit_test(bounds),
		cmocka_unit_test(long_files),
	};
	return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
