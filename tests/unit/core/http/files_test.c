/* The embedded files, of a small list that stands in for the built one. */
#include "http/files.h"

#include "tests/support/unit.h"

#include "tests/support/exchange.h"

const struct ad_file ad_files[] = {
	{ "main.A1.css", "text/css; charset=utf-8", { "p{}", 3 }, { "zipped", 6 } },
	{ "main.B2.js", "text/javascript; charset=utf-8", { "f();", 4 }, { "packed", 6 } },
	{ 0 },
};
const size_t ad_files_count = 2;
const struct ad_file_main ad_files_mains[] = {
	{ "main.css", "main.A1.css" },
	{ "main.js", "main.B2.js" },
	{ 0 },
};

static void test_a_file_is_found_by_its_whole_name(void **state)
{
	(void)state;
	assert_ptr_equal(ad_file_find(AD_S("main.B2.js")), &ad_files[1]);
	assert_null(ad_file_find(AD_S("main.B2.j")));
	assert_null(ad_file_find(AD_S("")));
	assert_string_equal(ad_files_main("main.css"), "main.A1.css");
	assert_null(ad_files_main("other.js"));
}

static void test_a_file_is_kept_for_ever_and_nothing_else_is(void **state)
{
	struct asked a;
	struct ad_arena *arena = ad_arena_new();
	struct ad_exchange *x = ask(&a, arena, "GET", "/app/files/main.B2.js");
	(void)state;
	ad_files_handle(x);
	assert_int_equal(x->status, 200);
	assert_true(ad_str_is(x->reply, "f();"));
	assert_true(ad_str_is(replied(&a, "Cache-Control"), "public, max-age=31536000, immutable"));
	assert_true(ad_str_is(a.priv.packed, "packed") && a.priv.may_compress);
	x = ask(&a, arena, "GET", "/app/files/../files/main.B2.js");
	ad_files_handle(x);
	assert_int_equal(x->status, 404);
	assert_true(ad_str_is(replied(&a, "Cache-Control"), "no-store"));
	x = ask(&a, arena, "POST", "/app/files/main.B2.js");
	ad_files_handle(x);
	assert_int_equal(x->status, 405);
	assert_true(ad_str_is(replied(&a, "Allow"), "GET, HEAD"));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_file_is_found_by_its_whole_name),
		cmocka_unit_test(test_a_file_is_kept_for_ever_and_nothing_else_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
