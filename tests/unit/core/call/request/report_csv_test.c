/* CSV: quoted by RFC 4180, and no formula for a spreadsheet. */
#include "tests/support/unit.h"

#include "call/request/report_csv.h"

static void writes(const char *value, bool guard, const char *wanted)
{
	struct ad_text text = { .max = 0 };

	ad_csv_value(&text, ad_str(value), guard);
	ad_csv_end(&text);
	assert_string_equal(ad_text_str(&text).p, wanted);
	ad_text_free(&text);
}

static void values_are_quoted_where_they_must_be(void **state)
{
	(void)state;
	writes("plain text", true, "plain text\r\n");
	writes("", true, "\r\n");
	writes("a,b", true, "\"a,b\"\r\n");
	writes("say \"hi\"", true, "\"say \"\"hi\"\"\"\r\n");
	writes("two\nlines", true, "\"two\nlines\"\r\n");
	writes("two\rlines", true, "\"two\rlines\"\r\n");
}

static void formulas_are_guarded(void **state)
{
	(void)state;
	writes("=1+1", true, "'=1+1\r\n");
	writes("+1", true, "'+1\r\n");
	writes("-1", true, "'-1\r\n");
	writes("@A1", true, "'@A1\r\n");
	writes("\tx", true, "'\tx\r\n");
	/* A spreadsheet may read the semicolon or the tab as the end of a cell. */
	writes("x;=1+1", true, "x;'=1+1\r\n");
	writes("x\t@A1", true, "x\t'@A1\r\n");
	writes("x; y-z", true, "x; y-z\r\n");
	writes("x;=1", false, "x;=1\r\n");
	writes("\rx", true, "\"'\rx\"\r\n");
	writes("=\"a\",b", true, "\"'=\"\"a\"\",b\"\r\n");
	writes("a=1", true, "a=1\r\n");
	writes("-1", false, "-1\r\n");
}

static void accept_is_understood(void **state)
{
	(void)state;
	static const struct {
		const char *accept;
		bool csv;
	} rows[] = {
		{ "text/csv", true },
		{ " Text/CSV ;q=0.3 , */*;q=0.1", true },
		{ "text/csv;header=present;q=1", true },
		{ "application/json;q=0.5,text/csv;q=0.6", true },
		{ "application/json,text/csv", false },
		{ "text/csv;q=0", false },
		{ "text/csv;q=0.1,application/*;q=0.2", false },
		{ "text/*", false },
		{ "*/*", false },
		{ "", false },
		{ ",;,=;q=", false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++)
		if (ad_csv_wanted(ad_str(rows[i].accept)) != rows[i].csv)
			fail_msg("%s", rows[i].accept);
	assert_false(ad_csv_wanted((struct ad_str){ NULL, 0 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_quoted_where_they_must_be),
		cmocka_unit_test(formulas_are_guarded),
		cmocka_unit_test(accept_is_understood),
	};

	return cmocka_run_group_tests_name("report_csv", tests, NULL, NULL);
}
