/* Hours in the cells of bulk files, and as they are written again. */
#include "tests/unit/core/import/bytes.h"

#include "base/json_read.h"
#include "import/file/cell_hours.h"

static void the_list_is_read(void **state)
{
	static const struct {
		const char *cell, *json; /* NULL: it is not read */
	} cells[] = {
		{ "(Monday[09:00-17:30])",
		  "[{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"17:30\"}]" },
		{ " ( sunday [ 0:15 - 24:00 ] ) ; ",
		  "[{\"day\":\"SUNDAY\",\"from\":\"00:15\",\"to\":\"24:00\"}]" },
		{ "(Monday[09:00-12:00]);(Monday[13:00-17:00])",
		  "[{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"12:00\"},"
		  "{\"day\":\"MONDAY\",\"from\":\"13:00\",\"to\":\"17:00\"}]" },
		{ "", NULL },
		{ ";", NULL },
		{ "()", NULL },
		{ "([])", NULL },
		{ "(Monday[])", NULL },
		{ "(Monday[-])", NULL },
		{ "(Monday[09:00])", NULL },
		{ "(Monday[09:00-])", NULL },
		{ "(Monday[9:0-17:00])", NULL },
		{ "(Monday[09:00-09:00])", NULL },
		{ "(Monday[09:00-24:15])", NULL },
		{ "(Monday[-1:00-17:00])", NULL },
		{ "(Monday[09:00-12:00],[13:00-17:00])", NULL },
		{ "(Monday[09:00-17:00])(Tuesday[09:00-17:00])", NULL },
		{ "(Montag[09:00-17:00])", NULL },
		{ "(Monday[09:00-17:00]+10%)", NULL },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(cells); i++) {
		struct ad_str json;
		bool good = ad_cell_hours(arena, ad_str(cells[i].cell), &json);
		if (good != (cells[i].json != NULL))
			fail_msg("'%s' is %sread", cells[i].cell, good ? "" : "not ");
		if (good)
			assert_str(json, cells[i].json);
	}
	ad_arena_free(arena);
}

static void what_is_written_reads_back(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text cell = ad_text_on(arena);
	struct ad_json_error err;
	struct ad_str again,
		json = AD_S("[{\"day\":\"TUESDAY\",\"from\":\"00:00\",\"to\":\"06:45\"},"
			    "{\"day\":\"SUNDAY\",\"from\":\"22:15\",\"to\":\"24:00\"}]");

	(void)state;
	ad_cell_hours_write(&cell, ad_json_parse(arena, json, &err));
	assert_str(ad_text_str(&cell), "(Tuesday[00:00-06:45]);(Sunday[22:15-24:00])");
	assert_true(ad_cell_hours(arena, ad_text_str(&cell), &again));
	assert_true(ad_str_eq(again, json));
	ad_arena_free(arena);
}

static void words_for_always(void **state)
{
	(void)state;
	assert_true(ad_cell_hours_always(AD_S("[]")));
	assert_true(ad_cell_hours_always(AD_S("All Day")));
	assert_false(ad_cell_hours_always(AD_S("Monday")));
	assert_false(ad_cell_hours_always(AD_S("0")));
	assert_int_equal(ad_cell_minutes(AD_S("24"), AD_S("0")), 1440);
	assert_int_equal(ad_cell_minutes(AD_S("24"), AD_S("15")), -1);
	assert_int_equal(ad_cell_minutes(AD_S("9"), AD_S("10")), -1);
	assert_int_equal(ad_cell_minutes((struct ad_str){ NULL, 0 }, AD_S("0")), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_is_read),
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(words_for_always),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
